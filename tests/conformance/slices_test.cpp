// SPDX-License-Identifier: GPL-3.0-or-later
//
// An object of several slices, or a tilted one, on every device of this machine, against a model of its own: in double
// precision, with transforms by the definition. Its gradients are checked by finite differences.
#include "compute/cpu/cpu_ptycho_ops.h"
#include "compute/devices/queue.h"
#include "compute/operations/fft.h"
#include "compute/operations/plain_launcher.h"
#include "conformance/naive_transform.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <memory>
#include <numbers>
#include <random>
#include <string>
#include <vector>

namespace ewald::compute {
namespace {

using Wide = std::complex<double>;
using Image = std::vector<Wide>;

constexpr int kSize = 12, kModes = 2, kFrames = 4, kRows = 19, kCols = 21;
constexpr std::size_t kPixels = kSize * kSize, kObject = kRows * kCols;

struct Case {
    Interpolation how;
    int slices;
    int oversampling = 1;
    int points = 1; ///< of a fly scan
    bool tilted = false;
};

Wide wide(const Cf& value) { return {static_cast<double>(value.re), static_cast<double>(value.im)}; }
std::vector<Cf> single(const Image& values) {
    std::vector<Cf> out;
    for (const Wide v : values) out.push_back({static_cast<float>(v.real()), static_cast<float>(v.imag())});
    return out;
}

/// F⁻¹[factor F in]; a factor that is no number of modulus 1 included.
Image filtered(const Image& in, const Image& factor, bool conjugate) {
    Image spectrum = naiveTransform(in, kSize, -1);
    for (std::size_t i = 0; i < kPixels; ++i) spectrum[i] *= conjugate ? std::conj(factor[i]) : factor[i];
    return naiveTransform(spectrum, kSize, 1);
}

double relative(const Image& found, const Image& wanted) {
    double difference = 0, size = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i)
        difference += std::norm(found[i] - wanted[i]), size += std::norm(wanted[i]);
    return std::sqrt(difference / size);
}

/// What the operations give, and more.
struct Sums {
    Image object = Image();       ///< [slice][H][W]
    Image objectWeight = Image(); ///< real
    Image probe = Image();        ///< [mode][n][n]
    Image windows = Image();      ///< real: of waves in front of slices, at whole pixels
};

/// The unknowns, directions of them, measured frames, and the naive model.
class Model {
public:
    explicit Model(const Case& c) : m_case(c), m_transfer(kPixels) {
        std::mt19937 generator(5);
        std::uniform_real_distribution<double> uniform(-1, 1);
        const auto draw = [&](std::size_t count, Wide middle, double size) {
            Image values;
            for (std::size_t i = 0; i < count; ++i) {
                const Cf value = single({middle + size * Wide(uniform(generator), uniform(generator))}).front();
                values.push_back(wide(value));
            }
            return values;
        };
        const auto slices = static_cast<std::size_t>(c.slices);
        object = draw(slices * kObject, {0.7, 0.2}, 0.6), objectDirection = draw(slices * kObject, 0, 0.4);
        probe = draw(kModes * kPixels, {0.5, 0}, 4), probeDirection = draw(kModes * kPixels, 0, 2);
        for (std::size_t i = 0; i < kPixels; ++i) { // some of it does not go through
            const double y = signedFrequency(i / kSize, kSize), x = signedFrequency(i % kSize, kSize);
            m_transfer[i] = std::abs(y) > 5 ? Wide(0) : std::polar(1.0, -0.09 * (y * y + x * x));
        }
        for (int i = 0; i < kFrames * c.points; ++i) {
            FramePlace place{i % 6, (3 * i) % 8, 0.2F * static_cast<float>(i % 4) - 0.3F, 0.3F};
            if (c.how == Interpolation::bilinear) place.dRow += 0.5F;
            if (c.how == Interpolation::nearest) place.dRow = place.dCol = 0;
            places.push_back(place);
            distances.push_back(0.4F * static_cast<float>(i % 5) - 0.7F);
        }
        for (std::size_t i = 0; i < kPixels; ++i) { // the beam of a tilted sample has not all frequencies
            const double y = signedFrequency(i / kSize, kSize), x = signedFrequency(i % kSize, kSize);
            const double perMetre = -0.03 * y * y - 0.02 * x * x + 0.01 * x * y + 0.002 * x * x * x;
            turns.push_back(x < -5 || y > 4 ? std::numeric_limits<float>::infinity() : static_cast<float>(perMetre));
        }
        for (std::size_t frame = 0; frame < kFrames; ++frame)
            for (const double intensity : intensities(frame, object, probe)) {
                const double factor = 1 + 0.5 * uniform(generator);
                amplitudes.push_back(uniform(generator) > 0.8 ? -1.0F
                                                              : static_cast<float>(factor * std::sqrt(intensity)));
            }
    }

