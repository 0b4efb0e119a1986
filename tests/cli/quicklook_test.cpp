// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_expectations.h"
#include "compute/operations/fft.h"
#include "folder_fixture.h"
#include "io/hdf5/hdf5.h"
#include "io/output_guard.h"
#include "io/result_file.h"
#include "sim/ptycho_simulator.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::size_t kSize = 32;
constexpr std::size_t kStep = 3;
constexpr std::size_t kRows = 14, kCols = 18;
constexpr double kProbe = 3; ///< standard deviation of the intensity, pixels

double phaseAt(double row, double col) { return 0.8 * std::sin(row / 11) * std::cos(col / 13 + 0.5); }

/// A raster scan of a smooth phase object that absorbs a half in columns from the middle on; a Gaussian probe.
sim::PtychoDataset madeUp() {
    sim::PtychoExperiment experiment;
    experiment.size = kSize;
    experiment.frames = kRows * kCols;
    experiment.photonsPerFrame = 0;
    sim::PtychoDataset data = sim::simulatePtycho(experiment);
    data.positions.clear(), data.pixelPositions.clear();
    data.frames = Array<float, 3>({kRows * kCols, kSize, kSize});
    for (std::size_t i = 0; i < kRows * kCols; ++i) {
        const auto top = static_cast<double>(i / kCols * kStep), left = static_cast<double>(i % kCols * kStep);
        data.pixelPositions.push_back({top, left});
        data.positions.push_back({top * data.objectPixel_m, left * data.objectPixel_m});
        Array<Complex, 2> wave({kSize, kSize});
        const double transmission = i % kCols < kCols / 2 ? 1 : std::sqrt(0.5);
        for (std::size_t r = 0; r < kSize; ++r)
            for (std::size_t c = 0; c < kSize; ++c) {
                const double y = static_cast<double>(r) - kSize / 2, x = static_cast<double>(c) - kSize / 2;
                const double probe = 3000 * std::exp(-(y * y + x * x) / (4 * kProbe * kProbe));
                wave(r, c) = Complex(std::polar(probe * transmission, phaseAt(top + y, left + x)));
            }
        compute::fft2d(wave, compute::FftDirection::forward);
        for (std::size_t r = 0; r < kSize; ++r)
            for (std::size_t c = 0; c < kSize; ++c)
                data.frames(i, (r + kSize / 2) % kSize, (c + kSize / 2) % kSize) = std::round(std::norm(wave(r, c)));
    }
    return data;
}

class Quicklook : public WithSuiteFolder<Quicklook> {
public:
    static void makeFiles() { sim::writeCxi(in("scan.cxi"), madeUp(), false); }

protected:
    static std::string in(const std::string& name) { return suiteFile(name); }
    static std::vector<double> map(const std::string& file, const std::string& name) {
        return io::h5::File::open(in(file)).dataset("/entry/" + name + "/data").readAll<double>();
    }
};

TEST_F(Quicklook, TheIntegralOfThePhaseContrastIsThePhase) {
    const Finished finished = runCli({"quicklook", in("scan.cxi"), "-o", in("maps.h5")});
    ASSERT_EQ(finished.code, 0) << finished.errors;
    EXPECT_NE(finished.output.find("252 frames, raster: maps of 14 × 18 pixels"), std::string::npos) << finished.output;
    const std::vector<double> phase = map("maps.h5", "phase");
    ASSERT_EQ(phase.size(), kRows * kCols);
    // What the probe sees is the phase averaged over its intensity: a product of waves loses exp(−σ²k²/2) each.
    const double seen = std::exp(-kProbe * kProbe / 2 * (1 / 121.0 + 1 / 169.0));
    const auto rowOf = [](std::size_t i) { return static_cast<double>(i / kCols * kStep); };
    const auto colOf = [](std::size_t i) { return static_cast<double>(i % kCols * kStep); };
    // A constant and a ramp are open: which pattern is the undeflected one is not known. On a full raster rows, columns
    // and the constant are independent of each other.
    const double midRow = (kRows - 1) * kStep / 2.0, midCol = (kCols - 1) * kStep / 2.0;
    double constant = 0, alongRow = 0, alongCol = 0, rowPower = 0, colPower = 0;
    std::vector<double> apart;
    for (std::size_t i = 0; i < phase.size(); ++i) {
        apart.push_back(phase[i] - phaseAt(rowOf(i), colOf(i)) * seen);
        const double y = rowOf(i) - midRow, x = colOf(i) - midCol;
        constant += apart[i] / static_cast<double>(phase.size());
        alongRow += apart[i] * y, rowPower += y * y;
        alongCol += apart[i] * x, colPower += x * x;
    }
    double rest = 0, power = 0;
    for (std::size_t i = 0; i < phase.size(); ++i) {
        const double plane =
            constant + alongRow / rowPower * (rowOf(i) - midRow) + alongCol / colPower * (colOf(i) - midCol);
        rest += std::pow(apart[i] - plane, 2);
        power += std::pow(phaseAt(rowOf(i), colOf(i)) * seen, 2);
    }
    // Trapezoids three pixels wide under waves of 2π·11: (3/11)²/12 = 0.6 %; counts are whole numbers.
    EXPECT_LT(std::sqrt(rest / power), 0.02);
}

