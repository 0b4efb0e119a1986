// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/poni.h"

#include <QString>

#include <string>

namespace ewald::ui {

/// Where geometries that were typed are kept: in the user's data folder, so that results can name them for good.
[[nodiscard]] QString geometriesFolder();
/// Whether a file is one of them: its name says nothing to people.
[[nodiscard]] bool isStoredGeometry(const std::string& file);
/// Writes a geometry under a name made of `stem` and its content. Any thread. \returns the file. \throws DataError
/// \param pixelGuessed a line of the file says that its pixel size is a guess, see saysPixelGuessed()
/// \param before the geometry's file before somebody changed it, which a line of the file names; of one that is stored
/// itself the file that this was made from. Empty: there was none
[[nodiscard]] QString storePoni(const azint::Poni& poni, const QString& folder, const QString& stem,
                                bool pixelGuessed = false, const QString& before = {});
/// Whether a geometry file says that nobody named its pixel size; false for a file that cannot be read. Any thread.
[[nodiscard]] bool saysPixelGuessed(const std::string& file);

} // namespace ewald::ui
