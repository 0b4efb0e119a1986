// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/scan.h"

#include <QString>
#include <QStringList>

#include <filesystem>
#include <optional>
#include <vector>

namespace ewald::ui {

/// What a file offers for the quantities of an import mapping.
struct ImportSource {
    enum class Kind { datasets, columns, images };
    Kind kind = Kind::datasets;
    /// Datasets of an HDF5 file; columns of a table as the mapping names them (by name, or by number where the name is
    /// none of its own); nothing for images.
    std::vector<io::FileNode> nodes;
    std::vector<std::size_t> scans; ///< numbers of the scans of a SPEC file that holds several
};

/// Reads what a file of frames holds: an HDF5 file, images, or a pattern of either (then of its first file). Any
/// thread. \throws DataError
[[nodiscard]] ImportSource readFrameSource(const std::filesystem::path& file);
/// Reads what a file of positions holds: an HDF5 file or a table. Without its number, a SPEC file of several scans has
/// no columns. Any thread. \throws DataError
[[nodiscard]] ImportSource readPositionSource(const std::filesystem::path& file, std::optional<double> scan);

/// Whether a file is a table of two columns of numbers or more: text, and no file of frames. Any thread; never throws.
[[nodiscard]] bool isPositionTable(const std::filesystem::path& file) noexcept;

/// The columns that a table most likely has for x and y: those named so, or the only two; both empty where that is not
/// clear.
[[nodiscard]] std::pair<std::string, std::string> guessColumns(const std::vector<io::FileNode>& columns);

/// The name or pattern that stands for chosen files: one file of a numbered series of images, or several files, become
/// a pattern with # for the number that differs. The folder is that of the first.
[[nodiscard]] QString patternOf(const QStringList& files);

/// A mapping without what belongs to one scan only: the files of its frames and positions, and the datasets in them;
/// the columns of a table stay.
[[nodiscard]] io::ImportMapping withoutFiles(io::ImportMapping mapping);

} // namespace ewald::ui
