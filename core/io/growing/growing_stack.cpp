// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/growing/growing_stack.h"

#include "base/error.h"
#include "base/phrase.h"
#include "io/file_address.h"
#include "io/stack/file_kind.h"
#include "io/stack/file_patterns.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <system_error>
#include <utility>

namespace ewald::io {

namespace fs = std::filesystem;
using State = ScanProgress::State;

namespace {

/// Whether more files may come to a name.
bool isFollowedPattern(const fs::path& name) { return isPattern(name.string()) && !fs::exists(name); }

} // namespace

GrowingStack::GrowingStack(std::vector<fs::path> files, Open open)
    : m_files(std::move(files)), m_open(std::move(open)) {
    m_hasPattern = std::ranges::any_of(m_files, isFollowedPattern);
    if (m_hasPattern) findAgain();
    static_cast<void>(seen(m_version)); // first: what changes while they are opened is seen at the next look
    m_seen = m_version;
    const std::shared_ptr<const FrameStack> stack = m_open();
    take(*stack, whole(stack, false));
}

GrowingStack::Found GrowingStack::find() const {
    constexpr std::ptrdiff_t kNewest = 8;
    Found found;
    for (const fs::path& name : m_files) {
        if (!isFollowedPattern(name)) continue;
        const std::vector<fs::path> files = expandPatterns(std::span(&name, 1)); // in the order of their numbers
        found.newest.insert(found.newest.end(), files.end() - std::min(kNewest, std::ssize(files)), files.end());
        for (const fs::path& file : files) found.folders.insert(file.parent_path());
    }
    return found;
}

void GrowingStack::take(const FrameStack& stack, std::shared_ptr<const FrameStack> frames) {
    FrameStack::operator=(stack); // what is said of all frames
    m_holdsBack = frames->frameCount() < stack.frameCount();
    m_stack = std::move(frames);
}

std::shared_ptr<const FrameStack> GrowingStack::whole(std::shared_ptr<const FrameStack> stack, bool changing) const {
    const bool isFirst = !m_stack; // there is no look before that one could compare with
    if (!m_hasPattern || (!changing && !isFirst)) return stack;
    std::size_t count = stack->frameCount();
    // HDF5 shows a frame when all of it is there.
    const bool isImage = !m_found.newest.empty() && fileKind(m_found.newest.back()) != FileKind::hdf5;
    if (changing && isImage) --count;
    const std::vector<std::size_t> readable = stack->readableFrames();
    while (count > 0 && !std::ranges::binary_search(readable, count - 1)) --count;
    count = std::max<std::size_t>(count, isFirst ? 1 : frameCount());
    if (count == stack->frameCount()) return stack;
    std::vector<std::size_t> kept(count);
    std::iota(kept.begin(), kept.end(), std::size_t{0});
    return stack->select(kept);
}

void GrowingStack::findAgain() {
    constexpr int kMost = 3; // one that changes all the time is looked through at the next look again
    for (int i = 0; i < kMost && versionOfFolders() != m_folders; ++i) {
        const std::string before = versionOfFolders();
        m_found = find();
        m_folders = before;
    }
}

std::string GrowingStack::versionOfFolders() const {
    std::set<fs::path> folders = m_found.folders;
    for (const fs::path& name : m_files) {
        if (!isFollowedPattern(name)) continue;
        fs::path folder = name.parent_path();
        while (isPattern(folder.string()) && !fs::exists(folder)) folder = folder.parent_path();
        folders.insert(folder.empty() ? fs::path(".") : folder);
    }
    std::string version;
    for (const fs::path& folder : folders) version += fileVersion(folder) + ";";
    return version;
}

GrowingStack::Look GrowingStack::seen(std::string& version) const {
    Look found{.state = State::complete};
    for (const fs::path& name : m_files) {
        if (isFollowedPattern(name)) { // nothing says that no more files come to it
            for (const fs::path& file : m_found.newest) version += fileVersion(file) + ";";
            version += m_folders;
            if (found.state == State::complete) found.state = State::unmarked;
            continue;
        }
        const ScanProgress progress = lookAtProgress(splitAddress(name).file);
        version += progress.version + " " + std::to_string(progress.frames) + ";";
        if (progress.state == State::writing && found.state != State::writing) found.reason = progress.reason;
        if (progress.state == State::writing || found.state == State::complete) found.state = progress.state;
    }
    return found;
}

std::chrono::duration<double> GrowingStack::age() const {
    const auto now = fs::file_time_type::clock::now();
    std::chrono::duration<double> least = std::chrono::hours(24 * 365);
    for (const fs::path& file : sourceFiles) {
        std::error_code failed;
        const fs::file_time_type written = fs::last_write_time(file, failed);
        if (!failed) least = std::min<std::chrono::duration<double>>(least, now - written);
    }
    return sourceFiles.empty() ? std::chrono::duration<double>(0) : std::max(least, std::chrono::duration<double>(0));
}

GrowingStack::Look GrowingStack::look() {
    Look found;
    try {
        if (m_hasPattern) findAgain();
        std::string version;
        found = seen(version);
        found.changed = version != m_seen;
        m_seen = version;
        if (version == m_version && !m_holdsBack) return found;
        found.grew = takeWhatIsThere(found.changed);
        m_version = std::move(version);
    } catch (const DataError& error) { // it may make no sense yet
        found.state = State::writing;
        found.reason = error.what();
    }
    return found;
}

bool GrowingStack::takeWhatIsThere(bool changing) {
    std::shared_ptr<const FrameStack> now = m_open();
    if (now->rows() != rows() || now->cols() != cols() || now->pixelType() != pixelType())
        throw DataError(
            phrase("the frames are of %1 x %2 now, and were of %3 x %4", now->rows(), now->cols(), rows(), cols()),
            m_files.front().string(), "another file has taken its place: integrate that by itself");
    if (now->frameCount() < frameCount())
        throw DataError(phrase("there are %1 frames now, and were %2", now->frameCount(), frameCount()),
                        m_files.front().string(), "another file has taken its place: integrate that by itself");
    const std::size_t before = frameCount();
    take(*now, whole(now, changing));
    return frameCount() > before;
}

} // namespace ewald::io
