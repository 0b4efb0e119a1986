// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/calibrant.h"

#include "azint/catalogue_name.h"
#include "azint/resources.h"
#include "base/ascii_text.h"
#include "base/error.h"
#include "base/files/input_file.h"
#include "base/json_text.h"
#include "base/phrase.h"
#include "base/units.h"
#include "crystal/phase_file.h"
#include "crystal/powder_lines.h"
#include "crystal/space_group.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

namespace ewald::azint {
namespace {

using nlohmann::json;

constexpr double kSmallestSpacing_A = 0.35;

/// Lines of one spacing are one ring, under the indices that come first. Intensities are known of all or of none.
std::vector<Reflection> ringsOf(const std::vector<crystal::PowderLine>& lines) {
    std::vector<Reflection> rings;
    for (const crystal::PowderLine& line : lines) {
        if (rings.empty() || rings.back().d_A - line.d_A > 1e-9 * line.d_A) {
            const auto [h, k, l] = line.hkl;
            rings.push_back({line.d_A, std::to_string(h) + ' ' + std::to_string(k) + ' ' + std::to_string(l), 0});
        }
        rings.back().multiplicity += line.multiplicity;
        rings.back().intensity += line.intensity.value_or(0);
    }
    double most = 0;
    for (const Reflection& ring : rings) most = std::max(most, ring.intensity);
    for (Reflection& ring : rings) ring.intensity = most > 0 ? 100 * ring.intensity / most : 0;
    return rings;
}

/// All rings down to the smallest spacing of a cell with one or two lengths and a group. Where all atoms are on one
/// kind of special position, "site" is such a place: what an atom there extinguishes is no ring.
std::vector<Reflection> reflectionsOf(const json& entry) {
    const std::string symbol = entry.at("group");
    const auto group = crystal::findSpaceGroup(symbol);
    if (!group) throw InternalError("unknown space group \"" + symbol + "\" of a calibrant");
    std::vector<double> lengths{entry.at("a_A").get<double>()};
    if (entry.contains("c_A")) lengths.push_back(entry.at("c_A"));
    const auto cell = crystal::cellOf(*group, lengths);
    if (!cell) throw InternalError("a calibrant of the group \"" + symbol + "\" has no cell");
    crystal::Phase phase = crystal::makePhase(*cell, *group);
    if (entry.contains("site")) {
        crystal::Atom atom;
        atom.element = "C"; // any one
        atom.position = entry.at("site").get<std::array<double, 3>>();
        phase.atoms.push_back(std::move(atom));
    }
    std::vector<Reflection> rings = ringsOf(crystal::powderLines(phase, {kSmallestSpacing_A, {}, {}}));
    for (Reflection& ring : rings) ring.intensity = 0; // of no real atoms
    return rings;
}

std::vector<Reflection> layersOf(double d_A, int orders) {
    std::vector<Reflection> rings;
    for (int n = 1; n <= orders; ++n) rings.push_back({d_A / n, std::to_string(n), 2});
    return rings;
}

Calibrant fromJson(const json& entry) {
    Calibrant calibrant{entry.at("name"), entry.at("label"), entry.value("source", std::string()), {}, {}};
    if (entry.contains("layer_A")) {
        calibrant.reflections = layersOf(entry.at("layer_A"), entry.value("orders", 20));
        return calibrant;
    }
    calibrant.reflections = reflectionsOf(entry);
    return calibrant;
}

/// A built-in calibrant. The rings of all of them take as long as the start of a whole program.
struct KnownCalibrant {
    json entry;
    std::once_flag once;
    Calibrant calibrant;
};

struct KnownCalibrants {
    std::vector<CalibrantName> names;
    std::deque<KnownCalibrant> all; ///< as `names`

