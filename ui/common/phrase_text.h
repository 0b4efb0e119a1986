// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>
#include <string>

namespace ewald::ui {

/// A text of the core, or of an error, in the language of the window, where it is a phrase (core/base/phrase.h). What
/// speaks of parameters is better shown by coreText(). \param finished what becomes of each translated text
[[nodiscard]] QString phraseText(const std::string& text, const std::function<QString(const QString&)>& finished = {});

/// A text with the signs of the window, where it is nothing but numbers with units ("0.2441", "9.9 MB", "1.2 × 3 µm");
/// anything else stays as it is.
[[nodiscard]] QString withLocalNumbers(QString value);

} // namespace ewald::ui
