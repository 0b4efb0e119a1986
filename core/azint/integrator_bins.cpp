// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/integrator.h"
#include "azint/pixel_value.h"
#include "base/units.h"

#include <algorithm>
#include <cmath>

// The integration bin by bin, for everything that has to see all pixels of a bin together.

namespace ewald::azint {
namespace {

/// A pixel with its weight in a bin.
struct Sample {
    double signal;
    double intensity; ///< signal / norm
    double variance;
    double dark; ///< that the signal is without
    float fraction;
    float norm;

    [[nodiscard]] double weight() const noexcept { return static_cast<double>(fraction) * static_cast<double>(norm); }
};

using Samples = std::span<Sample>;

struct BinSums {
    double signal = 0;
    double variance = 0;
    double normalization = 0;
    double normalization2 = 0;
    double count = 0;
};

enum class VarianceFrom { pixels, scatter, squaredScatter };

BinSums sumsOf(std::span<const Sample> samples, VarianceFrom from) {
    BinSums sums;
    for (const Sample& sample : samples) {
        const auto fraction = static_cast<double>(sample.fraction);
        const double weight = sample.weight();
        const double before = sums.count > 0 ? sums.signal / sums.normalization - sample.intensity : 0;
        sums.signal += fraction * sample.signal;
        sums.normalization += weight;
        sums.normalization2 += weight * weight;
        sums.count += fraction;
        if (from == VarianceFrom::pixels) {
            sums.variance += fraction * fraction * sample.variance;
        } else {
            // The running form of the variance: deviations from the mean before and after this pixel.
            const double after = sums.signal / sums.normalization - sample.intensity;
            sums.variance += (from == VarianceFrom::scatter ? weight : weight * weight) * before * after;
        }
    }
    return sums;
}

/// Puts the samples into such an order that those before the returned one have lower intensities and those behind it
/// higher ones, and the weights summed up to it, itself included, reach `target` for the first time (`beyond`: exceed
/// it). Quick-select: the time grows with the number of samples, not with that of a sort.
std::size_t quantileAt(Samples samples, double target, bool beyond) {
    std::size_t first = 0;
    std::size_t last = samples.size();
    double before = 0;
    while (last - first > 1) {
        const std::size_t middle = first + (last - first) / 2;
        std::nth_element(samples.begin() + static_cast<std::ptrdiff_t>(first),
                         samples.begin() + static_cast<std::ptrdiff_t>(middle),
                         samples.begin() + static_cast<std::ptrdiff_t>(last),
                         [](const Sample& a, const Sample& b) { return a.intensity < b.intensity; });
        double below = before;
        for (std::size_t i = first; i < middle; ++i) below += samples[i].weight();
        if (beyond ? below > target : below >= target) {
            last = middle;
        } else {
            first = middle;
            before = below;
        }
    }
    return first;
}

/// Which samples a bin of these leaves to sigma clipping.
struct ClipLimits {
    double centre = 0;
    double limit = 0;      ///< of the distance from it
    double deviations = 0; ///< that is so many standard deviations
    bool counts = false;   ///< signals are whole counts

