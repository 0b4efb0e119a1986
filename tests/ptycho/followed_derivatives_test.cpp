// SPDX-License-Identifier: GPL-3.0-or-later
//
// What positions, their scale and rotation, and the intensities of frames follow, against finite differences of a model
// of its own: a naive transform in double precision of an object that is a polynomial, whose derivative is exact.
#include "losses.h"

#include "compute/devices/queue.h"
#include "compute/operations/plain_launcher.h"
#include "ptycho/model/detector_state.h"
#include "ptycho/model/positions.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <functional>
#include <numbers>
#include <random>
#include <string>
#include <vector>

namespace ewald::ptycho {
namespace {

using compute::Cf;
using compute::FrameFigures;
using compute::FramePlace;
using compute::Loss;
using compute::PositionNormals;
using compute::PtychoOps;
using Cx = std::complex<double>;

/// 25 frames of two modes on a grid, two pixels from every edge of the object, which is of third order.
class Followed : public testing::Test {
protected:
    static constexpr int kSize = 8, kModes = 2, kSide = 20, kAcross = 5, kFrames = kAcross * kAcross;
    static constexpr std::size_t kPixels = kSize * kSize;
    static constexpr double kMiddle = 6; ///< row and column of the middle of the grid

    void SetUp() override {
        std::mt19937 generator(11);
        std::uniform_real_distribution<double> uniform(-1, 1);
        for (std::size_t i = 0; i < kModes * kPixels; ++i)
            m_probe.emplace_back(8 * uniform(generator), 8 * uniform(generator));
        for (int row = 0; row < kSide; ++row)
            for (int col = 0; col < kSide; ++col) m_object.push_back(single(polynomial(row, col)));
        for (const Cx value : m_probe) m_singleProbe.push_back(single(value));
        for (int i = 0; i < kFrames; ++i) m_places.push_back({2 + 2 * (i / kAcross), 2 + 2 * (i % kAcross), 0, 0});
    }
    [[nodiscard]] static Cx polynomial(double row, double col) {
        const double y = (row - 10) / 10, x = (col - 10) / 10;
        return {1 + 0.4 * y - 0.3 * x * y + 0.5 * x * x * x, 0.2 * x - 0.6 * y * y + 0.3 * y * y * x};
    }
    static Cf single(Cx value) { return {static_cast<float>(value.real()), static_cast<float>(value.imag())}; }

    /// Waves behind the object, [mode][n][n], of a frame that lies so much further down and right.
    [[nodiscard]] std::vector<Cx> waves(int frame, double down, double right) const {
        const FramePlace& place = m_places[static_cast<std::size_t>(frame)];
        std::vector<Cx> out(m_probe);
        for (std::size_t i = 0; i < out.size(); ++i) {
            const auto pixel = static_cast<int>(i % kPixels);
            out[i] *= polynomial(place.row + pixel / kSize + down, place.col + pixel % kSize + right);
        }
        return out;
    }
    /// Σ over modes of the squares of the orthonormal transform, by its definition.
    [[nodiscard]] std::vector<double> intensities(int frame, double down, double right) const {
        const std::vector<Cx> wave = waves(frame, down, right);
        std::vector<double> out(kPixels);
        for (int mode = 0; mode < kModes; ++mode)
            for (int v = 0; v < kSize; ++v)
                for (int u = 0; u < kSize; ++u) {
                    Cx sum = 0;
                    for (int y = 0; y < kSize; ++y)
                        for (int x = 0; x < kSize; ++x)
                            sum += wave[static_cast<std::size_t>((mode * kSize + y) * kSize + x)] *
                                   std::polar(1.0 / kSize, -2 * std::numbers::pi * (v * y + u * x) / kSize);
                    out[static_cast<std::size_t>(v * kSize + u)] += std::norm(sum);
                }
        return out;
    }
    [[nodiscard]] double lossAt(Loss loss, int frame, double down, double right) const {
        const std::vector<double> model = intensities(frame, down, right);
        double total = 0;
        for (std::size_t q = 0; q < kPixels; ++q)
            total += lossOf(loss, std::pow(m_amplitudes[static_cast<std::size_t>(frame) * kPixels + q], 2), model[q]);
        return total;
    }
    /// Frames that lie elsewhere than their places say, with an error of each pixel relative to its amplitude.
    void measure(const std::function<PixelPosition(int)>& displacement, double error) {
        std::mt19937 generator(12);
        std::uniform_real_distribution<double> uniform(-error, error);
        m_amplitudes.clear();
        for (int frame = 0; frame < kFrames; ++frame) {
            const PixelPosition by = displacement(frame);
            for (const double intensity : intensities(frame, by.row, by.col))
                m_amplitudes.push_back(std::sqrt(intensity) * (1 + uniform(generator)));
        }
    }
    /// Where scale, rotation, stretch and shear (of CommonMotion) of size 1 move a frame to, from where it is.
    [[nodiscard]] PixelPosition moveBy(std::size_t part, int frame) const {
        const double y = m_places[static_cast<std::size_t>(frame)].row - kMiddle;
        const double x = m_places[static_cast<std::size_t>(frame)].col - kMiddle;
        const std::array<PixelPosition, 4> moves = {{{y, x}, {-x, y}, {-y, x}, {x, y}}};
        return moves[part];
    }

