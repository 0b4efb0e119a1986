// SPDX-License-Identifier: GPL-3.0-or-later
//
// The operations of GenericFieldOps: sums, updates, algebra. Included by generic_field_ops.h only.
#pragma once

#include "kernels/direction_bodies.h"
#include "kernels/field_bodies.h"
#include "kernels/ptycho_bodies.h"
#include "kernels/regulariser_bodies.h"

#include <vector>

namespace ewald::compute {

template <class L, class B>
void GenericFieldOps<L, B>::clear(double* array, int cols, Region r) {
    m_launch.forEach(1, r.rows, r.cols, kernels::Clear{array, {cols, r.row, r.col}});
}

template <class L, class B>
void GenericFieldOps<L, B>::pack(const double* array, int cols, Region r, double* packed) {
    m_launch.forEach(1, r.rows, r.cols, kernels::Pack{array, {cols, r.row, r.col}, packed, r.cols});
}

template <class L, class B>
void GenericFieldOps<L, B>::unpack(double* array, int cols, Region r, const double* packed) {
    m_launch.forEach(1, r.rows, r.cols, kernels::Unpack{array, {cols, r.row, r.col}, packed, r.cols});
}

template <class L, class B>
void GenericFieldOps<L, B>::packSums(const Cd* sum, const double* weight, int cols, const SumTiles& tiles,
                                     double* packed) {
    m_launch.forEach(tiles.count, SumTiles::kRows, SumTiles::kCols,
                     kernels::PackSums{tiles, sum, weight, cols, packed});
}

template <class L, class B>
void GenericFieldOps<L, B>::unpackSums(Cd* sum, double* weight, int cols, const SumTiles& tiles, const double* packed) {
    m_launch.forEach(tiles.count, SumTiles::kRows, SumTiles::kCols,
                     kernels::UnpackSums{tiles, sum, weight, cols, packed});
}

template <class L, class B>
double GenericFieldOps<L, B>::maximum(const double* array, int cols, Region r) {
    return static_cast<double>(
        m_launch.fetch(m_launch.maximum(r.rows, r.cols, kernels::WeightAt{array, cols, r.row, r.col})));
}

template <class L, class B>
float GenericFieldOps<L, B>::peak(const Cf* array, std::size_t count) {
    return m_launch.fetch(m_launch.maximum(1, static_cast<int>(count), kernels::PowerAt{array}));
}

template <class L, class B>
void GenericFieldOps<L, B>::pieUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region r,
                                      float maxWeight, UpdateRule rule) {
    pieUpdateBy(nullptr, maxWeight, target, sum, weight, layers, rows, cols, r, rule);
}

template <class L, class B>
void GenericFieldOps<L, B>::pieUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region r,
                                      UpdateRule rule) {
    const float* largest = m_launch.maximum(r.rows, r.cols, kernels::WeightAt{weight, cols, r.row, r.col});
    pieUpdateBy(largest, 0, target, sum, weight, layers, rows, cols, r, rule);
}

template <class L, class B>
void GenericFieldOps<L, B>::pieUpdateBy(const float* largest, float maxWeight, Cf* target, Cd* sum, double* weight,
                                        int layers, int rows, int cols, Region r, UpdateRule rule) {
    m_launch.forEach(1, r.rows, r.cols,
                     kernels::UpdateLayers{largest, maxWeight, target, sum, weight, layers, rows, cols, r.row, r.col,
                                           rule.alpha, rule.step});
}

template <class L, class B>
void GenericFieldOps<L, B>::overlapUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region r,
                                          float inertia) {
    m_launch.forEach(1, r.rows, r.cols,
                     kernels::OverlapLayers{target, sum, weight, layers, rows, {cols, r.row, r.col}, inertia});
}

template <class L, class B>
void GenericFieldOps<L, B>::add(double* target, int cols, Region r, const double* packed) {
    m_launch.forEach(1, r.rows, r.cols, kernels::AddPacked{target, {cols, r.row, r.col}, packed, r.cols});
}

template <class L, class B>
void GenericFieldOps<L, B>::direction(Cf* target, Cd* sum, const double* weight, int layers, int rows, int cols,
                                      Region r, float floor, Cf* single) {
    m_launch.forEach(1, r.rows, r.cols,
                     kernels::MakeDirection{target, sum, weight, layers, rows, {cols, r.row, r.col}, floor, single});
}

template <class L, class B>
void GenericFieldOps<L, B>::precondition(Cf* target, const Cf* values, const double* weight, int layers, int rows,
                                         int cols, float floor) {
    m_launch.forEach(1, rows, cols, kernels::Precondition{target, values, weight, layers, rows, {cols, 0, 0}, floor});
}

template <class L, class B>
void GenericFieldOps<L, B>::momentUpdate(Cf* target, Cd* sum, Cf* first, Cf* second, std::size_t count,
                                         MomentRule rule) {
    m_launch.forEach(1, 1, static_cast<int>(count), kernels::MomentUpdate{target, sum, first, second, rule});
}

template <class L, class B>
void GenericFieldOps<L, B>::combine(Cf* target, float scale, const Cf* other, float factor, int cols, Region r) {
    m_launch.forEach(1, r.rows, r.cols, kernels::Combine{target, scale, other, factor, {cols, r.row, r.col}});
}

