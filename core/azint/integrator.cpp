// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/integrator.h"

#include "azint/pixel_value.h"
#include "base/error.h"
#include "compute/devices/parallel.h"

#include <algorithm>
#include <cmath>

namespace ewald::azint {
namespace {

/// Parts that the sums which no frame changes are made in, and bins of all parts together: enough for every core,
/// little enough memory.
constexpr std::size_t kStaticSumParts = 16;
constexpr std::size_t kStaticSumBins = std::size_t{1} << 20U;

void checkSettings(const IntegrationSettings& settings, const Corrections& corrections) {
    if (settings.errorModel == ErrorModel::variance && corrections.variance.empty()) {
        throw JobError("the error model \"variance\" needs an image of variances", "error_model",
                       "give one, or use poisson");
    }
    const Rejection& rejection = settings.rejection;
    if (rejection.kind == Rejection::Kind::sigmaClip && !(rejection.threshold >= 0)) {
        throw JobError("the limit of sigma clipping is not a number from 0 on", "sigma_clip", "5 is usual");
    }
    if (rejection.kind == Rejection::Kind::quantile &&
        !(rejection.lowerQuantile >= 0 && rejection.lowerQuantile <= rejection.upperQuantile &&
          rejection.upperQuantile <= 1)) {
        throw JobError("the quantiles are no range within 0 to 1", "quantile", "0.5 and 0.5 give the median");
    }
}

/// The sums of one bin while a run adds to it.
struct BinOfRun {
    double normalization;
    double normalization2;
    double count;

