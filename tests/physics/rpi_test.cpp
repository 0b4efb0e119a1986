// SPDX-License-Identifier: GPL-3.0-or-later
//
// An image of one frame. What is measured comes from a model of its own, in double precision and with sums instead of
// fast transforms: o of m × m pixels, padded in Fourier space to the n × n of the window (Levitan et al. 2020).
#include "physics/recover.h"

#include "base/units.h"
#include "ptycho/engines/descent/full_gradient.h"
#include "ptycho/iteration/engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <random>
#include <string>

namespace ewald::physics {
namespace {

using Cd = std::complex<double>;
using Image = std::vector<Cd>; ///< [n][n]

constexpr std::size_t kSide = 128;

/// out(r, c) = Σ_yx in(y, x) e^(2πi s ((y − y₀) r + (x − x₀) c) / period), s = ±1; of `in` [m][m] to [n][n].
Image waves(const Image& in, std::size_t m, std::size_t n, double sign, double first, double period) {
    std::vector<Cd> turn(n * m); // [r][y]
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t y = 0; y < m; ++y)
            turn[r * m + y] =
                std::polar(1.0, 2 * kPi * sign * (static_cast<double>(y) - first) * static_cast<double>(r) / period);
    Image half(n * m), out(n * n); // half [r][x]
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t y = 0; y < m; ++y)
            for (std::size_t x = 0; x < m; ++x) half[r * m + x] += turn[r * m + y] * in[y * m + x];
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < n; ++c)
            for (std::size_t x = 0; x < m; ++x) out[r * n + c] += half[r * m + x] * turn[c * m + x];
    return out;
}

/// Values of o [m][m] on the finer grid [n][n], through its frequencies −m/2 … m/2 − 1.
Image padded(const Image& o, std::size_t m, std::size_t n) {
    const Image plain = waves(o, m, m, -1, 0, static_cast<double>(m)); // frequencies 0 … m − 1
    Image spectrum(m * m);
    for (std::size_t y = 0; y < m; ++y)
        for (std::size_t x = 0; x < m; ++x)
            spectrum[y * m + x] = plain[(y + m / 2) % m * m + (x + m / 2) % m] / static_cast<double>(m * m);
    return waves(spectrum, m, n, 1, static_cast<double>(m / 2), static_cast<double>(n));
}

/// Round particles of several sizes: absorbing, and with a phase.
Image particles(std::size_t m) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> uniform(0, 1);
    std::vector<double> cover(m * m, 0.0);
    for (int i = 0; i < 40; ++i) {
        const double y = uniform(random) * static_cast<double>(m), x = uniform(random) * static_cast<double>(m);
        const double radius = (0.02 + 0.06 * uniform(random)) * static_cast<double>(m);
        for (std::size_t r = 0; r < m; ++r)
            for (std::size_t c = 0; c < m; ++c)
                if (std::hypot(static_cast<double>(r) - y, static_cast<double>(c) - x) < radius) cover[r * m + c] = 1;
    }
    Image o(m * m);
    for (std::size_t i = 0; i < o.size(); ++i) o[i] = std::polar(1 - 0.3 * cover[i], -0.8 * cover[i]);
    return o;
}

/// Waves of random phases within a Gaussian spot, whose amplitude has a full width of 0.35 n at half its maximum, of
/// which all frequencies below a quarter of the window's side are left. Smooth: the same without phases.
Image probeOf(std::size_t n, bool smooth) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> uniform(0, 2 * kPi);
    Image spot(n * n);
    const double middle = static_cast<double>(n) / 2;
    for (std::size_t y = 0; y < n; ++y)
        for (std::size_t x = 0; x < n; ++x) {
            const double r = std::hypot(static_cast<double>(y) - middle, static_cast<double>(x) - middle);
            const double phase = uniform(random);
            spot[y * n + x] = std::polar(std::exp2(-std::pow(r / (0.35 * middle), 2)), smooth ? 0.0 : phase);
        }
    Image spectrum = waves(spot, n, n, -1, 0, static_cast<double>(n));
    const auto frequency = [&](std::size_t i) { return static_cast<double>(std::min(i, n - i)); };
    for (std::size_t y = 0; y < n; ++y)
        for (std::size_t x = 0; x < n; ++x)
            if (std::hypot(frequency(y), frequency(x)) >= static_cast<double>(n) / 4) spectrum[y * n + x] = 0;
    return waves(spectrum, n, n, 1, 0, static_cast<double>(n));
}

