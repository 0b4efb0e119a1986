// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measured scans with known answers, from file to result file. Bounds are those that plain numpy reconstructions of the
// same data reach (the data's own notes), with the models that Ewald uses by default.
#include "base/error.h"
#include "io/result_file.h"
#include "job/ptycho_runner.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <unistd.h>
#include <vector>

namespace ewald {
namespace {

namespace fs = std::filesystem;

struct Setting {
    const char* key;
    const char* value;
};

class RealData : public testing::Test {
protected:
    void SetUp() override {
        m_folder = fs::temp_directory_path() / ("ewald_real_data_" + std::to_string(::getpid()));
        fs::create_directories(m_folder);
    }
    void TearDown() override { fs::remove_all(m_folder); }

    static fs::path file(const char* name) { return fs::path(EWALD_SHARED_DIR) / "data/ptycho" / name; }

    io::PtychoResult reconstruct(const fs::path& scan, const char* engine, std::size_t iterations,
                                 const std::vector<Setting>& settings) {
        job::JobDocument document;
        document.inputFile = scan;
        document.outputFile = m_folder / "result.h5";
        document.pipeline = {job::Stage{engine, iterations, {}}};
        for (const Setting& setting : settings) document.setText(setting.key, setting.value);
        job::JobObserver observer;
        RunControl control;
        const job::JobOutcome outcome = job::runPtycho(document, observer, control, {.overwrite = true});
        if (outcome.error) throw *outcome.error;
        return io::readResult(document.outputFile);
    }

    static double lastError(const io::PtychoResult& result) { return result.loss.back().fourierError; }

    fs::path m_folder;
};

TEST_F(RealData, SiemensStar) {
    const fs::path scan = file("siemens_star/siemens_star.cxi");
    if (!fs::exists(scan)) GTEST_SKIP() << "the measured Siemens star is not beside this checkout";
    EXPECT_LT(lastError(reconstruct(scan, "epie", 12, {{"initial_probe", "file"}})), 0.0185);
    const double one = lastError(reconstruct(scan, "rpie", 60, {{"initial_probe", "file"}}));
    EXPECT_LT(one, 0.0145);
    const double three = lastError(reconstruct(scan, "rpie", 60, {{"initial_probe", "file"}, {"probe_modes", "3"}}));
    EXPECT_LT(three, 0.0105);
    // Nobody tells the probe: as good as with it.
    EXPECT_LT(lastError(reconstruct(scan, "rpie", 60, {{"initial_probe", "mean_pattern"}})), 1.05 * one);
    EXPECT_LT(lastError(reconstruct(scan, "dm", 40, {{"probe_modes", "3"}})),
              0.9 * lastError(reconstruct(scan, "dm", 40, {})));
}

TEST_F(RealData, NearFieldSignsAreStrict) {
    const fs::path scan = file("petra3_nearfield/PETRAIII_P25_Near_Field_Ptycho.cxi");
    if (!fs::exists(scan)) GTEST_SKIP() << "the measured near-field scan is not beside this checkout";
    const Setting cone{"focus_to_sample_m", "3.65e-3"};
    EXPECT_LT(lastError(reconstruct(scan, "epie", 15, {cone})), 0.0060);
    for (const char* flip : {"flip_position_x", "flip_position_y"})
        EXPECT_GT(lastError(reconstruct(scan, "epie", 15, {cone, {flip, "true"}})), 0.015) << flip;
}

TEST_F(RealData, TwoModesOfTheGoldBalls) {
    const fs::path scan = file("gold_balls/gold_balls_simulated_2mode.cxi");
    if (!fs::exists(scan)) GTEST_SKIP() << "the gold-ball set is not beside this checkout";
    const double one = lastError(reconstruct(scan, "rpie", 40, {}));
    const io::PtychoResult two = reconstruct(scan, "rpie", 60, {{"probe_modes", "2"}});
    EXPECT_LT(lastError(two), 0.75 * one);
    double power[2] = {0, 0};
    for (std::size_t k = 0; k < 2; ++k)
        for (std::size_t i = 0; i < two.probe.size() / 2; ++i)
            power[k] += std::norm(two.probe.span()[k * two.probe.size() / 2 + i]);
    EXPECT_NEAR(power[0] / (power[0] + power[1]), 0.88, 0.03);
}

} // namespace
} // namespace ewald
