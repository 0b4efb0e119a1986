// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/detector.h"
#include "base/array.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ewald::calibrate {

/// The image of powder rings that a calibration works on, rows × cols pixels in C order.
struct RingImage {
    std::size_t rows = 0;
    std::size_t cols = 0;
    std::vector<float> counts;       ///< 0 where not valid
    std::vector<std::uint8_t> valid; ///< 1 = measured
    std::vector<double> row_m;       ///< centres of the rows, from the outer edge of the first one
    std::vector<double> col_m;
    double pixel_m = 0;   ///< mean of height and width
    std::size_t lone = 0; ///< pixels that were left out since they stand alone

    [[nodiscard]] std::size_t validPixels() const noexcept;
};

/// \param mask of the same shape, not zero = left out; empty = none. Values that are not finite or negative are left
///        out as well: files mark gaps with them. So are pixels one or two of which stand alone high above their
///        neighbours and the image: hot ones, and spots of large grains, which say little of where a ring is
/// \throws DataError for an image without pixels \throws JobError where the shapes differ or an axis has no pixel size
[[nodiscard]] RingImage makeRingImage(const Array<float, 2>& counts, const Array<std::uint8_t, 2>& mask,
                                      const azint::PixelAxis& rows, const azint::PixelAxis& cols);

/// Means over blocks of `factor` × `factor` pixels; blocks less than half of which were measured are not valid, and
/// those that stick out at the end are left away.
[[nodiscard]] RingImage reduced(const RingImage& image, std::size_t factor);
/// The smallest factor that leaves at most `side` pixels along the longer side.
[[nodiscard]] std::size_t reductionTo(const RingImage& image, std::size_t side);

/// The mean of the lower nine tenths of the measured pixels: hot pixels and rings do not set it. 0 without any.
[[nodiscard]] double typicalCounts(const RingImage& image);

/// How an image looks to the search for rings: arcsinh(counts / their mean) minus its own neighbourhood (a Gaussian of
/// `sigma` pixels over measured pixels), so that strong and weak rings count alike and a slope counts nothing. 0 where
/// not valid.
[[nodiscard]] std::vector<float> flattened(const RingImage& image, double sigma);

/// Gaussian blur over measured pixels: the weighted mean of those within reach; 0 where there is none.
[[nodiscard]] std::vector<float> blurred(const std::vector<float>& values, const std::vector<std::uint8_t>& valid,
                                         std::size_t rows, std::size_t cols, double sigma);

} // namespace ewald::calibrate
