// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ewald::io {

namespace h5 {
class File;
} // namespace h5

/// A detector as pyFAI describes it in a NeXus file (NexusDetector, detector2nexus): a group of class NXdetector. Or by
/// the places of its modules (NXdetector_module), in the coordinates of detectorOfModules()
/// (io/readers/module_corners.h).
struct DetectorFile {
    std::string path;                    ///< of the group
    std::array<std::size_t, 2> shape{};  ///< rows, columns
    std::array<double, 2> pixelSize_m{}; ///< height, width
    /// (y, x) in metres, [row][column][A, B, C, D][2], A = (r, c), B = (r + 1, c), C = (r + 1, c + 1), D = (r, c + 1);
    /// empty: pixels are all alike
    std::vector<float> corners;
    /// Metres behind the detector's plane, away from the sample, [row][column][A, B, C, D]; empty: all are in it
    std::vector<float> depths;
    bool areasCount = false; ///< pixels have seen as much as they are large; else that is a matter of the flat field
    Array<std::uint8_t, 2> mask; ///< 1 = not measured; empty: none
    bool hasFlatField = false;
    bool hasDark = false;
};

/// The group that readDetectorFile() reads; empty: there is none.
[[nodiscard]] std::string describedDetector(const h5::File& file);

/// Any thread. \throws DataError when it cannot be read, describes no detector, or one that is turned or has
/// other pixels than quadrilaterals
/// \param shape rows and columns of the frames that modules are a part of; absent: as far as modules go
[[nodiscard]] DetectorFile readDetectorFile(const std::filesystem::path& file,
                                            std::optional<std::array<std::size_t, 2>> shape = {});

} // namespace ewald::io
