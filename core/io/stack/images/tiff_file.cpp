// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/images/tiff_file.h"

#include "base/files/input_file.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "codec/decoders.h"
#include "io/stack/images/byte_order.h"
#include "io/stack/images/detector_header.h"
#include "io/stack/images/marccd_header.h"
#include "io/stack/packing.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <tiffio.h>
#include <utility>

namespace ewald::io {
namespace {

constexpr std::uint64_t kMaxPixels = std::uint64_t{1} << 30U;
constexpr std::size_t kMostPages = 1'000'000;

int keepMessage(TIFF*, void* target, const char*, const char* format, std::va_list arguments) {
    std::array<char, 256> text{};
    std::vsnprintf(text.data(), text.size(), format, arguments);
    auto& message = *static_cast<std::string*>(target);
    if (message.empty()) message = text.data();
    return 1; // nothing is printed
}

int dropMessage(TIFF*, void*, const char*, const char*, std::va_list) { return 1; }

struct TiffCloser {
    void operator()(TIFF* tiff) const { TIFFClose(tiff); }
};

/// An open file with the first complaint of the library.
class Tiff {
public:
    explicit Tiff(const std::filesystem::path& file) : m_file(file) {
        const std::unique_ptr<TIFFOpenOptions, void (*)(TIFFOpenOptions*)> options(TIFFOpenOptionsAlloc(),
                                                                                   TIFFOpenOptionsFree);
        TIFFOpenOptionsSetErrorHandlerExtR(options.get(), keepMessage, &m_message);
        TIFFOpenOptionsSetWarningHandlerExtR(options.get(), dropMessage, nullptr);
        // m: no memory map, which would crash on a file that is cut off while it is read.
        m_tiff.reset(TIFFOpenExt(file.c_str(), "rm", options.get()));
        if (!m_tiff) fail("cannot read the TIFF file");
    }
    [[nodiscard]] TIFF* get() const noexcept { return m_tiff.get(); }
    [[nodiscard]] const std::filesystem::path& file() const noexcept { return m_file; }
    [[noreturn]] void fail(const std::string& what) const {
        throw DataError(m_message.empty() ? what : phrase("%1 (%2)", what, m_message), m_file.string(),
                        "the file may be damaged, incomplete or of a kind that detectors do not write");
    }

private:
    std::filesystem::path m_file;
    std::string m_message;
    std::unique_ptr<TIFF, TiffCloser> m_tiff;
};

template <class T>
T tag(TIFF* tiff, std::uint32_t name, T fallback) {
    T value = fallback;
    return TIFFGetFieldDefaulted(tiff, name, &value) == 1 ? value : fallback;
}

PixelType pixelTypeOf(const Tiff& tiff, unsigned bits, unsigned format) {
    if (bits == 1) return PixelType::uint8;
    const bool isSigned = format == SAMPLEFORMAT_INT;
    if (format == SAMPLEFORMAT_IEEEFP) {
        if (bits == 32) return PixelType::float32;
        if (bits == 64) return PixelType::float64;
    } else if (format == SAMPLEFORMAT_UINT || format == SAMPLEFORMAT_VOID || isSigned) {
        switch (bits) {
        case 8: return isSigned ? PixelType::int8 : PixelType::uint8;
        case 16: return isSigned ? PixelType::int16 : PixelType::uint16;
        case 32: return isSigned ? PixelType::int32 : PixelType::uint32;
        case 64: return isSigned ? PixelType::int64 : PixelType::uint64;
        default: break;
        }
    }
    tiff.fail(phrase(
        "the TIFF file has pixels of %1 bits%2, expected integers of 1, 8, 16, 32 or 64 bits or floats of 32 or 64",
        bits,
        (format > SAMPLEFORMAT_VOID      ? ", complex"
         : format == SAMPLEFORMAT_IEEEFP ? ", floating point"
                                         : "")));
}

std::string compressionName(unsigned compression) {
    switch (compression) {
    case COMPRESSION_NONE: return "none";
    case COMPRESSION_LZW: return "LZW";
    case COMPRESSION_ADOBE_DEFLATE:
    case COMPRESSION_DEFLATE: return "deflate";
    case COMPRESSION_PACKBITS: return "PackBits";
    case COMPRESSION_ZSTD: return "zstd";
    case COMPRESSION_LZMA: return "LZMA";
    default: return "TIFF compression " + std::to_string(compression);
    }
}

/// Where the pixels lie when they lie there as they are.
std::uint64_t plainAddress(const Tiff& tiff, const TiffPage& page) {
    if (page.oneBit || page.compression != "none" || TIFFIsTiled(tiff.get()) != 0) return 0;
    if (tag<std::uint16_t>(tiff.get(), TIFFTAG_FILLORDER, FILLORDER_MSB2LSB) != FILLORDER_MSB2LSB) return 0;
    const std::uint32_t strips = TIFFNumberOfStrips(tiff.get());
    std::uint64_t expected = 0;
    std::uint64_t left = page.shape.bytes();
    const std::uint64_t first = TIFFGetStrileOffset(tiff.get(), 0);
    expected = first;
    for (std::uint32_t strip = 0; strip < strips; ++strip) {
        const auto bytes = static_cast<std::uint64_t>(
            TIFFVStripSize(tiff.get(), std::min(tag<std::uint32_t>(tiff.get(), TIFFTAG_ROWSPERSTRIP, 0xFFFFFFFFU),
                                                static_cast<std::uint32_t>(page.shape.rows))));
        const std::uint64_t here = std::min(bytes, left);
        if (TIFFGetStrileOffset(tiff.get(), strip) != expected || TIFFGetStrileByteCount(tiff.get(), strip) < here)
            return 0;
        expected += here;
        left -= here;
    }
    return left == 0 ? first : 0;
}

/// Whether numbers of a page stand for colours. A table of rising shades of grey changes nothing.
bool hasColours(TIFF* tiff, unsigned bits) {
    std::uint16_t *red = nullptr, *green = nullptr, *blue = nullptr;
    constexpr unsigned kMostBits = 16;
    if (tag<std::uint16_t>(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK) != PHOTOMETRIC_PALETTE ||
        bits > kMostBits || TIFFGetField(tiff, TIFFTAG_COLORMAP, &red, &green, &blue) != 1)
        return false;
    const std::size_t count = std::size_t{1} << bits;
    const std::span table(red, count);
    return !std::ranges::equal(table, std::span(green, count)) || !std::ranges::equal(table, std::span(blue, count)) ||
           !std::ranges::is_sorted(table);
}

TiffPage describePage(const Tiff& tiff) {
    TIFF* handle = tiff.get();
    TiffPage page;
    const auto bits = tag<std::uint16_t>(handle, TIFFTAG_BITSPERSAMPLE, 1);
    const auto samples = tag<std::uint16_t>(handle, TIFFTAG_SAMPLESPERPIXEL, 1);
    const auto format = tag<std::uint16_t>(handle, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT);
    const auto cols = tag<std::uint32_t>(handle, TIFFTAG_IMAGEWIDTH, 0);
    const auto rows = tag<std::uint32_t>(handle, TIFFTAG_IMAGELENGTH, 0);
    if (rows == 0 || cols == 0 || rows > kMaxPixels / cols)
        tiff.fail(phrase("the TIFF image has the absurd shape (%1, %2)", rows, cols));
    if (samples != 1) tiff.fail(phrase("the TIFF image has %1 values a pixel (colours?), expected one", samples));
    if (const auto depth = tag<std::uint32_t>(handle, TIFFTAG_IMAGEDEPTH, 1); depth > 1)
        tiff.fail(phrase("the TIFF image is a volume of %1 images (ImageDepth), expected one", depth));
    page.shape = {rows, cols, pixelTypeOf(tiff, bits, format)};
    page.oneBit = bits == 1;
    page.orientation = tag<std::uint16_t>(handle, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
    page.whiteIsZero =
        tag<std::uint16_t>(handle, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK) == PHOTOMETRIC_MINISWHITE;
    page.isPalette = hasColours(handle, bits);
    page.directory = TIFFCurrentDirOffset(handle);
    page.compression = compressionName(tag<std::uint16_t>(handle, TIFFTAG_COMPRESSION, COMPRESSION_NONE));
    page.bigEndian = TIFFIsBigEndian(handle) != 0;
    page.plainAt = plainAddress(tiff, page);
    // One strip is the whole image; several may fill up the last one.
    if (page.plainAt != 0 && TIFFNumberOfStrips(handle) == 1) {
        const std::uint64_t stored = TIFFGetStrileByteCount(handle, 0);
        page.leftOver = stored - std::min<std::uint64_t>(stored, page.shape.bytes());
    }
    return page;
}

void unpackBits(std::span<const std::byte> packed, std::span<std::byte> out) {
    for (std::size_t c = 0; c < out.size(); ++c)
        out[c] = std::byte((std::to_integer<unsigned>(packed[c / 8]) >> (7 - c % 8)) & 1U);
}

/// One row of pixels as libtiff gives it into `out`.
void copyRow(const TiffPage& page, std::span<const std::byte> row, std::span<std::byte> out) {
    if (page.oneBit)
        unpackBits(row, out);
    else
        std::copy_n(row.begin(), out.size(), out.begin());
}

/// Reads a strip or tile that is packed by deflate, and compares it with the checksum behind it, which libtiff may not
/// come to: damaged bytes make other counts. \param bytes sizes that it may have: the last strip may be filled up
/// \param out as large as the larger one \returns false where libtiff has to decode it
bool readDeflated(const Tiff& tiff, const TiffPage& page, std::uint32_t strile, std::array<std::size_t, 2> bytes,
                  std::span<std::byte> out) {
    const auto compression = tag<std::uint16_t>(tiff.get(), TIFFTAG_COMPRESSION, COMPRESSION_NONE);
    if (compression != COMPRESSION_ADOBE_DEFLATE && compression != COMPRESSION_DEFLATE) return false;
    if (tag<std::uint16_t>(tiff.get(), TIFFTAG_FILLORDER, FILLORDER_MSB2LSB) != FILLORDER_MSB2LSB) return false;
    const std::uint64_t stored = TIFFGetStrileByteCount(tiff.get(), strile);
    if (stored > 2 * bytes[1] + 4096) tiff.fail("the TIFF file has absurd rows"); // deflate adds a thousandth at most
    std::vector<std::byte> packed(static_cast<std::size_t>(stored));
    const auto size = static_cast<tmsize_t>(stored);
    const auto read = TIFFIsTiled(tiff.get()) != 0 ? TIFFReadRawTile : TIFFReadRawStrip;
    if (read(tiff.get(), strile, packed.data(), size) != size) tiff.fail("cannot read the TIFF image");
    for (const std::size_t expected : bytes) {
        try {
            codec::decodeDeflate(packed, out.first(expected));
            break;
        } catch (const DataError&) {
            if (expected == bytes[1]) throw;
        }
    }
    if (tag<std::uint16_t>(tiff.get(), TIFFTAG_PREDICTOR, PREDICTOR_NONE) != PREDICTOR_NONE) return false;
    if (page.bigEndian != kBigEndianMachine) swapBytes(out, bytesOf(page.shape.type));
    return true;
}

void readTiles(const Tiff& tiff, const TiffPage& page, std::span<std::byte> out) {
    const auto width = tag<std::uint32_t>(tiff.get(), TIFFTAG_TILEWIDTH, 0);
    const auto height = tag<std::uint32_t>(tiff.get(), TIFFTAG_TILELENGTH, 0);
    const auto rowBytes = static_cast<std::size_t>(TIFFTileRowSize(tiff.get()));
    const std::size_t element = bytesOf(page.shape.type);
    const std::size_t needed = page.oneBit ? (width + 7U) / 8U : width * element;
    if (width == 0 || height == 0 || rowBytes < needed || rowBytes > (std::size_t{1} << 30U) / height)
        tiff.fail("the TIFF file has absurd tiles");
    std::vector<std::byte> tile(rowBytes * height);
    const auto rows = static_cast<std::uint32_t>(page.shape.rows);
    const auto cols = static_cast<std::uint32_t>(page.shape.cols);
    for (std::uint32_t top = 0; top < rows; top += height)
        for (std::uint32_t left = 0; left < cols; left += width) {
            const std::uint32_t number = TIFFComputeTile(tiff.get(), left, top, 0, 0);
            if (!readDeflated(tiff, page, number, {tile.size(), tile.size()}, tile) &&
                TIFFReadTile(tiff.get(), tile.data(), left, top, 0, 0) < 0)
                tiff.fail("cannot read the TIFF image");
            const std::size_t bytes = std::min(width, cols - left) * element;
            for (std::uint32_t r = 0; r < std::min(height, rows - top); ++r)
                copyRow(page, std::span(tile).subspan(r * rowBytes, rowBytes),
                        out.subspan((std::size_t{top + r} * cols + left) * element, bytes));
        }
}

void readStrips(const Tiff& tiff, const TiffPage& page, std::span<std::byte> out) {
    const auto rows = static_cast<std::uint32_t>(page.shape.rows);
    const std::size_t rowBytes = page.shape.cols * bytesOf(page.shape.type);
    const auto lineBytes = static_cast<std::size_t>(TIFFScanlineSize(tiff.get()));
    const std::uint32_t together = std::min(tag<std::uint32_t>(tiff.get(), TIFFTAG_ROWSPERSTRIP, rows), rows);
    if (lineBytes < (page.oneBit ? (page.shape.cols + 7) / 8 : rowBytes) || lineBytes > 2 * rowBytes || together == 0)
        tiff.fail("the TIFF file has absurd rows");
    std::vector<std::byte> strip(lineBytes * together);
    for (std::uint32_t top = 0; top < rows; top += together) {
        const std::uint32_t here = std::min(together, rows - top);
        const auto bytes = static_cast<tmsize_t>(lineBytes * here);
        const std::uint32_t number = TIFFComputeStrip(tiff.get(), top, 0);
        if (!readDeflated(tiff, page, number, {lineBytes * here, strip.size()}, strip) &&
            TIFFReadEncodedStrip(tiff.get(), number, strip.data(), bytes) != bytes)
            tiff.fail("cannot read the TIFF image");
        for (std::uint32_t r = 0; r < here; ++r)
            copyRow(page, std::span(strip).subspan(r * lineBytes, lineBytes),
                    out.subspan(std::size_t{top + r} * rowBytes, rowBytes));
    }
}

void readPage(const Tiff& tiff, const TiffPage& page, std::span<std::byte> out) {
    if (TIFFSetSubDirectory(tiff.get(), page.directory) == 0) tiff.fail("cannot read the TIFF image");
    // The file may have been replaced since its pages were looked at.
    if (describePage(tiff).shape != page.shape) tiff.fail("the TIFF image has changed its shape");
    if (TIFFIsTiled(tiff.get()) != 0)
        readTiles(tiff, page, out);
    else
        readStrips(tiff, page, out);
}

/// How many images tifffile has written by its description ({"shape": [12, 60, 50], …}), of the size of this page; 0:
/// it does not say, or has described one image of a file that it went on with later.
std::size_t imagesOfShape(const std::string& description, const FrameShape& page) {
    constexpr std::string_view kKey = "{\"shape\": [";
    if (!description.starts_with(kKey)) return 0;
    std::uint64_t values = 1;
    const char* at = description.data() + kKey.size();
    const char* const end = description.data() + description.size();
    while (at != end && *at != ']') {
        std::uint64_t extent = 0;
        const auto [next, error] = std::from_chars(at, end, extent);
        if (error != std::errc{} || extent == 0 || values > kMaxPixels * kMostPages / extent) return 0;
        values *= extent;
        at = next;
        while (at != end && (*at == ',' || *at == ' ')) ++at;
    }
    const std::uint64_t images = values % page.pixels() == 0 ? values / page.pixels() : 0;
    return images > 1 && images <= kMostPages ? static_cast<std::size_t>(images) : 0;
}

/// How many images OME-XML announces (<Pixels … SizeC="1" SizeT="20" SizeZ="1" …>); 0: it does not say.
std::size_t imagesOfOme(const std::string& description) {
    const std::size_t open = description.find("<Pixels ");
    if (description.find("<OME") == std::string::npos || open == std::string::npos) return 0;
    const std::string_view pixels =
        std::string_view(description).substr(open, description.find('>', open) - open); // attributes alone
    std::size_t images = 1;
    for (const std::string_view key : {" SizeC=\"", " SizeT=\"", " SizeZ=\""}) {
        const std::size_t at = pixels.find(key);
        if (at == std::string_view::npos) return 0;
        std::size_t count = 0;
        std::from_chars(pixels.data() + at + key.size(), pixels.data() + pixels.size(), count);
        if (count == 0 || count > kMostPages / images) return 0;
        images *= count;
    }
    return images;
}

/// How many images ImageJ has written by its description ("ImageJ=1.53t\nimages=20\nslices=20\n…"); 0: it does not say.
std::size_t announcedImages(const std::string& description) {
    constexpr std::string_view kKey = "\nimages=";
    const std::size_t at = description.starts_with("ImageJ=") ? description.find(kKey) : std::string::npos;
    if (at == std::string::npos) return 0;
    const char* const begin = description.data() + at + kKey.size();
    std::size_t images = 0;
    std::from_chars(begin, description.data() + description.size(), images);
    return images <= kMostPages ? images : 0;
}

/// The number behind a key of ImageJ's description ("c0=-32768.0"); absent: it does not say.
std::optional<double> numberOfImageJ(const std::string& description, std::string_view key) {
    if (!description.starts_with("ImageJ=")) return std::nullopt;
    const std::size_t at = description.find(key);
    if (at == std::string::npos) return std::nullopt;
    double value = 0;
    const auto [end, error] =
        std::from_chars(description.data() + at + key.size(), description.data() + description.size(), value);
    return error == std::errc{} ? std::optional(value) : std::nullopt;
}

/// How the numbers of the pixels are counts where ImageJ has calibrated them along a line: so it writes signed numbers
/// of 16 bits, which TIFF files hold from -32768 on. Other curves of ImageJ (cf > 0) have no number here.
Packing packingOfImageJ(const std::string& description) {
    Packing packing;
    if (numberOfImageJ(description, "\ncf=").value_or(-1) != 0) return packing;
    packing.offset = numberOfImageJ(description, "\nc0=").value_or(0);
    packing.scale = numberOfImageJ(description, "\nc1=").value_or(1);
    if (packing.offset != 0 || packing.scale != 1)
        packing.by = phrase("calibrated by ImageJ: %1 + %2 × number", numberText(packing.offset, 10),
                            numberText(packing.scale, 10));
    return packing;
}

/// ImageJ describes only the first image of a large stack: the others follow it, without tags (TiffDecoder of ImageJ);
/// so does tifffile where it is asked to.
void addPagesWithoutTags(TiffContents& contents, std::uint64_t fileBytes) {
    const TiffPage first = contents.pages.front();
    const std::uint64_t bytes = first.shape.bytes();
    if (first.plainAt == 0) return;
    for (std::size_t page = 1; page < contents.announced; ++page) {
        TiffPage next = first;
        next.plainAt = first.plainAt + page * bytes;
        if (next.plainAt > fileBytes || bytes > fileBytes - next.plainAt) break;
        contents.pages.push_back(std::move(next));
    }
}

/// Whether there is another directory; one that is announced and cannot be read is noted.
bool readNextDirectory(const Tiff& tiff, TiffContents& contents) {
    if (TIFFLastDirectory(tiff.get()) != 0) return false;
    const bool read = TIFFReadDirectory(tiff.get()) == 1;
    contents.endsEarly = !read;
    return read;
}

/// Bytes of the pixels of the directory that is read.
std::uint64_t storedBytesOf(TIFF* tiff) {
    const std::uint32_t count = TIFFIsTiled(tiff) != 0 ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
    std::uint64_t bytes = 0;
    for (std::uint32_t i = 0; i < count; ++i) bytes += TIFFGetStrileByteCount(tiff, i);
    return bytes;
}

/// Whether a directory has others below it, whose pixels are not looked at.
bool hasSubDirectories(TIFF* tiff) {
    std::uint16_t count = 0;
    std::uint64_t* offsets = nullptr;
    return TIFFGetField(tiff, TIFFTAG_SUBIFD, &count, &offsets) == 1 && count > 0;
}

class TiffSegment final : public StackSegment {
public:
    TiffSegment(std::vector<TiffPage> pages, std::shared_ptr<const RawFile> file)
        : m_pages(std::move(pages)), m_file(std::move(file)) {}

    FrameShape shape() const noexcept override { return m_pages.front().shape; }
    std::size_t frameCount() const noexcept override { return m_pages.size(); }
    std::string where(std::size_t frame) const override {
        const std::string file = m_file->path().string();
        return m_pages.size() == 1 ? file : file + " page " + std::to_string(frame);
    }
    std::uint64_t storedBytes() const noexcept override { return m_file->size(); }
    std::string compression() const override { return m_pages.front().compression; }

    StoredFrame read(std::size_t frame, ReadContext& context) const override {
        const TiffPage& page = m_pages[frame];
        if (page.plainAt != 0) {
            const MemoryPool::Buffer plain = context.readFrame(*m_file, page.plainAt, page.shape.bytes());
            if (page.bigEndian != kBigEndianMachine) swapBytes(*plain, bytesOf(page.shape.type));
            return pixelsIn(plain);
        }
        const auto start = std::chrono::steady_clock::now();
        const MemoryPool::Buffer pixels = context.take(page.shape.bytes());
        if (context.scratchOf != this) {
            context.scratch = std::make_shared<Tiff>(m_file->path());
            context.scratchOf = this;
        }
        readPage(*static_cast<const Tiff*>(context.scratch.get()), page, *pixels);
        context.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        context.bytes += m_file->size() / m_pages.size();
        return pixelsIn(pixels);
    }

private:
    std::vector<TiffPage> m_pages; ///< at least one, all of the same shape
    std::shared_ptr<const RawFile> m_file;
};

} // namespace

TiffContents openTiff(const std::filesystem::path& file) {
    const Tiff tiff(file);
    TiffContents contents;
    bool isFirst = true, hasOthers = false;
    std::uint64_t stored = 0, largest = 0;
    do {
        const std::uint64_t here = storedBytesOf(tiff.get());
        stored += here, largest = std::max(largest, here);
        hasOthers = hasOthers || hasSubDirectories(tiff.get());
        const auto kind = tag<std::uint32_t>(tiff.get(), TIFFTAG_SUBFILETYPE, 0);
        if (std::exchange(isFirst, false)) {
            char* text = nullptr;
            if (TIFFGetField(tiff.get(), TIFFTAG_IMAGEDESCRIPTION, &text) == 1 && text != nullptr)
                contents.description = text;
        }
        // Small copies and masks of another page are no frames, unless there is nothing else.
        const bool ofAnother = (kind & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) != 0;
        if (ofAnother && (!contents.pages.empty() || TIFFLastDirectory(tiff.get()) == 0)) continue;
        contents.pages.push_back(describePage(tiff));
    } while (contents.pages.size() < kMostPages && readNextDirectory(tiff, contents));
    if (contents.pages.empty()) tiff.fail("the TIFF file holds no whole image");
    contents.packed = checkPackedFrames(packingOfImageJ(contents.description), file.string());
    contents.announced = announcedImages(contents.description);
    const std::size_t shaped = imagesOfShape(contents.description, contents.pages.front().shape);
    if (shaped > contents.pages.size()) contents.announced = shaped; // else others were written behind them
    if (contents.announced > 1 && contents.pages.size() == 1) addPagesWithoutTags(contents, InputFile(file).size());
    // Each of these has tags, and may be in another file.
    if (contents.announced == 0) contents.announced = imagesOfOme(contents.description);
    constexpr std::uint64_t kOtherBytes = 16384; // headers of detectors, directories
    const std::uint64_t all = InputFile(file).size(), rest = all - std::min(all, stored);
    if (contents.announced == 0 && !hasOthers && !contents.endsEarly && rest >= largest + kOtherBytes)
        contents.unnamed = rest;
    return contents;
}

std::string turnedPageText(const TiffPage& page, const std::filesystem::path& file) {
    return phrase(
        "the TIFF file says Orientation = %1: the image is stored mirrored or turned, which is not undone; check "
        "rows and columns, or use flip_rows and flip_cols: %2",
        page.orientation, file.string());
}

void readTiffPage(const std::filesystem::path& file, const TiffPage& page, std::span<std::byte> out) {
    if (page.plainAt == 0) return readPage(Tiff(file), page, out);
    if (InputFile(file).readAt(page.plainAt, out) < out.size())
        throw DataError("the file ends before the image", file.string(), "the file may be cut off: copy it again");
    if (page.bigEndian != kBigEndianMachine) swapBytes(out, bytesOf(page.shape.type));
}

namespace {

/// Says where there are rows behind those of a page: its size may be wrong.
void noteLeftOver(const std::filesystem::path& file, const TiffContents& tiff, StackContents& contents) {
    if (tiff.announced > 1) return; // the strip of the first image may be that of all
    const FrameShape shape = tiff.pages.front().shape;
    const auto longer = std::ranges::find_if(
        tiff.pages, [&](const TiffPage& page) { return page.leftOver >= shape.cols * bytesOf(shape.type); });
    if (longer == tiff.pages.end()) return;
    contents.note(Severity::warning,
                  phrase("a page of %1 holds %2 bytes of pixels, of which its %3 rows take %4: the rest is left out",
                         file.string(), shape.bytes() + longer->leftOver, shape.rows, shape.bytes()));
}

/// Says where the file holds more than its pages: images behind each other without directories (MetaMorph), or behind a
/// directory that is wrongly called the last.
void noteUnnamed(const std::filesystem::path& file, const TiffContents& tiff, StackContents& contents) {
    if (tiff.unnamed == 0) return;
    contents.note(Severity::warning, phrase("%1 bytes of the file belong to none of its %2 {page|pages}: it may hold "
                                            "more images, which no directory names: %3",
                                            tiff.unnamed, tiff.pages.size(), file.string()));
}

/// Says where a page is stored mirrored or turned, which nobody undoes who reads it as an array.
void noteOrientation(const std::filesystem::path& file, const TiffContents& tiff, StackContents& contents) {
    const auto turned = std::ranges::find_if(tiff.pages, [](const TiffPage& page) { return page.orientation != 1; });
    if (turned == tiff.pages.end()) return;
    contents.note(Severity::warning, turnedPageText(*turned, file));
}

/// Says where the file calls large numbers dark, as scanners of films write it. Nobody who reads it as an array inverts
/// it, and cameras have written the tag for counts, too.
void noteInversion(const std::filesystem::path& file, const TiffContents& tiff, StackContents& contents) {
    // A mask has no counts, and pages of one bit are masks.
    const auto inverted =
        std::ranges::find_if(tiff.pages, [](const TiffPage& page) { return page.whiteIsZero && !page.oneBit; });
    if (inverted == tiff.pages.end()) return;
    contents.note(Severity::warning,
                  phrase("the TIFF file says that zero is white (PhotometricInterpretation = 0): its numbers are taken "
                         "as counts; where bright places have small ones, save it again inverted: %1",
                         file.string()));
}

/// Says where numbers stand for colours. ImageJ writes counts so that are shown in false colours.
void noteColours(const std::filesystem::path& file, const TiffContents& tiff, StackContents& contents) {
    if (std::ranges::none_of(tiff.pages, &TiffPage::isPalette)) return;
    contents.note(Severity::warning,
                  phrase("the TIFF file has a table of colours (PhotometricInterpretation = 3): its numbers are taken "
                         "as counts; where they only name colours, it is a picture and no measurement: %1",
                         file.string()));
}

} // namespace

StackContents openTiffStack(const std::filesystem::path& file, const std::shared_ptr<DescriptorPool>& pool) {
    auto raw = std::make_shared<const RawFile>(file, pool);
    TiffContents tiff = openTiff(file);
    for (std::size_t page = 1; page < tiff.pages.size(); ++page)
        if (tiff.pages[page].shape != tiff.pages[0].shape)
            throw DataError(phrase("page %1 has %2 pixels, the first %3", page, tiff.pages[page].shape.text(),
                                   tiff.pages[0].shape.text()),
                            file.string(), "a stack needs pages of one size and type");
    StackContents contents;
    contents.format = "TIFF";
    if (!tiff.packed.empty()) contents.note(Severity::warning, tiff.packed);
    noteOrientation(file, tiff, contents);
    noteInversion(file, tiff, contents);
    noteColours(file, tiff, contents);
    noteLeftOver(file, tiff, contents);
    noteUnnamed(file, tiff, contents);
    if (tiff.announced > tiff.pages.size()) {
        contents.cutOff = tiff.announced - tiff.pages.size();
        contents.note(Severity::warning, phrase("of %1 frames announced, the first %2 are complete and used: %3",
                                                tiff.announced, tiff.pages.size(), file.string()));
    } else if (tiff.endsEarly) {
        contents.cutOff = 1; // and perhaps more
        contents.note(
            Severity::warning,
            phrase("the file announces more pages than the first %1, which are used, and they cannot be read: "
                   "it may be cut off: %2",
                   tiff.pages.size(), file.string()));
    } else if (tiff.announced > 0 && tiff.announced < tiff.pages.size()) {
        contents.note(Severity::warning, phrase("%1 announces %2 {image|images} and holds %3, which are all used",
                                                file.string(), tiff.announced, tiff.pages.size()));
    }
    contents.frames.append(std::make_shared<const TiffSegment>(std::move(tiff.pages), raw));
    readDetectorHeader(tiff.description, contents);
    if (contents.frames.size() == 1) readMarCcdHeader(*raw, contents);
    return contents;
}

} // namespace ewald::io
