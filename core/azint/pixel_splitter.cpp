// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/pixel_splitter.h"

#include "base/units.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ewald::azint {
namespace {

constexpr double kTurn = 2 * kPi;

double minimum(const double (&v)[4]) noexcept { return std::min(std::min(v[0], v[1]), std::min(v[2], v[3])); }
double maximum(const double (&v)[4]) noexcept { return std::max(std::max(v[0], v[1]), std::max(v[2], v[3])); }

template <class T>
void pushSpan(PixelWeights& out, std::size_t bin, std::span<const T> weights) {
    const auto first = static_cast<std::uint32_t>(out.weights.size());
    for (const T weight : weights) out.weights.push_back(static_cast<float>(weight));
    out.spans.push_back({static_cast<std::uint32_t>(bin), first, static_cast<std::uint32_t>(weights.size())});
}

/// Calls visit(strip, width, height) for the part of every edge in every strip: its length along x, negative where the
/// line runs towards lower x, and the mean of y.
template <class Visit>
void forEachEdgePart(std::span<const double> x, std::span<const double> y, std::ptrdiff_t first, std::ptrdiff_t strips,
                     Visit&& visit) {
    for (std::size_t i = 0; i < x.size(); ++i) {
        const std::size_t next = i + 1 == x.size() ? 0 : i + 1;
        if (x[i] == x[next]) continue;
        const double slope = (y[next] - y[i]) / (x[next] - x[i]);
        const double low = std::min(x[i], x[next]);
        const double high = std::max(x[i], x[next]);
        const double sign = x[i] < x[next] ? 1 : -1;
        const std::ptrdiff_t begin = std::max(static_cast<std::ptrdiff_t>(std::floor(low)), first);
        const std::ptrdiff_t end = std::min(static_cast<std::ptrdiff_t>(std::floor(high)), first + strips - 1);
        for (std::ptrdiff_t strip = begin; strip <= end; ++strip) {
            const double from = std::max(static_cast<double>(strip), low);
            const double to = std::min(static_cast<double>(strip + 1), high);
            if (to <= from) continue;
            visit(static_cast<std::size_t>(strip - first), sign * (to - from),
                  y[i] + slope * (0.5 * (from + to) - x[i]));
        }
    }
}

void pushWhole(PixelWeights& out, std::size_t bin) {
    const float one = 1;
    pushSpan(out, bin, std::span<const float>(&one, 1));
}

/// Weights of the interval [low, high] (in bins) in bins 0 … bins − 1. Exact: overlap over length. As pyFAI: ends are
/// truncated towards zero and what lies outside is piled into the outermost bins.
struct IntervalWeights {
    std::ptrdiff_t first = 0;
    std::vector<double> weights;

    void compute(double low, double high, std::size_t bins, bool pyfai) {
        weights.clear();
        const auto count = static_cast<std::ptrdiff_t>(bins);
        auto ia = static_cast<std::ptrdiff_t>(pyfai ? std::trunc(low) : std::floor(low));
        auto ib = static_cast<std::ptrdiff_t>(pyfai ? std::trunc(high) : std::floor(high));
        if (ib < 0 || ia >= count) return;
        if (ia == ib) {
            first = ia;
            weights.push_back(1);
            return;
        }
        const double inverse = 1 / (high - low);
        const std::ptrdiff_t begin = std::max<std::ptrdiff_t>(ia, 0);
        const std::ptrdiff_t end = std::min(ib, count - 1);
        first = begin;
        for (std::ptrdiff_t bin = begin; bin <= end; ++bin) {
            const bool lowest = bin == (pyfai ? begin : ia);
            const bool highest = bin == (pyfai ? end : ib);
            const double from = lowest ? low : static_cast<double>(bin);
            const double to = highest ? high : static_cast<double>(bin + 1);
            weights.push_back((to - from) * inverse);
        }
    }
};

} // namespace

void addStripAreas(std::span<const double> x, std::span<const double> y, std::ptrdiff_t first, std::span<float> areas) {
    forEachEdgePart(x, y, first, static_cast<std::ptrdiff_t>(areas.size()),
                    [&](std::size_t strip, double width, double height) {
                        areas[strip] = static_cast<float>(static_cast<double>(areas[strip]) + width * height);
                    });
}

