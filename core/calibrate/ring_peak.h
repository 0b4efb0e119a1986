// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace ewald::calibrate {

/// What pixels of a part of a window have in common. Angles count from the middle of the window.
struct PeakBin {
    double pixels = 0, sum = 0, squares = 0, angle = 0, chi = 0; ///< sums over pixels
};

/// Rings that stand so close that only their sum is seen: Gaussians of one width at fixed distances from each other.
/// A ring that has room is one of them, at 0.
struct PeakPart {
    double offset = 0; ///< in units of the window's half width
    double share = 1;  ///< of the height; the largest is 1
};

/// Such a sum on a sloping background: height, place, width, level, slope. Angles in units of the window's half width.
struct Peak {
    double height = 0, centre = 0, width = 0.3, level = 0, slope = 0;
    double sigmaHeight = 0, sigmaCentre = 0;
};

/// Least squares of a peak to the means of bins, weighted by counting statistics.
class PeakFit {
public:
    /// \param parts of the peak, at least one; the fit keeps a reference
    /// \param half width of the window, radians \param noise variance of a pixel over its expected count
    /// \param floor smallest expected count
    PeakFit(std::span<const PeakBin> bins, const std::vector<PeakPart>& parts, double half, double noise, double floor);

    /// Bins with pixels.
    [[nodiscard]] std::size_t filled() const { return m_x.size(); }

    /// The best of the places up to `reach` from the middle of the window, then refined; the width is kept or fitted,
    /// too. Nothing where the fit leaves the reach or finds a dip.
    [[nodiscard]] std::optional<Peak> fit(double width, bool widthToo, double reach) const;

    /// Heights of the parts, none negative, that fit best with the peak at a place, and the weighted squares that are
    /// left. Parts that lie so close that only their sum is seen keep the shares that they have: heights are expected
    /// to be those of the best common factor to a half of them.
    [[nodiscard]] double fitShares(double centre, double width, std::vector<double>& heights) const;

private:
    /// The sum of the parts at a bin, and its derivatives by place and width over the height.
    struct Shape {
        double value = 0, byCentre = 0, byWidth = 0;
    };
    [[nodiscard]] Shape shapeAt(double centre, double width, double x) const;
    [[nodiscard]] double solveLinear(Peak& peak) const;
    bool improve(Peak& peak, bool widthToo) const;

    const std::vector<PeakPart>& m_parts;
    std::vector<double> m_x, m_y, m_n; // place, mean and pixels of the bins
    double m_noise, m_floor;
};

} // namespace ewald::calibrate
