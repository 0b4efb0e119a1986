// SPDX-License-Identifier: GPL-3.0-or-later
// Files that lead to others: masters with links and virtual datasets, and what detectors say beside their frames.
#include "io/frame_stack.h"
#include "stack_files.h"
#include "test_paths.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <optional>
#include <sys/file.h>
#include <unistd.h>

namespace ewald::io::test {
namespace {

class StackMaster : public WithFolder {
protected:
    /// Data files of 4, 4 and 2 frames, linked by a master as an Eiger does it.
    void writeEiger(const std::string& master = "scan_master.h5") {
        putFrames(at("scan_data_000001.h5"), "/entry/data/data", 0, 4);
        putFrames(at("scan_data_000002.h5"), "/entry/data/data", 4, 4);
        putFrames(at("scan_data_000003.h5"), "/entry/data/data", 8, 2);
        h5::File file = h5::File::create(at(master));
        for (int i = 1; i <= 3; ++i)
            file.externalLink("/entry/data/data_00000" + std::to_string(i),
                              "scan_data_00000" + std::to_string(i) + ".h5", "/entry/data/data");
        putDetector(file);
        file.close();
    }
    static void putDetector(h5::File& file) {
        const std::string detector = "/entry/instrument/detector";
        file.write(detector + "/description", "Dectris Eiger 4M");
        file.write(detector + "/detector_distance", 200.0);
        file.setAttribute(detector + "/detector_distance", "units", "mm");
        file.write(detector + "/beam_center_x", 7.5);
        file.write(detector + "/beam_center_y", 3.25);
        file.write(detector + "/x_pixel_size", 75.0);
        file.setAttribute(detector + "/x_pixel_size", "units", "um");
        file.write(detector + "/y_pixel_size", 7.5e-5);
        file.write("/entry/instrument/beam/incident_wavelength", 0.9);
        file.setAttribute("/entry/instrument/beam/incident_wavelength", "units", "angstrom");
        std::vector<std::uint32_t> mask(kRows * kCols);
        mask[3] = 1;
        mask[4] = 2;
        mask[5] = 16 + 2;
        put(file, detector + "/detectorSpecific/pixel_mask", mask, {kRows, kCols});
        file.write(detector + "/detectorSpecific/countrate_correction_count_cutoff", std::int64_t{12345});
    }
};

void expectDetector(const FrameStack& stack) {
    EXPECT_NEAR(stack.geometry.wavelength_m.value_or(0), 0.9e-10, 1e-20);
    EXPECT_NEAR(stack.geometry.distance_m.value_or(0), 0.2, 1e-12);
    EXPECT_EQ(stack.geometry.beamCentreCol, 7.5);
    EXPECT_EQ(stack.geometry.beamCentreRow, 3.25);
    EXPECT_NEAR(stack.geometry.pixelWidth_m.value_or(0), 75e-6, 1e-12);
    EXPECT_NEAR(stack.geometry.pixelHeight_m.value_or(0), 75e-6, 1e-12);
    EXPECT_EQ(stack.geometry.detector, "Dectris Eiger 4M");
    ASSERT_EQ(stack.mask.size(), kRows * kCols);
    EXPECT_EQ(std::count(stack.mask.begin(), stack.mask.end(), 1), 3);
    EXPECT_TRUE(hasNote(stack.notes, "3 pixels: 1 gap, 2 dead, 1 noisy"));
    EXPECT_TRUE(hasNote(stack.notes, "12345"));
}

TEST_F(StackMaster, AnEigersLinksAreFollowed) {
    writeEiger();
    const auto stack = openOne(at("scan_master.h5"));
    EXPECT_EQ(stack->format, "Eiger master");
    expectCountingStack(*stack, 10);
    EXPECT_EQ(stack->where(9), at("scan_data_000003.h5").string() + ":/entry/data/data frame 1");
    expectDetector(*stack);
}

TEST_F(StackMaster, DataFilesThatAreNotThereAreSaid) {
    writeEiger();
    fs::remove(at("scan_data_000003.h5"));
    const auto shorter = openOne(at("scan_master.h5"));
    expectCountingStack(*shorter, 8);
    EXPECT_TRUE(hasNote(shorter->notes, "scan_data_000003.h5", Severity::warning));

    writeEiger();
    fs::remove(at("scan_data_000002.h5"));
    const auto gap = openOne(at("scan_master.h5"));
    ASSERT_EQ(gap->frameCount(), 10U); // as many as the first file, so that the others keep their places
    EXPECT_TRUE(hasNote(gap->notes, "frames 4 to 7", Severity::warning));
    const auto reader = gap->makeReader();
    EXPECT_TRUE(contains(readError(*reader, 5), "scan_data_000002.h5"));
    EXPECT_EQ(pixelsOf<std::uint16_t>(*reader, 8)[0], 8000);

    for (const char* name : {"scan_data_000001.h5", "scan_data_000003.h5"}) fs::remove(at(name));
    const std::string error = dataErrorOf([&] { (void)openOne(at("scan_master.h5")); });
    EXPECT_TRUE(contains(error, "none of the 3 data files")) << error;
}

/// A number that no link has: its frames are lost, and those behind it stay where they were.
TEST_F(StackMaster, ALinkThatIsLeftOutIsAGap) {
    writeEiger();
    h5::File file = h5::File::create(at("gap_master.h5"));
    for (const char* number : {"1", "3"})
        file.externalLink("/entry/data/data_00000" + std::string(number),
                          "scan_data_00000" + std::string(number) + ".h5", "/entry/data/data");
    file.close();
    const auto stack = openOne(at("gap_master.h5"));
    ASSERT_EQ(stack->frameCount(), 10U);
    EXPECT_TRUE(hasNote(stack->notes, "frames 4 to 7 are not there", Severity::warning));
    EXPECT_TRUE(hasNote(stack->notes, "data_000002", Severity::warning));
    const auto reader = stack->makeReader();
    EXPECT_EQ(pixelsOf<std::uint16_t>(*reader, 8)[0], 8000);
    EXPECT_FALSE(readError(*reader, 5).empty());
}

TEST_F(StackMaster, AnEmptyDataFileOfAnAbortedScanIsSaid) {
    for (const char* name : {"scan_data_000001.h5", "scan_data_000002.h5", "scan_data_000003.h5"}) {
        writeEiger();
        h5::File empty = h5::File::create(at(name));
        put(empty, "/entry/data/data", std::vector<std::uint16_t>(), {0, kRows, kCols});
        empty.close();
        const auto stack = openOne(at("scan_master.h5"));
        EXPECT_EQ(stack->frameCount(), std::string(name).find('3') != std::string::npos ? 8U : 6U) << name;
        EXPECT_TRUE(hasNote(stack->notes, name, Severity::warning)) << name;
    }
}

TEST_F(StackMaster, TheMastersOfTheFirstEigersAreRead) {
    writeEiger("other.h5");
    h5::File file = h5::File::create(at("early.h5"));
    for (int i = 1; i <= 3; ++i)
        file.externalLink("/entry/data_00000" + std::to_string(i), "scan_data_00000" + std::to_string(i) + ".h5",
                          "/entry/data/data");
    file.close();
    const auto stack = openOne(at("early.h5"));
    EXPECT_EQ(stack->format, "Eiger master");
    expectCountingStack(*stack, 10);
}

TEST_F(StackMaster, AMasterAmongItsDataFilesCountsOnce) {
    writeEiger();
    const auto stack = openOne(at("scan_*.h5"));
    expectCountingStack(*stack, 10);
    EXPECT_EQ(stack->format, "Eiger master");
    expectDetector(*stack);
    expectCountingStack(*openOne(at("scan_data_######.h5")), 10);
}

TEST_F(StackMaster, VirtualDatasetsAreReadFromTheirSources) {
    writeEiger("links.h5");
    h5::File file = h5::File::create(at("nxmx.h5"));
    putVirtual(file, "/entry/data/data", {10, kRows, kCols},
               {{"scan_data_000001.h5", "/entry/data/data", 4, 0, 4, 0},
                {"scan_data_000002.h5", "/entry/data/data", 4, 0, 4, 4},
                {"scan_data_000003.h5", "/entry/data/data", 2, 0, 2, 8}});
    putDetector(file);
    file.close();
    const auto stack = openOne(at("nxmx.h5"));
    EXPECT_EQ(stack->format, "Eiger master (NXmx)");
    expectCountingStack(*stack, 10);
    expectDetector(*stack);
    EXPECT_EQ(stack->where(5), at("scan_data_000002.h5").string() + ":/entry/data/data frame 1");
    EXPECT_EQ(stack->compression, "shuffle, gzip"); // of the sources: they are read directly

    fs::remove(at("scan_data_000002.h5"));
    const auto gap = openOne(at("nxmx.h5"));
    ASSERT_EQ(gap->frameCount(), 10U);
    EXPECT_TRUE(hasNote(gap->notes, "frames 4 to 7", Severity::warning));
    const auto reader = gap->makeReader();
    const std::string error = readError(*reader, 6);
    EXPECT_TRUE(contains(error, "scan_data_000002.h5 is not there") && contains(error, "frame 6")) << error;
    EXPECT_EQ(pixelsOf<std::uint16_t>(*reader, 9)[0], 9000);
    fs::remove(at("scan_data_000003.h5"));
    EXPECT_EQ(openOne(at("nxmx.h5"))->frameCount(), 4U); // nothing but missing frames at the end
}

/// Sources of which all is taken, as the program that simulates and h5py write them.
TEST_F(StackMaster, AVirtualDatasetWithoutOneOfItsFilesGivesTheRest) {
    for (const char* name : {"scan_data_000001.h5", "scan_data_000003.h5"})
        putFrames(at(name), "/entry/data/data", 0, 4);
    h5::File file = h5::File::create(at("all.h5"));
    std::vector<h5::VirtualPart> parts;
    for (std::size_t i = 0; i < 3; ++i)
        parts.push_back({"scan_data_00000" + std::to_string(i + 1) + ".h5", "/entry/data/data", 4 * i, 4});
    file.createVirtualDataset("/entry/data/data", h5::Number::uint16, {12, kRows, kCols}, parts);
    file.close();
    const auto stack = openOne(at("all.h5"));
    ASSERT_EQ(stack->frameCount(), 12U);
    EXPECT_TRUE(hasNote(stack->notes, "scan_data_000002.h5 is not there: frames 4 to 7", Severity::warning));
    const auto reader = stack->makeReader();
    EXPECT_TRUE(contains(readError(*reader, 4), "scan_data_000002.h5"));
    for (const std::size_t frame : {0U, 3U, 8U, 11U})
        EXPECT_EQ(pixelsOf<std::uint16_t>(*reader, frame)[0], 1000 * (frame % 4)) << frame;
    EXPECT_EQ(stack->sourceFiles.size(), 2U);
}

/// A source with fewer frames than were mapped, in the middle and at the end.
TEST_F(StackMaster, AVirtualDatasetOfASourceThatIsTooShortSaysSo) {
    putFrames(at("short.h5"), "/data", 0, 2);
    putFrames(at("whole.h5"), "/data", 4, 4);
    h5::File file = h5::File::create(at("a.h5"));
    putVirtual(file, "/entry/data/data", {8, kRows, kCols},
               {{"short.h5", "/data", 4, 0, 4, 0}, {"whole.h5", "/data", 4, 0, 4, 4}});
    file.close();
    const auto stack = openOne(at("a.h5"));
    ASSERT_EQ(stack->frameCount(), 8U);
    EXPECT_TRUE(hasNote(stack->notes, "frames 2 to 3", Severity::warning));
    const auto reader = stack->makeReader();
    EXPECT_FALSE(readError(*reader, 2).empty());
    for (const std::size_t frame : {0U, 1U, 4U, 7U})
        EXPECT_EQ(pixelsOf<std::uint16_t>(*reader, frame)[0], 1000 * frame) << frame;
}

/// A virtual dataset of the file's own links, as DLS writes it: the files behind the links are what is missing.
TEST_F(StackMaster, AMasterWithoutAnyOfItsFilesNamesThem) {
    h5::File file = h5::File::create(at("own.nxs"));
    file.externalLink("/entry/data/data_000001", "Therm_6_2_000001.h5", "/data");
    putVirtual(file, "/entry/data/data", {4, kRows, kCols}, {{".", "/entry/data/data_000001", 4, 0, 4, 0}});
    putDetector(file);
    file.close();
    const std::string error = dataErrorOf([&] { (void)openOne(at("own.nxs")); });
    EXPECT_TRUE(contains(error, "Therm_6_2_000001.h5, which is not there")) << error;
    EXPECT_TRUE(contains(error, "copy the data files beside it")) << error;
    EXPECT_FALSE(contains(error, "aborted")) << error;
}

TEST_F(StackMaster, FramesOfAnotherTypeSaySo) {
    h5::File file = h5::File::create(at("complex.h5"));
    put(file, "/entry/data/data", std::vector<Complex>(4 * kRows * kCols), {4, kRows, kCols});
    file.close();
    const std::string error = dataErrorOf([&] { (void)openOne(at("complex.h5")); });
    EXPECT_TRUE(contains(error, "/entry/data/data is stored as complex64, frames are real numbers")) << error;
    h5::File cxi = h5::File::create(at("complex.cxi"));
    cxi.write("/cxi_version", std::int64_t{160});
    put(cxi, "/entry_1/data_1/data", std::vector<Complex>(4 * kRows * kCols), {4, kRows, kCols});
    cxi.close();
    const std::string scan = dataErrorOf([&] { (void)openScan(at("complex.cxi")); });
    EXPECT_TRUE(contains(scan, "the frames are stored as complex64, not as real numbers")) << scan;
}

/// As a program has it open that has written nothing of it yet.
TEST_F(StackMaster, AFileThatIsBeingWrittenSaysSo) {
    h5::File file = h5::File::create(at("open.h5"));
    file.createGroup("/entry");
    file.close();
    const int writer = open(at("open.h5").c_str(), O_RDWR | O_CLOEXEC);
    ASSERT_EQ(flock(writer, LOCK_EX | LOCK_NB), 0);
    const std::string error = dataErrorOf([&] { (void)openOne(at("open.h5")); });
    close(writer);
    EXPECT_TRUE(contains(error, "still being written by another program")) << error;
    EXPECT_TRUE(contains(error, "wait until it is complete")) << error;
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openOne(at("open.h5")); }), "holds no frames"));
}

