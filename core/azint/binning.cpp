// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/binning.h"

#include "azint/pixel_splitter.h"
#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/units.h"
#include "compute/devices/parallel.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ewald::azint {
namespace {

constexpr double kEpsilon32 = 1.0 + 1.1920928955078125e-7; // 1 + 2⁻²³
constexpr std::size_t kMaxBins = std::size_t{1} << 28U;

/// The next single-precision number above: the largest value itself belongs to the last bin.
double upperBound(double value) noexcept { return value > 0 ? value * kEpsilon32 : value / kEpsilon32; }

struct Extent {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void add(double a, double b) noexcept {
        if (!std::isfinite(a) || !std::isfinite(b)) return;
        low = std::min(low, a);
        high = std::max(high, b);
    }
};

/// Of a row of quadrilaterals between two rows of corners. \param masked by pixel, or null
Extent extentOfQuads(const float* above, const float* below, const std::uint8_t* masked, std::size_t pixels) {
    constexpr float kLargest = std::numeric_limits<float>::max();
    Extent extent;
    float low = std::numeric_limits<float>::infinity();
    float high = -low;
    for (std::size_t i = 0; i < pixels; ++i) {
        const float least = std::min(std::min(above[i], below[i]), std::min(below[i + 1], above[i + 1]));
        const float most = std::max(std::max(above[i], below[i]), std::max(below[i + 1], above[i + 1]));
        const bool counts = least >= -kLargest && most <= kLargest && (masked == nullptr || masked[i] == 0);
        low = counts && least < low ? least : low;
        high = counts && most > high ? most : high;
    }
    if (low <= high) extent.add(low, high);
    return extent;
}

Extent extentOfRow(const Geometry& geometry, const BinningSettings& settings, const CornerGrid& grid,
                   const Array<std::uint8_t, 2>& mask, std::size_t row) {
    Extent extent;
    const std::size_t storedRow = geometry.reversesRows() ? geometry.rows() - 1 - row : row;
    if (settings.splitting == Splitting::full && !geometry.reversesCols() && grid.isShared) {
        const float* const above = grid.radial.data() + row * grid.cols;
        const std::uint8_t* const masked = mask.empty() ? nullptr : mask.data() + storedRow * geometry.cols();
        return extentOfQuads(above, above + grid.cols, masked, geometry.cols());
    }
    for (std::size_t col = 0; col < geometry.cols(); ++col) {
        const std::size_t storedCol = geometry.reversesCols() ? geometry.cols() - 1 - col : col;
        if (!mask.empty() && mask(storedRow, storedCol) != 0) continue;
        if (settings.splitting == Splitting::full) {
            const auto [a, b, c, d] = grid.cornersOf(row, col);
            const auto [low, high] = std::minmax({grid.radial[a], grid.radial[b], grid.radial[c], grid.radial[d]});
            extent.add(low, high);
        } else {
            const PixelBox box = pixelBox(geometry, settings.unit, grid, row, col, false);
            const double half = settings.splitting == Splitting::bbox ? box.radialHalf : 0;
            extent.add(box.radial - half, box.radial + half);
        }
    }
    return extent;
}

Extent extentOfPixels(const Geometry& geometry, const BinningSettings& settings, const CornerGrid& grid,
                      const Array<std::uint8_t, 2>& mask, unsigned threads) {
    std::vector<Extent> rows(geometry.rows());
    compute::parallelFor(rows.size(), threads,
                         [&](std::size_t row) { rows[row] = extentOfRow(geometry, settings, grid, mask, row); });
    Extent extent;
    for (const Extent& row : rows) {
        if (row.high >= row.low) extent.add(row.low, row.high);
    }
    if (!info(settings.unit).mayBeNegative) {
        extent.low = std::max(extent.low, 0.0);
        extent.high = std::max(extent.high, 0.0);
    }
    return extent;
}

BinAxis radialAxis(const BinningSettings& settings, const Extent& extent) {
    const UnitInfo& unit = info(settings.unit);
    Extent range = extent;
    if (settings.radialRange) {
        const auto [first, second] = *settings.radialRange;
        range = {std::min(first, second) / unit.scale, std::max(first, second) / unit.scale};
        if (!std::isfinite(range.low) || !std::isfinite(range.high) || range.low == range.high) {
            throw JobError("the radial range is empty", "radial_range", "give a lower and a higher end");
        }
        if (range.high < extent.low || range.low > extent.high) {
            throw JobError("the radial range lies outside the detector", "radial_range",
                           phrase("the pixels that are not masked cover %1 to %2 %3",
                                  numberText(extent.low * unit.scale, 6), numberText(extent.high * unit.scale, 6),
                                  unit.name));
        }
    }
    if (!(range.high > range.low)) {
        throw JobError("all pixels have the same radius", "radial_range", "check the geometry, or give a range");
    }
    return {range.low, upperBound(range.high), settings.npt};
}

std::optional<BinAxis> azimuthAxis(const BinningSettings& settings) {
    const bool cake = settings.nptAzim > 0;
    if (!settings.azimuthRange_deg && !cake) return std::nullopt;
    auto [low, high] = settings.azimuthRange_deg.value_or(std::pair{-180.0, 180.0});
    if (!std::isfinite(low) || !std::isfinite(high))
        throw JobError("the azimuth range is not finite", "azimuth_range_deg");
    if (high < low) high += 360;
    if (high <= low || high - low > 360 + 1e-9) {
        throw JobError("the azimuth range is not between 0 and one turn", "azimuth_range_deg",
                       "give two angles in degrees");
    }
    return BinAxis{low * kPi / 180, upperBound(high * kPi / 180), cake ? settings.nptAzim : 1};
}

} // namespace

