// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace ewald::io {

/// A detector as pyFAI describes it in a NeXus file (NexusDetector, detector2nexus): a group of class NXdetector.
struct DetectorFile {
    std::string path;                    ///< of the group
    std::array<std::size_t, 2> shape{};  ///< rows, columns
    std::array<double, 2> pixelSize_m{}; ///< height, width
    /// (y, x) in metres, [row][column][A, B, C, D][2], A = (r, c), B = (r + 1, c), C = (r + 1, c + 1), D = (r, c + 1);
    /// empty: pixels are all alike
    std::vector<float> corners;
    Array<std::uint8_t, 2> mask; ///< 1 = not measured; empty: none
    bool hasFlatField = false;
    bool hasDark = false;
};

/// Any thread. \throws DataError when it cannot be read, describes no detector, or one that is not flat, is turned or
/// has other pixels than quadrilaterals
[[nodiscard]] DetectorFile readDetectorFile(const std::filesystem::path& file);

} // namespace ewald::io
