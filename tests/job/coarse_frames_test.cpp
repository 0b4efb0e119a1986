// SPDX-License-Identifier: GPL-3.0-or-later
//
// Coarse pixels, saturated pixels, fly scans and objects that change from the document to the result.
#include "base/error.h"
#include "base/run_control.h"
#include "io/result_file.h"
#include "io/temporary_folder.h"
#include "job/document/document.h"
#include "job/document/job_kind.h"
#include "job/document/settings.h"
#include "job/ptychography/run/ptycho_runner.h"
#include "sim/ptycho_simulator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>

namespace ewald::job {
namespace {

namespace fs = std::filesystem;

class CoarseFramesJob : public testing::Test {
protected:
    io::PtychoResult run(const fs::path& scan, const std::map<std::string, std::string>& parameters) {
        JobDocument job;
        job.inputFile = scan;
        job.outputFile = m_folder.path() / ("result" + std::to_string(m_runs++) + ".h5");
        job.pipeline = {Stage{"rpie", 20, {}}};
        job.setText("devices", "cpu");
        for (const auto& [key, value] : parameters) job.setText(key, value);
        JobObserver observer;
        RunControl control;
        const JobOutcome outcome = runPtycho(job, observer, control, {});
        EXPECT_EQ(outcome.state, JobState::done);
        return io::readResult(job.outputFile);
    }
    fs::path simulated(sim::PtychoExperiment e) {
        e.size = 32;
        e.frames = 100;
        m_data = sim::simulatePtycho(e);
        const fs::path file = m_folder.path() / "scan.cxi";
        sim::writeCxi(file, m_data, true);
        return file;
    }
    static double error(const io::PtychoResult& result) {
        return result.loss.back().fourierError / result.loss.back().noiseFloor;
    }

