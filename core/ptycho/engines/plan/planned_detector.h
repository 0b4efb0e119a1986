// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/engines/plan/plan_words.h"
#include "ptycho/iteration/engine.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace ewald::ptycho {

/// Whether the automatic plan fits a background and the intensities of frames, which it finds out in its parts of
/// maximum likelihood. The same on every rank.
class PlannedDetector {
public:
    void take(EngineContext& state, const StageSettings& settings);
    [[nodiscard]] DetectorFit fits() const;
    /// After an iteration of a part that finds it out. \param done iterations of it \param last of the plan's parts, in
    /// which an error far above the noise limit is a reason, too \param error of the last iteration \param intensity
    /// counts of all frames \return whether more is fitted for good from here on, so that the error falls anew
    bool look(const EngineContext& state, std::size_t done, bool last, double error, double intensity,
              const IterationContext& context);
    /// What is tried has not been weighed.
    [[nodiscard]] bool isTrying() const noexcept { return m_trial != Trial::none; }
    /// Before an iteration: keeps of what has been tried what is real, or is asked for by the settings. \return as
    /// look()
    bool weigh(EngineContext& state, const IterationContext& context);

    /// For a saved state: what is fitted for good (1: a background, 2: intensities), the trial, counts of a frame.
    [[nodiscard]] std::array<double, 3> numbers() const;
    void take(EngineContext& state, std::span<const double> numbers);

private:
    enum class Trial : std::uint8_t { none, running, ended }; ///< of both; ended: not weighed yet

    void endTrial(EngineContext& state);

    DetectorFit m_asked;  ///< by the settings, whatever the plan finds
    bool m_mayFit = true; ///< background and intensities of frames
    DetectorFit m_found;  ///< is fitted for good
    Trial m_trial = Trial::none;
    double m_countsPerFrame = 0; ///< as they are weighed
};

} // namespace ewald::ptycho
