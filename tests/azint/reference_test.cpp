// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint_test_util.h"
#include "base/units.h"
#include "io/hdf5/hdf5.h"

#include <functional>
#include <nlohmann/json.hpp>

namespace ewald::azint {
namespace {

using nlohmann::json;

/// One group of azimuthal_reference.h5: what pyFAI 0.21.3 made of an image.
struct Reference {
    std::string name;
    json parameters;
    Poni poni;
    bool flipRows = false;
    test::Frame frame;
    Array<std::uint8_t, 2> mask; ///< in the order of the stored frame
    std::vector<double> radial, azimuthal, intensity, signal, normalization, variance, count, sem;
};

std::vector<double> readIf(const io::h5::File& file, const std::string& path) {
    return file.hasDataset(path) ? file.dataset(path).readAll<double>() : std::vector<double>{};
}

Reference load(const std::string& name) {
    const io::h5::File file = io::h5::File::open(test::kFolder / "azimuthal_reference.h5");
    Reference r;
    r.name = name;
    r.parameters = json::parse(file.attributeText(name, "parameters").value());
    r.poni = readPoni(test::kFolder / file.attributeText(name, "poni").value());
    r.flipRows = file.attributeNumber(name, "flip_rows").value_or(name.starts_with("ceo2") ? 1 : 0) != 0;
    r.frame = test::readTiff(test::kFolder / file.attributeText(name, "image").value());
    if (file.hasDataset(name + "/mask")) {
        // The mask of the reference is that of the flipped image.
        const auto mask = file.dataset(name + "/mask").readAll<std::int8_t>();
        r.mask = Array<std::uint8_t, 2>({r.frame.rows, r.frame.cols});
        for (std::size_t row = 0; row < r.frame.rows; ++row) {
            const std::size_t from = r.flipRows ? r.frame.rows - 1 - row : row;
            for (std::size_t col = 0; col < r.frame.cols; ++col)
                r.mask(row, col) = mask[from * r.frame.cols + col] != 0 ? 1 : 0;
        }
    }
    r.radial = readIf(file, name + "/radial");
    r.azimuthal = readIf(file, name + "/azimuthal_deg");
    r.intensity = readIf(file, name + "/intensity");
    r.signal = readIf(file, name + "/sum_signal");
    r.normalization = readIf(file, name + "/sum_normalization");
    r.variance = readIf(file, name + "/sum_variance");
    r.count = readIf(file, name + "/count");
    r.sem = readIf(file, name + "/sigma_sem");
    return r;
}

std::pair<double, double> pairOf(const json& value) { return {value.at(0), value.at(1)}; }

Integrator integratorOf(const Reference& r, EdgePolicy edges) {
    const json& p = r.parameters;
    IntegrationSettings settings;
    settings.binning.npt = p.value("npt", p.value("npt_rad", 0));
    settings.binning.nptAzim = p.value("npt_azim", 0);
    settings.binning.unit = unitFromName(p.at("unit").get<std::string>());
    settings.binning.splitting = splittingFromName(p.at("method").at(0));
    settings.binning.edges = edges;
    if (p.contains("radial_range")) settings.binning.radialRange = pairOf(p.at("radial_range"));
    if (p.contains("azimuth_range")) settings.binning.azimuthRange_deg = pairOf(p.at("azimuth_range"));
    settings.errorModel = errorModelFromName(p.value("error_model", ""));
    Corrections corrections;
    corrections.mask = r.mask;
    corrections.solidAngle = p.value("correctSolidAngle", true);
    if (p.contains("polarization_factor")) corrections.polarizationFactor = p.at("polarization_factor").get<double>();
    return Integrator(Geometry(r.poni, r.frame.rows, r.frame.cols, r.flipRows), settings, corrections);
}

/// Bounds of a comparison. Weights of pixels are kept in single precision here and there, each sum in its own order, so
/// a bin that holds next to nothing may differ by more than the relative bound: `floor` is a difference of weights (in
/// pixels) that is forgiven, times the mean signal, normalisation or variance of a pixel.
struct Bounds {
    double relative = 1e-5;
    double floor = 0;
    std::function<bool(std::size_t)> skip = [](std::size_t) { return false; };
};

/// Largest |ours − theirs| in units of the bounds, over all bins that the reference has filled.
double excess(std::span<const double> ours, const std::vector<double>& theirs, const Reference& r, const Bounds& bounds,
              bool quotient = false) {
    double sum = 0;
    double pixels = 0;
    for (std::size_t i = 0; i < theirs.size(); ++i) {
        sum += quotient ? std::abs(theirs[i]) * r.count[i] : std::abs(theirs[i]);
        pixels += r.count[i];
    }
    double largest = 0;
    for (std::size_t i = 0; i < theirs.size(); ++i) {
        if (!(r.count[i] > 0) || bounds.skip(i)) continue;
        const double floor = bounds.floor * sum / pixels / (quotient ? r.count[i] : 1);
        const double allowed = bounds.relative * std::abs(theirs[i]) + floor;
        largest = std::max(largest, std::abs(ours[i] - theirs[i]) / allowed);
    }
    return largest;
}

/// Compares sums, intensities, errors and axes of a group with the reference.
void compare(const Reference& r, const Bounds& bounds, EdgePolicy edges = EdgePolicy::exact) {
    SCOPED_TRACE(r.name);
    const Integrator integrator = integratorOf(r, edges);
    FrameResult result;
    integrator.integrateFrame(r.frame.type, r.frame.span(), 1.0, result);
    ASSERT_EQ(result.sumSignal.size(), r.signal.size());
    EXPECT_LE(excess(result.sumSignal, r.signal, r, bounds), 1) << "signal";
    EXPECT_LE(excess(result.sumNormalization, r.normalization, r, bounds), 1) << "normalisation";
    EXPECT_LE(excess(result.count, r.count, r, bounds), 1) << "count";
    if (!r.variance.empty()) {
        // Weights enter squared, so their difference counts twice.
        Bounds doubled = bounds;
        doubled.relative *= 2;
        EXPECT_LE(excess(result.sumVariance, r.variance, r, doubled), 1) << "variance";
    }
    const auto widened = [](const std::vector<float>& values) {
        return std::vector<double>(values.begin(), values.end());
    };
    EXPECT_LE(excess(widened(result.intensity), r.intensity, r, bounds, true), 1) << "intensity";
    if (!r.sem.empty()) {
        EXPECT_LE(excess(widened(result.sem), r.sem, r, bounds, true), 1) << "errors";
    }
    const std::vector<double> radial = integrator.binning().radialCentres();
    for (std::size_t i = 0; i < radial.size(); ++i) {
        // Axes of pixel centres differ by the reference's single-precision positions: a hair of a bin.
        EXPECT_NEAR(radial[i], r.radial[i], 1e-3 * (r.radial[1] - r.radial[0]));
    }
    const std::vector<double> azimuthal = integrator.binning().azimuthCentres_deg();
    for (std::size_t i = 0; i < azimuthal.size(); ++i) EXPECT_NEAR(azimuthal[i], r.azimuthal[i], 1e-4);
    // No counts are lost or made, whatever the bins.
    double ours = 0;
    double theirs = 0;
    for (std::size_t i = 0; i < r.signal.size(); ++i) {
        if (bounds.skip(i)) continue;
        ours += result.sumSignal[i];
        theirs += r.signal[i];
    }
    EXPECT_NEAR(ours / theirs, 1, 1e-6);
}

class AzimuthalReference : public testing::Test {
protected:
    void SetUp() override { SKIP_WITHOUT_DATA(); }
};

TEST_F(AzimuthalReference, FullSplittingAgreesToOneInAHundredThousand) {
    for (const char* name : {"ceo2_full_2th", "pixium_full_q", "pixium_full_r_nocorr"}) compare(load(name), {1e-5});
}

TEST_F(AzimuthalReference, AzimuthalErrorsAgree) { compare(load("ceo2_full_azimuthal_error"), {1e-5}); }

TEST_F(AzimuthalReference, AFullCakeAgrees) {
    // All of 143,401 filled cells, down to those that hold a sliver of 4e-5 of a pixel.
    compare(load("pixium_full_2d"), {1e-5});
}

TEST_F(AzimuthalReference, BoundingBoxesAgreeUpToTheReferencesSinglePrecisionPositions) {
    for (const char* name : {"ceo2_bbox_2th", "pixium_bbox_q"}) compare(load(name), {5e-4});
    const Reference cake = load("ceo2_bbox_2d");
    compare(cake, {5e-4, 0, [&](std::size_t i) { return cake.count[i] < 0.2; }});
    // Cells that hold less may differ by what single precision moves a pixel: half of the last place of 0.18 m (the
    // far side of the detector) and of the PONI's 0.087 m are 11 nm, 6.5e-5 of a pixel.
    compare(cake, {5e-4, 7e-5});
}

/// Pixels of every cell of a cake of bounding boxes, with nothing rounded below double precision.
std::vector<double> exactBoxCounts(const Reference& r, const Binning& binning) {
    const Geometry geometry(r.poni, r.frame.rows, r.frame.cols, r.flipRows);
    const Unit unit = binning.settings.unit;
    const double scale = info(unit).scale;
    std::vector<double> counts(binning.bins());
    const auto overlaps = [](const BinAxis& axis, double low, double high) {
        std::vector<std::pair<std::size_t, double>> weights;
        const double from = axis.toBins(low);
        const double to = axis.toBins(high);
        const auto last = static_cast<double>(axis.bins - 1);
        for (double bin = std::floor(from); bin <= to; ++bin) {
            const double part = (std::min(to, bin + 1) - std::max(from, bin)) / (to - from);
            weights.emplace_back(static_cast<std::size_t>(std::clamp(bin, 0.0, last)), part);
        }
        return weights;
    };
    for (std::size_t row = 0; row < r.frame.rows; ++row) {
        for (std::size_t col = 0; col < r.frame.cols; ++col) {
            if (r.mask(row, col) != 0) continue;
            const ImagePoint centre{static_cast<double>(row) + 0.5, static_cast<double>(col) + 0.5};
            const double radial = geometry.radial(unit, centre) / scale;
            const double chi = geometry.chi(centre);
            double radialHalf = 0;
            double chiHalf = 0;
            for (const auto& [y, x] : {std::pair{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}) {
                const ImagePoint corner{centre.row + y, centre.col + x};
                radialHalf = std::max(radialHalf, std::abs(geometry.radial(unit, corner) / scale - radial));
                const double apart = std::abs(geometry.chi(corner) - chi);
                chiHalf = std::max(chiHalf, std::min(apart, 2 * kPi - apart));
            }
            const auto across = overlaps(binning.radial, radial - radialHalf, radial + radialHalf);
            for (const auto& [sector, a] : overlaps(*binning.azimuth, chi - chiHalf, chi + chiHalf))
                for (const auto& [bin, b] : across) counts[sector * binning.settings.npt + bin] += a * b;
        }
    }
    return counts;
}

TEST_F(AzimuthalReference, WhereACakeOfBoxesDiffersOursIsNearerTheTruth) {
    const Reference r = load("ceo2_bbox_2d");
    const Integrator integrator = integratorOf(r, EdgePolicy::exact);
    FrameResult ours;
    integrator.integrateFrame(r.frame.type, r.frame.span(), 1.0, ours);
    const std::vector<double> exact = exactBoxCounts(r, integrator.binning());
    std::size_t cells = 0;
    double oursOff = 0;
    double theirsOff = 0;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        if (!(r.count[i] > 0) || std::abs(ours.count[i] - r.count[i]) < 5e-4 * r.count[i]) continue;
        ++cells;
        oursOff += std::abs(ours.count[i] - exact[i]);
        theirsOff += std::abs(r.count[i] - exact[i]);
    }
    std::printf("  %zu cells; from the truth: ours %.2e, the reference %.2e of a pixel\n", cells,
                oursOff / static_cast<double>(cells), theirsOff / static_cast<double>(cells));
    EXPECT_GT(cells, 10U);
    // What is left of ours are corners in single precision, which both have.
    EXPECT_LT(oursOff, theirsOff / 5);
}

TEST_F(AzimuthalReference, WithoutSplittingPixelsOnEdgesMayHop) {
    for (const char* name : {"ceo2_no_2th", "pixium_no_q"}) compare(load(name), {1e-2});
}

TEST_F(AzimuthalReference, ARangeAgreesInsideAndInPyfaiModeEverywhere) {
    const Reference r = load("ceo2_full_q_range");
    compare(r, {1e-5}, EdgePolicy::pyfai);
    // Of the pixels at the sides of the sector we count the part inside, and pyFAI all: fewer of them, with the same
    // rings. A pixel is at most three bins wide here, so three bins at either end are touched by the range.
    FrameResult exact;
    integratorOf(r, EdgePolicy::exact).integrateFrame(r.frame.type, r.frame.span(), 1.0, exact);
    for (std::size_t i = 4; i < 796; ++i) {
        EXPECT_LE(exact.count[i], r.count[i] * (1 + 1e-5)) << i;
        EXPECT_NEAR(exact.count[i] / r.count[i], 1, 0.02) << i;
        EXPECT_NEAR(static_cast<double>(exact.intensity[i]) / r.intensity[i], 1, 0.01) << i;
    }
}

TEST_F(AzimuthalReference, OurEdgesOfARangeAreThoseOfTheWholePattern) {
    // The bins of a range, laid over the whole pattern so that their edges fall on the same radii: what a bin at the
    // end of the range holds must be what the same bin holds when the pattern goes on. pyFAI's edge bins hold twice as
    // much.
    const Reference r = load("ceo2_full_q_range");
    Reference whole = r;
    whole.parameters["radial_range"] = {0.5, 6.5};
    whole.parameters["npt"] = 960;
    FrameResult range;
    FrameResult wide;
    integratorOf(r, EdgePolicy::exact).integrateFrame(r.frame.type, r.frame.span(), 1.0, range);
    integratorOf(whole, EdgePolicy::exact).integrateFrame(r.frame.type, r.frame.span(), 1.0, wide);
    // 6.5 and 6 are rounded up to the next single-precision numbers: edges differ by up to 5e-5 of a bin of 500 counts.
    for (const std::size_t i : {0U, 1U, 2U, 400U, 797U, 798U, 799U}) {
        EXPECT_NEAR(range.count[i] / wide.count[i + 80], 1, 2e-4) << i;
        EXPECT_NEAR(range.sumSignal[i] / wide.sumSignal[i + 80], 1, 2e-3) << i;
    }
    EXPECT_GT(r.count[0] / wide.count[80], 2) << "what the reference has in its first bin";
}

} // namespace
} // namespace ewald::azint
