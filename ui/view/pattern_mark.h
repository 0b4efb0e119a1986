// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>
#include <QRectF>
#include <QString>

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

class QPainter;

namespace ewald::view {

/// A vertical line at a known place of a pattern: a ring of a calibrant or a phase.
struct PatternMark {
    double x = 0;
    QString name;
    double height = 1;      ///< of the line, from the bottom; 1: the whole chart
    QString substance;      ///< in the legend, where there are several; empty: none
    std::size_t colour = 0; ///< markColour()
    bool moves = false;     ///< it may be dragged
    bool operator==(const PatternMark&) const = default;
};

/// Draws lines and, above them, those names for which there is room, in the font of the painter.
/// \param marks from left to right \param toScreen place on the screen of an x
void paintMarks(QPainter& painter, const std::vector<PatternMark>& marks, const QRectF& plot, const QPalette& palette,
                const std::function<double(double x)>& toScreen);

/// The substances of marks that say one, each once, with its colour.
[[nodiscard]] std::vector<std::pair<QString, std::size_t>> substancesOf(const std::vector<PatternMark>& marks);

} // namespace ewald::view
