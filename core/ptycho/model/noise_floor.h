// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/communication/communicator.h"
#include "ptycho/model/problem.h"

#include <array>
#include <cstddef>
#include <span>

namespace ewald::ptycho {

/// What a perfect model leaves unexplained of one pixel whose counts k are Poisson with mean λ:
/// E(√k − √λ)², → 2λ for few counts, ¼ for many, 0.455 at most.
[[nodiscard]] double expectedError(double lambda);
/// Half the Poisson deviance, E(λ − k + k ln(k/λ)): → −λ ln λ for few counts, ½ for many, 0.58 at most.
[[nodiscard]] double expectedDeviance(double lambda);

/// What a perfect model would have for frames of counts: figures of merit divided by it are 1 at the noise limit, and
/// below it where noise is fitted.
struct NoiseFloor {
    double error = 0;    ///< of the fourier error
    double deviance = 0; ///< of half the Poisson deviance per valid pixel
};

/// The counts of a set of frames, as histograms of classes of pixels that get about the same light on average. From
/// them alone follows the floor: the distribution of λ in a class is the one of maximum likelihood for its histogram
/// (Richardson 1972, J. Opt. Soc. Am. 62, 55; Lucy 1974, Astron. J. 79, 745), from the exponential one of speckle on.
/// No model has a part in it, so that each model of the same frames has the same limit.
class CountClasses {
public:
    /// A pixel of a frame.
    /// \param mean counts of the pixel and its neighbours, the mean over frames
    /// \param counts a whole number, else the nearest one counts
    void add(double mean, double counts);
    [[nodiscard]] NoiseFloor floor() const;
    /// All of them, to be added over ranks: whole numbers, so that sums of any order have the same bits.
    [[nodiscard]] std::span<double> numbers() noexcept { return m_numbers; }

    static constexpr std::size_t kFew = 40; ///< counts; above, E of a pixel's λ and of its counts are the same to 1 %
    static constexpr double kDarkest =
        -12; ///< log2 of the mean of the first class, and of the least λ that is told from 0
    using Histogram = std::span<const double, kFew + 1>;

private:
    static constexpr std::size_t kClasses = 21;                  ///< octaves of the mean
    static constexpr std::size_t kOctaves = 48;                  ///< of counts that are not few
    static constexpr std::size_t kMany = kClasses * (kFew + 1);  ///< where they begin: of each, pixels and counts
    static constexpr std::size_t kPixels = kMany + 2 * kOctaves; ///< all of them
    std::array<double, kPixels + 1> m_numbers{};
};

/// Of up to 128 frames, evenly from all over the scan: the same for any order of frames, model, number of ranks and
/// kind of device. Pixels that are masked or saturated have no part. Collective.
[[nodiscard]] NoiseFloor measureNoiseFloor(const Problem& problem, compute::Communicator& communicator);

} // namespace ewald::ptycho
