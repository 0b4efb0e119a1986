// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QPainter>
#include <QString>

namespace ewald::ui {

/// An icon of the program by its name in resources/icons ("open"); drawn in the palette's text colour, so that it suits
/// light and dark, at any size. A name that does not exist gives an empty icon. UI thread.
[[nodiscard]] QIcon icon(const QString& name);

/// Draws a picture of the small part of SVG that the program's icons use: path, circle, rect with fill and stroke.
/// `ink` replaces "currentColor".
void paintSvg(QPainter& painter, const QRectF& target, const QByteArray& svg, const QColor& ink);

} // namespace ewald::ui
