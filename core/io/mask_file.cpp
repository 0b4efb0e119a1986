// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/mask_file.h"

#include "base/error.h"
#include "io/hdf5.h"
#include "io/scan.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <tiffio.h>

namespace ewald::io {
namespace {

using Mask = Array<std::uint8_t, 2>;

constexpr std::size_t kMostPixels = std::size_t{1} << 28; // 16384²; larger is no detector but a damaged header

void checkSize(std::size_t rows, std::size_t cols, const std::string& where) {
    if (rows == 0 || cols == 0 || rows > kMostPixels / cols)
        throw DataError("the mask has the absurd shape (" + std::to_string(rows) + ", " + std::to_string(cols) + ")",
                        where, "choose another file");
}

// ---- HDF5 --------------------------------------------------------------------------------------------------------

/// The dataset that a person means who names only the file.
std::string findMaskDataset(const std::filesystem::path& file) {
    std::vector<std::string> images;
    std::vector<std::string> masks;
    for (const FileNode& node : listFile(file)) {
        if (node.isGroup || node.shape.size() != 2 || !node.problem.empty()) continue;
        if (!node.type.starts_with("int") && !node.type.starts_with("uint") && !node.type.starts_with("float") &&
            node.type != "bool")
            continue;
        images.push_back(node.path);
        if (node.path.find("mask") != std::string::npos) masks.push_back(node.path);
    }
    if (images.size() == 1) return images[0];
    if (masks.size() == 1) return masks[0];
    if (images.empty())
        throw DataError("the mask file holds no image", file.string(), "choose a file with a 2-D dataset of numbers");
    throw DataError("the mask file holds several images, among them " + images[0] + " and " + images[1], file.string(),
                    "name one with mask_path");
}

Mask readHdf5Mask(const std::filesystem::path& path, const std::string& datasetPath) {
    const h5::File file = h5::File::open(path);
    const h5::Dataset dataset = file.dataset(datasetPath.empty() ? findMaskDataset(path) : datasetPath);
    h5::Shape shape = dataset.shape();
    while (shape.size() > 2 && shape[0] == 1) shape.erase(shape.begin());
    if (shape.size() != 2)
        throw DataError("the mask has the shape " + h5::toText(dataset.shape()) + ", expected an image",
                        dataset.where(), "name a dataset of the shape of a frame with mask_path");
    checkSize(shape[0], shape[1], dataset.where());
    const std::vector<double> values = dataset.readAll<double>(kMostPixels);
    Mask mask({shape[0], shape[1]});
    std::transform(values.begin(), values.end(), mask.begin(), [](double value) { return value != 0 ? 1 : 0; });
    return mask;
}

// ---- NPY ---------------------------------------------------------------------------------------------------------

/// The text between `key` and the next comma or closing bracket of a NPY header, which is a Python dictionary.
std::string headerValue(const std::string& header, const std::string& key, char end) {
    const std::size_t at = header.find("'" + key + "'");
    if (at == std::string::npos) return {};
    const std::size_t colon = header.find(':', at);
    const std::size_t last = header.find(end, colon);
    if (colon == std::string::npos || last == std::string::npos) return {};
    return header.substr(colon + 1, last - colon - 1);
}

/// A value is zero when all its bytes are, but for the sign of a floating-point number.
bool isZero(const char* bytes, std::size_t width, bool floating, bool bigEndian) {
    const std::size_t signByte = bigEndian ? 0 : width - 1;
    for (std::size_t i = 0; i < width; ++i) {
        const unsigned byte = static_cast<unsigned char>(bytes[i]);
        if ((floating && i == signByte ? byte & 0x7fU : byte) != 0) return false;
    }
    return true;
}

Mask readNpyMask(const std::filesystem::path& path) {
    const auto fail = [&](const std::string& what) -> DataError {
        return DataError(what, path.string(), "save it again with numpy.save as a 2-D array of numbers");
    };
    std::ifstream stream(path, std::ios::binary);
    std::array<char, 10> start{};
    stream.read(start.data(), start.size());
    std::size_t length = static_cast<unsigned char>(start[8]) + 256U * static_cast<unsigned char>(start[9]);
    if (start[6] >= 2) { // version 2 and 3: four bytes of length
        std::array<char, 2> more{};
        stream.read(more.data(), more.size());
        length += 65536U * static_cast<unsigned char>(more[0]) + 16777216U * static_cast<unsigned char>(more[1]);
    }
    if (!stream || length > 65536) throw fail("the NPY header of the mask is damaged");
    std::string header(length, '\0');
    stream.read(header.data(), static_cast<std::streamsize>(length));
    const std::string type = headerValue(header, "descr", ',');
    const std::string shapeText = headerValue(header, "shape", ')');
    const bool columnsFirst = headerValue(header, "fortran_order", ',').find("True") != std::string::npos;
    const std::size_t quote = type.find_first_of("'\"");
    if (!stream || quote == std::string::npos || quote + 3 >= type.size())
        throw fail("the mask holds no plain numbers");
    const char kind = type[quote + 2];
    const std::size_t width = std::strtoul(type.c_str() + quote + 3, nullptr, 10);
    if (std::string("biuf").find(kind) == std::string::npos || width == 0 || width > 16)
        throw fail("the mask holds no plain numbers");
    unsigned long rows = 0;
    unsigned long cols = 0;
    char tail = '\0';
    if (std::sscanf(shapeText.c_str(), " ( %lu , %lu %c", &rows, &cols, &tail) != 2)
        throw fail("the mask has the shape" + shapeText + "), expected an image");
    checkSize(rows, cols, path.string());
    std::vector<char> bytes(rows * cols * width);
    stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!stream) throw fail("the mask file is truncated");
    Mask mask({rows, cols});
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c) {
            const std::size_t at = columnsFirst ? c * rows + r : r * cols + c;
            mask(r, c) = isZero(&bytes[at * width], width, kind == 'f', type[quote + 1] == '>') ? 0 : 1;
        }
    return mask;
}

