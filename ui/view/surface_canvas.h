// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "view/surface_axes.h"
#include "view/surface_renderer.h"

#include <QPointF>
#include <QWidget>

#include <memory>

class QOffscreenSurface;

namespace ewald::view {

/// Shows a surface that a thread of its own renders, and turns it with the mouse. UI thread.
class SurfaceCanvas : public QWidget {
    Q_OBJECT
public:
    explicit SurfaceCanvas(QWidget* parent = nullptr);
    ~SurfaceCanvas() override;

    /// Mesh, colours and bounds; camera, size and background are the canvas's own.
    void setScene(const SurfaceScene& scene, const SurfaceAxes& axes);
    void setTheme(const QColor& background, const QColor& line);
    void resetView();
    /// Nothing is being rendered and the screen shows the newest state.
    [[nodiscard]] bool isIdle() const { return !m_worker.busy(); }

    /// False once the display turned out to have no OpenGL 3.2.
    [[nodiscard]] bool isSupported() const noexcept { return m_supported; }
    /// True once the display was asked for OpenGL.
    [[nodiscard]] bool isConnected() const noexcept { return m_renderer != nullptr; }

signals:
    /// The display has no OpenGL 3.2: nothing can be shown.
    void unsupported();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void request();
    void connectToDisplay();

    std::unique_ptr<QOffscreenSurface> m_surface;
    std::shared_ptr<SurfaceRenderer> m_renderer;
    SurfaceScene m_scene;
    SurfaceAxes m_axes;
    SurfaceImage m_shown;
    QPointF m_last;
    bool m_supported = true;
    /// Submitted work stays on one thread: an OpenGL context belongs to the thread that made it.
    ui::Worker m_worker;
};

} // namespace ewald::view
