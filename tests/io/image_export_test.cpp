// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "io/images/image_export.h"
#include "io/result_file.h"
#include "io/temporary_folder.h"

#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <png.h>
#include <tiffio.h>
#include <unistd.h>

namespace ewald::io {
namespace {

namespace fs = std::filesystem;

class ImageExport : public testing::Test {
protected:
    const TemporaryFolder m_temporary;
    const fs::path m_folder = m_temporary.path();
};

TEST_F(ImageExport, TiffHoldsTheFloatsAsTheyAre) {
    Array<float, 2> image({2, 3});
    const std::vector<float> values{0.5F, -1.25F, 1e-20F, 3e30F, NAN, 7.0F};
    std::copy(values.begin(), values.end(), image.begin());
    writeTiff(m_folder / "a.tiff", image, false);

    const std::unique_ptr<TIFF, void (*)(TIFF*)> tiff(TIFFOpen((m_folder / "a.tiff").c_str(), "r"), TIFFClose);
    ASSERT_NE(tiff, nullptr);
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint16_t bits = 0;
    std::uint16_t format = 0;
    TIFFGetField(tiff.get(), TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(tiff.get(), TIFFTAG_IMAGELENGTH, &height);
    TIFFGetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, &bits);
    TIFFGetField(tiff.get(), TIFFTAG_SAMPLEFORMAT, &format);
    EXPECT_EQ(width, 3U);
    EXPECT_EQ(height, 2U);
    EXPECT_EQ(bits, 32);
    EXPECT_EQ(format, SAMPLEFORMAT_IEEEFP);
    std::vector<float> line(3);
    for (std::uint32_t row = 0; row < 2; ++row) {
        ASSERT_EQ(TIFFReadScanline(tiff.get(), line.data(), row, 0), 1);
        for (std::size_t col = 0; col < 3; ++col) {
            const float expected = values[row * 3 + col];
            if (std::isnan(expected))
                EXPECT_TRUE(std::isnan(line[col]));
            else
                EXPECT_EQ(line[col], expected);
        }
    }
    EXPECT_THROW(writeTiff(m_folder / "a.tiff", image, false), DataError);
    EXPECT_NO_THROW(writeTiff(m_folder / "a.tiff", image, true));
    EXPECT_THROW(writeTiff(m_folder / "b.tiff", Array<float, 2>{}, false), DataError);
}

TEST_F(ImageExport, PngHoldsThePixels) {
    const std::vector<std::uint8_t> rgb{255, 0, 0, 0, 255, 0, 0, 0, 255, 1, 2, 3, 4, 5, 6, 250, 251, 252};
    writePng(m_folder / "a.png", 3, 2, rgb, false);
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    ASSERT_NE(png_image_begin_read_from_file(&image, (m_folder / "a.png").c_str()), 0);
    EXPECT_EQ(image.width, 3U);
    EXPECT_EQ(image.height, 2U);
    image.format = PNG_FORMAT_RGB;
    std::vector<std::uint8_t> read(PNG_IMAGE_SIZE(image));
    ASSERT_NE(png_image_finish_read(&image, nullptr, read.data(), 0, nullptr), 0);
    EXPECT_EQ(read, rgb);
    EXPECT_THROW(writePng(m_folder / "b.png", 3, 3, rgb, false), DataError);
    EXPECT_FALSE(fs::exists(m_folder / "b.png"));
}

/// A sample whose phase has a mean slope of zero: a disk in the middle.
Array<Complex, 2> sample(std::size_t rows, std::size_t cols) {
    Array<Complex, 2> object({rows, cols});
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c) {
            const double y = static_cast<double>(r) - static_cast<double>(rows - 1) / 2;
            const double x = static_cast<double>(c) - static_cast<double>(cols - 1) / 2;
            const bool inside = std::hypot(y, x) < static_cast<double>(rows) / 4;
            object(r, c) = std::polar(inside ? 0.7F : 1.0F, inside ? 0.4F : -0.1F);
        }
    return object;
}

double largestPhaseDifference(const Array<Complex, 2>& a, const Array<Complex, 2>& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        largest = std::max(largest, static_cast<double>(std::abs(std::arg(a.data()[i] * std::conj(b.data()[i])))));
    return largest;
}

TEST(PhaseRamp, AHandMadeRampDisappears) {
    const std::vector<float> weight(64 * 48, 1.0F);
    Array<Complex, 2> expected = sample(64, 48);
    removePhaseRamp(expected, weight); // only the mean phase: the sample has no slope
    EXPECT_GT(std::abs(std::arg(expected(32, 24)) - std::arg(expected(2, 2))), 0.45); // the disk is still there
    for (const auto& [slopeRow, slopeCol] : {std::pair{0.02, -0.01}, {0.9, 1.7}, {-2.5, 0.3}}) {
        Array<Complex, 2> ramped = sample(64, 48);
        for (std::size_t r = 0; r < 64; ++r)
            for (std::size_t c = 0; c < 48; ++c) {
                const double angle = 1.234 + slopeRow * static_cast<double>(r) + slopeCol * static_cast<double>(c);
                ramped(r, c) *= Complex(static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle)));
            }
        removePhaseRamp(ramped, weight);
        // Float phases of up to 200 rad are exact to 200·6e-8; the fit averages over 3072 pixels.
        EXPECT_LT(largestPhaseDifference(ramped, expected), 2e-5) << slopeRow << ", " << slopeCol;
    }
}

