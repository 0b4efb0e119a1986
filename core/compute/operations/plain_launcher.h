// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "compute/fft.h"
#include "compute/generic_ptycho_ops.h"
#include "compute/plain_loops.h"
#include "kernels/ptycho_bodies.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace ewald::compute {

/// The launcher of the plain CPU path: simple loops in one thread, the reference for the operations of every other
/// backend.
class PlainLauncher : public PlainLoops {
public:
    template <class Body>
    void addMetrics(int depth, int rows, int cols, Body body) {
        forEach(depth, rows, cols, [&](int z, int y, int x) {
            const kernels::DetectorMetrics m = body(z, y, x);
            m_sums.error += static_cast<double>(m.pixel.error);
            m_sums.intensity += static_cast<double>(m.pixel.intensity);
            m_sums.deviance += static_cast<double>(m.pixel.deviance);
            m_sums.valid += static_cast<double>(m.pixel.valid);
            m_sums.change += static_cast<double>(m.change);
        });
    }
    StepSums takeMetrics() { return std::exchange(m_sums, {}); }
    template <class Body>
    void maximum(float* out, int rows, int cols, Body body) {
        *out = 0;
        forEach(1, rows, cols, [&](int, int y, int x) { *out = std::max(*out, body(y, x)); });
    }
    template <class Body>
    void sumFrames(PositionNormals* out, const int* index, int frames, int n, Body body) {
        for (int z = 0; z < frames; ++z) out[index[z]] = {};
        forEach(frames, n, n, [&](int z, int y, int x) {
            const kernels::PositionNormals<float> part = body(z, y, x);
            PositionNormals& sum = out[index[z]];
            sum.row += static_cast<double>(part.row);
            sum.col += static_cast<double>(part.col);
            sum.rowRow += static_cast<double>(part.rowRow);
            sum.colCol += static_cast<double>(part.colCol);
            sum.rowCol += static_cast<double>(part.rowCol);
        });
    }
    float fetch(const float* value) { return *value; }
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
    StepSums m_sums;
};

using PlainPtychoOps = GenericPtychoOps<PlainLauncher>;

} // namespace ewald::compute
