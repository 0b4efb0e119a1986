// SPDX-License-Identifier: GPL-3.0-or-later
// Where modules of a NeXus file put pixels, against vectors that are turned one after the other by hand.
#include "integration_files.h"

#include "azint/geometry.h"
#include "base/units.h"

#include <array>
#include <cmath>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

namespace ewald::job {
namespace {

using Numbers = std::vector<double>;
using Vector = std::array<double, 3>;

/// x to the left seen from the source, y up, z along the beam: NeXus.
Vector aboutX(const Vector& v, double angle) {
    return {v[0], v[1] * std::cos(angle) - v[2] * std::sin(angle), v[1] * std::sin(angle) + v[2] * std::cos(angle)};
}
Vector aboutY(const Vector& v, double angle) {
    return {v[0] * std::cos(angle) + v[2] * std::sin(angle), v[1], -v[0] * std::sin(angle) + v[2] * std::cos(angle)};
}

/// A detector at 0.15 m whose first pixel is at x = 6 mm, y = 5 mm, tilted about x by itself, on an arm that turns
/// about y.
class ModuleGeometry : public test::IntegrateFixture {
protected:
    static constexpr double kTilt = 0.1, kArm = 0.4, kPixel_m = 2e-4;

    std::filesystem::path scanOf(bool withCentre) {
        const std::filesystem::path path = m_folder / "modules.h5";
        io::h5::File file = io::h5::File::create(path);
        file.write<std::uint16_t>("/entry/data/data", std::vector<std::uint16_t>(kRows * kCols, 1), {1, kRows, kCols});
        const std::string detector = "/entry/instrument/detector", axes = detector + "/transformations/";
        file.createGroup(detector);
        file.setAttribute(detector, "NX_class", "NXdetector");
        if (withCentre) { // of the arm and the tilt at zero
            file.write(detector + "/beam_center_x", 30.0);
            file.write(detector + "/beam_center_y", 25.0);
            file.write(detector + "/distance", 0.15);
            file.setAttribute(detector + "/distance", "units", "m");
        }
        file.write(detector + "/depends_on", axes + "tilt");
        const auto axis = [&](const std::string& name, const char* type, double value, const char* units,
                              const Numbers& vector, const std::string& after, const Numbers& offset = {}) {
            file.write(name, value);
            file.setAttribute(name, "transformation_type", type);
            file.setAttribute(name, "units", units);
            file.setAttribute(name, "vector", vector);
            file.setAttribute(name, "depends_on", after);
            if (!offset.empty())
                file.setAttribute(name, "offset", offset), file.setAttribute(name, "offset_units", "m");
        };
        axis(axes + "tilt", "rotation", kTilt, "rad", {1, 0, 0}, "z");
        axis(axes + "z", "translation", 150, "mm", {0, 0, 1}, "arm");
        axis(axes + "arm", "rotation", kArm, "rad", {0, 1, 0}, ".");
        const std::string module = detector + "/module_1";
        axis(module + "/module_offset", "translation", 0, "m", {1, 0, 0}, axes + "tilt", {6e-3, 5e-3, 0});
        file.setAttribute(module, "NX_class", "NXdetector_module");
        axis(module + "/fast_pixel_direction", "translation", kPixel_m, "m", {-1, 0, 0}, module + "/module_offset");
        axis(module + "/slow_pixel_direction", "translation", kPixel_m, "m", {0, -1, 0}, module + "/module_offset");
        file.close();
        return path;
    }
    /// Of the centre of a pixel.
    static Vector placeOf(double row, double col) {
        Vector place{6e-3 - (col + 0.5) * kPixel_m, 5e-3 - (row + 0.5) * kPixel_m, 0};
        place = aboutX(place, kTilt);
        place[2] += 0.15;
        return aboutY(place, kArm);
    }
    static constexpr std::size_t kRows = 50, kCols = 60;
};

TEST_F(ModuleGeometry, PutsPixelsWhereTheChainOfTheModuleDoes) {
    for (const bool withCentre : {false, true})
        for (const auto& [flipRows, flipCols] : {std::pair(false, false), {true, false}, {false, true}}) {
            JobDocument job = integrateJobKind().newDocument();
            job.inputFile = scanOf(withCentre);
            job.set("flip_rows", flipRows ? "true" : "false");
            job.set("flip_cols", flipCols ? "true" : "false");
            const auto stack = openJobStack(job);
            const azint::Geometry geometry(geometryOf(job, *stack), kRows, kCols, flipRows, flipCols);
            for (const auto& [row, col] : {std::pair(0.0, 0.0), {49.0, 59.0}, {10.0, 40.0}, {30.0, 5.0}}) {
                const auto [x, y, z] = placeOf(row, col);
                EXPECT_NEAR(geometry.twoTheta({row + 0.5, col + 0.5}), std::atan2(std::hypot(x, y), z), 1e-9)
                    << row << ", " << col << (flipRows ? " rows" : "") << (flipCols ? " columns" : "");
                // Rows of the frames run downwards and columns to the right, and so does the azimuth; the other way
                // round where a frame is mirrored.
                if (!flipRows)
                    EXPECT_NEAR(geometry.chi({row + 0.5, col + 0.5}), std::atan2(-y, flipCols ? x : -x), 1e-9)
                        << row << ", " << col << (flipCols ? " columns" : "");
            }
        }
}

} // namespace
} // namespace ewald::job
