// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/readers/detector_modules.h"

#include "base/units.h"
#include "io/readers/detector_chain.h"
#include "io/readers/reader_tools.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

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

/// Applies a link of the chain and all that it depends on. \param whole the first link of the detector as a whole
void applyChain(const h5::File& file, std::string path, const std::string& whole, Frame& frame) {
    constexpr std::size_t kLongestChain = 32;
    bool reached = false;
    for (std::size_t link = 0; link < kLongestChain && file.hasDataset(path); ++link) {
        if (path == whole) frame.own = frame.origin, reached = true;
        const std::string type = transformationType(file, path);
        const double value = file.number(path).value_or(0); // of several (one a frame) the first
        if (const auto along = direction(file, path); along && type == "rotation") {
            const double angle = value * degreesPer(unitsOf(file, path)).value_or(1) * kPi / 180;
            for (Vector* const v : {&frame.origin, &frame.fast, &frame.slow}) *v = turned(*v, *along, angle);
        } else if (along && type == "translation") {
            const double metres = value * metresPer(unitsOf(file, path)).value_or(1);
            for (std::size_t i = 0; i < 3; ++i) frame.origin[i] += metres * (*along)[i];
        }
        const Vector offset = offsetOf(file, path, type == "translation");
        for (std::size_t i = 0; i < 3; ++i) frame.origin[i] += offset[i];
        path = absolute(path.substr(0, path.rfind('/')), file.attributeText(path, "depends_on").value_or("."));
    }
    if (!reached) frame.own = frame.origin;
}

std::optional<ModulePlace> placeOf(const h5::File& file, const std::string& detector, const std::string& module) {
    const std::string fastPath = module + "/fast_pixel_direction", slowPath = module + "/slow_pixel_direction";
    if (!file.hasDataset(fastPath) || !file.hasDataset(slowPath)) return std::nullopt;
    const auto fast = direction(file, fastPath), slow = direction(file, slowPath);
    const double width = file.number(fastPath).value_or(0) * metresPer(unitsOf(file, fastPath)).value_or(1);
    const double height = file.number(slowPath).value_or(0) * metresPer(unitsOf(file, slowPath)).value_or(1);
    if (!fast || !slow || !(width > 0) || !(height > 0)) return std::nullopt;
    Frame frame{offsetOf(file, fastPath, true), *fast, *slow, {}};
    const std::string whole = absolute(detector, file.text(detector + "/depends_on").value_or("."));
    const std::string next = file.attributeText(fastPath, "depends_on").value_or("");
    applyChain(file, next.empty() ? whole : absolute(module, next), whole, frame);
    const Vector normal = cross(frame.fast, frame.slow);
    const double length = std::sqrt(dot(normal, normal));
    if (!(length > 0.5)) return std::nullopt; // no axes of pixels
    ModulePlace place;
    place.path = module;
    place.tilt_deg = std::atan2(std::hypot(normal[0], normal[1]), std::abs(normal[2])) * 180 / kPi;
    place.isMirrored = normal[2] < 0;
    place.turn_deg = std::atan2(-frame.fast[1], -frame.fast[0]) * 180 / kPi;
    // origin + a·width·fast + b·height·slow has no x and no y.
    const double area = (frame.fast[0] * frame.slow[1] - frame.fast[1] * frame.slow[0]) * width * height;
    if (!(std::abs(area) > 0)) return place;
    const double a = (frame.slow[0] * frame.origin[1] - frame.slow[1] * frame.origin[0]) * height / area;
    const double b = (frame.fast[1] * frame.origin[0] - frame.fast[0] * frame.origin[1]) * width / area;
    // Programs that do not know the place of the first pixel write none.
    place.placed = std::isfinite(a) && std::isfinite(b) && std::hypot(frame.own[0], frame.own[1]) > width;
    double originRow = 0, originCol = 0;
    if (const std::string path = module + "/data_origin"; file.hasDataset(path)) {
        const h5::Dataset dataset = file.dataset(path);
        const std::size_t axes = dataset.info().elements();
        if (dataset.info().type.isReal() && axes >= 2 && axes <= 8) {
            const std::vector<double> origin = dataset.readAll<double>();
            originRow = origin[axes - 2], originCol = origin[axes - 1];
        }
    }
    place.row = originRow + b, place.col = originCol + a;
    place.mirroredRow = originRow - b, place.mirroredCol = originCol - a;
    return place;
}

} // namespace

std::vector<ModulePlace> modulePlaces(const h5::File& file, const std::string& detector) {
    constexpr std::size_t kMost = 1000;
    std::vector<ModulePlace> places;
    for (const std::string& name : file.children(detector)) {
        const std::string path = detector + "/" + name;
        if (places.size() == kMost) break;
        if (!file.hasGroup(path) || (name != "module" && nexusClass(file, path) != "NXdetector_module")) continue;
        if (auto place = placeOf(file, detector, path)) places.push_back(std::move(*place));
    }
    return places;
}

} // namespace ewald::io
