// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"

#include <QString>

namespace ewald::ui {

/// Where the simulated example scan is kept: in the user's cache folder, named by the version of its recipe.
[[nodiscard]] QString exampleFile();
/// Makes the example where it is not there yet (about a second) and returns its path. Any thread.
/// \throws DataError when the cache folder cannot be written, StoppedError
QString makeExample(const RunControl& control);

} // namespace ewald::ui
