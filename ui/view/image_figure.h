// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/annotations.h"
#include "view/image_render.h"

#include <QFont>
#include <QImage>
#include <QRectF>
#include <QString>

#include <vector>

namespace ewald::view {

/// Everything a figure of an image is made of. A cheap value: a figure can be made on any thread.
struct FigureSpec {
    ImageData image;
    Range range;
    ColourBarSpec bar;
    bool showBar = true;
    QString title;
    QString caption;                 ///< below the image, in as many lines as it takes
    QStringList facts;               ///< "name: value", kept with the picture
    QRectF view;                     ///< part of the image that is shown, image pixels
    QSizeF size;                     ///< of that part on the screen, device independent pixels
    double metresPerScreenPixel = 0; ///< 0 = no scale bar
    ImageAnnotations annotations;
    std::vector<QPointF> points; ///< image pixels
    bool connectPoints = false;
    QFont font;
};

/// The figure on white at `scale` times the screen's size. Any thread.
[[nodiscard]] QImage paintFigure(const FigureSpec& spec, int scale);

/// Writes a picture as PNG to a temporary name in the same folder, then renames it. \throws DataError
void savePng(const QImage& image, const QString& file);
/// Writes a text file the same way. \throws DataError
void saveText(const QByteArray& text, const QString& file);

} // namespace ewald::view