    [[nodiscard]] std::size_t framePixels() const {
        return kPixels / static_cast<std::size_t>(m_case.oversampling * m_case.oversampling);
    }
    [[nodiscard]] std::vector<double> intensities(std::size_t frame, const Image& o, const Image& p) const {
        std::vector<double> sum(framePixels());
        for (std::size_t point = 0; point < points(); ++point)
            for (std::size_t mode = 0; mode < kModes; ++mode) {
                const Image wave = naiveTransform(exitWave(frame * points() + point, mode, o, p), kSize, -1);
                for (std::size_t i = 0; i < kPixels; ++i)
                    sum[owner(i)] += std::norm(wave[i]) / static_cast<double>(points());
            }
        return sum;
    }
    /// Σ(√Î − √I)² of a frame.
    [[nodiscard]] double loss(std::size_t frame, const Image& o, const Image& p) const {
        const std::vector<double> intensity = intensities(frame, o, p);
        double sum = 0;
        for (std::size_t i = 0; i < framePixels(); ++i)
            if (const double root = amplitude(frame, i); root >= 0) sum += std::pow(std::sqrt(intensity[i]) - root, 2);
        return sum;
    }
    /// Along the directions of the object, as far as `slices` says, and of the probe.
    [[nodiscard]] double lossAlong(std::size_t frame, double length, const std::vector<bool>& slices,
                                   bool alongProbe) const {
        Image o = object, p = probe;
        for (std::size_t i = 0; i < o.size(); ++i)
            if (slices[i / kObject]) o[i] += length * objectDirection[i];
        for (std::size_t i = 0; alongProbe && i < p.size(); ++i) p[i] += length * probeDirection[i];
        return loss(frame, o, p);
    }
    /// (first derivative, second derivative), of fourth order.
    [[nodiscard]] std::pair<double, double> derivatives(std::size_t frame, const std::vector<bool>& slices,
                                                        bool alongProbe) const {
        const auto at = [&](double g) { return lossAlong(frame, g, slices, alongProbe); };
        const double h = 1e-3;
        return {(8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h),
                (-at(2 * h) + 16 * at(h) - 30 * at(0) + 16 * at(-h) - at(-2 * h)) / (12 * h * h)};
    }
    /// The waves in front of all slices, and behind the last one.
    [[nodiscard]] std::vector<Image> passage(std::size_t wave, std::size_t mode, const Image& o, const Image& p) const {
        const FramePlace& place = places[wave];
        Image w(p.begin() + static_cast<std::ptrdiff_t>(mode * kPixels),
                p.begin() + static_cast<std::ptrdiff_t>((mode + 1) * kPixels));
        if (m_case.how == Interpolation::fourierShift) w = filtered(w, toSample(wave), false);
        std::vector<Image> all;
        for (std::size_t slice = 0; slice < slices(); ++slice) {
            if (slice > 0) w = filtered(w, m_transfer, false);
            all.push_back(w);
            for (int r = 0; r < kSize; ++r)
                for (int c = 0; c < kSize; ++c)
                    w[static_cast<std::size_t>(r * kSize + c)] *= objectAt(o, slice, place, r, c);
        }
        all.push_back(w);
        return all;
    }
    [[nodiscard]] Image exitWave(std::size_t wave, std::size_t mode, const Image& o, const Image& p) const {
        return passage(wave, mode, o, p).back();
    }
    /// χ behind the last slice of all modes of a wave.
    [[nodiscard]] std::vector<Image> residual(std::size_t wave) const {
        const std::size_t frame = wave / points();
        const std::vector<double> intensity = intensities(frame, object, probe);
        std::vector<Image> all;
        for (std::size_t mode = 0; mode < kModes; ++mode) {
            Image chi = naiveTransform(exitWave(wave, mode, object, probe), kSize, -1);
            for (std::size_t i = 0; i < kPixels; ++i) {
                const double root = amplitude(frame, owner(i));
                chi[i] *= root >= 0 ? root / std::sqrt(intensity[owner(i)]) - 1 : 0;
            }
            all.push_back(naiveTransform(chi, kSize, 1));
        }
        return all;
    }
    /// By hand, back through the slices.
    [[nodiscard]] Sums sums() const {
        Sums out{Image(object.size()), Image(object.size()), Image(probe.size()), Image(object.size())};
        for (std::size_t wave = 0; wave < places.size(); ++wave) {
            const std::vector<Image> residuals = residual(wave);
            for (std::size_t mode = 0; mode < kModes; ++mode) {
                const std::vector<Image> in = passage(wave, mode, object, probe);
                Image chi = residuals[mode];
                for (std::size_t slice = slices(); slice-- > 0;) {
                    addSlice(slice, wave, in[slice], chi, out);
                    for (int r = 0; r < kSize; ++r)
                        for (int c = 0; c < kSize; ++c)
                            chi[static_cast<std::size_t>(r * kSize + c)] *=
                                std::conj(objectAt(object, slice, places[wave], r, c));
                    if (slice > 0) chi = filtered(chi, m_transfer, true);
                }
                if (m_case.how == Interpolation::fourierShift) chi = filtered(chi, toSample(wave), true);
                for (std::size_t i = 0; i < kPixels; ++i) out.probe[mode * kPixels + i] += chi[i];
            }
        }
        return out;
    }
    [[nodiscard]] Image propagated(const Image& wave) const { return filtered(wave, m_transfer, false); }

