// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fstream>
#include <string>

namespace ewald::cli {

/// Writes a PONI file like another one, with other lines about the detector and a moved point of normal incidence.
/// \param detector its lines \param down_m, right_m along the rows and columns
inline void putChangedPoni(const std::string& like, const std::string& name, const std::string& detector,
                           double down_m = 0, double right_m = 0) {
    std::ifstream before(like);
    std::ofstream after(name);
    after.precision(17);
    for (std::string line; std::getline(before, line);) {
        if (line.starts_with("Detector")) continue;
        if (line.starts_with("Poni1:"))
            after << "Poni1: " << std::stod(line.substr(6)) + down_m << '\n';
        else if (line.starts_with("Poni2:"))
            after << "Poni2: " << std::stod(line.substr(6)) + right_m << '\n';
        else
            after << line << '\n';
    }
    after << detector;
}

} // namespace ewald::cli