void addCellAreas(std::span<const double> x, std::span<const double> y, std::ptrdiff_t first,
                  std::ptrdiff_t firstSector, std::size_t strips, std::span<float> cells) {
    const std::size_t sectors = cells.size() / strips;
    // Numbers within the cells are kept in single precision, as the reference programs do, to the last digit: also the
    // ends of an edge that reaches the border of a strip.
    const auto single = [](double value) { return static_cast<double>(static_cast<float>(value)); };
    for (std::size_t i = 0; i < x.size(); ++i) {
        const std::size_t next = i + 1 == x.size() ? 0 : i + 1;
        const double x0 = x[i] - static_cast<double>(first);
        const double x1 = x[next] - static_cast<double>(first);
        if (x0 == x1) continue;
        const double y0 = y[i] - static_cast<double>(firstSector);
        const double y1 = y[next] - static_cast<double>(firstSector);
        const auto slope = static_cast<float>((y1 - y0) / (x1 - x0));
        const auto intercept = static_cast<float>(y1 - static_cast<double>(slope) * x1);
        const double low = std::min(x0, x1);
        const double high = std::max(x0, x1);
        const bool meetsBorder = std::ceil(low) <= high;
        const auto begin = static_cast<std::size_t>(std::max(std::floor(low), 0.0));
        for (std::size_t strip = begin; strip < strips && static_cast<double>(strip) < high; ++strip) {
            const double from = std::max(static_cast<double>(strip), low);
            const double to = std::min(static_cast<double>(strip + 1), high);
            double length = to - from;
            double twiceMiddle = to + from;
            if (meetsBorder) {
                length = single(single(to) - single(from));
                twiceMiddle = single(single(to) + single(from));
            }
            const auto area = static_cast<float>(
                length * (0.5 * static_cast<double>(slope) * twiceMiddle + static_cast<double>(intercept)));
            // The area under the edge fills the cells of the strip from the lowest one upwards.
            float left = std::abs(area);
            const auto width = static_cast<float>(to - from);
            const float sign = (x0 < x1) == (area > 0) ? 1.0F : -1.0F;
            for (std::size_t sector = 0; sector < sectors && left > 0; ++sector) {
                const float part = std::min(left, width);
                cells[sector * strips + strip] += sign * part;
                left = left > width ? left - width : 0;
            }
        }
    }
}

PixelBox pixelBox(const Geometry& geometry, Unit unit, const CornerGrid& grid, std::size_t row, std::size_t col,
                  bool withChi) {
    const double storedRow = static_cast<double>(geometry.reversesRows() ? geometry.rows() - 1 - row : row) + 0.5;
    const double storedCol = static_cast<double>(geometry.reversesCols() ? geometry.cols() - 1 - col : col) + 0.5;
    const LabPoint t = geometry.position({storedRow, storedCol});
    PixelBox box;
    box.radial = radialValue(unit, std::sqrt(t.y * t.y + t.x * t.x), t.z, geometry.wavelength_m());
    const auto corners = grid.cornersOf(row, col);
    for (const std::size_t corner : corners)
        box.radialHalf = std::max(box.radialHalf, std::abs(grid.radial[corner] - box.radial));
    if (!withChi) return box;
    box.chi = std::atan2(t.y, t.x);
    for (const std::size_t corner : corners) {
        const double apart = std::abs(grid.chi[corner] - box.chi);
        box.chiHalf = std::max(box.chiHalf, std::min(apart, kTurn - apart));
    }
    return box;
}

PixelSplitter::PixelSplitter(const Geometry& geometry, const Binning& binning, const CornerGrid& grid)
    : m_geometry(geometry), m_binning(binning), m_grid(grid),
      m_pyfaiEdges(binning.settings.edges == EdgePolicy::pyfai) {}