    [[nodiscard]] PtychoModel settings(const Cf* transfer) const {
        PtychoModel model{kSize, kModes, kRows, kCols, m_case.how, nullptr};
        model.oversampling = m_case.oversampling, model.flyPoints = m_case.points;
        model.slices = m_case.slices, model.sliceTransfer = transfer;
        return model;
    }
    [[nodiscard]] std::vector<Cf> transfer() const { return single(m_transfer); }
    [[nodiscard]] std::size_t points() const { return static_cast<std::size_t>(m_case.points); }
    [[nodiscard]] std::size_t slices() const { return static_cast<std::size_t>(m_case.slices); }
    [[nodiscard]] bool tilted() const { return m_case.tilted; }

    Image object, objectDirection; ///< [slice][H][W]
    Image probe, probeDirection;   ///< [mode][n][n]
    std::vector<FramePlace> places;
    std::vector<float> distances; ///< of a tilted sample, of each wave
    std::vector<float> turns;     ///< of its waves per metre
    std::vector<float> amplitudes;

private:
    [[nodiscard]] double amplitude(std::size_t frame, std::size_t pixel) const {
        return static_cast<double>(amplitudes[frame * framePixels() + pixel]);
    }
    /// The pixel of the frame that collects this one of the transform.
    [[nodiscard]] std::size_t owner(std::size_t pixel) const {
        const int u = m_case.oversampling, side = kSize / u;
        const auto line = [&](std::size_t at) {
            const double frequency = signedFrequency(at, kSize);
            return (static_cast<int>(std::floor((frequency + (u - 1) / 2) / u)) + side) % side;
        };
        return static_cast<std::size_t>(line(pixel / kSize) * side + line(pixel % kSize));
    }
    /// Of the spectrum of a probe.
    [[nodiscard]] Image toSample(std::size_t wave) const {
        const FramePlace& p = places[wave];
        Image ramp(kPixels);
        for (std::size_t i = 0; i < kPixels; ++i) {
            const double y = signedFrequency(i / kSize, kSize), x = signedFrequency(i % kSize, kSize);
            double phase = -(y * static_cast<double>(p.dRow) + x * static_cast<double>(p.dCol)) / kSize;
            if (m_case.tilted) {
                if (std::isinf(turns[i])) continue;
                phase += static_cast<double>(distances[wave]) * static_cast<double>(turns[i]);
            }
            ramp[i] = std::polar(1.0, 2 * std::numbers::pi * phase);
        }
        return ramp;
    }
    /// body(pixel of the object, its share in pixel (r, c) of the window)
    template <class Body>
    void forShares(const FramePlace& p, int r, int c, Body&& body) const {
        const bool bilinear = m_case.how == Interpolation::bilinear;
        const auto y = static_cast<double>(p.dRow), x = static_cast<double>(p.dCol);
        for (int i = 0; i < (bilinear ? 2 : 1); ++i)
            for (int k = 0; k < (bilinear ? 2 : 1); ++k)
                body(static_cast<std::size_t>((p.row + r + i) * kCols + p.col + c + k),
                     bilinear ? (i == 0 ? 1 - y : y) * (k == 0 ? 1 - x : x) : 1.0);
    }
    [[nodiscard]] Wide objectAt(const Image& o, std::size_t slice, const FramePlace& p, int r, int c) const {
        Wide sum = 0;
        forShares(p, r, c, [&](std::size_t at, double share) { sum += share * o[slice * kObject + at]; });
        return sum;
    }
    void addSlice(std::size_t slice, std::size_t wave, const Image& in, const Image& chi, Sums& out) const {
        const FramePlace& place = places[wave];
        for (int r = 0; r < kSize; ++r)
            for (int c = 0; c < kSize; ++c) {
                const auto i = static_cast<std::size_t>(r * kSize + c);
                forShares(place, r, c, [&](std::size_t at, double share) {
                    out.object[slice * kObject + at] += share * std::conj(in[i]) * chi[i];
                    out.objectWeight[slice * kObject + at] += share * std::norm(in[i]);
                });
                const auto whole = static_cast<std::size_t>((place.row + r) * kCols + place.col + c);
                out.windows[slice * kObject + whole] += std::norm(in[i]);
            }
    }

