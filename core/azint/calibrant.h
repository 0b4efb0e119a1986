// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "crystal/equation_of_state.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ewald::azint {

/// One powder ring of a calibrant.
struct Reflection {
    double d_A = 0;  ///< spacing of the lattice planes in Å
    std::string hkl; ///< "1 1 1"; for a layered substance the order; empty when the file does not say
    int multiplicity = 0;
    double intensity = 0; ///< 100 for the strongest; 0 = not known
};

/// A substance with known powder rings.
struct Calibrant {
    std::string name;                    ///< "LaB6_SRM660c"
    std::string label;                   ///< "LaB₆ (NIST SRM 660c)"
    std::string source;                  ///< of the lattice constants
    std::vector<Reflection> reflections; ///< by falling d
    std::vector<std::string> remarks;    ///< about the file that it was read from, for the user
    crystal::EquationOfState state = {}; ///< of a JCPDS file; knows nothing where none is given
};

/// What a built-in calibrant is called.
struct CalibrantName {
    std::string name;  ///< "LaB6_SRM660c"
    std::string label; ///< "LaB₆ (NIST SRM 660c)"
};

/// Names and labels of the calibrants that are built in (resources/calibrants.json). Thread-safe.
[[nodiscard]] const std::vector<CalibrantName>& calibrantNames();

/// Built-in calibrant by name or label (case, blanks, '-' and '_' do not matter); its rings are calculated when it is
/// first asked for. nullptr when there is none. Thread-safe; what is returned stays where it is.
[[nodiscard]] const Calibrant* findCalibrant(std::string_view name);

/// Reads a text file of d-spacings in Å, one a line, as pyFAI has them ("5.4 # (1 0 0) 8"), or takes all lines down to
/// 0.35 Å of a CIF or JCPDS file (.cif, .jcpds), with intensities for short waves where atoms or the file say them.
/// \throws DataError; JobError for a cell with millions of lines
[[nodiscard]] Calibrant readCalibrant(const std::filesystem::path& file);

/// The same rings where all spacings follow pressure and temperature of the sample. Intensities stay as they are.
/// \throws JobError: conditions that the substance does not know (crystal::lengthRatio), with its source
[[nodiscard]] Calibrant underConditions(Calibrant calibrant, const crystal::Conditions& conditions);

/// The scattering angles 2θ in radians of the rings, increasing; those that the wavelength cannot reach are left out.
[[nodiscard]] std::vector<double> ringAngles(const Calibrant& calibrant, double wavelength_m);

} // namespace ewald::azint
