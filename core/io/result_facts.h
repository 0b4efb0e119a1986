// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace ewald::io {

/// Who wrote a result or an integration, and when.
struct ResultStamp {
    std::string version; ///< of the program
    std::string date;    ///< UTC, "2026-11-23T05:20:32Z"
};
/// Fields that a file does not have are empty. \throws DataError
[[nodiscard]] ResultStamp readStamp(const std::filesystem::path& file);

/// The figures of a result or an integration that tables of many show. Those that a file does not have are absent.
struct ResultNumbers {
    std::optional<double> frames;
    std::optional<double> iterations;
    std::optional<double> fourierError;
    std::optional<double> noiseFloor;   ///< fourierError of a perfect model
    std::optional<double> resolution_m; ///< of its Fourier ring correlation
    std::optional<double> energy_J;
};
/// Reads nothing else of the file. \throws DataError
[[nodiscard]] ResultNumbers readNumbers(const std::filesystem::path& file);

} // namespace ewald::io