    Case m_case;
    Image m_transfer;
};

/// A step over frames of a model, in memory of a queue.
struct Step {
    Step(Queue& queue, const Model& m, std::vector<int> which)
        : frames(std::move(which)), object(queue, std::span<const Cf>(single(m.object))),
          probe(queue, std::span<const Cf>(single(m.probe))), transfer(queue, std::span<const Cf>(m.transfer())),
          amplitudes(queue, std::span<const float>(m.amplitudes)), turns(queue, std::span<const float>(m.turns)),
          distances(queue, std::span<const float>(m.distances)), objectSum(queue, object.size()),
          probeSum(queue, probe.size()), objectWeight(queue, object.size()), probeWeight(queue, kPixels) {
        step.model = m.settings(transfer.data());
        step.object = object.data(), step.probe = probe.data();
        step.measured.pixels = amplitudes.data(), step.places = m.places.data();
        step.frames = frames;
        if (m.tilted()) step.propagation = {turns.data(), distances.data()};
        step.grids.objectSum = step.grids.objectWeight = step.grids.probeSum = step.grids.probeWeight = anchorFor(1e4);
    }
    void collect() {
        step.objectSum = objectSum.data(), step.objectWeight = objectWeight.data();
        step.probeSum = probeSum.data(), step.probeWeight = probeWeight.data();
    }
    std::vector<int> frames;
    Buffer<Cf> object, probe, transfer;
    Buffer<float> amplitudes, turns, distances;
    Buffer<Cd> objectSum, probeSum;
    Buffer<double> objectWeight, probeWeight;
    FrameStep step;
};

Image widened(const std::vector<Cd>& sums) {
    Image out;
    for (const Cd& s : sums) out.emplace_back(s.re, s.im);
    return out;
}
Image widened(const std::vector<double>& weights) { return {weights.begin(), weights.end()}; }
Image ofSlice(const Image& all, std::size_t slice) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(slice * kObject);
    return {first, first + static_cast<std::ptrdiff_t>(kObject)};
}

