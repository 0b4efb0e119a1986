// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/image_file.h"

#include "base/error.h"
#include "base/input_file.h"
#include "base/phrase.h"
#include "io/frame_stack.h"
#include "io/hdf5.h"
#include "io/scan.h"
#include "io/stack/byte_order.h"
#include "io/stack/file_kind.h"
#include "io/stack/tiff_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <optional>

namespace ewald::io {
namespace {

using Image = Array<double, 2>;

constexpr std::size_t kMaxPixels = std::size_t{1} << 28; // 16384²; larger is no detector but a damaged header

/// "mask" or "image", for messages.
const char* nameOf(ImagePurpose purpose) {
    return purpose == ImagePurpose::mask ? translatable("mask") : translatable("image");
}

const char* nameDataset(ImagePurpose purpose) {
    return purpose == ImagePurpose::mask ? translatable("name one with mask_path")
                                         : translatable("keep one image a file");
}

void checkSize(std::size_t rows, std::size_t cols, ImagePurpose purpose, const std::string& where) {
    if (rows == 0 || cols == 0 || rows > kMaxPixels / cols)
        throw DataError(phrase("the %1 has the absurd shape (%2, %3)", nameOf(purpose), rows, cols), where,
                        "choose another file");
}

template <class T>
void convert(std::span<const std::byte> bytes, Image& out) {
    for (std::size_t i = 0; i < out.size(); ++i) {
        T value;
        std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
        out.data()[i] = static_cast<double>(value);
    }
}

/// Pixels in the byte order of this machine as numbers.
Image toNumbers(std::span<const std::byte> bytes, FrameShape shape) {
    Image out({shape.rows, shape.cols});
    withPixelType(shape.type, [&](auto number) { convert<decltype(number)>(bytes, out); });
    return out;
}

// ---- HDF5 --------------------------------------------------------------------------------------------------------

/// The dataset that a person means who names only the file.
std::string findDataset(const std::filesystem::path& file, ImagePurpose purpose) {
    std::vector<std::string> images;
    std::vector<std::string> masks;
    for (const FileNode& node : listFile(file)) {
        h5::Shape shape = node.shape;
        while (shape.size() > 2 && shape[0] == 1) shape.erase(shape.begin());
        if (node.isGroup || shape.size() != 2 || !node.problem.empty()) continue;
        if (!node.type.starts_with("int") && !node.type.starts_with("uint") && !node.type.starts_with("float") &&
            node.type != "bool")
            continue;
        if (shape[0] < 2 || shape[1] < 2) continue;
        images.push_back(node.path);
        if (node.path.find("mask") != std::string::npos) masks.push_back(node.path);
    }
    if (images.size() == 1) return images[0];
    if (purpose == ImagePurpose::mask && masks.size() == 1) return masks[0];
    if (images.empty())
        throw DataError(phrase("the %1 file holds no image", nameOf(purpose)), file.string(),
                        "choose a file with a 2-D dataset of numbers");
    throw DataError(
        phrase("the %1 file holds several images, among them %2 and %3", nameOf(purpose), images[0], images[1]),
        file.string(), nameDataset(purpose));
}

Image readHdf5(const std::filesystem::path& path, const std::string& datasetPath, ImagePurpose purpose) {
    const h5::File file = h5::File::open(path);
    const h5::Dataset dataset = file.dataset(datasetPath.empty() ? findDataset(path, purpose) : datasetPath);
    h5::Shape shape = dataset.shape();
    while (shape.size() > 2 && shape[0] == 1) shape.erase(shape.begin());
    if (shape.size() != 2)
        throw DataError(
            phrase("the %1 has the shape %2, expected an image", nameOf(purpose), h5::toText(dataset.shape())),
            dataset.where(), "name a dataset of the shape of a frame");
    checkSize(shape[0], shape[1], purpose, dataset.where());
    return Image({shape[0], shape[1]}, dataset.readAll<double>(kMaxPixels));
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

/// The type of "<u2", "|b1", ">f8".
std::optional<PixelType> npyType(char kind, std::size_t width) {
    using enum PixelType;
    struct Known {
        char kind;
        std::size_t width;
        PixelType type;
    };
    static constexpr std::array<Known, 11> kKnown{{{'b', 1, uint8},
                                                   {'u', 1, uint8},
                                                   {'u', 2, uint16},
                                                   {'u', 4, uint32},
                                                   {'u', 8, uint64},
                                                   {'i', 1, int8},
                                                   {'i', 2, int16},
                                                   {'i', 4, int32},
                                                   {'i', 8, int64},
                                                   {'f', 4, float32},
                                                   {'f', 8, float64}}};
    for (const Known& known : kKnown)
        if (known.kind == kind && known.width == width) return known.type;
    return std::nullopt;
}

/// The dictionary at the start of the file; the stream then stands at the numbers.
std::optional<std::string> npyHeader(std::istream& stream) {
    std::array<char, 10> start{};
    stream.read(start.data(), start.size());
    std::size_t length = static_cast<unsigned char>(start[8]) + 256U * static_cast<unsigned char>(start[9]);
    if (start[6] >= 2) { // version 2 and 3: four bytes of length
        std::array<char, 2> more{};
        stream.read(more.data(), more.size());
        length += 65536U * static_cast<unsigned char>(more[0]) + 16777216U * static_cast<unsigned char>(more[1]);
    }
    if (!stream || length > 65536) return std::nullopt;
    std::string header(length, '\0');
    stream.read(header.data(), static_cast<std::streamsize>(length));
    return stream ? std::optional<std::string>(std::move(header)) : std::nullopt;
}

Image readNpy(const std::filesystem::path& path, ImagePurpose purpose) {
    const auto fail = [&](const std::string& what) -> DataError {
        return DataError(what, path.string(), "save it again with numpy.save as a 2-D array of numbers");
    };
    InputStream stream(path);
    const std::optional<std::string> header = npyHeader(stream);
    if (!header) throw fail(phrase("the NPY header of the %1 is damaged", nameOf(purpose)));
    const std::string type = headerValue(*header, "descr", ',');
    const std::string shapeText = headerValue(*header, "shape", ')');
    const bool columnsFirst = headerValue(*header, "fortran_order", ',').find("True") != std::string::npos;
    const std::size_t quote = type.find_first_of("'\"");
    if (quote == std::string::npos || quote + 3 >= type.size())
        throw fail(phrase("the %1 holds no plain numbers", nameOf(purpose)));
    const auto pixel = npyType(type[quote + 2], std::strtoul(type.c_str() + quote + 3, nullptr, 10));
    if (!pixel) throw fail(phrase("the %1 holds no plain numbers", nameOf(purpose)));
    unsigned long rows = 0;
    unsigned long cols = 0;
    char tail = '\0';
    if (std::sscanf(shapeText.c_str(), " ( %lu , %lu %c", &rows, &cols, &tail) != 2)
        throw fail(phrase("the %1 has the shape%2), expected an image", nameOf(purpose), shapeText));
    checkSize(rows, cols, purpose, path.string());
    const std::size_t width = bytesOf(*pixel);
    if (stream.size() < rows * cols * width) throw fail(phrase("the %1 file is truncated", nameOf(purpose)));
    std::vector<std::byte> bytes(rows * cols * width);
    stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!stream) throw fail(phrase("the %1 file is truncated", nameOf(purpose)));
    if ((type[quote + 1] == '>') != kBigEndianMachine) swapBytes(bytes, width);
    if (!columnsFirst) return toNumbers(bytes, {rows, cols, *pixel});
    const Image turned = toNumbers(bytes, {cols, rows, *pixel});
    Image image({rows, cols});
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c) image(r, c) = turned(c, r);
    return image;
}

// ---- the others --------------------------------------------------------------------------------------------------

Image readTiff(const std::filesystem::path& path, ImagePurpose purpose) {
    const TiffContents contents = openTiff(path);
    const TiffPage& page = contents.pages.front();
    checkSize(page.shape.rows, page.shape.cols, purpose, path.string());
    // A header may promise more pixels than there are: deflate packs at most 1032 into one byte.
    std::error_code failed;
    const auto there = std::filesystem::file_size(path, failed);
    if (!failed && page.shape.bytes() / 1100 > there)
        throw DataError("the TIFF file is truncated", path.string(), "copy it again");
    std::vector<std::byte> bytes(page.shape.bytes());
    readTiffPage(path, page, bytes);
    return toNumbers(bytes, page.shape);
}

Image readFrame(const std::filesystem::path& path, ImagePurpose purpose) {
    const std::shared_ptr<const FrameStack> stack = openStack(std::span(&path, 1));
    if (stack->frameCount() != 1)
        throw DataError(phrase("the %1 file holds %2 images", nameOf(purpose), stack->frameCount()), path.string(),
                        "choose a file with one image");
    checkSize(stack->rows(), stack->cols(), purpose, path.string());
    const std::unique_ptr<FrameReader> reader = stack->makeReader();
    return toNumbers(reader->readPixels(0), {stack->rows(), stack->cols(), stack->pixelType()});
}

} // namespace

Image readNumberImage(const std::filesystem::path& file, const std::string& path, ImagePurpose purpose) {
    switch (fileKind(file)) {
    case FileKind::npy: return readNpy(file, purpose);
    case FileKind::tiff: return readTiff(file, purpose);
    case FileKind::edf:
    case FileKind::cbf: return readFrame(file, purpose);
    default: break;
    }
    try {
        return readHdf5(file, path, purpose);
    } catch (const DataError& failure) {
        if (failure.problem() == "is not an HDF5 file")
            throw DataError(phrase("the %1 is no HDF5, NPY, TIFF, EDF or CBF file", nameOf(purpose)), file.string(),
                            "convert it to one of these");
        throw;
    }
}

Array<float, 2> readImage(const std::filesystem::path& file, const std::string& path) {
    const Image values = readNumberImage(file, path, ImagePurpose::image);
    Array<float, 2> image(values.shape());
    std::transform(values.begin(), values.end(), image.begin(), [](double value) { return static_cast<float>(value); });
    return image;
}

} // namespace ewald::io
