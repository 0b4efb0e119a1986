// SPDX-License-Identifier: GPL-3.0-or-later
// What marks a pixel in a frame marks it in the image of variances: such a pixel is left out.
#include "integration_files.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>

namespace ewald::job {
namespace {

using test::kCols;
using test::kRows;

constexpr std::size_t kMarked = 20; ///< pixels, of two rows
constexpr double kVariance = 4;

class VarianceFile : public test::IntegrateFixture {
protected:
    /// Integrates frames of 3 counts with a variance of 4 in each pixel but for those that hold a mark. The error of
    /// the mean of n such pixels is √(4 n)/n.
    template <class T>
    void expectLeftOut(T mark, const std::string& words) {
        std::vector<T> variances(kRows * kCols, static_cast<T>(kVariance));
        for (std::size_t i = 0; i < kMarked; ++i) variances[(i % 2 == 0 ? 20 : 21) * kCols + 10 + i] = mark;
        io::h5::File file = io::h5::File::create(m_folder / "variance.h5");
        file.write<T>("/entry/variance", variances, {kRows, kCols});
        file.close();
        test::putStack(m_folder / "frames.h5", std::vector<std::uint16_t>(2 * kRows * kCols, 3));
        JobDocument job = document(m_folder / "frames.h5");
        job.set("solid_angle", "off");
        job.set("split", "no");
        job.set("error_model", "variance");
        job.set("variance_file", (m_folder / "variance.h5").string());
        m_recorder.log.clear();
        const JobOutcome outcome = run(job);
        ASSERT_FALSE(outcome.error) << outcome.error->what();
        const std::vector<double> errors = numbers(job.outputFile, "errors"), count = numbers(job.outputFile, "count");
        for (std::size_t bin = 0; bin < count.size(); ++bin)
            if (count[bin] > 0) {
                EXPECT_NEAR(errors[bin], std::sqrt(kVariance / count[bin]), 1e-6) << bin;
            }
        // Of two frames; without a range every pixel has a bin.
        EXPECT_EQ(std::accumulate(count.begin(), count.end(), 0.0), 2.0 * static_cast<double>(kRows * kCols - kMarked));
        EXPECT_NE(m_recorder.log.find(words), std::string::npos) << m_recorder.log;
    }
};

TEST_F(VarianceFile, MarksOfAllTypesAreLeftOut) {
    const std::string words = "the image of variances holds no variance in 20 pixels, which are left out";
    expectLeftOut<std::uint16_t>(65535, words);
    expectLeftOut<std::uint32_t>(4294967294U, words);
    expectLeftOut<std::int32_t>(std::numeric_limits<std::int32_t>::max(), words);
    expectLeftOut<std::int32_t>(-1, words);
    expectLeftOut<float>(-2, words);
    expectLeftOut<float>(std::nanf(""), words);
    expectLeftOut<float>(std::numeric_limits<float>::max(), words);
    expectLeftOut<double>(INFINITY, words);
}

} // namespace
} // namespace ewald::job