TEST_F(StackMaster, VirtualDatasetsOfVirtualDatasetsWithHolesAndSteps) {
    putFrames(at("even.h5"), "/data", 0, 6); // frames 0 to 5
    h5::File inner = h5::File::create(at("inner.h5"));
    putVirtual(inner, "/entry_0000/measurement/data", {6, kRows, kCols}, {{"even.h5", "/data", 6, 0, 6, 0}});
    inner.close();
    h5::File file = h5::File::create(at("bliss.h5"));
    // Frames 0, 2, 4 of the list come from frames 1, 2, 3 of the source; 1 and 3 from nowhere.
    putVirtual(file, "/1.1/measurement/eiger", {5, kRows, kCols},
               {{"inner.h5", "/entry_0000/measurement/data", 6, 1, 3, 0, 2}});
    file.softLink("/1.1/data", "/1.1/measurement/eiger");
    file.close();
    const auto stack = openOne(at("bliss.h5"));
    EXPECT_EQ(stack->format, "BLISS");
    ASSERT_EQ(stack->frameCount(), 5U);
    const auto reader = stack->makeReader();
    EXPECT_EQ(pixelsOf<std::uint16_t>(*reader, 2)[0], 2000);
    EXPECT_EQ(pixelsOf<std::uint16_t>(*reader, 4)[0], 3000);
    EXPECT_TRUE(contains(readError(*reader, 1), "no source of the virtual dataset holds this frame"));
    EXPECT_TRUE(hasNote(stack->notes, "frames 1 to 1", Severity::warning)) << "the library would give zeros";
    EXPECT_EQ(openOne(at("inner.h5"))->format, "LImA");
    expectCountingStack(*openOne(at("inner.h5")));
}

