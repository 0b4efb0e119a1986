// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/integration/kept_tables.h"

#include "azint/fit2d_spline.h"
#include "io/atomic_file.h"
#include "io/temporary_folder.h"

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <random>

#include <sys/stat.h>

namespace ewald::job {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kTableRows = 300;
constexpr std::size_t kTableCols = 280;

azint::Geometry geometryAt(double distance_m) {
    azint::Poni poni;
    poni.dist_m = distance_m;
    poni.poni1_m = 0.012;
    poni.poni2_m = 0.013;
    poni.rot1 = 0.02;
    poni.pixel1_m = poni.pixel2_m = 1e-4;
    poni.wavelength_m = 1e-10;
    return azint::Geometry(poni, kTableRows, kTableCols);
}

azint::Corrections someCorrections() {
    azint::Corrections corrections;
    corrections.mask = Array<std::uint8_t, 2>({kTableRows, kTableCols});
    corrections.mask(17, 21) = 1;
    corrections.dark = Array<float, 2>({kTableRows, kTableCols}, 0.5F);
    corrections.polarizationFactor = 0.9;
    return corrections;
}

azint::IntegrationSettings cakeSettings() {
    azint::IntegrationSettings settings;
    settings.binning.npt = 200;
    settings.binning.nptAzim = 36;
    settings.errorModel = azint::ErrorModel::poisson;
    return settings;
}

/// The results of one frame of noise, which all tables enter.
azint::FrameResult resultOf(const azint::Integrator& integrator) {
    std::mt19937 random(5);
    std::vector<std::uint16_t> frame(kTableRows * kTableCols);
    for (std::uint16_t& pixel : frame) pixel = static_cast<std::uint16_t>(random() % 1000);
    azint::FrameResult result;
    integrator.integrateFrame(PixelType::uint16, std::as_bytes(std::span(frame)), 1.25, result);
    return result;
}

class KeptTablesTest : public testing::Test {
protected:
    [[nodiscard]] std::vector<fs::path> files() const {
        std::vector<fs::path> all;
        if (fs::exists(folder()))
            for (const auto& entry : fs::directory_iterator(folder())) all.push_back(entry.path());
        return all;
    }
    [[nodiscard]] fs::path folder() const { return m_temporary.path() / "cache" / "tables"; }
    [[nodiscard]] static Checksum keyAt(double distance_m) {
        return tablesKey(geometryAt(distance_m), cakeSettings(), someCorrections());
    }

