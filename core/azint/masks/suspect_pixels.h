// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/geometry.h"
#include "base/array.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ewald::azint {

/// Why a pixel is better left out.
enum class Suspicion : std::uint8_t {
    none,
    hot,      ///< far above its ring in most frames, alone or with one neighbour
    dead,     ///< far below its ring in all frames
    beamStop, ///< in the shadow around the beam, with its arm
    spot,     ///< of single crystals: far above its ring in one frame
};
inline constexpr std::size_t kSuspicions = 5;

struct Suspects {
    Array<std::uint8_t, 2> why; ///< a Suspicion a pixel, [row][col] of the stored image
    std::array<std::size_t, kSuspicions> count{};
};

/// Looks for pixels that do not agree with their rings, in frames that are shown to it one after the other. What it
/// finds is a proposal: it masks nothing. One thread.
///
/// A ring is the pixels at one distance from the beam, one pixel wide. In each frame a pixel is far above when it
/// exceeds the median of its ring by more than `sigmas` times the scatter (1.4826 · median of the absolute deviations,
/// at least √median, at least 1), far below when it is below a fifth of a median of more than ten. Hot pixels are far
/// above in more than four fifths of the frames, in groups of at most two (larger ones are light), dead ones below in
/// all; both also far from the second nearest in value of their neighbours, and hot ones from the second largest of the
/// eight pixels whose angles are nearest to theirs: of a line that is sharper than a pixel, a few pixels along its ring
/// are bright, each between dark ones. The shadow of a beam stop is where the mean
/// of the frames, smoothed over five pixels, is below 0.3 of what is expected: of the median of the ring; where rings
/// lie in it as a whole, of the median of the inner half of all rings. It counts where it is connected with the beam,
/// and is grown by two pixels.
class SuspectSearch {
public:
    /// \param known pixels that are left out anyhow, not zero = left out; empty: none
    SuspectSearch(const Geometry& geometry, Array<std::uint8_t, 2> known, double sigmas = 6);

    /// \param frame of the geometry's shape; what is not finite was not measured
    void add(const Array<float, 2>& frame);
    [[nodiscard]] std::size_t frames() const noexcept { return m_frames; }
    /// Hot and dead pixels and the beam stop, of all frames so far.
    [[nodiscard]] Suspects find() const;
    /// The spots of one frame: groups of four pixels and more that are far above, grown by a pixel.
    [[nodiscard]] Suspects spotsOf(const Array<float, 2>& frame) const;

private:
    struct Ring {
        float median = 0;
        float scatter = 1; ///< of a pixel
        std::size_t pixels = 0;
    };
    [[nodiscard]] bool counts(const Array<float, 2>& frame, std::size_t pixel) const;
    [[nodiscard]] std::vector<Ring> ringsOf(const Array<float, 2>& frame) const;
    /// The second largest or second smallest of the eight neighbours.
    [[nodiscard]] float neighbour(const Array<float, 2>& frame, std::size_t pixel, bool largest) const;
    /// The second largest of the pixels nearest in angle, four on either side.
    [[nodiscard]] float nearInAngle(const Array<float, 2>& frame, std::size_t pixel) const;
    [[nodiscard]] bool isAbove(float value, const Ring& ring) const;
    [[nodiscard]] Array<float, 2> mean() const;
    /// 1 = in the shadow.
    [[nodiscard]] Array<std::uint8_t, 2> shadow() const;

    std::size_t m_rows;
    std::size_t m_cols;
    double m_sigmas;
    double m_beamRow = 0; ///< pixels
    double m_beamCol = 0;
    Array<std::uint8_t, 2> m_known;
    std::vector<std::uint32_t> m_ringOf;  ///< of each pixel
    std::vector<std::uint32_t> m_byAngle; ///< the pixels in the order of 2θ
    std::vector<std::uint32_t> m_rankOf;  ///< where each of them is in it
    std::size_t m_ringCount = 0;
    std::size_t m_frames = 0;
    std::vector<std::uint32_t> m_seen, m_above, m_alone, m_below; ///< frames in which a pixel was measured, …
    std::vector<double> m_sum;
};

} // namespace ewald::azint
