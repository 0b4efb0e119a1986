// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/surface_mesh.h"

#include "view/colour_map.h"

#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ewald::view {

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

/// Calls `use(row, col, block)` for each of rows × cols blocks of an image; block = {top, bottom, left, right}.
template <class F>
void forBlocks(std::size_t imageRows, std::size_t imageCols, std::size_t rows, std::size_t cols, const F& use) {
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < cols; ++c) {
            use(r, c,
                std::array{r * imageRows / rows, (r + 1) * imageRows / rows, c * imageCols / cols,
                           (c + 1) * imageCols / cols});
        }
    }
}

Array<float, 2> reducedPhase(const Array<Complex, 2>& image, std::size_t rows, std::size_t cols) {
    Array<float, 2> phase({rows, cols}, kNaN);
    forBlocks(image.extent(0), image.extent(1), rows, cols, [&](std::size_t r, std::size_t c, const auto& block) {
        Complex sum{};
        for (std::size_t y = block[0]; y < block[1]; ++y) {
            for (std::size_t x = block[2]; x < block[3]; ++x) {
                const Complex z = image(y, x);
                if (std::isfinite(z.real()) && std::isfinite(z.imag())) sum += z;
            }
        }
        if (sum != Complex{}) phase(r, c) = std::arg(sum);
    });
    return phase;
}

Array<float, 2> reduced(const Array<float, 2>& image, std::size_t rows, std::size_t cols) {
    Array<float, 2> mean({rows, cols}, kNaN);
    forBlocks(image.extent(0), image.extent(1), rows, cols, [&](std::size_t r, std::size_t c, const auto& block) {
        double sum = 0;
        int count = 0;
        for (std::size_t y = block[0]; y < block[1]; ++y) {
            for (std::size_t x = block[2]; x < block[3]; ++x) {
                if (!std::isfinite(image(y, x))) continue;
                sum += static_cast<double>(image(y, x));
                ++count;
            }
        }
        if (count > 0) mean(r, c) = static_cast<float>(sum / count);
    });
    return mean;
}

/// Normals from central differences; NaN neighbours count as flat.
void addNormals(vtkPolyData* mesh, const Array<float, 2>& z, double dx, double dy) {
    const auto [rows, cols] = z.shape();
    vtkNew<vtkFloatArray> normals;
    normals->SetNumberOfComponents(3);
    normals->SetNumberOfTuples(static_cast<vtkIdType>(z.size()));
    const auto slope = [](float a, float b, double step) {
        const double difference = static_cast<double>(b) - static_cast<double>(a);
        return std::isfinite(difference) && step > 0 ? difference / step : 0.0;
    };
    vtkIdType i = 0;
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < cols; ++c, ++i) {
            const std::size_t left = c > 0 ? c - 1 : c, right = std::min(c + 1, cols - 1);
            const std::size_t up = r > 0 ? r - 1 : r, down = std::min(r + 1, rows - 1);
            const double sx = slope(z(r, left), z(r, right), dx * static_cast<double>(right - left));
            const double sy = slope(z(down, c), z(up, c), dy * static_cast<double>(down - up));
            const double norm = std::sqrt(sx * sx + sy * sy + 1);
            normals->SetTuple3(i, -sx / norm, -sy / norm, 1 / norm);
        }
    }
    mesh->GetPointData()->SetNormals(normals);
}

vtkSmartPointer<vtkPolyData> makeMesh(const Array<float, 2>& values, const SurfaceRequest& request, Surface& surface) {
    const auto [rows, cols] = values.shape();
    const double w = static_cast<double>(surface.cols);
    const double h = static_cast<double>(surface.rows) * request.aspect;
    const double side = std::max(w, h);
    const double dx = w / side / static_cast<double>(std::max<std::size_t>(1, cols - 1));
    const double dy = h / side / static_cast<double>(std::max<std::size_t>(1, rows - 1));
    Array<float, 2> z({rows, cols});
    vtkNew<vtkPoints> points;
    points->SetNumberOfPoints(static_cast<vtkIdType>(values.size()));
    vtkNew<vtkFloatArray> scalars;
    scalars->SetNumberOfTuples(static_cast<vtkIdType>(values.size()));
    vtkIdType i = 0;
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < cols; ++c, ++i) {
            const double v = static_cast<double>(values(r, c));
            const double clamped = std::isfinite(v) ? std::clamp(v, surface.low, surface.high) : surface.low;
            const double height = (clamped - surface.low) / (surface.high - surface.low) * request.height;
            z(r, c) = static_cast<float>(height);
            points->SetPoint(i, static_cast<double>(c) * dx - w / side / 2, h / side / 2 - static_cast<double>(r) * dy,
                             height);
            scalars->SetValue(i, values(r, c));
        }
    }
    vtkNew<vtkCellArray> triangles;
    for (std::size_t r = 0; r + 1 < rows; ++r) {
        for (std::size_t c = 0; c + 1 < cols; ++c) {
            if (!std::isfinite(values(r, c) + values(r, c + 1) + values(r + 1, c) + values(r + 1, c + 1))) continue;
            const auto a = static_cast<vtkIdType>(r * cols + c);
            const auto below = a + static_cast<vtkIdType>(cols);
            for (const auto& triangle : {std::array{a, below, a + 1}, std::array{a + 1, below, below + 1}}) {
                triangles->InsertNextCell(3, triangle.data());
            }
        }
    }
    auto mesh = vtkSmartPointer<vtkPolyData>::New();
    mesh->SetPoints(points);
    mesh->SetPolys(triangles);
    mesh->GetPointData()->SetScalars(scalars);
    addNormals(mesh, z, dx, dy);
    // Computed here, because the screen's thread asks for them.
    mesh->ComputeBounds();
    return mesh;
}

} // namespace

Surface makeSurface(const SurfaceRequest& request) {
    Surface surface;
    const bool phase = request.complex != nullptr;
    if (!phase && request.real == nullptr) return surface;
    surface.height = request.height;
    surface.aspect = request.aspect;
    surface.rows = phase ? request.complex->extent(0) : request.real->extent(0);
    surface.cols = phase ? request.complex->extent(1) : request.real->extent(1);
    if (surface.rows < 2 || surface.cols < 2) return surface;
    const std::size_t rows = std::min(surface.rows, kSurfacePoints);
    const std::size_t cols = std::min(surface.cols, kSurfacePoints);
    const bool unwrap = phase && request.unwrap;
    const Array<float, 2> values = unwrap  ? reduced(request.unwrap(*request.complex), rows, cols)
                                   : phase ? reducedPhase(*request.complex, rows, cols)
                                           : reduced(*request.real, rows, cols);
    RangeChoice choice;
    choice.lowPercentile = 0.2;
    choice.highPercentile = 99.8;
    const Range range = resolveRange(values.span(), choice);
    surface.low = range.low;
    surface.high = range.high;
    surface.mesh = makeMesh(values, request, surface);
    return surface;
}

} // namespace ewald::view