TEST_F(StackMaster, CirclesEnd) {
    h5::File file = h5::File::create(at("a.h5"));
    putVirtual(file, "/entry/data/data", {4, kRows, kCols}, {{"b.h5", "/entry/data/data", 4, 0, 4, 0}});
    file.externalLink("/entry/other/data", "b.h5", "/entry/other/data");
    file.close();
    h5::File other = h5::File::create(at("b.h5"));
    putVirtual(other, "/entry/data/data", {4, kRows, kCols}, {{"a.h5", "/entry/data/data", 4, 0, 4, 0}});
    other.externalLink("/entry/other/data", "a.h5", "/entry/other/data");
    other.close();
    EXPECT_FALSE(dataErrorOf([&] { (void)openOne(at("a.h5")); }).empty());
    StackOptions options;
    options.dataset = "/entry/other/data";
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openOne(at("a.h5"), options); }), "circle"));
}

TEST_F(StackMaster, PartsOfFramesGoThroughTheLibrary) {
    h5::File half = h5::File::create(at("half.h5"));
    std::vector<std::uint16_t> top;
    for (std::size_t f = 0; f < 3; ++f)
        for (std::size_t r = 0; r < kRows / 2; ++r)
            for (std::size_t c = 0; c < kCols; ++c) top.push_back(static_cast<std::uint16_t>(f * 1000 + r * 20 + c));
    put(half, "/top", top, {3, kRows / 2, kCols});
    for (std::uint16_t& value : top) value = static_cast<std::uint16_t>(value + kRows / 2 * 20);
    put(half, "/bottom", top, {3, kRows / 2, kCols});
    half.close();
    const auto make = [&](const std::string& name, const std::string& source) {
        h5::File file = h5::File::create(at(name));
        const h5::Handle properties(H5Pcreate(H5P_DATASET_CREATE));
        const hsize_t extents[] = {3, kRows, kCols};
        const hsize_t sourceExtents[] = {3, kRows / 2, kCols};
        const h5::Handle space(H5Screate_simple(3, extents, nullptr));
        const h5::Handle there(H5Screate_simple(3, sourceExtents, nullptr));
        for (const auto& [row, dataset] : {std::pair<hsize_t, const char*>{0, "/top"}, {kRows / 2, "/bottom"}}) {
            const hsize_t start[] = {0, row, 0};
            H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, start, nullptr, sourceExtents, nullptr);
            H5Pset_virtual(properties.id(), space.id(), source.c_str(), dataset, there.id());
        }
        const h5::Handle made(
            H5Dcreate2(file.id(), "/data", H5T_NATIVE_UINT16, space.id(), H5P_DEFAULT, properties.id(), H5P_DEFAULT));
        ASSERT_TRUE(made);
    };
    make("whole.h5", "half.h5");
    expectCountingStack(*openOne(at("whole.h5")), 3);
    make("broken.h5", "gone.h5");
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openOne(at("broken.h5")); }), "gone.h5"));
}

