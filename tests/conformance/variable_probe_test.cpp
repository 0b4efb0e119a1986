// SPDX-License-Identifier: GPL-3.0-or-later
//
// A probe that is not the same in all frames, on every device of this machine: what the operations say about its modes
// and weights against finite differences of the loss, computed in double precision with transforms by the definition.
#include "compute/cpu/cpu_launcher.h"
#include "compute/cpu/cpu_ptycho_ops.h"
#include "compute/devices/queue.h"
#include "compute/operations/fft.h"
#include "compute/operations/plain_launcher.h"
#include "conformance/naive_transform.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <memory>
#include <numbers>
#include <random>
#include <string>
#include <vector>

namespace ewald::compute {
namespace {

using Wide = std::complex<double>;

constexpr int kSize = 10, kModes = 2, kVariable = 2, kFrames = 5, kRows = 19, kCols = 21;
constexpr std::size_t kPixels = kSize * kSize;

struct Input {
    std::vector<Cf> object = std::vector<Cf>(kRows * kCols);
    std::vector<Cf> probe = std::vector<Cf>(kModes * kPixels);
    std::vector<Cf> variable = std::vector<Cf>(kVariable * kPixels);
    std::vector<float> weights = std::vector<float>(kFrames * kVariable);
    std::vector<float> amplitudes = std::vector<float>(kFrames * kPixels);
    std::vector<FramePlace> places;

    explicit Input(Interpolation how) {
        std::mt19937 generator(3);
        std::uniform_real_distribution<float> uniform(-1, 1);
        for (std::vector<Cf>* values : {&object, &probe, &variable})
            for (Cf& value : *values) value = {uniform(generator), uniform(generator)};
        for (float& weight : weights) weight = uniform(generator);
        for (float& amplitude : amplitudes) amplitude = uniform(generator) + 0.9F; // some masked
        for (int i = 0; i < kFrames; ++i) {
            FramePlace place{i, (3 * i) % 7, 0.2F * static_cast<float>(i) - 0.4F, 0.3F};
            if (how == Interpolation::bilinear) place.dRow += 0.5F;
            if (how == Interpolation::nearest) place.dRow = place.dCol = 0;
            places.push_back(place);
        }
    }
};

/// The unknowns in double precision, to be moved a little.
struct Unknowns {
    std::vector<Wide> variable;
    std::vector<double> weights;

