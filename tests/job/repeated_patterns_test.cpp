// SPDX-License-Identifier: GPL-3.0-or-later
// Frames of an integration that repeat the counts of the one before.
#include "job/integration/remarks/pattern_remarks.h"

#include "integration_files.h"

#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace ewald::job {
namespace {

using test::kCols;
using test::kRows;

std::size_t repeatsOf(const std::vector<std::vector<double>>& patterns) {
    RepeatedPatterns repeats;
    for (std::size_t i = 0; i < patterns.size(); ++i) repeats.add(i, patterns[i]);
    return repeats.count();
}

TEST(RepeatedPatterns, AreThoseThatAreTheSameToTheLastBit) {
    // 20 bins of 100 counts: alike by chance with less than (2π · 100)^(−10) = 1e-28.
    const std::vector<double> one(20, 100.0), empty(20, 0.0);
    std::vector<double> other = one;
    other.back() = 100.0 + 1e-13;
    EXPECT_EQ(repeatsOf({one, one, one, other, one}), 2U);
    EXPECT_EQ(repeatsOf({empty, empty}), 0U) << "which is said otherwise";
    EXPECT_EQ(repeatsOf({one, {}, {}, one}), 0U);
    EXPECT_EQ(repeatsOf({std::vector<double>(20, NAN), std::vector<double>(20, NAN)}), 0U);
    EXPECT_EQ(repeatsOf({std::vector<double>(20, -100.0), std::vector<double>(20, -100.0)}), 1U);
    // 1e12 to chance are 30 bins of one count, (2π)^(−15) = 1e-12, and 31 more than enough.
    const auto ones = [](std::size_t bins) {
        std::vector<double> sums(1000, 0.0);
        std::fill_n(sums.begin(), bins, 1.0);
        return sums;
    };
    EXPECT_EQ(repeatsOf({ones(29), ones(29)}), 0U);
    EXPECT_EQ(repeatsOf({ones(31), ones(31)}), 1U);
}

TEST(RepeatedPatterns, SurviveTheMemoryOfTheirFrames) {
    RepeatedPatterns repeats;
    std::vector<double> sums(20, 100.0);
    repeats.add(3, sums);
    repeats.keep();
    std::ranges::fill(sums, 7.0); // used again by another group
    const std::vector<double> again(20, 100.0);
    repeats.add(4, again);
    repeats.keep();
    repeats.keep();
    EXPECT_EQ(repeats.count(), 1U);
    EXPECT_EQ(repeats.first(), 4U);
    repeats.interrupt();
    repeats.keep();
    repeats.add(6, again);
    EXPECT_EQ(repeats.count(), 1U) << "the one before could not be read";
}

class FramesThatRepeat : public test::IntegrateFixture {
protected:
    /// Frames of noise of about 50 counts; those of `copies` hold the counts of the one before.
    void put(const test::fs::path& file, std::size_t frames, const std::vector<std::size_t>& copies) {
        std::mt19937 engine(7);
        std::poisson_distribution<int> counts(50);
        std::vector<std::uint16_t> values;
        for (std::size_t frame = 0; frame < frames; ++frame)
            for (std::size_t pixel = 0; pixel < kRows * kCols; ++pixel)
                values.push_back(std::ranges::count(copies, frame) > 0 ? values[values.size() - kRows * kCols]
                                                                       : static_cast<std::uint16_t>(counts(engine)));
        test::putStack(file, values);
    }
    bool says(const std::string& text) const { return m_recorder.log.find(text) != std::string::npos; }
};

TEST_F(FramesThatRepeat, AreNamedOnceWhateverTheGroups) {
    const test::fs::path stack = m_folder / "frames.h5";
    put(stack, 24, {5, 6, 16});
    for (const char* split : {"no", "full"})
        for (const char* batch : {"1", "2", "8", "24"})
            for (const char* devices : {"cpu", "cpu:3"}) {
                JobDocument job = document(stack);
                for (const auto& [key, value] : {std::pair("split", split), {"batch", batch}, {"devices", devices}})
                    job.set(key, value);
                m_recorder.log.clear();
                const JobOutcome outcome = run(job);
                ASSERT_FALSE(outcome.error) << outcome.error->what();
                EXPECT_TRUE(says("3 frames hold exactly the counts of the one before (first: frame 5)"))
                    << split << " " << batch << " " << devices << "\n"
                    << m_recorder.log;
            }
}

TEST_F(FramesThatRepeat, BehindOneThatCannotBeReadAreNone) {
    const test::fs::path stack = m_folder / "frames.h5";
    put(stack, 6, {2, 3});
    test::damageFrame(stack, 2);
    const JobOutcome outcome = run(document(stack));
    ASSERT_FALSE(outcome.error) << outcome.error->what();
    EXPECT_FALSE(says("exactly the counts")) << m_recorder.log;
    put(stack, 6, {});
    ASSERT_FALSE(run(document(stack)).error);
    EXPECT_FALSE(says("exactly the counts")) << m_recorder.log;
}

/// Marks in a frame that planning has not looked at make its sum another one by far, up or down.
TEST(PatternRemarks, NameFramesFarBeyondAllOthers) {
    const auto linesOf = [](const std::vector<double>& totals) {
        PatternRemarks remarks;
        for (std::size_t frame = 0; frame < totals.size(); ++frame) {
            azint::FrameResult result;
            result.sumSignal = {totals[frame] / 2, totals[frame] / 2};
            remarks.add(frame, result);
            remarks.keep();
        }
        std::string all;
        for (const std::string& line : remarks.lines(100, true)) all += line + "\n";
        return all;
    };
    std::vector<double> totals;
    for (std::size_t i = 0; i < 20; ++i) totals.push_back(5e4 + 100.0 * static_cast<double>(i));
    EXPECT_EQ(linesOf(totals), "");
    totals[7] = -5e9;
    EXPECT_NE(linesOf(totals).find(
                  "1 frame holds far more than all others, up or down (first: frame 7, -97,847 times their counts)"),
              std::string::npos)
        << linesOf(totals);
    totals[7] = 50 * totals[0]; // a sample in the beam
    EXPECT_EQ(linesOf(totals), "");
    for (std::size_t i = 0; i < 20; i += 4) totals[i] = 1e9; // no exception
    EXPECT_EQ(linesOf(totals), "");
    EXPECT_NE(linesOf({5e4, 5e4, 1e10, 5e4}).find("first: frame 2"), std::string::npos);
    EXPECT_EQ(linesOf({5e4, 5e4, 1e10}), ""); // too few to say which is the exception
}

} // namespace
} // namespace ewald::job
