// SPDX-License-Identifier: GPL-3.0-or-later
#include "source_tree.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>

namespace ewald::structure {
namespace {

constexpr std::size_t kMostFileLines = 600;
constexpr std::size_t kMostFunctionLines = 80;
constexpr std::size_t kMostFilesOfFolder = 40; ///< of core, directly in it

std::size_t indentOf(const std::string& line) { return std::min(line.find_first_not_of(' '), line.size()); }

bool beginsWithWord(std::string_view text, std::string_view word) {
    return text.starts_with(word) && (text.size() == word.size() || text[word.size()] == ' ');
}

/// The line that closes what line `open` opens: clang-format indents it as the declaration.
std::size_t lastLineOf(const std::vector<std::string>& lines, std::size_t open, std::size_t indent) {
    std::size_t last = open + 1;
    while (last < lines.size() && !(indentOf(lines[last]) == indent && lines[last].substr(indent).starts_with('}')))
        ++last;
    return last;
}

/// The name before the brackets of "int Type::name(int a) const {", or nothing for what is no function.
std::optional<std::string> functionName(std::string_view declaration) {
    for (const char* word : {"namespace", "class", "struct", "enum", "union", "if", "for", "while", "switch", "do",
                             "else", "try", "extern", "return"})
        if (beginsWithWord(declaration, word)) return std::nullopt;
    const std::size_t bracket = declaration.find('(');
    const std::size_t value = declaration.find(" = ");
    if (bracket == 0 || bracket == std::string_view::npos || value < bracket) return std::nullopt;
    if (declaration.starts_with("TEST")) {
        std::string name(declaration.substr(bracket + 1, declaration.find(')') - bracket - 1));
        if (const std::size_t comma = name.find(", "); comma != std::string::npos) name.replace(comma, 2, ".");
        return name;
    }
    const std::size_t begin = declaration.find_last_of(" *&", bracket - 1);
    return std::string(declaration.substr(begin == std::string_view::npos ? 0 : begin + 1, bracket - begin - 1));
}

struct Function {
    std::string name;
    std::size_t first = 0; ///< line, from 0
    std::size_t lines = 0; ///< from the first of its declaration to the bracket that closes it
};

/// Functions between two lines, those of classes among them; nothing inside of functions.
void findFunctions(const std::vector<std::string>& lines, std::size_t begin, std::size_t end,
                   std::vector<Function>& all) {
    std::size_t declaration = begin; // where the declaration that ends at the current line begins
    for (std::size_t i = begin; i < end; ++i) {
        const std::string& line = lines[i];
        if (indentOf(line) == line.size() || line[indentOf(line)] == '#' || line.ends_with(';') ||
            line.ends_with('}') || line.ends_with(':')) {
            declaration = i + 1;
            continue;
        }
        if (!line.ends_with('{')) continue;
        std::size_t named = declaration;
        while (named < i && lines[named].find("template <") != std::string::npos) ++named;
        const std::size_t indent = indentOf(lines[named]);
        const std::string_view first = std::string_view(lines[named]).substr(indent);
        if (beginsWithWord(first, "namespace") || beginsWithWord(first, "extern")) {
            declaration = i + 1;
            continue;
        }
        const std::size_t last = std::min(lastLineOf(lines, i, indent), end);
        if (const std::optional<std::string> name = functionName(first))
            all.push_back({*name, declaration, last - declaration + 1});
        else
            findFunctions(lines, i + 1, last, all);
        i = last;
        declaration = last + 1;
    }
}

void checkFolders(const std::vector<SourceFile>& tree, std::vector<Finding>& findings) {
    std::map<std::string, std::size_t> files;
    for (const SourceFile& file : tree)
        if (file.path.starts_with("core/")) ++files[file.path.substr(0, file.path.rfind('/'))];
    for (const auto& [folder, count] : files)
        if (count > kMostFilesOfFolder)
            findings.push_back(
                {folder, 0, "has " + std::to_string(count) + " files: move some into folders of their own"});
}

} // namespace

std::vector<Finding> checkSizes(const std::vector<SourceFile>& tree, const std::string& exceptions) {
    struct Exception {
        std::string what;
        std::size_t lines = 0;
        bool isNeeded = false;
    };
    std::vector<Exception> known;
    std::istringstream stream(exceptions);
    for (std::string line; std::getline(stream, line);) {
        std::istringstream words(line);
        if (Exception entry; !line.starts_with('#') && words >> entry.lines >> entry.what) known.push_back(entry);
    }
    std::vector<Finding> findings;
    checkFolders(tree, findings);
    const auto judge = [&](const std::string& path, std::size_t line, const std::string& what, std::size_t lines,
                           std::size_t most) {
        if (lines <= most) return;
        const auto entry = std::ranges::find(known, what, &Exception::what);
        if (entry != known.end()) entry->isNeeded = true;
        if (entry == known.end() || lines > entry->lines)
            findings.push_back({path, line, what + " has " + std::to_string(lines) + " lines: split it"});
    };
    for (const SourceFile& file : tree) {
        judge(file.path, 0, file.path, file.lines.size(), kMostFileLines);
        std::vector<Function> functions;
        findFunctions(withoutComments(file), 0, file.lines.size(), functions);
        for (const Function& function : functions)
            judge(file.path, function.first + 1, file.path + ":" + function.name, function.lines, kMostFunctionLines);
    }
    for (const Exception& entry : known)
        if (!entry.isNeeded)
            findings.push_back({entry.what, 0, "is short enough by now: remove it from the exceptions"});
    return findings;
}

} // namespace ewald::structure
