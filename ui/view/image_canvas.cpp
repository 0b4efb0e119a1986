// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/image_canvas.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace ewald::view {

namespace {

constexpr double kLargestScale = 128; ///< screen pixels an image pixel
constexpr double kReach = 6;          ///< screen pixels

} // namespace

ImageCanvas::ImageCanvas(QWidget* parent) : QWidget(parent), m_scene(this) {
    setMinimumSize(64, 64);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::CrossCursor);
    setAttribute(Qt::WA_OpaquePaintEvent);
}

ImageCanvas::~ImageCanvas() = default;

void ImageCanvas::setImageShape(std::size_t rows, std::size_t cols, double aspect) {
    const double r = static_cast<double>(rows);
    const double c = static_cast<double>(cols);
    if (r == m_rows && c == m_cols && (m_stretched || aspect == m_aspect)) return;
    m_rows = r;
    m_cols = c;
    m_aspect = aspect > 0 && std::isfinite(aspect) ? aspect : 1;
    m_fitArea = {};
    m_scene.setAspect(m_aspect);
    fit();
}

void ImageCanvas::setFitArea(const QRectF& area) {
    m_fitArea = area;
    if (m_fitted) fit();
}

QRectF ImageCanvas::fitArea() const { return m_fitArea.isEmpty() ? QRectF(0, 0, m_cols, m_rows) : m_fitArea; }

void ImageCanvas::setStretched(bool on) {
    if (m_stretched == on) return;
    m_stretched = on;
    if (!on) {
        m_aspect = 1;
        m_scene.setAspect(1);
    }
    fit();
}

void ImageCanvas::stretch() {
    if (!m_stretched || !(m_rows > 0) || !(m_cols > 0) || width() < 2 || height() < 2) return;
    m_aspect = height() * m_cols / (width() * m_rows);
    m_scene.setAspect(m_aspect);
}

void ImageCanvas::setOverlay(std::function<void(QPainter&)> paint) {
    m_paint = std::move(paint);
    update();
}

void ImageCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    m_scene.paint(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_paint) m_paint(painter);
}

QPointF ImageCanvas::toImage(QPointF screen) const {
    return {m_centre.x() + (screen.x() - width() / 2.0) / m_scale,
            m_centre.y() + (screen.y() - height() / 2.0) / (m_scale * m_aspect)};
}

QPointF ImageCanvas::toScreen(QPointF pixel) const {
    return {width() / 2.0 + (pixel.x() - m_centre.x()) * m_scale,
            height() / 2.0 + (pixel.y() - m_centre.y()) * m_scale * m_aspect};
}

QRectF ImageCanvas::view() const { return {toImage({0, 0}), toImage(QPointF(width(), height()))}; }

bool ImageCanvas::contains(QPointF pixel) const {
    return pixel.x() >= 0 && pixel.y() >= 0 && pixel.x() < m_cols && pixel.y() < m_rows;
}

double ImageCanvas::fittingScale() const {
    if (m_rows <= 0 || m_cols <= 0) return 1;
    const QRectF area = m_stretched ? QRectF(0, 0, m_cols, m_rows) : fitArea();
    return std::max(1e-6, std::min(width() / area.width(), height() / (area.height() * m_aspect)));
}

void ImageCanvas::fit() {
    m_fitted = true;
    stretch();
    m_centre = m_stretched ? QPointF(m_cols / 2, m_rows / 2) : fitArea().center();
    m_scale = fittingScale();
    apply(false);
}

void ImageCanvas::setView(const QRectF& view) {
    if (view.width() <= 0 || view.height() <= 0) return;
    m_fitted = false;
    m_centre = view.center();
    if (m_stretched && width() > 1 && height() > 1) { // any part of it fills the view
        m_aspect = height() * view.width() / (width() * view.height());
        m_scene.setAspect(m_aspect);
    }
    m_scale = std::min(width() / view.width(), height() / (view.height() * m_aspect));
    apply(false);
}

void ImageCanvas::zoomAround(QPointF screen, double factor) {
    const QPointF fixed = toImage(screen);
    m_fitted = false;
    m_scale = std::clamp(m_scale * factor, fittingScale() / 4, std::max(kLargestScale, fittingScale()));
    // The place under the cursor stays under the cursor.
    m_centre += fixed - toImage(screen);
    apply(true);
}

void ImageCanvas::setScale(double scale) {
    m_fitted = false;
    m_scale = std::clamp(scale, fittingScale() / 4, std::max(kLargestScale, fittingScale()));
    apply(true);
}

