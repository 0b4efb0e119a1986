// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/geometry/module_geometry.h"

#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/units.h"
#include "io/readers/module_corners.h"
#include "io/stack/images/detector_header.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace ewald::io {
namespace {

constexpr double kFlat_deg = 0.1, kOtherAxes_deg = 80; // no detector stands along the beam: z is another axis
constexpr double kNear = 1;                            // pixels; programs differ by half a pixel
constexpr double kLeastDistance_m = 1e-3;              // of a detector that has a place along the beam

bool isNear(double row, double col, const BeamOnModule& beam) {
    return std::abs(row - beam.row) <= kNear && std::abs(col - beam.col) <= kNear;
}

bool isSameDistance(double one_m, double other_m) {
    constexpr double kTolerance = 5e-3, kLeast_m = 1e-3; // a sensor has a thickness
    return std::abs(std::abs(one_m) - std::abs(other_m)) <= std::max(kLeast_m, kTolerance * std::abs(one_m));
}

/// What the image is turned around the beam by; 0 where it is not, or is for programs that mean the axes the other way
/// round.
double turnOf(const ModulePlace& module) {
    constexpr double kStraight_deg = 0.1;
    const double turn = std::abs(module.turn_deg);
    return std::min(turn, 180 - turn) > kStraight_deg ? module.turn_deg : 0;
}

/// Takes how the image is turned around the beam, and says where azimuths are others than those of an image that lies
/// as usual.
void takeTurn(const ModulePlace& module, StackContents& contents) {
    if (module.isMirrored)
        contents.note(Severity::warning, phrase("%1 says that the image is mirrored: azimuths run the other way round; "
                                                "flip_rows or flip_cols mirrors it back",
                                                module.path));
    contents.geometry.turn_deg = turnOf(module);
    if (contents.geometry.turn_deg != 0)
        contents.note(Severity::info,
                      phrase("%1 says that the image is turned by %2 degrees around the beam: azimuths are "
                             "counted from there",
                             module.path, numberText(module.turn_deg)));
}

/// Whether the pixels of two modules lie in one plane, where those of one frame would; also for programs that mean the
/// axes the other way round.
bool lieAlike(const ModulePlace& one, const ModulePlace& other) {
    constexpr double kSame = 2e-4; // radians
    const auto areAlike = [](const std::array<double, 3>& a, const std::array<double, 3>& b) {
        return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) < kSame;
    };
    const bool isMirrored = std::abs(one.mirroredRow - other.mirroredRow) <= kNear &&
                            std::abs(one.mirroredCol - other.mirroredCol) <= kNear;
    return (isNear(one.beam.row, one.beam.col, other.beam) || isMirrored) &&
           isSameDistance(one.beam.distance_m, other.beam.distance_m) && areAlike(one.fast, other.fast) &&
           areAlike(one.slow, other.slow);
}

std::string problemOfPlanes(std::span<const ModulePlace> modules) {
    const ModulePlace& first = modules.front();
    for (const ModulePlace& module : modules)
        if (!lieAlike(first, module))
            return phrase("%1 and %2 do not lie in one plane as they do in the frames: the distance and the beam "
                          "centre of the file are not used; give a PONI file that names a file of the pixels' corners",
                          first.path, module.path);
    return {};
}