bool PixelSplitter::quadOf(std::size_t row, std::size_t col, Quad& quad) const {
    const auto corners = m_grid.cornersOf(row, col);
    for (std::size_t i = 0; i < 4; ++i) {
        quad.radial[i] = m_grid.radial[corners[i]];
        quad.chi[i] = m_grid.chi[corners[i]];
        if (!std::isfinite(quad.radial[i])) return false;
    }
    // A quadrilateral that spans more than half a turn lies across the discontinuity: its azimuths are joined there.
    // The sign separates this from the one pixel that holds the beam and has corners in all quarters (it is negative
    // for all other pixels; the missing factor ½ before the second product is how pyFAI decides for that pixel).
    const auto& r = quad.radial;
    auto& chi = quad.chi;
    const double sense = info(m_binning.settings.unit).decreasing ? -1 : 1;
    const double sign = sense * (0.5 * ((r[2] - r[0]) * (chi[3] - chi[1])) - (chi[2] - chi[0]) * (r[3] - r[1]));
    if (maximum(chi) - minimum(chi) > kPi && sign > 0) {
        for (double& value : chi) value += value < 0 ? kTurn : 0;
        if (0.25 * (chi[0] + chi[1] + chi[2] + chi[3]) > kPi) {
            for (double& value : chi) value -= kTurn;
        }
    }
    // As BinAxis::toBins(), with one division for all four.
    const double lower = m_binning.radial.lower;
    const double width = m_binning.radial.width();
    for (double& value : quad.radial) value = (value - lower) / width;
    return true;
}

bool PixelSplitter::insideSector(double low, double high) const noexcept {
    if (!m_binning.azimuth) return true;
    const double width = m_binning.azimuth->upper - m_binning.azimuth->lower;
    if (width >= kTurn) return true;
    // The sector may be given in any turn.
    const double turns = std::floor((m_binning.azimuth->lower - low) / kTurn) * kTurn;
    for (const double shift : {turns, turns + kTurn, turns + 2 * kTurn}) {
        if (high + shift >= m_binning.azimuth->lower && low + shift <= m_binning.azimuth->upper) return true;
    }
    return false;
}

bool PixelSplitter::isCutBySector(double low, double high) const noexcept {
    if (!m_binning.azimuth || m_pyfaiEdges) return false;
    const BinAxis& sector = *m_binning.azimuth;
    if (sector.upper - sector.lower >= kTurn) return false;
    const double shift = std::ceil((sector.lower - low) / kTurn) * kTurn; // the pixel begins in the turn of the sector
    return insideSector(low, high) && !(high + shift <= sector.upper);
}

void PixelSplitter::split(std::size_t row, std::size_t col, PixelWeights& out) const {
    out.clear();
    if (m_binning.settings.splitting != Splitting::full) {
        splitBox(row, col, out);
        return;
    }
    Quad quad{};
    if (!quadOf(row, col, quad)) return;
    const double low = minimum(quad.chi), high = maximum(quad.chi);
    if (m_binning.isCake() || isCutBySector(low, high)) {
        splitQuadTwoDimensions(quad, out);
    } else if (insideSector(low, high)) {
        splitQuadOneDimension(quad, out);
    }
}

bool PixelSplitter::splitsRows() const noexcept {
    return m_binning.settings.splitting == Splitting::full && !m_binning.azimuth && m_grid.isShared;
}

void PixelSplitter::splitRow(std::size_t row, std::size_t firstCol, detail::RowShares& out) const {
    detail::QuadPart part;
    const std::size_t count = std::min(detail::kRowCorners, m_grid.cols - firstCol);
    for (std::size_t edge = 0; edge < 2; ++edge) {
        const std::size_t at = (row + edge) * m_grid.cols + firstCol;
        std::copy_n(m_grid.radial.data() + at, count, part.radial[edge]);
        std::copy_n(m_grid.chi.data() + at, count, part.chi[edge]);
        std::fill(part.radial[edge] + count, std::end(part.radial[edge]), 0.0F);
        std::fill(part.chi[edge] + count, std::end(part.chi[edge]), 0.0F);
    }
    const BinAxis& radial = m_binning.radial;
    detail::tableLoops().split(part, radial.lower, radial.width(), m_binning.settings.npt, out);
}

