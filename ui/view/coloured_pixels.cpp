// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/coloured_pixels.h"

#include <QPainter>

#include <algorithm>

namespace ewald::view {

void paintColouredPixels(QPainter& painter, const QRectF& area, const std::vector<ColouredPixels>& pixels,
                         const std::function<QPointF(QPointF)>& toScreen) {
    constexpr double kSmallest = 4; // pixels of the screen
    constexpr int kThrough = 130;   // the image is seen below areas
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false); // pixels have edges
    for (const ColouredPixels& of : pixels) {
        QColor through = of.colour;
        through.setAlpha(kThrough);
        for (const QRect& each : of.areas) {
            const QRectF image(each);
            QRectF place(toScreen(image.topLeft()), toScreen(image.bottomRight()));
            const double wider = std::max(0.0, kSmallest - place.width()) / 2;
            const double higher = std::max(0.0, kSmallest - place.height()) / 2;
            place.adjust(-wider, -higher, wider, higher);
            if (place.intersects(area)) painter.fillRect(place, wider > 0 && higher > 0 ? of.colour : through);
        }
    }
    painter.restore();
}

} // namespace ewald::view
