// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/noise_floor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

namespace ewald::ptycho {
namespace {

// Of simulated speckle of 128² pixels: the floor of the error to 0.5 % from 2 counts a pixel on, to 2 % for 0.02.
constexpr std::size_t kFrames = 128;

struct Expected {
    double error = 0;
    double deviance = 0;
};

/// Sums over the probabilities of all counts.
Expected summed(double lambda) {
    const int most = static_cast<int>(lambda + 12 * std::sqrt(lambda) + 20);
    double probability = std::exp(-lambda);
    Expected sum;
    for (int k = 0; k <= most; probability *= lambda / ++k) {
        sum.error += probability * std::pow(std::sqrt(static_cast<double>(k)) - std::sqrt(lambda), 2);
        sum.deviance += probability * (lambda - k + (k > 0 ? k * std::log(k / lambda) : 0));
    }
    return sum;
}

/// Both by the logarithm of λ, linear between points.
class Table {
public:
    static constexpr double kFirst = 1e-4;
    static constexpr double kLast = 100; // beyond, series are better than 10⁻⁵

    Table() {
        for (std::size_t i = 0; i < m_values.size(); ++i)
            m_values[i] = summed(kFirst * std::pow(10.0, static_cast<double>(i) / kPerDecade));
    }
    [[nodiscard]] Expected at(double lambda) const {
        const double position =
            std::clamp(std::log10(lambda / kFirst) * kPerDecade, 0.0, static_cast<double>(m_values.size() - 1) - 1e-9);
        const auto index = static_cast<std::size_t>(position);
        const double part = position - static_cast<double>(index);
        const Expected &low = m_values[index], &high = m_values[index + 1];
        return {low.error + part * (high.error - low.error), low.deviance + part * (high.deviance - low.deviance)};
    }

private:
    static constexpr int kPerDecade = 64;
    std::array<Expected, 6 * kPerDecade + 1> m_values;
};

Expected expected(double lambda) {
    static const Table table;
    if (!(lambda > 0)) return {};
    if (lambda < Table::kFirst) return {2 * lambda, -lambda * std::log(lambda)};
    if (lambda > Table::kLast)
        return {0.25 + 7 / (64 * lambda) + 75 / (512 * lambda * lambda),
                0.5 + 1 / (12 * lambda) + 1 / (12 * lambda * lambda)};
    return table.at(lambda);
}

/// From the histogram of a class of pixels to the errors of their λ.
class Deconvolution {
public:
    [[nodiscard]] static const Deconvolution& shared() {
        static const Deconvolution one;
        return one;
    }
    Deconvolution() {
        for (std::size_t j = 0; j < kLambdas; ++j) {
            if (j > 0) m_lambda[j] = std::exp2(CountClasses::kDarkest + static_cast<double>(j - 1) / kOfOctave);
            double probability = std::exp(-m_lambda[j]);
            for (std::size_t k = 0; k < kCounts; probability *= m_lambda[j] / static_cast<double>(++k)) {
                m_probability[k][j] = probability;
                m_seen[j] += probability;
            }
        }
    }
    /// \param mean about that of the pixels
    /// \return sums over all pixels
    [[nodiscard]] Expected of(CountClasses::Histogram histogram, double mean) const {
        std::array<double, kLambdas> pixels{}, factor;
        constexpr double kLeast = 1e-200; // a share of nothing would stay nothing, whatever was counted
        for (std::size_t j = 0; j < kLambdas; ++j)
            pixels[j] = std::max(m_lambda[j] * std::exp(-m_lambda[j] / mean), kLeast);
        pixels[0] = kDark * std::reduce(pixels.begin(), pixels.end());
        for (int round = 0; round < kRounds; ++round) {
            factor.fill(0);
            for (std::size_t k = 0; k < kCounts; ++k) {
                if (!(histogram[k] > 0)) continue;
                const double ratio =
                    histogram[k] / std::inner_product(pixels.begin(), pixels.end(), m_probability[k].begin(), 0.0);
                for (std::size_t j = 0; j < kLambdas; ++j) factor[j] += ratio * m_probability[k][j];
            }
            for (std::size_t j = 0; j < kLambdas; ++j) pixels[j] *= factor[j] / m_seen[j];
        }
        Expected sum;
        for (std::size_t j = 0; j < kLambdas; ++j) {
            const Expected each = expected(m_lambda[j]);
            sum.error += pixels[j] * m_seen[j] * each.error, sum.deviance += pixels[j] * m_seen[j] * each.deviance;
        }
        return sum;
    }

private:
    static constexpr int kRounds = 400;
    static constexpr std::size_t kCounts = CountClasses::kFew + 1;
    static constexpr double kOfOctave = 2;      ///< points
    static constexpr std::size_t kLambdas = 38; ///< no light, and up to 2⁶ = 64
    static constexpr double kDark = 0.02;       ///< share of pixels that have no light, to begin with
    std::array<double, kLambdas> m_lambda{};
    std::array<double, kLambdas> m_seen{}; ///< the share of pixels of that λ that have few counts
    std::array<std::array<double, kLambdas>, kCounts> m_probability{};
};

/// Of each pixel and its eight neighbours, also around the edges: the middle of the pattern is in the corners.
/// \param sums n × n sums of counts, then as many numbers of values
std::vector<double> meansOfNeighbours(std::span<const double> sums, std::size_t n) {
    std::vector<double> means(n * n);
    for (std::size_t row = 0; row < n; ++row)
        for (std::size_t col = 0; col < n; ++col) {
            double counts = 0, values = 0;
            for (std::size_t r = row + n - 1; r <= row + n + 1; ++r)
                for (std::size_t c = col + n - 1; c <= col + n + 1; ++c) {
                    const std::size_t pixel = r % n * n + c % n;
                    counts += sums[pixel], values += sums[n * n + pixel];
                }
            means[row * n + col] = values > 0 ? counts / values : 0;
        }
    return means;
}

} // namespace

double expectedError(double lambda) { return expected(lambda).error; }
double expectedDeviance(double lambda) { return expected(lambda).deviance; }

void CountClasses::add(double mean, double counts) {
    const double number = std::round(counts);
    m_numbers[kPixels] += 1;
    if (number > static_cast<double>(kFew)) {
        const auto octave = static_cast<std::size_t>(std::min(std::log2(number), kOctaves - 1.0));
        m_numbers[kMany + 2 * octave] += 1, m_numbers[kMany + 2 * octave + 1] += number;
    } else if (mean > 0) { // else no light at all
        const double octave = std::clamp(std::floor(std::log2(mean)) - kDarkest, 0.0, kClasses - 1.0);
        m_numbers[static_cast<std::size_t>(octave) * (kFew + 1) + static_cast<std::size_t>(std::max(number, 0.0))] += 1;
    }
}

NoiseFloor CountClasses::floor() const {
    double error = 0, deviance = 0, counts = 0;
    for (std::size_t octave = 0; octave < kOctaves; ++octave) {
        const double pixels = m_numbers[kMany + 2 * octave], sum = m_numbers[kMany + 2 * octave + 1];
        if (!(pixels > 0)) continue;
        const Expected each = expected(sum / pixels);
        error += pixels * each.error, deviance += pixels * each.deviance, counts += sum;
    }
    for (std::size_t i = 0; i < kClasses; ++i) {
        const Histogram histogram = std::span(m_numbers).subspan(i * (kFew + 1)).first<kFew + 1>();
        if (std::ranges::none_of(histogram, [](double pixels) { return pixels > 0; })) continue;
        for (std::size_t k = 0; k <= kFew; ++k) counts += static_cast<double>(k) * histogram[k];
        const Expected sum = Deconvolution::shared().of(histogram, std::exp2(kDarkest + static_cast<double>(i) + 0.5));
        error += sum.error, deviance += sum.deviance;
    }
    const double pixels = m_numbers[kPixels];
    return {counts > 0 ? error / counts : 0, pixels > 0 ? deviance / pixels : 0};
}

NoiseFloor measureNoiseFloor(const Problem& problem, compute::Communicator& communicator) {
    const std::size_t n = problem.geometry.frameSize(), pixels = n * n;
    std::vector<float> amplitudes(pixels);
    // Calls act(pixel, counts) for each pixel of the frames of this rank that was measured.
    const auto forEachPixel = [&](const auto& act) {
        const std::size_t frames = std::min(kFrames, problem.frames);
        for (std::size_t i = 0; i < frames; ++i) {
            const std::size_t frame = i * problem.frames / frames;
            if (problem.partition.rankOf[frame] != communicator.rank()) continue;
            problem.measured->amplitudes(problem.partition.placeOf[frame], amplitudes);
            for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
                const double counts = std::pow(static_cast<double>(amplitudes[pixel]), 2);
                const bool saturated = problem.saturation > 0 && counts >= problem.saturation;
                if (amplitudes[pixel] >= 0 && !saturated) act(pixel, counts);
            }
        }
    };
    std::vector<double> sums(2 * pixels); // counts, and in how many frames
    forEachPixel(
        [&](std::size_t pixel, double counts) { sums[pixel] += std::round(counts), sums[pixels + pixel] += 1; });
    communicator.allReduceSum(std::span(sums));
    const std::vector<double> means = meansOfNeighbours(sums, n);
    CountClasses classes;
    forEachPixel([&](std::size_t pixel, double counts) { classes.add(means[pixel], counts); });
    communicator.allReduceSum(classes.numbers());
    return classes.floor();
}

} // namespace ewald::ptycho
