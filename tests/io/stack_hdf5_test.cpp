// SPDX-License-Identifier: GPL-3.0-or-later
// HDF5 files of all layouts that a stack can have, and of all faults.
#include "io/frame_stack.h"
#include "io/hdf5/hdf5.h"
#include "stack_files.h"
#include "test_paths.h"

#include <atomic>
#include <cmath>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ewald::io::test {
namespace {

class StackHdf5 : public WithFolder {};

/// A dataset made with the library itself, for what the wrapper does not offer.
struct Raw {
    explicit Raw(const fs::path& path, hid_t access = H5P_DEFAULT)
        : file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access)), properties(H5Pcreate(H5P_DATASET_CREATE)) {
    }
    void make(hid_t type, const std::vector<hsize_t>& extents, const std::vector<hsize_t>& most = {}) {
        const h5::Handle space(
            H5Screate_simple(static_cast<int>(extents.size()), extents.data(), most.empty() ? nullptr : most.data()));
        dataset =
            h5::Handle(H5Dcreate2(file.id(), "data", type, space.id(), H5P_DEFAULT, properties.id(), H5P_DEFAULT));
        ASSERT_TRUE(dataset);
    }
    void chunk(const std::vector<hsize_t>& extents) {
        H5Pset_chunk(properties.id(), static_cast<int>(extents.size()), extents.data());
    }
    /// Writes frame by frame, perhaps only the first rows of one.
    void writeFrame(std::size_t frame, const std::vector<std::uint16_t>& values, std::size_t rows = kRows) {
        const h5::Handle space(H5Dget_space(dataset.id()));
        const hsize_t start[] = {frame, 0, 0};
        const hsize_t count[] = {1, rows, kCols};
        H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, start, nullptr, count, nullptr);
        const h5::Handle memory(H5Screate_simple(3, count, nullptr));
        ASSERT_GE(H5Dwrite(dataset.id(), H5T_NATIVE_UINT16, memory.id(), space.id(), H5P_DEFAULT, values.data()), 0);
    }
    h5::Handle file;
    h5::Handle properties;
    h5::Handle dataset;
};

