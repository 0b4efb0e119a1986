// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/pixel_splitter.h"

#include "azint/pixel_table.h"
#include "azint_test_util.h"
#include "base/error.h"
#include "base/units.h"

#include <cmath>
#include <map>
#include <numeric>

namespace ewald::azint {
namespace {

TEST(StripAreas, ASquareByHand) {
    // The unit square at (0.25, 0), travelled clockwise: three quarters in strip 0, one in strip 1.
    const std::vector<double> x{0.25, 0.25, 1.25, 1.25};
    const std::vector<double> y{0, 1, 1, 0};
    std::vector<float> areas(2, 0);
    addStripAreas(x, y, 0, areas);
    EXPECT_FLOAT_EQ(areas[0], 0.75F);
    EXPECT_FLOAT_EQ(areas[1], 0.25F);
    std::vector<float> outside(1, 0);
    addStripAreas(x, y, 1, outside);
    EXPECT_FLOAT_EQ(outside[0], 0.25F);
}

TEST(StripAreas, ATriangleByHand) {
    // (0,0), (2,2), (2,0): strip 0 holds ½, strip 1 holds 1½.
    const std::vector<double> x{0, 2, 2};
    const std::vector<double> y{0, 2, 0};
    std::vector<float> areas(2, 0);
    addStripAreas(x, y, 0, areas);
    EXPECT_FLOAT_EQ(areas[0], 0.5F);
    EXPECT_FLOAT_EQ(areas[1], 1.5F);
}

TEST(CellAreas, ASquareByHand) {
    // The unit square at (0.25, 0.5): quarters of strips by halves of sectors.
    const std::vector<double> x{0.25, 0.25, 1.25, 1.25};
    const std::vector<double> y{0.5, 1.5, 1.5, 0.5};
    std::vector<float> cells(4, 0);
    addCellAreas(x, y, 0, 0, 2, cells);
    EXPECT_FLOAT_EQ(cells[0], 0.375F);
    EXPECT_FLOAT_EQ(cells[1], 0.125F);
    EXPECT_FLOAT_EQ(cells[2], 0.375F);
    EXPECT_FLOAT_EQ(cells[3], 0.125F);
}

struct Made {
    Geometry geometry;
    CornerGrid grid;
    Binning binning;
    PixelTable table;
};

Made make(const Geometry& geometry, const BinningSettings& settings, const Array<std::uint8_t, 2>& mask = {},
          unsigned threads = 1) {
    const CornerGrid grid = cornerGrid(geometry, settings.unit, threads);
    const Binning binning = makeBinning(geometry, settings, grid, mask);
    return {geometry, grid, binning, makePixelTable(geometry, binning, grid, mask, threads)};
}

/// All weights of a table: pixel → (bin → weight).
std::map<std::size_t, std::map<std::size_t, double>> weightsOf(const PixelTable& table) {
    std::map<std::size_t, std::map<std::size_t, double>> weights;
    table.forEachWeight(
        [&](std::size_t pixel, std::size_t bin, float weight) { weights[pixel][bin] += static_cast<double>(weight); });
    return weights;
}

Geometry tilted(std::size_t rows, std::size_t cols, bool flip = false) {
    Poni poni = test::simplePoni(0.4e-4 * static_cast<double>(rows), 0.3e-4 * static_cast<double>(cols), 1e-4, 0.02);
    poni.rot1 = 0.1;
    poni.rot2 = -0.05;
    return Geometry(poni, rows, cols, flip);
}

TEST(Splitting, EveryPixelIsSplitWhole) {
    const Geometry geometry = tilted(61, 47);
    for (const Splitting splitting : {Splitting::none, Splitting::bbox, Splitting::full}) {
        for (const std::size_t sectors : {0U, 1U, 36U}) {
            for (const std::size_t npt : {1U, 10U, 100U, 1000U}) {
                BinningSettings settings;
                settings.splitting = splitting;
                settings.npt = npt;
                settings.nptAzim = sectors;
                const auto weights = weightsOf(make(geometry, settings).table);
                ASSERT_EQ(weights.size(), 61U * 47U) << "every pixel is there";
                for (const auto& [pixel, bins] : weights) {
                    double sum = 0;
                    for (const auto& [bin, weight] : bins) sum += weight;
                    // A cake of bounding boxes multiplies two weights of single precision.
                    ASSERT_NEAR(sum, 1, 2e-6) << "pixel " << pixel << ", splitting " << static_cast<int>(splitting)
                                              << ", " << npt << " x " << sectors;
                }
            }
        }
    }
}

/// A pattern of a sector is a cake of one: of pixels at its sides, the part inside counts. Sectors that touch each
/// other share every pixel out, also across ±180°.
TEST(Splitting, SectorsOfPatternsTakeThePartInside) {
    const Geometry geometry = tilted(61, 47);
    for (const Splitting splitting : {Splitting::bbox, Splitting::full}) {
        BinningSettings settings;
        settings.splitting = splitting;
        settings.npt = 40;
        settings.radialRange = {{0.0, 1e3}}; // the same bins for all, and nothing outside
        std::map<std::size_t, double> sums;
        std::size_t shared = 0;
        for (const std::pair<double, double>& sector :
             {std::pair(-170.0, -20.0), {-20.0, 5.0}, {5.0, 100.0}, {100.0, 190.0}}) {
            settings.azimuthRange_deg = sector;
            settings.nptAzim = 0;
            const auto pattern = weightsOf(make(geometry, settings).table);
            settings.nptAzim = 1;
            const auto cake = weightsOf(make(geometry, settings).table);
            for (const auto& [pixel, bins] : pattern) {
                double sum = 0, ofCake = 0;
                for (const auto& [bin, weight] : bins) sum += weight;
                if (const auto found = cake.find(pixel); found != cake.end())
                    for (const auto& [bin, weight] : found->second) ofCake += weight;
                EXPECT_NEAR(sum, ofCake, 2e-6) << pixel;
                sums[pixel] += sum;
                shared += sum < 0.99 ? 1U : 0U;
            }
        }
        EXPECT_GT(shared, 50U) << "some lie across the sides";
        // Pixels around the beam, whose corners are on all sides of it, have no azimuth.
        std::size_t whole = 0;
        for (const auto& [pixel, sum] : sums) whole += std::abs(sum - 1) < 1e-5 ? 1U : 0U;
        EXPECT_GE(whole, 61U * 47U - 4U);
    }
    BinningSettings settings; // as pyFAI: whole pixels
    settings.npt = 40;
    settings.edges = EdgePolicy::pyfai;
    settings.azimuthRange_deg = {{-20.0, 5.0}};
    for (const auto& [pixel, bins] : weightsOf(make(geometry, settings).table)) {
        double sum = 0;
        for (const auto& [bin, weight] : bins) sum += weight;
        EXPECT_NEAR(sum, 1, 2e-6) << pixel;
    }
}

/// The beam 10,000 pixels outside of the detector: no weight leaves the bins, and none is lost. Areas are differences
/// of numbers in single precision: measured 4e-8 beside a sum of 1, and weights down to -3e-7.
TEST(Splitting, ABeamFarOutsideLosesNoWeight) {
    for (const double sign : {-1.0, 1.0}) {
        const Geometry geometry(test::simplePoni(sign * 1.0, -sign * 0.5, 1e-4, 0.5), 61, 47);
        for (const std::size_t sectors : {0U, 36U})
            for (const std::size_t npt : {1U, 100U, 5000U}) {
                BinningSettings settings;
                settings.splitting = Splitting::full;
                settings.npt = npt;
                settings.nptAzim = sectors;
                const Made made = make(geometry, settings);
                const auto weights = weightsOf(made.table);
                ASSERT_EQ(weights.size(), 61U * 47U);
                for (const auto& [pixel, bins] : weights) {
                    double sum = 0;
                    for (const auto& [bin, weight] : bins) {
                        ASSERT_LT(bin, npt * std::max<std::size_t>(1, sectors));
                        ASSERT_GE(weight, -1e-6) << "pixel " << pixel << ", bin " << bin;
                        sum += weight;
                    }
                    ASSERT_NEAR(sum, 1, 1e-6) << "pixel " << pixel << ", " << npt << " x " << sectors;
                }
            }
    }
}

TEST(Splitting, PixelsOfARowOnAxisByHand) {
    // A detector of 1 x 8 pixels of 1 mm far away, its left edge on the beam, row centred on it: radii are the columns.
    // Eight bins of 0.75 mm from 0 to 6: pixel 1 (1…2 mm) lies in bins 1 (0.75…1.5) and 2 (1.5…2.25), half in each.
    const Geometry geometry(test::simplePoni(0.5e-3, 0, 1e-3, 10), 1, 8);
    BinningSettings settings;
    settings.unit = Unit::rMillimetre;
    settings.npt = 8;
    settings.radialRange = {0, 6};
    settings.splitting = Splitting::none;
    auto weights = weightsOf(make(geometry, settings).table);
    EXPECT_EQ(weights[1], (std::map<std::size_t, double>{{1, 1.0}})) << "edges are a hair above 0.75, 1.5 …";
    EXPECT_EQ(weights[2], (std::map<std::size_t, double>{{3, 1.0}}));
    EXPECT_FALSE(weights.contains(6)) << "beyond the range";
    settings.splitting = Splitting::bbox;
    weights = weightsOf(make(geometry, settings).table);
    // The box of pixel 4 goes from 4.5 − 0.5249 to 4.5 + 0.5249: its far corners are at √(25.25).
    const double half = std::sqrt(25.25) - 4.5;
    const double low = (4.5 - half) / 0.75;
    const double high = (4.5 + half) / 0.75;
    EXPECT_NEAR(weights[4][5], (6 - low) / (high - low), 1e-6);
    EXPECT_NEAR(weights[4][6], (high - 6) / (high - low), 1e-6);
    // Pixel 5 (5…6 mm) ends a little beyond the range, in front of the upper edge of bin 7: only what is inside counts.
    const double halfOf5 = std::sqrt(36.25) - 5.5;
    EXPECT_NEAR(weights[5][7], (8 - 7) / (2 * halfOf5 / 0.75), 2e-6);
    settings.edges = EdgePolicy::pyfai;
    weights = weightsOf(make(geometry, settings).table);
    EXPECT_NEAR(weights[5][6] + weights[5][7], 1, 1e-6) << "pyFAI piles the rest into the last bin";
}

TEST(Splitting, PixelsAreWhereTheyAreToTheNanometre) {
    // Pixel 1000 of 0.1 mm: its centre is at 100.05 mm, 0.2 nm beyond an edge between two bins. Positions in single
    // precision, as pyFAI had them until 2025, put it some nanometres in front of the edge: into the other bin.
    const Geometry geometry(test::simplePoni(0.5e-4, 0, 1e-4, 10), 1, 1001);
    const double edge_mm = 100.05 - 0.2e-6;
    EXPECT_LT(1e3 * static_cast<double>((1000.0F + 0.5F) * 1e-4F), edge_mm);
    BinningSettings settings;
    settings.unit = Unit::rMillimetre;
    settings.splitting = Splitting::none;
    settings.npt = 2;
    // The upper end is a hair, 2⁻²³, beyond the range: half of it moves the edge.
    settings.radialRange = {edge_mm - 1, (edge_mm + 1) / (1 + 1.1920928955078125e-7)};
    const auto weights = weightsOf(make(geometry, settings).table);
    EXPECT_EQ(weights.at(1000), (std::map<std::size_t, double>{{1, 1.0}}));
}

TEST(Splitting, ARangeTakesThePartOfAPixelThatIsInside) {
    const Geometry geometry(test::simplePoni(0.5e-3, 0, 1e-3, 10), 1, 8);
    BinningSettings settings;
    settings.unit = Unit::rMillimetre;
    settings.npt = 4;
    settings.radialRange = {2.5, 4.5};
    settings.splitting = Splitting::full;
    auto weights = weightsOf(make(geometry, settings).table);
    // Pixel 2 (2…3 mm) is cut in the middle. Its quadrilateral in (r, χ) narrows with r: a little more than half is
    // below.
    double inside = 0;
    for (const auto& [bin, weight] : weights[2]) inside += weight;
    EXPECT_NEAR(inside, 0.50440, 2e-5);
    settings.edges = EdgePolicy::pyfai;
    weights = weightsOf(make(geometry, settings).table);
    inside = 0;
    for (const auto& [bin, weight] : weights[2]) inside += weight;
    EXPECT_NEAR(inside, 1, 1e-6);
    settings.splitting = Splitting::none;
    settings.radialRange = {2.7, 4.7};
    EXPECT_TRUE(weightsOf(make(geometry, settings).table).contains(2)) << "pyFAI: 2.5 mm is less than a bin below";
    settings.edges = EdgePolicy::exact;
    EXPECT_FALSE(weightsOf(make(geometry, settings).table).contains(2));
}

/// The pixels that have no corner in the range, found with the geometry alone, count in no bin: with cakes as with
/// patterns, whatever the edges. (Corners that lie beyond were once moved into the border bins before that was asked.)
TEST(Splitting, PixelsOutsideTheRangeCountNowhere) {
    // 16 x 16 pixels of 1 mm, the beam in the corner of the first one: the radii of a pixel's corners are plain.
    constexpr std::size_t kSide = 16;
    const Geometry geometry(test::simplePoni(0, 0, 1e-3, 10), kSide, kSide);
    constexpr double kLow = 3, kHigh = 9;
    for (const EdgePolicy edges : {EdgePolicy::exact, EdgePolicy::pyfai})
        for (const std::size_t sectors : {0U, 1U, 4U}) {
            BinningSettings settings;
            settings.unit = Unit::rMillimetre;
            settings.npt = 6;
            settings.nptAzim = sectors;
            settings.radialRange = {kLow, kHigh};
            settings.splitting = Splitting::full;
            settings.edges = edges;
            const auto weights = weightsOf(make(geometry, settings).table);
            for (std::size_t row = 0; row < kSide; ++row)
                for (std::size_t column = 0; column < kSide; ++column) {
                    const double nearest = std::hypot(row, column), farthest = std::hypot(row + 1, column + 1);
                    constexpr double kMargin = 1e-5; // the ends of an axis are a hair of 2⁻²³ away
                    if (farthest < kLow - kMargin || nearest > kHigh + kMargin) {
                        EXPECT_FALSE(weights.contains(row * kSide + column))
                            << row << ", " << column << ", " << sectors;
                    } else if (nearest > kLow + kMargin && farthest < kHigh - kMargin) {
                        double sum = 0;
                        for (const auto& [bin, weight] : weights.at(row * kSide + column)) sum += weight;
                        EXPECT_NEAR(sum, 1, 1e-6) << row << ", " << column << ", " << sectors;
                    }
                }
        }
}

TEST(Splitting, SectorsAcrossTheDiscontinuityAreWhole) {
    // A centred detector: the sector 170…190° is the mirror image of −10…10°.
    const Geometry geometry(test::simplePoni(10.5e-4, 10.5e-4, 1e-4, 0.1), 21, 21);
    for (const Splitting splitting : {Splitting::none, Splitting::bbox, Splitting::full}) {
        BinningSettings settings;
        settings.splitting = splitting;
        settings.npt = 10;
        settings.unit = Unit::rMillimetre;
        settings.radialRange = {0.25, 1.05};
        settings.azimuthRange_deg = {-10, 10};
        const auto right = weightsOf(make(geometry, settings).table);
        for (const auto& range : {std::pair{170.0, 190.0}, {-190.0, -170.0}, {170.0, -170.0}, {530.0, 550.0}}) {
            settings.azimuthRange_deg = range;
            const auto left = weightsOf(make(geometry, settings).table);
            EXPECT_EQ(left.size(), right.size());
            for (const auto& [pixel, bins] : right) {
                const std::size_t mirrored = pixel / 21 * 21 + 20 - pixel % 21;
                ASSERT_TRUE(left.contains(mirrored)) << static_cast<int>(splitting) << " pixel " << pixel;
                for (const auto& [bin, weight] : bins) EXPECT_NEAR(left.at(mirrored).at(bin), weight, 1e-4);
            }
        }
        // The same for a cake of that sector, which splits pixels.
        settings.nptAzim = 4;
        settings.azimuthRange_deg = {-10, 10};
        double rightSum = 0;
        for (const auto& [pixel, bins] : weightsOf(make(geometry, settings).table))
            for (const auto& [bin, weight] : bins) rightSum += weight;
        settings.azimuthRange_deg = {170, 190};
        double leftSum = 0;
        for (const auto& [pixel, bins] : weightsOf(make(geometry, settings).table))
            for (const auto& [bin, weight] : bins) leftSum += weight;
        EXPECT_NEAR(leftSum / rightSum, 1, splitting == Splitting::none ? 0.05 : 1e-4);
    }
}

TEST(Splitting, ACakeOverLatticeSpacingsKeepsPixelsTogether) {
    // Lattice spacings fall where radii grow, so pixels are travelled the other way round. pyFAI (2026.9) takes them
    // all for pixels across ±180° then, and smears those across 0° over the whole turn; sums over the azimuth stay
    // right.
    const Geometry geometry(test::simplePoni(10.5e-4, 10.5e-4, 1e-4, 0.1), 21, 21);
    BinningSettings settings;
    settings.unit = Unit::dAngstrom;
    settings.npt = 5;
    settings.nptAzim = 36;
    settings.radialRange = {90, 200};
    const auto weights = weightsOf(make(geometry, settings).table);
    // The rightmost pixel of the row of the beam: ±2.9° around 0°, half in the sector below and half in that above.
    std::map<std::size_t, double> sectors;
    for (const auto& [bin, weight] : weights.at(10 * 21 + 20)) sectors[bin / settings.npt] += weight;
    ASSERT_EQ(sectors.size(), 2U);
    EXPECT_NEAR(sectors[17], 0.5, 1e-5);
    EXPECT_NEAR(sectors[18], 0.5, 1e-5);
}

TEST(Splitting, PartsOfACakeAddUpToTheWhole) {
    const Geometry geometry = tilted(61, 47);
    for (const Splitting splitting : {Splitting::bbox, Splitting::full}) {
        BinningSettings settings;
        settings.splitting = splitting;
        settings.npt = 20;
        settings.nptAzim = 9;
        std::map<std::size_t, double> sums;
        for (const auto& range : {std::pair{-90.0, 0.0}, {0.0, 90.0}, {90.0, 180.0}, {180.0, 270.0}}) {
            settings.azimuthRange_deg = range;
            for (const auto& [pixel, bins] : weightsOf(make(geometry, settings).table))
                for (const auto& [bin, weight] : bins) sums[pixel] += weight;
        }
        std::size_t bad = 0;
        for (const auto& [pixel, sum] : sums) bad += std::abs(sum - 1) > 1e-3 ? 1 : 0;
        EXPECT_EQ(sums.size(), 61U * 47U);
        // Only the pixel that holds the beam has no meaningful azimuth.
        EXPECT_LE(bad, 1U) << static_cast<int>(splitting);
    }
}

TEST(Splitting, AMaskedPixelHasNoWeightAndNoEffectInTheRange) {
    const Geometry geometry(test::simplePoni(0.5e-3, 0, 1e-3, 10), 1, 8);
    Array<std::uint8_t, 2> mask({1, 8});
    mask(0, 7) = 1;
    mask(0, 2) = 1;
    BinningSettings settings;
    settings.unit = Unit::rMillimetre;
    settings.npt = 8;
    const Made setup = make(geometry, settings, mask);
    const auto weights = weightsOf(setup.table);
    EXPECT_FALSE(weights.contains(7));
    EXPECT_FALSE(weights.contains(2));
    EXPECT_NEAR(setup.binning.radial.upper, std::sqrt(49.25) * 1e-3, 1e-9);
}

TEST(Splitting, BadSettingsAreNamed) {
    const Geometry geometry = tilted(10, 10);
    BinningSettings settings;
    const auto failsWith = [&](const std::string& text, const Array<std::uint8_t, 2>& mask = {}) {
        try {
            make(geometry, settings, mask);
        } catch (const JobError& error) {
            return std::string(error.what()).find(text) != std::string::npos;
        }
        return false;
    };
    settings.npt = 0;
    EXPECT_TRUE(failsWith("no bins"));
    settings.npt = 100;
    settings.radialRange = {1e6, 2e6};
    EXPECT_TRUE(failsWith("outside the detector"));
    settings.radialRange = {3, 3};
    EXPECT_TRUE(failsWith("empty"));
    settings.radialRange.reset();
    settings.azimuthRange_deg = {0, 500};
    EXPECT_TRUE(failsWith("one turn"));
    settings.azimuthRange_deg.reset();
    EXPECT_TRUE(failsWith("3 x 10 pixels", Array<std::uint8_t, 2>({3, 10})));
    EXPECT_TRUE(failsWith("no pixel is left", Array<std::uint8_t, 2>({10, 10}, 1)));
    EXPECT_THROW(static_cast<void>(splittingFromName("some")), JobError);
    EXPECT_EQ(splittingFromName("no"), Splitting::none);
}

TEST(PixelTable, DoesNotDependOnThreadsNorOnTheOrderOfRows) {
    for (const std::size_t sectors : {0U, 12U}) {
        BinningSettings settings;
        settings.npt = 50;
        settings.nptAzim = sectors;
        const PixelTable one = make(tilted(300, 301), settings, {}, 1).table;
        const PixelTable many = make(tilted(300, 301), settings, {}, 4).table;
        ASSERT_EQ(one.layers.size(), many.layers.size());
        EXPECT_EQ(weightsOf(one), weightsOf(many));
        EXPECT_EQ(one.bytes(), many.bytes());
        // A flipped image: the same weights in the other order of rows.
        const auto plain = weightsOf(one);
        const auto flipped = weightsOf(make(tilted(300, 301, true), settings, {}, 2).table);
        for (const auto& [pixel, bins] : plain) {
            ASSERT_EQ(flipped.at((299 - pixel / 301) * 301 + pixel % 301), bins);
        }
    }
}

TEST(PixelTable, RunsStayInTheirSegments) {
    BinningSettings settings;
    settings.npt = 3; // long runs
    for (const Splitting splitting : {Splitting::none, Splitting::full}) {
        settings.splitting = splitting;
        const PixelTable table = make(tilted(100, 77), settings).table;
        for (const TableLayer& layer : table.layers) {
            ASSERT_EQ(layer.firstRun.size(), table.segments() + 1);
            for (std::size_t segment = 0; segment < table.segments(); ++segment) {
                std::size_t pixels = 0;
                std::size_t weights = 0;
                for (std::uint32_t r = layer.firstRun[segment]; r < layer.firstRun[segment + 1]; ++r) {
                    pixels += layer.runs[r].skip + std::size_t{layer.runs[r].length};
                    weights += std::size_t{layer.runs[r].length} * layer.runs[r].width;
                }
                EXPECT_LE(pixels, kSegmentPixels);
                EXPECT_EQ(weights, layer.firstWeight[segment + 1] - layer.firstWeight[segment]);
            }
        }
    }
}

TEST(PixelTable, TheBinTableHoldsTheSameWeightsByBin) {
    for (const std::size_t sectors : {0U, 12U}) {
        BinningSettings settings;
        settings.npt = 40;
        settings.nptAzim = sectors;
        const PixelTable table = make(tilted(50, 51), settings).table;
        const BinTable bins = makeBinTable(table);
        std::map<std::size_t, std::map<std::size_t, double>> weights;
        for (std::size_t bin = 0; bin < table.bins; ++bin) {
            for (std::size_t i = bins.first[bin]; i < bins.first[bin + 1]; ++i) {
                if (i > bins.first[bin]) {
                    EXPECT_LE(bins.pixel[i - 1], bins.pixel[i]) << "pixels of a bin are in order";
                }
                weights[bins.pixel[i]][bin] += static_cast<double>(bins.weight[i]);
            }
        }
        EXPECT_EQ(weights, weightsOf(table));
    }
}

} // namespace
} // namespace ewald::azint
