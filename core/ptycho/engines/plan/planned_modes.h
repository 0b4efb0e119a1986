// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/engines/plan/plan_words.h"
#include "ptycho/iteration/engine_context.h"

#include <array>
#include <cstddef>
#include <span>

namespace ewald::ptycho {

/// With how many probe modes the automatic plan goes on. The same on every rank; what changes the modes has to be
/// called by all of them, between two passes over the frames.
class PlannedModes {
public:
    /// \param most modes that the plan tries; with more of them it leaves all as they are
    explicit PlannedModes(std::size_t most) : m_most(most) {}

    /// Before the first iteration: only modes of which something is known, with a part of the power that matters.
    void begin(EngineContext& state);
    /// After an iteration of the first part. \param done iterations of it \return whether further modes have joined
    bool join(EngineContext& state, std::size_t done, double error, const SayPlan& say);
    /// Iterations of the first part before they have joined; 0: none have, or it has been decided which ones stay.
    [[nodiscard]] std::size_t joinedAfter() const noexcept { return m_joinedAfter; }
    /// After an iteration of the first part: those that have joined lower the error by so little that they will not
    /// stay. \param done iterations since then
    [[nodiscard]] bool areIdle(std::size_t done, double error, double noiseFloor) const;
    /// Before the next part of the plan: leaves out those that have joined where they do not lower the error, and those
    /// that have next to no power; raises those that have joined and stay.
    void choose(EngineContext& state, double error, double noiseFloor, const SayPlan& say);
    /// Once positions have moved: adds one mode, which may have been left out while positions were wrong; not after one
    /// that has not grown. \return whether it has been added
    bool addAnother(EngineContext& state, double error, double noiseFloor, const SayPlan& say);

    /// For a saved state. Programs before modes joined have saved the first one only, those before that none.
    [[nodiscard]] std::array<double, 4> numbers() const;
    void take(std::span<const double> numbers);

private:
    void dropWeak(EngineContext& state, const SayPlan& say) const;
    [[nodiscard]] bool gainLess(double part, double error, double noiseFloor) const;
    bool dropJoined(EngineContext& state, double error, double noiseFloor, const SayPlan& say);

    std::size_t m_most;
    int m_before = 0;              ///< one was added to so many; 0: none was
    std::size_t m_known = 0;       ///< modes that others join, or have joined; 0: it has been decided
    std::size_t m_joinedAfter = 0; ///< 0: they have not
    double m_errorBefore = 0;      ///< that they have joined
};

} // namespace ewald::ptycho
