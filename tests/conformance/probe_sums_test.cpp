// SPDX-License-Identifier: GPL-3.0-or-later
//
// The probe's sums of the projection engines on every device of this machine, where positions lie between pixels:
// against the definition, in double precision with transforms written out.
#include "conformance/naive_transform.h"
#include "conformance/ptycho_subjects.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace ewald::compute {
namespace {

using Wide = std::complex<double>;
using Image = std::vector<Wide>;

/// S or, with sign = −1, S⁻¹: an image moved by the fraction of a place.
Image moved(const Image& image, int n, const FramePlace& place, int sign) {
    Image spectrum = naiveTransform(image, n, -1);
    for (int r = 0; r < n; ++r)
        for (int c = 0; c < n; ++c) {
            const int row = r < (n + 1) / 2 ? r : r - n, col = c < (n + 1) / 2 ? c : c - n;
            const double turns = (row * static_cast<double>(place.dRow) + col * static_cast<double>(place.dCol)) / n;
            spectrum[static_cast<std::size_t>(r * n + c)] *= std::polar(1.0, -sign * 2 * std::numbers::pi * turns);
        }
    return naiveTransform(spectrum, n, 1);
}

/// What Σ_i S_i⁻¹ O_i* (w_i − O_i S_i P) is made of, in double precision.
struct Definition {
    const Case& c;
    const Input& in;
    std::size_t pixels = c.framePixels();

    [[nodiscard]] Wide objectAt(const FramePlace& p, std::size_t pixel) const {
        const int row = p.row + static_cast<int>(pixel) / c.size, col = p.col + static_cast<int>(pixel) % c.size;
        const Cf value = in.object[static_cast<std::size_t>(row * in.cols + col)];
        return {value.re, value.im};
    }
    [[nodiscard]] Image modeOf(std::size_t mode) const {
        Image image;
        for (std::size_t i = mode * pixels; i < (mode + 1) * pixels; ++i)
            image.emplace_back(in.probe[i].re, in.probe[i].im);
        return image;
    }
    /// The waves that probe and object give, [frame][mode][n][n].
    [[nodiscard]] Image explained() const {
        Image waves;
        for (const FramePlace& p : in.places)
            for (std::size_t mode = 0; mode < static_cast<std::size_t>(c.modes); ++mode) {
                Image wave = moved(modeOf(mode), c.size, p, 1);
                for (std::size_t i = 0; i < pixels; ++i) wave[i] *= objectAt(p, i);
                waves.insert(waves.end(), wave.begin(), wave.end());
            }
        return waves;
    }
    [[nodiscard]] Image sumsOf(const Image& rest) const {
        const auto modes = static_cast<std::size_t>(c.modes);
        Image sums(modes * pixels);
        for (std::size_t part = 0; part < in.places.size() * modes; ++part) {
            const FramePlace& p = in.places[part / modes];
            Image product(pixels);
            for (std::size_t i = 0; i < pixels; ++i) product[i] = std::conj(objectAt(p, i)) * rest[part * pixels + i];
            const Image back = moved(product, c.size, p, -1);
            for (std::size_t i = 0; i < pixels; ++i) sums[part % modes * pixels + i] += back[i];
        }
        return sums;
    }
};

/// The sums of one subject. \param waves [frame][mode][n][n]
Image sumsOf(Subject& subject, const Case& c, const Input& in, const Image& waves) {
    std::vector<Cf> rounded;
    for (const Wide& value : waves)
        rounded.push_back({static_cast<float>(value.real()), static_cast<float>(value.imag())});
    Buffer<Cf> object(*subject.queue, std::span<const Cf>(in.object)),
        probe(*subject.queue, std::span<const Cf>(in.probe));
    Buffer<Cf> exitWaves(*subject.queue, std::span<const Cf>(rounded));
    Buffer<Cd> sum(*subject.queue, in.probe.size());
    Buffer<double> weight(*subject.queue, c.framePixels());
    std::vector<int> frames(in.places.size());
    for (std::size_t i = 0; i < frames.size(); ++i) frames[i] = static_cast<int>(i);
    FrameStep step;
    step.model = c.model(in.rows, in.cols, nullptr);
    step.object = object.data(), step.probe = probe.data(), step.exitWaves = exitWaves.data();
    step.places = in.places.data(), step.frames = frames;
    step.update = ExitUpdate::projections;
    step.grids = {anchorFor(100), anchorFor(100), anchorFor(100), anchorFor(100)};
    step.probeSum = sum.data(), step.probeWeight = weight.data();
    subject.ops().probeSums(step);
    subject.ops().finishProbeSum(step.model, sum.data());
    Image found;
    for (const Cd& value : sum.toHost()) found.emplace_back(value.re, value.im);
    return found;
}

double norm(const Image& image) {
    double sum = 0;
    for (const Wide& value : image) sum += std::norm(value);
    return std::sqrt(sum);
}

Image difference(Image a, const Image& b) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
    return a;
}

class ShiftedProbeSums : public testing::TestWithParam<Case> {};

/// Float operations and four transforms in a chain, 2⁻²⁴ each, as in the tests of the other operations; the part of
/// what the probe explains is a difference of numbers that are as large as the waves.
constexpr double kBound = 5e-6;

TEST_P(ShiftedProbeSums, AreOfWhatTheProbeDoesNotExplain) {
    const Case& c = GetParam();
    const Input in(c);
    const Definition definition{c, in};
    const Image explained = definition.explained();
    Image waves = explained;
    std::ranges::reverse(waves); // as good as any
    const Image expected = definition.sumsOf(difference(waves, explained));
    for (Subject& subject : subjects()) {
        SCOPED_TRACE(subject.name);
        EXPECT_LT(norm(difference(sumsOf(subject, c, in, waves), expected)), kBound * norm(expected));
    }
}

/// A probe that explains all waves stays as it is, whatever the object: divided by Σ|O|², the sums of the waves
/// themselves would be another probe, and another one again in each iteration.
TEST_P(ShiftedProbeSums, AreNothingForAProbeThatExplainsAllWaves) {
    const Case& c = GetParam();
    const Input in(c);
    const Definition definition{c, in};
    const Image explained = definition.explained();
    const double scale = norm(definition.sumsOf(explained));
    for (Subject& subject : subjects()) {
        SCOPED_TRACE(subject.name);
        EXPECT_LT(norm(sumsOf(subject, c, in, explained)), kBound * scale);
    }
}

// 16: whole panels of the transforms; 20: a panel and a part; 33: odd.
INSTANTIATE_TEST_SUITE_P(Cases, ShiftedProbeSums,
                         testing::Values(Case{16, 1, Interpolation::fourierShift, false, ExitUpdate::projections},
                                         Case{20, 3, Interpolation::fourierShift, false, ExitUpdate::projections},
                                         Case{33, 2, Interpolation::fourierShift, false, ExitUpdate::projections}),
                         [](const auto& info) { return nameOf(info.param); });

} // namespace
} // namespace ewald::compute
