// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/image_render.h"

#include <QPointF>
#include <QString>

#include <optional>
#include <vector>

namespace ewald::view {

/// Values along a straight line, for measuring.
struct LineProfile {
    QPointF from; ///< image pixels (column, row)
    QPointF to;
    double width_px = 1; ///< each value is the mean over so many pixels across the line
    double length_m = 0; ///< NaN when the pixel size is not known
    double length_px = 0;
    std::vector<double> distance_m; ///< of each sample from `from`; in pixels when the pixel size is not known
    std::vector<double> value;      ///< what is shown there (amplitude, phase, …); NaN outside or masked
    QString valueLabel;             ///< "Phase (rad)"

    /// In metres rather than in pixels.
    [[nodiscard]] bool metric() const;
};

/// Samples along a line between two points (image pixels), about one a pixel, each the mean of the nearest pixels
/// across it (wrapped phases by their unit vectors). Any thread. \param pixelHeight_m, pixelWidth_m 0 = not known
[[nodiscard]] LineProfile profileOf(const ImageData& image, QPointF from, QPointF to, double width_px,
                                    double pixelHeight_m, double pixelWidth_m);

/// What is read off a profile between two of its places. Lengths in the unit of the distances.
struct ProfileReading {
    /// Full width of a peak or dip at half of its height over the mean of both ends; absent where the profile does not
    /// come back to it.
    std::optional<double> fwhm;
    /// Distance of the crossings of 10 % and 90 % of the step from one level to the other, each the median of the outer
    /// tenth of the samples; absent where both levels are the same.
    std::optional<double> edge;
    double valueAtFirst = 0; ///< NaN where there is none
    double valueAtSecond = 0;
};
/// \param first, second distances, in any order. Crossings are interpolated linearly.
[[nodiscard]] ProfileReading readProfile(const LineProfile& profile, double first, double second);

} // namespace ewald::view