// ---- TIFF --------------------------------------------------------------------------------------------------------

struct TiffCloser {
    void operator()(TIFF* tiff) const { TIFFClose(tiff); }
};

int keepMessage(TIFF*, void* target, const char*, const char* format, std::va_list arguments) {
    std::array<char, 256> text{};
    std::vsnprintf(text.data(), text.size(), format, arguments);
    auto& message = *static_cast<std::string*>(target);
    if (message.empty()) message = text.data();
    return 1; // nothing is printed
}

int dropMessage(TIFF*, void*, const char*, const char*, std::va_list) { return 1; }

struct TiffLayout {
    std::uint32_t cols = 0;
    std::uint32_t rows = 0;
    std::uint16_t bits = 1;
    bool floating = false;
};

/// One row of values as stored, marked where they are not zero. libtiff has brought the bytes into the machine's order.
void markRow(const std::vector<char>& row, const TiffLayout& layout, std::size_t count, std::uint8_t* out) {
    const bool bigEndian = std::endian::native == std::endian::big;
    for (std::size_t c = 0; c < count; ++c)
        if (layout.bits == 1)
            out[c] = (static_cast<unsigned char>(row[c / 8]) >> (7 - c % 8)) & 1U;
        else
            out[c] = isZero(&row[c * layout.bits / 8], layout.bits / 8U, layout.floating, bigEndian) ? 0 : 1;
}

bool readTiled(TIFF* tiff, const TiffLayout& layout, Mask& mask) {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &width);
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &height);
    const auto rowBytes = static_cast<std::size_t>(TIFFTileRowSize(tiff));
    if (width == 0 || height == 0 || rowBytes * height > (std::size_t{1} << 30)) return false;
    std::vector<char> tile(rowBytes * height);
    for (std::uint32_t top = 0; top < layout.rows; top += height)
        for (std::uint32_t left = 0; left < layout.cols; left += width) {
            if (TIFFReadTile(tiff, tile.data(), left, top, 0, 0) < 0) return false;
            for (std::uint32_t r = 0; r < std::min(height, layout.rows - top); ++r) {
                const std::vector<char> row(tile.begin() + static_cast<std::ptrdiff_t>(r * rowBytes),
                                            tile.begin() + static_cast<std::ptrdiff_t>((r + 1) * rowBytes));
                markRow(row, layout, std::min(width, layout.cols - left), &mask(top + r, left));
            }
        }
    return true;
}

