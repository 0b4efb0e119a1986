// SPDX-License-Identifier: GPL-3.0-or-later
// What a perfect model would have, as a line in the chart.
#include "common/quantity_text.h"
#include "view/loss_chart_private.h"

#include <QLineF>
#include <QLineSeries>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ewald::view {

namespace {

constexpr double kSame = 0.01;    ///< limits that differ by less are one
constexpr double kMostRoom = 0.3; ///< of the height of the curves, for the limit to be seen

double lastFloor(std::span<const LossPoint> points) {
    for (std::size_t i = points.size(); i-- > 0;)
        if (std::isfinite(points[i].noiseFloor) && points[i].noiseFloor > 0) return points[i].noiseFloor;
    return 0;
}

bool crosses(const QLineF& line, const QRectF& box) {
    if (box.contains(line.p1()) || box.contains(line.p2())) return true;
    const QPolygonF edge(box); // closed
    for (qsizetype i = 1; i < edge.size(); ++i)
        if (line.intersects(QLineF(edge[i - 1], edge[i]), nullptr) == QLineF::BoundedIntersection) return true;
    return false;
}

} // namespace

std::vector<NoiseLine> LossChart::Private::noiseLimits() const {
    std::vector<NoiseLine> lines;
    if (shown[static_cast<std::size_t>(LossMetric::fourierError)]) {
        for (std::size_t i = 0; i < curves.size(); ++i) {
            const double value = lastFloor(curves[i].points);
            const auto same = [&](const NoiseLine& line) { return std::abs(line.value - value) <= kSame * value; };
            if (value > 0 && std::ranges::none_of(lines, same))
                lines.push_back({LossMetric::fourierError, value, {}, {}, static_cast<int>(i), {}});
        }
        if (lines.size() == 1) lines.front().curve.reset();
    }
    const bool llk = std::ranges::any_of(curves, [](const Curve& curve) {
        return std::ranges::any_of(curve.points, [](const LossPoint& p) { return p.llk > 0; });
    });
    if (llk && shown[static_cast<std::size_t>(LossMetric::llk)]) lines.push_back({LossMetric::llk, 1, {}, {}, {}, {}});
    return lines;
}

double LossChart::Private::lowWithNoise(double low, double high) const {
    const double room = std::max((high - low) * kMostRoom, log ? 0.15 : 0.0);
    double lowest = low;
    for (const NoiseLine& line : noiseLimits()) {
        const double y = log ? std::log10(line.value) : line.value;
        if (y < lowest && low - y <= room) lowest = y;
    }
    return lowest;
}

std::vector<NoiseLine> LossChart::Private::noiseLines() const {
    std::vector<NoiseLine> lines = noiseLimits();
    for (NoiseLine& line : lines) {
        const double y = log ? std::log10(line.value) : line.value;
        const QString value = ui::numberText(line.value, 3);
        if (y >= axes.top() && y <= axes.bottom()) {
            line.y = toScreen({axes.left(), y}).y();
            line.label = LossChart::tr("noise limit %1").arg(value);
        } else {
            line.label = LossChart::tr("noise limit %1").arg(value) + QChar(u' ') + QChar(y < axes.top() ? u'↓' : u'↑');
        }
    }
    placeLabels(lines);
    return lines;
}

bool LossChart::Private::isFree(const QRectF& box) const {
    constexpr double kMargin = 3; // curves are two pixels wide
    const QRectF room = box.adjusted(-kMargin, -kMargin, kMargin, kMargin);
    for (const FlagMark& mark : flagMarks())
        if (mark.box.intersects(room)) return false;
    for (const Curve& curve : curves) {
        for (const QLineSeries* series : curve.series) {
            if (!series->isVisible()) continue;
            for (qsizetype i = 0; i < series->count(); ++i) {
                const QPointF to = toScreen(series->at(static_cast<int>(i)));
                const QPointF from = i == 0 ? to : toScreen(series->at(static_cast<int>(i - 1)));
                if (crosses(QLineF(from, to), room)) return false;
            }
        }
        for (std::size_t k = 0; k < kLossMetrics; ++k) {
            const auto mark = shown[k] ? savedPlace(curve, static_cast<LossMetric>(k)) : std::nullopt;
            if (mark && room.adjusted(-5, -5, 5, 5).contains(toScreen(*mark))) return false;
        }
    }
    return true;
}

QRectF LossChart::Private::noiseBox(const NoiseLine& line, const std::vector<QRectF>& taken, double outside) const {
    constexpr double kStep = 12;
    const QRectF plot = chart->plotArea();
    const QFontMetricsF metrics(owner->font());
    const QSizeF size(metrics.horizontalAdvance(line.label) + 8, metrics.height() + 2);
    std::vector<double> tops; // close to the line, or to the edge behind which it lies
    if (line.y) {
        tops = {*line.y - size.height() - 2, *line.y + 2};
    } else {
        const bool below = line.label.endsWith(u'↓');
        for (const double row : {0.0, 1.0, 2.0}) {
            const double away = 2 + row * (size.height() + 2);
            tops.push_back(below ? plot.bottom() - size.height() - away : plot.top() + away);
        }
    }
    for (const double top : tops) {
        for (double left = plot.left() + 6; left + size.width() <= plot.right() - 6; left += kStep) {
            const QRectF box(QPointF(left, top), size);
            const auto overlaps = [&](const QRectF& other) { return other.intersects(box); };
            if (plot.contains(box) && std::ranges::none_of(taken, overlaps) && isFree(box)) return box;
        }
    }
    // Nowhere in the plot: beside the title of the axis below it.
    return {QPointF(outside - size.width(), canvas->height() - size.height() - 2), size};
}

void LossChart::Private::placeLabels(std::vector<NoiseLine>& lines) const {
    std::vector<QRectF> taken;
    double outside = chart->plotArea().right();
    for (NoiseLine& line : lines) {
        line.box = noiseBox(line, taken, outside);
        taken.push_back(line.box);
        if (line.box.top() > chart->plotArea().bottom()) outside = line.box.left() - 4;
    }
}

void LossChart::Private::paintNoise(QPainter& painter) const {
    const QRectF plot = chart->plotArea();
    painter.save();
    painter.setFont(owner->font());
    for (const NoiseLine& line : noiseLines()) {
        const QColor colour =
            line.curve ? curveColour(static_cast<std::size_t>(*line.curve), theme) : theme.color(QPalette::WindowText);
        painter.setPen(QPen(colour, 1.3, Qt::DashLine));
        if (line.y) painter.drawLine(QPointF(plot.left(), *line.y), QPointF(plot.right(), *line.y));
        painter.setPen(colour);
        painter.drawText(line.box, Qt::AlignCenter, line.label);
    }
    painter.restore();
}

} // namespace ewald::view
