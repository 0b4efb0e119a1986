// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/cpu/cpu_tasks.h"
#include "compute/operations/aligned_array.h"
#include "compute/operations/fft_plans.h"
#include "compute/operations/generic_ptycho_ops.h"
#include "kernels/ptycho_bodies.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace ewald::compute::cpu {

/// The launcher of the generic operations (generic_ptycho_ops.h) on the threads of one rank. Sums of a frame are made
/// by one thread, pixel after pixel, so that the bits depend on nothing else.
class CpuLauncher {
public:
    /// One work item a pixel of a sum: threads must not share one.
    static constexpr std::size_t kWorkItems = 1;

    explicit CpuLauncher(std::shared_ptr<CpuTasks> tasks) : m_tasks(std::move(tasks)) {}

    template <class Body>
    void forEach(int depth, int rows, int cols, const Body& body) {
        constexpr int kPiece = 4096; // of a row that has everything
        constexpr std::size_t kBytes = 32;
        if (depth <= 0 || rows <= 0 || cols <= 0) return;
        if (depth == 1 && rows == 1) {
            m_tasks->forRows((cols - 1) / kPiece + 1, kPiece * kBytes, [&](std::size_t, int first, int last) {
                const int end = last < (cols - 1) / kPiece + 1 ? last * kPiece : cols;
                for (int x = first * kPiece; x < end; ++x) body(0, 0, x);
            });
            return;
        }
        m_tasks->forRows(depth * rows, static_cast<std::size_t>(cols) * kBytes, [&](std::size_t, int first, int last) {
            for (int line = first; line < last; ++line) {
                const int z = line / rows, y = line % rows;
                for (int x = 0; x < cols; ++x) body(z, y, x);
            }
        });
    }
    template <class Body>
    void addMetrics(int depth, int rows, int cols, double anchor, const Body& body) {
        std::vector<StepSums> parts(static_cast<std::size_t>(std::max(0, depth)));
        m_tasks->forTasks(parts.size(), [&](std::size_t task, std::size_t) {
            for (int y = 0; y < rows; ++y)
                for (int x = 0; x < cols; ++x) parts[task] += sumsOf(body(static_cast<int>(task), y, x));
        });
        for (const StepSums& part : parts) m_sums += onGrid(part, anchor);
    }
    unsigned* beyond() { return &m_beyond; }
    StepSums takeMetrics() {
        m_sums.beyond = std::exchange(m_beyond, 0U);
        return std::exchange(m_sums, {});
    }
    template <class Body>
    const float* maximum(int rows, int cols, const Body& body) {
        std::vector<float> most(static_cast<std::size_t>(m_tasks->threads()));
        if (cols > 0)
            m_tasks->forRows(std::max(0, rows), static_cast<std::size_t>(cols) * sizeof(double),
                             [&](std::size_t slot, int first, int last) {
                                 for (int y = first; y < last; ++y)
                                     for (int x = 0; x < cols; ++x) most[slot] = std::max(most[slot], body(y, x));
                             });
        float& largest = m_maxima[m_nextMaximum++ % m_maxima.size()];
        largest = *std::ranges::max_element(most);
        return &largest;
    }
    template <class Body>
    void forStrips(int rows, int cols, const Body& body) {
        (void)maximumOfStrips(rows, cols, body);
    }
    template <class Body>
    const float* maximumOfStrips(int rows, int cols, const Body& body) {
        using Gather = typename Body::Gather;
        return maximum((rows + Gather::kStrip - 1) / Gather::kStrip, cols, [&](int strip, int x) {
            return body(kernels::NoNeighbours{}, strip * Gather::kStrip, x / Gather::kCols, x);
        });
    }
    static std::size_t cacheBytes() { return 0; }
    template <class Body>
    void sumFrames(double* out, const int* index, int frames, int rows, int cols, double anchor, const Body& body) {
        using Numbers = std::array<float, sizeof(decltype(body(0, 0, 0))) / sizeof(float)>;
        m_tasks->forTasks(static_cast<std::size_t>(std::max(0, frames)), [&](std::size_t task, std::size_t) {
            const int z = static_cast<int>(task);
            std::array<double, std::tuple_size_v<Numbers>> sums{};
            for (int y = 0; y < rows; ++y)
                for (int x = 0; x < cols; ++x) {
                    const auto numbers = std::bit_cast<Numbers>(body(z, y, x));
                    for (std::size_t i = 0; i < numbers.size(); ++i)
                        sums[i] +=
                            anchor != 0 ? kernels::exactSummand(numbers[i], anchor) : static_cast<double>(numbers[i]);
                }
            std::ranges::copy(sums, out + static_cast<std::size_t>(index ? index[z] : z) * sums.size());
        });
    }
    float fetch(const float* value) { return *value; }
    void fetch(const double* values, std::span<double> host) { std::copy_n(values, host.size(), host.begin()); }
    static float fftScale(int n) { return 1.0F / static_cast<float>(n); }
    /// In place, not normalised. Arrays that begin at no cache line are transformed in a copy: the same bits.
    void fft(Cf* arrays, int count, int n, bool forward) {
        const auto plans = FftPlans::forSize(n);
        const std::size_t size = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
        const Direction direction = forward ? Direction::forward : Direction::backward;
        m_work.resize(static_cast<std::size_t>(m_tasks->threads()));
        m_tasks->forTasks(static_cast<std::size_t>(std::max(0, count)), [&](std::size_t task, std::size_t slot) {
            Work& work = m_work[slot];
            work.panel.reserve(plans->panelSize());
            Cf* const array = arrays + task * size;
            if (reinterpret_cast<std::uintptr_t>(array) % kCacheLine == 0)
                return plans->transform(array, work.panel.data(), direction);
            work.array.reserve(size);
            std::copy_n(array, size, work.array.data());
            plans->transform(work.array.data(), work.panel.data(), direction);
            std::copy_n(work.array.data(), size, array);
        });
    }
    template <class T>
    T* scratch(GenericScratch slot, std::size_t count) {
        auto& memory = m_scratch[static_cast<std::size_t>(slot)];
        memory.reserve(count * sizeof(T) / sizeof(double) + 1);
        return reinterpret_cast<T*>(memory.data());
    }
    CallFrames frames(const FramePlace* all, std::span<const int> frames) {
        m_places.clear();
        for (const int frame : frames) m_places.push_back(all[frame]);
        return {m_places.data(), frames.data()};
    }

private:
    struct Work {
        AlignedArray<Cf> array;
        AlignedArray<Cf> panel;
    };

    std::shared_ptr<CpuTasks> m_tasks;
    std::array<AlignedArray<double>, static_cast<std::size_t>(GenericScratch::slots)> m_scratch;
    std::vector<FramePlace> m_places;
    std::vector<Work> m_work; ///< one a thread
    std::array<float, 128> m_maxima{};
    std::size_t m_nextMaximum = 0;
    StepSums m_sums;
    unsigned m_beyond = 0;
};

} // namespace ewald::compute::cpu
