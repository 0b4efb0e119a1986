// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainterPath>
#include <QString>

namespace ewald::ui {

/// The outline of an SVG path's "d" attribute: commands M L H V C Q A Z, absolute or relative.
/// What cannot be read ends the path.
[[nodiscard]] QPainterPath parseSvgPath(const QString& d);

} // namespace ewald::ui