TEST_F(StackMaster, DefaultAndSignalLeadToTheFrames) {
    h5::File file = h5::File::create(at("a.h5"));
    put(file, "/scan/plot/counts", countingFrames(2), {2, kRows, kCols});
    put(file, "/scan/other/bigger", countingFrames(9), {9, kRows, kCols});
    file.setAttribute("/", "default", "scan");
    file.setAttribute("/scan", "default", "plot");
    file.setAttribute("/scan/plot", "signal", "counts");
    file.close();
    const auto stack = openOne(at("a.h5"));
    EXPECT_EQ(stack->framesPath, "/scan/plot/counts");
    expectCountingStack(*stack, 2);
}

/// NeXus before 2014: the dataset says that it is the signal, and a larger one beside it is something else.
TEST_F(StackMaster, ADatasetThatSaysThatItIsTheSignalIsTaken) {
    h5::File file = h5::File::create(at("a.h5"));
    put(file, "/scan_1/scan_data/data_02", countingFrames(2), {2, kRows, kCols});
    put(file, "/scan_1/scan_data/trace", countingFrames(9), {9, kRows, kCols});
    file.setAttribute("/scan_1", "NX_class", "NXentry");
    file.setAttribute("/scan_1/scan_data", "NX_class", "NXdata");
    file.setAttribute("/scan_1/scan_data/data_02", "signal", std::int64_t{1});
    file.close();
    EXPECT_EQ(openOne(at("a.h5"))->framesPath, "/scan_1/scan_data/data_02");
    // Without it: a guess, which is said with the alternative.
    h5::File other = h5::File::create(at("b.h5"));
    put(other, "/x/few", countingFrames(2), {2, kRows, kCols});
    put(other, "/x/many", countingFrames(9), {9, kRows, kCols});
    other.close();
    const auto guessed = openOne(at("b.h5"));
    EXPECT_EQ(guessed->framesPath, "/x/many");
    EXPECT_TRUE(hasNote(guessed->notes, "/x/few", Severity::warning));
}

