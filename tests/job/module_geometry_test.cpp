// SPDX-License-Identifier: GPL-3.0-or-later
// Where modules of a NeXus file put pixels, against vectors that are turned one after the other by hand.
#include "../io/nexus_axis.h"
#include "integration_files.h"

#include "azint/corrections.h"
#include "azint/geometry.h"
#include "base/units.h"
#include "job/integration/poni_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
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

    static constexpr const char* kDetector = "/entry/instrument/detector";

    /// A frame of ones, and a detector of which nothing is said.
    static io::h5::File framesIn(const std::filesystem::path& path) {
        io::h5::File file = io::h5::File::create(path);
        file.write<std::uint16_t>("/entry/data/data", std::vector<std::uint16_t>(kRows * kCols, 1), {1, kRows, kCols});
        file.createGroup(kDetector);
        file.setAttribute(kDetector, "NX_class", "NXdetector");
        return file;
    }
    std::filesystem::path scanOf(bool withCentre) {
        const std::filesystem::path path = m_folder / "modules.h5";
        io::h5::File file = framesIn(path);
        const std::string detector = kDetector, axes = detector + "/transformations/";
        if (withCentre) { // of the arm and the tilt at zero
            file.write(detector + "/beam_center_x", 30.0);
            file.write(detector + "/beam_center_y", 25.0);
            file.write(detector + "/distance", 0.15);
            file.setAttribute(detector + "/distance", "units", "m");
        }
        file.write(detector + "/depends_on", axes + "tilt");
        io::test::writeAxis(file, axes + "tilt", "rotation", kTilt, "rad", {1, 0, 0}, "z");
        io::test::writeAxis(file, axes + "z", "translation", 150, "mm", {0, 0, 1}, "arm");
        io::test::writeAxis(file, axes + "arm", "rotation", kArm, "rad", {0, 1, 0}, ".");
        const std::string module = detector + "/module_1";
        io::test::writeAxis(file, module + "/module_offset", "translation", 0, "m", {1, 0, 0}, axes + "tilt",
                            {6e-3, 5e-3, 0});
        file.setAttribute(module, "NX_class", "NXdetector_module");
        io::test::writeAxis(file, module + "/fast_pixel_direction", "translation", kPixel_m, "m", {-1, 0, 0},
                            module + "/module_offset");
        io::test::writeAxis(file, module + "/slow_pixel_direction", "translation", kPixel_m, "m", {0, -1, 0},
                            module + "/module_offset");
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
                if (!flipRows) {
                    EXPECT_NEAR(geometry.chi({row + 0.5, col + 0.5}), std::atan2(-y, flipCols ? x : -x), 1e-9)
                        << row << ", " << col << (flipCols ? " columns" : "");
                }
            }
        }
}

/// Two modules one above the other: the upper one stands across the beam, the lower one is turned about x towards the
/// sample and begins 4 mm lower and 10 mm behind. Between them, a row of pixels belongs to none.
class ModulesInPlanes : public ModuleGeometry {
protected:
    static constexpr std::size_t kUpper = 25, kGap = 1;
    static constexpr double kTurn = -0.5;
    double m_across = 1;            ///< -1: columns run the other way, so that frames are mirrored
    double m_lowerWidth = kPixel_m; ///< of the pixels of the lower module