TEST_F(StackHdf5, EveryTypeOfNumberInBothByteOrders) {
    const std::vector<std::pair<hid_t, PixelType>> types{
        {H5T_STD_U8LE, PixelType::uint8},    {H5T_STD_I8BE, PixelType::int8},    {H5T_STD_U16BE, PixelType::uint16},
        {H5T_STD_I16LE, PixelType::int16},   {H5T_STD_U32BE, PixelType::uint32}, {H5T_STD_I32BE, PixelType::int32},
        {H5T_STD_U64BE, PixelType::uint64},  {H5T_STD_I64LE, PixelType::int64},  {H5T_IEEE_F32BE, PixelType::float32},
        {H5T_IEEE_F64BE, PixelType::float64}};
    for (const bool chunked : {false, true})
        for (const auto& [stored, pixel] : types) {
            {
                Raw raw(at("a.h5"));
                if (chunked) raw.chunk({2, 3, 4});
                raw.make(stored, {3, 4, 5});
                std::vector<int> values(60);
                for (int i = 0; i < 60; ++i) values[static_cast<std::size_t>(i)] = i;
                H5Dwrite(raw.dataset.id(), H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
            }
            const auto stack = openOne(at("a.h5"));
            ASSERT_EQ(stack->pixelType(), pixel);
            const auto reader = stack->makeReader();
            const auto bytes = reader->readPixels(2);
            ASSERT_EQ(bytes.size(), 20 * bytesOf(pixel));
            const auto value = [&]<class T>(T) {
                T v;
                std::memcpy(&v, bytes.data() + 7 * sizeof(T), sizeof(T));
                return static_cast<int>(v);
            };
            int seen = -1;
            switch (pixel) {
            case PixelType::uint8: seen = value(std::uint8_t{}); break;
            case PixelType::int8: seen = value(std::int8_t{}); break;
            case PixelType::uint16: seen = value(std::uint16_t{}); break;
            case PixelType::int16: seen = value(std::int16_t{}); break;
            case PixelType::uint32: seen = value(std::uint32_t{}); break;
            case PixelType::int32: seen = value(std::int32_t{}); break;
            case PixelType::uint64: seen = value(std::uint64_t{}); break;
            case PixelType::int64: seen = value(std::int64_t{}); break;
            case PixelType::float32: seen = value(float{}); break;
            case PixelType::float64: seen = value(double{}); break;
            }
            EXPECT_EQ(seen, 2 * 20 + 7) << nameOf(pixel);
        }
}

TEST_F(StackHdf5, CompactDataAndOddTypesAreRead) {
    {
        Raw raw(at("compact.h5"));
        H5Pset_layout(raw.properties.id(), H5D_COMPACT);
        raw.make(H5T_STD_U16LE, {2, kRows, kCols});
        H5Dwrite(raw.dataset.id(), H5T_NATIVE_UINT16, H5S_ALL, H5S_ALL, H5P_DEFAULT, countingFrames(2).data());
    }
    expectCountingStack(*openOne(at("compact.h5")), 2);
    { // 12 bits of 16: only the library can unpack them
        Raw raw(at("odd.h5"));
        const h5::Handle type(H5Tcopy(H5T_STD_U16LE));
        H5Tset_precision(type.id(), 14);
        raw.make(type.id(), {2, kRows, kCols});
        H5Dwrite(raw.dataset.id(), H5T_NATIVE_UINT16, H5S_ALL, H5S_ALL, H5P_DEFAULT, countingFrames(2).data());
    }
    expectCountingStack(*openOne(at("odd.h5")), 2);
}

TEST_F(StackHdf5, AnImageAloneAndAStackOfFourAxes) {
    h5::File file = h5::File::create(at("a.h5"));
    put(file, "/image", countingFrames(1), {kRows, kCols});
    put(file, "/thresholds", countingFrames(6), {3, 2, kRows, kCols}, {{1, 1, kRows, kCols}, 1, false});
    put(file, "/raster", countingFrames(30), {5, 6, kRows, kCols});
    put(file, "/both", countingFrames(12), {2, 3, 2, kRows, kCols});
    file.close();
    StackOptions options;
    options.dataset = "/image";
    expectCountingStack(*openOne(at("a.h5"), options), 1);
    options.dataset = "thresholds";
    options.channel = 1;
    const auto second = openOne(at("a.h5"), options);
    ASSERT_EQ(second->frameCount(), 3U);
    EXPECT_TRUE(second->scanShape.empty());
    const auto reader = second->makeReader();
    for (std::size_t f = 0; f < 3; ++f) EXPECT_EQ(pixelsOf<std::uint16_t>(*reader, f)[0], 1000 * (2 * f + 1));
    options.channel = 2;
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openOne(at("a.h5"), options); }), "no channel 2"));
    options = {};
    options.dataset = "/raster";
    const auto raster = openOne(at("a.h5"), options);
    EXPECT_EQ(raster->scanShape, (std::vector<std::size_t>{5, 6}));
    expectCountingStack(*raster, 30);
    options.dataset = "/both";
    options.channel = 1;
    const auto both = openOne(at("a.h5"), options);
    EXPECT_EQ(both->scanShape, (std::vector<std::size_t>{2, 3}));
    options = {};
    options.dataset = "/thresholds"; // or a raster of two columns
    EXPECT_TRUE(hasNote(openOne(at("a.h5"), options)->notes, "if it is a raster of 2 columns", Severity::warning));
    EXPECT_EQ(pixelsOf<std::uint16_t>(*both->makeReader(), 5)[0], 11'000);
    options.dataset = "/both";
    EXPECT_TRUE(hasNote(openOne(at("a.h5"), options)->notes, "if it is a raster of 2 columns", Severity::warning));
}

