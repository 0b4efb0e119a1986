// SPDX-License-Identifier: GPL-3.0-or-later
// Geometries of a detector arm: goniometer files of pyFAI in place of a PONI file.
#include "base/units.h"
#include "cli_expectations.h"
#include "folder_fixture.h"
#include "io/hdf5/hdf5.h"
#include "io/integration_file.h"

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace ewald::cli {
namespace {

constexpr double kScale = 0.0174532925199433, kOffset = 0.003; ///< rot2 of the arm's angle in degrees
constexpr double kWavelength_A = 0.7;

/// A detector of 200 x 100 mm on an arm of 0.3 m.
std::string poniText(double twoTheta_deg) {
    std::ostringstream text;
    text.precision(17);
    text << "poni_version: 2\nDetector: Detector\n"
         << "Detector_config: {\"pixel1\": 0.0005, \"pixel2\": 0.0005, \"max_shape\": [400, 200]}\n"
         << "Distance: 0.3\nPoni1: 0.1\nPoni2: 0.05\nRot1: 0.01\nRot2: " << kScale * twoTheta_deg + kOffset
         << "\nRot3: 0\nWavelength: " << kWavelength_A * 1e-10 << '\n';
    return text.str();
}

/// Frames that are simulated where the arm is at 30°, with its angle in the file.
class GoniometerCli : public WithSuiteFolder<GoniometerCli> {
public:
    static void makeFiles() {
        std::ofstream(suiteFile("at_30.poni")) << poniText(30);
        const Finished made =
            runCli({"simulate", "powder", "-o", suiteFile("frames.h5"), "--frames", "4", "--poni",
                    suiteFile("at_30.poni"), "--calibrant", "CeO2_SRM674b", "--peak-width-deg", "0.15"});
        ASSERT_EQ(made.code, 0) << made.errors;
        std::ofstream(suiteFile("arm.json")) << R"({"content": "Goniometer calibration v2", "detector": "Detector",
"detector_config": {"pixel1": 0.0005, "pixel2": 0.0005, "max_shape": [400, 200]}, "wavelength": 0.7e-10,
"param": [0.3, 0.1, 0.05, 0.01, 0.003, 0.0174532925199433],
"param_names": ["dist", "poni1", "poni2", "rot1", "offset", "scale"], "pos_names": ["tth"],
"trans_function": {"content": "GeometryTransformation",
"param_names": ["dist", "poni1", "poni2", "rot1", "offset", "scale"], "pos_names": ["tth"],
"dist_expr": "dist", "poni1_expr": "poni1", "poni2_expr": "poni2", "rot1_expr": "rot1",
"rot2_expr": "scale * tth + offset", "rot3_expr": "0.0", "constants": {"pi": 3.141592653589793}}})";
    }

protected:
    Finished integrate(const std::string& geometry, const std::string& output, std::vector<std::string> more = {}) {
        std::vector<std::string> command{"integrate", suiteFile("frames.h5"),
                                         "--poni",    geometry,
                                         "-o",        file(output),
                                         "--unit",    "2th_deg",
                                         "--npt",     "1500",
                                         "-q"};
        command.insert(command.end(), more.begin(), more.end());
        return runCli(command);
    }
    [[nodiscard]] static std::vector<std::string> at(const std::string& position) {
        return {"--set", "arm_position=" + position};
    }
    /// The simulated frames, with positions of the arm beside them. \param values one, or one a frame
    std::string framesWith(const std::string& name, const std::vector<double>& values) {
        std::filesystem::copy_file(suiteFile("frames.h5"), file("source.h5"),
                                   std::filesystem::copy_options::overwrite_existing);
        const io::h5::File source = io::h5::File::open(file("source.h5"));
        const io::h5::Dataset frames = source.dataset("/entry/data/data");
        io::h5::File made = io::h5::File::create(file(name));
        made.write<std::uint32_t>("/entry/data/data", frames.readAll<std::uint32_t>(), frames.shape());
        made.write<double>("/entry/arm/tth", values, {values.size()});
        made.close();
        return file(name);
    }
    static void expectSameBits(const std::string& one, const std::string& other) {
        const io::IntegrationResult a(one), b(other);
        ASSERT_EQ(a.axes().frames, b.axes().frames);
        EXPECT_EQ(a.axes().radial, b.axes().radial);
        for (std::size_t frame = 0; frame < a.axes().frames; ++frame) {
            expectSame(a.intensity(frame), b.intensity(frame));
        }
    }
    static void expectSame(const std::vector<float>& of, const std::vector<float>& with) {
        ASSERT_EQ(of.size(), with.size());
        for (std::size_t bin = 0; bin < of.size(); ++bin)
            ASSERT_TRUE(of[bin] == with[bin] || (std::isnan(of[bin]) && std::isnan(with[bin]))) << bin;
    }
    [[nodiscard]] std::vector<float> patternOf(const std::string& name, std::size_t frame) const {
        return io::IntegrationResult(file(name)).intensity(frame);
    }
};

