// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/pattern_fit.h"

#include "view/chart_base.h"

#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace ewald::view {

namespace {

/// Line through the values that have a place; it is broken where one has none.
QPainterPath pathOf(const std::vector<double>& x, const std::vector<double>& y,
                    const std::function<QPointF(double, double)>& toScreen) {
    QPainterPath path;
    bool on = false;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const QPointF at = toScreen(x[i], y[i]);
        const bool has = std::isfinite(at.x()) && std::isfinite(at.y());
        if (has && on)
            path.lineTo(at);
        else if (has)
            path.moveTo(at);
        on = has;
    }
    return path;
}

} // namespace

FitColours fitColours(const QPalette& palette) {
    // None of the first ones, which kept patterns have, nor that of the marks.
    constexpr std::size_t kOwn = 4;
    return {curveColour(kOwn, palette), palette.color(QPalette::WindowText), curveColour(kOwn, palette)};
}

void paintFits(QPainter& painter, const std::vector<PatternFit>& fits, const QRectF& plot, const QPalette& palette,
               const std::function<QPointF(double x, double y)>& toScreen) {
    const FitColours colours = fitColours(palette);
    painter.setBrush(Qt::NoBrush);
    for (const PatternFit& fit : fits) {
        const QColor own = fit.colour.isValid() ? fit.colour : palette.color(QPalette::Highlight);
        QColor shade = own;
        shade.setAlpha(fit.colour.isValid() ? 70 : fit.selected ? 60 : 25);
        const double left = toScreen(fit.low, 1).x();
        const double right = toScreen(fit.high, 1).x();
        painter.fillRect(QRectF(QPointF(left, plot.top()), QPointF(right, plot.bottom())), shade);
        painter.setPen(QPen(own, fit.selected || fit.colour.isValid() ? 1 : 0.5));
        for (const double x : {left, right}) painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        painter.setPen(QPen(colours.background, 1, Qt::DashLine));
        painter.drawPath(pathOf(fit.x, fit.background, toScreen));
        painter.setPen(QPen(colours.peak, 1.2, Qt::DotLine));
        for (const std::vector<double>& peak : fit.peaks)
            if (fit.peaks.size() > 1) painter.drawPath(pathOf(fit.x, peak, toScreen));
        painter.setPen(QPen(colours.sum, 1.2));
        painter.drawPath(pathOf(fit.x, fit.sum, toScreen));
    }
}

} // namespace ewald::view
