// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/segment.h"

#include "base/phrase.h"
#include "io/stack/hdf5_resolver.h"

#include <algorithm>

namespace ewald::io {

MemoryPool::Buffer MemoryPool::take(std::size_t bytes) {
    const auto isFree = [](const Buffer& buffer) { return buffer.use_count() == 1; };
    auto found = std::find_if(m_buffers.begin(), m_buffers.end(), isFree);
    if (found == m_buffers.end()) found = m_buffers.insert(found, std::make_shared<std::vector<std::byte>>());
    (*found)->resize(bytes);
    return *found;
}

std::string FrameShape::text() const {
    return std::to_string(rows) + " × " + std::to_string(cols) + " " + nameOf(type);
}

void FrameList::append(std::shared_ptr<const StackSegment> segment, std::size_t first, std::size_t count,
                       std::size_t step) {
    if (count == 0) return;
    if (m_runs.empty())
        m_shape = segment->shape();
    else if (segment->shape() != m_shape)
        throw DataError(phrase("frames of %1 pixels do not go with those of %2 of %3", segment->shape().text(),
                               m_shape.text(), m_runs.front().segment->where(m_runs.front().first)),
                        segment->where(first), "open files of one detector and one mode only");
    if (!m_runs.empty()) {
        Run& last = m_runs.back();
        // Two single frames of a segment may be the start of a run of any step.
        if (last.segment == segment && last.count == 1 && count == 1 && first > last.first) {
            last.step = first - last.first;
            last.count = 2;
            ++m_size;
            return;
        }
        if (count == 1 && last.segment == segment) step = last.step;
        if (last.segment == segment && last.step == step && first == last.first + last.count * step) {
            last.count += count;
            m_size += count;
            return;
        }
    }
    m_runs.push_back({m_size, count, first, step, std::move(segment)});
    m_size += count;
}

void FrameList::append(std::shared_ptr<const StackSegment> segment) {
    const std::size_t count = segment->frameCount();
    append(std::move(segment), 0, count);
}

void FrameList::append(const FrameList& other) {
    for (const Run& run : other.m_runs) append(run.segment, run.first, run.count, run.step);
}

void FrameList::append(const FrameList& other, std::size_t frame) {
    const Run& run = other.runOf(frame);
    append(run.segment, run.first + (frame - run.start) * run.step, 1);
}

const FrameList::Run& FrameList::runOf(std::size_t frame) const {
    if (frame >= m_size) throw InternalError("frame " + std::to_string(frame) + " of " + std::to_string(m_size));
    const auto after = std::upper_bound(m_runs.begin(), m_runs.end(), frame,
                                        [](std::size_t f, const Run& run) { return f < run.start; });
    return *std::prev(after);
}

FrameList::Place FrameList::at(std::size_t frame) const {
    const Run& run = runOf(frame);
    return {run.segment.get(), run.first + (frame - run.start) * run.step};
}

std::size_t FrameList::chunkFrames() const noexcept {
    std::size_t most = 1;
    for (const Run& run : m_runs) most = std::max(most, run.segment->chunkFrames());
    return most;
}

std::uint64_t FrameList::storedBytes() const noexcept {
    std::uint64_t total = 0;
    for (const Run& run : m_runs) {
        const std::uint64_t bytes = run.segment->storedBytes();
        const std::size_t frames = std::max<std::size_t>(run.segment->frameCount(), 1);
        if (bytes == 0) return 0;
        total += run.count == frames
                     ? bytes
                     : static_cast<std::uint64_t>(static_cast<double>(bytes) * static_cast<double>(run.count) /
                                                  static_cast<double>(frames));
    }
    return total;
}

std::string FrameList::compression() const {
    std::vector<std::string> found;
    for (const Run& run : m_runs) {
        const std::string name = run.segment->compression();
        if (std::find(found.begin(), found.end(), name) == found.end()) found.push_back(name);
        if (found.size() == 3) break;
    }
    std::string text;
    for (const std::string& name : found) text += (text.empty() ? "" : " and ") + name;
    return text.empty() ? "none" : text;
}

std::set<std::filesystem::path> FrameList::files() const {
    std::set<std::filesystem::path> found;
    for (const Run& run : m_runs) found.insert(run.segment->file());
    found.erase(std::filesystem::path());
    return found;
}

std::size_t FrameList::framesThere() const {
    for (auto run = m_runs.rbegin(); run != m_runs.rend(); ++run)
        if (!cannotBeRead(*run->segment)) return run->start + run->count;
    return 0;
}

std::vector<std::size_t> FrameList::readable() const {
    std::vector<std::size_t> frames;
    for (const Run& run : m_runs)
        for (std::size_t i = 0; i < run.count && !cannotBeRead(*run.segment); ++i) frames.push_back(run.start + i);
    return frames;
}

void FrameList::truncate(std::size_t count) {
    while (!m_runs.empty() && m_runs.back().start >= count) m_runs.pop_back();
    if (!m_runs.empty()) m_runs.back().count = std::min(m_runs.back().count, count - m_runs.back().start);
    m_size = std::min(m_size, count);
}

} // namespace ewald::io
