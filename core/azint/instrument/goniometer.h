// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/poni.h"

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ewald::azint {

/// A detector on an arm or a table as pyFAI calibrates it (pyFAI.goniometer): each number of a PONI is a formula
/// (valueOfFormula()) of refined parameters and of the positions of motors, in the units of the motors.
struct Goniometer {
    using Named = std::pair<std::string, double>;
    /// Order of `formulas`.
    static constexpr std::array kFormulas{"dist", "poni1", "poni2", "rot1", "rot2", "rot3", "wavelength"};

    std::filesystem::path file;
    std::string detector = "Detector";  ///< as in a PONI file
    std::string detectorConfig = "{}";  ///< its Detector_config: JSON on one line
    std::optional<double> wavelength_m; ///< where no formula gives it
    std::vector<Named> parameters;      ///< in the order of the file
    std::vector<Named> constants;
    std::vector<std::string> positionNames;             ///< one at least
    std::array<std::string, kFormulas.size()> formulas; ///< of m and rad; that of the wavelength may be empty

    bool operator==(const Goniometer&) const = default;
};

/// Understands goniometer files of version 1 and 2 (JSON). All formulas are checked. Any thread. \param where name of
/// the file, for messages \throws DataError where it is none, or a formula holds what is not known (with its column)
[[nodiscard]] Goniometer parseGoniometer(std::string_view text, const std::string& where);
/// Whether a text is that of one, of whatever version.
[[nodiscard]] bool isGoniometerText(std::string_view text) noexcept;
/// Whether a file is JSON of pyFAI with a geometry in it: a goniometer file, or settings of an integration
/// (isPyFaiSettings()). Any thread; false where it cannot be read.
[[nodiscard]] bool isGeometryJson(const std::filesystem::path& file) noexcept;

/// The geometry where the motors are, as readPoni() would read it from a PONI file with these numbers. \param positions
/// one for each of the names \throws JobError for another number of positions, DataError where a formula gives no
/// number or the numbers make no geometry
[[nodiscard]] Poni poniAt(const Goniometer& goniometer, std::span<const double> positions, const PoniFiles& files = {});
/// "tth = 30, nu = 1.5", for people.
[[nodiscard]] std::string positionsText(const Goniometer& goniometer, std::span<const double> positions);

} // namespace ewald::azint
