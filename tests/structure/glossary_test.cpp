// SPDX-License-Identifier: GPL-3.0-or-later
// One German word for one thing: translations and manual keep to the glossary.
#include "glossary_rules.h"
#include "test_paths.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace ewald::structure {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

const fs::path kRoot = EWALD_SOURCE_DIR;

std::vector<Term> glossary() { return readGlossary(read(kRoot / "translations" / "glossary_de.md")); }

std::vector<Translated> german() { return readTranslations(read(kRoot / "translations" / "ewald_de.ts")); }

TEST(Glossary, TranslationsUseTheWordsOfTheTable) {
    const std::vector<Translated> texts = german();
    ASSERT_GT(texts.size(), 4000U) << "of about 4,460";
    const std::vector<Finding> findings = checkTranslations(glossary(), texts);
    EXPECT_TRUE(findings.empty()) << toText(findings);
}

TEST(Glossary, DotsAreWrittenOneWay) {
    const std::vector<Finding> findings = checkDots(german());
    EXPECT_TRUE(findings.empty()) << toText(findings);
    const auto found = [](const char* target) { return checkDots({{"Page", "x", target}}).size(); };
    EXPECT_EQ(found("Wählen …"), 0U);
    EXPECT_EQ(found("Wählen…"), 1U);
    EXPECT_EQ(found("… und groß…, Maße … weiß…"), 2U);
    EXPECT_EQ(found("--cluster %1=…"), 0U) << "no word";
    EXPECT_EQ(found("Bilder 3…7"), 0U);
}

TEST(Glossary, TheManualUsesTheWordsOfTheTable) {
    const std::vector<Term> terms = glossary();
    std::size_t pages = 0;
    for (const fs::directory_entry& page : fs::directory_iterator(kRoot / "docs" / "manual" / "de")) {
        const std::vector<Finding> findings = checkPage(terms, page.path().filename().string(), read(page.path()));
        EXPECT_TRUE(findings.empty()) << toText(findings);
        ++pages;
    }
    EXPECT_GT(pages, 10U);
}

// A table of words that nobody writes helps nobody.
TEST(Glossary, EveryGermanWordOfTheTableIsUsed) {
    const std::vector<Term> terms = glossary();
    ASSERT_GT(terms.size(), 30U);
    const std::vector<Translated> texts = german();
    for (const Term& term : terms) {
        const std::string word = term.german.substr(0, term.german.find_first_of(",;"));
        EXPECT_TRUE(std::ranges::any_of(
            texts, [&](const Translated& text) { return text.target.find(word) != std::string::npos; }))
            << term.english << ": " << word;
    }
}

TEST(Glossary, AWordThatIsNotTheOneIsFound) {
    const std::vector<Term> terms = readGlossary("Text | that | is | no | row\n"
                                                 "| English | German | not | unless |\n"
                                                 "|---|---|---|---|\n"
                                                 "| probe | Sonde, die | Probe, Proben | sample |\n"
                                                 "| queue | Warteschlange, die | Queue*, *kette | |\n"
                                                 "| wavelength | Wellenlänge, die | | |\n");
    ASSERT_EQ(terms.size(), 3U);
    EXPECT_EQ(terms[0].refused, (std::vector<std::string>{"Probe", "Proben"}));
    EXPECT_EQ(terms[0].unless, std::vector<std::string>{"sample"});
    EXPECT_TRUE(terms[2].refused.empty());
    const auto found = [&](const char* source, const char* target) {
        return checkTranslations(terms, {{"Page", source, target}}).size();
    };
    EXPECT_EQ(found("The probe", "Die Sonde"), 0U);
    EXPECT_EQ(found("The probe", "Die Probe"), 1U);
    EXPECT_EQ(found("The probe", "Die Proben-Moden"), 1U) << "a part of a word with a hyphen";
    EXPECT_EQ(found("The probe", "Die Probenmoden"), 0U) << "another word";
    EXPECT_EQ(found("The probe on the Samples", "Die Sonde auf der Probe"), 0U);
    EXPECT_EQ(found("The probe in a subsample", "Die Sonde in der Probe"), 1U) << "within a word";
    EXPECT_EQ(found("Queue", "Queues, Druckerkette"), 2U);
    EXPECT_EQ(found("Queue", "kette"), 1U) << "a star is any letters, none or many";
    const Finding finding = checkTranslations(terms, {{"Page", "The probe", "Die Probe"}}).front();
    EXPECT_EQ(finding.path, "Page");
    EXPECT_NE(finding.text.find("\"Probe\" is not the word for probe, but: Sonde, die"), std::string::npos);

    const std::string page = "# Die Queue\n```\newald-cli queue Queue\n```\n`Queue` und Probe\nQueue `x` Queue\n";
    const std::vector<Finding> onPage = checkPage(terms, "page.md", page);
    ASSERT_EQ(onPage.size(), 3U) << toText(onPage) << "none in code, and none that has a condition";
    EXPECT_EQ(onPage[0].line, 1U);
    EXPECT_EQ(onPage[1].line, 6U);
}

TEST(Glossary, EntriesOfTranslationsAreRead) {
    const std::vector<Translated> texts = readTranslations(
        "<TS><context>\n<name>A</name>\n<message>\n<source>&amp;Open &lt;b&gt;</source>\n"
        "<comment>c</comment><translation>Ö&amp;ffnen &quot;b&quot;</translation></message>\n"
        "<message><source>x</source><translation type=\"unfinished\"></translation></message>\n</context>\n"
        "<context><name>B</name><message><source>y</source><translation>z</translation></message></context></TS>");
    ASSERT_EQ(texts.size(), 3U);
    EXPECT_EQ(texts[0].context, "A");
    EXPECT_EQ(texts[0].source, "Open <b>");
    EXPECT_EQ(texts[0].target, "Öffnen \"b\"");
    EXPECT_EQ(texts[1].target, "");
    EXPECT_EQ(texts[2].context, "B");
    EXPECT_EQ(texts[2].target, "z");
    EXPECT_EQ(wordsIn("„Über-Maß“, 3×Bild…"), (std::vector<std::string>{"Über", "Maß", "Über-Maß", "Bild"}));
}

} // namespace
} // namespace ewald::structure
