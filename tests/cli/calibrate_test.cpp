// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/poni.h"
#include "cli_expectations.h"
#include "folder_fixture.h"

#include <cmath>
#include <filesystem>
#include <fstream>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// Frames of LaB6 with the PONI that they were simulated with.
class CalibrateCli : public WithSuiteFolder<CalibrateCli> {
public:
    static void makeFiles() {
        const Finished made = runCli({"simulate", "powder", "-o", frames(), "--frames", "4", "--shape", "300", "280",
                                      "--pixel-m", "0.000172", "--distance-m", "0.05"});
        ASSERT_EQ(made.code, 0) << made.errors;
    }

protected:
    static std::string frames() { return suiteFile("frames.h5"); }
    static std::string truth() { return suiteFile("frames.poni"); }
    static Finished calibrate(const std::string& output, std::vector<std::string> more = {}) {
        std::vector<std::string> all{"calibrate", frames(), "-o", output, "--calibrant", "LaB6_SRM660c"};
        all.insert(all.end(), more.begin(), more.end());
        return runCli(all);
    }
};

TEST_F(CalibrateCli, FindsThePoniOfASimulation) {
    const Finished done = calibrate(file("found.poni"));
    ASSERT_EQ(done.code, 0) << done.errors;
    const azint::BeamGeometry found = azint::beamGeometryOf(azint::readPoni(file("found.poni")));
    const azint::BeamGeometry made = azint::beamGeometryOf(azint::readPoni(truth()));
    EXPECT_NEAR(found.distance_m, made.distance_m, 1e-4 * made.distance_m);
    EXPECT_NEAR(found.centreRow, made.centreRow, 0.1);
    EXPECT_NEAR(found.centreCol, made.centreCol, 0.1);
    EXPECT_NEAR(found.tilt_deg, made.tilt_deg, 0.3);
    EXPECT_NEAR(*azint::readPoni(file("found.poni")).wavelength_m, *azint::readPoni(truth()).wavelength_m, 1e-16);
    for (const char* part : {"calibrant: LaB6_SRM660c", "distance", "±", "verdict: good", "mean of 4 frames"})
        EXPECT_NE(done.output.find(part), std::string::npos) << part << " in\n" << done.output;
}

/// A cell that is a hundredth too small, and scaled by as much, is the same substance.
TEST_F(CalibrateCli, TakesTheConditionsOfTheCalibrant) {
    const std::string cif = file("shrunk.cif");
    const double a_A = 4.156826 / 1.01;
    std::ofstream out(cif);
    out.precision(12);
    out << "data_x\n_cell_length_a " << a_A << "\n_cell_length_b " << a_A << "\n_cell_length_c " << a_A
        << "\n_cell_angle_alpha 90\n_cell_angle_beta 90\n_cell_angle_gamma 90\n"
           "_space_group_name_H-M_alt 'P m -3 m'\n";
    out.close();
    ASSERT_EQ(calibrate(file("whole.poni")).code, 0);
    const Finished done =
        runCli({"calibrate", frames(), "-o", file("scaled.poni"), "--calibrant", cif, "--cell-scale", "101"});
    ASSERT_EQ(done.code, 0) << done.errors;
    const azint::Poni whole = azint::readPoni(file("whole.poni")), scaled = azint::readPoni(file("scaled.poni"));
    EXPECT_NEAR(scaled.dist_m, whole.dist_m, 1e-9);
    EXPECT_NEAR(scaled.poni1_m, whole.poni1_m, 1e-9);
    expectError(runCli({"calibrate", frames(), "-o", file("x.poni"), "--calibrant", cif, "--pressure", "3"}), 2,
                "no bulk modulus");
}

TEST_F(CalibrateCli, SaysTheSameAsJson) {
    const Finished done = calibrate(file("json.poni"), {"--json", "--set", "max_frames=1", "--set", "flip_rows=true"});
    ASSERT_EQ(done.code, 0) << done.errors;
    const Json answer = Json::parse(done.output);
    EXPECT_EQ(answer["verdict"], "good");
    EXPECT_TRUE(answer["reasons"].empty());
    EXPECT_TRUE(answer["flip_rows"].get<bool>());
    EXPECT_TRUE(answer["values"]["distance_m"]["determined"].get<bool>());
    EXPECT_EQ(answer["correlations"].size(), 5U);
    EXPECT_GE(answer["rings"].size(), 3U);
    EXPECT_EQ(answer["rings"][0]["hkl"].get<std::string>().size(), 5U); // "1 0 0"
    EXPECT_NEAR(azint::readPoni(file("json.poni")).dist_m, answer["poni"]["dist_m"].get<double>(), 1e-15);
}

