// SPDX-License-Identifier: GPL-3.0-or-later
// Frames that come in pieces: segments of several frames at once, decoded blocks, stretches that are left out.
#include "accumulator_samples.h"
#include "codec/bitshuffle.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <random>
#include <type_traits>

namespace ewald::azint {
namespace {

/// The narrowest integers that hold all values, interleaved as codec::bitUntransposeLanes() leaves them.
template <class T>
std::vector<std::byte> interleavedIntegers(const std::vector<std::vector<T>>& frames, unsigned width) {
    std::vector<std::byte> out(frames.size() * kSegmentPixels * width);
    for (std::size_t pixel = 0; pixel < kSegmentPixels; ++pixel)
        for (std::size_t lane = 0; lane < frames.size(); ++lane)
            std::memcpy(out.data() + (pixel * frames.size() + lane) * width, &frames[lane][pixel], width);
    return out;
}

template <class T>
void expectSameConversion(PixelType type, const FastRange& range) {
    for (const detail::AccumulateLoops* loops : detail::usableLoops()) {
        std::mt19937_64 random(11);
        std::vector<std::vector<T>> frames(loops->lanes, std::vector<T>(kSegmentPixels));
        std::vector<const void*> lanes;
        for (std::size_t lane = 0; lane < loops->lanes; ++lane) {
            for (T& value : frames[lane]) value = static_cast<T>(random() % 100);
            // Every other frame has values of all sizes.
            for (std::size_t i = lane; lane % 2 == 1 && i < kSegmentPixels; i += 37)
                frames[lane][i] = static_cast<T>(random());
            lanes.push_back(frames[lane].data());
        }
        std::vector<float> one(loops->lanes * kSegmentPixels);
        std::vector<float> expected(one.size());
        unsigned outside = 0;
        for (unsigned lane = 0; lane < loops->lanes; ++lane) {
            const bool inside = detail::baselineLoops().convert(type, lanes[lane], kSegmentPixels, range,
                                                                one.data() + lane * kSegmentPixels);
            outside |= (inside ? 0U : 1U) << lane;
        }
        for (std::size_t pixel = 0; pixel < kSegmentPixels; ++pixel)
            for (std::size_t lane = 0; lane < loops->lanes; ++lane)
                expected[pixel * loops->lanes + lane] = one[lane * kSegmentPixels + pixel];
        std::vector<float> interleaved(one.size());
        EXPECT_EQ(loops->convertLanes(type, lanes.data(), range, interleaved.data()), outside) << nameOf(type);
        EXPECT_EQ(interleaved, expected) << nameOf(type);
        if constexpr (std::is_integral_v<T> && sizeof(T) <= 4) {
            std::ranges::fill(interleaved, -1.0F);
            std::array<std::uint16_t, kSegmentPixels> beyond{};
            const std::vector<std::byte> values = interleavedIntegers(frames, sizeof(T));
            EXPECT_EQ(
                loops->convertInterleaved(type, sizeof(T), values.data(), range, interleaved.data(), beyond.data()),
                outside == 0);
            EXPECT_EQ(interleaved, expected) << nameOf(type);
            for (std::size_t pixel = 0; outside != 0 && pixel < kSegmentPixels; ++pixel)
                for (std::size_t lane = 0; lane < loops->lanes; ++lane) {
                    const auto value = static_cast<std::int64_t>(frames[lane][pixel]);
                    EXPECT_EQ((beyond[pixel] >> lane & 1U) != 0, value < range.low || value > range.high)
                        << nameOf(type) << ' ' << pixel << ' ' << lane;
                }
        }
    }
}

TEST(Accumulator, NarrowIntegersAreTheValuesThatTheyHold) {
    // A segment of small counts is stored in fewer bytes than its type; it is never negative.
    for (const detail::AccumulateLoops* loops : detail::usableLoops()) {
        for (const unsigned width : {1U, 2U}) {
            std::vector<std::vector<std::uint32_t>> frames(loops->lanes, std::vector<std::uint32_t>(kSegmentPixels));
            for (std::size_t lane = 0; lane < loops->lanes; ++lane)
                for (std::size_t pixel = 0; pixel < kSegmentPixels; ++pixel)
                    frames[lane][pixel] = static_cast<std::uint32_t>((width == 1 ? 200 : 40000) + 3 * lane + pixel % 7);
            const std::vector<std::byte> values = interleavedIntegers(frames, width);
            for (const PixelType type : {PixelType::int32, PixelType::uint32}) {
                std::vector<float> out(loops->lanes * kSegmentPixels);
                std::array<std::uint16_t, kSegmentPixels> beyond{};
                const FastRange range{0, (1 << 24) - 1, 1, 0};
                ASSERT_TRUE(loops->convertInterleaved(type, width, values.data(), range, out.data(), beyond.data()));
                for (std::size_t i = 0; i < out.size(); ++i)
                    ASSERT_EQ(out[i], static_cast<float>(frames[i % loops->lanes][i / loops->lanes]));
            }
        }
    }
}

TEST(Accumulator, InterleavedSegmentsGiveTheBitsOfSeparateOnes) {
    Corrections corrections;
    corrections.dummy = 23; // some dummies in every frame
    const Integrator integrator(geometry(), settingsOf(ErrorModel::poisson, Splitting::full, 0), corrections);
    FrameAccumulator accumulator(integrator);
    const std::size_t lanes = accumulator.lanes();
    const std::size_t group = lanes - 1; // one lane has no frame: its zeros count for none
    std::vector<std::vector<std::uint32_t>> frames(lanes, std::vector<std::uint32_t>(kRows * kCols, 0));
    for (unsigned i = 0; i < group; ++i) frames[i] = counts<std::uint32_t>(i);
    frames[2][1234] = 4'000'000'000U; // a hot pixel
    const std::size_t whole = kRows * kCols / kSegmentPixels * kSegmentPixels;
    accumulator.begin(PixelType::uint32, group);
    for (std::size_t pixel = 0; pixel < whole; pixel += kSegmentPixels) {
        std::vector<std::vector<std::uint32_t>> segment(lanes);
        for (std::size_t lane = 0; lane < lanes; ++lane)
            segment[lane].assign(frames[lane].begin() + static_cast<std::ptrdiff_t>(pixel),
                                 frames[lane].begin() + static_cast<std::ptrdiff_t>(pixel + kSegmentPixels));
        accumulator.addInterleaved(4, interleavedIntegers(segment, 4).data(), (1U << group) - 1);
    }
    std::vector<const std::byte*> rest;
    for (std::size_t lane = 0; lane < group; ++lane)
        rest.push_back(reinterpret_cast<const std::byte*>(frames[lane].data() + whole));
    accumulator.add(kRows * kCols - whole, rest);
    std::vector<FrameResult> results(group);
    accumulator.finish(std::vector<double>(group, 1.0), results);
    for (std::size_t lane = 0; lane < group; ++lane)
        EXPECT_TRUE(
            same(results[lane], integrate(integrator, test::frameOf(frames[lane], kRows, kCols, PixelType::uint32))))
            << lane;
}

TEST(Accumulator, SegmentsAreConvertedTheSameInOneGo) {
    FastRange range{0, 90, 1, 0};
    expectSameConversion<std::uint8_t>(PixelType::uint8, range);
    expectSameConversion<std::uint16_t>(PixelType::uint16, range);
    expectSameConversion<std::uint32_t>(PixelType::uint32, range);
    expectSameConversion<std::uint64_t>(PixelType::uint64, range);
    range.low = -20;
    expectSameConversion<std::int8_t>(PixelType::int8, range);
    expectSameConversion<std::int16_t>(PixelType::int16, range);
    expectSameConversion<std::int32_t>(PixelType::int32, range);
    expectSameConversion<std::int64_t>(PixelType::int64, range);
    range.dummyLow = 5;
    range.dummyHigh = 6;
    expectSameConversion<float>(PixelType::float32, range);
    expectSameConversion<double>(PixelType::float64, range);
}

TEST(Accumulator, DecodedBlocksGiveTheBitsOfTheWholeFrame) {
    const Integrator integrator(geometry(), settingsOf(), {});
    std::vector<codec::BitshuffleStream> streams;
    std::vector<std::vector<std::byte>> chunks;
    std::vector<FrameResult> whole;
    for (unsigned i = 0; i < 3; ++i) {
        const test::Frame frame = test::frameOf(counts<std::uint16_t>(i + 20), kRows, kCols, PixelType::uint16);
        whole.push_back(integrate(integrator, frame));
        chunks.push_back(codec::encodeBitshuffleLz4(frame.bytes, 2));
        streams.emplace_back(codec::BitshuffleFormat{2, 0, codec::BitshuffleCompression::lz4});
    }
    FrameAccumulator accumulator(integrator);
    accumulator.begin(PixelType::uint16, 3);
    for (std::size_t i = 0; i < 3; ++i) streams[i].open(chunks[i], kRows * kCols * 2);
    std::vector<std::vector<std::byte>> blocks(3, std::vector<std::byte>(streams[0].maxBlockElements() * 2));
    const std::vector<const std::byte*> at{blocks[0].data(), blocks[1].data(), blocks[2].data()};
    for (std::size_t count = 1; count > 0;) {
        count = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const auto block = streams[i].next(blocks[i]);
            count = block ? block->elements : 0;
        }
        accumulator.add(count, at);
    }
    std::vector<FrameResult> results(3);
    accumulator.finish(std::vector<double>(3, 1.0), results);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(same(results[i], whole[i]));
}

TEST(Accumulator, MaskedStretchesCanBeSkipped) {
    Corrections corrections;
    corrections.mask = Array<std::uint8_t, 2>({kRows, kCols});
    for (std::size_t i = 1000; i < 5000; ++i) corrections.mask.data()[i] = 1;
    const Integrator integrator(geometry(), settingsOf(), corrections);
    const test::Frame frame = test::frameOf(counts<std::uint32_t>(1), kRows, kCols, PixelType::uint32);
    FrameAccumulator accumulator(integrator);
    accumulator.begin(PixelType::uint32, 1);
    std::size_t skipped = 0;
    for (std::size_t pixel = 0; pixel < kRows * kCols; pixel += 128) {
        const std::size_t count = std::min<std::size_t>(128, kRows * kCols - pixel);
        if (!accumulator.needed(count)) {
            accumulator.skip(count);
            skipped += count;
            continue;
        }
        const std::byte* at = frame.bytes.data() + 4 * pixel;
        accumulator.add(count, {&at, 1});
    }
    EXPECT_EQ(skipped, 3840U) << "the whole segments of 256 between 1024 and 4864";
    FrameResult result;
    const double factor = 1;
    accumulator.finish({&factor, 1}, {&result, 1});
    EXPECT_TRUE(same(result, integrate(integrator, frame)));
}

} // namespace
} // namespace ewald::azint
