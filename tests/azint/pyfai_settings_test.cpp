// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/poni.h"
#include "base/error.h"
#include "io/temporary_folder.h"

#include <fstream>
#include <gtest/gtest.h>
#include <string>

// The geometry in settings of pyFAI-integrate, of each version that pyFAI.io.integration_config describes. What is
// expected is the PONI file with the same numbers.
namespace ewald::azint {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPilatusPoni = "poni_version: 2.1\nDetector: Pilatus1M\nDetector_config: {\"orientation\": 2}\n"
                                     "Distance: 0.25\nPoni1: 0.1\nPoni2: 0.05\nRot1: 0.01\nRot2: -0.02\nRot3: 1e-09\n"
                                     "Wavelength: 1e-10\n";
constexpr const char* kSettingsNumbers =
    "\"dist\": 0.25, \"poni1\": 0.1, \"poni2\": 0.05, \"rot1\": 0.01, \"rot2\": -0.02, "
    "\"rot3\": 1e-09, \"wavelength\": 1e-10";

Poni settings(const std::string& inside, const std::string& where = "s.json") {
    return parsePoni("{" + inside + "}", where);
}

std::string settingsError(const std::string& text, const std::string& where = "s.json") {
    try {
        static_cast<void>(parsePoni(text, where));
    } catch (const DataError& error) {
        return error.what();
    }
    return "no error";
}

TEST(PyFaiSettings, AGeometryOfTheirOwn) {
    const std::string detector = R"("detector": "Pilatus1M", "detector_config": {"orientation": 2})";
    const Poni poni = parsePoni(kPilatusPoni, "p");
    EXPECT_EQ(poni.shape, (std::array<std::size_t, 2>{1043, 981}));
    EXPECT_EQ(settings("\"application\": \"pyfai-integrate\", \"version\": 5, \"poni\": {\"poni_version\": 2.1, " +
                       std::string(kSettingsNumbers) + ", " + detector + "}, \"nbpt_rad\": 1000"),
              poni);
    EXPECT_EQ(settings("\"version\": 3, " + std::string(kSettingsNumbers) + ", " + detector), poni)
        << "beside all others";
    EXPECT_EQ(
        settings("\"version\": 3, \"poni\": \"/nowhere/x.poni\", " + std::string(kSettingsNumbers) + ", " + detector),
        poni)
        << "the file has nothing that they have not";
}

TEST(PyFaiSettings, VersionOneHasPixelsOnlyForADetectorWithoutAName) {
    const Poni own =
        settings(std::string(kSettingsNumbers) + R"(, "detector": "detector", "pixel1": 1e-4, "pixel2": 2e-4)");
    EXPECT_EQ(own.pixel1_m, 1e-4);
    EXPECT_EQ(own.pixel2_m, 2e-4);
    const Poni named =
        settings(std::string(kSettingsNumbers) + R"(, "detector": "Pilatus1M", "pixel1": 1e-4, "pixel2": 2e-4)");
    EXPECT_DOUBLE_EQ(named.pixel1_m, 172e-6);
    EXPECT_DOUBLE_EQ(named.pixel2_m, 172e-6);
}

TEST(PyFaiSettings, APoniFileThatTheyName) {
    const io::TemporaryFolder folder;
    const fs::path here = folder.path();
    std::ofstream(here / "x.poni") << kPilatusPoni;
    const std::string where = (here / "s.json").string();
    EXPECT_EQ(settings("\"poni\": \"" + (here / "x.poni").string() + "\"", where), parsePoni(kPilatusPoni, "p"));
    Poni nearer = parsePoni(kPilatusPoni, "p");
    nearer.dist_m = 0.2;
    EXPECT_EQ(settings(R"("poni": "/elsewhere/x.poni", "dist": 0.2, "rot1": null, "wavelength": "")", where), nearer)
        << "beside them, and what they give themselves replaces it";
    const std::string missing = settingsError(R"({"poni": "y.poni", "dist": 0.2})", where);
    EXPECT_NE(missing.find("name the PONI file y.poni, which is not there"), std::string::npos) << missing;
}

TEST(PyFaiSettings, WhatElseTheySayIsNamedWhereItIsSwitchedOn) {
    const std::string with = std::string(kSettingsNumbers) + R"(, "detector": "Pilatus1M", )";
    EXPECT_TRUE(settings(with + R"("do_mask": false, "mask_file": "m.edf", "dark_current": null, "flat_field": [],
                                   "do_polarization": false, "polarization_factor": 0.99, "unit": "q_nm^-1")")
                    .leftOut.empty());
    EXPECT_EQ(settings(with + R"("do_mask": true, "mask_file": "m.edf", "dark_current": ["d.edf"], "flat_field": "",
                                 "polarization_factor": 0.99, "do_dummy": false, "val_dummy": -1)")
                  .leftOut,
              (std::vector<std::string>{"mask_file", "dark_current", "polarization_factor"}));
    EXPECT_EQ(settings(with + R"("do_solid_angle": false, "error_model": "azimuthal", "do_dummy": true, "dummy": -1)")
                  .leftOut,
              (std::vector<std::string>{"dummy", "error_model", "do_solid_angle"}));
    EXPECT_TRUE(settings(with + R"("do_solid_angle": true, "error_model": "no")").leftOut.empty());
    // As version 5 writes them, with what Python writes for a range without ends.
    EXPECT_EQ(
        settings(with + R"("correct_solid_angle": false, "normalization_factor": 1.0, "azimuth_range": [-30, 30],
                                 "radial_range": [-Infinity, Infinity], "integrator_method": "sigma_clip_ng",
                                 "integrator_class": "FiberIntegrator")")
            .leftOut,
        (std::vector<std::string>{"correct_solid_angle", "integrator_method", "integrator_class", "azimuth_range"}));
    EXPECT_EQ(settings(with + R"("do_azimuthal_range": true, "azimuth_range_min": -30, "normalization_factor": 2.5,
                                 "do_radial_range": false, "radial_range_min": 1, "integrator_method": "integrate1d")")
                  .leftOut,
              (std::vector<std::string>{"normalization_factor", "azimuth_range_min"}));
    EXPECT_EQ(settings(with + R"("azimuth_range_max": 30)").leftOut, (std::vector<std::string>{"azimuth_range_max"}));
    EXPECT_EQ(parsePoni("\xEF\xBB\xBF{" + with + R"("unit": "NaN and Infinity", "delta_dummy": NaN})", "s").dist_m,
              0.25);
    // A text that ends with a backslash, and one with a quotation mark in it.
    EXPECT_EQ(settings(with + R"("output": "C:\\data\\", "delta_dummy": NaN, "unit": "\"NaN\"")").dist_m, 0.25);
}

/// As pyFAI reads it in version 0 and 1 only: there is no such file any more.
TEST(PyFaiSettings, APoniFileNamedByVersionTwoIsARemark) {
    const std::string numbers = R"("dist": 0.25, "poni1": 0.1, "poni2": 0.05, "rot1": 0.01, "rot2": -0.02, "rot3": 0, )"
                                R"("detector": "Pilatus1M", "poni": "/nowhere/x.poni")";
    for (const char* version : {"2", "3"}) {
        const Poni poni = settings(numbers + R"(, "version": )" + version);
        EXPECT_EQ(poni.dist_m, 0.25);
        EXPECT_FALSE(poni.wavelength_m) << "it is in neither";
    }
    EXPECT_NE(settingsError("{" + numbers + "}").find("which is not there"), std::string::npos) << "version 1";
}

TEST(PyFaiSettings, BadOnesSayWhatIsWrong) {
    EXPECT_NE(settingsError("{\"poni1\": ").find("no PONI file, and no settings"), std::string::npos);
    EXPECT_NE(settingsError("{\"version\": 6, \"poni\": {}}").find("version 6 are not known"), std::string::npos);
    EXPECT_NE(settingsError("{}").find("no distance"), std::string::npos);
    EXPECT_NE(settingsError(R"({"poni": {"dist": "far", "poni1": 0}})").find("\"far\" is not a number for distance"),
              std::string::npos);
    const std::string deep = std::string(90000, '[');
    EXPECT_NE(settingsError("{\"poni\": " + deep).find("no PONI file, and no settings"), std::string::npos);
}

} // namespace
} // namespace ewald::azint
