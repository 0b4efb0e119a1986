// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/distortion.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace ewald::azint {

/// The distortion of a flat panel as HEXRD has it under the name GE_41RT (hexrd/distortion/ge_41rt.py). What is shown
/// at the distance r and the azimuth η from the middle of the detector, η = 0 along the columns' index, belongs to
/// r·(1 + p0 ρ^p3 cos 2η + p1 ρ^p4 cos 4η + p2 ρ^p5), ρ = r / 204.8 mm, at the same azimuth.
struct GeDistortion final : PixelMap {
    std::filesystem::path file;
    std::array<std::size_t, 2> pixels{}; ///< rows, columns
    std::array<double, 2> pixel_m{};     ///< height, width
    std::array<double, 6> parameters{};  ///< p0 … p5
    Checksum sum{};                      ///< numbers()

    [[nodiscard]] const std::filesystem::path& source() const noexcept override { return file; }
    [[nodiscard]] const char* keyInPoni() const noexcept override { return "filename"; }
    [[nodiscard]] std::array<std::size_t, 2> shape() const noexcept override { return pixels; }
    [[nodiscard]] std::array<double, 2> pixelSize_m() const noexcept override { return pixel_m; }
    [[nodiscard]] ImagePoint corrected(ImagePoint shown) const noexcept override;
    [[nodiscard]] double areaOf(ImagePoint first, double side) const noexcept override;
    [[nodiscard]] const Array<std::uint8_t, 2>& mask() const noexcept override;
    [[nodiscard]] const Checksum& numbers() const noexcept override { return sum; }
    /// Makes it anew of the other members.
    void sumUp();
};

/// Understands an instrument of HEXRD as JSON: {"detectors": {NAME: {"pixels": {"rows", "columns", "size": [height,
/// width] in mm}, "distortion": {"function_name": "GE_41RT", "parameters": [p0 … p5]}, …}}} with one detector. Any
/// thread. \param where name of the file, for messages \throws DataError where it is none, has no or several
/// detectors, one without such a distortion, or one that brings pixels out of their order
[[nodiscard]] GeDistortion parseGeDistortion(std::string_view text, const std::string& where);
/// parseGeDistortion() of a file. \throws DataError also when it cannot be read
[[nodiscard]] GeDistortion readGeDistortion(const std::filesystem::path& file);
/// Whether a file is a text that may be such an instrument, also in HEXRD's own format, YAML. Any thread; false where
/// it cannot be read.
[[nodiscard]] bool looksLikeInstrument(const std::filesystem::path& file) noexcept;

} // namespace ewald::azint
