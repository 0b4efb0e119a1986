// SPDX-License-Identifier: GPL-3.0-or-later
//
// Frames come out as they went in, however they are chunked, and whatever else the reader has read in between.
#include "chunk_layouts.h"

#include "codec/bitshuffle.h"
#include "io/preprocess/preprocess.h"
#include "memory_frames.h"
#include "stack_files.h"

#include <cmath>
#include <numeric>
#include <optional>

namespace ewald::io::test {
namespace {

using ewald::test::ChunkLayout;
using ewald::test::putLayout;
using ewald::test::randomLayout;

class ChunkLayouts : public WithFolder {};

template <class T>
bool equalPixels(std::span<const std::byte> bytes, const ChunkLayout& layout, std::size_t frame) {
    if (bytes.size() != layout.rows * layout.cols * sizeof(T)) return false;
    for (std::size_t i = 0; i < layout.rows * layout.cols; ++i) {
        T value;
        std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
        if (value != static_cast<T>(ChunkLayout::pixel(frame, i / layout.cols, i % layout.cols))) return false;
    }
    return true;
}

bool holds(const FrameStack& stack, const StoredFrame& stored, const ChunkLayout& layout, std::size_t frame) {
    std::vector<std::byte> decoded;
    std::span<const std::byte> bytes = stored.bytes;
    if (stored.bitshuffle) {
        decoded.resize(layout.rows * layout.cols * bytesOf(stack.pixelType()));
        codec::decodeBitshuffle(stored.bytes, *stored.bitshuffle, decoded);
        bytes = decoded;
    }
    switch (stack.pixelType()) {
    case PixelType::uint8: return equalPixels<std::uint8_t>(bytes, layout, frame);
    case PixelType::uint16: return equalPixels<std::uint16_t>(bytes, layout, frame);
    case PixelType::uint32: return equalPixels<std::uint32_t>(bytes, layout, frame);
    case PixelType::int32: return equalPixels<std::int32_t>(bytes, layout, frame);
    case PixelType::float32: return equalPixels<float>(bytes, layout, frame);
    case PixelType::float64: return equalPixels<double>(bytes, layout, frame);
    default: return false;
    }
}

TEST_F(ChunkLayouts, AFrameStaysAsItIsWhileItIsHeld) {
    std::mt19937 random(1);
    for (int round = 0; round < 150; ++round) {
        const ChunkLayout layout = randomLayout(random, true);
        SCOPED_TRACE(layout.text());
        putLayout(at("a.h5"), "/entry/data/data", layout);
        const auto stack = openOne(at("a.h5"), {.dataset = "/entry/data/data", .channel = 0, .monitor = {}});
        // Four axes of few columns are taken for channels of a detector.
        if (stack->frameCount() != layout.frames()) continue;
        const auto reader = stack->makeReader();
        std::vector<std::pair<std::size_t, StoredFrame>> held;
        std::size_t frame = 0;
        for (int i = 0; i < 40; ++i) {
            frame = random() % 3 == 0 ? random() % layout.frames() : (frame + 1) % layout.frames();
            held.emplace_back(frame, reader->read(frame));
            if (held.size() > 10) held.erase(held.begin() + static_cast<std::ptrdiff_t>(random() % held.size()));
            const auto& [asked, stored] = held[random() % held.size()];
            ASSERT_TRUE(holds(*stack, stored, layout, asked)) << "frame " << asked << " after frame " << frame;
        }
        for (const auto& [asked, stored] : held) ASSERT_TRUE(holds(*stack, stored, layout, asked)) << asked;
    }
}

TEST_F(ChunkLayouts, InOrderEveryChunkIsReadOnce) {
    std::mt19937 random(2);
    for (int round = 0; round < 60; ++round) {
        const ChunkLayout layout = randomLayout(random, true);
        SCOPED_TRACE(layout.text());
        putLayout(at("a.h5"), "/data", layout);
        const auto stack = openOne(at("a.h5"), {.dataset = "/data", .channel = 0, .monitor = {}});
        if (stack->frameCount() != layout.frames()) continue;
        const auto reader = stack->makeReader();
        std::optional<FrameUnit> last;
        std::vector<FrameUnit> units;
        for (std::size_t f = 0; f < layout.frames(); ++f) {
            static_cast<void>(reader->read(f));
            if (last != stack->unitOf(f)) units.push_back(*(last = stack->unitOf(f)));
        }
        EXPECT_EQ(reader->readBytes(), stack->storedBytes);
        // Units are runs of neighbours: none comes back.
        for (std::size_t i = 0; i < units.size(); ++i)
            EXPECT_EQ(std::count(units.begin(), units.end(), units[i]), 1) << i;
    }
}

/// A scan of these frames, all the rest made up.
Scan scanOf(const fs::path& path, const ChunkLayout& layout) {
    {
        h5::File file = h5::File::create(path);
        file.write("/cxi_version", std::int64_t{160});
        putGeometry(file);
        put(file, "/entry_1/sample_1/geometry_1/translation", translations(layout.frames(), 3, false),
            {layout.frames(), 3});
        file.softLink("/entry_1/data_1/translation", "/entry_1/sample_1/geometry_1/translation");
        file.close();
    }
    putLayout(path, "/entry_1/data_1/data", layout, true);
    return openScan(path);
}

TEST_F(ChunkLayouts, PtychographyGetsEveryFramesOwnPattern) {
    std::mt19937 random(3);
    for (int round = 0; round < 120; ++round) {
        ChunkLayout layout = randomLayout(random, true);
        if (layout.frames() < 2) layout.lead = {5};
        if (!layout.chunk.empty() && layout.lead.size() == 1) {
            layout.chunk.erase(layout.chunk.begin(), layout.chunk.end() - 2);
            layout.chunk.insert(layout.chunk.begin(), std::min<std::size_t>(layout.lead[0], random() % 7 + 1));
        }
        SCOPED_TRACE(layout.text());
        const Scan scan = scanOf(at("a.cxi"), layout);
        ASSERT_EQ(scan.frames->frameCount(), layout.frames());
        Preprocessing settings;
        settings.cropSize = 4 + random() % 5;
        settings.firstFrame = random() % std::min<std::size_t>(layout.frames(), 4);
        settings.frameStep = random() % 3 + 1;
        settings.maxFrames = random() % 3 == 0 ? random() % 9 + 1 : 0;
        const PreparedLayout plan = planPreprocessing(scan, settings);
        std::vector<std::size_t> which(plan.frameIndex.size());
        std::iota(which.begin(), which.end(), std::size_t{0});
        if (random() % 2 == 0) std::ranges::shuffle(which, random); // a rank's frames, in its own order
        if (random() % 2 == 0) which.resize((which.size() + 1) / 2);
        const std::size_t n = plan.size;
        std::vector<float> amplitudes(which.size() * n * n);
        const FrameStatistics facts = readAmplitudes(scan, settings, plan, which, amplitudes, RunControl());
        for (std::size_t k = 0; k < which.size(); ++k) {
            const std::size_t frame = settings.firstFrame + which[k] * settings.frameStep;
            double counts = 0;
            std::size_t wrong = 0;
            for (std::size_t r = 0; r < n; ++r)
                for (std::size_t c = 0; c < n; ++c) {
                    const auto pixel =
                        ChunkLayout::pixel(frame, layout.rows / 2 - n / 2 + r, layout.cols / 2 - n / 2 + c);
                    counts += pixel;
                    const std::size_t place = (r + n - n / 2) % n * n + (c + n - n / 2) % n;
                    if (amplitudes[k * n * n + place] != std::sqrt(static_cast<float>(pixel))) ++wrong;
                }
            EXPECT_EQ(wrong, 0U) << "frame " << frame;
            EXPECT_EQ(facts.frameCounts[k], counts) << "frame " << frame;
        }
    }
}

} // namespace
} // namespace ewald::io::test
