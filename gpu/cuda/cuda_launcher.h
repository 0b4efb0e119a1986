// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "compute/operations/generic_ptycho_ops.h"
#include "cuda/cuda_context.h"
#include "kernels/fast_divider.h"
#include "kernels/ptycho_bodies.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>
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
/// As many as an H100 has at work at once, four on each of its 132 multiprocessors; the same on every GPU, so that the
/// order of a sum does not depend on it.
inline constexpr unsigned kMetricBlocks = 528;
inline constexpr std::size_t kMetricSums = static_cast<std::size_t>(kMetricBlocks) * kMetrics;
/// Items that a thread sums in single precision before it adds them to its sum in double precision, which most GPUs add
/// 64 times slower.
inline constexpr unsigned kMetricItems = 8;

/// Items that a thread reads before it writes the first of them: the compiler, to which all arrays might be the same,
/// does not move a load before a store. On an H100, Project of 32 frames takes 20.6 µs with four, although some of its
/// forms then spill, 21.4 with two, and 32.3 without.
inline constexpr unsigned kMetricReads = 4;
static_assert(kMetricItems % kMetricReads == 0);

/// The planes are cut into pieces of kThreads · kMetricItems neighbouring items; blocks take pieces with a stride.
template <class Body>
__global__ void __launch_bounds__(kThreads, 4)
    metricsKernel(unsigned pieces, unsigned plane, FastDivider piecesPerPlane, Body body, double* out) {
    double sums[kMetrics] = {};
    for (unsigned piece = blockIdx.x; piece < pieces; piece += gridDim.x) {
        const unsigned z = piecesPerPlane.divide(piece);
        const auto frame = body.frame(static_cast<int>(z));
        unsigned item = piecesPerPlane.remainder(piece, z) * kThreads * kMetricItems + threadIdx.x;
        float part[kMetrics] = {};
        for (unsigned i = 0; i < kMetricItems && item < plane; i += kMetricReads, item += kMetricReads * kThreads) {
            typename Body::Read read[kMetricReads];
            for (unsigned k = 0; k < kMetricReads; ++k)
                if (item + k * kThreads < plane) read[k] = body.read(frame, item + k * kThreads);
            for (unsigned k = 0; k < kMetricReads; ++k) {
                if (item + k * kThreads >= plane) break;
                const kernels::DetectorMetrics m = body.write(frame, item + k * kThreads, read[k]);
                part[0] += m.pixel.error;
                part[1] += m.pixel.intensity;
                part[2] += m.pixel.deviance;
                part[3] += m.pixel.valid;
                part[4] += m.change;
            }
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

/// How many numbers a body of sumFrames() gives.
template <class Body>
inline constexpr unsigned kNumbersOf = sizeof(decltype(std::declval<const Body&>()(0, 0, 0))) / sizeof(float);

/// Block b sums piece b % kFramePieces of frame b / kFramePieces, in an order that is always the same.
template <class Body>
__global__ void __launch_bounds__(kThreads)
    frameSumsKernel(unsigned plane, FastDivider cols, double anchor, Body body, double* out) {
    constexpr unsigned kSums = kNumbersOf<Body>;
    const unsigned z = blockIdx.x / kFramePieces;
    const unsigned stride = kFramePieces * kThreads;
    double sums[kSums] = {};
    for (unsigned item = blockIdx.x % kFramePieces * kThreads + threadIdx.x; item < plane; item += stride) {
        const unsigned y = cols.divide(item);
        const auto part = body(static_cast<int>(z), static_cast<int>(y), static_cast<int>(cols.remainder(item, y)));
        float numbers[kSums];
        memcpy(numbers, &part, sizeof numbers);
        for (unsigned i = 0; i < kSums; ++i)
            sums[i] += anchor != 0 ? kernels::exactSummand(numbers[i], anchor) : static_cast<double>(numbers[i]);
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
    const int* index;     ///< null: by frame
    double* out;          ///< [index of the frame][number]
    int numbers;
    EWALD_HD void operator()(int, int frame, int i) const {
        double sum = 0;
        for (int piece = 0; piece < static_cast<int>(kFramePieces); ++piece)
            sum += pieces[(frame * static_cast<int>(kFramePieces) + piece) * numbers + i];
        out[(index ? index[frame] : frame) * numbers + i] = sum;
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

/// The lanes of a warp, which lie side by side in the object.
struct WarpLanes {
    static constexpr bool kShared = true;
    static __device__ kernels::WindowProduct ofLeft(const kernels::WindowProduct& own) {
        constexpr unsigned kAll = 0xffffffffU;
        return {{__shfl_up_sync(kAll, own.gradient.re, 1), __shfl_up_sync(kAll, own.gradient.im, 1)},
                __shfl_up_sync(kAll, own.intensity, 1)};
    }
};

/// Each warp has a strip of a tile of the object, the eight warps of a block strips one below the other, which read the
/// same memory. `out`: the maximum as in maximumKernel, or null. Three blocks at a time: with more there are too few
/// registers for the loads that are on their way (an H100: 21 µs with three, 25 with four, 40 with five).
template <class Body>
__global__ void __launch_bounds__(kThreads, 3)
    stripsKernel(unsigned strips, FastDivider rows, Body body, unsigned* out) {
    using Gather = typename Body::Gather;
    constexpr unsigned kWarpsPerBlock = kThreads / kLanes;
    constexpr int kHelpers = static_cast<int>(kLanes) - Gather::kCols; // lanes without a pixel, the first ones
    const int lane = static_cast<int>(threadIdx.x % kLanes);
    float largest = 0;
    for (unsigned i = blockIdx.x * kWarpsPerBlock + threadIdx.x / kLanes; i < strips; i += gridDim.x * kWarpsPerBlock) {
        const unsigned tile = rows.divide(i);
        const int y = static_cast<int>(rows.remainder(i, tile)) * Gather::kStrip;
        const int x = static_cast<int>(tile) * Gather::kCols + lane - kHelpers;
        largest = Larger{}(body(WarpLanes{}, y, static_cast<int>(tile), x), largest);
    }
    if (!out) return;
    largest = combineWarp(largest, Larger{});
    if (lane == 0) atomicMax(out, __float_as_uint(largest));
}

/// The launcher of the generic operations on one GPU.
class CudaLauncher {
public:
    static constexpr std::size_t kWorkItems = compute::kWorkItemsOfGpus;

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
    void addMetrics(int depth, int rows, int cols, double, Body body) {
        if (depth <= 0 || rows <= 0 || cols <= 0) return;
        const long long plane = static_cast<long long>(rows) * cols;
        const long long perPlane = (plane + kThreads * kMetricItems - 1) / (kThreads * kMetricItems);
        requireSize(plane, perPlane * depth);
        const auto pieces = static_cast<unsigned>(perPlane * depth);
        double* out = metrics();
        m_context->launch(metricsKernel<Body>, std::min(pieces, kMetricBlocks), kThreads, 0, pieces,
                          static_cast<unsigned>(plane), FastDivider(static_cast<unsigned>(perPlane)), body, out);
    }
    unsigned* beyond() { return reinterpret_cast<unsigned*>(metrics() + kMetricSums); }
    StepSums takeMetrics() {
        std::vector<double> host(kMetricSums + 1);
        double* device = metrics();
        m_context->download(host.data(), device, host.size() * sizeof(double));
        m_context->clear(device, host.size() * sizeof(double));
        StepSums sums;
        for (std::size_t i = 0; i < kMetricSums; i += kMetrics)
            sums += StepSums{host[i], host[i + 1], host[i + 2], host[i + 3], host[i + 4]};
        unsigned beyond = 0;
        std::memcpy(&beyond, &host[kMetricSums], sizeof beyond);
        sums.beyond = beyond;
        return sums;
    }
    template <class Body>
    const float* maximum(int rows, int cols, Body body) {
        float* out = newMaximum();
        if (rows <= 0 || cols <= 0) return out;
        const long long stretches = (static_cast<long long>(cols) + kLanes - 1) / kLanes * rows;
        requireSize(stretches, stretches);
        constexpr long long kBlocks = 2048;
        constexpr long long kWarpsPerBlock = kThreads / kLanes;
        const auto blocks = static_cast<unsigned>(std::min((stretches + kWarpsPerBlock - 1) / kWarpsPerBlock, kBlocks));
        m_context->launch(maximumKernel<Body>, blocks, kThreads, 0, static_cast<unsigned>(stretches),
                          FastDivider(static_cast<unsigned>(rows)), static_cast<unsigned>(cols), body,
                          reinterpret_cast<unsigned*>(out));
        return out;
    }
    template <class Body>
    void forStrips(int rows, int cols, Body body) {
        launchStrips(rows, cols, body, nullptr);
    }
    template <class Body>
    const float* maximumOfStrips(int rows, int cols, Body body) {
        float* out = newMaximum();
        launchStrips(rows, cols, body, reinterpret_cast<unsigned*>(out));
        return out;
    }
    template <class Body>
    void sumFrames(double* out, const int* index, int frames, int rows, int cols, double anchor, Body body) {
        constexpr int kSums = static_cast<int>(kNumbersOf<Body>);
        if (frames <= 0 || rows <= 0 || cols <= 0) return;
        const long long blocks = static_cast<long long>(frames) * kFramePieces;
        requireSize(static_cast<long long>(rows) * cols, blocks * kSums);
        auto* pieces = scratch<double>(GenericScratch::frameSums, static_cast<std::size_t>(blocks) * kSums);
        m_context->launch(frameSumsKernel<Body>, static_cast<unsigned>(blocks), kThreads, 0,
                          static_cast<unsigned>(rows) * static_cast<unsigned>(cols),
                          FastDivider(static_cast<unsigned>(cols)), anchor, body, pieces);
        forEach(1, frames, kSums, JoinFrameSums{pieces, index, out, kSums});
    }
    [[nodiscard]] std::size_t cacheBytes() const { return m_context->cacheBytes(); }
    float fetch(const float* value) {
        float host = 0;
        m_context->download(&host, value, sizeof host);
        return host;
    }
    void fetch(const double* values, std::span<double> host) {
        m_context->download(host.data(), values, host.size_bytes());
    }
    /// In place, not normalised: fftScale() is in the bodies around it.
    void fft(Cf* arrays, int count, int n, bool forward) { m_context->fft(arrays, count, n, forward); }
    static float fftScale(int n) { return 1.0F / static_cast<float>(n); }
    template <class T>
    T* scratch(GenericScratch slot, std::size_t count) {
        return static_cast<T*>(m_context->scratch(static_cast<std::size_t>(slot) + kOwnSlots, count * sizeof(T)));
    }
    CallFrames frames(const FramePlace* all, std::span<const int> frames) {
        std::size_t ahead = frames.size();
        if (frames.empty() || !followEachOther(frames, ahead)) return sendOnce(all, frames);
        return keep(all, frames, ahead);
    }

private:
    enum Slot : std::size_t { kMetricsSlot, kCallSlot, kPlacesSlot, kIndicesSlot, kMaximaSlot, kOwnSlots };

    template <class Body>
    void launchStrips(int rows, int cols, Body body, unsigned* out) {
        using Gather = typename Body::Gather;
        if (rows <= 0 || cols <= 0) return;
        const long long ofTile = (static_cast<long long>(rows) + Gather::kStrip - 1) / Gather::kStrip;
        const long long strips = (static_cast<long long>(cols) + Gather::kCols - 1) / Gather::kCols * ofTile;
        requireSize(strips * kLanes * Gather::kStrip, strips);
        constexpr long long kBlocks = 2048;
        constexpr long long kWarpsPerBlock = kThreads / kLanes;
        const auto blocks = static_cast<unsigned>(std::min((strips + kWarpsPerBlock - 1) / kWarpsPerBlock, kBlocks));
        m_context->launch(stripsKernel<Body>, blocks, kThreads, 0, static_cast<unsigned>(strips),
                          FastDivider(static_cast<unsigned>(ofTile)), body, out);
    }

    /// Whether a call's frames are consecutive, after the last one perhaps from 0 on: those of a mini-batch are, since
    /// a rank's frames are numbered as batches take them. `ahead`: how many from the first on the next calls may want,
    /// too.
    static bool followEachOther(std::span<const int> frames, std::size_t& ahead) {
        int count = 0; // of all frames, once the first follows the last
        for (std::size_t i = 1; i < frames.size(); ++i) {
            if (frames[i] == frames[i - 1] + 1) continue;
            if (frames[i] != 0 || count != 0) return false;
            count = frames[i - 1] + 1;
            ahead = i + std::min(frames.size(), static_cast<std::size_t>(count)); // batches begin elsewhere each time
        }
        return true;
    }
    /// Places that the device has already are not sent again: they change only when positions move.
    CallFrames keep(const FramePlace* all, std::span<const int> frames, std::size_t ahead) {
        const std::size_t first = static_cast<std::size_t>(frames.front()), end = first + ahead;
        const bool more = end > m_kept.size();
        const std::size_t size = more ? std::max(end, 2 * m_kept.size()) : m_kept.size();
        auto* places = static_cast<FramePlace*>(m_context->scratch(kPlacesSlot, size * sizeof(FramePlace)));
        auto* indices = static_cast<int*>(m_context->scratch(kIndicesSlot, size * sizeof(int)));
        m_kept.resize(size);
        m_keptFrames.resize(size, -1);
        std::size_t changedFrom = end, changedTo = first;
        int frame = frames.front();
        for (std::size_t i = 0; i < ahead; ++i) {
            if (i > 0) ++frame;
            if (i < frames.size()) frame = frames[i];
            // Behind the last frame the first ones follow once more; other batches take them from where they are.
            for (const std::size_t at : {first + i, static_cast<std::size_t>(frame)}) {
                const FramePlace& place = all[frame];
                if (m_keptFrames[at] == frame && std::memcmp(&m_kept[at], &place, sizeof place) == 0) continue;
                m_kept[at] = place, m_keptFrames[at] = frame;
                changedFrom = std::min(changedFrom, at), changedTo = std::max(changedTo, at + 1);
            }
        }
        if (more) changedFrom = 0, changedTo = size; // the memory is another one
        if (changedFrom < changedTo) {
            const std::size_t count = changedTo - changedFrom;
            m_context->upload(places + changedFrom, m_kept.data() + changedFrom, count * sizeof(FramePlace));
            m_context->upload(indices + changedFrom, m_keptFrames.data() + changedFrom, count * sizeof(int));
        }
        return {places + first, indices + first};
    }
    CallFrames sendOnce(const FramePlace* all, std::span<const int> frames) {
        const std::size_t placeBytes = frames.size() * sizeof(FramePlace);
        m_call.resize(placeBytes + frames.size_bytes());
        for (std::size_t i = 0; i < frames.size(); ++i)
            std::memcpy(m_call.data() + i * sizeof(FramePlace), all + frames[i], sizeof(FramePlace));
        std::memcpy(m_call.data() + placeBytes, frames.data(), frames.size_bytes());
        auto* device = static_cast<std::byte*>(m_context->scratch(kCallSlot, m_call.size()));
        m_context->upload(device, m_call.data(), m_call.size());
        return {reinterpret_cast<const FramePlace*>(device), reinterpret_cast<const int*>(device + placeBytes)};
    }
    /// Zero, and its own until half of all have been given away: they are cleared by halves, instead of one by one.
    float* newMaximum() {
        constexpr std::size_t kMaxima = 512;
        m_context->use();
        auto* all = static_cast<float*>(m_context->scratch(kMaximaSlot, kMaxima * sizeof(float)));
        const std::size_t at = m_maxima++ % kMaxima;
        if (at % (kMaxima / 2) == 0) m_context->clear(all + at, kMaxima / 2 * sizeof(float));
        return all + at;
    }

    /// The sums of all blocks, then the flag of beyond().
    double* metrics() {
        return static_cast<double*>(m_context->scratch(kMetricsSlot, (kMetricSums + 1) * sizeof(double)));
    }
    void requireSize(long long items, long long blocks) const {
        constexpr long long kMost = 0x7fffffff;
        if (items <= kMost && blocks <= kMost) return;
        throw DeviceError("an array of more than 2^31 elements", "cuda:" + std::to_string(m_context->device()),
                          "use a smaller batch_size, a smaller crop, or binning");
    }

    std::shared_ptr<CudaContext> m_context;
    std::vector<std::byte> m_call;
    std::vector<FramePlace> m_kept; ///< what the device has
    std::vector<int> m_keptFrames;  ///< of whom; −1: nobody
    std::size_t m_maxima = 0;
};

} // namespace ewald::cuda