/// What of a module contradicts the file's pixel size, beam centre or distance, of the detector as it stands or with
/// its arm at zero; empty: nothing.
std::string contradictionOf(const ModulePlace& first, const StackGeometry& file) {
    const auto isOther = [](const std::optional<double>& stated_m, double own_m) {
        constexpr double kTolerance = 0.02; // no binning is within
        return stated_m && std::abs(*stated_m - own_m) > kTolerance * own_m;
    };
    if (isOther(file.pixelHeight_m, first.pixelHeight_m) || isOther(file.pixelWidth_m, first.pixelWidth_m))
        return phrase("the pixels of %1 are %2 x %3, and %4 x %5 by the file: distance and beam centre are not used; "
                      "give a PONI file",
                      first.path, lengthText(first.pixelHeight_m), lengthText(first.pixelWidth_m),
                      lengthText(file.pixelHeight_m.value_or(0)), lengthText(file.pixelWidth_m.value_or(0)));
    const BeamOnModule &beam = first.beam, &unturned = first.unturned;
    if (file.beamCentreRow && file.beamCentreCol && !isNear(*file.beamCentreRow, *file.beamCentreCol, beam) &&
        !isNear(*file.beamCentreRow, *file.beamCentreCol, unturned))
        return phrase("%1 and what it depends on put the beam at row %2, column %3 of the frames, and the beam centre "
                      "of the file is row %4, column %5: it and the distance are not used; give a PONI file",
                      first.path, numberText(beam.row), numberText(beam.col), numberText(*file.beamCentreRow),
                      numberText(*file.beamCentreCol));
    // To the beam on the detector, or to its plane.
    const double toPlane_m = beam.distance_m * std::cos(first.tilt_deg * kPi / 180);
    if (const double stated_m = file.distance_m.value_or(0);
        stated_m > 0 && std::ranges::none_of(std::array{beam.distance_m, toPlane_m, unturned.distance_m},
                                             [&](double own_m) { return isSameDistance(own_m, stated_m); }))
        return phrase("%1 and what it depends on put the detector %2 away from the sample, and the distance of the "
                      "file is %3: it and the beam centre are not used; give a PONI file",
                      first.path, lengthText(std::abs(beam.distance_m)), lengthText(stated_m));
    return {};
}

/// What keeps the place of modules from being used; empty: they are one plane, and agree with what the file says beside
/// them.
std::string problemOf(std::span<const ModulePlace> modules, const StackGeometry& file) {
    const auto tilted = std::ranges::max_element(modules, {}, &ModulePlace::tilt_deg);
    for (const ModulePlace& module : modules)
        if (!module.placed || module.turnsDuringScan)
            return phrase(
                "%1 is tilted by %2 degrees against the beam: the distance and the beam centre of the file do "
                "not say that, and are not used; give a PONI file",
                tilted->path, numberText(tilted->tilt_deg));
    if (std::string problem = problemOfPlanes(modules); !problem.empty()) return problem;
    if (!(modules.front().beam.distance_m > kLeastDistance_m))
        return phrase(
            "%1 and what it depends on put the detector where the direct beam never meets it: the distance and "
            "the beam centre of the file are not used; give a PONI file",
            modules.front().path);
    return contradictionOf(modules.front(), file);
}

/// What the file says beside the modules.
StackGeometry besideModules(const DetectorChain& chain, StackGeometry geometry) {
    if (chain.isDistance) geometry.distance_m.reset();
    return geometry;
}

void takePlace(const ModulePlace& place, StackGeometry& geometry) {
    geometry.distance_m = std::abs(place.beam.distance_m);
    geometry.beamCentreRow = place.beam.row;
    geometry.beamCentreCol = place.beam.col;
    geometry.pixelHeight_m = geometry.pixelHeight_m.value_or(place.pixelHeight_m);
    geometry.pixelWidth_m = geometry.pixelWidth_m.value_or(place.pixelWidth_m);
}

/// \param modules some of which are tilted
void takeTilt(std::span<const ModulePlace> modules, const DetectorChain& chain, StackContents& contents) {
    StackGeometry& geometry = contents.geometry;
    if (std::string problem = problemOf(modules, besideModules(chain, geometry)); !problem.empty())
        return leaveOutPlace(contents, std::move(problem));
    const ModulePlace& place = modules.front();
    takePlace(place, geometry);
    geometry.tilt_deg = place.tilt_deg;
    geometry.tiltDirection_deg = place.tiltDirection_deg;
    takeTurn(place, contents);
    contents.note(Severity::info,
                  phrase("the file's distance, beam centre and tilt (%2 degrees) are those of %1 and what "
                         "it depends on",
                         place.path, numberText(place.tilt_deg)));
}

