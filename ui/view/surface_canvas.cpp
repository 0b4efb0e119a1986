// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/surface_canvas.h"

#include <QMouseEvent>
#include <QOffscreenSurface>
#include <QPainter>
#include <QWheelEvent>

#include <cmath>

namespace ewald::view {

SurfaceCanvas::SurfaceCanvas(QWidget* parent) : QWidget(parent) {
    setMinimumSize(64, 64);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
}

SurfaceCanvas::~SurfaceCanvas() {
    // The context goes on the thread that made it, before the surface goes here.
    m_worker.cancel();
    if (m_renderer == nullptr) return;
    m_worker.submit<bool>(
        [renderer = m_renderer](ui::TaskContext&) {
            renderer->release();
            return true;
        },
        [](bool) {});
    m_worker.finish();
}

void SurfaceCanvas::setScene(const SurfaceScene& scene, const SurfaceAxes& axes) {
    m_scene.mesh = scene.mesh;
    m_scene.low = scene.low;
    m_scene.high = scene.high;
    m_scene.map = scene.map;
    m_scene.bounds = scene.bounds;
    m_axes = axes;
    request();
}

void SurfaceCanvas::setTheme(const QColor& background, const QColor& line) {
    m_scene.background = background;
    m_scene.line = line;
    request();
}

void SurfaceCanvas::resetView() {
    m_scene.camera = CameraPose::fitted(m_scene.bounds);
    request();
}

/// OpenGL is asked for here and not before: a display that has none, or a slow one, is no matter until a surface is
/// seen.
void SurfaceCanvas::connectToDisplay() {
    m_surface = std::make_unique<QOffscreenSurface>();
    m_surface->setFormat(surfaceFormat());
    m_surface->create();
    m_renderer = std::make_shared<SurfaceRenderer>(m_surface.get());
}

void SurfaceCanvas::request() {
    m_scene.pixels = (QSizeF(size()) * devicePixelRatioF()).toSize();
    if (m_supported && m_scene.mesh != nullptr && isVisible()) {
        if (m_renderer == nullptr) connectToDisplay();
        m_worker.submit<SurfaceImage>(
            [renderer = m_renderer, scene = m_scene](ui::TaskContext&) { return renderer->render(scene); },
            [this](SurfaceImage image) {
                m_shown = std::move(image);
                if (m_supported && !m_shown.supported) {
                    m_supported = false;
                    emit unsupported();
                }
                update();
            });
    }
    update();
}

void SurfaceCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (m_scene.mesh == nullptr || m_shown.image.isNull()) {
        painter.fillRect(rect(), m_scene.background);
        return;
    }
    painter.drawImage(QRectF(rect()), m_shown.image);
    painter.setRenderHint(QPainter::Antialiasing);
    // From where the picture was made, not from where the mouse is by now: numbers stay on their edges.
    m_axes.paint(painter, QSizeF(size()), m_shown.camera, palette().color(QPalette::WindowText));
    if (m_scene.pixels != (QSizeF(size()) * devicePixelRatioF()).toSize()) request();
}

void SurfaceCanvas::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    request();
}

void SurfaceCanvas::mousePressEvent(QMouseEvent* event) {
    m_last = event->position();
    event->setAccepted(event->button() != Qt::RightButton);
}

void SurfaceCanvas::mouseMoveEvent(QMouseEvent* event) {
    const QPointF delta = event->position() - m_last;
    m_last = event->position();
    const bool left = event->buttons().testFlag(Qt::LeftButton);
    if (!left && !event->buttons().testFlag(Qt::MiddleButton)) return;
    if (!left || event->modifiers().testFlag(Qt::ShiftModifier)) {
        m_scene.camera.shift(-delta.x() / height(), delta.y() / height());
    } else {
        // Across the widget once is half a turn.
        m_scene.camera.turn(-delta.x() * 180 / width(), delta.y() * 180 / height());
    }
    request();
}

void SurfaceCanvas::mouseDoubleClickEvent(QMouseEvent*) { resetView(); }

void SurfaceCanvas::wheelEvent(QWheelEvent* event) {
    m_scene.camera.approach(std::pow(1.15, event->angleDelta().y() / 120.0));
    request();
    event->accept();
}

} // namespace ewald::view
