// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/readers/detector_chain.h"

#include "base/phrase.h"
#include "io/readers/reader_tools.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

namespace ewald::io {
namespace {

constexpr std::size_t kMostValues = 10'000'000;
constexpr double kSmallestAngle = 1e-4; ///< degrees, of an arm at its zero

/// The angle of a dataset in degrees, of several (one a frame) the largest; 0 where there is none.
double degreesAt(const h5::File& file, const std::string& path) {
    if (!file.hasDataset(path)) return 0;
    const h5::Dataset dataset = file.dataset(path);
    if (!dataset.info().type.isReal()) return 0;
    const double unit = degreesPer(unitsOf(file, path)).value_or(1);
    double largest = 0;
    for (const double value : dataset.readAll<double>(kMostValues)) {
        const double degrees = value * unit;
        if (std::isfinite(degrees) && std::abs(degrees) > std::max(kSmallestAngle, std::abs(largest)))
            largest = degrees;
    }
    return largest;
}

/// The angle of an attribute in degrees; 0 where there is none.
double degreesOfAttribute(const h5::File& file, const std::string& group, const std::string& name) {
    const double value = file.attributeNumber(group, name).value_or(0);
    if (!std::isfinite(value) || std::abs(value) <= kSmallestAngle) return 0;
    for (const char* const ending : {"_units", "_unit"})
        if (const auto unit = degreesPer(file.attributeText(group, name + ending).value_or(""))) return value * *unit;
    return value;
}

/// z of a vector of unit length.
double alongBeam(const std::vector<double>& vector) {
    if (vector.size() != 3) return 0;
    const double length = std::hypot(vector[0], vector[1], vector[2]);
    return length > 0 ? vector[2] / length : 0;
}

/// Says where the unit of a link is none of what it does. Empty: it is one, or nothing is moved.
std::string unitProblem(const h5::File& file, const std::string& path, const std::string& type) {
    const std::string unit = unitsOf(file, path);
    const bool fits = type == "rotation" ? degreesPer(unit).has_value() : metresPer(unit).has_value();
    if (unit.empty() || fits || (type != "rotation" && type != "translation")) return {};
    if (file.number(path).value_or(1) == 0) return {};
    return phrase(
        type == "rotation"
            ? translatable("the unit \"%1\" of %2 is no angle: where the transformations put the detector is "
                           "not known, and not used")
            : translatable("the unit \"%1\" of %2 is no length: where the transformations put the detector is "
                           "not known, and not used"),
        unit, path);
}

/// How far a link of the chain moves the detector along the beam; absent when that changes during the scan.
std::optional<double> moveOf(const h5::File& file, const std::string& path, bool isTranslation) {
    const std::string unit = unitsOf(file, path);
    const double metres = metresPer(unit).value_or(1);
    double move = 0;
    if (const double direction = alongBeam(file.attributeNumbers(path, "vector")); isTranslation && direction != 0) {
        const h5::Dataset dataset = file.dataset(path);
        if (!dataset.info().type.isReal()) return std::nullopt;
        const std::vector<double> values = dataset.readAll<double>(kMostValues);
        if (values.empty()) return std::nullopt;
        const auto [least, most] = std::ranges::minmax(values);
        if (!(std::abs(most - least) <= 1e-4 * std::abs(most))) return std::nullopt;
        move = values.front() * metres * direction;
    }
    if (const std::vector<double> offset = file.attributeNumbers(path, "offset"); offset.size() == 3) {
        const std::string own = file.attributeText(path, "offset_units").value_or("");
        move += offset[2] * metresPer(own).value_or(isTranslation ? metres : 1);
    }
    return move;
}

/// How far a link of the chain moves the detector along x and y; of several values (one a frame) the first counts.
std::array<double, 2> acrossOf(const h5::File& file, const std::string& path, bool isTranslation) {
    const double metres = metresPer(unitsOf(file, path)).value_or(1);
    std::array<double, 2> move{};
    const std::vector<double> vector = file.attributeNumbers(path, "vector");
    if (const double length = vector.size() == 3 ? std::hypot(vector[0], vector[1], vector[2]) : 0;
        isTranslation && length > 0 && std::hypot(vector[0], vector[1]) > 1e-6 * length)
        for (std::size_t i = 0; i < 2; ++i) move[i] = file.number(path).value_or(0) * metres * vector[i] / length;
    if (const std::vector<double> offset = file.attributeNumbers(path, "offset"); offset.size() == 3) {
        const std::string own = file.attributeText(path, "offset_units").value_or("");
        for (std::size_t i = 0; i < 2; ++i) move[i] += offset[i] * metresPer(own).value_or(isTranslation ? metres : 1);
    }
    return move;
}

/// Angles of arms and tilts that files hold beside the chain: in the group of the detector, and as positioners of the
/// instrument.
void readAngles(const h5::File& file, const std::string& detector, DetectorChain& chain) {
    const auto read = [&](const std::string& path) {
        if (chain.degrees != 0) return;
        if (const double degrees = degreesAt(file, path); degrees != 0) chain.turnedBy = path, chain.degrees = degrees;
    };
    for (const char* name : {"goniometer/two_theta", "goniometer/two_theta_start", "polar_angle", "two_theta",
                             "twotheta", "tth", "rotation_angle"})
        read(detector + "/" + name);
    const std::string instrument = detector.substr(0, detector.rfind('/'));
    // Of the sample's goniometer DECTRIS's masters tell the angle of the detector, too.
    const std::string entry = instrument.substr(0, instrument.rfind('/'));
    for (const char* name : {"two_theta", "two_theta_start"}) read(entry + "/sample/goniometer/" + name);
    // As attributes, in degrees unless another one of the same name says radians.
    for (const std::string& group : {detector, detector + "/data", instrument})
        for (const char* name : {"two_theta", "twotheta", "tth", "polar_angle", "2theta"})
            if (const double degrees = degreesOfAttribute(file, group, name); degrees != 0 && chain.degrees == 0)
                chain.turnedBy = group + "@" + name, chain.degrees = degrees;
    // Words with other meanings, too (gamma of a camera): angles only with a unit of angles.
    constexpr std::array kWithUnit{"arm", "arm_angle", "detector_arm", "delta", "gamma",
                                   "nu",  "tilt",      "tilt_angle",   "pitch", "yaw"};
    const auto isAngle = [&](const std::string& path) {
        return file.hasDataset(path) && degreesPer(unitsOf(file, path)).has_value();
    };
    for (const char* name : kWithUnit)
        if (const std::string path = detector + "/" + name; isAngle(path)) read(path);
    for (const char* name : {"detector_arm", "detector_two_theta", "detector_tilt"})
        for (const char* value : {"", "/value"})
            if (const std::string path = instrument + "/" + name + value; isAngle(path)) read(path);
}

} // namespace

std::string transformationType(const h5::File& file, const std::string& path) {
    std::string type = file.attributeText(path, "transformation_type").value_or("");
    if (!type.empty()) return type;
    const std::string unit = unitsOf(file, path);
    return degreesPer(unit) ? "rotation" : metresPer(unit) ? "translation" : "";
}

double travelOf(const h5::File& file, const std::string& path) {
    constexpr double kStill = 1e-4, kStill_m = 5e-6; // of the place; a small part of a pixel
    const h5::Dataset dataset = file.dataset(path);
    if (!dataset.info().type.isReal() || dataset.info().elements() < 2) return 0;
    std::vector<double> values = dataset.readAll<double>(kMostValues);
    std::erase_if(values, [](double value) { return !std::isfinite(value); });
    if (values.empty()) return 0;
    const auto [least, most] = std::ranges::minmax(values);
    const double metres = metresPer(unitsOf(file, path)).value_or(1);
    const double still_m = std::max(kStill_m, kStill * std::max(std::abs(least), std::abs(most)) * metres);
    return (most - least) * metres > still_m ? (most - least) * metres : 0;
}

DetectorChain detectorChain(const h5::File& file, const std::string& detector) {
    constexpr std::size_t kLongestChain = 32;
    const auto absolute = [](const std::string& from, const std::string& path) {
        return path.empty() || path == "." ? std::string() : path.starts_with('/') ? path : from + "/" + path;
    };
    DetectorChain chain;
    std::set<std::string> passed;
    bool changes = false;
    const std::optional<std::string> dependsOn = file.text(detector + "/depends_on");
    std::string path = absolute(detector, dependsOn.value_or("."));
    for (std::size_t link = 0; link < kLongestChain && file.hasDataset(path); ++link) {
        if (!passed.insert(path).second) {
            chain.problem =
                phrase("the transformations of %1 go round in a circle at %2: where they put the detector is "
                       "not known, and not used",
                       detector, path);
            path.clear();
            break;
        }
        const std::string type = transformationType(file, path);
        if (chain.problem.empty()) chain.problem = unitProblem(file, path, type);
        if (type == "rotation")
            if (const double degrees = degreesAt(file, path); degrees != 0) {
                chain.turnedBy = path, chain.degrees = degrees;
                break;
            }
        if (type == "translation" && chain.travelsBy.empty())
            if (const double travel_m = travelOf(file, path); travel_m > 0)
                chain.travelsBy = path, chain.travel_m = travel_m;
        const std::optional<double> move = moveOf(file, path, type == "translation");
        changes = changes || !move;
        if (move.value_or(0) != 0) {
            if (chain.movedBy.empty()) chain.movedBy = path;
            chain.alongBeam_m += *move;
        }
        const std::array<double, 2> across = acrossOf(file, path, type == "translation");
        if (chain.shiftedBy.empty() && std::hypot(across[0], across[1]) > 0) chain.shiftedBy = path;
        for (std::size_t i = 0; i < 2; ++i) chain.across_m[i] += across[i];
        path = absolute(path.substr(0, path.rfind('/')), file.attributeText(path, "depends_on").value_or("."));
    }
    if (chain.degrees == 0 && !path.empty() && !file.hasDataset(path) && chain.problem.empty())
        chain.problem =
            phrase("the transformations of %1 lead to %2, which is not there: where they put the detector is "
                   "not known, and not used",
                   detector, path);
    changes = changes || !chain.problem.empty();
    // Without a chain its links may be there all the same.
    const std::string links = detector + "/transformations";
    if (!dependsOn && file.hasGroup(links))
        for (const std::string& name : file.children(links))
            if (chain.degrees == 0 && transformationType(file, links + "/" + name) == "rotation")
                if (const double degrees = degreesAt(file, links + "/" + name); degrees != 0)
                    chain.turnedBy = links + "/" + name, chain.degrees = degrees;
    if (chain.degrees == 0) readAngles(file, detector, chain);
    if (chain.degrees != 0 || !chain.problem.empty()) chain.shiftedBy.clear(), chain.across_m = {};
    if (changes || chain.degrees != 0) chain.movedBy.clear(), chain.alongBeam_m = 0;
    chain.alongBeam_m = std::abs(chain.alongBeam_m);
    return chain;
}

} // namespace ewald::io
