// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace ewald::ptycho {

enum class FrcWindow {
    none,
    hann, ///< over the whole image
    tukey ///< cosine edges over a fifth of the image, a tenth on each side
};

/// Fourier ring correlation of two images over the spatial frequency. All columns have one entry a ring; ring k has the
/// Fourier pixels with a frequency of k ± ½ ring widths, a width being one bin of the longer side of the image.
struct RingCorrelation {
    std::vector<double> frequency; ///< cycles per metre; the last ring is the Nyquist frequency of the coarser axis
    std::vector<double> frc;       ///< Re Σ A B*/√(Σ|A|² Σ|B|²)
    std::vector<double> halfBit;   ///< threshold
    std::vector<double> oneBit;
    std::vector<std::size_t> samples; ///< Fourier pixels of the ring
    double nyquist = 0;               ///< cycles per metre
    /// Resolution: half the period at the first crossing, 1/(2 f), metres. The crossing is where the mean of the FRC of
    /// three neighbouring rings first falls below the threshold, from the fourth ring on, interpolated between rings.
    /// Absent when it never does: the resolution is a pixel or better.
    std::optional<double> halfBitResolution_m;
    std::optional<double> oneBitResolution_m;
};

/// FRC of two aligned complex images of the same shape, at least 16 pixels a side. A threshold is the FRC expected
/// where each image alone has a signal-to-noise ratio s, √2 − 1 over 2 (0.2071: half a bit of information a pixel in
/// the mean of both images) or ½ (one bit), for rings of n independent Fourier pixels:
///
///     T(s) = (s + (2√s + 1)/√n)/(1 + s + 2√s/√n)
///
/// after van Heel & Schatz 2005, J. Struct. Biol. 151, 250. A window h makes neighbouring Fourier pixels depend on each
/// other: n = samples · (mean h²)²/mean h⁴. Any thread.
/// \param pixelHeight_m, pixelWidth_m of a pixel, metres
[[nodiscard]] RingCorrelation ringCorrelation(const Array<Complex, 2>& a, const Array<Complex, 2>& b,
                                              double pixelHeight_m, double pixelWidth_m,
                                              FrcWindow window = FrcWindow::hann);

/// The mean correlation of three rings around a frequency: so many times Nyquist's. 0 without rings.
[[nodiscard]] double correlationAt(const RingCorrelation& found, double partOfNyquist);

/// T(s) as above. \param snr signal-to-noise ratio of one image, samples n > 0
[[nodiscard]] double frcThreshold(double snr, double samples);

inline constexpr double kHalfBitSnr = 0.20710678118654752; ///< (√2 − 1)/2
inline constexpr double kOneBitSnr = 0.5;

} // namespace ewald::ptycho
