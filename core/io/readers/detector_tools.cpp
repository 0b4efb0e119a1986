// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/units.h"

#include "base/phrase.h"
#include "io/images/mask_file.h"
#include "io/readers/detector_chain.h"
#include "io/readers/reader_tools.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

namespace ewald::io {
namespace {

using Vector = std::array<double, 3>;
using Basis = std::array<Vector, 2>;

double length(const Vector& a) { return std::sqrt(dot(a, a)); }

/// 0 for two vectors at right angles with the lengths of the pixel; large for anything else.
double misfit(const Basis& basis, double rowStep, double colStep) {
    const double rowLength = length(basis[0]);
    const double colLength = length(basis[1]);
    if (!(rowLength > 0) || !(colLength > 0)) return 1e9;
    return std::abs(rowLength - rowStep) / rowStep + std::abs(colLength - colStep) / colStep +
           std::abs(dot(basis[0], basis[1])) / (rowLength * colLength);
}

std::string axisText(const Vector& vector) {
    const std::array<const char*, 3> names{"x", "y", "z"};
    std::size_t largest = 0;
    for (std::size_t i = 1; i < 3; ++i)
        if (std::abs(vector[i]) > std::abs(vector[largest])) largest = i;
    return std::string(vector[largest] < 0 ? "−" : "+") + names[largest];
}

/// Says what in the basis vectors contradicts itself or the stated pixels. \return whether they can be used
bool checkBasis(Scan& scan, const Basis& basis, const std::string& path) {
    constexpr double kParallel = 0.999, kOblique = 0.02; // of the cosine: 2.6° and 1.1° from it
    constexpr double kOtherLength = 0.02, kAlongBeam = 0.9;
    const double rowLength = length(basis[0]), colLength = length(basis[1]);
    const double cosine = std::abs(dot(basis[0], basis[1])) / (rowLength * colLength);
    if (cosine > kParallel) {
        addNote(scan, Severity::warning,
                phrase("the basis vectors %1 are parallel, so they give no plane of a detector; they are not used and "
                       "the default orientation is assumed",
                       path));
        return false;
    }
    if (cosine > kOblique)
        addNote(scan, Severity::warning,
                phrase("the basis vectors %1 are %2° apart instead of 90°: check the orientation of the detector", path,
                       numberText(std::acos(cosine) * 180 / kPi, 3)));
    const double height = scan.pixelHeight_m.value_or(rowLength), width = scan.pixelWidth_m.value_or(colLength);
    if (std::abs(rowLength - height) > kOtherLength * height || std::abs(colLength - width) > kOtherLength * width)
        addNote(scan, Severity::warning,
                phrase("the basis vectors %1 are %2 and %3 long, and the pixels of the file %4 × %5; the sizes of the "
                       "pixels are used, of the vectors only their directions",
                       path, lengthText(rowLength), lengthText(colLength), lengthText(height), lengthText(width)));
    if (std::abs(basis[0][2]) > kAlongBeam * rowLength || std::abs(basis[1][2]) > kAlongBeam * colLength)
        addNote(scan, Severity::warning,
                phrase("the basis vectors %1 put an axis of the detector along the beam (z): check the orientation of "
                       "the detector",
                       path));
    return true;
}

} // namespace

std::vector<std::string> numbered(const h5::File& file, const std::string& group, const std::string& prefix) {
    std::vector<std::pair<long, std::string>> found;
    for (const std::string& name : file.children(group)) {
        if (!name.starts_with(prefix)) continue;
        std::string rest = name.substr(prefix.size());
        if (rest.starts_with("_")) rest.erase(0, 1);
        long number = 0;
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
        if (rest.empty() || (error == std::errc{} && end == rest.data() + rest.size()))
            found.emplace_back(rest.empty() ? 1'000'000'000 : number, name); // numbered ones first
    }
    std::sort(found.begin(), found.end());
    std::vector<std::string> names;
    for (auto& [number, name] : found) names.push_back(std::move(name));
    return names;
}

std::string nexusClass(const h5::File& file, const std::string& group) {
    return file.attributeText(group, "NX_class").value_or("");
}

std::string childOfClass(const h5::File& file, const std::string& group, const std::string& className) {
    for (const std::string& name : file.children(group)) {
        std::string path = (group == "/" ? "" : group) + "/" + name;
        if (file.hasGroup(path) && nexusClass(file, path) == className) return path;
    }
    return {};
}

std::vector<std::string> entriesOf(const h5::File& file) {
    std::vector<std::string> entries;
    for (const std::string& name : numbered(file, "/", "entry"))
        if (file.hasGroup("/" + name)) entries.push_back("/" + name);
    for (const std::string& name : file.children("/")) {
        const std::string path = "/" + name;
        if (std::find(entries.begin(), entries.end(), path) == entries.end() && file.hasGroup(path) &&
            nexusClass(file, path) == "NXentry")
            entries.push_back(path);
    }
    const std::string preferred = file.attributeText("/", "default").value_or("");
    const auto at = std::ranges::find(entries, preferred.starts_with('/') ? preferred : "/" + preferred);
    if (at != entries.end()) std::rotate(entries.begin(), at, at + 1);
    return entries;
}

namespace {

const std::string kByTransformations = " (transformations)";

/// The distance by the transformations of the detector: it stands in for one that is not there, and says when it
/// contradicts one that is.
void compareDistance(const h5::File& file, Scan& scan, const std::string& detector) {
    constexpr double kTolerance = 5e-3, kLeast_m = 1e-3; // of the distance; a sensor has a thickness
    const DetectorChain chain = detectorChain(file, detector);
    if (!chain.problem.empty()) addNote(scan, Severity::warning, chain.problem);
    if (!chain.travelsBy.empty())
        addNote(
            scan, Severity::warning,
            phrase("%1 moves the detector by %2 during the scan: all frames are taken as if it stood where distance "
                   "and beam centre say",
                   chain.travelsBy, lengthText(chain.travel_m)));
    if (chain.movedBy.empty() || !(chain.alongBeam_m > 0)) return;
    const double stated = scan.distance_m.value_or(0);
    const bool agree =
        std::abs(std::abs(stated) - chain.alongBeam_m) <= std::max(kLeast_m, kTolerance * std::abs(stated));
    if (!isUsableLength(scan.distance_m)) {
        if (scan.distance_m && !agree) noteUnusable(scan.notes, scan.origin["distance"], stated);
        scan.distance_m = chain.alongBeam_m;
        scan.origin[translatable("distance")] = chain.movedBy + kByTransformations;
        return;
    }
    if (agree) return;
    addNote(scan, Severity::warning,
            phrase("%1 says that the detector is %2 m away, and its transformations (%3) put it at %4 m: the former is "
                   "used",
                   scan.origin["distance"], numberText(stated, 6), chain.movedBy, numberText(chain.alongBeam_m, 6)));
}

/// Says where the file turns the detector around the sample, which nothing of a scan is corrected for. Turned by less,
/// lengths across the beam change by less than a thousandth.
void noteTurned(const h5::File& file, Scan& scan, const std::string& detector) {
    constexpr double kLeast_deg = 2;
    const DetectorChain chain = detectorChain(file, detector);
    if (std::abs(chain.degrees) < kLeast_deg) return;
    addNote(
        scan, Severity::warning,
        phrase("%1 turns the detector by %2 degrees around the sample: the positions have to be those across the beam "
               "that it measures",
               chain.turnedBy, numberText(chain.degrees)));
}

/// Says when the group of the detector holds two distances that contradict each other.
void compareNames(const h5::File& file, Scan& scan, const std::string& taken, const std::string& path) {
    constexpr double kTolerance = 5e-3; // of the distance
    Scan other;
    const std::optional<double> stated = readLength(file, other, "distance", path, "m");
    if (!stated || !isUsableLength(scan.distance_m) || !scan.origin["distance"].starts_with(taken)) return;
    if (!(std::abs(*stated) > 0) || std::abs(*stated - *scan.distance_m) <= kTolerance * std::abs(*scan.distance_m))
        return;
    addNote(scan, Severity::warning,
            phrase("%1 says that the detector is %2 m away and %3 %4 m, which contradict each other: %1 is used", taken,
                   numberText(*scan.distance_m, 6), path, numberText(*stated, 6)));
}

/// In pixels; absent where there is none, or another unit.
std::optional<double> beamCentre(const h5::File& file, Scan& scan, const std::string& path,
                                 const std::optional<double>& pixel_m) {
    const std::optional<double> value = readNumber(file, scan, path);
    const std::string unit = unitsOf(file, path);
    if (!value || unit.empty() || unit.starts_with("pix") || unit == "px") return value;
    const std::optional<double> metres = metresPer(unit);
    return metres && pixel_m && *pixel_m > 0 ? std::optional(*value * *metres / *pixel_m) : std::nullopt;
}

/// The sides of a pixel that the scan does not have yet, from one dataset for both.
void readBothSides(const h5::File& file, Scan& scan, const std::string& path) {
    if (isUsableLength(scan.pixelWidth_m) && isUsableLength(scan.pixelHeight_m)) return;
    const std::optional<PixelSides> sides = readPixelSides(file, scan, path);
    if (!sides) return;
    const double factor = positionFactor(file, scan, path, "m");
    const std::string unit = metresPer(unitsOf(file, path)) ? unitsOf(file, path) : "m";
    const auto take = [&](const char* name, double number, std::optional<double>& side) {
        if (isUsableLength(side) || (side && !isUsableLength(number * factor))) return;
        if (side) noteUnusable(scan.notes, scan.origin[name], *side);
        side = number * factor;
        scan.origin[name] = path + " [" + unit + "]";
    };
    take(translatable("pixel width"), sides->width, scan.pixelWidth_m);
    take(translatable("pixel height"), sides->height, scan.pixelHeight_m);
}

} // namespace

bool isByTransformations(const Scan& scan) {
    const auto by = scan.origin.find("distance");
    return by != scan.origin.end() && by->second.ends_with(kByTransformations);
}

void readDetectorGeometry(const h5::File& file, Scan& scan, const std::string& detector) {
    const auto read = [&](const char* name, const std::vector<std::string>& keys) {
        std::optional<double> first;
        std::string by; // of the first
        for (const std::string& key : keys) {
            const auto value = readLength(file, scan, name, detector + "/" + key, "m");
            if (!value) continue;
            if (first && isUsableLength(value)) noteUnusable(scan.notes, by, *first);
            if (isUsableLength(value)) return value;
            if (!first) first = value, by = scan.origin[name];
        }
        if (first) scan.origin[name] = by;
        return first;
    };
    if (!scan.distance_m) {
        scan.distance_m = read("distance", {"distance", "detector_distance"});
        compareNames(file, scan, detector + "/distance", detector + "/detector_distance");
        compareDistance(file, scan, detector);
    }
    if (scan.frames) noteTurned(file, scan, detector); // of a stack its reader says it
    if (!scan.pixelWidth_m) scan.pixelWidth_m = read("pixel width", {"x_pixel_size"});
    if (!scan.pixelHeight_m) scan.pixelHeight_m = read("pixel height", {"y_pixel_size"});
    readBothSides(file, scan, detector + "/pixel_size");
    if (!scan.beamCentreRow && !scan.beamCentreCol) {
        scan.beamCentreRow = beamCentre(file, scan, detector + "/beam_center_y", scan.pixelHeight_m);
        scan.beamCentreCol = beamCentre(file, scan, detector + "/beam_center_x", scan.pixelWidth_m);
    }
    // One of the two says both.
    if (!scan.pixelHeight_m) scan.pixelHeight_m = scan.pixelWidth_m;
    if (!scan.pixelWidth_m) scan.pixelWidth_m = scan.pixelHeight_m;
}

void readBasisVectors(const h5::File& file, Scan& scan, const std::string& path) {
    if (!file.hasDataset(path)) return;
    const h5::Dataset dataset = file.dataset(path);
    h5::Shape shape = dataset.shape();
    while (shape.size() > 2 && shape[0] >= 1) shape.erase(shape.begin()); // one basis a frame: the first
    const bool byRows = shape == h5::Shape{2, 3};
    const bool byCols = shape == h5::Shape{3, 2};
    if ((!byRows && !byCols) || !dataset.info().type.isReal() || dataset.info().elements() > 10'000'000) {
        addNote(scan, Severity::warning,
                phrase("the basis vectors %1 %2 are not understood and not used", path, h5::toText(dataset.shape())));
        return;
    }
    const std::vector<double> values = dataset.readAll<double>();
    const Basis rows{{{values[0], values[1], values[2]}, {values[3], values[4], values[5]}}};
    const Basis cols{{{values[0], values[2], values[4]}, {values[1], values[3], values[5]}}};
    const double rowStep = scan.pixelHeight_m.value_or(length(byRows ? rows[0] : cols[0]));
    const double colStep = scan.pixelWidth_m.value_or(length(byRows ? rows[1] : cols[1]));
    constexpr double kFits = 0.1;
    const double stated = misfit(byRows ? rows : cols, rowStep, colStep);
    const double other = misfit(byRows ? cols : rows, rowStep, colStep);
    // The shape says how it is stored unless only the other reading gives the detector's pixels.
    const bool trustShape = stated <= other + kFits || other > kFits;
    scan.basisVectors = byRows == trustShape ? rows : cols;
    const Basis& basis = *scan.basisVectors;
    if (!trustShape)
        addNote(
            scan, Severity::warning,
            phrase("%1 %2 only makes sense with rows and columns exchanged; read that way", path, h5::toText(shape)));
    if (!(length(basis[0]) > 0) || !(length(basis[1]) > 0) || !std::isfinite(length(basis[0]) + length(basis[1]))) {
        addNote(scan, Severity::warning, phrase("the basis vectors %1 are zero or not finite and not used", path));
        scan.basisVectors.reset();
        return;
    }
    if (!checkBasis(scan, basis, path)) {
        scan.basisVectors.reset();
        return;
    }
    if (!scan.pixelHeight_m) scan.pixelHeight_m = length(basis[0]);
    if (!scan.pixelWidth_m) scan.pixelWidth_m = length(basis[1]);
    scan.origin[translatable("detector axes")] =
        path + " " + h5::toText(shape) + ": rows along " + axisText(basis[0]) + ", columns along " + axisText(basis[1]);
    if (axisText(basis[0]) != "−y" || axisText(basis[1]) != "−x")
        addNote(scan, Severity::info,
                phrase("the detector is not in the default orientation: its rows run along %1 and its columns along "
                       "%2; the positions are turned accordingly",
                       axisText(basis[0]), axisText(basis[1])));
}

void finishScan(Scan& scan) {
    if (scan.frames == nullptr) return;
    if (scan.badPixels.empty() || scan.badPixels.shape() == scan.withoutSource.shape())
        combineMasks(scan.badPixels, scan.withoutSource);
    leaveOutGaps(scan);
    pairRepeats(scan);
    leaveOutMissing(scan);
    leaveOutUnwrittenEnd(scan);
    std::string text = phrase("%1 {frame|frames} of %2 × %3 pixels (%4), %5 {position|positions}",
                              scan.frames->frameCount(), scan.frames->rows(), scan.frames->cols(),
                              std::string(nameOf(scan.frames->pixelType())), scan.positions.size());
    if (scan.wavelength_m) text = phrase("%1, %2 keV", text, numberText(energyFromWavelength(*scan.wavelength_m)));
    if (scan.distance_m) text = phrase("%1, detector at %2", text, lengthText(*scan.distance_m));
    if (scan.pixelWidth_m) text = phrase("%1, pixel %2", text, lengthText(*scan.pixelWidth_m));
    scan.notes.insert(scan.notes.begin(), Note{Severity::info, std::move(text)});
}

} // namespace ewald::io
