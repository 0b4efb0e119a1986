// SPDX-License-Identifier: GPL-3.0-or-later
#include "integration_files.h"

#include "base/units.h"
#include "io/result_file.h"
#include "job/integration/integrate_job_kind.h"

namespace ewald::job {
namespace {

namespace fs = std::filesystem;
using test::kCols;
using test::kRows;
using test::Recorder;

class IntegrateSetupTest : public test::IntegrateFixture {
protected:
    void SetUp() override {
        IntegrateFixture::SetUp();
        m_stack = m_folder / "frames.h5";
        test::putStack(m_stack, test::levelFrames(3));
    }
    [[nodiscard]] JobDocument typed() const {
        JobDocument job = integrateJobKind().newDocument();
        job.inputFile = m_stack;
        job.outputFile = m_folder / "out.h5";
        job.set("pixel_size_m", "0.0002");
        job.set("distance_m", "0.05");
        job.set("beam_centre_row", "28.5");
        job.set("beam_centre_col", "24.5");
        job.set("energy_keV", "12.39841984");
        return job;
    }
    static azint::Poni geometry(const JobDocument& job) { return geometryOf(job, *openJobStack(job)); }
    void putMask(const fs::path& file, std::size_t rows, std::size_t cols) {
        io::writeTiff(file, Array<float, 2>({rows, cols}, 0.0F), true);
    }
    fs::path m_stack;
};

TEST_F(IntegrateSetupTest, TypedGeometryIsAPoni) {
    // 28.5 pixels of 0.2 mm: the beam is 5.7 mm from the edge.
    const azint::Poni poni = geometry(typed());
    EXPECT_NEAR(poni.poni1_m, 0.0057, 1e-12);
    EXPECT_NEAR(poni.poni2_m, 0.0049, 1e-12);
    EXPECT_DOUBLE_EQ(poni.dist_m, 0.05);
    EXPECT_NEAR(poni.wavelength_m.value(), 1e-10, 1e-20);
    JobDocument flipped = typed();
    flipped.set("flip_rows", "true");
    // Row 28.5 of the stored frame is 61 − 28.5 of the one that the geometry is for.
    EXPECT_NEAR(geometry(flipped).poni1_m, (61 - 28.5) * 0.0002, 1e-12);
    JobDocument beside = typed();
    beside.set("beam_centre_row", "-300");
    EXPECT_NEAR(geometry(beside).poni1_m, -0.06, 1e-12);
}

TEST_F(IntegrateSetupTest, WhatIsTypedReplacesThePoniFile) {
    JobDocument job = document(m_stack);
    const azint::Poni file = geometry(job);
    EXPECT_DOUBLE_EQ(file.rot1, 0.01);
    job.set("wavelength_m", "2e-10");
    EXPECT_DOUBLE_EQ(geometry(job).wavelength_m.value(), 2e-10);
    job.set("beam_centre_row", "30");
    const azint::Poni moved = geometry(job);
    const azint::BeamGeometry before = azint::beamGeometryOf(file);
    const azint::BeamGeometry after = azint::beamGeometryOf(moved);
    EXPECT_NEAR(after.centreRow, 30, 1e-9);
    EXPECT_NEAR(after.centreCol, before.centreCol, 1e-9);
    EXPECT_NEAR(after.tilt_deg, before.tilt_deg, 1e-9);
    EXPECT_NEAR(after.distance_m, before.distance_m, 1e-12);
    job.set("energy_keV", "10");
    EXPECT_THROW(static_cast<void>(geometry(job)), JobError); // and a wavelength
}

TEST_F(IntegrateSetupTest, SaysWhichValueOfTheGeometryIsMissing) {
    const auto without = [&](const char* key, const std::string& value) {
        JobDocument job = typed();
        job.set(key, value);
        const JobOutcome outcome = run(job);
        return outcome.error ? std::string(outcome.error->what()) : std::string("done");
    };
    EXPECT_NE(without("distance_m", "0").find("distance_m"), std::string::npos);
    EXPECT_NE(without("beam_centre_row", "none").find("beam_centre_row"), std::string::npos);
    EXPECT_NE(without("beam_centre_col", "none").find("beam_centre_col"), std::string::npos);
    EXPECT_NE(without("pixel_size_m", "0").find("pixel_size_m"), std::string::npos);
    EXPECT_NE(without("energy_keV", "0").find("wavelength"), std::string::npos);
    JobDocument angles = typed(); // angles need no wavelength
    angles.set("energy_keV", "0");
    angles.set("unit", "2th_deg");
    EXPECT_FALSE(run(angles).error);
}

TEST_F(IntegrateSetupTest, BadInputIsOneClearLine) {
    putMask(m_folder / "small.tif", 10, 12);
    test::putPoni(m_folder / "no_wavelength.poni", "");
    std::ofstream(m_folder / "short.poni") << "PixelSize1: 0.0002\nPixelSize2: 0.0002\nPoni1: 0.0057\n";
    test::putPoni(m_folder / "other.poni",
                  "poni_version: 2\nDetector: Pilatus1M\nDetector_config: {}\nWavelength: 1e-10\n");
    const auto in = [&](const char* name) { return (m_folder / name).string(); };
    const std::vector<std::tuple<std::map<std::string, std::string>, ErrorKind, std::string>> cases{
        {{{"poni_file", in("none.poni")}}, ErrorKind::data, "none.poni"},
        {{{"poni_file", in("short.poni")}}, ErrorKind::data, "short.poni"},
        {{{"poni_file", m_stack.string()}}, ErrorKind::data, "frames.h5"},
        {{{"poni_file", in("no_wavelength.poni")}}, ErrorKind::job, "wavelength"},
        {{{"poni_file", in("other.poni")}}, ErrorKind::job, "1043"},
        {{{"detector", "Pilatus 1M"}}, ErrorKind::job, "61 × 47"},
        {{{"detector", "Pilatos 1M"}}, ErrorKind::job, "did you mean"},
        {{{"mask_file", in("small.tif")}}, ErrorKind::data, "10 × 12"},
        {{{"dark_file", in("small.tif")}}, ErrorKind::job, "10 × 12"},
        {{{"flat_file", in("small.tif")}}, ErrorKind::job, "10 × 12"},
        {{{"mask_file", in("none.tif")}}, ErrorKind::data, "none.tif"},
        {{{"dark_file", in("g.poni")}}, ErrorKind::data, "g.poni"},
        {{{"radial_range", "5000, 6000"}}, ErrorKind::job, "radial_range"},
        {{{"npt", "0"}}, ErrorKind::job, "npt"},
        {{{"first_frame", "3"}}, ErrorKind::job, "first_frame"},
        {{{"dataset", "/entry/nothing"}}, ErrorKind::data, "/entry/nothing"},
        {{{"monitor", "/entry/nothing"}}, ErrorKind::data, "/entry/nothing"},
        {{{"devices", "toaster"}}, ErrorKind::job, "toaster"},
        {{{"quantile_low", "0.9"}, {"quantile_high", "0.1"}, {"rejection", "quantile"}}, ErrorKind::job, "quantile"},
        {{{"sensor_efficiency", "on"}}, ErrorKind::job, "sensor_material"},
        {{{"parallax", "on"}, {"sensor_material", "cheese"}}, ErrorKind::job, "cheese"},
    };
    for (const auto& [settings, kind, part] : cases) {
        std::string text;
        for (const auto& [key, value] : settings) text += key + "=" + value + " ";
        JobDocument job = document(m_stack);
        try {
            for (const auto& [key, value] : settings) job.set(key, value);
        } catch (const Error& error) { // as good as later
            EXPECT_EQ(error.kind(), kind) << text;
            continue;
        }
        Recorder recorder;
        const JobOutcome outcome = run(job, recorder);
        ASSERT_TRUE(outcome.error) << text;
        const std::string what = outcome.error->what();
        EXPECT_EQ(outcome.error->kind(), kind) << what;
        EXPECT_NE(what.find(part), std::string::npos) << what;
        EXPECT_EQ(what.find('\n'), std::string::npos) << what;
        EXPECT_FALSE(fs::exists(job.outputFile)) << text;
    }
}

TEST_F(IntegrateSetupTest, MasksOfAllSourcesAreAddedUp) {
    Array<float, 2> mask({kRows, kCols}, 0.0F);
    for (std::size_t c = 0; c < kCols; ++c) mask(3, c) = 1;
    io::writeTiff(m_folder / "mask.tif", mask, true);
    JobDocument job = document(m_stack);
    job.set("mask_file", (m_folder / "mask.tif").string());
    job.set("dummy", "2"); // all of the second frame
    const auto stack = openJobStack(job);
    const azint::Corrections corrections = correctionsOf(job, *stack, poniOf(job, *stack));
    ASSERT_EQ(corrections.mask.shape(), (std::array<std::size_t, 2>{kRows, kCols}));
    EXPECT_EQ(corrections.mask(3, 5), 1);
    EXPECT_EQ(corrections.mask(4, 5), 0);
    EXPECT_DOUBLE_EQ(corrections.dummy.value(), 2);
    ASSERT_FALSE(run(job).error);
    const std::vector<double> count = numbers(job.outputFile, "count");
    ASSERT_EQ(count.size(), 3U * 25) << "frames differ where there are dummies";
    double first = 0;
    double second = 0;
    for (std::size_t bin = 0; bin < 25; ++bin) {
        first += count[bin];
        second += count[25 + bin];
    }
    EXPECT_NEAR(first, (kRows - 1) * kCols, 1e-3);
    EXPECT_DOUBLE_EQ(second, 0);
}

TEST_F(IntegrateSetupTest, DarkAndFlatAreApplied) {
    io::writeTiff(m_folder / "dark.tif", Array<float, 2>({kRows, kCols}, 0.5F), true);
    io::writeTiff(m_folder / "flat.tif", Array<float, 2>({kRows, kCols}, 2.0F), true);
    JobDocument job = document(m_stack);
    job.set("solid_angle", "off");
    job.set("dark_file", (m_folder / "dark.tif").string());
    job.set("flat_file", (m_folder / "flat.tif").string());
    ASSERT_FALSE(run(job).error);
    // (3 − 0.5) / 2
    EXPECT_NEAR(numbers(job.outputFile, "intensity")[2 * 25 + 10], 1.25, 1e-5);
}

/// By the value from which on counts of the frames say nothing.
TEST_F(IntegrateSetupTest, PixelsThatAreFullInTheDarkAreLeftOut) {
    Array<float, 2> dark({kRows, kCols}, 0.5F);
    dark(4, 5) = 60000;
    dark(6, 7) = 59999;
    io::writeTiff(m_folder / "dark.tif", dark, true);
    JobDocument job = document(m_stack);
    job.set("saturation", "60000");
    job.set("dark_file", (m_folder / "dark.tif").string());
    const auto stack = openJobStack(job);
    std::string warnings;
    const azint::Corrections corrections =
        correctionsOf(job, *stack, poniOf(job, *stack), [&](LogLevel level, const std::string& line) {
            if (level == LogLevel::warning) warnings += line + "\n";
        });
    ASSERT_EQ(corrections.mask.shape(), (std::array<std::size_t, 2>{kRows, kCols}));
    EXPECT_EQ(corrections.mask(4, 5), 1);
    EXPECT_EQ(corrections.mask(6, 7), 0);
    EXPECT_EQ(warnings, "1 pixel is saturated in dark_file and left out of all frames\n");
}

/// Darks of 1 and 2: 3 − 1.5. One image is no mean.
TEST_F(IntegrateSetupTest, ThatADarkIsAMeanIsSaid) {
    {
        std::vector<std::uint16_t> counts(kRows * kCols, 1);
        counts.resize(2 * kRows * kCols, 2);
        io::h5::File out = io::h5::File::create(m_folder / "dark.h5");
        out.write<std::uint16_t>("/dark", counts, {2, kRows, kCols});
        out.write<std::uint16_t>("/one/dark", std::span(counts).first(kRows * kCols), {kRows, kCols});
        out.close();
    }
    JobDocument job = document(m_stack);
    job.set("solid_angle", "off");
    job.set("dark_file", (m_folder / "dark.h5").string() + "::/dark");
    ASSERT_FALSE(run(job).error);
    EXPECT_NEAR(numbers(job.outputFile, "intensity")[2 * 25 + 10], 1.5, 1e-5);
    EXPECT_NE(m_recorder.log.find("dark_file is the mean of the 2 images in "), std::string::npos) << m_recorder.log;
    m_recorder.log.clear();
    job.set("dark_file", (m_folder / "dark.h5").string() + "::/one/dark");
    ASSERT_FALSE(run(job).error);
    EXPECT_EQ(m_recorder.log.find("is the mean"), std::string::npos) << m_recorder.log;
}

/// Darks of 0.5 and 1.5 in files of their own, named by what they have in common: 3 − 1.
TEST_F(IntegrateSetupTest, ADarkMayBeTheMeanOfFilesWhoseNamesFit) {
    io::writeTiff(m_folder / "dark_1.tif", Array<float, 2>({kRows, kCols}, 0.5F), true);
    io::writeTiff(m_folder / "dark_2.tif", Array<float, 2>({kRows, kCols}, 1.5F), true);
    JobDocument job = document(m_stack);
    job.set("solid_angle", "off");
    job.set("dark_file", (m_folder / "dark_*.tif").string());
    ASSERT_FALSE(run(job).error);
    EXPECT_NEAR(numbers(job.outputFile, "intensity")[2 * 25 + 10], 2, 1e-5);
    EXPECT_NE(m_recorder.log.find("dark_file is the mean of the 2 images in "), std::string::npos) << m_recorder.log;
    job.set("flat_file", (m_folder / "dark_*.tif").string());
    const auto both = run(job).error;
    ASSERT_TRUE(both);
    EXPECT_NE(std::string(both->what()).find("one image is the dark and the flat field"), std::string::npos)
        << both->what();
    // By other names.
    job.set("flat_file", (m_folder / "dark_#.tif").string());
    const auto other = run(job).error;
    ASSERT_TRUE(other);
    EXPECT_NE(std::string(other->what()).find("one image is the dark and the flat field"), std::string::npos);
    // Names that fit the frames, too.
    job.set("flat_file", "");
    job.set("dark_file", (m_folder / "*").string());
    job.inputFile = m_folder / "dark_1.tif";
    const auto error = run(job).error;
    ASSERT_TRUE(error);
    EXPECT_NE(std::string(error->what()).find("dark_file is the file of the frames themselves"), std::string::npos)
        << error->what();
    // Of several files as well, where one name stands for them; by itself, one of them may be the dark.
    job.inputFile = m_folder / "dark_*.tif";
    job.set("dark_file", (m_folder / "dark_?.tif").string());
    EXPECT_TRUE(run(job).error);
    job.set("dark_file", (m_folder / "dark_1.tif").string());
    EXPECT_FALSE(run(job).error);
}

TEST_F(IntegrateSetupTest, SeveralFilesAreOneStackInTheirOrder) {
    test::putStack(m_folder / "b_2.h5", test::levelFrames(2));
    test::putStack(m_folder / "b_10.h5", test::levelFrames(4));
    JobDocument job = document(m_stack);
    job.set("solid_angle", "off");
    job.inputFile.clear();
    job.inputFiles = {m_stack, m_folder / "b_*.h5"};
    ASSERT_FALSE(run(job).error);
    const std::vector<double> intensity = numbers(job.outputFile, "intensity");
    ASSERT_EQ(intensity.size(), 9U * 25);
    const double expected[] = {1, 2, 3, 1, 2, 1, 2, 3, 4};
    for (std::size_t f = 0; f < 9; ++f) EXPECT_NEAR(intensity[f * 25 + 10], expected[f], 1e-4) << f;
}

} // namespace
} // namespace ewald::job