TEST(PhaseRamp, PixelsThatNoFrameReachedDoNotCount) {
    // A ramp in the middle, the margin as it was in the beginning: without a weight the margin is found by its value.
    Array<Complex, 2> object({40, 40}, Complex(1, 0));
    for (std::size_t r = 8; r < 32; ++r)
        for (std::size_t c = 8; c < 32; ++c) object(r, c) = std::polar(0.9F, 0.3F + 0.11F * static_cast<float>(c));
    removePhaseRamp(object);
    for (std::size_t r = 8; r < 32; ++r)
        for (std::size_t c = 8; c < 32; ++c) EXPECT_NEAR(std::arg(object(r, c)), 0, 1e-5);
}

TEST(PhaseRamp, PixelsWithoutWeightDoNotCount) {
    // The right half is noise of a steep slope; with weight on the left half only, the left half becomes flat.
    Array<Complex, 2> object({32, 64});
    std::vector<float> weight(object.size(), 0.0F);
    for (std::size_t r = 0; r < 32; ++r)
        for (std::size_t c = 0; c < 64; ++c) {
            const bool left = c < 32;
            object(r, c) =
                std::polar(left ? 1.0F : 5.0F, static_cast<float>(left ? 0.05 * double(c) : -2.0 * double(r)));
            weight[r * 64 + c] = left ? 1.0F : 0.0F;
        }
    removePhaseRamp(object, weight);
    for (std::size_t r = 0; r < 32; ++r)
        for (std::size_t c = 0; c < 32; ++c) EXPECT_NEAR(std::arg(object(r, c)), 0, 1e-5);
}

TEST(PhaseRamp, DegenerateImagesStayFinite) {
    for (const auto& shape : {std::array<std::size_t, 2>{1, 1}, {1, 7}, {5, 5}}) {
        Array<Complex, 2> zeros(shape);
        removePhaseRamp(zeros);
        for (const Complex value : zeros) EXPECT_EQ(value, Complex(0));
    }
    Array<Complex, 2> nan({4, 4}, Complex(1, 0));
    nan(1, 1) = {NAN, 0};
    removePhaseRamp(nan, std::vector<float>(16, 1.0F));
    EXPECT_NEAR(std::abs(nan(0, 0)), 1, 1e-6);
    Array<Complex, 2> none;
    removePhaseRamp(none);
}

