// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/sensor.h"

#include "azint/resources.h"
#include "base/ascii_text.h"
#include "base/error.h"
#include "base/json_text.h"
#include "base/phrase.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace ewald::azint {
namespace {

using nlohmann::json;

struct Material {
    std::string name;
    double density_kgPerM3 = 0;
    std::vector<std::pair<double, double>> table; ///< keV, m²/kg; an absorption edge has two entries
};

const std::vector<Material>& materials() {
    static const std::vector<Material> all = [] {
        std::vector<Material> read;
        try {
            for (const json& entry : parseOwnJson<json>(sensorsJson(), "the table of sensor materials")) {
                Material material{entry.at("name"), entry.at("density_g_cm3").get<double>() * 1e3, {}};
                for (const json& point : entry.at("keV_cm2_g"))
                    material.table.emplace_back(point.at(0).get<double>(), point.at(1).get<double>() * 0.1);
                read.push_back(std::move(material));
            }
        } catch (const json::exception& error) {
            throw InternalError(std::string("the table of sensor materials is damaged: ") + error.what());
        }
        return read;
    }();
    return all;
}

const Material& materialOf(const std::string& name) {
    std::string known;
    for (const Material& material : materials()) {
        if (equalNoCase(material.name, name)) return material;
        known += (known.empty() ? "" : ", ") + material.name;
    }
    throw JobError(phrase("unknown sensor material \"%1\"", name), "sensor", phrase("there are %1", known));
}

} // namespace

double attenuation_perMetre(const std::string& material, double energy_keV) {
    const Material& found = materialOf(material);
    const auto& table = found.table;
    if (!(energy_keV >= table.front().first && energy_keV <= table.back().first)) {
        throw JobError(phrase("the attenuation of %1 is known from 1 to 1000 keV", found.name), "sensor",
                       "check the wavelength");
    }
    // The first entry above: at an edge itself, the side above it.
    const auto above = std::ranges::upper_bound(table, energy_keV, {}, [](const auto& point) { return point.first; });
    if (above == table.end()) return table.back().second * found.density_kgPerM3;
    const auto below = std::prev(above);
    const double part = std::log(energy_keV / below->first) / std::log(above->first / below->first);
    return below->second * std::pow(above->second / below->second, part) * found.density_kgPerM3;
}

double sensorTransmission(const Sensor& sensor, double energy_keV) {
    const double attenuation = attenuation_perMetre(sensor.material, energy_keV);
    return sensor.thickness_m > 0 ? std::exp(-attenuation * sensor.thickness_m) : 0;
}

double parallaxShift_m(double attenuation, double thickness_m, double tanIncidence) noexcept {
    const double cosine = 1 / std::sqrt(1 + tanIncidence * tanIncidence);
    const double thick = tanIncidence * cosine / attenuation;
    if (!(thickness_m > 0)) return thick;
    const double depth = attenuation * thickness_m / cosine;
    // A sensor that hardly absorbs: the middle of the path, which the formula only finds after cancellation.
    if (depth < 1e-6) return thick * depth / 2;
    return thick * (1 - depth / std::expm1(depth));
}

} // namespace ewald::azint
