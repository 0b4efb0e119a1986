// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/plot_axes.h"

#include "view/axis_ticks.h"

#include <algorithm>

namespace ewald::view {

QMarginsF plotMargins(const QFontMetricsF& metrics) {
    const double em = metrics.height();
    return {em * 1.5 + metrics.horizontalAdvance(QStringLiteral("−0.005")), em * 0.6, em * 0.8, em * 2.7};
}

QString fittingTitle(const QString& title, const QFontMetricsF& metrics, double length, int lines) {
    const auto fits = [&](const QString& text) { return metrics.horizontalAdvance(text) <= length; };
    if (fits(title)) return title;
    const QString name = title.section(QStringLiteral(" ("), 0, 0);
    if (fits(name)) return name;
    for (qsizetype space = name.indexOf(u' '); lines > 1 && space >= 0; space = name.indexOf(u' ', space + 1))
        if (fits(name.left(space)) && fits(name.mid(space + 1))) return name.left(space) + u'\n' + name.mid(space + 1);
    return {};
}

QColor gridColour(const QPalette& palette) {
    const QColor text = palette.color(QPalette::WindowText);
    const QColor back = palette.color(QPalette::Base);
    const auto mix = [](int a, int b) { return (a * 15 + b * 85) / 100; };
    return {mix(text.red(), back.red()), mix(text.green(), back.green()), mix(text.blue(), back.blue())};
}

QPalette paperPalette() {
    QPalette palette(Qt::white, Qt::white);
    palette.setColor(QPalette::WindowText, Qt::black);
    palette.setColor(QPalette::Text, Qt::black);
    palette.setColor(QPalette::Base, Qt::white);
    return palette;
}

void paintAxes(QPainter& painter, const PlotFrame& frame, const QString& xTitle, const QString& yTitle,
               const QPalette& palette) {
    const QFontMetricsF metrics(painter.font());
    const double em = metrics.height();
    const QRectF& area = frame.area;
    const QColor text = palette.color(QPalette::WindowText);
    const QPen gridPen(gridColour(palette), 1);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);

    const auto xs = linearTicks(std::min(frame.left, frame.right), std::max(frame.left, frame.right),
                                std::max(2, static_cast<int>(area.width() / (em * 5))));
    const double xStep = xs.size() > 1 ? xs[1] - xs[0] : 1;
    for (const double v : xs) {
        const double x = frame.toScreen(v, 0).x();
        painter.setPen(gridPen);
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        painter.setPen(text);
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + em * 0.25));
        painter.drawText(QRectF(x - em * 4, area.bottom() + em * 0.3, em * 8, em * 1.1), Qt::AlignCenter,
                         tickLabel(v, xStep, false));
    }
    const auto ys = linearTicks(std::min(frame.bottom, frame.top), std::max(frame.bottom, frame.top),
                                std::max(2, static_cast<int>(area.height() / (em * 3))));
    const double yStep = ys.size() > 1 ? ys[1] - ys[0] : 1;
    for (const double v : ys) {
        const double y = frame.toScreen(0, v).y();
        painter.setPen(gridPen);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(text);
        painter.drawLine(QPointF(area.left() - em * 0.25, y), QPointF(area.left(), y));
        painter.drawText(QRectF(area.left() - em * 8.4, y - em * 0.6, em * 8, em * 1.2),
                         Qt::AlignVCenter | Qt::AlignRight, tickLabel(v, yStep, false));
    }
    painter.setPen(text);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(area);
    painter.drawText(QRectF(area.left(), area.bottom() + em * 1.4, area.width(), em * 1.2), Qt::AlignCenter, xTitle);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.translate(area.left() - plotMargins(metrics).left() + em * 0.6, area.center().y());
    painter.rotate(-90);
    painter.drawText(QRectF(-area.height() / 2, -em * 0.6, area.height(), em * 1.2), Qt::AlignCenter,
                     fittingTitle(yTitle, metrics, area.height()));
    painter.restore();
}

} // namespace ewald::view
