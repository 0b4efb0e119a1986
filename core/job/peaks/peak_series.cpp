// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/peaks/peak_series.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "compute/devices/parallel.h"
#include "job/document/document.h"
#include "job/integration/pattern_export.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace ewald::job {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kBlockBytes = std::size_t{16} << 20U; // of patterns in memory at a time
constexpr std::size_t kMostTerms = 20'000'000;              // fitted peaks of one table: 2.5 GB
constexpr double kMoved = 0.25; // widths between the highest points of a pattern and of the mean

/// Patterns that lie in memory one after the other.
struct Block {
    std::vector<double> y;
    std::vector<double> sigma; ///< empty: none are known

    [[nodiscard]] fit::Pattern pattern(std::span<const double> x, std::size_t row) const {
        const auto part = [&](const std::vector<double>& all) {
            return all.empty() ? std::span<const double>() : std::span(all).subspan(row * x.size(), x.size());
        };
        return {x, part(y), part(sigma)};
    }
};

Block blockOf(const io::IntegrationResult& result, std::size_t first, std::size_t count, bool withErrors) {
    const std::vector<float> values = patternsOf(result, first, count);
    Block block;
    block.y.assign(values.begin(), values.end());
    if (!withErrors) return block;
    block.sigma.reserve(block.y.size());
    for (std::size_t frame = first; frame < first + count; ++frame)
        for (const float value : result.errors(frame)) block.sigma.push_back(static_cast<double>(value));
    return block;
}

/// Calls `body` with each block and its first frame.
template <class Body>
void forBlocks(const io::IntegrationResult& result, const RunControl& control, const Body& body) {
    const std::size_t frames = result.axes().frames;
    const std::size_t many = std::max<std::size_t>(1, kBlockBytes / (16 * result.axes().bins()));
    const bool withErrors = hasErrorsOfMeans(result);
    for (std::size_t first = 0; first < frames; first += many) {
        if (control.stopRequested()) throw StoppedError();
        body(blockOf(result, first, std::min(many, frames - first), withErrors), first);
    }
}

Block meanOf(const io::IntegrationResult& result, const RunControl& control) {
    const std::size_t bins = result.axes().radial.size();
    Block mean;
    mean.y.resize(bins);
    if (hasErrorsOfMeans(result)) mean.sigma.resize(bins);
    std::vector<double> counts(bins);
    forBlocks(result, control, [&](const Block& block, std::size_t) {
        for (std::size_t i = 0; i < block.y.size(); ++i) {
            if (!std::isfinite(block.y[i])) continue;
            mean.y[i % bins] += block.y[i];
            if (!mean.sigma.empty()) mean.sigma[i % bins] += block.sigma[i] * block.sigma[i];
            counts[i % bins] += 1;
        }
    });
    for (std::size_t i = 0; i < bins; ++i) {
        mean.y[i] = counts[i] > 0 ? mean.y[i] / counts[i] : kNaN;
        if (!mean.sigma.empty()) mean.sigma[i] = counts[i] > 0 ? std::sqrt(mean.sigma[i]) / counts[i] : kNaN;
    }
    return mean;
}

double topOf(const fit::Pattern& pattern, const fit::PeakRegion& region, const fit::PeakModel& model) {
    return fit::startsOf(pattern, {region.low, region.high, {}}, model).front().position;
}

std::vector<PeakReference> referencesOf(const fit::Pattern& mean, const std::vector<fit::PeakRegion>& regions,
                                        const fit::PeakModel& model) {
    std::vector<PeakReference> references;
    for (const fit::PeakRegion& region : regions) {
        PeakReference reference{region, {}, topOf(mean, region, model)};
        const fit::RegionFit fit = fit::fitRegion(mean, region, model);
        for (const fit::FittedPeak& peak : fit.peaks) reference.peaks.push_back(peak.peak);
        const bool usable = std::ranges::all_of(
            fit.peaks, [](const fit::FittedPeak& peak) { return peak.state == fit::PeakState::fitted; });
        if (!usable) reference.peaks = fit::startsOf(mean, region, model);
        references.push_back(std::move(reference));
    }
    return references;
}

