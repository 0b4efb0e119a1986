// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/powder_preview.h"

#include "azint/integrator.h"
#include "base/error.h"
#include "base/long_call.h"
#include "base/units.h"
#include "model/text.h"

#include <QElapsedTimer>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace ewald::ui {

namespace {

constexpr float kEmptyBin = std::numeric_limits<float>::quiet_NaN();
/// Pixels that are integrated with every nudge: rings stay sharp to about a three-hundredth of the picture, and pattern
/// and cake come within a tenth of a second on one core.
constexpr std::size_t kCoarsePixels = 120'000;
constexpr std::size_t kRadialBins = 360;
constexpr std::size_t kAzimuthalBins = 90;
/// Rings that are drawn at most; more would be a solid patch.
constexpr std::size_t kMostRings = 60;
constexpr double kWeakest = 0.5; ///< percent of the strongest line
constexpr std::size_t kRingPoints = 1440;

/// The geometry of a coarse frame: the same plane with larger pixels. Rows that did not fill a coarse pixel are left
/// out at the end of the stored image, which is the beginning of the detector where rows are reversed.
azint::Geometry coarseGeometry(const PowderPreviewRequest& request) {
    const CoarseFrame& frame = *request.frame;
    azint::Poni poni = request.poni;
    if (frame.factor == 1) return {poni, frame.rows, frame.cols, request.flipRows, request.flipCols};
    poni.shape.reset();
    const azint::Geometry whole(poni, frame.rows, frame.cols, request.flipRows, request.flipCols);
    const auto left = [&](std::size_t all, std::size_t coarse) {
        return static_cast<double>(all - coarse * frame.factor);
    };
    if (whole.reversesRows()) poni.poni1_m -= left(frame.rows, frame.values.extent(0)) * poni.pixel1_m;
    if (whole.reversesCols()) poni.poni2_m -= left(frame.cols, frame.values.extent(1)) * poni.pixel2_m;
    poni.pixel1_m *= static_cast<double>(frame.factor);
    poni.pixel2_m *= static_cast<double>(frame.factor);
    poni.distortion = poni.distortion.binned(static_cast<double>(frame.factor));
    return {poni, frame.values.extent(0), frame.values.extent(1), request.flipRows, request.flipCols};
}

/// The azimuths that the frame covers, in degrees, where a good part of the turn is empty; absent = all. A detector
/// beside the beam would fill two stripes at ±180° and leave the rest of its cake blank.
std::optional<std::pair<double, double>> coveredAzimuths(const azint::Geometry& geometry, const CoarseFrame& frame) {
    constexpr std::size_t kTurn = 360;
    constexpr std::size_t kEvery = 4; // pixels
    constexpr std::size_t kWorthIt = 90;
    std::array<bool, kTurn> seen{};
    for (std::size_t row = 0; row < frame.mask.extent(0); row += kEvery) {
        for (std::size_t col = 0; col < frame.mask.extent(1); col += kEvery) {
            if (frame.mask(row, col) != 0) continue;
            const double chi = geometry.chi({static_cast<double>(row) + 0.5, static_cast<double>(col) + 0.5});
            seen[static_cast<std::size_t>(std::floor(chi * 180 / kPi) + 180) % kTurn] = true;
        }
    }
    std::size_t gapEnd = 0; // the first degree after the longest run of empty ones
    std::size_t longest = 0;
    std::size_t run = 0;
    for (std::size_t i = 0; i < 2 * kTurn; ++i) {
        run = seen[i % kTurn] ? 0 : run + 1;
        if (run <= longest) continue;
        longest = run;
        gapEnd = i + 1;
    }
    if (longest < kWorthIt || longest >= kTurn) return {};
    const double first = static_cast<double>(gapEnd % kTurn) - 180;
    return std::pair(first - 1, first + static_cast<double>(kTurn - longest) + 1);
}

void integrate(const PowderPreviewRequest& request, PowderPreview& out) {
    const azint::Geometry geometry = coarseGeometry(request);
    azint::IntegrationSettings settings;
    settings.binning.azimuthRange_deg = coveredAzimuths(geometry, *request.frame);
    settings.binning.npt = kRadialBins;
    settings.binning.nptAzim = kAzimuthalBins;
    settings.binning.unit = out.unit;
    // Bounding boxes leave no holes in the cake where pixels are coarser than bins.
    settings.binning.splitting = azint::Splitting::bbox;
    azint::Corrections corrections;
    corrections.mask = request.frame->mask;
    corrections.solidAngle = request.solidAngle;
    const azint::Integrator integrator(geometry, settings, std::move(corrections), 1);
    azint::FrameResult result;
    integrator.integrateFrame(PixelType::float32, std::as_bytes(request.frame->values.span()), 1, result);

    out.radial = integrator.binning().radialCentres();
    const std::vector<double> azimuth = integrator.binning().azimuthCentres_deg();
    out.azimuthFirst_deg = azimuth.front();
    out.azimuthStep_deg = azimuth[1] - azimuth[0];
    out.cake = Array<float, 2>({kAzimuthalBins, kRadialBins});
    std::vector<double> signal(kRadialBins);
    std::vector<double> norm(kRadialBins);
    for (std::size_t a = 0; a < kAzimuthalBins; ++a) {
        for (std::size_t r = 0; r < kRadialBins; ++r) {
            const std::size_t bin = a * kRadialBins + r;
            signal[r] += result.sumSignal[bin];
            norm[r] += result.sumNormalization[bin];
            out.cake(a, r) = result.count[bin] > 0 ? result.intensity[bin] : kEmptyBin;
        }
    }
    out.intensity.resize(kRadialBins);
    for (std::size_t r = 0; r < kRadialBins; ++r) {
        out.intensity[r] = norm[r] > 0 ? static_cast<float>(signal[r] / norm[r]) : kEmptyBin;
    }
}

/// Smallest and largest 2θ on the border and at the beam: what rings can be there.
std::pair<double, double> angleRange(const azint::Geometry& geometry) {
    const auto rows = static_cast<double>(geometry.rows());
    const auto cols = static_cast<double>(geometry.cols());
    double low = std::numeric_limits<double>::infinity();
    double high = 0;
    constexpr int kSteps = 64;
    for (int i = 0; i <= kSteps; ++i) {
        const double t = static_cast<double>(i) / kSteps;
        for (const azint::ImagePoint p : {azint::ImagePoint{0, t * cols}, azint::ImagePoint{rows, t * cols},
                                          azint::ImagePoint{t * rows, 0}, azint::ImagePoint{t * rows, cols}}) {
            low = std::min(low, geometry.twoTheta(p));
            high = std::max(high, geometry.twoTheta(p));
        }
    }
    const auto beam = geometry.imagePoint(0, 0);
    if (beam && beam->row >= 0 && beam->col >= 0 && beam->row <= rows && beam->col <= cols) low = 0;
    return {low, high};
}

/// Around the beam it depends on the tilt of the detector; all other units are made of 2θ.
bool isDistance(azint::Unit unit) { return unit == azint::Unit::rMetre || unit == azint::Unit::rMillimetre; }

std::vector<double> valuesAround(const azint::Geometry& geometry, azint::Unit unit, double twoTheta) {
    constexpr int kTurn = 360;
    std::vector<double> values;
    for (int degree = 0; degree < kTurn; ++degree) {
        const auto point = geometry.imagePoint(twoTheta, (degree - 180) * kPi / 180);
        values.push_back(point ? geometry.radial(unit, *point) : std::numeric_limits<double>::quiet_NaN());
    }
    return values;
}

} // namespace

