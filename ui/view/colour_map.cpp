// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/colour_map.h"

#include "base/units.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ewald::view {

namespace {

using Table = std::array<Rgb, ColourMap::kSize>;

std::uint8_t toByte(double v) { return static_cast<std::uint8_t>(std::lround(std::clamp(v, 0.0, 1.0) * 255)); }

template <class F>
Table sampled(const F& colour) {
    Table table;
    for (std::size_t i = 0; i < table.size(); ++i) {
        table[i] = colour(static_cast<double>(i) / static_cast<double>(table.size() - 1));
    }
    return table;
}

/// Coefficients of a polynomial in t, constant term first, for red, green and blue.
template <std::size_t N>
using Polynomial = std::array<std::array<double, 3>, N>;

template <std::size_t N>
Rgb evaluate(const Polynomial<N>& p, double t) {
    std::array<double, 3> c{};
    for (std::size_t k = N; k-- > 0;) {
        for (std::size_t i = 0; i < 3; ++i) c[i] = c[i] * t + p[k][i];
    }
    return {toByte(c[0]), toByte(c[1]), toByte(c[2])};
}

// Polynomial fits to the maps of S. van der Walt and N. Smith (CC0), published by M. Zucker (CC0).
constexpr Polynomial<7> kViridis{{{0.2777273272234177, 0.005407344544966578, 0.3340998053353061},
                                  {0.1050930431085774, 1.404613529898575, 1.384590162594685},
                                  {-0.3308618287255563, 0.214847559468213, 0.09509516302823659},
                                  {-4.634230498983486, -5.799100973351585, -19.33244095627987},
                                  {6.228269936347081, 14.17993336680509, 56.69055260068105},
                                  {4.776384997670288, -13.74514537774601, -65.35303263337234},
                                  {-5.435455855934631, 4.645852612178535, 26.3124352495832}}};
constexpr Polynomial<7> kMagma{{{-0.002136485053939582, -0.000749655052795221, -0.005386127855323933},
                                {0.2516605407371642, 0.6775232436837668, 2.494026599312351},
                                {8.353717279216625, -3.577719514958484, 0.3144679030132573},
                                {-27.66873308576866, 14.26473078096533, -13.64921318813922},
                                {52.17613981234068, -27.94360607168351, 12.94416944238394},
                                {-50.76852536473588, 29.04658282127291, 4.23415299384598},
                                {18.65570506591883, -11.48977351997711, -5.601961508734096}}};
constexpr Polynomial<7> kInferno{{{0.0002189403691192265, 0.001651004631001012, -0.01948089843709184},
                                  {0.1065134194856116, 0.5639564367884091, 3.932712388889277},
                                  {11.60249308247187, -3.972853965665698, -15.9423941062914},
                                  {-41.70399613139459, 17.43639888205313, 44.35414519872813},
                                  {77.162935699427, -33.40235894210092, -81.80730925738993},
                                  {-71.31942824499214, 32.62606426397723, 73.20951985803202},
                                  {25.13112622477341, -12.24266895238567, -23.07032500287172}}};
// A. Mikhailov, "Turbo, an improved rainbow colormap for visualization" (2019): the published polynomial.
constexpr Polynomial<6> kTurbo{{{0.13572138, 0.09140261, 0.10667330},
                                {4.61539260, 2.19418839, 12.64194608},
                                {-42.66032258, 4.84296658, -60.58204836},
                                {132.13108234, -14.18503333, 110.36276771},
                                {-152.94239396, 4.27729857, -89.90310912},
                                {59.28637943, 2.82956604, 27.34824973}}};

double toSrgb(double linear) {
    return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

double toLinear(std::uint8_t byte) {
    const double v = byte / 255.0;
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

/// Oklab (B. Ottosson, 2020) to sRGB.
Rgb fromOklab(double lightness, double a, double b) {
    const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
    const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
    const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
    return {toByte(toSrgb(std::max(0.0, 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s))),
            toByte(toSrgb(std::max(0.0, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s))),
            toByte(toSrgb(std::max(0.0, -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)))};
}

/// A closed path through Oklab: light at ±π, dark at 0, blue on the way up and red on the way down, so that the sign of
/// a phase is its hue and its size is its darkness, and ±π meet without an edge.
Rgb cyclicColour(double t) {
    const double angle = 2 * kPi * t;
    const double lightness = 0.56 + 0.34 * std::cos(angle);
    const double chroma = 0.115 * std::pow(std::abs(std::sin(angle)), 0.8);
    const double hue = (t < 0.5 ? 250.0 : 35.0) * kPi / 180;
    return fromOklab(lightness, chroma * std::cos(hue), chroma * std::sin(hue));
}

/// Blue below the middle, white in it, red above: of what has a sign. Lightness says the size, alike on both sides.
Rgb divergingColour(double t) {
    const double size = std::abs(2 * t - 1);
    const double hue = (t < 0.5 ? 255.0 : 30.0) * kPi / 180;
    const double chroma = 0.15 * std::pow(size, 0.8);
    return fromOklab(0.97 - 0.5 * size, chroma * std::cos(hue), chroma * std::sin(hue));
}

Rgb hue(double turns, double brightness) {
    const double h = (turns - std::floor(turns)) * 6;
    const auto channel = [&](double offset) {
        const double k = std::fmod(offset + h, 6.0);
        return toByte(brightness * (1 - std::clamp(std::min(k, 4 - k), 0.0, 1.0)));
    };
    return {channel(5), channel(3), channel(1)};
}

std::vector<ColourMap> makeMaps() {
    std::vector<ColourMap> maps;
    maps.emplace_back("gray", false, sampled([](double t) { return Rgb{toByte(t), toByte(t), toByte(t)}; }));
    maps.emplace_back("gray_inverted", false, sampled([](double t) {
                          return Rgb{toByte(1 - t), toByte(1 - t), toByte(1 - t)};
                      }));
    maps.emplace_back("viridis", false, sampled([](double t) { return evaluate(kViridis, t); }));
    maps.emplace_back("magma", false, sampled([](double t) { return evaluate(kMagma, t); }));
    maps.emplace_back("inferno", false, sampled([](double t) { return evaluate(kInferno, t); }));
    maps.emplace_back("turbo", false, sampled([](double t) { return evaluate(kTurbo, t); }));
    maps.emplace_back("blue_white_red", false, sampled(divergingColour));
    maps.emplace_back("phase_cyclic", true, sampled(cyclicColour));
    // −π … π in the middle of which (phase 0) lies red, as in complexColour().
    maps.emplace_back("hsv_wheel", true, sampled([](double t) { return hue(t - 0.5, 1); }));
    return maps;
}

const std::vector<ColourMap>& maps() {
    static const std::vector<ColourMap> kMaps = makeMaps();
    return kMaps;
}

const std::vector<ColourMap>& channelMaps() {
    static const std::vector<ColourMap> kMaps{{ColourMap::kChannels[0], false, sampled([](double t) {
                                                   return Rgb{toByte(t), 0, 0};
                                               })},
                                              {ColourMap::kChannels[1], false, sampled([](double t) {
                                                   return Rgb{0, toByte(t), 0};
                                               })},
                                              {ColourMap::kChannels[2], false, sampled([](double t) {
                                                   return Rgb{0, 0, toByte(t)};
                                               })}};
    return kMaps;
}

} // namespace

double luminance(Rgb c) noexcept { return 0.2126 * toLinear(c.r) + 0.7152 * toLinear(c.g) + 0.0722 * toLinear(c.b); }

ColourMap::ColourMap(std::string id, bool cyclic, const std::array<Rgb, kSize>& table)
    : m_id(std::move(id)), m_cyclic(cyclic), m_table(table) {}

const std::vector<std::string>& ColourMap::ids() {
    static const std::vector<std::string> kIds = [] {
        std::vector<std::string> ids;
        for (const ColourMap& map : maps()) ids.push_back(map.id());
        return ids;
    }();
    return kIds;
}

const ColourMap& ColourMap::byId(std::string_view id) {
    for (const auto* known : {&maps(), &channelMaps()})
        for (const ColourMap& map : *known)
            if (map.id() == id) return map;
    return maps().front();
}

Rgb ColourMap::at(double fraction) const noexcept {
    if (m_cyclic && std::isfinite(fraction) && (fraction < 0 || fraction > 1)) fraction -= std::floor(fraction);
    // Written so that NaN becomes the lowest colour instead of an index.
    const double clamped = fraction > 0 ? std::min(fraction, 1.0) : 0.0;
    return m_table[static_cast<std::size_t>(clamped * (kSize - 1) + 0.5)];
}

double Range::fraction(double v) const noexcept {
    if (log) {
        if (!(v > 0)) return std::isnan(v) ? v : -std::numeric_limits<double>::infinity();
        return std::log(v / low) / std::log(high / low);
    }
    return (v - low) / (high - low);
}

double Range::value(double fraction) const noexcept {
    return log ? low * std::pow(high / low, fraction) : low + fraction * (high - low);
}

std::vector<double> percentiles(std::span<const float> values, std::span<const double> percents, bool positiveOnly) {
    constexpr std::size_t kMaximum = std::size_t{1} << 20;
    // An odd stride does not fall on the same columns of an image again and again.
    const std::size_t stride = values.size() > kMaximum ? (values.size() / kMaximum) | 1U : 1;
    std::vector<float> finite;
    finite.reserve(std::min(values.size(), 2 * kMaximum));
    for (std::size_t i = 0; i < values.size(); i += stride) {
        if (std::isfinite(values[i]) && (!positiveOnly || values[i] > 0)) finite.push_back(values[i]);
    }
    std::vector<double> result(percents.size(), 0.0);
    if (finite.empty()) return result;
    for (std::size_t k = 0; k < percents.size(); ++k) {
        const double place = std::clamp(percents[k], 0.0, 100.0) / 100 * static_cast<double>(finite.size() - 1);
        const auto below = static_cast<std::ptrdiff_t>(place);
        const auto it = finite.begin() + below;
        std::nth_element(finite.begin(), it, finite.end());
        const double low = *it;
        const double rest = place - static_cast<double>(below);
        result[k] = rest > 0 ? low + rest * (static_cast<double>(*std::min_element(it + 1, finite.end())) - low) : low;
    }
    return result;
}

namespace {

Range repaired(Range range) {
    if (range.high < range.low) std::swap(range.low, range.high);
    if (range.log) {
        if (!(range.high > 0)) range.high = 1;
        if (!(range.low > 0)) range.low = range.high * 1e-4;
        // A constant image still has to land inside its range.
        if (!(range.high > range.low * (1 + 1e-6))) {
            range.low /= 1.5;
            range.high *= 1.5;
        }
        return range;
    }
    const double size = std::max(std::abs(range.low), std::abs(range.high));
    if (!(range.high - range.low > size * 1e-6) || range.high == range.low) {
        const double half = size > 0 ? size * 0.05 : 0.5;
        const double middle = (range.low + range.high) / 2;
        range.low = middle - half;
        range.high = middle + half;
    }
    return range;
}

} // namespace

Range resolveRange(std::span<const float> values, const RangeChoice& choice) {
    if (choice.manual && std::isfinite(choice.low) && std::isfinite(choice.high)) {
        return repaired({choice.low, choice.high, choice.log});
    }
    const std::array<double, 2> wanted{choice.lowPercentile, choice.highPercentile};
    auto found = percentiles(values, wanted, choice.log);
    if (!(found[1] > found[0])) {
        // Nearly everything has one value (a sparse pattern): what is left decides.
        constexpr std::array<double, 2> kAll{0, 100};
        found = percentiles(values, kAll, choice.log);
    }
    return repaired({found[0], found[1], choice.log});
}

Rgb complexColour(Complex z, double full) noexcept {
    const double amplitude = std::abs(z);
    if (!(amplitude > 0) || !(full > 0)) return {};
    return hue(std::arg(z) / (2 * kPi), std::min(1.0, amplitude / full));
}

} // namespace ewald::view
