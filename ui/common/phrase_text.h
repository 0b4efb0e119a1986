// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>
#include <string>

namespace ewald::ui {

/// A text of the core, or of an error, in the language of the window, where it is a phrase (core/base/phrase.h). What
/// speaks of parameters is better shown by coreText(). \param finished what becomes of each translated text
[[nodiscard]] QString phraseText(const std::string& text, const std::function<QString(const QString&)>& finished = {});

} // namespace ewald::ui
