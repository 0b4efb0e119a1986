// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/devices/queue.h"
#include "kernels/complex.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace ewald::ptycho {

/// Waves of frames of a rank: on the device, or in the computer's memory with room for those of a call on the device.
class FrameWaves {
public:
    using Cf = kernels::Cf;

    /// \param atOnce frames of a call; 0: all frames are on the device \param waveSize numbers of a frame
    /// \throws DeviceError
    FrameWaves(compute::Queue& queue, std::size_t frames, std::size_t atOnce, std::size_t waveSize)
        : m_frames(frames), m_waveSize(waveSize),
          m_device(queue, (atOnce > 0 ? std::min(atOnce, frames) : frames) * waveSize) {
        if (atOnce > 0) m_kept.resize(frames * waveSize);
    }
    [[nodiscard]] std::size_t frames() const { return m_frames; }
    [[nodiscard]] Cf* data() { return m_device.data(); }
    /// Where those of consecutive frames are.
    [[nodiscard]] Cf* of(std::span<const int> frames) {
        return m_kept.empty() ? m_device.data() + static_cast<std::size_t>(frames.front()) * m_waveSize
                              : m_device.data();
    }
    /// The waves of one frame on the device: to be read, or to be written and then stored.
    [[nodiscard]] Cf* onDevice(int frame) {
        load(std::span(&frame, 1));
        return of(std::span(&frame, 1));
    }
    /// Brings the waves of consecutive frames to the device, or from there; nothing where they stay.
    void load(std::span<const int> frames) {
        if (!m_kept.empty()) m_device.upload(part(frames));
    }
    void store(std::span<const int> frames) {
        if (!m_kept.empty()) m_device.download(part(frames));
    }

private:
    [[nodiscard]] std::span<Cf> part(std::span<const int> frames) {
        return std::span(m_kept).subspan(static_cast<std::size_t>(frames.front()) * m_waveSize,
                                         frames.size() * m_waveSize);
    }

    std::size_t m_frames;
    std::size_t m_waveSize;
    compute::Buffer<Cf> m_device;
    std::vector<Cf> m_kept;
};

} // namespace ewald::ptycho
