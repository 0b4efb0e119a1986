// SPDX-License-Identifier: GPL-3.0-or-later
#include "source_tree.h"

#include <algorithm>
#include <regex>

namespace ewald::structure {
namespace {

constexpr std::size_t kMostColumns = 120;

/// Characters, not bytes: continuation bytes of UTF-8 do not count.
std::size_t columns(const std::string& line) {
    return static_cast<std::size_t>(
        std::ranges::count_if(line, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

} // namespace

std::vector<Finding> checkStyle(const std::vector<SourceFile>& tree) {
    // Written in two pieces, so that this file passes its own check.
    static const std::regex unfinished(std::string("\\b(TO") + "DO|FIX" + "ME|XX" + "X|HA" + "CK)\\b");
    static const std::regex fileName("[a-z][a-z0-9_]*\\.(h|cpp|cu|cuh)");
    static const std::string licence = std::string("// SPDX-License-Identifier: ") + "GPL-3.0-or-later";
    std::vector<Finding> findings;
    for (const SourceFile& file : tree) {
        const auto add = [&](std::size_t line, std::string text) {
            findings.push_back({file.path, line, std::move(text)});
        };
        if (file.lines.empty() || file.lines.front() != licence) add(1, "the first line is not \"" + licence + "\"");
        if (!file.endsWithNewline) add(0, "no newline at the end");
        if (!std::regex_match(file.path.substr(file.path.rfind('/') + 1), fileName))
            add(0, "the name is not snake_case");
        // *_impl.h: the text of a function that several sources compile with different options, included on purpose
        // more than once.
        const bool header =
            (file.path.ends_with(".h") && !file.path.ends_with("_impl.h")) || file.path.ends_with(".cuh");
        if (header && std::ranges::find(file.lines, "#pragma once") == file.lines.end()) add(0, "no #pragma once");
        for (std::size_t i = 0; i < file.lines.size(); ++i) {
            const std::string& line = file.lines[i];
            if (line.find('\t') != std::string::npos) add(i + 1, "a tab");
            if (columns(line) > kMostColumns) add(i + 1, std::to_string(columns(line)) + " columns");
            if (!line.empty() && (line.back() == ' ' || line.back() == '\r')) add(i + 1, "white space at the end");
            if (std::regex_search(line, unfinished)) add(i + 1, "a marker of unfinished work");
        }
    }
    return findings;
}

} // namespace ewald::structure