void ImageCanvas::pan(QPointF screenDelta) {
    m_fitted = false;
    m_centre -= QPointF(screenDelta.x() / m_scale, screenDelta.y() / (m_scale * m_aspect));
    apply(true);
}

void ImageCanvas::apply(bool byUser) {
    // The middle of the view stays inside the image, so that it cannot be lost.
    m_centre.setX(std::clamp(m_centre.x(), 0.0, std::max(0.0, m_cols)));
    m_centre.setY(std::clamp(m_centre.y(), 0.0, std::max(0.0, m_rows)));
    m_scene.look(m_centre, m_scale);
    emit transformed(byUser);
}

void ImageCanvas::setMeasuring(bool on) {
    m_measuring = on;
    if (m_drag == Drag::measure) m_drag = Drag::none;
}

void ImageCanvas::setDrawing(bool on) {
    m_drawing = on;
    if (m_drag == Drag::draw) m_drag = Drag::none;
}

void ImageCanvas::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (m_fitted) {
        fit();
    } else {
        apply(false);
    }
}

void ImageCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) {
        event->ignore();
        return;
    }
    m_pressed = m_last = event->position();
    const bool left = event->button() == Qt::LeftButton;
    m_drag = m_measuring && left ? Drag::measure : m_drawing && left ? Drag::draw : Drag::pressed;
    if (m_drag == Drag::pressed && left && m_editor != nullptr && m_editor->press(toImage(m_pressed), reach()))
        m_drag = Drag::edit;
    if (m_drag == Drag::draw) emit drawn(toImage(m_pressed), toImage(m_pressed), false);
    if (m_drag == Drag::measure) emit measured(toImage(m_pressed), toImage(m_pressed), false);
    event->accept();
}

void ImageCanvas::mouseMoveEvent(QMouseEvent* event) {
    const QPointF position = event->position();
    if (m_drag == Drag::pressed && (position - m_pressed).manhattanLength() >= QApplication::startDragDistance()) {
        m_drag = Drag::pan;
        setCursor(Qt::ClosedHandCursor);
    }
    if (m_drag == Drag::pan) pan(position - m_last);
    if (m_drag == Drag::measure) emit measured(toImage(m_pressed), toImage(position), false);
    if (m_drag == Drag::draw) emit drawn(toImage(m_pressed), toImage(position), false);
    if (m_drag == Drag::edit) m_editor->drag(toImage(position));
    if (m_drag == Drag::none && m_editor != nullptr && !m_measuring && !m_drawing)
        setCursor(m_editor->cursorAt(toImage(position), reach()));
    m_last = position;
    emit hovered(toImage(position));
    event->accept();
}

void ImageCanvas::mouseReleaseEvent(QMouseEvent* event) {
    const Drag drag = std::exchange(m_drag, Drag::none);
    setCursor(Qt::CrossCursor);
    const QPointF pixel = toImage(event->position());
    if (drag == Drag::pressed && event->button() == Qt::LeftButton && contains(pixel)) emit clicked(pixel);
    if (drag == Drag::measure) emit measured(toImage(m_pressed), pixel, true);
    if (drag == Drag::draw) emit drawn(toImage(m_pressed), pixel, true);
    if (drag == Drag::edit) m_editor->release();
    event->accept();
}

QSizeF ImageCanvas::reach() const { return {kReach / m_scale, kReach / (m_scale * m_aspect)}; }

void ImageCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    if (m_drawing) {
        emit doubleClicked();
        return;
    }
    fit();
    emit transformed(true);
}

void ImageCanvas::wheelEvent(QWheelEvent* event) {
    const int delta = event->angleDelta().y();
    if (delta == 0) {
        event->ignore();
        return;
    }
    zoomAround(event->position(), std::pow(1.25, delta / 120.0));
    emit hovered(toImage(event->position()));
    event->accept();
}

void ImageCanvas::keyPressEvent(QKeyEvent* event) {
    constexpr double kStep = 40;
    switch (event->key()) {
    case Qt::Key_Left: pan({kStep, 0}); break;
    case Qt::Key_Right: pan({-kStep, 0}); break;
    case Qt::Key_Up: pan({0, kStep}); break;
    case Qt::Key_Down: pan({0, -kStep}); break;
    default: QWidget::keyPressEvent(event); return;
    }
    event->accept();
}

void ImageCanvas::leaveEvent(QEvent* event) {
    emit hoverEnded();
    QWidget::leaveEvent(event);
}

} // namespace ewald::view
