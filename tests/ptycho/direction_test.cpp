// SPDX-License-Identifier: GPL-3.0-or-later
//
// What engines that go along directions know of a loss, against a model of its own: a naive transform in double
// precision and finite differences.
#include "losses.h"

#include "compute/devices/queue.h"
#include "compute/operations/plain_launcher.h"
#include "ptycho/engines/descent/line_step.h"
#include "ptycho/model/partition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <random>
#include <vector>

namespace ewald::ptycho {
namespace {

using compute::Cd;
using compute::Cf;
using compute::FramePlace;
using compute::Loss;
using Cx = std::complex<double>;

/// Some frames of two modes, and directions of object and probe.
class Directions : public testing::Test {
protected:
    static constexpr int kSize = 8, kModes = 2, kRows = 12, kCols = 13, kFrames = 3;
    static constexpr std::size_t kPixels = kSize * kSize;

    void SetUp() override {
        std::mt19937 generator(3);
        std::uniform_real_distribution<double> uniform(-1, 1);
        const auto draw = [&](std::size_t count, double size) {
            std::vector<Cx> values(count);
            for (Cx& value : values) value = {size * uniform(generator), size * uniform(generator)};
            return values;
        };
        m_object = draw(kRows * kCols, 1), m_objectDirection = draw(kRows * kCols, 0.5);
        m_probe = draw(kModes * kPixels, 8), m_probeDirection = draw(kModes * kPixels, 3);
        m_places = {{0, 1, 0, 0}, {3, 5, 0, 0}, {4, 2, 0, 0}};
        drawAmplitudes();
    }
    /// Near the model.
    void drawAmplitudes() {
        std::mt19937 generator(4);
        std::uniform_real_distribution<double> uniform(-1, 1);
        m_amplitudes.clear();
        for (int frame = 0; frame < kFrames; ++frame)
            for (const double intensity : intensities(frame, 0))
                m_amplitudes.push_back(std::sqrt(intensity) * (1 + 0.4 * uniform(generator)));
    }
    [[nodiscard]] std::size_t framePixels() const {
        return kPixels / static_cast<std::size_t>(m_oversampling * m_oversampling);
    }
    /// Row or column of a frame that collects this one of the transform.
    [[nodiscard]] int onDetector(int line) const {
        const int frequency = line < kSize / 2 ? line : line - kSize;
        const int side = kSize / m_oversampling;
        const auto pixel =
            static_cast<int>(std::floor(static_cast<double>(frequency + (m_oversampling - 1) / 2) / m_oversampling));
        return (pixel + side) % side;
    }

