// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/detector.h"
#include "azint/detector_text.h"
#include "azint/poni.h"
#include "azint_test_util.h"
#include "base/error.h"
#include "base/units.h"
#include "io/temporary_folder.h"

#include <fstream>

namespace ewald::azint {
namespace {

constexpr const char* kNumbers =
    "Distance: 0.25\nPoni1: 0.1\nPoni2: 0.05\nRot1: 0.01\nRot2: -0.02\nRot3: 1e-09\nWavelength: 1e-10\n";

std::string errorOf(const std::string& text) {
    try {
        static_cast<void>(parsePoni(text, "test.poni"));
    } catch (const DataError& error) {
        return error.what();
    }
    return "no error";
}

TEST(Poni, Version1HasThePixelSizesAsKeys) {
    const Poni poni = parsePoni(
        std::string("# a comment: with a colon\nPixelSize1: 0.000172\nPixelSize2: 0.0001\nSplineFile: None\n") +
            kNumbers,
        "f");
    EXPECT_EQ(poni.pixel1_m, 0.000172);
    EXPECT_EQ(poni.pixel2_m, 0.0001);
    EXPECT_EQ(poni.dist_m, 0.25);
    EXPECT_EQ(poni.rot2, -0.02);
    EXPECT_EQ(poni.wavelength_m, 1e-10);
    EXPECT_EQ(poni.orientation, 3);
}

TEST(Poni, TheLastKeyWinsInAnyCase) {
    const Poni poni = parsePoni(
        std::string(kNumbers) + "pixelsize1: 1e-4\nPIXELSIZE2: 1e-4\n" + "poni1: 0.3\n  DISTANCE :  0.5 \r\n", "f");
    EXPECT_EQ(poni.poni1_m, 0.3);
    EXPECT_EQ(poni.dist_m, 0.5);
}

TEST(Poni, Version2NamesTheDetector) {
    const Poni named =
        parsePoni(std::string("poni_version: 2\nDetector: Pilatus1M\nDetector_config: {}\n") + kNumbers, "f");
    EXPECT_DOUBLE_EQ(named.pixel1_m, 172e-6);
    EXPECT_EQ(named.shape, (std::array<std::size_t, 2>{1043, 981}));
    const Poni typed = parsePoni(std::string("poni_version: 2\nDetector: Detector\nDetector_config: {\"pixel1\": "
                                             "5e-05, \"pixel2\": 6e-05, \"max_shape\": [10, 20]}\n") +
                                     kNumbers,
                                 "f");
    EXPECT_EQ(typed.pixel2_m, 6e-5);
    EXPECT_EQ(typed.shape, (std::array<std::size_t, 2>{10, 20}));
}

TEST(Poni, Version21AndVersion3) {
    const std::string config = "Detector: Detector\nDetector_config: {\"pixel1\": 5e-05, \"pixel2\": 5e-05, "
                               "\"max_shape\": null, \"orientation\": 2, "
                               "\"sensor\": {\"material\": \"Si\", \"thickness\": 0.00045}}\nParallax: True\n";
    const Poni poni = parsePoni("poni_version: 3\n" + config + kNumbers, "f");
    EXPECT_EQ(poni.orientation, 2);
    EXPECT_TRUE(poni.parallax);
    ASSERT_TRUE(poni.sensor);
    EXPECT_EQ(poni.sensor->material, "Si");
    EXPECT_EQ(poni.sensor->thickness_m, 0.00045);
    EXPECT_FALSE(poni.shape);
}

TEST(Poni, RealFiles) {
    SKIP_WITHOUT_DATA();
    const Poni pixium = readPoni(test::kFolder / "pixium/DLS_CeO2_1200mm_pyFAI.poni");
    EXPECT_EQ(pixium.dist_m, 1.1938977457995166);
    EXPECT_EQ(pixium.pixel1_m, 0.000296);
    EXPECT_EQ(pixium.wavelength_m, 1.393e-11);
    EXPECT_EQ(readPoni(test::kFolder / "ceo2_pilatus1m/CeO2_Pilatus1M.poni").pixel2_m, 0.000172);
    EXPECT_EQ(readPoni(test::kFolder / "lambda_nxs/L2.poni").pixel1_m, 5.4999999999999995e-05);
}

TEST(Poni, BadFilesSayWhatIsWrong) {
    EXPECT_NE(errorOf("").find("no distance"), std::string::npos);
    EXPECT_NE(errorOf("Distance: -1\n").find("not positive"), std::string::npos);
    EXPECT_NE(errorOf("Distance: 0.2\nPoni1: 0\nPoni2: 0\nRot1: 0\nRot2: 0\n").find("no value for rot3"),
              std::string::npos);
    EXPECT_NE(errorOf(std::string(kNumbers) + "PixelSize1: 1e-4\nPixelSize2: wide\n").find("\"wide\" is not a number"),
              std::string::npos);
    EXPECT_NE(errorOf(kNumbers).find("how large a pixel"), std::string::npos);
    EXPECT_NE(errorOf(std::string("poni_version: 4\n") + kNumbers).find("version 4"), std::string::npos);
    EXPECT_NE(errorOf(std::string(kNumbers) + "Detector: X\nDetector_config: {broken\n").find("JSON"),
              std::string::npos);
    EXPECT_NE(
        errorOf(std::string(kNumbers) + "Detector_config: {\"pixel1\": 1e-4, \"pixel2\": 1e-4, \"orientation\": 7}\n")
            .find("orientation"),
        std::string::npos);
    EXPECT_NE(errorOf(std::string(kNumbers) + "PixelSize1: 1e-4\nPixelSize2: 1e-4\nWavelength: 0\n").find("wavelength"),
              std::string::npos);
    EXPECT_NE(errorOf(std::string(kNumbers) + "Poni1: nan\n").find("not a number"), std::string::npos);
    EXPECT_THROW(static_cast<void>(readPoni("/nonexistent.poni")), DataError);
    // As deep as job documents may be, and deeper: levels cost stack where values are copied.
    const auto deep = [](std::size_t levels) {
        return std::string(kNumbers) +
               "Detector_config: {\"pixel1\": 1e-4, \"pixel2\": 1e-4, \"x\": " + std::string(levels, '[') +
               std::string(levels, ']') + "}\n";
    };
    EXPECT_EQ(errorOf(deep(60)), "no error");
    EXPECT_NE(errorOf(deep(70)).find("too many levels"), std::string::npos) << errorOf(deep(70));
    const io::TemporaryFolder folder;
    const auto path = folder.path() / "binary.poni";
    std::ofstream(path, std::ios::binary) << std::string(100, '\0');
    EXPECT_THROW(static_cast<void>(readPoni(path)), DataError);
}

TEST(Poni, AValueThatNoInstrumentHasIsNamedWithItsKey) {
    const std::string pixels = "PixelSize1: 1e-4\nPixelSize2: 1e-4\n";
    const auto with = [&](const std::string& line) { return errorOf(pixels + kNumbers + line + "\n"); };
    for (const auto& [line, part] : std::vector<std::pair<std::string, std::string>>{
             {"Rot1: 4.5", "Rot1 in the PONI file is 4.5 rad"},
             {"Rot2: -90", "Rot2 in the PONI file is -90 rad"},
             {"Rot3: 7", "take away whole turns"},
             {"Wavelength: 1e-20", "Wavelength in the PONI file is 1"},
             {"Wavelength: 1", "1e-10 is one angstrom"},
             {"Distance: 0", "Distance is 0 m"},
             {"Distance: -0.1", "the distance in the PONI file is not positive"},
             {"Distance: 1e9", "Distance in the PONI file"},
             {"PixelSize1: 1e-9", "pixel1 in the PONI file is 1e-9 m, which is impossible"},
             {"Poni1: 1e6", "Poni1 in the PONI file"},
             {"Poni2: -1e6", "Poni2 in the PONI file"}}) {
        EXPECT_NE(with(line).find(part), std::string::npos) << line << ": " << with(line);
        EXPECT_NE(with(line).find("test.poni"), std::string::npos) << with(line);
    }
    // A detector behind the sample, half a turn with its digits cut off, electrons and visible light.
    for (const char* line : {"Rot1: 2.5", "Rot3: 3.1416", "Rot3: -3.1416", "Wavelength: 8.7e-13", "Wavelength: 6e-7"})
        EXPECT_EQ(with(line), "no error") << line;
}

TEST(Poni, NoneMeansNoWavelength) {
    const Poni poni = parsePoni(std::string(kNumbers) + "PixelSize1: 1e-4\nPixelSize2: 1e-4\nWavelength: None\n", "f");
    EXPECT_FALSE(poni.wavelength_m);
}

TEST(Poni, WhatIsWrittenIsReadInTheOldestVersionThatIsRight) {
    Poni poni = test::simplePoni(0.1234567890123456, 1.0 / 3);
    poni.rot1 = -1e-17;
    EXPECT_EQ(parsePoni(poniFileText(poni), "f"), poni);
    EXPECT_NE(poniFileText(poni).find("poni_version: 2\n"), std::string::npos);
    poni.orientation = 4;
    poni.shape = {7, 8};
    EXPECT_EQ(parsePoni(poniFileText(poni), "f"), poni);
    EXPECT_NE(poniFileText(poni).find("poni_version: 2.1\n"), std::string::npos);
    poni.parallax = true;
    poni.sensor = Sensor{"CdTe", 1e-3};
    EXPECT_EQ(parsePoni(poniFileText(poni), "f"), poni);
    Poni named = test::simplePoni(0.1, 0.1);
    named.detector = "Eiger4M";
    named.shape = {2167, 2070};
    named.pixel1_m = named.pixel2_m = findDetector("Eiger4M")->pixelHeight_m;
    EXPECT_EQ(parsePoni(poniFileText(named), "f"), named);
}

TEST(BeamGeometry, WithoutTiltTheCentreIsThePoni) {
    Poni base = test::simplePoni(0, 0, 1e-4);
    const Poni poni = withBeamGeometry(base, {0.3, 512.5, 256.0, 0, 0});
    EXPECT_DOUBLE_EQ(poni.dist_m, 0.3);
    EXPECT_DOUBLE_EQ(poni.poni1_m, 0.05125);
    EXPECT_DOUBLE_EQ(poni.poni2_m, 0.0256);
    EXPECT_EQ(poni.rot1, 0);
    EXPECT_EQ(poni.rot2, 0);
}

TEST(BeamGeometry, AgreesWithTheHeaderOfAPeersFile) {
    SKIP_WITHOUT_DATA();
    // CeO2_Pilatus1M.xy: "Distance Sample-beamCenter: 208.689 mm, Center: x=487.259, y=512.548 pix, Tilt: 1.083 deg
    // TiltPlanRot: 12.646 deg", made by pyFAI of the PONI file beside it.
    const BeamGeometry beam = beamGeometryOf(readPoni(test::kFolder / "ceo2_pilatus1m/CeO2_Pilatus1M.poni"));
    EXPECT_NEAR(beam.distance_m, 0.208689, 5e-7);
    EXPECT_NEAR(beam.centreCol, 487.259, 5e-4);
    EXPECT_NEAR(beam.centreRow, 512.548, 5e-4);
    EXPECT_NEAR(beam.tilt_deg, 1.083, 5e-4);
    EXPECT_NEAR(beam.tiltDirection_deg, 12.646, 5e-4);
}

TEST(BeamGeometry, ThereAndBack) {
    for (const double tilt : {0.0, 1e-6, 0.5, 30.0}) {
        for (const double direction : {-170.0, -60.0, 0.0, 45.0, 90.0}) {
            const BeamGeometry geometry{0.7, 100.25, -30.5, tilt, tilt == 0 ? 0 : direction};
            const BeamGeometry back = beamGeometryOf(withBeamGeometry(test::simplePoni(0, 0), geometry));
            EXPECT_NEAR(back.distance_m, geometry.distance_m, 1e-12);
            EXPECT_NEAR(back.centreRow, geometry.centreRow, 1e-8);
            EXPECT_NEAR(back.centreCol, geometry.centreCol, 1e-8);
            EXPECT_NEAR(back.tilt_deg, geometry.tilt_deg, 1e-10);
            EXPECT_NEAR(back.tiltDirection_deg, geometry.tiltDirection_deg, tilt < 1e-3 ? 1e-3 : 1e-8);
        }
    }
    EXPECT_THROW(static_cast<void>(withBeamGeometry(test::simplePoni(0, 0), {0, 1, 1, 0, 0})), JobError);
    EXPECT_THROW(static_cast<void>(withBeamGeometry(test::simplePoni(0, 0), {1, 1, 1, 90, 0})), JobError);
    Poni backwards = test::simplePoni(0, 0);
    backwards.rot1 = kPi;
    EXPECT_THROW(static_cast<void>(beamGeometryOf(backwards)), DataError);
}

TEST(Detectors, TheCatalogueIsSound) {
    EXPECT_GE(detectors().size(), 80U);
    for (const Detector& detector : detectors()) {
        EXPECT_GT(detector.rows * detector.cols, 0U) << detector.name;
        EXPECT_GT(detector.pixelHeight_m, 1e-6) << detector.name;
        EXPECT_GE(detector.readouts.size(), 1U) << detector.name;
        EXPECT_LT(detector.pixelWidth_m, 1e-3) << detector.name;
        EXPECT_EQ(findDetector(detector.name), &detector) << detector.name << " is there twice";
        for (const std::string& alias : detector.aliases) EXPECT_EQ(findDetector(alias), &detector) << alias;
    }
}

TEST(Detectors, NamesInAnySpelling) {
    ASSERT_NE(findDetector("pilatus 1m"), nullptr);
    EXPECT_EQ(findDetector("Pilatus1M"), findDetector("PILATUS-1M"));
    EXPECT_EQ(findDetector("no such thing"), nullptr);
    const Detector& eiger = *findDetector("Eiger4M");
    EXPECT_EQ(eiger.rows, 2167U);
    EXPECT_EQ(eiger.dummy, -2);
    EXPECT_EQ(eiger.deltaDummy, 1.5);
    EXPECT_EQ(detectorsOfShape(2167, 2070).front(), &eiger);
    EXPECT_TRUE(detectorsOfShape(1, 2).empty());
}

TEST(Detectors, DescriptionsOfDataFiles) {
    const auto nameOf = [](const char* description) -> std::string {
        const Detector* const found = describedDetector(description);
        return found == nullptr ? "" : found->name;
    };
    EXPECT_EQ(nameOf("PILATUS 300K, S/N 3-0107"), "Pilatus 300k");
    EXPECT_EQ(nameOf("PILATUS3 X 300K-W"), "Pilatus 300kw");
    EXPECT_EQ(nameOf("PILATUS3 X CdTe 2M, S/N 24-0118, ESRF ID15"), "Pilatus CdTe 2M");
    EXPECT_EQ(nameOf("Dectris EIGER2 Si 4M"), "Eiger2 4M");
    EXPECT_EQ(nameOf("Dectris EIGER2 CdTe 1M-W"), "Eiger2 CdTe 1M-W");
    EXPECT_EQ(nameOf("EIGER X 16M S/N E-32-0100"), "Eiger 16M");
    EXPECT_EQ(nameOf("mar345"), "MAR 345");
    for (const char* other : {"", "Eiger", "Bruker", "Lambda", "Detector 7", "Eiger 5M", ", 4M", "4M"})
        EXPECT_EQ(nameOf(other), "") << other;
}

TEST(Detectors, GapsOfAPilatus1M) {
    // Ten modules of 195 x 487 in two columns and five rows, gaps of 17 and 7 pixels.
    const auto mask = gapMask(*findDetector("Pilatus1M"), 1043, 981);
    EXPECT_EQ(mask.shape(), (std::array<std::size_t, 2>{1043, 981}));
    std::size_t masked = 0;
    for (const std::uint8_t value : mask) masked += value;
    EXPECT_EQ(masked, 1043U * 981U - 10U * 195U * 487U);
    EXPECT_EQ(mask(0, 486), 0);
    EXPECT_EQ(mask(0, 487), 1);
    EXPECT_EQ(mask(0, 494), 0);
    EXPECT_EQ(mask(194, 0), 0);
    EXPECT_EQ(mask(195, 0), 1);
    EXPECT_TRUE(gapMask(*findDetector("Pilatus100k"), 195, 487).empty());
    EXPECT_TRUE(gapMask(*findDetector("Pilatus1M"), 1043, 980).empty()) << "no frames of it";
}

struct MaskCase {
    const char* name;
    std::size_t rows, cols, masked;
};

std::size_t maskedPixels(const Array<std::uint8_t, 2>& mask) {
    std::size_t count = 0;
    for (const std::uint8_t value : mask) count += value;
    return count;
}

TEST(Detectors, MasksOfDetectorsThatAreNotModulesInAGrid) {
    // Sums of calc_mask() of the classes of pyFAI 2026.9.0; tests/peers/compare_detectors.py compares every pixel of
    // all classes where pyFAI is installed. The small ones by hand: an S10 is one module of 120 x 80 whose outermost
    // pixels are not used, 2·120 + 2·80 − 4; a CdTe 300k has 16558 pixels in gaps and three columns of 195 rows in
    // each of three modules, 16558 + 3·3·195.
    for (const MaskCase& c : {MaskCase{"Imxpad S10", 120, 80, 396},
                              {"ImXPadS140", 240, 560, 5544},
                              {"ImXPadS70V", 560, 120, 2772},
                              {"Xpad_flat", 960, 560, 22176},
                              {"Pilatus CdTe 300k", 619, 487, 18313},
                              {"Pilatus4_CdTe_1M", 1080, 1033, 71160},
                              {"Eiger2CdTe_500k", 512, 1028, 1024},
                              {"Mar345", 3450, 3450, 2554284},
                              {"Rayonix133", 2048, 2048, 900016},
                              {"MAR165", 4096, 4096, 3600424},
                              {"Jungfrau8M", 3333, 3212, 2319036},
                              {"Jungfrau_16M_cor", 16448, 1030, 327680}}) {
        const Detector* const detector = findDetector(c.name);
        ASSERT_NE(detector, nullptr) << c.name;
        EXPECT_EQ(maskedPixels(gapMask(*detector, c.rows, c.cols)), c.masked) << c.name;
    }
    // A binned pixel that lies partly in a gap measures too little. Lambda 2M (1556 = 4·389) by four: modules of 256
    // rows are 64 binned ones, the gap of 4 is one, and so on without remainder: 5 lines of 389 each way.
    EXPECT_EQ(maskedPixels(gapMask(*findDetector("Lambda2M"), 389, 389)), 389U * 389 - 384 * 384);
    // 255 and 1033 are no multiples of two.
    EXPECT_TRUE(gapMask(*findDetector("Pilatus4_260kw"), 127, 516).empty());
}

TEST(Detectors, FramesOfEveryReadout) {
    const Detector& mx225 = *findDetector("RayonixMx225"); // 6144 x 6144 of 36.621 µm
    const auto by4 = readoutOf(mx225, 1536, 1536);
    ASSERT_TRUE(by4);
    EXPECT_EQ(by4->binning, 4U);
    EXPECT_NEAR(by4->pixelWidth_m, 146.484e-6, 1e-12);
    EXPECT_TRUE(by4->listed);
    // Three pixels are 109.863 µm; the maker says 109.971.
    EXPECT_NEAR(readoutOf(mx225, 2048, 2048)->pixelWidth_m, 109.971e-6, 1e-12);
    const auto by6 = readoutOf(mx225, 1024, 1024);
    ASSERT_TRUE(by6);
    EXPECT_FALSE(by6->listed);
    EXPECT_NEAR(by6->pixelWidth_m, 6 * 36.621e-6, 1e-12);
    EXPECT_FALSE(readoutOf(mx225, 1536, 1024));
    EXPECT_FALSE(readoutOf(mx225, 1000, 1000));
    EXPECT_FALSE(readoutOf(mx225, 0, 0));
    EXPECT_DOUBLE_EQ(readoutOf(*findDetector("MAR165"), 1364, 1364)->pixelWidth_m, 118.616e-6);
    // A plate of 345 mm is scanned in steps of 100 or 150 µm.
    EXPECT_DOUBLE_EQ(readoutOf(*findDetector("Mar345"), 2300, 2300)->pixelWidth_m, 150e-6);
    EXPECT_EQ(maskedPixels(gapMask(*findDetector("Mar345"), 2, 2)), 0U);
    // What the maker does not offer names no detector of frames.
    for (const Detector* known : detectorsOfShape(1024, 1024)) EXPECT_NE(known, &mx225);
}

TEST(Detectors, PixelsThatAreNotAllAlike) {
    // An S70: seven modules side by side, 80 columns each; the two columns at every joint are 2.5 times as wide.
    const Detector& s70 = *findDetector("ImXPadS70");
    EXPECT_TRUE(s70.edges_m[0].empty() == false && s70.edges_m[0].back() < 120 * 130.1e-6);
    const PixelAxis axis(s70.edges_m[1]);
    EXPECT_NEAR(axis.place_m(79), 79 * 130e-6, 1e-12);
    EXPECT_NEAR(axis.place_m(80), 81.5 * 130e-6, 1e-12);
    EXPECT_NEAR(axis.place_m(81), 84 * 130e-6, 1e-12);
    EXPECT_NEAR(axis.place_m(560), (560 + 6 * 3) * 130e-6, 1e-12);
    EXPECT_NEAR(axis.place_m(80.5), 82.75 * 130e-6, 1e-12) << "the middle of a wide one";
    EXPECT_NEAR(axis.place_m(-2), -2 * 130e-6, 1e-12);
    EXPECT_NEAR(axis.place_m(562), (578 + 2) * 130e-6, 1e-12);
    for (const double index : {-3.0, 0.0, 78.25, 79.5, 80.0, 80.75, 555.0, 561.5})
        EXPECT_NEAR(axis.index(axis.place_m(index)), index, 1e-9);
    // The flat S540: rows of modules are 3.57 mm apart.
    const PixelAxis rows(findDetector("d5")->edges_m[0]);
    EXPECT_NEAR(rows.place_m(119), 119 * 130e-6, 1e-12);
    EXPECT_NEAR(rows.place_m(120), 120 * 130e-6 + 3.57e-3, 1e-12);
    EXPECT_NEAR(rows.place_m(121), 121 * 130e-6 + 3.57e-3, 1e-12);
}

TEST(Poni, BinnedFramesOfANamedDetector) {
    const auto named = [](const std::string& config) {
        return parsePoni("poni_version: 2\nDetector: RayonixMx225\nDetector_config: " + config + "\n" + kNumbers, "f");
    };
    // As pyFAI writes it for frames that were binned by four, for its usual binning, and without a size.
    for (const char* config : {R"({"pixel1": 0.000146484, "pixel2": 0.000146484, "orientation": 3})",
                               R"({"pixel1": 7.3242e-05, "pixel2": 7.3242e-05})", "{}"}) {
        const Geometry geometry(named(config), 1536, 1536);
        EXPECT_NEAR(geometry.poni().pixel1_m, 146.484e-6, 1e-12) << config;
        EXPECT_EQ(geometry.poni().shape, (std::array<std::size_t, 2>{1536, 1536})) << config;
    }
    // What somebody has measured is kept.
    EXPECT_EQ(fittedToFrames(named(R"({"pixel1": 0.000147, "pixel2": 0.000147})"), 1536, 1536).pixel1_m, 0.000147);
    EXPECT_EQ(fittedToFrames(named(R"({"pixel1": 0.0002, "pixel2": 0.0002})"), 1536, 1536).pixel1_m, 0.0002);
    EXPECT_THROW(Geometry(named("{}"), 1000, 1000), JobError);
    try {
        const Geometry turned(
            parsePoni(std::string("poni_version: 2\nDetector: Pilatus1M\nDetector_config: {}\n") + kNumbers, "f"), 981,
            1043);
        ADD_FAILURE() << "frames of another shape are taken";
    } catch (const JobError& error) {
        EXPECT_NE(std::string(error.what()).find("lie on their side"), std::string::npos) << error.what();
    }
    const auto refusal = [](const std::string& detector) {
        return errorOf("poni_version: 2\nDetector: " + detector + "\nDetector_config: {}\n" + kNumbers);
    };
    EXPECT_NE(refusal("Pixirad2").find("Pixirad-2 of the PONI file is not supported: its pixels are hexagons"),
              std::string::npos);
    EXPECT_NE(refusal("CirPAD").find("its modules lie around the sample"), std::string::npos) << refusal("CirPAD");
}

TEST(Poni, NumbersThatAreTextsAndOrientationsThatAreNotWhole) {
    const auto with = [](const std::string& config) {
        return "poni_version: 2.1\nDetector: Detector\nDetector_config: " + config + "\n" + kNumbers;
    };
    const Poni poni = parsePoni(with(R"({"pixel1": "1e-4", "pixel2": "0.00005", "orientation": 2.0})"), "f");
    EXPECT_EQ(poni.pixel1_m, 1e-4);
    EXPECT_EQ(poni.pixel2_m, 5e-5);
    EXPECT_EQ(poni.orientation, 2);
    for (const char* orientation : {"5", "2.5", "-1", "\"left\"", "true", "[1]"})
        EXPECT_NE(errorOf(with(std::string(R"({"pixel1": 1e-4, "pixel2": 1e-4, "orientation": )") + orientation + "}"))
                      .find("orientation"),
                  std::string::npos)
            << orientation;
    EXPECT_EQ(parsePoni(with(R"({"pixel1": 1e-4, "pixel2": 1e-4, "orientation": 0})"), "f").orientation, 3);
}

TEST(Poni, FilesThatSayWherePixelsAreAreRefused) {
    const auto refusal = [](const std::string& lines) { return errorOf(lines + "\n" + kNumbers); };
    const std::string config = "poni_version: 2\nDetector: NexusDetector\nDetector_config: ";
    for (const std::string& lines : {config + R"({"filename": "/data/det.h5", "orientation": 3})",
                                     config + R"({"filename": "/data/det.h5", "pixel1": 1e-4, "pixel2": 1e-4})"}) {
        EXPECT_NE(refusal(lines).find("det.h5 describes where the pixels are"), std::string::npos) << refusal(lines);
        EXPECT_NE(refusal(lines).find("test.poni"), std::string::npos) << refusal(lines);
    }
    EXPECT_NE(refusal("PixelSize1: 1e-4\nPixelSize2: 1e-4\nSplineFile: /a/frelon.spline").find("frelon.spline"),
              std::string::npos);
    EXPECT_NE(refusal("Detector: FReLoN\nDetector_config: {\"splineFile\": \"frelon.spline\"}").find("frelon.spline"),
              std::string::npos);
    EXPECT_NE(refusal("Detector: Pilatus1M\nDetector_config: {\"x_offset_file\": \"x.edf\"}").find("x.edf"),
              std::string::npos);
    EXPECT_EQ(refusal("Detector: FReLoN\nDetector_config: {\"splineFile\": null}"), "no error");
    EXPECT_NE(
        refusal("Detector: Pilatus1M\nDetector_config: {\"pixel1\": \"86 um\"}").find("\"86 um\" is not a number"),
        std::string::npos);
}

TEST(Poni, PixelsInAnotherUnitAreRefused) {
    const auto refusalOf = [](const std::string& detector) {
        try {
            static_cast<void>(
                parsePoni("Distance: 1\nPoni1: 0\nPoni2: 0\nRot1: 0\nRot2: 0\nRot3: 0\n" + detector, "a"));
        } catch (const DataError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    const std::string impossible = "pixel1 in the PONI file is 100 m, which is impossible";
    EXPECT_NE(refusalOf("Detector_config: {\"pixel1\": 100, \"pixel2\": 100}\n").find(impossible), std::string::npos);
    EXPECT_NE(refusalOf("PixelSize1: 100\nPixelSize2: 100\n").find(impossible), std::string::npos);
    EXPECT_EQ(refusalOf("PixelSize1: 1e-4\nPixelSize2: 1e-4\n"), "");
}

TEST(Poni, TheShapeMayBeOfOtherNumbers) {
    const auto shapeOf = [](const std::string& shape) {
        return parsePoni("Distance: 1\nPoni1: 0\nPoni2: 0\nRot1: 0\nRot2: 0\nRot3: 0\nDetector: Detector\n"
                         "Detector_config: {\"pixel1\": 1e-4, \"pixel2\": 1e-4, \"max_shape\": " +
                             shape + "}\n",
                         "a.poni")
            .shape;
    };
    const std::array<std::size_t, 2> expected{80, 100};
    for (const char* shape : {"[80, 100]", "[80.0, 100.0]", "[\"80\", \"100\"]"}) EXPECT_EQ(shapeOf(shape), expected);
    for (const char* shape : {"null", "[null, null]", "[80.5, 100]", "[-80, 100]", "[80]"})
        EXPECT_FALSE(shapeOf(shape)) << shape;
}

TEST(Poni, PixelsThatAreNotAllAlikeAreWhereThePeerHasThem) {
    // pyFAI 2026.9.0: detector_factory("ImXPadS140").calc_cartesian_positions(), the middles of some pixels in metres.
    const Poni poni = parsePoni("poni_version: 2.1\nDetector: ImXPadS140\nDetector_config: {\"orientation\": 3}\n"
                                "Distance: 0.1\nPoni1: 0\nPoni2: 0\nRot1: 0\nRot2: 0\nRot3: 0\n",
                                "f");
    const Geometry geometry(poni, 240, 560);
    struct Place {
        double row, col, y, x;
    };
    for (const Place& p : {Place{0, 0, 6.5e-05, 6.5e-05},
                           {118, 79, 0.015405, 0.0104325},
                           {119, 80, 0.0156325, 0.0107575},
                           {120, 81, 0.0159575, 0.010985},
                           {239, 559, 0.031525, 0.075075}}) {
        const LabPoint point = geometry.position({p.row + 0.5, p.col + 0.5});
        EXPECT_NEAR(point.y, p.y, 1e-9) << p.row << ' ' << p.col;
        EXPECT_NEAR(point.x, p.x, 1e-9) << p.row << ' ' << p.col;
        const auto back =
            geometry.imagePoint(std::atan2(std::hypot(point.y, point.x), point.z), std::atan2(point.y, point.x));
        ASSERT_TRUE(back);
        EXPECT_NEAR(back->col, p.col + 0.5, 1e-6);
    }
    // Angles of incidence and corners go other ways than single points: 0.1 m away, cos = 0.1 / distance.
    std::vector<double> cosines(560);
    geometry.cosIncidenceOfRow(120, cosines);
    for (const std::size_t col : {0UL, 80UL, 559UL}) {
        const LabPoint at = geometry.position({120.5, static_cast<double>(col) + 0.5});
        EXPECT_NEAR(cosines[col], 0.1 / std::hypot(at.y, at.x, 0.1), 1e-12);
    }
    const CornerGrid corners = cornerGrid(geometry, Unit::rMetre);
    const LabPoint corner = geometry.position({120, 80});
    EXPECT_NEAR(corners.radial[120 * corners.cols + 80], std::hypot(corner.y, corner.x), 1e-8);
    // A beam centre in pixels is that pixel.
    const BeamGeometry beam = beamGeometryOf(withBeamGeometry(poni, {0.1, 30.25, 240.5, 0, 0}));
    EXPECT_NEAR(beam.centreRow, 30.25, 1e-9);
    EXPECT_NEAR(beam.centreCol, 240.5, 1e-9);
    EXPECT_NEAR(withBeamGeometry(poni, {0.1, 0, 80.5, 0, 0}).poni2_m, 82.75 * 130e-6, 1e-12);
}

} // namespace
} // namespace ewald::azint
