// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "crystal/unit_cell.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ewald::crystal {

/// x' = rotation · x + shift / kShiftParts, in fractions of the cell.
struct SymmetryOperation {
    std::array<std::array<int, 3>, 3> rotation{};
    std::array<int, 3> shift{}; ///< from 0 to kShiftParts − 1

    auto operator<=>(const SymmetryOperation&) const = default;
};
/// All shifts of space groups are twenty-fourths.
inline constexpr int kShiftParts = 24;

/// A space group in one setting.
struct SpaceGroup {
    int number = 0;                            ///< 1 … 230; 0 for operations that are in no list
    std::string symbol;                        ///< Hermann–Mauguin with setting: "F d -3 m:2"
    std::vector<SymmetryOperation> operations; ///< all, those of the centring too; the identity first
};

/// The group of a number (1 … 230, in the setting that International Tables put first, rhombohedral ones with hexagonal
/// axes, of two origins the second) or of a Hermann–Mauguin symbol with or without blanks ("Fm-3m", "P 63/m m c",
/// "R -3 c:H", "P6_3/mmc", "Fm3m").
/// \param cell its angles choose hexagonal or rhombohedral axes where a symbol does not \return nothing for other texts
[[nodiscard]] std::optional<SpaceGroup> findSpaceGroup(std::string_view symbol,
                                                       const UnitCell& cell = {1, 1, 1, 90, 90, 120});
/// The group of a Hall symbol of the list of settings.
[[nodiscard]] std::optional<SpaceGroup> findHallGroup(std::string_view hall);
/// The group that consists of operations as CIF files write them ("-x, y+1/2, z"), the identity among them.
/// \return nothing where a text is no operation, or the operations are no group
[[nodiscard]] std::optional<SpaceGroup> groupOfOperations(std::span<const std::string> triplets);
/// The other choice of origin under the same symbol: "F d -3 m:2" of "F d -3 m:1"; nothing where there is none.
[[nodiscard]] std::optional<SpaceGroup> otherOrigin(const SpaceGroup& group);

/// The fewest numbers that say the cell in this group: a; a and c; a, b and c; or all six.
/// \param numbers 1, 2, 3 or 6 lengths in Å and angles in degrees \return nothing for a count that does not do
[[nodiscard]] std::optional<UnitCell> cellOf(const SpaceGroup& group, std::span<const double> numbers);
/// The mean of the metric over all operations: that of the cell as the group wants it.
[[nodiscard]] ReciprocalMetric symmetricMetric(const SpaceGroup& group, const UnitCell& cell);
/// Whether the operations map the cell to itself within 0.2 %, which a cell rounded to three digits keeps.
[[nodiscard]] bool fits(const SpaceGroup& group, const UnitCell& cell);

/// Whether glide planes, screw axes and centring extinguish a reflection, whatever the atoms.
[[nodiscard]] bool isExtinct(const SpaceGroup& group, const Miller& hkl);
/// All reflections that symmetry and Friedel's law make equal, each once; `hkl` among them. Their number is the
/// multiplicity.
[[nodiscard]] std::vector<Miller> equivalents(const SpaceGroup& group, const Miller& hkl);

} // namespace ewald::crystal