TEST_F(StackMaster, AFlatFieldThatWasNotAppliedIsTaken) {
    h5::File file = h5::File::create(at("a.h5"));
    const std::string detector = "/entry/instrument/detector";
    put(file, detector + "/data", countingFrames(2), {2, kRows, kCols});
    std::vector<float> flat(kRows * kCols, 2.0F);
    flat[1] = 0;
    put(file, detector + "/flatfield", flat, {1, kRows, kCols});
    put<std::uint8_t>(file, detector + "/pixel_mask", std::vector<std::uint8_t>(6), {2, 3});
    file.write(detector + "/flatfield_applied", std::int64_t{0});
    file.close();
    const auto stack = openOne(at("a.h5"));
    ASSERT_EQ(stack->flat.size(), kRows * kCols);
    EXPECT_EQ(stack->flat(0, 0), 2.0F);
    EXPECT_EQ(stack->mask(0, 1), 1); // nothing can be divided by zero
    EXPECT_TRUE(hasNote(stack->notes, "pixel_mask (2, 3) does not belong", Severity::warning));
}

TEST_F(StackMaster, AMaskMayBeOfAnyNumbers) {
    // Bits of NXmx; −1, numbers beyond 32 bits and those that are none are bad for no reason that has a name.
    const auto masked = [&]<class T>(const std::vector<T>& first, const std::string& note) {
        h5::File file = h5::File::create(at("a.h5"));
        const std::string detector = "/entry/instrument/detector";
        put(file, detector + "/data", countingFrames(2), {2, kRows, kCols});
        std::vector<T> mask(kRows * kCols);
        std::copy(first.begin(), first.end(), mask.begin());
        put(file, detector + "/pixel_mask", mask, {kRows, kCols});
        file.close();
        const auto stack = openOne(at("a.h5"));
        const auto bad = static_cast<std::size_t>(std::count(stack->mask.begin(), stack->mask.end(), 1));
        EXPECT_TRUE(hasNote(stack->notes, note)) << note;
        EXPECT_TRUE(std::equal(first.begin(), first.end(), stack->mask.begin(),
                               [](T value, std::uint8_t set) { return (value != 0) == (set != 0); }));
        fs::remove(at("a.h5"));
        return bad;
    };
    EXPECT_EQ(masked(std::vector<std::uint8_t>{0, 1, 255}, "2 pixels: 2 gap, 1 dead"), 2U);
    EXPECT_EQ(masked(std::vector<std::int32_t>{0, -1, 2, -2147483647}, "3 pixels: 1 dead"), 3U);
    EXPECT_EQ(masked(std::vector<std::uint32_t>{0, 0x80000000U}, "1 pixel: 1 virtual"), 1U);
    EXPECT_EQ(masked(std::vector<std::int64_t>{0, 1, std::int64_t{1} << 40U}, "2 pixels: 1 gap"), 2U);
    EXPECT_EQ(masked(std::vector<float>{0, 1, std::numeric_limits<float>::quiet_NaN(), -3}, "3 pixels: 1 gap"), 3U);
}

