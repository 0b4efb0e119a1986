// SPDX-License-Identifier: GPL-3.0-or-later
//
// The integration of compressed frames as devices do it, on every device of this machine, in plain loops and with the
// threads of a block emulated, against the CPU's own path.
#include "azint/block_table.h"
#include "azint/integrator.h"
#include "azint/pixel_value.h"
#include "compute/operations/plain_integrate.h"
#include "fiber_launcher.h"
#include "job/integration/chunk_batch.h"

#include <gtest/gtest.h>
#include <lz4.h>

#include <cmath>
#include <limits>
#include <random>

namespace ewald {
namespace {

using azint::FrameResult;
using compute::IntegrateOps;
using Bytes = std::vector<std::byte>;

struct Subject {
    std::string name;
    std::unique_ptr<compute::Queue> queue;
    std::unique_ptr<IntegrateOps> own; ///< instead of the queue's
    IntegrateOps& ops() const { return own ? *own : *queue->integrate(); }
};

[[maybe_unused]] std::unique_ptr<IntegrateOps> fibers(int groups, int lanes, unsigned seed) {
    return std::make_unique<compute::GenericIntegrateOps<compute::test::FiberLauncher>>(
        compute::test::FiberLauncher(groups, lanes, seed));
}

std::vector<Subject> subjects() {
    std::vector<Subject> all;
    const auto onHost = [&](const std::string& name, std::unique_ptr<IntegrateOps> ops) {
        all.push_back({name, compute::makeQueue({"cpu", 1}), std::move(ops)});
    };
    onHost("plain", std::make_unique<compute::PlainIntegrateOps>(compute::PlainIntegrateLauncher{}));
#if !defined(EWALD_NO_FIBERS)
    onHost("one group of 32", fibers(1, 32, 1));
    onHost("four groups of 32", fibers(4, 32, 2));
    onHost("three groups of 5", fibers(3, 5, 3));
#endif
    for (const compute::DeviceInfo& device : compute::listDevices()) {
        if (!device.usable) continue;
        auto queue = compute::makeQueue({device.id, 1});
        if (queue->integrate() != nullptr) all.push_back({device.id, std::move(queue), nullptr});
    }
    return all;
}

struct Case {
    const char* name;
    PixelType type = PixelType::uint32;
    azint::Splitting splitting = azint::Splitting::full;
    std::size_t sectors = 0;
    std::size_t blockElements = 0; ///< 0 = of 8 KiB
    azint::ErrorModel errors = azint::ErrorModel::poisson;
    std::size_t rows = 61;
    std::size_t cols = 47; ///< 2867 pixels: a part of a block, and three raw ones
    std::size_t frames = 5;
    std::size_t bins = 60;
    bool outliers = false;
    bool dark = false;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

azint::Integrator integratorOf(const Case& c) {
    azint::Poni poni;
    poni.dist_m = 0.05;
    poni.poni1_m = 31e-4;
    poni.poni2_m = 20e-4;
    poni.pixel1_m = poni.pixel2_m = 1e-4;
    poni.wavelength_m = 1e-10;
    azint::IntegrationSettings settings;
    settings.binning.npt = c.bins;
    settings.binning.nptAzim = c.sectors;
    settings.binning.splitting = c.splitting;
    settings.errorModel = c.errors;
    azint::Corrections corrections;
    corrections.polarizationFactor = 0.9;
    if (c.outliers) {
        corrections.dummy = -2;
        corrections.deltaDummy = 1.5;
    }
    const auto image = [&](auto value) {
        Array<float, 2> made({c.rows, c.cols});
        for (std::size_t i = 0; i < made.size(); ++i) made.data()[i] = static_cast<float>(value(i));
        return made;
    };
    if (c.dark) {
        corrections.dark = image([](std::size_t i) { return 0.25 * static_cast<double>(i % 7); });
        corrections.darkVariance = image([](std::size_t i) { return static_cast<double>(i % 3); });
        corrections.flat =
            image([](std::size_t i) { return i % 11 == 0 ? 0.0 : 1 + 0.01 * static_cast<double>(i % 5); });
    }
    corrections.mask = Array<std::uint8_t, 2>({c.rows, c.cols});
    for (std::size_t i = 0; i < corrections.mask.size(); ++i) {
        const bool gap = i / c.cols >= 40 && i / c.cols < 52; // whole blocks without a weight when they are small
        corrections.mask.data()[i] = static_cast<std::uint8_t>(gap || i % 97 == 3);
    }
    return {azint::Geometry(poni, c.rows, c.cols), settings, std::move(corrections), 1};
}

/// Counts, with outliers, dummies and all other values that the fast path leaves out.
Bytes frameOf(const Case& c, std::size_t frame) {
    std::mt19937 random(static_cast<unsigned>(17 * frame + 1));
    std::poisson_distribution<int> counts(3.0 + static_cast<double>(frame));
    Bytes bytes(c.rows * c.cols * bytesOf(c.type));
    ewald::withPixelType(c.type, [&]<class T>(T) {
        for (std::size_t i = 0; i < c.rows * c.cols; ++i) {
            auto value = static_cast<T>(counts(random));
            if constexpr (std::is_floating_point_v<T>) value = value * T(0.5) + T(0.125);
            if constexpr (std::is_signed_v<T>) value = static_cast<T>(value - T(random() % 16 == 0 ? 5 : 0));
            if (c.outliers) {
                const auto pick = random() % 200;
                if (pick == 0) value = static_cast<T>(-1);
                if (pick == 1) value = static_cast<T>(-2);
                if (pick == 2) value = std::numeric_limits<T>::max();
                if (pick == 3 && sizeof(T) == 4) value = static_cast<T>(40'000'000);
                if constexpr (std::is_floating_point_v<T>) {
                    if (pick == 4) value = std::numeric_limits<T>::quiet_NaN();
                    if (pick == 5) value = -std::numeric_limits<T>::infinity();
                }
            }
            std::memcpy(bytes.data() + i * sizeof value, &value, sizeof value);
        }
    });
    return bytes;
}

struct Made {
    std::vector<FrameResult> results;
    std::vector<bool> damaged;
    std::size_t outliers = 0;
    bool complete = true;
};

/// All chunks in one batch.
Made onDevice(const Subject& subject, const azint::Integrator& integrator, const Case& c,
              const std::vector<Bytes>& chunks) {
    const codec::BitshuffleFormat format{bytesOf(c.type), c.blockElements, codec::BitshuffleCompression::lz4};
    const std::size_t block =
        c.blockElements > 0 ? c.blockElements : codec::bitshuffleDefaultBlockElements(format.elementSize);
    const std::size_t frameBytes = c.rows * c.cols * format.elementSize;
    const compute::BlockTable host = azint::makeBlockTable(integrator.table(), block, 2);
    const compute::DeviceTable table(*subject.queue, host);
    IntegrateOps& ops = subject.ops();
    EXPECT_TRUE(ops.supports(c.type, block));
    const compute::IntegrateModel model{&table, c.type, azint::valueRangeOf(integrator.fastRange(c.type)),
                                        c.errors == azint::ErrorModel::poisson};
    job::ChunkBatch batch(ops, 1, c.type, block, frameBytes, chunks.size());
    std::size_t bytes = 0;
    for (const Bytes& chunk : chunks) bytes += chunk.size();
    batch.reserve(bytes);
    for (const Bytes& chunk : chunks) EXPECT_EQ(batch.add(chunk, format), job::ChunkBatch::Added::yes);
    ops.start(1, model, batch.frames(), batch.bytes());
    const compute::BatchSums sums = ops.finish(1);

    Made made;
    made.complete = sums.complete;
    made.outliers = sums.outliers.size();
    azint::FrameAccumulator accumulator(integrator);
    const std::size_t perFrame = integrator.bins() * model.sums();
    for (std::size_t f = 0; f < chunks.size(); ++f) {
        made.damaged.push_back(sums.damaged[f] != 0);
        const auto own = std::ranges::equal_range(sums.outliers, f, {}, &compute::Outlier::frame);
        const azint::WholeFrameSums frame{sums.sums.subspan(f * perFrame, perFrame), {own.begin(), own.end()}};
        accumulator.begin(c.type, 1);
        accumulator.take({&frame, 1});
        const double factor = 1 + 0.5 * static_cast<double>(f);
        accumulator.finish({&factor, 1}, {&made.results.emplace_back(), 1});
    }
    return made;
}

FrameResult onProcessor(const azint::Integrator& integrator, const Case& c, std::size_t frame) {
    FrameResult result;
    integrator.integrateFrame(c.type, frameOf(c, frame), 1 + 0.5 * static_cast<double>(frame), result);
    return result;
}

Bytes chunkOf(const Case& c, std::size_t frame) {
    return codec::encodeBitshuffle(frameOf(c, frame),
                                   {bytesOf(c.type), c.blockElements, codec::BitshuffleCompression::lz4});
}

/// Relative to the largest bin: values may be negative, and sums of a bin vanish.
void expectNear(std::span<const double> ours, std::span<const double> expected, double bound, const char* what) {
    ASSERT_EQ(ours.size(), expected.size()) << what;
    double largest = 0;
    for (const double value : expected) largest = std::max(largest, std::abs(value));
    for (std::size_t bin = 0; bin < expected.size(); ++bin)
        ASSERT_NEAR(ours[bin], expected[bin], bound * largest) << what << " of bin " << bin;
}

void expectSame(const FrameResult& ours, const FrameResult& expected, const Case& c) {
    // Both paths add up to 64 products in single precision before they continue in double: 2⁻²⁴ each, mostly random.
    // Whole pixels with integer values are exact.
    const bool exact = c.splitting == azint::Splitting::none && c.type != PixelType::float32;
    const double bound = exact ? 0 : 1e-6;
    expectNear(ours.sumSignal, expected.sumSignal, bound, "signal");
    expectNear(ours.sumVariance, expected.sumVariance, bound, "variance");
    // What does not depend on the values is made by the same code.
    EXPECT_EQ(ours.sumNormalization, expected.sumNormalization);
    EXPECT_EQ(ours.sumNormalization2, expected.sumNormalization2);
    EXPECT_EQ(ours.count, expected.count);
    if (!exact) return;
    EXPECT_EQ(ours.intensity, expected.intensity);
    EXPECT_EQ(ours.sem, expected.sem);
}

class IntegrateOpsConformance : public testing::TestWithParam<Case> {};

TEST_P(IntegrateOpsConformance, AgreesWithTheProcessorsPath) {
    const Case& c = GetParam();
    const azint::Integrator integrator = integratorOf(c);
    std::vector<Bytes> chunks;
    for (std::size_t f = 0; f < c.frames; ++f) chunks.push_back(chunkOf(c, f));
    std::vector<Made> all;
    for (const Subject& subject : subjects()) {
        SCOPED_TRACE(subject.name);
        const Made made = onDevice(subject, integrator, c, chunks);
        EXPECT_TRUE(made.complete);
        EXPECT_EQ(made.outliers > 0, c.outliers);
        for (std::size_t f = 0; f < c.frames; ++f) {
            SCOPED_TRACE("frame " + std::to_string(f));
            EXPECT_FALSE(made.damaged[f]);
            expectSame(made.results[f], onProcessor(integrator, c, f), c);
        }
        // On the host the result does not depend on the number of threads either.
        if (subject.own && !all.empty()) {
            for (std::size_t f = 0; f < c.frames; ++f)
                EXPECT_EQ(made.results[f].sumSignal, all.front().results[f].sumSignal);
        }
        all.push_back(made);
    }
}

using azint::ErrorModel;
using azint::Splitting;
INSTANTIATE_TEST_SUITE_P(
    Cases, IntegrateOpsConformance,
    testing::Values(
        Case{.name = "uint32"}, Case{.name = "uint16", .type = PixelType::uint16},
        Case{.name = "uint8", .type = PixelType::uint8}, Case{.name = "int16", .type = PixelType::int16},
        Case{.name = "int32", .type = PixelType::int32}, Case{.name = "float32", .type = PixelType::float32},
        Case{.name = "bbox", .splitting = Splitting::bbox}, Case{.name = "none", .splitting = Splitting::none},
        Case{.name = "noneSigned", .type = PixelType::int16, .splitting = Splitting::none},
        Case{.name = "noneFloat", .type = PixelType::float32, .splitting = Splitting::none},
        Case{.name = "noErrors", .errors = ErrorModel::none},
        Case{.name = "noErrorsNone", .splitting = Splitting::none, .errors = ErrorModel::none},
        Case{.name = "cake", .sectors = 7}, Case{.name = "cakeBbox", .splitting = Splitting::bbox, .sectors = 7},
        Case{.name = "cakeNone", .type = PixelType::uint16, .splitting = Splitting::none, .sectors = 7},
        // Runs longer than one slice has room for, bins of more runs than one chunk.
        Case{.name = "fewBins", .bins = 1}, Case{.name = "fewBinsNone", .splitting = Splitting::none, .bins = 2},
        Case{.name = "smallBlocks", .blockElements = 64, .bins = 3}, Case{.name = "oddBlocks", .blockElements = 1000},
        Case{.name = "tinyBlocks", .blockElements = 8},
        // 16 KiB: shared memory has room for one frame only.
        Case{.name = "largeBlocks", .blockElements = 4096, .rows = 97, .cols = 101},
        Case{.name = "wholeBlocks", .rows = 64, .cols = 64, .frames = 4}, Case{.name = "oneFrame", .frames = 1},
        Case{.name = "fewPixels", .rows = 1, .cols = 5, .bins = 2},
        Case{.name = "eightPixels", .rows = 2, .cols = 4, .bins = 2}, Case{.name = "outliers", .outliers = true},
        Case{.name = "outliers16", .type = PixelType::uint16, .outliers = true},
        Case{.name = "outliersSigned", .type = PixelType::int32, .outliers = true},
        Case{.name = "outliers8", .type = PixelType::uint8, .outliers = true},
        Case{.name = "outliersFloat", .type = PixelType::float32, .outliers = true},
        Case{.name = "outliersNone", .splitting = Splitting::none, .outliers = true},
        Case{.name = "dark", .outliers = true, .dark = true},
        Case{.name = "darkCake", .type = PixelType::uint16, .sectors = 5, .outliers = true, .dark = true}),
    [](const auto& info) { return info.param.name; });

/// A damaged block is found wherever it is, and affects its own frame only.
TEST(IntegrateOps, DamageStaysInItsFrame) {
    const Case c{.name = "damage", .blockElements = 512, .frames = 6};
    const azint::Integrator integrator = integratorOf(c);
    std::vector<Bytes> chunks;
    for (std::size_t f = 0; f < c.frames; ++f) chunks.push_back(chunkOf(c, f));
    const codec::BitshuffleFormat format{4, 512, codec::BitshuffleCompression::lz4};
    const auto index = codec::indexBitshuffleBlocks(chunks[1], format, c.rows * c.cols * 4);
    // The first sequence of a block in the middle claims a match before the start of the block.
    chunks[1][index.offsets[2]] = std::byte{0x0F};
    // The last block of another frame ends with a token that needs more input.
    const auto other = codec::indexBitshuffleBlocks(chunks[4], format, c.rows * c.cols * 4);
    for (std::size_t i = 0; i < 20; ++i) chunks[4][other.offsets[other.offsets.size() - 2] + i] = std::byte{0xFF};
    for (const Subject& subject : subjects()) {
        SCOPED_TRACE(subject.name);
        const Made made = onDevice(subject, integrator, c, chunks);
        EXPECT_EQ(made.damaged, (std::vector<bool>{false, true, false, false, true, false}));
        for (const std::size_t f : {0U, 2U, 3U, 5U}) expectSame(made.results[f], onProcessor(integrator, c, f), c);
    }
}

/// More outliers than can be listed are reported.
TEST(IntegrateOps, TooManyOutliersAreSaid) {
    const Case c{.name = "dummies", .rows = 97, .cols = 101, .frames = 3, .outliers = true};
    const azint::Integrator integrator = integratorOf(c);
    const Bytes dummies(c.rows * c.cols * 4, std::byte{0xFF});
    const codec::BitshuffleFormat format{4, 0, codec::BitshuffleCompression::lz4};
    const std::vector<Bytes> chunks(c.frames, codec::encodeBitshuffle(dummies, format));
    for (const Subject& subject : subjects()) {
        SCOPED_TRACE(subject.name);
        const Made made = onDevice(subject, integrator, c, chunks);
        EXPECT_FALSE(made.complete);
        EXPECT_EQ(made.outliers, IntegrateOps::outlierCapacity(c.frames, c.rows * c.cols));
    }
}

/// A device lists the pixels beyond its range alone: those below it are no marks while nobody has seen the other
/// negative pixels.
TEST(IntegrateOps, OutliersOfADeviceAreNoMarks) {
    const Case c{.name = "marks", .type = PixelType::int32, .frames = 1};
    const azint::Integrator integrator = integratorOf(c);
    std::vector<std::int32_t> counts(c.rows * c.cols, 3);
    for (std::size_t i = 0; i < 8; ++i) counts[200 + i] = std::numeric_limits<std::int32_t>::min();
    const auto bytesOf = [](const std::vector<std::int32_t>& pixels) {
        const auto bytes = std::as_bytes(std::span(pixels));
        return Bytes(bytes.begin(), bytes.end());
    };
    FrameResult onHost;
    integrator.integrateFrame(c.type, bytesOf(counts), 1, onHost);
    EXPECT_EQ(onHost.markedPixels, 8U) << "of all negative pixels, which are the same";
    counts[300] = -5; // which is measured, so that they all are
    integrator.integrateFrame(c.type, bytesOf(counts), 1, onHost);
    EXPECT_EQ(onHost.markedPixels, 0U);
    const Bytes chunk = codec::encodeBitshuffle(bytesOf(counts), {4, 0, codec::BitshuffleCompression::lz4});
    for (const Subject& subject : subjects()) {
        SCOPED_TRACE(subject.name);
        const Made made = onDevice(subject, integrator, c, {chunk});
        EXPECT_EQ(made.outliers, 8U);
        EXPECT_EQ(made.results.front().markedPixels, 0U);
    }
}

TEST(IntegrateOps, TwoSlotsAreIndependent) {
    const Case c{.name = "slots", .type = PixelType::uint16, .splitting = Splitting::none};
    const azint::Integrator integrator = integratorOf(c);
    const codec::BitshuffleFormat format{2, 0, codec::BitshuffleCompression::lz4};
    for (const Subject& subject : subjects()) {
        SCOPED_TRACE(subject.name);
        const compute::BlockTable host = azint::makeBlockTable(integrator.table(), 4096, 1);
        const compute::DeviceTable table(*subject.queue, host);
        const compute::IntegrateModel model{&table, c.type, azint::valueRangeOf(integrator.fastRange(c.type)), true};
        IntegrateOps& ops = subject.ops();
        for (const std::size_t slot : {0U, 1U}) {
            job::ChunkBatch batch(ops, slot, c.type, 4096, c.rows * c.cols * 2, 1);
            const Bytes chunk = chunkOf(c, slot);
            EXPECT_EQ(batch.add(chunk, format), job::ChunkBatch::Added::noRoom);
            batch.reserve(chunk.size());
            EXPECT_EQ(batch.add(chunk, format), job::ChunkBatch::Added::yes);
            ops.start(slot, model, 1, batch.bytes());
        }
        for (const std::size_t slot : {1U, 0U}) {
            const compute::BatchSums sums = ops.finish(slot);
            FrameResult expected;
            integrator.integrateFrame(c.type, frameOf(c, slot), 1, expected);
            for (std::size_t bin = 0; bin < integrator.bins(); ++bin)
                ASSERT_EQ(sums.sums[2 * bin], expected.sumSignal[bin]) << "slot " << slot << " bin " << bin;
        }
    }
}

TEST(IntegrateOps, MeasureTheirFloors) {
    for (const Subject& subject : subjects()) {
        const compute::DeviceSpeed speed = subject.ops().measureSpeed();
        EXPECT_GT(speed.copy, 0) << subject.name;
        EXPECT_GT(speed.memory, 0) << subject.name;
    }
}

TEST(IntegrateOps, SayWhatTheyCannotDo) {
    const compute::PlainIntegrateOps ops{compute::PlainIntegrateLauncher{}};
    for (const PixelType type : {PixelType::int8, PixelType::uint64, PixelType::int64, PixelType::float64})
        EXPECT_FALSE(ops.supports(type, 1024)) << nameOf(type);
    EXPECT_TRUE(ops.supports(PixelType::uint16, 4096));
    EXPECT_FALSE(ops.supports(PixelType::uint16, 0));
    EXPECT_FALSE(ops.supports(PixelType::uint16, 4097));
    EXPECT_FALSE(ops.supports(PixelType::uint32, 65528)) << "more than shared memory holds";
    EXPECT_FALSE(ops.supports(PixelType::uint8, 1U << 17U));
}

/// A chunk that does not match the table is left to the processor.
TEST(ChunkBatch, RefusesWhatIsNotForTheDevice) {
    compute::PlainIntegrateOps ops{compute::PlainIntegrateLauncher{}};
    const Case c{.name = "chunks"};
    job::ChunkBatch batch(ops, 0, c.type, 2048, c.rows * c.cols * 4, 2);
    batch.reserve(std::size_t{1} << 16U);
    const Bytes chunk = chunkOf(c, 0);
    using enum job::ChunkBatch::Added;
    using Compression = codec::BitshuffleCompression;
    const codec::BitshuffleFormat format{4, 0, Compression::lz4};
    EXPECT_EQ(batch.add(chunk, {4, 0, Compression::zstd}), unsuited);
    EXPECT_EQ(batch.add(chunk, {2, 0, Compression::lz4}), unsuited);
    EXPECT_EQ(batch.add(std::span(chunk).first(chunk.size() - 1), format), unsuited) << "truncated";
    EXPECT_EQ(batch.add(codec::encodeBitshuffle(frameOf(c, 0), {4, 1024, Compression::lz4}), format), unsuited);
    EXPECT_EQ(batch.frames(), 0U);
    std::ranges::copy(chunk, batch.room().begin());
    EXPECT_EQ(batch.add(batch.room().first(chunk.size()), format), yes) << "read in place";
    EXPECT_EQ(batch.add(chunk, format), yes);
    EXPECT_TRUE(batch.isFull());
    EXPECT_EQ(batch.add(chunk, format), noRoom);
}

// ---- The decoder of LZ4 blocks against the library --------------------------------------------------------------

/// An offset of zero, which the library lets pass, is refused.
bool hasZeroOffset(const Bytes& in) {
    const auto at = [&](std::size_t i) { return i < in.size() ? std::to_integer<std::uint32_t>(in[i]) : 0; };
    for (std::size_t i = 0; i < in.size();) {
        const std::uint32_t token = at(i++);
        const auto length = [&](std::uint32_t value) -> std::size_t {
            std::size_t sum = value;
            if (value != 15) return sum;
            for (std::uint32_t more = 255; more == 255 && i < in.size(); sum += more) more = at(i++);
            return sum;
        };
        i += length(token >> 4U);
        if (i + 1 >= in.size()) return false;
        if ((at(i) | at(i + 1)) == 0) return true;
        i += 2;
        static_cast<void>(length(token & 15U));
    }
    return false;
}

/// Whether both accept the block, and whether they agree.
bool acceptedAlike(const Bytes& block, std::size_t decoded) {
    Bytes theirs(decoded);
    const int size =
        LZ4_decompress_safe(reinterpret_cast<const char*>(block.data()), reinterpret_cast<char*>(theirs.data()),
                            static_cast<int>(block.size()), static_cast<int>(decoded));
    const bool accepted = size >= 0 && static_cast<std::size_t>(size) == decoded;
    // Allocations of exactly these sizes, so that a sanitizer reports an access beyond the end.
    const Bytes in(block.begin(), block.end());
    Bytes ours(decoded);
    const bool good = kernels::decodeLz4(
        kernels::SingleLane{}, reinterpret_cast<const std::uint8_t*>(in.data()), static_cast<std::uint32_t>(in.size()),
        reinterpret_cast<std::uint8_t*>(ours.data()), static_cast<std::uint32_t>(decoded));
    if (hasZeroOffset(block)) {
        EXPECT_FALSE(good);
        return false;
    }
    EXPECT_EQ(good, accepted);
    if (good && accepted) {
        EXPECT_EQ(ours, theirs);
    }
    return good;
}

Bytes compressed(const Bytes& data) {
    Bytes out(static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(data.size()))));
    const int size =
        LZ4_compress_default(reinterpret_cast<const char*>(data.data()), reinterpret_cast<char*>(out.data()),
                             static_cast<int>(data.size()), static_cast<int>(out.size()));
    out.resize(static_cast<std::size_t>(size));
    return out;
}

TEST(Lz4Block, AcceptsAndRefusesAsTheLibraryDoes) {
    std::mt19937 random(3);
    std::size_t accepted = 0;
    std::size_t attempts = 0;
    for (const std::size_t size : {1U, 5U, 12U, 13U, 20U, 64U, 100U, 300U, 2000U}) {
        for (const unsigned period : {1U, 2U, 3U, 7U, 50U, 100000U}) {
            Bytes data(size);
            for (std::size_t i = 0; i < size; ++i)
                data[i] = i >= period && random() % 40 != 0 ? data[i - period] : static_cast<std::byte>(random() % 5);
            const Bytes block = compressed(data);
            EXPECT_TRUE(acceptedAlike(block, size)) << size << " bytes of period " << period;
            for (std::size_t length = 0; length < block.size(); ++length)
                EXPECT_FALSE(
                    acceptedAlike(Bytes(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(length)), size));
            acceptedAlike(block, size + 1);
            if (size > 1) acceptedAlike(block, size - 1);
            for (int change = 0; change < 2000; ++change, ++attempts) {
                Bytes altered = block;
                for (unsigned n = 0; n <= random() % 3; ++n)
                    altered[random() % altered.size()] = static_cast<std::byte>(random());
                if (acceptedAlike(altered, size)) ++accepted;
            }
        }
    }
    // Changed literals are data like any other: the comparison has seen both outcomes.
    EXPECT_GT(accepted, attempts / 100);
    EXPECT_LT(accepted, attempts);
}

TEST(Lz4Block, HandMade) {
    // One literal 7, repeated eight times, and five literals: 14 bytes.
    const auto block = [](std::initializer_list<int> values) {
        Bytes out;
        for (const int value : values) out.push_back(static_cast<std::byte>(value));
        return out;
    };
    EXPECT_TRUE(acceptedAlike(block({0x14, 7, 1, 0, 0x50, 1, 2, 3, 4, 5}), 14));
    EXPECT_FALSE(acceptedAlike(block({0x14, 7, 2, 0, 0x50, 1, 2, 3, 4, 5}), 14)) << "before the start";
    EXPECT_FALSE(acceptedAlike(block({0x14, 7, 0, 0, 0x50, 1, 2, 3, 4, 5}), 14)) << "an offset of zero";
    EXPECT_FALSE(acceptedAlike(block({0x15, 7, 1, 0, 0x40, 1, 2, 3, 4}), 14)) << "four last literals";
    EXPECT_FALSE(acceptedAlike(block({0x14, 7, 1, 0, 0x50, 1, 2, 3, 4}), 14)) << "one literal is missing";
    // The same with a longer match, whose length byte makes the input long enough: 1 + 19 + 5 and 1 + 19 + 4 bytes.
    EXPECT_TRUE(acceptedAlike(block({0x1F, 7, 1, 0, 0, 0x50, 1, 2, 3, 4, 5}), 25));
    EXPECT_FALSE(acceptedAlike(block({0x1F, 7, 1, 0, 0, 0x40, 1, 2, 3, 4}), 24)) << "four last literals";
}

} // namespace
} // namespace ewald
