// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/integrator.h"
#include "test_paths.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <tiffio.h>
#include <vector>

namespace ewald::azint::test {

inline const std::filesystem::path kFolder = std::filesystem::path(EWALD_SHARED_DIR) / "data/diffraction";

/// A frame as bytes with its type.
struct Frame {
    std::size_t rows = 0;
    std::size_t cols = 0;
    PixelType type = PixelType::int32;
    std::vector<std::byte> bytes;

    [[nodiscard]] std::span<const std::byte> span() const { return bytes; }
};

template <class T>
Frame frameOf(const std::vector<T>& values, std::size_t rows, std::size_t cols, PixelType type) {
    Frame frame{rows, cols, type, std::vector<std::byte>(values.size() * sizeof(T))};
    std::memcpy(frame.bytes.data(), values.data(), frame.bytes.size());
    return frame;
}

/// The first image of a TIFF file: 16 or 32 bits, integers. Rows in their order.
inline Frame readTiff(const std::filesystem::path& file) {
    TIFFSetWarningHandler(nullptr);
    TIFF* const tiff = TIFFOpen(file.c_str(), "r");
    if (tiff == nullptr) throw std::runtime_error("no TIFF " + file.string());
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint16_t bits = 0;
    TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
    TIFFGetField(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
    Frame frame{height, width, bits == 16 ? PixelType::uint16 : PixelType::int32, {}};
    frame.bytes.resize(std::size_t{width} * height * bits / 8);
    for (std::uint32_t row = 0; row < height; ++row) {
        TIFFReadScanline(tiff, frame.bytes.data() + std::size_t{row} * width * bits / 8, row);
    }
    TIFFClose(tiff);
    return frame;
}

/// A small square detector, one metre away, its beam centre wherever the PONI is put; λ = 1 Å.
inline Poni simplePoni(double poni1_m, double poni2_m, double pixel_m = 1e-4, double dist_m = 0.1) {
    Poni poni;
    poni.dist_m = dist_m;
    poni.poni1_m = poni1_m;
    poni.poni2_m = poni2_m;
    poni.pixel1_m = poni.pixel2_m = pixel_m;
    poni.wavelength_m = 1e-10;
    return poni;
}

inline double correlation(std::span<const double> a, std::span<const double> b) {
    double meanA = 0;
    double meanB = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        meanA += a[i] / static_cast<double>(a.size());
        meanB += b[i] / static_cast<double>(b.size());
    }
    double ab = 0;
    double aa = 0;
    double bb = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        ab += (a[i] - meanA) * (b[i] - meanB);
        aa += (a[i] - meanA) * (a[i] - meanA);
        bb += (b[i] - meanB) * (b[i] - meanB);
    }
    return ab / std::sqrt(aa * bb);
}

} // namespace ewald::azint::test

#define SKIP_WITHOUT_DATA()                                                                                            \
    if (!std::filesystem::exists(ewald::azint::test::kFolder))                                                         \
    GTEST_SKIP() << "no test data at " << ewald::azint::test::kFolder
