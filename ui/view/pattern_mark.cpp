// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/pattern_mark.h"

#include "view/mark_colour.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>

namespace ewald::view {

void paintMarks(QPainter& painter, const std::vector<PatternMark>& marks, const QRectF& plot, const QPalette& palette,
                const std::function<double(double x)>& toScreen) {
    const QFontMetricsF metrics(painter.font());
    // Of a few marks each has its name, in a second row where it would lie over another one.
    constexpr std::size_t kFew = 3;
    const std::size_t rows = marks.size() > 1 && marks.size() <= kFew ? 2 : 1;
    // Lines begin below the names: a name that a neighbour's line crosses cannot be read.
    const double names = static_cast<double>(rows) * metrics.height() + 4;
    std::array<double, 2> taken{plot.left(), plot.left()};
    for (const PatternMark& mark : marks) {
        const double x = toScreen(mark.x);
        if (x < plot.left() || x > plot.right()) continue;
        painter.setPen(QPen(markColour(mark.colour, palette), 1, Qt::DashLine));
        const double top = plot.top() + names;
        painter.drawLine(QPointF(x, plot.bottom() - mark.height * (plot.bottom() - top)), QPointF(x, plot.bottom()));
        const double width = metrics.horizontalAdvance(mark.name);
        const double left = std::clamp(x - width / 2, plot.left() + 2, std::max(plot.left() + 2, plot.right() - width));
        const std::size_t row = left < taken[0] ? 1 : 0;
        if (mark.name.isEmpty() || row >= rows || left < taken[row]) continue;
        painter.drawText(QPointF(left, plot.top() + metrics.ascent() + 2 + static_cast<double>(row) * metrics.height()),
                         mark.name);
        taken[row] = left + width + 6;
    }
}

std::vector<std::pair<QString, std::size_t>> substancesOf(const std::vector<PatternMark>& marks) {
    std::vector<std::pair<QString, std::size_t>> substances;
    for (const PatternMark& mark : marks) {
        const std::pair one(mark.substance, mark.colour);
        if (!mark.substance.isEmpty() && std::ranges::find(substances, one) == substances.end())
            substances.push_back(one);
    }
    std::ranges::sort(substances, {}, &std::pair<QString, std::size_t>::second);
    return substances;
}

} // namespace ewald::view
