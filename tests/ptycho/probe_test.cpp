// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/operations/fft.h"
#include "ptycho/model/initial_guess.h"
#include "ptycho/model/probe_algebra.h"
#include "ptycho/model/probe_limits.h"

#include "base/error.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ewald::ptycho {
namespace {

Array<Complex, 3> single(const Array<Complex, 2>& mode) {
    return {{1, mode.extent(0), mode.extent(1)}, {mode.begin(), mode.end()}};
}

std::complex<double> inner(const Array<Complex, 3>& probe, std::size_t a, std::size_t b) {
    std::complex<double> sum = 0;
    for (std::size_t i = 0; i < probe.slabSize(); ++i)
        sum += std::conj(std::complex<double>(probe.slab(a)[i])) * std::complex<double>(probe.slab(b)[i]);
    return sum;
}

TEST(Orthogonalise, TwoOverlappingModesByHand) {
    // P0 = (1, 0), P1 = (1, 1): Gram matrix ((1, 1), (1, 2)), eigenvalues (3 ± √5)/2 of a trace of 3.
    Array<Complex, 3> probe({2, 1, 2}, std::vector<Complex>{1, 0, 1, 1});
    const auto power = orthogonalise(probe);
    EXPECT_NEAR(power[0], (3 + std::sqrt(5.0)) / 6, 1e-6);
    EXPECT_NEAR(power[1], (3 - std::sqrt(5.0)) / 6, 1e-6);
    EXPECT_NEAR(std::abs(inner(probe, 0, 1)), 0, 1e-6);
    EXPECT_NEAR(inner(probe, 0, 0).real() + inner(probe, 1, 1).real(), 3, 1e-6);
}

TEST(Orthogonalise, KeepsTheMutualIntensityOfComplexModes) {
    const std::size_t n = 6, modes = 4;
    Array<Complex, 3> probe({modes, n, n});
    for (std::size_t i = 0; i < probe.size(); ++i)
        probe.span()[i] = {std::sin(static_cast<float>(i * i % 97)), std::cos(static_cast<float>(3 * i % 89))};
    const Array<Complex, 3> before = probe;
    (void)orthogonalise(probe);
    for (std::size_t a = 0; a < modes; ++a)
        for (std::size_t b = 0; b < a; ++b) EXPECT_NEAR(std::abs(inner(probe, a, b)), 0, 1e-4);
    const auto mutual = [&](const Array<Complex, 3>& p, std::size_t i, std::size_t j) {
        std::complex<float> sum = 0;
        for (std::size_t k = 0; k < modes; ++k) sum += p.slab(k)[i] * std::conj(p.slab(k)[j]);
        return sum;
    };
    for (const auto& [i, j] : {std::pair<std::size_t, std::size_t>(0, 0), {3, 17}, {35, 2}})
        EXPECT_NEAR(std::abs(mutual(probe, i, j) - mutual(before, i, j)), 0, 1e-5);
}

TEST(ProbeModes, PowerShapeAndErrors) {
    const auto probe = makeProbeModes(single(gaussianProbe(32, 10)), 4, 0.02, 5000);
    double total = 0;
    for (std::size_t k = 0; k < 4; ++k) {
        total += modePower(probe, k);
        for (std::size_t j = 0; j < k; ++j)
            EXPECT_LT(std::abs(inner(probe, j, k)), 1e-3 * std::sqrt(modePower(probe, j) * modePower(probe, k)));
    }
    EXPECT_NEAR(total, 5000, 0.5);
    EXPECT_NEAR(modePower(probe, 3) / modePower(probe, 0), 0.02, 1e-4);
    // More modes than wanted: the strongest are kept.
    const auto fewer = makeProbeModes(probe, 1, 0.02, 10);
    EXPECT_EQ(fewer.extent(0), 1U);
    EXPECT_NEAR(modePower(fewer, 0), 10, 1e-3);
    EXPECT_THROW((void)makeProbeModes(Array<Complex, 3>({1, 8, 8}), 1, 0, 1), DataError) << "an empty probe";
}

TEST(InitialProbe, GaussianHasItsWidthAndDiskItsArea) {
    const auto gauss = gaussianProbe(64, 12);
    EXPECT_NEAR(std::norm(gauss(32, 32)), 1, 1e-6);
    EXPECT_NEAR(std::norm(gauss(32, 38)), 0.5, 1e-3) << "half the intensity at half the width";
    double area = 0;
    for (const Complex value : diskProbe(64, 20)) area += std::abs(value);
    EXPECT_NEAR(area, 3.14159 * 100, 3);
}

TEST(InitialProbe, DefocusKeepsTheFarFieldAndMovesTheLight) {
    const std::size_t n = 64;
    Geometry g;
    g.size = n;
    std::vector<float> ring(n * n, 0.0F);
    ring[8] = 1; // one direction of the beam: column frequency +8
    const auto probe = defocusedProbe(ring, g, 1);
    Array<Complex, 2> spectrum = probe;
    compute::fft2d(spectrum, compute::FftDirection::forward);
    EXPECT_NEAR(std::abs(spectrum(0, 8)), 1, 1e-5);
    // A wave packet of neighbouring frequencies sits where the phase is stationary: −s·f columns from the middle.
    for (const std::size_t c : {6U, 7U, 9U, 10U}) ring[c] = 0.7F;
    const auto packet = defocusedProbe(ring, g, 1);
    std::size_t brightest = 0;
    for (std::size_t c = 0; c < n; ++c)
        if (std::abs(packet(32, c)) > std::abs(packet(32, brightest))) brightest = c;
    EXPECT_NEAR(static_cast<double>(brightest), 32 - 8, 1.5);
}

TEST(InitialProbe, BackPropagationUndoesTheTransfer) {
    const Geometry g = makeGeometry(32, 1e-10, 1, 1e-5, 1e-5, 1e-2);
    for (const Complex h : nearFieldTransfer(g)) ASSERT_NEAR(std::abs(h), 1, 1e-6);
    EXPECT_EQ(nearFieldTransfer(g)(0, 0), Complex(1, 0));
    // A constant amplitude stays constant.
    const std::vector<float> flat(32 * 32, 2.0F);
    for (const Complex value : backPropagatedProbe(flat, g)) ASSERT_NEAR(std::abs(value - Complex(2, 0)), 0, 1e-5);
}

TEST(FitProbe, CropsAndPadsAroundTheMiddle) {
    Array<Complex, 3> source({1, 8, 8});
    source(0, 4, 4) = 7;
    EXPECT_EQ(fitProbe(source, 5)(0, 2, 2), Complex(7, 0));
    EXPECT_EQ(fitProbe(source, 16)(0, 8, 8), Complex(7, 0));
    Array<Complex, 2> object({4, 4}, Complex(3, 0));
    const auto fitted = fitObject(object, 6, 2);
    EXPECT_EQ(fitted(0, 0), Complex(1, 0)) << "vacuum outside";
    EXPECT_EQ(fitted(3, 1), Complex(3, 0));
}

// Against the sums of the transform written out.
TEST(Constraints, PupilKeepsWhatLiesInTheBand) {
    constexpr std::size_t n = 12;
    Array<Complex, 3> probe({2, n, n});
    for (std::size_t i = 0; i < probe.size(); ++i)
        probe.span()[i] = {static_cast<float>(i * 7 % 11) - 5, static_cast<float>(i * 5 % 13) - 6};
    const auto spectrumAt = [&](const Array<Complex, 3>& of, std::size_t k, int fy, int fx) {
        std::complex<double> sum = 0;
        for (std::size_t r = 0; r < n; ++r)
            for (std::size_t c = 0; c < n; ++c)
                sum += std::complex<double>(of(k, r, c)) *
                       std::polar(1.0, -2 * std::acos(-1.0) *
                                           (fy * static_cast<double>(r) + fx * static_cast<double>(c)) / n);
        return sum;
    };
    Array<Complex, 3> limited = probe;
    limitPupil(limited, 0.5); // 3 pixels
    for (std::size_t k = 0; k < 2; ++k)
        for (int fy = -6; fy < 6; ++fy)
            for (int fx = -6; fx < 6; ++fx) {
                const double radius = std::hypot(fy, fx);
                const double kept = radius <= 2 ? 1 : radius >= 4 ? 0 : (4 - radius) / 2;
                // Single precision; the sums are of up to 144 × 8.
                EXPECT_NEAR(std::abs(spectrumAt(limited, k, fy, fx) - kept * spectrumAt(probe, k, fy, fx)), 0, 1e-3)
                    << fy << ", " << fx;
            }
}

TEST(Constraints, SupportCentreAndPower) {
    const std::vector<float> support = supportOf(32, 0.5);
    ASSERT_EQ(support.size(), 32U * 32U);
    EXPECT_EQ(support[0], 0);
    EXPECT_EQ(support[16 * 32 + 16], 1);
    EXPECT_EQ(support[16 * 32 + 16 + 8], 0.5F) << "on the circle";

    Estimate estimate{Array<Complex, 2>({40, 40}), Array<Complex, 3>({1, 16, 16})};
    estimate.probe(0, 10, 5) = 2;         // 2 below and 3 left of the middle
    estimate.object(20 + 10, 20 + 5) = 1; // what lies under it for a window at (20, 20)
    EXPECT_EQ(centreOffset(estimate.probe), (std::array<int, 2>{2, -3}));
    const auto offset = centreOffset(estimate.probe);
    moveToCentre(estimate.probe, offset);
    moveToCentre(estimate.object, offset);
    EXPECT_EQ(estimate.probe(0, 8, 8), Complex(2, 0));
    EXPECT_EQ(estimate.object(20 + 8, 20 + 8), Complex(1, 0)) << "still under the probe";

    EXPECT_NEAR(powerFactor(modePower(estimate.probe, 0), 16), 2, 1e-6) << "from |2|² = 4 photons to 16";
    EXPECT_EQ(powerFactor(0, 16), 1) << "nothing to scale";
}

/// 9, 0.8, 0 and 0.2 photons: with a third of the strongest one's power at least, 9, 3, 0 and 3, of 15, and 10 in all.
TEST(ProbeModes, AreRaisedToAPartOfTheStrongestOnesPower) {
    Array<Complex, 3> probe({4, 1, 2});
    const auto set = [&](std::size_t mode, float value) { probe.slab(mode)[mode % 2] = {0, value}; };
    set(0, 3), set(1, std::sqrt(0.8F)), set(3, std::sqrt(0.2F));
    raiseModes(probe, 1.0 / 3);
    const double expected[] = {6, 2, 0, 2};
    for (std::size_t mode = 0; mode < 4; ++mode) EXPECT_NEAR(modePower(probe, mode), expected[mode], 1e-5) << mode;
    const Array<Complex, 3> raised = probe;
    raiseModes(probe, 0.3);
    EXPECT_EQ(probe, raised) << "all have as much";
}

} // namespace
} // namespace ewald::ptycho