/// A virtual dataset alone does not say that it is of a detector with thresholds; what an Eiger writes beside it does.
/// A raster of few columns, which may be thresholds, has positions or a monitor of its shape.
TEST_F(StackHdf5, ANumberForEachFrameTellsARasterFromThresholds) {
    const std::vector<double> numbers{1, 2, 3, 4, 5, 6};
    const auto framesOf = [&](const std::vector<std::string>& beside, const h5::Shape& shape, const char* monitor) {
        h5::File file = h5::File::create(at("narrow.h5"));
        put(file, "/entry/data/data", countingFrames(6), {2, 3, kRows, kCols});
        put<double>(file, "/entry/monitor", numbers, {2, 3});
        for (const std::string& name : beside) put(file, "/entry/data/" + name, numbers, shape);
        file.close();
        StackOptions options;
        options.monitor = monitor;
        const auto stack = openOne(at("narrow.h5"), options);
        EXPECT_EQ(stack->scanShape.empty(), stack->frameCount() != 6);
        EXPECT_EQ(stack->monitor, *monitor == 0 ? std::vector<double>{} : numbers);
        return stack->frameCount();
    };
    EXPECT_EQ(framesOf({}, {}, ""), 2U);
    EXPECT_EQ(framesOf({"x", "y"}, {2, 3}, ""), 6U);
    EXPECT_EQ(framesOf({"x", "y"}, {6}, ""), 2U) << "of other frames";
    EXPECT_EQ(framesOf({"x"}, {2, 3}, ""), 2U) << "vectors of x, y and z";
    EXPECT_EQ(framesOf({}, {}, "/entry/monitor"), 6U);
}

TEST_F(StackHdf5, ChannelsOfAVirtualDatasetAreGuessedToo) {
    putFrames(at("source.h5"), "/data", 0, 12);
    for (const std::size_t columns : {4U, 6U})
        for (const std::string said : {"", "/detectorSpecific", "/threshold_1_channel", "axes"}) {
            const bool eiger = !said.empty();
            h5::File file = h5::File::create(at("a.h5"));
            const h5::Handle properties(H5Pcreate(H5P_DATASET_CREATE));
            const hsize_t extents[] = {12 / columns, columns, kRows, kCols};
            const hsize_t source[] = {12, kRows, kCols};
            const h5::Handle space(H5Screate_simple(4, extents, nullptr)), there(H5Screate_simple(3, source, nullptr));
            H5Pset_virtual(properties.id(), space.id(), "source.h5", "/data", there.id());
            file.createGroup("/entry/data");
            if (said == "axes")
                file.setAttribute("/entry/data", "axes", std::vector<std::string>{"image_id", "channel", ".", "."});
            else if (eiger)
                file.createGroup("/entry/instrument/detector" + said);
            const h5::Handle made(H5Dcreate2(file.id(), "/entry/data/data", H5T_NATIVE_UINT16, space.id(), H5P_DEFAULT,
                                             properties.id(), H5P_DEFAULT));
            ASSERT_TRUE(made);
            file.close();
            const auto stack = openOne(at("a.h5"));
            const bool channels = columns == 4 || eiger;
            EXPECT_EQ(stack->frameCount(), channels ? 12 / columns : 12U);
            EXPECT_EQ(hasNote(stack->notes, "if it is a raster", Severity::warning), channels && !eiger);
            EXPECT_EQ(hasNote(stack->notes, "channel 0 is taken", Severity::info), eiger);
        }
}

