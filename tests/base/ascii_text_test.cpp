// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/ascii_text.h"

#include <gtest/gtest.h>
#include <string>
#include <string_view>

namespace ewald {
namespace {

using namespace std::string_view_literals;

TEST(AsciiText, WhiteSpaceIsTakenFromBothEndsAndKeptWithin) {
    EXPECT_EQ(trimmed("  a b\t"), "a b");
    EXPECT_EQ(trimmed("\t\n\v\f\r x \r\f\v\n\t"), "x");
    EXPECT_EQ(trimmed("a"), "a");
    EXPECT_EQ(trimmed(""), "");
    EXPECT_EQ(trimmed(" \t\n\v\f\r"), "");
    EXPECT_EQ(trimmed(std::string_view()), "");
    EXPECT_EQ(trimmed("\0 a"sv), "\0 a"sv) << "a zero is no white space";
}

TEST(AsciiText, OtherBlanksInTheirPlace) {
    EXPECT_EQ(trimmed("\0 a\n\0"sv, " \t\r\n\0"sv), "a");
    EXPECT_EQ(trimmed(" \va\n", " \t"), "\va\n");
    EXPECT_EQ(trimmed(" a ", ""), " a ");
}

TEST(AsciiText, OfTheEndOnly) {
    EXPECT_EQ(trimmedEnd("  a \n"), "  a");
    EXPECT_EQ(trimmedEnd(" \n "), "");
    EXPECT_EQ(trimmedEnd(""), "");
    EXPECT_EQ(trimmedEnd("a\v ", " "), "a\v");
}

TEST(AsciiText, WhatIsTrimmedPointsIntoTheText) {
    const std::string_view text = " ab ";
    EXPECT_EQ(trimmed(text).data(), text.data() + 1);
    EXPECT_EQ(trimmed(text).size(), 2U);
}

TEST(AsciiText, LettersFromAToZAndNoOthersHaveACase) {
    EXPECT_EQ(lowerAscii("Q_A^-1 [Z]@`{"), "q_a^-1 [z]@`{");
    EXPECT_EQ(lowerAscii(""), "");
    EXPECT_EQ(lowerAscii("A\0B"sv), "a\0b"sv);
    EXPECT_EQ(lowerAscii("Ä Å µM \xC4\xFF"), "Ä Å µm \xC4\xFF");
    for (int code = 0; code < 256; ++code) { // 65 to 90 are A to Z, 97 to 122 a to z
        const char c = static_cast<char>(code);
        const bool isUpper = code >= 65 && code <= 90, isLower = code >= 97 && code <= 122;
        EXPECT_EQ(lowerAscii(c), static_cast<char>(isUpper ? code + 32 : code)) << code;
        EXPECT_EQ(upperAscii(c), static_cast<char>(isLower ? code - 32 : code)) << code;
        EXPECT_EQ(isLetterAscii(c), isUpper || isLower) << code;
    }
}

TEST(AsciiText, ComparedWithoutTheCase) {
    EXPECT_TRUE(equalNoCase("CdTe", "cdte"));
    EXPECT_TRUE(equalNoCase("", ""));
    EXPECT_FALSE(equalNoCase("CdTe", "CdT"));
    EXPECT_FALSE(equalNoCase("CdT", "CdTe"));
    EXPECT_FALSE(equalNoCase("[", "{")) << "32 apart as letters are, and no letters";
    EXPECT_FALSE(equalNoCase("ä", "Ä"));
    EXPECT_TRUE(startsWithNoCase("DATA_global", "data_"));
    EXPECT_TRUE(startsWithNoCase("data_", "DATA_"));
    EXPECT_TRUE(startsWithNoCase("x", ""));
    EXPECT_FALSE(startsWithNoCase("data", "data_"));
    EXPECT_FALSE(startsWithNoCase("", "d"));
}

// The compiler knows the answers, so no locale has a part in them.
static_assert(trimmed(" \xA0 a\n") == "\xA0 a", "0xA0 is white space in ISO 8859-1");
static_assert(trimmedEnd(" a ") == " a");
static_assert(lowerAscii('\xC4') == '\xC4' && upperAscii('\xE4') == '\xE4', "letters in ISO 8859-1");
static_assert(lowerAscii('I') == 'i', "dotless in Turkish");
static_assert(!isLetterAscii('\xC4'));
static_assert(equalNoCase("AbC", "aBc") && !equalNoCase("\xC4", "\xE4"));
static_assert(startsWithNoCase("DATA_x", "data_"));

} // namespace
} // namespace ewald
