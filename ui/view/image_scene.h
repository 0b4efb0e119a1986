// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/image_render.h"

#include <QColor>
#include <QImage>
#include <QPointF>

#include <memory>
#include <vector>

class QPainter;
class QWidget;

namespace ewald::view {

/// What draws an image and the scan positions on the screen. UI thread.
///
/// Two tiles lie over each other: a coarse one of everything (seen for a moment while the view moves) and a fine one of
/// what is in the view. Coordinates are image pixels (column, row).
class ImageScene {
public:
    virtual ~ImageScene() = default;

    virtual void setBackground(const QColor& colour) = 0;
    /// Height of an image pixel divided by its width.
    virtual void setAspect(double aspect) = 0;
    /// Takes over the colours. An empty tile shows nothing.
    virtual void setOverview(Tile tile) = 0;
    virtual void setDetail(Tile tile) = 0;
    virtual void setPoints(const std::vector<QPointF>& points, bool connect) = 0;
    virtual void setPointsVisible(bool visible) = 0;
    /// Puts `centre` (image pixels) into the middle of the view; `scale` = screen pixels (device independent) a column.
    virtual void look(QPointF centre, double scale) = 0;
    /// Asks for a repaint.
    virtual void update() = 0;
    /// Paints into the canvas, where the scene has no widget of its own; otherwise does nothing.
    virtual void paint(QPainter&) {}
    /// What is on the screen, without anything painted over it, in device pixels.
    [[nodiscard]] virtual QImage grab() = 0;
    /// The widget that draws, a child of the canvas; null where paint() does it.
    [[nodiscard]] virtual QWidget* widget() { return nullptr; }
};

/// Segments of a path that are drawn at most: more would be a solid patch and slow.
inline constexpr std::size_t kMostSegments = 5000;
inline constexpr Rgb kPointColour{255, 217, 64};

/// Draws with VTK into an OpenGL child of `canvas`.
[[nodiscard]] std::unique_ptr<ImageScene> makeVtkScene(QWidget* canvas);
/// Draws with the processor into `canvas`: where OpenGL is missing or is itself done by the processor (virtual screens,
/// remote desktops), which costs ten times as much.
[[nodiscard]] std::unique_ptr<ImageScene> makeRasterScene(QWidget* canvas);

} // namespace ewald::view
