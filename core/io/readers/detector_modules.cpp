// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/readers/detector_modules.h"

#include "base/phrase.h"
#include "base/units.h"
#include "io/readers/detector_chain.h"
#include "io/readers/reader_tools.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>

namespace ewald::io {
namespace {

using Vector = std::array<double, 3>;

Vector cross(const Vector& a, const Vector& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// Of unit length; absent where there is none.
std::optional<Vector> direction(const h5::File& file, const std::string& path) {
    const std::vector<double> v = file.attributeNumbers(path, "vector");
    if (v.size() != 3) return std::nullopt;
    const double length = std::hypot(v[0], v[1], v[2]);
    if (!(length > 0) || !std::isfinite(length)) return std::nullopt;
    return Vector{v[0] / length, v[1] / length, v[2] / length};
}

/// The offset of a link of the chain in metres.
Vector offsetOf(const h5::File& file, const std::string& path, bool isTranslation) {
    const std::vector<double> offset = file.attributeNumbers(path, "offset");
    if (offset.size() != 3) return {};
    const double own = isTranslation ? metresPer(unitsOf(file, path)).value_or(1) : 1;
    const double metres = metresPer(file.attributeText(path, "offset_units").value_or("")).value_or(own);
    return {offset[0] * metres, offset[1] * metres, offset[2] * metres};
}

/// Rodrigues' formula.
Vector turned(const Vector& v, const Vector& axis, double angle) {
    const Vector side = cross(axis, v);
    const double along = dot(axis, v) * (1 - std::cos(angle));
    Vector result{};
    for (std::size_t i = 0; i < 3; ++i)
        result[i] = v[i] * std::cos(angle) + side[i] * std::sin(angle) + axis[i] * along;
    return result;
}

std::string absolute(const std::string& from, const std::string& path) {
    return path.empty() || path.starts_with('/') ? path : from + "/" + path;
}

/// The first pixel of a module and the directions of its pixels, in the laboratory.
struct Frame {
    Vector origin{}, fast{}, slow{};
    Vector own{}; ///< the first pixel before what the detector as a whole depends on
};

/// Whether the angle of a rotation does so during the scan.
bool changes(const h5::File& file, const std::string& path) {
    constexpr double kStill_deg = 1e-3;
    const h5::Dataset dataset = file.dataset(path);
    if (!dataset.info().type.isReal() || dataset.info().elements() < 2) return false;
    const std::vector<double> values = dataset.readAll<double>();
    const auto [least, most] = std::ranges::minmax(values);
    return !((most - least) * degreesPer(unitsOf(file, path)).value_or(1) < kStill_deg);
}

/// Why a link cannot be applied, a phrase; empty: it can.
std::string problemOfLink(const h5::File& file, const std::string& path) {
    const std::string type = transformationType(file, path), unit = unitsOf(file, path);
    const auto isLength = [](const std::string& word) { return word.empty() || metresPer(word).has_value(); };
    const h5::Dataset dataset = file.dataset(path);
    bool isKnown = dataset.info().type.isReal() && dataset.info().elements() > 0;
    if (const double value = isKnown ? file.number(path).value_or(NAN) : NAN; value != 0)
        isKnown =
            std::isfinite(value) && direction(file, path).has_value() &&
            ((type == "rotation" && (unit.empty() || degreesPer(unit))) || (type == "translation" && isLength(unit)));
    const std::vector<double> offset = file.attributeNumbers(path, "offset");
    isKnown = isKnown && (offset.empty() || offset.size() == 3) &&
              std::ranges::all_of(offset, [](double value) { return std::isfinite(value); }) &&
              isLength(file.attributeText(path, "offset_units").value_or(""));
    return isKnown ? std::string()
                   : phrase("%1 is not understood as a rotation or translation: where it puts the detector is not "
                            "known, and not used",
                            path);
}

/// The links of the chain from one on, in the order in which they are applied.
std::vector<std::string> linksFrom(const h5::File& file, std::string path, std::string& problem) {
    constexpr std::size_t kLongestChain = 1000;
    std::vector<std::string> links;
    std::set<std::string> passed;
    const auto add = [&](const std::string& why) {
        if (problem.empty()) problem = why;
    };
    while (!path.empty() && path != "." && !path.ends_with("/.")) {
        if (!file.hasDataset(path) || !passed.insert(path).second || links.size() == kLongestChain) {
            add(phrase("what a module depends on leads to %1, which is not there or in a circle: where it puts the "
                       "detector is not known, and not used",
                       path));
            break;
        }
        links.push_back(path);
        add(problemOfLink(file, path));
        path = absolute(path.substr(0, path.rfind('/')), file.attributeText(path, "depends_on").value_or("."));
    }
    return links;
}

/// Applies the links of a chain. \param whole the first link of the detector as a whole \param isTurned false:
/// without the rotations
void applyChain(const h5::File& file, const std::vector<std::string>& links, const std::string& whole, bool isTurned,
                Frame& frame) {
    bool reached = false;
    for (const std::string& path : links) {
        if (path == whole) frame.own = frame.origin, reached = true;
        const std::string type = transformationType(file, path);
        const double value = file.number(path).value_or(0); // of several (one a frame) the first
        if (const auto along = direction(file, path); along && type == "rotation") {
            const double angle = isTurned ? value * degreesPer(unitsOf(file, path)).value_or(1) * kPi / 180 : 0;
            for (Vector* const v : {&frame.origin, &frame.fast, &frame.slow}) *v = turned(*v, *along, angle);
        } else if (along && type == "translation") {
            const double metres = value * metresPer(unitsOf(file, path)).value_or(1);
            for (std::size_t i = 0; i < 3; ++i) frame.origin[i] += metres * (*along)[i];
        }
        const Vector offset = offsetOf(file, path, type == "translation");
        for (std::size_t i = 0; i < 3; ++i) frame.origin[i] += offset[i];
    }
    if (!reached) frame.own = frame.origin;
}

/// In pixels from the first one, of these lengths along its directions; absent where the plane holds the beam.
std::optional<BeamOnModule> beamOn(const Frame& frame, double width_m, double height_m) {
    // origin + col·width·fast + row·height·slow has no x and no y.
    const double area = (frame.fast[0] * frame.slow[1] - frame.fast[1] * frame.slow[0]) * width_m * height_m;
    if (!(std::abs(area) > 0)) return std::nullopt;
    const double col = (frame.slow[0] * frame.origin[1] - frame.slow[1] * frame.origin[0]) * height_m / area;
    const double row = (frame.fast[1] * frame.origin[0] - frame.fast[0] * frame.origin[1]) * width_m / area;
    return BeamOnModule{row, col, frame.origin[2] + col * width_m * frame.fast[2] + row * height_m * frame.slow[2]};
}

/// What of the pixels of a module is not understood, a phrase; empty: nothing.
std::string problemOfPixels(const h5::File& file, const std::string& module) {
    constexpr double kSquare = 1e-3; // cosine between the directions
    const std::string paths[] = {module + "/fast_pixel_direction", module + "/slow_pixel_direction"};
    bool isKnown = true;
    for (const std::string& path : paths) {
        const std::string unit = unitsOf(file, path);
        isKnown = isKnown && direction(file, path) && file.number(path).value_or(0) > 0 &&
                  (unit.empty() || metresPer(unit)) && problemOfLink(file, path).empty();
    }
    const auto fast = direction(file, paths[0]), slow = direction(file, paths[1]);
    if (isKnown && std::abs(dot(*fast, *slow)) <= kSquare) return {};
    return phrase(
        "the directions of the pixels of %1 are not understood, or not at a right angle: where they are is not "
        "known, and not used",
        module);
}

/// The whole numbers of an array with one for each axis of the data; empty: there is no such.
std::vector<double> numbersOfAxes(const h5::File& file, const std::string& path) {
    if (!file.hasDataset(path)) return {};
    const h5::Dataset dataset = file.dataset(path);
    const std::size_t axes = dataset.info().elements();
    return dataset.info().type.isReal() && axes >= 2 && axes <= 8 ? dataset.readAll<double>() : std::vector<double>();
}

/// Which pixels of the frames are those of a module.
void readPart(const h5::File& file, ModulePlace& place) {
    const std::vector<double> origin = numbersOfAxes(file, place.path + "/data_origin");
    if (origin.empty()) return;
    const auto axes = static_cast<std::ptrdiff_t>(origin.size());
    std::copy(origin.end() - 2, origin.end(), place.dataOrigin.begin());
    const std::vector<double> size = numbersOfAxes(file, place.path + "/data_size");
    constexpr double kMost = 1e6;
    const auto isWhole = [](double value) { return value >= 0 && value <= kMost && value == std::floor(value); };
    const bool isOfImage = std::all_of(origin.begin(), origin.begin() + (axes - 2), [](double at) { return at == 0; });
    if (size.size() != origin.size() || !isOfImage || !std::ranges::all_of(size, isWhole) ||
        !std::ranges::all_of(place.dataOrigin, isWhole))
        return;
    for (std::size_t axis = 0; axis < 2; ++axis)
        place.dataSize[axis] = static_cast<std::size_t>(size[size.size() - 2 + axis]);
}

/// Where a module of known pixels and links is.
void readPlace(const h5::File& file, const std::string& whole, ModulePlace& place) {
    const std::string fastPath = place.path + "/fast_pixel_direction", slowPath = place.path + "/slow_pixel_direction";
    const double width = file.number(fastPath).value_or(0) * metresPer(unitsOf(file, fastPath)).value_or(1);
    const double height = file.number(slowPath).value_or(0) * metresPer(unitsOf(file, slowPath)).value_or(1);
    place.pixelHeight_m = height, place.pixelWidth_m = width;
    Frame frame{offsetOf(file, fastPath, true), *direction(file, fastPath), *direction(file, slowPath), {}};
    Frame unturned = frame;
    applyChain(file, place.links, whole, true, frame);
    applyChain(file, place.links, whole, false, unturned);
    place.fast = frame.fast, place.slow = frame.slow, place.first_m = frame.origin;
    readPart(file, place);
    const Vector normal = cross(frame.fast, frame.slow);
    place.tilt_deg = std::atan2(std::hypot(normal[0], normal[1]), std::abs(normal[2])) * 180 / kPi;
    place.isMirrored = normal[2] < 0;
    // The PONI's axes are -y, or y of a mirrored image, and -x.
    place.turn_deg = std::atan2(-frame.slow[0], place.isMirrored ? frame.slow[1] : -frame.slow[1]) * 180 / kPi;
    const std::optional<BeamOnModule> beam = beamOn(frame, width, height);
    if (!beam) return;
    place.beam = *beam;
    place.unturned = beamOn(unturned, width, height).value_or(BeamOnModule());
    place.tiltDirection_deg =
        std::atan2(beam->distance_m * frame.slow[2], beam->distance_m * frame.fast[2]) * 180 / kPi;
    // Programs that do not know the place of the first pixel write none.
    const bool isFinite = std::isfinite(beam->row) && std::isfinite(beam->col) && std::isfinite(beam->distance_m);
    place.placed = isFinite && std::hypot(frame.own[0], frame.own[1]) > width;
    place.placedByWhole = isFinite && !place.placed && std::hypot(unturned.origin[0], unturned.origin[1]) > width;
    const auto [originRow, originCol] = place.dataOrigin;
    place.mirroredRow = originRow - beam->row, place.mirroredCol = originCol - beam->col;
    for (BeamOnModule* const on : {&place.beam, &place.unturned}) on->row += originRow, on->col += originCol;
}

ModulePlace placeOf(const h5::File& file, const std::string& detector, const std::string& module) {
    ModulePlace place;
    place.path = module;
    place.problem = problemOfPixels(file, module);
    const std::string whole = absolute(detector, file.text(detector + "/depends_on").value_or("."));
    const std::string next = file.attributeText(module + "/fast_pixel_direction", "depends_on").value_or("");
    place.links = linksFrom(file, next.empty() ? whole : absolute(module, next), place.problem);
    if (!place.problem.empty()) return place;
    for (const std::string& link : place.links) {
        if (transformationType(file, link) == "rotation") {
            place.turnsDuringScan = place.turnsDuringScan || changes(file, link);
        } else if (const double travel_m = place.travelsBy.empty() ? travelOf(file, link) : 0; travel_m > 0) {
            place.travelsBy = link, place.travel_m = travel_m;
        }
    }
    readPlace(file, whole, place);
    return place;
}

ModulePlace withoutDirections(const std::string& module) {
    ModulePlace place;
    place.path = module;
    place.problem =
        phrase("%1 does not say in which directions its pixels run: where they are is not known, and not used", module);
    return place;
}

} // namespace

std::vector<ModulePlace> modulePlaces(const h5::File& file, const std::string& detector) {
    constexpr std::size_t kMost = 100'000;
    std::vector<ModulePlace> places;
    bool said = false;
    for (const std::string& name : file.children(detector)) {
        const std::string path = detector + "/" + name;
        if (places.size() == kMost) break;
        if (!file.hasGroup(path) || (name != "module" && nexusClass(file, path) != "NXdetector_module")) continue;
        const bool hasFast = file.hasDataset(path + "/fast_pixel_direction");
        const bool hasSlow = file.hasDataset(path + "/slow_pixel_direction");
        said = said || hasFast || hasSlow;
        places.push_back(hasFast && hasSlow ? placeOf(file, detector, path) : withoutDirections(path));
    }
    if (!said) return {}; // none says in which directions its pixels run
    // Beside modules in places, one whose first pixel is in the beam is in its place as well.
    if (std::ranges::any_of(places, &ModulePlace::placed))
        for (ModulePlace& place : places) place.placed = place.placed || std::abs(place.beam.distance_m) > 0;
    return places;
}

} // namespace ewald::io
