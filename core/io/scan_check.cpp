// SPDX-License-Identifier: GPL-3.0-or-later
// The unit guard: what cannot be right in a scan, said before an hour is lost on it.
#include "base/units.h"

#include "base/phrase.h"
#include "io/readers/reader_tools.h"
#include "io/scan.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace ewald::io {
namespace {

constexpr double kLargestObject = 20'000; // pixels a side

struct Extent {
    double rows = 0; ///< metres
    double cols = 0;
    [[nodiscard]] double largest() const { return std::max(rows, cols); }
};

Extent extentOf(const std::vector<ScanPosition>& positions) {
    const auto [lowY, highY] =
        std::minmax_element(positions.begin(), positions.end(), [](const auto& a, const auto& b) { return a.y < b.y; });
    const auto [lowX, highX] =
        std::minmax_element(positions.begin(), positions.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
    return {highY->y - lowY->y, highX->x - lowX->x};
}

/// Median distance to the nearest neighbour: the step, in whatever order the scan went. Some positions stand for all.
double medianStep(const std::vector<ScanPosition>& positions) {
    constexpr std::size_t kSamples = 200;
    const std::size_t stride = std::max<std::size_t>(1, positions.size() / kSamples);
    std::vector<double> nearest;
    for (std::size_t i = 0; i < positions.size(); i += stride) {
        double best = std::numeric_limits<double>::infinity();
        for (std::size_t j = 0; j < positions.size(); ++j) {
            if (j == i) continue;
            const double distance = std::hypot(positions[j].y - positions[i].y, positions[j].x - positions[i].x);
            if (distance > 0) best = std::min(best, distance); // several frames may be at one position
        }
        if (std::isfinite(best)) nearest.push_back(best);
    }
    if (nearest.empty()) return 0;
    const auto middle = nearest.begin() + static_cast<std::ptrdiff_t>(nearest.size() / 2);
    std::nth_element(nearest.begin(), middle, nearest.end());
    return *middle;
}

void checkQuantity(std::vector<Note>& notes, const std::optional<double>& value, const std::string& name,
                   const std::string& cure) {
    if (!value)
        notes.push_back({Severity::error, phrase("the file does not give the %1; %2", name, cure)});
    else if (!std::isfinite(*value) || *value <= 0)
        notes.push_back(
            {Severity::error, phrase("the %1 is %2, which is impossible; %3", name, numberText(*value), cure)});
}

/// Energies that are unlikely, and wavelengths that electrons have rather than photons.
void checkEnergy(std::vector<Note>& notes, const Scan& scan) {
    const double keV = energyOf(scan.particle, *scan.wavelength_m);
    if (scan.particle == Particle::electron) {
        if (keV < 1 || keV > 3000)
            notes.push_back(
                {Severity::warning,
                 phrase("the electron energy is %1 keV, outside 1 to 3000 keV: check its unit or set energy_keV",
                        numberText(keV))});
        return;
    }
    const double electrons = scan.wavelengthFromEnergy ? keV : energyOf(Particle::electron, *scan.wavelength_m);
    const std::string orElectrons =
        phrase("if these are electrons of %1 keV, set particle=electron", numberText(electrons));
    if (keV > 500)
        notes.push_back(
            {Severity::warning,
             phrase(
                 "the photon energy is %1 keV, outside 0.05 to 500 keV: %2, otherwise check its unit or set energy_keV",
                 numberText(keV), orElectrons)});
    else if (keV < 0.05)
        notes.push_back(
            {Severity::warning,
             phrase("the photon energy is %1 keV, outside 0.05 to 500 keV: check its unit or set energy_keV",
                    numberText(keV))});
    else if (keV > 120) // beyond what ptychography with X-rays uses
        notes.push_back({Severity::info, phrase("the photon energy is %1 keV: %2", numberText(keV), orElectrons)});
}

void checkQuantities(std::vector<Note>& notes, const Scan& scan) {
    checkQuantity(notes, scan.wavelength_m, translatable("wavelength or photon energy"),
                  translatable("set energy_keV"));
    checkQuantity(notes, scan.distance_m, translatable("distance from sample to detector"),
                  translatable("set distance_m"));
    checkQuantity(notes, scan.pixelHeight_m, translatable("height of a detector pixel"),
                  translatable("set pixel_size_m"));
    checkQuantity(notes, scan.pixelWidth_m, translatable("width of a detector pixel"),
                  translatable("set pixel_size_m"));
    if (scan.wavelength_m && *scan.wavelength_m > 0 && std::isfinite(*scan.wavelength_m)) checkEnergy(notes, scan);
    if (scan.distance_m && *scan.distance_m > 1000)
        notes.push_back(
            {Severity::warning, phrase("the detector is %1 m away: check the unit of the distance or set distance_m",
                                       numberText(*scan.distance_m))});
    if (scan.pixelWidth_m && *scan.pixelWidth_m > 0.01)
        notes.push_back({Severity::warning, phrase("a detector pixel is %1 wide: check its unit or set pixel_size_m",
                                                   lengthText(*scan.pixelWidth_m))});
}

/// The unit that would make a scan of this extent a sensible one; empty when none would.
std::string likelierUnit(double extent, double step, double window, double pixel) {
    for (const auto& [factor, name] :
         {std::pair(1e-3, "millimetres"), std::pair(1e-6, "micrometres"), std::pair(1e-9, "nanometres")})
        if (extent * factor / pixel < kLargestObject && step * factor > 0.1 * pixel && step * factor < window)
            return name;
    return {};
}

/// The largest step of which both are multiples (Euclid), at least `least`.
double commonStep(double a, double b, double least) {
    while (b > least) {
        double rest = std::fmod(a, b);
        if (b - rest < least) rest = 0;
        a = b;
        b = rest;
    }
    return a;
}

/// Names coordinates that have lost digits: numbers of single precision far from zero, as stages give them, lie on a
/// grid that is as fine as the largest of them allows.
void checkPrecision(std::vector<Note>& notes, const std::vector<ScanPosition>& positions, double pixel) {
    constexpr double kVisible = 0.1; // of a pixel: what refinement of positions aims at
    constexpr int kBits = 24;        // of such a number: its neighbours are at most 2^(1-24) of it away
    for (const auto axis : {&ScanPosition::y, &ScanPosition::x}) {
        const double first = positions.front().*axis;
        double farthest = 0, step = 0;
        for (const ScanPosition& position : positions) {
            farthest = std::max(farthest, std::abs(position.*axis));
            step = commonStep(std::abs(position.*axis - first), step, 1e-9 * farthest);
        }
        // A stage with steps of its own has far larger ones.
        if (!(step > kVisible * pixel) || step > 2 * std::ldexp(farthest, 1 - kBits)) continue;
        notes.push_back({Severity::warning,
                         phrase("the positions are %1 away from zero and stored in single precision, in steps of %2 "
                                "(%3 object pixels): write them in double precision, or refine them",
                                lengthText(farthest), lengthText(step), numberText(step / pixel))});
        return;
    }
}

void checkPositions(std::vector<Note>& notes, const Scan& scan, double window, double pixel) {
    // Frames without a finite position are left out, which planPreprocessing() reports.
    std::vector<ScanPosition> positions;
    std::ranges::copy_if(scan.positions, std::back_inserter(positions), [](const ScanPosition& position) {
        return std::isfinite(position.y) && std::isfinite(position.x);
    });
    if (positions.empty() && !scan.positions.empty())
        notes.push_back({Severity::error,
                         phrase("the positions of %1 are not finite numbers: name another dataset for the positions",
                                scan.positionsPath)});
    if (positions.size() < 2) return;
    const Extent extent = extentOf(positions);
    if (extent.largest() == 0) {
        notes.push_back(
            {Severity::warning,
             phrase("all positions are equal (%1): nothing was scanned, or this is not the dataset of the positions",
                    scan.positionsPath)});
        return;
    }
    if (!(pixel > 0) || !std::isfinite(pixel)) return;
    const double step = medianStep(positions);
    const double sides = (extent.largest() + window) / pixel;
    if (sides <= kLargestObject) checkPrecision(notes, positions, pixel); // else one of them may be no position
    if (sides > kLargestObject) {
        const std::string unit = likelierUnit(extent.largest(), step, window, pixel);
        notes.push_back(
            {Severity::warning,
             phrase("the positions span %1, so the object would have %2 pixels of %3 a side; %4",
                    lengthText(extent.largest()), numberText(sides), lengthText(pixel),
                    unit.empty()
                        ? phrase("check energy, distance, pixel size and positions")
                        : phrase("the positions are probably in %1: set their unit by an import mapping", unit))});
    } else if (step > window) {
        notes.push_back({Severity::warning, phrase("the step between positions (%1) is larger than the probe window "
                                                   "(%2): frames do not overlap; check the units of the positions",
                                                   lengthText(step), lengthText(window))});
    }
    if (extent.largest() < pixel)
        notes.push_back(
            {Severity::warning,
             phrase("the positions span only %1, less than one object pixel (%2): check the unit of the positions",
                    lengthText(extent.largest()), lengthText(pixel))});
}

/// Frames and positions are paired by index; what has no partner is left out: a scan may have been aborted soon after
/// its start. Hardly any pairs are none.
void checkPairs(std::vector<Note>& notes, const Scan& scan, std::size_t frames) {
    const std::size_t positions = scan.positions.size();
    if (frames == positions) return;
    const std::size_t paired = std::min(frames, positions);
    const std::size_t lost = std::max(frames, positions) - paired;
    const std::string counts =
        scan.framesPath.empty() // of images
            ? phrase("{1:there is|there are} %1 {frame|frames} but %2 {position|positions} (%3)", countText(frames),
                     countText(positions), scan.positionsPath)
            : phrase("{1:there is|there are} %1 {frame|frames} (%2) but %3 {position|positions} (%4)",
                     countText(frames), scan.framesPath, countText(positions), scan.positionsPath);
    constexpr std::size_t kFewest = 4, kOfAll = 20;
    if (paired < kFewest || kOfAll * paired < paired + lost) {
        notes.push_back({Severity::error, phrase("%1: one of the two datasets is the wrong one", counts)});
        return;
    }
    const char* const what =
        frames > positions ? (lost == 1 ? translatable("%1: was the scan aborted, or is one missing between others? "
                                                       "The last %2 frame without a position is ignored")
                                        : translatable("%1: was the scan aborted, or is one missing between others? "
                                                       "The last %2 frames without a position are ignored"))
                           : (lost == 1 ? translatable("%1: was the scan aborted, or is one missing between others? "
                                                       "The last %2 position without a frame is ignored")
                                        : translatable("%1: was the scan aborted, or is one missing between others? "
                                                       "The last %2 positions without a frame are ignored"));
    notes.push_back({Severity::warning, phrase(what, counts, countText(lost))});
    if (positions > frames && positions % frames == 0)
        notes.push_back(
            {Severity::warning, phrase("there are %1 positions for each frame: where these were read during "
                                       "its exposure, write their means instead",
                                       positions / frames)});
}

} // namespace

std::vector<Note> checkScan(const Scan& scan, std::size_t windowPixels, double objectPixel_m) {
    std::vector<Note> notes;
    const std::size_t frames = scan.frames == nullptr ? 0 : scan.frames->frameCount();
    if (frames == 0) notes.push_back({Severity::error, "the scan has no frames"});
    checkPairs(notes, scan, frames);
    if (!scan.badPixels.empty() && scan.frames != nullptr &&
        (scan.badPixels.extent(0) != scan.frames->rows() || scan.badPixels.extent(1) != scan.frames->cols()))
        notes.push_back(
            {Severity::error,
             phrase("the mask has %1 × %2 pixels, the frames have %3 × %4: leave it out by an import mapping",
                    scan.badPixels.extent(0), scan.badPixels.extent(1), scan.frames->rows(), scan.frames->cols())});
    checkQuantities(notes, scan);
    checkPositions(notes, scan, static_cast<double>(windowPixels) * objectPixel_m, objectPixel_m);
    return notes;
}

} // namespace ewald::io