void PixelSplitter::splitBox(std::size_t row, std::size_t col, PixelWeights& out) const {
    const PixelBox box = pixelBox(m_geometry, m_binning.settings.unit, m_grid, row, col, m_binning.azimuth.has_value());
    if (!std::isfinite(box.radial) || !std::isfinite(box.radialHalf)) return;
    const bool spread = m_binning.settings.splitting == Splitting::bbox;
    const double radialHalf = spread ? box.radialHalf : 0;
    const double chiHalf = spread ? box.chiHalf : 0;
    thread_local IntervalWeights radial;
    thread_local IntervalWeights azimuthal;
    radial.compute(m_binning.radial.toBins(box.radial - radialHalf), m_binning.radial.toBins(box.radial + radialHalf),
                   m_binning.settings.npt, m_pyfaiEdges || !m_binning.settings.radialRange);
    if (radial.weights.empty()) return;
    const auto firstRadial = static_cast<std::size_t>(radial.first);
    if (!m_binning.isCake() && !isCutBySector(box.chi - chiHalf, box.chi + chiHalf)) {
        if (insideSector(box.chi - chiHalf, box.chi + chiHalf)) pushSpan<double>(out, firstRadial, radial.weights);
        return;
    }
    const BinAxis& azimuth = *m_binning.azimuth;
    const double turn = kTurn / azimuth.width();
    const double low = azimuth.toBins(box.chi - chiHalf);
    const double high = azimuth.toBins(box.chi + chiHalf);
    const bool piled = m_pyfaiEdges || azimuth.upper - azimuth.lower >= kTurn;
    // As for quadrilaterals: a full turn keeps a pixel on the side of its middle; a part of a turn is looked through
    // from below by whole turns.
    double shift = m_pyfaiEdges ? 0 : -(piled ? std::floor(0.5 * (low + high) / turn) : std::ceil(high / turn)) * turn;
    thread_local std::vector<double> weights;
    weights.resize(radial.weights.size());
    do {
        azimuthal.compute(low + shift, high + shift, sectors(), piled);
        for (std::size_t a = 0; a < azimuthal.weights.size(); ++a) {
            for (std::size_t r = 0; r < weights.size(); ++r) weights[r] = azimuthal.weights[a] * radial.weights[r];
            const std::size_t sector = static_cast<std::size_t>(azimuthal.first) + a;
            pushSpan<double>(out, sector * m_binning.settings.npt + firstRadial, weights);
        }
        shift += turn;
    } while (!piled && low + shift < static_cast<double>(sectors()));
}

void PixelSplitter::splitQuadOneDimension(const Quad& quad, PixelWeights& out) const {
    const double low = minimum(quad.radial);
    const double high = maximum(quad.radial);
    const auto bins = static_cast<std::ptrdiff_t>(m_binning.settings.npt);
    if (high < 0 || low >= static_cast<double>(bins)) return;
    const auto first = static_cast<std::ptrdiff_t>(std::floor(low));
    const auto last = static_cast<std::ptrdiff_t>(std::floor(high));
    if (first == last) {
        pushWhole(out, static_cast<std::size_t>(first));
        return;
    }
    // All strips of the pixel, also those outside the axis: the pixel's whole area is what weights are weights of.
    out.weights.assign(static_cast<std::size_t>(last - first + 1), 0);
    const std::span<float> areas(out.weights);
    addStripAreas(quad.radial, quad.chi, first, areas);
    const std::ptrdiff_t firstIn = std::max<std::ptrdiff_t>(first, 0);
    const std::ptrdiff_t lastIn = std::min(last, bins - 1);
    const auto below = static_cast<std::size_t>(firstIn - first);
    const std::span<float> inside = areas.subspan(below, static_cast<std::size_t>(lastIn - firstIn + 1));
    double total = 0;
    for (const float area : m_pyfaiEdges ? inside : areas) total += static_cast<double>(area);
    if (total == 0) return; // a pixel without extent, exactly on an edge
    const double inverse = 1 / total;
    for (float& area : inside) area = static_cast<float>(static_cast<double>(area) * inverse);
    out.spans.push_back({static_cast<std::uint32_t>(firstIn), static_cast<std::uint32_t>(below),
                         static_cast<std::uint32_t>(inside.size())});
}

