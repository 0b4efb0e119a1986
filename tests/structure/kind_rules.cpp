// SPDX-License-Identifier: GPL-3.0-or-later
#include "source_tree.h"

#include <algorithm>
#include <array>
#include <regex>
#include <utility>

namespace ewald::structure {

std::vector<Finding> checkJobKinds(const std::vector<SourceFile>& tree) {
    static const std::regex checked("(core|ui|app)/.*");
    // The table of the kinds, and what belongs to one of them.
    static const std::regex own("core/job/job_kinds\\.cpp|core/job/[a-z]+/(ptycho|integrate)_job_kind\\.(h|cpp)|"
                                "app/cli/(ptycho|integrate)\\.cpp|ui/model/job_kind_ui\\.cpp");
    static const std::array<std::pair<std::regex, const char*>, 3> rules{{
        {std::regex("\\bisIntegration\\s*\\("), "asks for a kind of job: ask the kind (core/job/document/job_kind.h)"},
        {std::regex("([=!]=|isOfKind\\()\\s*\"(ptycho|integrate)\"|\"(ptycho|integrate)\"\\s*[=!]="),
         "compares the name of a kind of job: ask the kind (core/job/document/job_kind.h)"},
        {std::regex("\\b(ptycho|integrate)JobKind\\(\\)(?!\\.newDocument\\(\\))"),
         "names a kind of job for more than a new document: ask the kind of the document (kindOf)"},
    }};
    std::vector<Finding> findings;
    for (const SourceFile& file : tree) {
        if (!std::regex_match(file.path, checked) || std::regex_match(file.path, own)) continue;
        const std::vector<std::string> lines = withoutComments(file);
        for (std::size_t i = 0; i < lines.size(); ++i)
            for (const auto& [pattern, text] : rules)
                if (std::regex_search(lines[i], pattern)) findings.push_back({file.path, i + 1, text});
    }
    return findings;
}

std::vector<Finding> checkEngines(const std::vector<SourceFile>& tree) {
    static const std::regex checked("(core|ui|app)/.*");
    static const std::regex declared("\\.name = \"([a-z_0-9]+)\"");
    // An engine, and a value of devices, communicators and storage.
    const std::string kWord = "auto";
    // The names, each in the file that declares it.
    std::vector<std::pair<std::string, std::string>> engines;
    for (const SourceFile& file : tree) {
        if (!file.path.starts_with("core/ptycho/")) continue;
        for (const std::string& line : withoutComments(file))
            if (std::smatch match; std::regex_search(line, match, declared) && match[1] != kWord)
                engines.emplace_back(match[1], file.path);
    }
    // A name alone in quotes, or two of them in a list.
    const auto names = [&](const std::string& line, const std::string& name) {
        return line.find('"' + name + '"') != std::string::npos || std::ranges::any_of(engines, [&](const auto& other) {
                   return std::regex_search(line, std::regex("\\b" + name + ", " + other.first + "\\b"));
               });
    };
    std::vector<Finding> findings;
    for (const SourceFile& file : tree) {
        if (!std::regex_match(file.path, checked)) continue;
        const std::vector<std::string> lines = withoutComments(file);
        for (std::size_t i = 0; i < lines.size(); ++i)
            for (const auto& [name, path] : engines)
                if (file.path != path && lines[i].find(name) != std::string::npos && names(lines[i], name))
                    findings.push_back(
                        {file.path, i + 1, "names an engine: ask the table (core/ptycho/model/engine_kind.h)"});
    }
    return findings;
}

} // namespace ewald::structure