    /// (P + γ ΔP)(O + γ ΔO) of one wave and mode
    [[nodiscard]] std::vector<Cx> exitWave(int number, int mode, double g) const {
        const FramePlace& place = m_places[static_cast<std::size_t>(number)];
        std::vector<Cx> wave(kPixels);
        for (std::size_t i = 0; i < kPixels; ++i) {
            const std::size_t p = static_cast<std::size_t>(mode) * kPixels + i;
            wave[i] = m_probe[p] + g * m_probeDirection[p];
        }
        if (m_interpolation == compute::Interpolation::fourierShift) wave = shifted(wave, place, 1);
        for (int y = 0; y < kSize; ++y)
            for (int x = 0; x < kSize; ++x) wave[static_cast<std::size_t>(y * kSize + x)] *= objectAt(place, y, x, g);
        return wave;
    }
    /// O + γ ΔO in a pixel of the window of this place: between four pixels of the object, or in one.
    [[nodiscard]] Cx objectAt(const FramePlace& place, int y, int x, double g) const {
        const auto pixel = [&](int row, int col) {
            const auto o = static_cast<std::size_t>((place.row + y + row) * kCols + place.col + x + col);
            return m_object[o] + g * m_objectDirection[o];
        };
        if (m_interpolation != compute::Interpolation::bilinear) return pixel(0, 0);
        const double down = place.dRow, right = place.dCol;
        return (1 - down) * ((1 - right) * pixel(0, 0) + right * pixel(0, 1)) +
               down * ((1 - right) * pixel(1, 0) + right * pixel(1, 1));
    }
    /// A periodic wave moved by the fraction of the place, forward (1) or back (−1).
    [[nodiscard]] static std::vector<Cx> shifted(const std::vector<Cx>& wave, const FramePlace& place, int sign) {
        std::vector<Cx> spectrum = transform(wave, -1);
        const auto frequency = [](int i) { return i < kSize / 2 ? i : i - kSize; };
        for (int v = 0; v < kSize; ++v)
            for (int u = 0; u < kSize; ++u)
                spectrum[static_cast<std::size_t>(v * kSize + u)] *=
                    std::polar(1.0, -sign * 2 * std::numbers::pi *
                                        (frequency(v) * static_cast<double>(place.dRow) +
                                         frequency(u) * static_cast<double>(place.dCol)) /
                                        kSize);
        return transform(spectrum, 1);
    }
    /// The wave at the detector: far away, or behind the transfer function of the near field.
    [[nodiscard]] std::vector<Cx> atDetector(std::vector<Cx> wave, const FramePlace& place) const {
        if (m_transfer.empty()) return transform(wave, -1);
        // The wave stays where the detector has it: the shift of the probe is taken back.
        if (m_interpolation == compute::Interpolation::fourierShift) wave = shifted(wave, place, -1);
        wave = transform(wave, -1);
        for (std::size_t i = 0; i < kPixels; ++i) wave[i] *= m_transfer[i];
        return transform(wave, 1);
    }
    /// Orthonormal, by its definition. \param sign −1: forward
    [[nodiscard]] static std::vector<Cx> transform(const std::vector<Cx>& in, int sign) {
        std::vector<Cx> out(kPixels);
        for (int v = 0; v < kSize; ++v)
            for (int u = 0; u < kSize; ++u) {
                Cx sum = 0;
                for (int y = 0; y < kSize; ++y)
                    for (int x = 0; x < kSize; ++x)
                        sum += in[static_cast<std::size_t>(y * kSize + x)] *
                               std::polar(1.0, sign * 2 * std::numbers::pi * (v * y + u * x) / kSize);
                out[static_cast<std::size_t>(v * kSize + u)] = sum / static_cast<double>(kSize);
            }
        return out;
    }
    [[nodiscard]] std::vector<double> intensities(int frame, double g) const {
        std::vector<double> sum(framePixels());
        const int places = m_points * m_objectModes;
        for (int part = 0; part < places * kModes; ++part) { // of a fly scan the mean of several waves
            const int number = frame * places + part / kModes;
            const std::vector<Cx> wave =
                atDetector(exitWave(number, part % kModes, g), m_places[static_cast<std::size_t>(number)]);
            for (int y = 0; y < kSize; ++y)
                for (int x = 0; x < kSize; ++x)
                    sum[static_cast<std::size_t>(onDetector(y) * (kSize / m_oversampling) + onDetector(x))] +=
                        std::norm(wave[static_cast<std::size_t>(y * kSize + x)]) / m_points;
        }
        return m_spread.empty() ? sum : counted(sum);
    }
    /// Row and column of a frame that are the detector's first.
    [[nodiscard]] int edge() const {
        const int side = kSize / m_oversampling;
        return m_transfer.empty() ? side - side / 2 : 0;
    }
    /// The light of each pixel as the detector counts it: parts of it in pixels around, but none beyond the edges.
    [[nodiscard]] std::vector<double> counted(const std::vector<double>& light) const {
        const int side = kSize / m_oversampling, reach = static_cast<int>(m_spread.size()) - 1;
        const auto at = [&](int row, int col) {
            return static_cast<std::size_t>((row + edge()) % side * side + (col + edge()) % side);
        };
        const auto part = [&](int distance) {
            return static_cast<double>(m_spread[static_cast<std::size_t>(std::abs(distance))]);
        };
        std::vector<double> counts(light.size());
        for (int row = 0; row < side; ++row)
            for (int col = 0; col < side; ++col)
                for (int down = std::max(-reach, -row); down <= std::min(reach, side - 1 - row); ++down)
                    for (int right = std::max(-reach, -col); right <= std::min(reach, side - 1 - col); ++right)
                        counts[at(row + down, col + right)] += part(down) * part(right) * light[at(row, col)];
        return counts;
    }
    /// After the gain of the frame, with the background.
    [[nodiscard]] double lossAt(Loss loss, int frame, double g) const {
        double sum = 0;
        const std::vector<double> model = intensities(frame, g);
        for (std::size_t i = 0; i < framePixels(); ++i) {
            const bool saturated = m_ceiling > 0 && amplitude(frame, i) >= m_ceiling;
            const double counts = std::pow(gainOf(frame) * (saturated ? m_ceiling : amplitude(frame, i)), 2);
            if (!saturated || model[i] + backgroundOf(i) < counts)
                sum += lossOf(loss, counts, model[i] + backgroundOf(i));
        }
        return sum;
    }
    [[nodiscard]] double gainOf(int frame) const {
        return m_gains.empty() ? 1 : static_cast<double>(m_gains[static_cast<std::size_t>(frame)]);
    }
    [[nodiscard]] double backgroundOf(std::size_t pixel) const {
        return m_background.empty() ? 0 : static_cast<double>(m_background[pixel]);
    }
    [[nodiscard]] double amplitude(int frame, std::size_t pixel) const {
        return m_amplitudes[static_cast<std::size_t>(frame) * framePixels() + pixel];
    }
    static std::vector<Cf> single(const std::vector<Cx>& values) {
        std::vector<Cf> out;
        for (const Cx value : values)
            out.push_back({static_cast<float>(value.real()), static_cast<float>(value.imag())});
        return out;
    }