TEST_F(Quicklook, AbsorptionDarkFieldAndSlopesByHand) {
    ASSERT_EQ(runCli({"quicklook", in("scan.cxi"), "-o", in("hand.h5")}).code, 0);
    const std::vector<double> absorption = map("hand.h5", "absorption"), transmission = map("hand.h5", "transmission");
    EXPECT_NEAR(transmission[0], 1, 1e-3);
    EXPECT_NEAR(transmission[kCols - 1], 0.5, 1e-3) << "the right half absorbs a half";
    EXPECT_NEAR(absorption[kCols - 1], std::log(2), 2e-3);
    for (const double dark : map("hand.h5", "dark_field")) {
        EXPECT_GE(dark, 0);
        EXPECT_LT(dark, 0.5) << "most of the light is in the bright field";
    }
    // Differences of slopes: d/dcol of the phase, averaged over the probe, per pixel of the object.
    const double pixel_m = madeUp().objectPixel_m;
    const auto slope = [](double row, double col) {
        return -0.8 / 13 * std::sin(row / 11) * std::sin(col / 13 + 0.5) *
               std::exp(-kProbe * kProbe / 2 * (1 / 121.0 + 1 / 169.0));
    };
    const std::vector<double> dpc = map("hand.h5", "dpc_x");
    const std::size_t a = 5 * kCols + 4, b = 11 * kCols + 12;
    EXPECT_NEAR((dpc[b] - dpc[a]) * pixel_m, slope(33, 36) - slope(15, 12), 1e-3);
    EXPECT_GT(std::abs(slope(33, 36) - slope(15, 12)), 0.02) << "there is something to see";
    // A pixel of the detector is 2π/n per pixel of the object.
    const std::vector<double> centre = map("hand.h5", "centre_col");
    EXPECT_NEAR(dpc[b] * pixel_m, centre[b] * 2 * 3.14159265 / kSize, 1e-6);
}

TEST_F(Quicklook, FollowsTheOrientationOfTheJob) {
    ASSERT_EQ(runCli({"quicklook", in("scan.cxi"), "-o", in("swapped.h5"), "--set", "swap_positions=true"}).code, 0);
    ASSERT_EQ(runCli({"quicklook", in("scan.cxi"), "-o", in("plain.h5")}).code, 0);
    const auto file = io::h5::File::open(in("swapped.h5"));
    EXPECT_EQ(file.dataset("/entry/phase/data").shape(), (io::h5::Shape{kCols, kRows}));
    EXPECT_EQ(file.attributeText("/entry", "default"), "phase");
    EXPECT_EQ(file.attributeText("/entry/dpc_x/data", "units"), "rad/m");
    const auto swapped = map("swapped.h5", "transmission"), plain = map("plain.h5", "transmission");
    EXPECT_EQ(swapped[3 * kRows + 2], plain[2 * kCols + 3]);
}

TEST_F(Quicklook, WritesPicturesAndReplacesNothing) {
    ASSERT_EQ(runCli({"quicklook", in("scan.cxi"), "--tiff", in("tiff"), "--png", in("png")}).code, 0);
    for (const char* name : {"absorption", "dark_field", "dpc_x", "dpc_y", "phase"}) {
        EXPECT_TRUE(fs::exists(in("tiff/" + std::string(name) + ".tiff"))) << name;
        EXPECT_TRUE(fs::exists(in("png/" + std::string(name) + ".png"))) << name;
    }
    expectError(runCli({"quicklook", in("scan.cxi"), "--png", in("png")}), 3, "exists already");
    expectError(runCli({"quicklook", in("scan.cxi"), "-o", in("scan.cxi"), "--overwrite"}), 2, "scan.cxi");
    expectError(runCli({"quicklook", in("none.cxi")}), 3, "no such file");
}

TEST_F(Quicklook, AnotherRunWithTheSameOutputIsRefusedAtOnce) {
    const auto run = [] { return runCli({"quicklook", in("scan.cxi"), "-o", in("twice.h5"), "--overwrite"}); };
    {
        const io::OutputLock other(in("twice.h5"));
        expectError(run(), 3, "another run is writing this file");
        EXPECT_FALSE(fs::exists(in("twice.h5")));
    }
    EXPECT_EQ(run().code, 0);
    EXPECT_FALSE(fs::exists(in(".twice.h5.lock")));
}

