// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/integration/pattern_export.h"
#include "job/maps/map_file.h"
#include "model/file_opener.h"
#include "model/provenance.h"

#include <QImage>
#include <QStringList>

namespace ewald::ui {

/// What leaves the program besides its own result file. All functions may run on any thread.

/// What the file of a result says about itself.
[[nodiscard]] Provenance provenanceOf(const LoadedResult& result);

/// The files that exportTiff() makes from a base name without suffix: amplitude and phase.
[[nodiscard]] QStringList tiffNames(const QString& base);
/// Amplitude and phase (radians) of the object as 32-bit float TIFF, with pixel size and provenance in
/// the tags. `withoutRamp`: the linear phase ramp and the mean
/// phase are removed first. `litOnly`: not a number where the scan has brought no light. \returns the files. \throws
/// DataError, also when a file exists and not `overwrite`
QStringList exportTiff(const LoadedResult& result, const QString& base, bool withoutRamp, bool litOnly, bool overwrite);

/// The whole result as an HDF5 file of its own. \throws DataError
void exportHdf5(const LoadedResult& result, const QString& file, bool overwrite);

/// The pattern (or cake) of one frame as text. \throws JobError for what a format cannot hold, DataError
void exportPattern(const LoadedIntegration& result, std::size_t row, job::PatternFormat format, const QString& file,
                   bool overwrite);
/// All patterns, a file each: "name_00017.xy" beside `file`; frames that failed get none. \returns the files
QStringList exportPatterns(const LoadedIntegration& result, job::PatternFormat format, const QString& file,
                           bool overwrite, const RunControl& control);
/// All patterns as one table, one column a frame. \throws JobError for cakes, DataError
void exportPatternTable(const LoadedIntegration& result, job::PatternFormat format, const QString& file,
                        bool overwrite);
/// Numbers as 32-bit float TIFF. \throws DataError also when there are none
void exportImage(const Array<float, 2>& image, const QString& file, bool overwrite);
/// The files that exportMapTiff() writes: the one that is named; of three colours one each, "map_range_1.tif" for
/// "map.tif".
[[nodiscard]] QStringList mapTiffNames(const std::shared_ptr<const job::MapSet>& set, const QString& file);
/// The last of some maps as 32-bit float TIFF with the size of its pixels, those of the three colours where there are
/// such; as PNG, a pixel each; or all of them: as `ewald-cli maps` writes them, HDF5, or a table of frames.
/// \param set null: nothing is shown \throws DataError
void exportMapTiff(const std::shared_ptr<const job::MapSet>& set, const QString& file, bool overwrite);
void exportMapPng(const std::shared_ptr<const job::MapSet>& set, const QString& file, bool overwrite);
void exportMapHdf5(const std::shared_ptr<const job::MapSet>& set, const QString& file, bool overwrite);
void exportMapTable(const std::shared_ptr<const job::MapSet>& set, const QString& file, bool overwrite);
/// A copy of a result file, by way of a temporary name. \throws DataError
void copyResult(const QString& from, const QString& to, bool overwrite);

/// A picture as PNG, by way of a temporary name. \throws DataError
void exportPng(const QImage& picture, const QString& file, bool overwrite);

} // namespace ewald::ui