    std::vector<Cx> m_object, m_objectDirection, m_probe, m_probeDirection;
    std::vector<FramePlace> m_places;
    std::vector<double> m_amplitudes;
    std::vector<float> m_background, m_gains;
    std::vector<float> m_spread; ///< parts of a pixel's light by their distance along an axis; empty: it stays there
    int m_oversampling = 1;
    int m_points = 1;
    int m_objectModes = 1; ///< one below the other in the object
    double m_ceiling = 0;
    compute::Interpolation m_interpolation = compute::Interpolation::nearest;
    std::vector<Cx> m_transfer; ///< of the near field; empty: far field

    void expectFiniteDifferences() const;
};

TEST_F(Directions, DerivativesAndGradientsAreThoseOfFiniteDifferences) { expectFiniteDifferences(); }

TEST_F(Directions, SoTheyAreWithBackgroundAndBeam) {
    for (std::size_t i = 0; i < kPixels; ++i) m_background.push_back(1.0F + 0.25F * static_cast<float>(i % 9));
    m_gains = {0.75F, 1.25F, 1};
    expectFiniteDifferences();
}

TEST_F(Directions, SoTheyAreWithCoarsePixels) {
    for (const int factor : {2, 4}) {
        m_oversampling = factor;
        drawAmplitudes();
        m_background.assign(framePixels(), 2.5F);
        m_gains = {0.75F, 1.25F, 1};
        expectFiniteDifferences();
    }
}

TEST_F(Directions, SoTheyAreInAFlyScan) {
    m_points = 3;
    m_places = {{0, 1, 0, 0}, {0, 2, 0, 0}, {1, 3, 0, 0}, {3, 4, 0, 0}, {3, 4, 0, 0},
                {4, 5, 0, 0}, {4, 2, 0, 0}, {3, 2, 0, 0}, {2, 2, 0, 0}};
    for (const int factor : {1, 2}) {
        m_oversampling = factor;
        drawAmplitudes();
        m_background.assign(framePixels(), 2.5F);
        m_gains = {0.75F, 1.25F, 1};
        expectFiniteDifferences();
    }
}

/// A frame is the sum of what each mode gives at the same place, in a fly scan the mean of that.
TEST_F(Directions, SoTheyAreWithModesOfTheObject) {
    m_objectModes = 3;
    for (std::vector<Cx>* values : {&m_object, &m_objectDirection}) { // others that are no multiples of the first
        const std::vector<Cx> first = *values;
        for (int mode = 1; mode < m_objectModes; ++mode)
            for (std::size_t i = 0; i < first.size(); ++i)
                values->push_back(Cx(0.6, 0.3 * mode) * first[(i * 7 + 5) % first.size()]);
    }
    const std::vector<FramePlace> paths[] = {
        {{0, 1, 0, 0}, {3, 5, 0, 0}, {4, 2, 0, 0}},
        {{0, 1, 0, 0}, {0, 2, 0, 0}, {3, 5, 0, 0}, {3, 4, 0, 0}, {4, 2, 0, 0}, {3, 2, 0, 0}}};
    for (const int points : {1, 2})
        for (const int factor : {1, 2}) {
            m_points = points, m_oversampling = factor;
            m_places.clear();
            const std::vector<FramePlace>& path = paths[points - 1];
            for (int frame = 0; frame < kFrames; ++frame)
                for (int mode = 0; mode < m_objectModes; ++mode)
                    for (int point = 0; point < points; ++point) {
                        m_places.push_back(path[static_cast<std::size_t>(frame * points + point)]);
                        m_places.back().row += mode * kRows;
                    }
            drawAmplitudes();
            m_background.assign(framePixels(), 2.5F);
            m_gains = {0.75F, 1.25F, 1};
            expectFiniteDifferences();
        }
}

TEST_F(Directions, SoTheyAreWithSaturatedPixels) {
    std::vector<double> sorted = m_amplitudes;
    std::ranges::sort(sorted);
    m_ceiling = (sorted[sorted.size() / 2 - 1] + sorted[sorted.size() / 2]) / 2; // of half of the pixels
    m_background.assign(framePixels(), 1.5F);
    m_gains = {0.75F, 1.25F, 1};
    expectFiniteDifferences();
}

/// Far and near, where the detector's edges lie elsewhere in an array; with all else that is collected.
TEST_F(Directions, SoTheyAreWithAPointSpread) {
    m_spread = {0.5F, 0.2F, 0.05F};
    for (const bool near : {false, true}) {
        for (std::size_t i = 0; near && i < kPixels; ++i)
            m_transfer.push_back(std::polar(1.0, 0.7 * static_cast<double>(i % 11) - 0.2 * static_cast<double>(i)));
        drawAmplitudes();
        expectFiniteDifferences();
    }
    m_transfer.clear();
    m_points = 3;
    m_places = {{0, 1, 0, 0}, {0, 2, 0, 0}, {1, 3, 0, 0}, {3, 4, 0, 0}, {3, 4, 0, 0},
                {4, 5, 0, 0}, {4, 2, 0, 0}, {3, 2, 0, 0}, {2, 2, 0, 0}};
    for (const int factor : {1, 2}) {
        m_oversampling = factor;
        drawAmplitudes();
        m_background.assign(framePixels(), 2.5F);
        m_gains = {0.75F, 1.25F, 1};
        std::vector<double> sorted = m_amplitudes;
        std::ranges::sort(sorted);
        m_ceiling = (sorted[sorted.size() / 2 - 1] + sorted[sorted.size() / 2]) / 2;
        expectFiniteDifferences();
    }
}

TEST_F(Directions, SoTheyAreBetweenPixelsAndInTheNearField) {
    for (const bool near : {false, true})
        for (const compute::Interpolation interpolation :
             {compute::Interpolation::nearest, compute::Interpolation::bilinear,
              compute::Interpolation::fourierShift}) {
            m_interpolation = interpolation;
            m_transfer.clear();
            for (std::size_t i = 0; near && i < kPixels; ++i) // of modulus 1, unlike in each frequency
                m_transfer.push_back(std::polar(1.0, 0.7 * static_cast<double>(i % 11) - 0.2 * static_cast<double>(i)));
            m_places = {{0, 1, 0, 0}, {3, 4, 0, 0}, {2, 2, 0, 0}};
            if (interpolation == compute::Interpolation::bilinear)
                m_places = {{0, 1, 0.25F, 0.5F}, {3, 4, 0.75F, 0}, {2, 2, 0.125F, 0.875F}};
            if (interpolation == compute::Interpolation::fourierShift)
                m_places = {{0, 1, 0.25F, -0.5F}, {3, 4, -0.375F, 0}, {2, 2, 0.125F, 0.5F}};
            drawAmplitudes();
            expectFiniteDifferences();
        }
}

/// V b − S is b times the derivative of the loss by the background of a pixel (twice that of the amplitudes' loss).
TEST_F(Directions, TermsOfTheBackgroundAreItsDerivative) {
    const auto queue = compute::makeQueue({"cpu", 1});
    compute::PlainPtychoOps plain{compute::PlainLauncher{}};
    const std::vector<Cf> object = single(m_object), probe = single(m_probe);
    m_gains = {0.75F, 1.25F, 1};
    for (const int factor : {1, 2})
        for (const Loss loss : {Loss::amplitude, Loss::poisson})
            for (compute::PtychoOps* ops : {static_cast<compute::PtychoOps*>(&plain), &queue->ptycho()}) {
                SCOPED_TRACE(std::to_string(factor) + (loss == Loss::poisson ? " poisson" : "") +
                             (ops == &plain ? ", plain" : ", cpu"));
                m_oversampling = factor;
                drawAmplitudes();
                m_background.assign(framePixels(), 2.5F);
                const std::vector<float> amplitudes(m_amplitudes.begin(), m_amplitudes.end());
                const std::vector<int> frames = {0, 1, 2};
                std::vector<double> sums(3 * framePixels());
                compute::FrameStep step;
                step.model = {kSize, kModes, kRows, kCols, compute::Interpolation::nearest, nullptr};
                step.model.oversampling = factor;
                step.object = object.data(), step.probe = probe.data();
                step.measured.pixels = amplitudes.data();
                step.places = m_places.data(), step.frames = frames;
                step.loss = loss;
                step.detector = {m_background.data(), m_gains.data()};
                step.backgroundSums = sums.data();
                step.grids.metrics = compute::anchorFor(1e4);
                ops->frameStep(step);
                for (std::size_t pixel = 0; pixel < framePixels(); ++pixel) {
                    const auto at = [&](double b) {
                        double sum = 0;
                        for (int frame = 0; frame < kFrames; ++frame)
                            sum += lossOf(loss, std::pow(gainOf(frame) * amplitude(frame, pixel), 2),
                                          intensities(frame, 0)[pixel] + b);
                        return sum;
                    };
                    constexpr double b = 2.5, h = 1e-3;
                    const double slope = (8 * (at(b + h) - at(b - h)) - (at(b + 2 * h) - at(b - 2 * h))) / (12 * h);
                    const double found = sums[2 * framePixels() + pixel] * b - sums[pixel];
                    // Of three terms up to b in single precision, which cancel.
                    EXPECT_NEAR(found, (loss == Loss::amplitude ? 2 : 1) * b * slope, 1e-4 * b) << pixel;
                }
            }
}

/// The slope of a position is that of the loss as the object moves under the probe, where the object is a polynomial
/// of third order: for that the derivative of the object is exact.
TEST_F(Directions, SlopesOfPositionsAreThoseOfTheLoss) {
    const auto polynomial = [](double row, double col) {
        const double y = (row - 6) / 6, x = (col - 6) / 6;
        return Cx(1 + 0.4 * y - 0.3 * x * y + 0.5 * x * x * x, 0.2 * x - 0.6 * y * y + 0.3 * y * y * x);
    };
    for (int row = 0; row < kRows; ++row)
        for (int col = 0; col < kCols; ++col)
            m_object[static_cast<std::size_t>(row * kCols + col)] = polynomial(row, col);
    m_places = {{2, 2, 0, 0}, {2, 3, 0, 0}, {2, 2, 0, 0}}; // two pixels from every edge
    drawAmplitudes();
    const auto queue = compute::makeQueue({"cpu", 1});
    compute::PlainPtychoOps plain{compute::PlainLauncher{}};
    const std::vector<Cf> object = single(m_object), probe = single(m_probe);
    const std::vector<float> amplitudes(m_amplitudes.begin(), m_amplitudes.end());
    const std::vector<int> frames = {0, 1, 2};
    for (const Loss loss : kLosses)
        for (compute::PtychoOps* ops : {static_cast<compute::PtychoOps*>(&plain), &queue->ptycho()}) {
            SCOPED_TRACE(std::to_string(static_cast<int>(loss)) + (ops == &plain ? ", plain" : ", cpu"));
            std::vector<compute::PositionNormals> normals(kFrames);
            compute::FrameStep step;
            step.model = {kSize, kModes, kRows, kCols, compute::Interpolation::nearest, nullptr};
            step.object = object.data(), step.probe = probe.data();
            step.measured.pixels = amplitudes.data();
            step.places = m_places.data(), step.frames = frames;
            step.loss = loss;
            step.positions = normals.data();
            ops->frameStep(step);
            for (int frame = 0; frame < kFrames; ++frame)
                for (const bool down : {true, false}) {
                    const auto at = [&](double shift) {
                        std::vector<double> sum(kPixels);
                        const FramePlace& place = m_places[static_cast<std::size_t>(frame)];
                        for (int mode = 0; mode < kModes; ++mode) {
                            std::vector<Cx> wave(kPixels);
                            for (int y = 0; y < kSize; ++y)
                                for (int x = 0; x < kSize; ++x) {
                                    const auto i = static_cast<std::size_t>(y * kSize + x);
                                    wave[i] = m_probe[static_cast<std::size_t>(mode) * kPixels + i] *
                                              polynomial(place.row + y + (down ? shift : 0),
                                                         place.col + x + (down ? 0 : shift));
                                }
                            wave = transform(wave, -1);
                            for (std::size_t q = 0; q < kPixels; ++q) sum[q] += std::norm(wave[q]);
                        }
                        double total = 0;
                        for (std::size_t q = 0; q < kPixels; ++q)
                            total += lossOf(loss, std::pow(amplitude(frame, q), 2), sum[q]);
                        return total;
                    };
                    constexpr double h = 1e-3;
                    const double slope = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
                    const auto& found = normals[static_cast<std::size_t>(frame)];
                    EXPECT_NEAR(-2 * (down ? found.row : found.col), slope, 2e-4 * std::abs(slope)) << frame << down;
                }
        }
}

void Directions::expectFiniteDifferences() const {
    const auto queue = compute::makeQueue({"cpu", 1});
    compute::PlainPtychoOps plain{compute::PlainLauncher{}};
    const std::vector<Cf> object = single(m_object), probe = single(m_probe);
    const std::vector<Cf> alongObject = single(m_objectDirection), alongProbe = single(m_probeDirection);
    const std::vector<float> amplitudes(m_amplitudes.begin(), m_amplitudes.end());
    const std::vector<Cf> transfer = single(m_transfer);
    const std::vector<int> frames = {0, 1, 2};
    for (const Loss loss : kLosses)
        for (compute::PtychoOps* ops : {static_cast<compute::PtychoOps*>(&plain), &queue->ptycho()}) {
            SCOPED_TRACE(std::to_string(static_cast<int>(loss)) + (ops == &plain ? ", plain" : ", cpu"));
            std::vector<Cd> objectSum(object.size()), probeSum(probe.size());
            std::vector<double> objectWeight(object.size()), probeWeight(kPixels);
            compute::FrameStep step;
            step.model = {kSize, kModes, kRows, kCols, m_interpolation, m_transfer.empty() ? nullptr : transfer.data()};
            step.object = object.data(), step.probe = probe.data();
            step.measured.pixels = amplitudes.data();
            step.places = m_places.data(), step.frames = frames;
            step.loss = loss;
            step.model.oversampling = m_oversampling;
            step.model.flyPoints = m_points;
            step.model.objectModes = m_objectModes;
            if (!m_spread.empty())
                step.model.pointSpread = {m_spread.data(), static_cast<int>(m_spread.size()) - 1, edge()};
            if (!m_background.empty()) step.detector = {m_background.data(), m_gains.data()};
            step.detector.ceiling = static_cast<float>(m_ceiling);
            const double grid = compute::anchorFor(1e4);
            step.grids = {grid, grid, grid, grid, 0};
            std::vector<compute::LineTerms> terms(kFrames);
            ops->lineTerms(step, {alongObject.data(), alongProbe.data()}, terms.data());
            double slope = 0;
            for (int frame = 0; frame < kFrames; ++frame) {
                const auto at = [&](double g) { return lossAt(loss, frame, g); };
                const double h = 1e-3;
                const double first = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
                const double second = (-at(2 * h) + 16 * at(h) - 30 * at(0) + 16 * at(-h) - at(-2 * h)) / (12 * h * h);
                slope += first;
                const auto& term = terms[static_cast<std::size_t>(frame)];
                // Sums of 128 products in single precision, which cancel in part: measured up to 2e-5.
                EXPECT_NEAR(term.first, first, 1e-4 * std::abs(first)) << frame;
                EXPECT_NEAR(term.second, second, 1e-4 * std::abs(second)) << frame;
            }
            // The same slope from the gradients: dL = −2 Re (⟨S_O, ΔO⟩ + ⟨S_P, ΔP⟩).
            step.objectSum = objectSum.data(), step.objectWeight = objectWeight.data();
            step.probeSum = probeSum.data(), step.probeWeight = probeWeight.data();
            ops->frameStep(step);
            ops->finishProbeSum(step.model, probeSum.data());
            double sum = 0;
            for (std::size_t i = 0; i < objectSum.size(); ++i)
                sum += std::real(std::conj(Cx(objectSum[i].re, objectSum[i].im)) * m_objectDirection[i]);
            for (std::size_t i = 0; i < probeSum.size(); ++i)
                sum += std::real(std::conj(Cx(probeSum[i].re, probeSum[i].im)) * m_probeDirection[i]);
            EXPECT_NEAR(-2 * sum / m_points, slope, 1e-4 * std::abs(slope)) << "of a fly scan, of the sum of the waves";
        }
}

/// With the steps of the normal equations, what is left of χ has nothing along either direction.
TEST_F(Directions, StepsAreThoseOfLeastSquares) {
    const auto queue = compute::makeQueue({"cpu", 1});
    compute::PlainPtychoOps plain{compute::PlainLauncher{}};
    const std::vector<Cf> object = single(m_object), probe = single(m_probe);
    const std::vector<Cf> alongObject = single(m_objectDirection), alongProbe = single(m_probeDirection);
    const std::vector<float> amplitudes(m_amplitudes.begin(), m_amplitudes.end());
    const std::vector<int> frames = {2, 0};
    for (compute::PtychoOps* ops : {static_cast<compute::PtychoOps*>(&plain), &queue->ptycho()}) {
        std::vector<Cf> residuals(frames.size() * probe.size());
        compute::FrameStep step;
        step.model = {kSize, kModes, kRows, kCols, compute::Interpolation::nearest, nullptr};
        step.object = object.data(), step.probe = probe.data();
        step.measured.pixels = amplitudes.data();
        step.places = m_places.data(), step.frames = frames;
        step.exitWaves = residuals.data();
        ops->frameStep(step);
        std::vector<compute::StepNormals> normals(frames.size());
        ops->stepNormals(step, {alongObject.data(), alongProbe.data()}, normals.data());
        for (std::size_t i = 0; i < frames.size(); ++i) {
            const compute::StepNormals& n = normals[i];
            const double determinant = n.objectObject * n.probeProbe - n.objectProbe * n.objectProbe;
            const double stepO = (n.probeProbe * n.object - n.objectProbe * n.probe) / determinant;
            const double stepP = (n.objectObject * n.probe - n.objectProbe * n.object) / determinant;
            const int frame = frames[i];
            const std::vector<double> model = intensities(frame, 0);
            double alongU = 0, alongV = 0, sizeU = 0, sizeV = 0, size = 0;
            for (int mode = 0; mode < kModes; ++mode) {
                std::vector<Cx> residual = transform(exitWave(frame, mode, 0), -1);
                for (std::size_t q = 0; q < kPixels; ++q) residual[q] *= amplitude(frame, q) / std::sqrt(model[q]) - 1;
                residual = transform(residual, 1);
                for (std::size_t q = 0; q < kPixels; ++q) {
                    const FramePlace& place = m_places[static_cast<std::size_t>(frame)];
                    const auto y = static_cast<int>(q) / kSize, x = static_cast<int>(q) % kSize;
                    const auto o = static_cast<std::size_t>((place.row + y) * kCols + place.col + x);
                    const auto p = static_cast<std::size_t>(mode) * kPixels + q;
                    const Cx u = m_probe[p] * m_objectDirection[o], v = m_probeDirection[p] * m_object[o];
                    const Cx left = residual[q] - stepO * u - stepP * v;
                    alongU += std::real(std::conj(u) * left), alongV += std::real(std::conj(v) * left);
                    sizeU += std::norm(u), sizeV += std::norm(v), size += std::norm(residual[q]);
                }
            }
            EXPECT_LT(std::abs(alongU) / std::sqrt(sizeU * size), 1e-5) << frame;
            EXPECT_LT(std::abs(alongV) / std::sqrt(sizeV * size), 1e-5) << frame;
        }
    }
}

/// However a rectangle is cut, the parts add up to the same bits.
TEST(ExactDot, DoesNotDependOnTheParts) {
    const auto queue = compute::makeQueue({"cpu", 2});
    std::mt19937 generator(9);
    std::normal_distribution<float> normal;
    constexpr int kRows = 61, kCols = 83;
    std::vector<Cf> a(kRows * kCols), b(a.size());
    double reference = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        a[i] = {normal(generator), normal(generator)}, b[i] = {normal(generator), normal(generator)};
        reference += static_cast<double>(a[i].re) * static_cast<double>(b[i].re) +
                     static_cast<double>(a[i].im) * static_cast<double>(b[i].im);
    }
    const double anchor = compute::anchorFor(50);
    const auto dot = [&](compute::Region r) { return queue->ptycho().dot(a.data(), b.data(), kCols, r, anchor); };
    const double whole = dot({0, 0, kRows, kCols});
    EXPECT_NEAR(whole, reference, 1e-5 * std::abs(reference) + 1e-4); // products in single precision
    for (const int row : {1, 17, 60})
        for (const int col : {1, 30, 82})
            EXPECT_EQ(dot({0, 0, row, kCols}) + dot({row, 0, kRows - row, col}) +
                          dot({row, col, kRows - row, kCols - col}),
                      whole);
}

TEST(OwnedParts, HoldEachPixelOnce) {
    std::mt19937 generator(1);
    const auto below = [&](int n) { return static_cast<int>(generator() % static_cast<unsigned>(n)); };
    for (int round = 0; round < 200; ++round) {
        std::vector<Region> tiles;
        for (int i = 0; i < 1 + round % 6; ++i) tiles.push_back({below(12), below(12), below(12), below(12)});
        std::array<std::array<int, 24>, 24> held{}, owned{};
        for (std::size_t rank = 0; rank < tiles.size(); ++rank) {
            const auto mark = [](auto& pixels, const Region& r) {
                for (int y = r.row; y < r.row + r.rows; ++y)
                    for (int x = r.col; x < r.col + r.cols; ++x)
                        ++pixels[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
            };
            mark(held, tiles[rank]);
            for (const Region& part : ownedParts(tiles, static_cast<int>(rank))) {
                EXPECT_EQ(areaOf(intersection(part, tiles[rank])), areaOf(part)) << "a part of its own tile";
                mark(owned, part);
            }
        }
        for (std::size_t y = 0; y < held.size(); ++y)
            for (std::size_t x = 0; x < held.size(); ++x) EXPECT_EQ(owned[y][x], held[y][x] > 0 ? 1 : 0);
    }
}

TEST(NewtonStep, GoesToTheBottomAndNotFurther) {
    EXPECT_DOUBLE_EQ(newtonStep({{-2, 3}, {-1, 1}}, 4), 0.75);
    EXPECT_EQ(newtonStep({{-9, 1}}, 4), 4) << "the longest";
    EXPECT_EQ(newtonStep({{2, 1}}, 4), 0) << "not uphill";
    EXPECT_EQ(newtonStep({{-2, -1}}, 4), 1) << "no bottom";
}

} // namespace
} // namespace ewald::ptycho
