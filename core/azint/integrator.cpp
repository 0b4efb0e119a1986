// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/integrator.h"

#include "base/error.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace ewald::azint {
namespace {

/// A bin whose dynamically masked pixels leave less than this of it is empty: the rest is rounding.
constexpr double kEmptyShare = 1e-6;

template <class T>
double load(const std::byte* pixel) noexcept {
    T value;
    std::memcpy(&value, pixel, sizeof value);
    return static_cast<double>(value);
}

double numberAt(PixelType type, const std::byte* pixel) noexcept {
    switch (type) {
    case PixelType::uint8: return load<std::uint8_t>(pixel);
    case PixelType::uint16: return load<std::uint16_t>(pixel);
    case PixelType::uint32: return load<std::uint32_t>(pixel);
    case PixelType::uint64: return load<std::uint64_t>(pixel);
    case PixelType::int8: return load<std::int8_t>(pixel);
    case PixelType::int16: return load<std::int16_t>(pixel);
    case PixelType::int32: return load<std::int32_t>(pixel);
    case PixelType::int64: return load<std::int64_t>(pixel);
    case PixelType::float32: return static_cast<double>(load<float>(pixel));
    case PixelType::float64: return load<double>(pixel);
    }
    return 0;
}

bool isUnsigned(PixelType type) noexcept {
    return type == PixelType::uint8 || type == PixelType::uint16 || type == PixelType::uint32 ||
           type == PixelType::uint64;
}

bool isFloating(PixelType type) noexcept { return type == PixelType::float32 || type == PixelType::float64; }

/// The dummy as a value of the type: negative ones count down from 2^bits in unsigned data. Single precision, as data
/// are compared with it.
float dummyOf(PixelType type, double dummy) noexcept {
    if (dummy < 0 && isUnsigned(type)) dummy += std::ldexp(1.0, static_cast<int>(8 * bytesOf(type)));
    return static_cast<float>(dummy);
}

bool isDummy(float value, float dummy, double delta) noexcept {
    return delta == 0 ? value == dummy : std::abs(value - dummy) <= static_cast<float>(delta);
}

void checkBinningUnit(const IntegrationSettings& settings, const Corrections& corrections) {
    if (settings.errorModel == ErrorModel::variance && corrections.variance.empty()) {
        throw JobError("the error model \"variance\" needs an image of variances", "error_model",
                       "give one, or use poisson");
    }
}

} // namespace

Integrator::Integrator(const Geometry& geometry, const IntegrationSettings& settings, Corrections corrections,
                       unsigned threads)
    : m_geometry(geometry), m_settings(settings), m_corrections(std::move(corrections)) {
    checkBinningUnit(m_settings, m_corrections);
    m_geometry.checkUnit(m_settings.binning.unit);
    m_normalization = normalizationOf(m_geometry, m_corrections, threads);
    // One mask for everything: what has no normalisation takes no part.
    Array<std::uint8_t, 2> unused({m_geometry.rows(), m_geometry.cols()});
    std::ranges::transform(m_normalization, unused.begin(),
                           [](float norm) { return static_cast<std::uint8_t>(norm == 0 ? 1 : 0); });
    const CornerGrid grid = cornerGrid(m_geometry, m_settings.binning.unit, threads);
    m_binning = makeBinning(m_geometry, m_settings.binning, grid, unused);
    m_table = makePixelTable(m_geometry, m_binning, grid, unused, threads);
    makeStaticSums();
}

std::size_t Integrator::bytes() const noexcept {
    return m_table.bytes() + m_normalization.size() * sizeof(float) + m_corrections.dark.size() * sizeof(float) +
           m_corrections.variance.size() * sizeof(float) + m_corrections.darkVariance.size() * sizeof(float);
}

double Integrator::staticVariance(std::size_t pixel) const noexcept {
    double sum = 0;
    if (m_settings.errorModel == ErrorModel::none || needsWholeFrames()) return sum;
    if (m_settings.errorModel == ErrorModel::variance) sum += static_cast<double>(m_corrections.variance.data()[pixel]);
    if (!m_corrections.darkVariance.empty()) sum += static_cast<double>(m_corrections.darkVariance.data()[pixel]);
    return sum;
}

