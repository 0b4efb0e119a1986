// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/instrument/poni_entries.h"

#include "base/ascii_text.h"
#include "base/error.h"
#include "base/files/input_file.h"
#include "base/json_text.h"
#include "base/phrase.h"
#include "base/quantity_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

namespace ewald::azint {
namespace {

using nlohmann::json;

constexpr double kNewestSettings = 5;
constexpr const char* kSavePoni = translatable("save the geometry of pyFAI as a PONI file, or correct these settings");

/// A value as a PONI file would have it; empty: none.
std::string asInPoni(const json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_boolean()) return value.get<bool>() ? "True" : "False";
    if (value.is_number_float()) return exactText(value.get<double>());
    return value.is_null() ? std::string() : jsonText(value);
}

bool isOn(const json& settings, const char* key) {
    const auto found = settings.find(key);
    return found == settings.end() || !found->is_boolean() || found->get<bool>();
}

bool isGiven(const json& settings, const char* key) {
    const auto found = settings.find(key);
    if (found == settings.end() || found->is_null()) return false;
    return found->is_string() || found->is_array() ? !found->empty() && *found != json("") : true;
}

/// Whether a range has an end: those that are infinite are null.
bool hasEnds(const json& settings, const char* key) {
    const auto found = settings.find(key);
    return found != settings.end() && found->is_array() &&
           std::ranges::any_of(*found, [](const json& end) { return end.is_number(); });
}

/// Python writes Infinity and NaN, which are no JSON: null in their places. \param text JSON otherwise
std::string withoutInfinities(std::string_view text) {
    std::string out;
    bool inText = false, isEscaped = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"' && !isEscaped) inText = !inText;
        isEscaped = text[i] == '\\' && !isEscaped;
        const std::string_view rest = text.substr(i);
        std::size_t length = 0;
        for (const std::string_view word : {"-Infinity", "Infinity", "NaN"})
            if (!inText && length == 0 && rest.starts_with(word)) length = word.size();
        if (length == 0) {
            out += text[i];
            continue;
        }
        out += "null";
        i += length - 1;
    }
    return out;
}

/// What of the settings changes intensities or their errors, or leaves out pixels, and is not what is done without
/// them.
std::vector<std::string> othersOf(const json& settings) {
    static constexpr std::array<std::pair<const char*, const char*>, 12> kSettings{
        {{"mask_file", "do_mask"},
         {"mask_image", "do_mask"},
         {"dark_current", "do_dark"},
         {"dark_current_image", "do_dark"},
         {"flat_field", "do_flat"},
         {"flat_field_image", "do_flat"},
         {"polarization_factor", "do_polarization"},
         {"polarization_description", "do_polarization"},
         {"val_dummy", "do_dummy"},
         {"dummy", "do_dummy"},
         {"normalization_factor", "do_normalization"},
         {"monitor_name", "do_normalization"}}};
    std::vector<std::string> names;
    const auto changesNothing = [&](const char* key) { // as pyFAI always writes it
        return std::string_view(key) == "normalization_factor" && settings[key] == 1.0;
    };
    for (const auto& [key, isUsed] : kSettings)
        if (isGiven(settings, key) && isOn(settings, isUsed) && !changesNothing(key)) names.emplace_back(key);
    if (isGiven(settings, "error_model") && settings["error_model"] != "no") names.emplace_back("error_model");
    for (const char* key : {"do_solid_angle", "correct_solid_angle"})
        if (!isOn(settings, key)) names.emplace_back(key);
    static constexpr std::array kMethods{"integrator_name", "integrator_method"};
    for (const char* key : kMethods) // rejection of outliers, a median: other numbers than a mean
        if (const auto found = settings.find(key); found != settings.end() && found->is_string())
            if (const auto name = found->get<std::string>();
                name.starts_with("sigma_clip") || name.starts_with("medfilt") || name == "separate")
                names.emplace_back(key);
    if (isGiven(settings, "integrator_class") && settings["integrator_class"] != "AzimuthalIntegrator")
        names.emplace_back("integrator_class");
    for (const char* key : {"azimuth_range", "radial_range"})
        if (hasEnds(settings, key)) names.emplace_back(key);
    static constexpr std::array<std::array<const char*, 2>, 6> kEnds{{{"azimuth_range_min", "do_azimuthal_range"},
                                                                      {"azimuth_range_max", "do_azimuthal_range"},
                                                                      {"azimuthal_range_min", "do_azimuthal_range"},
                                                                      {"azimuthal_range_max", "do_azimuthal_range"},
                                                                      {"radial_range_min", "do_radial_range"},
                                                                      {"radial_range_max", "do_radial_range"}}};
    for (const auto& [key, isUsed] : kEnds)
        if (isGiven(settings, key) && settings[key].is_number() && isOn(settings, isUsed)) names.emplace_back(key);
    return names;
}

/// Whether something is missing in settings that the PONI file that they name may have.
bool needsFile(const json& settings) {
    static constexpr std::array<const char*, 8> kAll{"dist", "poni1", "poni2",      "rot1",
                                                     "rot2", "rot3",  "wavelength", "detector"};
    return std::any_of(kAll.begin(), kAll.end(), [&](const char* key) {
        const auto found = settings.find(key);
        return found == settings.end() || found->is_null() || *found == json("");
    });
}

