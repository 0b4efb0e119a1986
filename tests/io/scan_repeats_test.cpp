// SPDX-License-Identifier: GPL-3.0-or-later
// Scans with several frames at each position, dark frames, a monitor, a beam centre.
#include "io/preprocess/preprocess.h"
#include "io/scan_files.h"

#include <cmath>
#include <random>

namespace ewald::io::test {
namespace {

using h5::File;

class ScanRepeats : public WithFolder {
protected:
    template <class Fill>
    Scan open(const Fill& fill, const ImportMapping* mapping = nullptr) {
        File file = File::create(at("scan.h5"));
        fill(file);
        file.close();
        return openScan(at("scan.h5"), mapping);
    }
    /// A CXI file of these frames and kFrames positions.
    Scan openCxiOf(const std::vector<std::uint16_t>& frames, const h5::Shape& shape) {
        return open([&](File& file) {
            file.write("/cxi_version", std::int64_t{160});
            putGeometry(file);
            put(file, "/entry_1/data_1/data", frames, shape);
            put(file, "/entry_1/data_1/translation", translations(kFrames, 3, false), {kFrames, 3});
        });
    }
};

/// Of each of the frames the number of its position.
void expectPlaces(const Scan& scan, const std::vector<std::size_t>& places) {
    ASSERT_EQ(scan.frames->frameCount(), places.size());
    ASSERT_EQ(scan.positions.size(), places.size());
    ASSERT_EQ(scan.alongBeam_m.size(), places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        EXPECT_NEAR(scan.positions[i].x, xOf(places[i]), 1e-15) << i;
        EXPECT_NEAR(scan.alongBeam_m[i], zOf(places[i]), 1e-15) << i;
    }
}

TEST_F(ScanRepeats, AnAxisOfRepeatsSharesThePositions) {
    const Scan together = openCxiOf(countingFrames(12), {kFrames, 2, kRows, kCols});
    expectPlaces(together, {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5});
    EXPECT_TRUE(hasNote(together.notes, "2 frames of /entry_1/data_1/data belong to each of 6 positions, one after the",
                        Severity::warning));
    const Scan rounds = openCxiOf(countingFrames(12), {2, kFrames, kRows, kCols});
    expectPlaces(rounds, {0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5});
    EXPECT_FALSE(hasNote(checkScan(together, 8, 1e-8), "aborted"));
}

/// Poisson noise on patterns of their own: what belongs together is seen in the frames.
TEST_F(ScanRepeats, FramesTellWhichOnesBelongTogether) {
    std::mt19937 random(5);
    const auto drawn = [&](const std::vector<std::size_t>& places) {
        std::vector<std::uint16_t> values;
        for (const std::size_t place : places)
            for (std::size_t i = 0; i < kRows * kCols; ++i) {
                const double mean = 50 + 45 * std::sin(static_cast<double>(i * (place + 1)));
                values.push_back(static_cast<std::uint16_t>(std::poisson_distribution<int>(mean)(random)));
            }
        return values;
    };
    for (const std::vector<std::size_t>& places :
         {std::vector<std::size_t>{0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}, {0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5}})
        expectPlaces(openCxiOf(drawn(places), {12, kRows, kCols}), places);
    // A scan that was aborted: frames of twelve places, and positions of six.
    const Scan aborted = openCxiOf(drawn({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}), {12, kRows, kCols});
    EXPECT_EQ(aborted.positions.size(), kFrames);
    EXPECT_TRUE(hasNote(checkScan(aborted, 8, 1e-8), "aborted", Severity::warning));
}

/// A line of a map: one position a frame, and beside it one of the detector.
TEST_F(ScanRepeats, AMapOfOneLineHasNone) {
    const Scan scan = open([](File& file) {
        file.write("/entry/definition", "NXcxi_ptycho");
        put(file, "/entry/data/data", countingFrames(), {1, kFrames, kRows, kCols});
        put(file, "/entry/data/translation", std::vector<double>{1, 2, 3}, {3});
        std::vector<double> x, y;
        for (std::size_t i = 0; i < kFrames; ++i) x.push_back(xOf(i)), y.push_back(1e-6 * static_cast<double>(i % 2));
        put(file, "/entry/data/x", x, {kFrames});
        put(file, "/entry/data/y", y, {kFrames});
    });
    ASSERT_EQ(scan.positions.size(), kFrames);
    for (std::size_t i = 0; i < kFrames; ++i) EXPECT_NEAR(scan.positions[i].x, xOf(i), 1e-15) << i;
}

TEST_F(ScanRepeats, NexusReadsThemToo) {
    const Scan scan = open([](File& file) {
        file.write("/entry/definition", "NXcxi_ptycho");
        put(file, "/entry/data/data", countingFrames(12), {kFrames, 2, kRows, kCols});
        put(file, "/entry/data/translation", translations(kFrames, 3, false), {kFrames, 3});
    });
    expectPlaces(scan, {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5});
}

/// Frames with a pedestal of 100, of which the file holds the dark frames; without it they have been subtracted.
TEST_F(ScanRepeats, DarkFramesThatAreNotSubtractedAreWarnedOf) {
    for (const bool subtracted : {false, true}) {
        const Scan scan = open([&](File& file) {
            putCxi(file);
            std::vector<std::uint16_t> frames = countingFrames();
            for (std::size_t i = 0; i < frames.size(); ++i)
                frames[i] = static_cast<std::uint16_t>((i % 3 == 0 ? 50 : 0) + (subtracted ? 0 : 100));
            put(file, "/entry_1/data_2/data", frames, {kFrames, kRows, kCols});
            put(file, "/entry_1/instrument_1/detector_1/data_dark", std::vector<std::uint16_t>(2 * kRows * kCols, 100),
                {2, kRows, kCols});
            file.softLink("/entry_1/data_0/data", "/entry_1/data_2/data");
        });
        EXPECT_EQ(hasNote(scan.notes, "data_dark holds dark frames, and the darkest pixels of the scan have as many",
                          Severity::warning),
                  !subtracted);
        EXPECT_EQ(hasNote(scan.notes, "data_dark is in the file and not subtracted"), subtracted);
    }
}

TEST_F(ScanRepeats, TheMonitorIsNamed) {
    const Scan scan = open([](File& file) {
        putCxi(file);
        put(file, "/entry_1/data_1/monitor", std::vector<double>{9, 11, 9, 11, 9, 11}, {kFrames});
    });
    EXPECT_TRUE(hasNote(scan.notes, "±10 %"));
    EXPECT_TRUE(hasNote(scan.notes, "frame_intensities=true"));
    EXPECT_FALSE(hasNote(scan.notes, "frame_intensities=true", Severity::warning));
}

/// The middle of frames of 10 × 12 pixels is row 5, column 6: of the beam centre (5.5, 6.5), counted from the corner.
TEST_F(ScanRepeats, AnotherBeamCentreIsWarnedOf) {
    const auto warns = [&](double x, double y, const Preprocessing& settings = {}) {
        const Scan scan = open([&](File& file) {
            putCxi(file);
            file.write("/entry_1/instrument_1/detector_1/beam_center_x", x);
            file.write("/entry_1/instrument_1/detector_1/beam_center_y", y);
        });
        return hasNote(planPreprocessing(scan, settings).notes, "by the file the beam meets the frames at row",
                       Severity::warning);
    };
    EXPECT_FALSE(warns(6.5, 5.5));
    EXPECT_FALSE(warns(10.5, 5.5)); // four pixels
    EXPECT_TRUE(warns(10.7, 5.5));
    EXPECT_TRUE(warns(6.5, 1.2));
    EXPECT_FALSE(warns(0, 0));     // not set
    EXPECT_FALSE(warns(600, 2.2)); // of the whole detector
    Preprocessing typed;
    typed.centreRow = 4, typed.centreCol = 4;
    EXPECT_FALSE(warns(10.7, 5.5, typed));
    Preprocessing flipped;
    flipped.flipCols = true; // column 1.2 − 0.5 becomes 10.3, and the middle 5
    EXPECT_TRUE(warns(1.2, 5.5, flipped));
    EXPECT_FALSE(warns(3.5, 5.5, flipped)); // 8, not 3
    Preprocessing turned;
    turned.transpose = true;
    EXPECT_FALSE(warns(6.5, 5.5, turned));
}

/// A file without a group of a detector says it beside its frames; amplitudes are no counts.
TEST_F(ScanRepeats, TheRangeOfValidNumbersCountsWithoutADetector) {
    ImportMapping mapping;
    mapping.frames = "/frames";
    mapping.positions = "/p";
    const auto fill = [](File& file) {
        put(file, "/frames", countingFrames(), {kFrames, kRows, kCols});
        put(file, "/p", translations(kFrames, 2, false), {kFrames, 2});
        file.setAttribute("/frames", "valid_max", 5000.0);
        file.setAttribute("/frames", "_FillValue", 17.0);
    };
    const Scan scan = open(fill, &mapping);
    EXPECT_NEAR(scan.frames->saturation.value_or(0), 5000, 0.01) << "that one is measured";
    EXPECT_GT(scan.frames->saturation.value_or(0), 5000);
    EXPECT_EQ(scan.frames->notMeasured, 17);
    mapping.amplitudes = true;
    EXPECT_FALSE(open(fill, &mapping).frames->saturation);
    // Of a group of datasets the first one says it.
    mapping.amplitudes = false;
    mapping.frames = "/parts";
    const auto parts = [](File& file) {
        for (const char* name : {"/parts/data_000001", "/parts/data_000002"}) {
            put(file, name, countingFrames(kFrames / 2), {kFrames / 2, kRows, kCols});
            file.setAttribute(name, "valid_max", 5000.0);
            file.setAttribute(name, "_FillValue", 17.0);
        }
        put(file, "/p", translations(kFrames, 2, false), {kFrames, 2});
    };
    EXPECT_NEAR(open(parts, &mapping).frames->saturation.value_or(0), 5000, 0.01);
    EXPECT_EQ(open(parts, &mapping).frames->notMeasured, 17);
}

/// A mask says the same of amplitudes as of counts.
TEST_F(ScanRepeats, AmplitudesHaveTheMaskOfTheirDetector) {
    ImportMapping mapping;
    mapping.frames = "/entry/instrument/detector/data";
    mapping.positions = "/p";
    mapping.amplitudes = true;
    const Scan scan = open(
        [](File& file) {
            put(file, "/entry/instrument/detector/data", countingFrames(), {kFrames, kRows, kCols});
            put(file, "/p", translations(kFrames, 2, false), {kFrames, 2});
            std::vector<std::uint32_t> mask(kRows * kCols);
            mask[7] = 1;
            put(file, "/entry/instrument/detector/pixel_mask", mask, {kRows, kCols});
        },
        &mapping);
    ASSERT_EQ(scan.badPixels.size(), kRows * kCols);
    EXPECT_EQ(scan.badPixels.data()[7], 1);
}

TEST_F(ScanRepeats, TheSaturationMayBeAnAttribute) {
    for (const std::string place : {"/entry_1/instrument_1/detector_1", "/entry_1/data_1/data"}) {
        const Scan scan = open([&](File& file) {
            putCxi(file);
            file.setAttribute(place, "saturation_value", 5190.0);
        });
        EXPECT_EQ(scan.frames->saturation, 5190) << place;
        const fs::path path = at("scan.h5");
        if (place.ends_with("data")) {
            StackOptions options;
            options.dataset = place;
            EXPECT_EQ(openStack(std::span(&path, 1), options)->saturation, 5190);
        }
    }
}

} // namespace
} // namespace ewald::io::test
