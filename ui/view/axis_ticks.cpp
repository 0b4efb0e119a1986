// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/axis_ticks.h"

#include "common/quantity_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ewald::view {

using ui::lengthText;
using ui::numberText;

namespace {

/// 1, 2 or 5 times a power of ten, the largest that is ≤ value.
double roundDown125(double value) {
    const double decade = std::pow(10.0, std::floor(std::log10(value) + 1e-9));
    const double mantissa = value / decade;
    if (mantissa >= 5 - 1e-9) return 5 * decade;
    return mantissa >= 2 - 1e-9 ? 2 * decade : decade;
}

/// The smallest 1, 2 or 5 times a power of ten that is ≥ value.
double roundUp125(double value) {
    const double below = roundDown125(value);
    if (below >= value * (1 - 1e-9)) return below;
    const double mantissa = below / std::pow(10.0, std::floor(std::log10(below) + 1e-9));
    return mantissa < 1.5 || mantissa > 4 ? below * 2 : below * 2.5;
}

QString superscript(int exponent) {
    static const std::array<QChar, 10> kDigits{u'\u2070', u'\u00b9', u'\u00b2', u'\u00b3', u'\u2074',
                                               u'\u2075', u'\u2076', u'\u2077', u'\u2078', u'\u2079'};
    QString text;
    for (const QChar c : QString::number(exponent)) {
        text += c == u'-' ? QChar(u'\u207b') : kDigits[static_cast<std::size_t>(c.digitValue())];
    }
    return text;
}

} // namespace

ScaleBar scaleBar(double metresPerScreenPixel, double maxPixels) {
    if (!(metresPerScreenPixel > 0) || !(maxPixels >= 1) || !std::isfinite(metresPerScreenPixel)) return {};
    const double length = roundDown125(metresPerScreenPixel * maxPixels);
    return {length, length / metresPerScreenPixel, lengthText(length, 3)};
}

std::vector<double> linearTicks(double low, double high, int count) {
    if (!(high > low) || !std::isfinite(low) || !std::isfinite(high) || count < 1) return {low};
    const auto every = [&](double step) {
        std::vector<double> ticks;
        const double slack = step * 1e-6;
        for (double k = std::ceil((low - slack) / step); k * step <= high + slack; k += 1) ticks.push_back(k * step);
        return ticks;
    };
    const double step = roundUp125((high - low) / count);
    auto ticks = every(step);
    if (ticks.size() >= 3) return ticks;
    // Rounding up may leave one tick or two where there is room for more.
    auto finer = every(roundDown125(step * 0.6));
    return finer.size() <= static_cast<std::size_t>(count) + 2 ? finer : ticks;
}

std::vector<double> logTicks(double low, double high, int count) {
    if (!(low > 0) || !(high > low) || !std::isfinite(high)) return {low};
    const double decades = std::log10(high / low);
    const double slack = 1e-6;
    const auto collect = [&](std::initializer_list<double> mantissas, int every) {
        std::vector<double> ticks;
        for (int e = static_cast<int>(std::floor(std::log10(low))) - 1; e <= std::log10(high) + 1; ++e) {
            if (((e % every) + every) % every != 0) continue;
            for (const double m : mantissas) {
                const double value = m * std::pow(10.0, e);
                if (value >= low * (1 - slack) && value <= high * (1 + slack)) ticks.push_back(value);
            }
        }
        return ticks;
    };
    if (decades < 0.7) {
        auto ticks = linearTicks(low, high, count);
        std::erase_if(ticks, [](double t) { return t <= 0; });
        if (!ticks.empty()) return ticks;
    }
    if (decades * 3 <= count) {
        const auto fine = collect({1, 2, 3, 5}, 1);
        return static_cast<int>(fine.size()) <= count ? fine : collect({1, 2, 5}, 1);
    }
    if (decades * 2 <= count) return collect({1, 3}, 1);
    const int every = std::max(1, static_cast<int>(std::ceil(decades / count)));
    auto ticks = collect({1}, every);
    if (ticks.size() < 2) ticks = collect({1, 2, 5}, 1);
    return ticks;
}

QString tickLabel(double value, double step, bool log) {
    if (log) {
        const double exponent = std::log10(value);
        const double nearest = std::round(exponent);
        if (value >= 0.99e-3 && value < 0.99e5) return numberText(value, 6);
        if (std::abs(exponent - nearest) < 1e-6) return QStringLiteral("10") + superscript(static_cast<int>(nearest));
        const double decade = std::floor(exponent + 1e-9);
        return numberText(value / std::pow(10.0, decade), 3) + QStringLiteral("·10") +
               superscript(static_cast<int>(decade));
    }
    if (std::abs(value) < step * 1e-6) return QStringLiteral("0");
    // As many digits as distinguish this tick from the next one.
    const int digits = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9)) -
                       static_cast<int>(std::floor(std::log10(step) + 1e-9)) + 1;
    return numberText(value, std::clamp(digits, 1, 12));
}

} // namespace ewald::view
