// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/integration/group_integrator.h"

#include "base/error.h"
#include "base/pixel_type.h"
#include "codec/bitshuffle.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

namespace ewald::job {
namespace {

constexpr std::size_t kRows = 90;
constexpr std::size_t kCols = 101; // rows begin anywhere in a block
constexpr std::size_t kBadFrame = 4;

/// Frames in memory, compressed as a detector does; one of them damaged in its middle.
class MemoryStack final : public io::FrameStack {
public:
    MemoryStack(PixelType type, std::vector<std::vector<std::byte>> frames, codec::BitshuffleFormat format)
        : m_type(type), m_format(format) {
        compression = "bitshuffle-LZ4";
        for (const auto& frame : frames) m_chunks.push_back(codec::encodeBitshuffle(frame, format));
        std::vector<std::byte>& bad = m_chunks[kBadFrame];
        bad.resize(bad.size() / 2);
    }

    [[nodiscard]] std::size_t frameCount() const noexcept override { return m_chunks.size(); }
    [[nodiscard]] std::size_t rows() const noexcept override { return kRows; }
    [[nodiscard]] std::size_t cols() const noexcept override { return kCols; }
    [[nodiscard]] PixelType pixelType() const noexcept override { return m_type; }
    [[nodiscard]] std::string where(std::size_t frame) const override { return "frame " + std::to_string(frame); }
    [[nodiscard]] std::unique_ptr<io::FrameReader> makeReader() const override {
        return std::make_unique<Reader>(*this);
    }

    [[nodiscard]] std::shared_ptr<const io::FrameStack> select(std::span<const std::size_t>) const override {
        throw InternalError("not of this stack");
    }

private:
    class Reader final : public io::FrameReader {
    public:
        explicit Reader(const MemoryStack& stack) : m_stack(stack) {}
        io::StoredFrame read(std::size_t frame) override { return {m_stack.m_chunks[frame], m_stack.m_format, {}}; }
        io::StoredFrame readInto(std::size_t frame, std::span<std::byte>) override { return read(frame); }
        std::span<const std::byte> readPixels(std::size_t frame) override {
            m_pixels.resize(kRows * kCols * bytesOf(m_stack.m_type));
            codec::decodeBitshuffle(m_stack.m_chunks[frame], m_stack.m_format, m_pixels);
            return m_pixels;
        }
        void readNumbers(std::size_t, std::span<float>) override { throw InternalError("not of this stack"); }
        [[nodiscard]] double readSeconds() const noexcept override { return 0; }
        [[nodiscard]] std::uint64_t readBytes() const noexcept override { return 0; }

    private:
        const MemoryStack& m_stack;
        std::vector<std::byte> m_pixels;
    };

    PixelType m_type;
    codec::BitshuffleFormat m_format;
    std::vector<std::vector<std::byte>> m_chunks;
};

/// Small counts, some of two bytes, a masked stripe at the type's largest value, hot pixels and dummies.
template <class T>
std::vector<std::byte> madeFrame(unsigned seed) {
    std::mt19937 random(seed);
    std::vector<T> values(kRows * kCols);
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<T>(random() % (i / kCols < 40 ? 9U : 120U));
        if (random() % 997 == 0) values[i] = static_cast<T>(random());
        if (i % kCols >= 50 && i % kCols < 54) values[i] = std::numeric_limits<T>::max();
        if (i % 1013 == seed) values[i] = static_cast<T>(23);
    }
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

std::vector<std::byte> madeFrame(PixelType type, unsigned seed) {
    return withPixelType(type, [&](auto zero) { return madeFrame<decltype(zero)>(seed); });
}

azint::Integrator integratorOf() {
    azint::Poni poni;
    poni.dist_m = 0.1;
    poni.pixel1_m = poni.pixel2_m = 1e-4;
    poni.poni1_m = poni.poni2_m = 3e-3;
    poni.wavelength_m = 1e-10;
    azint::IntegrationSettings settings;
    settings.binning.npt = 60;
    settings.binning.unit = azint::Unit::qPerNm;
    settings.binning.splitting = azint::Splitting::full;
    settings.errorModel = azint::ErrorModel::poisson;
    azint::Corrections corrections;
    corrections.dummy = 23;
    corrections.mask = Array<std::uint8_t, 2>({kRows, kCols});
    for (std::size_t row = 0; row < kRows; ++row)
        for (std::size_t col = 50; col < 54; ++col) corrections.mask(row, col) = 1;
    return {azint::Geometry(poni, kRows, kCols), settings, std::move(corrections)};
}

bool isSame(const azint::FrameResult& a, const azint::FrameResult& b) {
    return a.intensity == b.intensity && a.sem == b.sem && a.sumSignal == b.sumSignal &&
           a.sumVariance == b.sumVariance && a.count == b.count;
}

class GroupIntegratorTest : public testing::TestWithParam<PixelType> {};

TEST_P(GroupIntegratorTest, BlocksOfAnySizeGiveTheBitsOfTheWholeFrame) {
    const PixelType type = GetParam();
    const azint::Integrator integrator = integratorOf();
    constexpr std::size_t kFrames = 37;
    std::vector<std::vector<std::byte>> frames;
    std::vector<azint::FrameResult> expected(kFrames);
    for (unsigned i = 0; i < kFrames; ++i) {
        frames.push_back(madeFrame(type, i));
        integrator.integrateFrame(type, frames.back(), 1, expected[i]);
    }
    const RunControl control;
    using Compression = codec::BitshuffleCompression;
    for (const Compression compression : {Compression::lz4, Compression::zstd, Compression::none}) {
        // 512 and 2048 elements are taken apart side by side; 520 and 1000 never, though 3 · 1000 + … may end at one.
        for (const std::size_t block : {0U, 512U, 520U, 1000U, 2048U, 8576U}) {
            const MemoryStack stack(type, frames, {bytesOf(type), block, compression});
            GroupIntegrator worker(stack, integrator, control);
            for (const std::size_t group : {std::size_t{1}, std::size_t{5}, worker.preferredFrames(), kFrames}) {
                for (std::size_t first = 0; first < kFrames; first += group) {
                    std::vector<std::size_t> indices;
                    for (std::size_t i = first; i < std::min(first + group, kFrames); ++i) indices.push_back(i);
                    std::vector<azint::FrameResult> results(indices.size());
                    std::vector<std::string> failures(indices.size());
                    worker.integrate(indices, results, failures);
                    for (std::size_t i = 0; i < indices.size(); ++i) {
                        ASSERT_EQ(failures[i].empty(), indices[i] != kBadFrame) << failures[i];
                        if (indices[i] == kBadFrame) continue;
                        ASSERT_TRUE(isSame(results[i], expected[indices[i]]))
                            << "frame " << indices[i] << ", blocks of " << block << ", groups of " << group;
                    }
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Types, GroupIntegratorTest,
                         testing::Values(PixelType::uint8, PixelType::uint16, PixelType::uint32, PixelType::int16,
                                         PixelType::int32, PixelType::uint64, PixelType::float32),
                         [](const auto& info) { return std::string(nameOf(info.param)); });

} // namespace
} // namespace ewald::job
