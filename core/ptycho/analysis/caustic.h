// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "base/run_control.h"

#include <vector>

namespace ewald::ptycho {

/// A wave in another plane along the beam, by its angular spectrum:
/// P(z) = F⁻¹[exp(2πi z(√(λ⁻² − f²) − 1/λ)) F P]. Periodic at the edges of its window.
/// \param wave [row][col], centre in the middle; distance_m > 0 = downstream; pixels and wavelength in metres
[[nodiscard]] Array<Complex, 2> propagated(const Array<Complex, 2>& wave, double distance_m, double wavelength_m,
                                           double pixelHeight_m, double pixelWidth_m);

/// Widths of one projection of the intensity.
struct BeamWidth {
    double rms_m = 0;  ///< standard deviation
    double fwhm_m = 0; ///< between the outermost crossings of half the maximum, interpolated
};
/// Of an intensity profile. \param step_m distance of its samples
[[nodiscard]] BeamWidth widthOf(const std::vector<double>& profile, double step_m);

/// A beam along its direction. Distances are metres from the plane of the sample, downstream positive.
struct Caustic {
    std::vector<double> distance_m;
    Array<float, 2> sectionY; ///< [plane][row]: intensity Σ_k|P_k|², summed over the columns
    Array<float, 2> sectionX; ///< [plane][col]: summed over the rows
    std::vector<BeamWidth> alongY;
    std::vector<BeamWidth> alongX;
    std::vector<double> sharpness; ///< Σ I²/(Σ I)², largest in the best focus
    double focus_m = 0;            ///< of the largest sharpness
    double focusY_m = 0;           ///< of the smallest rms width along y
    double focusX_m = 0;
    double astigmatism_m = 0; ///< focusY − focusX
    bool focusInside = true;  ///< none of the three lies at an end of the range
    /// Farther away than this, 2n·pixel²/λ, the propagator is sampled too coarsely and light that wraps round comes
    /// back into the sections: the range is cut there.
    double valid_m = 0;
};

/// Propagates all modes of a probe through `planes` planes from `from_m` to `to_m`, with twice the window against
/// wrapping round. Uses all cores. \param probe [mode][n][n], centre in the middle \throws JobError for an empty range;
/// StoppedError when `control` asks for a stop
[[nodiscard]] Caustic causticOf(const Array<Complex, 3>& probe, double wavelength_m, double pixelHeight_m,
                                double pixelWidth_m, double from_m, double to_m, std::size_t planes,
                                const RunControl& control);

/// Intensity Σ_k|P_k|² [row][col] of all modes in another plane, propagated with twice the window. Any thread.
[[nodiscard]] Array<float, 2> intensityAt(const Array<Complex, 3>& probe, double distance_m, double wavelength_m,
                                          double pixelHeight_m, double pixelWidth_m);

} // namespace ewald::ptycho
