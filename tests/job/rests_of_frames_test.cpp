// SPDX-License-Identifier: GPL-3.0-or-later
// Frames of an integration that hold no counts from a row on, and that planning has not looked at.
#include "integration_files.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

namespace ewald::job {
namespace {

using test::kCols;
using test::kRows;

class RestsOfFrames : public test::IntegrateFixture {
protected:
    /// Frames of noise; those that are named hold zeros from a row on.
    std::string logOf(double mean, const std::vector<std::size_t>& cut, std::size_t row,
                      const std::map<std::string, std::string>& settings = {}) {
        std::mt19937 engine(7);
        std::poisson_distribution<int> counts(mean);
        std::vector<std::uint16_t> values;
        for (std::size_t frame = 0; frame < 24; ++frame)
            for (std::size_t pixel = 0; pixel < kRows * kCols; ++pixel) {
                const auto count = static_cast<std::uint16_t>(counts(engine));
                const bool isThere = std::ranges::count(cut, frame) == 0 || pixel < row * kCols;
                values.push_back(isThere ? count : std::uint16_t{0});
            }
        test::putStack(m_folder / "frames.h5", values);
        JobDocument job = document(m_folder / "frames.h5");
        for (const auto& [key, value] : settings) job.set(key, value);
        m_recorder.log.clear();
        const JobOutcome outcome = run(job);
        EXPECT_FALSE(outcome.error) << outcome.error->what();
        return m_recorder.log;
    }
};

// The first, the thirteenth and the last frame are looked at while planning.
TEST_F(RestsOfFrames, AreNamedWhateverTheGroups) {
    // 2867 pixels make 11 parts; 1880 pixels end in the eighth.
    const char* const words = "3 frames hold no counts in the last rows, where others hold some (first: frame 7, from "
                              "about row 44 on): were they written to the end?";
    for (const char* batch : {"1", "5", "24"})
        for (const char* devices : {"cpu", "cpu:3"}) {
            const std::string log = logOf(5, {7, 8, 20}, 40, {{"batch", batch}, {"devices", devices}});
            EXPECT_NE(log.find(words), std::string::npos) << batch << " " << devices << "\n" << log;
        }
    const std::string poisson = logOf(5, {7, 8, 20}, 40, {{"error_model", "poisson"}, {"split", "full"}});
    EXPECT_NE(poisson.find(words), std::string::npos) << poisson;
}

/// Where the sums of bins are not at hand while a frame is integrated.
TEST_F(RestsOfFrames, AreNamedInCakesAndWherePixelsAreRejected) {
    const char* const words = "3 frames hold no counts in the last rows, where others hold some (first: frame 7, from "
                              "about row 44 on): were they written to the end?";
    const std::map<std::string, std::string> all[] = {{{"npt_azim", "40"}},
                                                      {{"npt_azim", "40"}, {"batch", "24"}, {"devices", "cpu:3"}},
                                                      {{"rejection", "median"}},
                                                      {{"rejection", "sigma_clip"}, {"error_model", "azimuthal"}}};
    for (const auto& settings : all) {
        const std::string log = logOf(5, {7, 8, 20}, 40, settings);
        EXPECT_NE(log.find(words), std::string::npos) << testing::PrintToString(settings) << "\n" << log;
        const std::string whole = logOf(5, {}, 0, settings);
        EXPECT_EQ(whole.find("in the last rows"), std::string::npos) << testing::PrintToString(settings) << whole;
    }
}

TEST_F(RestsOfFrames, OfFewCountsSayNothing) {
    for (const double mean : {0.001, 0.01, 5.0}) {
        const std::string log = logOf(mean, {}, 0);
        EXPECT_EQ(log.find("in the last rows"), std::string::npos) << mean << "\n" << log;
    }
    const std::string few = logOf(0.01, {7, 8}, 40);
    EXPECT_EQ(few.find("in the last rows"), std::string::npos) << few;
}

} // namespace
} // namespace ewald::job
