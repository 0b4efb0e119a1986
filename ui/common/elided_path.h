// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QFontMetrics;

namespace ewald::ui {

/// A text that is too long for a line loses whole folders from the middle of the path in it, which begins with "/",
/// "~/" or "…/" and goes on to the end of the text: "/data/…/id16a/scan_0042.h5". Where the name alone does not fit
/// either, and where there is no path, it is cut in the middle.
[[nodiscard]] QString elidedAtFolders(const QString& text, const QFontMetrics& font, int width);
/// The same for a number of characters.
[[nodiscard]] QString elidedAtFolders(const QString& text, qsizetype characters);

} // namespace ewald::ui
