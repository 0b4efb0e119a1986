// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/integration/group_integrator.h"

#include "azint/pixel_value.h"
#include "base/error.h"
#include "base/phrase.h"
#include "codec/bit_transpose.h"
#include "job/run/run_guard.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace ewald::job {
namespace {

using Clock = std::chrono::steady_clock;

/// Decoded frames that a worker holds may take this much memory; compressed ones are much smaller.
constexpr std::size_t kMaxLaneBytes = std::size_t{192} << 20U;

double between(Clock::time_point first, Clock::time_point last) {
    return std::chrono::duration<double>(last - first).count();
}

} // namespace

WorkerTimes& WorkerTimes::operator+=(const WorkerTimes& other) noexcept {
    read_s += other.read_s;
    decode_s += other.decode_s;
    integrate_s += other.integrate_s;
    wait_s += other.wait_s;
    bytes += other.bytes;
    leftFrames += other.leftFrames;
    return *this;
}

PhaseTimes WorkerTimes::phases(bool devices) const {
    PhaseTimes times;
    times[Phase::reading] = read_s;
    times[devices ? Phase::integrating : Phase::decoding] += decode_s;
    times[Phase::integrating] += integrate_s;
    times[Phase::waiting] = wait_s;
    return times;
}

GroupIntegrator::GroupIntegrator(const io::FrameStack& stack, const azint::Integrator& integrator,
                                 const RunControl& control)
    : m_stack(stack), m_integrator(integrator), m_control(control),
      m_frameBytes(stack.rows() * stack.cols() * bytesOf(stack.pixelType())),
      m_unitBytes(stack.chunkFrames() > 1 ? stack.chunkFrames() * m_frameBytes : 0), m_reader(stack.makeReader()) {
    if (!integrator.needsWholeFrames()) m_accumulator = std::make_unique<azint::FrameAccumulator>(integrator);
    std::size_t lanes = m_accumulator ? m_accumulator->maxFrames() : 1;
    if (!stack.compression.starts_with("bitshuffle"))
        lanes = std::clamp<std::size_t>(kMaxLaneBytes / std::max<std::size_t>(m_frameBytes, 1), 1, lanes);
    m_lanes.resize(lanes);
}

std::size_t GroupIntegrator::preferredFrames() const noexcept { return m_lanes.size(); }

/// How many of these frames are integrated side by side: the units in which they are decoded have to be held.
std::size_t GroupIntegrator::lanesFor(std::span<const std::size_t> frames) const {
    const std::size_t most = std::min(m_lanes.size(), frames.size());
    if (m_unitBytes == 0) return most;
    std::size_t held = m_unitBytes;
    for (std::size_t count = 1; count < most; ++count) {
        if (m_stack.unitOf(frames[count]) != m_stack.unitOf(frames[count - 1])) held += m_unitBytes;
        if (held > kMaxLaneBytes) return count;
    }
    return most;
}

WorkerTimes GroupIntegrator::times() const noexcept {
    WorkerTimes times;
    times.read_s = m_reader->readSeconds();
    times.bytes = m_reader->readBytes();
    times.decode_s = m_decode_s + std::max(0.0, m_loading_s - times.read_s);
    times.integrate_s = m_integrate_s;
    return times;
}

void GroupIntegrator::stopIfAborted() const {
    if (m_control.stopRequest() == StopRequest::abort) throw StoppedError();
}

std::string GroupIntegrator::because(std::size_t frame, const Error& error) const {
    const std::string what = error.what();
    const std::string where = m_stack.where(frame);
    return what.find(where) == std::string::npos ? phrase("%1: %2", where, error.what()) : error.what();
}

bool GroupIntegrator::monitorOf(std::size_t frame, double& factor, std::string& failure) const {
    factor = 1;
    if (m_stack.monitor.empty()) return true;
    factor = frame < m_stack.monitor.size() ? m_stack.monitor[frame] : 0;
    if (factor > 0 && std::isfinite(factor)) return true;
    failure = phrase("%1: its monitor is no positive number; divide by another monitor", m_stack.where(frame));
    return false;
}

void GroupIntegrator::integrate(std::span<const std::size_t> frames, std::span<azint::FrameResult> results,
                                std::span<std::string> failures) {
    for (std::string& failure : failures) failure = {};
    for (std::size_t first = 0, count = 0; first < frames.size(); first += count) {
        stopIfAborted();
        count = lanesFor(frames.subspan(first));
        if (m_accumulator)
            integrateSideBySide(frames.subspan(first, count), results.subspan(first, count),
                                failures.subspan(first, count));
        else
            integrateWhole(frames[first], results[first], failures[first]);
    }
}

