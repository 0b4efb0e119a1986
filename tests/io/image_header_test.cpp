// SPDX-License-Identifier: GPL-3.0-or-later
//
// What headers of image files say about the experiment, and what is left out with a warning.
#include "io/frame_stack.h"
#include "io/stack/images/detector_header.h"
#include "stack_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace ewald::io::test {
namespace {

StackContents read(const std::string& lines) {
    StackContents contents;
    readDetectorHeader(lines, contents);
    return contents;
}

bool warns(const std::vector<Note>& notes, const std::string& part) {
    return std::ranges::any_of(notes, [&](const Note& note) {
        return note.severity == Severity::warning && note.text.find(part) != std::string::npos;
    });
}

TEST(DetectorHeader, NumbersAreInTheUnitsBehindThem) {
    const char* const sides[] = {"172e-6 m x 172e-6 m", "172 um x 172 um", "0.172 mm x 0.172 mm",
                                 "172 x 172 um",        "172e-6 x 172e-6", "172 \u00b5m x 172 \u00b5m"};
    const char* const distances[] = {"0.25 m", "250 mm", "25 cm", "0.25"};
    const char* const waves[] = {"Wavelength 0.9795 A", "Wavelength 0.09795 nm", "Wavelength 0.9795e-10 m",
                                 "Wavelength 0.9795",   "Energy 12657.91 eV",    "Energy 12.65791 keV",
                                 "Energy 12657.91"};
    const char* const beams[] = {"(490.5, 520.25) pixels", "(490.5, 520.25)", "(84.366, 89.483) mm",
                                 "(0.084366 m, 0.089483 m)"};
    for (std::size_t i = 0; i < 7; ++i) {
        const std::string text = "# Detector: PILATUS 1M\r\n# Beam_xy " + std::string(beams[i % 4]) +
                                 "\r\n# Pixel_size " + sides[i % 6] + "\r\n# " + waves[i] + "\r\n# Detector_distance " +
                                 distances[i % 4] +
                                 "\r\n# Detector_2theta 0.0000 deg.\r\n# Count_cutoff 1048500 counts\r\n";
        SCOPED_TRACE(text);
        const StackContents contents = read(text);
        EXPECT_TRUE(contents.notes.empty());
        EXPECT_NEAR(contents.geometry.pixelWidth_m.value_or(0), 172e-6, 1e-12);
        EXPECT_NEAR(contents.geometry.pixelHeight_m.value_or(0), 172e-6, 1e-12);
        EXPECT_NEAR(contents.geometry.distance_m.value_or(0), 0.25, 1e-12);
        EXPECT_NEAR(contents.geometry.wavelength_m.value_or(0), 0.9795e-10, 1e-16); // h·c = 12.39842 keV·Å
        EXPECT_NEAR(contents.geometry.beamCentreCol.value_or(0), 490.5, 1e-3);
        EXPECT_NEAR(contents.geometry.beamCentreRow.value_or(0), 520.25, 1e-3);
        EXPECT_EQ(contents.saturation.value_or(0), 1048500);
        EXPECT_EQ(contents.geometry.detector, "PILATUS 1M");
    }
}

TEST(DetectorHeader, AWavelengthAndAnEnergyThatContradictEachOtherAreNamed) {
    // 1 angstrom is 12.398 keV.
    EXPECT_TRUE(read("# Wavelength 1.0 A\n# Energy 12398 eV\n").notes.empty());
    const StackContents contents = read("# Wavelength 1.0 A\n# Energy 8000 eV\n");
    EXPECT_TRUE(warns(contents.notes, "a wavelength of 12.4 keV and an energy of 8 keV, which contradict each other"));
    EXPECT_NEAR(contents.geometry.wavelength_m.value_or(0), 1e-10, 1e-16);
    EXPECT_TRUE(read("# Energy 8000 eV\n").notes.empty());
}

TEST(DetectorHeader, AFlatFieldThatTheCameraHasAppliedIsKnown) {
    EXPECT_EQ(read("# Flat_field: FF_p300k0107_E9684_T4842_vrf_m0p20.tif\r\n").applied.flat,
              "Flat_field: FF_p300k0107_E9684_T4842_vrf_m0p20.tif");
    for (const char* none :
         {"# Flat_field: (nil)\n", "# Flat_field: none\n", "# Flat_field:\n", "# Gain_setting: low\n"})
        EXPECT_EQ(read(none).applied.flat, "") << none;
}

TEST(DetectorHeader, WhatCannotBeIsLeftOutWithAWarning) {
    const StackContents contents =
        read("# Pixel_size 172 m x 172 m\n# Wavelength 0.1 m\n# Detector_distance 60 furlongs\n"
             "# Beam_xy (2, 3) mm\n");
    EXPECT_FALSE(contents.geometry.pixelWidth_m || contents.geometry.pixelHeight_m);
    EXPECT_FALSE(contents.geometry.wavelength_m || contents.geometry.distance_m);
    EXPECT_FALSE(contents.geometry.beamCentreCol || contents.geometry.beamCentreRow);
    EXPECT_TRUE(warns(contents.notes, "\"Pixel_size 172 m x 172 m\", which cannot be"));
    EXPECT_TRUE(warns(contents.notes, "\"Wavelength 0.1 m\", which cannot be"));
    EXPECT_TRUE(warns(contents.notes, "\"Detector_distance 60 furlongs\", whose unit is not known"));
    EXPECT_TRUE(warns(contents.notes, "\"Beam_xy (2, 3) mm\", whose unit is not known")) << "no pixel size";
    EXPECT_TRUE(warns(read("# Detector_distance 60\n").notes, "is 60 m away"));
    const StackContents negative = read("# Detector_distance -0.2 m\n# Wavelength -1 A\n# Pixel_size -172e-6 m x "
                                        "172e-6 m\n");
    EXPECT_FALSE(negative.geometry.distance_m || negative.geometry.wavelength_m || negative.geometry.pixelWidth_m);
    for (const char* said : {"Detector_distance -0.2 m", "Wavelength -1 A", "Pixel_size -172e-6 m x 172e-6 m"})
        EXPECT_TRUE(warns(negative.notes, "\"" + std::string(said) + "\", which cannot be")) << said;
    EXPECT_TRUE(warns(read("# Energy -8000 eV\n").notes, "\"Energy -8000 eV\", which cannot be"));
    EXPECT_TRUE(read("# Detector_distance nan m\n# Wavelength not set\n# Pixel_size 0 m x 0 m\n").notes.empty());
}

TEST(DetectorHeader, ANumberInAnotherWritingIsNotHalfOfIt) {
    const char* const lines[] = {"Wavelength 1,5418 A", "Detector_distance 1,25 m", "Energy 12,4 keV",
                                 "Pixel_size 172,5 um x 172,5 um"};
    for (const std::string line : lines) {
        const StackContents contents = read("# " + line + "\n");
        EXPECT_TRUE(warns(contents.notes, line + "\", a number with a comma")) << line;
        EXPECT_FALSE(contents.geometry.wavelength_m || contents.geometry.distance_m || contents.geometry.pixelWidth_m);
    }
    // Two numbers may be parted by one.
    EXPECT_EQ(read("# Beam_xy (490,520) pixels\n").geometry.beamCentreRow, 520);
    for (const std::string unit : {"1/A", "A-1", "1/nm"}) {
        const StackContents reciprocal = read("# Wavelength 6.28 " + unit + "\n");
        EXPECT_FALSE(reciprocal.geometry.wavelength_m);
        EXPECT_TRUE(warns(reciprocal.notes, "\"Wavelength 6.28 " + unit + "\", whose unit is not known"));
    }
    EXPECT_NEAR(read("# Detector_distance 250 milli-metre\n").geometry.distance_m.value_or(0), 0.25, 1e-12);
    EXPECT_NEAR(read(";# Detector_distance 0.25 m\n").geometry.distance_m.value_or(0), 0.25, 1e-12);
}

TEST(DetectorHeader, AnEnergyWithoutAUnitThatIsNoneInEvIsInKev) {
    const StackContents contents = read("# Energy 12.39842\n");
    EXPECT_NEAR(contents.geometry.wavelength_m.value_or(0), 1e-10, 1e-16); // h·c = 12.39842 keV·Å
    EXPECT_TRUE(warns(contents.notes, "\"Energy 12.39842\", which makes no sense in eV: taken as keV"));
    EXPECT_TRUE(warns(read("# Energy -8\n").notes, "which cannot be"));
}

TEST(DetectorHeader, ATurnedDetectorHasNoGeometry) {
    for (const char* line : {"# Detector_2theta 20.0000 deg.\n", "# Detector_2theta 0.34906585 rad\n",
                             "# Detector_2theta 349.06585 mrad\n", "# Detector_2theta 20\n"}) {
        const StackContents contents =
            read(std::string(line) +
                 "# Pixel_size 1e-4 m x 1e-4 m\n# Detector_distance 0.06 m\n# Beam_xy (25, 30) pixels\n");
        EXPECT_FALSE(contents.geometry.distance_m || contents.geometry.beamCentreCol);
        EXPECT_TRUE(contents.geometry.pixelWidth_m);
        EXPECT_TRUE(warns(contents.notes, "turns the detector by 20 degrees"));
    }
}

TEST(DetectorHeader, TheExposureIsInSeconds) {
    for (const char* line : {"# Exposure_time 0.5000000 s\n", "# Exposure_time 500 ms\n", "# Exposure_time 0.5\n"})
        EXPECT_NEAR(read(line).exposure_s.value_or(0), 0.5, 1e-12) << line;
    EXPECT_FALSE(read("# Exposure_time 0.5 parsecs\n").exposure_s);
    EXPECT_FALSE(read("# Exposure_period 0.5 s\n").exposure_s);
}

class ImageHeader : public WithFolder {
protected:
    /// Frames of 2 × 3 pixels of 32 bits, floating point.
    [[nodiscard]] std::shared_ptr<const FrameStack> edf(const std::string& lines) const {
        std::string text = "{\nByteOrder = LowByteFirst ;\nDataType = FloatValue ;\nDim_1 = 3 ;\nDim_2 = 2 ;\n" + lines;
        text.resize(1022, ' ');
        std::ofstream(at("a.edf"), std::ios::binary) << text << "}\n" << std::string(24, '\0');
        return openOne(at("a.edf"));
    }
};

TEST_F(ImageHeader, OfEdfNamesPixelsWithoutAMeasurement) {
    EXPECT_EQ(edf("Dummy = 1e6 ;\n")->notMeasured, 1e6);
    EXPECT_FALSE(edf("Dummy = 0 ;\n")->notMeasured);
    EXPECT_FALSE(edf("")->notMeasured);
    const auto near = edf("Dummy = -10 ;\nDDummy = 2 ;\n");
    EXPECT_EQ(near->notMeasured, -10);
    EXPECT_EQ(near->notMeasuredWithin, 2);
    EXPECT_TRUE(hasNote(near->notes, "pixels of -10 ± 2 are not measured", Severity::info));
    for (const auto& [number, isOne] : {std::pair(-12.5F, false), {-12.F, true}, {-8.F, true}, {-7.5F, false}})
        EXPECT_EQ(near->notMeasuredNumbers().contains(number), isOne) << number;
    const auto wide = edf("Dummy = -10 ;\nDDummy = 12 ;\n"); // 0, too
    EXPECT_EQ(wide->notMeasuredWithin, 0);
    EXPECT_TRUE(warns(wide->notes, "dummy=-10 with delta_dummy=12"));
    EXPECT_FALSE(edf("")->notMeasuredNumbers().contains(0));
    EXPECT_TRUE(edf("Dummy = -10 ;\nDDummy = 0.1 ;\n")->notes.empty());
}

TEST_F(ImageHeader, OfEdfSaysWhereTheDetectorIs) {
    const std::string known = "PSize_1 = 100_um ;\nPSize_2 = 50_um ;\nSampleDistance = 60_mm ;\n";
    const auto stack = edf(known + "Center_1 = 2.5 mm ;\nCenter_2 = 30 ;\n");
    EXPECT_NEAR(stack->geometry.beamCentreCol.value_or(0), 25, 1e-9);
    EXPECT_EQ(stack->geometry.beamCentreRow.value_or(0), 30);
    EXPECT_NEAR(stack->geometry.distance_m.value_or(0), 0.06, 1e-12);
    for (const char* angle : {"DetectorRotation_2 = 0.3 ;\n", "DetectorRotation_1 = 17.18873385 deg ;\n",
                              "DetectorRotation_1 = 300_mrad ;\n"}) {
        const auto turned = edf(known + "Center_1 = 25 ;\nCenter_2 = 30 ;\n" + angle);
        EXPECT_FALSE(turned->geometry.distance_m || turned->geometry.beamCentreCol);
        EXPECT_TRUE(warns(turned->notes, "turns the detector by 17.19 degrees"));
    }
    EXPECT_TRUE(edf(known + "DetectorRotation_1 = 0 ;\nDetectorRotation_3 = 1.57 ;\n")->geometry.distance_m);
    EXPECT_TRUE(warns(edf("SampleDistance = 60 ;\n")->notes, "is 60 m away"));
    for (const char* line : {"SampleDistance = +0.06 ;\n", "SampleDistance = \"0.06\" ;\n",
                             "SampleDistance = '60 mm' ;\n", "SampleDistance = +6e1_mm ;\n"})
        EXPECT_NEAR(edf(line)->geometry.distance_m.value_or(0), 0.06, 1e-12) << line;
    EXPECT_FALSE(edf("SampleDistance = \"unknown\" ;\n")->geometry.distance_m);
}

/// As SPEC writes its motors: nobody says whether distance and centre hold for the place of the arm.
TEST_F(ImageHeader, OfEdfMayNameMotorsOfAnArm) {
    const std::string known = "PSize_1 = 1e-4 ;\nPSize_2 = 1e-4 ;\nSampleDistance = 0.06 ;\n";
    const auto notes = [&](const std::string& places) {
        return edf(known + "motor_mne = samx tth nu ;\nmotor_pos = " + places + " ;\n")->notes;
    };
    EXPECT_TRUE(warns(notes("7 20.5 0"), "the motor tth at 20.5 degrees"));
    EXPECT_TRUE(warns(notes("7 0 -3"), "the motor nu at -3 degrees"));
    EXPECT_TRUE(notes("7 0.0 0").empty());
    EXPECT_TRUE(edf("motor_mne = tth ;\nmotor_pos = 20 ;\n")->notes.empty()) << "no geometry that it could turn";
}

/// Two frames of 1 × 2 pixels: 1, 2 and 256, 257, with the byte of most weight first.
TEST_F(ImageHeader, OfEdfMayHaveSignsAndQuotesEverywhere) {
    const std::string pixels("\0\1\0\2\1\0\1\1", 8);
    const auto openWith = [&](const std::string& order, const std::string& size) {
        writeBytes(at("q.edf"), "{\nByteOrder = " + order + " ;\nDataType = \"UnsignedShort\" ;\nDim_1 = " + size +
                                    " ;\nDim_2 = '1' ;\nDim_3 = \" 2 \" ;\n}\n" + pixels);
        return openOne(at("q.edf"));
    };
    for (const char* size : {"2", "+2", "\"2\"", "'+2'", "2.0"}) {
        const auto stack = openWith("\"HighByteFirst\"", size);
        ASSERT_EQ(stack->frameCount(), 2U) << size;
        EXPECT_EQ(pixelsOf<std::uint16_t>(*stack->makeReader(), 1), (std::vector<std::uint16_t>{256, 257})) << size;
    }
    for (const char* size : {"2.5", "two", "-2", "\"\""})
        EXPECT_TRUE(contains(dataErrorOf([&] { static_cast<void>(openWith("HighByteFirst", size)); }), "dim_1"))
            << size;
    EXPECT_TRUE(contains(dataErrorOf([&] { static_cast<void>(openWith("MiddleByteFirst", "2")); }), "order of bytes"));
}

TEST_F(ImageHeader, OfEdfSaysHowLongAFrameWasExposed) {
    for (const char* line : {"ExposureTime = 0.5_s ;\n", "ExposureTime = 500 ms ;\n", "acq_expo_time = 0.5 ;\n",
                             "Exposure_Time = 5e-1 ;\n", "count_time = 0.5 sec ;\n"})
        EXPECT_NEAR(edf(line)->exposure_s.value_or(0), 0.5, 1e-12) << line;
    for (const char* none : {"", "ExposureTime = 0 ;\n", "ExposureTime = unknown ;\n", "ExposureTime = 3 counts ;\n"})
        EXPECT_FALSE(edf(none)->exposure_s) << none;
}

TEST_F(ImageHeader, OfEdfComparesEnergyAndWavelength) {
    // h·c = 12.39842 keV·Å.
    const char* const contradicts = "which contradict each other: the wavelength is used";
    for (const char* right : {"Energy = 12.39842 ;", "Energy = 12398.4 ;", "Energy = 12.398 keV ;",
                              "photon_energy = 12398_eV ;", "Energy = unknown ;", "Energy = 0 ;"})
        EXPECT_FALSE(warns(edf(std::string("WaveLength = 1e-10 ;\n") + right)->notes, "nergy")) << right;
    for (const char* wrong :
         {"Energy = 8 ;", "Energy = 8000 ;", "beam_energy = 20 keV ;", "PhotonEnergy = 12.398 eV ;"}) {
        const auto stack = edf(std::string("WaveLength = 1e-10 ;\n") + wrong);
        EXPECT_TRUE(warns(stack->notes, contradicts)) << wrong;
        EXPECT_NEAR(stack->geometry.wavelength_m.value_or(0), 1e-10, 1e-16) << wrong;
    }
    EXPECT_NEAR(edf("Energy = 12.39842 keV ;")->geometry.wavelength_m.value_or(0), 1e-10, 1e-16);
    EXPECT_NEAR(edf("Energy = 12398.42 eV ;")->geometry.wavelength_m.value_or(0), 1e-10, 1e-16);
    const auto bare = edf("Energy = 12.4 ;");
    EXPECT_FALSE(bare->geometry.wavelength_m);
    EXPECT_TRUE(warns(bare->notes, "energy = 12.4 without a unit that is known: it is not used"));
}

TEST_F(ImageHeader, OfEdfNamesATurnAroundTheBeam) {
    const std::string known = "PSize_1 = 1e-4 ;\nPSize_2 = 1e-4 ;\nSampleDistance = 0.06 ;\nCenter_1 = 2 ;\n";
    const auto turned = edf(known + "DetectorRotation_3 = 90 deg ;\n"),
               radians = edf(known + "DetectorRotation_3 = 0.5235988 ;\n"),
               milliradians = edf(known + "DetectorRotation_3 = 523.5988 mrad ;\n");
    EXPECT_TRUE(warns(turned->notes, "turned by 90 degrees around the beam"));
    EXPECT_EQ(turned->geometry.distance_m, 0.06) << "radii are the same";
    EXPECT_TRUE(warns(radians->notes, "turned by 30 degrees around the beam"));
    EXPECT_TRUE(warns(milliradians->notes, "turned by 30 degrees around the beam"));
    EXPECT_TRUE(edf(known + "DetectorRotation_3 = 0 ;\n")->notes.empty());
}

TEST(DetectorHeader, AMovedDetectorIsNamed) {
    const std::string beam = "# Pixel_size 1e-4 m x 1e-4 m\n# Beam_xy (25, 30) pixels\n";
    EXPECT_TRUE(warns(read("# Detector_Voffset 0.02000 m\n" + beam).notes, "\"Detector_Voffset 0.02000 m\""));
    EXPECT_TRUE(read("# Detector_Voffset 0.00000 m\n" + beam).notes.empty());
}

TEST_F(ImageHeader, OfEdfCountsTheCentreFromTheCornerOfTheDetector) {
    // The corner of the image lies at (100, 200), the beam 25 columns and 30 rows further.
    const std::string known = "PSize_1 = 100_um ;\nPSize_2 = 100_um ;\nSampleDistance = 60_mm ;\n";
    const auto stack = edf(known + "Center_1 = 125 ;\nCenter_2 = 230 ;\nOffset_1 = 100 ;\nOffset_2 = 200 ;\n");
    EXPECT_EQ(stack->geometry.beamCentreCol, 25);
    EXPECT_EQ(stack->geometry.beamCentreRow, 30);
    EXPECT_TRUE(warns(stack->notes, "begins at column 100, row 200 of the detector"));
    EXPECT_TRUE(edf(known + "Center_1 = 25 ;\nCenter_2 = 30 ;\nOffset_1 = 0 ;\nOffset_2 = 0 ;\n")->notes.empty());
    for (const char* key : {"RasterConfiguration", "RasterOrientation"}) {
        EXPECT_TRUE(warns(edf(std::string(key) + " = 3 ;\n")->notes, "is stored mirrored or turned"));
        EXPECT_TRUE(edf(std::string(key) + " = 1 ;\n")->notes.empty());
    }
    const auto angles = edf(known + "Center_1 = 25 ;\nCenter_2 = 30 ;\nProjectionType = Waxs ;\n");
    EXPECT_FALSE(angles->geometry.distance_m || angles->geometry.beamCentreCol);
    EXPECT_TRUE(warns(angles->notes, "ProjectionType = Waxs"));
    EXPECT_TRUE(edf(known + "ProjectionType = Saxs ;\n")->geometry.distance_m);
}

TEST_F(ImageHeader, OfLaterFramesIsComparedWithTheFirst) {
    const auto open = [&](const std::string& first, const std::string& second) {
        std::string bytes;
        for (const std::string& lines : {first, second}) {
            std::string text =
                "{\nByteOrder = LowByteFirst ;\nDataType = FloatValue ;\nDim_1 = 3 ;\nDim_2 = 2 ;\n" + lines;
            text.resize(510, ' ');
            bytes += text + "}\n" + std::string(24, '\0');
        }
        writeBytes(at("two.edf"), bytes);
        return openOne(at("two.edf"));
    };
    const std::string first = "Dummy = -10 ;\nSampleDistance = 0.1 ;\nCenter_1 = 25 ;\nDetectorRotation_1 = 0 ;\n";
    EXPECT_TRUE(open(first, first)->notes.empty());
    EXPECT_TRUE(open(first, "")->notes.empty()) << "says nothing else";
    EXPECT_TRUE(open(first, "SampleDistance = 0.10005 ;\n")->notes.empty()) << "an encoder scatters";
    EXPECT_TRUE(
        warns(open(first, "SampleDistance = 0.2 ;\n")->notes, "frame 1 says sampledistance = 0.2, the first one 0.1"));
    EXPECT_TRUE(warns(open(first, "Center_1 = 5 ;\n")->notes, "frame 1 says center_1 = 5"));
    EXPECT_TRUE(warns(open(first, "Dummy = -20 ;\n")->notes, "frame 1 says dummy = -20"));
    EXPECT_TRUE(warns(open("", "Dummy = -20 ;\n")->notes, "frame 1 says dummy = -20, the first one 0"));
    EXPECT_TRUE(warns(open(first, "DetectorRotation_1 = 0.3 ;\n")->notes, "frame 1 says detectorrotation_1 = 0.3"));
    // The same number in another unit, and another number of the same length.
    EXPECT_TRUE(warns(open("SampleDistance = 200_mm ;\n", "SampleDistance = 200_cm ;\n")->notes,
                      "frame 1 says sampledistance = 200_cm, the first one 200_mm"));
    EXPECT_TRUE(open("SampleDistance = 200_mm ;\n", "SampleDistance = 0.2 m ;\n")->notes.empty());
    // What only a later frame says.
    const auto later = open("", "SampleDistance = 0.2 ;\n");
    EXPECT_FALSE(later->geometry.distance_m);
    EXPECT_TRUE(
        warns(later->notes, "frame 1 says sampledistance = 0.2, the first one does not say it: it is not used"));
    EXPECT_TRUE(warns(open("ExposureTime = 0.1 ;\n", "ExposureTime = 0.5 ;\n")->notes, "exposuretime = 0.5"));
    EXPECT_TRUE(open("ExposureTime = 0.1 ;\n", "ExposureTime = 0.1005 ;\n")->notes.empty()) << "a clock scatters";
}

TEST_F(ImageHeader, BytesBehindThePixelsOfAHeaderAreNamed) {
    // Three pixels of two bytes in a row, two rows. \param row a third one, of the size that is announced
    const auto open = [&](const std::string& row) {
        const std::string text = "{\nByteOrder = LowByteFirst ;\nDataType = UnsignedShort ;\nDim_1 = 3 ;\nDim_2 = 2 ;\n"
                                 "Size = 18 ;\n}\n";
        writeBytes(at("rest.edf"), text + std::string(12, '\1') + row + text + std::string(12, '\2') + row);
        return openOne(at("rest.edf"));
    };
    const auto more = open(std::string(6, '\3'));
    EXPECT_EQ(more->frameCount(), 2U);
    EXPECT_TRUE(warns(more->notes, "announces 18 bytes for 12 of pixels: the rest is left out"));
    EXPECT_EQ(std::ranges::count_if(more->notes, [](const Note& n) { return n.severity == Severity::warning; }), 1);
    for (const char fill : {'\0', ' ', '\n'}) EXPECT_TRUE(open(std::string(6, fill))->notes.empty()) << "filled up";
}

TEST_F(ImageHeader, ImagesThatAreMissingBetweenOthersAreNamed) {
    const auto says = [&](const std::vector<int>& numbers, const std::string& text) {
        std::ofstream file(at("n.edf"), std::ios::binary);
        for (const int number : numbers) {
            std::string text =
                "{\nByteOrder = LowByteFirst ;\nDataType = FloatValue ;\nDim_1 = 3 ;\nDim_2 = 2 ;\nImage = " +
                std::to_string(number) + " ;\n";
            text.resize(510, ' ');
            file << text << "}\n" << std::string(24, '\0');
        }
        file.close();
        return hasNote(openOne(at("n.edf"))->notes, text, Severity::warning);
    };
    EXPECT_TRUE(says({1, 2, 5, 6}, "frame 2 is image 5 and the one before it image 2: images may be missing"));
    EXPECT_FALSE(says({1, 2, 3}, " image "));
    EXPECT_FALSE(says({1, 1, 1}, " image ")) << "each is the first of its file";
    for (const std::vector<int>& numbers : {std::vector<int>{1, 2, 2, 3}, {1, 2, 1, 3}, {1, 1, 2, 3}})
        EXPECT_TRUE(says(numbers, "images may not be stored in their order, or some twice"));
}

/// As pyFAI and programs of the ESRF append the errors of an image.
TEST_F(ImageHeader, ImagesOfErrorsAreNoFrames) {
    std::ofstream file(at("e.edf"), std::ios::binary);
    for (const auto& [block, fill] :
         {std::pair("1.Image.Psd", '\1'), {"1.Image.Error", '\3'}, {"2.Image.Psd", '\2'}, {"2.Image.Error", '\4'}}) {
        std::string text = std::string("{\nEDF_DataBlockID = ") + block +
                           " ;\nByteOrder = LowByteFirst ;\nDataType = UnsignedByte ;\nDim_1 = 3 ;\nDim_2 = 2 ;\n";
        text.resize(510, ' ');
        file << text << "}\n" << std::string(6, fill);
    }
    file.close();
    const auto stack = openOne(at("e.edf"));
    ASSERT_EQ(stack->frameCount(), 2U);
    EXPECT_EQ(pixelsOf<std::uint8_t>(*stack->makeReader(), 0), std::vector<std::uint8_t>(6, 1));
    EXPECT_EQ(pixelsOf<std::uint8_t>(*stack->makeReader(), 1), std::vector<std::uint8_t>(6, 2));
    EXPECT_TRUE(hasNote(stack->notes, "2 images of errors"));
}

TEST_F(ImageHeader, ACentreThatIsNotKnownIsNone) {
    for (const char* none : {"0", "-1"}) {
        const auto stack = edf(std::string("Center_1 = ") + none + " ;\nCenter_2 = " + none + " ;\n");
        EXPECT_FALSE(stack->geometry.beamCentreCol || stack->geometry.beamCentreRow);
        EXPECT_TRUE(hasNote(stack->notes, "stands for one that is not known"));
    }
    EXPECT_EQ(edf("Center_1 = 0 ;\nCenter_2 = 30 ;\n")->geometry.beamCentreCol, 0);
    EXPECT_EQ(edf("Center_1 = 2 ;\nCenter_2 = 2 ;\n")->geometry.beamCentreCol, 2);
}

} // namespace
} // namespace ewald::io::test
