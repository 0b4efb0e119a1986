// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/instrument/ge_distortion.h"

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
#include <span>
#include <vector>

namespace ewald::azint {
namespace {

using nlohmann::json;

constexpr double kReach_m = 0.2048; ///< at which ρ is 1
constexpr std::size_t kMostInstrumentBytes = std::size_t{4} << 20U;
constexpr const char* kChoose = translatable("choose an instrument of HEXRD as JSON");

/// The titles of the block of detectors in JSON and in YAML.
bool isInstrument(std::string_view text) {
    const std::string_view start = trimmed(text);
    return start.starts_with('{') || text.starts_with("detectors:") || text.find("\ndetectors:") != text.npos;
}

class InstrumentReader {
public:
    InstrumentReader(const json& instrument, const std::string& where) : m_where(where) {
        const json& detectors = member(instrument, "detectors");
        if (!detectors.is_object() || detectors.empty()) fail("the instrument has no detectors", "detectors");
        if (detectors.size() > 1)
            fail(phrase("the instrument has %1 detectors", detectors.size()), "detectors",
                 "write a file of each of them");
        m_key = "detectors." + detectors.begin().key();
        m_detector = &detectors.begin().value();
    }

    GeDistortion read() {
        GeDistortion found;
        found.file = m_where;
        const json& pixels = member(*m_detector, "pixels");
        const std::vector<double> shape{number(member(pixels, "rows"), "pixels.rows"),
                                        number(member(pixels, "columns"), "pixels.columns")};
        const std::vector<double> size_mm = numbers(member(pixels, "size"), "pixels.size", 2);
        constexpr double kMostPixels = 1e5, kMillimetre_m = 1e-3;
        for (std::size_t axis = 0; axis < 2; ++axis) {
            const double count = shape[axis], side_m = size_mm[axis] * kMillimetre_m;
            if (!(count >= 1 && count <= kMostPixels) || count != std::floor(count))
                fail(phrase("the detector cannot have %1 rows or columns", numberText(count)), "pixels");
            if (!(side_m >= kSmallestPixel_m && side_m <= kLargestPixel_m))
                fail(phrase("a pixel of %1 mm is impossible", numberText(size_mm[axis])), "pixels.size");
            found.pixels[axis] = static_cast<std::size_t>(count);
            found.pixel_m[axis] = side_m;
        }
        readDistortion(found);
        found.sumUp();
        return found;
    }

private:
    [[noreturn]] void fail(const std::string& problem, const std::string& key, const char* cure = kChoose) const {
        throw DataError(problem, m_where + ": " + (m_key.empty() || key == m_key ? key : m_key + "." + key), cure);
    }
    const json& member(const json& object, const char* key) const {
        const auto found = object.is_object() ? object.find(key) : object.end();
        if (!object.is_object() || found == object.end()) fail(phrase("\"%1\" is missing", std::string(key)), key);
        return *found;
    }
    double number(const json& value, const char* key) const {
        if (!value.is_number() || !std::isfinite(value.get<double>())) fail("it is no number", key);
        return value.get<double>();
    }
    std::vector<double> numbers(const json& values, const char* key, std::size_t count) const {
        if (!values.is_array() || values.size() != count) fail(phrase("there are not %1 numbers", count), key);
        std::vector<double> all;
        for (const json& value : values) all.push_back(number(value, key));
        return all;
    }

