// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/image_scene.h"
#include "view/region_editor.h"

#include <QPointF>
#include <QRectF>
#include <QWidget>

#include <functional>
#include <memory>

class QPainter;

namespace ewald::view {

/// The drawing area of an ImageView: the transform between screen and image, the mouse, and what is painted over the
/// image. UI thread. Screen coordinates are the widget's (device independent); image coordinates are pixels.
class ImageCanvas : public QWidget {
    Q_OBJECT
public:
    explicit ImageCanvas(QWidget* parent = nullptr);
    ~ImageCanvas() override;

    [[nodiscard]] ImageScene& scene() { return m_scene; }
    /// Fits again when the shape or the aspect (height / width of a pixel) changes.
    void setImageShape(std::size_t rows, std::size_t cols, double aspect);
    /// The part of the image, in pixels, that fills the view of a fitted image; empty: all of it.
    void setFitArea(const QRectF& area);
    [[nodiscard]] QRectF fitArea() const;
    /// A fitted image fills the whole view, whatever its pixels look like then.
    void setStretched(bool on);
    /// Height of a pixel on the screen divided by its width.
    [[nodiscard]] double aspect() const { return m_aspect; }
    /// Paints over the image: scale bar, labels, region.
    void setOverlay(std::function<void(QPainter&)> paint);
    /// What is drawn of the image, without anything painted over it, in device pixels.
    [[nodiscard]] QImage grabImage() { return m_scene.grab(); }

    [[nodiscard]] QPointF toImage(QPointF screen) const;
    [[nodiscard]] QPointF toScreen(QPointF pixel) const;
    /// Screen pixels (device independent) an image pixel, horizontally.
    [[nodiscard]] double scale() const { return m_scale; }
    [[nodiscard]] QRectF view() const;
    [[nodiscard]] bool isFitted() const { return m_fitted; }
    [[nodiscard]] bool contains(QPointF pixel) const;

    void fit();
    void setView(const QRectF& view);
    void zoomAround(QPointF screen, double factor);
    void setScale(double scale);
    void pan(QPointF screenDelta);
    void setMeasuring(bool on);
    /// Dragging with the left button is reported by drawn(), a double click by doubleClicked().
    void setDrawing(bool on);
    /// Takes the left button where it wants to, unless something is measured or drawn; outlives this, or null.
    void setEditor(RegionEditor* editor) { m_editor = editor; }

signals:
    /// The transform changed; `byUser` by mouse or key here, not by setView or a resize.
    void transformed(bool byUser);
    void hovered(QPointF pixel);
    void hoverEnded();
    void clicked(QPointF pixel);
    /// While a distance is dragged, and at its end.
    void measured(QPointF from, QPointF to, bool finished);
    void drawn(QPointF from, QPointF to, bool finished);
    void doubleClicked();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    [[nodiscard]] double fittingScale() const;
    void apply(bool byUser);

    enum class Drag { none, pressed, pan, measure, draw, edit };
    /// How near the mouse has to be to something to take hold of it, in image pixels.
    [[nodiscard]] QSizeF reach() const;
    void stretch();

    std::function<void(QPainter&)> m_paint;
    ImageScene m_scene;
    RegionEditor* m_editor = nullptr;
    double m_rows = 0;
    double m_cols = 0;
    double m_aspect = 1;
    QRectF m_fitArea;
    QPointF m_centre;
    double m_scale = 1;
    bool m_fitted = true;
    bool m_measuring = false;
    bool m_drawing = false;
    bool m_stretched = false;
    Drag m_drag = Drag::none;
    QPointF m_pressed;
    QPointF m_last;
};

} // namespace ewald::view