TEST_F(StackHdf5, ChunksThatWereNeverWrittenHoldTheFillValue) {
    {
        Raw raw(at("a.h5"));
        raw.chunk({1, kRows / 2, kCols});
        const std::uint16_t fill = 77;
        H5Pset_fill_value(raw.properties.id(), H5T_NATIVE_UINT16, &fill);
        raw.make(H5T_STD_U16BE, {6, kRows, kCols});
        raw.writeFrame(0, countingFrame(0));
        raw.writeFrame(1, std::vector<std::uint16_t>(kRows * kCols, 5), kRows / 2);
        raw.writeFrame(3, countingFrame(3));
    }
    const auto stack = openOne(at("a.h5"));
    // Half of frame 1 and all of frame 2 are holes, frames 4 and 5 were announced and never came.
    ASSERT_EQ(stack->frameCount(), 4U);
    EXPECT_TRUE(hasNote(stack->notes, "of 6 frames announced, the first 4", Severity::warning));
    EXPECT_TRUE(hasNote(stack->notes, "they hold the fill value 77 there", Severity::warning));
    const auto reader = stack->makeReader();
    EXPECT_EQ(pixelsOf<std::uint16_t>(*reader, 3), countingFrame(3));
    std::vector<std::uint16_t> half(kRows * kCols, 77);
    std::fill_n(half.begin(), kRows / 2 * kCols, std::uint16_t{5});
    EXPECT_EQ(pixelsOf<std::uint16_t>(*reader, 1), half);
    EXPECT_TRUE(contains(readError(*reader, 2), "never written"));
    EXPECT_EQ(pixelsOf<std::uint16_t>(*reader, 0), countingFrame(0));
}

/// The file that is gone is named behind all links, and lists of positions are not taken for its frames.
TEST_F(StackHdf5, FramesInAFileThatIsGoneAreNotReplacedByPositions) {
    h5::File file = h5::File::create(at("links.cxi"));
    file.write("/cxi_version", std::int64_t{160});
    file.externalLink("/entry_1/instrument_1/detector_1/data", "gone.h5", "/frames");
    file.softLink("/entry_1/data_1/data", "/entry_1/instrument_1/detector_1/data");
    put(file, "/entry_1/instrument_1/detector_1/translation", translations(kFrames, 3, false), {kFrames, 3});
    file.close();
    for (const std::string& error :
         {dataErrorOf([&] { (void)openOne(at("links.cxi")); }), dataErrorOf([&] { (void)openScan(at("links.cxi")); })})
        EXPECT_TRUE(contains(error, "leads to /frames in the file gone.h5, which is not there")) << error;
}

TEST_F(StackHdf5, NothingWrittenYetIsSaid) {
    {
        Raw raw(at("chunks.h5"));
        raw.chunk({1, kRows, kCols});
        raw.make(H5T_STD_U16LE, {5, kRows, kCols});
        Raw other(at("contiguous.h5"));
        other.make(H5T_STD_U16LE, {5, kRows, kCols});
        Raw none(at("none.h5"));
        none.chunk({1, kRows, kCols});
        none.make(H5T_STD_U16LE, {0, kRows, kCols}, {H5S_UNLIMITED, kRows, kCols});
    }
    for (const char* name : {"chunks.h5", "contiguous.h5"})
        EXPECT_TRUE(contains(dataErrorOf([&] { (void)openOne(at(name)); }), "no frame has been written yet")) << name;
    StackOptions options;
    options.dataset = "/data";
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openOne(at("none.h5"), options); }), "empty"));
}

