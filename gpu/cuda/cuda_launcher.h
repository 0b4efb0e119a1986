// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "compute/generic_ptycho_ops.h"
#include "cuda/cuda_context.h"
#include "kernels/fast_divider.h"
#include "kernels/ptycho_bodies.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ewald::cuda {

using compute::CallFrames;
using compute::FramePlace;
using compute::GenericScratch;
using compute::StepSums;
using kernels::FastDivider;

inline constexpr unsigned kThreads = 256;
inline constexpr unsigned kLanes = 32;

/// Shared memory of the size given at the launch.
extern __shared__ uint4 dynamicSharedMemory[]; // aligned to 16 bytes

/// Work items (z, y, x) of a launch. A block has kThreads neighbouring items of one plane z, counted row by row, so
/// that rows shorter than a block leave no thread idle. All blocks are on grid.x, whose limit (2³¹ − 1) no batch
/// reaches; grid.y and grid.z are limited to 65,535.
struct Grid {
    unsigned plane; ///< items of a plane
    FastDivider cols;
    FastDivider blocksPerPlane;

    static long long blocksOf(int rows, int cols) {
        return (static_cast<long long>(rows) * cols + kThreads - 1) / kThreads;
    }
};

template <class Body>
__global__ void __launch_bounds__(kThreads) forEachKernel(Grid grid, Body body) {
    const unsigned z = grid.blocksPerPlane.divide(blockIdx.x);
    const unsigned item = grid.blocksPerPlane.remainder(blockIdx.x, z) * kThreads + threadIdx.x;
    if (item >= grid.plane) return;
    const unsigned y = grid.cols.divide(item);
    body(static_cast<int>(z), static_cast<int>(y), static_cast<int>(grid.cols.remainder(item, y)));
}

template <class T, class Combine>
__device__ T combineWarp(T value, Combine combine) {
    for (unsigned half = kLanes / 2; half > 0; half /= 2)
        value = combine(value, __shfl_down_sync(0xffffffffU, value, half));
    return value;
}

struct Add {
    __device__ double operator()(double a, double b) const { return a + b; }
};
struct Larger {
    __device__ float operator()(float a, float b) const { return a > b ? a : b; }
};

inline constexpr unsigned kMetrics = 5;
/// Blocks of a launch that sums metrics: each adds to its own element, launch after launch, in the order of the stream.
/// Enough to fill the largest GPU.
inline constexpr unsigned kMetricBlocks = 1024;
/// Items that a thread sums in single precision before it adds them to its sum in double precision, which most GPUs add
/// 64 times slower.
inline constexpr unsigned kMetricItems = 8;

/// The planes are cut into pieces of kThreads · kMetricItems neighbouring items; blocks take pieces with a stride.
template <class Body>
__global__ void __launch_bounds__(kThreads) metricsKernel(unsigned pieces, unsigned plane, FastDivider piecesPerPlane,
                                                          FastDivider cols, Body body, double* out) {
    double sums[kMetrics] = {};
    for (unsigned piece = blockIdx.x; piece < pieces; piece += gridDim.x) {
        const unsigned z = piecesPerPlane.divide(piece);
        const unsigned first = piecesPerPlane.remainder(piece, z) * kThreads * kMetricItems + threadIdx.x;
        float part[kMetrics] = {};
        for (unsigned i = 0; i < kMetricItems; ++i) {
            const unsigned item = first + i * kThreads;
            if (item >= plane) break;
            const unsigned y = cols.divide(item);
            const kernels::DetectorMetrics m =
                body(static_cast<int>(z), static_cast<int>(y), static_cast<int>(cols.remainder(item, y)));
            part[0] += m.pixel.error;
            part[1] += m.pixel.intensity;
            part[2] += m.pixel.deviance;
            part[3] += m.pixel.valid;
            part[4] += m.change;
        }
        for (unsigned i = 0; i < kMetrics; ++i) sums[i] += static_cast<double>(part[i]);
    }
    __shared__ double shared[kMetrics][kThreads / kLanes];
    const unsigned lane = threadIdx.x % kLanes;
    const unsigned warp = threadIdx.x / kLanes;
    for (unsigned i = 0; i < kMetrics; ++i) {
        const double sum = combineWarp(sums[i], Add{});
        if (lane == 0) shared[i][warp] = sum;
    }
    __syncthreads();
    if (threadIdx.x < kMetrics) {
        double sum = 0;
        for (const double part : shared[threadIdx.x]) sum += part;
        out[blockIdx.x * kMetrics + threadIdx.x] += sum;
    }
}

/// Blocks that share the sums of one frame: a batch has fewer frames than a GPU has multiprocessors.
inline constexpr unsigned kFramePieces = 8;

