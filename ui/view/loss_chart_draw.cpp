// SPDX-License-Identifier: GPL-3.0-or-later
// From points to curves: colours, markers, read-out.
#include "common/quantity_text.h"
#include "view/axis_ticks.h"
#include "view/loss_chart_private.h"

#include <QAction>
#include <QCategoryAxis>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ewald::view {

namespace {

/// Shape at the end of a curve: circle, square, triangle, diamond, and again.
void paintMarker(QPainter& painter, QPointF p, std::size_t shape, double size) {
    switch (shape % 4) {
    case 0: painter.drawEllipse(p, size, size); break;
    case 1: painter.drawRect(QRectF(p.x() - size * 0.9, p.y() - size * 0.9, size * 1.8, size * 1.8)); break;
    case 2:
        painter.drawPolygon(QPolygonF{p + QPointF(0, -size * 1.2), p + QPointF(size * 1.1, size * 0.8),
                                      p + QPointF(-size * 1.1, size * 0.8)});
        break;
    default:
        painter.drawPolygon(QPolygonF{p + QPointF(0, -size * 1.3), p + QPointF(size * 1.3, 0),
                                      p + QPointF(0, size * 1.3), p + QPointF(-size * 1.3, 0)});
    }
}

} // namespace

void LossChart::Private::applyCurveColours() {
    constexpr Qt::PenStyle kStyles[kLossMetrics] = {Qt::SolidLine, Qt::DashLine, Qt::DotLine};
    for (std::size_t i = 0; i < curves.size(); ++i) {
        for (std::size_t k = 0; k < kLossMetrics; ++k)
            curves[i].series[k]->setPen(QPen(curveColour(i, theme), 2, kStyles[k]));
    }
}

QList<QPointF> LossChart::Private::drawable(const Curve& curve, LossMetric metric) const {
    QList<QPointF> result;
    result.reserve(static_cast<qsizetype>(curve.points.size()));
    for (const LossPoint& p : curve.points) {
        const double x = seconds ? p.time_s : p.iteration;
        double y = metricValue(p, metric);
        if (!std::isfinite(x) || !std::isfinite(y) || (log && y <= 0)) continue;
        if (log) y = std::log10(y);
        result.emplace_back(x, y);
    }
    return result;
}

std::optional<QPointF> LossChart::Private::savedPlace(const Curve& curve, LossMetric metric) const {
    if (!curve.saved || curve.points.empty() || metric == LossMetric::loss) return {};
    const double value = metric == LossMetric::llk ? curve.saved->llk : curve.saved->fourierError;
    const double x = seconds ? curve.points.back().time_s : curve.points.back().iteration;
    if (!std::isfinite(x) || !(value > 0)) return {};
    return QPointF(x, log ? std::log10(value) : value);
}

QRectF LossChart::Private::dataBounds() const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    double left = kInfinity, right = -kInfinity, low = kInfinity, high = -kInfinity;
    for (const Curve& curve : curves) {
        for (std::size_t k = 0; k < kLossMetrics; ++k) {
            if (!shown[k]) continue;
            QList<QPointF> points = drawable(curve, static_cast<LossMetric>(k));
            if (const std::optional<QPointF> mark = savedPlace(curve, static_cast<LossMetric>(k))) points << *mark;
            for (const QPointF& p : points) {
                left = std::min(left, p.x());
                right = std::max(right, p.x());
                low = std::min(low, p.y());
                high = std::max(high, p.y());
            }
        }
    }
    if (!(right >= left)) return log ? QRectF(0, -2, 10, 2) : QRectF(0, 0, 10, 1);
    if (!(right > left)) right = left + 1;
    left = std::min(left, 0.0);
    low = lowWithNoise(low, high);
    const double pad = std::max((high - low) * 0.06, log ? 0.03 : std::max(std::abs(high) * 0.02, 1e-12));
    // A linear axis of errors starts at 0: heights can then be compared.
    const double bottom = !log && low >= 0 ? 0 : low - pad;
    // Curves begin at the top: the first row of flags lies above them.
    const double room = flags.empty() ? 0 : (high - low) * flagHeight() / std::max(chart->plotArea().height(), 50.0);
    return {QPointF(left, bottom), QPointF(right + (right - left) * 0.02, high + std::max(pad, room))};
}

QString LossChart::Private::yTitle() const {
    const bool several = std::count(shown.begin(), shown.end(), true) > 1;
    QStringList names;
    for (std::size_t k = 0; k < kLossMetrics; ++k) {
        const auto metric = static_cast<LossMetric>(k);
        // What 1 stands for is a remark for which there is place beside one name only.
        if (shown[k]) names << (several && metric == LossMetric::llk ? LossChart::tr("LLK") : metricName(metric));
    }
    return names.join(QStringLiteral(", "));
}

