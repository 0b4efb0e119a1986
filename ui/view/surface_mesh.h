// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "view/phase_unwrapper.h"

#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include <memory>

namespace ewald::view {

/// An image to turn into a surface: one of the two pointers is set.
struct SurfaceRequest {
    std::shared_ptr<const Array<float, 2>> real;
    std::shared_ptr<const Array<Complex, 2>> complex; ///< its phase
    PhaseUnwrapper unwrap; ///< of all of the complex image, before it is made smaller; may be empty
    double height = 0.25;  ///< of the value range, the larger side being 1
    double aspect = 1;     ///< height of a pixel divided by its width
};

/// A surface around the origin of the x-y plane, larger side 1, z from 0; scalars are the values.
struct Surface {
    vtkSmartPointer<vtkPolyData> mesh;
    double low = 0;
    double high = 1;
    std::size_t rows = 0; ///< of the image
    std::size_t cols = 0;
    double height = 0.25; ///< as asked for
    double aspect = 1;
};

/// Largest number of points along a side.
inline constexpr std::size_t kSurfacePoints = 256;

/// Mean over blocks so that no side has more than kSurfacePoints points (complex mean for phases). Any thread.
[[nodiscard]] Surface makeSurface(const SurfaceRequest& request);

} // namespace ewald::view
