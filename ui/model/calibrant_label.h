// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>

namespace ewald::ui {

/// What a built-in calibrant (azint::CalibrantName::label) is called in the language of the window. Any thread.
[[nodiscard]] QString calibrantLabel(const std::string& label);

} // namespace ewald::ui
