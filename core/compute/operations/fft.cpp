// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/operations/fft.h"

#include "compute/operations/aligned_array.h"
#include "compute/operations/fft_plans.h"

#include <algorithm>
#include <cmath>

namespace ewald::compute {
namespace {

using kernels::Cf;

void transformSquare(Cf* values, std::size_t size, Direction direction) {
    const auto plans = FftPlans::forSize(static_cast<int>(size));
    AlignedArray<Cf> work(size * size);
    AlignedArray<Cf> scratch(plans->panelSize());
    std::copy_n(values, size * size, work.data());
    plans->transform(work.data(), scratch.data(), direction);
    std::copy_n(work.data(), size * size, values);
}

void transformRows(Cf* values, std::size_t rows, std::size_t cols, Direction direction) {
    constexpr std::size_t kBlock = FftPlans::kRowBlock;
    const auto plans = FftPlans::forSize(static_cast<int>(cols));
    AlignedArray<Cf> block(kBlock * cols);
    for (std::size_t first = 0; first < rows; first += kBlock) {
        const std::size_t count = std::min(kBlock, rows - first) * cols;
        std::copy_n(values + first * cols, count, block.data());
        plans->rows(block.data(), FftPlans::kRowBlock, direction); // what is beyond the last row is not used
        std::copy_n(block.data(), count, values + first * cols);
    }
}

void transformCols(Cf* values, std::size_t rows, std::size_t cols, Direction direction) {
    const auto plans = FftPlans::forSize(static_cast<int>(rows));
    const auto width = static_cast<std::size_t>(plans->panelWidth());
    AlignedArray<Cf> panel(plans->panelSize());
    for (std::size_t first = 0; first < cols; first += width) {
        const std::size_t count = std::min(width, cols - first);
        for (std::size_t r = 0; r < rows; ++r) std::copy_n(values + r * cols + first, count, panel.data() + r * width);
        plans->panel(panel.data(), direction);
        for (std::size_t r = 0; r < rows; ++r) std::copy_n(panel.data() + r * width, count, values + r * cols + first);
    }
}

} // namespace

void fft2d(Array<Complex, 2>& array, FftDirection direction) {
    const auto [rows, cols] = array.shape();
    auto* values = reinterpret_cast<Cf*>(array.data());
    const auto way = direction == FftDirection::forward ? Direction::forward : Direction::backward;
    if (rows == cols) {
        transformSquare(values, rows, way);
    } else {
        transformRows(values, rows, cols, way);
        transformCols(values, rows, cols, way);
    }
    // The square root of an integer's square is exact: nothing changes for square arrays.
    const float scale = 1.0F / static_cast<float>(std::sqrt(static_cast<double>(rows) * static_cast<double>(cols)));
    for (std::size_t i = 0; i < array.size(); ++i) values[i] = scale * values[i];
}

} // namespace ewald::compute