/// Block b sums piece b % kFramePieces of frame b / kFramePieces, in an order that is always the same.
template <class Body>
__global__ void __launch_bounds__(kThreads) frameSumsKernel(unsigned plane, FastDivider cols, Body body, double* out) {
    constexpr unsigned kSums = kernels::kPositionNormals;
    const unsigned z = blockIdx.x / kFramePieces;
    const unsigned stride = kFramePieces * kThreads;
    double sums[kSums] = {};
    for (unsigned item = blockIdx.x % kFramePieces * kThreads + threadIdx.x; item < plane; item += stride) {
        const unsigned y = cols.divide(item);
        const kernels::PositionNormals<float> part =
            body(static_cast<int>(z), static_cast<int>(y), static_cast<int>(cols.remainder(item, y)));
        sums[0] += static_cast<double>(part.row);
        sums[1] += static_cast<double>(part.col);
        sums[2] += static_cast<double>(part.rowRow);
        sums[3] += static_cast<double>(part.colCol);
        sums[4] += static_cast<double>(part.rowCol);
    }
    __shared__ double shared[kSums][kThreads / kLanes];
    for (unsigned i = 0; i < kSums; ++i) {
        const double sum = combineWarp(sums[i], Add{});
        if (threadIdx.x % kLanes == 0) shared[i][threadIdx.x / kLanes] = sum;
    }
    __syncthreads();
    if (threadIdx.x < kSums) {
        double sum = 0;
        for (const double part : shared[threadIdx.x]) sum += part;
        out[blockIdx.x * kSums + threadIdx.x] = sum;
    }
}

/// y = frame, x = number: the pieces of a frame together.
struct JoinFrameSums {
    const double* pieces; ///< [frame][piece][number]
    const int* index;
    double* out; ///< [index of the frame][number]
    EWALD_HD void operator()(int, int frame, int i) const {
        constexpr int kSums = kernels::kPositionNormals;
        double sum = 0;
        for (int piece = 0; piece < static_cast<int>(kFramePieces); ++piece)
            sum += pieces[(frame * static_cast<int>(kFramePieces) + piece) * kSums + i];
        out[index[frame] * kSums + i] = sum;
    }
};

/// Each warp has 32 columns, the eight warps of a block are in consecutive rows: 32 is the width of a tile
/// (kernels::TileMasks), and neighbouring rows read the same memory. Values are not negative, so that their bits order
/// like integers; the maximum does not depend on the order.
template <class Body>
__global__ void __launch_bounds__(kThreads)
    maximumKernel(unsigned stretches, FastDivider rows, unsigned cols, Body body, unsigned* out) {
    float largest = 0;
    const unsigned lane = threadIdx.x % kLanes;
    constexpr unsigned kWarpsPerBlock = kThreads / kLanes;
    for (unsigned i = blockIdx.x * kWarpsPerBlock + threadIdx.x / kLanes; i < stretches;
         i += gridDim.x * kWarpsPerBlock) {
        const unsigned column = rows.divide(i);
        const unsigned x = column * kLanes + lane;
        if (x >= cols) continue;
        largest = Larger{}(body(static_cast<int>(rows.remainder(i, column)), static_cast<int>(x)), largest);
    }
    largest = combineWarp(largest, Larger{});
    if (lane == 0) atomicMax(out, __float_as_uint(largest));
}

/// The launcher of the generic operations on one GPU.
class CudaLauncher {
public:
    explicit CudaLauncher(std::shared_ptr<CudaContext> context) : m_context(std::move(context)) {}

