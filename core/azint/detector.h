// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ewald::azint {

/// A detector as it is sold: what is known of it without a file.
struct Detector {
    std::string name;                 ///< "Pilatus 1M", for people
    std::vector<std::string> aliases; ///< other names, among them the one of PONI files ("Pilatus1M")
    std::string maker;
    std::size_t rows = 0; ///< unbinned
    std::size_t cols = 0;
    double pixelHeight_m = 0; ///< unbinned
    double pixelWidth_m = 0;
    std::size_t moduleRows = 0; ///< 0 = one piece
    std::size_t moduleCols = 0;
    std::size_t gapRows = 0; ///< insensitive pixels between modules
    std::size_t gapCols = 0;
    std::optional<double> dummy; ///< the value that its files give to pixels without a measurement
    double deltaDummy = 0;       ///< values nearer to dummy than this are dummies too
    std::vector<std::size_t> binnings;
};

/// The catalogue (resources/detectors.json, compiled in), in alphabetical order of makers and names.
[[nodiscard]] const std::vector<Detector>& detectors();

/// By name or alias; case, blanks, '-' and '_' do not matter. nullptr when it is not in the catalogue.
[[nodiscard]] const Detector* findDetector(std::string_view name);

/// The detectors that give frames of this shape, without binning first.
[[nodiscard]] std::vector<const Detector*> detectorsOfShape(std::size_t rows, std::size_t cols);

/// 1 for pixels in the gaps between modules, shape (rows, cols) of the detector. Empty for a detector in one piece.
[[nodiscard]] Array<std::uint8_t, 2> gapMask(const Detector& detector);

} // namespace ewald::azint
