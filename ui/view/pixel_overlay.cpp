// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/pixel_overlay.h"

#include "view/image_view.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace ewald::view {

PixelOverlay::PixelOverlay(ImageView& image) : QWidget(image.canvas()), m_image(image) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setGeometry(image.canvas()->rect());
    image.canvas()->installEventFilter(this);
    hide();
}

void PixelOverlay::setPixels(std::vector<ColouredPixels> pixels) {
    if (pixels == m_pixels) return;
    m_pixels = std::move(pixels);
    setVisible(!m_pixels.empty());
    update();
}

bool PixelOverlay::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) setGeometry(m_image.canvas()->rect());
    return QWidget::eventFilter(watched, event);
}

/// The canvas is below: where it is painted anew, as for another view of the image, this is painted, too.
void PixelOverlay::paintEvent(QPaintEvent* /*event*/) {
    constexpr double kSmallest = 4; // pixels of the screen
    constexpr int kThrough = 130;   // the image is seen below areas
    if (!m_image.emptyText().isEmpty()) return;
    QPainter painter(this);
    const QRectF all(rect());
    for (const ColouredPixels& pixels : m_pixels) {
        QColor through = pixels.colour;
        through.setAlpha(kThrough);
        for (const QRect& area : pixels.areas) {
            const QRectF image(area);
            QRectF place(m_image.toCanvas(image.topLeft()), m_image.toCanvas(image.bottomRight()));
            const double wider = std::max(0.0, kSmallest - place.width()) / 2;
            const double higher = std::max(0.0, kSmallest - place.height()) / 2;
            place.adjust(-wider, -higher, wider, higher);
            if (place.intersects(all)) painter.fillRect(place, wider > 0 && higher > 0 ? pixels.colour : through);
        }
    }
}

} // namespace ewald::view