TEST_F(StackHdf5, TheFilterMaskOfAChunkIsHonoured) {
    putBitshuffle(at("a.h5"), "/data", countingFrames(3), {3, kRows, kCols}, {1, kRows, kCols});
    {
        const h5::Handle file(H5Fopen(at("a.h5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT));
        const h5::Handle dataset(H5Dopen2(file.id(), "/data", H5P_DEFAULT));
        const hsize_t offset[] = {1, 0, 0};
        const std::vector<std::uint16_t> plain = countingFrame(1);
        ASSERT_GE(H5Dwrite_chunk(dataset.id(), H5P_DEFAULT, 1, offset, plain.size() * 2, plain.data()), 0);
    }
    const auto stack = openOne(at("a.h5"));
    expectCountingStack(*stack, 3);
    const auto reader = stack->makeReader();
    EXPECT_TRUE(reader->read(0).bitshuffle);
    EXPECT_FALSE(reader->read(1).bitshuffle);
}

TEST_F(StackHdf5, ADamagedChunkIsAnErrorAndTheReaderGoesOn) {
    const std::vector<std::uint16_t> frames = countingFrames(4);
    putBitshuffle(at("a.h5"), "/entry/data/data", frames, {4, kRows, kCols}, {1, kRows, kCols});
    {
        const h5::Handle file(H5Fopen(at("a.h5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT));
        const h5::Handle dataset(H5Dopen2(file.id(), "/entry/data/data", H5P_DEFAULT));
        const hsize_t first[] = {1, 0, 0};
        const std::string tooShort(5, '\1');
        ASSERT_GE(H5Dwrite_chunk(dataset.id(), H5P_DEFAULT, 0, first, tooShort.size(), tooShort.data()), 0);
        const hsize_t second[] = {2, 0, 0};
        // Says that it decodes to a terabyte.
        const std::string lying("\0\0\1\0\0\0\0\0\0\0\x20\0\0\0\0\1\1", 17);
        ASSERT_GE(H5Dwrite_chunk(dataset.id(), H5P_DEFAULT, 0, second, lying.size(), lying.data()), 0);
    }
    const auto stack = openOne(at("a.h5"));
    const auto reader = stack->makeReader();
    for (const std::size_t f : {1U, 2U}) {
        const std::string error = readError(*reader, f);
        EXPECT_TRUE(contains(error, at("a.h5").string() + ":/entry/data/data frame " + std::to_string(f))) << error;
        EXPECT_TRUE(contains(error, "bitshuffle")) << error;
    }
    for (const std::size_t f : {0U, 3U}) EXPECT_EQ(pixelsOf<std::uint16_t>(*reader, f), countingFrame(f));
}

TEST_F(StackHdf5, AFileThatIsCutOffGivesItsCompleteFrames) {
    {
        Raw raw(at("whole.h5"));
        raw.chunk({1, kRows, kCols});
        raw.make(H5T_STD_U16LE, {40, kRows, kCols});
        for (std::size_t f = 0; f < 40; ++f) raw.writeFrame(f, countingFrame(f));
    }
    const std::string bytes = bytesOfFile(at("whole.h5"));
    expectCountingStack(*openOne(at("whole.h5")), 40);
    writeBytes(at("cut.h5"), bytes.substr(0, bytes.size() - 20 * kRows * kCols * 2 - 100));
    EXPECT_THROW((void)h5::File::open(at("cut.h5")), DataError); // the library itself refuses it
    const auto stack = openOne(at("cut.h5"));
    EXPECT_GE(stack->frameCount(), 15U);
    EXPECT_LE(stack->frameCount(), 20U);
    EXPECT_TRUE(hasNote(stack->notes, "cut off", Severity::warning));
    EXPECT_TRUE(hasNote(stack->notes, "of 40 frames announced", Severity::warning));
    expectCountingStack(*stack, stack->frameCount());
    // However much is missing, there are frames or words.
    for (std::size_t left = 1; left < bytes.size(); left += bytes.size() / 37) {
        writeBytes(at("cut.h5"), bytes.substr(0, left));
        const std::string error = dataErrorOf([&] {
            const auto some = openOne(at("cut.h5"));
            expectCountingStack(*some, some->frameCount());
        });
        EXPECT_TRUE(error.empty() || contains(error, "cut.h5")) << error;
    }
}

TEST_F(StackHdf5, AFileThatIsCutOffAfterItWasOpenedFailsFrameByFrame) {
    h5::File file = h5::File::create(at("a.h5"));
    put(file, "/data", countingFrames(6), {6, kRows, kCols}, {{1, kRows, kCols}, 0, false});
    file.close();
    const auto stack = openOne(at("a.h5"));
    const auto reader = stack->makeReader();
    ASSERT_TRUE(readError(*reader, 5).empty());
    // Chunks follow each other: less and less of the file, more and more frames that fail.
    std::size_t before = 0;
    bool some = false;
    for (std::uintmax_t bytes = fs::file_size(at("a.h5")); bytes > 0; bytes -= std::min<std::uintmax_t>(bytes, 200)) {
        fs::resize_file(at("a.h5"), bytes);
        std::size_t failed = 0;
        for (std::size_t f = 0; f < 6; ++f)
            if (const std::string error = readError(*reader, f); !error.empty()) {
                ++failed;
                EXPECT_TRUE(contains(error, "frame " + std::to_string(f)) && contains(error, "too early")) << error;
            }
        EXPECT_GE(failed, before);
        before = failed;
        some = some || (failed > 0 && failed < 6);
    }
    EXPECT_EQ(before, 6U);
    EXPECT_TRUE(some);
}

TEST_F(StackHdf5, AStackThatIsBeingWrittenGivesItsCompleteFrames) {
    const h5::Handle access(H5Pcreate(H5P_FILE_ACCESS));
    H5Pset_libver_bounds(access.id(), H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
    const pid_t writer = fork(); // a program of its own: the library shares a file that is open twice in one
    ASSERT_GE(writer, 0);
    if (writer == 0) {
        Raw raw(at("live.h5"), access.id());
        raw.chunk({1, kRows, kCols});
        raw.make(H5T_STD_U16LE, {9, kRows, kCols}, {H5S_UNLIMITED, kRows, kCols});
        H5Fstart_swmr_write(raw.file.id());
        for (std::size_t f = 0; f < 5; ++f) raw.writeFrame(f, countingFrame(f));
        H5Dflush(raw.dataset.id());
        _exit(0); // without closing, as a writer that is still at work looks from outside
    }
    int status = 0;
    waitpid(writer, &status, 0);
    const auto stack = openOne(at("live.h5"));
    expectCountingStack(*stack, 5);
    EXPECT_TRUE(hasNote(stack->notes, "still being written", Severity::warning));
    EXPECT_TRUE(hasNote(stack->notes, "of 9 frames announced", Severity::warning));
}

TEST_F(StackHdf5, ManyThreadsReadAtTheSameTime) {
    putFrames(at("a.h5"), "/data", 0, 60);
    h5::File file = h5::File::create(at("b.h5"));
    put(file, "/data", countingFrames(60), {60, kRows, kCols}, {{7, 4, 5}, 1, false});
    file.close();
    for (const char* name : {"a.h5", "b.h5"}) {
        const auto stack = openOne(at(name));
        std::vector<std::thread> threads;
        std::atomic<std::size_t> wrong{0};
        for (std::size_t t = 0; t < 6; ++t)
            threads.emplace_back([&, t] {
                const auto reader = stack->makeReader();
                for (std::size_t i = 0; i < 300; ++i) {
                    const std::size_t f = (i * 7 + t * 11) % 60;
                    if (pixelsOf<std::uint16_t>(*reader, f) != countingFrame(f)) ++wrong;
                }
            });
        for (std::thread& thread : threads) thread.join();
        EXPECT_EQ(wrong, 0U) << name;
    }
}

TEST_F(StackHdf5, WhatIsNoStackIsRefusedInWords) {
    h5::File file = h5::File::create(at("a.h5"));
    file.write("/title", "words");
    put<double>(file, "/line", {1, 2, 3}, {3});
    put<float>(file, "/complex/x", {1, 2, 3}, {3});
    file.close();
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openOne(at("a.h5")); }), "holds no frames"));
    for (const auto& [path, part] :
         std::vector<std::pair<std::string, std::string>>{{"/line", "rows and columns"},
                                                          {"/title", "string"},
                                                          {"/nothing", "there is no /nothing"},
                                                          {"/complex", "group"}}) {
        StackOptions options;
        options.dataset = path;
        const std::string error = dataErrorOf([&] { (void)openOne(at("a.h5"), options); });
        EXPECT_TRUE(contains(error, part) && contains(error, "a.h5")) << error;
    }
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openOne(at("none.h5")); }), "no such file"));
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openOne(m_folder); }), "folder"));
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openMany({}); }), "no file"));
    writeBytes(at("empty.h5"), "");
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openOne(at("empty.h5")); }), "empty"));
    writeBytes(at("text.h5"), "nothing of the kind");
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openOne(at("text.h5")); }), "no file of frames"));
    EXPECT_FALSE(isStackFile(at("text.h5")));
    EXPECT_FALSE(isStackFile(at("none.h5")));
    EXPECT_TRUE(isStackFile(at("a.h5")));
}