TEST_F(StackMaster, AMaskOfADataFileBesideItsMasterDoesNotCount) {
    const auto putMask = [&](h5::File& file, std::size_t pixel) {
        std::vector<std::uint32_t> mask(kRows * kCols);
        mask[pixel] = 1;
        put(file, "/entry/instrument/detector/pixel_mask", mask, {kRows, kCols});
    };
    {
        h5::File data = h5::File::create(at("s_data_000001.h5"));
        put(data, "/entry/data/data", countingFrames(2), {2, kRows, kCols});
        putMask(data, 7);
        data.close();
        h5::File master = h5::File::create(at("s_master.h5"));
        master.externalLink("/entry/data/data_000001", "s_data_000001.h5", "/entry/data/data");
        putMask(master, 3);
        master.close();
        h5::File other = h5::File::create(at("s_other.h5"));
        put(other, "/entry/data/data", countingFrames(2), {2, kRows, kCols});
        putMask(other, 5);
        other.close();
    }
    for (const std::vector<fs::path>& files :
         {std::vector{at("s_data_000001.h5"), at("s_master.h5"), at("s_other.h5")},
          std::vector{at("s_master.h5"), at("s_data_000001.h5"), at("s_other.h5")}}) {
        const auto stack = openMany(files);
        EXPECT_EQ(stack->frameCount(), 4U);
        std::vector<std::size_t> masked;
        for (std::size_t i = 0; i < stack->mask.size(); ++i)
            if (stack->mask.data()[i] != 0) masked.push_back(i);
        EXPECT_EQ(masked, (std::vector<std::size_t>{3, 5}));
        EXPECT_TRUE(hasNote(stack->notes, "s_other.h5 has another mask", Severity::warning));
        EXPECT_FALSE(hasNote(stack->notes, "s_master.h5 has another mask"));
    }
}

