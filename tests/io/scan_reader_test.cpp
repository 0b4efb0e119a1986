// SPDX-License-Identifier: GPL-3.0-or-later
// Every layout that the readers know, written here as other programs write it.
#include "io/scan.h"

#include "base/units.h"
#include "io/scan_files.h"

#include <cmath>

namespace ewald::io::test {
namespace {

using h5::File;

class ScanReaders : public WithFolder {
protected:
    template <class Fill>
    fs::path make(const std::string& name, const Fill& fill) {
        File file = File::create(at(name));
        fill(file);
        file.close();
        return at(name);
    }
};

void expectGeometry(const Scan& scan) {
    EXPECT_NEAR(scan.wavelength_m.value_or(0), 1.24e-9, 1e-21);
    EXPECT_EQ(scan.distance_m, 1.5);
    EXPECT_NEAR(scan.pixelHeight_m.value_or(0), 20e-6, 1e-12);
    EXPECT_NEAR(scan.pixelWidth_m.value_or(0), 30e-6, 1e-12);
}

// ---- CXI ---------------------------------------------------------------------------------------------------------

TEST_F(ScanReaders, CxiOfTheSpecification) {
    const fs::path path = make("spec.cxi", putCxi);
    ASSERT_FALSE(probeScan(path).empty());
    EXPECT_EQ(probeScan(path).front().format, "CXI");
    const Scan scan = openScan(path);
    EXPECT_EQ(scan.format, "CXI");
    EXPECT_EQ(scan.framesPath, "/entry_1/data_1/data");
    EXPECT_EQ(scan.frames->pixelType(), PixelType::uint16);
    EXPECT_EQ(scan.frames->saturationValue(), 65534);
    EXPECT_FALSE(scan.framesAreAmplitudes);
    EXPECT_FALSE(scan.framesAreCornerCentred);
    expectCountingFrames(*scan.frames);
    expectPositions(scan);
    expectGeometry(scan);
    EXPECT_TRUE(scan.badPixels.empty());
    EXPECT_TRUE(scan.probe.empty());
    EXPECT_FALSE(scan.basisVectors.has_value());
    EXPECT_TRUE(hasNote(scan.notes, "6 frames of 10 × 12 pixels"));
    EXPECT_EQ(scan.origin.at("wavelength"), "/entry_1/instrument_1/source_1/wavelength [m]");
}

/// Every shape in which translations are stored, told apart by the number of frames.
class CxiTranslations : public ScanReaders, public testing::WithParamInterface<std::tuple<int, bool>> {};

TEST_P(CxiTranslations, AreReadByRowsAndByColumns) {
    const auto [columns, transposed] = GetParam();
    const auto count = static_cast<std::size_t>(columns);
    const fs::path path = make("t.cxi", [&](File& file) {
        file.write("/cxi_version", std::int64_t{150});
        putGeometry(file);
        put(file, "/entry_1/data_1/data", countingFrames(), {kFrames, kRows, kCols});
        put(file, "/entry_1/sample_1/geometry_1/translation", translations(kFrames, count, transposed),
            transposed ? h5::Shape{count, kFrames} : h5::Shape{kFrames, count});
    });
    const Scan scan = openScan(path);
    expectPositions(scan);
    ASSERT_EQ(scan.alongBeam_m.size(), count == 3 ? kFrames : 0);
    for (std::size_t i = 0; i < scan.alongBeam_m.size(); ++i) EXPECT_NEAR(scan.alongBeam_m[i], zOf(i), 1e-15);
}
INSTANTIATE_TEST_SUITE_P(Shapes, CxiTranslations, testing::Combine(testing::Values(2, 3), testing::Bool()));

TEST_F(ScanReaders, ThreeFramesOfThreeNumbersAreReadByRowsAndNoted) {
    const fs::path path = make("three.cxi", [&](File& file) {
        file.write("/cxi_version", std::int64_t{160});
        putGeometry(file);
        put(file, "/entry_1/data_1/data", countingFrames(3), {3, kRows, kCols});
        put(file, "/entry_1/data_1/translation", translations(3, 3, false), {3, 3});
    });
    const Scan scan = openScan(path);
    expectPositions(scan, 3);
    EXPECT_TRUE(hasNote(scan.notes, "by rows or by columns", Severity::warning));
}

TEST_F(ScanReaders, CxiUnitsAttributesWin) {
    const fs::path path = make("units.cxi", [&](File& file) {
        file.write("/cxi_version", std::int64_t{160});
        file.write("/entry_1/instrument_1/source_1/energy", 8.0);
        file.setAttribute("/entry_1/instrument_1/source_1/energy", "units", "keV");
        file.write("/entry_1/instrument_1/detector_1/distance", 1500.0);
        file.setAttribute("/entry_1/instrument_1/detector_1/distance", "units", "mm");
        file.write("/entry_1/instrument_1/detector_1/x_pixel_size", 30.0);
        file.setAttribute("/entry_1/instrument_1/detector_1/x_pixel_size", "units", "µm");
        put(file, "/entry_1/data_1/data", countingFrames(), {kFrames, kRows, kCols});
        put(file, "/entry_1/data_1/translation", translations(kFrames, 3, false, 1e-6), {kFrames, 3});
        file.setAttribute("/entry_1/data_1/translation", "units", "um");
    });
    const Scan scan = openScan(path);
    EXPECT_NEAR(energyFromWavelength(scan.wavelength_m.value_or(1)), 8.0, 1e-9);
    EXPECT_EQ(scan.distance_m, 1.5);
    EXPECT_NEAR(scan.pixelWidth_m.value_or(0), 30e-6, 1e-15);
    EXPECT_NEAR(scan.pixelHeight_m.value_or(0), 30e-6, 1e-15); // one of the two says both
    expectPositions(scan);
    EXPECT_FALSE(hasNote(scan.notes, "", Severity::warning));
}

/// What an energy without unit means: the CXI specification says joule, files say other things too.
class CxiEnergy : public ScanReaders, public testing::WithParamInterface<std::pair<double, double>> {};

TEST_P(CxiEnergy, IsTakenInTheUnitThatMakesSense) {
    const auto [value, keV] = GetParam();
    const fs::path path = make("energy.cxi", [&, number = value](File& file) {
        file.write("/cxi_version", std::int64_t{160});
        file.write("/entry_1/instrument_1/source_1/energy", number);
        put(file, "/entry_1/data_1/data", countingFrames(), {kFrames, kRows, kCols});
        put(file, "/entry_1/data_1/translation", translations(kFrames, 3, false), {kFrames, 3});
    });
    const Scan scan = openScan(path);
    EXPECT_NEAR(energyFromWavelength(scan.wavelength_m.value_or(1)), keV, 1e-6 * keV);
    EXPECT_EQ(hasNote(scan.notes, "taken as", Severity::warning), value > 1e-10);
}
INSTANTIATE_TEST_SUITE_P(Values, CxiEnergy,
                         testing::Values(std::pair(8 * kJoulePerKeV, 8.0), std::pair(8.0, 8.0), std::pair(8000.0, 8.0),
                                         std::pair(710.0, 0.71), std::pair(0.5 * kJoulePerKeV, 0.5)));

TEST_F(ScanReaders, AnEnergyStandsInForAWavelengthThatIsNone) {
    for (const double wavelength : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
        const Scan scan = openScan(make("none.cxi", [&](File& file) {
            file.write("/cxi_version", std::int64_t{160});
            put(file, "/entry_1/data_1/data", countingFrames(), {kFrames, kRows, kCols});
            put(file, "/entry_1/data_1/translation", translations(kFrames, 3, false), {kFrames, 3});
            file.write("/entry_1/instrument_1/source_1/wavelength", wavelength);
            file.write("/entry_1/instrument_1/source_1/energy", 8 * kJoulePerKeV);
        }));
        ASSERT_TRUE(scan.wavelength_m);
        EXPECT_NEAR(energyFromWavelength(*scan.wavelength_m), 8, 1e-9) << wavelength;
        EXPECT_TRUE(hasNote(scan.notes, "its energy is used (8 keV)", Severity::warning)) << wavelength;
    }
}

TEST_F(ScanReaders, WavelengthAndEnergyThatDisagreeAreNoted) {
    const fs::path path = make("both.cxi", [&](File& file) {
        putCxi(file);
        file.write("/entry_1/instrument_1/source_1/energy", 2 * kJoulePerKeV); // 1.24 nm is 1 keV
    });
    const Scan scan = openScan(path);
    expectGeometry(scan);
    EXPECT_TRUE(hasNote(scan.notes, "contradict each other", Severity::warning));
}

/// basis_vectors in both orders; the second detector is turned by 90° about the beam.
class CxiBasis : public ScanReaders, public testing::WithParamInterface<bool> {};

TEST_P(CxiBasis, IsStoredByRowsOrByColumns) {
    const bool byColumns = GetParam();
    const auto withBasis = [&](const std::string& name, const std::array<double, 6>& rows) {
        return openScan(make(name, [&](File& file) {
            putCxi(file);
            std::vector<double> stored(rows.begin(), rows.end());
            if (byColumns) stored = {rows[0], rows[3], rows[1], rows[4], rows[2], rows[5]};
            put(file, "/entry_1/instrument_1/detector_1/basis_vectors", stored,
                byColumns ? h5::Shape{3, 2} : h5::Shape{2, 3});
        }));
    };
    const Scan standard = withBasis("standard.cxi", {0, -20e-6, 0, -30e-6, 0, 0});
    ASSERT_TRUE(standard.basisVectors.has_value());
    EXPECT_EQ((*standard.basisVectors)[0], (std::array<double, 3>{0, -20e-6, 0}));
    EXPECT_EQ((*standard.basisVectors)[1], (std::array<double, 3>{-30e-6, 0, 0}));
    EXPECT_FALSE(hasNote(standard.notes, "default orientation"));
    const Scan turned = withBasis("turned.cxi", {-20e-6, 0, 0, 0, 30e-6, 0});
    ASSERT_TRUE(turned.basisVectors.has_value());
    EXPECT_EQ((*turned.basisVectors)[0], (std::array<double, 3>{-20e-6, 0, 0}));
    EXPECT_EQ((*turned.basisVectors)[1], (std::array<double, 3>{0, 30e-6, 0}));
    EXPECT_TRUE(hasNote(turned.notes, "default orientation"));
}
INSTANTIATE_TEST_SUITE_P(Orders, CxiBasis, testing::Bool());

TEST_F(ScanReaders, BasisVectorsUnderAWrongShapeAreRecognisedByTheirContent) {
    const fs::path path = make("basis.cxi", [&](File& file) {
        putCxi(file);
        // Column vectors (3,2) whose buffer was given the shape (2,3).
        put<double>(file, "/entry_1/instrument_1/detector_1/basis_vectors", {0, -30e-6, -20e-6, 0, 0, 0}, {2, 3});
    });
    const Scan scan = openScan(path);
    ASSERT_TRUE(scan.basisVectors.has_value());
    EXPECT_EQ((*scan.basisVectors)[0], (std::array<double, 3>{0, -20e-6, 0}));
    EXPECT_EQ((*scan.basisVectors)[1], (std::array<double, 3>{-30e-6, 0, 0}));
    EXPECT_TRUE(hasNote(scan.notes, "exchanged", Severity::warning));
}

TEST_F(ScanReaders, BasisVectorsThatContradictThePixelsOrThemselvesAreReported) {
    const auto with = [&](const std::vector<double>& vectors) {
        return openScan(make("contradictory.cxi", [&](File& file) {
            putCxi(file); // pixels of 20 µm × 30 µm
            put<double>(file, "/entry_1/instrument_1/detector_1/basis_vectors", vectors, {2, 3});
        }));
    };
    const Scan parallel = with({0, -20e-6, 0, 0, -30e-6, 0});
    EXPECT_TRUE(hasNote(parallel.notes, "are parallel", Severity::warning));
    EXPECT_FALSE(parallel.basisVectors.has_value());
    EXPECT_TRUE(hasNote(with({0, -20e-6, 0, -30e-6, -10e-6, 0}).notes, "apart instead of 90°", Severity::warning));
    const Scan longer = with({0, -55e-6, 0, -55e-6, 0, 0});
    EXPECT_TRUE(
        hasNote(longer.notes, "are 55 µm and 55 µm long, and the pixels of the file 20 µm × 30 µm", Severity::warning));
    EXPECT_TRUE(longer.basisVectors.has_value());
    EXPECT_EQ(longer.pixelHeight_m, 20e-6);
    EXPECT_TRUE(hasNote(with({0, 0, -20e-6, -30e-6, 0, 0}).notes, "along the beam", Severity::warning));
    // As it should be, and a detector that is turned by 30° to the beam.
    for (const Scan& sound : {with({0, -20e-6, 0, -30e-6, 0, 0}), with({0, -20e-6, 0, -25.98e-6, 0, 15e-6})})
        EXPECT_FALSE(hasNote(sound.notes, "the basis vectors"));
}

TEST_F(ScanReaders, HasSignalIsGoodInCxiAndBadInPyNx) {
    const auto withMask = [&](const std::string& name, const std::string& creator) {
        return openScan(make(name, [&](File& file) {
            putCxi(file);
            if (!creator.empty()) file.setAttribute("/", "creator", creator);
            std::vector<std::uint32_t> mask(kRows * kCols, 0);
            mask[1] = 0x1000;     // HAS_SIGNAL alone
            mask[2] = 0x1;        // INVALID
            mask[3] = 0x1000 | 4; // hot, with signal
            put(file, "/entry_1/instrument_1/detector_1/mask", mask, {kRows, kCols});
        }));
    };
    const Scan cxi = withMask("cxi.cxi", "");
    EXPECT_EQ(cxi.badPixels.shape(), (std::array<std::size_t, 2>{kRows, kCols}));
    EXPECT_EQ(std::vector<int>(cxi.badPixels.begin(), cxi.badPixels.begin() + 4), (std::vector<int>{0, 0, 1, 1}));
    const Scan pynx = withMask("pynx.cxi", "PyNX");
    EXPECT_EQ(std::vector<int>(pynx.badPixels.begin(), pynx.badPixels.begin() + 4), (std::vector<int>{0, 1, 1, 1}));
    EXPECT_EQ(pynx.format, "CXI (PyNX)");
}

TEST_F(ScanReaders, CxiProbeIntensitiesAndTitleAreTaken) {
    const fs::path path = make("extras.cxi", [&](File& file) {
        putCxi(file);
        file.write("/entry_1/title", "gold balls");
        std::vector<std::complex<float>> probe(2 * 4 * 4, {0, 0});
        probe[16] = {3, -4};
        put(file, "/entry_1/instrument_1/source_1/illumination", probe, {2, 4, 4});
        put<double>(file, "/entry_1/data_1/intensities", {1, 1, 1, 1, 1, 7}, {kFrames});
    });
    const Scan scan = openScan(path);
    EXPECT_EQ(scan.title, "gold balls");
    EXPECT_EQ(scan.probe.shape(), (std::array<std::size_t, 3>{2, 4, 4}));
    EXPECT_EQ(scan.probe(1, 0, 0), (Complex(3, -4)));
    EXPECT_EQ(scan.frameIntensity, (std::vector<double>{0.5, 0.5, 0.5, 0.5, 0.5, 3.5}));
}

TEST_F(ScanReaders, OfSeveralEntriesAndDetectorsTheChosenOnesAreNamed) {
    const fs::path path = make("several.cxi", [&](File& file) {
        putCxi(file);
        // A second detector with frames of its own, and a second entry.
        put(file, "/entry_1/instrument_1/detector_2/data", countingFrames(), {kFrames, kRows, kCols});
        file.write("/entry_1/instrument_1/detector_2/distance", 9.0);
        put(file, "/entry_2/data_1/data", countingFrames(2), {2, kRows, kCols});
    });
    const Scan scan = openScan(path);
    EXPECT_EQ(scan.frames->frameCount(), kFrames);
    EXPECT_EQ(scan.distance_m, 1.5);
    EXPECT_TRUE(hasNote(scan.notes, "/entry_1/instrument_1/detector_2/data", Severity::warning));
    EXPECT_TRUE(hasNote(scan.notes, "/entry_2/data_1/data", Severity::warning));
    EXPECT_TRUE(hasNote(scan.notes, "/entry_1 is used"));
}

TEST_F(ScanReaders, TheDetectorOfTheFramesIsFoundThroughLinks) {
    const fs::path path = make("second.cxi", [&](File& file) {
        file.write("/cxi_version", std::int64_t{160});
        file.write("/entry_1/instrument_1/detector_1/distance", 9.0); // a monitor camera without frames
        file.write("/entry_1/instrument_1/detector_2/distance", 1.5);
        put(file, "/entry_1/instrument_1/detector_2/data", countingFrames(), {kFrames, kRows, kCols});
        file.softLink("/entry_1/data_1/data", "/entry_1/instrument_1/detector_2/data");
        put(file, "/entry_1/data_1/translation", translations(kFrames, 3, false), {kFrames, 3});
    });
    EXPECT_EQ(openScan(path).distance_m, 1.5);
}

TEST_F(ScanReaders, CxiFramesMayLieInAnotherFile) {
    make("frames.h5", [&](File& file) { put(file, "/entry/data", countingFrames(), {kFrames, kRows, kCols}); });
    const fs::path path = make("linked.cxi", [&](File& file) {
        file.write("/cxi_version", std::int64_t{160});
        putGeometry(file);
        file.externalLink("/entry_1/data_1/data", "frames.h5", "/entry/data");
        put(file, "/entry_1/data_1/translation", translations(kFrames, 3, false), {kFrames, 3});
    });
    const Scan scan = openScan(path);
    expectCountingFrames(*scan.frames);
    EXPECT_TRUE(contains(scan.origin.at("frames"), "frames.h5"));
}

// ---- NeXus -------------------------------------------------------------------------------------------------------

TEST_F(ScanReaders, NexusRasterBecomesAListOfFrames) {
    // 2 lines of 3 points; x and y for every point, in micrometres.
    const fs::path path = make("raster.nxs", [&](File& file) {
        file.write("/entry_1/definition", "NXcxi_ptycho");
        putNexusBeam(file);
        put(file, "/entry_1/data/data", countingFrames(), {2, 3, kRows, kCols});
        std::vector<double> x;
        std::vector<double> y;
        for (std::size_t f = 0; f < kFrames; ++f) {
            x.push_back(1e6 * xOf(f));
            y.push_back(1e6 * yOf(f));
        }
        put(file, "/entry_1/data/x", x, {2, 3});
        put(file, "/entry_1/data/y", y, {2, 3});
        file.setAttribute("/entry_1/data/x", "units", "um");
        file.setAttribute("/entry_1/data/y", "units", "um");
        std::vector<std::uint8_t> mask(kRows * kCols, 0);
        mask[7] = 2;
        put(file, "/entry_1/instrument_1/detector_1/pixel_mask", mask, {kRows, kCols});
    });
    const Scan scan = openScan(path);
    EXPECT_EQ(scan.format, "NeXus NXcxi_ptycho");
    expectCountingFrames(*scan.frames);
    expectPositions(scan);
    EXPECT_NEAR(energyFromWavelength(scan.wavelength_m.value_or(1)), 8.0, 1e-9); // not the ring's 3 GeV
    EXPECT_EQ(scan.distance_m, 1.5);
    EXPECT_NEAR(scan.pixelWidth_m.value_or(0), 30e-6, 1e-15);
    EXPECT_EQ(scan.pixelHeight_m, 20e-6);
    EXPECT_EQ(scan.badPixels.data()[7], 1);
    // Runs of frames that cross the lines of the raster.
    for (const std::size_t f : {2U, 3U, 4U}) EXPECT_EQ(numbersOf(*scan.frames, f)[0], static_cast<float>(1000 * f));
}

/// 8 keV are 1.549802 Å (12.39841984 keV · Å); the ring's energy, beside them, is none of photons.
TEST_F(ScanReaders, NexusWavelengthAndEnergyAreCompared) {
    const auto open = [&](double wavelength_A) {
        return openScan(make("wave.nxs", [&](File& file) {
            file.write("/entry_1/definition", "NXcxi_ptycho");
            putNexusBeam(file);
            const std::string path = "/entry_1/instrument_1/monochromator_1/wavelength";
            file.write(path, wavelength_A);
            file.setAttribute(path, "units", "angstrom");
            put(file, "/entry_1/data_1/data", countingFrames(), {kFrames, kRows, kCols});
            put(file, "/entry_1/data_1/translation", translations(kFrames, 3, false), {kFrames, 3});
        }));
    };
    const Scan same = open(1.5498 * 1.0009);
    EXPECT_NEAR(energyFromWavelength(same.wavelength_m.value_or(1)), 8.0, 1e-9);
    EXPECT_FALSE(hasNote(same.notes, "contradict"));
    const Scan other = open(1.5498 * 1.002);
    EXPECT_NEAR(energyFromWavelength(other.wavelength_m.value_or(1)), 8.0, 1e-9);
    EXPECT_TRUE(hasNote(other.notes,
                        "/entry_1/instrument_1/monochromator_1/wavelength one of 1.5529e-10 m, which "
                        "contradict each other",
                        Severity::warning));
}

TEST_F(ScanReaders, DiamondStyleRasterWithOneAxisALine) {
    const fs::path path = make("diamond.nxs", [&](File& file) {
        putNexusBeam(file);
        put(file, "/entry_1/data/data", countingFrames(), {2, 3, kRows, kCols});
        put<double>(file, "/entry_1/data/x", {1, 2, 3}, {3});
        put<double>(file, "/entry_1/data/y", {10, 20}, {2});
        file.setAttribute("/entry_1/data/x", "units", "mm");
        file.setAttribute("/entry_1/data/y", "units", "um");
    });
    const Scan scan = openScan(path);
    EXPECT_EQ(scan.format, "NeXus");
    ASSERT_EQ(scan.positions.size(), kFrames);
    EXPECT_NEAR(scan.positions[1].x, 2e-3, 1e-12);
    EXPECT_NEAR(scan.positions[1].y, 10e-6, 1e-15);
    EXPECT_NEAR(scan.positions[3].x, 1e-3, 1e-12);
    EXPECT_NEAR(scan.positions[3].y, 20e-6, 1e-15);
}

TEST_F(ScanReaders, NexusPrefersTheListToTheRaster) {
    const fs::path path = make("list.nxs", [&](File& file) {
        file.write("/entry_1/definition", "NXptycho");
        putNexusBeam(file);
        put(file, "/entry_1/data/data", countingFrames(), {2, 3, kRows, kCols});
        put(file, "/entry_1/data_1/data", countingFrames(), {kFrames, kRows, kCols});
        put(file, "/entry_1/data_1/translation", translations(kFrames, 3, false), {kFrames, 3});
    });
    const Scan scan = openScan(path);
    EXPECT_EQ(scan.framesPath, "/entry_1/data_1/data");
    expectPositions(scan);
}

// ---- ptychodus / Pty-Chi -----------------------------------------------------------------------------------------

/// Positions in the order of `indices`; the frame's own position belongs to index.
/// \param numbers of the frames, where they are not the indices
void putProduct(File& file, const std::vector<std::int64_t>& indices, const std::vector<std::int64_t>& numbers = {}) {
    file.setAttribute("/", "name", "scan 7");
    file.setAttribute("/", "probe_energy_eV", 8000.0);
    file.setAttribute("/", "detector_object_distance_m", 1.5);
    std::vector<double> x;
    std::vector<double> y;
    for (const std::int64_t index : indices) {
        x.push_back(xOf(static_cast<std::size_t>(index)));
        y.push_back(yOf(static_cast<std::size_t>(index)));
    }
    put(file, "/probe_position_indexes", numbers.empty() ? indices : numbers, {indices.size()});
    put(file, "/probe_position_x_m", x, {x.size()});
    put(file, "/probe_position_y_m", y, {y.size()});
    put(file, "/probe", std::vector<std::complex<float>>(2 * kRows * kRows, {1, 0}), {1, 2, kRows, kRows});
    file.setAttribute("/probe", "pixel_width_m", 10e-9);
    file.setAttribute("/probe", "pixel_height_m", 20e-9);
    put(file, "/object", std::vector<std::complex<float>>(2 * 4 * 5, {0, 1}), {2, 4, 5});
}

void putDp(File& file, std::size_t frames = kFrames) {
    std::vector<std::uint16_t> values = countingFrames(frames, kRows, kRows);
    put(file, "/dp", values, {frames, kRows, kRows});
}

TEST_F(ScanReaders, PtychodusPairIsFoundFromEitherFile) {
    const fs::path dp = make("scan7_dp.hdf5", [](File& file) { putDp(file); });
    const fs::path para = make("scan7_para.h5", [](File& file) { putProduct(file, {3, 0, 1, 2, 5, 4}); });
    make("scan8_dp.hdf5", [](File& file) { putDp(file, 2); }); // a neighbour that is not meant
    for (const fs::path& path : {dp, para}) {
        const Scan scan = openScan(path);
        EXPECT_EQ(scan.format, "ptychodus / Pty-Chi");
        EXPECT_EQ(scan.title, "scan 7");
        ASSERT_EQ(scan.frames->frameCount(), kFrames);
        expectPositions(scan); // by index, not in the order of the product
        EXPECT_NEAR(energyFromWavelength(scan.wavelength_m.value_or(1)), 8.0, 1e-9);
        EXPECT_EQ(scan.distance_m, 1.5);
        // λz/(N·pixel): 0.15498 nm · 1.5 m / (10 · 10 nm)
        const double lambdaZ = 1.239841984e-9 / 8 * 1.5;
        EXPECT_NEAR(scan.pixelWidth_m.value_or(0), lambdaZ / (10 * 10e-9), 1e-12);
        EXPECT_NEAR(scan.pixelHeight_m.value_or(0), lambdaZ / (10 * 20e-9), 1e-12);
        EXPECT_EQ(scan.probe.shape(), (std::array<std::size_t, 3>{2, kRows, kRows}));
        EXPECT_EQ(scan.object.shape(), (std::array<std::size_t, 2>{4, 5}));
        EXPECT_EQ(scan.object(0, 0), (Complex(-1, 0))); // two slices of i multiply
        EXPECT_TRUE(hasNote(scan.notes, "scan7_dp.hdf5"));
    }
}

TEST_F(ScanReaders, FramesWithoutPositionAreLeftOutByIndex) {
    const fs::path path = make("a_dp.h5", [](File& file) { putDp(file); });
    make("a_para.h5", [](File& file) { putProduct(file, {5, 1, 3}); });
    const Scan scan = openScan(path);
    ASSERT_EQ(scan.frames->frameCount(), kFrames); // which keep their numbers
    for (std::size_t i = 0; i < kFrames; ++i) EXPECT_EQ(numbersOf(*scan.frames, i)[0], static_cast<float>(1000 * i));
    ASSERT_EQ(scan.positions.size(), kFrames);
    for (const std::size_t i : {1U, 3U, 5U}) EXPECT_NEAR(scan.positions[i].x, xOf(i), 1e-15);
    for (const std::size_t i : {0U, 2U, 4U}) EXPECT_TRUE(std::isnan(scan.positions[i].x));
    EXPECT_TRUE(hasNote(scan.notes, "3 of 6 frames have no position", Severity::warning));
}

/// As ptychodus writes diffraction.h5 and product-in.h5: frames have numbers of their own, in any order.
TEST_F(ScanReaders, PtychodusNumbersItsPatterns) {
    const auto put7 = [&](File& file) {
        put(file, "/patterns", countingFrames(kFrames, kRows, kRows), {kFrames, kRows, kRows});
        file.setAttribute("/patterns", "detector_pixel_height_m", 50e-6);
        file.setAttribute("/patterns", "detector_pixel_width_m", 75e-6);
        put<std::int64_t>(file, "/indexes", {15, 10, 11, 12, 14, 13}, {kFrames});
        std::vector<std::uint8_t> bad(kRows * kRows, 0);
        bad[3] = 1;
        put(file, "/bad_pixels", bad, {kRows, kRows});
    };
    const fs::path frames = make("diffraction.h5", put7);
    const fs::path product = make("product-in.h5", [](File& file) {
        putProduct(file, {0, 1, 2, 3, 4, 5}, {10, 11, 12, 13, 14, 99});
    });
    for (const fs::path& path : {frames, product}) {
        const Scan scan = openScan(path);
        EXPECT_EQ(numbersOf(*scan.frames, 2)[0], 2000.0F);
        // Frame 1 has the number 10, whose position is the first one; 15 has none, and 99 is not there.
        const std::array<std::size_t, 6> row = {9, 0, 1, 2, 4, 3};
        ASSERT_EQ(scan.positions.size(), kFrames);
        EXPECT_TRUE(std::isnan(scan.positions[0].x));
        for (std::size_t i = 1; i < kFrames; ++i) EXPECT_NEAR(scan.positions[i].x, xOf(row[i]), 1e-15) << i;
        EXPECT_EQ(scan.pixelHeight_m, 50e-6);
        EXPECT_EQ(scan.pixelWidth_m, 75e-6);
        EXPECT_EQ(scan.badPixels.data()[3], 1);
        EXPECT_TRUE(hasNote(scan.notes, "1 position belongs to a frame that is not there", Severity::warning));
    }
}

TEST_F(ScanReaders, PtychodusWithoutPartnerSaysWhatIsMissing) {
    const fs::path dp = make("b_dp.h5", [](File& file) { putDp(file); });
    const std::string error = dataErrorOf([&] { (void)openScan(dp); });
    EXPECT_TRUE(contains(error, "frames only")) << error;
    EXPECT_TRUE(contains(error, "*_para.h5")) << error;
}

// ---- PtyPy -------------------------------------------------------------------------------------------------------

class Ptyd : public ScanReaders, public testing::WithParamInterface<const char*> {};

TEST_P(Ptyd, ChunksAreJoinedAndYComesFirst) {
    const std::string meta = GetParam();
    const fs::path path = make("scan.ptyd", [&](File& file) {
        file.write(meta + "/energy", 8.0);
        file.write(meta + "/distance", 1.5);
        file.write(meta + "/psize", 30e-6);
        put<double>(file, meta + "/center", {5, 6}, {2});
        file.write(meta + "/num_frames", std::int64_t{12}); // announced, half of it measured
        const std::vector<std::uint16_t> all = countingFrames();
        const std::size_t half = all.size() / 2;
        for (std::size_t chunk = 0; chunk < 2; ++chunk) {
            const std::string group = "/chunks/" + std::to_string(chunk);
            const auto first = all.begin() + static_cast<std::ptrdiff_t>(chunk * half);
            put(file, group + "/data", std::vector<std::uint16_t>(first, first + static_cast<std::ptrdiff_t>(half)),
                {3, kRows, kCols});
            std::vector<double> positions;
            for (std::size_t f = 3 * chunk; f < 3 * chunk + 3; ++f) {
                positions.push_back(yOf(f));
                positions.push_back(xOf(f));
            }
            put(file, group + "/positions", positions, {3, 2});
            std::vector<std::uint8_t> weights(kRows * kCols, 1);
            weights[9] = 0;
            put(file, group + "/weights", weights, {kRows, kCols});
        }
    });
    const Scan scan = openScan(path);
    EXPECT_EQ(scan.format, "PtyPy ptyd");
    expectCountingFrames(*scan.frames);
    expectPositions(scan);
    EXPECT_NEAR(energyFromWavelength(scan.wavelength_m.value_or(1)), 8.0, 1e-9);
    EXPECT_EQ(scan.distance_m, 1.5);
    EXPECT_NEAR(scan.pixelWidth_m.value_or(0), 30e-6, 1e-15);
    EXPECT_EQ(scan.badPixels.data()[9], 1);
    EXPECT_EQ(scan.badPixels.data()[8], 0);
    EXPECT_TRUE(hasNote(scan.notes, "announces 12 frames", Severity::warning));
}

TEST_P(Ptyd, FramesThatTwoChunksHoldAreNamed) {
    const auto warningsFor = [&](const std::vector<std::int64_t>& second) {
        std::string warnings;
        const fs::path path = make("again.ptyd", [&](File& file) {
            file.write(std::string(GetParam()) + "/energy", 8.0);
            std::vector<double> positions(6);
            for (std::size_t chunk = 0; chunk < 2; ++chunk) {
                const std::string group = "/chunks/" + std::to_string(chunk);
                put(file, group + "/data", std::vector<std::uint16_t>(3 * kRows * kCols, 1), {3, kRows, kCols});
                for (double& value : positions) value += 1e-6;
                put(file, group + "/positions", positions, {3, 2});
                put(file, group + "/indices", chunk == 0 ? std::vector<std::int64_t>{0, 1, 2} : second, {3});
            }
        });
        for (const Note& note : openScan(path).notes)
            if (note.severity == Severity::warning) warnings += note.text + "\n";
        return warnings;
    };
    EXPECT_FALSE(contains(warningsFor({3, 4, 5}), "more than once"));
    const std::string warnings = warningsFor({1, 2, 3});
    EXPECT_TRUE(contains(warnings, "2 frames are in the file more than once (frame 1 in /chunks/0/indices and "
                                   "/chunks/1/indices)"))
        << warnings;
}
INSTANTIATE_TEST_SUITE_P(Groups, Ptyd, testing::Values("/meta", "/info"));

TEST_F(ScanReaders, PtydPartThatIsNotThereIsNamed) {
    const fs::path path = make("linked.ptyd", [&](File& file) {
        file.write("/meta/energy", 8.0);
        file.externalLink("/chunks/0", "linked.ptyd.part000", "/");
    });
    const std::string error = dataErrorOf([&] { (void)openScan(path); });
    EXPECT_TRUE(contains(error, "linked.ptyd.part000")) << error;
}

// ---- NSLS-II HXN -------------------------------------------------------------------------------------------------

TEST_F(ScanReaders, HxnAmplitudesWithTheCentreInTheCorner) {
    const fs::path path = make("scan_34784.h5", [&](File& file) {
        put(file, "/diffamp", std::vector<double>(kFrames * kRows * kRows, 2.0), {kFrames, kRows, kRows});
        put(file, "/points", translations(kFrames, 2, true, 1e-6), {2, kFrames});
        file.write("/lambda_nm", 0.155);
        file.write("/z_m", 0.5);
        file.write("/ccd_pixel_um", 55.0);
    });
    const Scan scan = openScan(path);
    EXPECT_EQ(scan.format, "NSLS-II HXN");
    EXPECT_TRUE(scan.framesAreAmplitudes);
    EXPECT_TRUE(scan.framesAreCornerCentred);
    expectPositions(scan);
    EXPECT_NEAR(scan.wavelength_m.value_or(0), 0.155e-9, 1e-20);
    EXPECT_EQ(scan.distance_m, 0.5);
    EXPECT_NEAR(scan.pixelWidth_m.value_or(0), 55e-6, 1e-15);
    // The frames were turned by 90° when they were written: rows along x.
    ASSERT_TRUE(scan.basisVectors.has_value());
    EXPECT_LT((*scan.basisVectors)[0][0], 0);
    EXPECT_EQ((*scan.basisVectors)[0][1], 0);
}

TEST_F(ScanReaders, HxnStreamingDumpHasCountsWithTheCentreInTheMiddle) {
    const fs::path path = make("dump.h5", [&](File& file) {
        put(file, "/dp", std::vector<float>(kFrames * kRows * kRows, 2.0F), {kFrames, kRows, kRows});
        put(file, "/points", translations(kFrames, 2, true, 1e-6), {2, kFrames});
        file.write("/lambda_nm", 0.155);
        file.write("/z_m", 0.5);
        file.write("/ccd_pixel_um", 55.0);
    });
    const Scan scan = openScan(path);
    EXPECT_FALSE(scan.framesAreAmplitudes);
    EXPECT_FALSE(scan.framesAreCornerCentred);
    EXPECT_FALSE(scan.basisVectors.has_value());
    expectPositions(scan);
}

} // namespace
} // namespace ewald::io::test
