// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/poni.h"

#include <QString>

namespace ewald::ui {

/// Where geometries that were typed are kept: in the user's data folder, so that results can name them for good.
[[nodiscard]] QString geometriesFolder();
/// Writes a geometry under a name made of `stem` and its content. Any thread. \returns the file. \throws DataError
[[nodiscard]] QString storePoni(const azint::Poni& poni, const QString& folder, const QString& stem);

} // namespace ewald::ui
