// SPDX-License-Identifier: GPL-3.0-or-later
// What a perfect model would have, as a line in the chart.
#include "common/quantity_text.h"
#include "view/loss_chart_private.h"

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

} // namespace

std::vector<NoiseLine> LossChart::Private::noiseLimits() const {
    std::vector<NoiseLine> lines;
    if (shown[static_cast<std::size_t>(LossMetric::fourierError)]) {
        for (std::size_t i = 0; i < curves.size(); ++i) {
            const double value = lastFloor(curves[i].points);
            const auto same = [&](const NoiseLine& line) { return std::abs(line.value - value) <= kSame * value; };
            if (value > 0 && std::ranges::none_of(lines, same))
                lines.push_back({LossMetric::fourierError, value, {}, {}, static_cast<int>(i)});
        }
        if (lines.size() == 1) lines.front().curve.reset();
    }
    const bool llk = std::ranges::any_of(curves, [](const Curve& curve) {
        return std::ranges::any_of(curve.points, [](const LossPoint& p) { return p.llk > 0; });
    });
    if (llk && shown[static_cast<std::size_t>(LossMetric::llk)]) lines.push_back({LossMetric::llk, 1, {}, {}, {}});
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
    return lines;
}

void LossChart::Private::paintNoise(QPainter& painter) const {
    const QRectF plot = chart->plotArea();
    const QFontMetricsF metrics(painter.font());
    double below = plot.bottom(), above = plot.top(); // where labels of lines outside go
    for (const NoiseLine& line : noiseLines()) {
        const QColor colour =
            line.curve ? curveColour(static_cast<std::size_t>(*line.curve), theme) : theme.color(QPalette::WindowText);
        // Curves begin high above their limit: the label lies at the left, where they do not come near it.
        QRectF box(plot.left() + 6, 0, metrics.horizontalAdvance(line.label) + 8, metrics.height() + 2);
        if (line.y) {
            painter.setPen(QPen(colour, 1.3, Qt::DashLine));
            painter.drawLine(QPointF(plot.left(), *line.y), QPointF(plot.right(), *line.y));
            const bool under = *line.y - box.height() - 2 < plot.top();
            box.moveTop(under ? *line.y + 2 : *line.y - box.height() - 2);
        } else if (line.label.endsWith(u'↓')) {
            box.moveBottom(below - 2);
            below = box.top();
        } else {
            box.moveTop(above + 2);
            above = box.bottom();
        }
        QColor ground = theme.color(QPalette::Base);
        ground.setAlpha(200);
        painter.fillRect(box, ground);
        painter.setPen(colour);
        painter.drawText(box, Qt::AlignCenter, line.label);
    }
}

} // namespace ewald::view