TEST_F(GoniometerCli, GivesTheBitsOfThePoniFileOfItsPosition) {
    std::ofstream(file("at_31.poni")) << poniText(31.25);
    ASSERT_EQ(integrate(suiteFile("at_30.poni"), "poni_30.h5").code, 0);
    ASSERT_EQ(integrate(file("at_31.poni"), "poni_31.h5").code, 0);
    const Finished first = integrate(suiteFile("arm.json"), "arm_30.h5", at("30"));
    ASSERT_EQ(first.code, 0) << first.errors;
    ASSERT_EQ(integrate(suiteFile("arm.json"), "arm_31.h5", at("+31.25")).code, 0);
    expectSameBits(file("arm_30.h5"), file("poni_30.h5"));
    expectSameBits(file("arm_31.h5"), file("poni_31.h5"));
    EXPECT_NE(io::IntegrationResult(file("arm_30.h5")).axes().radial,
              io::IntegrationResult(file("arm_31.h5")).axes().radial);
    // The result says which file and where the arm was, and can be run again.
    const std::string said = io::IntegrationResult(file("arm_31.h5")).axes().poni;
    EXPECT_NE(said.find("arm.json at tth = 31.25"), std::string::npos) << said;
    EXPECT_NE(said.find("Distance: 0.3\n"), std::string::npos) << said;
}

/// 2θ = 2 arcsin(λ / 2d), d = a / √(h² + k² + l²), ceria: a = 5.411651 Å (SRM 674b), hkl all even or all odd.
TEST_F(GoniometerCli, RingsAtThirtyDegreesAreWhereBraggHasThem) {
    const Finished done = integrate(suiteFile("arm.json"), "rings.h5", at("30"));
    ASSERT_EQ(done.code, 0) << done.errors;
    const io::IntegrationResult result(file("rings.h5"));
    const std::vector<double>& twoTheta = result.axes().radial;
    const std::vector<float> pattern = result.intensity(0);
    for (const int sum : {16, 20, 24, 27, 32}) { // alone by half a degree and more: 400, 420, 422, 333 + 511, 440
        const double expected = 2 * std::asin(kWavelength_A * std::sqrt(sum) / (2 * 5.411651)) * 180 / kPi;
        // The centre of gravity above the counts at both ends, over three widths of a ring to each side.
        constexpr double kHalf = 0.22;
        double weight = 0, moment = 0, low = 1e30;
        for (std::size_t bin = 0; bin < pattern.size(); ++bin)
            if (std::abs(twoTheta[bin] - expected) < kHalf) low = std::min(low, static_cast<double>(pattern[bin]));
        for (std::size_t bin = 0; bin < pattern.size(); ++bin)
            if (std::abs(twoTheta[bin] - expected) < kHalf) {
                weight += static_cast<double>(pattern[bin]) - low;
                moment += (static_cast<double>(pattern[bin]) - low) * twoTheta[bin];
            }
        ASSERT_GT(weight, 0) << sum;
        // A pixel of 0.5 mm sees 0.095°; a ring crosses hundreds of them. An arm that is 0.1° wrong fails.
        EXPECT_NEAR(moment / weight, expected, 0.02) << sum;
    }
}