template <class L, class B>
std::vector<Cd> GenericFieldOps<L, B>::gram(const Cf* arrays, int layers, int n, double anchor) {
    const int pairs = layers * (layers + 1) / 2;
    constexpr std::size_t kNumbers = sizeof(Cd) / sizeof(double);
    std::vector<Cd> all(static_cast<std::size_t>(pairs));
    double* sums = m_launch.template scratch<double>(GenericScratch::rowSums, kNumbers * all.size());
    m_launch.sumFrames(sums, nullptr, pairs, n, n, anchor, kernels::PairTerms{arrays, layers, n});
    m_launch.fetch(sums, {&all.front().re, kNumbers * all.size()});
    return all;
}

template <class L, class B>
void GenericFieldOps<L, B>::mix(Cf* arrays, int layers, int n, const Cf* weights) {
    const std::size_t size =
        static_cast<std::size_t>(layers) * static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
    Cf* mixed = m_launch.template scratch<Cf>(GenericScratch::spectrum, size);
    m_launch.forEach(1, n, n, kernels::MixLayers{arrays, weights, mixed, layers, n});
    copy(mixed, size, arrays);
}

template <class L, class B>
void GenericFieldOps<L, B>::multiply(Cf* arrays, int layers, int n, const float* factor) {
    m_launch.forEach(1, n, n, kernels::MultiplyLayers{arrays, factor, layers, n});
}

template <class L, class B>
double GenericFieldOps<L, B>::dot(const Cf* a, const Cf* b, int cols, Region r, double anchor) {
    if (r.rows <= 0 || r.cols <= 0) return 0;
    std::vector<double> rows(static_cast<std::size_t>(r.rows));
    double* sums = m_launch.template scratch<double>(GenericScratch::rowSums, rows.size());
    m_launch.sumFrames(sums, nullptr, r.rows, 1, r.cols, anchor, kernels::DotRow{a, b, cols, r.row, r.col});
    m_launch.fetch(sums, rows);
    double total = 0;
    for (const double row : rows) total += row;
    return total;
}

template <class L, class B>
void GenericFieldOps<L, B>::copy(const Cf* from, std::size_t count, Cf* to) {
    m_launch.forEach(1, 1, static_cast<int>(count), kernels::Copy{from, to});
}

template <class L, class B>
void GenericFieldOps<L, B>::scale(Cf* array, std::size_t count, float factor) {
    m_launch.forEach(1, 1, static_cast<int>(count), kernels::ScaleAll{array, factor});
}

template <class L, class B>
void GenericFieldOps<L, B>::scale(Cf* array, std::size_t count, Cf factor) {
    m_launch.forEach(1, 1, static_cast<int>(count), kernels::TurnAll{array, factor});
}

template <class L, class B>
void GenericFieldOps<L, B>::fill(Cf* array, int cols, Region r, Cf value) {
    m_launch.forEach(1, r.rows, r.cols, kernels::Fill{array, value, {cols, r.row, r.col}});
}

template <class L, class B>
void GenericFieldOps<L, B>::limitAmplitude(Cf* array, std::size_t count, float low, float high) {
    m_launch.forEach(1, 1, static_cast<int>(count), kernels::LimitAmplitudes{array, low, high});
}

template <class L, class B>
void GenericFieldOps<L, B>::constrain(Cf* array, std::size_t count, const ValueRule& rule) {
    m_launch.forEach(1, 1, static_cast<int>(count), kernels::ConstrainValues{array, rule});
}

template <class L, class B>
void GenericFieldOps<L, B>::reduceVariation(Cf* image, int rows, int cols, float threshold) {
    const std::size_t pixels = static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
    Cf* dual = m_launch.template scratch<Cf>(GenericScratch::images, kVariationCopies * pixels);
    Cf* residual = dual + 2 * pixels;
    clear(reinterpret_cast<double*>(dual), cols, {0, 0, 2 * rows, cols}); // two floats in the place of each double
    for (int step = 0; step < kVariationSteps; ++step) {
        m_launch.forEach(1, rows, cols, kernels::VariationResidual{image, dual, residual, rows, cols});
        m_launch.forEach(
            1, rows, cols,
            kernels::VariationDual{residual, dual, rows, cols, kVariationStep, kVariationStep / threshold});
    }
    m_launch.forEach(1, rows, cols, kernels::VariationStep{image, dual, rows, cols});
}

template <class L, class B>
void GenericFieldOps<L, B>::smooth(Cf* image, int rows, int cols, float share) {
    const std::size_t pixels = static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
    Cf* result = m_launch.template scratch<Cf>(GenericScratch::images, pixels);
    m_launch.forEach(1, rows, cols, kernels::Smooth{image, result, rows, cols, share});
    copy(result, pixels, image);
}

template <class L, class B>
void GenericFieldOps<L, B>::filterWindow(Cf* image, int cols, int row, int col, int n, const Cf* transfer) {
    const auto side = static_cast<std::size_t>(n);
    Cf* window = m_launch.template scratch<Cf>(GenericScratch::images, side * side);
    const kernels::Corner here{cols, row, col}, own{n, 0, 0};
    const float scale = L::fftScale(n);
    m_launch.forEach(1, n, n, kernels::CopyWindow{image, here, window, own});
    m_launch.fft(window, 1, n, true);
    m_launch.forEach(1, n, n, kernels::MultiplyAll{window, transfer, n, scale * scale, false});
    m_launch.fft(window, 1, n, false);
    m_launch.forEach(1, n, n, kernels::CopyWindow{window, own, image, here});
}

template <class L, class B>
void GenericFieldOps<L, B>::accelerate(Cf* value, Cf* reference, Cf* velocity, std::size_t count, float friction) {
    m_launch.forEach(1, 1, static_cast<int>(count), kernels::Accelerate{value, reference, velocity, friction});
}

} // namespace ewald::compute
