// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"
#include "io/integration_file.h"

#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace ewald::job {

/// A range of the axis of patterns whose intensity becomes a map, in the unit of the axis.
struct MapRange {
    double low = 0;
    double high = 0;
    std::vector<std::pair<double, double>> sides{}; ///< low and high of ranges whose background is taken off
    bool operator==(const MapRange&) const = default;
};

/// "2.1:2.3"; with sides "2.1:2.3@1.9:2.0,2.4:2.5"; or "2.1:2.3@auto": withSides(). \param key of errors
/// \throws JobError
[[nodiscard]] MapRange mapRangeOf(std::string_view text, const char* key = "--range");
/// With a side below and one above it, each half as wide as the range.
[[nodiscard]] MapRange withSides(MapRange range);

/// The mean intensity of the bins in the range (of a range narrower than a bin: of the nearest one), less its
/// background: where the sides lie below and above the range, the straight line through their bins (least squares) at
/// the mean place of the range's bins, else the mean of the sides' bins. Bins that are not finite do not count; not a
/// number where the range, or what its sides ask for, has none.
/// \param radial centres of bins, rising or falling; pattern as many intensities. Any thread
[[nodiscard]] double valueIn(const MapRange& range, std::span<const double> radial, std::span<const float> pattern);

/// valueIn() of all patterns of a result, of cakes of the weighted means of their sectors: [range][row]. Reads the
/// patterns once, a few at a time. Blocks. \throws JobError for a range outside of the axis; DataError, StoppedError
[[nodiscard]] std::vector<std::vector<double>> rangeValues(const io::IntegrationResult& result,
                                                           std::span<const MapRange> ranges, const RunControl& control);

/// The mean of the patterns of some rows of a result, of cakes of the weighted means of their sectors: one value a
/// radial bin, not a number where none of them has one. Blocks. \throws DataError, StoppedError
[[nodiscard]] std::vector<float> meanPatternOf(const io::IntegrationResult& result, std::span<const std::size_t> rows,
                                               const RunControl& control);

/// a / b of each row, not a number where b is 0. \param a, b as many values
[[nodiscard]] std::vector<double> ratiosOf(std::span<const double> a, std::span<const double> b);

} // namespace ewald::job
