// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/engines/engine_context.h"

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

/// The sums that a floor is made of, by classes of pixels to which the model gives about the same λ. A model that is
/// not finished gives too much light to dark pixels and too little to bright ones: the mean of what was measured in a
/// class stands for its λ, so that the floor hardly depends on how far the model is.
class NoiseSums {
public:
    /// A pixel to which the model gives λ, and where so many counts were measured.
    void add(double lambda, double counts);
    /// Sums of a frame, on the grid of an anchor: the same bits in any order.
    void add(const NoiseSums& other, double anchor);
    [[nodiscard]] NoiseFloor floor() const;
    /// All of them, to be added over ranks.
    [[nodiscard]] std::span<double> numbers() noexcept { return m_numbers; }

private:
    enum Number : std::size_t { pixels, modelled, measured, error, deviance, kNumbers };
    static constexpr std::size_t kClasses = 192;
    static constexpr double kLowest = -20; ///< log2 λ of the first class, to which all that is darker belongs
    static constexpr double kOfOctave = 4; ///< classes; the last one is of all that is brighter
    std::array<double, kClasses * kNumbers> m_numbers{};
};

/// Of the first frames of the scan's order, with the model as it is. The same bits for any number of ranks (of CPUs).
/// Collective.
[[nodiscard]] NoiseFloor measureNoiseFloor(EngineContext& state);

} // namespace ewald::ptycho
