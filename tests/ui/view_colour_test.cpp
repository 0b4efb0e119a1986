// SPDX-License-Identifier: GPL-3.0-or-later
// Colours, ranges and tiles: plain numbers, no screen.
#include "common/quantity_text.h"
#include "view/annotations.h"
#include "view/axis_ticks.h"
#include "view/colour_map.h"
#include "view/image_render.h"
#include "view/image_view.h"
#include "view_support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace ewald::view {
namespace {

std::shared_ptr<const Array<float, 2>> image(std::size_t rows, std::size_t cols, std::vector<float> values) {
    return std::make_shared<Array<float, 2>>(Array<float, 2>::Shape{rows, cols}, std::move(values));
}

TEST(ColourMap, LuminanceRisesAlongSequentialMaps) {
    for (const char* id : {"gray", "viridis", "magma", "inferno"}) {
        const auto table = ColourMap::byId(id).table();
        for (std::size_t i = 1; i < table.size(); ++i) {
            // Bytes are rounded: a step may be lost, 0.004 is one grey level in the dark.
            EXPECT_GE(luminance(table[i]), luminance(table[i - 1]) - 0.004) << id << " at " << i;
        }
        EXPECT_GT(luminance(table.back()) - luminance(table.front()), 0.6) << id;
    }
    const auto inverted = ColourMap::byId("gray_inverted").table();
    EXPECT_EQ(inverted.front(), (Rgb{255, 255, 255}));
    EXPECT_EQ(inverted.back(), (Rgb{0, 0, 0}));
}

TEST(ColourMap, HasThePublishedColours) {
    // First and last colours of viridis as its authors list them: #440154 and #fde725. The polynomial is within 3
    // levels.
    const auto near = [](Rgb a, Rgb b, int most) {
        return std::abs(a.r - b.r) <= most && std::abs(a.g - b.g) <= most && std::abs(a.b - b.b) <= most;
    };
    const ColourMap& viridis = ColourMap::byId("viridis");
    EXPECT_TRUE(near(viridis.at(0), {0x44, 0x01, 0x54}, 3));
    EXPECT_TRUE(near(viridis.at(0.5), {0x21, 0x91, 0x8c}, 4));
    EXPECT_TRUE(near(viridis.at(1), {0xfd, 0xe7, 0x25}, 4));
    EXPECT_TRUE(near(ColourMap::byId("magma").at(1), {0xfc, 0xfd, 0xbf}, 6));
    EXPECT_TRUE(near(ColourMap::byId("inferno").at(0.5), {0xbc, 0x37, 0x54}, 6));
}

TEST(ColourMap, CyclicMapsCloseAndWrap) {
    int cyclic = 0;
    for (const std::string& id : ColourMap::ids()) {
        const ColourMap& map = ColourMap::byId(id);
        EXPECT_EQ(map.id(), id);
        if (!map.cyclic()) continue;
        ++cyclic;
        EXPECT_EQ(map.table().front(), map.table().back()) << id;
        EXPECT_EQ(map.at(1.25), map.at(0.25)) << id;
        EXPECT_EQ(map.at(-0.25), map.at(0.75)) << id;
        // No visible edge anywhere along the circle.
        for (std::size_t i = 1; i < ColourMap::kSize; ++i) {
            EXPECT_LT(std::abs(luminance(map.table()[i]) - luminance(map.table()[i - 1])), 0.05) << id << " at " << i;
        }
    }
    EXPECT_EQ(cyclic, 2);
    EXPECT_EQ(ColourMap::byId("no such map").id(), "gray");
    EXPECT_EQ(ColourMap::byId("gray").at(-3), (Rgb{0, 0, 0}));
    EXPECT_EQ(ColourMap::byId("gray").at(7), (Rgb{255, 255, 255}));
    EXPECT_EQ(ColourMap::byId("gray").at(NAN), (Rgb{0, 0, 0}));
}

TEST(ColourMap, ADifferenceIsWhiteWhereThereIsNone) {
    const ColourMap& map = ColourMap::byId("blue_white_red");
    ASSERT_EQ(map.id(), "blue_white_red");
    const Rgb middle = map.at(0.5);
    EXPECT_GT(std::min({middle.r, middle.g, middle.b}), 235);
    for (const double size : {0.2, 0.3, 0.5}) {
        const Rgb less = map.at(0.5 - size), more = map.at(0.5 + size);
        EXPECT_GT(less.b, less.r + 30) << size;
        EXPECT_GT(more.r, more.b + 30) << size;
        EXPECT_NEAR(luminance(less), luminance(more), 0.08) << size;
    }
}

TEST(ColourMap, PhaseMapIsEvenInBothSigns) {
    // Same size, other sign: same lightness, other hue.
    const ColourMap& map = ColourMap::byId("phase_cyclic");
    for (const double t : {0.1, 0.2, 0.3, 0.4}) {
        EXPECT_NEAR(luminance(map.at(t)), luminance(map.at(1 - t)), 0.05);
        EXPECT_GT(map.at(t).b, map.at(t).r);
        EXPECT_GT(map.at(1 - t).r, map.at(1 - t).b);
    }
}

TEST(ComplexColour, IsHueByPhaseAndBrightnessByAmplitude) {
    EXPECT_EQ(complexColour({1, 0}, 1), (Rgb{255, 0, 0}));
    EXPECT_EQ(complexColour({-1, 0}, 1), (Rgb{0, 255, 255}));
    EXPECT_EQ(complexColour(std::polar(1.0F, static_cast<float>(2 * kPi / 3)), 1), (Rgb{0, 255, 0}));
    EXPECT_EQ(complexColour(std::polar(1.0F, static_cast<float>(-2 * kPi / 3)), 1), (Rgb{0, 0, 255}));
    EXPECT_EQ(complexColour({0.5F, 0}, 1), (Rgb{128, 0, 0}));
    EXPECT_EQ(complexColour({9, 0}, 1), (Rgb{255, 0, 0})) << "brighter than full is full";
    EXPECT_EQ(complexColour({0, 0}, 1), (Rgb{0, 0, 0}));
    EXPECT_EQ(complexColour({NAN, 0}, 1), (Rgb{0, 0, 0}));
}

TEST(Range, PercentilesOfHandCheckedNumbers) {
    // 0…10: the p-th percentile is p/10.
    std::vector<float> values(11);
    std::iota(values.begin(), values.end(), 0.0F);
    std::reverse(values.begin(), values.end());
    const std::vector<double> asked{0, 25, 50, 99, 100};
    const auto found = percentiles(values, asked);
    EXPECT_DOUBLE_EQ(found[0], 0);
    EXPECT_DOUBLE_EQ(found[1], 2.5);
    EXPECT_DOUBLE_EQ(found[2], 5);
    EXPECT_NEAR(found[3], 9.9, 1e-12);
    EXPECT_DOUBLE_EQ(found[4], 10);
    // NaN and infinity do not count.
    values.insert(values.end(), {NAN, INFINITY, -INFINITY});
    EXPECT_EQ(percentiles(values, asked), found);
    // Positive values 1…10 only: half way is 5.5.
    EXPECT_DOUBLE_EQ(percentiles(values, std::vector<double>{50}, true)[0], 5.5);
    EXPECT_EQ(percentiles({}, asked), std::vector<double>(5, 0.0));
    EXPECT_EQ(percentiles(std::vector<float>(3, NAN), asked), std::vector<double>(5, 0.0));
}

TEST(Range, IsNeverEmptyOrNaN) {
    const std::vector<std::vector<float>> cases{{},   {NAN},    {5, 5, 5},        {0, 0},
                                                {-3}, {-2, -1}, {1e-30F, 1e-30F}, {1e30F}};
    for (const auto& values : cases) {
        for (const bool log : {false, true}) {
            RangeChoice choice;
            choice.log = log;
            const Range range = resolveRange(values, choice);
            EXPECT_TRUE(std::isfinite(range.low) && std::isfinite(range.high));
            EXPECT_LT(range.low, range.high);
            if (log) {
                EXPECT_GT(range.low, 0);
            }
        }
    }
    // A sparse pattern: 99.9 % zeros, one bright pixel; the percentiles are equal and all values decide.
    std::vector<float> sparse(10000, 0.0F);
    sparse[77] = 50;
    EXPECT_EQ(resolveRange(sparse, {}).high, 50);
    // By hand, the wrong way round.
    RangeChoice hand;
    hand.manual = true;
    hand.low = 4;
    hand.high = 2;
    EXPECT_EQ(resolveRange(sparse, hand), (Range{2, 4, false}));
}

TEST(Range, FractionAndValueAreInverse) {
    const Range linear{-2, 6, false};
    EXPECT_DOUBLE_EQ(linear.fraction(0), 0.25);
    EXPECT_DOUBLE_EQ(linear.value(0.25), 0);
    const Range log{1, 10000, true};
    EXPECT_DOUBLE_EQ(log.fraction(100), 0.5);
    EXPECT_NEAR(log.value(0.5), 100, 1e-9);
    EXPECT_EQ(log.fraction(0), -INFINITY);
    EXPECT_EQ(log.fraction(-1), -INFINITY);
}

/// The gray levels of a tile.
std::vector<int> levels(const Tile& tile) {
    std::vector<int> result;
    for (std::size_t i = 0; i < tile.rgba.size(); i += 4) result.push_back(tile.rgba[i]);
    return result;
}

TEST(Tile, ShowsPixelsAndMeans) {
    const ColourMap& gray = ColourMap::byId("gray");
    const Range range{0, 255, false};
    const ImageData data{image(2, 4, {0, 10, 20, 30, 40, 50, 60, 70}), nullptr, Quantity::real};
    EXPECT_EQ(levels(renderTile(data, {0, 0, 4, 2}, 4, 2, range, gray)),
              (std::vector<int>{0, 10, 20, 30, 40, 50, 60, 70}));
    // Halved: means of 2 × 2 blocks, (0+10+40+50)/4 = 25 and (20+30+60+70)/4 = 45.
    EXPECT_EQ(levels(renderTile(data, {0, 0, 4, 2}, 2, 1, range, gray)), (std::vector<int>{25, 45}));
    EXPECT_EQ(levels(renderTile(data, {0, 0, 4, 2}, 2, 1, range, gray, true)), (std::vector<int>{0, 20}));
    // A part.
    EXPECT_EQ(levels(renderTile(data, {1, 1, 3, 2}, 2, 1, range, gray)), (std::vector<int>{50, 60}));
}

TEST(Tile, LeavesOutMaskedPixels) {
    const ColourMap& gray = ColourMap::byId("gray");
    const ImageData data{image(1, 4, {NAN, 10, NAN, NAN}), nullptr, Quantity::real};
    const Tile half = renderTile(data, {0, 0, 4, 1}, 2, 1, {0, 255, false}, gray);
    EXPECT_EQ(levels(half)[0], 10) << "the mean of what is valid";
    EXPECT_TRUE(levels(half)[1] == kMaskedDark.r || levels(half)[1] == kMaskedLight.r);
    EXPECT_TRUE(half.masked);
    EXPECT_FALSE(renderTile(data, {1, 0, 2, 1}, 1, 1, {0, 255, false}, gray).masked);
    // Infinite is nothing there, not masked.
    const ImageData gap{image(1, 1, {INFINITY}), nullptr, Quantity::real};
    EXPECT_FALSE(renderTile(gap, {0, 0, 1, 1}, 1, 1, {0, 1, false}, gray).masked);
}

TEST(Tile, AveragesAmplitudeAndPhaseApart) {
    // Two numbers of amplitude 1 whose phases are just above and below ±π: their mean phase is π, not 0, and the mean
    // amplitude is 1, not the shorter one of the sum.
    const float p = static_cast<float>(kPi) - 0.6F;
    const auto pair = std::make_shared<Array<Complex, 2>>(
        Array<Complex, 2>::Shape{1, 2}, std::vector<Complex>{std::polar(1.0F, p), std::polar(1.0F, -p)});
    const ColourMap& gray = ColourMap::byId("gray");
    const auto one = [&](Quantity quantity, const Range& range) {
        return levels(renderTile({nullptr, pair, quantity}, {0, 0, 2, 1}, 1, 1, range, gray))[0];
    };
    EXPECT_EQ(one(Quantity::amplitude, {0, 1, false}), 255);
    EXPECT_EQ(one(Quantity::phase, {0, kPi, false}), 255);
    const Tile colour = renderTile({nullptr, pair, Quantity::complexColour}, {0, 0, 2, 1}, 1, 1, {0, 1, false}, gray);
    EXPECT_EQ(colour.rgba[0], 0);
    EXPECT_EQ(colour.rgba[1], 255);
    EXPECT_EQ(colour.rgba[2], 255);
}

TEST(Tile, SamplesReachEveryColumn) {
    // A stride that divides the width would look at one column only, here at zeros only.
    Array<float, 2> stripes({64, 64});
    for (std::size_t i = 0; i < stripes.size(); ++i) stripes.data()[i] = i % 64 == 0 ? 0.0F : 1.0F;
    const ImageData data{std::make_shared<Array<float, 2>>(stripes), nullptr, Quantity::real};
    const auto values = sampleValues(data, 64);
    EXPECT_GT(std::accumulate(values.begin(), values.end(), 0.0F), 0.9F * static_cast<float>(values.size()));
}

TEST(Mosaic, PutsModesSideBySide) {
    Array<Complex, 3> stack({3, 2, 2});
    for (std::size_t i = 0; i < stack.size(); ++i) stack.data()[i] = static_cast<float>(i);
    const auto whole = mosaic(stack);
    EXPECT_EQ(whole.shape(), (Array<Complex, 2>::Shape{5, 5}));
    EXPECT_EQ(whole(0, 0), Complex(0));
    EXPECT_EQ(whole(1, 4), Complex(7));
    EXPECT_EQ(whole(3, 0), Complex(8));
    EXPECT_TRUE(std::isinf(whole(2, 0).real()));
    EXPECT_TRUE(std::isinf(whole(4, 4).real()));
    EXPECT_EQ(mosaicCorners(stack)[2], QPointF(0, 3));
    EXPECT_EQ(mosaic(stack, 3).shape(), (Array<Complex, 2>::Shape{2, 8}));
    EXPECT_TRUE(mosaic({}).empty());
}

TEST(Units, ScaleBarsAreRoundAndFit) {
    // 28 nm pixels, one on each screen pixel, 150 pixels: 4.2 µm fit, 2 µm is the round length below; 71.4 pixels.
    const ScaleBar bar = scaleBar(28e-9, 150);
    EXPECT_NEAR(bar.length_m, 2e-6, 1e-15);
    EXPECT_NEAR(bar.pixels, 71.43, 0.01);
    EXPECT_EQ(bar.label, QStringLiteral("2 µm"));
    EXPECT_EQ(scaleBar(1e-9, 100).label, QStringLiteral("100 nm"));
    EXPECT_EQ(scaleBar(1e-8, 100).label, QStringLiteral("1 µm"));
    EXPECT_EQ(scaleBar(172e-6, 100).label, QStringLiteral("10 mm"));
    EXPECT_EQ(scaleBar(0, 100).length_m, 0);
    EXPECT_EQ(scaleBar(NAN, 100).length_m, 0);
    for (double size = 1e-12; size < 1; size *= 1.37) {
        const ScaleBar any = scaleBar(size, 120);
        EXPECT_LE(any.pixels, 120 * (1 + 1e-9));
        EXPECT_GT(any.pixels, 120 / 2.51);
    }
}

TEST(Units, LengthsAndNumbersRead) {
    EXPECT_EQ(ui::lengthText(500e-9), QStringLiteral("500 nm"));
    EXPECT_EQ(ui::lengthText(1.2346e-6, 4), QStringLiteral("1.235 µm"));
    EXPECT_EQ(ui::lengthText(1e-6), QStringLiteral("1 µm"));
    EXPECT_EQ(ui::lengthText(2.5), QStringLiteral("2.5 m"));
    EXPECT_EQ(ui::lengthText(30e-12), QStringLiteral("30 pm"));
    EXPECT_EQ(ui::numberText(0.0184), QStringLiteral("0.0184"));
    EXPECT_EQ(ui::numberText(-1.5e-7), QStringLiteral("−1.5e−7"));
    EXPECT_EQ(ui::numberText(12000), QStringLiteral("12,000"));
    EXPECT_EQ(ui::numberText(1.0), QStringLiteral("1"));
    EXPECT_EQ(ui::numberText(NAN), QStringLiteral("–"));
}

TEST(Units, TicksAreRoundInsideAndReadable) {
    EXPECT_EQ(linearTicks(0, 10, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
    for (const auto& [low, high] : {std::pair{0.0, 250.0}, {-4.3, 4.4}, {1e-9, 7e-9}, {0.93, 0.98}, {-1e6, 3e6}}) {
        for (const int count : {3, 5, 8, 12}) {
            const auto ticks = linearTicks(low, high, count);
            EXPECT_GE(ticks.size(), 2U) << low << " " << high << " " << count;
            EXPECT_LE(ticks.size(), static_cast<std::size_t>(count) + 2);
            EXPECT_GE(ticks.front(), low - (high - low) * 1e-6);
            EXPECT_LE(ticks.back(), high + (high - low) * 1e-6);
            QStringList labels;
            for (const double t : ticks) labels << tickLabel(t, ticks[1] - ticks[0], false);
            EXPECT_EQ(labels.removeDuplicates(), 0) << "two ticks with one label between " << low << " and " << high;
        }
    }
    for (const auto& [low, high] : {std::pair{0.009, 0.4}, {0.0091, 0.0108}, {1e-8, 1e3}, {1.0, 2.5}, {1e-3, 1e3}}) {
        for (const int count : {3, 5, 9}) {
            const auto ticks = logTicks(low, high, count);
            ASSERT_GE(ticks.size(), 2U) << low << " " << high << " " << count;
            EXPECT_LE(ticks.size(), static_cast<std::size_t>(count) + 3);
            QStringList labels;
            for (const double t : ticks) {
                EXPECT_GE(t, low * (1 - 1e-5));
                EXPECT_LE(t, high * (1 + 1e-5));
                labels << tickLabel(t, ticks[1] - ticks[0], true);
            }
            EXPECT_EQ(labels.removeDuplicates(), 0) << labels.join(u' ').toStdString();
        }
    }
    EXPECT_EQ(tickLabel(0.01, 0.01, true), QStringLiteral("0.01"));
    EXPECT_EQ(tickLabel(1, 1, true), QStringLiteral("1"));
    EXPECT_EQ(tickLabel(1e-7, 1, true), QStringLiteral("10⁻⁷"));
    EXPECT_EQ(tickLabel(2e6, 1, true), QStringLiteral("2·10⁶"));
    EXPECT_EQ(tickLabel(0, 0.1, false), QStringLiteral("0"));
}

TEST(ColourChannelsTest, EachImageIsOneOfThreeColours) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    auto channels = std::make_shared<ColourChannels>();
    channels->values = {image(1, 4, {0, 5, 10, nan}), image(1, 4, {1, nan, 3, nan}), image(1, 4, {40, 20, 0, nan})};
    channels->ranges = {Range{0, 10}, Range{1, 3}, Range{0, 20}};
    const ImageData data{nullptr, nullptr, Quantity::channels, channels};
    EXPECT_EQ(data.rows(), 1U);
    EXPECT_EQ(data.cols(), 4U);
    const ColourMap& unused = ColourMap::byId("viridis");
    const Tile tile = renderTile(data, {0, 0, 4, 1}, 4, 1, {0, 1}, unused);
    const auto texel = [&](const Tile& of, std::size_t i) {
        return Rgb{of.rgba[4 * i], of.rgba[4 * i + 1], of.rgba[4 * i + 2]};
    };
    EXPECT_EQ(texel(tile, 0), (Rgb{0, 0, 255})) << "beyond its range";
    EXPECT_EQ(texel(tile, 1), (Rgb{128, 0, 255})) << "half of 255, rounded; what is not a number is black";
    EXPECT_EQ(texel(tile, 2), (Rgb{255, 255, 0}));
    EXPECT_TRUE(tile.masked) << "nothing in any of them";
    EXPECT_TRUE(texel(tile, 3) == kMaskedDark || texel(tile, 3) == kMaskedLight);
    // Fewer texels than pixels are means: of 0 and 5, of 1 alone, of 40 and 20.
    const Tile coarse = renderTile(data, {0, 0, 2, 1}, 1, 1, {0, 1}, unused);
    EXPECT_EQ(texel(coarse, 0), (Rgb{64, 0, 255}));
    EXPECT_EQ(shownPart(data), (PixelRect{0, 0, 4, 1}));
    // Maps of the legend: from black to the full colour, and in no menu.
    for (std::size_t c = 0; c < 3; ++c) {
        const ColourMap& map = ColourMap::byId(ColourMap::kChannels[c]);
        EXPECT_EQ(map.at(0), Rgb());
        EXPECT_EQ(map.at(1),
                  (Rgb{static_cast<std::uint8_t>(c == 0 ? 255 : 0), static_cast<std::uint8_t>(c == 1 ? 255 : 0),
                       static_cast<std::uint8_t>(c == 2 ? 255 : 0)}));
        EXPECT_EQ(std::ranges::count(ColourMap::ids(), ColourMap::kChannels[c]), 0);
    }
}

} // namespace
} // namespace ewald::view
