// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/calibrant.h"

#include "azint/resources.h"
#include "base/error.h"
#include "base/files/input_file.h"
#include "base/json_text.h"
#include "base/phrase.h"
#include "base/units.h"

#include <algorithm>
#include <array>
#include <cctype>
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

struct Cell {
    double a = 0;
    double c = 0; ///< = a for cubic cells
    bool hexagonal = false;
};

/// Whether the space group lets the reflection appear; names are those of resources/calibrants.json.
bool allowed(const std::string& condition, int h, int k, int l) {
    const auto even = [](int n) { return n % 2 == 0; };
    const bool sameParity = even(h + k) && even(k + l);
    const bool rhombohedral = (-h + k + l) % 3 == 0;
    if (condition == "P") return true;
    if (condition == "I") return even(h + k + l);
    if (condition == "F") return sameParity;
    // All even: the sum is a multiple of four (both atoms of the basis in phase); all odd: always.
    if (condition == "diamond") return sameParity && (!even(h) || (h + k + l) % 4 == 0);
    if (condition == "R-3c") return rhombohedral && ((h != -k && h != 0 && k != 0) || even(l));
    // Both atoms of wurtzite are on 2b: planes of odd l with h − k = 3n scatter nothing, hhl among them.
    if (condition == "P6_3mc") return (h - k) % 3 != 0 || even(l);
    if (condition == "P4_2/mnm") {
        if (h == 0 && !even(k + l)) return false;
        if (k == 0 && !even(h + l)) return false;
        return true;
    }
    if (condition == "P3_2 21") return h != 0 || k != 0 || l % 3 == 0;
    throw InternalError("unknown reflection condition \"" + condition + "\" of a calibrant");
}

double spacing(const Cell& cell, int h, int k, int l) {
    const double inPlane = cell.hexagonal ? 4.0 / 3.0 * (h * h + h * k + k * k) : h * h + k * k;
    return 1.0 / std::sqrt(inPlane / (cell.a * cell.a) + l * l / (cell.c * cell.c));
}

/// The largest index first, without a sign where the symmetry allows it: what people write at a ring.
std::string hklName(int h, int k, int l) {
    return std::to_string(h) + ' ' + std::to_string(k) + ' ' + std::to_string(l);
}

/// All reflections down to the smallest spacing; those of one spacing are one ring.
std::vector<Reflection> reflectionsOf(const Cell& cell, const std::string& condition) {
    const int maxInPlane = static_cast<int>(cell.a * (cell.hexagonal ? 1.16 : 1.0) / kSmallestSpacing_A) + 1;
    const int maxL = static_cast<int>(cell.c / kSmallestSpacing_A) + 1;
    struct Found {
        double d;
        int h, k, l;
    };
    std::vector<Found> found;
    for (int h = -maxInPlane; h <= maxInPlane; ++h) {
        for (int k = -maxInPlane; k <= maxInPlane; ++k) {
            for (int l = -maxL; l <= maxL; ++l) {
                if (h == 0 && k == 0 && l == 0) continue;
                const double d = spacing(cell, h, k, l);
                if (d >= kSmallestSpacing_A && allowed(condition, h, k, l)) found.push_back({d, h, k, l});
            }
        }
    }
    // Within one ring the indices that people write come first: none negative, largest first.
    std::ranges::sort(found, [](const Found& x, const Found& y) {
        if (std::abs(x.d - y.d) > 1e-9 * x.d) return x.d > y.d;
        return std::array{x.h >= 0 && x.k >= 0 && x.l >= 0 ? 1 : 0, x.h, x.k, x.l} >
               std::array{y.h >= 0 && y.k >= 0 && y.l >= 0 ? 1 : 0, y.h, y.k, y.l};
    });
    std::vector<Reflection> rings;
    for (const Found& f : found) {
        if (rings.empty() || rings.back().d_A - f.d > 1e-9 * f.d) rings.push_back({f.d, hklName(f.h, f.k, f.l), 0});
        ++rings.back().multiplicity;
    }
    return rings;
}

std::vector<Reflection> layersOf(double d_A, int orders) {
    std::vector<Reflection> rings;
    for (int n = 1; n <= orders; ++n) rings.push_back({d_A / n, std::to_string(n), 2});
    return rings;
}

Calibrant fromJson(const json& entry) {
    Calibrant calibrant{entry.at("name"), entry.at("label"), entry.value("source", std::string()), {}};
    if (entry.contains("layer_A")) {
        calibrant.reflections = layersOf(entry.at("layer_A"), entry.value("orders", 20));
        return calibrant;
    }
    Cell cell;
    cell.a = entry.at("a_A");
    cell.c = entry.value("c_A", cell.a);
    cell.hexagonal = entry.value("hexagonal", false);
    calibrant.reflections = reflectionsOf(cell, entry.at("reflections"));
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

std::string plain(std::string_view name) {
    std::string out;
    for (const char c : name) {
        if (c != ' ' && c != '-' && c != '_') out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return out;
}

} // namespace

const std::vector<CalibrantName>& calibrantNames() { return known().names; }

const Calibrant* findCalibrant(std::string_view name) {
    const std::string wanted = plain(name);
    const std::vector<CalibrantName>& names = calibrantNames();
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (plain(names[i].name) == wanted || plain(names[i].label) == wanted) return calculated(i);
    }
    // "LaB6" means the first of its kind.
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (!wanted.empty() && plain(names[i].name).starts_with(wanted)) return calculated(i);
    }
    return nullptr;
}

Calibrant readCalibrant(const std::filesystem::path& file) {
    constexpr std::size_t kMostBytes = 1U << 20U;
    std::istringstream stream(readSmallFile(file, kMostBytes, "a calibrant is a short list of d-spacings in Å"));
    Calibrant calibrant{file.stem().string(), file.stem().string(), file.string(), {}};
    std::size_t number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        const std::size_t hash = line.find('#');
        std::string value = line.substr(0, hash);
        value.erase(0, std::min(value.find_first_not_of(" \t\r"), value.size()));
        value.erase(value.find_last_not_of(" \t\r") + 1);
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

std::vector<double> ringAngles(const Calibrant& calibrant, double wavelength_m) {
    constexpr double kAngstromPerMetre = 1e10;
    std::vector<double> angles;
    for (const Reflection& reflection : calibrant.reflections) {
        const double sine = wavelength_m * kAngstromPerMetre / (2 * reflection.d_A);
        if (sine <= 1) angles.push_back(2 * std::asin(sine));
    }
    return angles;
}

} // namespace ewald::azint