double costOf(const fit::RegionFit& fit) {
    return std::isfinite(fit.reducedChi2) && fit.peaks.front().state != fit::PeakState::notConverged
               ? fit.reducedChi2
               : std::numeric_limits<double>::infinity();
}

/// The highest point of the pattern is no part of the only peak that was fitted, or a peak was not fitted.
bool mayBeElsewhere(const fit::RegionFit& fit, double top) {
    if (std::ranges::any_of(fit.peaks, [](const auto& peak) { return peak.state != fit::PeakState::fitted; }))
        return true;
    const fit::Peak& first = fit.peaks.front().peak;
    return fit.peaks.size() == 1 && !(std::abs(first.position - top) <= first.fwhm);
}

fit::RegionFit fitOf(const fit::Pattern& pattern, const PeakReference& reference, const fit::PeakModel& model) {
    fit::RegionFit best = fit::fitRegion(pattern, reference.region, model, reference.peaks);
    const auto tryFrom = [&](const std::vector<fit::Peak>& starts) {
        fit::RegionFit other = fit::fitRegion(pattern, reference.region, model, starts);
        if (costOf(other) < costOf(best)) best = std::move(other);
    };
    const double top = topOf(pattern, reference.region, model), moved = top - reference.top;
    const auto narrowest = std::ranges::min_element(reference.peaks, {}, &fit::Peak::fwhm);
    if (std::abs(moved) > kMoved * narrowest->fwhm) {
        std::vector<fit::Peak> starts = reference.peaks;
        for (fit::Peak& peak : starts) peak.position += moved;
        tryFrom(starts);
    }
    // Areas and widths of the mean may lead astray where peaks wander: what the pattern itself shows does not.
    if (mayBeElsewhere(best, top)) {
        fit::PeakRegion region = reference.region;
        for (double& position : region.positions) position = std::clamp(position + moved, region.low, region.high);
        if (region.positions.size() <= 1) region.positions.clear(); // at the highest point
        tryFrom(fit::startsOf(pattern, region, model));
    }
    return best;
}

void checkRegions(const std::vector<fit::PeakRegion>& regions, const io::IntegrationAxes& axes) {
    for (const fit::PeakRegion& region : regions) {
        const auto inside =
            std::ranges::count_if(axes.radial, [&](double x) { return x >= region.low && x <= region.high; });
        if (inside == 0)
            throw JobError(phrase("no point of the patterns lies between %1 and %2 %3", numberText(region.low, 6),
                                  numberText(region.high, 6), axes.radialUnit),
                           "--region",
                           phrase("the axis goes from %1 to %2", numberText(axes.radial.front(), 6),
                                  numberText(axes.radial.back(), 6)));
    }
}

PeakColumn columnOf(const fit::PeakRegion& region, std::size_t patterns) {
    PeakColumn column;
    column.low = region.low;
    column.high = region.high;
    for (FittedQuantity* quantity : {&column.position, &column.area, &column.fwhm, &column.mixing, &column.asymmetry})
        *quantity = {std::vector<double>(patterns), std::vector<double>(patterns)};
    column.background.values.resize(patterns);
    column.reducedChi2.resize(patterns);
    column.state.resize(patterns);
    return column;
}

void store(PeakColumn& column, std::size_t row, const fit::FittedPeak& peak, double reducedChi2) {
    const fit::PeakValues values = valuesOf(peak.peak);
    const std::array quantities{&column.area, &column.position, &column.fwhm, &column.mixing, &column.asymmetry};
    for (std::size_t k = 0; k < quantities.size(); ++k) {
        quantities[k]->values[row] = values[k];
        quantities[k]->errors[row] = peak.sigmas[k];
    }
    column.background.values[row] = peak.background;
    column.reducedChi2[row] = reducedChi2;
    column.state[row] = static_cast<std::uint8_t>(peak.state);
}

double numberOf(std::string_view text, std::string_view all) {
    double value = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failed != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        throw JobError(phrase("\"%1\" is no region", std::string(all.substr(0, 60))), "--region",
                       "give its ends as 2.1:2.6, and where its peaks are as 2.1:2.6@2.3,2.4");
    return value;
}

} // namespace