    io::TemporaryFolder m_temporary;
    KeptTables m_kept{folder()};
    azint::Integrator m_made{geometryAt(0.1), cakeSettings(), someCorrections(), 1};
};

TEST_F(KeptTablesTest, GiveTheSameBitsAsThoseThatWereMade) {
    EXPECT_FALSE(m_kept.find(keyAt(0.1)));
    ASSERT_TRUE(m_kept.keep(keyAt(0.1), m_made.tables()));
    std::optional<azint::IntegratorTables> found = m_kept.find(keyAt(0.1), 2);
    ASSERT_TRUE(found);
    const azint::Integrator again(geometryAt(0.1), cakeSettings(), someCorrections(), std::move(*found));
    EXPECT_EQ(again.bytes(), m_made.bytes());
    EXPECT_EQ(again.binning().radialCentres(), m_made.binning().radialCentres());
    EXPECT_EQ(again.binning().azimuthCentres_deg(), m_made.binning().azimuthCentres_deg());
    EXPECT_EQ(again.corrections().mask, m_made.corrections().mask);
    const azint::FrameResult expected = resultOf(m_made);
    const azint::FrameResult result = resultOf(again);
    EXPECT_EQ(result.intensity, expected.intensity);
    EXPECT_EQ(result.sem, expected.sem);
    EXPECT_EQ(result.sumVariance, expected.sumVariance);
    EXPECT_EQ(result.sumNormalization2, expected.sumNormalization2);
    EXPECT_EQ(result.count, expected.count);
    EXPECT_EQ(files().size(), 1U) << "a temporary file was left";
}

TEST_F(KeptTablesTest, EveryInputHasItsOwnKey) {
    std::vector<Checksum> keys{keyAt(0.1), keyAt(std::nextafter(0.1, 1.0))};
    const auto add = [&](const azint::IntegrationSettings& settings, const azint::Corrections& corrections) {
        keys.push_back(tablesKey(geometryAt(0.1), settings, corrections));
    };
    const auto withSettings = [&](auto&& change) {
        azint::IntegrationSettings settings = cakeSettings();
        change(settings);
        add(settings, someCorrections());
    };
    const auto withPoni = [&](auto&& change) {
        azint::Poni poni = geometryAt(0.1).poni();
        change(poni);
        keys.push_back(tablesKey(azint::Geometry(poni, kTableRows, kTableCols), cakeSettings(), someCorrections()));
    };
    withPoni([](auto& p) { p.poni1_m = 0.0121; });
    withPoni([](auto& p) { p.poni2_m = 0.0131; });
    withPoni([](auto& p) { p.rot1 = 0.021; });
    withPoni([](auto& p) { p.rot2 = 0.02; });
    withPoni([](auto& p) { p.rot3 = 0.02; });
    withPoni([](auto& p) { p.pixel1_m = 1.1e-4; });
    withPoni([](auto& p) { p.pixel2_m = 1.1e-4; });
    withPoni([](auto& p) { p.wavelength_m = 1.1e-10; });
    withPoni([](auto& p) { p.orientation = 1; });
    for (const bool parallax : {false, true})
        for (const azint::Sensor& sensor :
             {azint::Sensor{"Si", 3.2e-4}, azint::Sensor{"Si", 4.5e-4}, azint::Sensor{"CdTe", 4.5e-4}})
            withPoni([&](auto& p) {
                p.parallax = parallax;
                p.sensor = sensor;
            });
    auto spline = std::make_shared<azint::Fit2dSpline>();
    spline->lastRow = kTableRows;
    spline->lastCol = kTableCols;
    spline->rowShift = {{0, 0, 0, 0, 100, 100, 100, 100}, {0, 0, 0, 0, 100, 100, 100, 100}, std::vector<double>(16, 1)};
    spline->colShift = spline->rowShift;
    spline->sumUp();
    auto otherSpline = std::make_shared<azint::Fit2dSpline>(*spline);
    otherSpline->colShift.coefficients[7] = 1.5;
    otherSpline->sumUp();
    withPoni([&](auto& p) { p.distortion = azint::Distortion(spline); });
    withPoni([&](auto& p) { p.distortion = azint::Distortion(spline, 2); });
    withPoni([&](auto& p) { p.distortion = azint::Distortion(otherSpline); });
    for (const auto& [rows, cols] : {std::pair(kTableRows + 1, kTableCols), std::pair(kTableRows, kTableCols + 1)})
        keys.push_back(
            tablesKey(azint::Geometry(geometryAt(0.1).poni(), rows, cols), cakeSettings(), someCorrections()));
    for (const auto& [rows, cols] : {std::pair(true, false), std::pair(false, true)})
        keys.push_back(tablesKey(azint::Geometry(geometryAt(0.1).poni(), kTableRows, kTableCols, rows, cols),
                                 cakeSettings(), someCorrections()));
    withSettings([](auto& s) { s.binning.npt = 201; });
    withSettings([](auto& s) { s.binning.nptAzim = 0; });
    withSettings([](auto& s) { s.binning.unit = azint::Unit::twoThetaDegree; });
    withSettings([](auto& s) { s.binning.splitting = azint::Splitting::bbox; });
    withSettings([](auto& s) { s.binning.edges = azint::EdgePolicy::pyfai; });
    withSettings([](auto& s) { s.binning.radialRange = {1, 2}; });
    withSettings([](auto& s) { s.binning.azimuthRange_deg = {1, 2}; });
    withSettings([](auto& s) { s.errorModel = azint::ErrorModel::none; });
    const auto withCorrections = [&](auto&& change) {
        azint::Corrections corrections = someCorrections();
        change(corrections);
        add(cakeSettings(), corrections);
    };
    const Array<float, 2> image({kTableRows, kTableCols}, 1.5F);
    withCorrections([](auto& c) { c.mask(0, 0) = 1; });
    withCorrections([](auto& c) { c.dark(kTableRows - 1, kTableCols - 1) = 0.75F; });
    withCorrections([&](auto& c) { c.darkVariance = image; });
    withCorrections([&](auto& c) { c.flat = image; });
    withCorrections([&](auto& c) { c.absorption = image; });
    withCorrections([&](auto& c) { c.variance = image; });
    withCorrections([](auto& c) { c.solidAngle = false; });
    withCorrections([](auto& c) { c.polarizationFactor = 0.95; });
    withCorrections([](auto& c) { c.polarizationAxis_deg = 90; });
    withCorrections([](auto& c) { c.sensorTransmission = 0.5; });
    withCorrections([](auto& c) { c.dummy = -1; });
    withCorrections([](auto& c) { c.deltaDummy = 1; });
    std::ranges::sort(keys);
    EXPECT_EQ(std::ranges::adjacent_find(keys), keys.end()) << "two different inputs have one key";
    EXPECT_EQ(keyAt(0.1), keyAt(0.1));
}

TEST_F(KeptTablesTest, DamagedFilesAreNotUsedAndRemoved) {
    std::mt19937 random(7);
    for (int round = 0; round < 60; ++round) {
        ASSERT_TRUE(m_kept.keep(keyAt(0.1), m_made.tables()));
        const fs::path file = files().front();
        const std::uintmax_t size = fs::file_size(file);
        if (round % 3 == 0) {
            fs::resize_file(file, random() % size);
        } else { // one byte; in the header in every other round
            const auto at = static_cast<std::streamoff>(random() % (round % 3 == 1 ? 300 : size));
            std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
            stream.seekg(at);
            const int byte = stream.get();
            stream.seekp(at);
            stream.put(static_cast<char>(byte ^ (1 << (random() % 8))));
        }
        EXPECT_FALSE(m_kept.find(keyAt(0.1))) << "round " << round;
        EXPECT_TRUE(files().empty()) << "round " << round;
    }
}

TEST_F(KeptTablesTest, FilesThatOthersMayWriteAreNotUsed) {
    ASSERT_TRUE(m_kept.keep(keyAt(0.1), m_made.tables()));
    ASSERT_EQ(chmod(files().front().c_str(), 0666), 0);
    EXPECT_FALSE(m_kept.find(keyAt(0.1)));
}

TEST_F(KeptTablesTest, TheLeastRecentlyUsedMakeRoom) {
    ASSERT_TRUE(m_kept.keep(keyAt(0.1), m_made.tables()));
    const std::uintmax_t one = fs::file_size(files().front());
    const KeptTables small(folder(), 5 * one); // a table may take a quarter of the room
    const auto age = [&](int hours) {
        for (const fs::path& file : files())
            if (fs::last_write_time(file) > fs::file_time_type::clock::now() - std::chrono::minutes(30))
                fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(hours));
    };
    age(9);
    for (int i = 2; i <= 5; ++i) {
        ASSERT_TRUE(small.keep(keyAt(0.1 * i), m_made.tables()));
        age(9 - i);
    }
    EXPECT_EQ(files().size(), 5U);
    EXPECT_TRUE(small.find(keyAt(0.1))) << "now the most recently used";
    ASSERT_TRUE(small.keep(keyAt(0.6), m_made.tables()));
    EXPECT_EQ(files().size(), 5U);
    EXPECT_TRUE(small.find(keyAt(0.1)));
    EXPECT_FALSE(small.find(keyAt(0.2)));
    EXPECT_FALSE(KeptTables(folder(), 3 * one).keep(keyAt(0.7), m_made.tables())) << "more than a quarter of the room";
}