/// Orthonormal; zero frequency at the corner.
Image atDetector(const Image& probe, const Image& object, std::size_t n) {
    Image wave(n * n);
    for (std::size_t i = 0; i < wave.size(); ++i) wave[i] = probe[i] * object[i] / static_cast<double>(n);
    return waves(wave, n, n, -1, 0, static_cast<double>(n));
}

struct OneFrame {
    Experiment x;
    ptycho::Estimate start;
    Image truth; ///< in the window
    Image probe;
};

/// \param photons in the frame; 0: 10⁶ without noise
OneFrame oneFrame(std::size_t m, double photons, bool smooth = false, std::size_t n = kSide) {
    OneFrame one;
    one.truth = padded(particles(m), m, n);
    one.probe = probeOf(n, smooth);
    Image detector = atDetector(one.probe, one.truth, n);
    double power = 0;
    for (const Cd value : detector) power += std::norm(value);
    const double factor = std::sqrt((photons > 0 ? photons : 1e6) / power);
    for (Image* image : {&one.probe, &detector})
        for (Cd& value : *image) value *= factor;
    sim::PtychoDataset& data = one.x.data;
    data.experiment.size = n;
    data.experiment.frames = 1;
    data.frames = Array<float, 3>({1, n, n});
    data.badPixels = Array<std::uint8_t, 2>({n, n});
    std::mt19937 random(11);
    ptycho::Problem& problem = one.x.problem;
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < n; ++c) {
            const double mean = std::norm(detector[r * n + c]);
            const double counts =
                photons > 0 && mean > 0 ? static_cast<double>(std::poisson_distribution<long>(mean)(random)) : mean;
            data.frames(0, (r + n / 2) % n, (c + n / 2) % n) = static_cast<float>(counts);
            problem.meanPhotons += counts;
        }
    constexpr std::size_t kMargin = 5;
    problem.geometry = ptycho::makeGeometry(n, 1e-10, 1, 1e-4, 1e-4, 0);
    problem.frames = 1;
    problem.order = ptycho::makeFrameOrder(1, 0);
    problem.positions = {{kMargin, kMargin + 1}};
    problem.objectRows = problem.objectCols = n + 2 * kMargin + 3;
    one.start.object = Array<Complex, 2>({problem.objectRows, problem.objectCols}, Complex(1, 0));
    one.start.probe = Array<Complex, 3>({1, n, n});
    for (std::size_t i = 0; i < one.probe.size(); ++i) one.start.probe.span()[i] = Complex(one.probe[i]);
    return one;
}

/// What lies in the window.
Image imageOf(const OneFrame& one, const Array<Complex, 2>& object) {
    const std::size_t n = one.x.data.experiment.size;
    const auto row = static_cast<std::size_t>(one.x.problem.positions[0].row);
    const auto col = static_cast<std::size_t>(one.x.problem.positions[0].col);
    Image image(n * n);
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < n; ++c) image[r * n + c] = object(r + row, c + col);
    return image;
}

/// ‖|P|² (o − e^(iφ) truth)‖ / ‖|P|² truth‖ with the best φ: weighted by the light.
double errorOf(const OneFrame& one, const Array<Complex, 2>& object) {
    const Image image = imageOf(one, object);
    Cd overlap = 0;
    double truth = 0, found = 0;
    for (std::size_t i = 0; i < image.size(); ++i) {
        const double weight = std::pow(std::norm(one.probe[i]), 2);
        overlap += weight * std::conj(one.truth[i]) * image[i];
        truth += weight * std::norm(one.truth[i]);
        found += weight * std::norm(image[i]);
    }
    return std::sqrt(std::max(0.0, truth + found - 2 * std::abs(overlap)) / truth);
}