fit::PeakRegion peakRegionOf(std::string_view text) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    const std::size_t at = std::min(text.find('@'), text.size());
    const std::string_view high = colon < at ? text.substr(colon + 1, at - colon - 1) : std::string_view();
    fit::PeakRegion region{numberOf(text.substr(0, std::min(colon, at)), text), numberOf(high, text), {}};
    if (!(region.high > region.low))
        throw JobError(phrase("the region %1 has no width", std::string(text.substr(0, 60))), "--region",
                       "give the lower end first");
    for (std::size_t start = at; start < text.size();) {
        const std::size_t comma = std::min(text.find(',', start + 1), text.size());
        const double position = numberOf(text.substr(start + 1, comma - start - 1), text);
        if (position < region.low || position > region.high)
            throw JobError(phrase("the peak at %1 lies outside of its region", numberText(position, 6)), "--region",
                           "give positions between the ends of the region");
        region.positions.push_back(position);
        start = comma;
    }
    std::ranges::sort(region.positions);
    return region;
}

std::vector<fit::RegionFit> fitPattern(const fit::Pattern& pattern, const std::vector<PeakReference>& references,
                                       const fit::PeakModel& model) {
    std::vector<fit::RegionFit> fits;
    for (const PeakReference& reference : references) fits.push_back(fitOf(pattern, reference, model));
    return fits;
}

PeakTable fitPeaks(const io::IntegrationResult& result, const std::string& source, const PeakRequest& request,
                   const RunControl& control, const std::function<void(std::size_t, std::size_t)>& progress) {
    const io::IntegrationAxes& axes = result.axes();
    checkRegions(request.regions, axes);
    const Block meanBlock = meanOf(result, control);
    const fit::Pattern mean = meanBlock.pattern(axes.radial, 0);
    const std::vector<fit::PeakRegion> regions =
        request.regions.empty() ? fit::findPeakRegions(mean, request.mostPeaks) : request.regions;
    if (regions.empty())
        throw DataError("the mean of the patterns has no peak that stands out", source, "give --region LOW:HIGH");

    PeakTable table;
    table.source = source;
    table.unit = axes.unit;
    table.radialUnit = axes.radialUnit;
    table.shape = nameOf(request.model.shape);
    table.backgroundDegree = request.model.backgroundDegree;
    table.errorsOfPatterns = hasErrorsOfMeans(result);
    for (std::size_t row = 0; row < axes.frames; ++row) table.frames.push_back(axes.firstFrame + row * axes.frameStep);
    table.azimuthal_deg = axes.azimuthal_deg;
    table.scanShape = axes.scanShape;

    table.model = request.model;
    table.references = referencesOf(mean, regions, request.model);
    std::size_t peaks = 0;
    for (const PeakReference& reference : table.references) peaks += reference.peaks.size();
    if (peaks > kMostTerms / std::max<std::size_t>(1, table.patterns()))
        throw JobError(phrase("%1 peaks of %2 patterns are more than one table holds", peaks, table.patterns()),
                       "--region", "give fewer regions");
    for (const PeakReference& reference : table.references)
        table.peaks.insert(table.peaks.end(), reference.peaks.size(), columnOf(reference.region, table.patterns()));

    forBlocks(result, control, [&](const Block& block, std::size_t first) {
        const std::size_t rows = block.y.size() / axes.radial.size();
        compute::parallelFor(rows, request.threads, [&](std::size_t row) {
            if (control.stopRequested()) throw StoppedError();
            const fit::Pattern pattern = block.pattern(axes.radial, row);
            std::size_t column = 0;
            for (const fit::RegionFit& fit : fitPattern(pattern, table.references, table.model)) {
                for (const fit::FittedPeak& peak : fit.peaks)
                    store(table.peaks[column++], first * table.sectors() + row, peak, fit.reducedChi2);
            }
        });
        if (progress) progress(first * table.sectors() + rows, table.patterns());
    });
    return table;
}

} // namespace ewald::job
