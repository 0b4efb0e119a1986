// SPDX-License-Identifier: GPL-3.0-or-later
#include "source_tree.h"

#include <array>
#include <regex>
#include <utility>

namespace ewald::structure {

std::vector<Finding> checkJobKinds(const std::vector<SourceFile>& tree) {
    static const std::regex checked("(core|ui|app)/.*");
    // The table of the kinds, and what belongs to one of them.
    static const std::regex own("core/job/job_kind\\.cpp|core/job/(ptycho|integrate)_job_kind\\.(h|cpp)|"
                                "app/cli/(ptycho|integrate)\\.cpp|ui/model/job_kind_ui\\.cpp");
    static const std::array<std::pair<std::regex, const char*>, 3> rules{{
        {std::regex("\\bisIntegration\\s*\\("), "asks for a kind of job: ask the kind (core/job/job_kind.h)"},
        {std::regex("([=!]=|isOfKind\\()\\s*\"(ptycho|integrate)\"|\"(ptycho|integrate)\"\\s*[=!]="),
         "compares the name of a kind of job: ask the kind (core/job/job_kind.h)"},
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

} // namespace ewald::structure