void GroupIntegrator::integrateWhole(std::size_t frame, azint::FrameResult& result, std::string& failure) {
    double factor = 1;
    if (!monitorOf(frame, factor, failure)) return;
    const auto start = Clock::now();
    std::span<const std::byte> pixels;
    try {
        pixels = m_reader->readPixels(frame);
    } catch (const DataError& error) {
        failure = because(frame, error);
        return;
    }
    const auto loaded = Clock::now();
    m_loading_s += between(start, loaded);
    m_integrator.integrateFrame(m_stack.pixelType(), pixels, factor, result);
    m_integrate_s += secondsSince(loaded);
}

void GroupIntegrator::load(Lane& lane, std::size_t frame, std::string& failure) {
    lane.isStream = false;
    lane.failed = false;
    const auto start = Clock::now();
    try {
        lane.stored = m_reader->read(frame);
        if (lane.stored.bitshuffle) {
            openStream(lane, lane.stored, frame);
        } else {
            if (lane.stored.bytes.size() != m_frameBytes)
                throw DataError("a frame of another size than the others", m_stack.where(frame));
            lane.pixels = lane.stored.bytes;
        }
    } catch (const DataError& error) {
        failure = because(frame, error);
        lane.failed = true;
    }
    m_loading_s += secondsSince(start);
}

void GroupIntegrator::openStream(Lane& lane, const io::StoredFrame& stored, std::size_t frame) {
    const codec::BitshuffleFormat& format = *stored.bitshuffle;
    if (format.elementSize != bytesOf(m_stack.pixelType()))
        throw DataError("the compression says another element size than the dataset", m_stack.where(frame));
    if (!lane.stream || lane.format.compression != format.compression ||
        lane.format.blockElements != format.blockElements) {
        lane.stream = std::make_unique<codec::BitshuffleStream>(format);
        lane.format = format;
    }
    lane.stream->open(stored.bytes, m_frameBytes);
    if (lane.own.size() < lane.stream->planeBytes()) lane.own.resize(lane.stream->planeBytes());
    lane.isStream = true;
}

void GroupIntegrator::decodeWhole(Lane& lane) {
    const std::size_t size = lane.stream->elementSize();
    std::vector<std::byte> whole(m_frameBytes);
    std::vector<std::byte> piece(lane.stream->maxBlockElements() * size);
    while (const auto part = lane.stream->next(piece))
        std::copy_n(piece.begin(), part->elements * size,
                    whole.begin() + static_cast<std::ptrdiff_t>(part->firstElement * size));
    lane.own = std::move(whole);
    lane.pixels = lane.own;
    lane.isStream = false;
}

/// Frames whose blocks have another size than those of the first are decoded whole: rare, and right all the same.
void GroupIntegrator::unifyBlocks(std::span<Lane> lanes, std::span<const std::size_t> frames,
                                  std::span<std::string> failures) {
    std::size_t block = 0;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        if (!lanes[i].isStream || lanes[i].failed) continue;
        if (block == 0) block = lanes[i].stream->maxBlockElements();
        if (lanes[i].stream->maxBlockElements() == block) continue;
        try {
            decodeWhole(lanes[i]);
        } catch (const DataError& error) {
            failures[i] = because(frames[i], error);
            lanes[i].failed = true;
        }
    }
}

void GroupIntegrator::integrateSideBySide(std::span<const std::size_t> frames, std::span<azint::FrameResult> results,
                                          std::span<std::string> failures) {
    const std::span<Lane> lanes = std::span(m_lanes).first(frames.size());
    std::array<double, azint::kFrameLanes> factors{};
    for (Lane& lane : m_lanes) lane.stored = {}; // the reader uses the memory again
    for (std::size_t i = 0; i < frames.size(); ++i) {
        load(lanes[i], frames[i], failures[i]);
        if (!lanes[i].failed && !monitorOf(frames[i], factors[i], failures[i])) lanes[i].failed = true;
        if (lanes[i].failed) factors[i] = 1;
    }
    if (std::ranges::all_of(lanes, &Lane::failed)) return;
    m_accumulator->begin(m_stack.pixelType(), frames.size());
    pump(lanes, frames, failures);
    if (std::ranges::all_of(lanes, &Lane::failed)) return;
    const auto start = Clock::now();
    m_accumulator->finish(std::span(factors).first(frames.size()), results);
    m_integrate_s += secondsSince(start);
}

/// Whether the blocks of all frames can be taken apart side by side.
bool GroupIntegrator::areAllPlanes(std::span<const Lane> lanes) const {
    return !azint::isFloating(m_stack.pixelType()) &&
           codec::canUntransposeLanes(m_accumulator->lanes(), bytesOf(m_stack.pixelType())) &&
           std::ranges::all_of(lanes, [](const Lane& lane) { return lane.isStream || lane.failed; });
}

