// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/instrument/goniometer.h"

#include "azint/instrument/formula.h"
#include "azint/instrument/poni_entries.h"
#include "base/ascii_text.h"
#include "base/error.h"
#include "base/files/input_file.h"
#include "base/json_text.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/units.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <nlohmann/json.hpp>

namespace ewald::azint {
namespace {

using nlohmann::json;

constexpr std::size_t kMostGoniometerBytes = std::size_t{1} << 20U;
constexpr std::string_view kContent = "Goniometer calibration";
constexpr std::size_t kWavelength = Goniometer::kFormulas.size() - 1;
constexpr const char* kWithPyFai = translatable("write it with pyFAI (Goniometer.save)");

/// What pyFAI knows in the formula of a wavelength under the names hc and q (CODATA 2018).
constexpr double kHc_keVAngstrom = 12.398419843320026;
constexpr double kElementaryCharge_C = 1.602176634e-19;

class GoniometerReader {
public:
    GoniometerReader(const json& file, const std::string& where) : m_file(file), m_where(where) {}

    Goniometer read() {
        checkVersion();
        m_found.file = m_where;
        readDetector();
        const json* const function = find(m_file, "trans_function");
        if (function == nullptr || !function->is_object()) fail("there are no formulas", "trans_function");
        readNames(*function);
        readFormulas(*function);
        return std::move(m_found);
    }

private:
    [[noreturn]] void fail(const std::string& problem, const std::string& key, const char* cure = kWithPyFai) const {
        throw DataError(problem, m_where + ": " + key, cure);
    }
    static const json* find(const json& object, const char* key) {
        const auto found = object.find(key);
        return found == object.end() || found->is_null() ? nullptr : &*found;
    }
    double numberOf(const json& value, const std::string& key) const {
        if (!value.is_number() || !std::isfinite(value.get<double>())) fail("it is no number", key);
        return value.get<double>();
    }
    std::string textOf(const json& value, const std::string& key) const {
        const bool isText = value.is_string();
        const std::string text = isText ? value.get<std::string>() : std::string();
        // It becomes a line of a PONI file.
        if (!isText || std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < ' '; }))
            fail("it is no text", key);
        return text;
    }
    std::vector<std::string> namesIn(const json& object, const char* key) const {
        std::vector<std::string> names;
        const json* const found = find(object, key);
        if (found == nullptr) return names;
        if (!found->is_array()) fail("it is no list of names", key);
        for (const json& name : *found) names.push_back(textOf(name, key));
        return names;
    }

    void checkVersion() const {
        const json* const content = m_file.is_object() ? find(m_file, "content") : nullptr;
        const std::string text = content != nullptr && content->is_string() ? content->get<std::string>() : "";
        if (!text.starts_with(kContent)) fail("this is no goniometer file of pyFAI", "content");
        const std::string_view version = trimmed(std::string_view(text).substr(kContent.size()));
        const bool known = version == "v1" || version.starts_with("v1.") || version == "v2" || version == "v2.0";
        if (!known)
            fail(phrase("goniometer files of version %1 are not known", std::string(version)), "content",
                 "versions 1 and 2 are: save it in one of those");
    }

    void readDetector() {
        if (const json* const name = find(m_file, "detector")) m_found.detector = textOf(*name, "detector");
        json config = json::object();
        if (const json* const given = find(m_file, "detector_config")) {
            if (!given->is_object()) fail("it is no JSON object", "detector_config");
            config = *given;
        } else { // of version 1
            for (const char* key : {"pixel1", "pixel2", "max_shape", "orientation", "splineFile", "filename"})
                if (const json* const value = find(m_file, key)) config[key] = *value;
        }
        m_found.detectorConfig = jsonText(config);
        if (const json* const wavelength = find(m_file, "wavelength"))
            m_found.wavelength_m = numberOf(*wavelength, "wavelength");
    }

    /// Those of the formulas count, as in pyFAI.
    void readNames(const json& function) {
        std::vector<std::string> names = namesIn(function, "param_names");
        if (names.empty()) names = namesIn(m_file, "param_names");
        m_found.positionNames = namesIn(function, "pos_names");
        if (m_found.positionNames.empty()) m_found.positionNames = {"pos"};
        const json* const values = find(m_file, "param");
        const std::size_t count = values != nullptr && values->is_array() ? values->size() : 0;
        if (count != names.size())
            fail(phrase("there are %1 parameters and %2 names of them", count, names.size()), "param");
        for (std::size_t i = 0; i < count; ++i)
            m_found.parameters.emplace_back(names[i], numberOf((*values)[i], "param"));
        const json* const constants = find(function, "constants");
        if (constants != nullptr && !constants->is_object()) fail("it is no JSON object", "trans_function.constants");
        if (constants != nullptr)
            for (const auto& [name, value] : constants->items())
                m_found.constants.emplace_back(name, numberOf(value, "trans_function.constants"));
        std::vector<std::string> all = names;
        all.insert(all.end(), m_found.positionNames.begin(), m_found.positionNames.end());
        for (const auto& [name, value] : m_found.constants) all.push_back(name);
        std::ranges::sort(all);
        if (const auto twice = std::ranges::adjacent_find(all); twice != all.end())
            fail(phrase("the name \"%1\" is given twice", *twice), "trans_function");
    }

