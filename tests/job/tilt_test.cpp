// SPDX-License-Identifier: GPL-3.0-or-later
//
// A tilted sample from the document to the result, and what is refused before the work.
#include "base/error.h"
#include "base/run_control.h"
#include "io/hdf5/hdf5.h"
#include "io/result_file.h"
#include "io/temporary_folder.h"
#include "job/document/document.h"
#include "job/document/job_kind.h"
#include "job/ptychography/run/ptycho_runner.h"
#include "sim/ptycho_simulator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>

namespace ewald::job {
namespace {

namespace fs = std::filesystem;
using Parameters = std::map<std::string, std::string>;

class TiltJob : public testing::Test {
protected:
    /// Pixels of two wavelengths, so that the beam's way to the sample matters.
    void SetUp() override {
        sim::PtychoExperiment e;
        e.size = 64;
        e.frames = 144;
        e.distance_m = 2 * 64 * e.detectorPixel_m;
        e.sampleTilt_deg = 45;
        sim::writeCxi(scan(), sim::simulatePtycho(e), true);
    }
    [[nodiscard]] fs::path scan() const { return m_folder.path() / "scan.cxi"; }
    JobDocument document(const Parameters& parameters, const std::string& engine = "rpie",
                         std::size_t iterations = 60) {
        JobDocument job;
        job.inputFile = scan();
        job.outputFile = m_folder.path() / ("result" + std::to_string(m_runs++) + ".h5");
        job.pipeline = {Stage{engine, iterations, {}}};
        job.setText("devices", "cpu");
        if (!parameters.contains("subpixel")) job.setText("subpixel", "fourier");
        for (const auto& [key, value] : parameters) job.setText(key, value);
        return job;
    }
    io::PtychoResult run(const JobDocument& job) {
        JobObserver observer;
        RunControl control;
        EXPECT_EQ(runPtycho(job, observer, control, {}).state, JobState::done);
        return io::readResult(job.outputFile);
    }
    /// The error of a job that is not run; empty: there is none.
    std::string refused(const Parameters& parameters, const std::string& engine = "rpie") {
        const JobDocument job = document(parameters, engine, 1);
        try {
            kindOf(job).validate(job);
            JobObserver observer;
            RunControl control;
            const JobOutcome outcome = runPtycho(job, observer, control, {});
            EXPECT_TRUE(outcome.resultFile.empty());
            return outcome.error ? outcome.error->what() : "";
        } catch (const Error& error) {
            return error.what();
        }
    }

    io::TemporaryFolder m_folder;
    int m_runs = 0;
};

TEST_F(TiltJob, IsReconstructedInItsOwnPlane) {
    const JobDocument job = document({{"geometry", "bragg"}, {"sample_tilt_deg", "45"}});
    const io::PtychoResult result = run(job), upright = run(document({}));
    ASSERT_TRUE(result.objectBasis.has_value());
    const auto& [row, col] = *result.objectBasis;
    // Seen along the beam, a step is as long as without a tilt.
    EXPECT_NEAR(row[1], -upright.objectPixelHeight_m, 1e-18);
    EXPECT_NEAR(col[0], -upright.objectPixelWidth_m, 1e-18);
    EXPECT_NEAR(col[2], upright.objectPixelWidth_m, 1e-18);
    EXPECT_NEAR(result.objectPixelWidth_m, std::sqrt(2) * upright.objectPixelWidth_m, 1e-18);
    EXPECT_FALSE(upright.objectBasis.has_value());
    const io::h5::Dataset written = io::h5::File::open(job.outputFile).dataset("/entry/object/basis_vectors");
    EXPECT_EQ(written.shape(), (io::h5::Shape{3, 2}));
    EXPECT_EQ(written.readAll<double>()[1], col[0]);
    std::printf("fourier_error %.5f (floor %.5f), as if it were not tilted %.5f\n", result.loss.back().fourierError,
                result.loss.back().noiseFloor, upright.loss.back().fourierError);
    EXPECT_GT(upright.loss.back().fourierError, 3 * result.loss.back().fourierError);
}

TEST_F(TiltJob, AtNoAngleIsTheFarFieldBitForBit) {
    const io::PtychoResult plain = run(document({}, "rpie", 3)),
                           upright = run(document({{"geometry", "bragg"}}, "rpie", 3));
    EXPECT_EQ(upright.object, plain.object);
    EXPECT_EQ(upright.probe, plain.probe);
    EXPECT_EQ(upright.pixelPositions, plain.pixelPositions);
}

TEST_F(TiltJob, WhatMakesNoSenseIsRefusedBeforeTheRun) {
    const auto expect = [&](Parameters parameters, const char* text, const std::string& engine = "rpie") {
        const std::string error = refused(parameters, engine);
        EXPECT_NE(error.find(text), std::string::npos) << text << ": " << error;
    };
    const auto tilted = [](const std::string& key, const std::string& value) {
        return Parameters{{"geometry", "bragg"}, {"sample_tilt_deg", "45"}, {key, value}};
    };
    expect({{"sample_tilt_deg", "45"}}, "given by its geometry");
    expect({{"geometry", "reflection"}, {"sample_tilt_deg", "45"}}, "given by its geometry");
    expect({{"detector_angle_deg", "20"}}, "is in the beam");
    expect({{"geometry", "reflection"}}, "a mirror would lie along it");
    Parameters along = tilted("detector_angle_deg", "45");
    along["detector_direction_deg"] = "180";
    expect(along, "runs along the sample");
    expect(tilted("subpixel", "bilinear"), "exact shifts only");
    expect(tilted("focus_to_sample_m", "0.1"), "far field only");
    Parameters slices = tilted("slices", "2");
    slices["slice_spacing_m"] = "1e-6";
    expect(slices, "one slice only");
    expect(tilted("transpose", "true"), "as the detector's axes say");
    expect(tilted("refine_positions", "true"), "positions are not refined");
    expect(tilted("variable_probe_modes", "1"), "not fitted on a tilted sample");
    for (const char* engine : {"dm", "raar", "ap", "auto"})
        expect(tilted("sample_tilt_direction_deg", "0"), "does not reconstruct a tilted sample", engine);
}

} // namespace
} // namespace ewald::job
