// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/resample.h"

#include "base/units.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

namespace ewald::ptycho {
namespace {

constexpr double kLobes = 8; // a wave of 0.8 of the Nyquist frequency keeps its amplitude within 1 %

double sinc(double x) { return x == 0 ? 1 : std::sin(kPi * x) / (kPi * x); }

/// The pixels that contribute to one point, and how much each.
struct SampleWeights {
    std::size_t begin = 0;
    std::vector<float> values;
};

SampleWeights weightsAt(double point, double step, std::size_t extent) {
    const double width = std::max(1.0, std::abs(step));
    const double last = static_cast<double>(extent) - 1;
    const double begin = std::max(0.0, std::ceil(point - width * kLobes));
    const double end = std::min(last, std::floor(point + width * kLobes));
    SampleWeights weights;
    if (!(begin <= end)) return weights;
    weights.begin = static_cast<std::size_t>(begin);
    for (double pixel = begin; pixel <= end; ++pixel) {
        const double x = (pixel - point) / width;
        weights.values.push_back(static_cast<float>(sinc(x) * sinc(x / kLobes) / width));
    }
    return weights;
}

/// The image resampled along its rows, [points][rows]: the second call does the other axis and transposes back.
Array<Complex, 2> resampledTransposed(const Array<Complex, 2>& image, SamplePoints points) {
    const std::size_t rows = image.extent(0), cols = image.extent(1);
    Array<Complex, 2> out({points.count, rows});
    for (std::size_t i = 0; i < points.count; ++i) {
        const SampleWeights weights = weightsAt(points.first + static_cast<double>(i) * points.step, points.step, cols);
        for (std::size_t row = 0; row < rows; ++row) {
            std::complex<double> sum = 0;
            for (std::size_t k = 0; k < weights.values.size(); ++k)
                sum += std::complex<double>(image(row, weights.begin + k)) * static_cast<double>(weights.values[k]);
            out(i, row) = Complex(sum);
        }
    }
    return out;
}

} // namespace

SamplePoints pointsAroundMiddle(std::size_t extent, double step, std::size_t count) {
    return {static_cast<double>(extent / 2) - static_cast<double>(count / 2) * step, step, count};
}

Array<Complex, 2> resample(const Array<Complex, 2>& image, SamplePoints rows, SamplePoints cols) {
    return resampledTransposed(resampledTransposed(image, cols), rows);
}

} // namespace ewald::ptycho
