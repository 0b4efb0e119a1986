// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/readers/module_corners.h"

#include "base/phrase.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace ewald::io {
namespace {

using Vector = std::array<double, 3>;

/// A point of a module in the laboratory. \param row, col in the frames
Vector pointOf(const ModulePlace& module, double row, double col) {
    const double down_m = (row - module.dataOrigin[0]) * module.pixelHeight_m;
    const double across_m = (col - module.dataOrigin[1]) * module.pixelWidth_m;
    Vector point = module.first_m;
    for (std::size_t i = 0; i < 3; ++i) point[i] += down_m * module.slow[i] + across_m * module.fast[i];
    return point;
}

std::size_t firstOf(const ModulePlace& module, std::size_t axis) {
    return static_cast<std::size_t>(module.dataOrigin[axis]);
}

/// Calls a function with each pixel of a module.
template <class Use>
void forEachPixel(const ModulePlace& module, Use&& use) {
    for (std::size_t row = 0; row < module.dataSize[0]; ++row)
        for (std::size_t col = 0; col < module.dataSize[1]; ++col)
            use(firstOf(module, 0) + row, firstOf(module, 1) + col);
}

constexpr std::size_t kCorners = 4;

} // namespace

std::string problemOfParts(std::span<const ModulePlace> modules, std::array<std::size_t, 2> shape) {
    std::vector<bool> taken(shape[0] * shape[1], false);
    for (const ModulePlace& module : modules) {
        if (module.dataSize[0] == 0 || module.dataSize[1] == 0)
            return phrase("%1 does not say which pixels of the frames are its own (data_origin, data_size)",
                          module.path);
        for (std::size_t axis = 0; axis < 2; ++axis)
            if (firstOf(module, axis) + module.dataSize[axis] > shape[axis])
                return phrase("%1 has pixels that the frames do not have (data_origin, data_size)", module.path);
        bool isFree = true;
        forEachPixel(module, [&](std::size_t row, std::size_t col) {
            isFree = isFree && !taken[row * shape[1] + col];
            taken[row * shape[1] + col] = true;
        });
        if (!isFree) return phrase("%1 has pixels that another module has, too (data_origin, data_size)", module.path);
    }
    return {};
}

double distanceOf(std::span<const ModulePlace> modules) {
    constexpr double kLeast_m = 1e-3;
    const ModulePlace& first = modules.front();
    const Vector middle = pointOf(first, first.dataOrigin[0] + static_cast<double>(first.dataSize[0]) / 2,
                                  first.dataOrigin[1] + static_cast<double>(first.dataSize[1]) / 2);
    return middle[2] > kLeast_m ? middle[2] : std::hypot(middle[0], middle[1], middle[2]);
}

DetectorFile detectorOfModules(std::span<const ModulePlace> modules, std::array<std::size_t, 2> shape) {
    const ModulePlace& first = modules.front();
    const double distance_m = distanceOf(modules);
    // Axes 1 and 2 of a PONI run downwards and, seen from the source, to the right: -y and -x. Programs that mean the
    // axes the other way round have images turned by half a turn, which no other image is.
    constexpr double kStraight_deg = 0.1;
    const double sign = !first.isMirrored && 180 - std::abs(first.turn_deg) < kStraight_deg ? 1 : -1;
    DetectorFile found;
    found.shape = shape;
    found.pixelSize_m = {first.pixelHeight_m, first.pixelWidth_m};
    found.areasCount = true;
    found.mask = Array<std::uint8_t, 2>(shape, 1);
    found.corners.resize(shape[0] * shape[1] * kCorners * 2);
    found.depths.resize(shape[0] * shape[1] * kCorners);
    const auto put = [&](const ModulePlace& module, std::size_t row, std::size_t col) {
        static constexpr std::array<std::array<std::size_t, 2>, kCorners> kSteps{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
        for (std::size_t corner = 0; corner < kCorners; ++corner) {
            const Vector at = pointOf(module, static_cast<double>(row + kSteps[corner][0]),
                                      static_cast<double>(col + kSteps[corner][1]));
            const std::size_t place = (row * shape[1] + col) * kCorners + corner;
            found.corners[2 * place] = static_cast<float>(sign * at[1]);
            found.corners[2 * place + 1] = static_cast<float>(sign * at[0]);
            found.depths[place] = static_cast<float>(at[2] - distance_m);
        }
    };
    for (std::size_t row = 0; row < shape[0]; ++row) // those of no module lie where the first one would go on
        for (std::size_t col = 0; col < shape[1]; ++col) put(first, row, col);
    for (const ModulePlace& module : modules)
        forEachPixel(module, [&](std::size_t row, std::size_t col) {
            put(module, row, col);
            found.mask(row, col) = 0;
        });
    return found;
}

} // namespace ewald::io
