// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "compute/operations/integrate_ops.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace ewald::compute {

/// The integration over a launcher: the implementation of every backend, tested against the CPU's own path.
///
/// A Launcher does all of this in order on its queue's memory; its calls may return before the work is done:
///   template <class Body> void forEach(int depth, int rows, int cols, Body body); // body(z, y, x), any order
///   template <class Body> void forBlocks(std::uint32_t blocks, std::size_t sharedBytes, Body body);
///                                                  // body(block, index); blocks: see kernels/integrate_bodies.h
///   std::size_t maxSharedBytes() const;            // of a block
///   template <class T> T* scratch(int purpose, std::size_t count); // content undefined
///   std::byte* host(int purpose, std::size_t bytes);               // the same in host memory
///   void send(void* device, const void* host, std::size_t bytes);
///   void fetch(void* host, const void* device, std::size_t bytes);
///   void mark(std::size_t slot);                   // records a position in the queue
///   void wait(std::size_t slot);                   // until all work before the last mark is done
///   void waitAll();
template <class Launcher>
class GenericIntegrateOps : public IntegrateOps {
public:
    explicit GenericIntegrateOps(Launcher launcher) : m_launch(std::move(launcher)) {}

    [[nodiscard]] bool supports(PixelType type, std::size_t blockPixels) const override {
        bool known = false;
        withType(type, [&]<class T>(std::type_identity<T>) { known = true; });
        return known && blockPixels % 8 == 0 && blockPixels > 0 && blockPixels <= kMaxPixels &&
               framesPerBlock(blockPixels, bytesOf(type)) > 0;
    }
    [[nodiscard]] std::span<std::byte> input(std::size_t slot, std::size_t bytes) override {
        std::size_t& size = m_inputBytes.at(slot);
        size = std::max(size, bytes);
        return {m_launch.host(purpose(kHostInput, slot), size), size};
    }
    void start(std::size_t slot, const IntegrateModel& model, std::size_t frames, std::size_t bytes) override;
    [[nodiscard]] BatchSums finish(std::size_t slot) override;
    [[nodiscard]] DeviceSpeed measureSpeed() override;

private:
    enum Scratch { kInput, kPartial, kChunkSums, kWords, kOutliers = kWords + kSlots, kSums = kOutliers + kSlots };
    enum Host { kHostInput, kHostWords = kHostInput + kSlots, kHostSums = kHostWords + kSlots };
    static constexpr std::size_t kMaxPixels = 65528;

    struct Batch {
        std::size_t frames = 0;
        std::size_t sums = 0; ///< of all frames
        std::size_t capacity = 0;
    };

    static int purpose(int first, std::size_t slot) { return first + static_cast<int>(slot); }
    /// Calls f with the C++ type of a pixel, if the device supports it.
    template <class Function>
    static void withType(PixelType type, Function&& f) {
        switch (type) {
        case PixelType::uint8: f(std::type_identity<std::uint8_t>{}); break;
        case PixelType::uint16: f(std::type_identity<std::uint16_t>{}); break;
        case PixelType::int16: f(std::type_identity<std::int16_t>{}); break;
        // Within the range that counts the two are the same.
        case PixelType::uint32:
        case PixelType::int32: f(std::type_identity<std::int32_t>{}); break;
        case PixelType::float32: f(std::type_identity<float>{}); break;
        default: break;
        }
    }
    /// As many frames as shared memory has room for.
    [[nodiscard]] std::uint32_t framesPerBlock(std::size_t blockPixels, std::size_t pixelBytes) const {
        const std::size_t slot = (blockPixels * pixelBytes + 15) / 16 * 16;
        const std::size_t flags = kernels::kFramesPerBlock * sizeof(std::uint32_t);
        const std::size_t slots = (m_launch.maxSharedBytes() - flags) / slot;
        return static_cast<std::uint32_t>(std::clamp<std::size_t>(slots, 1, kernels::kFramesPerBlock + 1) - 1);
    }
    template <class T, bool kWeighted>
    void launch(std::size_t slot, const IntegrateModel& model, std::uint32_t frames, std::byte* input);

    Launcher m_launch;
    std::array<std::size_t, kSlots> m_inputBytes{};
    std::array<Batch, kSlots> m_batches;
};

