// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/image_view.h"

#include <QColor>
#include <QImage>

#include <cstdlib>

namespace ewald::ui::test {

/// Pixels of a figure that have a colour, nearly: lines have softened edges.
inline int pixelsOf(view::ImageView& view, const QColor& colour) {
    constexpr int kNear = 25;
    const QImage figure = view.figure(1);
    int count = 0;
    for (int y = 0; y < figure.height(); ++y)
        for (int x = 0; x < figure.width(); ++x) {
            const QColor c = figure.pixelColor(x, y);
            if (std::abs(c.red() - colour.red()) < kNear && std::abs(c.green() - colour.green()) < kNear &&
                std::abs(c.blue() - colour.blue()) < kNear)
                ++count;
        }
    return count;
}

/// Whether rings are drawn in the colour of the first substance: no colour map has it.
inline bool hasRings(view::ImageView& view) { return pixelsOf(view, QColor(90, 235, 255)) > 0; }

} // namespace ewald::ui::test
