// SPDX-License-Identifier: GPL-3.0-or-later
// What a file of a scan says several times, or beside the frames: entries, positions, pixels, saturation.
#include "io/memory_frames.h"
#include "io/preprocess/preprocess.h"
#include "io/scan.h"
#include "io/scan_files.h"

#include <array>
#include <cmath>

namespace ewald::io::test {
namespace {

using h5::File;

class ScanContradictions : public WithFolder {
protected:
    template <class Fill>
    Scan open(const Fill& fill, const ImportMapping* mapping = nullptr) {
        const fs::path path = at("scan" + std::to_string(m_files++) + ".h5");
        File file = File::create(path);
        fill(file);
        file.close();
        return openScan(path, mapping);
    }
    [[nodiscard]] static bool warns(const Scan& scan) { return hasNote(scan.notes, "", Severity::warning); }

    int m_files = 0;
};

/// All positions times a factor and moved by 1 mm.
std::vector<double> scaled(double factor) {
    std::vector<double> values = translations(kFrames, 3, false);
    for (double& value : values) value = 1e-3 + factor * value;
    return values;
}

void putNexus(File& file, const std::string& entry, double factor = 1) {
    file.write(entry + "/definition", "NXcxi_ptycho");
    file.setAttribute(entry, "NX_class", "NXentry");
    const std::string detector = entry + "/instrument_1/detector_1";
    put(file, detector + "/data", countingFrames(), {kFrames, kRows, kCols});
    put(file, detector + "/translation", scaled(factor), {kFrames, 3});
    file.write(detector + "/distance", 1.5);
    file.write(detector + "/x_pixel_size", 30e-6);
    file.softLink(entry + "/data_1/data", detector + "/data");
}

/// A raster of two lines along y and z, with the beam along x as some beamlines have it.
TEST_F(ScanContradictions, PositionsAlongTheBeamInPlaceOfOneAcrossAreNamed) {
    const auto warnsOf = [&](const std::array<std::size_t, 3>& order, double tilt) {
        std::vector<double> values;
        for (std::size_t f = 0; f < kFrames; ++f) {
            const double across = 1e-6 * static_cast<double>(f % 3),
                         down = tilt == 0 ? 1e-6 * static_cast<double>(f / 3) : 0;
            const std::array<double, 3> xyz{across, down, tilt * across};
            for (const std::size_t axis : order) values.push_back(xyz[axis]);
        }
        const Scan scan = open([&](File& file) {
            file.write("/cxi_version", std::int64_t{150});
            putGeometry(file);
            put(file, "/entry_1/data_1/data", countingFrames(), {kFrames, kRows, kCols});
            put(file, "/entry_1/data_1/translation", values, {kFrames, 3});
        });
        return hasNote(scan.notes, "along z, the beam: if their columns are in another order", Severity::warning);
    };
    EXPECT_FALSE(warnsOf({0, 1, 2}, 0));
    EXPECT_TRUE(warnsOf({2, 0, 1}, 0)) << "x stands still";
    EXPECT_TRUE(warnsOf({0, 2, 1}, 0)) << "y does";
    EXPECT_FALSE(warnsOf({0, 1, 2}, 0.5)) << "a line on a tilted sample";
}

TEST_F(ScanContradictions, MasksThatDifferByFrameAreNamed) {
    const auto warnsOf = [&](const std::vector<std::size_t>& badPixels) { // of the frames in turn
        const Scan scan = open([&](File& file) {
            putCxi(file);
            std::vector<std::uint32_t> masks(kFrames * kRows * kCols);
            for (std::size_t f = 0; f < kFrames; ++f) masks[f * kRows * kCols + badPixels[f % badPixels.size()]] = 1;
            put(file, "/entry_1/instrument_1/detector_1/mask", masks, {kFrames, kRows, kCols});
        });
        for (const std::size_t pixel : badPixels) EXPECT_EQ(scan.badPixels.data()[pixel], 1);
        EXPECT_TRUE(hasNote(scan.notes, "has one layer a frame"));
        return hasNote(scan.notes, "has one layer a frame", Severity::warning);
    };
    EXPECT_FALSE(warnsOf({7}));
    EXPECT_TRUE(warnsOf({7, 8}));
}

TEST_F(ScanContradictions, AnEnergyOfZeroIsNotKnown) {
    for (const char* name : {"energy", "wavelength"}) {
        const Scan scan = open([&](File& file) {
            putNexus(file, "/entry_1");
            file.write(std::string("/entry_1/instrument_1/source_1/") + name, 0.0);
        });
        EXPECT_FALSE(scan.wavelength_m) << name;
        EXPECT_TRUE(hasNote(scan.notes, "gives 0 as the energy or wavelength", Severity::warning)) << name;
        EXPECT_FALSE(hasNote(scan.notes, "keV")) << name;
        EXPECT_TRUE(hasNote(checkScan(scan, 10, 0.5e-6), "set energy_keV", Severity::error)) << name;
    }
}

/// 1.54980 Å without its unit is 1.54980 m in a CXI file; 8 keV are 1.54980 Å, too.
TEST_F(ScanContradictions, AWavelengthThatCannotBeGivesWayToTheEnergy) {
    constexpr double kJoule = 8 * 1.602176634e-16;
    const auto scanOf = [&](double wavelength) {
        return open([&](File& file) {
            file.write("/cxi_version", std::int64_t{160});
            const std::string instrument = "/entry_1/instrument_1";
            file.write(instrument + "/source_1/wavelength", wavelength);
            file.write(instrument + "/source_1/energy", kJoule);
            file.write(instrument + "/detector_1/distance", 1.5);
            file.write(instrument + "/detector_1/x_pixel_size", 30e-6);
            put(file, "/entry_1/data_1/data", countingFrames(), {kFrames, kRows, kCols});
            put(file, "/entry_1/data_1/translation", translations(kFrames, 3, false), {kFrames, 3});
        });
    };
    const Scan scan = scanOf(1.54980);
    EXPECT_NEAR(scan.wavelength_m.value_or(0), 1.54980e-10, 1e-15);
    EXPECT_TRUE(hasNote(scan.notes, "/wavelength gives a wavelength of 1.5498 m, which cannot be", Severity::warning));
    EXPECT_FALSE(warns(scanOf(1.54980e-10)));
    // Both may be: the first one counts, as before.
    EXPECT_EQ(scanOf(1e-10).wavelength_m, 1e-10);
    EXPECT_TRUE(hasNote(scanOf(1e-10).notes, "contradict each other", Severity::warning));
}

TEST_F(ScanContradictions, AWavelengthWithoutAUnitIsTakenForWhatCanBe) {
    const auto scanOf = [&](double wavelength, const char* unit) {
        return open([&](File& file) {
            putNexus(file, "/entry_1");
            file.write("/entry_1/instrument_1/source_1/wavelength", wavelength);
            if (unit != nullptr) file.setAttribute("/entry_1/instrument_1/source_1/wavelength", "units", unit);
        });
    };
    EXPECT_NEAR(scanOf(1.24, nullptr).wavelength_m.value_or(0), 1.24e-10, 1e-16);
    EXPECT_TRUE(hasNote(scanOf(1.24, nullptr).notes, "taken as angstrom: 9.99", Severity::warning));
    EXPECT_EQ(scanOf(1.24e-10, nullptr).wavelength_m, 1.24e-10);
    EXPECT_FALSE(hasNote(scanOf(1.24e-10, nullptr).notes, "has no unit"));
    EXPECT_NE(scanOf(1.24, "m").wavelength_m.value_or(0), 1.24e-10) << "who says metres has to be asked";
    EXPECT_FALSE(hasNote(scanOf(1.24, "m").notes, "has no unit"));
}

TEST_F(ScanContradictions, LostFramesAndLimitsOfCountsAreNamed) {
    const Scan scan = open([&](File& file) {
        putCxi(file);
        const std::string detector = "/entry_1/instrument_1/detector_1";
        file.write<double>(detector + "/sequence_number", std::vector<double>{1, 2, 4, 5, 6, 7}, {kFrames});
        file.write<double>(detector + "/count_time", std::vector<double>(8, 0.1), {8});
        file.write(detector + "/underload_value", 3.0);
    });
    EXPECT_TRUE(hasNote(scan.notes, "frame 2 has the number 4 and the one before it 2", Severity::warning));
    EXPECT_TRUE(hasNote(scan.notes, "holds 8 values for 6 frames", Severity::warning));
    EXPECT_TRUE(hasNote(scan.notes, "counts below 3 are not measured by", Severity::warning));
}

TEST_F(ScanContradictions, ADetectorThatIsTurnedIsNamed) {
    const auto turned = [&](const std::string& name, double degrees) {
        const Scan cxi = open([&](File& file) {
            putCxi(file);
            file.write("/entry_1/instrument_1/detector_1" + name, degrees);
        });
        const Scan nexus = open([&](File& file) {
            putNexus(file, "/entry_1");
            file.write("/entry_1/instrument_1/detector_1" + name, degrees);
        });
        const std::string words = name + " turns the detector by " + std::to_string(std::lround(degrees)) + " degrees";
        const bool isSaid = hasNote(cxi.notes, words, Severity::warning);
        EXPECT_EQ(hasNote(nexus.notes, words, Severity::warning), isSaid);
        return isSaid;
    };
    EXPECT_TRUE(turned("/polar_angle", 20));
    EXPECT_TRUE(turned("/goniometer/two_theta", -35));
    // cos 1° = 0.99985: lengths across the beam change by less than the distance is known.
    EXPECT_FALSE(turned("/polar_angle", 1));
    EXPECT_FALSE(turned("/polar_angle", 0));
}

// ---- saturation ----------------------------------------------------------------------------------------------------

TEST_F(ScanContradictions, TheSaturationOfTheFileIsTaken) {
    const Scan cxi = open([](File& file) {
        putCxi(file);
        file.write("/entry_1/instrument_1/detector_1/saturation_value", std::int64_t{5200});
    });
    EXPECT_EQ(cxi.frames->saturationValue(), 5200);
    EXPECT_TRUE(hasNote(cxi.notes, "pixels of 5200 counts are saturated (/entry_1/instrument_1/detector_1/"));
    // Frame 5 has 5000 + 20 · row + column: of its rows 0 … 9 and columns 1 … 10, row 9 has 5181 … 5190 and none of
    // 5200 or more; of the whole frame none is saturated, of a threshold 5185 the last six of that row are.
    const auto saturated = [](const Scan& scan) {
        const PreparedLayout layout = planPreprocessing(scan, {});
        const std::vector<std::size_t> all{5};
        std::vector<float> out(layout.size * layout.size);
        return readAmplitudes(scan, {}, layout, all, out, RunControl{}).framesWithSaturation;
    };
    EXPECT_EQ(saturated(cxi), 0U);
    const Scan nexus = open([](File& file) {
        putNexus(file, "/entry_1");
        put(file, "/entry_1/instrument_1/detector_1/saturation_value", std::vector<std::uint32_t>{5185}, {1});
    });
    EXPECT_EQ(nexus.frames->saturationValue(), 5185);
    EXPECT_EQ(saturated(nexus), 1U);
    EXPECT_EQ(open([](File& file) { putNexus(file, "/entry_1"); }).frames->saturation, std::nullopt);
}

TEST_F(ScanContradictions, AMappingFindsTheSaturationOfTheDetector) {
    ImportMapping mapping;
    mapping.frames = "/entry/data/data";
    mapping.positions = "/p";
    const auto fill = [](File& file) {
        put(file, "/entry/data/data", countingFrames(), {kFrames, kRows, kCols});
        put(file, "/p", translations(kFrames, 2, false), {kFrames, 2});
        file.write("/entry/instrument/detector/saturation_value", 3000.0);
    };
    EXPECT_EQ(open(fill, &mapping).frames->saturation, 3000);
    mapping.amplitudes = true; // which are no counts
    EXPECT_EQ(open(fill, &mapping).frames->saturation, std::nullopt);
}

TEST_F(ScanContradictions, OfSeveralDetectorsOnlyTheOneOfTheFramesCounts) {
    const Scan scan = open([](File& file) {
        putNexus(file, "/entry_1");
        file.write("/entry_1/instrument_1/detector_0/saturation_value", 10.0);
    });
    EXPECT_EQ(scan.frames->saturation, std::nullopt);
}

// ---- entries -------------------------------------------------------------------------------------------------------

TEST_F(ScanContradictions, TheDefaultEntryIsTakenAndTheOtherOneNamed) {
    const auto two = [](const char* preferred) {
        return [preferred](File& file) {
            putNexus(file, "/entry_1");
            putNexus(file, "/entry_2");
            if (*preferred != '\0') file.setAttribute("/", "default", preferred);
        };
    };
    Scan scan = open(two("entry_2"));
    EXPECT_TRUE(scan.framesPath.starts_with("/entry_2/")) << scan.framesPath;
    EXPECT_TRUE(hasNote(scan.notes, "/entry_1/data_1/data (6, 10, 12) holds frames too; /entry_2/data_1/data is used",
                        Severity::warning));
    for (const char* preferred : {"", "entry_1", "entry_9"}) {
        scan = open(two(preferred));
        EXPECT_TRUE(scan.framesPath.starts_with("/entry_1/")) << scan.framesPath;
        EXPECT_TRUE(hasNote(scan.notes, "/entry_2/data_1/data (6, 10, 12) holds frames too", Severity::warning));
    }
}

TEST_F(ScanContradictions, AnEntryThatIsNoScanIsNeitherTakenNorNamed) {
    const Scan scan = open([](File& file) {
        file.setAttribute("/", "default", "processed");
        put(file, "/processed/data/data", countingFrames(), {kFrames, kRows, kCols}); // without positions
        file.setAttribute("/processed", "NX_class", "NXentry");
        putNexus(file, "/entry_1");
        file.softLink("/entry_2", "/entry_1");
    });
    EXPECT_TRUE(scan.framesPath.starts_with("/entry_1/")) << scan.framesPath;
    EXPECT_FALSE(hasNote(scan.notes, "holds frames too"));
}

// ---- positions and pixels ------------------------------------------------------------------------------------------

TEST_F(ScanContradictions, TwoListsOfPositionsAreCompared) {
    const auto withDetector = [](double factor) {
        return [factor](File& file) {
            putCxi(file);
            put(file, "/entry_1/instrument_1/detector_1/translation", scaled(factor), {kFrames, 3});
        };
    };
    EXPECT_FALSE(warns(open(withDetector(1)))); // an offset is none
    EXPECT_FALSE(warns(open(withDetector(1.01))));
    EXPECT_FALSE(warns(open(withDetector(-1)))); // the detector moves the other way
    EXPECT_FALSE(warns(open(withDetector(0))));  // it does not move
    const Scan scan = open(withDetector(1.5));
    expectPositions(scan);
    EXPECT_TRUE(hasNote(scan.notes,
                        "/entry_1/data_1/translation and /entry_1/instrument_1/detector_1/translation give positions "
                        "that contradict each other",
                        Severity::warning));
}

TEST_F(ScanContradictions, PositionsOfADetectorAndAxesAreCompared) {
    const auto withAxes = [](double factor) {
        return [factor](File& file) {
            putNexus(file, "/entry_1", factor);
            std::vector<double> x, y; // in µm
            for (std::size_t f = 0; f < kFrames; ++f) x.push_back(1e6 * xOf(f)), y.push_back(1e6 * yOf(f));
            for (const auto& [name, values] : {std::pair("/entry_1/data_1/x", x), std::pair("/entry_1/data_1/y", y)}) {
                put(file, name, values, {kFrames});
                file.setAttribute(name, "units", "um");
            }
        };
    };
    EXPECT_FALSE(hasNote(open(withAxes(1)).notes, "contradict"));
    EXPECT_TRUE(hasNote(open(withAxes(2)).notes,
                        "/entry_1/instrument_1/detector_1/translation and /entry_1/data_1/x, /entry_1/data_1/y give",
                        Severity::warning));
}

TEST_F(ScanContradictions, TwoDistancesOfADetectorAreCompared) {
    const auto withOther = [](double millimetres) {
        return [millimetres](File& file) {
            putCxi(file); // 1.5 m
            const std::string path = "/entry_1/instrument_1/detector_1/detector_distance";
            file.write(path, millimetres);
            file.setAttribute(path, "units", "mm");
        };
    };
    EXPECT_FALSE(warns(open(withOther(1501))));
    EXPECT_FALSE(warns(open(withOther(0)))); // nobody has measured it
    const Scan scan = open(withOther(3000));
    EXPECT_EQ(scan.distance_m, 1.5);
    EXPECT_TRUE(hasNote(scan.notes,
                        "/entry_1/instrument_1/detector_1/distance says that the detector is 1.5 m away and "
                        "/entry_1/instrument_1/detector_1/detector_distance 3 m, which contradict each other",
                        Severity::warning));
}

TEST_F(ScanContradictions, ProbeAndObjectOfAProductHaveTheSamePixels) {
    const auto product = [](double probe_m) {
        return [probe_m](File& file) {
            file.setAttribute("/", "probe_energy_eV", 8000.0);
            file.setAttribute("/", "detector_object_distance_m", 2.0);
            put(file, "/dp", countingFrames(), {kFrames, kRows, kCols});
            std::vector<double> x, y;
            for (std::size_t f = 0; f < kFrames; ++f) x.push_back(xOf(f)), y.push_back(yOf(f));
            put(file, "/probe_position_x_m", x, {kFrames});
            put(file, "/probe_position_y_m", y, {kFrames});
            for (const auto& [name, pixel_m] : {std::pair("/probe", probe_m), std::pair("/object", 64e-9)}) {
                put(file, name, std::vector<Complex>(kRows * kCols, Complex(1, 0)), {1, kRows, kCols});
                file.setAttribute(name, "pixel_width_m", pixel_m);
                file.setAttribute(name, "pixel_height_m", pixel_m);
            }
        };
    };
    EXPECT_FALSE(hasNote(open(product(64.01e-9)).notes, "contradict"));
    EXPECT_TRUE(hasNote(open(product(32e-9)).notes,
                        "the pixels of /probe are 32 nm × 32 nm and those of /object 64 nm × 64 nm, which contradict "
                        "each other: those of /probe are used",
                        Severity::warning));
}

} // namespace
} // namespace ewald::io::test