    /// \param sense 1, or -1 for programs that mean the axes the other way round \param change of the file
    /// \param origin, size of the lower module in the data
    std::filesystem::path scanOf(double sense, const std::function<void(io::h5::File&, const std::string&)>& change,
                                 const std::vector<std::int64_t>& origin = {0, kUpper + kGap, 0},
                                 const std::vector<std::int64_t>& size = {1, kRows - kUpper - kGap, kCols}) {
        const std::filesystem::path path = m_folder / "planes.h5";
        io::h5::File file = framesIn(path);
        const std::string detector = kDetector, axes = detector + "/transformations/";
        file.write(detector + "/depends_on", axes + "z");
        io::test::writeAxis(file, axes + "z", "translation", 150, "mm", {0, 0, 1}, ".");
        const auto module = [&](const std::string& name, const std::vector<std::int64_t>& first,
                                const std::vector<std::int64_t>& pixels, double turn, const Numbers& offset) {
            const std::string group = detector + "/" + name;
            // The offset, of the place, is that of the link which turns about the first pixel.
            io::test::writeAxis(file, group + "/turn", "rotation", turn, "rad", {1, 0, 0}, axes + "z", offset);
            file.setAttribute(group, "NX_class", "NXdetector_module");
            for (const auto& [side, vector] : {std::pair("/fast_pixel_direction", Numbers{-sense * m_across, 0, 0}),
                                               {"/slow_pixel_direction", {0, -sense, 0}}})
                io::test::writeAxis(file, group + side, "translation",
                                    vector[0] != 0 && name == "lower" ? m_lowerWidth : kPixel_m, "m", vector,
                                    group + "/turn");
            file.write<std::int64_t>(group + "/data_origin", first, {first.size()});
            if (!pixels.empty()) file.write<std::int64_t>(group + "/data_size", pixels, {pixels.size()});
        };
        module("upper", {0, 0, 0}, {1, kUpper, kCols}, 0, {sense * m_across * 6e-3, sense * 5e-3, 0});
        module("lower", origin, size, sense * kTurn, {sense * m_across * 6e-3, sense * -4e-3, 0.01});
        change(file, detector);
        file.close();
        return path;
    }
    /// Of a point of the frames, with axes of NeXus.
    Vector placeOf(double row, double col) const {
        const double x = m_across * (6e-3 - col * (row < kUpper ? kPixel_m : m_lowerWidth));
        if (row < kUpper) return {x, 5e-3 - row * kPixel_m, 0.15};
        const double along = (row - kUpper - kGap) * kPixel_m;
        return {x, -4e-3 - along * std::cos(kTurn), 0.16 - along * std::sin(kTurn)};
    }
    static void leave(io::h5::File&, const std::string&) {}
    azint::Poni poniFor(const std::filesystem::path& scan, const std::vector<std::pair<const char*, std::string>>& keys,
                        std::string* notes = nullptr) {
        JobDocument job = integrateJobKind().newDocument();
        job.inputFile = scan;
        for (const auto& [key, value] : keys) job.set(key, value);
        const auto stack = openJobStack(job);
        for (const io::Note& note : stack->notes)
            if (notes != nullptr) *notes += note.text + "\n";
        return geometryOf(job, *stack);
    }
    void expectPlaces(const azint::Geometry& geometry, const char* what, double shiftAlong_m = 0) const {
        for (const auto& [row, col] : {std::pair(0.5, 0.5), {24.5, 59.5}, {26.5, 40.5}, {49.5, 5.5}}) {
            const auto [x, y, z] = placeOf(row, col);
            // Corners are kept in single precision: 1e-8 of a metre, of 0.15.
            EXPECT_NEAR(geometry.twoTheta({row, col}), std::atan2(std::hypot(x, y), z + shiftAlong_m), 2e-7)
                << what << row;
            EXPECT_NEAR(geometry.chi({row, col}), std::atan2(-y, -x), 1e-5) << what << row;
        }
    }
};

TEST_F(ModulesInPlanes, AreUsedPixelByPixel) {
    for (const double sense : {1.0, -1.0}) {
        std::string notes;
        const std::filesystem::path scan = scanOf(sense, leave);
        const azint::Poni poni = poniFor(scan, {}, &notes);
        EXPECT_NE(notes.find("the modules lie in several planes"), std::string::npos) << notes;
        expectPlaces(azint::Geometry(poni, kRows, kCols), sense > 0 ? "as NeXus, row " : "the other way, row ");
        const Array<std::uint8_t, 2> mask = poni.distortion.mask(kRows, kCols);
        EXPECT_EQ(std::ranges::count(mask, 1), std::ptrdiff_t(kCols)) << "the row between them";
        EXPECT_EQ(mask(kUpper, 7), 1);
        JobDocument job = integrateJobKind().newDocument();
        job.inputFile = scan;
        EXPECT_EQ(correctionsOf(job, *openJobStack(job), std::nullopt).mask, mask) << "left out without being asked";
        EXPECT_THROW(static_cast<void>(poniFor(scan, {{"distance_m", "0.2"}})), JobError) << "no beam centre";
        const azint::Poni typed =
            poniFor(scan, {{"distance_m", "0.2"}, {"beam_centre_row", "3"}, {"beam_centre_col", "4"}});
        EXPECT_TRUE(typed.distortion.isNone()) << "who types all of it means a flat detector";
        EXPECT_THROW(static_cast<void>(poniFor(scan, {{"pixel_size_m", "2e-4"}})), JobError);
        EXPECT_THROW(static_cast<void>(poniFor(scan, {{"flip_rows", "true"}})), JobError);
        const auto stack = openJobStack(job);
        EXPECT_EQ(poniContradiction(job, *stack), "");
        for (const auto& [key, value] :
             {std::pair("distance_m", "0.2"), {"beam_centre_row", "3"}, {"beam_centre_col", "4"}})
            job.set(key, value);
        EXPECT_NE(poniContradiction(job, *stack).find("puts all pixels in one plane"), std::string::npos);
        azint::Poni flat = poni;
        flat.distortion = {};
        EXPECT_NE(poniContradiction(flat, job, *stack).find("this PONI puts all pixels in one plane"),
                  std::string::npos);
        // A PONI file may name the file, and moves the detector as a whole.
        azint::Poni moved = poni;
        moved.poni2_m = 1e-3;
        const std::filesystem::path file = m_folder / "planes.poni";
        std::ofstream(file) << azint::poniFileText(moved);
        const azint::Poni read = poniFor(scan, {{"poni_file", file.string()}});
        EXPECT_EQ(read.distortion, poni.distortion);
        const auto [x, y, z] = placeOf(40.5, 10.5);
        EXPECT_NEAR(azint::Geometry(read, kRows, kCols).twoTheta({40.5, 10.5}), std::atan2(std::hypot(x + 1e-3, y), z),
                    2e-7);
    }
}

