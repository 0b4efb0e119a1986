// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/quantity_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace ewald {

namespace {

constexpr std::array kUnits{LengthUnit{1, "m", 0}, LengthUnit{1e-3, "mm", -3}, LengthUnit{1e-6, "µm", -6},
                            LengthUnit{1e-9, "nm", -9}, LengthUnit{1e-12, "pm", -12}};
constexpr const char* kNoValue = "–";

void dropTrailingZeros(std::string& number) {
    if (number.find('.') == std::string::npos) return;
    while (number.back() == '0') number.pop_back();
    if (number.back() == '.') number.pop_back();
}

/// Puts the signs of a style into a number of digits with an optional point.
std::string styled(const std::string& number, const NumberStyle& style) {
    constexpr std::size_t kGroup = 3;
    constexpr std::size_t kUngrouped = 4; // "1548" reads as well as "1,548"
    const std::size_t point = std::min(number.find('.'), number.size());
    std::string text;
    for (std::size_t i = 0; i < point; ++i) {
        if (i > 0 && point > kUngrouped && (point - i) % kGroup == 0) text += style.group;
        text += number[i];
    }
    if (point < number.size()) text += style.decimalPoint + number.substr(point + 1);
    return text;
}

template <class... Values>
std::string printed(const char* format, Values... values) {
    std::array<char, 400> buffer{};
    const int length = std::snprintf(buffer.data(), buffer.size(), format, values...);
    return {buffer.data(), static_cast<std::size_t>(std::clamp(length, 0, static_cast<int>(buffer.size()) - 1))};
}

} // namespace

std::string numberText(double value, int digits, const NumberStyle& style) {
    if (std::isnan(value)) return kNoValue;
    const std::string sign = std::signbit(value) && value != 0 ? style.minus : std::string();
    const double size = std::abs(value);
    if (std::isinf(size)) return sign + "∞";
    if (size == 0) return "0";
    const int significant = std::clamp(digits, 1, 17);
    if (size >= 1e-3 && size < 1e6) {
        const int before = static_cast<int>(std::floor(std::log10(size) + 1e-12)) + 1;
        std::string number = printed("%.*f", std::max(0, significant - before), size);
        dropTrailingZeros(number);
        return sign + styled(number, style);
    }
    const std::string number = printed("%.*e", significant - 1, size);
    const std::size_t e = number.find('e');
    std::string mantissa = number.substr(0, e);
    dropTrailingZeros(mantissa);
    const int exponent = std::stoi(number.substr(e + 1));
    return sign + styled(mantissa, style) + 'e' + (exponent < 0 ? style.minus : "") +
           std::to_string(std::abs(exponent));
}

std::string countText(std::uint64_t count, const NumberStyle& style) { return styled(std::to_string(count), style); }

std::string shapeText(std::size_t rows, std::size_t cols) {
    return std::to_string(rows) + " × " + std::to_string(cols);
}

std::string exactText(double value) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

LengthUnit lengthUnit(double size_m) {
    const double size = std::abs(size_m);
    if (!(size > 0) || !std::isfinite(size)) return kUnits.front();
    // The tolerance keeps 1 µm computed as 999.9999 nm from being called nanometres.
    const double s = size * (1 + 1e-9);
    if (s < 1e-10) return kUnits.back();
    for (const LengthUnit& unit : kUnits)
        if (s >= unit.metres) return unit;
    return kUnits[kUnits.size() - 2];
}

std::string lengthText(double metres, int digits, const NumberStyle& style) {
    if (std::isnan(metres)) return kNoValue;
    if (metres == 0) return "0 m";
    const LengthUnit unit = lengthUnit(metres);
    return numberText(metres / unit.metres, digits, style) + ' ' + unit.name;
}

std::string bytesText(double bytes, const NumberStyle& style) {
    if (!(bytes >= 0)) return kNoValue;
    struct Unit {
        double size;
        const char* name;
    };
    for (const Unit& unit : {Unit{1e12, "TB"}, Unit{1e9, "GB"}, Unit{1e6, "MB"}, Unit{1e3, "kB"}}) {
        if (bytes < unit.size) continue;
        const double value = bytes / unit.size;
        return numberText(value, value < 10 ? 2 : 3, style) + ' ' + unit.name;
    }
    return numberText(bytes, 3, style) + " bytes";
}

std::string durationText(double seconds) {
    if (!(seconds >= 0) || !std::isfinite(seconds)) return kNoValue;
    const auto whole = std::llround(seconds);
    if (whole < 60) return std::to_string(whole) + " s";
    const bool minutes = whole < 3600;
    const long long large = minutes ? whole / 60 : whole / 3600;
    const long long small = minutes ? whole % 60 : whole / 60 % 60;
    return printed("%lld:%02lld %s", large, small, minutes ? "min" : "h");
}

} // namespace ewald
