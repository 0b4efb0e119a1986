// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "io/preprocess/preprocess.h"
#include "io/stack/segment.h"

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <thread>
#include <utility>

namespace ewald::io::test {

/// The frames `which` as √counts, one after the other, negative = masked.
inline FrameStatistics readAmplitudes(const Scan& scan, const Preprocessing& settings, const PreparedLayout& layout,
                                      std::span<const std::size_t> which, std::span<float> out,
                                      const RunControl& control, const ReadProgress& progress = {}) {
    const std::size_t pixels = layout.size * layout.size;
    const auto keep = [&](std::size_t slot, std::span<const float> counts) {
        for (std::size_t i = 0; i < pixels; ++i)
            out[slot * pixels + i] = std::isnan(counts[i]) ? -1.0F : std::sqrt(counts[i]);
    };
    return readCounts(scan, settings, layout, which, keep, control, progress);
}

/// Frames in memory; counts what is read.
class MemoryFrames final : public StackSegment {
public:
    MemoryFrames(std::size_t frames, std::size_t rows, std::size_t cols, std::vector<float> values,
                 PixelType type = PixelType::float32)
        : m_frames(frames), m_shape{rows, cols, type}, m_values(std::move(values)) {
        m_values.resize(frames * rows * cols);
    }
    FrameShape shape() const noexcept override { return m_shape; }
    std::size_t frameCount() const noexcept override { return m_frames; }
    std::string where(std::size_t frame) const override { return "memory frame " + std::to_string(frame); }
    std::string compression() const override { return "none"; }
    std::size_t chunkFrames() const noexcept override { return m_chunk; }
    FrameUnit unitOf(std::size_t frame) const override { return {this, frame / m_chunk}; }
    StoredFrame read(std::size_t frame, ReadContext& context) const override {
        if (frame == m_broken || frame >= m_brokenFrom) throw DataError("cannot read");
        ++m_read;
        if (m_delay.count() > 0) { // a slow disk
            const auto begin = std::chrono::steady_clock::now();
            std::this_thread::sleep_for(m_delay);
            context.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        }
        if (!context.unit || context.unitIs != unitOf(frame)) {
            ++m_unitsRead;
            context.unit = context.take(0);
            context.unitIs = unitOf(frame);
        }
        const MemoryPool::Buffer pixels = context.take(m_shape.bytes());
        withPixelType(m_shape.type, [&](auto number) {
            for (std::size_t i = 0; i < m_shape.pixels(); ++i) {
                const auto value = static_cast<decltype(number)>(m_values[frame * m_shape.pixels() + i]);
                std::memcpy(pixels->data() + i * sizeof value, &value, sizeof value);
            }
        });
        return pixelsIn(pixels);
    }

    std::size_t m_chunk = 1;
    std::chrono::milliseconds m_delay{0}; ///< of reading a frame
    std::size_t m_broken = std::numeric_limits<std::size_t>::max();
    std::size_t m_brokenFrom = std::numeric_limits<std::size_t>::max(); ///< as in a file that is cut off
    mutable std::atomic<std::size_t> m_read{0};
    mutable std::atomic<std::size_t> m_unitsRead{0};

private:
    std::size_t m_frames;
    FrameShape m_shape;
    std::vector<float> m_values;
};

inline std::shared_ptr<const FrameStack> stackOf(std::shared_ptr<const StackSegment> segment) {
    StackContents contents;
    contents.frames.append(std::move(segment));
    return makeStack(std::move(contents));
}

} // namespace ewald::io::test
