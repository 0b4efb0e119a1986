// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

namespace ewald::ptycho {

/// A beam where it comes from: its Fourier transform. With the phase conventions of propagated(), a beam whose focus
/// lies z downstream of the plane of the wave has the phase πλz f².
struct Wavefront {
    /// [row][col], frequency 0 in the middle: what is left when tilt, defocus and astigmatism are taken out. The phase
    /// is the error of the wavefront, its mean over the intensity 0.
    Array<Complex, 2> pupil;
    double stepY_per_m = 0; ///< frequency from row to row, cycles per metre
    double stepX_per_m = 0;
    double focusY_m = 0;      ///< where the curvature along y vanishes, downstream positive
    double focusX_m = 0;      ///< along x
    double astigmatism_m = 0; ///< distance of both line foci along their own axes, ≥ 0
    double axis_rad = 0;      ///< from x towards y: direction of the curvature whose focus lies farther downstream
    double rms_waves = 0;     ///< of the error, weighted with the intensity, where that is above a hundredth of its top
};

/// The slopes of the phase from one frequency to the next are fitted with those of a quadratic function, weighted with
/// the amplitudes of both (no unwrapping is needed for a beam that lies in its window); the rest is unwrapped for its
/// r.m.s. Any thread. \param wave [row][col], centre in the middle \throws JobError for a wave of zeros
[[nodiscard]] Wavefront wavefrontOf(const Array<Complex, 2>& wave, double wavelength_m, double pixelHeight_m,
                                    double pixelWidth_m);

} // namespace ewald::ptycho
