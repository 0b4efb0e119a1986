// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/maps/range_values.h"

#include "base/ascii_text.h"
#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "job/integration/pattern_export.h"
#include "job/integration/sector_mean.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <tuple>

namespace ewald::job {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

[[noreturn]] void refuse(std::string_view text, const char* key) {
    throw JobError(phrase("\"%1\" is no range of a map", std::string(text.substr(0, 60))), key,
                   "give LOW:HIGH, LOW:HIGH@auto, or LOW:HIGH@LOW:HIGH,LOW:HIGH with the ranges of its background");
}

std::optional<double> numberIn(std::string_view text) {
    text = trimmed(text);
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isOne = error == std::errc() && end == text.data() + text.size() && std::isfinite(number);
    return isOne ? std::optional(number) : std::nullopt;
}

/// "2.1:2.3" \param whole for the message
std::pair<double, double> endsOf(std::string_view text, std::string_view whole, const char* key) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) refuse(whole, key);
    const std::optional<double> low = numberIn(text.substr(0, colon)), high = numberIn(text.substr(colon + 1));
    if (!low || !high || !(*low < *high)) refuse(whole, key);
    return {*low, *high};
}

/// Sums over bins that have an intensity.
struct Sums {
    double count = 0, x = 0, xx = 0, y = 0, xy = 0;

    void add(double at, double value) {
        ++count;
        x += at;
        xx += at * at;
        y += value;
        xy += at * value;
    }
    [[nodiscard]] double meanX() const { return x / count; }
    [[nodiscard]] double meanY() const { return y / count; }
    /// The value of the least-squares line.
    [[nodiscard]] double lineAt(double at) const {
        const double spread = xx - x * meanX();
        const double slope = spread > 0 ? (xy - y * meanX()) / spread : 0;
        return meanY() + slope * (at - meanX());
    }
};

Sums sumsIn(double low, double high, std::span<const double> radial, std::span<const float> pattern) {
    Sums sums;
    bool hasBins = false;
    for (std::size_t i = 0; i < radial.size(); ++i) {
        if (radial[i] < low || radial[i] > high) continue;
        hasBins = true;
        // From its low end, so that sums of squares do not lose digits.
        if (std::isfinite(pattern[i])) sums.add(radial[i] - low, static_cast<double>(pattern[i]));
    }
    if (hasBins || radial.empty()) return sums;
    const double middle = (low + high) / 2;
    const auto nearest = std::ranges::min_element(radial, {}, [&](double x) { return std::abs(x - middle); });
    const auto i = static_cast<std::size_t>(nearest - radial.begin());
    if (std::isfinite(pattern[i])) sums.add(radial[i] - low, static_cast<double>(pattern[i]));
    return sums;
}

void requireOnAxis(const MapRange& range, const io::IntegrationAxes& axes) {
    if (axes.radial.empty()) throw DataError("the result has no axis", "/entry/result/radial");
    const auto [first, last] = std::ranges::minmax(axes.radial);
    const auto check = [&](double low, double high) {
        if (low <= last && high >= first) return;
        throw JobError(phrase("the range from %1 to %2 lies outside of the patterns, which go from %3 to %4 %5",
                              numberText(low, 6), numberText(high, 6), numberText(first, 6), numberText(last, 6),
                              axes.radialUnit),
                       "--range", "give it in the unit of the patterns");
    };
    check(range.low, range.high);
    for (const auto& [low, high] : range.sides) check(low, high);
}

} // namespace

MapRange mapRangeOf(std::string_view text, const char* key) {
    const std::size_t at = text.find('@');
    MapRange range;
    std::tie(range.low, range.high) = endsOf(text.substr(0, at), text, key);
    if (at == std::string_view::npos) return range;
    std::string_view rest = text.substr(at + 1);
    if (trimmed(rest) == "auto") return withSides(range);
    for (bool more = true; more;) {
        const std::size_t comma = rest.find(',');
        range.sides.push_back(endsOf(rest.substr(0, comma), text, key));
        more = comma != std::string_view::npos;
        if (more) rest.remove_prefix(comma + 1);
    }
    return range;
}

MapRange withSides(MapRange range) {
    const double width = (range.high - range.low) / 2;
    range.sides = {{range.low - width, range.low}, {range.high, range.high + width}};
    return range;
}