    [[nodiscard]] bool keeps(const Sample& sample) const noexcept {
        const double distance = sample.intensity - centre;
        if (std::abs(distance) <= limit) return true;
        // Counts of few scatter upwards by more than their deviation: √N has the deviation ½ for any mean.
        if (!counts || !(distance > 0)) return false;
        const double expected = std::max(0.0, centre * static_cast<double>(sample.norm) + sample.dark);
        return sample.signal + sample.dark <= std::pow(std::sqrt(expected) + deviations / 2, 2);
    }
};

/// The intensity below which half of the weight is. Changes the order of the samples.
double medianIntensity(Samples samples) {
    double total = 0;
    for (const Sample& sample : samples) total += sample.weight();
    return samples[quantileAt(samples, total / 2, false)].intensity;
}

/// Moves the samples that stay to the front.
Samples sigmaClip(Samples samples, const Rejection& rejection, VarianceFrom from, bool counts) {
    for (std::size_t i = 0; i < rejection.iterations && samples.size() > 1; ++i) {
        const BinSums sums = sumsOf(samples, from);
        const double pixels = std::max(3.0, sums.count);
        const double chauvenet = std::sqrt(2 * std::log(pixels / std::sqrt(2 * kPi)));
        ClipLimits limits{.centre = sums.signal / sums.normalization,
                          .limit = 0,
                          .deviations = std::max(rejection.threshold, chauvenet),
                          .counts = counts};
        limits.limit = limits.deviations * std::sqrt(std::max(0.0, sums.variance / sums.normalization2));
        const auto goes = [&](const Sample& sample) { return !limits.keeps(sample); };
        if (std::ranges::none_of(samples, goes)) break;
        // Spots raise the mean, and the errors of counts not as much: pixels without a spot would go as well.
        if (from == VarianceFrom::pixels) limits.centre = medianIntensity(samples);
        const auto rest = std::remove_if(samples.begin(), samples.end(), goes);
        const auto left = static_cast<std::size_t>(rest - samples.begin());
        if (left == samples.size()) break;
        samples = samples.first(left);
    }
    return samples;
}

Samples betweenQuantiles(Samples samples, const Rejection& rejection) {
    if (samples.empty()) return samples;
    double total = 0;
    for (const Sample& sample : samples) total += sample.weight();
    const std::size_t last = quantileAt(samples, rejection.upperQuantile * total, true);
    samples = samples.first(last + 1);
    const std::size_t first = quantileAt(samples, rejection.lowerQuantile * total, false);
    return samples.subspan(first);
}

VarianceFrom varianceFrom(ErrorModel model) {
    if (model == ErrorModel::azimuthal) return VarianceFrom::scatter;
    return model == ErrorModel::azimuthalShares ? VarianceFrom::squaredScatter : VarianceFrom::pixels;
}

} // namespace

template <class T>
void Integrator::integrateBins(PixelType type, const std::byte* pixels, FrameResult& out) const {
    const BinTable& table = binTable();
    const Rejection& rejection = m_settings.rejection;
    const VarianceFrom from = varianceFrom(m_settings.errorModel);
    const VarianceFrom clipFrom = m_settings.errorModel == ErrorModel::none || scatterIsError()
                                      ? VarianceFrom::squaredScatter
                                      : VarianceFrom::pixels;
    const bool poisson = m_settings.errorModel == ErrorModel::poisson;
    const bool hasDark = !m_corrections.dark.empty();
    const bool hasDummy = m_corrections.dummy.has_value();
    const float dummy = hasDummy ? dummyOf(type, *m_corrections.dummy) : 0;
    std::vector<Sample> samples;
    for (std::size_t bin = 0; bin < bins(); ++bin) {
        samples.clear();
        for (std::size_t i = table.first[bin]; i < table.first[bin + 1]; ++i) {
            const std::size_t pixel = table.pixel[i];
            const auto value = static_cast<double>(loadPixel<T>(pixels + pixel * sizeof(T)));
            if constexpr (std::is_floating_point_v<T>) {
                if (!isMeasured(value)) continue;
            }
            if (!m_corrections.isWithinThresholds(value)) continue;
            if (hasDummy && isDummy(static_cast<float>(value), dummy, m_corrections.deltaDummy)) continue;
            const float norm = m_tables.normalization.data()[pixel];
            const double dark = hasDark ? static_cast<double>(m_corrections.dark.data()[pixel]) : 0;
            const double signal = value - dark;
            double variance = staticVariance(pixel);
            if (poisson) variance += std::max(value, 1.0);
            samples.push_back({signal, signal / static_cast<double>(norm), variance, dark, table.weight[i], norm});
        }
        Samples kept = samples;
        if (rejection.kind == Rejection::Kind::sigmaClip)
            kept = sigmaClip(kept, rejection, clipFrom, !std::is_floating_point_v<T>);
        if (rejection.kind == Rejection::Kind::quantile) kept = betweenQuantiles(kept, rejection);
        const BinSums sums = sumsOf(kept, from);
        out.sumSignal[bin] = sums.signal;
        out.sumNormalization[bin] = sums.normalization;
        out.sumNormalization2[bin] = sums.normalization2;
        out.count[bin] = sums.count;
        if (!out.sumVariance.empty()) out.sumVariance[bin] = sums.variance;
    }
}

CourseParts Integrator::courseParts(bool mayUseBins) const noexcept {
    // The sums of all bins at the end of each part, or every eighth pixel: a small part of the work on a frame.
    constexpr std::size_t kMost = 32, kFewest = 4, kPixelsOfBin = 8, kMostStride = 8, kSegmentsOfPart = 2;
    const std::size_t segments = table().segments();
    const std::size_t all = std::min(kMost, pixels() / kSegmentPixels);
    const std::size_t ofBins = mayUseBins ? std::min(all, pixels() / (kPixelsOfBin * bins())) : 0;
    if (ofBins >= kFewest) return {ofBins, segments, 0};
    if (all < kFewest) return {};
    return {all, segments, std::clamp<std::size_t>(segments / (kSegmentsOfPart * all), 1, kMostStride)};
}

void Integrator::followCourse(PixelType type, const std::byte* pixels, FrameResult& out) const {
    const CourseParts parts = courseParts(false);
    const std::size_t bytes = bytesOf(type);
    double sum = 0;
    std::size_t segment = 0;
    for (std::size_t part = 0; part < parts.count; ++part) {
        for (; segment < parts.endOf(part); ++segment) {
            if (!parts.sums(segment)) continue;
            const std::size_t end = std::min((segment + 1) * kSegmentPixels, this->pixels());
            for (std::size_t i = segment * kSegmentPixels; i < end; ++i) {
                if (m_tables.normalization.data()[i] == 0) continue; // masked
                if (double value = 0; valueOf(type, pixels + i * bytes, value)) sum += value;
            }
        }
        out.course.push_back(sum);
    }
}

void Integrator::integrateWhole(PixelType type, const std::byte* pixels, double normalizationFactor,
                                FrameResult& out) const {
    prepare(out);
    withPixelType(type, [&](auto number) { integrateBins<decltype(number)>(type, pixels, out); });
    complete(0, bins(), normalizationFactor, 0, out);
    followCourse(type, pixels, out);
    NegativeMarks marks;
    const std::size_t bytes = bytesOf(type);
    for (std::size_t i = 0; !isUnsigned(type) && i < this->pixels() && !marks.areCounts(); ++i) {
        if (m_tables.normalization.data()[i] == 0) continue; // masked
        if (double value = 0; valueOf(type, pixels + i * bytes, value) && value < 0)
            marks.add(static_cast<float>(value));
    }
    out.markedPixels = marks.pixels(), out.mark = marks.number(), out.twoMarks = marks.areTwo();
}

} // namespace ewald::azint