TEST_F(StackHdf5, AMonitorGoesWithItsFrames) {
    h5::File file = h5::File::create(at("a.h5"));
    put(file, "/data", countingFrames(3), {3, kRows, kCols});
    put<double>(file, "/monitor", {1, 0, 3}, {3});
    put<double>(file, "/short", {1, 2}, {2});
    file.write("/text", "no numbers");
    file.close();
    StackOptions options;
    options.monitor = "/monitor";
    const auto stack = openOne(at("a.h5"), options);
    EXPECT_EQ(stack->monitor, (std::vector<double>{1, 0, 3}));
    EXPECT_TRUE(hasNote(stack->notes, "for 1 frame", Severity::warning));
    options.monitor = "/short";
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openOne(at("a.h5"), options); }), "2 values for 3 frames"));
    options.monitor = "/text";
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openOne(at("a.h5"), options); }), "not numbers"));
    options.monitor = "/none";
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openOne(at("a.h5"), options); }), "/none"));
}

/// 4294967295 is where a counter of 32 bits stands still, not what it has counted.
TEST_F(StackHdf5, AMonitorThatIsFullIsNone) {
    h5::File file = h5::File::create(at("a.h5"));
    put(file, "/data", countingFrames(3), {3, kRows, kCols});
    put<std::uint32_t>(file, "/counter", {5, 4294967295U, 7}, {3});
    put<double>(file, "/current", {5, 4294967295.0, 7}, {3});
    file.close();
    StackOptions options;
    options.monitor = "/counter";
    const auto stack = openOne(at("a.h5"), options);
    ASSERT_EQ(stack->monitor.size(), 3U);
    EXPECT_TRUE(stack->monitor[0] == 5 && std::isnan(stack->monitor[1]) && stack->monitor[2] == 7);
    EXPECT_TRUE(hasNote(stack->notes, "for 1 frame", Severity::warning));
    options.monitor = "/current";
    EXPECT_EQ(openOne(at("a.h5"), options)->monitor[1], 4294967295.0);
}