TEST_F(KeptTablesTest, WhatKilledProcessesLeftIsRemoved) {
    fs::create_directories(folder());
    fs::path left;
    {
        const io::AtomicFile file(folder() / "0123.table", true);
        left = file.temporary();
    }
    std::ofstream(left) << "half of a table"; // as a killed process leaves it: without a lock
    std::ofstream(folder() / ".0123.table.part") << "not ours";
    const io::AtomicFile writing(folder() / "4567.table", true);
    ASSERT_TRUE(m_kept.keep(keyAt(0.1), m_made.tables()));
    EXPECT_FALSE(fs::exists(left));
    EXPECT_TRUE(fs::exists(writing.temporary())) << "another process writes it now";
    EXPECT_EQ(files().size(), 3U);
}

TEST_F(KeptTablesTest, NothingIsLeftOfWhatCannotBeWritten) {
    EXPECT_FALSE(m_kept.keep(keyAt(0.1), m_made.tables(), [] { return true; }));
    EXPECT_TRUE(files().empty());
    std::ofstream(m_temporary.path() / "file") << "x";
    EXPECT_FALSE(KeptTables(m_temporary.path() / "file" / "tables").keep(keyAt(0.1), m_made.tables()));
    EXPECT_FALSE(KeptTables({}).keep(keyAt(0.1), m_made.tables()));
    EXPECT_FALSE(KeptTables({}).find(keyAt(0.1)));
}

} // namespace
} // namespace ewald::job
