// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ewald::azint {

/// Whether a text is JSON that pyFAI keeps a geometry in, such as the settings of an integration (.azimint.json).
[[nodiscard]] bool isPyFaiSettings(std::string_view text) noexcept;

/// A file that a PONI file or such settings name: where they say, or beside them, as folders are moved as a whole.
/// Absent where it is not there. \param where the name of the file that names it
[[nodiscard]] std::optional<std::filesystem::path> findNamedFile(const std::filesystem::path& named,
                                                                 const std::string& where);

/// All of a file with a geometry. \throws DataError where it cannot be read, or is too large for a text
[[nodiscard]] std::string readPoniText(const std::filesystem::path& file);

/// The keys of a PONI file, in any case; a later one replaces an earlier one, because programs append to the file. Or
/// those of the geometry in the settings that pyFAI-integrate saves, by the description in pyFAI.io.integration_config:
/// JSON with the keys of a PONI file in "poni" (version 4 and 5), or beside all others (0 to 3). There "poni" may name
/// a PONI file, whose keys the others replace. Any thread.
class PoniEntries {
public:
    /// \param where the file's name, for messages and for the file that it names \throws DataError for JSON that is no
    /// object, or that names a file which is not there
    PoniEntries(std::string_view text, std::string where);

    [[nodiscard]] const std::string& where() const noexcept { return m_where; }
    /// Absent for a missing key and for the value "None".
    [[nodiscard]] std::optional<std::string> text(const std::string& key) const;
    /// \throws DataError for what is no number
    [[nodiscard]] std::optional<double> number(const std::string& key) const;
    /// \throws DataError where there is none as well
    [[nodiscard]] double needed(const std::string& key) const;
    /// Keys of settings that change intensities or leave out pixels; not applied with the geometry.
    [[nodiscard]] const std::vector<std::string>& leftOut() const noexcept { return m_leftOut; }

private:
    void takeLines(std::string_view text);
    void takeSettings(std::string_view file);

    std::string m_where;
    std::map<std::string, std::string> m_values;
    std::vector<std::string> m_leftOut;
};

} // namespace ewald::azint