/// body(queue, ops) on every device and every set of operations.
template <class Body>
void onAll(Body&& body) {
    const auto host = makeQueue({"cpu", 1});
    PlainPtychoOps plain{PlainLauncher{}};
    body(*host, plain);
    for (const int threads : {1, 3}) {
        SCOPED_TRACE("cpu, threads " + std::to_string(threads));
        cpu::CpuPtychoOps ops(threads);
        body(*host, ops);
    }
    for (const DeviceInfo& device : listDevices()) {
        if (!device.usable) continue;
        SCOPED_TRACE(device.id);
        const auto queue = makeQueue({device.id, 1});
        body(*queue, queue->ptycho());
    }
}

const std::vector<int> kAll = {2, 0, 3, 1};

class Slices : public testing::TestWithParam<Case> {};

/// dL = −2 Re ⟨S, dX⟩ / (waves of a frame), of each slice and of the probe by themselves. Differences of fourth order
/// leave h⁴ = 1e-12 of the derivatives: measured up to 1.1e-11 of the slope.
TEST_P(Slices, GradientsOfTheModelAreThoseOfFiniteDifferences) {
    const Model m(GetParam());
    const Sums sums = m.sums();
    const auto slope = [&](const std::vector<bool>& slices, bool alongProbe) {
        double sum = 0;
        for (std::size_t frame = 0; frame < kFrames; ++frame) sum += m.derivatives(frame, slices, alongProbe).first;
        return sum;
    };
    const auto along = [&](const Image& sum, const Image& direction, std::size_t first, std::size_t count) {
        double product = 0;
        for (std::size_t i = first; i < first + count; ++i) product += (std::conj(sum[i]) * direction[i]).real();
        return -2 * product / static_cast<double>(m.points());
    };
    for (std::size_t slice = 0; slice < m.slices(); ++slice) {
        std::vector<bool> only(m.slices());
        only[slice] = true;
        const double expected = slope(only, false);
        EXPECT_NEAR(along(sums.object, m.objectDirection, slice * kObject, kObject), expected,
                    1e-9 * std::abs(expected))
            << slice;
    }
    const double expected = slope(std::vector<bool>(m.slices()), true);
    EXPECT_NEAR(along(sums.probe, m.probeDirection, 0, m.probe.size()), expected, 1e-9 * std::abs(expected));
}

