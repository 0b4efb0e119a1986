// SPDX-License-Identifier: GPL-3.0-or-later
// What files write for units of lengths, times, angles and energies.
#include "base/ascii_text.h"
#include "base/units.h"
#include "io/readers/reader_tools.h"

#include <array>
#include <span>
#include <string_view>

namespace ewald::io {
namespace {

struct Unit {
    std::string_view name;
    double factor = 1;
};

/// Letters of units that are not those of ASCII, as UTF-8 and as Latin-1 has them, and what is compared for them. The
/// micro sign and the Greek letter, the angstrom sign and the letter are two characters each; accents may stand alone.
constexpr auto kLetters = std::to_array<std::pair<std::string_view, char>>({{"\u00b5", 'u'},
                                                                            {"\u03bc", 'u'},
                                                                            {"\u00c5", 'a'},
                                                                            {"\u212b", 'a'},
                                                                            {"\u00e5", 'a'},
                                                                            {"\u00f6", 'o'},
                                                                            {"\xb5", 'u'},
                                                                            {"\xc5", 'a'},
                                                                            {"\xe5", 'a'},
                                                                            {"\xf6", 'o'},
                                                                            {"\u030a", ' '},
                                                                            {"\u0308", ' '}});

/// In small letters, without blanks, brackets, hyphens and underscores: "micro-metre", "[Å]", "kilo electron volt".
std::string bareUnit(std::string_view unit) {
    constexpr std::string_view kBetween = " \t\r\n[]()-_";
    std::string text;
    while (!unit.empty()) {
        const auto* const letter =
            std::ranges::find_if(kLetters, [&](const auto& known) { return unit.starts_with(known.first); });
        const bool isOther = letter != kLetters.end();
        const char c = isOther ? letter->second : lowerAscii(unit.front());
        if (kBetween.find(c) == std::string_view::npos) text += c;
        unit.remove_prefix(isOther ? letter->first.size() : 1);
    }
    return text;
}

/// By a name or its plural.
std::optional<double> factorOf(const std::string& bare, std::span<const Unit> units) {
    const auto named = [&](std::string_view name) -> std::optional<double> {
        const auto known = std::ranges::find(units, name, &Unit::name);
        return known == units.end() ? std::nullopt : std::optional(known->factor);
    };
    if (const auto factor = named(bare)) return factor;
    constexpr std::size_t kShortest = 4; // of a word: "ms" is no plural
    return bare.size() > kShortest && bare.back() == 's' ? named(std::string_view(bare).substr(0, bare.size() - 1))
                                                         : std::nullopt;
}

/// As factorOf(), of words that begin with a part of a thousand: "millimetre".
std::optional<double> factorOf(const std::string& bare, std::span<const Unit> units, std::span<const Unit> words) {
    constexpr auto kParts = std::to_array<Unit>({{"deci", 1e-1},
                                                 {"centi", 1e-2},
                                                 {"milli", 1e-3},
                                                 {"micro", 1e-6},
                                                 {"nano", 1e-9},
                                                 {"pico", 1e-12},
                                                 {"femto", 1e-15},
                                                 {"kilo", 1e3}});
    if (const auto factor = factorOf(bare, units)) return factor;
    if (const auto factor = factorOf(bare, words)) return factor;
    for (const Unit& part : kParts)
        if (bare.starts_with(part.name))
            if (const auto factor = factorOf(bare.substr(part.name.size()), words)) return *factor * part.factor;
    return std::nullopt;
}

} // namespace

std::optional<double> metresPer(const std::string& unit) {
    constexpr auto kParts = std::to_array<Unit>(
        {{"k", 1e3}, {"d", 1e-1}, {"c", 1e-2}, {"m", 1e-3}, {"u", 1e-6}, {"n", 1e-9}, {"p", 1e-12}, {"f", 1e-15}});
    constexpr auto kUnits = std::to_array<Unit>({{"m", 1.0},
                                                 {"mum", 1e-6},
                                                 {"micron", 1e-6},
                                                 {"a", 1e-10},
                                                 {"ang", 1e-10},
                                                 {"angstrom", 1e-10},
                                                 {"angstroem", 1e-10},
                                                 {"in", 0.0254},
                                                 {"inch", 0.0254},
                                                 {"inches", 0.0254}});
    constexpr auto kWords = std::to_array<Unit>({{"meter", 1.0}, {"metre", 1.0}});
    const std::string bare = bareUnit(unit);
    if (bare.size() == 2 && bare.back() == 'm')
        for (const Unit& part : kParts)
            if (bare.starts_with(part.name)) return part.factor;
    return factorOf(bare, kUnits, kWords);
}

std::optional<double> secondsPer(const std::string& unit) {
    constexpr auto kUnits = std::to_array<Unit>(
        {{"s", 1.0}, {"sec", 1.0}, {"ms", 1e-3}, {"msec", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"min", 60}});
    constexpr auto kWords = std::to_array<Unit>({{"second", 1.0}, {"minute", 60}});
    return factorOf(bareUnit(unit), kUnits, kWords);
}

std::optional<double> degreesPer(const std::string& unit) {
    constexpr auto kUnits = std::to_array<Unit>({{"deg", 1.0},
                                                 {"deg.", 1.0},
                                                 {"degree", 1.0},
                                                 {"\u00b0", 1.0},
                                                 {"\xb0", 1.0},
                                                 {"rad", 1 / kDegree},
                                                 {"mrad", 1e-3 / kDegree},
                                                 {"urad", 1e-6 / kDegree},
                                                 {"arcmin", 1 / 60.0},
                                                 {"arcminute", 1 / 60.0},
                                                 {"arcsec", 1 / 3600.0},
                                                 {"arcsecond", 1 / 3600.0}});
    constexpr auto kWords = std::to_array<Unit>({{"radian", 1 / kDegree}});
    return factorOf(bareUnit(unit), kUnits, kWords);
}

std::optional<double> joulesPer(const std::string& unit) {
    constexpr double kElectronVolt = kJoulePerKeV * 1e-3;
    constexpr auto kUnits = std::to_array<Unit>({{"j", 1.0},
                                                 {"ev", kElectronVolt},
                                                 {"kev", kJoulePerKeV},
                                                 {"mev", kJoulePerKeV * 1e3},
                                                 {"gev", kJoulePerKeV * 1e6}});
    constexpr auto kWords = std::to_array<Unit>({{"joule", 1.0}, {"electronvolt", kElectronVolt}});
    return factorOf(bareUnit(unit), kUnits, kWords);
}

} // namespace ewald::io
