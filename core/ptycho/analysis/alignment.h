// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "ptycho/analysis/image_box.h"

#include <complex>

namespace ewald::ptycho {

/// What brings an image B onto an image A, both complex and with pixels of the same size:
///
///     B'(r) = scale · exp(i(rampRow (row − R/2) + rampCol (col − C/2))) · T(r − shift),   R × C: shape of A,
///
/// where T is B, or with `twin` B turned by 180° and conjugated. A reconstruction leaves all of these open but the
/// whole pixels of the shift, the twin only where the sense of the positions is open, too.
struct Alignment {
    bool twin = false;
    double shiftRow = 0; ///< pixels
    double shiftCol = 0;
    double rampRow = 0; ///< radians a pixel
    double rampCol = 0;
    std::complex<double> scale = 1;
    /// |⟨A, B'⟩|/(‖A‖ ‖B'‖) over the box, of what differs from the (windowed) mean: 1 = equal, 0 = unrelated.
    double correlation = 0;
    /// The correlation of the other choice for `twin`; 0 when it was not tried.
    double otherCorrelation = 0;
};

struct AlignmentOptions {
    bool tryTwin = true;      ///< also B turned by 180° and conjugated
    PixelPosition start;      ///< shift of B to begin with, pixels; usually from the origins of both images
    PixelPosition twinStart;  ///< the same for the turned one
    double largestShift = 32; ///< farthest from the start that a shift is looked for, pixels
};

/// Aligns `b` with `a` on `box` (a well-lit rectangle of `a`). The ramp is the peak of the Fourier transform of A·B'*,
/// the shift that of the cross-correlation of the complex images without their means, both refined by sums at fractions
/// of a bin (below 1/200 pixel), in turns until nothing changes, since they depend on each other; the scale is the
/// least-squares one. Guizar-Sicairos, Thurman & Fienup 2008, Opt. Lett. 33, 156.
/// Any thread. \param a, b [row][col], shapes may differ \throws StoppedError when a StopScope of the thread is asked
/// to stop
[[nodiscard]] Alignment align(const Array<Complex, 2>& a, const Array<Complex, 2>& b, const ImageBox& box,
                              const AlignmentOptions& options = {});

/// B' on the pixels of A: fractional shifts by the Fourier transform, for which the outermost twentieth of B on each
/// side is brought to its mean; 0 where B has no pixels. \param rows, cols of A
[[nodiscard]] Array<Complex, 2> aligned(const Array<Complex, 2>& b, const Alignment& alignment, std::size_t rows,
                                        std::size_t cols);
/// The image turned by 180° and conjugated.
[[nodiscard]] Array<Complex, 2> twinOf(const Array<Complex, 2>& image);

/// How far two aligned images are apart on a box.
struct ImageDifference {
    double relative = 0;  ///< ‖A − B'‖/‖A‖
    double amplitude = 0; ///< √(Σ(|A| − |B'|)²/Σ|A|²)
    double phase_rad = 0; ///< root mean square of the angle between A and B', weighted with |A||B'|
};
[[nodiscard]] ImageDifference difference(const Array<Complex, 2>& a, const Array<Complex, 2>& alignedB,
                                         const ImageBox& box);

} // namespace ewald::ptycho