    void readDistortion(GeDistortion& found) const {
        const json& distortion = member(*m_detector, "distortion");
        const json& name = member(distortion, "function_name");
        if (!name.is_string() || name.get<std::string>() != "GE_41RT")
            fail(phrase("the distortion %1 is not known", jsonText(name).substr(0, 40)), "distortion.function_name",
                 "GE_41RT is read");
        const std::vector<double> parameters =
            numbers(member(distortion, "parameters"), "distortion.parameters", found.parameters.size());
        std::ranges::copy(parameters, found.parameters.begin());
        // How much the shift of a point changes, at most, along the radius and along the azimuth, over the way.
        constexpr double kMostChange = 0.5; // beyond it Distortion::shown() does not find the inverse
        const double reach_m = std::hypot(static_cast<double>(found.pixels[0]) * found.pixel_m[0],
                                          static_cast<double>(found.pixels[1]) * found.pixel_m[1]) /
                               2;
        double change = 0;
        for (std::size_t term = 0; term < 3; ++term) {
            const double exponent = parameters[term + 3], periods = term == 0 ? 2 : term == 1 ? 4 : 0;
            if (exponent < 0)
                fail(phrase("the exponent %1 is negative", numberText(exponent)), "distortion.parameters");
            change +=
                std::abs(parameters[term]) * std::pow(reach_m / kReach_m, exponent) * (1 + std::max(exponent, periods));
        }
        if (!(change < kMostChange))
            fail("the distortion brings pixels out of their order", "distortion.parameters",
                 "check its parameters: those of a panel are far below 1");
    }

    std::string m_where;
    std::string m_key; ///< of the detector
    const json* m_detector = nullptr;
};

} // namespace

ImagePoint GeDistortion::corrected(ImagePoint shown) const noexcept {
    const double rows = shown.row - static_cast<double>(pixels[0]) / 2;
    const double cols = shown.col - static_cast<double>(pixels[1]) / 2;
    const double y = rows * pixel_m[0], x = cols * pixel_m[1];
    const double square = y * y + x * x;
    if (!(square > 0)) return shown;
    const double rho = std::sqrt(square) / kReach_m;
    const double cos2 = (x * x - y * y) / square, cos4 = 2 * cos2 * cos2 - 1;
    const auto& p = parameters;
    const double stretch =
        p[0] * std::pow(rho, p[3]) * cos2 + p[1] * std::pow(rho, p[4]) * cos4 + p[2] * std::pow(rho, p[5]);
    return {shown.row + rows * stretch, shown.col + cols * stretch};
}

double GeDistortion::areaOf(ImagePoint first, double side) const noexcept {
    const ImagePoint a = corrected(first), c = corrected({first.row + side, first.col + side});
    const ImagePoint b = corrected({first.row + side, first.col}), d = corrected({first.row, first.col + side});
    // Half the cross product of the diagonals.
    return ((c.row - a.row) * (d.col - b.col) - (c.col - a.col) * (d.row - b.row)) / (2 * side * side);
}

const Array<std::uint8_t, 2>& GeDistortion::mask() const noexcept {
    static const Array<std::uint8_t, 2> none;
    return none;
}

void GeDistortion::sumUp() {
    constexpr std::string_view kKind = "GE_41RT"; // such numbers mean something else in maps of another kind
    sum = numbersWith({std::as_bytes(std::span(kKind)), std::as_bytes(std::span(parameters))});
}

GeDistortion parseGeDistortion(std::string_view text, const std::string& where) {
    const json instrument = parseJson<json>(text);
    if (instrument.is_discarded()) {
        if (!trimmed(text).starts_with('{') && isInstrument(text))
            throw DataError("this instrument of HEXRD is in YAML, and is read as JSON only", where,
                            "write it as JSON: python3 -c \"import json, sys, yaml; "
                            "print(json.dumps(yaml.safe_load(sys.stdin)))\" < FILE.yml > FILE.json");
        throw DataError("this is no JSON", where, kChoose);
    }
    return InstrumentReader(instrument, where).read();
}

GeDistortion readGeDistortion(const std::filesystem::path& file) {
    return parseGeDistortion(readSmallFile(file, kMostInstrumentBytes, kChoose), file.string());
}

bool looksLikeInstrument(const std::filesystem::path& file) noexcept {
    try {
        return isInstrument(readSmallFile(file, kMostInstrumentBytes, kChoose));
    } catch (const std::exception&) {
        return false;
    }
}

} // namespace ewald::azint