TEST_F(CalibrateCli, ErrorsAreOneLineAndWriteNothing) {
    expectError(calibrate(file("w.poni"), {"--set", "energy_keV=0.5"}), 3, "the wavelength is too long");
    expectError(runCli({"calibrate", frames(), "-o", file("w.poni"), "--calibrant", "unobtainium"}), 2,
                "unknown calibrant");
    expectError(runCli({"calibrate", file("none.tif"), "-o", file("w.poni"), "--calibrant", "LaB6"}), 3, "none.tif");
    expectError(runCli({"calibrate", frames(), "-o", file("w.poni")}), 2, "--calibrant");
    expectError(calibrate(file("w.poni"), {"--energy", "10", "--wavelength", "1"}), 2, "--energy");
    expectError(calibrate(file("w.poni"), {"--wavelength", "1e-10"}), 2, "wavelength");
    expectError(calibrate(file("w.poni"), {"--set", "first_frame=9"}), 2, "first_frame");
    EXPECT_FALSE(fs::exists(file("w.poni")));
    std::ofstream(file("there.poni")) << "mine";
    expectError(calibrate(file("there.poni")), 2, "exists already");
    EXPECT_EQ(fs::file_size(file("there.poni")), 4U);
}

TEST_F(CalibrateCli, AnotherSubstanceIsRefusedAndNoPoniWritten) {
    const Finished done = runCli({"calibrate", frames(), "-o", file("wrong.poni"), "--calibrant", "Al2O3", "--json"});
    expectError(done, 3, "choose the calibrant that was measured");
    EXPECT_EQ(Json::parse(done.output)["verdict"], "refused");
    EXPECT_FALSE(fs::exists(file("wrong.poni")));
}

TEST_F(CalibrateCli, TakesAFileOfSpacings) {
    std::ofstream spacings(file("mine.D"));
    for (const int n : {1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14}) spacings << 4.156826 / std::sqrt(n) << '\n';
    spacings.close();
    const Finished done = runCli({"calibrate", frames(), "-o", file("d.poni"), "--calibrant", file("mine.D")});
    ASSERT_EQ(done.code, 0) << done.errors;
    EXPECT_NEAR(azint::readPoni(file("d.poni")).dist_m, azint::readPoni(truth()).dist_m, 2e-5);
}

TEST_F(CalibrateCli, ReplacesNothingThatItReads) {
    std::ofstream(file("mine.D")) << "4.156826\n2.939\n2.400\n";
    const auto size = fs::file_size(file("mine.D"));
    expectError(runCli({"calibrate", frames(), "-o", file("mine.D"), "--calibrant", file("mine.D"), "--overwrite"}), 2,
                "the same file");
    expectError(calibrate(frames(), {"--overwrite"}), 2, "the same file");
    EXPECT_EQ(fs::file_size(file("mine.D")), size);
}

TEST_F(CalibrateCli, TakesACifFile) {
    std::ofstream(file("mine.cif")) << "data_LaB6\n_cell_length_a 4.156826\n_cell_length_b 4.156826\n"
                                       "_cell_length_c 4.156826\n_space_group_name_H-M_alt 'P m -3 m'\n";
    const Finished done = runCli({"calibrate", frames(), "-o", file("cif.poni"), "--calibrant", file("mine.cif")});
    ASSERT_EQ(done.code, 0) << done.errors;
    const Finished builtIn = calibrate(file("own.poni"));
    ASSERT_EQ(builtIn.code, 0) << builtIn.errors;
    // The same rings.
    EXPECT_NEAR(azint::readPoni(file("cif.poni")).dist_m, azint::readPoni(file("own.poni")).dist_m, 1e-9);
}

} // namespace
} // namespace ewald::cli
