// SPDX-License-Identifier: GPL-3.0-or-later
// Formulas of goniometer files, and the geometries that they make.
#include "azint/instrument/goniometer.h"

#include "azint/instrument/formula.h"
#include "azint_test_util.h"
#include "base/error.h"
#include "base/units.h"

#include <nlohmann/json.hpp>
#include <unistd.h>

#include <fstream>

namespace ewald::azint::test {
namespace {

using nlohmann::json;

std::optional<double> named(std::string_view name) {
    if (name == "x") return 3;
    if (name == "y_2") return -0.5;
    if (name == "pi") return kPi;
    return std::nullopt;
}
double valueOf(std::string_view formula) { return valueOfFormula(formula, named, "test"); }

std::string errorOf(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

TEST(Formula, HasTheValueThatPythonGivesIt) {
    EXPECT_EQ(valueOf("1"), 1);
    EXPECT_EQ(valueOf(" 1.5e-3 "), 0.0015);
    EXPECT_EQ(valueOf(".5 + 2."), 2.5);
    EXPECT_EQ(valueOf("1 + 2 * 3"), 7);
    EXPECT_EQ(valueOf("(1 + 2) * 3"), 9);
    EXPECT_EQ(valueOf("10 - 4 - 3"), 3) << "from the left";
    EXPECT_EQ(valueOf("16 / 4 / 2"), 2);
    EXPECT_EQ(valueOf("1 / 2"), 0.5) << "no whole numbers";
    EXPECT_EQ(valueOf("2 ** 3 ** 2"), 512) << "from the right";
    EXPECT_EQ(valueOf("-2 ** 2"), -4) << "the sign comes last";
    EXPECT_EQ(valueOf("2 ** -1"), 0.5);
    EXPECT_EQ(valueOf("2 * -3"), -6);
    EXPECT_EQ(valueOf("1 - -2"), 3);
    EXPECT_EQ(valueOf("+ - + 2"), -2);
    EXPECT_EQ(valueOf("x*x + y_2"), 8.5);
    EXPECT_EQ(valueOf("x**2*2"), 18);
    EXPECT_EQ(valueOf("sqrt(x * 12)"), 6);
    EXPECT_EQ(valueOf("abs(y_2) + exp(0) + log(1)"), 1.5);
    EXPECT_EQ(valueOf("log10(1000)"), 3);
    EXPECT_NEAR(valueOf("sin(pi / 6)"), 0.5, 1e-15);
    EXPECT_NEAR(valueOf("cos(pi / 3)"), 0.5, 1e-15);
    EXPECT_NEAR(valueOf("tan(pi / 4)"), 1, 1e-15);
    EXPECT_NEAR(valueOf("arctan2(-1, -1)"), -3 * kPi / 4, 1e-15);
    EXPECT_NEAR(valueOf("arcsin(1) + arccos(1) + arctan(1)"), 0.75 * kPi, 1e-15);
    EXPECT_TRUE(std::isinf(valueOf("1 / 0")));
    EXPECT_TRUE(std::isnan(valueOf("sqrt(-1)")));
}

TEST(Formula, SaysInWhichColumnItIsWrong) {
    const auto says = [](const std::string& formula, const std::string& part) {
        const std::string error = errorOf([&] { static_cast<void>(valueOf(formula)); });
        EXPECT_NE(error.find(part), std::string::npos) << error;
        EXPECT_NE(error.find('"' + formula + '"'), std::string::npos) << error;
        EXPECT_NE(error.find("test"), std::string::npos) << error;
    };
    says("1 + tth", "unknown name \"tth\" in column 5");
    says("2 * sinh(x)", "unknown function \"sinh\" in column 5");
    says("", "a number or a name is missing in column 1");
    says("2 *", "a number or a name is missing in column 4");
    says("(1 + 2", "\")\" is missing in column 7");
    says("1 + 2)", "\")\" is not understood in column 6");
    says("2 x", "\"x\" is not understood in column 3");
    says("2 + ; rm", "\"; rm\" is not understood in column 5");
    says("arctan2(1)", "\",\" is missing in column 10");
    says("1e999", "too large or too small in column 1");
    says("x = 2", "\"= 2\" is not understood in column 3");
    says("__import__('os')", "unknown function \"__import__\" in column 1");
    // Levels are counted, so that no text ends the program.
    for (const char* level : {"(", "-(", "2**", "sin("}) {
        std::string deep;
        for (int i = 0; i < 20'000; ++i) deep += level;
        EXPECT_NE(errorOf([&] { static_cast<void>(valueOf(deep)); }).find("too many levels"), std::string::npos);
    }
    std::string signs(100'000, '-');
    EXPECT_EQ(valueOf(signs + "2"), 2);
}

/// As pyFAI writes it: an arm that turns the detector about axis 2.
json armFile() {
    return json::parse(R"({
        "content": "Goniometer calibration v2",
        "detector": "Pilatus 100k",
        "detector_config": {"orientation": 3},
        "wavelength": 7e-11,
        "param": [0.3, 0.0125, 0.04, 0.01, -0.002, 0.0174532925199433],
        "param_names": ["dist", "poni1", "poni2", "rot1", "rot2_offset", "rot2_scale"],
        "pos_names": ["tth"],
        "trans_function": {
            "content": "GeometryTransformation",
            "param_names": ["dist", "poni1", "poni2", "rot1", "rot2_offset", "rot2_scale"],
            "pos_names": ["tth"],
            "dist_expr": "dist", "poni1_expr": "poni1", "poni2_expr": "poni2",
            "rot1_expr": "rot1", "rot2_expr": "rot2_scale * tth + rot2_offset", "rot3_expr": "0.0",
            "constants": {"pi": 3.141592653589793}
        }})");
}
Goniometer arm() { return parseGoniometer(armFile().dump(), "arm.json"); }

TEST(Goniometer, MakesAGeometryWhereTheArmIs) {
    const std::vector<double> at{30};
    const Poni poni = poniAt(arm(), at);
    EXPECT_EQ(poni.dist_m, 0.3);
    EXPECT_EQ(poni.poni1_m, 0.0125);
    EXPECT_EQ(poni.poni2_m, 0.04);
    EXPECT_EQ(poni.rot1, 0.01);
    EXPECT_EQ(poni.rot2, 0.0174532925199433 * 30 - 0.002);
    EXPECT_EQ(poni.rot3, 0);
    EXPECT_EQ(poni.wavelength_m, 7e-11);
    EXPECT_DOUBLE_EQ(poni.pixel1_m, 172e-6);
    EXPECT_EQ(poni.shape, (std::array<std::size_t, 2>{195, 487}));
    // The arm points along the ray that meets the detector at the point of normal incidence.
    const Geometry geometry(poni, 195, 487);
    const double twoTheta = geometry.twoTheta({0.0125 / 172e-6, 0.04 / 172e-6});
    EXPECT_NEAR(std::cos(twoTheta), std::cos(poni.rot1) * std::cos(poni.rot2), 1e-12);
    EXPECT_EQ(positionsText(arm(), at), "tth = 30");
    // Turns of the arm are those of a PONI file.
    EXPECT_NEAR(poniAt(arm(), std::vector<double>{330}).rot2, -30 * 0.0174532925199433 - 0.002, 1e-12);
}

/// A table that moves along the beam and a detector that is turned by two motors; energy as a formula.
TEST(Goniometer, KnowsSeveralMotorsConstantsAndTheWavelength) {
    json file = armFile();
    file["content"] = "Goniometer calibration v1.1";
    file.erase("detector_config");
    file["detector"] = "Detector";
    file["pixel1"] = 1e-4;
    file["pixel2"] = 2e-4;
    file["max_shape"] = {50, 60};
    file["param"] = {0.2, 1e-3, 17.71, 0.05};
    json& function = file["trans_function"];
    function["content"] = "ExtendedTransformation";
    function["param_names"] = {"dist0", "scale", "energy", "poni"};
    function["pos_names"] = {"z", "nu"};
    function["constants"] = {{"half", 0.5}};
    function["dist_expr"] = "dist0 + scale * z";
    function["poni1_expr"] = function["poni2_expr"] = "poni";
    function["rot1_expr"] = "nu * pi / 180";
    function["rot2_expr"] = "-half * nu * pi / 180";
    function["wavelength_expr"] = "hc / energy * 1e-10";
    const Goniometer goniometer = parseGoniometer(file.dump(), "table.json");
    const std::vector<double> at{100, 10};
    const Poni poni = poniAt(goniometer, at);
    EXPECT_NEAR(poni.dist_m, 0.3, 1e-15);
    EXPECT_NEAR(poni.rot1, kPi / 18, 1e-15);
    EXPECT_NEAR(poni.rot2, -kPi / 36, 1e-15);
    EXPECT_NEAR(*poni.wavelength_m, wavelengthFromEnergy(17.71), 1e-9 * *poni.wavelength_m);
    EXPECT_EQ(poni.pixel1_m, 1e-4);
    EXPECT_EQ(poni.pixel2_m, 2e-4);
    EXPECT_EQ(poni.shape, (std::array<std::size_t, 2>{50, 60}));
    EXPECT_EQ(positionsText(goniometer, at), "z = 100, nu = 10");
}

TEST(Goniometer, WhatIsNoneIsRefusedInWords) {
    const auto refusal = [](const json& file) {
        return errorOf([&] { static_cast<void>(parseGoniometer(file.dump(), "arm.json")); });
    };
    const auto with = [&](const std::string& path, const json& value) {
        json file = armFile();
        file[json::json_pointer(path)] = value;
        return refusal(file);
    };
    const auto says = [](const std::string& error, const char* part) {
        EXPECT_NE(error.find(part), std::string::npos) << error;
        EXPECT_NE(error.find("arm.json"), std::string::npos) << error;
    };
    EXPECT_EQ(refusal(armFile()), "no error");
    says(errorOf([] { static_cast<void>(parseGoniometer("{", "arm.json")); }), "no JSON");
    says(refusal(json::array()), "no goniometer file");
    says(with("/content", "calibration"), "no goniometer file");
    says(with("/content", "Goniometer calibration v3"), "version v3 are not known");
    says(with("/detector", 5), "no text: arm.json: detector");
    says(with("/detector", "Detector\nDistance: 5"), "no text");
    says(with("/detector_config", "{}"), "no JSON object");
    says(with("/trans_function", nullptr), "no formulas");
    says(with("/param", json::array({1, 2})), "2 parameters and 6 names");
    says(with("/param/0", "far"), "no number: arm.json: param");
    says(with("/trans_function/pos_names", json::array({"rot1"})), "\"rot1\" is given twice");
    says(with("/trans_function/rot3_expr", nullptr), "no formula for rot3");
    says(with("/trans_function/rot3_expr", 0), "rot3_expr");
    says(with("/trans_function/rot2_expr", "rot2_scale * twotheta"),
         "unknown name \"twotheta\" in column 14 of the formula \"rot2_scale * twotheta\": arm.json: "
         "trans_function.rot2_expr");
    // Numbers that are no geometry are found where the arm is.
    const auto refusalAt = [](const Goniometer& goniometer, std::vector<double> positions) {
        return errorOf([&] { static_cast<void>(poniAt(goniometer, positions)); });
    };
    Goniometer moved = arm();
    moved.formulas[0] = "dist - tth / 100";
    says(refusalAt(moved, {90}), "\"dist - tth / 100\" for dist gives -0.6 at tth = 90");
    moved.formulas[0] = "dist / (tth - 90)";
    says(refusalAt(moved, {90}), "gives no number at tth = 90");
    says(refusalAt(arm(), {30, 4}), "2 positions are given");
    says(refusalAt(arm(), {}), "needs 1 (tth)");
}

TEST(Goniometer, IsToldFromOtherFiles) {
    namespace fs = std::filesystem;
    const fs::path file = fs::path(testing::TempDir()) / ("arm_" + std::to_string(getpid()) + ".json");
    const auto isOne = [&](const std::string& text) {
        std::ofstream(file) << text;
        return isGeometryJson(file);
    };
    EXPECT_TRUE(isOne(armFile().dump(2)));
    EXPECT_TRUE(isOne("\n {\"content\": \"Goniometer calibration v9\"}"));
    EXPECT_TRUE(isOne("{\"application\": \"pyfai-integrate\", \"version\": 5}"));
    EXPECT_TRUE(isOne("{\"poni1\": 0.1, \"rot1\": 0}"));
    EXPECT_FALSE(isOne("{\"format\": \"ewald job\"}"));
    EXPECT_FALSE(isOne("# \"Goniometer calibration v2\"\nDistance: 0.1\n"));
    EXPECT_FALSE(isOne(""));
    fs::remove(file);
    EXPECT_FALSE(isGeometryJson(file));
}

} // namespace
} // namespace ewald::azint::test
