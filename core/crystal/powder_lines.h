// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "crystal/phase.h"

#include <optional>
#include <vector>

namespace ewald::crystal {

/// Reflections that symmetry makes equal: one line of a powder pattern.
struct PowderLine {
    Miller hkl{};                    ///< one of them: without negative indices if any is, the largest first
    double d_A = 0;                  ///< spacing of the lattice planes
    int multiplicity = 0;            ///< how many they are; 0 = not known
    std::optional<double> intensity; ///< of the strongest of the lines: 100; nothing where atoms are not known
};

/// Which lines, and under which conditions.
struct LineRequest {
    double smallest_A = 1;              ///< spacing of the last line
    std::optional<double> wavelength_A; ///< for the Lorentz-polarisation factor; no line beyond half of it
    Conditions conditions;
};

/// All lines of a phase by falling spacing: those that its group does not extinguish, and that its atoms do not (Si
/// 222). Lines of one spacing that symmetry does not make equal (333 and 511 of a cubic cell) are lines of their own.
/// Without a group, those that its file lists.
///
/// Intensities are multiplicity × |F|² × (1 + cos² 2θ) / (sin² θ cos θ), the Lorentz-polarisation factor of a powder
/// and an unpolarised beam; without a wavelength its limit for short ones, which is d² times a constant.
/// \throws JobError: conditions that the phase does not know (volumeRatio), and spacings so small that there would be
///         millions of lines
[[nodiscard]] std::vector<PowderLine> powderLines(const Phase& phase, const LineRequest& request);

/// The cell of a phase under conditions. \throws JobError as powderLines
[[nodiscard]] UnitCell cellUnder(const Phase& phase, const Conditions& conditions);

} // namespace ewald::crystal
