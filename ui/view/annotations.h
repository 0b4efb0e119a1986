// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/colour_map.h"
#include "view/coloured_pixels.h"
#include "view/image_view.h"

#include <QColor>
#include <QPainter>
#include <QRectF>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace ewald::view {

/// Image pixels to the painter's coordinates.
using ToScreen = std::function<QPointF(QPointF)>;

/// What stands over an image, on the screen and in a figure alike.
struct ImageAnnotations {
    double metresPerScreenPixel = 0; ///< 0 = no scale bar
    std::vector<ImageLabel> labels;
    std::optional<QRectF> region;
    std::optional<std::pair<QPointF, QPointF>> line; ///< the measured distance, image pixels
    QString lineText;
    double lineWidth_px = 1;                              ///< it is drawn as a strip where it is wider than one pixel
    std::optional<std::pair<QPointF, QPointF>> lineMarks; ///< cursors A and B on it
    std::vector<QPointF> handles;                         ///< corners to be dragged
    bool masked = false;
    QString maskedText; ///< what hatched pixels are
    std::vector<ImagePath> paths;
    std::optional<ImageAxis> verticalAxis;
    std::optional<ImageAxis> horizontalAxis;
    std::vector<ColouredPixels> pixels; ///< over the image, below everything else
};

/// The words of a label in so many pixels of the screen: all, the brief ones, or none.
[[nodiscard]] QString fittingLabel(const ImageLabel& label, const QFontMetricsF& metrics, double room);
/// White on a translucent dark plate: readable on any image. Sizes follow the painter's font.
void paintAnnotations(QPainter& painter, const QRectF& area, const ImageAnnotations& what, const ToScreen& toScreen);

/// What a colour bar says.
struct ColourBarSpec {
    Range range;
    std::string map = "gray";
    QString label;                         ///< "Phase (rad)"
    bool wheel = false;                    ///< hue = phase, brightness = amplitude up to range.high
    std::vector<ColourBarSpec> channels{}; ///< bars one above the other in place of this one: of red, green, blue
};

/// Width that a colour bar needs with this font.
[[nodiscard]] double colourBarWidth(const QFontMetricsF& metrics, const ColourBarSpec& spec);
/// Bar with ticks, numbers and label into `area`, text in `text`.
void paintColourBar(QPainter& painter, const QRectF& area, const ColourBarSpec& spec, const QColor& text);

/// A colour map as a strip, for menus and icons.
[[nodiscard]] QImage colourStrip(const ColourMap& map, int width, int height);

} // namespace ewald::view
