// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QStringList>

namespace ewald::ui {

/// Languages that the window speaks, as locale names: "en", "de", …
[[nodiscard]] QStringList languages();

/// Installs the translation for a locale name, or for the system's languages when it is empty, and makes it the default
/// locale for numbers. Returns the language that is in use ("en" where there is no translation). Before any window.
QString installLanguage(const QString& name);

} // namespace ewald::ui
