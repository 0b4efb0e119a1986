// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/pixel_type.h"
#include "compute/devices/queue.h"
#include "kernels/integrate_bodies.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ewald::compute {

using kernels::BlockPlace;
using kernels::Outlier;
using kernels::ValueRange;
using kernels::WeightTable;

/// The weight of a pixel in a bin.
struct PixelWeight {
    std::uint32_t bin;
    std::uint16_t pixel; ///< within its block
    float weight;
};

/// The pixel table in the layout of devices: see kernels::WeightTable. Host memory; made once for each geometry and
/// block size.
class BlockTable {
public:
    /// \param blockPixels pixels of a compressed block: a multiple of 8, at most 65,528
    BlockTable(std::size_t pixels, std::size_t bins, std::size_t blockPixels, bool weighted);

    /// Adds the weights of the next block; blocks come in order, those without weights can be left out. The last one,
    /// number blocks(), holds the pixels % 8 pixels at the end.
    /// \param weights sorted by bin; their order within a bin is that of the sums
    void add(std::size_t block, std::span<const PixelWeight> weights);
    /// After the last block. \throws JobError for a table beyond what 32 bits can count
    void finish();

    [[nodiscard]] std::size_t pixels() const noexcept { return m_pixels; }
    [[nodiscard]] std::size_t bins() const noexcept { return m_bins; }
    [[nodiscard]] std::size_t blockPixels() const noexcept { return m_blockPixels; }
    /// Compressed blocks of a frame.
    [[nodiscard]] std::size_t blocks() const noexcept { return (m_pixels / 8 * 8 + m_blockPixels - 1) / m_blockPixels; }
    [[nodiscard]] std::size_t runs() const noexcept { return m_runLength.size(); }
    [[nodiscard]] std::size_t chunks() const noexcept { return m_firstRun.empty() ? 0 : m_firstRun.size() - 1; }
    [[nodiscard]] bool isWeighted() const noexcept { return m_weighted; }
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    friend class DeviceTable;
    std::size_t m_pixels;
    std::size_t m_bins;
    std::size_t m_blockPixels;
    bool m_weighted;
    std::vector<std::uint32_t> m_usedBlock;
    std::vector<std::uint32_t> m_firstSlice{0};
    std::vector<std::uint32_t> m_sliceWeight;
    std::vector<std::uint8_t> m_runLength;
    std::vector<std::uint16_t> m_pixel;
    std::vector<float> m_weight;
    std::vector<std::uint32_t> m_usedBits;
    std::vector<std::uint32_t> m_binOfRun; ///< until finish()
    std::vector<std::uint32_t> m_firstRun;
    std::vector<std::uint32_t> m_run;
    std::vector<std::uint32_t> m_firstChunk;
};

/// A BlockTable on a device; every queue of that device may use it, at the same time.
class DeviceTable {
public:
    /// \param queue of the device; has to outlive the table. \throws DeviceError (out of memory)
    DeviceTable(Queue& queue, const BlockTable& table);

    [[nodiscard]] const WeightTable& weights() const noexcept { return m_weights; }
    [[nodiscard]] std::size_t runs() const noexcept { return m_runLength.size(); }

private:
    Buffer<std::uint32_t> m_usedBlock, m_firstSlice, m_sliceWeight, m_usedBits, m_firstRun, m_run, m_firstChunk;
    Buffer<std::uint8_t> m_runLength;
    Buffer<std::uint16_t> m_pixel;
    Buffer<float> m_weight;
    WeightTable m_weights{};
};

/// How frames of one kind are integrated.
struct IntegrateModel {
    const DeviceTable* table = nullptr;
    PixelType type = PixelType::uint32; ///< one that IntegrateOps::supports()
    ValueRange range{};
    bool variance = false; ///< also sums of Poisson variances
    [[nodiscard]] std::size_t sums() const noexcept { return variance ? 2 : 1; }
};

/// The sums of a batch; memory of the operations, until the next start() with the same slot.
struct BatchSums {
    /// [frame][bin][1 or 2]: Σ c·value, Σ c²·max(value, 1) over the pixels of a bin with their weights c. Values
    /// outside the range count as zero and are in `outliers`. Of no use where the frame is damaged.
    std::span<const double> sums;
    std::span<const std::uint32_t> damaged; ///< [frame] not zero: a block of it cannot be decoded
    std::vector<Outlier> outliers;          ///< by frame, then pixel
    bool complete = true;                   ///< false: there were too many outliers, some are not listed
};

/// In bytes per second.
struct DeviceSpeed {
    double copy = 0;   ///< from IntegrateOps::input() to the device
    double memory = 0; ///< of the device, read plus written
};

/// Integration of compressed frames on one queue, in two slots: while a batch is computed, the next one is prepared.
/// Same thread rules as the queue.
class IntegrateOps {
public:
    static constexpr std::size_t kSlots = 2;

    virtual ~IntegrateOps() = default;

    /// Whether frames of this type, in blocks of so many pixels, can be decoded here.
    [[nodiscard]] virtual bool supports(PixelType type, std::size_t blockPixels) const = 0;
    /// Host memory that the device copies from fastest, for the input of a batch: BlockPlace [frame][blocks + 1], then
    /// the chunks as they are in the file, anywhere. Kept until a call asks for more; then its content is lost.
    /// \throws DeviceError (out of memory)
    [[nodiscard]] virtual std::span<std::byte> input(std::size_t slot, std::size_t bytes) = 0;
    /// Starts a batch and returns. The places have to lie within the input: they are not checked here. What they hold
    /// may be anything.
    /// \param bytes of the input that are used, below 4 GiB
    virtual void start(std::size_t slot, const IntegrateModel& model, std::size_t frames, std::size_t bytes) = 0;
    /// Waits for the batch. \throws DeviceError
    [[nodiscard]] virtual BatchSums finish(std::size_t slot) = 0;
    /// What every batch is bound by. Measured now; what is in the input slots is lost.
    [[nodiscard]] virtual DeviceSpeed measureSpeed() = 0;

    /// Device memory that a frame of a batch takes, without its chunk.
    [[nodiscard]] static std::size_t bytesOfFrame(const BlockTable& table, bool variance) noexcept;
    /// The outliers that a batch lists at most.
    [[nodiscard]] static std::size_t outlierCapacity(std::size_t frames, std::size_t pixels) noexcept {
        return frames * (pixels / 64 + 1024);
    }
};

} // namespace ewald::compute
