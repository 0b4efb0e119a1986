// SPDX-License-Identifier: GPL-3.0-or-later
// Import mappings: whose unit counts, which of several numbers is taken, and what contradicts itself.
#include "base/units.h"
#include "io/scan.h"
#include "io/scan_files.h"

#include <cmath>
#include <fstream>
#include <tuple>

namespace ewald::io::test {
namespace {

using h5::File;

class MappingUnits : public WithFolder {
protected:
    void SetUp() override {
        File file = File::create(at("scan.h5"));
        put(file, "/d", countingFrames(), {kFrames, kRows, kCols});
        put(file, "/p", translations(kFrames, 2, false), {kFrames, 2});
        put(file, "/p_um", translations(kFrames, 2, false, 1e-6), {kFrames, 2});
        file.setAttribute("/p_um", "units", "um");
        file.write("/distance_mm", 2000.0);
        file.setAttribute("/distance_mm", "units", "mm");
        file.write("/energy_eV", 8000.0);
        file.setAttribute("/energy_eV", "units", "eV");
        file.write("/wave_nm", 0.155);
        file.setAttribute("/wave_nm", "units", "nm");
        file.write("/side_um", 75.0);
        file.setAttribute("/side_um", "units", "um");
        file.write("/odd", 3.0);
        file.setAttribute("/odd", "units", "steps");
        put(file, "/each", std::vector<double>{0.1, 2, 2, 2, 2, 2}, {kFrames});
        put(file, "/energies", std::vector<double>{1, 8, 8, 8, 8, std::nan("")}, {kFrames});
        put(file, "/same", std::vector<double>(kFrames, 2), {kFrames});
        put(file, "/sides", std::vector<double>{75e-6, 150e-6}, {2});
        put(file, "/square", std::vector<double>{75e-6, 75e-6}, {2});
        file.write("/det/x_pixel_size", 75e-6);
        file.write("/det/y_pixel_size", 100e-6);
        file.close();
        m_mapping.frames = "/d";
        m_mapping.positions = "/p";
        m_mapping.energyValue = 8;
        m_mapping.distanceValue = 2;
        m_mapping.pixelSizeValue = 75e-6;
    }
    [[nodiscard]] Scan open() const { return openScan(at("scan.h5"), &m_mapping); }
    [[nodiscard]] static bool warns(const Scan& scan) { return hasNote(scan.notes, "", Severity::warning); }