/// Single precision through up to a dozen transforms: measured up to 3.1e-6 of the norm.
TEST_P(Slices, SumsAreThoseOfTheModel) {
    const Model m(GetParam());
    const Sums wanted = m.sums();
    double error = 0;
    for (std::size_t frame = 0; frame < kFrames; ++frame) error += m.loss(frame, m.object, m.probe);
    onAll([&](Queue& queue, PtychoOps& ops) {
        Step s(queue, m, kAll);
        s.collect();
        ops.frameStep(s.step);
        EXPECT_NEAR(ops.takeSums().error, error, 1e-5 * error);
        ops.finishProbeSum(s.step.model, s.probeSum.data());
        const Image object = widened(s.objectSum.toHost()), weight = widened(s.objectWeight.toHost());
        for (std::size_t slice = 0; slice < m.slices(); ++slice) {
            EXPECT_LT(relative(ofSlice(object, slice), ofSlice(wanted.object, slice)), 1e-5) << slice;
            EXPECT_LT(relative(ofSlice(weight, slice), ofSlice(wanted.objectWeight, slice)), 1e-5) << slice;
        }
        EXPECT_LT(relative(widened(s.probeSum.toHost()), wanted.probe), 1e-5);
        if (!m.tilted()) { // else of the probe as it is stored
            Step windows(queue, m, kAll);
            windows.step.objectWeight = windows.objectWeight.data();
            ops.windowWeights(windows.step);
            EXPECT_LT(relative(widened(windows.objectWeight.toHost()), wanted.windows), 1e-5);
        }
        for (int frame = 0; frame < kFrames; ++frame) {
            Step one(queue, m, {frame});
            Buffer<float> pattern(queue, m.framePixels());
            ops.modelIntensity(one.step, pattern.data());
            const std::vector<float> found = pattern.toHost();
            const std::vector<double> intensity = m.intensities(static_cast<std::size_t>(frame), m.object, m.probe);
            EXPECT_LT(relative({found.begin(), found.end()}, {intensity.begin(), intensity.end()}), 1e-5);
        }
    });
}

/// Sums of about a thousand products in single precision, which cancel in part.
TEST_P(Slices, DerivativesAlongDirectionsAreThoseOfFiniteDifferences) {
    const Model m(GetParam());
    const std::vector<bool> all(m.slices(), true);
    onAll([&](Queue& queue, PtychoOps& ops) {
        Step s(queue, m, kAll);
        const Buffer<Cf> object(queue, std::span<const Cf>(single(m.objectDirection))),
            probe(queue, std::span<const Cf>(single(m.probeDirection)));
        Buffer<LineTerms> terms(queue, kFrames);
        for (const bool alongObject : {true, false})
            for (const bool alongProbe : {true, false}) {
                ops.lineTerms(s.step, {alongObject ? object.data() : nullptr, alongProbe ? probe.data() : nullptr},
                              terms.data());
                const std::vector<LineTerms> found = terms.toHost();
                for (std::size_t i = 0; i < kAll.size(); ++i) {
                    const auto [first, second] =
                        m.derivatives(static_cast<std::size_t>(kAll[i]),
                                      alongObject ? all : std::vector<bool>(m.slices()), alongProbe);
                    EXPECT_NEAR(found[i].first, first, 1e-4 * std::abs(first) + 1e-3) << i;
                    EXPECT_NEAR(found[i].second, second, 1e-4 * std::abs(second) + 1e-3) << i;
                }
            }
    });
}

