// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/engines/plan/plan_words.h"
#include "ptycho/iteration/engine.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace ewald::ptycho {

/// Whether the automatic plan fits a background and the intensities of frames in its last part. The same on every rank.
class PlannedDetector {
public:
    void take(EngineContext& state, const StageSettings& settings);
    [[nodiscard]] DetectorFit fits() const;
    /// After an iteration of the last part. \param done iterations of it \param error of the last one \param intensity
    /// counts of all frames \return whether more is fitted for good from here on, so that the error falls anew
    bool look(const EngineContext& state, std::size_t done, double error, double intensity,
              const IterationContext& context);
    /// Before an iteration: keeps of what has been tried what is real, or is asked for by the settings. \return as
    /// look()
    bool weigh(EngineContext& state, const IterationContext& context);

    /// For a saved state: of fits for good, intensities, counts of a frame.
    [[nodiscard]] std::array<double, 3> numbers() const;
    void take(EngineContext& state, std::span<const double> numbers);

private:
    enum class Intensities : std::uint8_t { steady, tried, weighed, fitted }; ///< while tried, a background is, too

    void endTrial(EngineContext& state);

    DetectorFit m_asked;           ///< by the settings, whatever the plan finds
    bool m_mayFit = true;          ///< background and intensities of frames
    bool m_fitsBackground = false; ///< for good
    Intensities m_intensities = Intensities::steady;
    double m_countsPerFrame = 0; ///< as they are weighed
};

} // namespace ewald::ptycho
