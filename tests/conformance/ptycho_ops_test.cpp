// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every ptychography operation on every device of this machine, and on every build of the CPU's inner loops, against
// the plain path: the kernel bodies in simple loops.
#include "compute/cpu/cpu_ptycho_ops.h"
#include "compute/plain_launcher.h"
#include "compute/queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace ewald::compute {
namespace {

/// The operations under test, and the queue with their memory.
struct Subject {
    std::string name;
    std::unique_ptr<Queue> queue;
    std::unique_ptr<PtychoOps> own; ///< instead of the queue's
    PtychoOps& ops() { return own ? *own : queue->ptycho(); }
};

/// Transforms as on GPUs: not normalised; the factors are in the kernel bodies.
class UnnormalisedLauncher : public PlainLauncher {
public:
    void fft(Cf* arrays, int count, int n, bool forward) {
        PlainLauncher::fft(arrays, count, n, forward);
        for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(count) * n * n; ++i)
            arrays[i] = static_cast<float>(n) * arrays[i];
    }
    static float fftScale(int n) { return 1 / static_cast<float>(n); }
};

std::vector<Subject> subjects() {
    std::vector<Subject> all;
    all.push_back({"generic", makeQueue({"cpu", 1}),
                   std::make_unique<GenericPtychoOps<UnnormalisedLauncher>>(UnnormalisedLauncher())});
    for (const DeviceInfo& device : listDevices())
        if (device.usable) all.push_back({device.id, makeQueue({device.id, 1}), nullptr});
    for (const int threads : {1, 3})
        for (const cpu::FrameLoops* loops : cpu::usableFrameLoops())
            all.push_back({std::string("cpu ") + loops->name + ", threads " + std::to_string(threads),
                           makeQueue({"cpu", 1}), std::make_unique<cpu::CpuPtychoOps>(threads, *loops)});
    return all;
}

struct Case {
    int size;
    int modes;
    Interpolation interpolation;
    bool nearField;
    ExitUpdate update;
};

std::string nameOf(const Case& c) {
    const char* how[] = {"nearest", "bilinear", "fourier"};
    return std::to_string(c.size) + "px" + std::to_string(c.modes) + "modes_" + how[static_cast<int>(c.interpolation)] +
           (c.nearField ? "_near" : "_far") + (c.update == ExitUpdate::pie ? "_pie" : "_dm");
}

/// Random but reproducible input, host side.
struct Input {
    static constexpr int kFrames = 7;
    int rows, cols;
    std::vector<Cf> object, probe, transfer;
    std::vector<float> amplitudes;
    kernels::FrameType type = kernels::FrameType::amplitudes;
    std::vector<std::uint8_t> bytes; ///< of the frames, unless they are amplitudes
    std::vector<FramePlace> places;

    explicit Input(const Case& c) : rows(c.size + 13), cols(c.size + 17) {
        std::mt19937 generator(5);
        std::uniform_real_distribution<float> uniform(-1, 1);
        const auto fill = [&](std::vector<Cf>& v, std::size_t count) {
            v.resize(count);
            for (Cf& value : v) value = {uniform(generator), uniform(generator)};
        };
        const auto pixels = static_cast<std::size_t>(c.size * c.size);
        fill(object, static_cast<std::size_t>(rows * cols));
        fill(probe, static_cast<std::size_t>(c.modes) * pixels);
        if (c.nearField) {
            fill(transfer, pixels);
            for (Cf& value : transfer) { // a transfer function has modulus one
                const float angle = 3 * value.re;
                value = {std::cos(angle), std::sin(angle)};
            }
        }
        amplitudes.resize(kFrames * pixels);
        for (float& a : amplitudes) a = uniform(generator) + 0.9F; // some masked (negative), none far from the model
        for (int i = 0; i < kFrames; ++i) {
            FramePlace p{i % 5, (3 * i) % 7, 0.25F * static_cast<float>(i % 4), 0.3F};
            if (c.interpolation == Interpolation::nearest) p.dRow = p.dCol = 0;
            if (c.interpolation == Interpolation::fourierShift) p.dRow -= 0.5F, p.dCol = -0.2F;
            places.push_back(p);
        }
    }
};

/// Everything the operations write.
struct Output {
    std::vector<Cd> objectSum, probeSum;
    std::vector<double> objectWeight, probeWeight;
    std::vector<float> intensity;
    std::vector<Cf> exitWaves, storedWaves;
    std::vector<Cf> updatedObject, updatedProbe;
    std::vector<double> positions; ///< five of each frame
    StepSums first, second;
    double maximum = 0;
    float peak = 0;
};

