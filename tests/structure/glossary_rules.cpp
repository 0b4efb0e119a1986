// SPDX-License-Identifier: GPL-3.0-or-later
#include "glossary_rules.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <string_view>
#include <utility>

namespace ewald::structure {

namespace {

bool isAsciiLetter(char letter) { return std::isalpha(static_cast<unsigned char>(letter)) != 0; }

std::string trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

std::vector<std::string> split(std::string_view text, char at) {
    std::vector<std::string> parts;
    while (true) {
        const auto end = text.find(at);
        parts.push_back(trimmed(text.substr(0, end)));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

std::vector<std::string> listOf(std::string_view cell) {
    std::vector<std::string> parts = split(cell, ',');
    std::erase(parts, std::string());
    return parts;
}

/// Bytes of the letter that begins there: 1, or 2 of those of Latin-1 in UTF-8 (without × and ÷); 0: it is none.
std::size_t letterAt(std::string_view text, std::size_t at) {
    if (isAsciiLetter(text[at])) return 1;
    if (text[at] != '\xc3' || at + 1 >= text.size()) return 0;
    return text[at + 1] == '\x97' || text[at + 1] == '\xb7' ? 0 : 2;
}

bool matches(std::string_view word, std::string_view pattern) {
    if (pattern.empty()) return word.empty();
    if (pattern.front() == '*') {
        for (std::size_t i = 0; i <= word.size(); ++i)
            if (matches(word.substr(i), pattern.substr(1))) return true;
        return false;
    }
    return !word.empty() && word.front() == pattern.front() && matches(word.substr(1), pattern.substr(1));
}

bool isRefused(const Term& term, const std::string& word) {
    return std::ranges::any_of(term.refused, [&](const std::string& pattern) { return matches(word, pattern); });
}

std::string lower(std::string text) {
    for (char& letter : text) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return text;
}

/// A word of the text begins so.
bool hasWord(const std::string& text, const std::string& beginning) {
    const std::string all = lower(text), wanted = lower(beginning);
    for (auto at = all.find(wanted); at != std::string::npos; at = all.find(wanted, at + 1))
        if (at == 0 || !isAsciiLetter(all[at - 1])) return true;
    return false;
}

std::string unescaped(std::string text) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kEntities{
        {{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}, {"&amp;", ""}}};
    for (const auto& [entity, plain] : kEntities)
        for (auto at = text.find(entity); at != std::string::npos; at = text.find(entity, at + plain.size()))
            text.replace(at, entity.size(), plain);
    return text;
}

/// What stands in the first element of a name, behind a place. \param at is moved behind it; npos: there is none
std::string elementAfter(const std::string& text, const std::string& name, std::size_t& at) {
    at = text.find("<" + name, at);
    if (at == std::string::npos) return {};
    const auto begin = text.find('>', at) + 1;
    const auto end = text.find("</" + name + ">", begin);
    at = end;
    return end == std::string::npos ? std::string() : text.substr(begin, end - begin);
}

/// Without what stands in back quotes.
std::string withoutCode(std::string line) {
    for (auto begin = line.find('`'); begin != std::string::npos; begin = line.find('`')) {
        const auto end = line.find('`', begin + 1);
        if (end == std::string::npos) break;
        line.replace(begin, end - begin + 1, " ");
    }
    return line;
}

std::string refusal(const Term& term, const std::string& word, const std::string& text) {
    return "\"" + word + "\" is not the word for " + term.english + ", but: " + term.german +
           " (translations/glossary_de.md): " + text;
}

} // namespace

std::vector<Term> readGlossary(const std::string& markdown) {
    std::vector<Term> terms;
    std::istringstream lines(markdown);
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with('|')) continue;
        const std::vector<std::string> cells = split(line, '|'); // one before the first bar, one behind the last
        constexpr std::size_t kCells = 6;
        if (cells.size() != kCells || cells[1] == "English" || cells[1].starts_with("---")) continue;
        terms.push_back({cells[1], cells[2], listOf(cells[3]), listOf(cells[4])});
    }
    return terms;
}

std::vector<Translated> readTranslations(const std::string& ts) {
    std::vector<Translated> texts;
    for (std::size_t at = 0; at != std::string::npos;) {
        const std::string context = elementAfter(ts, "context", at);
        std::size_t inside = 0;
        const std::string name = elementAfter(context, "name", inside);
        while (inside != std::string::npos) {
            const std::string message = elementAfter(context, "message", inside);
            if (inside == std::string::npos) break;
            std::size_t source = 0, target = 0;
            texts.push_back({name, unescaped(elementAfter(message, "source", source)),
                             unescaped(elementAfter(message, "translation", target))});
        }
    }
    return texts;
}

std::vector<std::string> wordsIn(const std::string& text) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < text.size();) {
        std::string whole, part;
        const auto end = [&] {
            if (!part.empty()) words.push_back(part);
            part.clear();
        };
        for (std::size_t bytes = 0; i < text.size(); i += bytes) {
            bytes = letterAt(text, i);
            const bool hyphen = text[i] == '-' && !part.empty();
            if (bytes == 0 && !hyphen) break;
            if (hyphen) {
                end();
                bytes = 1;
            } else {
                part += text.substr(i, bytes);
            }
            whole += text.substr(i, bytes);
        }
        const bool divided = whole.find('-') != std::string::npos;
        end();
        if (divided) words.push_back(whole);
        if (i < text.size()) ++i;
    }
    return words;
}

std::vector<Finding> checkTranslations(const std::vector<Term>& glossary, const std::vector<Translated>& texts) {
    std::vector<Finding> findings;
    for (const Translated& text : texts)
        for (const std::string& word : wordsIn(text.target))
            for (const Term& term : glossary) {
                if (!isRefused(term, word)) continue;
                const bool allowed = std::ranges::any_of(
                    term.unless, [&](const std::string& beginning) { return hasWord(text.source, beginning); });
                if (!allowed) findings.push_back({text.context, 0, refusal(term, word, text.source)});
            }
    return findings;
}

std::vector<Finding> checkDots(const std::vector<Translated>& texts) {
    constexpr std::string_view kDots = "…";
    std::vector<Finding> findings;
    for (const Translated& text : texts)
        for (auto at = text.target.find(kDots); at != std::string::npos; at = text.target.find(kDots, at + 1)) {
            const std::vector<std::string> before = wordsIn(text.target.substr(0, at));
            if (!before.empty() && text.target.substr(0, at).ends_with(before.back()))
                findings.push_back({text.context, 0, "a space belongs before the dots: " + text.target});
        }
    return findings;
}

std::vector<Finding> checkPage(const std::vector<Term>& glossary, const std::string& path,
                               const std::string& markdown) {
    std::vector<Finding> findings;
    std::istringstream lines(markdown);
    bool code = false;
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.starts_with("```")) code = !code;
        if (code) continue;
        for (const std::string& word : wordsIn(withoutCode(line)))
            for (const Term& term : glossary)
                if (term.unless.empty() && isRefused(term, word))
                    findings.push_back({path, number, refusal(term, word, trimmed(line))});
    }
    return findings;
}

} // namespace ewald::structure