TEST_F(Quicklook, NeverReplacesAFileOfItsJob) {
    const sim::PtychoDataset data = madeUp();
    fs::create_directories(in("maps"));
    io::writeTiff(in("mask.tif"), Array<float, 2>({kSize, kSize}), false);
    fs::create_hard_link(in("mask.tif"), in("maps/phase.tiff"));
    fs::create_symlink(in("scan.cxi"), in("maps/phase.png"));
    sim::writeCxi(in("beam.cxi"), data, false);
    const std::string mask = "mask_file=" + in("mask.tif");
    const auto refused = [&](std::vector<std::string> arguments, const char* name) {
        arguments.insert(arguments.begin(), {"quicklook", in("scan.cxi")});
        arguments.emplace_back("--overwrite");
        expectError(runCli(arguments), 2, name);
    };
    refused({"--set", mask, "-o", in("mask.tif")}, "mask.tif");
    refused({"--set", mask, "--tiff", in("maps")}, "phase.tiff");
    refused({"--png", in("maps")}, "phase.png");
    refused({"--set", "initial_probe=" + in("beam.cxi"), "-o", in("beam.cxi")}, "beam.cxi");
    EXPECT_EQ(runCli({"quicklook", in("scan.cxi"), "--set", mask}).code, 0) << "the mask is still one";
}

TEST_F(Quicklook, WarnsOfWhatIsWrongWithTheScan) {
    sim::PtychoDataset data = madeUp();
    for (std::size_t i = 0; i < kSize * kSize; ++i) {
        data.frames.slab(20)[i] = std::nanf("");
        data.frames.slab(21)[i] = 0;
    }
    sim::writeCxi(in("odd.cxi"), data, false);
    const Finished finished = runCli({"quicklook", in("odd.cxi"), "-o", in("odd.h5")});
    ASSERT_EQ(finished.code, 0) << finished.errors;
    EXPECT_NE(finished.errors.find("ewald-cli: warning: "), std::string::npos) << finished.errors;
    EXPECT_NE(finished.errors.find("not finite"), std::string::npos) << finished.errors;
    EXPECT_NE(finished.errors.find("are empty"), std::string::npos) << finished.errors;
    const std::vector<double> transmission = map("odd.h5", "transmission");
    EXPECT_TRUE(std::isnan(transmission[20])) << "nothing was measured";
    EXPECT_EQ(transmission[21], 0) << "no light";
    const Finished oriented = runCli({"orient", in("odd.cxi"), "--frames", "252", "--iterations", "1"});
    EXPECT_NE(oriented.errors.find("ewald-cli: warning: "), std::string::npos) << oriented.errors;
}

TEST_F(Quicklook, OrientationIsPrintedAsParameters) {
    // No noise, and rows of the positions that run the wrong way in the file.
    const Finished made = runCli({"simulate", "ptycho", "-o", in("orient.cxi"), "--size", "48", "--frames", "80"});
    ASSERT_EQ(made.code, 0) << made.errors;
    const Finished finished = runCli(
        {"orient", in("orient.cxi"), "--json", "--set", "flip_rows=true", "--iterations", "30", "--devices", "cpu"});
    ASSERT_EQ(finished.code, 0) << finished.errors;
    const Json found = Json::parse(finished.output);
    EXPECT_EQ(found["trials"].size(), 8U);
    EXPECT_TRUE(found["clear"]) << finished.output;
    const Json right = {{"swap_positions", false}, {"flip_position_y", true}, {"flip_position_x", false}};
    EXPECT_TRUE(found["best"] == right || found["twin"] == right) << finished.output;
    // Far-field frames explain both twins: both are named, also where the probe in the file decides.
    EXPECT_NE(found["twin"].is_null(), found["ruled_out_by_probe"].is_null()) << finished.output;
    const Finished both = runCli({"orient", in("orient.cxi"), "--iterations", "30", "--devices", "cpu"});
    EXPECT_NE(both.output.find("or its twin: --set"), std::string::npos) << both.output;
    EXPECT_NE(both.output.find("cannot tell the two apart"), std::string::npos) << both.output;
    EXPECT_EQ(both.output.find("speaks for the first") != std::string::npos,
              both.output.find("ruled out by the probe only") != std::string::npos);
    const Finished text = runCli({"orient", in("orient.cxi"), "--iterations", "2", "--frames", "16"});
    EXPECT_EQ(text.code, 0);
    EXPECT_NE(text.output.find("swap_positions  flip_position_y  flip_position_x  fourier_error"), std::string::npos);
    expectError(runCli({"orient", in("none.cxi")}), 3, "no such file");
}

} // namespace
} // namespace ewald::cli
