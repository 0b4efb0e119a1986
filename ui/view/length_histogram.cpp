// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/length_histogram.h"

#include "common/quantity_text.h"
#include "view/axis_ticks.h"
#include "view/chart_base.h"
#include "view/plot_axes.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace ewald::view {

LengthHistogram::LengthHistogram(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("How far the positions have moved"));
}

void LengthHistogram::setLengths(const std::vector<double>& lengths_m, double median_m, double most_m, double pixel_m) {
    clear();
    if (lengths_m.empty() || !(pixel_m > 0) || !(lengths_m.back() > 0)) return;
    constexpr int kBars = 24;
    const double longest = lengths_m.back() / pixel_m;
    // Bars of a round width, so that their limits can be read from the axis.
    const std::vector<double> ticks = linearTicks(0, longest, kBars);
    m_width = ticks.size() > 1 ? ticks[1] - ticks[0] : longest;
    m_pixel = pixel_m;
    m_counts.assign(static_cast<std::size_t>(std::floor(longest / m_width)) + 1, 0);
    for (const double length : lengths_m) {
        const auto bar = static_cast<std::size_t>(std::max(0.0, length / pixel_m / m_width));
        ++m_counts[std::min(bar, m_counts.size() - 1)];
    }
    m_median = median_m / pixel_m;
    m_most = most_m / pixel_m;
}

void LengthHistogram::clear() {
    m_counts.clear();
    m_width = m_median = m_most = 0;
    update();
}

PlotFrame LengthHistogram::frame() const {
    PlotFrame plot;
    plot.area = QRectF(rect()).marginsRemoved(plotMargins(QFontMetricsF(font())));
    plot.area.setSize(plot.area.size().expandedTo(QSizeF(10, 10)));
    plot.right = m_width * static_cast<double>(m_counts.size());
    plot.top = 1.08 * static_cast<double>(m_counts.empty() ? 1 : *std::ranges::max_element(m_counts));
    return plot;
}

QPointF LengthHistogram::footOf(std::size_t bar) const {
    return frame().toScreen((static_cast<double>(bar) + 0.5) * m_width, 0);
}

QString LengthHistogram::textAt(QPointF position) const {
    if (m_counts.empty()) return {};
    const PlotFrame plot = frame();
    if (!plot.area.adjusted(0, 0, 0, 1).contains(position)) return {};
    const auto bar =
        std::min(static_cast<std::size_t>(std::max(0.0, plot.toData(position).x() / m_width)), m_counts.size() - 1);
    const double low = static_cast<double>(bar) * m_width, high = low + m_width;
    return tr("%1 to %2 px (%3 to %4): frames: %5")
        .arg(ui::numberText(low, 3), ui::numberText(high, 3), ui::lengthText(low * m_pixel, 3),
             ui::lengthText(high * m_pixel, 3), ui::countText(m_counts[bar]));
}

void LengthHistogram::paintEvent(QPaintEvent*) {
    if (m_counts.empty()) return;
    QPainter painter(this);
    const PlotFrame plot = frame();
    painter.fillRect(plot.area, palette().color(QPalette::Base));
    paintAxes(painter, plot, tr("Moved by (px)"), tr("Frames"), palette());
    const QColor colour = curveColour(0, palette());
    for (std::size_t bar = 0; bar < m_counts.size(); ++bar) {
        const QPointF top = plot.toScreen(static_cast<double>(bar) * m_width, static_cast<double>(m_counts[bar]));
        const QPointF foot = plot.toScreen(static_cast<double>(bar + 1) * m_width, 0);
        painter.fillRect(QRectF(top, foot).adjusted(0.5, 0, -0.5, 0), colour);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    for (const double limit : {m_median, m_most}) {
        const double x = plot.toScreen(limit, 0).x();
        painter.setPen(
            QPen(palette().color(QPalette::WindowText), 1.3, limit == m_median ? Qt::SolidLine : Qt::DashLine));
        painter.drawLine(QPointF(x, plot.area.top()), QPointF(x, plot.area.bottom()));
    }
}

bool LengthHistogram::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString text = textAt(help->pos());
    QToolTip::showText(help->globalPos(),
                       text.isEmpty() ? tr("Solid line: median; dashed line: 95 % of the frames moved less") : text,
                       this);
    return true;
}

} // namespace ewald::view
