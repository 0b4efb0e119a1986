// SPDX-License-Identifier: GPL-3.0-or-later
// Real files of other programs, where the folder of shared data is there.
#include "io/preprocess/preprocess.h"
#include "io/scan.h"
#include "io/scan_files.h"

#include "base/units.h"
#include "test_paths.h"

#include <cmath>

namespace ewald::io::test {
namespace {

const fs::path kShared = EWALD_SHARED_DIR;

class SharedFiles : public testing::Test {
protected:
    void SetUp() override {
        if (!fs::exists(kShared / "data" / "ptycho")) GTEST_SKIP() << "the shared test data are not on this machine";
    }
    static fs::path ptycho(const std::string& name) { return kShared / "data" / "ptycho" / name; }
    static std::vector<Note> check(const Scan& scan) {
        const PreparedLayout layout = planPreprocessing(scan, {});
        const double pixel = scan.wavelength_m.value_or(0) * scan.distance_m.value_or(0) /
                             (static_cast<double>(layout.size) * layout.pixelWidth_m);
        return checkScan(scan, layout.size, pixel);
    }
};

TEST_F(SharedFiles, SiemensStar) {
    const Scan scan = openScan(ptycho("siemens_star/siemens_star.cxi"));
    EXPECT_EQ(scan.frames->frameCount(), 516U);
    EXPECT_EQ(scan.frames->rows(), 128U);
    EXPECT_EQ(scan.positions.size(), 516U);
    EXPECT_NEAR(scan.wavelength_m.value_or(0), 1.4089e-10, 1e-14);
    EXPECT_EQ(scan.distance_m, 1.92);
    EXPECT_EQ(scan.pixelWidth_m, 75e-6);
    EXPECT_EQ(scan.probe.shape(), (std::array<std::size_t, 3>{1, 128, 128}));
    ASSERT_TRUE(scan.basisVectors.has_value());
    EXPECT_EQ((*scan.basisVectors)[0], (std::array<double, 3>{0, -75e-6, 0}));
    EXPECT_FALSE(hasNote(check(scan), "", Severity::warning));
    const PreparedLayout layout = planPreprocessing(scan, {});
    FrameStatistics statistics;
    const Array<float, 2> mean = meanPattern(scan, {}, layout, 0, RunControl{}, &statistics);
    EXPECT_EQ(statistics.maxCount, 963); // README of the data
    EXPECT_EQ(statistics.emptyFrames, 0U);
    // The direct beam is in the middle.
    EXPECT_GT(mean(64, 64), 10 * mean(0, 0));
}

TEST_F(SharedFiles, PetraNearField) {
    const Scan scan = openScan(ptycho("petra3_nearfield/PETRAIII_P25_Near_Field_Ptycho.cxi"));
    EXPECT_EQ(scan.frames->frameCount(), 200U);
    EXPECT_EQ(scan.frames->pixelType(), PixelType::int32);
    // Positions as h5py shows them in the file.
    EXPECT_NEAR(scan.positions[0].x, -5.3400032e-05, 1e-12);
    EXPECT_NEAR(scan.positions[0].y, -3.8399612e-05, 1e-12);
    EXPECT_NEAR(scan.positions[1].x, -5.2007606e-05, 1e-12);
    EXPECT_NEAR(scan.wavelength_m.value_or(0), 9.7949e-11, 1e-15);
    EXPECT_NEAR(scan.distance_m.value_or(0), 1.12, 1e-6);
    EXPECT_NEAR(scan.pixelHeight_m.value_or(0), 55e-6, 1e-11);
    EXPECT_EQ(std::count(scan.badPixels.begin(), scan.badPixels.end(), 1), 5);
    ASSERT_TRUE(scan.basisVectors.has_value()); // stored (3,2)
    EXPECT_NEAR((*scan.basisVectors)[0][1], -55e-6, 1e-11);
    EXPECT_NEAR((*scan.basisVectors)[1][0], -55e-6, 1e-11);
    EXPECT_EQ((*scan.basisVectors)[0][0], 0);
}

TEST_F(SharedFiles, GoldBalls) {
    const Scan scan = openScan(ptycho("gold_balls/gold_balls_simulated_2mode.cxi"));
    EXPECT_EQ(scan.frames->frameCount(), 798U);
    EXPECT_EQ(scan.frames->rows(), 104U);
    EXPECT_NEAR(scan.wavelength_m.value_or(0), 1.24e-9, 1e-14);
    EXPECT_TRUE(contains(scan.title, "SIMULATED"));
    EXPECT_TRUE(scan.probe.empty()); // the truth is not a starting point
    EXPECT_FALSE(hasNote(check(scan), "", Severity::warning));
}

TEST_F(SharedFiles, NxptychoWithNonsenseNumbersIsNoticed) {
    const Scan list = openScan(ptycho("nxptycho_structure/example_nxptycho_cxi_compatible.nxs"));
    EXPECT_EQ(list.format, "NeXus NXptycho");
    EXPECT_EQ(list.frames->frameCount(), 100U);
    EXPECT_EQ(list.frames->pixelType(), PixelType::float64);
    EXPECT_EQ(list.positions.size(), 100U);
    // 1.503e-21 J, not the 300 GeV of the source.
    EXPECT_NEAR(energyFromWavelength(list.wavelength_m.value_or(1)), 1.503e-21 / kJoulePerKeV, 1e-8);
    EXPECT_TRUE(hasNote(list.notes, "no X-ray energy", Severity::warning));
    EXPECT_TRUE(hasNote(check(list), "0.05 to 500 keV", Severity::warning));

    const Scan raster = openScan(ptycho("nxptycho_structure/example_nxptycho_cxi_compatible_raster.nxs"));
    EXPECT_EQ(raster.frames->frameCount(), 100U);
    EXPECT_EQ(raster.positions.size(), 100U);
    EXPECT_NEAR(energyFromWavelength(raster.wavelength_m.value_or(1)), 9.0, 1e-9); // this one is in keV
    EXPECT_EQ(raster.pixelWidth_m, 55e-6);                                         // of the detector group that has it
    EXPECT_TRUE(hasNote(check(raster), "positions span 9 m", Severity::warning));
}

TEST_F(SharedFiles, CxiSamplesWithoutScanSayWhatIsMissing) {
    for (const char* name : {"cxi_format/minimal.cxi", "cxi_format/typical_raw.cxi"}) {
        const std::string error = dataErrorOf([&] { (void)openScan(ptycho(name)); });
        EXPECT_TRUE(contains(error, "(50, 100)") && contains(error, "(frames, rows, columns)")) << error;
    }
}

TEST_F(SharedFiles, EveryCodecFileIsListedQuicklyOrRefusedInWords) {
    std::size_t files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(kShared / "data" / "codec")) {
        if (!entry.is_regular_file()) continue;
        ++files;
        const double start_s = processorTime_s();
        const auto quiet = [&](const auto& action) {
            try {
                action();
            } catch (const Error& error) {
                EXPECT_EQ(error.kind(), ErrorKind::data) << entry.path() << ": " << error.what();
            }
        };
        quiet([&] { (void)listFile(entry.path()); });
        quiet([&] { (void)guessMapping(entry.path()); });
        quiet([&] { (void)openScan(entry.path()); });
        // A declared size of 2³¹ elements that were read would take longer.
        EXPECT_LT(processorTime_s() - start_s, 5) << entry.path();
    }
    EXPECT_GT(files, 30U);
}

TEST_F(SharedFiles, ARealEigerFrameIsReadThroughAMapping) {
    const fs::path path = kShared / "data" / "codec" / "hdf5plugin" / "bitshuffle.h5";
    ImportMapping mapping;
    mapping.frames = "/entry/data/data";
    mapping.positions = "/entry/data/data"; // there are none; any numbers do not matter here
    const std::string error = dataErrorOf([&] { (void)openScan(path, &mapping); });
    EXPECT_TRUE(contains(error, "positions have the shape")) << error;
}

} // namespace
} // namespace ewald::io::test
