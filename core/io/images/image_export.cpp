// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/images/image_export.h"

#include "base/error.h"

#include "base/phrase.h"
#include "base/version.h"
#include "io/atomic_file.h"
#include "io/result_file.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <memory>
#include <png.h>
#include <tiffio.h>
#include <type_traits>

namespace ewald::io {
namespace {

/// Keeps the library's message instead of having it printed.
int keepMessage(TIFF*, void* target, const char*, const char* format, va_list arguments) {
    char text[256];
    std::vsnprintf(text, sizeof text, format, arguments);
    *static_cast<std::string*>(target) = text;
    return 1;
}

struct TiffCloser {
    void operator()(TIFF* tiff) const { TIFFClose(tiff); }
};

[[noreturn]] void failWrite(const std::filesystem::path& file, const std::string& reason) {
    throw DataError(phrase("cannot write the image (%1)", reason.empty() ? std::string("no reason given") : reason),
                    file.string(), "check the free space of the disk");
}

void setTags(TIFF* tiff, const ImageTags& tags) {
    constexpr double kCentimetre_m = 0.01;
    if (tags.pixelHeight_m > 0 && tags.pixelWidth_m > 0) {
        TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, RESUNIT_CENTIMETER);
        TIFFSetField(tiff, TIFFTAG_XRESOLUTION, kCentimetre_m / tags.pixelWidth_m);
        TIFFSetField(tiff, TIFFTAG_YRESOLUTION, kCentimetre_m / tags.pixelHeight_m);
    }
    if (!tags.description.empty()) TIFFSetField(tiff, TIFFTAG_IMAGEDESCRIPTION, tags.description.c_str());
}

template <class T>
bool writeImage(TIFF* tiff, const Array<T, 2>& image, const ImageTags& tags) {
    constexpr bool kFloating = std::is_floating_point_v<T>;
    const auto rows = static_cast<std::uint32_t>(image.extent(0));
    const auto cols = static_cast<std::uint32_t>(image.extent(1));
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, cols);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, rows);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8 * sizeof(T));
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, kFloating ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_NONE);
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, TIFFDefaultStripSize(tiff, 0));
    TIFFSetField(tiff, TIFFTAG_SOFTWARE, (std::string("Ewald ") + version()).c_str());
    setTags(tiff, tags);
    std::vector<T> line(cols); // the library may change the buffer it is given
    for (std::uint32_t row = 0; row < rows; ++row) {
        std::copy_n(image.data() + static_cast<std::size_t>(row) * cols, cols, line.begin());
        if (TIFFWriteScanline(tiff, line.data(), row, 0) < 0) return false;
    }
    return TIFFFlush(tiff) == 1;
}

template <class T>
void writeAtomically(const std::filesystem::path& file, const Array<T, 2>& image, bool overwrite,
                     const ImageTags& tags = {}) {
    if (image.empty()) throw DataError("there is no image to write", file.string());
    AtomicFile atomic(file, overwrite);
    std::string reason;
    const std::unique_ptr<TIFFOpenOptions, void (*)(TIFFOpenOptions*)> options(TIFFOpenOptionsAlloc(),
                                                                               TIFFOpenOptionsFree);
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), keepMessage, &reason);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), keepMessage, &reason);
    std::unique_ptr<TIFF, TiffCloser> tiff(TIFFOpenExt(atomic.temporary().c_str(), "w", options.get()));
    if (!tiff || !writeImage(tiff.get(), image, tags)) failWrite(file, reason);
    reason.clear();
    tiff.reset();
    if (!reason.empty()) failWrite(file, reason);
    atomic.commit();
}

} // namespace

void writeTiff(const std::filesystem::path& file, const Array<float, 2>& image, bool overwrite) {
    writeAtomically(file, image, overwrite);
}

void writeTiff(const std::filesystem::path& file, const Array<float, 2>& image, bool overwrite, const ImageTags& tags) {
    writeAtomically(file, image, overwrite, tags);
}

void writeTiff(const std::filesystem::path& file, const Array<std::uint8_t, 2>& image, bool overwrite) {
    writeAtomically(file, image, overwrite);
}

void writePng(const std::filesystem::path& file, std::size_t width, std::size_t height,
              std::span<const std::uint8_t> rgb, bool overwrite) {
    if (width == 0 || height == 0 || rgb.size() != width * height * 3)
        throw DataError("there is no image to write", file.string());
    const std::vector<std::uint8_t> bytes = pngBytes(width, height, rgb);
    writeTextFile(file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()}, overwrite);
}

std::vector<std::uint8_t> pngBytes(std::size_t width, std::size_t height, std::span<const std::uint8_t> rgb) {
    if (width == 0 || height == 0 || rgb.size() != width * height * 3) throw DataError("there is no image to write");
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(width);
    image.height = static_cast<png_uint_32>(height);
    image.format = PNG_FORMAT_RGB;
    png_alloc_size_t size = 0;
    std::vector<std::uint8_t> bytes;
    if (png_image_write_to_memory(&image, nullptr, &size, 0, rgb.data(), 0, nullptr) != 0) {
        bytes.resize(size);
        if (png_image_write_to_memory(&image, bytes.data(), &size, 0, rgb.data(), 0, nullptr) != 0) {
            bytes.resize(size);
            return bytes;
        }
    }
    throw DataError(phrase("cannot write the image (%1)", image.message));
}

} // namespace ewald::io