std::vector<double> BinAxis::centres(double scale) const {
    std::vector<double> out(bins);
    const double step = width();
    const double first = lower + 0.5 * step;
    const double last = upper - 0.5 * step;
    const double stride = bins > 1 ? (last - first) / static_cast<double>(bins - 1) : 0;
    for (std::size_t i = 0; i < bins; ++i) out[i] = (first + stride * static_cast<double>(i)) * scale;
    return out;
}

std::vector<double> Binning::radialCentres() const { return radial.centres(info(settings.unit).scale); }

std::vector<double> Binning::azimuthCentres_deg() const {
    return isCake() ? azimuth->centres(180 / kPi) : std::vector<double>{};
}

Binning makeBinning(const Geometry& geometry, const BinningSettings& settings, const CornerGrid& grid,
                    const Array<std::uint8_t, 2>& mask, unsigned threads) {
    geometry.checkUnit(settings.unit);
    if (settings.npt == 0) throw JobError("the pattern has no bins", "npt", "give at least one");
    if (settings.npt > kMaxBins || settings.nptAzim > kMaxBins / settings.npt) {
        throw JobError("too many bins", "npt", "npt times npt_azim has to stay below 268 million");
    }
    if (!mask.empty() && (mask.extent(0) != geometry.rows() || mask.extent(1) != geometry.cols())) {
        throw JobError(phrase("the mask has %1 x %2 pixels, the frames have %3 x %4", mask.extent(0), mask.extent(1),
                              geometry.rows(), geometry.cols()),
                       "mask_file", "use the mask that was made for these frames");
    }
    const Extent extent = extentOfPixels(geometry, settings, grid, mask, threads);
    if (!(extent.high >= extent.low)) {
        throw JobError("no pixel is left: all are masked or have no value in this unit", "mask_file", "check the mask");
    }
    return {settings, radialAxis(settings, extent), azimuthAxis(settings)};
}

Splitting splittingFromName(const std::string& name) {
    if (name == "no" || name == "none") return Splitting::none;
    if (name == "bbox") return Splitting::bbox;
    if (name == "full") return Splitting::full;
    throw JobError(phrase("unknown pixel splitting \"%1\"", name), "split", "use no, bbox or full");
}

} // namespace ewald::azint
