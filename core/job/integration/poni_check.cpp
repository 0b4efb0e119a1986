// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/integration/poni_check.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/units.h"
#include "job/document/settings.h"
#include "job/integration/integrate_runner.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace ewald::job {
namespace {

constexpr double kWavelengthTolerance = 0.02;
constexpr double kDistanceTolerance = 0.1;

bool isNear(double value, double other, double tolerance) { return std::abs(value - other) <= tolerance * other; }

/// A quantity as the PONI has it, and as the file has it.
using Difference = std::pair<std::string, std::string>;

std::optional<Difference> differentShape(const azint::Poni& poni, const io::FrameStack& stack) {
    if (!poni.shape || ((*poni.shape)[0] == stack.rows() && (*poni.shape)[1] == stack.cols())) return {};
    return Difference{phrase("frames of %1 x %2", (*poni.shape)[0], (*poni.shape)[1]),
                      phrase("%1 x %2", stack.rows(), stack.cols())};
}

std::optional<Difference> differentPixels(const azint::Poni& poni, const io::StackGeometry& file) {
    const double height_m = file.pixelHeight_m.value_or(0);
    const double width_m = file.pixelWidth_m.value_or(height_m);
    if (!(height_m > 0) || !(width_m > 0) || !(poni.pixel1_m > 0) || !(poni.pixel2_m > 0)) return {};
    if (azint::samePixelSize(poni.pixel1_m, height_m) && azint::samePixelSize(poni.pixel2_m, width_m)) return {};
    const auto size = [](double height, double width) {
        return isNear(height, width, 1e-6) ? lengthText(height)
                                           : phrase("%1 x %2", lengthText(height), lengthText(width));
    };
    return Difference{phrase("%1 pixels", size(poni.pixel1_m, poni.pixel2_m)), size(height_m, width_m)};
}

std::optional<Difference> differentEnergy(const azint::Poni& poni, const io::StackGeometry& file, Particle particle) {
    const double wavelength_m = file.wavelength_m.value_or(0);
    if (!(wavelength_m > 0) || !poni.wavelength_m) return {};
    if (isNear(*poni.wavelength_m, wavelength_m, kWavelengthTolerance)) return {};
    const auto energy = [&](double of_m) { return phrase("%1 keV", numberText(energyOf(particle, of_m))); };
    return Difference{energy(*poni.wavelength_m), energy(wavelength_m)};
}

/// Files mean the way to the beam's centre or to the plane of the detector, which differ where it is tilted.
std::optional<Difference> differentDistance(const azint::Poni& poni, const io::StackGeometry& file) {
    const double distance_m = file.distance_m.value_or(0);
    if (!(distance_m > 0) || isNear(poni.dist_m, distance_m, kDistanceTolerance)) return {};
    const double cosTilt = std::cos(poni.rot1) * std::cos(poni.rot2);
    if (cosTilt > 0 && isNear(poni.dist_m / cosTilt, distance_m, kDistanceTolerance)) return {};
    return Difference{phrase("%1 to the detector", lengthText(poni.dist_m)), lengthText(distance_m)};
}

/// "a, b and c"
std::string listed(const std::vector<Difference>& differences, std::string Difference::*side) {
    std::string text = differences.front().*side;
    for (std::size_t i = 1; i + 1 < differences.size(); ++i) text = phrase("%1, %2", text, differences[i].*side);
    return differences.size() > 1 ? phrase("%1 and %2", text, differences.back().*side) : text;
}

/// What is said together.
std::string joined(const std::vector<std::string>& lines) {
    std::string text = lines.empty() ? std::string() : lines.front();
    for (std::size_t i = 1; i < lines.size(); ++i) text = phrase("%1; %2", text, lines[i]);
    return text;
}

/// A geometry that hardly any instrument has, but would have in another unit. \param isPoni of a PONI file, or else of
/// the file of the frames
std::vector<std::string> doubtsOf(const azint::Poni& poni, const io::FrameStack& stack, bool isPoni) {
    constexpr double kFarthest_m = 50;                    // of small-angle instruments
    constexpr double kMostSizes = 20, kMostDistances = 5; // of arms that move the detector across the beam
    constexpr double kLeastDistances = 0.02;              // of the detector's size
    constexpr double kMostSides = 500;                    // of pixels of strip detectors: 160
    std::vector<std::string> doubts;
    if (isPoni && poni.dist_m > kFarthest_m)
        doubts.push_back(phrase("the detector is %1 m away by %2: check its unit", numberText(poni.dist_m),
                                std::string("Distance")));
    const double height_m = poni.pixel1_m * static_cast<double>(stack.rows());
    const double width_m = poni.pixel2_m * static_cast<double>(stack.cols());
    const double size_m = std::hypot(height_m, width_m);
    if (poni.dist_m < kLeastDistances * size_m)
        doubts.push_back(phrase("the detector is %1 away and %2 from corner to corner: check the unit of the distance",
                                lengthText(poni.dist_m), lengthText(size_m)));
    const double off_m = std::hypot(poni.poni1_m - height_m / 2, poni.poni2_m - width_m / 2);
    if (off_m > kMostSizes * size_m && off_m > kMostDistances * poni.dist_m)
        doubts.push_back(isPoni ? phrase("the point of normal incidence of the PONI file is %1 m away from the middle "
                                         "of the detector: Poni1 and Poni2 are lengths in metres",
                                         numberText(off_m))
                                : phrase("the beam centre is %1 m away from the middle of the detector: check its unit",
                                         numberText(off_m)));
    const double cosTilt = std::cos(poni.rot1) * std::cos(poni.rot2);
    // A bent detector may go most of the way around the sample.
    if (poni.distortion.isFlat() && (std::cos(poni.rot1) <= 0 || std::cos(poni.rot2) <= 0))
        doubts.push_back(phrase("Rot1 and Rot2 turn the detector by %1 degrees, so that the direct beam never meets "
                                "it: they are angles in radians",
                                numberText(std::acos(cosTilt) * 180 / kPi)));
    constexpr double kFinestPixel_m = 1e-6; // of detectors of rings
    if (std::max(poni.pixel1_m, poni.pixel2_m) < kFinestPixel_m)
        doubts.push_back(
            phrase("pixels of %1 x %2: check the unit of both", lengthText(poni.pixel1_m), lengthText(poni.pixel2_m)));
    const double sides = poni.pixel1_m / poni.pixel2_m;
    if (sides > kMostSides || sides * kMostSides < 1)
        doubts.push_back(
            phrase("pixels of %1 x %2: check the unit of both", lengthText(poni.pixel1_m), lengthText(poni.pixel2_m)));
    return doubts;
}

/// Of a geometry in one plane, for modules that lie in several.
std::string flattened(bool isPoni) {
    return phrase(isPoni ? translatable("this PONI puts all pixels in one plane, the file says that its modules lie in "
                                        "several")
                         : translatable("the geometry puts all pixels in one plane, the file says that its modules lie "
                                        "in several"));
}

/// By what is typed over a PONI file, or over the files of the frames; nothing where that is no geometry.
std::vector<std::string> doubtsOfTyped(const std::optional<azint::Poni>& file, const JobDocument& job,
                                       const io::FrameStack& stack) {
    try {
        return doubtsOf(geometryOf(job, stack, file), stack, false);
    } catch (const Error&) { // which starting the job says
        return {};
    }
}

} // namespace

