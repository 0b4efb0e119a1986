// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/spool_file.h"
#include "kernels/measured_frames.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <span>
#include <vector>

namespace ewald::ptycho {

using kernels::FrameType;
using kernels::MeasuredFrames;

/// The narrowest type that keeps these counts exactly. Negative numbers and NaN are masked pixels.
[[nodiscard]] FrameType typeFor(std::span<const float> counts) noexcept;

/// The measured frames of one rank in the computer's memory, or in a file of which the memory holds what it can. They
/// are kept as counts in the narrowest type that holds them all, whose width grows with what is put in: only the memory
/// of the width in use is ever touched.
class FrameStore {
public:
    /// Room for `frames` of `pixels` each, all zero.
    /// \param folder of the file; empty: in memory \param widest see put()
    /// \throws DataError when a file cannot be made, std::bad_alloc
    FrameStore(std::size_t frames, std::size_t pixels, const std::filesystem::path& folder = {},
               FrameType widest = FrameType::amplitudes);
    FrameStore(const FrameStore&) = delete;
    FrameStore& operator=(const FrameStore&) = delete;

    /// One frame; negative numbers and NaN are masked pixels. Any thread; a frame is put once.
    /// \throws DeviceError ("out of memory …") when the counts need a wider type than `widest`
    void put(std::size_t frame, std::span<const float> counts);
    /// The same from √counts as they are.
    void putAmplitudes(std::size_t frame, std::span<const float> amplitudes);
    /// Gives back the room that no wider type needs. After the last frame.
    void trim();

    [[nodiscard]] std::size_t frames() const noexcept { return m_frames; }
    [[nodiscard]] std::size_t pixels() const noexcept { return m_pixels; }
    [[nodiscard]] FrameType type() const noexcept { return m_type; }
    [[nodiscard]] std::size_t bytes() const noexcept { return m_frames * frameBytes(); }
    [[nodiscard]] std::size_t frameBytes() const noexcept { return m_pixels * kernels::bytesOf(m_type); }

    // Once all frames are there; any thread.
    /// Whether all of them are whole numbers, as those of a detector that counts.
    [[nodiscard]] bool wholeCounts() const noexcept { return m_whole; }
    [[nodiscard]] MeasuredFrames view() const noexcept { return {m_data, m_type}; }
    [[nodiscard]] std::span<const std::byte> frame(std::size_t index) const noexcept {
        return {m_data + index * frameBytes(), frameBytes()};
    }
    /// √counts of a frame, negative = masked. \param out pixels() values
    void amplitudes(std::size_t frame, std::span<float> out) const noexcept;

private:
    struct Free {
        void operator()(std::byte* memory) const noexcept { std::free(memory); }
    };
    void widen(FrameType type);

    std::size_t m_frames;
    std::size_t m_pixels;
    FrameType m_widest;
    FrameType m_type = FrameType::counts8;
    std::atomic<bool> m_whole = true;
    std::shared_mutex m_widening; ///< held by all that write frames, alone by the one that changes their type
    std::unique_ptr<std::byte, Free> m_memory;
    std::optional<SpoolFile> m_file;
    std::byte* m_data = nullptr; ///< in either of them
};

/// A store of frames given as √counts, negative = masked. \param amplitudes whole frames of `pixels`
[[nodiscard]] std::shared_ptr<FrameStore> storeOfAmplitudes(std::span<const float> amplitudes, std::size_t pixels,
                                                            const std::filesystem::path& folder = {});

/// Moves the pixels of a frame by `shift` rows and columns, around its edges. \param bytes of a pixel
void rollFrame(std::span<const std::byte> in, std::span<std::byte> out, std::size_t n, std::size_t shift,
               std::size_t bytes);

} // namespace ewald::ptycho
