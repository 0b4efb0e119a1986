// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"
#include "io/scan.h"

#include <QString>
#include <QStringList>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ewald::ui {

/// Whether a reader knows the layout: the surest comes first. All functions: any thread.
[[nodiscard]] bool isRecognised(const std::vector<io::Probed>& formats);
/// A file that a reader opens as a scan; false for one that cannot be read.
[[nodiscard]] bool isScanFile(const std::filesystem::path& file);
/// Name and mapping of the layout that fits a file: one that was saved, else one that is shipped. \throws DataError
[[nodiscard]] std::optional<std::pair<QString, io::ImportMapping>> layoutOf(const std::filesystem::path& file);

/// Sorts names of files by the numbers in them: scan_9 comes before scan_10, in every locale.
void sortByNumber(QStringList& names);

/// A file that can be opened without a question, with this mapping where it has one.
struct Neighbour {
    QString file;
    std::optional<io::ImportMapping> mapping;
};
struct NeighbourSearch {
    std::optional<Neighbour> found;
    /// Files on the way that look like scans and cannot be opened, with what is wrong with each.
    std::vector<std::pair<QString, std::string>> refused;
};
/// The next (`step` 1) or previous (−1) scan of the folder of a scan, among the files with the same ending in the order
/// of the numbers in their names; what is no scan is passed over. The mapping of this scan is tried, too. Of a result:
/// the next or previous result. \throws StoppedError
[[nodiscard]] NeighbourSearch neighbourOf(const QString& file, int step,
                                          const std::optional<io::ImportMapping>& mapping, const RunControl& control);

} // namespace ewald::ui
