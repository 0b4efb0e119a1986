// SPDX-License-Identifier: GPL-3.0-or-later
// Maps of integrations: values of ranges, places of frames, triangles between them, files.
#include "base/error.h"
#include "integration_files.h"
#include "job/maps/map_file.h"
#include "job/maps/map_grid.h"
#include "job/maps/range_values.h"
#include "job/maps/triangulation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace ewald::job {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

std::string errorOf(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

// ---- values ----

/// A background of 2 + x with 10 more at 4 and 5.
class RangeOfPattern : public testing::Test {
protected:
    std::vector<double> radial{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    std::vector<float> pattern{2, 3, 4, 5, 16, 17, 8, 9, 10, 11};
    double of(const std::string& range) { return valueIn(mapRangeOf(range), radial, pattern); }
};

TEST_F(RangeOfPattern, IsItsMeanLessItsBackground) {
    EXPECT_DOUBLE_EQ(of("3.5:5.5"), 16.5);
    EXPECT_DOUBLE_EQ(of("3.5:5.5@1:3,6:8"), 10) << "the line through both sides, 6.5 at 4.5";
    EXPECT_DOUBLE_EQ(of("3.5:5.5@1:3"), 16.5 - 4) << "one side: its mean";
    EXPECT_DOUBLE_EQ(of("3.5:5.5@0:1,2:3"), 16.5 - 3.5) << "two on one side: no line is drawn beyond them";
    EXPECT_DOUBLE_EQ(of("3.5:5.5@auto"), 10) << "2.5:3.5 and 5.5:6.5";
    EXPECT_DOUBLE_EQ(of("6.2:6.4"), 8) << "the nearest bin";
    EXPECT_DOUBLE_EQ(of("4:5@2:4,5:7"), 10) << "ends that touch count for the range";
}

TEST_F(RangeOfPattern, BinsWithoutAPixelDoNotCount) {
    pattern[4] = kNaN;
    EXPECT_DOUBLE_EQ(of("3.5:5.5"), 17);
    EXPECT_DOUBLE_EQ(of("3.5:5.5@1:3,6:8"), 10) << "the line at 5 is 7";
    pattern[5] = kNaN;
    EXPECT_TRUE(std::isnan(of("3.5:5.5")));
    EXPECT_TRUE(std::isnan(of("7:9@4:5"))) << "a background that is asked for and is not there";
}

TEST_F(RangeOfPattern, AnAxisMayFall) {
    std::ranges::reverse(radial);
    std::ranges::reverse(pattern);
    EXPECT_DOUBLE_EQ(of("3.5:5.5@1:3,6:8"), 10);
}

TEST(RangeOfMap, IsUnderstoodOrRefused) {
    EXPECT_EQ(mapRangeOf(" 2.1 : 2.3 "), (MapRange{2.1, 2.3}));
    EXPECT_EQ(mapRangeOf("1:2@0:0.5,3:4"), (MapRange{1, 2, {{0, 0.5}, {3, 4}}}));
    EXPECT_EQ(mapRangeOf("2:4@auto"), (MapRange{2, 4, {{1, 2}, {4, 5}}}));
    for (const char* wrong : {"", "5-7", "2:1", "1:1", "1:nan", "1:2@", "1:2@3", "1:2@3:4,", "1:2:3"})
        EXPECT_NE(errorOf([&] { static_cast<void>(mapRangeOf(wrong)); }).find("is no range of a map"),
                  std::string::npos)
            << wrong;
}

TEST(RatiosOfMaps, AreNothingWhereTheSecondIsNothing) {
    const std::vector<double> ratios = ratiosOf(std::vector<double>{6, 5, kNaN}, std::vector<double>{3, 0, 1});
    EXPECT_DOUBLE_EQ(ratios[0], 2);
    EXPECT_TRUE(std::isnan(ratios[1]));
    EXPECT_TRUE(std::isnan(ratios[2]));
}

class RangeValuesOfResult : public test::IntegrateFixture {};

/// Frame f holds f + 1 in every pixel.
TEST_F(RangeValuesOfResult, AreThoseOfAllItsPatterns) {
    test::putStack(m_folder / "frames.h5", test::levelFrames(5));
    for (const char* sectors : {"0", "6"}) {
        JobDocument job = document(m_folder / "frames.h5");
        job.set("solid_angle", "off");
        job.set("unit", "2th_deg");
        job.set("npt_azim", sectors);
        ASSERT_FALSE(run(job).error);
        const io::IntegrationResult result(job.outputFile);
        const std::vector<MapRange> ranges{{1, 3}, {2, 3, {{1, 2}, {3, 4}}}};
        const auto values = rangeValues(result, ranges, RunControl());
        ASSERT_EQ(values.size(), 2U);
        for (std::size_t frame = 0; frame < 5; ++frame) {
            EXPECT_NEAR(values[0][frame], static_cast<double>(frame) + 1, 1e-5);
            EXPECT_NEAR(values[1][frame], 0, 1e-5);
        }
        // Frames 2 and 4 hold 3 and 5.
        const std::vector<float> mean = meanPatternOf(result, std::vector<std::size_t>{2, 4}, RunControl());
        ASSERT_EQ(mean.size(), 25U);
        EXPECT_NEAR(mean[10], 4, 1e-5);
        EXPECT_NE(errorOf([&] {
                      static_cast<void>(rangeValues(result, std::vector<MapRange>{{100, 120}}, RunControl()));
                  }).find("lies outside of the patterns"),
                  std::string::npos);
    }
}

// ---- triangles ----

std::vector<ScanPosition> scattered(std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> place(0, 1e-5);
    std::vector<ScanPosition> points{{0, 0}, {0, 1e-5}, {1e-5, 0}, {1e-5, 1e-5}};
    while (points.size() < count) {
        const double y = place(random), x = place(random);
        points.push_back({y, x});
    }
    return points;
}

/// By Euler's formula 2n − 2 − h triangles, h points on the border: here the corners of a square. At the border one
/// that is flatter than a thousandth of the extent may be left out.
TEST(Triangulation, FillsTheHullWithEmptyCircles) {
    const std::vector<ScanPosition> points = scattered(300, 1);
    const std::vector<Triangle> triangles = triangulate(points);
    ASSERT_LE(triangles.size(), 2 * points.size() - 2 - 4);
    ASSERT_GE(triangles.size(), 2 * points.size() - 2 - 4 - 2);
    double area = 0;
    for (const auto& [i, j, k] : triangles) {
        const ScanPosition &a = points[i], &b = points[j], &c = points[k];
        const double twice = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        ASSERT_GT(twice, 0);
        area += twice / 2;
        // Circumcentre: the place with the same distance to all three.
        const double bb = std::pow(b.x - a.x, 2) + std::pow(b.y - a.y, 2);
        const double cc = std::pow(c.x - a.x, 2) + std::pow(c.y - a.y, 2);
        const double x = a.x + ((c.y - a.y) * bb - (b.y - a.y) * cc) / (2 * twice);
        const double y = a.y + ((b.x - a.x) * cc - (c.x - a.x) * bb) / (2 * twice);
        const double radius = std::hypot(a.x - x, a.y - y);
        // Points are moved by half a millionth of 10 µm, which matters more for long thin triangles.
        for (const ScanPosition& point : points)
            ASSERT_GT(std::hypot(point.x - x, point.y - y), radius * (1 - 1e-3)) << i << ' ' << j << ' ' << k;
    }
    EXPECT_NEAR(area, 1e-10, 1e-13);
}

/// Circles through four and more points everywhere, points on sides, the same point again.
TEST(Triangulation, ManagesRegularPointsAndDoublets) {
    std::vector<ScanPosition> points;
    for (int y = 0; y < 20; ++y)
        for (int x = 0; x < 30; ++x) points.push_back({y * 1e-6, x * 1e-6});
    EXPECT_EQ(triangulate(points).size(), 2U * 19 * 29);
    const std::vector<ScanPosition> again = points;
    points.insert(points.end(), again.begin(), again.end());
    EXPECT_EQ(triangulate(points).size(), 2U * 19 * 29);
    EXPECT_TRUE(triangulate(std::vector<ScanPosition>{{0, 0}, {1, 1}, {2, 2}, {3, 3}}).empty());
    EXPECT_TRUE(triangulate(std::vector<ScanPosition>{{0, 0}, {0, 0}, {0, 0}}).empty());
    EXPECT_TRUE(triangulate(std::vector<ScanPosition>{{0, 0}, {1, 1}}).empty());
}

// ---- grids ----

TEST(MapGrid, FramesInRowsMayRunToAndFro) {
    const MapGrid plain = MapGrid::ofColumns(5, 3, false);
    const MapGrid snake = MapGrid::ofColumns(5, 3, true);
    const std::vector<double> values{1, 2, 3, 4, 5};
    const Array<float, 2> image = snake.imageOf(values);
    ASSERT_EQ(image.shape(), (std::array<std::size_t, 2>{2, 3}));
    EXPECT_EQ(image(0, 2), 3);
    EXPECT_EQ(image(1, 2), 4);
    EXPECT_EQ(image(1, 1), 5);
    EXPECT_TRUE(std::isnan(image(1, 0)));
    EXPECT_EQ(plain.imageOf(values)(1, 0), 4);
    EXPECT_EQ(snake.pixelOf(3), std::pair(1.5, 2.5));
    EXPECT_EQ(plain.pixelOf(3), std::pair(1.5, 0.5));
    EXPECT_EQ(plain.pixelOf(5), std::nullopt) << "there is no sixth frame";
    EXPECT_EQ(snake.frameAt(1.9, 2.1), 3U);
    EXPECT_EQ(plain.frameAt(1.9, 0.1), 3U);
    EXPECT_EQ(plain.frameAt(1.5, 2.5), std::nullopt);
    EXPECT_EQ(plain.frameAt(-0.1, 0), std::nullopt);
    EXPECT_EQ(plain.frameAt(0, 3), std::nullopt);
}

/// Rows of 2 µm, columns of 1 µm, the first column first, to and fro; one place is not known.
TEST(MapGrid, PlacesOfARasterMayComeInAnyOrder) {
    std::vector<ScanPosition> places;
    std::vector<double> values;
    for (int col = 0; col < 4; ++col)
        for (int step = 0; step < 3; ++step) {
            const int row = col % 2 == 0 ? step : 2 - step;
            places.push_back({10e-6 + row * 2e-6, -5e-6 + col * 1e-6});
            values.push_back(10 * row + col);
        }
    places[4] = {std::nan(""), 0}; // row 1, column 1
    const MapGrid grid = MapGrid::ofPlaces(places);
    const Array<float, 2> image = grid.imageOf(values);
    ASSERT_EQ(image.shape(), (std::array<std::size_t, 2>{3, 4}));
    for (int row = 0; row < 3; ++row)
        for (int col = 0; col < 4; ++col)
            if (row == 1 && col == 1)
                EXPECT_TRUE(std::isnan(image(1, 1)));
            else
                EXPECT_EQ(image(row, col), 10 * row + col);
    EXPECT_FALSE(grid.isInterpolated());
    EXPECT_NEAR(grid.grid().originY_m, 10e-6, 1e-12);
    EXPECT_NEAR(grid.grid().originX_m, -5e-6, 1e-12);
    EXPECT_NEAR(grid.grid().stepY_m, 2e-6, 1e-12);
    EXPECT_NEAR(grid.grid().stepX_m, 1e-6, 1e-12);
}

/// Two groups with a gap between them, a frame that was repeated, and one without a place.
TEST(MapGrid, APointLeadsToTheNearestFrame) {
    std::vector<ScanPosition> places{{0, 0},      {0.8, 1},   {std::nan(""), 0}, {0, 0},    {9.3, 0.2},
                                     {10.4, 1.1}, {8.4, 2.2}, {9, 3.3},          {1.6, 2.4}};
    for (ScanPosition& place : places) place = {place.y * 1e-6, place.x * 1e-6};
    const MapGrid grid = MapGrid::ofPlaces(places);
    ASSERT_TRUE(grid.isInterpolated());
    for (const std::size_t frame : {0U, 1U, 4U, 5U, 6U, 7U, 8U}) {
        const auto at = grid.pixelOf(frame);
        ASSERT_TRUE(at);
        EXPECT_EQ(grid.frameAt(std::clamp(at->first + 0.2, 0.0, static_cast<double>(grid.rows()) - 1e-6),
                               std::clamp(at->second - 0.2, 0.0, static_cast<double>(grid.cols()) - 1e-6)),
                  frame);
    }
    const double row = (grid.pixelOf(0)->first + grid.pixelOf(4)->first) / 2; // 4.65 µm, some pixels from all
    EXPECT_EQ(grid.frameAt(row, 0.5), std::nullopt);
}

/// Interpolation in triangles is exact for a plane; it makes nothing up outside, nor in a hole.
TEST(MapGrid, ScatteredPlacesAreTriangulated) {
    std::vector<ScanPosition> places = scattered(600, 2);
    std::erase_if(places, [](const ScanPosition& at) { return std::hypot(at.x - 5e-6, at.y - 5e-6) < 3e-6; });
    std::vector<double> values;
    const auto plane = [](double y, double x) { return 3 + 2e6 * x - 1e6 * y; };
    for (const ScanPosition& at : places) values.push_back(plane(at.y, at.x));
    const MapGrid grid = MapGrid::ofPlaces(places);
    ASSERT_TRUE(grid.isInterpolated());
    const Array<float, 2> image = grid.imageOf(values);
    std::size_t inside = 0, empty = 0;
    for (std::size_t row = 0; row < grid.rows(); ++row)
        for (std::size_t col = 0; col < grid.cols(); ++col) {
            const double y = static_cast<double>(row) * grid.grid().stepY_m;
            const double x = static_cast<double>(col) * grid.grid().stepX_m;
            const double fromMiddle = std::hypot(x - 5e-6, y - 5e-6);
            if (std::isfinite(image(row, col))) {
                ASSERT_NEAR(image(row, col), plane(y, x), 1e-4) << row << ' ' << col; // single precision of up to 23
                ++inside;
            }
            if (fromMiddle < 1.5e-6) {
                EXPECT_TRUE(std::isnan(image(row, col))) << row << ' ' << col;
                ++empty;
            }
        }
    EXPECT_GT(empty, 10U);
    EXPECT_GT(inside, grid.rows() * grid.cols() / 2);
}

TEST(MapGrid, PlacesThatAreAllEqualAreNoMap) {
    EXPECT_NE(errorOf([] {
                  static_cast<void>(MapGrid::ofPlaces(std::vector<ScanPosition>(4, ScanPosition{1, 1})));
              }).find("positions are equal"),
              std::string::npos);
}

// ---- files ----

TEST(MapFile, HasImagesPlacesAndATable) {
    const io::TemporaryFolder folder;
    MapSet set{.source = "patterns.h5", .placesFrom = "x, y", .firstFrame = 10, .frameStep = 5};
    set.grid = MapGrid::ofPlaces({{1e-6, 3e-6}, {1e-6, 5e-6}, {2e-6, 5e-6}, {2e-6, 3e-6}});
    set.maps = {{"range_1", "a range", {1, 2, 3, 4}}, {"ratio_1_2", "a ratio", {0.5, 0.25, kNaN, 1}}};
    set.object = ObjectBeside{.file = "object.h5",
                              .amplitude = Array<float, 2>({2, 3}, 1.0F),
                              .phase = Array<float, 2>({2, 3}, 0.5F),
                              .originY_m = 0.5e-6,
                              .originX_m = 2.5e-6,
                              .pixelHeight_m = 1e-7,
                              .pixelWidth_m = 1e-7,
                              .beamHeight_m = 3e-7,
                              .beamWidth_m = 2e-7};
    set.regions = {{"region_1", "two frames", {1, 3}, {7, 8, 9}}};
    set.radial = {0.5, 1, 1.5};
    set.radialUnit = "1/nm";
    writeMapFile(folder.path() / "maps.h5", set, false);
    const io::h5::File file = io::h5::File::open(folder.path() / "maps.h5");
    const auto numbers = [&](const char* path) { return file.dataset(path).readAll<double>(); };
    const auto expectNear = [](const std::vector<double>& found, const std::vector<double>& expected) {
        ASSERT_EQ(found.size(), expected.size());
        for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-9);
    };
    EXPECT_EQ(numbers("/entry/range_1/data"), (std::vector<double>{1, 2, 4, 3}));
    EXPECT_EQ(file.dataset("/entry/range_1/data").shape(), (io::h5::Shape{2, 2}));
    expectNear(numbers("/entry/range_1/y"), {1, 2});
    expectNear(numbers("/entry/range_1/x"), {3, 5});
    EXPECT_EQ(numbers("/entry/frames/frame"), (std::vector<double>{10, 15, 20, 25}));
    expectNear(numbers("/entry/frames/x"), {3, 5, 5, 3});
    expectNear(numbers("/entry/object_phase/x"), {2.5, 2.6, 2.7});
    expectNear(numbers("/entry/object_phase/y"), {0.5, 0.6});
    expectNear(numbers("/entry/beam/extent"), {0.2, 0.3});
    EXPECT_EQ(numbers("/entry/region_1/intensity"), (std::vector<double>{7, 8, 9}));
    EXPECT_EQ(numbers("/entry/region_1/frame"), (std::vector<double>{15, 25}));
    EXPECT_EQ(mapText(set).substr(mapText(set).find("frame,")),
              "frame,x_um,y_um,range_1,ratio_1_2\n10,3,1,1,0.5\n15,5,1,2,0.25\n20,5,2,3,nan\n25,3,2,4,1\n");
    EXPECT_THROW(writeMapFile(folder.path() / "maps.h5", set, false), DataError);
    try {
        const std::filesystem::path maps = folder.path() / "maps.h5";
        static_cast<void>(io::openStack({&maps, 1}, {.dataset = "/entry/object_phase/data", .monitor = {}}));
        FAIL() << "an image of it was opened as frames";
    } catch (const DataError& error) {
        EXPECT_NE(std::string(error.what()).find("holds what Ewald made of frames"), std::string::npos) << error.what();
    }
}

TEST(MapFile, ShowsThreeMapsAsColoursFirst) {
    const io::TemporaryFolder folder;
    MapSet set{.source = "patterns.h5"};
    set.grid = MapGrid::ofColumns(4, 2, true);
    set.maps = {{"range_1", "one", {1, 2, 3, 4}}, {"range_2", "two", {9, 9, 9, 9}}, {"range_3", "three", {7, 6, 5, 4}}};
    set.colours = {2, 0, 1};
    writeMapFile(folder.path() / "maps.h5", set, false);
    const io::h5::File file = io::h5::File::open(folder.path() / "maps.h5");
    EXPECT_EQ(file.attributeText("/entry", "default").value_or(""), "rgb");
    EXPECT_EQ(file.attributeText("/entry/rgb/data", "interpretation").value_or(""), "rgba-image");
    EXPECT_EQ(file.dataset("/entry/rgb/data").shape(), (io::h5::Shape{2, 2, 3}));
    // Of four values the 99.5th percentile is the third (index ⌊0.995 · 3⌋), which is full, as is the fourth; the one
    // between the ends is half of 255, rounded. The second row runs backwards. Of one value all are half.
    const std::vector<std::uint8_t> expected{255, 0, 128, 255, 128, 128, 0, 255, 128, 128, 255, 128};
    EXPECT_EQ(file.dataset("/entry/rgb/data").readAll<std::uint8_t>(), expected);
    EXPECT_EQ(file.dataset("/entry/range_2/data").shape(), (io::h5::Shape{2, 2})) << "and what it is made of";
}

TEST(MapColours, AreTheThreeMapsEachOnItsOwnScale) {
    const Array<float, 2> rising({1, 3}, std::vector<float>{0, 5, 10}), falling({1, 3}, std::vector<float>{3, 2, 1});
    const Array<float, 2> none({1, 3}, std::vector<float>{1, kNaN, 2});
    const std::vector<std::uint8_t> colours = coloursOf(rising, falling, none);
    ASSERT_EQ(colours.size(), 9U);
    EXPECT_EQ(colours[0], 0);
    EXPECT_EQ(colours[6], 255);
    EXPECT_EQ(colours[1], 255);
    EXPECT_EQ(colours[7], 0);
    EXPECT_EQ(colours[5], 0) << "not a number";
}

} // namespace
} // namespace ewald::job