TEST_F(GoniometerCli, TheFramesSayWhereTheArmIs) {
    ASSERT_EQ(integrate(suiteFile("at_30.poni"), "poni.h5").code, 0);
    const auto of = [&](const std::string& frames, const std::string& output, std::vector<std::string> more = {}) {
        std::vector<std::string> command{"integrate",   frames,
                                         "--poni",      suiteFile("arm.json"),
                                         "-o",          file(output),
                                         "--overwrite", "--unit",
                                         "2th_deg",     "--npt",
                                         "1500",        "-q",
                                         "--set",       "arm_position=/entry/arm/tth"};
        command.insert(command.end(), more.begin(), more.end());
        return runCli(command);
    };
    const std::string still = framesWith("still.h5", {30});
    EXPECT_EQ(of(still, "still_result.h5").code, 0);
    expectSameBits(file("still_result.h5"), file("poni.h5"));
    EXPECT_EQ(of(framesWith("scattering.h5", {30, 30 + 1e-7, 30 - 1e-7, 30}), "scattering_result.h5").code, 0);
    expectSameBits(file("scattering_result.h5"), file("poni.h5"));
    // An arm that moves needs a range, unless only frames of one position are chosen.
    const std::string moving = framesWith("moving.h5", {30, 30, 45, 45});
    expectError(of(moving, "moving_result.h5"), 2, "radial_range");
    const Finished first = of(moving, "first.h5", {"--set", "max_frames=2"});
    EXPECT_EQ(first.code, 0) << first.errors;
    expectSame(patternOf("first.h5", 1), patternOf("poni.h5", 1));
    EXPECT_EQ(of(moving, "last.h5", {"--set", "first_frame=2"}).code, 0);
    EXPECT_NE(io::IntegrationResult(file("last.h5")).axes().poni.find("tth = 45"), std::string::npos);
    // Several files are frames of one position where all of them say the same.
    const std::string other = framesWith("other.h5", {45});
    const auto both = [&](const std::string& second) {
        return runCli({"integrate", still, second, "--poni", suiteFile("arm.json"), "-o", file("both.h5"), "-q",
                       "--overwrite", "--set", "arm_position=/entry/arm/tth"});
    };
    EXPECT_EQ(both(framesWith("same.h5", {30})).code, 0);
    expectError(both(other), 2, "goes from 30 to 45");
}

/// Of each frame the bits are those of the PONI file of its position; places come back, and workers share their tables.
TEST_F(GoniometerCli, FramesOfAMovingArmHaveTheirOwnGeometry) {
    const std::vector<double> angles{30, 31.25, 30, 45};
    const std::string moving = framesWith("moving.h5", angles);
    const auto integrated = [&](const std::string& geometry, const std::string& output, std::vector<std::string> more) {
        std::vector<std::string> command{
            "integrate", moving,    "--poni", geometry, "-o", file(output), "--overwrite",
            "--unit",    "2th_deg", "--npt",  "900",    "-q", "--set",      "radial_range=15,60"};
        command.insert(command.end(), more.begin(), more.end());
        const Finished done = runCli(command);
        ASSERT_EQ(done.code, 0) << done.errors;
    };
    for (const char* errors : {"error_model=poisson", "error_model=azimuthal"})
        for (const char* workers : {"workers=1", "workers=3"}) {
            integrated(suiteFile("arm.json"), "arm.h5",
                       {"--set", "arm_position=/entry/arm/tth", "--set", errors, "--set", workers, "--set", "batch=2"});
            for (std::size_t frame = 0; frame < angles.size(); ++frame) {
                std::ofstream(file("one.poni")) << poniText(angles[frame]);
                integrated(file("one.poni"), "one.h5", {"--set", errors});
                expectSame(patternOf("arm.h5", frame), patternOf("one.h5", frame));
            }
        }
    const std::string said = io::IntegrationResult(file("arm.h5")).axes().poni;
    EXPECT_NE(said.find("at tth = 30\n# The first of 3 places"), std::string::npos) << said;
}

