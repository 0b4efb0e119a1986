// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMarginsF>
#include <QPainter>
#include <QPalette>
#include <QPointF>
#include <QRectF>
#include <QString>

namespace ewald::view {

/// A plot's rectangle on the screen and what its edges stand for.
struct PlotFrame {
    QRectF area;
    double left = 0;
    double right = 1;
    double bottom = 0; ///< value at the lower edge; may be larger than `top` (an axis that grows downwards)
    double top = 1;

    [[nodiscard]] QPointF toScreen(double x, double y) const {
        return {area.left() + (x - left) / (right - left) * area.width(),
                area.bottom() - (y - bottom) / (top - bottom) * area.height()};
    }
    [[nodiscard]] QPointF toData(QPointF p) const {
        return {left + (p.x() - area.left()) / area.width() * (right - left),
                bottom + (area.bottom() - p.y()) / area.height() * (top - bottom)};
    }
};

/// Room that axes need around the plot.
[[nodiscard]] QMarginsF plotMargins(const QFontMetricsF& metrics);
/// Frame, ticks, numbers, faint grid and titles in the colours of a palette.
void paintAxes(QPainter& painter, const PlotFrame& frame, const QString& xTitle, const QString& yTitle,
               const QPalette& palette);
/// The title of an axis as it fits along `length`: in one piece, without what stands in parentheses, or, with `lines` =
/// 2, in two lines (separated by a line break). Nothing where it does not fit at all: a title is never cut off.
[[nodiscard]] QString fittingTitle(const QString& title, const QFontMetricsF& metrics, double length, int lines = 1);
/// The colour of grid lines: between text and background.
[[nodiscard]] QColor gridColour(const QPalette& palette);
/// A palette of black on white, for figures.
[[nodiscard]] QPalette paperPalette();

} // namespace ewald::view
