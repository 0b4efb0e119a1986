// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "crystal/equation_of_state.h"
#include "crystal/space_group.h"
#include "crystal/unit_cell.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace ewald::crystal {

/// An atom of the asymmetric unit.
struct Atom {
    std::string label;                         ///< "O1"
    std::string element;                       ///< "O"
    std::array<double, 3> position{};          ///< in fractions of the cell
    double occupancy = 1;                      ///< of its site, not divided where the site is a special position
    double uIso_A2 = 0;                        ///< mean square displacement
    std::optional<std::array<double, 6>> u_A2; ///< U11, U22, U33, U23, U13, U12 as in CIF files, instead of uIso_A2
};

/// A line that a file lists.
struct ListedLine {
    Miller hkl{};
    double intensity = 0; ///< of the strongest line: mostly 100
};

/// A crystalline substance: what decides where its powder lines are.
struct Phase {
    std::string name;
    std::string source;                   ///< file, or empty
    UnitCell cell;                        ///< without pressure, at kRoom_K
    std::optional<SpaceGroup> group;      ///< without one the lines are the listed ones
    std::vector<Atom> atoms;              ///< without any there are no intensities, but for listed lines
    std::optional<EquationOfState> state; ///< without one the cell is always the same
    std::vector<ListedLine> lines;
    std::vector<std::string> remarks; ///< about its file, for the user
};

/// A phase without atoms. \throws JobError where no such cell exists, or the group does not allow it
[[nodiscard]] Phase makePhase(const UnitCell& cell, const SpaceGroup& group);

} // namespace ewald::crystal
