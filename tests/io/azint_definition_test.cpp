// SPDX-License-Identifier: GPL-3.0-or-later
//
// The NeXus application definitions NXazint1d and NXazint2d, as their text of v2025.11 has them: a table of what has to
// be there, and what may be, with the extents of arrays.
#include "io/hdf5/hdf5.h"
#include "io/integration_file.h"
#include "io/temporary_folder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace ewald::io {
namespace {

constexpr std::size_t kFrames = 4, kRadial = 5, kSectors = 3;

IntegrationAxes axesOf(const std::string& unit, bool cake) {
    IntegrationAxes axes;
    axes.radial = {1, 2, 3, 4, 5};
    axes.radialName = unit.starts_with("q") ? "q" : unit.starts_with("2th") ? "2θ" : "d";
    axes.radialUnit = unit == "q_nm^-1" ? "1/nm" : unit == "2th_deg" ? "deg" : "angstrom";
    axes.unit = unit;
    if (cake) axes.azimuthal_deg = {-120, 0, 120};
    axes.frames = kFrames;
    axes.wavelength_m = 1e-10;
    axes.poni = "Distance: 1";
    return axes;
}

h5::File put(const std::filesystem::path& file, const IntegrationAxes& axes, IntegrationWriter::Contents contents) {
    IntegrationWriter writer(file, axes, contents, true);
    const std::size_t bins = axes.bins();
    const std::vector<double> norm(bins, 2.5);
    writer.writeStaticSums(norm, norm);
    for (std::size_t frame = 0; frame < kFrames; ++frame) {
        const std::vector<float> intensity(bins, static_cast<float>(frame)), errors(bins, 0.5F);
        writer.writeRow(frame, {intensity,
                                contents.errors ? std::span<const float>(errors) : std::span<const float>(),
                                norm,
                                {},
                                norm,
                                norm});
    }
    IntegrationEnd end;
    end.job = "{}";
    writer.finish(end);
    return h5::File::open(file);
}

/// What the definition asks of one field: its class of values and its extents.
struct Field {
    const char* path;
    h5::Shape shape;
    std::map<std::string, std::string> attributes;
};

void expectDefinition(const h5::File& file, bool cake, const std::string& axis, const std::string& unit, bool errors,
                      bool norm) {
    const std::string entry = cake ? "/entry/azint2d" : "/entry/azint1d";
    EXPECT_EQ(file.attributeText(entry, "NX_class"), "NXsubentry");
    EXPECT_EQ(file.text(entry + "/definition"), cake ? "NXazint2d" : "NXazint1d");
    for (const char* flag : {"/solid_angle_applied", "/polarization_applied", "/normalization_applied"}) {
        ASSERT_TRUE(file.number(entry + flag)) << flag;
        EXPECT_TRUE(*file.number(entry + flag) == 0 || *file.number(entry + flag) == 1) << flag;
    }
    EXPECT_EQ(file.number(entry + "/normalization_applied"), 1);
    const std::map<std::string, std::string> groups{
        {"/instrument", "NXinstrument"},      {"/instrument/monochromator", "NXmonochromator"},
        {"/instrument/source", "NXsource"},   {"/reduction", "NXprocess"},
        {"/reduction/input", "NXparameters"}, {"/data", "NXdata"}};
    for (const auto& [group, name] : groups) EXPECT_EQ(file.attributeText(entry + group, "NX_class"), name) << group;
    for (const char* text :
         {"/instrument/name", "/instrument/source/name", "/instrument/source/type", "/instrument/source/probe",
          "/reduction/program", "/reduction/version", "/reduction/date", "/reduction/reference"})
        EXPECT_FALSE(file.text(entry + text).value_or("").empty()) << text;
    const std::string beam = entry + "/instrument/monochromator";
    EXPECT_NEAR(file.number(beam + "/wavelength").value_or(0), 1, 1e-12);
    EXPECT_EQ(file.attributeText(beam + "/wavelength", "units"), "angstrom");
    EXPECT_NEAR(file.number(beam + "/energy").value_or(0), 12.39841984, 1e-8);
    EXPECT_EQ(file.attributeText(beam + "/energy", "units"), "keV");

    const h5::Shape row = cake ? h5::Shape{kSectors, kRadial} : h5::Shape{kRadial};
    const h5::Shape all = cake ? h5::Shape{kFrames, kSectors, kRadial} : h5::Shape{kFrames, kRadial};
    std::vector<Field> fields{{"I", all, {{"long_name", "intensity"}, {"units", "arbitrary units"}}},
                              {"radial_axis", {kRadial}, {{"long_name", axis}, {"units", unit}}}};
    if (errors)
        fields.push_back({"I_errors", all, {{"long_name", "estimated intensity error"}, {"units", "arbitrary units"}}});
    if (norm)
        fields.push_back({"norm",
                          row,
                          {{"long_name", "effective number of pixels contributing to the corresponding bin"},
                           {"units", "arbitrary units"}}});
    if (cake)
        fields.push_back({"azimuthal_axis", {kSectors}, {{"long_name", "azimuthal bin center"}, {"units", "deg"}}});
    const std::string data = entry + "/data";
    for (const Field& field : fields) {
        const std::string path = data + "/" + field.path;
        ASSERT_TRUE(file.hasDataset(path)) << path;
        EXPECT_EQ(file.dataset(path).shape(), field.shape) << path;
        for (const auto& [name, value] : field.attributes) EXPECT_EQ(file.attributeText(path, name), value) << path;
    }
    EXPECT_EQ(file.hasDataset(data + "/I_errors"), errors);
    EXPECT_EQ(file.hasDataset(data + "/norm"), norm);
    EXPECT_EQ(file.attributeText(data, "signal"), "I");
    EXPECT_EQ(file.attributeText(data, "interpretation"), cake ? "image" : "spectrum");
    EXPECT_EQ(file.attributeTexts(data, "axes"), cake ? (std::vector<std::string>{".", "azimuthal_axis", "radial_axis"})
                                                      : (std::vector<std::string>{".", "radial_axis"}));
}

class AzintDefinition : public ::testing::Test {
protected:
    [[nodiscard]] std::filesystem::path file() const { return m_folder.path() / "r.h5"; }
    TemporaryFolder m_folder;
};

TEST_F(AzintDefinition, PatternsAreAsNXazint1dHasThem) {
    const h5::File stored = put(file(), axesOf("q_nm^-1", false), {.errors = true, .solidAngle = true});
    expectDefinition(stored, false, "q", "1/nm", true, true);
    EXPECT_EQ(stored.number("/entry/azint1d/solid_angle_applied"), 1);
    EXPECT_EQ(stored.number("/entry/azint1d/polarization_applied"), 0);
    EXPECT_EQ(stored.number("/entry/azint1d/monitor_applied"), 0);
    EXPECT_FLOAT_EQ(stored.dataset("/entry/azint1d/data/I").readAll<float>()[3 * kRadial], 3);
    EXPECT_EQ(stored.attributeText("/entry", "default"), "result") << "what opens by itself stays what it was";
}

TEST_F(AzintDefinition, CakesAreAsNXazint2dHasThem) {
    const h5::File stored =
        put(file(), axesOf("2th_deg", true), {.sumsEachFrame = true, .polarization = true, .monitor = true});
    expectDefinition(stored, true, "2theta", "deg", false, false);
    EXPECT_EQ(stored.number("/entry/azint2d/solid_angle_applied"), 0);
    EXPECT_EQ(stored.number("/entry/azint2d/polarization_applied"), 1);
    EXPECT_EQ(stored.number("/entry/azint2d/monitor_applied"), 1);
}

/// What GSAS-II looks for beside the definition (G2pwd_HDF5.py of 2026): a group of each of these classes, the unit
/// "2th" of its parameters for angles in degrees and no other axis, and for cakes a whole number of sectors.
TEST_F(AzintDefinition, GsasFindsWhatItLooksFor) {
    const std::map<std::string, std::string> units{
        {"2th_deg", "2th"}, {"2th_rad", "2th_rad"}, {"q_A^-1", "q"}, {"q_nm^-1", "q_nm^-1"}};
    for (const auto& [unit, name] : units)
        for (const bool cake : {false, true}) {
            const h5::File stored = put(file(), axesOf(unit, cake), {.errors = true});
            const std::string entry = cake ? "/entry/azint2d" : "/entry/azint1d";
            EXPECT_FALSE(stored.hasDataset("/entry/definition")) << "GSAS-II would look no further";
            EXPECT_EQ(stored.attributeText(entry + "/sample", "NX_class"), "NXsample");
            EXPECT_FALSE(stored.text(entry + "/sample/name").value_or("").empty());
            const std::string input = entry + "/reduction/input";
            EXPECT_EQ(stored.attributeText(input, "NX_class"), "NXparameters");
            EXPECT_EQ(stored.text(input + "/unit"), name);
            EXPECT_EQ(stored.dataset(input + "/radial_bins").readAll<std::int64_t>(),
                      std::vector<std::int64_t>{kRadial});
            EXPECT_EQ(stored.hasDataset(input + "/azimuth_bins"), cake);
            if (cake) {
                EXPECT_EQ(stored.dataset(input + "/azimuth_bins").readAll<std::int64_t>(),
                          std::vector<std::int64_t>{kSectors});
                EXPECT_TRUE(stored.dataset(input + "/azimuth_bins").shape().empty()) << "a number, not a list";
            }
        }
}

TEST_F(AzintDefinition, WhatTheDefinitionsDoNotKnowIsNotCalledSo) {
    EXPECT_FALSE(put(file(), axesOf("d_A", false), {}).hasGroup("/entry/azint1d")) << "neither q nor 2theta";
    IntegrationAxes axes = axesOf("2th_deg", false);
    axes.wavelength_m.reset();
    EXPECT_FALSE(put(file(), axes, {}).hasGroup("/entry/azint1d")) << "the wavelength is required";
}

} // namespace
} // namespace ewald::io