ptycho::StageSettings rpi(std::size_t iterations, std::size_t m = kSide / 2, std::size_t n = kSide) {
    ptycho::StageSettings stage =
        stageOf("rpi", iterations, {{"object_band", static_cast<double>(m) / static_cast<double>(n)}});
    stage.engine().decide(stage);
    return stage;
}

TEST(RandomisedProbe, FindsTheImageOfOneFrame) {
    // Measured: 0.0001, 0.0006 and 0.0023 without noise, 0.0162, 0.0258 and 0.0432 with. What noise leaves is of the
    // order of √(m² A / photons), 0.014 to 0.028, where a part A = 0.2 of the window is lit: m² A complex numbers are
    // found, √I scatters by 1/2, and of each number a half cannot be seen; more as 2 m² comes closer to the pixels.
    struct Case {
        std::size_t m;
        double photons, error;
    };
    for (const auto& [m, photons, error] :
         {Case{32, 0, 0.001}, {48, 0, 0.002}, {64, 0, 0.005}, {32, 1e6, 0.021}, {48, 1e6, 0.035}, {64, 1e6, 0.05}}) {
        const OneFrame one = oneFrame(m, photons);
        const Outcome out = reconstruct(one.x, one.start, {}, {rpi(100, m)});
        EXPECT_LT(errorOf(one, out.estimate.object), error) << m << ", " << photons;
        EXPECT_TRUE(out.estimate.probe == one.start.probe);
    }
}

TEST(RandomisedProbe, ASmoothProbeSaysNothing) {
    // Measured: 0.41 without noise, with an error at the detector of 1.3e-7: it explains the frame by another object.
    const OneFrame one = oneFrame(64, 0, true);
    const Outcome out = reconstruct(one.x, one.start, {}, {rpi(200)});
    EXPECT_GT(errorOf(one, out.estimate.object), 0.2);
    EXPECT_LT(out.error(), 1e-5);
}

TEST(RandomisedProbe, NoFrequencyIsBeyondTheBand) {
    const OneFrame one = oneFrame(8, 1e5, false, 32);
    const Outcome out = reconstruct(one.x, one.start, {}, {rpi(20, 12, 32)});
    const Image spectrum = waves(imageOf(one, out.estimate.object), 32, 32, -1, 0, 32);
    double inside = 0, outside = 0;
    for (std::size_t y = 0; y < 32; ++y)
        for (std::size_t x = 0; x < 32; ++x) {
            const bool in = (y < 6 || y >= 26) && (x < 6 || x >= 26);
            (in && y + x > 0 ? inside : outside) += y + x > 0 ? std::norm(spectrum[y * 32 + x]) : 0;
        }
    EXPECT_GT(inside, 1);
    EXPECT_LT(outside, 1e-10 * inside); // single precision
    std::size_t changed = 0;            // beyond the window
    for (std::size_t r = 0; r < out.estimate.object.extent(0); ++r)
        for (std::size_t c = 0; c < out.estimate.object.extent(1); ++c)
            changed += (r < 5 || c < 6 || r >= 5 + 32 || c >= 6 + 32) && out.estimate.object(r, c) != Complex(1, 0);
    EXPECT_EQ(changed, 0U);
}

