// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPointF>
#include <QRect>
#include <QRectF>

#include <functional>
#include <vector>

class QPainter;

namespace ewald::view {

/// Pixels of an image in one colour.
struct ColouredPixels {
    std::vector<QRect> areas; ///< x = column, y = row
    QColor colour;
    bool operator==(const ColouredPixels&) const = default;
};

/// Lays pixels in their colours over an image, each large enough to be seen. \param area what is not in it is left out
/// \param toScreen the painter's coordinates of image pixels (column, row)
void paintColouredPixels(QPainter& painter, const QRectF& area, const std::vector<ColouredPixels>& pixels,
                         const std::function<QPointF(QPointF)>& toScreen);

} // namespace ewald::view