    /// What a pass over all frames says. \param gains of the frames, or empty
    void pass(PtychoOps& ops, Loss loss, const std::vector<float>& gains = {}) {
        const std::vector<float> amplitudes(m_amplitudes.begin(), m_amplitudes.end());
        std::vector<int> frames;
        for (int i = 0; i < kFrames; ++i) frames.push_back(i);
        m_normals.assign(kFrames, {});
        m_figures.assign(kFrames, {});
        compute::FrameStep step;
        step.model = {kSize, kModes, kSide, kSide, compute::Interpolation::nearest, nullptr};
        step.object = m_object.data(), step.probe = m_singleProbe.data();
        step.measured.pixels = amplitudes.data();
        step.places = m_places.data(), step.frames = frames;
        step.loss = loss;
        if (!gains.empty()) step.detector.gains = gains.data();
        step.positions = m_normals.data(), step.figures = m_figures.data();
        ops.frameStep(step);
    }
    /// With the plain operations and with the processor's.
    void withEach(const std::function<void(PtychoOps&)>& check) {
        const auto queue = compute::makeQueue({"cpu", 1});
        compute::PlainPtychoOps plain{compute::PlainLauncher{}};
        for (PtychoOps* ops : {static_cast<PtychoOps*>(&plain), &queue->ptycho()}) {
            SCOPED_TRACE(ops == &plain ? "plain" : "cpu");
            check(*ops);
        }
    }

