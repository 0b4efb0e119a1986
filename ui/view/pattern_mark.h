// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QRectF>
#include <QString>

#include <functional>
#include <vector>

class QPainter;

namespace ewald::view {

/// A vertical line at a known place of a pattern: a ring of a calibrant or a phase.
struct PatternMark {
    double x = 0;
    QString name;
    double height = 1; ///< of the line, from the bottom; 1: the whole chart
    bool operator==(const PatternMark&) const = default;
};

/// Draws lines and, above them, those names for which there is room, in the font of the painter.
/// \param toScreen place on the screen of an x
void paintMarks(QPainter& painter, const std::vector<PatternMark>& marks, const QRectF& plot, const QColor& colour,
                const std::function<double(double x)>& toScreen);

} // namespace ewald::view
