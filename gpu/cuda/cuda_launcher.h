// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/generic_ptycho_ops.h"
#include "cuda/cuda_context.h"
#include "kernels/ptycho_bodies.h"

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

namespace ewald::cuda {

using compute::FramePlace;
using compute::StepSums;

inline constexpr int kThreads = 256;

/// Work items (z, y, x) of a launch: a block takes kThreads neighbouring x of one row. Everything else is on grid.x,
/// whose limit (2³¹ − 1) no batch reaches; grid.y and grid.z end at 65,535.
struct Grid {
    int depth, rows, cols;
    [[nodiscard]] __host__ __device__ long long blocksPerRow() const { return (cols + kThreads - 1) / kThreads; }
    [[nodiscard]] __host__ __device__ long long blocks() const {
        return blocksPerRow() * static_cast<long long>(rows) * static_cast<long long>(depth);
    }
};

template <class Body>
__global__ void __launch_bounds__(kThreads) forEachKernel(Grid grid, Body body) {
    const long long block = blockIdx.x;
    const long long row = block / grid.blocksPerRow();
    const int x = static_cast<int>(block % grid.blocksPerRow()) * kThreads + static_cast<int>(threadIdx.x);
    if (x < grid.cols) body(static_cast<int>(row / grid.rows), static_cast<int>(row % grid.rows), x);
}

/// Sums of one thread, then of its block in a tree: the same order in every run.
template <int kCount, class Combine>
__device__ void reduceBlock(double (&values)[kCount], double* out, Combine combine) {
    __shared__ double shared[kCount][kThreads];
    for (int i = 0; i < kCount; ++i) shared[i][threadIdx.x] = values[i];
    __syncthreads();
    for (unsigned half = kThreads / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            for (int i = 0; i < kCount; ++i)
                shared[i][threadIdx.x] = combine(shared[i][threadIdx.x], shared[i][threadIdx.x + half]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        for (int i = 0; i < kCount; ++i) out[static_cast<std::size_t>(blockIdx.x) * kCount + i] = shared[i][0];
}

struct Add {
    __device__ double operator()(double a, double b) const { return a + b; }
};
struct Larger {
    __device__ double operator()(double a, double b) const { return a > b ? a : b; }
};

/// Each thread of a fixed number of blocks goes through the items with a stride.
template <class Body>
__global__ void __launch_bounds__(kThreads) metricsKernel(Grid grid, Body body, double* out) {
    double sums[5] = {};
    const long long perPlane = static_cast<long long>(grid.rows) * grid.cols;
    const long long items = perPlane * grid.depth;
    for (long long i = static_cast<long long>(blockIdx.x) * kThreads + threadIdx.x; i < items;
         i += static_cast<long long>(gridDim.x) * kThreads) {
        const long long inPlane = i % perPlane;
        const kernels::DetectorMetrics m = body(static_cast<int>(i / perPlane), static_cast<int>(inPlane / grid.cols),
                                                static_cast<int>(inPlane % grid.cols));
        sums[0] += static_cast<double>(m.pixel.error);
        sums[1] += static_cast<double>(m.pixel.intensity);
        sums[2] += static_cast<double>(m.pixel.deviance);
        sums[3] += static_cast<double>(m.pixel.valid);
        sums[4] += static_cast<double>(m.change);
    }
    reduceBlock(sums, out, Add{});
}

template <class Body>
__global__ void __launch_bounds__(kThreads) maximumKernel(int rows, int cols, Body body, double* out) {
    double largest[1] = {};
    const long long items = static_cast<long long>(rows) * cols;
    for (long long i = static_cast<long long>(blockIdx.x) * kThreads + threadIdx.x; i < items;
         i += static_cast<long long>(gridDim.x) * kThreads) {
        const double value = body(static_cast<int>(i / cols), static_cast<int>(i % cols));
        largest[0] = value > largest[0] ? value : largest[0];
    }
    reduceBlock(largest, out, Larger{});
}

struct Scale {
    Cf* values;
    float factor;
    EWALD_HD void operator()(int, int y, int x) const {
        Cf& value = values[static_cast<std::ptrdiff_t>(y) * kThreads + x];
        value = factor * value;
    }
};

/// The launcher of the generic operations on one GPU.
class CudaLauncher {
public:
    explicit CudaLauncher(std::shared_ptr<CudaContext> context) : m_context(std::move(context)) {}

    template <class Body>
    void forEach(int depth, int rows, int cols, Body body) {
        const Grid grid{depth, rows, cols};
        if (grid.blocks() == 0) return;
        m_context->use();
        forEachKernel<<<static_cast<unsigned>(grid.blocks()), kThreads, 0, m_context->stream()>>>(grid, body);
        check(cudaGetLastError(), "kernel launch", m_context->device());
    }
    template <class Body>
    StepSums reduce(int depth, int rows, int cols, Body body) {
        constexpr int kSums = 5;
        double* partial = partials(kSums);
        m_context->use();
        metricsKernel<<<kBlocks, kThreads, 0, m_context->stream()>>>(Grid{depth, rows, cols}, body, partial);
        check(cudaGetLastError(), "kernel launch", m_context->device());
        const std::vector<double> host = fetch(partial, kSums);
        StepSums sums;
        for (std::size_t block = 0; block < kBlocks; ++block) {
            const double* part = host.data() + block * kSums;
            sums += StepSums{part[0], part[1], part[2], part[3], part[4]};
        }
        return sums;
    }
    template <class Body>
    double maximum(int rows, int cols, Body body) {
        double* partial = partials(1);
        m_context->use();
        maximumKernel<<<kBlocks, kThreads, 0, m_context->stream()>>>(rows, cols, body, partial);
        check(cudaGetLastError(), "kernel launch", m_context->device());
        const std::vector<double> host = fetch(partial, 1);
        return *std::max_element(host.begin(), host.end());
    }
    /// Orthonormal, in place.
    void fft(Cf* arrays, int count, int n, bool forward) {
        m_context->fft(arrays, count, n, forward);
        const float factor = 1.0F / static_cast<float>(n);
        const auto total = static_cast<std::size_t>(count) * static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
        const auto rows = static_cast<int>(total / kThreads);
        forEach(1, rows, kThreads, Scale{arrays, factor});
        forEach(1, 1, static_cast<int>(total % kThreads),
                Scale{arrays + static_cast<std::size_t>(rows) * kThreads, factor});
    }
    template <class T>
    T* scratch(int slot, std::size_t count) {
        return static_cast<T*>(m_context->scratch(static_cast<std::size_t>(slot) + kOwnSlots, count * sizeof(T)));
    }
    const FramePlace* places(const FramePlace* all, std::span<const int> frames) {
        std::vector<FramePlace> chosen;
        for (const int frame : frames) chosen.push_back(all[frame]);
        return send<FramePlace>(kPlacesSlot, chosen);
    }
    const int* indices(std::span<const int> frames) { return send<int>(kIndexSlot, frames); }

private:
    // Enough blocks to fill the largest GPU twice over.
    static constexpr std::size_t kBlocks = 512;
    enum Slot : std::size_t { kPartialSlot, kPlacesSlot, kIndexSlot, kOwnSlots };

    double* partials(std::size_t values) {
        return static_cast<double*>(m_context->scratch(kPartialSlot, kBlocks * values * sizeof(double)));
    }
    std::vector<double> fetch(const double* partial, std::size_t values) {
        std::vector<double> host(kBlocks * values);
        m_context->download(host.data(), partial, host.size() * sizeof(double));
        return host;
    }
    template <class T>
    const T* send(std::size_t slot, std::span<const T> host) {
        void* memory = m_context->scratch(slot, std::max<std::size_t>(1, host.size_bytes()));
        m_context->upload(memory, host.data(), host.size_bytes());
        return static_cast<const T*>(memory);
    }

    std::shared_ptr<CudaContext> m_context;
};

} // namespace ewald::cuda
