// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/document.h"

#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <span>

// Inside of the job document's JSON form, shared by its reader, its writer, the schema, and the folders of the queue.
namespace ewald::job::format {

inline constexpr const char* kFormat = "ewald-job";
inline constexpr long long kVersion = 1;

/// Raises a document by one version, in place.
using Migration = std::function<void(nlohmann::ordered_json&)>;
/// Step i turns a document of version i + 1 into one of version i + 2.
[[nodiscard]] std::span<const Migration> migrations();
/// Raises `document` to version steps.size() + 1, one step a version.
/// \param where names the document in errors
/// \throws JobError for a version that is missing, no whole number, or newer than this program
void migrate(nlohmann::ordered_json& document, std::span<const Migration> steps, const std::string& where);

/// One text field of an import mapping.
struct MappingText {
    const char* key;
    std::string io::ImportMapping::*member;
    std::vector<std::string> choices;            ///< empty: any text
    bool io::UnstatedUnits::*unstated = nullptr; ///< of a unit: set where the document does not give it
};
struct MappingNumber {
    const char* key;
    std::optional<double> io::ImportMapping::*member;
};
struct MappingFlag {
    const char* key;
    bool io::ImportMapping::*member;
};
struct MappingFile {
    const char* key;
    std::filesystem::path io::ImportMapping::*member;
};
[[nodiscard]] std::span<const MappingText> mappingTexts();
[[nodiscard]] std::span<const MappingFile> mappingFiles();
[[nodiscard]] std::span<const MappingNumber> mappingNumbers();
[[nodiscard]] std::span<const MappingFlag> mappingFlags();

/// A file name as it stands in a document: as it is, or, where it is not valid UTF-8 and so cannot stand in JSON, as a
/// file URL (RFC 8089) of the absolute path; and back. The queue writes them in the same way.
[[nodiscard]] std::string textOfPath(const std::filesystem::path& path);
[[nodiscard]] std::filesystem::path pathOfText(const std::string& text);
/// A text whose bytes that are not valid UTF-8 are percent-escaped, as in such a URL: for the name of a job.
[[nodiscard]] std::string validText(const std::string& text);

/// Name of the section's object in a document.
[[nodiscard]] const char* sectionName(ParameterSection section);

} // namespace ewald::job::format