    KnownCalibrants() {
        for (json& entry : parseOwnJson<json>(calibrantsJson(), "the list of calibrants")) {
            names.push_back({entry.at("name"), entry.at("label")});
            all.emplace_back().entry = std::move(entry);
        }
    }
};

KnownCalibrants& known() {
    static KnownCalibrants all = [] {
        try {
            return KnownCalibrants();
        } catch (const json::exception& error) {
            throw InternalError(std::string("the list of calibrants is damaged: ") + error.what());
        }
    }();
    return all;
}

const Calibrant* calculated(std::size_t i) {
    KnownCalibrant& one = known().all[i];
    std::call_once(one.once, [&] {
        try {
            one.calibrant = fromJson(one.entry);
        } catch (const json::exception& error) {
            throw InternalError(std::string("the list of calibrants is damaged: ") + error.what());
        }
    });
    return &one.calibrant;
}

} // namespace

const std::vector<CalibrantName>& calibrantNames() { return known().names; }

const Calibrant* findCalibrant(std::string_view name) {
    const std::string wanted = catalogueName(name);
    const std::vector<CalibrantName>& names = calibrantNames();
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (catalogueName(names[i].name) == wanted || catalogueName(names[i].label) == wanted) return calculated(i);
    }
    // "LaB6" means the first of its kind.
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (!wanted.empty() && catalogueName(names[i].name).starts_with(wanted)) return calculated(i);
    }
    return nullptr;
}

Calibrant readCalibrant(const std::filesystem::path& file) {
    const std::string ending = lowerAscii(file.extension().string());
    if (ending == ".cif" || ending == ".jcpds") {
        const crystal::Phase phase = crystal::readPhase(file);
        return {file.stem().string(), phase.name,
                file.string(),        ringsOf(crystal::powderLines(phase, {kSmallestSpacing_A, {}, {}})),
                phase.remarks,        phase.state.value_or(crystal::EquationOfState())};
    }
    constexpr std::size_t kMostBytes = 1U << 20U;
    std::istringstream stream(readSmallFile(file, kMostBytes, "a calibrant is a short list of d-spacings in Å"));
    Calibrant calibrant{file.stem().string(), file.stem().string(), file.string(), {}, {}};
    std::size_t number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        const std::size_t hash = line.find('#');
        const std::string_view value = trimmed(std::string_view(line).substr(0, hash));
        if (value.empty()) continue;
        double d = 0;
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), d);
        if (error != std::errc() || end != value.data() + value.size() || !(d > 0) || !std::isfinite(d)) {
            throw DataError(phrase("line %1 is not a d-spacing in Å", number), file.string(), "one number a line");
        }
        std::string hkl;
        if (hash != std::string::npos) {
            const std::size_t open = line.find('(', hash);
            const std::size_t close = line.find(')', hash);
            if (open != std::string::npos && close != std::string::npos && open < close)
                hkl = line.substr(open + 1, close - open - 1);
        }
        calibrant.reflections.push_back({d, hkl, 0});
    }
    if (calibrant.reflections.empty())
        throw DataError("there is no d-spacing in the file", file.string(), "one number in Å a line");
    std::ranges::sort(calibrant.reflections, std::greater{}, &Reflection::d_A);
    return calibrant;
}

Calibrant underConditions(Calibrant calibrant, const crystal::Conditions& conditions) {
    try {
        const double ratio = crystal::lengthRatio(calibrant.state, conditions);
        for (Reflection& reflection : calibrant.reflections) reflection.d_A *= ratio;
        return calibrant;
    } catch (const JobError& error) {
        throw JobError(error.problem(), calibrant.source, error.hint());
    }
}

std::vector<double> ringAngles(const Calibrant& calibrant, double wavelength_m) {
    constexpr double kAngstromPerMetre = 1e10;
    constexpr double kRounding = 1e-12; // of spacings: a ring at 180° is one
    std::vector<double> angles;
    for (const Reflection& reflection : calibrant.reflections) {
        const double sine = wavelength_m * kAngstromPerMetre / (2 * reflection.d_A);
        if (sine <= 1 + kRounding) angles.push_back(2 * std::asin(std::min(sine, 1.0)));
    }
    return angles;
}

} // namespace ewald::azint
