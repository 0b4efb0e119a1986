// SPDX-License-Identifier: GPL-3.0-or-later
// What files say beside their frames twice, or where and how other programs write it.
#include "io/frame_stack.h"
#include "io/images/mask_bits.h"
#include "stack_files.h"

#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <optional>

namespace ewald::io::test {
namespace {

class DetectorFacts : public WithFolder {
protected:
    std::shared_ptr<const FrameStack> openWith(const std::function<void(h5::File&)>& more,
                                               const std::string& frames = "/entry/data/data") {
        h5::File file = h5::File::create(at("a.h5"));
        put(file, frames, countingFrames(2), {2, kRows, kCols});
        more(file);
        file.close();
        return openOne(at("a.h5"));
    }
    static void putNumber(h5::File& file, const std::string& path, double value, const char* unit) {
        file.write(path, value);
        file.setAttribute(path, "units", unit);
    }
    static std::vector<std::size_t> masked(const FrameStack& stack) {
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i < stack.mask.size(); ++i)
            if (stack.mask.data()[i] != 0) found.push_back(i);
        return found;
    }
};

TEST_F(DetectorFacts, AnEnergyThatContradictsTheWavelengthIsNamed) {
    // 12.39841984 keV · Å: 0.9 Å are 13776.02 eV.
    const auto open = [&](double energy_eV) {
        return openWith([&](h5::File& file) {
            putNumber(file, "/entry/instrument/beam/incident_wavelength", 0.9, "angstrom");
            putNumber(file, "/entry/instrument/monochromator/energy", energy_eV, "eV");
        });
    };
    for (const double same : {13776.0, 13776.02 * 1.0009, 13776.02 * 0.9992}) {
        const auto stack = open(same);
        EXPECT_NEAR(stack->geometry.wavelength_m.value_or(0), 0.9e-10, 1e-20);
        EXPECT_FALSE(hasNote(stack->notes, "contradict")) << same;
    }
    for (const double other : {13776.02 * 1.002, 12000.0}) {
        const auto stack = open(other);
        EXPECT_NEAR(stack->geometry.wavelength_m.value_or(0), 0.9e-10, 1e-20);
        EXPECT_TRUE(hasNote(stack->notes, "contradict", Severity::warning)) << other;
    }
    // 12 keV are 1.0332 Å.
    EXPECT_TRUE(hasNote(open(12000.0)->notes,
                        "/entry/instrument/beam/incident_wavelength gives a wavelength of 9e-11 m and "
                        "/entry/instrument/monochromator/energy one of 1.0332e-10 m, which contradict each other: that "
                        "of /entry/instrument/beam/incident_wavelength is used",
                        Severity::warning));
}

TEST_F(DetectorFacts, TheDistanceIsComparedWithTheTransformations) {
    // 100 mm of a stage against the beam's direction from 350 mm behind the sample: 0.25 m. A move across is none
    // along.
    const auto open = [&](double stage_mm, std::optional<double> distance_m, double turn_deg = 0) {
        return openWith([&](h5::File& file) {
            const std::string detector = "/entry/instrument/detector", chain = detector + "/transformations";
            file.write(detector + "/depends_on", "transformations/across");
            file.setAttribute(detector, "NX_class", "NXdetector");
            const auto link = [&](const char* name, double value, const char* unit, const char* type,
                                  const std::vector<double>& vector, const char* next) {
                const std::string path = chain + "/" + name;
                putNumber(file, path, value, unit);
                file.setAttribute(path, "transformation_type", type);
                file.setAttribute(path, "vector", vector);
                file.setAttribute(path, "depends_on", next);
            };
            link("across", 30, "mm", "translation", {1, 0, 0}, "two_theta");
            link("two_theta", turn_deg, "deg", "rotation", {0, 1, 0}, "stage");
            link("stage", stage_mm, "mm", "translation", {0, 0, -2}, ".");
            file.setAttribute(chain + "/stage", "offset", std::vector<double>{5, 5, 0.35});
            file.setAttribute(chain + "/stage", "offset_units", "m");
            if (distance_m) putNumber(file, detector + "/distance", *distance_m, "m");
        });
    };
    for (const double same : {0.25, 0.2509, -0.25}) EXPECT_TRUE(open(100, same)->notes.empty()) << same;
    const auto other = open(100, 0.3);
    EXPECT_EQ(other->geometry.distance_m, 0.3);
    EXPECT_TRUE(hasNote(other->notes,
                        "/entry/instrument/detector/distance [m] says that the detector is 0.3 m away, and its "
                        "transformations (/entry/instrument/detector/transformations/stage) put it at 0.25 m",
                        Severity::warning));
    const auto alone = open(100, std::nullopt);
    EXPECT_NEAR(alone->geometry.distance_m.value_or(0), 0.25, 1e-12);
    EXPECT_FALSE(hasNote(alone->notes, "transformations", Severity::warning));
    // Turned detectors have no distance that says where they are.
    EXPECT_FALSE(hasNote(open(100, 0.3, 20)->notes, "put it at"));
}

TEST_F(DetectorFacts, LengthsThatCannotBeAreNamedAndNotUsed) {
    const std::string detector = "/entry/instrument/detector";
    const auto open = [&](const char* name, double value, const char* unit) {
        return openWith([&](h5::File& file) {
            file.createGroup(detector);
            file.setAttribute(detector, "NX_class", "NXdetector");
            putNumber(file, detector + name, value, unit);
        });
    };
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInf = std::numeric_limits<double>::infinity();
    const auto negative = open("/distance", -200, "mm");
    EXPECT_FALSE(negative->geometry.distance_m);
    EXPECT_TRUE(hasNote(negative->notes, detector + "/distance [mm] gives -0.2 m, which cannot be: it is not used",
                        Severity::warning));
    for (const auto& [value, text] : {std::pair(0.0, "0"), {kNan, "NaN"}, {kInf, "∞"}}) {
        const auto stack = open("/distance", value, "m");
        EXPECT_FALSE(stack->geometry.distance_m) << text;
        EXPECT_TRUE(hasNote(stack->notes, detector + "/distance [m] holds " + text +
                                              ", which stands for what is not "
                                              "known: it is not used"))
            << text;
    }
    for (const char* side : {"/x_pixel_size", "/y_pixel_size"}) {
        const auto stack = open(side, -75, "um");
        EXPECT_FALSE(stack->geometry.pixelWidth_m || stack->geometry.pixelHeight_m);
        EXPECT_TRUE(
            hasNote(stack->notes, detector + side + " [um] gives -7.5e-5 m, which cannot be", Severity::warning));
        EXPECT_EQ(std::ranges::count_if(stack->notes, [](const Note& n) { return contains(n.text, "cannot be"); }), 1);
    }
    EXPECT_TRUE(hasNote(open("/pixel_size", -75, "um")->notes, "/pixel_size [um] gives -7.5e-5 m", Severity::warning));
}

TEST_F(DetectorFacts, EnergiesThatCannotBeAreNamedAndNotUsed) {
    const std::string energy = "/entry/instrument/beam/incident_energy", mono = "/entry/instrument/monochromator";
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    for (const char* unit : {"keV", ""}) {
        const auto negative = openWith([&](h5::File& file) {
            file.write(energy, -12.0);
            if (*unit != 0) file.setAttribute(energy, "units", unit);
        });
        EXPECT_FALSE(negative->geometry.wavelength_m);
        EXPECT_TRUE(hasNote(negative->notes, energy, Severity::warning));
        EXPECT_TRUE(hasNote(negative->notes, "which cannot be: it is not used", Severity::warning));
    }
    const auto unknown = openWith([&](h5::File& file) { putNumber(file, energy, kNan, "keV"); });
    EXPECT_FALSE(unknown->geometry.wavelength_m);
    EXPECT_TRUE(hasNote(unknown->notes, energy + " [keV] holds NaN, which stands for what is not known"));
    const auto wave = openWith(
        [&](h5::File& file) { putNumber(file, "/entry/instrument/beam/incident_wavelength", -1, "angstrom"); });
    EXPECT_FALSE(wave->geometry.wavelength_m);
    EXPECT_TRUE(hasNote(wave->notes, "incident_wavelength [angstrom] gives -1e-10 m, which cannot be: it is not used",
                        Severity::warning));
    // Another place says it: 12.39841984 keV are 1 Å.
    for (const double none : {0.0, -12.0, kNan}) {
        const auto stack = openWith([&](h5::File& file) {
            putNumber(file, energy, none, "keV");
            putNumber(file, mono + "/energy", 12.39841984, "keV");
        });
        EXPECT_NEAR(stack->geometry.wavelength_m.value_or(0), 1e-10, 1e-18) << none;
        EXPECT_TRUE(hasNote(stack->notes, "which cannot be: " + mono + "/energy is used (12.4 keV)", Severity::warning))
            << none;
    }
    const auto second = openWith([&](h5::File& file) {
        putNumber(file, energy, 12.39841984, "keV");
        putNumber(file, mono + "/energy", -8, "keV");
    });
    EXPECT_NEAR(second->geometry.wavelength_m.value_or(0), 1e-10, 1e-18);
    EXPECT_TRUE(hasNote(second->notes, mono + "/energy holds -8 keV, which cannot be: " + energy, Severity::warning));
}

/// What is said twice, once as it cannot be.
TEST_F(DetectorFacts, AnotherPlaceStandsInForALengthThatCannotBe) {
    const std::string detector = "/entry/instrument/detector";
    const auto open = [&](double first, std::optional<double> second, std::optional<double> moved_m) {
        return openWith([&](h5::File& file) {
            file.createGroup(detector);
            file.setAttribute(detector, "NX_class", "NXdetector");
            putNumber(file, detector + "/distance", first, "m");
            if (second) putNumber(file, detector + "/detector_distance", *second, "m");
            if (!moved_m) return;
            file.write(detector + "/depends_on", "transformations/z");
            const std::string z = detector + "/transformations/z";
            putNumber(file, z, *moved_m, "m");
            file.setAttribute(z, "transformation_type", "translation");
            file.setAttribute(z, "vector", std::vector<double>{0, 0, 1});
            file.setAttribute(z, "depends_on", ".");
        });
    };
    for (const double first : {0.0, -0.3}) {
        for (const auto& stack : {open(first, 0.25, {}), open(first, {}, 0.25), open(first, -1, 0.25)}) {
            EXPECT_NEAR(stack->geometry.distance_m.value_or(0), 0.25, 1e-12) << first;
            EXPECT_TRUE(hasNote(stack->notes, detector + "/distance [m]")) << first;
            EXPECT_TRUE(hasNote(stack->notes, "it is not used", first < 0 ? Severity::warning : Severity::info));
            EXPECT_FALSE(hasNote(stack->notes, "contradict"));
        }
    }
    // Against the direction of an axis: the same distance.
    const auto turned = open(-0.25, {}, -0.25);
    EXPECT_NEAR(turned->geometry.distance_m.value_or(0), 0.25, 1e-12);
    EXPECT_FALSE(hasNote(turned->notes, "cannot be"));
}

TEST_F(DetectorFacts, FramesThatAreNotTheWholeDetectorAreNamed) {
    const std::string detector = "/entry/instrument/detector", size = "/detectorSpecific/";
    const auto open = [&](std::size_t rows, std::size_t cols, const char* binned) {
        return openWith([&](h5::File& file) {
            file.createGroup(detector);
            file.setAttribute(detector, "NX_class", "NXdetector");
            file.write(detector + size + "x_pixels_in_detector", static_cast<std::int64_t>(cols));
            file.write(detector + size + "y_pixels_in_detector", static_cast<std::int64_t>(rows));
            if (*binned != 0) file.write(detector + binned, std::int64_t{2});
        });
    };
    EXPECT_TRUE(open(kRows, kCols, "")->notes.empty());
    EXPECT_TRUE(
        hasNote(open(2 * kRows, 2 * kCols, "")->notes,
                "the detector has 20 x 24 pixels (" + detector + size + "x_pixels_in_detector), the frames 10 x 12",
                Severity::warning));
    for (const char* binned : {"/binning_x", "/bin_x"})
        EXPECT_TRUE(hasNote(open(kRows, kCols, binned)->notes, "the frames are binned by 1 x 2", Severity::warning));
}

TEST_F(DetectorFacts, OfElectronsEnergyAndWavelengthMayAgreeInTheirOwnWay) {
    // 200 kV: 2.5079 pm (relativistic), while photons of 200 keV have 6.1992 pm.
    const auto stack = openWith([](h5::File& file) {
        putNumber(file, "/entry/instrument/beam/incident_wavelength", 2.5079e-12, "m");
        putNumber(file, "/entry/instrument/beam/incident_energy", 200, "keV");
    });
    EXPECT_FALSE(hasNote(stack->notes, "contradict"));
}

TEST_F(DetectorFacts, MasksOfOtherProgramsCountAsForScans) {
    // CXI: 0 and the bit "there is a signal" (0x1000) alone are good.
    std::vector<std::uint32_t> mask(kRows * kCols);
    mask[1] = 0x1000, mask[2] = 0x1001, mask[3] = 8, mask[5] = 1;
    const std::vector<std::size_t> expected{2, 3, 5};
    for (const char* path : {"/entry_1/instrument_1/detector_1/mask", "/entry_1/data_1/mask"}) {
        const auto stack = openWith(
            [&](h5::File& file) {
                put(file, path, mask, {kRows, kCols});
            },
            "/entry_1/data_1/data");
        EXPECT_EQ(masked(*stack), expected) << path;
        EXPECT_TRUE(hasNote(stack->notes, std::string(path) + " leaves out 3 pixels")) << path;
    }
    const auto nexus = openWith([&](h5::File& file) {
        put(file, "/entry/instrument/detector/mask", mask, {kRows, kCols});
    });
    EXPECT_EQ(masked(*nexus), expected);
    // Beside a pixel_mask, which says what each bit means, it is not looked at.
    const auto both = openWith([&](h5::File& file) {
        put(file, "/entry/instrument/detector/mask", mask, {kRows, kCols});
        put(file, "/entry/instrument/detector/pixel_mask", std::vector<std::uint8_t>(kRows * kCols), {kRows, kCols});
    });
    EXPECT_TRUE(masked(*both).empty());
}

TEST(MaskNumbers, ThatAreNoSetOfBitsAreBad) {
    for (const double good : {0.0, 4096.0}) EXPECT_FALSE(isBad(good, kCxiMask)) << good;
    for (const double bad : {-1.0, 0.5, 1.0, 4096.5, 4097.0, 4294967296.0, 1e300,
                             std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
        EXPECT_TRUE(isBad(bad, kCxiMask)) << bad;
    EXPECT_TRUE(isBad(4096.0));
    EXPECT_TRUE(isBad(std::int32_t{-4096}, kCxiMask));
    EXPECT_FALSE(isBad(std::uint32_t{16}, {.bad = 3}));
}

TEST_F(DetectorFacts, MasksMayBeEnumerated) {
    enum : std::uint8_t { good = 0, gap = 1, dead = 2 };
    const auto openEnumerated = [&](const std::vector<std::pair<const char*, std::uint8_t>>& members) {
        h5::File file = h5::File::create(at("a.h5"));
        put(file, "/entry/data/data", countingFrames(2), {2, kRows, kCols});
        put(file, "/entry/instrument/detector/x", std::vector<double>{1}, {1}); // makes the group
        file.close();
        {
            const h5::Handle open(H5Fopen(at("a.h5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT));
            const h5::Handle type(H5Tenum_create(H5T_STD_U8LE));
            for (const auto& [name, value] : members) H5Tenum_insert(type.id(), name, &value);
            const hsize_t extents[] = {kRows, kCols};
            const h5::Handle space(H5Screate_simple(2, extents, nullptr));
            const h5::Handle made(H5Dcreate2(open.id(), "/entry/instrument/detector/pixel_mask", type.id(), space.id(),
                                             H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
            std::vector<std::uint8_t> values(kRows * kCols, good);
            values[4] = gap, values[7] = members.size() > 2 ? dead : gap;
            EXPECT_GE(H5Dwrite(made.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
        }
        return openOne(at("a.h5"));
    };
    const std::vector<std::size_t> expected{4, 7};
    EXPECT_EQ(masked(*openEnumerated({{"GOOD", good}, {"GAP", gap}, {"DEAD", dead}})), expected);
    EXPECT_EQ(masked(*openEnumerated({{"FALSE", good}, {"TRUE", gap}})), expected) << "as h5py writes bool";
}

TEST_F(DetectorFacts, FlatsAndDarksAmongTheFramesAreNamed) {
    const auto open = [&](const std::vector<std::int32_t>& keys) {
        return openWith([&](h5::File& file) {
            file.write<std::int32_t>("/entry/instrument/detector/image_key", keys, {keys.size()});
        });
    };
    EXPECT_TRUE(hasNote(open({0, 2})->notes, "1 of 2 frames are flats, darks or invalid", Severity::warning));
    EXPECT_TRUE(hasNote(open({0, 2})->notes, "(first: 1)", Severity::warning));
    EXPECT_FALSE(hasNote(open({0, 0})->notes, "image_key"));
    EXPECT_FALSE(hasNote(open({0, 2, 1})->notes, "image_key")) << "of other frames";
}

TEST_F(DetectorFacts, ABeamCentreThatMovesIsNamed) {
    const auto open = [&](const std::vector<double>& cols) {
        return openWith([&](h5::File& file) {
            file.write<double>("/entry/instrument/detector/beam_center_x", cols, {cols.size()});
            file.write("/entry/instrument/detector/beam_center_y", 4.0);
        });
    };
    const auto moved = open({3, 5, 9});
    EXPECT_EQ(moved->geometry.beamCentreCol, 5); // the median
    EXPECT_TRUE(hasNote(moved->notes, "beam_center_x varies from 3 to 9", Severity::warning));
    EXPECT_FALSE(hasNote(open({5, 5, 5})->notes, "varies"));
}

TEST_F(DetectorFacts, PlacesOfPixelsThatContradictTheirSizeAreNamed) {
    const auto open = [&](double step_mm) {
        return openWith([&](h5::File& file) {
            putNumber(file, "/entry/instrument/detector/x_pixel_size", 0.1, "mm");
            putNumber(file, "/entry/instrument/detector/y_pixel_size", 0.1, "mm");
            std::vector<double> places(kCols);
            for (std::size_t i = 0; i < kCols; ++i) places[i] = 7 - step_mm * static_cast<double>(i);
            file.write<double>("/entry/instrument/detector/x_pixel_offset", places, {kCols});
            file.setAttribute("/entry/instrument/detector/x_pixel_offset", "units", "mm");
        });
    };
    EXPECT_TRUE(hasNote(open(0.2)->notes, "x_pixel_offset are 200 µm apart, and 100 µm large", Severity::warning));
    EXPECT_FALSE(hasNote(open(0.1)->notes, "x_pixel_offset"));
    EXPECT_FALSE(hasNote(open(-0.101)->notes, "x_pixel_offset")) << "the other way round, and by a calibration";
}

} // namespace
} // namespace ewald::io::test