/// Decodes the next block of every frame; what one does not have is not wanted or has failed.
void GroupIntegrator::decodeBlocks(std::span<Lane> lanes, std::span<const std::size_t> frames,
                                   std::span<std::string> failures, const BlockTask& task) {
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        Lane& lane = lanes[i];
        m_at[i] = nullptr;
        if (lane.failed) continue;
        if (!lane.isStream) {
            m_at[i] = lane.pixels.data() + task.pixel * bytesOf(m_stack.pixelType());
            continue;
        }
        try {
            if (task.asPlanes) {
                lane.stream->nextPlanes(lane.own);
            } else if (!(task.isWanted ? lane.stream->next(lane.own) : lane.stream->skip())) {
                throw DataError("the compressed frame ends too early", m_stack.where(frames[i]));
            }
            m_at[i] = lane.own.data();
        } catch (const DataError& error) {
            failures[i] = because(frames[i], error);
            lane.failed = true;
        }
    }
}

/// Takes the planes of all frames apart, kLaneElements at a time: m_interleaved and m_widths.
void GroupIntegrator::untranspose(std::size_t elements) {
    const std::size_t elementSize = bytesOf(m_stack.pixelType());
    const std::size_t lanes = m_accumulator->lanes();
    const std::size_t partBytes = codec::kLaneElements * lanes * elementSize;
    if (m_zeros.size() < elements * elementSize) m_zeros.resize(elements * elementSize);
    if (m_interleaved.size() < elements * lanes * elementSize) m_interleaved.resize(elements * lanes * elementSize);
    m_widths.resize(elements / codec::kLaneElements);
    std::array<const std::byte*, azint::kFrameLanes> planes{};
    for (std::size_t i = 0; i < lanes; ++i) planes[i] = m_at[i] ? m_at[i] : m_zeros.data();
    for (std::size_t part = 0; part < m_widths.size(); ++part)
        m_widths[part] = codec::bitUntransposeLanes(std::span(planes).first(lanes), elements, elementSize,
                                                    part * codec::kLaneElements,
                                                    std::span(m_interleaved).subspan(part * partBytes, partBytes));
}

void GroupIntegrator::addInterleaved() {
    static_assert(codec::kLaneElements % azint::kSegmentPixels == 0);
    const std::size_t lanes = m_accumulator->lanes();
    const std::size_t partBytes = codec::kLaneElements * lanes * bytesOf(m_stack.pixelType());
    unsigned present = 0;
    for (std::size_t i = 0; i < lanes; ++i) present |= (m_at[i] ? 1U : 0U) << i;
    for (std::size_t part = 0; part < m_widths.size(); ++part) {
        const std::byte* values = m_interleaved.data() + part * partBytes;
        for (std::size_t i = 0; i < codec::kLaneElements; i += azint::kSegmentPixels) {
            m_accumulator->addInterleaved(m_widths[part], values, present);
            values += azint::kSegmentPixels * lanes * m_widths[part];
        }
    }
}

/// Moves all frames through the accumulator, block by block.
void GroupIntegrator::pump(std::span<Lane> lanes, std::span<const std::size_t> frames,
                           std::span<std::string> failures) {
    const std::size_t pixels = m_integrator.pixels();
    auto start = Clock::now();
    unifyBlocks(lanes, frames, failures);
    const auto firstStream = std::ranges::find_if(lanes, [](const Lane& l) { return l.isStream && !l.failed; });
    const std::size_t block = firstStream != lanes.end() ? firstStream->stream->maxBlockElements() : pixels;
    const bool areAllPlanes = this->areAllPlanes(lanes);
    m_at.fill(nullptr);
    for (std::size_t pixel = 0; pixel < pixels;) {
        // The same for all: blocks of one size, then the shorter rest.
        const std::size_t left = pixels - pixel;
        const std::size_t count = left >= block ? block : firstStream != lanes.end() && left >= 8 ? left / 8 * 8 : left;
        const bool isWanted = m_accumulator->needed(count);
        const bool asPlanes =
            isWanted && areAllPlanes && pixel % codec::kLaneElements == 0 && count % codec::kLaneElements == 0;
        decodeBlocks(lanes, frames, failures, {pixel, isWanted, asPlanes});
        if (asPlanes) untranspose(count);
        const auto decoded = Clock::now();
        m_decode_s += between(start, decoded);
        if (std::ranges::all_of(lanes, &Lane::failed)) return;
        if (asPlanes)
            addInterleaved();
        else if (isWanted)
            m_accumulator->add(count, std::span(m_at).first(lanes.size()));
        else
            m_accumulator->skip(count);
        pixel += count;
        start = Clock::now();
        m_integrate_s += between(decoded, start);
    }
}

} // namespace ewald::job