Output run(Queue& queue, PtychoOps& ops, const Case& c, const Input& in) {
    const auto pixels = static_cast<std::size_t>(c.size * c.size);
    Buffer<Cf> object(queue, std::span<const Cf>(in.object)), probe(queue, std::span<const Cf>(in.probe));
    Buffer<Cf> transfer(queue, std::span<const Cf>(in.transfer));
    Buffer<float> amplitudes(queue, std::span<const float>(in.amplitudes));
    Buffer<std::uint8_t> counts(queue, std::span<const std::uint8_t>(in.bytes));
    Buffer<Cd> objectSum(queue, in.object.size()), probeSum(queue, in.probe.size());
    Buffer<double> objectWeight(queue, in.object.size()), probeWeight(queue, pixels);
    FrameStep step;
    step.model = {c.size, c.modes, in.rows, in.cols, c.interpolation, c.nearField ? transfer.data() : nullptr};
    step.object = object.data();
    step.probe = probe.data();
    step.measured = {amplitudes.data(), in.type};
    if (!in.bytes.empty()) step.measured.pixels = counts.data();
    step.places = in.places.data();
    const std::vector<int> frames = {0, 2, 3, 6, 1, 5, 4};
    step.frames = frames;
    step.update = c.update;
    step.relaxation = 0.8F;
    step.grids = {anchorFor(100), anchorFor(100), anchorFor(100), anchorFor(100)};
    Buffer<Cf> waves(queue, Input::kFrames * ops.storedWaveSize(step.model));
    Buffer<Cf> exitWaves(queue, Input::kFrames * in.probe.size());
    const bool differenceMap = c.update == ExitUpdate::differenceMap;
    step.objectSum = objectSum.data();
    step.objectWeight = objectWeight.data();
    if (differenceMap) {
        step.waves = waves.data();
        step.exitWaves = exitWaves.data();
        ops.detectorWaves(step);
    } else {
        step.probeSum = probeSum.data();
        step.probeWeight = probeWeight.data();
    }
    Output out;
    Buffer<PositionNormals> normals(queue, Input::kFrames);
    const auto takeNormals = [&] {
        std::vector<double> numbers;
        for (const PositionNormals& p : normals.toHost())
            numbers.insert(numbers.end(), {p.row, p.col, p.rowRow, p.colCol, p.rowCol});
        return numbers;
    };
    if (!differenceMap) step.positions = normals.data();
    ops.frameStep(step);
    out.first = ops.takeSums();
    if (!differenceMap) out.positions = takeNormals();
    step.objectSum = nullptr; // the second call moves the stored waves on, and adds to the probe's sums only
    step.objectWeight = nullptr;
    ops.frameStep(step);
    out.second = ops.takeSums();
    if (!differenceMap) {
        EXPECT_EQ(takeNormals(), out.positions) << "with and without the object's sums";
        step.positions = nullptr;
    }
    if (differenceMap) {
        step.probeSum = probeSum.data();
        step.probeWeight = probeWeight.data();
        ops.probeSums(step);
        out.exitWaves = exitWaves.toHost();
        // What a checkpoint holds of them: in an order of its own, and back without a change.
        const std::size_t size = ops.storedWaveSize(step.model);
        Buffer<Cf> plain(queue, in.probe.size()), again(queue, size);
        for (std::size_t frame = 0; frame < Input::kFrames; ++frame) {
            ops.packWaves(step.model, waves.data() + frame * size, plain.data());
            const std::vector<Cf> packed = plain.toHost();
            out.storedWaves.insert(out.storedWaves.end(), packed.begin(), packed.end());
            ops.unpackWaves(step.model, plain.data(), again.data());
            ops.packWaves(step.model, again.data(), plain.data());
            const std::vector<Cf> twice = plain.toHost();
            EXPECT_EQ(std::memcmp(packed.data(), twice.data(), packed.size() * sizeof(Cf)), 0);
        }
    }
    ops.finishProbeSum(step.model, probeSum.data());
    out.objectSum = objectSum.toHost(), out.probeSum = probeSum.toHost();
    out.objectWeight = objectWeight.toHost(), out.probeWeight = probeWeight.toHost();
    Buffer<float> intensity(queue, pixels);
    ops.modelIntensity(step, intensity.data());
    out.intensity = intensity.toHost();
    const Region part{1, 2, in.rows - 3, in.cols - 5};
    out.maximum = ops.maximum(objectWeight.data(), in.cols, part);
    out.peak = ops.peak(probe.data(), probe.size());
    Buffer<double> packed(queue, static_cast<std::size_t>(part.rows * part.cols));
    ops.pack(objectWeight.data(), in.cols, part, packed.data());
    EXPECT_EQ(packed.toHost()[static_cast<std::size_t>(part.cols + 1)],
              out.objectWeight[static_cast<std::size_t>((part.row + 1) * in.cols + part.col + 1)]);
    Buffer<double> unpacked(queue, in.object.size());
    ops.unpack(unpacked.data(), in.cols, part, packed.data());
    EXPECT_EQ(ops.maximum(unpacked.data(), in.cols, {0, 0, in.rows, in.cols}), out.maximum);
    EXPECT_EQ(unpacked.toHost()[0], 0) << "outside the region nothing changes";
    ops.pieUpdate(object.data(), objectSum.data(), objectWeight.data(), 1, in.rows, in.cols, part,
                  static_cast<float>(out.maximum), {0.2F, 0.7F});
    ops.limitAmplitude(object.data(), object.size(), 0.1F, 1.2F);
    Buffer<Cf> reference(queue, in.object.size()), velocity(queue, std::span<const Cf>(in.object));
    Buffer<Cf> start(queue, std::span<const Cf>(in.object));
    ops.copy(start.data(), start.size(), reference.data());
    ops.scale(velocity.data(), velocity.size(), -0.25F);
    ops.accelerate(object.data(), reference.data(), velocity.data(), object.size(), 0.5F);
    ops.overlapUpdate(probe.data(), probeSum.data(), probeWeight.data(), c.modes, c.size, c.size,
                      {0, 0, c.size, c.size}, 0.3F);
    out.updatedObject = object.toHost(), out.updatedProbe = probe.toHost();
    // The updates have cleared their sums, inside their region only; clear() does the same by itself.
    std::vector<Cd> cleared = objectSum.toHost();
    EXPECT_EQ(cleared[static_cast<std::size_t>(in.cols + 2)].re, 0);
    EXPECT_EQ(cleared[0].re, out.objectSum[0].re) << "outside the region nothing changes";
    for (const double w : probeWeight.toHost()) EXPECT_EQ(w, 0);
    ops.clear(objectSum.data(), in.cols, {0, 0, 1, 1});
    EXPECT_EQ(objectSum.toHost()[0].re, 0);
    // A packed rectangle of 2 × 3 numbers at (1, 2).
    const std::vector<double> numbers = {1, 2, 3, 4, 5, 6};
    Buffer<double> addend(queue, std::span<const double>(numbers));
    const std::vector<double> before = objectWeight.toHost();
    ops.add(objectWeight.data(), in.cols, {1, 2, 2, 3}, addend.data());
    const std::vector<double> after = objectWeight.toHost();
    const auto cell = [&](int row, int col) { return static_cast<std::size_t>(row * in.cols + col); };
    EXPECT_EQ(after[cell(1, 2)] - before[cell(1, 2)], 1);
    EXPECT_EQ(after[cell(2, 4)] - before[cell(2, 4)], 6);
    EXPECT_EQ(after[cell(1, 5)], before[cell(1, 5)]);
    EXPECT_EQ(after[cell(3, 2)], before[cell(3, 2)]);
    return out;
}