void PixelSplitter::splitQuadTwoDimensions(const Quad& quad, PixelWeights& out) const {
    // Before pyFAI's edges move corners into the axis: what lies beyond it altogether counts nowhere.
    if (maximum(quad.radial) < 0 || minimum(quad.radial) >= static_cast<double>(m_binning.settings.npt)) return;
    const BinAxis& azimuth = *m_binning.azimuth;
    const double turn = kTurn / azimuth.width();
    const double low = azimuth.toBins(minimum(quad.chi));
    const double high = azimuth.toBins(maximum(quad.chi));
    const auto sectors = static_cast<double>(this->sectors());
    const bool fullTurn = azimuth.upper - azimuth.lower >= kTurn;
    if (m_pyfaiEdges || fullTurn) {
        // A pixel across the end of a full turn belongs to the side where its middle is.
        const double shift = m_pyfaiEdges ? 0 : -std::floor(0.5 * (low + high) / turn) * turn;
        if (high + shift >= 0 && low + shift < sectors) splitIntoCells(quad, shift, true, out);
        return;
    }
    // A part of a turn: the pixel is looked for in every turn that overlaps it.
    for (double shift = -std::ceil(high / turn) * turn; low + shift < sectors; shift += turn) {
        splitIntoCells(quad, shift, false, out);
    }
}

void PixelSplitter::splitIntoCells(const Quad& quad, double shift, bool clampChi, PixelWeights& out) const {
    const auto bins = static_cast<std::ptrdiff_t>(m_binning.settings.npt);
    const auto sectors = static_cast<std::ptrdiff_t>(this->sectors());
    // The largest value of the axes themselves, a hair below the upper edge of the last bin.
    constexpr double kHair = 1.1920928955078125e-7;
    std::array<double, 4> x{};
    std::array<double, 4> y{};
    for (std::size_t i = 0; i < 4; ++i) {
        x[i] = quad.radial[i];
        y[i] = m_binning.azimuth->toBins(quad.chi[i]) + shift;
        if (m_pyfaiEdges) x[i] = std::clamp(x[i], 0.0, static_cast<double>(bins) * (1 - kHair));
        if (clampChi) y[i] = std::clamp(y[i], 0.0, static_cast<double>(sectors) * (1 - kHair));
    }
    const auto [lowX, highX] = std::ranges::minmax(x);
    const auto [lowY, highY] = std::ranges::minmax(y);
    const auto first = static_cast<std::ptrdiff_t>(std::floor(lowX));
    const auto last = static_cast<std::ptrdiff_t>(std::floor(highX));
    const auto firstSector = static_cast<std::ptrdiff_t>(std::floor(lowY));
    const auto lastSector = static_cast<std::ptrdiff_t>(std::floor(highY));
    if (last < 0 || first >= bins || lastSector < 0 || firstSector >= sectors) return;
    if (first == last && firstSector == lastSector) {
        pushWhole(out, static_cast<std::size_t>(firstSector * bins + first));
        return;
    }
    const auto width = static_cast<std::size_t>(last - first + 1);
    thread_local std::vector<float> cells;
    cells.assign(width * static_cast<std::size_t>(lastSector - firstSector + 1), 0);
    addCellAreas(x, y, first, firstSector, width, cells);
    double total = 0;
    for (const float cell : cells) total += static_cast<double>(cell);
    if (total == 0) return; // a pixel without extent, exactly on an edge
    const double inverse = 1 / total;
    for (float& cell : cells) cell = static_cast<float>(static_cast<double>(cell) * inverse);
    const std::ptrdiff_t firstIn = std::max<std::ptrdiff_t>(first, 0);
    const std::ptrdiff_t lastIn = std::min(last, bins - 1);
    for (std::ptrdiff_t s = std::max<std::ptrdiff_t>(firstSector, 0); s <= std::min(lastSector, sectors - 1); ++s) {
        const std::span<const float> row = std::span(cells).subspan(static_cast<std::size_t>(s - firstSector) * width +
                                                                        static_cast<std::size_t>(firstIn - first),
                                                                    static_cast<std::size_t>(lastIn - firstIn + 1));
        pushSpan(out, static_cast<std::size_t>(s * bins + firstIn), row);
    }
}

} // namespace ewald::azint
