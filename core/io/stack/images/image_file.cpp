// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/images/image_file.h"

#include "base/error.h"
#include "base/files/input_file.h"
#include "base/median.h"
#include "base/phrase.h"
#include "base/pixels/negative_marks.h"
#include "base/quantity_text.h"
#include "io/file_address.h"
#include "io/frame_stack.h"
#include "io/hdf5/hdf5.h"
#include "io/scan.h"
#include "io/stack/file_kind.h"
#include "io/stack/file_patterns.h"
#include "io/stack/fill_value.h"
#include "io/stack/hdf5_resolver.h"
#include "io/stack/hdf5_segment.h"
#include "io/stack/images/byte_order.h"
#include "io/stack/images/half_float.h"
#include "io/stack/images/npy_file.h"
#include "io/stack/images/npz_file.h"
#include "io/stack/images/tiff_file.h"
#include "io/stack/packing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <sstream>

namespace ewald::io {
namespace {

using Image = Array<double, 2>;

constexpr std::size_t kMaxPixels = std::size_t{1} << 28; // 16384²; larger is no detector but a damaged header

/// "mask" or "image", for messages.
const char* nameOf(ImagePurpose purpose) {
    return purpose == ImagePurpose::mask ? translatable("mask") : translatable("image");
}

bool isMask(ImagePurpose purpose) { return purpose == ImagePurpose::mask; }

/// Whether the name of an image stands for files whose names fit.
bool standsForSeveral(const std::filesystem::path& name) {
    std::error_code failed;
    return isPattern(name.string()) && !std::filesystem::exists(name, failed);
}

/// What the name of a dataset holds that is meant for a purpose.
std::vector<std::string> wordsOf(ImagePurpose purpose) {
    switch (purpose) {
    case ImagePurpose::mask: return {"mask"};
    case ImagePurpose::dark: return {"dark", "background"};
    case ImagePurpose::flat: return {"flat", "white"};
    case ImagePurpose::variance: return {"variance"};
    case ImagePurpose::image: break;
    }
    return {};
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

/// The mean of images of one shape, as darks and flat fields are taken: not a number where one of them has the marker
/// of its type, or the value that its file gives to pixels that are not measured, where it is negative and cannot be
/// (flat fields, variances), nor in the gaps that darks mark.
class MeanImage {
public:
    /// \param type absent: of numbers that have no marker \param where for messages
    MeanImage(ImagePurpose purpose, std::optional<PixelType> type, std::string where)
        : m_purpose(purpose), m_positive(purpose == ImagePurpose::flat || purpose == ImagePurpose::variance),
          m_where(std::move(where)) {
        if (type && (purpose == ImagePurpose::dark || m_positive)) m_marker = markerOf(*type).value_or(m_marker);
    }
    /// Pixels of this value, as single precision has it, or as near to it, say nothing.
    void leaveOut(double value, double within = 0) {
        m_notMeasured = {static_cast<float>(value), static_cast<float>(within)};
    }
    /// \param images that it is the mean of
    void add(Image&& image, std::size_t images = 1) {
        if (!m_sum.empty() && image.shape() != m_sum.shape())
            throw DataError(phrase("images of %1 and of %2 pixels have no mean",
                                   shapeText(m_sum.extent(0), m_sum.extent(1)),
                                   shapeText(image.extent(0), image.extent(1))),
                            m_where, "name images of one shape");
        constexpr double kMostCounts = 1e20; // no detector holds more: floats mark pixels so
        const bool areCounts = m_purpose == ImagePurpose::dark || m_purpose == ImagePurpose::flat;
        double counts = 0;
        bool isEmpty = true;
        for (double& value : image) {
            isEmpty = isEmpty && value == 0;
            if (value >= m_marker || (m_positive && value < 0) || m_notMeasured.contains(static_cast<float>(value)) ||
                (areCounts && std::abs(value) > kMostCounts) ||
                (m_purpose == ImagePurpose::variance && !isMeasured(value)))
                value = std::numeric_limits<double>::quiet_NaN();
            if (std::isfinite(value)) counts += value;
        }
        if (isEmpty && m_empty++ == 0) m_firstEmpty = m_count;
        m_counts += counts;
        m_ofImages.push_back(counts);
        if (m_purpose == ImagePurpose::dark) lookForNotes(image);
        if (images > 1)
            for (double& value : image) value *= static_cast<double>(images);
        m_count += images;
        if (m_sum.empty()) {
            m_sum = std::move(image);
            return;
        }
        for (std::size_t i = 0; i < m_sum.size(); ++i) m_sum.data()[i] += image.data()[i];
    }
    /// \throws DataError: some of the images were never written, as it seems, and would count as zeros
    [[nodiscard]] NumberImage take() {
        constexpr double kManyCounts = 100; // of each of the others: by chance hardly one of e¹⁰⁰ images is empty then
        if (m_empty > 0 && m_counts > kManyCounts * static_cast<double>(m_count - m_empty))
            throw DataError(phrase("%1 of %2 images hold no counts at all (first: image %3), and the others do: were "
                                   "they written?",
                                   m_empty, m_count, m_firstEmpty),
                            m_where, "name a file or dataset without them");
        if (m_count > 1)
            for (double& value : m_sum) value /= static_cast<double>(m_count);
        const auto notes = std::ranges::count_if(m_notes, [](std::int8_t note) { return note != 0; });
        if (notes > 1 && (m_count > 1 || m_negative.areGapsAndDead()))
            for (std::size_t i = 0; i < m_notes.size(); ++i)
                if (m_notes[i] != 0) m_sum.data()[i] = std::numeric_limits<double>::quiet_NaN();
        return {std::move(m_sum), m_count, outlier()};
    }

private:
    /// What holds the mark of a gap or of a dead pixel in all images is none of their counts. In a single image it may
    /// be a small difference of counts where others are negative, too.
    void lookForNotes(const Image& image) {
        if (m_count == 0) m_notes.assign(image.size(), 0);
        for (std::size_t i = 0; i < m_notes.size(); ++i) {
            const double value = image.data()[i];
            if (value < 0) m_negative.add(static_cast<float>(value));
            const auto note = static_cast<std::int8_t>(NegativeMarks::isGapOrDead(value) ? -value : 0);
            m_notes[i] = m_count == 0 || m_notes[i] == note ? note : std::int8_t{0};
        }
    }

    /// Says which image holds far more or fewer counts than the others, as one that was taken with the beam on.
    [[nodiscard]] std::string outlier() const {
        constexpr double kFactor = 1.5, kSpreads = 10;
        constexpr std::size_t kFewest = 3;
        const bool areCounts = m_purpose == ImagePurpose::dark || m_purpose == ImagePurpose::flat;
        const double median = medianOf(m_ofImages);
        if (!areCounts || m_ofImages.size() < kFewest || !(median > 0)) return {};
        for (std::size_t i = 0; i < m_ofImages.size(); ++i) {
            const double far = std::abs(m_ofImages[i] - median);
            const bool isFar = m_ofImages[i] > kFactor * median || kFactor * m_ofImages[i] < median;
            if (isFar && far > kSpreads * std::sqrt(median))
                return phrase("image %1 of the %2 holds %3 times the counts of the others: was it taken as they were?",
                              i, m_ofImages.size(), numberText(m_ofImages[i] / median, 3));
        }
        return {};
    }

    double m_marker = std::numeric_limits<double>::infinity();
    NotMeasured m_notMeasured;
    ImagePurpose m_purpose;
    bool m_positive; ///< what is negative says nothing
    std::string m_where;
    Image m_sum;
    std::size_t m_count = 0, m_empty = 0, m_firstEmpty = 0;
    double m_counts = 0;              ///< of all images
    std::vector<double> m_ofImages;   ///< of each
    std::vector<std::int8_t> m_notes; ///< by pixel: 1 and 2 for −1 and −2 in all images, else 0
    NegativeMarks m_negative;         ///< the negative numbers of all images
};

// ---- HDF5 --------------------------------------------------------------------------------------------------------

constexpr std::size_t kMostAxes = 4; ///< of a stack

/// Paths of datasets, of which one that has several, as frames of NeXus files have, counts once.
class DistinctDatasets {
public:
    explicit DistinctDatasets(const h5::File& file) : m_file(file) {}
    void add(const std::string& path) {
        const auto identity = m_file.identity(path);
        if (identity && std::ranges::count(m_known, *identity) > 0) return;
        if (identity) m_known.push_back(*identity);
        m_paths.push_back(path);
    }
    [[nodiscard]] const std::vector<std::string>& paths() const noexcept { return m_paths; }

private:
    const h5::File& m_file;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> m_known;
    std::vector<std::string> m_paths;
};

/// Whether these are the data files of a master, which together are one stack.
bool arePartsOfOne(const std::vector<std::string>& paths) {
    const auto isPart = [&](const std::string& path) {
        const std::size_t name = path.rfind('/') + 1;
        const auto number = numberAtEnd(path);
        constexpr std::string_view kData = "data_";
        return path.compare(0, name, paths[0], 0, name) == 0 && path.compare(name, kData.size(), kData) == 0 &&
               number && number->begin == name + kData.size();
    };
    return paths.size() > 1 && std::ranges::all_of(paths, isPart);
}

/// The dataset that a person means who names only the file. Empty, but for masks: the frames of the file in several
/// ones.
std::string findDataset(const h5::File& file, ImagePurpose purpose) {
    DistinctDatasets all(file);
    DistinctDatasets named(file);
    const std::vector<std::string> words = wordsOf(purpose);
    for (const FileNode& node : listFile(file.file())) {
        h5::Shape shape = node.shape;
        if (isMask(purpose))
            while (shape.size() > 2 && shape[0] == 1) shape.erase(shape.begin());
        else if (shape.size() <= kMostAxes)
            while (shape.size() > 2) shape.erase(shape.begin());
        if (node.isGroup || shape.size() != 2 || !node.problem.empty()) continue;
        if (!node.type.starts_with("int") && !node.type.starts_with("uint") && !node.type.starts_with("float") &&
            node.type != "bool")
            continue;
        if (shape[0] < 2 || shape[1] < 2) continue;
        all.add(node.path);
        if (std::ranges::any_of(words,
                                [&](const std::string& word) { return node.path.find(word) != std::string::npos; }))
            named.add(node.path);
    }
    const std::vector<std::string>& images = all.paths();
    if (images.size() == 1) return images[0];
    if (named.paths().size() == 1) return named.paths()[0];
    if (images.empty())
        throw DataError(phrase("the %1 file holds no image", nameOf(purpose)), file.file().string(),
                        "choose a file with a 2-D dataset of numbers");
    if (!isMask(purpose) && arePartsOfOne(images)) return {};
    throw DataError(
        phrase("the %1 file holds several images, among them %2 and %3", nameOf(purpose), images[0], images[1]),
        file.file().string(), nameDataset(purpose));
}

/// Refuses numbers that stand for others: frames are not converted, either, and an image that is would not belong to
/// them. \throws DataError
void refusePacked(const std::string& by, const std::string& where) {
    if (by.empty()) return;
    throw DataError(phrase("the numbers of the image stand for others (%1), which is not applied", by), where,
                    "write the numbers themselves");
}

/// The mean of the images of a dataset that are there: what was never written would count as zeros.
NumberImage readStack(const std::filesystem::path& path, const std::string& name, ImagePurpose purpose) {
    Hdf5Resolver resolver(std::make_shared<DescriptorPool>());
    const std::shared_ptr<const h5::File> file = resolver.open(path);
    const std::string where = file->where(name);
    refusePacked(packingOf(*file, name).by, where);
    const ResolvedFrames resolved = resolver.frames(file, name);
    StackContents contents;
    const std::size_t all = resolved.entries.size();
    static_cast<void>(appendFrames(resolved, {}, 0, all, where, contents.frames));
    const std::vector<std::size_t> there = contents.frames.readable();
    if (there.empty())
        throw DataError(phrase("the %1 was never written", nameOf(purpose)), where,
                        resolved.missing.empty() ? translatable("choose another file or dataset") : resolved.missing);
    const FrameShape shape = contents.frames.shape();
    checkSize(shape.rows, shape.cols, purpose, where);
    MeanImage mean(purpose, shape.type, where);
    std::vector<Note> ofFrames; // are no remarks on an image
    if (const auto value = notMeasuredValue(*file, name, shape.type, ofFrames)) mean.leaveOut(*value);
    const std::shared_ptr<const FrameStack> stack = makeStack(std::move(contents));
    const std::unique_ptr<FrameReader> reader = stack->makeReader();
    for (const std::size_t image : there) mean.add(toNumbers(reader->readPixels(image), shape));
    return mean.take();
}

NumberImage readFrames(const std::filesystem::path& path, ImagePurpose purpose);

NumberImage readHdf5(const std::filesystem::path& path, const std::string& datasetPath, ImagePurpose purpose) {
    const h5::File file = h5::File::open(path);
    const std::string name = datasetPath.empty() ? findDataset(file, purpose) : datasetPath;
    if (name.empty()) return readFrames(path, purpose);
    const h5::Dataset dataset = file.dataset(name);
    h5::Shape shape = dataset.shape();
    if (!isMask(purpose) && shape.size() > 2 && shape.size() <= kMostAxes && dataset.info().elements() > 0)
        return readStack(path, name, purpose);
    while (shape.size() > 2 && shape[0] == 1) shape.erase(shape.begin());
    if (shape.size() != 2)
        throw DataError(
            phrase("the %1 has the shape %2, expected an image", nameOf(purpose), h5::toText(dataset.shape())),
            dataset.where(), "name a dataset of the shape of a frame");
    if (!isMask(purpose) && dataset.info().type.isReal() && dataset.info().elements() > 0)
        return readStack(path, name, purpose);
    checkSize(shape[0], shape[1], purpose, dataset.where());
    MeanImage mean(purpose, pixelTypeOf(dataset.info().type), dataset.where());
    mean.add(Image({shape[0], shape[1]}, dataset.readAll<double>(kMaxPixels)));
    return mean.take();
}

// ---- NPY ---------------------------------------------------------------------------------------------------------

/// \param size of the stream in bytes
NumberImage readNpy(std::istream& stream, std::size_t size, const std::filesystem::path& path, ImagePurpose purpose) {
    const auto fail = [&](const std::string& what) -> DataError {
        return DataError(what, path.string(), "save it again with numpy.save as a 2-D array of numbers");
    };
    const std::optional<NpyHeader> header = readNpyHeader(stream);
    if (!header) throw fail(phrase("the NPY header of the %1 is damaged", nameOf(purpose)));
    if (!header->type) throw fail(phrase("the %1 holds no plain numbers", nameOf(purpose)));
    std::vector<std::size_t> shape = header->shape;
    while (shape.size() > 2 && shape[0] == 1) shape.erase(shape.begin());
    const bool columnsFirst = header->columnsFirst;
    const std::size_t images = shape.size() == 3 ? shape[0] : 1;
    if (shape.size() < 2 || shape.size() > 3 || images == 0 || (images > 1 && (isMask(purpose) || columnsFirst)))
        throw fail(phrase("the %1 has the shape%2), expected an image", nameOf(purpose), header->shapeText));
    const std::size_t rows = shape[shape.size() - 2];
    const std::size_t cols = shape.back();
    checkSize(rows, cols, purpose, path.string());
    const PixelType pixel = *header->type;
    const std::size_t width = header->halfFloats ? 2 : bytesOf(pixel);
    const std::size_t bytesOfImage = rows * cols * width;
    if (size / images < bytesOfImage) throw fail(phrase("the %1 file is truncated", nameOf(purpose)));
    std::vector<std::byte> bytes(bytesOfImage), wide(header->halfFloats ? 2 * bytesOfImage : 0);
    MeanImage mean(purpose, pixel, path.string());
    for (std::size_t image = 0; image < images; ++image) {
        stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        if (!stream) throw fail(phrase("the %1 file is truncated", nameOf(purpose)));
        if (header->halfFloats)
            widenHalves(bytes, header->bigEndian, wide);
        else if (header->bigEndian != kBigEndianMachine)
            swapBytes(bytes, width);
        const std::vector<std::byte>& pixels = header->halfFloats ? wide : bytes;
        mean.add(toNumbers(pixels, columnsFirst ? FrameShape{cols, rows, pixel} : FrameShape{rows, cols, pixel}));
    }
    NumberImage read = mean.take();
    if (!columnsFirst) return read;
    Image image({rows, cols});
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c) image(r, c) = read.pixels(c, r);
    return {std::move(image), read.images, read.remark};
}

/// The .msk files of Fit2D: 1024 bytes of header, then rows of bits, each filled up to 32.
NumberImage readFit2dMask(const std::filesystem::path& path) {
    constexpr std::size_t kHeaderBytes = 1024;
    InputStream stream(path);
    std::vector<unsigned char> header(kHeaderBytes);
    stream.read(reinterpret_cast<char*>(header.data()), kHeaderBytes);
    const auto number = [&](std::size_t at) {
        return header[at] + 256U * header[at + 1] + 65536U * header[at + 2] + 16777216U * header[at + 3];
    };
    const std::size_t cols = number(16);
    const std::size_t rows = number(20);
    if (stream) checkSize(rows, cols, ImagePurpose::mask, path.string());
    const std::size_t bytesOfRow = (cols + 31) / 32 * 4;
    if (!stream || (stream.size() - kHeaderBytes) / bytesOfRow < rows)
        throw DataError(phrase("the %1 file is truncated", nameOf(ImagePurpose::mask)), path.string(), "copy it again");
    Image mask({rows, cols});
    std::vector<unsigned char> bits(bytesOfRow);
    for (std::size_t row = 0; row < rows; ++row) {
        stream.read(reinterpret_cast<char*>(bits.data()), static_cast<std::streamsize>(bits.size()));
        for (std::size_t col = 0; col < cols; ++col) mask(row, col) = bits[col / 8] >> (col % 8) & 1;
    }
    return {std::move(mask)};
}

// ---- the others --------------------------------------------------------------------------------------------------

[[noreturn]] void refuseImages(std::size_t count, ImagePurpose purpose, const std::filesystem::path& path) {
    throw DataError(phrase("the %1 file holds %2 images", nameOf(purpose), count), path.string(),
                    "choose a file with one image");
}

/// The mean of those that are there would be another image. \throws DataError where a file is cut off
void refuseCut(std::size_t missing, std::size_t there, ImagePurpose purpose, const std::filesystem::path& path) {
    if (missing > 0)
        throw DataError(
            phrase("the %1 file is cut off: %2 of %3 images are not there", nameOf(purpose), missing, missing + there),
            path.string(), "copy it again from its source");
}

/// The frames of a file: one of a mask, else the mean of all.
NumberImage readFrames(const std::filesystem::path& path, ImagePurpose purpose) {
    const std::shared_ptr<const FrameStack> stack = openStack(std::span(&path, 1));
    if (stack->frameCount() == 0 || (stack->frameCount() != 1 && isMask(purpose)))
        refuseImages(stack->frameCount(), purpose, path);
    refuseCut(stack->cutOff, stack->frameCount(), purpose, path);
    checkSize(stack->rows(), stack->cols(), purpose, path.string());
    const std::unique_ptr<FrameReader> reader = stack->makeReader();
    MeanImage mean(purpose, stack->pixelType(), path.string());
    if (stack->notMeasured && !isMask(purpose)) mean.leaveOut(*stack->notMeasured, stack->notMeasuredWithin);
    for (std::size_t frame = 0; frame < stack->frameCount(); ++frame)
        mean.add(toNumbers(reader->readPixels(frame), {stack->rows(), stack->cols(), stack->pixelType()}));
    return mean.take();
}

NumberImage readTiff(const std::filesystem::path& path, ImagePurpose purpose) {
    const TiffContents contents = openTiff(path);
    if (!isMask(purpose)) refusePacked(contents.packed, path.string());
    if (!isMask(purpose) && contents.unnamed > 0)
        throw DataError(phrase("%1 bytes of the %2 file belong to none of its %3 {page|pages}: it may hold more images",
                               contents.unnamed, nameOf(purpose), contents.pages.size()),
                        path.string(), "save it again as a stack whose pages all have their tags");
    if (contents.pages.size() > 1 && !isMask(purpose)) return readFrames(path, purpose);
    if (contents.pages.size() > 1) refuseImages(contents.pages.size(), purpose, path);
    refuseCut(contents.endsEarly ? 1 : 0, contents.pages.size(), purpose, path);
    const TiffPage& page = contents.pages.front();
    checkSize(page.shape.rows, page.shape.cols, purpose, path.string());
    // A header may promise more pixels than there are: deflate packs at most 1032 into one byte.
    std::error_code failed;
    const auto there = std::filesystem::file_size(path, failed);
    if (!failed && page.shape.bytes() / 1100 > there)
        throw DataError("the TIFF file is truncated", path.string(), "copy it again");
    std::vector<std::byte> bytes(page.shape.bytes());
    readTiffPage(path, page, bytes);
    MeanImage mean(purpose, page.shape.type, path.string());
    mean.add(toNumbers(bytes, page.shape));
    return mean.take();
}

NumberImage readOne(const std::filesystem::path& file, const std::string& path, ImagePurpose purpose);

/// The mean of the images of several files. What their formats or files mark as not measured, each of them has left
/// out; what only several images tell, such as marks in darks, all of them tell.
NumberImage readMeanOfFiles(const std::filesystem::path& pattern, const std::string& path, ImagePurpose purpose) {
    MeanImage mean(purpose, std::nullopt, pattern.string());
    for (const std::filesystem::path& file : filesOfImage(pattern)) {
        NumberImage read = readOne(file, path, purpose);
        mean.add(std::move(read.pixels), read.images);
    }
    return mean.take();
}

/// The dataset that the address of an image names, or what is named beside it. \throws DataError where these are two
std::string oneDataset(const FileAddress& address, const std::string& beside, const std::filesystem::path& name) {
    const auto withoutSlash = [](const std::string& path) {
        return path.substr(std::min(path.find_first_not_of('/'), path.size()));
    };
    if (address.path.empty()) return beside;
    if (beside.empty() || withoutSlash(beside) == withoutSlash(address.path)) return address.path;
    throw DataError(phrase("the address names the dataset %1, mask_path names %2", address.path, beside), name.string(),
                    "leave out one of them");
}

/// \throws DataError where a dataset is named of a file that has none
void refuseDataset(const std::string& path, const std::filesystem::path& file) {
    if (path.empty()) return;
    throw DataError(phrase("the dataset %1 is named of a file that holds no datasets", path), file.string(),
                    "leave it out, or name an HDF5 file or NPZ archive");
}

} // namespace

NumberImage readNumberImage(const std::filesystem::path& name, const std::string& dataset, ImagePurpose purpose) {
    const FileAddress address = splitAddress(name);
    if (!address.slice.empty())
        throw DataError("the address names a part of a dataset", name.string(), "name a dataset that holds this image");
    const std::string path = oneDataset(address, dataset, name);
    const bool mayBeMean = !isMask(purpose) && purpose != ImagePurpose::image;
    return mayBeMean && standsForSeveral(address.file) ? readMeanOfFiles(address.file, path, purpose)
                                                       : readOne(address.file, path, purpose);
}

namespace {

NumberImage readOne(const std::filesystem::path& file, const std::string& path, ImagePurpose purpose) {
    const FileKind kind = fileKind(file);
    if (kind == FileKind::npy || kind == FileKind::fit2dMask || holdsImages(kind)) refuseDataset(path, file);
    switch (kind) {
    case FileKind::npy: {
        InputStream stream(file);
        return readNpy(stream, stream.size(), file, purpose);
    }
    case FileKind::zip: {
        std::istringstream stream(npyOfArchive(file, path, wordsOf(purpose)));
        return readNpy(stream, stream.view().size(), file, purpose);
    }
    case FileKind::fit2dMask: return readFit2dMask(file);
    case FileKind::tiff: return readTiff(file, purpose);
    case FileKind::other:
        throw DataError(phrase("the %1 is no file of images that Ewald knows", nameOf(purpose)), file.string(),
                        "convert it to HDF5, TIFF, EDF or NPY");
    case FileKind::unknown: // the library says why it cannot be read
    case FileKind::hdf5: break;
    default: return readFrames(file, purpose);
    }
    return readHdf5(file, path, purpose);
}

} // namespace

std::vector<std::filesystem::path> filesOfImage(const std::filesystem::path& name) {
    if (!standsForSeveral(name)) return {name};
    return expandPatterns(std::span(&name, 1));
}

std::string remarkOnImage(const std::filesystem::path& name) {
    for (const std::filesystem::path& file : filesOfImage(splitAddress(name).file)) {
        if (fileKind(file) != FileKind::tiff) continue;
        const TiffContents contents = openTiff(file);
        const auto turned =
            std::ranges::find_if(contents.pages, [](const TiffPage& page) { return page.orientation != 1; });
        if (turned != contents.pages.end()) return turnedPageText(*turned, file);
    }
    return {};
}

bool isImageOfFrames(const std::filesystem::path& file, const std::string& path, ImagePurpose purpose,
                     const std::string& framesPath) {
    if (fileKind(file) != FileKind::hdf5) return true;
    const h5::File opened = h5::File::open(file);
    const std::string name = path.empty() ? findDataset(opened, purpose) : path;
    if (name.empty()) return true;
    if (!framesPath.empty()) {
        const auto identity = opened.identity(framesPath);
        return identity && identity == opened.identity(name);
    }
    const std::vector<std::string> words = wordsOf(purpose);
    return std::ranges::none_of(words, [&](const std::string& word) { return name.find(word) != std::string::npos; });
}

MeanOfImages readMeanImage(const std::filesystem::path& file, const std::string& path, ImagePurpose purpose) {
    const NumberImage read = readNumberImage(file, path, purpose);
    MeanOfImages mean{Array<float, 2>(read.pixels.shape()), read.images, read.remark};
    std::ranges::transform(read.pixels, mean.pixels.begin(), [](double value) { return static_cast<float>(value); });
    return mean;
}

Array<float, 2> readImage(const std::filesystem::path& file, const std::string& path, ImagePurpose purpose) {
    return readMeanImage(file, path, purpose).pixels;
}

Array<float, 2> readImage(const std::filesystem::path& file, const std::string& path) {
    return readImage(file, path, ImagePurpose::image);
}

} // namespace ewald::io