/// What directions make of the wave behind the last slice: central differences of a polynomial, exact but for h².
TEST_P(Slices, NormalEquationsAreThoseOfTheWaves) {
    const Model m(GetParam());
    constexpr double kStep = 1e-4;
    const auto moved = [](const Image& values, const Image& direction, double length) {
        Image out = values;
        for (std::size_t i = 0; i < out.size(); ++i) out[i] += length * direction[i];
        return out;
    };
    const Image objectUp = moved(m.object, m.objectDirection, kStep),
                objectDown = moved(m.object, m.objectDirection, -kStep);
    const Image probeUp = moved(m.probe, m.probeDirection, kStep), probeDown = moved(m.probe, m.probeDirection, -kStep);
    std::vector<StepNormals> wanted(kFrames);
    for (std::size_t wave = 0; wave < m.places.size(); ++wave) {
        const std::vector<Image> residual = m.residual(wave);
        StepNormals& n = wanted[wave / m.points()];
        for (std::size_t mode = 0; mode < kModes; ++mode) {
            const Image a = m.exitWave(wave, mode, objectUp, m.probe), b = m.exitWave(wave, mode, objectDown, m.probe);
            const Image c = m.exitWave(wave, mode, m.object, probeUp), d = m.exitWave(wave, mode, m.object, probeDown);
            for (std::size_t i = 0; i < kPixels; ++i) {
                const Wide u = (a[i] - b[i]) / (2 * kStep), v = (c[i] - d[i]) / (2 * kStep);
                n.objectObject += std::norm(u), n.probeProbe += std::norm(v);
                n.objectProbe += (std::conj(u) * v).real();
                n.object += (std::conj(u) * residual[mode][i]).real();
                n.probe += (std::conj(v) * residual[mode][i]).real();
            }
        }
    }
    onAll([&](Queue& queue, PtychoOps& ops) {
        Step s(queue, m, kAll);
        s.collect();
        Buffer<Cf> residuals(queue, m.places.size() * m.probe.size());
        s.step.exitWaves = residuals.data();
        ops.frameStep(s.step);
        const Buffer<Cf> object(queue, std::span<const Cf>(single(m.objectDirection))),
            probe(queue, std::span<const Cf>(single(m.probeDirection)));
        Buffer<StepNormals> normals(queue, kFrames);
        ops.stepNormals(s.step, {object.data(), probe.data()}, normals.data());
        const std::vector<StepNormals> found = normals.toHost();
        for (std::size_t i = 0; i < kAll.size(); ++i) {
            const StepNormals& n = wanted[static_cast<std::size_t>(kAll[i])];
            const double size = std::sqrt(n.objectObject * n.probeProbe);
            EXPECT_NEAR(found[i].objectObject, n.objectObject, 1e-5 * n.objectObject);
            EXPECT_NEAR(found[i].probeProbe, n.probeProbe, 1e-5 * n.probeProbe);
            EXPECT_NEAR(found[i].objectProbe, n.objectProbe, 1e-5 * size);
            EXPECT_NEAR(found[i].object, n.object, 1e-5 * size);
            EXPECT_NEAR(found[i].probe, n.probe, 1e-5 * size);
        }
        ops.stepNormals(s.step, {nullptr, probe.data()}, normals.data());
        EXPECT_EQ(normals.toHost()[0].objectObject, 0);
        EXPECT_EQ(normals.toHost()[0].probe, found[0].probe);
        (void)ops.takeSums();
    });
}

/// Sums do not depend on the order of frames, nor on how they are divided; nor does the update.
TEST_P(Slices, SumsAreExact) {
    const Model m(GetParam());
    onAll([&](Queue& queue, PtychoOps& ops) {
        Step whole(queue, m, kAll), first(queue, m, {1, 3}), second(queue, m, {2, 0});
        for (Step* s : {&whole, &first, &second}) {
            s->collect();
            ops.frameStep(s->step);
        }
        (void)ops.takeSums();
        const std::vector<Cd> all = whole.objectSum.toHost(), a = first.objectSum.toHost(),
                              b = second.objectSum.toHost();
        const std::vector<double> weight = whole.objectWeight.toHost(), weightA = first.objectWeight.toHost(),
                                  weightB = second.objectWeight.toHost();
        for (std::size_t i = 0; i < all.size(); ++i) {
            ASSERT_EQ(a[i].re + b[i].re, all[i].re) << i;
            ASSERT_EQ(a[i].im + b[i].im, all[i].im) << i;
            ASSERT_EQ(weightA[i] + weightB[i], weight[i]) << i;
        }
        const Region region{0, 0, kRows, kCols};
        const UpdateRule rule{0.3F, 0.4F};
        for (std::size_t slice = 0; slice < m.slices(); ++slice)
            ops.pieUpdate(whole.object.data() + slice * kObject, whole.objectSum.data() + slice * kObject,
                          whole.objectWeight.data() + slice * kObject, 1, kRows, kCols, region, rule);
        Step together(queue, m, kAll);
        together.collect();
        ops.frameStepAndUpdate(together.step, together.object.data(), region, rule);
        (void)ops.takeSums();
        const std::vector<Cf> apart = whole.object.toHost(), atOnce = together.object.toHost();
        for (std::size_t i = 0; i < apart.size(); ++i) ASSERT_EQ(atOnce[i].re, apart[i].re) << i;
    });
}