/// Takes the places of modules in several planes, pixel by pixel.
/// \return false: they are one plane, or do not say enough for that
bool takePanels(std::span<const ModulePlace> modules, const DetectorChain& chain, const std::filesystem::path& panels,
                StackContents& contents) {
    const FrameShape shape = contents.frames.shape();
    const auto isKnown = [](const ModulePlace& module) {
        return module.placed && !module.turnsDuringScan && module.travelsBy.empty() && module.tilt_deg < kOtherAxes_deg;
    };
    if (panels.empty() || modules.empty() || !std::ranges::all_of(modules, isKnown) || problemOfPlanes(modules).empty())
        return false;
    if (std::string problem = problemOfParts(modules, {shape.rows, shape.cols}); !problem.empty()) {
        contents.note(Severity::warning, std::move(problem));
        return false;
    }
    StackGeometry& geometry = contents.geometry;
    StackGeometry file = geometry;
    constexpr double kSame_m = 1e-9;
    if (std::abs(file.distance_m.value_or(0) - chain.alongBeam_m) < kSame_m)
        file.distance_m.reset(); // of the transformations, which the modules know better
    std::string problem = contradictionOf(modules.front(), file);
    if (std::ranges::any_of(modules, [&](const ModulePlace& module) { return contradictionOf(module, file).empty(); }))
        problem.clear(); // the file's centre and distance are those of one of them
    geometry.distance_m.reset(), geometry.beamCentreRow.reset(), geometry.beamCentreCol.reset();
    if (!problem.empty()) {
        contents.note(Severity::warning, std::move(problem));
        return true;
    }
    geometry.pixelHeight_m = geometry.pixelHeight_m.value_or(modules.front().pixelHeight_m);
    geometry.pixelWidth_m = geometry.pixelWidth_m.value_or(modules.front().pixelWidth_m);
    geometry.panels = panels;
    geometry.panelsDistance_m = distanceOf(modules);
    contents.note(Severity::info,
                  phrase("the modules lie in several planes: without another geometry, each pixel is where %1 and the "
                         "others, and what they depend on, put it",
                         modules.front().path));
    return true;
}

/// \param modules that stand across the beam in known places
void takeFlat(std::span<const ModulePlace> modules, const DetectorChain& chain, StackContents& contents) {
    if (std::string problem = problemOf(modules, besideModules(chain, contents.geometry)); !problem.empty())
        return leaveOutPlace(contents, std::move(problem));
    takePlace(modules.front(), contents.geometry);
    contents.note(Severity::info, phrase("the file's distance and beam centre are those of %1 and what it depends on",
                                         modules.front().path));
}

/// Says where modules and transformations that stand across the beam contradict the beam centre of the file. What
/// cannot be true then is not used.
void compareWithModules(std::span<const ModulePlace> modules, const DetectorChain& chain, StackContents& contents) {
    StackGeometry& geometry = contents.geometry;
    if (!geometry.beamCentreRow || !geometry.beamCentreCol) return;
    const ModulePlace* const across =
        modules.empty() || modules.front().tilt_deg > kFlat_deg ? nullptr : &modules.front();
    if (across != nullptr) takeTurn(*across, contents);
    const double row = *geometry.beamCentreRow, col = *geometry.beamCentreCol;
    const auto off = [](double value, double one, double other) {
        return std::min(std::abs(value - one), std::abs(value - other)) > kNear;
    };
    for (const ModulePlace& module : modules)
        if (module.placed &&
            (off(row, module.beam.row, module.mirroredRow) || off(col, module.beam.col, module.mirroredCol)))
            return leaveOutPlace(
                contents,
                phrase("%1 and what it depends on put the beam at row %2, column %3 of the frames, and the beam "
                       "centre of the file is row %4, column %5: it and the distance are not used; give a PONI "
                       "file",
                       module.path, numberText(module.beam.row), numberText(module.beam.col), numberText(row),
                       numberText(col)));
    const bool placed = std::ranges::any_of(modules, &ModulePlace::placed);
    if (placed && std::ranges::all_of(modules, &ModulePlace::placed))
        if (std::string problem = problemOfPlanes(modules); !problem.empty())
            return leaveOutPlace(contents, std::move(problem));
    if (placed && modules.front().beam.distance_m < 0)
        contents.note(Severity::warning,
                      phrase("%1 and what it depends on put the detector before the sample: it is taken "
                             "as behind it",
                             modules.front().path));
    if (placed || chain.shiftedBy.empty() || !geometry.pixelWidth_m || !geometry.pixelHeight_m) return;
    // Of the first pixel or of the middle: the transformations alone do not say which point of the detector they move.
    const double sideways = std::abs(chain.across_m[0]) / *geometry.pixelWidth_m;
    const double down = std::abs(chain.across_m[1]) / *geometry.pixelHeight_m;
    const FrameShape shape = contents.frames.shape();
    const double middleRow = static_cast<double>(shape.rows) / 2, middleCol = static_cast<double>(shape.cols) / 2;
    const bool known =
        (!off(col, sideways, sideways) && !off(row, down, down)) ||
        (!off(std::abs(col - middleCol), sideways, sideways) && !off(std::abs(row - middleRow), down, down));
    if (std::max(sideways, down) > kNear && !known)
        contents.note(Severity::warning,
                      phrase("the transformations (%1) move the detector across the beam by %2, which the beam centre "
                             "of the file may not contain: check it, or give a PONI file",
                             chain.shiftedBy, lengthText(std::hypot(chain.across_m[0], chain.across_m[1]))));
}

} // namespace