    ImportMapping m_mapping;
};

TEST_F(MappingUnits, TheMiddleOfSeveralNumbersIsTakenAndSaid) {
    m_mapping.distanceValue.reset();
    m_mapping.energyValue.reset();
    m_mapping.distance = "/each";
    m_mapping.energy = "/energies";
    const Scan scan = open();
    EXPECT_EQ(scan.distance_m, 2);
    EXPECT_NEAR(energyFromWavelength(scan.wavelength_m.value_or(1)), 8, 1e-9);
    EXPECT_TRUE(hasNote(scan.notes, "/each varies from 0.1 to 2 ", Severity::warning));
    EXPECT_TRUE(hasNote(scan.notes, "/energies varies from 1 to 8 ", Severity::warning));
    m_mapping.distance = "/same";
    m_mapping.energy = "";
    m_mapping.energyValue = 8;
    EXPECT_EQ(open().distance_m, 2);
    EXPECT_FALSE(warns(open()));
}

TEST_F(MappingUnits, PixelsMayBeRectangular) {
    m_mapping.pixelSizeValue.reset();
    m_mapping.pixelSize = "/sides";
    Scan scan = open();
    EXPECT_EQ(scan.pixelWidth_m, 75e-6);
    EXPECT_EQ(scan.pixelHeight_m, 150e-6);
    EXPECT_TRUE(hasNote(scan.notes, "taken as width (x) and height (y)", Severity::warning));
    for (const char* side : {"/det/x_pixel_size", "/det/y_pixel_size"}) {
        m_mapping.pixelSize = side;
        scan = open();
        EXPECT_EQ(scan.pixelWidth_m, 75e-6);
        EXPECT_EQ(scan.pixelHeight_m, 100e-6);
        EXPECT_TRUE(hasNote(scan.notes, "not square: 75 µm wide and 100 µm high", Severity::warning));
    }
    m_mapping.pixelSize = "/square";
    scan = open();
    EXPECT_EQ(scan.pixelHeight_m, 75e-6);
    EXPECT_FALSE(warns(scan));
}

TEST_F(MappingUnits, TheFilesUnitsHoldWhereTheMappingStatesNone) {
    m_mapping = {};
    m_mapping.unstatedUnits = {true, true, true, true};
    m_mapping.frames = "/d";
    m_mapping.positions = "/p_um";
    m_mapping.energy = "/energy_eV";
    m_mapping.distance = "/distance_mm";
    m_mapping.pixelSize = "/side_um";
    Scan scan = open();
    expectPositions(scan);
    EXPECT_NEAR(energyFromWavelength(scan.wavelength_m.value_or(1)), 8, 1e-9);
    EXPECT_NEAR(scan.distance_m.value_or(0), 2, 1e-12);
    EXPECT_NEAR(scan.pixelHeight_m.value_or(0), 75e-6, 1e-15);
    EXPECT_FALSE(warns(scan));
    m_mapping.energy = "/wave_nm";
    m_mapping.positions = "/p"; // says no unit: metres
    scan = open();
    EXPECT_NEAR(scan.wavelength_m.value_or(0), 0.155e-9, 1e-18);
    expectPositions(scan);
    EXPECT_FALSE(warns(scan));
    m_mapping.distance = "/odd";
    scan = open();
    EXPECT_EQ(scan.distance_m, 3);
    EXPECT_TRUE(hasNote(scan.notes, "the unit \"steps\" of /odd is not understood; taken as m", Severity::warning));
    EXPECT_FALSE(hasNote(scan.notes, "as the mapping says"));
}

TEST_F(MappingUnits, AUnitOfTheMappingCountsAndContradictionsAreSaid) {
    m_mapping.unstatedUnits.energy = true; // those of the positions are stated
    m_mapping.positions = "/p_um";
    m_mapping.positionUnit = "nm";
    const Scan scan = open();
    EXPECT_NEAR(scan.positions[3].x, 1e-3 * xOf(3), 1e-18);
    EXPECT_TRUE(
        hasNote(scan.notes, "the file says that /p_um is in um; taken in nm as the mapping says", Severity::warning));
    m_mapping.positionUnit = "um";
    expectPositions(open());
    EXPECT_FALSE(warns(open()));
    // One that was chosen although none is said to be stated, counts as well.
    m_mapping.unstatedUnits.position = true;
    m_mapping.positionUnit = "nm";
    EXPECT_NEAR(open().positions[3].x, 1e-3 * xOf(3), 1e-18);
}

TEST_F(MappingUnits, ANumberTypedBesideADatasetThatSaysAnother) {
    m_mapping.unstatedUnits = {true, true, true, true};
    m_mapping.distance = "/distance_mm";
    m_mapping.energy = "/energy_eV";
    EXPECT_FALSE(warns(open())); // the same in other units
    m_mapping.distanceValue = 3;
    m_mapping.energyValue = 9;
    const Scan scan = open();
    EXPECT_NEAR(scan.distance_m.value_or(0), 2, 1e-12);
    EXPECT_TRUE(hasNote(scan.notes,
                        "the mapping says distance_value = 3 m, and its dataset /distance_mm holds 2000 mm: the "
                        "dataset is used",
                        Severity::warning));
    EXPECT_TRUE(
        hasNote(scan.notes, "energy_value = 9 keV, and its dataset /energy_eV holds 8000 eV", Severity::warning));
}

TEST_F(MappingUnits, TheNameOfAColumnMaySayItsUnit) {
    // Positions 0, 1 and 2 µm apart along x, 10 µm along y, of three frames.
    m_mapping.positions.clear();
    m_mapping.frames = "/d";
    const auto open = [&](const std::string& x, const std::string& y, double perUnit) {
        std::ofstream table(at("p.csv"));
        table << x << "," << y << "\n";
        for (std::size_t i = 0; i < kFrames; ++i)
            table << static_cast<double>(i) * 1e-6 / perUnit << "," << static_cast<double>(i) * 1e-5 / perUnit << "\n";
        table.close();
        m_mapping.positionsFile = at("p.csv");
        m_mapping.positionX = "1";
        m_mapping.positionY = "2";
        return openScan(at("scan.h5"), &m_mapping);
    };
    m_mapping.unstatedUnits.position = true;
    for (const auto& [x, y, metres] : {std::tuple("x (mm)", "y (mm)", 1e-3), std::tuple("samx_um", "samy_um", 1e-6),
                                       std::tuple("x [nm]", "y [nm]", 1e-9), std::tuple("pos_x", "pos_y", 1.0)}) {
        const Scan scan = open(x, y, metres);
        ASSERT_EQ(scan.positions.size(), kFrames);
        EXPECT_NEAR(std::abs(scan.positions[2].x - scan.positions[0].x), 2e-6, 1e-12) << x;
        EXPECT_NEAR(std::abs(scan.positions[2].y - scan.positions[0].y), 2e-5, 1e-12) << x;
        EXPECT_FALSE(hasNote(scan.notes, "the file says that")) << x;
    }
    m_mapping.unstatedUnits.position = false;
    m_mapping.positionUnit = "um";
    EXPECT_TRUE(hasNote(open("x (mm)", "y (mm)", 1e-6).notes, "the file says that x (mm) is in mm; taken in um",
                        Severity::warning));
    EXPECT_FALSE(hasNote(open("x (um)", "y (um)", 1e-6).notes, "the file says that"));
}

} // namespace
} // namespace ewald::io::test
