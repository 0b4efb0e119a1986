// SPDX-License-Identifier: GPL-3.0-or-later
// Where a detector arm is, as the frames' file says it.
#include "job/integration/detector_arm.h"

#include "base/error.h"
#include "base/units.h"
#include "integration_files.h"
#include "io/integration_file.h"

#include <algorithm>
#include <cmath>

namespace ewald::job {
namespace {

class DetectorArm : public test::IntegrateFixture {
protected:
    void SetUp() override {
        IntegrateFixture::SetUp();
        std::ofstream(m_folder / "arm.json") << R"({"content": "Goniometer calibration v2", "detector": "Detector",
"detector_config": {"pixel1": 2e-4, "pixel2": 2e-4}, "wavelength": 1e-10, "param": [0.05], "param_names": ["d"],
"pos_names": ["tth", "z"], "trans_function": {"content": "GeometryTransformation", "param_names": ["d"],
"pos_names": ["tth", "z"], "dist_expr": "d + z", "poni1_expr": "0.005", "poni2_expr": "0.004", "rot1_expr": "0",
"rot2_expr": "tth * pi / 180", "rot3_expr": "0"}})";
    }
    /// Frames with angles of the arm beside them.
    JobDocument with(const std::vector<double>& angles, const std::string& position, std::size_t frames) {
        test::putStack(m_folder / "frames.h5", test::levelFrames(frames), angles);
        JobDocument job = document(m_folder / "frames.h5");
        job.set("poni_file", (m_folder / "arm.json").string());
        job.set("arm_position", position);
        return job;
    }
    static ArmPlaces placesOf(const JobDocument& job) {
        return armPlaces(geometryFileOf(job), job, *openJobStack(job));
    }
};

TEST_F(DetectorArm, PlacesKeepTheirPositions) {
    const JobDocument job = with({10, 20, 10 + 1e-7, 35, 20}, "/entry/monitor, 0.25", 5);
    const ArmPlaces found = placesOf(job);
    EXPECT_EQ(found.places, (std::vector<ArmPlace>{{10, 0.25}, {20, 0.25}, {35, 0.25}}));
    EXPECT_EQ(found.placeOfRow, (std::vector<std::size_t>{0, 1, 0, 2, 1}));
    // Nothing is read again.
    const std::optional<GeometryFile> file = geometryFileOf(job);
    const auto stack = openJobStack(job);
    std::filesystem::remove(m_folder / "frames.h5");
    const FileGeometry third = geometryAt(*file, found.places[2], *stack);
    EXPECT_DOUBLE_EQ(third.poni.dist_m, 0.3);
    EXPECT_DOUBLE_EQ(third.poni.rot2, 35 * kPi / 180);
    EXPECT_EQ(third.arm, "tth = 35, z = 0.25");
}

TEST_F(DetectorArm, OnlyChosenFramesCount) {
    JobDocument job = with({10, 20, 10, 35, 20}, "/entry/monitor, 0", 5);
    job.set("first_frame", 1LL);
    job.set("frame_step", 3LL);
    EXPECT_EQ(placesOf(job), (ArmPlaces{.places = {{20, 0}}, .placeOfRow = {}}));
    EXPECT_EQ(onlyPlaceOf(*geometryFileOf(job), job, *openJobStack(job)), (ArmPlace{20, 0}));
    job.set("frame_step", 1LL);
    try {
        static_cast<void>(onlyPlaceOf(*geometryFileOf(job), job, *openJobStack(job)));
        FAIL() << "it moves";
    } catch (const JobError& error) {
        EXPECT_NE(std::string(error.what()).find("/entry/monitor goes from 20 to 10"), std::string::npos)
            << error.what();
    }
}

TEST_F(DetectorArm, APoniFileHasOnePlaceWithoutNumbers) {
    test::putStack(m_folder / "frames.h5", test::levelFrames(2));
    EXPECT_EQ(placesOf(document(m_folder / "frames.h5")), ArmPlaces());
    EXPECT_EQ(ArmPlaces().places.size(), 1U);
}

/// A place at which the detector sees nothing of the range costs its own patterns and no others.
TEST_F(DetectorArm, APlaceOutsideTheRangeHasEmptyPatterns) {
    JobDocument job = with({10, 10, 60, 10}, "/entry/monitor, 0.25", 4);
    job.set("unit", "2th_deg");
    job.set("radial_range", "8, 12");
    job.set("batch", "1");
    const JobOutcome outcome = run(job);
    ASSERT_EQ(outcome.state, JobState::done) << (outcome.error ? outcome.error->what() : "");
    ASSERT_EQ(m_recorder.failed.size(), 1U);
    EXPECT_EQ(m_recorder.failed[0].first, 2U);
    EXPECT_NE(m_recorder.failed[0].second.find("outside the detector"), std::string::npos)
        << m_recorder.failed[0].second;
    const io::IntegrationResult result(job.outputFile);
    const auto seen = [&](std::size_t row) {
        const std::vector<float> pattern = result.intensity(row);
        return std::ranges::count_if(pattern, [](float value) { return std::isfinite(value); });
    };
    for (const std::size_t row : {0U, 1U, 3U}) EXPECT_GT(seen(row), 5) << row;
    EXPECT_EQ(seen(2), 0);
}

/// One table for the first place, four that wait, and one for each worker; never more than there are places.
TEST_F(DetectorArm, FewTablesAreInMemory) {
    EXPECT_EQ(ArmTables::mostTables(1, 8), 1U);
    EXPECT_EQ(ArmTables::mostTables(3, 8), 3U);
    EXPECT_EQ(ArmTables::mostTables(1000, 2), 7U);
}

} // namespace
} // namespace ewald::job
