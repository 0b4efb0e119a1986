// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ewald::structure {

/// One source file of the project.
struct SourceFile {
    std::string path;               ///< relative to the root of the project, '/' between folders
    std::vector<std::string> lines; ///< without the line end
    bool endsWithNewline = true;
};

/// All sources (.h, .cpp, .cu, .cuh) below core, gpu, ui, app and tests of `root`, in path order, without build
/// folders.
[[nodiscard]] std::vector<SourceFile> readSourceTree(const std::filesystem::path& root);

/// The lines of `file` with comments blanked out; strings stay.
[[nodiscard]] std::vector<std::string> withoutComments(const SourceFile& file);

/// What a check found: "core/base/error.h:5: text".
struct Finding {
    std::string path;
    std::size_t line = 0; ///< counts from 1; 0: the file as a whole
    std::string text;
};
[[nodiscard]] std::string toText(const std::vector<Finding>& findings);

/// Includes that the layering does not allow, includes of files that do not exist, cycles among headers, and tokens
/// that a layer must not contain (printing or exiting in core, the name of a device in an engine).
/// The tables are in include_rules.cpp and, of the rooms of layers, in room_rules.cpp; they are the same as the
/// pictures in ARCHITECTURE.md.
[[nodiscard]] std::vector<Finding> checkLayers(const std::vector<SourceFile>& tree);

/// Places outside a kind's own files that depend on which kind of job it is.
[[nodiscard]] std::vector<Finding> checkJobKinds(const std::vector<SourceFile>& tree);

/// Places outside an engine's own file that name it: the table (core/ptycho/model/engine_kind.h) is asked instead.
[[nodiscard]] std::vector<Finding> checkEngines(const std::vector<SourceFile>& tree);

/// Licence line, tabs, line length (in characters), markers of unfinished work, file names, `#pragma once`.
[[nodiscard]] std::vector<Finding> checkStyle(const std::vector<SourceFile>& tree);

/// Files and functions that are too long, and folders of core with too many files in them. \param exceptions lines
/// "MOST-LINES PATH" and "MOST-LINES PATH:FUNCTION" for those that may be so long (`#` begins a comment); one that is
/// not needed any more is a finding, too
[[nodiscard]] std::vector<Finding> checkSizes(const std::vector<SourceFile>& tree, const std::string& exceptions);

} // namespace ewald::structure
