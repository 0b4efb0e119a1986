// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/poni.h"

#include "azint/fit2d_spline.h"
#include "azint/instrument/cylinder.h"
#include "azint/instrument/poni_entries.h"
#include "base/ascii_text.h"
#include "base/error.h"
#include "base/json_text.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/units.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace ewald::azint {
namespace {

using nlohmann::json;

constexpr double kNewestVersion = 3.0;

json detectorConfig(const PoniEntries& entries) {
    const auto text = entries.text("detector_config");
    if (!text) return json::object();
    json config = parseJson<json>(*text);
    if (!config.is_object()) {
        throw DataError("the detector_config of the PONI file is not a JSON object, or has too many levels",
                        entries.where(), "correct this line");
    }
    return config;
}

/// 0 for what is no number.
double numberOf(const json& value) {
    if (!value.is_string()) return value.is_number() ? value.get<double>() : 0;
    // Some programs write numbers as texts.
    const std::string text = value.get<std::string>();
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? number : 0;
}

/// 0 for a key that is not there.
double numberIn(const json& config, const char* key) {
    const auto found = config.find(key);
    return found == config.end() ? 0 : numberOf(*found);
}

/// A text where a number should be is one that is not understood, such as "86 um". \throws DataError
void requireNumbers(const json& config, std::initializer_list<const char*> keys, const std::string& where) {
    for (const char* key : keys)
        if (const auto found = config.find(key); found != config.end() && found->is_string())
            if (const std::string text = found->get<std::string>(); !text.empty() && numberIn(config, key) == 0)
                throw DataError(phrase("\"%1\" is not a number for %2", text.substr(0, 40), std::string(key)), where,
                                "correct this line of the PONI file");
}

/// A whole number as such, as a floating-point number or as a text.
std::optional<std::size_t> countOf(const json& value) {
    const double number = numberOf(value);
    constexpr double kMost = 1e6;
    if (!(number > 0) || number > kMost || number != std::floor(number)) return std::nullopt;
    return static_cast<std::size_t>(number);
}

std::string textIn(const json& config, const char* key) {
    const auto found = config.find(key);
    return found != config.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// Where pixels are that a file moves one by one is not known without it: to ignore it would give wrong angles.
void refuseDistortion(const std::string& file, const std::string& where) {
    if (file.empty()) return;
    throw DataError(phrase("the PONI file says that %1 describes where the pixels are, which is not read",
                           std::filesystem::path(file).filename().string()),
                    where, "correct the frames for the distortion first (pyFAI does), and use a PONI file without it");
}

void applyConfig(Poni& poni, const json& config, const std::string& where) {
    if (const double size = numberIn(config, "pixel1"); size > 0) poni.pixel1_m = size;
    if (const double size = numberIn(config, "pixel2"); size > 0) poni.pixel2_m = size;
    if (const auto shape = config.find("max_shape"); shape != config.end() && shape->is_array() && shape->size() == 2) {
        const auto rows = countOf((*shape)[0]), cols = countOf((*shape)[1]);
        if (rows && cols) poni.shape = {*rows, *cols};
    }
    if (const auto orientation = config.find("orientation"); orientation != config.end() && !orientation->is_null()) {
        const double number = numberIn(config, "orientation");
        const bool isZero = number == 0 && orientation->is_number();
        if (!isZero && number != 1 && number != 2 && number != 3 && number != 4)
            throw DataError("the orientation in the PONI file is not 1, 2, 3 or 4", where, "correct detector_config");
        if (!isZero) poni.orientation = static_cast<int>(number);
    }
    for (const char* key : {"x_offset_file", "y_offset_file"}) refuseDistortion(textIn(config, key), where);
    if (const auto sensor = config.find("sensor"); sensor != config.end() && sensor->is_object()) {
        poni.sensor = Sensor{textIn(*sensor, "material"), numberIn(*sensor, "thickness")};
    }
}

/// Of frames of a camera that are binned along both sides alike; absent: they are not.
std::optional<double> binningOf(const PixelMap& map, const std::array<std::size_t, 2>& shape) {
    const auto [rows, cols] = map.shape();
    const std::size_t binning = shape[0] > 0 ? rows / shape[0] : 0;
    if (binning == 0 || binning * shape[0] != rows || binning * shape[1] != cols) return std::nullopt;
    return static_cast<double>(binning);
}

std::filesystem::path findFile(const std::filesystem::path& named, const std::string& where) {
    if (auto file = findNamedFile(named, where)) return *std::move(file);
    throw DataError(
        phrase("the PONI file says that %1 describes where the pixels are, which is not there", named.string()), where,
        "put it beside the PONI file");
}

/// Pixels as many times as large as those of the map, along both sides; absent: of another size.
std::optional<std::size_t> timesLarger(const Poni& poni, const PixelMap& map) {
    const auto [height_m, width_m] = map.pixelSize_m();
    const double times = std::round(poni.pixel1_m / height_m);
    const bool same = samePixelSize(poni.pixel1_m, times * height_m) && samePixelSize(poni.pixel2_m, times * width_m);
    return same && times >= 1 ? std::optional(static_cast<std::size_t>(times)) : std::nullopt;
}

/// A value of a geometry file that no instrument has: named with its key, its unit and what it should be.
void requireBetween(double value, double lowest, double highest, const char* key, const char* unit,
                    const std::string& where, const char* cure) {
    if (value >= lowest && value <= highest) return;
    throw DataError(phrase("%1 in the PONI file is %2 %3, which is impossible", key, numberText(value), unit), where,
                    cure);
}

/// Pixel size, shape and places of the pixels.
void applyMap(Poni& poni, std::shared_ptr<const PixelMap> map) {
    poni.pixel1_m = map->pixelSize_m()[0];
    poni.pixel2_m = map->pixelSize_m()[1];
    poni.shape = map->shape();
    poni.distortion = Distortion(std::move(map));
}

/// Puts the pixels on a cylinder. \param known whose pixels are not binned, as those of the PONI may be; nullptr: they
/// are those of the PONI
void bend(Poni& poni, const Detector* known, double radius_m, const std::string& where) {
    constexpr double kLeast_m = 1e-3, kMost_m = 10;
    requireBetween(radius_m, kLeast_m, kMost_m, "radius", "m", where, translatable("it is given in metres"));
    if (!poni.shape)
        throw DataError(phrase("the PONI file says that the detector is curved (radius %1 m), but not how many pixels "
                               "it has",
                               numberText(radius_m)),
                        where, "give max_shape in detector_config, such as [2560, 4700]");
    if (!(poni.pixel1_m > 0) || !(poni.pixel2_m > 0)) return; // which is refused
    const auto shape = known != nullptr ? std::array{known->rows, known->cols} : *poni.shape;
    const auto pixel_m = known != nullptr ? std::array{known->pixelHeight_m, known->pixelWidth_m}
                                          : std::array{poni.pixel1_m, poni.pixel2_m};
    poni.distortion = Distortion(std::make_shared<const Cylinder>(poni.detector, shape, pixel_m, radius_m));
}

/// A shape that the PONI gives beside that of the map says how frames are binned, or else the size of their pixels.
void bindMap(Poni& poni, const std::string& where) {
    if (poni.distortion.isNone()) return;
    const PixelMap& map = poni.distortion.map();
    const auto [height_m, width_m] = map.pixelSize_m();
    const std::optional<std::size_t> times = timesLarger(poni, map);
    if (const auto [rows, cols] = map.shape(); times && *times > 1 && *poni.shape == map.shape())
        poni.shape = {rows / *times, cols / *times};
    const std::optional<double> binning = binningOf(map, *poni.shape);
    if (!binning)
        throw DataError(phrase("the PONI file is for %1 pixels, %2 describes %3",
                               shapeText((*poni.shape)[0], (*poni.shape)[1]), map.source().string(),
                               shapeText(map.shape()[0], map.shape()[1])),
                        where, "name the file that was made for this detector");
    if (!times || static_cast<double>(*times) != *binning) {
        const auto microns = [](double pixelHeight_m, double pixelWidth_m) {
            return numberText(pixelHeight_m * 1e6, 6) + " x " + numberText(pixelWidth_m * 1e6, 6) + " um";
        };
        throw DataError(phrase("the PONI file gives pixels of %1, %2 of %3", microns(poni.pixel1_m, poni.pixel2_m),
                               map.source().string(), microns(*binning * height_m, *binning * width_m)),
                        where, "name the file that was made for this detector, or correct the size of the pixels");
    }
    poni.pixel1_m = *binning * height_m;
    poni.pixel2_m = *binning * width_m;
    poni.distortion = poni.distortion.binned(*binning);
}

/// Pixel size and shape: from the catalogue where the detector is in it, then from the file that describes it, then
/// from what the PONI itself says.
void applyDetector(Poni& poni, const PoniEntries& entries, const PoniFiles& files) {
    if (const auto name = entries.text("detector")) poni.detector = *name;
    const Detector* const known = findDetector(poni.detector);
    if (known != nullptr) {
        if (known->unsupported)
            throw DataError(phrase("the detector %1 of the PONI file is not supported: %2", known->name,
                                   std::string(known->unsupported)),
                            entries.where(), "use a program that knows it, such as pyFAI");
        poni.pixel1_m = known->pixelHeight_m;
        poni.pixel2_m = known->pixelWidth_m;
        poni.shape = {known->rows, known->cols};
    }
    const json config = detectorConfig(entries);
    requireNumbers(config, {"pixel1", "pixel2", "radius"}, entries.where());
    std::string spline = entries.text("splinefile").value_or("");
    for (const char* key : {"splineFile", "splinefile"})
        if (spline.empty()) spline = textIn(config, key);
    if (!spline.empty() && files.places)
        applyMap(poni, std::make_shared<const Fit2dSpline>(readFit2dSpline(findFile(spline, entries.where()))));
    if (const std::string file = textIn(config, "filename"); !file.empty() && files.places) {
        if (!spline.empty())
            throw DataError(phrase("the PONI file says twice where the pixels are: by %1 and by %2", spline, file),
                            entries.where(), "leave out splineFile or filename");
        if (!files.detector) refuseDistortion(file, entries.where());
        applyMap(poni, files.detector(findFile(file, entries.where())));
    }
    if (const auto size = entries.number("pixelsize1")) poni.pixel1_m = *size;
    if (const auto size = entries.number("pixelsize2")) poni.pixel2_m = *size;
    applyConfig(poni, config, entries.where());
    double radius_m = numberIn(config, "radius");
    if (radius_m == 0 && known != nullptr) radius_m = known->radius_m;
    if (radius_m != 0 && !poni.distortion.isNone())
        throw DataError(phrase("the PONI file says twice where the pixels are: by a radius and by %1",
                               poni.distortion.map().source().string()),
                        entries.where(), "leave out one of them");
    if (radius_m != 0) bend(poni, known, radius_m, entries.where());
    bindMap(poni, entries.where());
    if (!(poni.pixel1_m > 0) || !(poni.pixel2_m > 0)) {
        throw DataError(phrase("the PONI file does not say how large a pixel of the detector \"%1\" is", poni.detector),
                        entries.where(),
                        "give pixel1 and pixel2 in detector_config, or name a detector of the catalogue");
    }
}

void checkVersion(const PoniEntries& entries) {
    const double version = entries.number("poni_version").value_or(1.0);
    if (version > kNewestVersion) {
        throw DataError(phrase("PONI files of version %1 are not known", numberText(version)), entries.where(),
                        "versions 1 to 3 are: save it in one of those");
    }
}

std::string exact(double value) {
    // The shortest text that reads back as the same number, with a point or an exponent as Python writes it.
    std::string out = exactText(value);
    if (out.find_first_of(".en") == std::string::npos) out += ".0";
    return out;
}

void checkValues(const Poni& poni, const std::string& where) {
    constexpr double kLargestAngle = kPi + 1e-3; // a rounded π
    constexpr const char* kAngle =
        translatable("it is an angle in radians between -pi and pi: take away whole turns, or convert it from degrees");
    constexpr const char* kLength = translatable("it is given in metres");
    requireBetween(poni.dist_m, 0, kFarthestDetector_m, "Distance", "m", where, kLength);
    for (const auto& [side, key] : {std::pair{poni.pixel1_m, "pixel1"}, std::pair{poni.pixel2_m, "pixel2"}})
        requireBetween(side, kSmallestPixel_m, kLargestPixel_m, key, "m", where, kLength);
    requireBetween(poni.poni1_m, -kFarthestDetector_m, kFarthestDetector_m, "Poni1", "m", where, kLength);
    requireBetween(poni.poni2_m, -kFarthestDetector_m, kFarthestDetector_m, "Poni2", "m", where, kLength);
    requireBetween(poni.rot1, -kLargestAngle, kLargestAngle, "Rot1", "rad", where, kAngle);
    requireBetween(poni.rot2, -kLargestAngle, kLargestAngle, "Rot2", "rad", where, kAngle);
    requireBetween(poni.rot3, -kLargestAngle, kLargestAngle, "Rot3", "rad", where, kAngle);
    if (poni.wavelength_m)
        requireBetween(*poni.wavelength_m, kShortestWave_m, kLongestWave_m, "Wavelength", "m", where,
                       translatable("it is given in metres: 1e-10 is one angstrom"));
}

} // namespace

bool samePixelSize(double size, double other) {
    constexpr double kTolerance = 0.02; // makers' tables of binned pixels differ from multiples by a tenth of that
    return std::abs(size - other) <= kTolerance * other;
}

PixelAxis pixelAxis(const Poni& poni, std::size_t axis) {
    PixelAxis even(axis == 0 ? poni.pixel1_m : poni.pixel2_m);
    const Detector* const known = poni.shape ? findDetector(poni.detector) : nullptr;
    if (known == nullptr || known->edges_m[axis].empty()) return even;
    const std::vector<double>& fine = known->edges_m[axis];
    const std::size_t count = (*poni.shape)[axis];
    const std::size_t binning = count > 0 ? (fine.size() - 1) / count : 0;
    if (binning == 0 || count * binning + 1 != fine.size()) return even;
    std::vector<double> edges_m(count + 1);
    for (std::size_t i = 0; i <= count; ++i) edges_m[i] = fine[i * binning];
    return PixelAxis(std::move(edges_m));
}

Poni fittedToFrames(Poni poni, std::size_t rows, std::size_t cols) {
    if (!poni.distortion.isNone()) {
        const auto binning = binningOf(poni.distortion.map(), {rows, cols});
        if (!poni.shape || !binning || *binning == poni.distortion.binning()) return poni;
        const double factor = *binning / poni.distortion.binning();
        poni.pixel1_m *= factor;
        poni.pixel2_m *= factor;
        poni.shape = {rows, cols};
        poni.distortion = poni.distortion.binned(factor);
        return poni;
    }
    const Detector* const known = poni.shape ? findDetector(poni.detector) : nullptr;
    if (known == nullptr) return poni;
    const std::optional<Readout> readout = readoutOf(*known, rows, cols);
    const bool isNative = (*poni.shape)[0] == known->rows && (*poni.shape)[1] == known->cols;
    if (!readout || (!isNative && ((*poni.shape)[0] != rows || (*poni.shape)[1] != cols))) return poni;
    poni.shape = {rows, cols};
    const auto fit = [&](double& size, double right, auto sizeOf) {
        if (samePixelSize(size, right)) return;
        if (std::ranges::any_of(known->readouts,
                                [&](const Readout& other) { return samePixelSize(size, sizeOf(other)); }))
            size = right;
    };
    fit(poni.pixel1_m, readout->pixelHeight_m, [](const Readout& other) { return other.pixelHeight_m; });
    fit(poni.pixel2_m, readout->pixelWidth_m, [](const Readout& other) { return other.pixelWidth_m; });
    return poni;
}

Poni parsePoni(std::string_view text, const std::string& where, const PoniFiles& files) {
    if (text.find('\0') != std::string_view::npos)
        throw DataError("this is not a PONI file", where, "a PONI file is a short text");
    const PoniEntries entries(text, where);
    checkVersion(entries);
    Poni poni;
    const auto distance = entries.number("distance");
    poni.dist_m = distance ? *distance : entries.number("dist").value_or(0);
    if (!(poni.dist_m > 0)) {
        if (distance || entries.number("dist"))
            throw DataError(
                phrase("the distance in the PONI file is not positive: Distance is %1 m", numberText(poni.dist_m)),
                where, "correct this line: the distance from the sample to the detector in metres");
        throw DataError("the PONI file has no distance", where,
                        "is this a PONI file (text with lines like \"Distance: 0.2\")?");
    }
    poni.poni1_m = entries.needed("poni1");
    poni.poni2_m = entries.needed("poni2");
    poni.rot1 = entries.needed("rot1");
    poni.rot2 = entries.needed("rot2");
    poni.rot3 = entries.needed("rot3");
    if (const auto wavelength = entries.number("wavelength")) {
        if (!(*wavelength > 0))
            throw DataError("the wavelength in the PONI file is not positive", where, "it is given in metres");
        poni.wavelength_m = wavelength;
    }
    if (const auto parallax = entries.text("parallax")) poni.parallax = lowerAscii(*parallax) == "true";
    applyDetector(poni, entries, files);
    checkValues(poni, where);
    poni.leftOut = entries.leftOut();
    return poni;
}

Poni readPoni(const std::filesystem::path& file, const PoniFiles& files) {
    return parsePoni(readPoniText(file), file.string(), files);
}

std::string poniFileText(const Poni& poni) {
    const char* const version = poni.parallax ? "3" : poni.orientation != 3 ? "2.1" : "2";
    json config = json::object();
    const Detector* const known = findDetector(poni.detector);
    const bool isBent = !poni.distortion.isNone();
    const bool sizesDiffer =
        known == nullptr || isBent || known->pixelHeight_m != poni.pixel1_m || known->pixelWidth_m != poni.pixel2_m;
    if (sizesDiffer) {
        config["pixel1"] = poni.pixel1_m;
        config["pixel2"] = poni.pixel2_m;
    }
    if (isBent) {
        const PixelMap& map = poni.distortion.map();
        config[map.keyInPoni()] = map.radius_m() > 0 ? json(map.radius_m()) : json(map.source().string());
    }
    if (known == nullptr || isBent) {
        config["max_shape"] = poni.shape ? json{(*poni.shape)[0], (*poni.shape)[1]} : json();
    }
    if (poni.orientation != 3 || poni.parallax) config["orientation"] = poni.orientation;
    if (poni.sensor && poni.parallax) {
        config["sensor"] = {{"material", poni.sensor->material}, {"thickness", poni.sensor->thickness_m}};
    }
    std::string out = "# Nota: C-Order, 1 refers to the Y axis, 2 to the X axis\n# Written by Ewald\n";
    out += std::string("poni_version: ") + version + "\nDetector: " + poni.detector +
           "\nDetector_config: " + config.dump() + '\n';
    const auto line = [&out](const char* key, double value) { out += std::string(key) + ": " + exact(value) + '\n'; };
    line("Distance", poni.dist_m);
    line("Poni1", poni.poni1_m);
    line("Poni2", poni.poni2_m);
    line("Rot1", poni.rot1);
    line("Rot2", poni.rot2);
    line("Rot3", poni.rot3);
    if (poni.wavelength_m) line("Wavelength", *poni.wavelength_m);
    if (poni.parallax) out += "Parallax: True\n";
    return out;
}

Poni withBeamGeometry(Poni base, const BeamGeometry& geometry) {
    if (!(geometry.distance_m > 0))
        throw JobError("the distance is not positive", "distance_m", "give the distance from the sample in metres");
    if (!(base.pixel1_m > 0) || !(base.pixel2_m > 0))
        throw JobError("the pixel size is not positive", "pixel_size_m", "give it in metres");
    if (!(std::abs(geometry.tilt_deg) < 90))
        throw JobError("the tilt is 90° or more", "tilt_deg", "a detector in the beam is tilted by less");
    const double tilt = geometry.tilt_deg * kPi / 180;
    const double direction = geometry.tiltDirection_deg * kPi / 180;
    // From the point of normal incidence to the beam centre the detector plane falls by tan(tilt) per metre.
    const double offset = geometry.distance_m * std::sin(tilt);
    base.dist_m = geometry.distance_m * std::cos(tilt);
    base.poni1_m = pixelAxis(base, 0).place_m(geometry.centreRow) - offset * std::sin(direction);
    base.poni2_m = pixelAxis(base, 1).place_m(geometry.centreCol) - offset * std::cos(direction);
    base.rot1 = -std::atan(std::tan(tilt) * std::cos(direction));
    base.rot2 = std::atan(std::tan(tilt) * std::sin(direction) * std::cos(base.rot1));
    return base;
}

BeamGeometry beamGeometryOf(const Poni& poni) {
    const double cosTilt = std::cos(poni.rot1) * std::cos(poni.rot2);
    if (!(cosTilt > 1e-9)) {
        throw DataError("the direct beam does not meet the plane of the detector", {},
                        "the rotations turn it by 90° or more");
    }
    // Where the beam meets the plane, from the point of normal incidence.
    const double along1 = poni.dist_m * std::tan(poni.rot2) / std::cos(poni.rot1);
    const double along2 = -poni.dist_m * std::tan(poni.rot1);
    BeamGeometry geometry;
    geometry.distance_m = poni.dist_m / cosTilt;
    geometry.centreRow = pixelAxis(poni, 0).index(poni.poni1_m + along1);
    geometry.centreCol = pixelAxis(poni, 1).index(poni.poni2_m + along2);
    // acos loses half of the digits of a small tilt.
    geometry.tilt_deg = std::atan2(std::hypot(along1, along2), poni.dist_m) * 180 / kPi;
    geometry.tiltDirection_deg = along1 == 0 && along2 == 0 ? 0 : std::atan2(along1, along2) * 180 / kPi;
    return geometry;
}

} // namespace ewald::azint
