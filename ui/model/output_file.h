// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSet>
#include <QString>

#include <filesystem>
#include <string>
#include <vector>

namespace ewald::ui {

/// Where the result of a scan goes unless another name is chosen: "<scan>_ewald.h5" next to it when that folder can be
/// written and `beside` is wanted, else in Documents/ewald; numbered _2, _3 … when the name is taken:
/// by a file, by a run that is writing it, or among those that are `planned`.
[[nodiscard]] QString proposedOutput(const QString& inputFile, bool beside = true, const QSet<QString>& planned = {});

/// The same for many scans, as an expression (job::queue::expandName()): the folder from Settings, that of each scan,
/// or, where one of those cannot be written, Documents/ewald. Makes the folder.
[[nodiscard]] std::string proposedOutputs(const std::vector<std::filesystem::path>& inputFiles);

/// `file` itself when it is neither there nor being written nor planned, else the first free of name_2, name_3 …
[[nodiscard]] QString freeName(const QString& file, const QSet<QString>& planned = {});

/// True when a new file can be made in the folder of `file` (which may not exist yet, then its parents are asked).
[[nodiscard]] bool folderWritable(const QString& file);

} // namespace ewald::ui
