// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/quantity_text.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <string>

namespace ewald {
namespace {

TEST(QuantityText, NumbersKeepTheirWholeDigitsAndNoTrailingZeros) {
    EXPECT_EQ(numberText(0), "0");
    EXPECT_EQ(numberText(-0.0), "0");
    EXPECT_EQ(numberText(1), "1");
    EXPECT_EQ(numberText(0.0184), "0.0184");
    EXPECT_EQ(numberText(65535), "65,535");
    EXPECT_EQ(numberText(65535.4), "65,535");
    EXPECT_EQ(numberText(1548), "1548");
    EXPECT_EQ(numberText(1.23456, 3), "1.23");
    EXPECT_EQ(numberText(-1.5e-7), "-1.5e-7");
    EXPECT_EQ(numberText(2.5e6), "2.5e6");
    EXPECT_EQ(numberText(std::nan("")), "–");
    EXPECT_EQ(numberText(-std::numeric_limits<double>::infinity()), "-∞");
}

TEST(QuantityText, TheSignsOfALocaleAreUsed) {
    const NumberStyle german{",", ".", "−"};
    EXPECT_EQ(numberText(-65535.5, 7, german), "−65.535,5");
    EXPECT_EQ(numberText(1.5e-7, 3, german), "1,5e−7");
    EXPECT_EQ(countText(1'000'000, german), "1.000.000");
    EXPECT_EQ(lengthText(2.5e-6, 3, german), "2,5 µm");
}

TEST(QuantityText, LengthsComeInTheUnitThatSuitsThem) {
    EXPECT_EQ(lengthText(0), "0 m");
    EXPECT_EQ(lengthText(75e-6), "75 µm");
    EXPECT_EQ(lengthText(999.9999999e-9), "1 µm"); // 1 µm with the rounding of a sum
    EXPECT_EQ(lengthText(28.234e-9, 3), "28.2 nm");
    EXPECT_EQ(lengthText(30e-12), "30 pm");
    EXPECT_EQ(lengthText(5.3), "5.3 m");
    EXPECT_EQ(lengthText(-3.65e-3), "-3.65 mm");
    EXPECT_EQ(lengthUnit(5e-7).exponent, -9);
}

TEST(QuantityText, BytesAndDurations) {
    EXPECT_EQ(bytesText(0), "0 bytes");
    EXPECT_EQ(bytesText(999), "999 bytes");
    EXPECT_EQ(bytesText(2.06e9), "2.1 GB");
    EXPECT_EQ(bytesText(240.4e6), "240 MB");
    EXPECT_EQ(bytesText(-1), "–");
    EXPECT_EQ(durationText(12.4), "12 s");
    EXPECT_EQ(durationText(185), "3:05 min");
    EXPECT_EQ(durationText(3725), "1:02 h");
    EXPECT_EQ(durationText(-1), "–");
}

TEST(QuantityText, ExactTextReadsBackAsTheSameBits) {
    for (const double value : {0.1, 1.0 / 3, 6.02214076e23, 1.7976931348623157e308, -75e-6})
        EXPECT_EQ(std::stod(exactText(value)), value);
}

} // namespace
} // namespace ewald