bool followTheTurn(std::span<const ModulePlace> modules, const std::string& link) {
    const auto isKnown = [](const ModulePlace& module) {
        return module.problem.empty() && module.tilt_deg < kOtherAxes_deg && !module.turnsDuringScan;
    };
    const auto depends = [&](const ModulePlace& module) { return std::ranges::count(module.links, link) > 0; };
    return std::ranges::all_of(modules, isKnown) && std::ranges::any_of(modules, depends);
}

namespace {

/// Places modules that only the detector as a whole says the place of, and says so, where the file has no beam centre.
std::vector<ModulePlace> placedModules(std::span<const ModulePlace> modules, const DetectorChain& chain,
                                       StackContents& contents) {
    std::vector<ModulePlace> placed(modules.begin(), modules.end());
    const auto isKnown = [](const ModulePlace& m) { return m.placed || (m.placedByWhole && m.problem.empty()); };
    const bool isStated = contents.geometry.beamCentreRow && contents.geometry.beamCentreCol;
    if (isStated || placed.empty() || !std::ranges::all_of(placed, isKnown) ||
        std::ranges::all_of(placed, &ModulePlace::placed))
        return placed;
    for (ModulePlace& module : placed) module.placed = true;
    contents.note(Severity::warning,
                  phrase("nothing but the transformations (%1) says where the detector lies across the beam: the beam "
                         "centre is theirs; check it with a calibrant, or give a PONI file",
                         chain.shiftedBy.empty() ? placed.front().links.front() : chain.shiftedBy));
    return placed;
}

} // namespace

void placeDetector(std::span<const ModulePlace> found, const DetectorChain& chain, const std::filesystem::path& panels,
                   StackContents& contents) {
    const std::vector<ModulePlace> modules = placedModules(found, chain, contents);
    const auto isTilted = [](const ModulePlace& m) { return m.tilt_deg > kFlat_deg && m.tilt_deg < kOtherAxes_deg; };
    const auto unknown = std::ranges::find_if(modules, [](const ModulePlace& m) { return !m.problem.empty(); });
    if (unknown != modules.end()) {
        if (std::ranges::any_of(modules, isTilted)) return leaveOutPlace(contents, unknown->problem);
        if (chain.problem.empty()) contents.note(Severity::warning, unknown->problem);
        return compareWithModules({}, chain, contents);
    }
    if (takePanels(modules, chain, panels, contents)) return;
    const auto travels = std::ranges::find_if(modules, [](const ModulePlace& m) { return !m.travelsBy.empty(); });
    if (travels != modules.end() && chain.travelsBy.empty())
        contents.note(Severity::warning,
                      phrase("%1 moves the detector by %2 during the scan: all frames are taken as if it stood where "
                             "distance and beam centre say",
                             travels->travelsBy, lengthText(travels->travel_m)));
    if (std::ranges::any_of(modules, isTilted)) return takeTilt(modules, chain, contents);
    const StackGeometry& stated = contents.geometry;
    const bool arePlaced = !modules.empty() && std::ranges::all_of(modules, [](const ModulePlace& m) {
        return m.placed && !m.turnsDuringScan && m.tilt_deg <= kFlat_deg;
    });
    if (arePlaced && !stated.beamCentreRow && !stated.beamCentreCol) takeFlat(modules, chain, contents);
    compareWithModules(modules, chain, contents);
}

} // namespace ewald::io
