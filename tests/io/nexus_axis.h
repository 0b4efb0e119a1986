// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5.h"

#include <string>
#include <vector>

namespace ewald::io::test {

/// Writes a link of a NeXus chain: a rotation or translation by a value along a vector. \param after what it depends
/// on, absolute, beside it, or "." \param offset_m empty: none
inline void writeAxis(h5::File& file, const std::string& path, const char* type, double value, const char* units,
                      const std::vector<double>& vector, const std::string& after,
                      const std::vector<double>& offset_m = {}) {
    file.write(path, value);
    file.setAttribute(path, "transformation_type", type);
    file.setAttribute(path, "units", units);
    file.setAttribute(path, "vector", vector);
    file.setAttribute(path, "depends_on", after);
    if (offset_m.empty()) return;
    file.setAttribute(path, "offset", offset_m);
    file.setAttribute(path, "offset_units", "m");
}

} // namespace ewald::io::test
