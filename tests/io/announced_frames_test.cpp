// SPDX-License-Identifier: GPL-3.0-or-later
// Files that announce more frames than they hold: memory grows with what is there.
#include "io/frame_stack.h"
#include "io/hdf5/hdf5.h"
#include "io/readers/reader_tools.h"
#include "io/stack/hdf5_resolver.h"
#include "stack_files.h"

#include <array>
#include <fstream>
#include <gtest/gtest.h>
#include <hdf5.h>
#include <random>
#include <string>

namespace ewald::io::test {
namespace {

class AnnouncedFrames : public WithFolder {
protected:
    enum class Layout { contiguous, chunked, ofSources };

    /// Frames of 4 x 4 bytes, of which `written` are there.
    fs::path make(hsize_t frames, Layout layout, hsize_t written = 0) {
        const fs::path path = at("announced" + std::to_string(frames) + ".h5");
        const h5::Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
        const h5::Handle properties(H5Pcreate(H5P_DATASET_CREATE));
        const hsize_t extents[] = {frames, 4, 4};
        const hsize_t chunk[] = {1, 4, 4};
        const h5::Handle space(H5Screate_simple(3, extents, nullptr));
        if (layout == Layout::chunked) H5Pset_chunk(properties.id(), 3, chunk);
        if (layout == Layout::ofSources) H5Pset_virtual(properties.id(), space.id(), "source.h5", "/data", space.id());
        const h5::Handle dataset(
            H5Dcreate2(file.id(), "data", H5T_STD_U8LE, space.id(), H5P_DEFAULT, properties.id(), H5P_DEFAULT));
        EXPECT_TRUE(dataset);
        if (written > 0) {
            const hsize_t start[] = {0, 0, 0};
            const hsize_t count[] = {written, 4, 4};
            H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, start, nullptr, count, nullptr);
            const h5::Handle memory(H5Screate_simple(3, count, nullptr));
            const std::vector<std::uint8_t> values(written * 16, 7);
            EXPECT_GE(H5Dwrite(dataset.id(), H5T_STD_U8LE, memory.id(), space.id(), H5P_DEFAULT, values.data()), 0);
        }
        return path;
    }
    static std::shared_ptr<const FrameStack> open(const fs::path& path) { return openStack(std::span(&path, 1)); }

