// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/result_file.h"

#include <QString>

namespace ewald::ui {

/// "Object step: 1 → 0.5", translated.
[[nodiscard]] QString changeText(const io::ParameterChange& change);

} // namespace ewald::ui
