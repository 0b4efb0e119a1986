// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/model/problem.h"

#include <span>

namespace ewald::ptycho {

/// Near field: the mean amplitude at the detector propagated back to the sample by the effective distance.
/// \param meanAmplitude n×n, √mean I, zero frequency at the corner, masked pixels 0
[[nodiscard]] Array<Complex, 2> backPropagatedProbe(std::span<const float> meanAmplitude, const Geometry& geometry);
/// Far field: F⁻¹[A exp(iπ s |f|²/n)], f in cycles per window: the mean amplitude brought to a sample that is `s` away
/// from the focus (s = 1: light at the detector's edge comes from the window's edge). findFocus() looks for s.
/// \param meanAmplitude as above, frameSize() a side
[[nodiscard]] Array<Complex, 2> defocusedProbe(std::span<const float> meanAmplitude, const Geometry& geometry,
                                               double curvature);
/// Transfer function of the angular spectrum, H = exp(−iπλz(fx² + fy²)) with z the effective distance; n×n, zero
/// frequency at the corner.
[[nodiscard]] Array<Complex, 2> nearFieldTransfer(const Geometry& geometry);
/// The same over a distance in the object. Where the phase of neighbouring frequencies would differ by more than π,
/// nothing beyond 2/3 of the Nyquist frequency goes through: it would come back in on the other side of the window.
[[nodiscard]] Array<Complex, 2> sliceTransfer(const Geometry& geometry, double distance_m);
/// Gaussian with `fwhm_px` (0: a quarter of the window), or a disk of that diameter with soft edge; flat phase.
[[nodiscard]] Array<Complex, 2> gaussianProbe(std::size_t size, double fwhm_px);
[[nodiscard]] Array<Complex, 2> diskProbe(std::size_t size, double diameter_px);

/// `first` brought to `modes` modes: further ones are Hermite-like products with x and y, made orthogonal, each with
/// `extraModePower` of the first one's power (cf. Odstrčil 2016); the sum of all has `photons`.
/// A `first` that already has more modes is cut to the strongest `modes`.
[[nodiscard]] Array<Complex, 3> makeProbeModes(const Array<Complex, 3>& first, std::size_t modes, double extraModePower,
                                               double photons);

/// `source` (any size) brought to size × size: cropped or zero-padded around the middle.
[[nodiscard]] Array<Complex, 3> fitProbe(const Array<Complex, 3>& source, std::size_t size);
/// `source` brought to rows × cols around the middle, 1 outside.
[[nodiscard]] Array<Complex, 2> fitObject(const Array<Complex, 2>& source, std::size_t rows, std::size_t cols);
/// \param object slices or modes one below the other \return [layer][H][W]
[[nodiscard]] Array<Complex, 3> slicesOf(const Array<Complex, 2>& object, std::size_t slices);
/// One of its layers.
[[nodiscard]] Array<Complex, 2> layerOf(const Array<Complex, 3>& layers, std::size_t layer);
/// What a further mode of the object starts from: noise, of which a step keeps what the frames support; were it like
/// the first one, it would stay so. A twentieth of an empty object (engines.md 5.5: CDTools' start).
void fillFurtherMode(std::span<Complex> mode, unsigned long long seed, std::size_t number);
/// The product of all slices, [slice][H][W]: what a thin object would be, which takes shape long
/// before each slice does. Of one slice itself.
[[nodiscard]] Array<Complex, 2> productOfSlices(const Array<Complex, 3>& slices);
/// What stands for all layers: the product of slices, of modes the strongest, which is the first.
[[nodiscard]] Array<Complex, 2> objectOf(const Array<Complex, 3>& layers, std::size_t modes);

} // namespace ewald::ptycho
