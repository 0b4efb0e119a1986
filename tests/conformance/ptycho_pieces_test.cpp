// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operations on more frames than fit into a cache, and on the modes of a probe, on every device of this machine.
#include "conformance/ptycho_subjects.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <complex>

namespace ewald::compute {
namespace {

/// 36 frames have 14.2 MB of waves: more than half of the cache of the emulated GPUs, 24 MiB, so that they are cut;
/// those of halves are not. Waves that are kept are cut only until they are back at the sample.
TEST(PtychoOpsDeterminism, PiecesDoNotChangeSums) {
    std::vector<int> frames;
    for (int i = 0; i < 36; ++i) frames.push_back(i % Input::kFrames);
    const Case c{128, 3, Interpolation::bilinear, false, ExitUpdate::pie};
    const Input in(c);
    for (Subject& subject : subjects()) {
        SCOPED_TRACE(subject.name);
        Queue& queue = *subject.queue;
        Buffer<Cf> object(queue, std::span<const Cf>(in.object)), probe(queue, std::span<const Cf>(in.probe));
        Buffer<float> amplitudes(queue, std::span<const float>(in.amplitudes));
        Buffer<Cf> kept(queue, frames.size() * in.probe.size());
        std::vector<std::vector<Cd>> objectSums, probeSums;
        std::vector<StepSums> metrics;
        const auto run = [&](std::size_t atOnce, bool keeping) {
            Buffer<Cd> objectSum(queue, in.object.size()), probeSum(queue, in.probe.size());
            Buffer<double> objectWeight(queue, in.object.size()), probeWeight(queue, std::size_t{128} * 128);
            FrameStep step;
            step.model = {c.size, c.modes, in.rows, in.cols, c.interpolation, nullptr};
            step.object = object.data(), step.probe = probe.data();
            step.measured.pixels = amplitudes.data(), step.places = in.places.data();
            step.grids = {anchorFor(100), anchorFor(100), anchorFor(100), anchorFor(100)};
            step.objectSum = objectSum.data(), step.objectWeight = objectWeight.data();
            step.probeSum = probeSum.data(), step.probeWeight = probeWeight.data();
            if (keeping) step.exitWaves = kept.data();
            for (std::size_t first = 0; first < frames.size(); first += atOnce) {
                step.frames = std::span(frames).subspan(first, atOnce);
                subject.ops().frameStep(step);
            }
            objectSums.push_back(objectSum.toHost()), probeSums.push_back(probeSum.toHost());
            metrics.push_back(subject.ops().takeSums());
        };
        run(frames.size() / 2, false);
        run(frames.size(), false);
        run(frames.size(), true);
        EXPECT_GT(metrics[0].error, 0);
        for (const std::size_t other : {1U, 2U}) {
            EXPECT_TRUE(std::ranges::equal(flat(objectSums[0]), flat(objectSums[other])));
            EXPECT_TRUE(std::ranges::equal(flat(probeSums[0]), flat(probeSums[other])));
            EXPECT_NEAR(metrics[0].error, metrics[other].error, 1e-9 * metrics[0].error); // doubles in another order
            EXPECT_EQ(metrics[0].valid, metrics[other].valid);
        }
    }
}

TEST(PtychoOps, AlgebraOfModesIsWhatItSays) {
    constexpr int kLayers = 3, kSide = 20;
    constexpr std::size_t kPixels = std::size_t{kSide} * kSide;
    const Case c{kSide, kLayers, Interpolation::nearest, false, ExitUpdate::pie};
    const Input in(c);
    ASSERT_EQ(in.probe.size(), kLayers * kPixels);
    using Wide = std::complex<double>;
    const auto wide = [](Cf v) { return Wide(static_cast<double>(v.re), static_cast<double>(v.im)); };
    std::vector<Cf> weights;
    for (int i = 0; i < kLayers * kLayers; ++i)
        weights.push_back({0.1F * static_cast<float>(i), 0.5F - 0.2F * static_cast<float>(i)});
    std::vector<float> factor;
    for (std::size_t i = 0; i < kPixels; ++i) factor.push_back(static_cast<float>(i % 7) / 4);
    std::vector<Cd> first;
    for (Subject& subject : subjects()) {
        SCOPED_TRACE(subject.name);
        Buffer<Cf> layers(*subject.queue, std::span<const Cf>(in.probe));
        const std::vector<Cd> gram = subject.ops().gram(layers.data(), kLayers, kSide, anchorFor(100));
        ASSERT_EQ(gram.size(), 6U);
        std::size_t pair = 0;
        for (std::size_t a = 0; a < kLayers; ++a)
            for (std::size_t b = a; b < kLayers; ++b, ++pair) {
                Wide sum = 0;
                for (std::size_t i = 0; i < kPixels; ++i)
                    sum += std::conj(wide(in.probe[a * kPixels + i])) * wide(in.probe[b * kPixels + i]);
                // Products of single precision, 2⁻²⁴ each, and a grid of 2⁻³³: sums of 400 of the order of 1.
                EXPECT_NEAR(gram[pair].re, sum.real(), 1e-5);
                EXPECT_NEAR(gram[pair].im, sum.imag(), 1e-5);
            }
        if (first.empty()) first = gram;
        if (subject.name.find("cuda") == std::string::npos) { // fused operations of a GPU round once less
            EXPECT_TRUE(std::ranges::equal(flat(gram), flat(first)));
        }

        const Buffer<Cf> by(*subject.queue, std::span<const Cf>(weights));
        subject.ops().mix(layers.data(), kLayers, kSide, by.data());
        const Buffer<float> times(*subject.queue, std::span<const float>(factor));
        subject.ops().multiply(layers.data(), kLayers, kSide, times.data());
        const std::vector<Cf> got = layers.toHost();
        for (std::size_t a = 0; a < kLayers; ++a)
            for (std::size_t i = 0; i < kPixels; ++i) {
                Wide sum = 0;
                for (std::size_t b = 0; b < kLayers; ++b)
                    sum += wide(weights[a * kLayers + b]) * wide(in.probe[b * kPixels + i]);
                sum *= static_cast<double>(factor[i]);
                ASSERT_NEAR(std::abs(wide(got[a * kPixels + i]) - sum), 0, 1e-5) << a << ", " << i;
            }
    }
}

} // namespace
} // namespace ewald::compute
