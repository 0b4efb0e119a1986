// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/file_patterns.h"

#include "base/error.h"
#include "io/stack/names/name_order.h"

namespace ewald::io {
namespace {

namespace fs = std::filesystem;

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// All paths that fit the parts from `part` on, below `folder`.
void collect(const fs::path& folder, const std::vector<fs::path>& parts, std::size_t part,
             std::vector<fs::path>& found) {
    const bool last = part + 1 == parts.size();
    const std::string pattern = parts[part].string();
    std::error_code failed;
    if (!isPattern(pattern)) {
        const fs::path next = folder / parts[part];
        if (last ? fs::exists(next, failed) : fs::is_directory(next, failed)) {
            if (last)
                found.push_back(next);
            else
                collect(next, parts, part + 1, found);
        }
        return;
    }
    const fs::path listed = folder.empty() ? fs::path(".") : folder;
    for (fs::directory_iterator entry(listed, failed), end; !failed && entry != end; entry.increment(failed)) {
        const std::string name = entry->path().filename().string();
        // As in a shell: hidden files only when asked for. Files that are still being made begin with a dot, too.
        if ((name.starts_with('.') && !pattern.starts_with('.')) || !matchesPattern(name, pattern)) continue;
        std::error_code ignored;
        if (last && !entry->is_directory(ignored))
            found.push_back(folder / name);
        else if (!last && entry->is_directory(ignored))
            collect(folder / name, parts, part + 1, found);
    }
}

} // namespace

bool isPattern(std::string_view name) { return name.find_first_of("*?#") != std::string_view::npos; }

std::optional<NumberAtEnd> numberAtEnd(std::string_view name) {
    constexpr std::size_t kMostDigits = 9;
    const std::size_t begin = name.find_last_not_of("0123456789") + 1; // 0 where all are digits
    if (begin == name.size() || name.size() - begin > kMostDigits) return std::nullopt;
    return NumberAtEnd{begin, std::stoul(std::string(name.substr(begin)))};
}

bool matchesPattern(std::string_view name, std::string_view pattern) {
    // Keeps the last * and where it has got to: linear memory, no recursion.
    std::size_t n = 0;
    std::size_t p = 0;
    std::size_t star = std::string_view::npos;
    std::size_t starName = 0;
    while (n < name.size() || p < pattern.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            starName = n;
            continue;
        }
        if (n < name.size() && p < pattern.size()) {
            if (pattern[p] == '#' && isDigit(name[n])) {
                std::size_t afterHashes = p;
                while (afterHashes < pattern.size() && pattern[afterHashes] == '#') ++afterHashes;
                while (n < name.size() && isDigit(name[n])) ++n;
                p = afterHashes;
                continue;
            }
            if (pattern[p] == '?') { // any character, which takes several bytes in UTF-8
                ++n;
                while (n < name.size() && (static_cast<unsigned char>(name[n]) & 0xC0U) == 0x80U) ++n;
                ++p;
                continue;
            }
            if (pattern[p] == name[n] && pattern[p] != '#') {
                ++n;
                ++p;
                continue;
            }
        }
        if (star == std::string_view::npos || starName >= name.size()) return false;
        p = star + 1;
        n = ++starName;
    }
    return true;
}

bool numberedBefore(const std::string& a, const std::string& b) {
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (!isDigit(a[i]) || !isDigit(b[j])) {
            if (a[i] != b[j]) return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[j]);
            ++i;
            ++j;
            continue;
        }
        const auto numberEnd = [](const std::string& text, std::size_t at) {
            while (at < text.size() && isDigit(text[at])) ++at;
            return at;
        };
        const auto firstDigit = [](const std::string& text, std::size_t at, std::size_t end) {
            while (at + 1 < end && text[at] == '0') ++at;
            return at;
        };
        const std::size_t endA = numberEnd(a, i);
        const std::size_t endB = numberEnd(b, j);
        const std::size_t startA = firstDigit(a, i, endA);
        const std::size_t startB = firstDigit(b, j, endB);
        if (endA - startA != endB - startB) return endA - startA < endB - startB;
        const int order = a.compare(startA, endA - startA, b, startB, endB - startB);
        if (order != 0) return order < 0;
        i = endA;
        j = endB;
    }
    if ((i < a.size()) != (j < b.size())) return j < b.size();
    return a < b; // "01" and "1": any order, but always the same
}

std::vector<fs::path> expandPatterns(std::span<const fs::path> files) {
    std::vector<fs::path> expanded;
    for (const fs::path& file : files) {
        std::error_code failed;
        if (!isPattern(file.string()) || fs::exists(file, failed)) {
            expanded.push_back(file);
            continue;
        }
        std::vector<fs::path> parts(file.begin(), file.end());
        fs::path root;
        if (file.is_absolute()) {
            root = parts.front();
            parts.erase(parts.begin());
        }
        std::vector<fs::path> found;
        if (!parts.empty()) collect(root, parts, 0, found);
        if (found.empty())
            throw DataError("no file has a name of this pattern", file.string(),
                            "* stands for any text, ? for one character, # for digits");
        sortByNumbers(found);
        expanded.insert(expanded.end(), found.begin(), found.end());
    }
    return expanded;
}

} // namespace ewald::io