    io::TemporaryFolder m_folder;
    sim::PtychoDataset m_data;
    int m_runs = 0;
};

TEST_F(CoarseFramesJob, OversamplingMakesALargerWindowOfTheSamePixels) {
    sim::PtychoExperiment e;
    e.oversampling = 2;
    const fs::path scan = simulated(e);
    const io::PtychoResult coarse = run(scan, {}), fine = run(scan, {{"oversampling", "2"}});
    EXPECT_EQ(coarse.probe.extent(2), 32U);
    EXPECT_EQ(fine.probe.extent(2), 64U);
    EXPECT_EQ(fine.objectPixelWidth_m, coarse.objectPixelWidth_m);
    EXPECT_EQ(fine.object.extent(2), coarse.object.extent(2) + 32);
    std::printf("error/floor %.2f, with oversampling %.2f\n", error(coarse), error(fine));
    EXPECT_LT(error(fine), 0.6 * error(coarse)); // from the mean pattern, without a word about the beam
}

TEST_F(CoarseFramesJob, SaturatedPixelsMayCount) {
    const fs::path whole = simulated({});
    const double most = static_cast<double>(*std::ranges::max_element(m_data.frames));
    sim::PtychoExperiment e;
    e.saturation = std::floor(0.2 * most);
    const fs::path scan = simulated(e);
    const std::string level = std::to_string(static_cast<long>(e.saturation));
    const io::PtychoResult known = run(scan, {{"saturation", level}, {"saturated_pixels", "at_least"}});
    const io::PtychoResult clipped = run(scan, {});
    std::printf("error/floor %.2f, taken as they are %.2f\n", error(known), error(clipped));
    EXPECT_LT(error(known), error(clipped));
}

TEST_F(CoarseFramesJob, FlyScansFollowTheirPath) {
    sim::PtychoExperiment e;
    e.flyPoints = 7;
    const fs::path scan = simulated(e);
    const io::PtychoResult blind = run(scan, {}), flown = run(scan, {{"fly_points", "7"}});
    std::printf("error/floor %.2f with one point, %.2f with seven\n", error(blind), error(flown));
    EXPECT_LT(error(flown), 0.8 * error(blind));
}

/// In pixels of the detector, whatever the frames are binned by.
TEST_F(CoarseFramesJob, PixelsThatCountLightOfOthersAreModelled) {
    sim::PtychoExperiment e;
    e.blur_px = 0.8;
    const fs::path scan = simulated(e);
    const io::PtychoResult sharp = run(scan, {}), spread = run(scan, {{"point_spread_px", "0.8"}});
    std::printf("error/floor %.2f, with the point spread %.2f\n", error(sharp), error(spread));
    EXPECT_LT(error(spread), 0.6 * error(sharp)); // from the mean pattern
    const io::PtychoResult fitted = run(scan, {{"point_spread_px", "0.5"}, {"fit_point_spread", "true"}});
    const auto says = [](const auto& decision) { return decision.text.find("point spread: sigma 0.") == 0; };
    EXPECT_EQ(std::ranges::count_if(fitted.decisions, says), 1);
    EXPECT_LT(error(fitted), 0.8 * error(sharp));
    JobDocument job;
    job.setText("point_spread_px", "0.8");
    EXPECT_EQ(modelSettingsOf(job).pointSpread_px, 0.8);
    job.setText("binning", "2");
    EXPECT_EQ(modelSettingsOf(job).pointSpread_px, 0.4);
}

/// In micrometres along the axes of the result, as the simulation says them.
TEST_F(CoarseFramesJob, AKnownRegionIsFoundWhereItIs) {
    sim::PtychoExperiment e;
    e.emptyPart = 0.5;
    const fs::path scan = simulated(e);
    const double from_um = m_data.empty_m[0] * 1e6;
    const auto beyond = [](double x) { return std::to_string(x) + ":, :"; };
    const io::PtychoResult free = run(scan, {}), known = run(scan, {{"known_region", beyond(from_um)}});
    const io::PtychoResult wrong = run(scan, {{"known_region", beyond(0.6 * from_um)}});
    std::printf("error/floor %.2f, with the region %.2f, with one that reaches too far %.2f\n", error(free),
                error(known), error(wrong));
    EXPECT_LT(error(known), 1.1 * error(free));
    EXPECT_GT(error(wrong), 1.5 * error(known));
    const double first = (m_data.empty_m[0] - known.objectOriginX_m) / known.objectPixelWidth_m;
    const auto col = static_cast<std::size_t>(std::ceil(first - 1e-3));
    for (std::size_t row = 0; row < known.object.extent(1); ++row) {
        ASSERT_EQ(known.object(0, row, col + 1), Complex(1));
        ASSERT_EQ(known.object(0, row, known.object.extent(2) - 1), Complex(1));
    }
    EXPECT_NE(known.object(0, known.object.extent(1) / 2, col - 1), Complex(1));
}

TEST_F(CoarseFramesJob, ModesOfTheObjectComeBack) {
    sim::PtychoExperiment e;
    e.size = 64;
    e.frames = 100;
    e.overlap = 0.8;
    e.objectModes = 2;
    const fs::path scan = m_folder.path() / "scan.cxi";
    sim::writeCxi(scan, sim::simulatePtycho(e), true);
    const std::map<std::string, std::string> plain = {{"subpixel", "fourier"}, {"batch_size", "16"}};
    const auto with = [&](std::map<std::string, std::string> more) {
        more.insert(plain.begin(), plain.end());
        return run(scan, more);
    };
    const io::PtychoResult one = with({}), two = with({{"object_modes", "2"}});
    // Above the floor, from the mean pattern: measured 0.78 with one mode, 0.25 with two.
    std::printf("error/floor %.2f with one mode, %.2f with two\n", error(one), error(two));
    EXPECT_LT(error(two) - 1, 0.5 * (error(one) - 1));
    ASSERT_EQ(two.object.extent(0), 2U);
    EXPECT_EQ(two.objectModes, 2U);
    EXPECT_EQ(one.objectModes, 1U);
    std::complex<double> overlap = 0;
    double power[2] = {0, 0};
    for (std::size_t i = 0; i < two.object.slab(0).size(); ++i) {
        const std::complex<double> a = two.object.slab(0)[i], b = two.object.slab(1)[i];
        overlap += std::conj(a) * b, power[0] += std::norm(a), power[1] += std::norm(b);
    }
    EXPECT_GT(power[0], power[1]) << "the strongest first";
    EXPECT_LT(std::abs(overlap), 1e-4 * std::sqrt(power[0] * power[1])) << "orthogonal, to single precision";
    // Another run goes on from both, with one more: no error like that of a start from nothing.
    const std::string file = (m_folder.path() / "result1.h5").string();
    const io::PtychoResult further = with({{"object_modes", "3"}, {"initial_object", file}, {"initial_probe", file}});
    EXPECT_EQ(further.object.extent(0), 3U);
    EXPECT_LT(error(further), error(two));
}

TEST_F(CoarseFramesJob, WhatMakesNoSenseIsRefusedBeforeTheRun) {
    const auto refused = [](const std::string& engine, const std::map<std::string, std::string>& parameters) {
        JobDocument job;
        job.inputFile = "scan.cxi";
        job.outputFile = "result.h5";
        job.pipeline = {Stage{engine, 5, {}}};
        for (const auto& [key, value] : parameters) job.setText(key, value);
        try {
            kindOf(job).validate(job);
        } catch (const JobError& problem) {
            return problem.where();
        }
        return std::string();
    };
    EXPECT_EQ(refused("rpie", {{"oversampling", "2"}, {"fly_points", "3"}}), "");
    EXPECT_EQ(refused("dm", {{"oversampling", "2"}}), "oversampling");
    EXPECT_EQ(refused("raar", {{"fly_points", "3"}}), "fly_points");
    EXPECT_EQ(refused("ap", {{"point_spread_px", "0.5"}}), "point_spread_px");
    EXPECT_EQ(refused("rpie", {{"fit_point_spread", "true"}}), "fit_point_spread");
    EXPECT_EQ(refused("rpie", {{"point_spread_px", "0.5"}, {"oversampling", "2"}, {"fly_points", "3"}}), "");
    EXPECT_EQ(refused("rpie", {{"object_modes", "2"}, {"fly_points", "3"}}), "");
    EXPECT_EQ(refused("dm", {{"object_modes", "2"}}), "object_modes");
    EXPECT_EQ(refused("ml", {{"object_modes", "2"}, {"slices", "2"}, {"slice_spacing_m", "1e-3"}}), "object_modes");
    EXPECT_EQ(refused("ml", {{"object_modes", "2"}, {"object_l1", "0.1"}}), "object_l1");
    for (const std::string region : {"3", "3:8", "3:8,", "8:3, :", "a:b, :", "1:2, 3:4, 5:6", "nan:, :"})
        EXPECT_EQ(refused("rpie", {{"known_region", region}}), "known_region") << region;
    for (const std::string region : {"3:8, -2:5", ":,:", " 3 : , :1e3 "})
        EXPECT_EQ(refused("rpie", {{"known_region", region}}), "") << region;
    EXPECT_EQ(refused("rpie", {{"known_region", ":,:"}, {"fix_probe_power", "true"}}), "fix_probe_power");
    EXPECT_EQ(refused("rpie", {{"known_region", ":,:"}, {"object_modes", "2"}}), "known_region");
    for (const std::string engine : {"dm", "raar", "ap", "adam", "sgd", "rpi"})
        EXPECT_EQ(refused(engine, {{"known_region", ":,:"}}), "known_region") << engine;
    EXPECT_EQ(refused("rpie", {{"known_region", ":,:"}, {"slices", "2"}, {"slice_spacing_m", "1"}}), "known_region");
    EXPECT_EQ(refused("rpie", {{"saturated_pixels", "at_least"}}), "saturated_pixels");
    EXPECT_EQ(refused("rpie", {{"saturated_pixels", "at_least"}, {"saturation", "9"}, {"binning", "2"}}),
              "saturated_pixels");
    EXPECT_EQ(refused("rpie", {{"saturated_pixels", "at_least"}, {"saturation", "9"}}), "");
}

} // namespace
} // namespace ewald::job