TEST(Illumination, SumsTheProbeAtItsPositions) {
    PtychoResult result;
    result.object = Array<Complex, 3>({1, 4, 5});
    result.probe = Array<Complex, 4>({1, 2, 2, 2}, Complex(0, 1)); // two modes: 2 photons a pixel
    result.pixelPositions = {{0, 0}, {1.2, 0.9}, {2, 4}};          // the last does not fit and is left out
    const auto map = illumination(result);
    // Both windows cover pixel (1, 1), the largest: 4 photons → 1.
    EXPECT_FLOAT_EQ(map(1, 1), 1.0F);
    EXPECT_FLOAT_EQ(map(0, 0), 0.5F);
    EXPECT_FLOAT_EQ(map(2, 2), 0.5F);
    EXPECT_FLOAT_EQ(map(3, 4), 0.0F);
    const Array<Complex, 3> modes({2, 2, 2}, Complex(0, 1));
    EXPECT_EQ(illumination(modes, result.pixelPositions, 4, 5), map);
    result.pixelPositions.clear();
    EXPECT_TRUE(illumination(result).empty());
}

TEST_F(ImageExport, TiffTagsHoldPixelSizeAndDescription) {
    const fs::path file = m_folder / "phase.tif";
    const Array<float, 2> image({3, 4}, 0.5F);
    writeTiff(file, image, false, {20e-9, 28.178e-9, "scan: star.cxi\nquantity: phase\nunit: rad"});
    const std::unique_ptr<TIFF, void (*)(TIFF*)> tiff(TIFFOpen(file.c_str(), "r"), TIFFClose);
    ASSERT_NE(tiff, nullptr);
    std::uint16_t unit = 0;
    float x = 0, y = 0;
    char* text = nullptr;
    ASSERT_EQ(TIFFGetField(tiff.get(), TIFFTAG_RESOLUTIONUNIT, &unit), 1);
    ASSERT_EQ(TIFFGetField(tiff.get(), TIFFTAG_XRESOLUTION, &x), 1);
    ASSERT_EQ(TIFFGetField(tiff.get(), TIFFTAG_YRESOLUTION, &y), 1);
    ASSERT_EQ(TIFFGetField(tiff.get(), TIFFTAG_IMAGEDESCRIPTION, &text), 1);
    EXPECT_EQ(unit, RESUNIT_CENTIMETER);
    // Pixels of 28.178 nm: 0.01/28.178e-9 in a centimetre.
    EXPECT_NEAR(x, 354887.0, 1);
    EXPECT_NEAR(y, 500000.0, 1);
    EXPECT_STREQ(text, "scan: star.cxi\nquantity: phase\nunit: rad");
    // Nothing is claimed where the pixel size is not known.
    writeTiff(m_folder / "plain.tif", image, false, ImageTags{});
    const std::unique_ptr<TIFF, void (*)(TIFF*)> plain(TIFFOpen((m_folder / "plain.tif").c_str(), "r"), TIFFClose);
    EXPECT_EQ(TIFFGetField(plain.get(), TIFFTAG_XRESOLUTION, &x), 0);
}

TEST(LitArea, IsAFifthOfWhatTheMiddleOfTheScanGot) {
    // Ten pixels of the scan and one that got ten times as much: the 90th percentile is 0.1, the limit 0.02.
    Array<float, 2> light({2, 6}, std::vector<float>{1, 0.1F, 0.1F, 0.1F, 0.1F, 0.1F, //
                                                     0.1F, 0.1F, 0.1F, 0.021F, 0.019F, 0});
    const Array<std::uint8_t, 2> lit = litArea(light);
    for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ(lit.data()[i], i < 10 ? 1 : 0) << i;
    EXPECT_TRUE(litArea({}).empty());
    EXPECT_TRUE(litArea(Array<float, 2>({3, 3})).empty()) << "no light at all: not known";
}

} // namespace
} // namespace ewald::io