    std::vector<Cx> m_probe; ///< [mode][n][n]
    std::vector<Cf> m_object, m_singleProbe;
    std::vector<FramePlace> m_places;
    std::vector<double> m_amplitudes;
    std::vector<PositionNormals> m_normals;
    std::vector<FrameFigures> m_figures;
};

/// The derivative at 0 by values on both sides, of fourth order.
double slopeOf(const std::function<double(double)>& f, double h) {
    return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h);
}
/// The second derivative at 0, of fourth order.
double curvatureOf(const std::function<double(double)>& f, double h) {
    return (-f(2 * h) + 16 * f(h) - 30 * f(0) + 16 * f(-h) - f(-2 * h)) / (12 * h * h);
}

/// Half the second derivative of the squared distance between the waves of a frame here and elsewhere, whatever the
/// loss, and whatever was measured.
TEST_F(Followed, CurvaturesOfPositionsAreThoseOfTheDistanceOfWaves) {
    measure([](int) { return PixelPosition{}; }, 0.4);
    withEach([&](PtychoOps& ops) {
        for (const Loss loss : kLosses) {
            pass(ops, loss);
            for (int frame = 0; frame < kFrames; ++frame) {
                const auto half = [&](double down, double right) { // along this direction
                    const std::vector<Cx> here = waves(frame, 0, 0);
                    const auto distance = [&](double h) {
                        const std::vector<Cx> there = waves(frame, h * down, h * right);
                        double sum = 0;
                        for (std::size_t i = 0; i < here.size(); ++i) sum += std::norm(there[i] - here[i]);
                        return sum;
                    };
                    return curvatureOf(distance, 0.01) / 2;
                };
                const PositionNormals& n = m_normals[static_cast<std::size_t>(frame)];
                // Of 128 terms in single precision, whose derivative of the object is a difference of values of
                // about 1 that are 0.05 apart: 1e-7 · 20.
                const double most = 1e-5 * (n.rowRow + n.colCol);
                ASSERT_GT(n.rowRow, 0);
                EXPECT_NEAR(n.rowRow, half(1, 0), most) << frame;
                EXPECT_NEAR(n.colCol, half(0, 1), most) << frame;
                EXPECT_NEAR(n.rowRow + 2 * n.rowCol + n.colCol, half(1, 1), 2 * most) << frame;
            }
        }
    });
}

/// The amplitudes cannot differ by more than the waves do (Parseval's theorem and the triangle inequality): where
/// they fit, the step of these curvatures never goes too far.
TEST_F(Followed, CurvaturesOfPositionsAreNotBelowThoseOfTheAmplitudes) {
    measure([](int) { return PixelPosition{}; }, 0);
    withEach([&](PtychoOps& ops) {
        pass(ops, Loss::amplitude);
        for (int frame = 0; frame < kFrames; ++frame)
            for (int i = 0; i < 8; ++i) {
                const double down = std::sin(std::numbers::pi * i / 8), right = std::cos(std::numbers::pi * i / 8);
                const auto loss = [&](double h) { return lossAt(Loss::amplitude, frame, h * down, h * right); };
                const PositionNormals& n = m_normals[static_cast<std::size_t>(frame)];
                const double here = down * down * n.rowRow + 2 * down * right * n.rowCol + right * right * n.colCol;
                const double found = curvatureOf(loss, 0.01) / 2;
                EXPECT_LT(found, 1.0001 * here) << frame;
                EXPECT_GT(found, 0.02 * here) << frame << ": far from it, so that the bound says little";
            }
    });
}

/// How the loss of all frames changes as all positions are scaled, turned, stretched and sheared around their middle.
TEST_F(Followed, SlopesAlongWhatPositionsHaveInCommonAreThoseOfTheLoss) {
    measure([&](int frame) { return PixelPosition{0.02 * (frame % 3), -0.03 * (frame % 2)}; }, 0.2);
    withEach([&](PtychoOps& ops) {
        for (const Loss loss : kLosses) {
            pass(ops, loss);
            for (std::size_t part = 0; part < 4; ++part) {
                double found = 0, size = 0;
                const auto at = [&](double h) {
                    double sum = 0;
                    for (int frame = 0; frame < kFrames; ++frame) {
                        const PixelPosition to = moveBy(part, frame);
                        sum += lossAt(loss, frame, h * to.row, h * to.col);
                    }
                    return sum;
                };
                for (int frame = 0; frame < kFrames; ++frame) {
                    const PositionNormals& n = m_normals[static_cast<std::size_t>(frame)];
                    const PixelPosition to = moveBy(part, frame);
                    found += -2 * (n.row * to.row + n.col * to.col);
                    size += 2 * std::abs(n.row * to.row) + 2 * std::abs(n.col * to.col);
                }
                // Of terms of both signs in single precision, as the slopes of one frame are.
                EXPECT_NEAR(found, slopeOf(at, 1e-3), 2e-4 * size) << static_cast<int>(loss) << part;
            }
        }
    });
}

/// What a pass says the positions have in common leads down the slope of that part, by finite differences, and only
/// where there is one.
TEST_F(Followed, ScaleAndRotationLeadDownTheLoss) {
    const std::array<CommonMotion::Parts, 4> truths = {
        {{0.01, 0, 0, 0}, {-0.01, 0, 0, 0}, {0, 0.02, 0, 0}, {0.01, -0.02, 0, 0}}};
    for (const CommonMotion::Parts& truth : truths) {
        measure(
            [&](int frame) {
                PixelPosition by;
                for (std::size_t part = 0; part < 4; ++part) {
                    by.row += truth[part] * moveBy(part, frame).row;
                    by.col += truth[part] * moveBy(part, frame).col;
                }
                return by;
            },
            0);
        withEach([&](PtychoOps& ops) {
            pass(ops, Loss::amplitude);
            PositionState state;
            for (const FramePlace& place : m_places)
                state.start.push_back({static_cast<double>(place.row), static_cast<double>(place.col)});
            state.now = state.start;
            refinePositions(state, m_normals, {.together = true, .window_px = kSize});
            for (std::size_t part = 0; part < 2; ++part) {
                const auto at = [&](double h) {
                    double sum = 0;
                    for (int frame = 0; frame < kFrames; ++frame)
                        sum += lossAt(Loss::amplitude, frame, h * moveBy(part, frame).row, h * moveBy(part, frame).col);
                    return sum;
                };
                if (truth[part] == 0) continue;
                EXPECT_LT(state.common.last[part] * slopeOf(at, 1e-3), 0) << part;
                EXPECT_GT(state.common.last[part] / truth[part], 0.2) << part;
                // No further than where the loss is least: the curvatures are not below those of the amplitudes.
                EXPECT_LT(state.common.last[part] / truth[part], 1.1) << part;
            }
        });
    }
}

/// Where the intensities of frames end, the Poisson loss of each has no slope along its intensity.
TEST_F(Followed, IntensitiesOfFramesEndWhereThePoissonLossIsLeast) {
    measure([](int) { return PixelPosition{}; }, 0.3);
    // Every second row of the grid is brighter, alternating within it: nothing of that is a plane over the positions.
    std::vector<double> truth;
    double mean = 0;
    for (int i = 0; i < kFrames; ++i) {
        const double sign = (i / kAcross) % 2 == 0 ? 1 : -1;
        truth.push_back(std::exp((i % kAcross) % 2 == 0 ? 0.2 * sign : -0.3 * sign));
    }
    std::vector<PixelPosition> positions;
    for (const FramePlace& place : m_places)
        positions.push_back({static_cast<double>(place.row), static_cast<double>(place.col)});
    const auto modelled = [&](int frame) {
        double sum = 0;
        for (const double value : intensities(frame, 0, 0)) sum += value;
        return sum;
    };
    for (const double value : truth) mean += value / kFrames;
    for (int frame = 0; frame < kFrames; ++frame) { // so that Σ I is the frame's part of Σ Î
        double measured = 0;
        double* const first = m_amplitudes.data() + static_cast<std::size_t>(frame) * kPixels;
        for (std::size_t q = 0; q < kPixels; ++q) measured += first[q] * first[q];
        const double factor = truth[static_cast<std::size_t>(frame)] / mean * modelled(frame) / measured;
        for (std::size_t q = 0; q < kPixels; ++q) first[q] *= std::sqrt(factor);
    }
    withEach([&](PtychoOps& ops) {
        std::vector<double> beam;
        const auto slope = [&](int frame) { // along the logarithm of w²
            const double intensity = beam.empty() ? 1 : std::pow(beam[static_cast<std::size_t>(frame)], 2);
            const std::vector<double> model = intensities(frame, 0, 0);
            const auto loss = [&](double h) {
                double total = 0;
                for (std::size_t q = 0; q < kPixels; ++q)
                    total +=
                        lossOf(Loss::poisson, std::pow(m_amplitudes[static_cast<std::size_t>(frame) * kPixels + q], 2),
                               intensity * std::exp(h) * model[q]);
                return total;
            };
            return slopeOf(loss, 1e-3);
        };
        std::vector<double> slopes;
        for (int frame = 0; frame < kFrames; ++frame) slopes.push_back(slope(frame));
        for (int i = 0; i < 40; ++i) { // each halves what is missing of the logarithm: 1e-12 is left
            std::vector<float> gains;
            for (const double w : beam) gains.push_back(static_cast<float>(1 / w));
            pass(ops, Loss::amplitude, gains);
            refineBeam(beam, m_figures, positions);
            if (i > 0) continue;
            for (int frame = 0; frame < kFrames; ++frame) { // the first step is down the slope
                const double step = std::log(beam[static_cast<std::size_t>(frame)]);
                EXPECT_LT(step * slopes[static_cast<std::size_t>(frame)], 0) << frame;
            }
        }
        for (int frame = 0; frame < kFrames; ++frame) // Σ I of 64 pixels in single precision
            EXPECT_NEAR(slope(frame), 0, 2e-6 * modelled(frame)) << frame;
    });
}

} // namespace
} // namespace ewald::ptycho
