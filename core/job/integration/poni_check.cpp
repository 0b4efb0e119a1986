// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/integration/poni_check.h"

#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/units.h"
#include "job/document/settings.h"

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

} // namespace

std::string poniContradiction(const azint::Poni& poni, const JobDocument& job, const io::FrameStack& stack) {
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
    if (differences.empty()) return {};
    return phrase("this PONI is for %1, the file says %2", listed(differences, &Difference::first),
                  listed(differences, &Difference::second));
}

std::string poniContradiction(const JobDocument& job, const io::FrameStack& stack) {
    const std::string file = job.text("poni_file");
    if (file.empty()) return {};
    return poniContradiction(azint::fittedToFrames(azint::readPoni(file), stack.rows(), stack.cols()), job, stack);
}

} // namespace ewald::job