TEST_F(StackHdf5, EveryFileOfTheCodecSetGivesDataOrWords) {
    const fs::path folder = fs::path(EWALD_SHARED_DIR) / "data/codec";
    if (!fs::exists(folder)) GTEST_SKIP() << "no reference data";
    std::size_t read = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file()) continue;
        const std::string error = dataErrorOf([&] {
            const auto stack = openOne(entry.path());
            const auto reader = stack->makeReader();
            // The library's own decoding as the reference.
            const h5::File file = h5::File::open(entry.path(), h5::Soundness::whatThereIs);
            const h5::Dataset dataset = file.dataset(stack->framesPath);
            std::vector<double> expected(stack->rows() * stack->cols());
            const h5::Shape& shape = dataset.shape();
            h5::Shape count(shape.size(), 1);
            count[shape.size() - 1] = stack->cols();
            count[shape.size() - 2] = stack->rows();
            dataset.readBlock<double>(h5::Shape(shape.size(), 0), count, expected);
            const auto frame = reader->readPixels(0);
            ASSERT_EQ(frame.size(), expected.size() * bytesOf(stack->pixelType()));
            if (stack->pixelType() == PixelType::float32) {
                EXPECT_EQ(static_cast<double>(pixelsOf<float>(*reader, 0).back()), expected.back());
            }
            if (stack->pixelType() == PixelType::int32) {
                EXPECT_EQ(static_cast<double>(pixelsOf<std::int32_t>(*reader, 0).back()), expected.back());
            }
            ++read;
        });
        EXPECT_TRUE(error.empty() || contains(error, entry.path().filename().string())) << error;
    }
    EXPECT_GE(read, 10U);
}

} // namespace
} // namespace ewald::io::test
