// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPointF>
#include <QRectF>

#include <functional>
#include <vector>

class QPainter;
class QPalette;

namespace ewald::view {

/// A part of a pattern with the curve that was fitted to it; without points it is shaded only.
struct PatternFit {
    double low = 0;
    double high = 0;
    bool selected = false;
    std::vector<double> x; ///< growing, from low to high
    std::vector<double> sum;
    std::vector<double> background;
    std::vector<std::vector<double>> peaks; ///< each on the background; drawn where there are several
    QColor colour{};                        ///< of the shade; not valid: that of what is chosen
    bool operator==(const PatternFit&) const = default;
};

/// Colours of curve, background and single peaks.
struct FitColours {
    QColor sum;
    QColor background;
    QColor peak;
};
[[nodiscard]] FitColours fitColours(const QPalette& palette);

/// Shades the parts and draws their curves. \param toScreen place on the screen of a value, y as measured; without a
/// place on a logarithmic axis it is not finite
void paintFits(QPainter& painter, const std::vector<PatternFit>& fits, const QRectF& plot, const QPalette& palette,
               const std::function<QPointF(double x, double y)>& toScreen);

} // namespace ewald::view