/// The text of the PONI file that settings name.
std::string textOfNamed(const std::filesystem::path& named, const std::string& where) {
    if (const auto file = findNamedFile(named, where)) return readPoniText(*file);
    throw DataError(phrase("these settings of pyFAI name the PONI file %1, which is not there", named.string()), where,
                    kSavePoni);
}

} // namespace

std::optional<std::filesystem::path> findNamedFile(const std::filesystem::path& named, const std::string& where) {
    const std::filesystem::path folder = std::filesystem::path(where).parent_path();
    std::error_code failed;
    for (const std::filesystem::path& file : {folder / named, named, folder / named.filename()})
        if (std::filesystem::is_regular_file(file, failed)) return std::filesystem::absolute(file);
    return std::nullopt;
}

std::string readPoniText(const std::filesystem::path& file) {
    constexpr std::size_t kMostBytes = std::size_t{1} << 20U;
    return readSmallFile(file, kMostBytes, translatable("a PONI file is a short text"));
}

bool isPyFaiSettings(std::string_view text) noexcept {
    text = withoutByteOrderMark(text);
    const auto holds = [&](std::string_view part) { return text.find(part) != std::string_view::npos; };
    return trimmed(text).starts_with('{') &&
           (holds("\"pyfai-integrate\"") || (holds("\"poni1\"") && holds("\"rot1\"")));
}

PoniEntries::PoniEntries(std::string_view text, std::string where) : m_where(std::move(where)) {
    text = withoutByteOrderMark(text);
    if (trimmed(text).starts_with('{'))
        takeSettings(text);
    else
        takeLines(text);
}

void PoniEntries::takeLines(std::string_view text) {
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        const std::size_t colon = line.find(':');
        if (line.starts_with('#') || colon == std::string::npos) continue;
        m_values[lowerAscii(trimmed(std::string_view(line).substr(0, colon)))] =
            trimmed(std::string_view(line).substr(colon + 1));
    }
}

void PoniEntries::takeSettings(std::string_view file) {
    const json settings = parseJson<json>(withoutInfinities(file));
    if (!settings.is_object())
        throw DataError("this is no PONI file, and no settings of an integration by pyFAI (JSON)", m_where, kSavePoni);
    const auto stated = settings.find("version");
    const double version = stated != settings.end() && stated->is_number() ? stated->get<double>() : 1;
    if (version > kNewestSettings)
        throw DataError(phrase("settings of pyFAI of version %1 are not known", numberText(version)), m_where,
                        "save the geometry as a PONI file");
    const auto poni = settings.find("poni");
    const bool isInside = poni != settings.end() && poni->is_object();
    // From version 2 on the name is a remark.
    if (version < 2 && poni != settings.end() && poni->is_string() && needsFile(settings))
        takeLines(textOfNamed(poni->get<std::string>(), m_where));
    const json& geometry = isInside ? *poni : settings;
    static constexpr std::array<std::pair<const char*, const char*>, 15> kKeys{{{"poni_version", "poni_version"},
                                                                                {"dist", "distance"},
                                                                                {"distance", "distance"},
                                                                                {"poni1", "poni1"},
                                                                                {"poni2", "poni2"},
                                                                                {"rot1", "rot1"},
                                                                                {"rot2", "rot2"},
                                                                                {"rot3", "rot3"},
                                                                                {"wavelength", "wavelength"},
                                                                                {"detector", "detector"},
                                                                                {"detector_config", "detector_config"},
                                                                                {"parallax", "parallax"},
                                                                                {"pixel1", "pixelsize1"},
                                                                                {"pixel2", "pixelsize2"},
                                                                                {"splineFile", "splinefile"}}};
    for (const auto& [key, inPoni] : kKeys)
        if (const auto found = geometry.find(key); found != geometry.end())
            if (std::string value = asInPoni(*found); !value.empty()) m_values[inPoni] = std::move(value);
    // Settings have pixels of their own only for a detector without a name.
    if (const auto detector = text("detector"); detector && lowerAscii(*detector) != "detector")
        for (const char* key : {"pixelsize1", "pixelsize2"}) m_values.erase(key);
    m_leftOut = othersOf(settings);
}

std::optional<std::string> PoniEntries::text(const std::string& key) const {
    const auto found = m_values.find(key);
    if (found == m_values.end() || found->second.empty() || found->second == "None") return std::nullopt;
    return found->second;
}

std::optional<double> PoniEntries::number(const std::string& key) const {
    const auto value = text(key);
    if (!value) return std::nullopt;
    double result = 0;
    const char* const end = value->data() + value->size();
    const auto [stop, error] = std::from_chars(value->data(), end, result);
    if (error != std::errc() || stop != end || !std::isfinite(result)) {
        throw DataError(phrase("\"%1\" is not a number for %2", *value, key), m_where,
                        "correct this line of the PONI file");
    }
    return result;
}

double PoniEntries::needed(const std::string& key) const {
    if (const auto value = number(key)) return *value;
    throw DataError(phrase("the PONI file has no value for %1", key), m_where,
                    "a geometry needs distance, poni1, poni2 and rot1 to rot3");
}

} // namespace ewald::azint
