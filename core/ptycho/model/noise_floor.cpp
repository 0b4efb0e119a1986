// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/noise_floor.h"

#include "kernels/ptycho_kernels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace ewald::ptycho {
namespace {

constexpr std::size_t kFrames = 32; // 32 frames of 64×64 pixels: the floor to a few parts in a thousand

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

} // namespace

double expectedError(double lambda) { return expected(lambda).error; }
double expectedDeviance(double lambda) { return expected(lambda).deviance; }

void NoiseSums::add(double lambda, double counts) {
    const double octaves = lambda > 0 ? std::log2(lambda) - kLowest : 0;
    const auto which =
        static_cast<std::size_t>(std::clamp(kOfOctave * octaves, 0.0, static_cast<double>(kClasses - 1)));
    double* const sums = m_numbers.data() + which * kNumbers;
    const Expected floor = expected(lambda);
    sums[pixels] += 1, sums[modelled] += lambda, sums[measured] += counts;
    sums[error] += floor.error, sums[deviance] += floor.deviance;
}

void NoiseSums::add(const NoiseSums& other, double anchor) {
    for (std::size_t i = 0; i < m_numbers.size(); ++i)
        m_numbers[i] += kernels::exactSummand(other.m_numbers[i], anchor);
}

NoiseFloor NoiseSums::floor() const {
    double errors = 0, counts = 0, deviances = 0, all = 0;
    for (const double* sums = m_numbers.data(); sums != m_numbers.data() + m_numbers.size(); sums += kNumbers) {
        const double number = sums[pixels];
        if (!(number > 0)) continue;
        const Expected model = expected(sums[modelled] / number), truth = expected(sums[measured] / number);
        errors += model.error > 0 ? sums[error] * truth.error / model.error : number * truth.error;
        deviances += model.deviance > 0 ? sums[deviance] * truth.deviance / model.deviance : number * truth.deviance;
        counts += sums[measured], all += number;
    }
    return {counts > 0 ? errors / counts : 0, all > 0 ? deviances / all : 0};
}

NoiseFloor measureNoiseFloor(EngineContext& state) {
    const Problem& problem = state.problem();
    const std::size_t n = problem.geometry.frameSize();
    NoiseSums sums;
    std::vector<float> measured(n * n);
    for (std::size_t i = 0; i < std::min(kFrames, problem.frames); ++i) {
        const std::size_t frame = problem.order.permutation[i];
        if (problem.partition.rankOf[frame] != state.communicator().rank()) continue;
        const Array<float, 2> model = state.localPattern(frame);
        problem.measured->amplitudes(problem.partition.placeOf[frame], measured);
        NoiseSums ofFrame;
        for (std::size_t row = 0; row < n; ++row)
            for (std::size_t col = 0; col < n; ++col) {
                const double amplitude = static_cast<double>(measured[row * n + col]);
                if (amplitude < 0) continue;
                const auto lambda = static_cast<double>(model((row + n / 2) % n, (col + n / 2) % n));
                const bool saturated = problem.saturation > 0 && amplitude * amplitude >= problem.saturation;
                if (saturated && lambda >= problem.saturation) continue; // kernels::Detector::saturated()
                ofFrame.add(lambda, amplitude * amplitude);
            }
        sums.add(ofFrame, state.metricsAnchor());
    }
    state.communicator().allReduceSum(sums.numbers());
    return sums.floor();
}

} // namespace ewald::ptycho
