// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/image_render.h"

#include <QColor>
#include <QImage>
#include <QPainter>
#include <QPointF>

#include <utility>
#include <vector>

class QWidget;

namespace ewald::view {

/// Draws an image and the scan positions with the processor, into a canvas: it needs no OpenGL, so that it works on
/// every display, and costs a few milliseconds a frame. UI thread.
///
/// Two tiles lie over each other: a coarse one of everything (seen for a moment while the view moves) and a fine one of
/// what is in the view. Coordinates are image pixels (column, row).
class ImageScene {
public:
    /// \param canvas is asked to repaint; outlives the scene
    explicit ImageScene(QWidget* canvas) : m_canvas(canvas) {}

    void setBackground(const QColor& colour);
    /// Height of an image pixel divided by its width.
    void setAspect(double aspect) { m_aspect = aspect; }
    /// Takes over the colours. An empty tile shows nothing.
    void setOverview(Tile tile) { m_overview = std::move(tile); }
    void setDetail(Tile tile);
    void setPoints(const std::vector<QPointF>& points, bool connect);
    void setPointsVisible(bool visible);
    /// Puts `centre` (image pixels) into the middle of the view; `scale` = screen pixels (device independent) a column.
    void look(QPointF centre, double scale);
    /// Asks for a repaint.
    void update();
    void paint(QPainter& painter) { painter.drawImage(QPointF(0, 0), frame()); }
    /// What is on the screen, without anything painted over it, in device pixels.
    [[nodiscard]] QImage grab();

private:
    const QImage& frame();
    void blit(const Tile& tile, QImage& out) const;
    void drawPoints(QImage& out) const;
    [[nodiscard]] QPointF toFrame(QPointF pixel, const QImage& out, double scale) const {
        return {(pixel.x() - m_centre.x()) * scale + out.width() / 2.0,
                (pixel.y() - m_centre.y()) * scale * m_aspect + out.height() / 2.0};
    }

    QWidget* m_canvas;
    QColor m_background = Qt::black;
    Tile m_overview;
    Tile m_detail;
    std::vector<QPointF> m_points;
    bool m_connect = true;
    bool m_pointsVisible = true;
    double m_aspect = 1;
    QPointF m_centre;
    double m_scale = 1;
    QImage m_frame; ///< what is on the screen, device pixels; null = has to be made
};

} // namespace ewald::view