CoarseFrame coarsen(const Array<float, 2>& image, const Array<std::uint8_t, 2>& mask) {
    CoarseFrame coarse;
    coarse.rows = image.extent(0);
    coarse.cols = image.extent(1);
    const double ratio = static_cast<double>(image.size()) / static_cast<double>(kCoarsePixels);
    const auto wanted = static_cast<std::size_t>(std::ceil(std::sqrt(std::max(1.0, ratio))));
    coarse.factor = std::clamp<std::size_t>(wanted, 1, std::max<std::size_t>(1, std::min(coarse.rows, coarse.cols)));
    const std::size_t f = coarse.factor;
    const bool masked = mask.shape() == image.shape();
    coarse.values = Array<float, 2>({coarse.rows / f, coarse.cols / f});
    coarse.mask = Array<std::uint8_t, 2>(coarse.values.shape());
    for (std::size_t row = 0; row < coarse.values.extent(0); ++row) {
        for (std::size_t col = 0; col < coarse.values.extent(1); ++col) {
            double sum = 0;
            std::size_t count = 0;
            for (std::size_t r = row * f; r < (row + 1) * f; ++r) {
                for (std::size_t c = col * f; c < (col + 1) * f; ++c) {
                    if ((masked && mask(r, c) != 0) || !std::isfinite(image(r, c))) continue;
                    sum += static_cast<double>(image(r, c));
                    ++count;
                }
            }
            coarse.values(row, col) = count > 0 ? static_cast<float>(sum / static_cast<double>(count)) : 0.0F;
            coarse.mask(row, col) = count > 0 ? 0 : 1;
        }
    }
    return coarse;
}

