// SPDX-License-Identifier: GPL-3.0-or-later
// Files that announce more frames than they hold: memory grows with what is there.
#include "io/frame_stack.h"
#include "io/hdf5.h"
#include "io/stack/hdf5_resolver.h"
#include "stack_files.h"

#include <fstream>
#include <gtest/gtest.h>
#include <hdf5.h>
#include <random>
#include <string>

namespace ewald::io::test {
namespace {

/// Peak memory of this process in MB since the last reset.
double peakMegabytes() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / 1024;
    ADD_FAILURE() << "no VmHWM";
    return 0;
}

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