    void readFormulas(const json& function) {
        for (std::size_t i = 0; i < Goniometer::kFormulas.size(); ++i) {
            const std::string key = std::string(Goniometer::kFormulas[i]) + "_expr";
            const json* const formula = find(function, key.c_str());
            if (formula == nullptr && i == kWavelength) continue;
            if (formula == nullptr)
                fail(phrase("there is no formula for %1", std::string(Goniometer::kFormulas[i])), "trans_function");
            m_found.formulas[i] = textOf(*formula, "trans_function." + key);
        }
    }

    const json& m_file;
    const std::string& m_where;
    Goniometer m_found;
};

/// The value of one of its formulas, or nothing where it is empty.
std::optional<double> valueOf(const Goniometer& goniometer, std::size_t formula, std::span<const double> positions) {
    const std::string& text = goniometer.formulas[formula];
    if (text.empty()) return std::nullopt;
    const auto named = [&](std::string_view name) -> std::optional<double> {
        for (const auto* values : {&goniometer.parameters, &goniometer.constants}) {
            const auto found = std::ranges::find(*values, name, &Goniometer::Named::first);
            if (found != values->end()) return found->second;
        }
        const auto position = std::ranges::find(goniometer.positionNames, name);
        if (position != goniometer.positionNames.end())
            return positions[static_cast<std::size_t>(position - goniometer.positionNames.begin())];
        if (name == "pi") return kPi;
        if (formula == kWavelength && name == "hc") return kHc_keVAngstrom;
        if (formula == kWavelength && name == "q") return kElementaryCharge_C;
        return std::nullopt;
    };
    return valueOfFormula(text, named,
                          goniometer.file.string() + ": trans_function." + Goniometer::kFormulas[formula] + "_expr");
}

} // namespace

Goniometer parseGoniometer(std::string_view text, const std::string& where) {
    const json file = parseJson<json>(text);
    if (file.is_discarded()) throw DataError("this is no JSON", where, kWithPyFai);
    Goniometer found = GoniometerReader(file, where).read();
    // Unknown names are found wherever the motors are.
    const std::vector<double> somewhere(found.positionNames.size(), 1.0);
    for (std::size_t i = 0; i < found.formulas.size(); ++i) static_cast<void>(valueOf(found, i, somewhere));
    return found;
}

bool isGoniometerText(std::string_view text) noexcept {
    return trimmed(text).starts_with('{') && text.find("\"Goniometer calibration") != std::string_view::npos;
}

bool isGeometryJson(const std::filesystem::path& file) noexcept {
    try {
        const std::string text = readSmallFile(file, kMostGoniometerBytes, kWithPyFai);
        return isGoniometerText(text) || isPyFaiSettings(text);
    } catch (const std::exception&) {
        return false;
    }
}

Poni poniAt(const Goniometer& goniometer, std::span<const double> positions, const PoniFiles& files) {
    const std::string where = goniometer.file.string();
    std::string names;
    for (const std::string& name : goniometer.positionNames) names += (names.empty() ? "" : ", ") + name;
    if (positions.size() != goniometer.positionNames.size())
        throw JobError(phrase("%1 {position is|positions are} given for the detector arm, %2 needs %3 (%4)",
                              positions.size(), goniometer.file.filename().string(), goniometer.positionNames.size(),
                              names),
                       "arm_position", "give one for each of its names, in their order");
    // The numbers of a PONI file, so that they are understood and checked as there.
    std::string text = "poni_version: 2.1\nDetector: " + goniometer.detector +
                       "\nDetector_config: " + goniometer.detectorConfig + '\n';
    const auto put = [&](std::string_view key, double value) { text.append(key) += ": " + exactText(value) + '\n'; };
    for (std::size_t i = 0; i < goniometer.formulas.size(); ++i) {
        std::optional<double> value = valueOf(goniometer, i, positions);
        if (!value) continue;
        const std::string_view name = Goniometer::kFormulas[i];
        if (!std::isfinite(*value) || (name == "dist" && !(*value > 0)))
            throw DataError(phrase("the formula \"%1\" for %2 gives %3 at %4", goniometer.formulas[i],
                                   std::string(name), std::isfinite(*value) ? numberText(*value) : phrase("no number"),
                                   positionsText(goniometer, positions)),
                            where, "check the positions of the detector arm and their units");
        if (name.starts_with("rot") && std::abs(*value) > kPi) *value = std::remainder(*value, 2 * kPi);
        put(name, *value);
    }
    if (goniometer.wavelength_m && goniometer.formulas[kWavelength].empty())
        put(Goniometer::kFormulas[kWavelength], *goniometer.wavelength_m);
    return parsePoni(text, where, files);
}

std::string positionsText(const Goniometer& goniometer, std::span<const double> positions) {
    std::string text;
    for (std::size_t i = 0; i < std::min(positions.size(), goniometer.positionNames.size()); ++i)
        text += (i == 0 ? "" : ", ") + goniometer.positionNames[i] + " = " + numberText(positions[i], 7);
    return text;
}

} // namespace ewald::azint
