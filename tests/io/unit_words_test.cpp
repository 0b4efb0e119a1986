// SPDX-License-Identifier: GPL-3.0-or-later
// Units as people write them, and numbers that are texts with their unit.
#include "io/readers/reader_tools.h"
#include "io/scan.h"
#include "io/scan_files.h"

#include <string>
#include <utility>
#include <vector>

namespace ewald::io::test {
namespace {

using h5::File;

class UnitWords : public WithFolder {
protected:
    template <class Fill>
    Scan open(const Fill& fill) {
        const fs::path path = at("scan" + std::to_string(m_files++) + ".cxi");
        File file = File::create(path);
        file.write("/cxi_version", std::int64_t{160});
        put(file, "/entry_1/data_1/data", countingFrames(), {kFrames, kRows, kCols});
        fill(file);
        file.close();
        return openScan(path);
    }

    static constexpr const char* kDetector = "/entry_1/instrument_1/detector_1";
    static constexpr const char* kPositions = "/entry_1/data_1/translation";
    int m_files = 0;
};

TEST_F(UnitWords, LengthsAreUnderstoodInWordsAndSigns) {
    const std::vector<std::pair<double, std::vector<std::string>>> known{
        {1, {"m", " M ", "metre", "Meters", "[m]"}},
        {1e3, {"km", "kilometres"}},
        {1e-1, {"dm", "decimetre"}},
        {0.0254, {"in", "inch", "Inches"}},
        {1e-2, {"cm", "centimetre", "centimeters"}},
        {1e-3, {"mm", "milli-metre", "Millimetres", "(mm)", "mm\n"}},
        {1e-6, {"um", "\u00b5m", "\u03bcm", "\xb5m", "mum", "micro-meter", "micro metres", "microns", "micro_metre"}},
        {1e-9, {"nm", "nanometres", "nano-meter"}},
        {1e-10,
         {"A", "\u00c5", "\u212b", "\xc5", "Angstrom", "angstroms", "\u00c5ngstr\u00f6m", "\xe5ngstr\xf6m",
          "A\u030angstro\u0308m", "Angstroem"}},
        {1e-12, {"pm", "picometre"}},
        {1e-15, {"fm"}}};
    for (const auto& [metres, names] : known)
        for (const std::string& name : names) EXPECT_DOUBLE_EQ(metresPer(name).value_or(0), metres) << name;
    for (const char* other : {"", "1/nm", "nm^-1", "A-1", "m/s", "metr", "ms", "s", "pixel", "mmm", "ammeter"})
        EXPECT_FALSE(metresPer(other)) << other;
}

TEST_F(UnitWords, TimesAndEnergiesAreUnderstoodInWords) {
    for (const char* name : {"s", "second", "Seconds", "sec"}) EXPECT_DOUBLE_EQ(secondsPer(name).value_or(0), 1);
    for (const char* name : {"us", "\xb5s", "\u00b5s", "micro-seconds"})
        EXPECT_DOUBLE_EQ(secondsPer(name).value_or(0), 1e-6) << name;
    constexpr double kElectronVolt = 1.602176634e-19; // exact by the definition of the SI
    for (const char* name : {"eV", "electron volt", "electronvolts", "electron-volt"})
        EXPECT_DOUBLE_EQ(joulesPer(name).value_or(0), kElectronVolt) << name;
    for (const char* name : {"keV ", "KEV", "kilo-electron-volt", "kiloelectronvolts"})
        EXPECT_DOUBLE_EQ(joulesPer(name).value_or(0), 1e3 * kElectronVolt) << name;
    for (const char* other : {"", "V", "kV", "volt", "keV/c", "m"}) EXPECT_FALSE(joulesPer(other)) << other;
}

TEST(UnitNames, OfAnglesAreUnderstood) {
    for (const char* name : {"deg", "degree", "Degrees", "[deg]", "deg.", "\u00b0", "\xb0"})
        EXPECT_EQ(degreesPer(name), 1.0) << name;
    constexpr double kRadian = 57.29577951308232;
    for (const char* name : {"rad", "radian", "Radians"}) EXPECT_NEAR(degreesPer(name).value_or(0), kRadian, 1e-12);
    for (const char* name : {"mrad", "milliradian", "milli-radians"})
        EXPECT_NEAR(degreesPer(name).value_or(0), kRadian / 1000, 1e-15) << name;
    for (const char* name : {"arcmin", "arcminutes"}) EXPECT_NEAR(degreesPer(name).value_or(0), 1 / 60.0, 1e-15);
    for (const char* other : {"", "m", "degC", "rad/s", "min", "grade"}) EXPECT_FALSE(degreesPer(other)) << other;
}

TEST_F(UnitWords, ANumberThatIsATextHasTheUnitBehindIt) {
    const Scan scan = open([&](File& file) {
        put(file, kPositions, translations(kFrames, 3, false), {kFrames, 3});
        file.write("/entry_1/instrument_1/source_1/wavelength", "0.15 nm");
        file.write(std::string(kDetector) + "/distance", "1500 mm");
        file.write(std::string(kDetector) + "/x_pixel_size", "75");
        file.setAttribute(std::string(kDetector) + "/x_pixel_size", "units", "\xb5m");
        file.write(std::string(kDetector) + "/y_pixel_size", "75 micro-metre");
    });
    EXPECT_DOUBLE_EQ(scan.wavelength_m.value_or(0), 0.15e-9);
    EXPECT_DOUBLE_EQ(scan.distance_m.value_or(0), 1.5);
    EXPECT_DOUBLE_EQ(scan.pixelWidth_m.value_or(0), 75e-6);
    EXPECT_DOUBLE_EQ(scan.pixelHeight_m.value_or(0), 75e-6);
    EXPECT_FALSE(hasNote(scan.notes, "", Severity::warning));
}

TEST_F(UnitWords, WhatStandsBehindANumberAndIsNoUnitIsNamed) {
    const Scan scan = open([&](File& file) {
        put(file, kPositions, translations(kFrames, 3, false), {kFrames, 3});
        file.write(std::string(kDetector) + "/distance", "1,5 m"); // of another locale
    });
    EXPECT_TRUE(hasNote(scan.notes, "the unit \",5 m\"", Severity::warning));
}

TEST_F(UnitWords, PositionsOfSeveralUnitsAreNamed) {
    const auto withUnits = [&](const std::vector<std::string>& units) {
        return open([&](File& file) {
            put(file, kPositions, translations(kFrames, 3, false, 1e-6), {kFrames, 3});
            file.setAttribute(kPositions, "units", units);
        });
    };
    const Scan alike = withUnits({"um", "\u00b5m", "um"});
    expectPositions(alike);
    EXPECT_FALSE(hasNote(alike.notes, "several units"));
    EXPECT_TRUE(hasNote(withUnits({"um", "um", "mm"}).notes, "among them um and mm", Severity::warning));
}

} // namespace
} // namespace ewald::io::test
