// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "ptycho/model/frame_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <thread>
#include <vector>

namespace ewald::ptycho {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// What engines have always worked with.
float rootOf(float counts) { return counts >= 0 ? std::sqrt(counts) : -1.0F; }

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

/// All pixels of the store are the roots of `frames`, to the bit, by both ways to read them.
void expectRoots(const FrameStore& store, const std::vector<std::vector<float>>& frames) {
    std::vector<float> row(store.pixels());
    for (std::size_t f = 0; f < frames.size(); ++f) {
        store.amplitudes(f, row);
        for (std::size_t i = 0; i < store.pixels(); ++i) {
            ASSERT_EQ(bits(row[i]), bits(rootOf(frames[f][i]))) << "frame " << f << ", counts " << frames[f][i];
            ASSERT_EQ(bits(store.view().amplitude(f * store.pixels() + i)), bits(row[i]));
        }
    }
}

TEST(FrameStore, TakesTheNarrowestTypeOfEachValue) {
    struct Case {
        float value;
        FrameType type;
    };
    for (const Case& c :
         {Case{0, FrameType::counts8}, Case{1, FrameType::counts8}, Case{254, FrameType::counts8},
          Case{255, FrameType::counts16}, Case{256, FrameType::counts16}, Case{65534, FrameType::counts16},
          Case{65535, FrameType::amplitudes}, Case{65536, FrameType::amplitudes}, Case{16777216, FrameType::amplitudes},
          Case{static_cast<float>(16777217), FrameType::amplitudes}, Case{0.5F, FrameType::amplitudes},
          Case{1e20F, FrameType::amplitudes}, Case{kNan, FrameType::counts8}, Case{-1, FrameType::counts8}}) {
        FrameStore store(2, 3);
        store.put(0, std::array{1.0F, c.value, kNan});
        store.put(1, std::array{7.0F, 0.0F, 3.0F});
        EXPECT_EQ(store.type(), c.type) << c.value;
        EXPECT_EQ(store.bytes(), 6 * kernels::bytesOf(c.type));
        expectRoots(store, {{1, c.value, kNan}, {7, 0, 3}});
    }
}

/// Frames of random width, masks and order: the type grows on the way, and no pixel changes.
TEST(FrameStore, KeepsEveryPixelWhileItsTypeGrows) {
    std::mt19937 random(3);
    const std::array<float, 12> values{0, 1, 2, 254, 255, 256, 65534, 65535, 65536, 16777216, 0.25F, kNan};
    for (int round = 0; round < 300; ++round) {
        const std::size_t frames = random() % 9 + 1, pixels = random() % 70 + 1;
        const std::size_t kinds = random() % values.size() + 1; // few kinds: narrow types are kept to the end, too
        std::vector<std::vector<float>> all(frames);
        for (auto& frame : all)
            for (std::size_t i = 0; i < pixels; ++i)
                frame.push_back(random() % 20 == 0 ? kNan : values[random() % kinds]);
        const bool inFile = round % 3 == 0;
        FrameStore store(frames, pixels, inFile ? std::filesystem::temp_directory_path() : "");
        std::vector<std::size_t> order(frames);
        for (std::size_t i = 0; i < frames; ++i) order[i] = i;
        std::shuffle(order.begin(), order.end(), random);
        auto needed = FrameType::counts8;
        for (const std::size_t f : order) {
            store.put(f, all[f]);
            needed = std::max(needed, typeFor(all[f]));
            ASSERT_EQ(store.type(), needed);
        }
        if (round % 2 == 0) store.trim();
        expectRoots(store, all);
    }
}

TEST(FrameStore, ThreadsPutFramesWhileTheTypeGrows) {
    constexpr std::size_t kFrames = 400, kPixels = 257;
    for (const float last : {200.0F, 300.0F, 70000.0F}) {
        std::vector<std::vector<float>> all(kFrames, std::vector<float>(kPixels));
        for (std::size_t f = 0; f < kFrames; ++f)
            for (std::size_t i = 0; i < kPixels; ++i) all[f][i] = static_cast<float>((f * 31 + i * 7) % 200);
        for (std::size_t f = kFrames / 2; f < kFrames; f += 13) all[f][5] = std::min(last, 300.0F);
        all[kFrames - 20][6] = last;
        FrameStore store(kFrames, kPixels);
        std::atomic<std::size_t> next{0};
        {
            std::vector<std::jthread> threads;
            for (int t = 0; t < 4; ++t)
                threads.emplace_back([&] {
                    for (std::size_t f = next++; f < kFrames; f = next++) store.put(f, all[f]);
                });
        }
        expectRoots(store, all);
    }
}

TEST(FrameStore, RefusesWhatThePlanHasNoRoomFor) {
    FrameStore store(2, 2, {}, FrameType::counts16);
    store.put(0, std::array{1.0F, 65534.0F});
    try {
        store.put(1, std::array{1.0F, 65535.0F});
        FAIL();
    } catch (const Error& error) {
        EXPECT_TRUE(isOutOfMemory(error)) << error.what();
    }
    EXPECT_THROW(store.put(2, std::array{1.0F, 2.0F}), InternalError);
    EXPECT_THROW(store.put(0, std::array{1.0F}), InternalError);
}

TEST(FrameStore, KnowsWhetherItsCountsAreWhole) {
    const auto whole = [](std::vector<float> counts, bool asAmplitudes) {
        FrameStore store(2, counts.size());
        store.put(0, std::vector<float>(counts.size(), 3));
        if (asAmplitudes) {
            for (float& value : counts) value = rootOf(value);
            store.putAmplitudes(1, counts);
        } else {
            store.put(1, counts);
        }
        return store.wholeCounts();
    };
    for (const bool asAmplitudes : {false, true}) {
        EXPECT_TRUE(whole({0, 1, 7, 254, 255}, asAmplitudes));
        EXPECT_TRUE(whole({2, 3, 65537, 999999, kNan, -1}, asAmplitudes));
        EXPECT_FALSE(whole({0, 1.5F, 7}, asAmplitudes));
        EXPECT_FALSE(whole({70000, 0.25F, 7}, asAmplitudes));
    }
}

TEST(FrameStore, AmplitudesStayAsTheyAre) {
    const std::vector<float> amplitudes{0.3F, -1.0F, 4.0F, 1e10F};
    const auto store = storeOfAmplitudes(amplitudes, 2);
    EXPECT_EQ(store->frames(), 2U);
    std::vector<float> out(2);
    store->amplitudes(1, out);
    EXPECT_EQ(out, (std::vector<float>{4.0F, 1e10F}));
    EXPECT_EQ(store->view().amplitude(0), 0.3F);
    EXPECT_EQ(store->view().amplitude(1), -1.0F);
}

} // namespace
} // namespace ewald::ptycho
