// SPDX-License-Identifier: GPL-3.0-or-later
// Texts with values in them: what they say, what they were made of, and their way to another process.
#include "base/error.h"
#include "base/phrase.h"

#include <gtest/gtest.h>

namespace ewald::test {
namespace {

TEST(Phrase, IsTheEnglishTextAndRemembersItsParts) {
    const std::string said = phrase("%1 of %2 frames in %3 are empty", 3, 40U, std::string("a%1.h5"));
    EXPECT_EQ(said, "3 of 40 frames in a%1.h5 are empty");
    const auto parts = partsOf(said);
    ASSERT_TRUE(parts);
    EXPECT_EQ(parts->text, "%1 of %2 frames in %3 are empty");
    EXPECT_EQ(parts->values, (std::vector<std::string>{"3", "40", "a%1.h5"}));
    EXPECT_FALSE(partsOf("a text that no phrase has given"));
}

TEST(Phrase, LeavesPlacesWithoutValuesAlone) {
    EXPECT_EQ(phrase("100 % of %1, not %2", "all"), "100 % of all, not %2");
    EXPECT_EQ(phrase("50%"), "50%");
}

TEST(Phrase, WordsFollowTheirCounts) {
    const char* text = "%1 of %2 {frame|frames} in %3; {1:it is|they are} empty";
    EXPECT_EQ(phrase(text, 1, 12, "a"), "1 of 12 frames in a; it is empty");
    EXPECT_EQ(phrase(text, 0, 1, "a"), "0 of 1 frame in a; they are empty");
    EXPECT_EQ(partsOf(phrase(text, 2, 12, "b"))->text, text);
    // Other braces are text, in a template and in a value.
    EXPECT_EQ(phrase("%1 {x}, {4:a|b}, {", "{y|z}"), "{y|z} {x}, {4:a|b}, {");
    EXPECT_EQ(phrase("{a|b}"), "{a|b}");
}

TEST(Phrase, AnErrorIsAPhraseOfItsParts) {
    const DataError error(phrase("%1 is too long", "the name of a test"), "file.h5", "choose a shorter one");
    const auto parts = partsOf(error.what());
    ASSERT_TRUE(parts);
    ASSERT_EQ(parts->values.size(), 3U);
    EXPECT_EQ(parts->values[0], "the name of a test is too long");
    EXPECT_EQ(parts->values[2], "choose a shorter one");
}

/// The bytes of another process: parts that are not known here.
std::string withOtherName(std::string sent, const std::string& name, const std::string& other) {
    for (std::size_t at = 0; (at = sent.find(name, at)) != std::string::npos; at += other.size())
        sent.replace(at, name.size(), other);
    return sent;
}

TEST(Phrase, ReachesAnotherProcessWithThePartsOfItsParts) {
    const std::string inner = phrase("no dataset %1", "/entry/one");
    const std::string sent = withOtherName(withParts(phrase("rank %1 failed: %2", 3, inner)), "/one", "/two");
    EXPECT_FALSE(partsOf("no dataset /entry/two"));
    const std::string taken = takeParts(sent);
    EXPECT_EQ(taken, "rank 3 failed: no dataset /entry/two");
    ASSERT_TRUE(partsOf(taken));
    EXPECT_EQ(partsOf(taken)->values[1], "no dataset /entry/two");
    ASSERT_TRUE(partsOf("no dataset /entry/two"));
    EXPECT_EQ(partsOf("no dataset /entry/two")->text, "no dataset %1");
}

/// A hint that there is none of is one for all errors without a hint.
TEST(Phrase, NothingStaysNothing) {
    EXPECT_EQ(phrase(""), "");
    EXPECT_EQ(phrase("%1", ""), "");
    EXPECT_EQ(withParts(""), "");
}

TEST(Phrase, BytesThatNoPhraseHasGivenStayAsTheyAre) {
    const std::string said = phrase("frame %1 is missing", 7);
    const std::string sent = withParts(said);
    EXPECT_NE(sent, said);
    for (std::size_t size = said.size() + 1; size < sent.size(); ++size)
        EXPECT_EQ(takeParts(sent.substr(0, size)), sent.substr(0, size)) << size;
    EXPECT_EQ(takeParts(sent + "x"), sent + "x");
    EXPECT_EQ(takeParts(withOtherName(sent, "is missing", "is gone") + "x"),
              withOtherName(sent, "is missing", "is gone") + "x");
    EXPECT_EQ(takeParts("plain\x1e"), "plain\x1e");
    EXPECT_EQ(takeParts("x\x1e"
                        "99999999999999999999:"),
              "x\x1e"
              "99999999999999999999:");
    std::string deep = "x\x1e";
    for (int i = 0; i < 100000; ++i) deep += "2:%11:1:x";
    EXPECT_EQ(takeParts(deep), deep);
    const std::string odd = phrase("in %1", "a\x1e"
                                            "b");
    EXPECT_EQ(takeParts(withParts(odd)), odd) << "a name with the sign that ends the text";
}

TEST(Phrase, ForgetsTheOldestOfManyThousands) {
    const std::string first = phrase("the first of many: %1", "zero");
    for (int i = 0; i < 100000; ++i) static_cast<void>(phrase("one of many: %1", i));
    EXPECT_FALSE(partsOf(first));
    EXPECT_TRUE(partsOf("one of many: 99999"));
}

} // namespace
} // namespace ewald::test