/// Frames = area · cosine of incidence / distance², which is what an even scatterer lights up: the same everywhere.
TEST_F(ModulesInPlanes, SolidAnglesAreThoseOfEachPixel) {
    m_lowerWidth = 2 * kPixel_m;
    const azint::Poni poni = poniFor(scanOf(1, leave), {});
    const azint::Geometry geometry(poni, kRows, kCols);
    const LargeVector<float> norm = azint::normalizationOf(geometry, {});
    for (const auto& [row, col] : {std::pair(3.5, 7.5), {24.5, 50.5}, {30.5, 20.5}, {48.5, 58.5}}) {
        const auto [x, y, z] = placeOf(row, col);
        const Vector normal = row < kUpper ? Vector{0, 0, 1} : Vector{0, -std::sin(kTurn), std::cos(kTurn)};
        const double distance = std::hypot(x, y, z);
        const double cosine = std::abs(x * normal[0] + y * normal[1] + z * normal[2]) / distance;
        // Over that of a pixel of the lower module, which is the first one by name.
        const double expected =
            cosine * std::pow(poni.dist_m / distance, 2) * (row < kUpper ? kPixel_m / m_lowerWidth : 1);
        const auto pixel = static_cast<std::size_t>(row) * kCols + static_cast<std::size_t>(col);
        EXPECT_NEAR(norm[pixel], expected, 1e-3 * expected) << row << ", " << col; // corners in single precision
    }
}

TEST_F(ModulesInPlanes, ThatDoNotSayEnoughAreRefused) {
    const auto notesOf = [&](const std::filesystem::path& scan) {
        std::string notes;
        try {
            static_cast<void>(poniFor(scan, {}, &notes));
            ADD_FAILURE() << "used";
        } catch (const JobError&) { // the distance is not known
        }
        return notes;
    };
    const auto expectNote = [&](const std::filesystem::path& scan, const char* words) {
        const std::string notes = notesOf(scan);
        EXPECT_NE(notes.find(words), std::string::npos) << notes;
    };
    const std::vector<std::int64_t> origin{0, kUpper + kGap, 0};
    for (const std::vector<std::int64_t>& size : {std::vector<std::int64_t>{}, {1, 25, 60}, {1, 24, 61}, {24, 60}})
        expectNote(scanOf(1, leave, origin, size), "do not lie in one plane");
    expectNote(scanOf(1, leave, {0, 20, 0}), "do not lie in one plane"); // pixels of the other one
    expectNote(scanOf(1,
                      [](io::h5::File& file, const std::string& detector) {
                          file.write(detector + "/distance", 0.4);
                          file.setAttribute(detector + "/distance", "units", "m");
                      }),
               "the distance of the file is 400 mm");
    expectNote(scanOf(1,
                      [](io::h5::File& file, const std::string& detector) {
                          file.createGroup(detector + "/third");
                          file.setAttribute(detector + "/third", "NX_class", "NXdetector_module");
                      }),
               "third does not say in which directions its pixels run");
    // Mirrored frames, whose azimuths are those of the laboratory.
    m_across = -1;
    expectPlaces(azint::Geometry(poniFor(scanOf(1, leave), {}), kRows, kCols), "mirrored, row ");
    m_across = 1;
    // Frames may go on beyond the last module.
    const azint::Poni shorter = poniFor(scanOf(1, leave, origin, {1, 20, kCols}), {});
    EXPECT_EQ(std::ranges::count(shorter.distortion.mask(kRows, kCols), 1), std::ptrdiff_t(5 * kCols));
    // The transformations of the detector as a whole lead to none of the modules.
    const azint::Poni nearer =
        poniFor(scanOf(1,
                       [](io::h5::File& file, const std::string& detector) {
                           file.setAttribute(detector + "/upper/turn", "offset", Numbers{6e-3, 5e-3, 5e-3});
                       }),
                {});
    const auto [x, y, z] = placeOf(0.5, 0.5);
    EXPECT_NEAR(azint::Geometry(nearer, kRows, kCols).twoTheta({0.5, 0.5}), std::atan2(std::hypot(x, y), z + 5e-3),
                2e-7);
    // Backwards, where no direct beam goes; and beside the size of the pixels.
    const azint::Poni back = poniFor(scanOf(1,
                                            [](io::h5::File& file, const std::string& detector) {
                                                const std::string z = detector + "/transformations/z";
                                                file.setAttribute(z, "offset", Numbers{0, 0, -0.4});
                                                file.setAttribute(z, "offset_units", "m");
                                                file.write<double>(detector + "/pixel_size", Numbers{2e-4, 2e-4}, {2});
                                            }),
                                     {});
    expectPlaces(azint::Geometry(back, kRows, kCols), "backwards, row ", -0.4);
    // The centre of either module may stand beside them.
    std::string notes;
    const azint::Poni poni = poniFor(scanOf(1,
                                            [&](io::h5::File& file, const std::string& detector) {
                                                file.write(detector + "/beam_center_x", 30.0);
                                                file.write(detector + "/beam_center_y", 25.0);
                                            }),
                                     {}, &notes);
    expectPlaces(azint::Geometry(poni, kRows, kCols), "with a beam centre, row ");
}

} // namespace
} // namespace ewald::job
