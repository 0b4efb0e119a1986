// SPDX-License-Identifier: GPL-3.0-or-later
// ewald-cli maps: places of frames from tables, datasets, scans and reconstructions.
#include "cli_expectations.h"
#include "folder_fixture.h"
#include "io/hdf5/hdf5.h"
#include "io/integration_file.h"
#include "io/result_file.h"

#include <cmath>
#include <fstream>
#include <string>
#include <vector>

namespace ewald::cli {
namespace {

/// Twelve patterns of a powder under a beam that decays: their intensities fall from frame to frame.
class MapsCli : public WithSuiteFolder<MapsCli> {
public:
    static void makeFiles() {
        const Finished made =
            runCli({"simulate", "powder", "-o", suiteFile("powder.h5"), "--frames", "12", "--shape", "100", "90",
                    "--pixel-m", "4e-4", "--distance-m", "0.1", "--counts", "1000", "--decay", "0.5"});
        ASSERT_EQ(made.code, 0) << made.errors;
        const Finished done = runCli(
            {"integrate", suiteFile("powder.h5"), "-o", suiteFile("result.h5"), "--npt", "300", "--unit", "2th_deg"});
        ASSERT_EQ(done.code, 0) << done.errors;
    }

protected:
    /// Means over bins, by another way than the command: 5° to 9°.
    static std::vector<double> meansOfFrames() {
        const io::IntegrationResult result(suiteFile("result.h5"));
        std::vector<double> means;
        for (std::size_t frame = 0; frame < result.axes().frames; ++frame) {
            const std::vector<float> pattern = result.intensity(frame);
            double sum = 0;
            int bins = 0;
            for (std::size_t i = 0; i < pattern.size(); ++i)
                if (result.axes().radial[i] >= 5 && result.axes().radial[i] <= 9) {
                    sum += static_cast<double>(pattern[i]);
                    ++bins;
                }
            means.push_back(sum / bins);
        }
        return means;
    }
    Finished maps(std::vector<std::string> more) {
        std::vector<std::string> command{"maps", suiteFile("result.h5"), "--range", "5:9", "--overwrite"};
        command.insert(command.end(), more.begin(), more.end());
        return runCli(command);
    }
    static std::vector<double> numbers(const std::string& name, const std::string& path) {
        return io::h5::File::open(name).dataset(path).readAll<double>();
    }
    /// A snake of 3 rows and 4 columns, 2 µm and 0.5 µm apart.
    static std::size_t pixelOf(std::size_t frame) {
        const std::size_t row = frame / 4, along = frame % 4;
        return 4 * row + (row % 2 == 1 ? 3 - along : along);
    }
    void putTable(const std::string& name) {
        std::ofstream table(file(name));
        table << "x (um),y (um)\n";
        for (std::size_t frame = 0; frame < 12; ++frame)
            table << 0.5 * static_cast<double>(pixelOf(frame) % 4) << ',' << 10 + 2 * static_cast<double>(frame / 4)
                  << '\n';
    }
    void expectSnake(const std::string& name) {
        const std::vector<double> image = numbers(name, "/entry/range_1/data"), means = meansOfFrames();
        ASSERT_EQ(image.size(), 12U);
        for (std::size_t frame = 0; frame < 12; ++frame)
            EXPECT_NEAR(image[pixelOf(frame)], means[frame], 1e-5 * means[frame]) << frame;
        EXPECT_GT(means[0], 1.5 * means[11]) << "the beam decays";
    }
};

TEST_F(MapsCli, PlacesComeFromATable) {
    putTable("places.csv");
    const Finished done = maps({"-o", file("maps.h5"), "--table", file("places.csv"), "--x", "1", "--y", "y (um)"});
    ASSERT_EQ(done.code, 0) << done.errors;
    EXPECT_NE(done.output.find("1 map of 3 × 4 pixels of 2 µm × 500 nm"), std::string::npos) << done.output;
    expectSnake(file("maps.h5"));
    // The two frames at x = 1 µm of the first two rows, 10 and 12 µm, are the third and the sixth.
    const Finished region = maps({"-o", file("maps.h5"), "--table", file("places.csv"), "--x", "1", "--y", "y (um)",
                                  "--region", "0.8:1.2,9:13"});
    ASSERT_EQ(region.code, 0) << region.errors;
    EXPECT_EQ(numbers(file("maps.h5"), "/entry/region_1/frame"), (std::vector<double>{2, 5}));
    const std::vector<double> mean = numbers(file("maps.h5"), "/entry/region_1/intensity");
    const io::IntegrationResult result(suiteFile("result.h5"));
    const std::vector<float> third = result.intensity(2), sixth = result.intensity(5);
    for (std::size_t i = 0; i < mean.size(); ++i)
        if (std::isfinite(third[i])) {
            EXPECT_NEAR(mean[i], (third[i] + sixth[i]) / 2, 1e-3) << i;
        }
    const std::vector<double> y = numbers(file("maps.h5"), "/entry/range_1/y");
    ASSERT_EQ(y.size(), 3U);
    EXPECT_NEAR(y[2], 14, 1e-9);
}

TEST_F(MapsCli, PlacesComeFromDatasetsInTheirUnit) {
    {
        std::vector<double> x, y;
        for (std::size_t frame = 0; frame < 14; ++frame) { // of a scan that was to have more frames
            x.push_back(0.0005 * static_cast<double>(pixelOf(frame) % 4));
            y.push_back(0.002 * static_cast<double>(frame / 4));
        }
        io::h5::File out = io::h5::File::create(file("motors.h5"));
        out.write<double>("/x", x, {x.size()});
        out.write<double>("/y", y, {y.size()});
        out.setAttribute("/y", "units", "mm");
        out.write<double>("/few", std::vector<double>(5), {5});
        out.close();
    }
    const auto with = [&](const std::string& x, const std::string& y, std::vector<std::string> more) {
        more.insert(more.end(),
                    {"-o", file("maps.h5"), "--x", file("motors.h5") + "::" + x, "--y", file("motors.h5") + "::" + y});
        return maps(more);
    };
    expectError(with("/x", "/y", {}), 2, "the unit of the positions in");
    const Finished done = with("/x", "/y", {"--position-unit", "mm"});
    ASSERT_EQ(done.code, 0) << done.errors;
    EXPECT_NE(done.errors.find("14 positions for 12 frames"), std::string::npos) << done.errors;
    expectSnake(file("maps.h5"));
    expectError(with("/few", "/few", {"--position-unit", "mm"}), 3, "5 positions for 12 frames");
    expectError(with("/none", "/y", {"--position-unit", "mm"}), 3, "/none");
    expectError(with("/x", "/y", {"--position-unit", "keV"}), 2, "is no unit of positions");
}

TEST_F(MapsCli, RatiosColoursAndTables) {
    const Finished done =
        maps({"--range", "10:12@auto", "--range", "5:9", "--ratio", "1/3", "--rgb", "1,2,3", "--columns", "4",
              "--snake", "-o", file("maps.csv"), "--tiff", file("tiff"), "--png", file("png")});
    ASSERT_EQ(done.code, 0) << done.errors;
    for (const char* name : {"tiff/range_1.tiff", "tiff/ratio_1_3.tiff", "png/range_2.png", "png/rgb.png"})
        EXPECT_TRUE(std::filesystem::exists(file(name))) << name;
    std::ifstream table(file("maps.csv"));
    std::vector<std::string> lines;
    for (std::string line; std::getline(table, line);)
        if (!line.starts_with('#')) lines.push_back(line);
    ASSERT_EQ(lines.size(), 13U);
    EXPECT_EQ(lines[0], "frame,column,row,range_1,range_2,range_3,ratio_1_3");
    for (std::size_t frame = 0; frame < 12; ++frame) EXPECT_TRUE(lines[frame + 1].ends_with(",1")) << lines[frame + 1];
    EXPECT_TRUE(lines[5].starts_with("4,3,1,")) << "the fifth frame is at the right of the second row: " << lines[5];
}

TEST_F(MapsCli, ColoursArePartOfTheFile) {
    const Finished done = maps({"--range", "10:12", "--range", "12:14", "--rgb", "3,1,2", "--columns", "4", "-o",
                                file("colours.h5"), "--png", file("colours")});
    ASSERT_EQ(done.code, 0) << done.errors;
    const io::h5::File written = io::h5::File::open(file("colours.h5"));
    EXPECT_EQ(written.dataset("/entry/rgb/data").shape(), (io::h5::Shape{3, 4, 3}));
    EXPECT_EQ(written.attributeText("/entry", "default").value_or(""), "rgb");
}

TEST_F(MapsCli, RefusesInOneLine) {
    expectError(maps({"-o", file("m.h5")}), 2, "where the frames were taken is not known");
    expectError(maps({"--columns", "4"}), 2, "nothing to write");
    expectError(maps({"--columns", "4", "-o", file("m.doc")}), 2, ".doc");
    expectError(maps({"--columns", "4", "-o", file("m.h5"), "--ratio", "1/2"}), 2, "of the 1 range");
    expectError(maps({"--columns", "4", "-o", file("m.h5"), "--range", "300:400"}), 2, "lies outside of the patterns");
    expectError(maps({"--columns", "4", "-o", suiteFile("result.h5")}), 2, "same file");
    expectError(runCli({"maps", suiteFile("powder.h5"), "-o", file("m.h5"), "--range", "5:9"}), 3,
                "not an integration of Ewald");
    EXPECT_FALSE(std::filesystem::exists(file("m.h5")));
}

/// A ptychographic scan whose frames are integrated as well: the map and the object have the same metres.
TEST_F(MapsCli, OfAScanIsLaidBesideItsObject) {
    const Finished made = runCli({"simulate", "ptycho", "-o", file("scan.cxi"), "--size", "32", "--frames", "30"});
    ASSERT_EQ(made.code, 0) << made.errors;
    const Finished integrated =
        runCli({"integrate", file("scan.cxi"), "-o", file("patterns.h5"), "--npt", "20", "--unit", "r_mm", "--set",
                "beam_centre_row=16", "--set", "beam_centre_col=16", "-q"});
    ASSERT_EQ(integrated.code, 0) << integrated.errors;
    const Finished solved =
        runCli({"ptycho", file("scan.cxi"), "-o", file("object.h5"), "--engine", "rpie", "--iterations", "2", "-q"});
    ASSERT_EQ(solved.code, 0) << solved.errors;
    const io::IntegrationAxes axes = io::IntegrationResult(file("patterns.h5")).axes();
    const std::string range = std::to_string(axes.radial[0]) + ":" + std::to_string(axes.radial[5]);
    const Finished plain = runCli({"maps", file("patterns.h5"), "-o", file("plain.h5"), "--range", range});
    ASSERT_EQ(plain.code, 0) << plain.errors;
    const Finished beside =
        runCli({"maps", file("patterns.h5"), "-o", file("beside.h5"), "--range", range, "--object", file("object.h5")});
    ASSERT_EQ(beside.code, 0) << beside.errors;
    const io::PtychoResult object = io::readResult(file("object.h5"));
    ASSERT_EQ(object.positions.size(), 30U);
    for (const char* name : {"plain.h5", "beside.h5"}) {
        const std::vector<double> x = numbers(file(name), "/entry/frames/x"),
                                  y = numbers(file(name), "/entry/frames/y");
        ASSERT_EQ(x.size(), 30U);
        for (std::size_t i = 0; i < 30; ++i) {
            EXPECT_NEAR(x[i], object.positions[i].x * 1e6, 1e-6) << name << i;
            EXPECT_NEAR(y[i], object.positions[i].y * 1e6, 1e-6) << name << i;
        }
    }
    EXPECT_NEAR(numbers(file("beside.h5"), "/entry/object_phase/x")[1],
                (object.objectOriginX_m + object.objectPixelWidth_m) * 1e6, 1e-6);
    const std::vector<double> beam = numbers(file("beside.h5"), "/entry/beam/extent");
    const double window_um = static_cast<double>(object.probe.extent(3)) * object.objectPixelWidth_m * 1e6;
    for (const double width : beam) {
        EXPECT_GT(width, 0);
        EXPECT_LT(width, window_um);
    }
    // Positions lie on the object.
    const std::vector<double> along = numbers(file("beside.h5"), "/entry/object_phase/y");
    for (const ScanPosition& position : object.positions) {
        EXPECT_GT(position.y * 1e6, along.front());
        EXPECT_LT(position.y * 1e6, along.back());
    }
}

} // namespace
} // namespace ewald::cli