/// A first slice of nothing: the probe, on its way to the second.
TEST(EmptySlice, IsTheWayOfTheProbe) {
    Model two({Interpolation::nearest, 2});
    std::fill_n(two.object.begin(), kObject, Wide(1));
    Model one({Interpolation::nearest, 1});
    one.object = ofSlice(two.object, 1);
    for (std::size_t mode = 0; mode < kModes; ++mode) {
        const auto first = two.probe.begin() + static_cast<std::ptrdiff_t>(mode * kPixels);
        const Image moved = two.propagated({first, first + kPixels});
        std::ranges::copy(moved, one.probe.begin() + static_cast<std::ptrdiff_t>(mode * kPixels));
    }
    onAll([&](Queue& queue, PtychoOps& ops) {
        Step far(queue, two, {1}), near(queue, one, {1});
        Buffer<float> a(queue, kPixels), b(queue, kPixels);
        ops.modelIntensity(far.step, a.data());
        ops.modelIntensity(near.step, b.data());
        const std::vector<float> there = a.toHost(), here = b.toHost();
        EXPECT_LT(relative({there.begin(), there.end()}, {here.begin(), here.end()}), 1e-5);
    });
}

/// Nor is anything else done to a probe that goes nowhere.
TEST(TiltedSample, WithoutDistancesGivesTheBitsOfTheFarField) {
    Model m({Interpolation::fourierShift, 1, 1, 1, true});
    std::ranges::fill(m.distances, 0.0F);
    std::ranges::replace_if(
        m.turns, [](float turns) { return std::isinf(turns); }, 0.3F);
    const auto host = makeQueue({"cpu", 1});
    PlainPtychoOps ops{PlainLauncher{}};
    Step tilted(*host, m, kAll), far(*host, m, kAll);
    far.step.propagation = {};
    for (Step* s : {&tilted, &far}) {
        s->collect();
        ops.frameStep(s->step);
    }
    const auto same = [](const std::vector<Cd>& a, const std::vector<Cd>& b) {
        return std::ranges::equal(a, b, [](const Cd& x, const Cd& y) { return x.re == y.re && x.im == y.im; });
    };
    EXPECT_TRUE(same(tilted.objectSum.toHost(), far.objectSum.toHost()));
    EXPECT_TRUE(same(tilted.probeSum.toHost(), far.probeSum.toHost()));
    EXPECT_EQ(tilted.objectWeight.toHost(), far.objectWeight.toHost());
}

std::string nameOf(const testing::TestParamInfo<Case>& info) {
    const char* how[] = {"nearest", "bilinear", "fourier"};
    const Case& c = info.param;
    return how[static_cast<int>(c.how)] + std::to_string(c.slices) + "coarse" + std::to_string(c.oversampling) +
           "points" + std::to_string(c.points) + (c.tilted ? "tilted" : "");
}

constexpr Case kCases[] = {{Interpolation::nearest, 2},
                           {Interpolation::bilinear, 2},
                           {Interpolation::fourierShift, 2},
                           {Interpolation::bilinear, 4},
                           {Interpolation::fourierShift, 3, 2},
                           {Interpolation::bilinear, 2, 1, 3},
                           {Interpolation::fourierShift, 2, 1, 2},
                           {Interpolation::fourierShift, 1, 1, 1, true},
                           {Interpolation::fourierShift, 1, 2, 1, true},
                           {Interpolation::fourierShift, 1, 1, 2, true}};

INSTANTIATE_TEST_SUITE_P(Cases, Slices, testing::ValuesIn(kCases), nameOf);

} // namespace
} // namespace ewald::compute