/// Flat fields of 1000 x 1000 pixels: 4 MB each, and 8 MB while one is read.
TEST_F(StackMaster, ManyFlatFieldsAreNotKept) {
    constexpr std::size_t kSide = 1000, kFiles = 24;
    const auto putFlat = [&](h5::File& file, float value) {
        put(file, "/entry/instrument/detector/flatfield", std::vector<float>(kSide * kSide, value), {kSide, kSide});
    };
    const auto putData = [&](h5::File& file) {
        put(file, "/entry/data/data", std::vector<std::uint8_t>(kSide * kSide), {1, kSide, kSide});
    };
    std::vector<fs::path> files{at("s_data_000001.h5"), at("s_master.h5")};
    {
        h5::File data = h5::File::create(files[0]);
        putData(data);
        putFlat(data, 2);
        data.close();
        h5::File master = h5::File::create(files[1]);
        master.externalLink("/entry/data/data_000001", "s_data_000001.h5", "/entry/data/data");
        putFlat(master, 4); // a factor, as Eiger's masters have it
        master.close();
    }
    for (std::size_t i = 0; i < kFiles; ++i) {
        files.push_back(at("t" + std::to_string(i) + ".h5"));
        h5::File other = h5::File::create(files.back());
        putData(other);
        putFlat(other, i == 0 ? 0.25F : static_cast<float>(i));
        other.close();
    }
    std::ofstream("/proc/self/clear_refs") << "5"; // resets the peak
    const double before_MB = peakMegabytes();
    const auto stack = openMany(files);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // which keep what was freed
    EXPECT_LT(peakMegabytes() - before_MB, 60) << "all of them would be 104 MB";
#else
    static_cast<void>(before_MB);
#endif
    ASSERT_EQ(stack->frameCount(), kFiles + 1);
    EXPECT_EQ(stack->flat(0, 0), 0.25F) << "that of the master: the data file does not count";
    EXPECT_FALSE(hasNote(stack->notes, "t0.h5 has another flat field"));
    EXPECT_TRUE(hasNote(stack->notes, "t1.h5 has another flat field", Severity::warning));
    EXPECT_TRUE(hasNote(stack->notes, "20 more files of the list differ", Severity::warning));
}

TEST_F(StackMaster, LambdaModulesAreSaturatedAsTheLowestOfThem) {
    const auto putModule = [&](int number, double row, std::optional<double> saturation) {
        h5::File file = h5::File::create(at("scan_m" + std::to_string(number) + "_part00000.nxs"));
        const std::string detector = "/entry/instrument/detector";
        put(file, detector + "/data", countingFrames(2), {2, kRows, kCols});
        put(file, detector + "/translation/distance", std::vector<double>{0, row, 0}, {3});
        if (saturation) file.write(detector + "/saturation_value", *saturation);
        file.close();
    };
    const auto open = [&] { return openOne(at("scan_m1_part00000.nxs")); };
    putModule(1, 0, 4095);
    putModule(2, kRows, 4095);
    ASSERT_EQ(open()->format, "Lambda modules");
    EXPECT_EQ(open()->rows(), 2 * kRows);
    EXPECT_EQ(open()->saturationValue(), 4095);
    EXPECT_FALSE(hasNote(open()->notes, "different counts"));
    putModule(2, kRows, 3000);
    EXPECT_EQ(open()->saturationValue(), 3000);
    EXPECT_TRUE(hasNote(open()->notes, "different counts: the lowest, 3000", Severity::warning));
    {
        const h5::Handle file(H5Fopen(at("scan_m2_part00000.nxs").c_str(), H5F_ACC_RDWR, H5P_DEFAULT));
        const h5::Handle dataset(H5Dopen2(file.id(), "/entry/instrument/detector/data", H5P_DEFAULT));
        const h5::Handle attribute(H5Acreate2(dataset.id(), "scale_factor", H5T_NATIVE_DOUBLE,
                                              h5::Handle(H5Screate(H5S_SCALAR)).id(), H5P_DEFAULT, H5P_DEFAULT));
        const double scale = 0.5;
        ASSERT_GE(H5Awrite(attribute.id(), H5T_NATIVE_DOUBLE, &scale), 0);
    }
    EXPECT_TRUE(hasNote(open()->notes, "scale_factor = 0.5", Severity::warning)) << "of any module";
    putModule(1, 0, std::nullopt); // only the second one says it
    EXPECT_EQ(open()->saturationValue(), 3000);
    EXPECT_FALSE(hasNote(open()->notes, "different counts"));
}