void LossChart::Private::refresh() {
    timer.stop();
    wholeX = !seconds;
    const bool some = std::ranges::any_of(curves, [](const Curve& curve) { return !curve.points.empty(); });
    showAxes(some);
    setAxes(zoomed.value_or(dataBounds()), seconds ? LossChart::tr("Time (s)") : LossChart::tr("Iteration"), yTitle());
    const auto columns = static_cast<std::size_t>(std::max(50.0, chart->plotArea().width()));
    const bool several = std::count(shown.begin(), shown.end(), true) > 1;
    drawn = 0;
    int named = 0;
    for (Curve& curve : curves) {
        for (std::size_t k = 0; k < kLossMetrics; ++k) {
            QLineSeries* series = curve.series[k];
            const auto metric = static_cast<LossMetric>(k);
            const QList<QPointF> points =
                shown[k] ? thinned(drawable(curve, metric), axes.left(), axes.right(), columns / 2) : QList<QPointF>{};
            drawn += static_cast<std::size_t>(points.size());
            series->replace(points);
            series->setVisible(shown[k] && !points.isEmpty());
            named += series->isVisible() ? 1 : 0;
            series->setName(several ? curve.name + QStringLiteral(" · ") + metricName(metric) : curve.name);
            for (QLegendMarker* marker : chart->legend()->markers(series)) marker->setVisible(series->isVisible());
        }
    }
    // In a low chart a single name leaves its place to the curve: the form has it, too.
    const bool low = canvas->height() < 12 * QFontMetricsF(owner->font()).height();
    chart->legend()->setVisible(drawn > 0 && (named > 1 || !low));
    canvas->viewport()->update();
}

void LossChart::Private::endHover() {
    hovered.reset();
    hoveredFlag.reset();
    canvas->viewport()->update();
}

void LossChart::Private::findHovered(QPointF position) {
    hoveredFlag = flagAt(position);
    if (hoveredFlag) {
        hovered.reset();
        canvas->viewport()->update();
        return;
    }
    // Mostly the iteration counts: above or below a curve is near enough.
    constexpr double kReach = 40;
    constexpr double kHeightWeight = 0.1;
    double best = kReach * kReach;
    std::optional<Hovered> found;
    for (std::size_t i = 0; i < curves.size(); ++i) {
        for (std::size_t k = 0; k < kLossMetrics; ++k) {
            if (!shown[k]) continue;
            for (const LossPoint& p : curves[i].points) {
                const double value = metricValue(p, static_cast<LossMetric>(k));
                if (!std::isfinite(value) || (log && value <= 0)) continue;
                const QPointF data(seconds ? p.time_s : p.iteration, log ? std::log10(value) : value);
                const QPointF delta = toScreen(data) - position;
                const double distance = delta.x() * delta.x() + kHeightWeight * delta.y() * delta.y();
                if (distance >= best || !axes.adjusted(-1e-9, -1e-9, 1e-9, 1e-9).contains(data)) continue;
                best = distance;
                found = Hovered{i, static_cast<LossMetric>(k), p, data};
            }
        }
    }
    hovered = found;
    canvas->viewport()->update();
}

void LossChart::Private::paintHover(QPainter& painter) const {
    QStringList lines{curves[hovered->curve].name,
                      LossChart::tr("iteration %1, %2 s")
                          .arg(ui::numberText(hovered->point.iteration, 7), ui::numberText(hovered->point.time_s, 4)),
                      QStringLiteral("%1 %2").arg(metricName(hovered->metric),
                                                  ui::numberText(metricValue(hovered->point, hovered->metric), 4))};
    if (hovered->metric == LossMetric::fourierError && hovered->point.noiseFloor > 0)
        lines << LossChart::tr("%1 × noise limit")
                     .arg(ui::numberText(hovered->point.fourierError / hovered->point.noiseFloor, 3));
    const Curve& curve = curves[hovered->curve];
    if (curve.saved && hovered->metric != LossMetric::loss && hovered->point.iteration == curve.points.back().iteration)
        lines << LossChart::tr("saved state %1")
                     .arg(ui::numberText(
                         hovered->metric == LossMetric::llk ? curve.saved->llk : curve.saved->fourierError, 4));
    paintHoverBox(painter, hovered->data, lines, curveColour(hovered->curve, theme));
}

void LossChart::Private::paintOver(QPainter& painter) const {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (!xAxis->labelsVisible()) {
        painter.setPen(theme.color(QPalette::Disabled, QPalette::WindowText));
        painter.drawText(canvas->viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap,
                         LossChart::tr("The error of each iteration appears here."));
        painter.restore();
        return;
    }
    paintMinorTicks(painter);
    paintNoise(painter);
    for (std::size_t i = 0; i < curves.size(); ++i) {
        for (std::size_t k = 0; k < kLossMetrics; ++k) {
            const QLineSeries* series = curves[i].series[k];
            if (!series->isVisible() || series->count() == 0) continue;
            const QRectF inside = axes.adjusted(-1e-9, -1e-9, 1e-9, 1e-9);
            if (const auto mark = savedPlace(curves[i], static_cast<LossMetric>(k)); mark && inside.contains(*mark)) {
                painter.setPen(QPen(curveColour(i, theme), 1.6));
                painter.setBrush(Qt::NoBrush);
                paintMarker(painter, toScreen(*mark), i, 5);
            }
            const QPointF end = series->at(series->count() - 1);
            if (!inside.contains(end)) continue;
            painter.setPen(QPen(theme.color(QPalette::Base), 1));
            painter.setBrush(curveColour(i, theme));
            paintMarker(painter, toScreen(end), i, 4);
        }
    }
    paintFlags(painter);
    if (hovered.has_value() && hovered->curve < curves.size()) paintHover(painter);
    painter.restore();
}

QImage LossChart::figure(int scale) const { return d->ChartBase::figure(scale); }

} // namespace ewald::view