    /// What `action` takes beside what there was before.
    template <class Action>
    static void expectCheap(const Action& action) {
        std::ofstream("/proc/self/clear_refs") << "5"; // resets the peak
        const double before = peakMegabytes();
        const double start_s = processorTime_s();
        action();
        EXPECT_LT(peakMegabytes() - before, 32);      // one byte a frame would be 1 GB, or 19 MB in the second test
        EXPECT_LT(processorTime_s() - start_s, 20.0); // it is 0.1 s, and minutes where each frame costs something
    }
};

TEST_F(AnnouncedFrames, ABillionAreRefusedAtOnce) {
    for (const Layout layout : {Layout::contiguous, Layout::chunked, Layout::ofSources}) {
        const fs::path path = make(1'000'000'000, layout, layout == Layout::chunked ? 2 : 0);
        expectCheap([&] {
            const std::string error = dataErrorOf([&] { (void)open(path); });
            EXPECT_TRUE(contains(error, "announces 1000000000 frames")) << error;
            EXPECT_TRUE(contains(error, path.filename().string() + ":/data")) << error;
        });
    }
}

TEST_F(AnnouncedFrames, MillionsCostNoMemoryWhereFewAreThere) {
    const fs::path chunked = make(19'000'000, Layout::chunked, 3);
    expectCheap([&] {
        const auto stack = open(chunked);
        EXPECT_EQ(stack->frameCount(), 3U);
        EXPECT_EQ(std::to_integer<int>(stack->makeReader()->readPixels(2)[0]), 7);
    });
}

/// A file of frames of 4 x 4 bytes in chunks, of which blocks are written: frame f holds f + 1.
class UnwrittenFrames : public WithFolder {
protected:
    struct Block {
        std::array<hsize_t, 3> start;
        std::array<hsize_t, 3> count;
    };
    void make(const char* name, hsize_t frames, std::array<hsize_t, 3> chunk, const std::vector<Block>& blocks,
              std::uint8_t fill = 0, const char* path = "data") {
        const h5::Handle file(H5Fcreate(at(name).c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
        const h5::Handle properties(H5Pcreate(H5P_DATASET_CREATE));
        const hsize_t extents[] = {frames, 4, 4};
        const h5::Handle space(H5Screate_simple(3, extents, nullptr));
        H5Pset_chunk(properties.id(), 3, chunk.data());
        H5Pset_fill_value(properties.id(), H5T_NATIVE_UINT8, &fill);
        const h5::Handle dataset(
            H5Dcreate2(file.id(), path, H5T_STD_U8LE, space.id(), H5P_DEFAULT, properties.id(), H5P_DEFAULT));
        for (const auto& [start, count] : blocks) {
            H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr);
            const h5::Handle memory(H5Screate_simple(3, count.data(), nullptr));
            std::vector<std::uint8_t> values;
            for (hsize_t frame = 0; frame < count[0]; ++frame)
                values.insert(values.end(), count[1] * count[2], static_cast<std::uint8_t>(start[0] + frame + 1));
            ASSERT_GE(H5Dwrite(dataset.id(), H5T_STD_U8LE, memory.id(), space.id(), H5P_DEFAULT, values.data()), 0);
        }
    }
    /// First and last pixel of a frame, "error" when it cannot be read.
    static std::string ends(const FrameStack& stack, std::size_t frame) {
        try {
            const auto reader = stack.makeReader();
            const std::span<const std::byte> pixels = reader->readPixels(frame);
            return std::to_string(std::to_integer<int>(pixels.front())) + " " +
                   std::to_string(std::to_integer<int>(pixels.back()));
        } catch (const DataError& error) {
            return contains(error.what(), "never written") ? "unwritten" : error.what();
        }
    }
};

TEST_F(UnwrittenFrames, InTheMiddleAreMissing) {
    make("one.h5", 7, {1, 4, 4}, {{{0, 0, 0}, {1, 4, 4}}, {{3, 0, 0}, {1, 4, 4}}, {{5, 0, 0}, {1, 4, 4}}});
    const auto one = openOne(at("one.h5"));
    ASSERT_EQ(one->frameCount(), 6U); // the last one is yet to come
    EXPECT_TRUE(hasNote(one->notes,
                        "3 frames of " + at("one.h5").string() +
                            ":/data were never written and are missing "
                            "(first: 1)",
                        Severity::warning));
    EXPECT_EQ(ends(*one, 0), "1 1");
    EXPECT_EQ(ends(*one, 1), "unwritten");
    EXPECT_EQ(ends(*one, 2), "unwritten");
    EXPECT_EQ(ends(*one, 3), "4 4");
    EXPECT_EQ(ends(*one, 4), "unwritten");
    EXPECT_EQ(ends(*one, 5), "6 6");
    // Chunks of two frames in four tiles.
    make("tiles.h5", 6, {2, 2, 2}, {{{0, 0, 0}, {2, 4, 4}}, {{4, 0, 0}, {2, 4, 4}}});
    const auto tiles = openOne(at("tiles.h5"));
    ASSERT_EQ(tiles->frameCount(), 6U);
    EXPECT_TRUE(hasNote(tiles->notes, "2 frames of", Severity::warning));
    EXPECT_EQ(ends(*tiles, 1), "2 2");
    EXPECT_EQ(ends(*tiles, 2), "unwritten");
    EXPECT_EQ(ends(*tiles, 3), "unwritten");
    EXPECT_EQ(ends(*tiles, 4), "5 5");
}

TEST_F(UnwrittenFrames, OfASourceAreMissingInTheVirtualDatasetAndInScans) {
    make("s.h5", 4, {1, 4, 4}, {{{0, 0, 0}, {1, 4, 4}}, {{3, 0, 0}, {1, 4, 4}}});
    {
        const h5::Handle file(H5Fcreate(at("v.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
        const h5::Handle properties(H5Pcreate(H5P_DATASET_CREATE));
        const hsize_t extents[] = {4, 4, 4};
        const h5::Handle space(H5Screate_simple(3, extents, nullptr));
        H5Pset_virtual(properties.id(), space.id(), "s.h5", "/data", space.id());
        const h5::Handle made(
            H5Dcreate2(file.id(), "data", H5T_STD_U8LE, space.id(), H5P_DEFAULT, properties.id(), H5P_DEFAULT));
        ASSERT_TRUE(made);
    }
    const auto stack = openOne(at("v.h5"));
    const std::string note = "2 frames of " + at("s.h5").string() + ":/data were never written";
    EXPECT_TRUE(hasNote(stack->notes, note, Severity::warning));
    EXPECT_EQ(ends(*stack, 1), "unwritten");
    EXPECT_EQ(ends(*stack, 3), "4 4");
    std::vector<Note> notes;
    StackContents scan;
    scan.frames = scanFrames(h5::File::open(at("s.h5")), "/data", notes);
    EXPECT_TRUE(hasNote(notes, note, Severity::warning));
    ASSERT_EQ(scan.frames.size(), 4U);
    const auto frames = makeStack(std::move(scan));
    EXPECT_EQ(ends(*frames, 0), "1 1");
    EXPECT_EQ(ends(*frames, 2), "unwritten");
}

TEST_F(UnwrittenFrames, PartsOfThemAreCounted) {
    // Of frames 1 and 2 the upper half is there; the fill value stands in the other one.
    make("a.h5", 4, {1, 2, 4}, {{{0, 0, 0}, {1, 4, 4}}, {{1, 0, 0}, {2, 2, 4}}, {{3, 0, 0}, {1, 4, 4}}}, 9);
    const auto stack = openOne(at("a.h5"));
    ASSERT_EQ(stack->frameCount(), 4U);
    EXPECT_TRUE(hasNote(stack->notes,
                        "parts of 2 frames of " + at("a.h5").string() +
                            ":/data were never written "
                            "(first: frame 1); they hold the fill value 9 there",
                        Severity::warning));
    EXPECT_EQ(ends(*stack, 1), "2 9");
    EXPECT_EQ(ends(*stack, 3), "4 4");
    make("b.h5", 2, {1, 2, 4}, {{{0, 0, 0}, {2, 4, 4}}}, 9);
    EXPECT_TRUE(openOne(at("b.h5"))->notes.empty());
}

TEST_F(UnwrittenFrames, AtTheEndOfADataFileThatOthersFollow) {
    make("s_data_000001.h5", 4, {1, 4, 4}, {{{0, 0, 0}, {2, 4, 4}}});
    make("s_data_000002.h5", 2, {1, 4, 4}, {{{0, 0, 0}, {2, 4, 4}}});
    h5::File master = h5::File::create(at("s_master.h5"));
    for (const char* number : {"000001", "000002"})
        master.externalLink("/entry/data/data_" + std::string(number), "s_data_" + std::string(number) + ".h5",
                            "/data");
    master.close();
    const auto stack = openOne(at("s_master.h5"));
    ASSERT_EQ(stack->frameCount(), 6U);
    EXPECT_TRUE(hasNote(stack->notes, "2 of 4 frames of", Severity::warning));
    const std::vector<std::string> expected{"1 1", "2 2", "unwritten", "unwritten", "1 1", "2 2"};
    for (std::size_t f = 0; f < expected.size(); ++f) EXPECT_EQ(ends(*stack, f), expected[f]) << f;
}

/// Datasets in raw files beside the HDF5 file: five frames of 4 x 4 bytes, frame f holds f + 1.
class RawFilesBeside : public UnwrittenFrames {
protected:
    struct Part {
        std::string name;
        hsize_t offset;
        hsize_t bytes;
    };
    void makeRaw(const std::vector<Part>& parts) {
        const h5::Handle file(H5Fcreate(at("a.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
        const h5::Handle properties(H5Pcreate(H5P_DATASET_CREATE));
        for (const Part& part : parts)
            H5Pset_external(properties.id(), part.name.c_str(), static_cast<off_t>(part.offset), part.bytes);
        const hsize_t extents[] = {5, 4, 4};
        const h5::Handle space(H5Screate_simple(3, extents, nullptr));
        const h5::Handle made(
            H5Dcreate2(file.id(), "data", H5T_STD_U8LE, space.id(), H5P_DEFAULT, properties.id(), H5P_DEFAULT));
        ASSERT_TRUE(made);
    }
    static std::string bytesOf(int firstFrame, std::size_t count) {
        std::string bytes;
        for (std::size_t i = 0; i < count; ++i)
            bytes += static_cast<char>(static_cast<std::size_t>(firstFrame) + i / 16 + 1);
        return bytes;
    }
};

TEST_F(RawFilesBeside, AreReadAndCheckedForTheirLength) {
    for (const std::string& name : {std::string("a.raw"), at("a.raw").string()}) { // beside it, or anywhere
        makeRaw({{name, 0, H5F_UNLIMITED}});
        writeBytes(at("a.raw"), bytesOf(0, 80));
        const auto whole = openOne(at("a.h5"));
        ASSERT_EQ(whole->frameCount(), 5U);
        EXPECT_TRUE(whole->notes.empty());
        EXPECT_EQ(ends(*whole, 4), "5 5");
        writeBytes(at("a.raw"), bytesOf(0, 52)); // three frames and a quarter
        const auto cut = openOne(at("a.h5"));
        ASSERT_EQ(cut->frameCount(), 3U);
        EXPECT_TRUE(
            hasNote(cut->notes, "a.raw is too short: it holds 52 of 80 bytes: frames 3 to 4 of", Severity::warning));
        EXPECT_TRUE(hasNote(cut->notes, "of 5 frames announced, the first 3 are complete", Severity::warning));
        EXPECT_EQ(ends(*cut, 2), "3 3");
        fs::remove(at("a.raw"));
        const std::string gone = dataErrorOf([&] { (void)openOne(at("a.h5")); });
        EXPECT_TRUE(contains(gone, "a.raw is not there")) << gone;
    }
}

TEST_F(RawFilesBeside, AFrameInTheMiddleMayBeMissing) {
    // Frames 0 and 1 behind a header of 8 bytes, the others in a second file; the first one ends 1 byte too early.
    makeRaw({{"a.raw", 8, 32}, {"b.raw", 0, 48}});
    writeBytes(at("a.raw"), std::string(8, 'h') + bytesOf(0, 31));
    writeBytes(at("b.raw"), bytesOf(2, 48));
    const auto stack = openOne(at("a.h5"));
    ASSERT_EQ(stack->frameCount(), 5U);
    EXPECT_TRUE(hasNote(stack->notes, "a.raw is too short: it holds 31 of 32 bytes: frames 1 to 1", Severity::warning));
    EXPECT_EQ(ends(*stack, 0), "1 1");
    EXPECT_TRUE(contains(ends(*stack, 1), "a.raw is too short")) << ends(*stack, 1);
    EXPECT_EQ(ends(*stack, 2), "3 3");
    EXPECT_EQ(ends(*stack, 4), "5 5");
}

TEST(FrameMaps, HoldWhatWasAssignedLast) {
    std::mt19937 random(11);
    const auto below = [&](std::size_t bound) {
        return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random);
    };
    const FrameShape shape{2, 2, PixelType::uint8};
    std::vector<std::shared_ptr<const StackSegment>> segments;
    for (int i = 0; i < 3; ++i) segments.push_back(emptyFrames(shape, 100, "segment"));
    for (int trial = 0; trial < 200; ++trial) {
        constexpr std::size_t kFrames = 60;
        FrameMap map(kFrames);
        std::vector<FrameMap::Entry> expected(kFrames);
        for (int step = 0; step < 25; ++step) {
            const std::size_t from = below(kFrames + 5);
            const std::size_t count = below(20);
            const FrameMap::Entry entry{segments[below(3)], below(2) == 0 ? from : below(50), below(2) == 0};
            map.assign(from, count, entry);
            for (std::size_t f = from; f < std::min(kFrames, from + count); ++f)
                expected[f] = {entry.segment, entry.frame + f - from, entry.complete};
        }
        std::size_t complete = 0;
        for (std::size_t f = 0; f < kFrames; ++f) {
            ASSERT_EQ(map.at(f).segment, expected[f].segment) << f;
            ASSERT_EQ(map.at(f).frame, expected[f].frame) << f;
            ASSERT_EQ(map.at(f).complete, expected[f].complete) << f;
            if (expected[f].complete) complete = f + 1;
        }
        EXPECT_EQ(map.completeFrames(), complete);
        std::size_t next = 0;
        map.forEachRun(50, [&](std::size_t from, std::size_t count, const FrameMap::Entry& first) {
            ASSERT_EQ(from, next);
            for (std::size_t i = 0; i < count; ++i) {
                ASSERT_EQ(expected[from + i].segment, first.segment);
                if (first.segment) {
                    ASSERT_EQ(expected[from + i].frame, first.frame + i);
                }
            }
            next += count;
        });
        EXPECT_EQ(next, 50U);
    }
}

} // namespace
} // namespace ewald::io::test
