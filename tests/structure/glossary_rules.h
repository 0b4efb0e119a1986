// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "source_tree.h"

#include <string>
#include <vector>

namespace ewald::structure {

/// A row of translations/glossary_de.md.
struct Term {
    std::string english;
    std::string german;
    std::vector<std::string> refused; ///< words that are not used for it; '*' stands for any letters
    std::vector<std::string> unless;  ///< beginnings of English words with which they are
};

/// A text of the program and its translation.
struct Translated {
    std::string context;
    std::string source;
    std::string target;
};

/// The rows of the table of a page in Markdown, without its heading. Rows that have not four columns are left out.
[[nodiscard]] std::vector<Term> readGlossary(const std::string& markdown);

/// The entries of a file of Qt's translations (.ts), without marks of keys (&).
[[nodiscard]] std::vector<Translated> readTranslations(const std::string& ts);

/// The words of a German text; one with hyphens counts as a whole and in its parts.
[[nodiscard]] std::vector<std::string> wordsIn(const std::string& text);

/// Translations with a word that the glossary refuses. The path of a finding is the context.
[[nodiscard]] std::vector<Finding> checkTranslations(const std::vector<Term>& glossary,
                                                     const std::vector<Translated>& texts);

/// German translations in which dots follow a word without a space: they stand for what is left out behind it.
[[nodiscard]] std::vector<Finding> checkDots(const std::vector<Translated>& texts);

/// As checkTranslations(), of a page of the manual, outside code; words that are refused only under a condition are not
/// looked for.
[[nodiscard]] std::vector<Finding> checkPage(const std::vector<Term>& glossary, const std::string& path,
                                             const std::string& markdown);

} // namespace ewald::structure
