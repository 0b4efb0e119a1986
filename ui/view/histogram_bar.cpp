// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/histogram_bar.h"

#include "view/plot_axes.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ewald::view {

namespace {

constexpr double kGrabDistance = 7; ///< pixels from a limit in which it is taken
constexpr double kLeastPart = 1e-3; ///< of the axis between both limits

} // namespace

HistogramBar::HistogramBar(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    setMouseTracking(true);
    setToolTip(tr("How often each value occurs (logarithmic). Drag a limit to set the colour range, between the limits "
                  "to move it; double click for the automatic range."));
    setAccessibleName(tr("Histogram"));
}

QSize HistogramBar::sizeHint() const { return {static_cast<int>(fontMetrics().height() * 3.2), 120}; }

QRectF HistogramBar::area() const {
    // As high as the colour bar beside it.
    const double em = QFontMetricsF(font()).height();
    return QRectF(rect()).adjusted(1, em * 0.6, -1, -em * 0.6);
}

void HistogramBar::setHistogram(Histogram histogram) {
    // Numbers that move under the mouse cannot be aimed at.
    if (m_grip != Grip::none && !m_histogram.empty()) {
        m_newest = std::move(histogram);
        return;
    }
    m_histogram = std::move(histogram);
    update();
}

void HistogramBar::endDrag() {
    m_grip = Grip::none;
    if (m_newest) setHistogram(*std::exchange(m_newest, std::nullopt));
}

void HistogramBar::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    endDrag(); // a hidden bar is not told of the release
}

void HistogramBar::setRange(const Range& range) {
    if (m_grip != Grip::none || range == m_range) return;
    m_range = range;
    update();
}

void HistogramBar::setColourMap(const std::string& id) {
    if (id == m_map) return;
    m_map = id;
    update();
}

void HistogramBar::setLowFixed(bool fixed) {
    if (fixed == m_lowFixed) return;
    m_lowFixed = fixed;
    update();
}

double HistogramBar::place(double value) const {
    const QRectF inside = area();
    return inside.bottom() - std::clamp(m_histogram.axis.fraction(value), 0.0, 1.0) * inside.height();
}

double HistogramBar::fractionAt(double y) const {
    const QRectF inside = area();
    return (inside.bottom() - y) / std::max(1.0, inside.height());
}

HistogramBar::Grip HistogramBar::gripAt(QPointF position) const {
    if (m_histogram.empty()) return Grip::none;
    const double low = place(m_range.low), high = place(m_range.high), y = position.y();
    const double toLow = std::abs(y - low), toHigh = std::abs(y - high);
    // Limits that lie upon each other are pulled apart from either side.
    const bool nearLow = !m_lowFixed && toLow <= kGrabDistance && (toLow < toHigh || (toLow == toHigh && y > low));
    if (nearLow) return Grip::low;
    if (toHigh <= kGrabDistance) return Grip::high;
    return y > high && y < low ? (m_lowFixed ? Grip::high : Grip::both) : Grip::none;
}

void HistogramBar::paintLimit(QPainter& painter, double value, bool upper) const {
    const QRectF inside = area();
    const double y = place(value), side = 4;
    const QColor colour = palette().color(QPalette::Highlight);
    painter.setPen(QPen(colour, 2));
    painter.drawLine(QPointF(inside.left(), y), QPointF(inside.right(), y));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    // The handle points away from the range.
    const double tip = upper ? -side : side;
    painter.drawPolygon(QPolygonF{QPointF(inside.center().x() - side, y), QPointF(inside.center().x() + side, y),
                                  QPointF(inside.center().x(), y + tip * 1.4)});
}

void HistogramBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QRectF inside = area();
    painter.fillRect(inside, palette().color(QPalette::Base));
    painter.setPen(gridColour(palette()));
    painter.drawRect(inside);
    if (m_histogram.empty()) return;
    const ColourMap& map = ColourMap::byId(m_map);
    const std::size_t bins = m_histogram.counts.size();
    const double step = inside.height() / static_cast<double>(bins);
    const double full = std::log1p(static_cast<double>(m_histogram.largest));
    const QColor outside = palette().color(QPalette::Disabled, QPalette::WindowText);
    for (std::size_t i = 0; i < bins; ++i) {
        if (m_histogram.counts[i] == 0) continue;
        const double length = std::log1p(static_cast<double>(m_histogram.counts[i])) / full * (inside.width() - 2);
        const double value = m_histogram.axis.value((static_cast<double>(i) + 0.5) / static_cast<double>(bins));
        const double fraction = m_range.fraction(value);
        const Rgb c = map.at(std::clamp(fraction, 0.0, 1.0));
        const bool within = fraction >= 0 && fraction <= 1;
        const QRectF bar(inside.right() - 1 - length, inside.bottom() - step * static_cast<double>(i + 1), length,
                         step + 0.5);
        painter.fillRect(bar, within ? QColor(c.r, c.g, c.b) : outside);
        // Also seen where the colour is that of the background.
        painter.fillRect(QRectF(bar.left() - 1, bar.top(), 1, bar.height()), outside);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    if (!m_lowFixed) paintLimit(painter, m_range.low, false);
    paintLimit(painter, m_range.high, true);
}

void HistogramBar::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    m_grip = gripAt(event->position());
    m_grabbed = fractionAt(event->position().y());
    m_before = m_range;
}

void HistogramBar::mouseMoveEvent(QMouseEvent* event) {
    if (m_grip == Grip::none) {
        setCursor(gripAt(event->position()) == Grip::none ? Qt::ArrowCursor : Qt::SizeVerCursor);
        return;
    }
    const Range& axis = m_histogram.axis;
    const double moved = fractionAt(event->position().y()) - m_grabbed;
    const double low = axis.fraction(m_before.low), high = axis.fraction(m_before.high);
    m_range = m_before;
    if (m_grip == Grip::low) m_range.low = axis.value(std::min(low + moved, high - kLeastPart));
    if (m_grip == Grip::high) m_range.high = axis.value(std::max(high + moved, low + kLeastPart));
    if (m_grip == Grip::both) m_range = {axis.value(low + moved), axis.value(high + moved), m_before.log};
    update();
    emit rangeChosen(m_range);
}

void HistogramBar::mouseReleaseEvent(QMouseEvent*) { endDrag(); }

void HistogramBar::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) emit automaticWanted();
}

} // namespace ewald::view