void Integrator::makeStaticSums() {
    const bool hasDark = !m_corrections.dark.empty();
    const bool hasVariance = m_settings.errorModel == ErrorModel::variance ||
                             (m_settings.errorModel == ErrorModel::poisson && !m_corrections.darkVariance.empty());
    const std::size_t bins = m_table.bins;
    m_static.normalization.assign(bins, 0);
    m_static.normalization2.assign(bins, 0);
    m_static.count.assign(bins, 0);
    if (hasDark) m_static.dark.assign(bins, 0);
    if (hasVariance) m_static.variance.assign(bins, 0);
    m_table.forEachShare([&](std::size_t pixel, std::size_t bin, float weight) {
        const auto w = static_cast<double>(weight);
        const double norm = w * static_cast<double>(m_normalization.data()[pixel]);
        m_static.normalization[bin] += norm;
        m_static.normalization2[bin] += norm * norm;
        m_static.count[bin] += w;
        if (hasDark) m_static.dark[bin] += w * static_cast<double>(m_corrections.dark.data()[pixel]);
        if (hasVariance) m_static.variance[bin] += w * w * staticVariance(pixel);
    });
}

const BinTable& Integrator::binTable() const {
    std::call_once(m_binTableMade, [this] { m_binTable = std::make_unique<BinTable>(makeBinTable(m_table)); });
    return *m_binTable;
}

bool Integrator::valueOf(PixelType type, const std::byte* pixel, double& value) const noexcept {
    value = numberAt(type, pixel);
    if (!std::isfinite(value)) return false;
    return !m_corrections.dummy ||
           !isDummy(static_cast<float>(value), dummyOf(type, *m_corrections.dummy), m_corrections.deltaDummy);
}

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
        // Nothing is left (only possible for short types): a range that no value of the type is in.
        if (range.low > range.high) range.low = range.high = -kExact;
    }
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
    std::vector<float> values(this->pixels());
    std::vector<std::uint8_t> valid(this->pixels());
    for (std::size_t i = 0; i < values.size(); ++i) {
        double value = 0;
        valid[i] = valueOf(type, pixels.data() + i * size, value) ? 1 : 0;
        values[i] = static_cast<float>(value);
    }
    prepare(out);
    integrateAzimuthal(values, valid, out);
    complete(0, bins(), normalizationFactor, out);
}

void Integrator::integrateAzimuthal(std::span<const float> values, std::span<const std::uint8_t> valid,
                                    FrameResult& out) const {
    const BinTable& table = binTable();
    const bool squared = m_settings.errorModel == ErrorModel::azimuthalShares;
    for (std::size_t bin = 0; bin < bins(); ++bin) {
        double signal = 0;
        double scatter = 0;
        double norm = 0;
        double norm2 = 0;
        double count = 0;
        for (std::size_t i = table.first[bin]; i < table.first[bin + 1]; ++i) {
            const std::size_t pixel = table.pixel[i];
            if (valid[pixel] == 0) continue;
            const auto c = static_cast<double>(table.weight[i]);
            const auto pixelNorm = static_cast<double>(m_normalization.data()[pixel]);
            double value = static_cast<double>(values[pixel]);
            if (!m_corrections.dark.empty()) value -= static_cast<double>(m_corrections.dark.data()[pixel]);
            const double weight = c * pixelNorm;
            const double single = value / pixelNorm;
            const double before = count > 0 ? signal / norm - single : 0;
            signal += c * value;
            norm += weight;
            // The running form of the variance: deviations from the mean before and after this pixel.
            scatter += (squared ? weight * weight : weight) * before * (signal / norm - single);
            norm2 += weight * weight;
            count += c;
        }
        out.sumSignal[bin] = signal;
        out.sumVariance[bin] = scatter;
        out.sumNormalization[bin] = norm;
        out.sumNormalization2[bin] = norm2;
        out.count[bin] = count;
    }
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
}

void Integrator::complete(std::size_t firstBin, std::size_t lastBin, double normalizationFactor,
                          FrameResult& out) const {
    const bool hasErrors = !out.sumVariance.empty();
    for (std::size_t bin = firstBin; bin < lastBin; ++bin) {
        if (!(out.count[bin] > kEmptyShare * m_static.count[bin])) {
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
