// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/document.h"
#include "job/document/parameters.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace ewald::job::queue {

/// What names of jobs and of results can be made of.
struct NameParts {
    std::filesystem::path input; ///< {folder}, {name} (without the extension), {file}, {scan} (its last number)
    std::string name;            ///< instead of that of the input; may be empty
    std::size_t number = 1;      ///< {number}: of the job among those that are made together …
    std::size_t count = 1;       ///< … of which there are so many: it gets leading zeros
    std::string sample;          ///< {sample}
    std::string operatorName;    ///< {operator}
    const JobDocument* document = nullptr; ///< {engine}, {iterations}, {kind}, {seed} and any parameter key
};

/// Replaces expressions in braces; {date} is 2026-11-23, {time} 091500, {/entry/sample/name} the text or number of that
/// dataset of the input. Values other than the folder lose what names of
/// files cannot hold. \param where names the expression in errors \throws JobError for an unknown one, which lists all
[[nodiscard]] std::string expandName(const std::string& expression, const NameParts& parts, const std::string& where);
/// The text or number of a dataset of an HDF5 file. \throws DataError when there is none
[[nodiscard]] std::string valueInFile(const std::filesystem::path& file, const std::string& dataset);
/// The same for a parameter: a number in the unit of the parameter, whatever unit the dataset has; without one it is
/// taken to be that of the parameter. \throws DataError also for a unit of another quantity and for numbers that differ
[[nodiscard]] std::string valueInFile(const std::filesystem::path& file, const std::string& dataset,
                                      const ParameterDef& parameter);
/// Whether an expression holds {key}.
[[nodiscard]] bool usesKey(const std::string& expression, const std::string& key);
/// A text that may be a part of the name of a file.
[[nodiscard]] std::string fileNamePart(std::string text);

} // namespace ewald::job::queue
