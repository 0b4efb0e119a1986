// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>
#include <QString>

namespace ewald::ui {

enum class Theme { system, light, dark };

/// "system", "light", "dark": for settings and the command line. Unknown words give system.
[[nodiscard]] Theme themeFromName(const QString& name);
[[nodiscard]] QString themeName(Theme theme);

/// Colours of the window; Qt's Fusion style draws with them on every desktop alike.
[[nodiscard]] QPalette themePalette(bool dark);

/// Sets style and colours of the whole application. The first call remembers what the desktop had. UI thread.
void applyTheme(Theme theme);
/// Sets the size of all texts against that of the desktop. The first call remembers what that is. UI thread.
void applyTextSize(int percent);
/// Whether the colours in use are dark.
[[nodiscard]] bool themeIsDark();

} // namespace ewald::ui
