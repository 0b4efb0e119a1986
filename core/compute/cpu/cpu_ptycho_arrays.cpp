// SPDX-License-Identifier: GPL-3.0-or-later
//
// The operations of CpuPtychoOps on whole arrays that are worth loops of their own: no frames.
#include "compute/cpu/cpu_ptycho_ops.h"

#include <algorithm>
#include <vector>

namespace ewald::compute::cpu {

double CpuPtychoOps::maximum(const double* array, int cols, Region region) {
    double largest = 0;
    for (int row = region.row; row < region.row + region.rows; ++row)
        largest = std::max(largest,
                           m_loops->maximum(array + static_cast<std::ptrdiff_t>(row) * cols + region.col, region.cols));
    return largest;
}

float CpuPtychoOps::peak(const Cf* array, std::size_t count) {
    constexpr std::size_t kPiece = 1024; // a "row" for the threads
    std::vector<float> largest(static_cast<std::size_t>(m_tasks->threads()));
    m_tasks->forRows(static_cast<int>((count + kPiece - 1) / kPiece), kPiece * sizeof(Cf),
                     [&](std::size_t slot, int first, int last) {
                         const std::size_t from = static_cast<std::size_t>(first) * kPiece;
                         const std::size_t to = std::min(count, static_cast<std::size_t>(last) * kPiece);
                         largest[slot] = std::max(largest[slot], m_loops->peak(array + from, to - from));
                     });
    return *std::max_element(largest.begin(), largest.end());
}

void CpuPtychoOps::pieUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region region,
                             float maxWeight, UpdateRule rule) {
    m_tasks->forRows(
        region.rows, static_cast<std::size_t>(region.cols) * sizeof(Cd) * 3, [&](std::size_t, int from, int to) {
            for (int layer = 0; layer < layers; ++layer)
                for (int row = region.row + from; row < region.row + to; ++row) {
                    const std::ptrdiff_t within = static_cast<std::ptrdiff_t>(row) * cols + region.col;
                    const std::ptrdiff_t offset = static_cast<std::ptrdiff_t>(layer) * rows * cols + within;
                    m_loops->pieUpdate(target + offset, sum + offset, weight + within, region.cols, maxWeight,
                                       rule.alpha, rule.step, layer == layers - 1);
                }
        });
}

void CpuPtychoOps::pieUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region region,
                             UpdateRule rule) {
    const double most = maximum(weight, cols, region);
    pieUpdate(target, sum, weight, layers, rows, cols, region, static_cast<float>(most), rule);
}

void CpuPtychoOps::pieUpdateWith(std::span<const double> largest, Cf* target, Cd* sum, double* weight, int layers,
                                 int rows, int cols, Region region, UpdateRule rule) {
    const double most = largest.empty() ? 0 : *std::ranges::max_element(largest);
    pieUpdate(target, sum, weight, layers, rows, cols, region, static_cast<float>(most), rule);
}

void CpuPtychoOps::overlapUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region region,
                                 float inertia) {
    m_tasks->forRows(
        region.rows, static_cast<std::size_t>(region.cols) * sizeof(Cd) * 3, [&](std::size_t, int from, int to) {
            for (int layer = 0; layer < layers; ++layer)
                for (int row = region.row + from; row < region.row + to; ++row) {
                    const std::ptrdiff_t within = static_cast<std::ptrdiff_t>(row) * cols + region.col;
                    const std::ptrdiff_t offset = static_cast<std::ptrdiff_t>(layer) * rows * cols + within;
                    m_loops->overlapUpdate(target + offset, sum + offset, weight + within, region.cols, inertia,
                                           layer == layers - 1);
                }
        });
}

void CpuPtychoOps::direction(Cf* target, Cd* sum, const double* weight, int layers, int rows, int cols, Region region,
                             float floor, Cf* single) {
    m_tasks->forRows(
        region.rows, static_cast<std::size_t>(region.cols) * sizeof(Cd) * 3, [&](std::size_t, int from, int to) {
            for (int layer = 0; layer < layers; ++layer)
                for (int row = region.row + from; row < region.row + to; ++row) {
                    const std::ptrdiff_t within = static_cast<std::ptrdiff_t>(row) * cols + region.col;
                    const std::ptrdiff_t offset = static_cast<std::ptrdiff_t>(layer) * rows * cols + within;
                    m_loops->direction(target + offset, sum + offset, weight ? weight + within : nullptr, region.cols,
                                       floor, single ? single + offset : nullptr);
                }
        });
}

void CpuPtychoOps::precondition(Cf* target, const Cf* values, const double* weight, int layers, int rows, int cols,
                                float floor) {
    m_tasks->forRows(
        layers * rows, static_cast<std::size_t>(cols) * sizeof(Cf) * 3, [&](std::size_t, int from, int to) {
            for (int row = from; row < to; ++row) {
                const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(row) * cols;
                m_loops->precondition(target + at, values + at, weight + static_cast<std::ptrdiff_t>(row % rows) * cols,
                                      cols, floor);
            }
        });
}

void CpuPtychoOps::momentUpdate(Cf* target, Cd* sum, Cf* first, Cf* second, std::size_t count, MomentRule rule) {
    constexpr std::size_t kPiece = 1024; // a "row" for the threads
    m_tasks->forRows(static_cast<int>((count + kPiece - 1) / kPiece), kPiece * sizeof(Cf) * 5,
                     [&](std::size_t, int begin, int end) {
                         const std::size_t from = static_cast<std::size_t>(begin) * kPiece;
                         const std::size_t to = std::min(count, static_cast<std::size_t>(end) * kPiece);
                         m_loops->momentUpdate(target + from, sum + from, first + from,
                                               second ? second + from : nullptr, to - from, rule);
                     });
}

void CpuPtychoOps::combine(Cf* target, float scale, const Cf* other, float factor, int cols, Region region) {
    m_tasks->forRows(region.rows, static_cast<std::size_t>(region.cols) * sizeof(Cf) * 3,
                     [&](std::size_t, int from, int to) {
                         for (int row = region.row + from; row < region.row + to; ++row) {
                             const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(row) * cols + region.col;
                             m_loops->combine(target + at, scale, other + at, factor, region.cols);
                         }
                     });
}

double CpuPtychoOps::dot(const Cf* a, const Cf* b, int cols, Region region, double anchor) {
    std::vector<double> sums(
        static_cast<std::size_t>(m_tasks->threads())); // exact: the order of the threads does not matter
    m_tasks->forRows(region.rows, static_cast<std::size_t>(region.cols) * sizeof(Cf) * 2,
                     [&](std::size_t slot, int from, int to) {
                         for (int row = region.row + from; row < region.row + to; ++row) {
                             const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(row) * cols + region.col;
                             sums[slot] += m_loops->dot(a + at, b + at, region.cols, anchor);
                         }
                     });
    double total = 0;
    for (const double sum : sums) total += sum;
    return total;
}

} // namespace ewald::compute::cpu
