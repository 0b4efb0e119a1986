// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/calibrant.h"
#include "azint_test_util.h"
#include "base/units.h"
#include "io/hdf5/hdf5.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace ewald::azint {
namespace {

/// The columns of a text file, lines with # left out.
std::vector<std::vector<double>> readColumns(const std::filesystem::path& path) {
    std::ifstream stream(path);
    std::vector<std::vector<double>> columns;
    for (std::string line; std::getline(stream, line);) {
        if (line.starts_with('#')) continue;
        std::istringstream values(line);
        std::size_t column = 0;
        for (double value = 0; values >> value; ++column) {
            if (columns.size() <= column) columns.emplace_back();
            columns[column].push_back(value);
        }
    }
    return columns;
}

/// A pattern with the bins of a peer's: from its first to its last centre.
FrameResult integrateLike(const Geometry& geometry, const std::vector<double>& centres, const test::Frame& frame,
                          Corrections corrections) {
    IntegrationSettings settings;
    settings.binning.unit = Unit::twoThetaDegree;
    settings.binning.npt = centres.size();
    settings.binning.splitting = Splitting::bbox; // what "csr" meant in the peers' version
    const double half = 0.5 * (centres[1] - centres[0]);
    settings.binning.radialRange = {centres.front() - half, centres.back() + half};
    FrameResult result;
    Integrator(geometry, settings, std::move(corrections)).integrateFrame(frame.type, frame.span(), 1.0, result);
    return result;
}

double correlationOf(const FrameResult& result, const std::vector<double>& peer) {
    std::vector<double> ours;
    std::vector<double> theirs;
    for (std::size_t i = 0; i < peer.size(); ++i) {
        if (!(result.count[i] > 0) || peer[i] == 0) continue; // bins that one of the two has not filled
        ours.push_back(static_cast<double>(result.intensity[i]));
        theirs.push_back(peer[i]);
    }
    EXPECT_GT(ours.size(), peer.size() / 2);
    return test::correlation(ours, theirs);
}

class Peers : public testing::Test {
protected:
    void SetUp() override { SKIP_WITHOUT_DATA(); }
};

TEST_F(Peers, PixiumPattern) {
    const test::Frame frame = test::readTiff(test::kFolder / "pixium/pixium_03150.tif");
    const Poni poni = readPoni(test::kFolder / "pixium/DLS_CeO2_1200mm_pyFAI.poni");
    const auto columns = readColumns(test::kFolder / "pixium/integrated.dat");
    Corrections corrections;
    corrections.polarizationFactor = 0.99;
    const FrameResult result = integrateLike(Geometry(poni, frame.rows, frame.cols), columns[0], frame, corrections);
    EXPECT_GT(correlationOf(result, columns[1]), 0.9996) << "data/README.md says 0.9997";
}

TEST_F(Peers, PilatusPatternNeedsTheRowsFlipped) {
    const test::Frame frame = test::readTiff(test::kFolder / "ceo2_pilatus1m/CeO2_Pilatus1M.tif");
    const Poni poni = readPoni(test::kFolder / "ceo2_pilatus1m/CeO2_Pilatus1M.poni");
    const auto columns = readColumns(test::kFolder / "ceo2_pilatus1m/CeO2_Pilatus1M.xy");
    // The peer masked nothing: not even the gaps, which hold −1 and −2.
    const Corrections corrections;
    const Geometry flipped(poni, frame.rows, frame.cols, true);
    const Geometry unflipped(poni, frame.rows, frame.cols, false);
    EXPECT_GT(correlationOf(integrateLike(flipped, columns[0], frame, corrections), columns[1]), 0.9997);
    EXPECT_LT(correlationOf(integrateLike(unflipped, columns[0], frame, corrections), columns[1]), 0.3);
}

/// The centre of mass of a peak above the line between its ends.
double peakPosition(const std::vector<double>& x, const FrameResult& pattern, double low, double high) {
    const auto first = static_cast<std::size_t>(std::ranges::lower_bound(x, low) - x.begin());
    const auto last = static_cast<std::size_t>(std::ranges::lower_bound(x, high) - x.begin());
    const double left = static_cast<double>(pattern.intensity[first]);
    const double right = static_cast<double>(pattern.intensity[last]);
    double moment = 0;
    double weight = 0;
    for (std::size_t i = first; i <= last; ++i) {
        const double share = static_cast<double>(i - first) / static_cast<double>(last - first);
        const double height = static_cast<double>(pattern.intensity[i]) - (left + (right - left) * share);
        moment += height * x[i];
        weight += height;
    }
    return moment / weight;
}

TEST_F(Peers, TheFirstTenCeriaRingsLieWhereTheCalibrantSays) {
    const test::Frame frame = test::readTiff(test::kFolder / "ceo2_pilatus1m/CeO2_Pilatus1M.tif");
    const Poni poni = readPoni(test::kFolder / "ceo2_pilatus1m/CeO2_Pilatus1M.poni");
    IntegrationSettings settings;
    settings.binning.unit = Unit::twoThetaDegree;
    settings.binning.npt = 3000;
    Corrections corrections;
    corrections.dummy = -2;
    corrections.deltaDummy = 1.5;
    const Integrator integrator(Geometry(poni, frame.rows, frame.cols, true), settings, corrections);
    FrameResult result;
    integrator.integrateFrame(frame.type, frame.span(), 1.0, result);
    const std::vector<double> angles = ringAngles(*findCalibrant("CeO2"), *poni.wavelength_m);
    const std::vector<double> x = integrator.binning().radialCentres();
    for (std::size_t ring = 0; ring < 10; ++ring) {
        const double expected = angles[ring] * 180 / kPi;
        // Half of the distance to the neighbouring rings, at most 0.15°: the peaks are 0.06° wide.
        EXPECT_NEAR(peakPosition(x, result, expected - 0.15, expected + 0.15), expected, 0.005) << "ring " << ring + 1;
    }
}

TEST_F(Peers, LambdaModulesStitched) {
    constexpr std::size_t kRows = 1833;
    constexpr std::size_t kCols = 1556;
    constexpr std::size_t kModuleRows = 516;
    constexpr std::size_t kModuleCols = 1554;
    std::vector<std::int16_t> image(kRows * kCols, 0);
    const std::size_t top[] = {0, 660, 1317};
    const std::size_t left[] = {2, 0, 0};
    for (std::size_t module = 0; module < 3; ++module) {
        const auto file = io::h5::File::open(
            test::kFolder / "lambda_nxs" / ("testasapo1_1009_00002_m" + std::to_string(module + 1) + "_part00000.nxs"));
        std::vector<std::int16_t> frame(kModuleRows * kModuleCols);
        file.dataset("/entry/instrument/detector/data")
            .readBlock<std::int16_t>({0, 0, 0}, {1, kModuleRows, kModuleCols}, std::span<std::int16_t>(frame));
        for (std::size_t row = 0; row < kModuleRows; ++row) {
            for (std::size_t col = 0; col < kModuleCols; ++col) {
                image[(top[module] + row) * kCols + left[module] + col] = frame[row * kModuleCols + col];
            }
        }
    }
    const auto peer = io::h5::File::open(test::kFolder / "lambda_nxs/testasapo1_1009_00002_proc.nxs");
    const auto binning = peer.dataset("/processed/result/binning").readAll<double>();
    std::vector<double> pattern(binning.size());
    peer.dataset("/processed/result/data").readBlock<double>({0, 0}, {1, pattern.size()}, std::span<double>(pattern));
    const Poni poni = readPoni(test::kFolder / "lambda_nxs/L2.poni");
    const test::Frame frame = test::frameOf(image, kRows, kCols, PixelType::int16);
    const FrameResult result = integrateLike(Geometry(poni, kRows, kCols, true), binning, frame, {});
    // The peer masked nothing: gaps between modules count as zeros, hot pixels as they are.
    EXPECT_GT(correlationOf(result, pattern), 0.9997) << "data/README.md says 0.9998";
}

} // namespace
} // namespace ewald::azint
