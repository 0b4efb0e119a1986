// SPDX-License-Identifier: GPL-3.0-or-later
// What a pattern chart draws.
#include "common/quantity_text.h"
#include "view/axis_ticks.h"
#include "view/mark_colour.h"
#include "view/pattern_chart_private.h"

#include <QAction>
#include <QAreaSeries>
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

/// A logarithmic axis shows at most this many decades of its own accord: one empty bin must not flatten the pattern.
constexpr double kMostDecades = 6;

} // namespace

QList<QPointF> PatternChart::Private::drawable(const PatternCurve& curve, double sigmas) const {
    QList<QPointF> points;
    points.reserve(static_cast<qsizetype>(curve.x.size()));
    const bool decreasing = curve.x.size() > 1 && curve.x.back() < curve.x.front();
    for (std::size_t k = 0; k < curve.x.size(); ++k) {
        const std::size_t i = decreasing ? curve.x.size() - 1 - k : k;
        double y = static_cast<double>(curve.y[i]);
        if (sigmas != 0) y += sigmas * static_cast<double>(curve.error[i]);
        if (!std::isfinite(y) || !std::isfinite(curve.x[i])) continue;
        if (log) {
            // The lower edge of a band may be below zero where its curve is not.
            if (y <= 0 && sigmas >= 0) continue;
            y = y > 0 ? std::log10(y) : axes.top() - 1;
        }
        points.emplace_back(curve.x[i], y);
    }
    return points;
}

QRectF PatternChart::Private::measurementBounds() const {
    constexpr double kBeside = 0.5; // room for the bars of the first and the last point
    double left = 1, right = 1, low = 0, high = 0;
    for (const PatternCurve& curve : curves)
        for (std::size_t i = 0; i < curve.x.size(); ++i) {
            const double error = i < curve.error.size() && errors ? static_cast<double>(curve.error[i]) : 0;
            const double y = static_cast<double>(curve.y[i]);
            left = std::min(left, curve.x[i]);
            right = std::max(right, curve.x[i]);
            if (std::isfinite(y + error)) low = std::min(low, y - error), high = std::max(high, y + error);
        }
    const double pad = std::max(0.08 * (high - low), 1e-12);
    return {QPointF(left - kBeside, low < 0 ? low - pad : 0), QPointF(right + kBeside, high > 0 ? high + pad : 1)};
}

/// Bars have room where few points are shown.
bool PatternChart::Private::hasBars() const {
    constexpr double kRoom_px = 6;
    if (style == Style::measurements) return true;
    if (style != Style::series || curves.empty()) return false;
    const auto shown =
        std::ranges::count_if(curves.front().x, [&](double x) { return x >= axes.left() && x <= axes.right(); });
    return static_cast<double>(shown) * kRoom_px <= chart->plotArea().width();
}

/// All values, and of their errors as much as the values themselves differ: one wild error must not flatten the rest.
QRectF PatternChart::Private::seriesBounds() const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    double left = kInfinity, right = -kInfinity, low = kInfinity, high = -kInfinity, error = kInfinity;
    for (const PatternCurve& curve : curves) {
        for (std::size_t i = 0; i < curve.x.size(); ++i) {
            left = std::min(left, curve.x[i]);
            right = std::max(right, curve.x[i]);
            const auto y = static_cast<double>(curve.y[i]);
            if (!std::isfinite(y)) continue;
            low = std::min(low, y);
            high = std::max(high, y);
            if (i < curve.error.size() && curve.error[i] > 0)
                error = std::min(error, static_cast<double>(curve.error[i]));
        }
    }
    if (!(right >= left)) return {0, 0, 1, 1};
    if (!(high >= low)) low = 0, high = 1;
    const double step = std::max(0.5, 0.02 * (right - left));
    double pad =
        0.1 * (high - low) + (errors && std::isfinite(error) ? std::min(error, high > low ? high - low : error) : 0.0);
    if (!(pad > 0)) pad = std::max(0.02 * std::abs(high), 1e-12);
    return {QPointF(left - step, low - pad), QPointF(right + step, high + pad)};
}

QRectF PatternChart::Private::dataBounds() const {
    if (style == Style::measurements) return measurementBounds();
    if (style == Style::series) return seriesBounds();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    double left = kInfinity, right = -kInfinity, low = kInfinity, high = -kInfinity;
    for (const PatternCurve& curve : curves) {
        for (const QPointF& p : drawable(curve, 0)) {
            left = std::min(left, p.x());
            right = std::max(right, p.x());
            low = std::min(low, p.y());
            high = std::max(high, p.y());
        }
    }
    if (!(right >= left)) return log ? QRectF(0, -1, 10, 2) : QRectF(0, 0, 10, 1);
    if (!(right > left)) right = left + 1;
    if (edges && !curves.empty()) {
        left = edges->first;
        right = edges->second;
    }
    if (log) low = std::max(low, high - kMostDecades);
    const double pad = std::max((high - low) * 0.05, log ? 0.03 : std::max(std::abs(high) * 0.02, 1e-12));
    const double bottom = !log && low >= 0 && low < 0.4 * high ? 0 : low - pad;
    return {QPointF(left, bottom), QPointF(right, high + pad)};
}