std::string correctedTwice(const JobDocument& job, const io::FrameStack& stack) {
    const io::AppliedCorrections& applied = stack.applied;
    std::vector<std::string> lines;
    if (!job.text("flat_file").empty() && !applied.flat.empty())
        lines.push_back(phrase("the frames are divided by a flat field already (%1): flat_file divides them once more",
                               applied.flat));
    if (!job.text("dark_file").empty() && !applied.dark.empty())
        lines.push_back(phrase("a dark image is taken off the frames already (%1): dark_file takes one off once more",
                               applied.dark));
    return joined(lines);
}

std::string poniContradiction(const azint::Poni& poni, const JobDocument& job, const io::FrameStack& stack,
                              GeometrySource source) {
    const bool isPoni = source == GeometrySource::poniFile;
    const io::StackGeometry& file = stack.geometry;
    std::vector<Difference> differences;
    const auto add = [&](const std::optional<Difference>& difference) {
        if (difference) differences.push_back(*difference);
    };
    add(differentShape(poni, stack));
    if (!(job.real("pixel_size_m") > 0)) add(differentPixels(poni, file));
    if (!(job.real("energy_keV") > 0) && !(job.real("wavelength_m") > 0))
        add(differentEnergy(poni, file, particleOf(job)));
    if (!(job.real("distance_m") > 0)) add(differentDistance(poni, file));
    std::vector<std::string> lines;
    if (!differences.empty())
        lines.push_back(phrase(isPoni ? translatable("this PONI is for %1, the file says %2")
                                      : translatable("the geometry is for %1, the file says %2"),
                               listed(differences, &Difference::first), listed(differences, &Difference::second)));
    if (poni.distortion.isNone() && !file.panels.empty()) lines.push_back(flattened(isPoni));
    for (std::string& doubt : doubtsOf(poni, stack, isPoni && !job.text("poni_file").empty()))
        lines.push_back(std::move(doubt));
    if (isPoni && !poni.leftOut.empty()) {
        std::string names;
        for (const std::string& name : poni.leftOut) names += (names.empty() ? "" : ", ") + name;
        lines.push_back(phrase("of these settings of pyFAI only the geometry is used, not what they say of %1", names));
    }
    if (std::string twice = correctedTwice(job, stack); !twice.empty()) lines.push_back(std::move(twice));
    return joined(lines);
}

std::string poniContradiction(const std::optional<azint::Poni>& file, const JobDocument& job,
                              const io::FrameStack& stack, GeometrySource source) {
    const bool isTyped = job.real("distance_m") > 0 || job.real("pixel_size_m") > 0 ||
                         job.optionalReal("beam_centre_row") || job.optionalReal("beam_centre_col");
    if (file) {
        const std::string said = poniContradiction(*file, job, stack, source);
        std::vector<std::string> lines;
        if (!said.empty()) lines.push_back(said);
        for (std::string& doubt : isTyped ? doubtsOfTyped(file, job, stack) : std::vector<std::string>())
            if (said.find(doubt) == std::string::npos) lines.push_back(std::move(doubt));
        return joined(lines);
    }
    std::vector<std::string> lines = doubtsOfTyped(file, job, stack);
    if (isTyped && !stack.geometry.panels.empty()) lines.push_back(flattened(false));
    if (std::string twice = correctedTwice(job, stack); !twice.empty()) lines.push_back(std::move(twice));
    return joined(lines);
}

std::string poniContradiction(const JobDocument& job, const io::FrameStack& stack) {
    return poniContradiction(poniOf(job, stack), job, stack);
}

} // namespace ewald::job
