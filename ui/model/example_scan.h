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
/// The same with positions that are wrong by a pixel and a background, to be refined and fitted.
QString makeFaultyExample(const RunControl& control);

/// Simulated powder rings: a stack of frames and its geometry.
struct PowderExample {
    QString frames;
    QString geometry;
};
/// Makes the powder example where it is not there yet (some seconds). Any thread. \throws DataError, StoppedError
PowderExample makePowderExample(const RunControl& control);

/// Whether a file is one of the examples, whose folder is no place for results.
[[nodiscard]] bool isExample(const QString& file);

} // namespace ewald::ui
