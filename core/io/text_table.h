// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ewald::io {

/// Columns of numbers of a text file.
struct TextTable {
    std::filesystem::path file;
    std::vector<std::string> names;           ///< one a column; empty when the file does not say
    std::vector<std::vector<double>> columns; ///< all of one length
    std::string command;                      ///< of the scan of a SPEC file: "ascan  samx 0 1 20 0.1"; empty: none
    std::size_t announced = 0;                ///< points that the command asks for; 0: it is not known how many

    [[nodiscard]] std::size_t rows() const noexcept { return columns.empty() ? 0 : columns.front().size(); }
    /// A column by its name, or by its number from 1 on. \throws DataError naming the columns that there are
    [[nodiscard]] const std::vector<double>& column(const std::string& nameOrNumber) const;
};

/// Reads numbers separated by commas, semicolons (with a decimal point or comma), tabs or spaces, with or without a
/// line of names, which may be a comment (#); or one scan of a SPEC file, whose names stand behind #L. \param scan
/// number behind #S of a SPEC file; absent: the only one \throws DataError naming file and line: no table, a row of
/// another length, several scans and none named
[[nodiscard]] TextTable readTextTable(const std::filesystem::path& file, std::optional<std::size_t> scan = {});
/// The numbers behind #S of a SPEC file, in its order; empty for other tables. \throws DataError when it cannot be read
[[nodiscard]] std::vector<std::size_t> scanNumbers(const std::filesystem::path& file);

} // namespace ewald::io