double valueIn(const MapRange& range, std::span<const double> radial, std::span<const float> pattern) {
    const Sums inside = sumsIn(range.low, range.high, radial, pattern);
    if (inside.count == 0) return kNothing;
    if (range.sides.empty()) return inside.meanY();
    Sums beside;
    bool isBelow = false, isAbove = false;
    for (const auto& [low, high] : range.sides)
        for (std::size_t i = 0; i < radial.size(); ++i) {
            const bool isInside = radial[i] >= range.low && radial[i] <= range.high; // the ends of sides may touch it
            if (isInside || radial[i] < low || radial[i] > high || !std::isfinite(pattern[i])) continue;
            beside.add(radial[i] - range.low, static_cast<double>(pattern[i]));
            (radial[i] < range.low ? isBelow : isAbove) = true;
        }
    if (beside.count == 0) return kNothing;
    return inside.meanY() - (isBelow && isAbove ? beside.lineAt(inside.meanX()) : beside.meanY());
}

namespace {

/// Hands out the patterns of a result, of cakes the means of their sectors.
class Patterns {
public:
    explicit Patterns(const io::IntegrationResult& result) : m_result(result), m_axes(result.axes()) {}

    /// Calls visit(row, pattern) for rows [first, first + count).
    template <class Visit>
    void visit(std::size_t first, std::size_t count, const RunControl& control, Visit&& visit) {
        const std::size_t bins = m_axes.bins();
        const std::vector<float> all = patternsOf(m_result, first, count);
        for (std::size_t k = 0; k < count; ++k) {
            if (control.stopRequested()) throw StoppedError();
            const std::span<const float> one = std::span(all).subspan(k * bins, bins);
            if (m_axes.azimuthal_deg.empty()) {
                visit(first + k, one);
                continue;
            }
            if (m_weights.empty() || m_result.countsVary()) m_weights = m_result.weights(first + k);
            const std::vector<float> mean = meanOverSectors(one, m_weights, m_axes.radial.size());
            visit(first + k, std::span<const float>(mean));
        }
    }

private:
    const io::IntegrationResult& m_result;
    const io::IntegrationAxes& m_axes;
    std::vector<float> m_weights; ///< of the sectors
};

} // namespace

std::vector<std::vector<double>> rangeValues(const io::IntegrationResult& result, std::span<const MapRange> ranges,
                                             const RunControl& control) {
    constexpr std::size_t kValuesAtOnce = 8'000'000; // 32 MB
    const io::IntegrationAxes& axes = result.axes();
    for (const MapRange& range : ranges) requireOnAxis(range, axes);
    std::vector<std::vector<double>> values(ranges.size(), std::vector<double>(axes.frames, kNothing));
    const std::size_t atOnce = std::max<std::size_t>(1, kValuesAtOnce / std::max<std::size_t>(1, axes.bins()));
    Patterns patterns(result);
    for (std::size_t first = 0; first < axes.frames; first += atOnce)
        patterns.visit(first, std::min(atOnce, axes.frames - first), control,
                       [&](std::size_t row, std::span<const float> pattern) {
                           for (std::size_t r = 0; r < ranges.size(); ++r)
                               values[r][row] = valueIn(ranges[r], axes.radial, pattern);
                       });
    return values;
}

std::vector<float> meanPatternOf(const io::IntegrationResult& result, std::span<const std::size_t> rows,
                                 const RunControl& control) {
    std::vector<double> sum(result.axes().radial.size());
    std::vector<std::size_t> count(sum.size());
    Patterns patterns(result);
    for (const std::size_t row : rows)
        patterns.visit(row, 1, control, [&](std::size_t, std::span<const float> pattern) {
            for (std::size_t i = 0; i < sum.size(); ++i) {
                if (!std::isfinite(pattern[i])) continue;
                sum[i] += static_cast<double>(pattern[i]);
                ++count[i];
            }
        });
    std::vector<float> mean(sum.size(), std::numeric_limits<float>::quiet_NaN());
    for (std::size_t i = 0; i < sum.size(); ++i)
        if (count[i] > 0) mean[i] = static_cast<float>(sum[i] / static_cast<double>(count[i]));
    return mean;
}

std::vector<double> ratiosOf(std::span<const double> a, std::span<const double> b) {
    std::vector<double> ratios(a.size(), kNothing);
    for (std::size_t i = 0; i < a.size(); ++i)
        if (b[i] != 0) ratios[i] = a[i] / b[i];
    return ratios;
}

} // namespace ewald::job
