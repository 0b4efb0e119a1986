// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The inner loops of making a table, included by one source file for each kind of processor. Everything is in the
// unnamed namespace of that file, on plain arrays of fixed length that compilers turn into vectors. Every expression is
// that of the scalar code, in the same order.

#include "azint/loops/table_loops.h"

namespace {

using ewald::azint::detail::CornerPart;
using ewald::azint::detail::kRowBins;
using ewald::azint::detail::kRowCorners;
using ewald::azint::detail::kRowPart;
using ewald::azint::detail::QuadPart;
using ewald::azint::detail::RowPlace;
using ewald::azint::detail::RowRadial;
using ewald::azint::detail::RowShares;
using ewald::azint::detail::TableLoops;

constexpr double kHalfTurn = 3.14159265358979323846;

inline double least(double a, double b) { return b < a ? b : a; }
inline double most(double a, double b) { return a < b ? b : a; }

/// The arc tangent of y / x in all quarters, to a few units of the last digit in double precision (the rational
/// approximation of the Cephes library, S. L. Moshier); not a number at the origin.
inline double arcTangent(double y, double x) {
    const double ax = __builtin_fabs(x);
    const double ay = __builtin_fabs(y);
    const double ratio = least(ax, ay) / most(ax, ay);
    const bool isLarge = ratio > 0.41421356237309504880; // tan(π/8)
    const double a = isLarge ? (ratio - 1) / (ratio + 1) : ratio;
    const double z = a * a;
    const double p =
        (((-8.750608600031904122785e-1 * z - 1.615753718733365076637e1) * z - 7.500855792314704667340e1) * z -
         1.228866684490136173410e2) *
            z -
        6.485021904942025371773e1;
    const double q =
        ((((z + 2.485846490142306297962e1) * z + 1.650270098316988542046e2) * z + 4.328810604912902668951e2) * z +
         4.853903996359136964868e2) *
            z +
        1.945506571482613964425e2;
    double angle = a + a * (z * (p / q));
    angle = isLarge ? angle + kHalfTurn / 4 : angle;
    angle = ay > ax ? kHalfTurn / 2 - angle : angle;
    angle = x < 0 ? kHalfTurn - angle : angle;
    return __builtin_copysign(angle, y);
}

/// Whether every value as close to `value` as an arc tangent may be rounds to the same number of single precision.
inline bool roundsSafely(double value) {
    constexpr double kDoubt = 4e-15; // many times the errors of arcTangent() and of the library's
    return static_cast<float>(value * (1 - kDoubt)) == static_cast<float>(value * (1 + kDoubt));
}

void computeCorners(const RowPlace& place, double firstCol, RowRadial what, double qFactor, bool withChi,
                    CornerPart& out) {
    double y[kRowPart];
    double x[kRowPart];
    double along[kRowPart];
    double across[kRowPart];
    const double p1 = place.p1;
    const double p3 = place.p3;
    const auto& r = place.rotation;
    for (std::size_t i = 0; i < kRowPart; ++i) {
        const double p2 = (firstCol + static_cast<double>(static_cast<int>(i))) * place.pixel2 - place.poni2;
        y[i] = p1 * r[0][0] + p2 * r[1][0] + p3 * r[2][0];
        x[i] = p1 * r[0][1] + p2 * r[1][1] + p3 * r[2][1];
        along[i] = p1 * r[0][2] + p2 * r[1][2] + p3 * r[2][2];
        across[i] = __builtin_sqrt(y[i] * y[i] + x[i] * x[i]);
        out.doubtful[i] = 0;
    }
    if (what == RowRadial::q) {
        for (std::size_t i = 0; i < kRowPart; ++i) {
            const double length = __builtin_sqrt(across[i] * across[i] + along[i] * along[i]);
            const double forward = across[i] / __builtin_sqrt(2 * length * (length + along[i]));
            const double backward = __builtin_sqrt((length - along[i]) / (2 * length));
            const double sine = along[i] > 0 ? forward : backward;
            out.radial[i] = static_cast<float>(qFactor * (length > 0 ? sine : 0));
        }
    } else if (what == RowRadial::across) {
        for (std::size_t i = 0; i < kRowPart; ++i) out.radial[i] = static_cast<float>(across[i]);
    } else if (what == RowRadial::twoTheta) {
        for (std::size_t i = 0; i < kRowPart; ++i) {
            const double angle = arcTangent(across[i], along[i]);
            out.radial[i] = static_cast<float>(angle);
            out.doubtful[i] = roundsSafely(angle) ? 0 : 1;
        }
    }
    if (!withChi) return;
    for (std::size_t i = 0; i < kRowPart; ++i) {
        const double angle = arcTangent(y[i], x[i]);
        out.chi[i] = static_cast<float>(angle);
        out.doubtful[i] = static_cast<std::uint8_t>(out.doubtful[i] | (roundsSafely(angle) ? 0 : 1));
    }
}

void computeCosines(const RowPlace& place, double firstCol, double step, double* out) {
    for (std::size_t i = 0; i < kRowPart; ++i) {
        const double col = firstCol + step * static_cast<double>(static_cast<int>(i));
        const double p2 = col * place.pixel2 - place.poni2;
        out[i] = place.p3 / __builtin_sqrt(place.p3 * place.p3 + (place.p1 * place.p1 + p2 * p2));
    }
}

/// A few pixels on their way: corners of the rows above and below.
struct Quads {
    double x[2][kRowCorners]; ///< in bins
    double y[2][kRowCorners];
    double upright[kRowCorners]; ///< slope dy/dx of the edge from the row above to the row below
    double first[kRowPart];
};

/// Adds the areas under the edges from (x0, y0) to x1 to the first kBins bins of each pixel.
template <std::size_t kBins>
void addEdges(const double* x0, const double* y0, const double* x1, const double* slope, const double* first,
              float (&areas)[kBins][kRowPart]) {
    for (std::size_t i = 0; i < kRowPart; ++i) {
        // An edge along a border between bins has no part in any: neither `to` below is beyond `from`.
        const double low = least(x0[i], x1[i]);
        const double high = most(x0[i], x1[i]);
        const double sign = x0[i] < x1[i] ? 1.0 : -1.0;
        for (std::size_t bin = 0; bin < kBins; ++bin) {
            const double strip = first[i] + static_cast<double>(static_cast<int>(bin));
            const double from = most(strip, low);
            const double to = least(strip + 1, high);
            const double area = sign * (to - from) * (y0[i] + slope[i] * (0.5 * (from + to) - x0[i]));
            const float sum = static_cast<float>(static_cast<double>(areas[bin][i]) + area);
            areas[bin][i] = to <= from ? areas[bin][i] : sum;
        }
    }
}

/// The areas under the edges in the first kBins bins of each pixel, and from them its shares: addStripAreas().
template <std::size_t kBins>
void splitInto(const Quads& quads, RowShares& out) {
    float areas[kBins][kRowPart] = {};
    double above[kRowPart];
    double below[kRowPart];
    const double* const xa = quads.x[0];
    const double* const ya = quads.y[0];
    const double* const xb = quads.x[1];
    const double* const yb = quads.y[1];
    for (std::size_t i = 0; i < kRowPart; ++i) {
        above[i] = (ya[i] - ya[i + 1]) / (xa[i] - xa[i + 1]);
        below[i] = (yb[i + 1] - yb[i]) / (xb[i + 1] - xb[i]);
    }
    addEdges<kBins>(xa, ya, xb, quads.upright, quads.first, areas);
    addEdges<kBins>(xb, yb, xb + 1, below, quads.first, areas);
    addEdges<kBins>(xb + 1, yb + 1, xa + 1, quads.upright + 1, quads.first, areas);
    addEdges<kBins>(xa + 1, ya + 1, xa, above, quads.first, areas);
    double inverse[kRowPart];
    for (std::size_t i = 0; i < kRowPart; ++i) {
        double total = 0;
        for (std::size_t bin = 0; bin < kBins; ++bin) total += static_cast<double>(areas[bin][i]);
        inverse[i] = total == 0 ? 0 : 1 / total;
    }
    for (std::size_t i = 0; i < kRowPart; ++i) {
        if (out.width[i] < 2 || out.width[i] > kBins) continue;
        if (inverse[i] == 0) out.width[i] = 0; // a pixel without extent, exactly on an edge
        for (std::size_t bin = 0; bin < kBins; ++bin)
            out.shares[i][bin] = static_cast<float>(static_cast<double>(areas[bin][i]) * inverse[i]);
    }
}

void splitRow(const QuadPart& corners, double lower, double width, std::size_t bins, RowShares& out) {
    Quads quads;
    double span[kRowPart];
    double low[kRowPart];
    double high[kRowPart];
    for (std::size_t edge = 0; edge < 2; ++edge)
        for (std::size_t i = 0; i < kRowCorners; ++i) {
            quads.x[edge][i] = (static_cast<double>(corners.radial[edge][i]) - lower) / width;
            quads.y[edge][i] = static_cast<double>(corners.chi[edge][i]);
        }
    const double* const xa = quads.x[0];
    const double* const xb = quads.x[1];
    const double* const ya = quads.y[0];
    const double* const yb = quads.y[1];
    for (std::size_t i = 0; i < kRowCorners; ++i) quads.upright[i] = (yb[i] - ya[i]) / (xb[i] - xa[i]);
    for (std::size_t i = 0; i < kRowPart; ++i) {
        low[i] = least(least(xa[i], xb[i]), least(xb[i + 1], xa[i + 1]));
        high[i] = most(most(xa[i], xb[i]), most(xb[i + 1], xa[i + 1]));
        span[i] = most(most(ya[i], yb[i]), most(yb[i + 1], ya[i + 1])) -
                  least(least(ya[i], yb[i]), least(yb[i + 1], ya[i + 1]));
    }
    // What is not a number anywhere, lies across an end of the axis or at the jump of the azimuth is left to others.
    const auto end = static_cast<double>(static_cast<std::int32_t>(bins));
    int count[kRowPart];
    for (std::size_t i = 0; i < kRowPart; ++i) {
        const double total = (xa[i] + xb[i]) + (xb[i + 1] + xa[i + 1]);
        const bool isInside = low[i] >= 0 && high[i] < end && total >= 0 && span[i] <= kHalfTurn;
        const int first = isInside ? static_cast<int>(low[i]) : 0;
        const int last = isInside ? static_cast<int>(high[i]) : 0;
        out.first[i] = first;
        quads.first[i] = static_cast<double>(first);
        count[i] = isInside ? last - first + 1 : RowShares::kUnknown;
    }
    int largest = 1;
    for (std::size_t i = 0; i < kRowPart; ++i) {
        const bool isKnown = count[i] <= static_cast<int>(kRowBins);
        out.width[i] = isKnown ? static_cast<std::uint8_t>(count[i]) : RowShares::kUnknown;
        largest = isKnown && count[i] > largest ? count[i] : largest;
        out.shares[i][0] = 1;
    }
    if (largest == 2) splitInto<2>(quads, out);
    if (largest == 3) splitInto<3>(quads, out);
    if (largest == 4) splitInto<4>(quads, out);
}

constexpr TableLoops kLoops{&computeCorners, &computeCosines, &splitRow};

} // namespace