TEST_F(StackMaster, RealLambdaModulesAreStitched) {
    const fs::path folder = fs::path(EWALD_SHARED_DIR) / "data/diffraction/lambda_nxs";
    if (!fs::exists(folder)) GTEST_SKIP() << "no reference data";
    const std::string name = "testasapo1_1009_00002_m";
    const auto all = openOne(folder / (name + "#_part#.nxs"));
    EXPECT_EQ(all->format, "Lambda modules");
    EXPECT_EQ(all->frameCount(), 20U);
    EXPECT_EQ(all->rows(), 1833U);
    EXPECT_EQ(all->cols(), 1556U);
    EXPECT_EQ(all->pixelType(), PixelType::int16);
    EXPECT_NEAR(all->geometry.pixelWidth_m.value_or(0), 55e-6, 1e-12);
    EXPECT_TRUE(all->flat.empty()); // there is one, all of it not a number
    EXPECT_TRUE(hasNote(all->notes, "no positive number"));
    // Gaps are masked; the mask of a module is where the module is.
    EXPECT_EQ(all->mask(600, 700), 1);
    EXPECT_EQ(all->mask(0, 0), 1); // module 1 lies two columns to the right
    // 801,864 pixels a module; gaps (5160 each) and dead ones (6 = dead and under-responding) are left out, and what
    // lies between the modules; noisy ones are kept: with them the frames give the patterns of other programs.
    const std::size_t between = 1833 * 1556 - 3 * 516 * 1554;
    const auto bad = static_cast<std::size_t>(std::count(all->mask.begin(), all->mask.end(), 1));
    EXPECT_EQ(bad, between + 3 * 5160 + (672 + 477) + (490 + 279) + (250 + 27));
    EXPECT_TRUE(hasNote(all->notes, "doubtful"));
    const h5::File second = h5::File::open(folder / (name + "2_part00001.nxs"));
    std::vector<std::int16_t> module(516 * 1554);
    second.dataset("/entry/instrument/detector/data").readBlock<std::int16_t>({3, 0, 0}, {1, 516, 1554}, module);
    const auto frame = pixelsOf<std::int16_t>(*all->makeReader(), 13);
    for (const std::size_t r : {0U, 100U, 515U})
        for (const std::size_t c : {0U, 777U, 1553U}) EXPECT_EQ(frame[(660 + r) * 1556 + c], module[r * 1554 + c]);
    // Any file of a part stands for its three modules.
    for (const char* one : {"1_part00000.nxs", "3_part00000.nxs"}) {
        const auto part = openOne(folder / (name + one));
        EXPECT_EQ(part->frameCount(), 10U);
        EXPECT_EQ(part->rows(), 1833U);
        EXPECT_TRUE(hasNote(part->notes, "2 parts"));
    }
    const auto list = openMany({folder / (name + "2_part00001.nxs"), folder / (name + "1_part00000.nxs")});
    EXPECT_EQ(list->frameCount(), 20U);
    EXPECT_EQ(pixelsOf<std::int16_t>(*list->makeReader(), 3), frame); // in the order given
}

/// People link the master of a measurement into a folder of their own.
TEST_F(StackMaster, DataFilesAreFoundBesideTheMasterThatALinkLeadsTo) {
    fs::create_directories(at("raw"));
    fs::create_directories(at("mine"));
    writeEiger("raw/scan_master.h5");
    for (int i = 1; i <= 3; ++i) {
        const std::string name = "scan_data_00000" + std::to_string(i) + ".h5";
        fs::rename(at(name), at("raw/" + name));
    }
    h5::File file = h5::File::create(at("raw/virtual.h5"));
    putVirtual(file, "/entry/data/data", {10, kRows, kCols},
               {{"scan_data_000001.h5", "/entry/data/data", 4, 0, 4, 0},
                {"scan_data_000002.h5", "/entry/data/data", 4, 0, 4, 4},
                {"scan_data_000003.h5", "/entry/data/data", 2, 0, 2, 8}});
    file.close();
    h5::File scan = h5::File::create(at("raw/scan.cxi"));
    putGeometry(scan);
    scan.externalLink("/entry_1/data_1/data", "scan_data_000001.h5", "/entry/data/data");
    put(scan, "/entry_1/data_1/translation", translations(4, 3, false), {4, 3});
    scan.close();
    for (const char* name : {"scan_master.h5", "virtual.h5", "scan.cxi"})
        fs::create_symlink(fs::path("../raw") / name, at("mine") / name);
    expectCountingStack(*openOne(at("mine/scan_master.h5")), 10);
    expectCountingStack(*openOne(at("mine/virtual.h5")), 10);
    expectCountingFrames(*openScan(at("mine/scan.cxi")).frames, 4);
    // A file beside the link is the one that is meant.
    putFrames(at("mine/scan_data_000001.h5"), "/entry/data/data", 4, 4);
    EXPECT_EQ(numbersOf(*openOne(at("mine/scan_master.h5")), 0)[0], 4000);
}

} // namespace
} // namespace ewald::io::test