namespace {

std::vector<RingPath> ringsOf(const azint::Geometry& geometry, const RingSource& substance, azint::Unit unit) {
    std::vector<RingPath> rings;
    const auto [low, high] = angleRange(geometry);
    const auto rows = static_cast<double>(geometry.rows());
    const auto cols = static_cast<double>(geometry.cols());
    for (const azint::Reflection& reflection : substance.rings->reflections) {
        const double sine = geometry.wavelength_m() * 1e10 / (2 * reflection.d_A * substance.spacingRatio);
        if (!(sine > 0) || sine > 1) continue;
        if (reflection.intensity > 0 && reflection.intensity < kWeakest) continue;
        RingPath ring;
        ring.twoTheta = 2 * std::asin(sine);
        if (ring.twoTheta < low || ring.twoTheta > high) continue;
        ring.name = QString::fromStdString(reflection.hkl);
        ring.intensity = reflection.intensity;
        ring.colour = substance.colour;
        ring.moves = substance.moves;
        std::vector<QPointF> piece;
        const auto endPiece = [&] {
            if (piece.size() > 1) ring.pieces.push_back(std::move(piece));
            piece.clear();
        };
        for (std::size_t i = 0; i <= kRingPoints; ++i) {
            const double chi = 2 * kPi * static_cast<double>(i) / kRingPoints;
            const auto point = geometry.imagePoint(ring.twoTheta, chi);
            const bool inside = point && point->row >= 0 && point->col >= 0 && point->row <= rows && point->col <= cols;
            if (!inside) {
                endPiece();
                continue;
            }
            ring.value = geometry.radial(unit, *point);
            piece.emplace_back(point->col, point->row);
        }
        endPiece();
        if (isDistance(unit)) ring.valueOfChi = valuesAround(geometry, unit, ring.twoTheta);
        if (!ring.pieces.empty()) rings.push_back(std::move(ring));
        if (rings.size() == kMostRings) break;
    }
    return rings;
}

} // namespace

std::vector<RingPath> ringsOnFrame(const azint::Geometry& geometry, const std::vector<RingSource>& substances,
                                   azint::Unit unit) {
    std::vector<RingPath> all;
    if (!(geometry.wavelength_m() > 0)) return all;
    for (const RingSource& substance : substances) {
        for (RingPath& ring : ringsOf(geometry, substance, unit)) {
            if (substances.size() > 1) ring.substance = substance.label;
            all.push_back(std::move(ring));
        }
    }
    return all;
}

const RingPath* ringAt(const std::vector<RingPath>& rings, const azint::Geometry& geometry, QPointF point) {
    double nearest = 4;
    const RingPath* found = nullptr;
    const double chi = geometry.chi({point.y(), point.x()});
    for (const RingPath& ring : rings) {
        const auto place = geometry.imagePoint(ring.twoTheta, chi);
        const double distance = place ? std::hypot(place->row - point.y(), place->col - point.x()) : nearest;
        if (distance >= nearest) continue;
        nearest = distance;
        found = &ring;
    }
    return found;
}

PowderPreview makePowderPreview(const PowderPreviewRequest& request) {
    longCall("integrating a frame");
    QElapsedTimer clock;
    clock.start();
    PowderPreview out;
    out.serial = request.serial;
    out.unit = request.unit;
    if (azint::info(out.unit).needsWavelength && !(request.poni.wavelength_m.value_or(0) > 0)) {
        out.unit = azint::Unit::twoThetaDegree;
    }
    try {
        azint::Poni poni = request.poni;
        poni.shape.reset();
        const azint::Geometry geometry(poni, request.rows, request.cols, request.flipRows, request.flipCols);
        out.rings = ringsOnFrame(geometry, request.substances, out.unit);
        if (request.frame) integrate(request, out);
    } catch (const std::exception& error) {
        out.problem = coreText(error.what());
    }
    out.milliseconds = static_cast<double>(clock.nsecsElapsed()) * 1e-6;
    return out;
}

} // namespace ewald::ui