void PatternChart::Private::refresh() {
    timer.stop();
    showAxes(!curves.empty());
    setAxes(zoomed.value_or(dataBounds()), xTitle, yTitle);
    const auto columns = static_cast<std::size_t>(std::max(50.0, chart->plotArea().width()));
    const auto put = [&](QLineSeries* line, const QList<QPointF>& points) {
        line->replace(thinned(points, axes.left(), axes.right(), columns));
    };
    for (std::size_t i = 0; i < curves.size(); ++i) {
        put(series[i], drawable(curves[i], 0));
        series[i]->setName(curves[i].name);
    }
    const bool banded = style == Style::pattern || (style == Style::series && !hasBars());
    const bool some = banded && errors && !curves.empty() && curves.front().error.size() == curves.front().y.size() &&
                      !curves.front().y.empty();
    put(band->upperSeries(), some ? drawable(curves.front(), 1) : QList<QPointF>{});
    put(band->lowerSeries(), some ? drawable(curves.front(), -1) : QList<QPointF>{});
    band->setVisible(some);
    errorAction->setEnabled(!curves.empty() && !curves.front().error.empty());
    for (QLegendMarker* marker : chart->legend()->markers(band)) marker->setVisible(false);
    chart->legend()->setVisible(curves.size() > 1 || !substances.empty());
    canvas->viewport()->update();
    if (const std::pair shown(axes.left(), axes.right()); told != shown) {
        told = shown;
        emit q->xRangeChanged(shown.first, shown.second);
    }
}

/// Points and error bars of the first curve.
void PatternChart::Private::paintBars(QPainter& painter) const {
    constexpr double kPoint = 4;
    if (curves.empty()) return;
    const PatternCurve& curve = curves.front();
    const QColor colour = curveColour(0, theme);
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
        const double y = static_cast<double>(curve.y[i]);
        if (!std::isfinite(y)) continue;
        painter.setPen(QPen(colour, 1.6));
        const double error = i < curve.error.size() && errors ? static_cast<double>(curve.error[i]) : 0;
        if (error > 0 && std::isfinite(error)) {
            const QPointF top = toScreen({curve.x[i], y + error});
            const QPointF bottom = toScreen({curve.x[i], y - error});
            painter.drawLine(top, bottom);
            for (const QPointF& end : {top, bottom})
                painter.drawLine(end - QPointF(kPoint, 0), end + QPointF(kPoint, 0));
        }
        painter.setBrush(colour);
        painter.drawEllipse(toScreen({curve.x[i], y}), kPoint, kPoint);
    }
}

void PatternChart::Private::paintOver(QPainter& painter) const {
    const QRectF plot = chart->plotArea();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintMinorTicks(painter);
    if (curves.empty() && !message.isEmpty()) {
        painter.setPen(theme.color(QPalette::Disabled, QPalette::WindowText));
        painter.drawText(plot, Qt::AlignCenter | Qt::TextWordWrap, message);
    }
    painter.save();
    painter.setClipRect(plot);
    if (!fits.empty() && !curves.empty())
        paintFits(painter, fits, plot, theme, [this](double x, double y) {
            // Below zero there is no place on a logarithmic axis.
            return toScreen({x, !log ? y : y > 0 ? std::log10(y) : std::numeric_limits<double>::quiet_NaN()});
        });
    if (hasBars()) paintBars(painter);
    if (range && !curves.empty()) {
        QColor shade = theme.color(QPalette::Highlight);
        shade.setAlpha(60);
        const QRectF area(QPointF(toScreen({range->first, 0}).x(), plot.top()),
                          QPointF(toScreen({range->second, 0}).x(), plot.bottom()));
        painter.fillRect(area, shade);
        painter.setPen(QPen(theme.color(QPalette::Highlight), 1));
        painter.drawLine(area.topLeft(), area.bottomLeft());
        painter.drawLine(area.topRight(), area.bottomRight());
    }
    if (cursorLine && !curves.empty()) {
        const double x = toScreen({*cursorLine, 0}).x();
        painter.setPen(QPen(theme.color(QPalette::WindowText), 1, Qt::DotLine));
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    }
    paintMarks(painter, marks, plot, theme, [this](double x) { return toScreen({x, 0}).x(); });
    painter.restore();
    paintHover(painter);
    painter.restore();
}

/// What the curve under the mouse and the marks beside it are.
void PatternChart::Private::paintHover(QPainter& painter) const {
    if (!hovered || hovered->first >= curves.size()) return;
    QStringList lines;
    if (curves.size() > 1) lines << curves[hovered->first].name;
    lines << QStringLiteral("%1 %2").arg(xTitle, ui::numberText(hovered->second.x(), 6));
    const QString error =
        std::isfinite(hoveredError) ? QStringLiteral(" ± ") + ui::numberText(hoveredError, 3) : QString();
    lines << QStringLiteral("%1 %2%3").arg(yTitle, ui::numberText(hoveredValue, 5), error);
    const double x = toScreen(hovered->second).x();
    bool moves = false;
    for (const PatternMark& mark : marks) {
        if (!isNear(mark, x)) continue;
        if (!mark.name.isEmpty()) lines << (mark.substance.isEmpty() ? mark.name : mark.substance + u' ' + mark.name);
        moves = moves || mark.moves;
    }
    if (moves) lines << PatternChart::tr("Ctrl and drag: moves the lines of the substance");
    paintHoverBox(painter, hovered->second, lines, curveColour(hovered->first, theme));
}

} // namespace ewald::view
