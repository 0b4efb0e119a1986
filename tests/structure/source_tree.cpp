// SPDX-License-Identifier: GPL-3.0-or-later
#include "source_tree.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

namespace ewald::structure {
namespace {

constexpr std::string_view kRoots[] = {"core", "gpu", "ui", "app", "tests"};
constexpr std::string_view kExtensions[] = {".h", ".cpp", ".cu", ".cuh"};

SourceFile readSource(const std::filesystem::path& file, std::string path) {
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    SourceFile source{std::move(path), {}, text.empty() || text.back() == '\n'};
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) source.lines.push_back(line);
    return source;
}

} // namespace

std::vector<SourceFile> readSourceTree(const std::filesystem::path& root) {
    std::vector<SourceFile> tree;
    for (const std::string_view top : kRoots) {
        const std::filesystem::path folder = root / top;
        if (!std::filesystem::is_directory(folder)) continue;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
            const std::string extension = entry.path().extension().string();
            if (!entry.is_regular_file() || std::ranges::find(kExtensions, extension) == std::end(kExtensions))
                continue;
            tree.push_back(readSource(entry.path(), entry.path().lexically_relative(root).generic_string()));
        }
    }
    std::ranges::sort(tree, {}, &SourceFile::path);
    return tree;
}

std::vector<std::string> withoutComments(const SourceFile& file) {
    std::vector<std::string> result;
    bool inBlock = false;
    for (const std::string& line : file.lines) {
        std::string kept;
        char quote = 0;
        for (std::size_t i = 0; i < line.size(); ++i) {
            const std::string_view rest = std::string_view(line).substr(i);
            if (inBlock) {
                if (rest.starts_with("*/")) inBlock = false, ++i;
            } else if (quote != 0) {
                kept += line[i];
                if (line[i] == '\\' && i + 1 < line.size())
                    kept += line[++i];
                else if (line[i] == quote)
                    quote = 0;
            } else if (rest.starts_with("//")) {
                break;
            } else if (rest.starts_with("/*")) {
                inBlock = true;
                ++i;
            } else {
                // A quote between two digits separates thousands; it does not open a character.
                const bool separator =
                    line[i] == '\'' && i > 0 && std::isalnum(static_cast<unsigned char>(line[i - 1]));
                if ((line[i] == '"' || line[i] == '\'') && !separator) quote = line[i];
                kept += line[i];
            }
        }
        result.push_back(kept);
    }
    return result;
}

std::string toText(const std::vector<Finding>& findings) {
    std::ostringstream text;
    for (const Finding& finding : findings) {
        text << finding.path;
        if (finding.line > 0) text << ':' << finding.line;
        text << ": " << finding.text << '\n';
    }
    return text.str();
}

} // namespace ewald::structure