/// The same frames as with the PONI file of the position, and a benchmark of them.
TEST_F(GoniometerCli, ServesSimulationAndBenchmarkAsAPoniFileDoes) {
    const Finished made =
        runCli({"simulate", "powder", "-o", file("frames.h5"), "--frames", "4", "--poni", suiteFile("arm.json"),
                "--arm-position", "30", "--calibrant", "CeO2_SRM674b", "--peak-width-deg", "0.15"});
    ASSERT_EQ(made.code, 0) << made.errors;
    const auto countsOf = [](const std::string& name) {
        return io::h5::File::open(name).dataset("/entry/data/data").readAll<std::uint32_t>();
    };
    EXPECT_EQ(countsOf(file("frames.h5")), countsOf(suiteFile("frames.h5")));
    const Finished timed = runCli({"bench", "integrate", file("frames.h5"), "--poni", suiteFile("arm.json"), "--set",
                                   "arm_position=30", "--devices", "cpu"});
    EXPECT_EQ(timed.code, 0) << timed.errors;
    EXPECT_NE(timed.output.find("4 frames of 400 x 200"), std::string::npos) << timed.output;
}

/// Two places and one worker: both tables, each of which holds all pixels.
TEST_F(GoniometerCli, TheMemoryOfAMovingArmIsThatOfItsTables) {
    const std::string moving = framesWith("moving.h5", {30, 31.25, 30, 31.25});
    const auto said = [&](const std::string& geometry, std::vector<std::string> more) {
        std::vector<std::string> command{
            "integrate", moving,    "--poni", geometry, "-o",    file("m.h5"), "--events", "--overwrite",
            "--unit",    "2th_deg", "--npt",  "900",    "--set", "workers=1",  "--set",    "radial_range=15,60"};
        command.insert(command.end(), more.begin(), more.end());
        const Finished done = runCli(command);
        EXPECT_EQ(done.code, 0) << done.errors;
        for (const nlohmann::json& event : eventsOf(done.output))
            if (event["event"] == "plan") return event;
        return nlohmann::json();
    };
    const auto still = said(suiteFile("at_30.poni"), {});
    const auto moves = said(suiteFile("arm.json"), {"--set", "arm_position=/entry/arm/tth"});
    ASSERT_TRUE(still.is_object());
    ASSERT_TRUE(moves.is_object());
    EXPECT_EQ(moves["memory_bytes"].get<double>(), 2 * still["memory_bytes"].get<double>()) << moves;
    EXPECT_NE(moves["memory"].get<std::string>().find("2 pixel tables"), std::string::npos) << moves;
}

TEST_F(GoniometerCli, WhatIsMissingIsSaid) {
    const std::string arm = suiteFile("arm.json");
    expectError(integrate(arm, "r.h5"), 2, "depends on where the detector arm is (tth)");
    expectError(integrate(arm, "r.h5", at("30, 4")), 2, "2 positions are given");
    expectError(integrate(arm, "r.h5", at("30°")), 2, "is no position of a detector arm");
    expectError(integrate(arm, "r.h5", at("30,")), 2, "is no position of a detector arm");
    expectError(integrate(arm, "r.h5", at("/entry/arm/tth")), 3, "there is no /entry/arm");
    expectError(runCli({"simulate", "powder", "-o", file("s.h5"), "--poni", arm}), 2,
                "0 positions are given for the detector arm, arm.json needs 1 (tth)");
    expectError(runCli({"simulate", "powder", "-o", file("s.h5"), "--poni", arm, "--arm-position", "/entry/tth"}), 2,
                "is no position of a detector arm");
    expectError(
        runCli({"simulate", "powder", "-o", file("s.h5"), "--poni", suiteFile("at_30.poni"), "--arm-position", "30"}),
        2, "a PONI file has no detector arm");
    std::ofstream(file("wrong.json")) << R"({"content": "Goniometer calibration v2", "param": [], "trans_function":
{"param_names": [], "pos_names": ["tth"], "dist_expr": "0.3 + tt", "poni1_expr": "0", "poni2_expr": "0",
"rot1_expr": "0", "rot2_expr": "0", "rot3_expr": "0"}})";
    expectError(integrate(file("wrong.json"), "r.h5", at("30")), 3, "unknown name \"tt\" in column 7");
    // It is no output.
    std::filesystem::copy_file(arm, file("arm.json"));
    EXPECT_EQ(integrate(file("arm.json"), "arm.json", {"--overwrite", "--set", "arm_position=30"}).code, 2);
}

} // namespace
} // namespace ewald::cli
