// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace ewald::job::queue {

/// A text file of values, one row a job.
struct ValueTable {
    struct Row {
        std::size_t line = 0; ///< of the file, from 1 on
        std::vector<std::string> cells;
    };
    std::filesystem::path file;
    std::vector<std::string> columns;
    std::vector<Row> rows; ///< each with a cell for every column

    /// "scans.csv, line 3, column probe_modes", for errors.
    [[nodiscard]] std::string where(const Row& row, const std::string& column) const;
};

/// Reads CSV: the first line names the columns; cells are separated by commas, semicolons or tabs, and may stand in
/// quotes. Empty lines and those that begin with # are left out. \throws DataError naming file and line
[[nodiscard]] ValueTable readValueTable(const std::filesystem::path& file);
/// The same of its text. \param file names it in errors
[[nodiscard]] ValueTable parseValueTable(const std::string& text, const std::filesystem::path& file);

} // namespace ewald::job::queue