template <class L>
template <class T, bool kWeighted>
void GenericIntegrateOps<L>::launch(std::size_t slot, const IntegrateModel& model, std::uint32_t frames,
                                    std::byte* input) {
    using Body = kernels::IntegrateBlocks<T, kWeighted>;
    using Sum = typename Body::Sum;
    const WeightTable& table = model.table->weights();
    Batch& batch = m_batches[slot];
    const auto sums = static_cast<std::uint32_t>(model.sums());
    std::uint32_t* const words = m_launch.template scratch<std::uint32_t>(purpose(kWords, slot), frames + 1);
    auto* const outliers = m_launch.template scratch<Outlier>(purpose(kOutliers, slot), batch.capacity);
    Sum* const partial = m_launch.template scratch<Sum>(kPartial, model.table->runs() * sums * frames);
    auto* const chunkSums = m_launch.template scratch<double>(kChunkSums, std::size_t{table.chunks} * sums * frames);
    auto* const result = m_launch.template scratch<double>(purpose(kSums, slot), batch.sums);
    m_launch.forEach(1, 1, static_cast<int>(frames + 1), kernels::ClearWords{words});
    Body body{table, {}, model.range, framesPerBlock(table.blockPixels, sizeof(T)), sums, partial};
    body.batch.input = reinterpret_cast<const std::uint8_t*>(input);
    body.batch.places = reinterpret_cast<const BlockPlace*>(input);
    body.batch.frames = frames;
    body.batch.failed = words + 1;
    body.batch.outliers = outliers;
    body.batch.outlierCount = words;
    body.batch.outlierCapacity = static_cast<std::uint32_t>(batch.capacity);
    m_launch.forBlocks(table.usedBlocks * body.groups(), Body::sharedBytes(table.blockPixels, body.framesPerBlock),
                       body);
    m_launch.forEach(1, static_cast<int>(sums), static_cast<int>(table.chunks * frames),
                     kernels::SumChunks<Sum>{table, partial, frames, sums, chunkSums});
    m_launch.forEach(1, static_cast<int>(sums), static_cast<int>(table.bins * frames),
                     kernels::SumBins{table, chunkSums, frames, sums, result});
    m_launch.fetch(m_launch.host(purpose(kHostWords, slot), (frames + 1) * sizeof(std::uint32_t)), words,
                   (frames + 1) * sizeof(std::uint32_t));
    m_launch.fetch(m_launch.host(purpose(kHostSums, slot), batch.sums * sizeof(double)), result,
                   batch.sums * sizeof(double));
}

template <class L>
void GenericIntegrateOps<L>::start(std::size_t slot, const IntegrateModel& model, std::size_t frames,
                                   std::size_t bytes) {
    const WeightTable& table = model.table->weights();
    if (frames == 0 || bytes > 0xFFFFFFFFU || bytes > m_inputBytes.at(slot))
        throw InternalError("a batch of no frames, or of more bytes than its input");
    m_batches[slot] = {frames, frames * table.bins * model.sums(), outlierCapacity(frames, table.pixels)};
    auto* const input = m_launch.template scratch<std::byte>(kInput, bytes);
    m_launch.send(input, m_launch.host(purpose(kHostInput, slot), bytes), bytes);
    withType(model.type, [&]<class T>(std::type_identity<T>) {
        if (table.weight != nullptr) {
            launch<T, true>(slot, model, static_cast<std::uint32_t>(frames), input);
        } else {
            launch<T, false>(slot, model, static_cast<std::uint32_t>(frames), input);
        }
    });
    m_launch.mark(slot);
}

template <class L>
BatchSums GenericIntegrateOps<L>::finish(std::size_t slot) {
    const Batch& batch = m_batches.at(slot);
    m_launch.wait(slot);
    const auto* const words = reinterpret_cast<const std::uint32_t*>(
        m_launch.host(purpose(kHostWords, slot), (batch.frames + 1) * sizeof(std::uint32_t)));
    BatchSums out;
    out.sums = {reinterpret_cast<const double*>(m_launch.host(purpose(kHostSums, slot), batch.sums * sizeof(double))),
                batch.sums};
    out.damaged = {words + 1, batch.frames};
    out.complete = words[0] <= batch.capacity;
    out.outliers.resize(std::min<std::size_t>(words[0], batch.capacity));
    if (out.outliers.empty()) return out;
    // Blocks list outliers in any order.
    m_launch.fetch(out.outliers.data(), m_launch.template scratch<Outlier>(purpose(kOutliers, slot), batch.capacity),
                   out.outliers.size() * sizeof(Outlier));
    m_launch.waitAll();
    std::ranges::sort(out.outliers, {}, [](const Outlier& o) { return std::pair(o.frame, o.pixel); });
    return out;
}

template <class L>
DeviceSpeed GenericIntegrateOps<L>::measureSpeed() {
    constexpr std::size_t kWords = std::size_t{16} << 20U;
    constexpr std::size_t kBytes = kWords * sizeof(std::uint32_t);
    const std::byte* const host = input(0, kBytes).data();
    auto* const from = m_launch.template scratch<std::uint32_t>(kInput, kWords);
    auto* const to = m_launch.template scratch<std::uint32_t>(kPartial, kWords);
    const auto best = [&](const auto& action) {
        constexpr int kRounds = 5;
        double seconds = 1e9;
        for (int round = 0; round < kRounds; ++round) {
            m_launch.waitAll();
            const auto start = std::chrono::steady_clock::now();
            action();
            m_launch.waitAll();
            const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
            seconds = std::min(seconds, time.count());
        }
        return seconds;
    };
    // Several copies at a time: a single one is little longer than its launch.
    constexpr int kCopies = 8;
    const double sending = best([&] { m_launch.send(from, host, kBytes); });
    const double copying = best([&] {
        for (int i = 0; i < kCopies; ++i)
            m_launch.forEach(1, 1, static_cast<int>(kWords), kernels::CopyWords{from, to});
    });
    const auto bytes = static_cast<double>(kBytes);
    return {bytes / sending, 2 * kCopies * bytes / copying};
}

} // namespace ewald::compute
