// SPDX-License-Identifier: GPL-3.0-or-later
//
// What goes between ranks that hold overlapping parts of an object. Included by generic_field_ops.h only.
#pragma once

#include <algorithm>
#include <span>

namespace ewald::compute {

/// body(list) for as many boxes at a time as fit in a kernel's list.
template <class Body>
void forBoxLists(std::span<const SumBoxes::Box> boxes, int cols, Body&& body) {
    for (std::size_t first = 0; first < boxes.size(); first += SumBoxes::kMost) {
        const auto some = boxes.subspan(first, std::min<std::size_t>(SumBoxes::kMost, boxes.size() - first));
        SumBoxes list;
        list.count = static_cast<int>(some.size());
        list.objectCols = cols;
        std::ranges::copy(some, list.boxes);
        body(list);
    }
}

template <class L, class B>
void GenericFieldOps<L, B>::packBoxes(const Cd* sum, const double* weight, int cols,
                                      std::span<const SumBoxes::Box> boxes, double* packed) {
    forBoxLists(boxes, cols, [&](const SumBoxes& list) {
        int rows = 0, width = 0;
        for (const SumBoxes::Box& box : list.boxes) rows = std::max(rows, box.rows), width = std::max(width, box.cols);
        m_launch.forEach(list.count, rows, width, kernels::PackBoxes{list, sum, weight, packed});
    });
}

template <class L, class B>
void GenericFieldOps<L, B>::addBoxes(Cd* sum, double* weight, int cols, std::span<const SumBoxes::Box> boxes,
                                     const double* packed) {
    forBoxLists(boxes, cols, [&](const SumBoxes& list) {
        int top = list.boxes[0].row, left = list.boxes[0].col, bottom = top, right = left;
        for (int i = 0; i < list.count; ++i) {
            const SumBoxes::Box& box = list.boxes[i];
            top = std::min(top, box.row), left = std::min(left, box.col);
            bottom = std::max(bottom, box.row + box.rows), right = std::max(right, box.col + box.cols);
        }
        m_launch.forEach(1, bottom - top, right - left, kernels::AddBoxes{list, sum, weight, packed, top, left});
    });
}

template <class L, class B>
void GenericFieldOps<L, B>::placeMaximum(const double* array, int cols, Region r, double* out, int count, int place) {
    const float* largest = m_launch.maximum(r.rows, r.cols, kernels::WeightAt{array, cols, r.row, r.col});
    m_launch.forEach(1, 1, count, kernels::PlaceNumber{largest, out, place});
}

template <class L, class B>
void GenericFieldOps<L, B>::pieUpdateWith(std::span<const double> largest, Cf* target, Cd* sum, double* weight,
                                          int layers, int rows, int cols, Region r, UpdateRule rule) {
    const auto count = static_cast<int>(largest.size());
    const float* all = m_launch.maximum(1, count, kernels::WeightAt{largest.data(), count, 0, 0});
    pieUpdateBy(all, 0, target, sum, weight, layers, rows, cols, r, rule);
}

} // namespace ewald::compute
