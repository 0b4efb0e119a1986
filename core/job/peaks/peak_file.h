// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fit/peak_fit.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace ewald::job {

/// Numbers of one fitted quantity, one a pattern, with standard deviations; NaN where they are not known.
struct FittedQuantity {
    std::vector<double> values;
    std::vector<double> errors; ///< empty: none are given
};

/// A peak that was fitted in many patterns. Arrays are [frame][sector], or [frame] without sectors.
struct PeakColumn {
    double low = 0; ///< of its region, unit of the axis
    double high = 0;
    FittedQuantity position, area, fwhm, mixing, asymmetry, background;
    std::vector<double> reducedChi2;
    std::vector<std::uint8_t> state; ///< fit::PeakState
};

/// Where the fits of a region begin in all patterns.
struct PeakReference {
    fit::PeakRegion region;
    std::vector<fit::Peak> peaks; ///< in the mean of the patterns
    double top = 0;               ///< where the mean is highest
};

/// Fits of peaks along a series of patterns.
struct PeakTable {
    std::string source;     ///< the result that the patterns are in
    std::string unit;       ///< job key of the axis' unit, "q_nm^-1"
    std::string radialUnit; ///< "nm^-1"
    std::string shape;      ///< of the peaks, a key
    std::size_t backgroundDegree = 0;
    bool errorsOfPatterns = false;      ///< weights and errors are those of the patterns; else errors of the scatter
    std::vector<std::size_t> frames;    ///< numbers in the stack
    std::vector<double> azimuthal_deg;  ///< of the sectors; empty: patterns
    std::vector<std::size_t> scanShape; ///< of a raster over all frames; empty: none
    std::vector<PeakColumn> peaks;
    fit::PeakModel model;                  ///< of the fits
    std::vector<PeakReference> references; ///< one a region, whose peaks follow each other in `peaks`

    [[nodiscard]] std::size_t sectors() const noexcept { return azimuthal_deg.empty() ? 1 : azimuthal_deg.size(); }
    [[nodiscard]] std::size_t patterns() const noexcept { return frames.size() * sectors(); }
};

/// Writes one NXdata group a peak, /entry/peak_1 …, whose signal is the position and whose other quantities are
/// auxiliary signals with errors: against frames and sectors, as a map where the frames are a raster. Atomic.
/// \throws DataError (exists and not overwrite, unwritable folder, full disk)
void writePeakFile(const std::filesystem::path& file, const PeakTable& table, bool overwrite);

/// The same as lines of text, one a pattern: frame, sector, and for each peak its quantities with their errors.
[[nodiscard]] std::string peakText(const PeakTable& table);

} // namespace ewald::job
