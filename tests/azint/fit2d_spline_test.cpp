// SPDX-License-Identifier: GPL-3.0-or-later
// Cameras whose images are bent, as spline files of Fit2D say.
#include "azint/fit2d_spline.h"

#include "azint/corrections.h"
#include "azint_test_util.h"
#include "base/error.h"
#include "spline_text.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace ewald::azint::test {
namespace {

namespace fs = std::filesystem;

constexpr double kWidth = 120, kHeight = 60;

Distortion distortionOf(const std::vector<Term>& colShift, const std::vector<Term>& rowShift) {
    return Distortion(std::make_shared<const Fit2dSpline>(
        parseFit2dSpline(splineText(kWidth, kHeight, colShift, rowShift), "test.spline")));
}

const Fit2dSpline& splineOf(const Distortion& bent) { return dynamic_cast<const Fit2dSpline&>(bent.map()); }

std::string errorOf(const std::string& text) {
    try {
        static_cast<void>(parseFit2dSpline(text, "test.spline"));
    } catch (const DataError& error) {
        return error.what();
    }
    return "no error";
}

// Numbers of the files have eight digits.
constexpr double kRounded = 2e-7;

TEST(Fit2dSpline, PolynomialsAreExact) {
    const Distortion bent = distortionOf({{1.5}, {1e-5, cube, linear}}, {{-2}, {1e-4, square, square}});
    for (const auto& [row, col] : {std::pair(0.0, 0.0), {10.5, 20.25}, {19.999, 40.0}, {20.0, 39.999}, {60.0, 120.0}}) {
        const ImagePoint place = bent.corrected({row, col});
        EXPECT_NEAR(place.col, col + 1.5 + 1e-5 * col * col * col * row, kRounded * 1000) << row << ", " << col;
        EXPECT_NEAR(place.row, row - 2 + 1e-4 * col * col * row * row, kRounded * 6000) << row << ", " << col;
    }
    // Beyond the region shifts are those at its edge.
    EXPECT_NEAR(bent.corrected({30, -5}).col, -5 + 1.5, kRounded);
    EXPECT_NEAR(bent.corrected({90, 50}).row, 90 - 2 + 1e-4 * 50 * 50 * 60 * 60, kRounded * 1000);
    const Fit2dSpline& spline = splineOf(bent);
    EXPECT_EQ(spline.shape(), (std::array<std::size_t, 2>{60, 120}));
    EXPECT_NEAR(spline.pixelWidth_m, 40e-6, 1e-12);
    EXPECT_NEAR(spline.pixelHeight_m, 50e-6, 1e-12);
}

TEST(Fit2dSpline, ItsChecksumTellsSplinesApart) {
    const auto sumOf = [](const std::string& text) { return parseFit2dSpline(text, "a.spline").numbers(); };
    const std::string text = splineText(kWidth, kHeight, {{1}}, {{2}});
    EXPECT_EQ(sumOf(text), parseFit2dSpline(text, "b.spline").numbers()) << "whatever the file is called";
    EXPECT_NE(sumOf(text), sumOf(splineText(kWidth, kHeight, {{1}}, {{3}})));
    EXPECT_NE(sumOf(text), sumOf(splineText(kWidth, kHeight, {{2}}, {{1}})));
    EXPECT_NE(sumOf(text), sumOf(splineText(kWidth, kHeight + 1, {{1}}, {{2}})));
}

TEST(Fit2dSpline, TheInverseFindsWhereLightIsShown) {
    const Distortion bent = distortionOf({{3}, {0.1, linear}, {-1e-4, square, one}}, {{-4}, {-0.08, linear, one}});
    for (double row = 0; row <= kHeight; row += 7.5)
        for (double col = 0; col <= kWidth; col += 7.5) {
            const ImagePoint back = bent.shown(bent.corrected({row, col}));
            EXPECT_NEAR(back.row, row, 1e-9);
            EXPECT_NEAR(back.col, col, 1e-9);
        }
    const Distortion none;
    EXPECT_EQ(none.shown({3, 4}).col, 4);
    EXPECT_EQ(none.corrected({3, 4}).row, 3);
}

// A real camera, and peaks that ImageD11 has corrected; its centres of pixels are whole numbers, its first axis the
// rows.
TEST(Fit2dSpline, PeaksOfACameraAreWhereImageD11HasThem) {
    const fs::path folder = fs::path(EWALD_SHARED_DIR) / "data/distortion";
    if (!fs::exists(folder)) GTEST_SKIP() << "no test data at " << folder;
    const Distortion bent(std::make_shared<const Fit2dSpline>(readFit2dSpline(folder / "spatial2k.spline")));
    EXPECT_EQ(bent.map().shape(), (std::array<std::size_t, 2>{2048, 2048}));
    EXPECT_NEAR(splineOf(bent).pixelWidth_m, 46.77648e-6, 1e-15);
    EXPECT_NEAR(splineOf(bent).pixelHeight_m, 48.08150e-6, 1e-15);
    std::ifstream stream(folder / "spatial2k_peaks.flt");
    std::string line;
    std::getline(stream, line); // titles
    std::vector<double> apart;
    double squares = 0;
    while (std::getline(stream, line)) {
        std::istringstream words(line);
        double xc = 0, yc = 0, omega = 0, pixels = 0, mean = 0, xRaw = 0, yRaw = 0;
        if (!(words >> xc >> yc >> omega >> pixels >> mean >> xRaw >> yRaw)) continue;
        const ImagePoint place = bent.corrected({xRaw, yRaw});
        apart.push_back(std::max(std::abs(place.row - xc), std::abs(place.col - yc)));
        squares += std::pow(xc - xRaw, 2) + std::pow(yc - yRaw, 2);
        const ImagePoint back = bent.shown(place);
        ASSERT_NEAR(back.row, xRaw, 1e-8);
        ASSERT_NEAR(back.col, yRaw, 1e-8);
    }
    ASSERT_GT(apart.size(), 1000U);
    EXPECT_GT(std::sqrt(squares / static_cast<double>(apart.size())), 1) << "there is something to correct";
    std::ranges::sort(apart);
    // The file has six digits behind the point. Peaks that were joined from several images have the mean of corrected
    // places, which is not quite the corrected mean place: 0.67e-6, 7.4e-6 and 1.9e-4 pixels were measured here.
    EXPECT_LT(apart[apart.size() / 2], 1e-6);
    EXPECT_LT(apart[apart.size() * 9 / 10], 1e-5);
    EXPECT_LT(apart.back(), 5e-4);
}

TEST(Fit2dSpline, DamagedFilesAreRefusedInWords) {
    const std::string sound = splineText(kWidth, kHeight, {{1}}, {{2}});
    EXPECT_EQ(errorOf(sound), "no error");
    const auto with = [&](const std::string& what, const std::string& other) {
        std::string text = sound;
        text.replace(text.find(what), what.size(), other);
        return errorOf(text);
    };
    const auto says = [](const std::string& error, const char* part) {
        EXPECT_NE(error.find(part), std::string::npos) << error;
        EXPECT_NE(error.find("test.spline"), std::string::npos) << error;
    };
    says(errorOf(""), "has no section \"VALID REGION\"");
    says(with("Y-DISTORTION", "Z-DISTORTION"), "has no section \"Y-DISTORTION\"");
    says(with("     9     9", "     9     7"), "7 knots");
    says(with("     9     9", "     9  9000"), "9000 knots");
    says(with("     9     9", "     9     8"), "too many numbers");
    says(with(" 4.0000000E+01", " 4.0000000e+xx"), "is no number");
    says(with(" 4.0000000E+01", "           NaN"), "is no number");
    says(with(" 4.0000000E+01", "-4.0000000E+01"), "pixels of the spline file");
    says(with(" 1.2000000E+02", " 0.0000000E+00"), "valid region");
    says(with(" 4.0000000E+01\n 1.2000000E+02", " 4.0000000E+01\n 1.0000000E+01"), "do not rise");
    // All but the two ends of lines behind the last number.
    for (std::size_t length = 0; length + 2 < sound.size(); length += length + 40 < sound.size() ? 13 : 1)
        EXPECT_NE(errorOf(sound.substr(0, length)), "no error") << length;
    EXPECT_EQ(errorOf(sound.substr(0, sound.size() - 2)), "no error") << "no end of the last line";
    // Lines of Windows, and numbers with one blank between them.
    std::string other;
    for (const char c : sound) other += c == '\n' ? std::string("\r\n") : std::string(1, c);
    EXPECT_EQ(errorOf(other), "no error");
    EXPECT_EQ(with(" 5.0000000E+03 4.0000000E+01 5.0000000E+01", "5000.0000000000000001 40 50"), "no error");
}

/// A camera that shows rows 3 % and columns 2 % closer together than they are is one with larger pixels, but for the
/// light that a pixel of the camera has seen.
TEST(BentGeometry, OfEvenShiftsIsThatOfLargerPixels) {
    Poni ofCamera = simplePoni(1.2e-3, 2e-3);
    ofCamera.pixel1_m = 50e-6;
    ofCamera.pixel2_m = 40e-6;
    ofCamera.rot1 = 0.1;
    ofCamera.rot2 = -0.05;
    Poni ofLarger = ofCamera;
    ofCamera.shape = {60, 120};
    ofCamera.distortion = distortionOf({{0.02, linear}}, {{0.03, one, linear}});
    ofLarger.pixel1_m *= 1.03;
    ofLarger.pixel2_m *= 1.02;
    const Geometry bent(ofCamera, 60, 120), plain(ofLarger, 60, 120);
    for (const ImagePoint point : {ImagePoint{0, 0}, {12.5, 30.5}, {60, 120}, {23, 51}}) {
        EXPECT_NEAR(bent.radial(Unit::qPerNm, point), plain.radial(Unit::qPerNm, point), 1e-6);
        EXPECT_NEAR(bent.chi(point), plain.chi(point), 1e-6);
        EXPECT_NEAR(bent.cosIncidence(point), plain.cosIncidence(point), 1e-9);
        const auto there = bent.imagePoint(bent.twoTheta(point), bent.chi(point));
        ASSERT_TRUE(there);
        EXPECT_NEAR(there->row, point.row, 1e-6);
        EXPECT_NEAR(there->col, point.col, 1e-6);
    }
    const CornerGrid corners = cornerGrid(bent, Unit::twoThetaDegree),
                     expected = cornerGrid(plain, Unit::twoThetaDegree);
    ASSERT_EQ(corners.radial.size(), expected.radial.size());
    for (std::size_t i = 0; i < expected.radial.size(); ++i)
        ASSERT_NEAR(corners.radial[i], expected.radial[i], 1e-6) << i;
    Corrections corrections;
    const LargeVector<float> norm = normalizationOf(bent, corrections), ofPlain = normalizationOf(plain, corrections);
    for (std::size_t i = 0; i < norm.size(); ++i) ASSERT_NEAR(norm[i], ofPlain[i] * 1.03F * 1.02F, 1e-5F) << i;
    corrections.sensorTransmission = 0.3;
    const LargeVector<float> both = normalizationOf(bent, corrections);
    corrections.solidAngle = false;
    const LargeVector<float> sensor = normalizationOf(bent, corrections);
    for (std::size_t i = 0; i < both.size(); ++i) ASSERT_NEAR(both[i], sensor[i] * norm[i], 1e-5F) << i;
}

TEST(BentGeometry, FramesThatAreBinnedOrReversedAreBentAlike) {
    Poni poni = simplePoni(1.2e-3, 2e-3);
    poni.pixel1_m = 50e-6;
    poni.pixel2_m = 40e-6;
    poni.shape = {60, 120};
    poni.distortion = distortionOf({{2}, {1e-4, square, one}}, {{-1}, {1e-5, linear, square}});
    const Geometry whole(poni, 60, 120), binned(poni, 20, 40);
    EXPECT_DOUBLE_EQ(binned.poni().pixel1_m, 150e-6);
    for (const ImagePoint point : {ImagePoint{0, 0}, {7.25, 11.5}, {20, 40}}) {
        const ImagePoint same{3 * point.row, 3 * point.col};
        EXPECT_NEAR(binned.radial(Unit::qPerNm, point), whole.radial(Unit::qPerNm, same), 1e-9);
    }
    EXPECT_THROW(Geometry(poni, 20, 60), JobError) << "by three and by two";
    // A reversed image has its rows from the other end: the shift of a row moves with it.
    const Geometry flipped(poni, 60, 120, true, false);
    EXPECT_NEAR(flipped.radial(Unit::qPerNm, {60 - 12.5, 30.5}), whole.radial(Unit::qPerNm, {12.5, 30.5}), 1e-12);
    EXPECT_NEAR(flipped.corrected({60 - 12.5, 30.5}).row, 60 - whole.corrected({12.5, 30.5}).row, 1e-12);
    EXPECT_NEAR(whole.corrected({12.5, 30.5}).col, 30.5 + 2 + 1e-4 * 30.5 * 30.5, 1e-5);
    const LargeVector<float> norm = normalizationOf(whole, {}), ofFlipped = normalizationOf(flipped, {});
    for (const std::size_t row : {0, 7, 59}) EXPECT_EQ(ofFlipped[(59 - row) * 120 + 33], norm[row * 120 + 33]) << row;
    EXPECT_NE(norm[7 * 120 + 33], norm[59 * 120 + 33]);
}

TEST(Poni, ASplineFileSaysWherePixelsAre) {
    const fs::path folder = fs::path(testing::TempDir()) / ("spline_" + std::to_string(getpid()));
    fs::create_directories(folder);
    const auto put = [&](const char* name, const std::string& text) { std::ofstream(folder / name) << text; };
    put("camera.spline", splineText(kWidth, kHeight, {{1}}, {{2}}));
    const std::string numbers = "Distance: 0.1\nPoni1: 0\nPoni2: 0\nRot1: 0\nRot2: 0\nRot3: 0\nWavelength: 1e-10\n";
    const auto poniOf = [&](const std::string& lines) {
        put("a.poni", lines + numbers);
        return readPoni(folder / "a.poni");
    };
    const std::string path = (folder / "camera.spline").string();
    // As old and new versions of pyFAI write it; relative to the PONI file; moved together with it.
    for (const std::string& lines :
         {"SplineFile: " + path + "\n",
          "poni_version: 2\nDetector: FReLoN\nDetector_config: {\"splineFile\": \"" + path + "\"}\n",
          std::string("poni_version: 2\nDetector: Detector\nDetector_config: {\"splineFile\": \"camera.spline\"}\n"),
          std::string(
              "poni_version: 2\nDetector: Detector\nDetector_config: {\"splineFile\": \"/gone/camera.spline\"}\n")}) {
        const Poni poni = poniOf(lines);
        ASSERT_FALSE(poni.distortion.isNone()) << lines;
        EXPECT_NEAR(poni.pixel1_m, 50e-6, 1e-12);
        EXPECT_NEAR(poni.pixel2_m, 40e-6, 1e-12);
        EXPECT_EQ(poni.shape, (std::array<std::size_t, 2>{60, 120}));
        EXPECT_NEAR(poni.distortion.corrected({5, 5}).row, 7, 1e-6);
        // Written, it reads back as the same; so does that of binned frames.
        put("b.poni", poniFileText(poni));
        EXPECT_EQ(readPoni(folder / "b.poni"), poni) << poniFileText(poni);
        const Poni binned = fittedToFrames(poni, 30, 60);
        EXPECT_EQ(binned.distortion.binning(), 2);
        put("c.poni", poniFileText(binned));
        EXPECT_EQ(readPoni(folder / "c.poni"), binned) << poniFileText(binned);
        EXPECT_FALSE(readPoni(folder / "c.poni") == poni);
    }
    const auto refusal = [&](const std::string& lines) -> std::string {
        try {
            static_cast<void>(poniOf(lines));
        } catch (const DataError& error) {
            return error.what();
        }
        return "no error";
    };
    EXPECT_NE(refusal("SplineFile: other.spline\n").find("other.spline"), std::string::npos);
    put("cut.spline", splineText(kWidth, kHeight, {{1}}, {{2}}).substr(0, 700));
    EXPECT_NE(refusal("SplineFile: cut.spline\n").find("cut.spline"), std::string::npos);
    EXPECT_NE(refusal("poni_version: 2\nDetector: Detector\nDetector_config: {\"splineFile\": \"camera.spline\", "
                      "\"max_shape\": [60, 60]}\n")
                  .find("60 × 60"),
              std::string::npos);
    EXPECT_NE(refusal("poni_version: 2\nDetector: NexusDetector\nDetector_config: {\"splineFile\": "
                      "\"camera.spline\", \"filename\": \"det.h5\"}\n")
                  .find("says twice where the pixels are: by camera.spline and by det.h5"),
              std::string::npos);
    // Of binned frames an old file says only how large their pixels are.
    const Poni ofBinned = poniOf("PixelSize1: 1e-4\nPixelSize2: 8e-5\nSplineFile: " + path + "\n");
    EXPECT_EQ(ofBinned.distortion.binning(), 2);
    EXPECT_EQ(ofBinned.shape, (std::array<std::size_t, 2>{30, 60}));
    for (const std::size_t binning : {1, 2, 3}) {
        const Poni fitted = fittedToFrames(ofBinned, 60 / binning, 120 / binning);
        EXPECT_NEAR(fitted.pixel1_m, static_cast<double>(binning) * 50e-6, 1e-12);
        EXPECT_NEAR(fitted.pixel2_m, static_cast<double>(binning) * 40e-6, 1e-12);
    }
    for (const char* size : {"PixelSize1: 6e-5\n", "PixelSize2: 8e-5\n"})
        EXPECT_NE(refusal(size + ("SplineFile: " + path + "\n")).find("50 x 40 um"), std::string::npos) << size;
    // A page about a result needs the numbers only.
    const Poni without =
        parsePoni("PixelSize1: 1e-4\nPixelSize2: 1e-4\nSplineFile: gone.spline\n" + numbers, "x", {.places = false});
    EXPECT_TRUE(without.distortion.isNone());
    EXPECT_EQ(without.pixel1_m, 1e-4);
    fs::remove_all(folder);
}

} // namespace
} // namespace ewald::azint::test