Mask readTiffMask(const std::filesystem::path& path) {
    std::string message;
    const auto fail = [&](const std::string& what) -> DataError {
        return DataError(what + (message.empty() ? std::string() : " (" + message + ")"), path.string(),
                         "save it as a TIFF of one plane");
    };
    const std::unique_ptr<TIFFOpenOptions, void (*)(TIFFOpenOptions*)> options(TIFFOpenOptionsAlloc(),
                                                                               TIFFOpenOptionsFree);
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), keepMessage, &message);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), dropMessage, nullptr);
    const std::unique_ptr<TIFF, TiffCloser> tiff(TIFFOpenExt(path.c_str(), "r", options.get()));
    if (!tiff) throw fail("cannot read the TIFF mask");
    TiffLayout layout;
    std::uint16_t samples = 1;
    std::uint16_t format = SAMPLEFORMAT_UINT;
    TIFFGetField(tiff.get(), TIFFTAG_IMAGEWIDTH, &layout.cols);
    TIFFGetField(tiff.get(), TIFFTAG_IMAGELENGTH, &layout.rows);
    TIFFGetFieldDefaulted(tiff.get(), TIFFTAG_BITSPERSAMPLE, &layout.bits);
    TIFFGetFieldDefaulted(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, &samples);
    TIFFGetFieldDefaulted(tiff.get(), TIFFTAG_SAMPLEFORMAT, &format);
    layout.floating = format == SAMPLEFORMAT_IEEEFP;
    checkSize(layout.rows, layout.cols, path.string());
    if (samples != 1) throw fail("the TIFF mask has " + std::to_string(samples) + " values a pixel");
    if (layout.bits != 1 && layout.bits % 8 != 0)
        throw fail("the TIFF mask has " + std::to_string(layout.bits) + " bits a pixel");
    Mask mask({layout.rows, layout.cols});
    if (TIFFIsTiled(tiff.get()) != 0) {
        if (!readTiled(tiff.get(), layout, mask)) throw fail("cannot read the TIFF mask");
        return mask;
    }
    std::vector<char> row(static_cast<std::size_t>(TIFFScanlineSize(tiff.get())));
    for (std::uint32_t r = 0; r < layout.rows; ++r) {
        if (TIFFReadScanline(tiff.get(), row.data(), r, 0) < 0) throw fail("cannot read the TIFF mask");
        markRow(row, layout, layout.cols, &mask(r, std::size_t{0}));
    }
    return mask;
}

} // namespace

Mask readMaskFile(const std::filesystem::path& file, const std::string& path) {
    std::array<char, 8> magic{};
    std::error_code error;
    if (std::filesystem::is_regular_file(file, error)) {
        std::ifstream stream(file, std::ios::binary);
        stream.read(magic.data(), magic.size());
    }
    if (std::memcmp(magic.data(), "\x93NUMPY", 6) == 0) return readNpyMask(file);
    const bool tiff = std::memcmp(magic.data(), "II", 2) == 0 || std::memcmp(magic.data(), "MM", 2) == 0;
    if (tiff && (magic[2] == 42 || magic[3] == 42 || magic[2] == 43 || magic[3] == 43)) return readTiffMask(file);
    try {
        return readHdf5Mask(file, path);
    } catch (const DataError& failure) {
        if (failure.problem() == "is not an HDF5 file")
            throw DataError("the mask is no HDF5, NPY or TIFF file", file.string(), "convert it to one of these");
        throw;
    }
}

} // namespace ewald::io