    template <class Body>
    void forEach(int depth, int rows, int cols, Body body) {
        if (depth <= 0 || rows <= 0 || cols <= 0) return;
        const long long blocks = Grid::blocksOf(rows, cols);
        requireSize(static_cast<long long>(rows) * cols, blocks * depth);
        const Grid grid{static_cast<unsigned>(rows) * static_cast<unsigned>(cols),
                        FastDivider(static_cast<unsigned>(cols)), FastDivider(static_cast<unsigned>(blocks))};
        m_context->launch(forEachKernel<Body>, static_cast<unsigned>(blocks * depth), kThreads, 0, grid, body);
    }
    template <class Body>
    void addMetrics(int depth, int rows, int cols, Body body) {
        if (depth <= 0 || rows <= 0 || cols <= 0) return;
        const long long plane = static_cast<long long>(rows) * cols;
        const long long perPlane = (plane + kThreads * kMetricItems - 1) / (kThreads * kMetricItems);
        requireSize(plane, perPlane * depth);
        const auto pieces = static_cast<unsigned>(perPlane * depth);
        double* out = metrics();
        m_context->launch(metricsKernel<Body>, std::min(pieces, kMetricBlocks), kThreads, 0, pieces,
                          static_cast<unsigned>(plane), FastDivider(static_cast<unsigned>(perPlane)),
                          FastDivider(static_cast<unsigned>(cols)), body, out);
    }
    StepSums takeMetrics() {
        std::vector<double> host(static_cast<std::size_t>(kMetricBlocks) * kMetrics);
        double* device = metrics();
        m_context->download(host.data(), device, host.size() * sizeof(double));
        m_context->clear(device, host.size() * sizeof(double));
        StepSums sums;
        for (std::size_t i = 0; i < host.size(); i += kMetrics)
            sums += StepSums{host[i], host[i + 1], host[i + 2], host[i + 3], host[i + 4]};
        return sums;
    }
    template <class Body>
    void maximum(float* out, int rows, int cols, Body body) {
        m_context->use();
        m_context->clear(out, sizeof(float));
        if (rows <= 0 || cols <= 0) return;
        const long long stretches = (static_cast<long long>(cols) + kLanes - 1) / kLanes * rows;
        requireSize(stretches, stretches);
        constexpr long long kBlocks = 2048;
        constexpr long long kWarpsPerBlock = kThreads / kLanes;
        const auto blocks = static_cast<unsigned>(std::min((stretches + kWarpsPerBlock - 1) / kWarpsPerBlock, kBlocks));
        m_context->launch(maximumKernel<Body>, blocks, kThreads, 0, static_cast<unsigned>(stretches),
                          FastDivider(static_cast<unsigned>(rows)), static_cast<unsigned>(cols), body,
                          reinterpret_cast<unsigned*>(out));
    }
    template <class Body>
    void sumFrames(compute::PositionNormals* out, const int* index, int frames, int n, Body body) {
        constexpr int kSums = kernels::kPositionNormals;
        static_assert(sizeof(compute::PositionNormals) == kSums * sizeof(double));
        if (frames <= 0) return;
        const long long blocks = static_cast<long long>(frames) * kFramePieces;
        requireSize(static_cast<long long>(n) * n, blocks * kSums);
        auto* pieces = scratch<double>(GenericScratch::frameSums, static_cast<std::size_t>(blocks) * kSums);
        m_context->launch(frameSumsKernel<Body>, static_cast<unsigned>(blocks), kThreads, 0,
                          static_cast<unsigned>(n) * static_cast<unsigned>(n), FastDivider(static_cast<unsigned>(n)),
                          body, pieces);
        forEach(1, frames, kSums, JoinFrameSums{pieces, index, reinterpret_cast<double*>(out)});
    }
    float fetch(const float* value) {
        float host = 0;
        m_context->download(&host, value, sizeof host);
        return host;
    }
    /// In place, not normalised: fftScale() is in the bodies around it.
    void fft(Cf* arrays, int count, int n, bool forward) { m_context->fft(arrays, count, n, forward); }
    static float fftScale(int n) { return 1.0F / static_cast<float>(n); }
    template <class T>
    T* scratch(GenericScratch slot, std::size_t count) {
        return static_cast<T*>(m_context->scratch(static_cast<std::size_t>(slot) + kOwnSlots, count * sizeof(T)));
    }
    CallFrames frames(const FramePlace* all, std::span<const int> frames) {
        const std::size_t placeBytes = frames.size() * sizeof(FramePlace);
        m_call.resize(placeBytes + frames.size_bytes());
        for (std::size_t i = 0; i < frames.size(); ++i)
            std::memcpy(m_call.data() + i * sizeof(FramePlace), all + frames[i], sizeof(FramePlace));
        std::memcpy(m_call.data() + placeBytes, frames.data(), frames.size_bytes());
        auto* device = static_cast<std::byte*>(m_context->scratch(kCallSlot, m_call.size()));
        m_context->upload(device, m_call.data(), m_call.size());
        return {reinterpret_cast<const FramePlace*>(device), reinterpret_cast<const int*>(device + placeBytes)};
    }

private:
    enum Slot : std::size_t { kMetricsSlot, kCallSlot, kOwnSlots };

    double* metrics() {
        return static_cast<double*>(m_context->scratch(kMetricsSlot, kMetricBlocks * kMetrics * sizeof(double)));
    }
    void requireSize(long long items, long long blocks) const {
        constexpr long long kMost = 0x7fffffff;
        if (items <= kMost && blocks <= kMost) return;
        throw DeviceError("an array of more than 2^31 elements", "cuda:" + std::to_string(m_context->device()),
                          "use a smaller batch_size, a smaller crop, or binning");
    }

    std::shared_ptr<CudaContext> m_context;
    std::vector<std::byte> m_call;
};

} // namespace ewald::cuda