    explicit Unknowns(const Input& in) : weights(in.weights.begin(), in.weights.end()) {
        for (const Cf& v : in.variable) variable.emplace_back(v.re, v.im);
    }
};

Wide wide(const Cf& value) { return {static_cast<double>(value.re), static_cast<double>(value.im)}; }

Wide objectAt(const Input& in, const FramePlace& p, int r, int c, Interpolation how) {
    const auto at = [&](int y, int x) {
        return wide(in.object[static_cast<std::size_t>((p.row + r + y) * kCols + p.col + c + x)]);
    };
    if (how != Interpolation::bilinear) return at(0, 0);
    const auto y = static_cast<double>(p.dRow), x = static_cast<double>(p.dCol);
    return (1 - y) * ((1 - x) * at(0, 0) + x * at(0, 1)) + y * ((1 - x) * at(1, 0) + x * at(1, 1));
}

/// Σ(√Î − √I)² of a frame.
double lossOf(const Input& in, const Unknowns& u, std::size_t frame, Interpolation how) {
    const FramePlace& p = in.places[frame];
    std::vector<double> intensity(kPixels);
    for (std::size_t k = 0; k < kModes; ++k) {
        std::vector<Wide> probe(kPixels);
        for (std::size_t i = 0; i < kPixels; ++i) {
            probe[i] = wide(in.probe[k * kPixels + i]);
            for (std::size_t j = 0; k == 0 && j < kVariable; ++j)
                probe[i] += u.weights[frame * kVariable + j] * u.variable[j * kPixels + i];
        }
        if (how == Interpolation::fourierShift) {
            probe = naiveTransform(probe, kSize, -1);
            for (std::size_t i = 0; i < kPixels; ++i) {
                const double y = signedFrequency(i / kSize, kSize), x = signedFrequency(i % kSize, kSize);
                probe[i] *= std::polar(1.0, -2 * std::numbers::pi / kSize *
                                                (y * static_cast<double>(p.dRow) + x * static_cast<double>(p.dCol)));
            }
            probe = naiveTransform(probe, kSize, 1);
        }
        for (int r = 0; r < kSize; ++r)
            for (int c = 0; c < kSize; ++c)
                probe[static_cast<std::size_t>(r * kSize + c)] *= objectAt(in, p, r, c, how);
        const std::vector<Wide> wave = naiveTransform(probe, kSize, -1);
        for (std::size_t i = 0; i < kPixels; ++i) intensity[i] += std::norm(wave[i]);
    }
    double loss = 0;
    for (std::size_t i = 0; i < kPixels; ++i) {
        const auto amplitude = static_cast<double>(in.amplitudes[frame * kPixels + i]);
        if (amplitude >= 0) loss += std::pow(std::sqrt(intensity[i]) - amplitude, 2);
    }
    return loss;
}

struct Found {
    std::vector<WeightNormals> normals;
    std::vector<Cd> sum;
    std::vector<double> weight;
};

FrameStep stepOf(Interpolation how) {
    FrameStep step;
    step.model = {kSize, kModes, kRows, kCols, how, nullptr};
    step.grids.objectSum = step.grids.objectWeight = step.grids.probeSum = step.grids.probeWeight = anchorFor(100);
    step.grids.variableSum = step.grids.variableWeight = anchorFor(100);
    return step;
}

Found run(Queue& queue, PtychoOps& ops, const Input& in, Interpolation how, const std::vector<int>& frames) {
    const Buffer<Cf> object(queue, std::span<const Cf>(in.object)), probe(queue, std::span<const Cf>(in.probe)),
        variable(queue, std::span<const Cf>(in.variable));
    const Buffer<float> weights(queue, std::span<const float>(in.weights)),
        amplitudes(queue, std::span<const float>(in.amplitudes));
    Buffer<WeightNormals> normals(queue, kFrames);
    Buffer<Cd> sum(queue, kVariable * kPixels);
    Buffer<double> weight(queue, kVariable * kPixels);
    FrameStep step = stepOf(how);
    step.object = object.data(), step.probe = probe.data();
    step.variable = {variable.data(), weights.data(), kVariable};
    step.measured.pixels = amplitudes.data(), step.places = in.places.data();
    step.frames = frames;
    step.weightNormals = normals.data();
    step.variableSum = sum.data(), step.variableWeight = weight.data();
    ops.frameStep(step);
    const double error = ops.takeSums().error;
    const Unknowns u(in);
    double expected = 0;
    for (const int frame : frames) expected += lossOf(in, u, static_cast<std::size_t>(frame), how);
    EXPECT_NEAR(error, expected, 1e-5 * expected) << "the forward model";
    return {normals.toHost(), sum.toHost(), weight.toHost()};
}

std::vector<std::pair<std::string, std::unique_ptr<PtychoOps>>> ownOps() {
    std::vector<std::pair<std::string, std::unique_ptr<PtychoOps>>> all;
    all.emplace_back("plain", std::make_unique<PlainPtychoOps>(PlainLauncher()));
    for (const int threads : {1, 3})
        all.emplace_back("cpu, threads " + std::to_string(threads), std::make_unique<cpu::CpuPtychoOps>(threads));
    return all;
}

/// body(queue, ops) on every device and every set of operations.
template <class Body>
void onAll(Body&& body) {
    const auto host = makeQueue({"cpu", 1});
    for (const auto& [name, ops] : ownOps()) {
        SCOPED_TRACE(name);
        body(*host, *ops);
    }
    for (const DeviceInfo& device : listDevices()) {
        if (!device.usable) continue;
        SCOPED_TRACE(device.id);
        const auto queue = makeQueue({device.id, 1});
        body(*queue, queue->ptycho());
    }
}

class VariableProbeOps : public testing::TestWithParam<Interpolation> {};

/// χ = −∂L/∂ψ*, so that ∂L/∂c_ij = −2 Re⟨V_j O, χ⟩ and dL = −2 Re⟨dV_j, Σ c_ij O* χ⟩. Single precision through two
/// transforms and sums of a hundred pixels: measured up to 3e-6 of the norm.
TEST_P(VariableProbeOps, GradientsAreThoseOfTheLoss) {
    const Interpolation how = GetParam();
    const Input in(how);
    const std::vector<int> frames = {3, 0, 4, 1, 2};
    const Unknowns here(in);
    constexpr double kStep = 1e-4;
    std::vector<double> slopes; // ∂L/∂c
    double norm = 0;
    for (std::size_t i = 0; i < in.weights.size(); ++i) {
        Unknowns up = here, down = here;
        up.weights[i] += kStep, down.weights[i] -= kStep;
        slopes.push_back((lossOf(in, up, i / kVariable, how) - lossOf(in, down, i / kVariable, how)) / (2 * kStep));
        norm += slopes.back() * slopes.back();
    }
    std::mt19937 generator(8);
    std::uniform_real_distribution<double> uniform(-1, 1);
    std::vector<Wide> direction;
    for (std::size_t i = 0; i < kPixels; ++i) direction.emplace_back(uniform(generator), uniform(generator));
    double along[kVariable] = {};
    for (std::size_t j = 0; j < kVariable; ++j) {
        Unknowns up = here, down = here;
        for (std::size_t i = 0; i < kPixels; ++i)
            up.variable[j * kPixels + i] += kStep * direction[i],
                down.variable[j * kPixels + i] -= kStep * direction[i];
        for (std::size_t frame = 0; frame < kFrames; ++frame)
            along[j] += (lossOf(in, up, frame, how) - lossOf(in, down, frame, how)) / (2 * kStep);
    }
    onAll([&](Queue& queue, PtychoOps& ops) {
        const Found found = run(queue, ops, in, how, frames);
        for (std::size_t i = 0; i < in.weights.size(); ++i)
            EXPECT_NEAR(-2 * found.normals[i / kVariable].slope[i % kVariable], slopes[i], 2e-5 * std::sqrt(norm)) << i;
        for (std::size_t j = 0; j < kVariable; ++j) {
            std::vector<Wide> sum;
            for (std::size_t i = 0; i < kPixels; ++i)
                sum.emplace_back(found.sum[j * kPixels + i].re, found.sum[j * kPixels + i].im);
            if (how == Interpolation::fourierShift) sum = naiveTransform(sum, kSize, 1); // it is a spectrum
            double product = 0, size = 0;
            for (std::size_t i = 0; i < kPixels; ++i) {
                product += (std::conj(direction[i]) * sum[i]).real();
                size += std::norm(direction[i]) + std::norm(sum[i]);
            }
            EXPECT_NEAR(-2 * product, along[j], 2e-5 * size) << j;
        }
        for (std::size_t frame = 0; frame < kFrames; ++frame)
            for (std::size_t j = 0; j < kVariable; ++j) {
                double curvature = 0, weight = 0;
                for (int r = 0; r < kSize; ++r)
                    for (int c = 0; c < kSize; ++c)
                        curvature += std::norm(objectAt(in, in.places[frame], r, c, how) *
                                               here.variable[j * kPixels + static_cast<std::size_t>(r * kSize + c)]);
                EXPECT_NEAR(found.normals[frame].curvature[j], curvature, 1e-5 * curvature);
                for (std::size_t i = 0; i < kFrames; ++i)
                    weight +=
                        std::pow(here.weights[i * kVariable + j], 2) * std::norm(objectAt(in, in.places[i], 4, 7, how));
                EXPECT_NEAR(found.weight[j * kPixels + 47], weight, 1e-5 * weight);
            }
        for (const WeightNormals& n : found.normals)
            for (int j = kVariable; j < kernels::kMostVariableModes; ++j) EXPECT_EQ(n.slope[j] + n.curvature[j], 0);
    });
}

/// Sums do not depend on which frames a call has, nor on their order.
TEST_P(VariableProbeOps, SumsAreExact) {
    const Input in(GetParam());
    onAll([&](Queue& queue, PtychoOps& ops) {
        const Found whole = run(queue, ops, in, GetParam(), {0, 1, 2, 3, 4});
        const Found order = run(queue, ops, in, GetParam(), {4, 2, 0, 3, 1});
        const Found first = run(queue, ops, in, GetParam(), {1, 3}),
                    second = run(queue, ops, in, GetParam(), {0, 2, 4});
        for (std::size_t i = 0; i < whole.sum.size(); ++i) {
            EXPECT_EQ(order.sum[i].re, whole.sum[i].re);
            EXPECT_EQ(first.sum[i].re + second.sum[i].re, whole.sum[i].re);
            EXPECT_EQ(first.sum[i].im + second.sum[i].im, whole.sum[i].im);
            EXPECT_EQ(first.weight[i] + second.weight[i], whole.weight[i]);
        }
    });
}

/// Line searches and step searches see the probe of each frame: their terms are derivatives of the same loss.
TEST_P(VariableProbeOps, DirectionsStartFromTheProbesOfTheFrames) {
    const Interpolation how = GetParam();
    const Input in(how);
    std::vector<Cf> along(in.probe.rbegin(), in.probe.rend());
    constexpr float kStep = 1e-3F;
    Input up = in, down = in;
    for (std::size_t i = 0; i < along.size(); ++i) {
        up.probe[i] = in.probe[i] + kStep * along[i];
        down.probe[i] = in.probe[i] + (-kStep) * along[i];
    }
    const std::vector<int> frames = {0, 1, 2, 3, 4};
    onAll([&](Queue& queue, PtychoOps& ops) {
        const Buffer<Cf> object(queue, std::span<const Cf>(in.object)), probe(queue, std::span<const Cf>(in.probe)),
            variable(queue, std::span<const Cf>(in.variable)), direction(queue, std::span<const Cf>(along));
        const Buffer<float> weights(queue, std::span<const float>(in.weights)),
            amplitudes(queue, std::span<const float>(in.amplitudes));
        Buffer<LineTerms> terms(queue, kFrames);
        Buffer<StepNormals> normals(queue, kFrames);
        Buffer<Cf> residual(queue, kFrames * in.probe.size());
        FrameStep step = stepOf(how);
        step.object = object.data(), step.probe = probe.data();
        step.variable = {variable.data(), weights.data(), kVariable};
        step.measured.pixels = amplitudes.data(), step.places = in.places.data();
        step.frames = frames;
        ops.lineTerms(step, {nullptr, direction.data()}, terms.data());
        step.exitWaves = residual.data();
        ops.frameStep(step);
        ops.stepNormals(step, {nullptr, direction.data()}, normals.data());
        (void)ops.takeSums();
        const Unknowns u(in);
        for (std::size_t frame = 0; frame < kFrames; ++frame) {
            const double slope = (lossOf(up, u, frame, how) - lossOf(down, u, frame, how)) / (2.0 * 1e-3);
            const StepNormals n = normals.toHost()[frame];
            // The differences of a loss of about a hundred end with single precision of the probes: 1e-4.
            const double bound = 1e-3 * std::sqrt(n.probeProbe) * 10;
            EXPECT_NEAR(terms.toHost()[frame].first, slope, bound);
            EXPECT_NEAR(-2 * n.probe, slope, bound);
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Interpolations, VariableProbeOps,
                         testing::Values(Interpolation::nearest, Interpolation::bilinear, Interpolation::fourierShift));

} // namespace
} // namespace ewald::compute
