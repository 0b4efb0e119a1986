// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/image_render.h"

#include <QPolygonF>
#include <QRectF>
#include <QString>

#include <vector>

namespace ewald::view {

/// A part of an image, for statistics. Coordinates are image pixels (x = column, y = row).
struct ImageRegion {
    enum class Shape { rectangle, ellipse };
    Shape shape = Shape::rectangle;
    QRectF rect;    ///< around it; width and height ≥ 0
    int number = 1; ///< no other region of the image has it
    QString name{}; ///< given by hand; may be empty
    bool operator==(const ImageRegion&) const = default;

    /// Its name, else its number.
    [[nodiscard]] QString title() const { return name.isEmpty() ? QString::number(number) : name; }
    /// The middle of a pixel lies in it.
    [[nodiscard]] bool contains(std::size_t row, std::size_t col) const;
    /// Its border as a closed line, for drawing.
    [[nodiscard]] QPolygonF outline() const;
};

/// What is shown in a region. Values that are not finite do not count; without any, all but the region is NaN.
struct RegionStatistics {
    ImageRegion region;
    std::size_t pixels = 0; ///< with a value
    double mean = 0;
    double deviation = 0; ///< standard deviation, √(Σ(v − mean)²/pixels)
    double low = 0;
    double high = 0;
    double area_m2 = 0; ///< of these pixels; NaN when the pixel size is not known
};

/// Of what is shown: values, amplitudes or phases. Wrapped phases are taken relative to the direction of the sum of
/// their unit vectors, so that a region at ±π has its true mean. Any thread.
/// \param pixelHeight_m, pixelWidth_m 0 = not known
[[nodiscard]] RegionStatistics statisticsOf(const ImageData& image, const ImageRegion& region, double pixelHeight_m,
                                            double pixelWidth_m);

/// 1 in the region, of an image of rows × cols.
[[nodiscard]] Array<std::uint8_t, 2> maskOf(const ImageRegion& region, std::size_t rows, std::size_t cols);

} // namespace ewald::view
