// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/geometry/module_geometry.h"

#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/units.h"
#include "io/stack/images/detector_header.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace ewald::io {
namespace {

constexpr double kFlat_deg = 0.1, kOtherAxes_deg = 80; // no detector stands along the beam: z is another axis
constexpr double kNear = 1;                            // pixels; programs differ by half a pixel

bool isNear(double row, double col, const BeamOnModule& beam) {
    return std::abs(row - beam.row) <= kNear && std::abs(col - beam.col) <= kNear;
}

bool isSameDistance(double one_m, double other_m) {
    constexpr double kTolerance = 5e-3, kLeast_m = 1e-3; // a sensor has a thickness
    return std::abs(std::abs(one_m) - std::abs(other_m)) <= std::max(kLeast_m, kTolerance * std::abs(one_m));
}

/// Says of modules that stand across the beam where azimuths are others than those of an image that lies as usual.
void noteTurnAroundBeam(std::span<const ModulePlace> modules, StackContents& contents) {
    constexpr double kFlat_deg = 0.1, kStraight_deg = 0.1;
    for (const ModulePlace& module : modules) {
        if (module.tilt_deg > kFlat_deg) continue;
        const double turn = std::abs(module.turn_deg);
        if (module.isMirrored)
            return contents.note(Severity::warning,
                                 phrase("%1 says that the image is mirrored: azimuths run the other way round; "
                                        "flip_rows or flip_cols mirrors it back",
                                        module.path));
        if (std::min(turn, 180 - turn) > kStraight_deg)
            return contents.note(Severity::warning,
                                 phrase("%1 says that the image is turned by %2 degrees around the beam: azimuths are "
                                        "counted as if it were not; a PONI file says it",
                                        module.path, numberText(module.turn_deg)));
    }
}

/// Whether the pixels of two modules lie in one plane, where those of one frame would.
bool lieAlike(const ModulePlace& one, const ModulePlace& other) {
    constexpr double kSame_deg = 0.01;
    const double turn = std::abs(std::remainder(one.tiltDirection_deg - other.tiltDirection_deg, 360));
    return isNear(one.beam.row, one.beam.col, other.beam) &&
           isSameDistance(one.beam.distance_m, other.beam.distance_m) &&
           std::abs(one.tilt_deg - other.tilt_deg) < kSame_deg && turn * std::sin(one.tilt_deg * kPi / 180) < kSame_deg;
}

/// What keeps the place of tilted modules from being used; empty: they are one plane, and agree with what the file says
/// beside them, of the detector as it stands or with its arm at zero.
std::string problemOf(std::span<const ModulePlace> modules, const StackGeometry& file) {
    const ModulePlace& first = modules.front();
    const auto tilted = std::ranges::max_element(modules, {}, &ModulePlace::tilt_deg);
    for (const ModulePlace& module : modules)
        if (!module.placed || module.turnsDuringScan)
            return phrase(
                "%1 is tilted by %2 degrees against the beam: the distance and the beam centre of the file do "
                "not say that, and are not used; give a PONI file",
                tilted->path, numberText(tilted->tilt_deg));
    for (const ModulePlace& module : modules)
        if (!lieAlike(first, module))
            return phrase("%1 and %2 do not lie in one plane as they do in the frames: the distance and the beam "
                          "centre of the file are not used; give a PONI file that names a file of the pixels' corners",
                          first.path, module.path);
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

void takePlace(const ModulePlace& place, StackGeometry& geometry) {
    geometry.distance_m = std::abs(place.beam.distance_m);
    geometry.beamCentreRow = place.beam.row;
    geometry.beamCentreCol = place.beam.col;
    geometry.pixelHeight_m = geometry.pixelHeight_m.value_or(place.pixelHeight_m);
    geometry.pixelWidth_m = geometry.pixelWidth_m.value_or(place.pixelWidth_m);
}

/// \param modules some of which are tilted
void takeTilt(std::span<const ModulePlace> modules, StackContents& contents) {
    StackGeometry& geometry = contents.geometry;
    if (std::string problem = problemOf(modules, geometry); !problem.empty())
        return leaveOutPlace(contents, std::move(problem));
    const ModulePlace& place = modules.front();
    takePlace(place, geometry);
    geometry.tilt_deg = place.tilt_deg;
    geometry.tiltDirection_deg = place.tiltDirection_deg;
    contents.note(Severity::info,
                  phrase("%1 and what it depends on tilt the detector by %2 degrees: tilt, distance and "
                         "beam centre are taken from there",
                         place.path, numberText(place.tilt_deg)));
}

} // namespace

bool followTheTurn(std::span<const ModulePlace> modules, const std::string& link) {
    return !modules.empty() && std::ranges::all_of(modules, [&](const ModulePlace& module) {
        return module.tilt_deg < kOtherAxes_deg && !module.turnsDuringScan &&
               std::ranges::count(module.links, link) > 0;
    });
}

void placeDetector(std::span<const ModulePlace> modules, const DetectorChain& chain, StackContents& contents) {
    StackGeometry& geometry = contents.geometry;
    const auto isTilted = [](const ModulePlace& m) { return m.tilt_deg > kFlat_deg && m.tilt_deg < kOtherAxes_deg; };
    if (std::ranges::any_of(modules, isTilted)) return takeTilt(modules, contents);
    if (!geometry.beamCentreRow && !geometry.beamCentreCol && !modules.empty() &&
        problemOf(modules, geometry).empty()) {
        takePlace(modules.front(), geometry);
        contents.note(Severity::info,
                      phrase("beam centre and distance are those of %1 and what it depends on", modules.front().path));
    }
    if (!geometry.beamCentreRow || !geometry.beamCentreCol) return;
    noteTurnAroundBeam(modules, contents);
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
    if (placed || chain.shiftedBy.empty() || !geometry.pixelWidth_m || !geometry.pixelHeight_m) return;
    // Of the first pixel or of the middle: the transformations alone do not say which point of the detector they move.
    const double across = std::abs(chain.across_m[0]) / *geometry.pixelWidth_m;
    const double down = std::abs(chain.across_m[1]) / *geometry.pixelHeight_m;
    const FrameShape shape = contents.frames.shape();
    const double middleRow = static_cast<double>(shape.rows) / 2, middleCol = static_cast<double>(shape.cols) / 2;
    const bool known = (!off(col, across, across) && !off(row, down, down)) ||
                       (!off(std::abs(col - middleCol), across, across) && !off(std::abs(row - middleRow), down, down));
    if (std::max(across, down) > kNear && !known)
        contents.note(Severity::warning,
                      phrase("the transformations (%1) move the detector across the beam by %2, which the beam centre "
                             "of the file may not contain: check it, or give a PONI file",
                             chain.shiftedBy, lengthText(std::hypot(chain.across_m[0], chain.across_m[1]))));
}

} // namespace ewald::io