TEST(RandomisedProbe, GradientsAreThoseOfTheCoarseImage) {
    constexpr std::size_t n = 32, m = 12;
    OneFrame one = oneFrame(m, 1e4, false, n);
    std::mt19937 random(5);
    std::uniform_real_distribution<double> uniform(0, 1);
    Image base(m * m); // not the empty object: where its wave is zero, the loss has a cusp
    for (Cd& value : base) value = {1 + uniform(random), uniform(random)};
    const Image window = padded(base, m, n);
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < n; ++c) one.start.object(r + 5, c + 6) = Complex(window[r * n + c]);
    Experiment x = one.x;
    ptycho::partitionProblem(x.problem, 1, ptycho::Partition::interleaved, false);
    x.problem.measured = std::make_shared<ptycho::FrameStore>(1, n * n, "");
    x.problem.measured->put(0, x.countsOf(0));
    const auto queue = compute::makeQueue({"cpu", 1});
    const auto communicator = compute::makeSelfCommunicator();
    ptycho::EngineContext state(x.problem, {}, one.start, *queue, *communicator);
    const ptycho::GradientNames names{.of = "lbfgs_", .before = "_gradient_0", .savesDirection = false};
    ptycho::KeptFields kept{ptycho::KeptNumbers{}};
    kept.declare(state, ptycho::FullGradient::keeps(names));
    ptycho::FullGradient all(state, kept, names);
    EXPECT_TRUE(all.limitObject(state, static_cast<double>(m) / n));
    EXPECT_FALSE(all.limitObject(state, static_cast<double>(m) / n));
    ptycho::IterationContext context;
    context.updateProbe = false;
    context.shouldLeave = [] { return false; };
    ASSERT_TRUE(all.collect(state, context));
    const Image gradient = imageOf(one, state.wholeObject(*all.object.gradient));
    all.release(state);

    const std::vector<float> counts = x.countsOf(0);
    const auto loss = [&](const Image& o) {
        const Image detector = atDetector(one.probe, padded(o, m, n), n);
        double sum = 0;
        for (std::size_t i = 0; i < n * n; ++i)
            sum += std::pow(std::abs(detector[i]) - std::sqrt(static_cast<double>(counts[i])), 2);
        return sum;
    };
    for (const std::size_t pixel : {m + 2, 5 * m + 7, 6 * m + 6})
        for (const Cd unit : {Cd(1, 0), Cd(0, 1)}) {
            constexpr double kStep = 1e-4;
            Image more = base, less = base, alone(m * m);
            more[pixel] += kStep * unit, less[pixel] -= kStep * unit, alone[pixel] = unit;
            const double expected = (loss(more) - loss(less)) / (2 * kStep);
            const Image direction = padded(alone, m, n);
            double slope = 0; // G = −∂L/∂O*
            for (std::size_t i = 0; i < n * n; ++i) slope -= 2 * std::real(std::conj(gradient[i]) * direction[i]);
            EXPECT_NEAR(slope, expected, 1e-4 * std::abs(expected)) << pixel << ", " << unit;
        }
}

TEST(RandomisedProbe, RanksAndBreaksLeaveTheBits) {
    const OneFrame one = oneFrame(16, 1e5, false, 32);
    const std::vector<ptycho::StageSettings> stage = {rpi(9, 16, 32)};
    const Outcome whole = reconstruct(one.x, one.start, {}, stage);
    for (const Layout& layout : {Layout{.ranks = 2}, Layout{.foreign = true, .streamed = true, .framesAtOnce = 1},
                                 Layout{.ranks = 2, .partition = ptycho::Partition::tiles, .tiled = true}}) {
        EXPECT_TRUE(reconstruct(one.x, one.start, {}, stage, layout).estimate.object == whole.estimate.object);
        const Outcome stopped = reconstruct(one.x, one.start, {}, stage, {}, {}, {.stopAfter = 4});
        const Outcome rest = reconstruct(one.x, stopped.estimate, {}, stage, layout, stopped.resume);
        EXPECT_TRUE(rest.estimate.object == whole.estimate.object);
        const Outcome failed =
            reconstruct(one.x, one.start, {}, stage, layout, {}, {.checkpointAfter = 5, .failAfter = 7});
        const Outcome again = reconstruct(one.x, failed.estimate, {}, stage, {}, failed.resume);
        EXPECT_TRUE(again.estimate.object == whole.estimate.object);
    }
}

} // namespace
} // namespace ewald::physics
