// SPDX-License-Identifier: GPL-3.0-or-later
// What the mouse does on a pattern chart.
#include "view/pattern_chart_private.h"

#include <QMouseEvent>
#include <QRubberBand>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace ewald::view {

void PatternChart::Private::findHovered(QPointF position) {
    hovered.reset();
    const double x = toData(position).x();
    const bool inside = !curves.empty() && x >= axes.left() && x <= axes.right();
    emit q->hoveredAt(inside ? std::optional(x) : std::nullopt);
    double best = 60; // screen pixels: above or below a curve is near enough
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const PatternCurve& curve = curves[i];
        if (curve.x.empty()) continue;
        // x is monotonic: the nearest sample.
        const bool rising = curve.x.back() >= curve.x.front();
        const auto at =
            rising ? std::ranges::lower_bound(curve.x, x) : std::ranges::lower_bound(curve.x, x, std::greater<>());
        auto k = static_cast<std::size_t>(at - curve.x.begin());
        if (k == curve.x.size() || (k > 0 && std::abs(curve.x[k - 1] - x) < std::abs(curve.x[k] - x))) --k;
        const double value = static_cast<double>(curve.y[k]);
        if (!std::isfinite(value) || (log && value <= 0)) continue;
        const QPointF data(curve.x[k], log ? std::log10(value) : value);
        const double distance =
            std::abs(toScreen(data).y() - position.y()) * 0.2 + std::abs(toScreen(data).x() - position.x());
        if (distance >= best || !axes.adjusted(-1e-9, -1e-9, 1e-9, 1e-9).contains(data)) continue;
        best = distance;
        hovered = std::pair(i, data);
        hoveredValue = value;
        hoveredError =
            k < curve.error.size() ? static_cast<double>(curve.error[k]) : std::numeric_limits<double>::quiet_NaN();
    }
    canvas->viewport()->update();
}

void PatternChart::Private::endHover() {
    hovered.reset();
    emit q->hoveredAt({});
    canvas->viewport()->update();
}

bool PatternChart::Private::isNear(const PatternMark& mark, double screenX) const {
    constexpr double kNear_px = 4;
    return std::abs(toScreen({mark.x, 0}).x() - screenX) <= kNear_px;
}

const PatternMark* PatternChart::Private::movableAt(QPointF position) const {
    if (!chart->plotArea().contains(position)) return nullptr;
    const PatternMark* nearest = nullptr;
    const auto away = [&](const PatternMark& mark) { return std::abs(toScreen({mark.x, 0}).x() - position.x()); };
    for (const PatternMark& mark : marks) {
        const bool meant = mark.moves && isNear(mark, position.x());
        if (meant && (nearest == nullptr || away(mark) < away(*nearest))) nearest = &mark;
    }
    return nearest;
}

void PatternChart::Private::showPointer(QPointF position, Qt::KeyboardModifiers keys) {
    const bool grabs = drag == Drag::mark || (keys.testFlag(Qt::ControlModifier) && movableAt(position) != nullptr);
    canvas->viewport()->setCursor(grabs ? Qt::SizeHorCursor : choosing ? Qt::SplitHCursor : Qt::ArrowCursor);
}

/// The x of a place, of one beside the plot that of its edge.
double PatternChart::Private::insideX(QPointF position) const {
    return std::clamp(toData(position).x(), axes.left(), axes.right());
}

void PatternChart::Private::choose(QPointF position, bool finished) {
    const double here = insideX(position);
    // A click without a drag is no range: that of before stays.
    const bool drags = std::abs(toScreen({here, 0}).x() - toScreen({dragFrom, 0}).x()) >= 3;
    range = drags ? std::optional(std::minmax({dragFrom, here})) : rangeBefore;
    canvas->viewport()->update();
    if (!finished) return;
    drag = Drag::none;
    if (drags) emit q->rangeChosen(range->first, range->second);
}

/// \returns whether a drag begins that is none of a zoom
bool PatternChart::Private::press(const QMouseEvent& mouse) {
    if (mouse.button() != Qt::LeftButton || style != Style::pattern || curves.empty()) return false;
    const PatternMark* const mark =
        mouse.modifiers().testFlag(Qt::ControlModifier) ? movableAt(mouse.position()) : nullptr;
    if (mark != nullptr) {
        drag = Drag::mark;
        dragFrom = toData(mouse.position()).x() - mark->x;
        endHover();
        emit q->markGrabbed(mark->x);
        return true;
    }
    if (!choosing && !mouse.modifiers().testFlag(Qt::ShiftModifier)) return false;
    drag = Drag::range;
    rangeBefore = range;
    endHover(); // or it would stay where the drag began
    dragFrom = insideX(mouse.position());
    return true;
}

bool PatternChart::eventFilter(QObject* watched, QEvent* event) {
    if (watched != d->canvas->viewport()) return QWidget::eventFilter(watched, event);
    const bool moves = event->type() == QEvent::MouseMove, ends = event->type() == QEvent::MouseButtonRelease;
    if (event->type() == QEvent::MouseButtonPress && d->press(*static_cast<QMouseEvent*>(event))) return true;
    if (moves || ends) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const Private::Drag drag = d->drag;
        if (drag == Private::Drag::range) d->choose(mouse->position(), ends);
        if (drag == Private::Drag::mark) {
            // What is drawn at the edge of the plot stays there.
            if (moves)
                emit markDragged(
                    std::clamp(d->toData(mouse->position()).x() - d->dragFrom, d->axes.left(), d->axes.right()));
            if (ends) d->drag = Private::Drag::none;
        }
        d->showPointer(mouse->position(), mouse->modifiers());
        if (drag != Private::Drag::none) return true;
    }
    if (ends && d->style == Style::series && d->rubber->isVisible()) {
        constexpr int kStill_px = 4; // farther, and it was a drag
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const bool inside = d->chart->plotArea().contains(mouse->position());
        if (inside && (mouse->pos() - d->pressed).manhattanLength() < kStill_px)
            emit clickedAt(d->toData(mouse->position()).x());
    }
    return d->handle(event) || QWidget::eventFilter(watched, event);
}

} // namespace ewald::view