std::span<const double> flat(const std::vector<Cd>& v) {
    return {reinterpret_cast<const double*>(v.data()), 2 * v.size()};
}
std::span<const float> flat(const std::vector<Cf>& v) {
    return {reinterpret_cast<const float*>(v.data()), 2 * v.size()};
}
template <class T>
std::span<const T> flat(const std::vector<T>& v) {
    return v;
}

/// ‖a − b‖ / ‖b‖
template <class T>
double distance(const std::vector<T>& a, const std::vector<T>& b) {
    const auto x = flat(a);
    const auto y = flat(b);
    EXPECT_EQ(x.size(), y.size());
    double difference = 0, norm = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
        difference += std::pow(static_cast<double>(x[i]) - static_cast<double>(y[i]), 2);
        norm += std::pow(static_cast<double>(y[i]), 2);
    }
    return norm > 0 ? std::sqrt(difference / norm) : std::sqrt(difference);
}

template <class T>
bool sameBits(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

void expectSameBits(const Output& a, const Output& b) {
    EXPECT_TRUE(sameBits(a.objectSum, b.objectSum));
    EXPECT_TRUE(sameBits(a.probeSum, b.probeSum));
    EXPECT_TRUE(sameBits(a.objectWeight, b.objectWeight));
    EXPECT_TRUE(sameBits(a.exitWaves, b.exitWaves));
    EXPECT_TRUE(sameBits(a.storedWaves, b.storedWaves));
    EXPECT_TRUE(sameBits(a.updatedObject, b.updatedObject));
    EXPECT_TRUE(sameBits(a.positions, b.positions));
    EXPECT_EQ(a.first.error, b.first.error);
    EXPECT_EQ(a.first.deviance, b.first.deviance);
    EXPECT_EQ(a.first.valid, b.first.valid);
    EXPECT_EQ(a.second.change, b.second.change);
}

/// One frame for three workers: two have none, and no sums that could be collected. Then a model whose sums have as
/// many elements and another shape.
TEST(CpuPtychoOps, WorkersWithoutFramesHaveNothingToCollect) {
    cpu::CpuPtychoOps ops(3);
    PlainPtychoOps plain{PlainLauncher{}};
    const auto queue = makeQueue({"cpu", 1});
    for (const Case& c : {Case{100, 4, Interpolation::nearest, false, ExitUpdate::pie},
                          Case{200, 1, Interpolation::nearest, false, ExitUpdate::pie}}) {
        SCOPED_TRACE(nameOf(c));
        const Input in(c);
        const auto sums = [&](PtychoOps& some) {
            std::pair out{std::vector<Cd>(in.probe.size()), std::vector<double>(in.probe.size())};
            const std::vector<int> frames = {0};
            FrameStep step;
            step.model = {c.size, c.modes, in.rows, in.cols, c.interpolation, nullptr};
            Buffer<Cf> object(*queue, std::span<const Cf>(in.object)), probe(*queue, std::span<const Cf>(in.probe));
            Buffer<float> amplitudes(*queue, std::span<const float>(in.amplitudes));
            step.object = object.data();
            step.probe = probe.data();
            step.measured.pixels = amplitudes.data();
            step.places = in.places.data();
            step.frames = frames;
            step.grids = {anchorFor(100), anchorFor(100), anchorFor(100), anchorFor(100)};
            step.probeSum = out.first.data();
            step.probeWeight = out.second.data();
            some.frameStep(step);
            return out;
        };
        const auto expected = sums(plain);
        const auto actual = sums(ops);
        // As below: float operations and FFTs.
        EXPECT_LT(distance(actual.first, expected.first), 5e-6);
        EXPECT_LT(distance(actual.second, expected.second), 5e-6);
    }
}

class PtychoOpsConformance : public testing::TestWithParam<Case> {};

TEST_P(PtychoOpsConformance, AgreesWithThePlainPath) {
    const Case& c = GetParam();
    const Input input(c);
    const auto host = makeQueue({"cpu", 1});
    PlainPtychoOps plain{PlainLauncher{}};
    const Output expected = run(*host, plain, c, input);
    // Chains of about twenty float operations and four FFTs, 2⁻²⁴ each. The difference map iterates twice and divides
    // by |2p − ψ|, which is small at some of the random pixels: measured up to 1.7e-5.
    const double bound = c.update == ExitUpdate::pie ? 5e-6 : 5e-5;
    for (Subject& subject : subjects()) {
        SCOPED_TRACE(subject.name);
        const Output actual = run(*subject.queue, subject.ops(), c, input);
        EXPECT_LT(distance(actual.objectSum, expected.objectSum), bound);
        EXPECT_LT(distance(actual.objectWeight, expected.objectWeight), bound);
        EXPECT_LT(distance(actual.probeSum, expected.probeSum), bound);
        EXPECT_LT(distance(actual.probeWeight, expected.probeWeight), bound);
        EXPECT_LT(distance(actual.intensity, expected.intensity), bound);
        EXPECT_LT(distance(actual.exitWaves, expected.exitWaves), bound);
        EXPECT_LT(distance(actual.storedWaves, expected.storedWaves), bound);
        EXPECT_LT(distance(actual.updatedObject, expected.updatedObject), bound);
        EXPECT_LT(distance(actual.positions, expected.positions), bound);
        EXPECT_LT(distance(actual.updatedProbe, expected.updatedProbe), bound);
        EXPECT_NEAR(actual.maximum, expected.maximum, 1e-5 * expected.maximum);
        EXPECT_NEAR(actual.peak, expected.peak, 1e-6F * expected.peak);
        for (const auto& [a, e] :
             {std::pair(actual.first, expected.first), std::pair(actual.second, expected.second)}) {
            EXPECT_NEAR(a.error, e.error, 1e-5 * e.error);
            EXPECT_NEAR(a.intensity, e.intensity, 1e-5 * e.intensity);
            EXPECT_NEAR(a.deviance, e.deviance, 1e-4 * e.deviance);
            EXPECT_EQ(a.valid, e.valid);
            EXPECT_NEAR(a.change, e.change, 1e-4 * e.change);
        }
    }
}

std::vector<Case> cases() {
    std::vector<Case> all;
    // 16: whole panels; 20: a panel and a part, rows not a multiple of the block; 33: odd; 200: the narrow panels.
    for (const auto& [size, modes] : {std::pair(16, 1), std::pair(20, 3), std::pair(33, 2)})
        for (const Interpolation how : {Interpolation::nearest, Interpolation::bilinear, Interpolation::fourierShift})
            for (const bool nearField : {false, true})
                for (const ExitUpdate update : {ExitUpdate::pie, ExitUpdate::differenceMap})
                    all.push_back({size, modes, how, nearField, update});
    all.push_back({200, 1, Interpolation::bilinear, false, ExitUpdate::pie});
    // The waves of all frames are larger than the cache: the sums are made in several parts.
    all.push_back({256, 3, Interpolation::bilinear, false, ExitUpdate::pie});
    return all;
}

INSTANTIATE_TEST_SUITE_P(Cases, PtychoOpsConformance, testing::ValuesIn(cases()),
                         [](const auto& info) { return nameOf(info.param); });

/// The order of frames and the number of threads must not change a single bit of the sums.
TEST(PtychoOpsDeterminism, SumsDoNotDependOnOrderOrThreads) {
    for (const Interpolation how : {Interpolation::nearest, Interpolation::bilinear, Interpolation::fourierShift}) {
        const Case c{24, 2, how, false, ExitUpdate::pie};
        const Input in(c);
        const auto queue = makeQueue({"cpu", 1});
        std::vector<double> reference;
        for (const int threads : {1, 2, 5})
            for (const std::vector<int>& order :
                 {std::vector<int>{0, 1, 2, 3, 4, 5, 6}, std::vector<int>{6, 2, 4, 0, 5, 1, 3}}) {
                cpu::CpuPtychoOps ops(threads);
                std::vector<Cd> objectSum(in.object.size()), probeSum(in.probe.size());
                std::vector<double> objectWeight(in.object.size()), probeWeight(576);
                FrameStep step;
                step.model = {c.size, c.modes, in.rows, in.cols, how, nullptr};
                step.object = in.object.data(), step.probe = in.probe.data();
                step.measured.pixels = in.amplitudes.data(), step.places = in.places.data();
                step.frames = order;
                step.grids = {anchorFor(100), anchorFor(100), anchorFor(100), anchorFor(100)};
                step.objectSum = objectSum.data(), step.objectWeight = objectWeight.data();
                step.probeSum = probeSum.data(), step.probeWeight = probeWeight.data();
                ops.frameStep(step);
                ops.finishProbeSum(step.model, probeSum.data());
                std::vector<double> all(flat(objectSum).begin(), flat(objectSum).end());
                all.insert(all.end(), flat(probeSum).begin(), flat(probeSum).end());
                all.insert(all.end(), objectWeight.begin(), objectWeight.end());
                all.insert(all.end(), probeWeight.begin(), probeWeight.end());
                if (reference.empty()) reference = all;
                EXPECT_EQ(all, reference) << "threads " << threads;
            }
    }
}

/// Counts give the bits of their roots, on every device and with every build of the loops.
TEST(PtychoOpsDeterminism, CountsAreTheirRoots) {
    for (Subject& subject : subjects())
        for (const bool near : {false, true})
            for (const ExitUpdate update : {ExitUpdate::pie, ExitUpdate::differenceMap})
                for (const int size : {24, 20, 33}) {
                    SCOPED_TRACE(subject.name + (near ? ", near field, " : ", far field, ") + std::to_string(size));
                    const Case c{size, 2, Interpolation::bilinear, near, update};
                    Input in(c);
                    std::mt19937 random(9);
                    std::vector<std::uint8_t> narrow(in.amplitudes.size());
                    for (std::uint8_t& counts : narrow)
                        counts = random() % 9 == 0 ? kernels::kMasked8 : static_cast<std::uint8_t>(random() % 5);
                    narrow[3] = 254, narrow[5] = 0;
                    std::vector<std::uint16_t> wide(narrow.begin(), narrow.end());
                    for (std::uint16_t& counts : wide)
                        if (counts == kernels::kMasked8) counts = kernels::kMasked16;
                    for (std::size_t i = 0; i < narrow.size(); ++i)
                        in.amplitudes[i] =
                            narrow[i] == kernels::kMasked8 ? -1.0F : std::sqrt(static_cast<float>(narrow[i]));
                    const Output roots = run(*subject.queue, subject.ops(), c, in);
                    Input counts = in;
                    counts.type = kernels::FrameType::counts8;
                    counts.bytes.assign(narrow.begin(), narrow.end());
                    expectSameBits(run(*subject.queue, subject.ops(), c, counts), roots);
                    counts.type = kernels::FrameType::counts16;
                    const auto* first = reinterpret_cast<const std::uint8_t*>(wide.data());
                    counts.bytes.assign(first, first + 2 * wide.size());
                    expectSameBits(run(*subject.queue, subject.ops(), c, counts), roots);
                    for (const std::size_t i : {std::size_t{3}, std::size_t{7}}) wide[i] = i == 3 ? 65534 : 256;
                    counts.bytes.assign(first, first + 2 * wide.size());
                    in.amplitudes[3] = std::sqrt(65534.0F), in.amplitudes[7] = 16;
                    expectSameBits(run(*subject.queue, subject.ops(), c, counts),
                                   run(*subject.queue, subject.ops(), c, in));
                }
}

/// The fused step gives the bits of the separate operations, whichever frames a batch has and however the threads
/// share.
TEST(PtychoOpsDeterminism, FusedUpdateIsTheSeparateOnes) {
    for (const Interpolation how : {Interpolation::nearest, Interpolation::bilinear, Interpolation::fourierShift})
        for (Subject& subject : subjects())
            for (const std::vector<int>& frames : {std::vector<int>{4}, std::vector<int>{6, 0},
                                                   std::vector<int>{6, 2, 4, 0, 5, 1, 3}, std::vector<int>(40, 5)}) {
                SCOPED_TRACE(subject.name + ", frames " + std::to_string(frames.size()));
                const Case c{24, 2, how, false, ExitUpdate::pie};
                const Input in(c);
                std::vector<std::vector<Cf>> objects;
                std::vector<std::vector<Cd>> probeSums;
                for (const bool fused : {false, true}) {
                    Queue& queue = *subject.queue;
                    PtychoOps& ops = subject.ops();
                    Buffer<Cf> object(queue, std::span<const Cf>(in.object));
                    Buffer<Cf> probe(queue, std::span<const Cf>(in.probe));
                    Buffer<float> amplitudes(queue, std::span<const float>(in.amplitudes));
                    Buffer<Cd> objectSum(queue, in.object.size()), probeSum(queue, in.probe.size());
                    Buffer<double> objectWeight(queue, in.object.size()), probeWeight(queue, 576);
                    FrameStep step;
                    step.model = {c.size, c.modes, in.rows, in.cols, how, nullptr};
                    step.object = object.data(), step.probe = probe.data();
                    step.measured.pixels = amplitudes.data(), step.places = in.places.data();
                    step.frames = frames;
                    step.grids = {anchorFor(100), anchorFor(100), anchorFor(100), anchorFor(100)};
                    step.objectSum = objectSum.data(), step.objectWeight = objectWeight.data();
                    step.probeSum = probeSum.data(), step.probeWeight = probeWeight.data();
                    const Region whole{0, 0, in.rows, in.cols};
                    if (fused) {
                        ops.frameStepAndUpdate(step, object.data(), whole, {0.3F, 0.7F});
                    } else {
                        ops.frameStep(step);
                        ops.pieUpdate(object.data(), objectSum.data(), objectWeight.data(), 1, in.rows, in.cols, whole,
                                      {0.3F, 0.7F});
                    }
                    objects.push_back(object.toHost()), probeSums.push_back(probeSum.toHost());
                    for (const double left : objectWeight.toHost()) EXPECT_EQ(left, 0);
                }
                EXPECT_GT(distance(objects[0], in.object), 1e-3) << "nothing was updated";
                EXPECT_TRUE(std::ranges::equal(flat(objects[0]), flat(objects[1])));
                EXPECT_TRUE(std::ranges::equal(flat(probeSums[0]), flat(probeSums[1])));
            }
}

} // namespace
} // namespace ewald::compute
