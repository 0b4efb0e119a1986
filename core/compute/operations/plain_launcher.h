// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "compute/operations/fft.h"
#include "compute/operations/generic_ptycho_ops.h"
#include "compute/operations/plain_loops.h"
#include "kernels/ptycho_bodies.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <utility>
#include <vector>

namespace ewald::compute {

/// The launcher of the plain CPU path: simple loops in one thread, the reference for the operations of every other
/// backend.
class PlainLauncher : public PlainLoops {
public:
    static constexpr std::size_t kWorkItems = kWorkItemsOfGpus; ///< to sum as they do

    template <class Body>
    void addMetrics(int depth, int rows, int cols, double, Body body) {
        forEach(depth, rows, cols, [&](int z, int y, int x) { m_sums += sumsOf(body(z, y, x)); });
    }
    unsigned* beyond() { return &m_beyond; }
    StepSums takeMetrics() {
        m_sums.beyond = std::exchange(m_beyond, 0U);
        return std::exchange(m_sums, {});
    }
    template <class Body>
    const float* maximum(int rows, int cols, Body body) {
        float& largest = m_maxima[m_nextMaximum++ % m_maxima.size()];
        largest = 0;
        forEach(1, rows, cols, [&](int, int y, int x) { largest = std::max(largest, body(y, x)); });
        return &largest;
    }
    template <class Body>
    void forStrips(int rows, int cols, Body body) {
        (void)maximumOfStrips(rows, cols, body);
    }
    template <class Body>
    const float* maximumOfStrips(int rows, int cols, Body body) {
        using Gather = typename Body::Gather;
        return maximum((rows + Gather::kStrip - 1) / Gather::kStrip, cols, [&](int strip, int x) {
            return body(kernels::NoNeighbours{}, strip * Gather::kStrip, x / Gather::kCols, x);
        });
    }
    template <class Body>
    void sumFrames(double* out, const int* index, int frames, int rows, int cols, double anchor, Body body) {
        using Numbers = std::array<float, sizeof(decltype(body(0, 0, 0))) / sizeof(float)>;
        const auto sumOf = [&](int z) {
            return out + static_cast<std::size_t>(index ? index[z] : z) * Numbers().size();
        };
        for (int z = 0; z < frames; ++z) std::fill_n(sumOf(z), Numbers().size(), 0.0);
        forEach(frames, rows, cols, [&](int z, int y, int x) {
            const auto numbers = std::bit_cast<Numbers>(body(z, y, x));
            for (std::size_t i = 0; i < numbers.size(); ++i)
                sumOf(z)[i] +=
                    anchor != 0 ? kernels::exactSummand(numbers[i], anchor) : static_cast<double>(numbers[i]);
        });
    }
    static std::size_t cacheBytes() { return 0; }
    float fetch(const float* value) { return *value; }
    void fetch(const double* values, std::span<double> host) { std::copy_n(values, host.size(), host.begin()); }
    static float fftScale(int) { return 1; }
    void fft(Cf* arrays, int count, int n, bool forward) {
        const auto size = static_cast<std::size_t>(n);
        for (int i = 0; i < count; ++i) {
            auto* values = reinterpret_cast<Complex*>(arrays + static_cast<std::size_t>(i) * size * size);
            Array<Complex, 2> copy({size, size}, std::vector<Complex>(values, values + size * size));
            fft2d(copy, forward ? FftDirection::forward : FftDirection::backward);
            std::copy(copy.begin(), copy.end(), values);
        }
    }
    template <class T>
    T* scratch(GenericScratch slot, std::size_t count) {
        auto& memory = m_scratch[static_cast<std::size_t>(slot)];
        memory.resize(std::max(memory.size(), count * sizeof(T) / sizeof(double) + 1));
        return reinterpret_cast<T*>(memory.data());
    }
    CallFrames frames(const FramePlace* all, std::span<const int> frames) {
        m_places.clear();
        for (const int frame : frames) m_places.push_back(all[frame]);
        return {m_places.data(), frames.data()};
    }

private:
    std::array<std::vector<double>, static_cast<std::size_t>(GenericScratch::slots)> m_scratch;
    std::vector<FramePlace> m_places;
    std::array<float, 128> m_maxima{};
    std::size_t m_nextMaximum = 0;
    StepSums m_sums;
    unsigned m_beyond = 0;
};

using PlainPtychoOps = GenericPtychoOps<PlainLauncher>;

} // namespace ewald::compute
