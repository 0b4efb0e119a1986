// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/surface_axes.h"

#include "view/axis_ticks.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ewald::view {

QPointF SurfaceAxes::View::operator()(const Point3& world) const {
    const auto at = camera.project(world, size.width(), size.height());
    return {at[0], at[1]};
}

Point3 SurfaceAxes::corner(int x, int y, int z) const {
    const auto pick = [](const Axis& axis, int end) { return end != 0 ? axis.worldHigh : axis.worldLow; };
    return {pick(m_axes[0], x), pick(m_axes[1], y), pick(m_axes[2], z)};
}

void SurfaceAxes::paint(QPainter& painter, QSizeF size, const CameraPose& camera, const QColor& colour) const {
    const View project{size, camera};
    painter.setPen(QPen(colour, 1));
    const auto middle = [](QPointF a, QPointF b) { return (a + b) / 2; };
    const QPointF centre = middle(project(corner(0, 0, 0)), project(corner(1, 1, 1)));
    // Of the edges of the floor the ones lowest on the screen: nothing stands in front of them.
    const auto height = [&](const Point3& a, const Point3& b) { return middle(project(a), project(b)).y(); };
    const int y = height(corner(0, 0, 0), corner(1, 0, 0)) > height(corner(0, 1, 0), corner(1, 1, 0)) ? 0 : 1;
    const int x = height(corner(0, 0, 0), corner(0, 1, 0)) > height(corner(1, 0, 0), corner(1, 1, 0)) ? 0 : 1;
    paintAxis(painter, project, 0, corner(0, y, 0), corner(1, y, 0), centre);
    paintAxis(painter, project, 1, corner(x, 0, 0), corner(x, 1, 0), centre);
    // Of the upright edges the leftmost.
    std::pair<int, int> best{0, 0};
    for (const auto& [ex, ey] : {std::pair{0, 0}, {0, 1}, {1, 0}, {1, 1}}) {
        if (project(corner(ex, ey, 0)).x() < project(corner(best.first, best.second, 0)).x()) best = {ex, ey};
    }
    paintAxis(painter, project, 2, corner(best.first, best.second, 0), corner(best.first, best.second, 1), centre);
}

void SurfaceAxes::paintAxis(QPainter& painter, const View& project, std::size_t index, const Point3& from,
                            const Point3& to, QPointF centre) const {
    const Axis& axis = m_axes[index];
    const QFontMetricsF metrics(painter.font());
    const double em = metrics.height();
    const QPointF a = project(from);
    const QPointF b = project(to);
    const double length = std::hypot(b.x() - a.x(), b.y() - a.y());
    painter.drawLine(a, b);
    // An axis that points at the viewer has no room for numbers.
    if (length < 3 * em || axis.high == axis.low) return;
    QPointF outward((b.y() - a.y()) / length, (a.x() - b.x()) / length);
    if (QPointF::dotProduct(outward, (a + b) / 2 - centre) < 0) outward = -outward;

    // Numbers beside a steep edge need their width, below a flat one their height.
    const auto ticks = linearTicks(std::min(axis.low, axis.high), std::max(axis.low, axis.high),
                                   std::clamp(static_cast<int>(length / (em * 3.2)), 2, 8));
    const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 1;
    double widest = 0;
    for (const double value : ticks) {
        const double t = (value - axis.low) / (axis.high - axis.low);
        Point3 place{};
        for (std::size_t k = 0; k < 3; ++k) place[k] = from[k] + t * (to[k] - from[k]);
        const QPointF p = project(place);
        painter.drawLine(p, p + outward * em * 0.35);
        const QString text = tickLabel(value, step, false);
        const double w = metrics.horizontalAdvance(text);
        const QPointF at = p + outward * (em * 0.6) + QPointF(outward.x() * w / 2, outward.y() * em / 2);
        painter.drawText(QRectF(at.x() - w, at.y() - em, 2 * w, 2 * em), Qt::AlignCenter, text);
        widest = std::max(widest, std::abs(outward.x()) * w + std::abs(outward.y()) * em);
    }
    const double width = project.size.width();
    const double height = project.size.height();
    const double w = metrics.horizontalAdvance(axis.title);
    if (index == 2) {
        // Beside the numbers there is no room at the left edge of the view: above the upper end there is.
        const QPointF top = a.y() < b.y() ? a : b;
        const double left = std::clamp(top.x() - w / 2, 0.0, std::max(0.0, width - w));
        painter.drawText(QRectF(left, top.y() - em * 1.6, w + em, em * 1.2), Qt::AlignLeft | Qt::AlignVCenter,
                         axis.title);
        return;
    }
    const QPointF side(outward.x() * w / 2, outward.y() * em / 2);
    QPointF at = (a + b) / 2 + outward * (em * 1.0 + widest) + side;
    at.setX(std::clamp(at.x(), w / 2, std::max(w / 2, width - w / 2)));
    at.setY(std::clamp(at.y(), em / 2, std::max(em / 2, height - em / 2)));
    painter.drawText(QRectF(at.x() - w, at.y() - em, 2 * w, 2 * em), Qt::AlignCenter, axis.title);
}

} // namespace ewald::view
