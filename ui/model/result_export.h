// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/file_opener.h"

#include <QImage>
#include <QStringList>

namespace ewald::ui {

/// What leaves the program besides its own result file. All functions may run on any thread.

/// The files that exportTiff() makes from a base name without suffix: amplitude and phase.
[[nodiscard]] QStringList tiffNames(const QString& base);
/// Amplitude and phase (radians) of the object as 32-bit float TIFF. `withoutRamp`: the linear phase ramp and the mean
/// phase are removed first. \returns the files. \throws DataError, also when a file exists and not `overwrite`
QStringList exportTiff(const LoadedResult& result, const QString& base, bool withoutRamp, bool overwrite);

/// The whole result as an HDF5 file of its own. \throws DataError
void exportHdf5(const LoadedResult& result, const QString& file, bool overwrite);

/// A picture as PNG, by way of a temporary name. \throws DataError
void exportPng(const QImage& picture, const QString& file, bool overwrite);

} // namespace ewald::ui