    void add(float weight, float norm) noexcept {
        const auto w = static_cast<double>(weight);
        const double n = w * static_cast<double>(norm);
        normalization += n;
        normalization2 += n * n;
        count += w;
    }
};

/// Σ c·norm, Σ (c·norm)² and Σ c of a stretch of segments, by increasing pixel. Sums that a run adds to again and again
/// stay in registers.
void addNormalizations(const PixelTable& table, const float* norm, std::size_t firstSegment, std::size_t lastSegment,
                       double* normalization, double* normalization2, double* count) {
    const auto load = [&](std::size_t bin) { return BinOfRun{normalization[bin], normalization2[bin], count[bin]}; };
    const auto store = [&](std::size_t bin, const BinOfRun& sums) {
        normalization[bin] = sums.normalization;
        normalization2[bin] = sums.normalization2;
        count[bin] = sums.count;
    };
    for (const TableLayer& layer : table.layers) {
        for (std::size_t segment = firstSegment; segment < lastSegment; ++segment) {
            const float* pixel = norm + segment * kSegmentPixels;
            const float* weight = layer.weights.data() + layer.firstWeight[segment];
            for (std::uint32_t r = layer.firstRun[segment]; r < layer.firstRun[segment + 1]; ++r) {
                const PixelRun run = layer.runs[r];
                pixel += run.skip;
                const unsigned width = std::max<unsigned>(run.width, 1);
                for (unsigned b = 0; b < width; b += 2) {
                    const bool isPair = b + 1 < width;
                    BinOfRun first = load(run.bin + b);
                    BinOfRun second = isPair ? load(run.bin + b + 1) : BinOfRun{};
                    for (unsigned i = 0; i < run.length; ++i) {
                        first.add(run.width == 0 ? 1.0F : weight[i * width + b], pixel[i]);
                        if (isPair) second.add(weight[i * width + b + 1], pixel[i]);
                    }
                    store(run.bin + b, first);
                    if (isPair) store(run.bin + b + 1, second);
                }
                pixel += run.length;
                weight += std::size_t{run.width} * run.length;
            }
        }
    }
}

} // namespace

Integrator::Integrator(const Geometry& geometry, const IntegrationSettings& settings, Corrections corrections,
                       unsigned threads)
    : m_geometry(geometry), m_settings(settings), m_corrections(std::move(corrections)) {
    checkSettings(m_settings, m_corrections);
    m_geometry.checkUnit(m_settings.binning.unit);
    m_tables.normalization = normalizationOf(m_geometry, m_corrections, threads);
    maskUnused(threads);
    const BinningSettings& binning = m_settings.binning;
    const bool needsChi = binning.splitting == Splitting::full || binning.nptAzim > 0 || binning.azimuthRange_deg;
    const CornerGrid grid = cornerGrid(m_geometry, binning.unit, threads, needsChi);
    m_tables.binning = makeBinning(m_geometry, binning, grid, m_corrections.mask, threads);
    m_tables.pixels = makePixelTable(m_geometry, m_tables.binning, grid, m_corrections.mask, threads);
    makeStaticSums(threads);
}

Integrator::Integrator(const Geometry& geometry, const IntegrationSettings& settings, Corrections corrections,
                       IntegratorTables tables, unsigned threads)
    : m_geometry(geometry), m_settings(settings), m_corrections(std::move(corrections)), m_tables(std::move(tables)) {
    const std::size_t pixels = m_geometry.rows() * m_geometry.cols();
    if (m_tables.pixels.pixels != pixels || m_tables.normalization.size() != pixels)
        throw InternalError("tables of another shape than the frames");
    m_tables.binning.settings = m_settings.binning;
    maskUnused(threads);
}

void Integrator::maskUnused(unsigned threads) {
    Array<std::uint8_t, 2>& unused = m_corrections.mask;
    if (unused.empty()) unused = Array<std::uint8_t, 2>({m_geometry.rows(), m_geometry.cols()});
    compute::parallelFor(m_geometry.rows(), threads, [&](std::size_t row) {
        const auto used = std::span(m_tables.normalization).subspan(row * m_geometry.cols(), m_geometry.cols());
        std::ranges::transform(used, unused.slab(row).begin(),
                               [](float norm) { return static_cast<std::uint8_t>(norm == 0 ? 1 : 0); });
    });
}

std::size_t Integrator::bytes() const noexcept {
    return m_tables.pixels.bytes() + m_tables.normalization.size() * sizeof(float) +
           m_corrections.dark.size() * sizeof(float) + m_corrections.variance.size() * sizeof(float) +
           m_corrections.darkVariance.size() * sizeof(float);
}

double Integrator::staticVariance(std::size_t pixel) const noexcept {
    double sum = 0;
    if (m_settings.errorModel == ErrorModel::none || scatterIsError()) return sum;
    if (m_settings.errorModel == ErrorModel::variance) sum += static_cast<double>(m_corrections.variance.data()[pixel]);
    if (!m_corrections.darkVariance.empty()) sum += static_cast<double>(m_corrections.darkVariance.data()[pixel]);
    return sum;
}

void Integrator::addStaticSums(std::size_t firstSegment, std::size_t lastSegment, StaticSums& sums) const {
    const bool hasDark = !m_corrections.dark.empty();
    const bool hasVariance = m_settings.errorModel == ErrorModel::variance ||
                             (m_settings.errorModel == ErrorModel::poisson && !m_corrections.darkVariance.empty());
    const std::size_t bins = m_tables.pixels.bins;
    sums.normalization.resize(bins);
    sums.normalization2.resize(bins);
    sums.count.resize(bins);
    if (hasDark) sums.dark.resize(bins);
    if (hasVariance) sums.variance.resize(bins);
    if (!hasDark && !hasVariance) {
        addNormalizations(m_tables.pixels, m_tables.normalization.data(), firstSegment, lastSegment,
                          sums.normalization.data(), sums.normalization2.data(), sums.count.data());
        return;
    }
    m_tables.pixels.forEachWeight(firstSegment, lastSegment, [&](std::size_t pixel, std::size_t bin, float weight) {
        const auto w = static_cast<double>(weight);
        const double norm = w * static_cast<double>(m_tables.normalization.data()[pixel]);
        sums.normalization[bin] += norm;
        sums.normalization2[bin] += norm * norm;
        sums.count[bin] += w;
        if (hasDark) sums.dark[bin] += w * static_cast<double>(m_corrections.dark.data()[pixel]);
        if (hasVariance) sums.variance[bin] += w * w * staticVariance(pixel);
    });
}

void Integrator::makeStaticSums(unsigned threads) {
    // How many parts there are must not depend on the threads, or the last digits would.
    const std::size_t segments = m_tables.pixels.segments();
    const std::size_t parts =
        std::clamp<std::size_t>(kStaticSumBins / m_tables.pixels.bins, 1, std::min(segments, kStaticSumParts));
    std::vector<StaticSums> sums(parts);
    compute::parallelFor(parts, threads, [&](std::size_t part) {
        addStaticSums(segments * part / parts, segments * (part + 1) / parts, sums[part]);
    });
    m_tables.sums = std::move(sums.front());
    const auto add = [](std::vector<double>& whole, const std::vector<double>& part) {
        for (std::size_t bin = 0; bin < whole.size(); ++bin) whole[bin] += part[bin];
    };
    for (std::size_t part = 1; part < parts; ++part) {
        add(m_tables.sums.dark, sums[part].dark);
        add(m_tables.sums.variance, sums[part].variance);
        add(m_tables.sums.normalization, sums[part].normalization);
        add(m_tables.sums.normalization2, sums[part].normalization2);
        add(m_tables.sums.count, sums[part].count);
    }
}

const BinTable& Integrator::binTable() const {
    std::call_once(m_binTableMade, [this] { m_binTable = std::make_unique<BinTable>(makeBinTable(m_tables.pixels)); });
    return *m_binTable;
}

bool Integrator::valueOf(PixelType type, const std::byte* pixel, double& value) const noexcept {
    value =
        withPixelType(type, [pixel](auto number) { return static_cast<double>(loadPixel<decltype(number)>(pixel)); });
    if (!isMeasured(value) || !m_corrections.isWithinThresholds(value)) return false;
    return !m_corrections.dummy ||
           !isDummy(static_cast<float>(value), dummyOf(type, *m_corrections.dummy), m_corrections.deltaDummy);
}

namespace {

constexpr double kLargestFloat = std::numeric_limits<float>::max();
constexpr double kLargestExact = 1 << 24;

} // namespace

FastRange Integrator::fastRange(PixelType type) const noexcept {
    FastRange range;
    const bool hasDummy = m_corrections.dummy.has_value();
    const double dummy = hasDummy ? static_cast<double>(dummyOf(type, *m_corrections.dummy)) : 0;
    const double delta = m_corrections.deltaDummy;
    if (isFloating(type)) {
        if (hasDummy) {
            range.dummyLow = static_cast<float>(dummy) - static_cast<float>(delta);
            range.dummyHigh = static_cast<float>(dummy) + static_cast<float>(delta);
        }
        // A value that rounding moves across a threshold is among those that are looked at.
        const auto bounded = [](double bound, float towards) {
            return std::nextafter(static_cast<float>(std::clamp(bound, -kLargestFloat, kLargestFloat)), towards);
        };
        if (m_corrections.lowest) range.lowest = bounded(*m_corrections.lowest, std::numeric_limits<float>::infinity());
        if (m_corrections.saturation)
            range.highest = bounded(*m_corrections.saturation, -std::numeric_limits<float>::infinity());
        return range;
    }
    constexpr std::int64_t kExact = (std::int64_t{1} << 24U) - 1;
    const auto bits = static_cast<unsigned>(8 * bytesOf(type));
    const std::int64_t largest = bits >= 32 ? kExact : (std::int64_t{1} << (isUnsigned(type) ? bits : bits - 1)) - 1;
    range.low = isUnsigned(type) ? 0 : bits >= 32 ? -kExact : -largest - 1;
    range.high = largest;
    if (hasDummy && dummy - delta <= static_cast<double>(range.high) &&
        dummy + delta >= static_cast<double>(range.low)) {
        // The larger side of the dummies is fast; one more is left out for the rounding of the comparison.
        const auto below = static_cast<std::int64_t>(std::ceil(dummy - delta)) - 1;
        const auto above = static_cast<std::int64_t>(std::floor(dummy + delta)) + 1;
        if (below - range.low > range.high - above) {
            range.high = below;
        } else {
            range.low = above;
        }
    }
    const auto within = [](double value) {
        return static_cast<std::int64_t>(std::clamp(std::ceil(value), -kLargestExact, kLargestExact));
    };
    if (m_corrections.lowest) range.low = std::max(range.low, within(*m_corrections.lowest));
    if (m_corrections.saturation) range.high = std::min(range.high, within(*m_corrections.saturation) - 1);
    // Nothing is left: a range that no value of the type is in, or one that is looked at.
    if (range.low > range.high) range.low = range.high = -kExact;
    return range;
}

void Integrator::integrateFrame(PixelType type, std::span<const std::byte> pixels, double normalizationFactor,
                                FrameResult& out) const {
    const std::size_t size = bytesOf(type);
    if (pixels.size() != this->pixels() * size) throw InternalError("a frame of another size than the integrator's");
    if (!needsWholeFrames()) {
        FrameAccumulator accumulator(*this);
        accumulator.begin(type, 1);
        const std::byte* const first = pixels.data();
        accumulator.add(this->pixels(), {&first, 1});
        accumulator.finish({&normalizationFactor, 1}, {&out, 1});
        return;
    }
    integrateWhole(type, pixels.data(), normalizationFactor, out);
}

void Integrator::prepare(FrameResult& out) const {
    const std::size_t errors = m_settings.errorModel == ErrorModel::none ? 0 : bins();
    out.intensity.resize(bins());
    out.sem.resize(errors);
    out.std.resize(errors);
    out.sumSignal.resize(bins());
    out.sumVariance.resize(errors);
    out.sumNormalization.resize(bins());
    out.sumNormalization2.resize(bins());
    out.count.resize(bins());
    out.course.clear();
}

void Integrator::complete(std::size_t firstBin, std::size_t lastBin, double normalizationFactor, double emptyFraction,
                          FrameResult& out) const {
    const bool hasErrors = !out.sumVariance.empty();
    for (std::size_t bin = firstBin; bin < lastBin; ++bin) {
        if (!(out.count[bin] > emptyFraction * m_tables.sums.count[bin])) {
            out.sumSignal[bin] = out.sumNormalization[bin] = out.sumNormalization2[bin] = out.count[bin] = 0;
            out.intensity[bin] = m_settings.emptyValue;
            if (hasErrors) {
                out.sumVariance[bin] = 0;
                out.sem[bin] = out.std[bin] = m_settings.emptyValue;
            }
            continue;
        }
        out.sumNormalization[bin] *= normalizationFactor;
        out.sumNormalization2[bin] *= normalizationFactor * normalizationFactor;
        out.intensity[bin] = static_cast<float>(out.sumSignal[bin] / out.sumNormalization[bin]);
        if (hasErrors) {
            out.sem[bin] = static_cast<float>(std::sqrt(out.sumVariance[bin]) / out.sumNormalization[bin]);
            out.std[bin] = static_cast<float>(std::sqrt(out.sumVariance[bin] / out.sumNormalization2[bin]));
        }
    }
}

} // namespace ewald::azint
