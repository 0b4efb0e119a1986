// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

class QPalette;

namespace ewald::view {

enum class ToolIcon {
    fit,
    actualSize,
    logScale,
    range,
    measure,
    points,
    copy,
    save,
    home,
    zoomIn,
    zoomOut,
    path,
    unwrap
};

/// Icons drawn in the text colour of a palette, so that they fit light and dark.
[[nodiscard]] QIcon toolIcon(ToolIcon icon, const QPalette& palette);

} // namespace ewald::view
