// SPDX-License-Identifier: GPL-3.0-or-later
// CBF as detectors write it (miniCBF): text, then one binary section with MIME headers.
#include "io/stack/images/cbf_file.h"

#include "base/phrase.h"
#include "codec/byte_offset.h"
#include "codec/md5.h"
#include "io/stack/images/byte_order.h"
#include "io/stack/images/detector_header.h"
#include "io/stack/images/one_frame.h"

#include <algorithm>
#include <charconv>
#include <span>
#include <string>
#include <vector>

namespace ewald::io {
namespace {

constexpr std::size_t kMostHeaderBytes = std::size_t{1} << 22U;
constexpr std::uint64_t kMaxSide = 100'000;
constexpr std::uint64_t kMaxPixels = std::uint64_t{1} << 30U;
constexpr const char* kHint = translatable("the file may be damaged, or no CBF file of a detector");
constexpr std::string_view kBinaryStart("\x0c\x1a\x04\xd5", 4);

/// The value of "Name: value" of the MIME headers; empty when there is none. Quotes are removed.
std::string_view field(std::string_view headers, std::string_view name) {
    std::size_t at = 0;
    while ((at = headers.find(name, at)) != std::string_view::npos) {
        const bool lineStart = at == 0 || headers[at - 1] == '\n' || headers[at - 1] == ' ' || headers[at - 1] == ';';
        const std::size_t after = at + name.size();
        at = after;
        if (!lineStart || after >= headers.size() || (headers[after] != ':' && headers[after] != '=')) continue;
        std::string_view value = headers.substr(after + 1);
        value = value.substr(0, value.find_first_of("\r\n"));
        const std::size_t first = value.find_first_not_of(" \t\"");
        if (first == std::string_view::npos) return {};
        value.remove_prefix(first);
        return value.substr(0, value.find_first_of("\";\r"));
    }
    return {};
}

std::optional<std::uint64_t> wholeNumber(std::string_view headers, std::string_view name) {
    const std::string_view text = field(headers, name);
    std::uint64_t value = 0;
    if (text.empty()) return std::nullopt;
    if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc{})
        throw DataError(phrase("the CBF header says %1 %2", std::string(name), std::string(text.substr(0, 40))), {},
                        kHint);
    return value;
}

/// The sum of the stored bytes as the header states it in 24 characters; absent: it states none.
std::optional<std::array<std::uint8_t, 16>> statedSum(std::string_view headers) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const std::string_view text = field(headers, "Content-MD5");
    std::array<std::uint8_t, 16> sum{};
    if (text.size() < 22) return std::nullopt;
    for (std::size_t digit = 0; digit < 22; ++digit) { // six bits each, the highest first
        const std::size_t value = kDigits.find(text[digit]);
        if (value == std::string_view::npos) return std::nullopt;
        for (std::size_t bit = 0; bit < 6; ++bit)
            if (const std::size_t at = 6 * digit + bit; at < 128 && (value >> (5 - bit) & 1U) != 0)
                sum[at / 8] = static_cast<std::uint8_t>(sum[at / 8] | 1U << (7 - at % 8));
    }
    return sum;
}

PixelType elementType(std::string_view headers) {
    const std::string_view text = field(headers, "X-Binary-Element-Type");
    struct Known {
        std::string_view name;
        PixelType type;
    };
    for (const Known& known :
         {Known{"signed 8-bit integer", PixelType::int8}, Known{"unsigned 8-bit integer", PixelType::uint8},
          Known{"signed 16-bit integer", PixelType::int16}, Known{"unsigned 16-bit integer", PixelType::uint16},
          Known{"signed 32-bit integer", PixelType::int32}, Known{"unsigned 32-bit integer", PixelType::uint32},
          Known{"signed 64-bit integer", PixelType::int64}, Known{"unsigned 64-bit integer", PixelType::uint64},
          Known{"signed 32-bit real IEEE", PixelType::float32}, Known{"signed 64-bit real IEEE", PixelType::float64}})
        if (text == known.name) return known.type;
    if (text.empty()) return PixelType::int32; // what byte-offset data are unless said otherwise
    throw DataError(phrase("the CBF file holds elements of the type \"%1\"", std::string(text.substr(0, 40))), {},
                    "save it again as 32-bit integers");
}

constexpr std::string_view kSection = "--CIF-BINARY-FORMAT-SECTION--";

/// Whether another binary section follows the first: the line that ends a section has two dashes more.
bool hasMoreSections(const RawFile& file, const CbfHeader& header) {
    constexpr std::uint64_t kMostLooked = std::uint64_t{1} << 16U; // padding, and the text before the section
    const std::uint64_t end = header.dataOffset + header.dataBytes;
    if (header.dataBytes > file.size() || end >= file.size()) return false;
    std::string text(static_cast<std::size_t>(std::min(file.size() - end, kMostLooked)), '\0');
    file.read(end, std::as_writable_bytes(std::span(text)));
    for (std::size_t at = text.find(kSection); at != std::string::npos; at = text.find(kSection, at + 1))
        if (at + kSection.size() < text.size() && text[at + kSection.size()] != '-') return true;
    return false;
}

class CbfSegment final : public OneFrameSegment {
public:
    CbfSegment(CbfHeader header, std::shared_ptr<const RawFile> file)
        : OneFrameSegment(header.shape, std::move(file)), m_header(std::move(header)) {
        m_header.text.clear(); // thousands of files may be open
        m_header.text.shrink_to_fit();
    }

    std::uint64_t storedBytes() const noexcept override { return m_header.dataBytes; }
    std::string compression() const override { return m_header.byteOffset ? "CBF byte-offset" : "none"; }

private:
    StoredFrame decode(ReadContext& context) const override {
        const std::size_t element = bytesOf(m_header.shape.type);
        if (m_header.dataBytes > raw().size() || m_header.dataOffset > raw().size() - m_header.dataBytes)
            throw DataError("the CBF file ends in the middle of the image", raw().path().string(), kHint);
        const auto stored = static_cast<std::size_t>(m_header.dataBytes);
        if (!m_header.byteOffset) {
            const MemoryPool::Buffer plain = context.readFrame(raw(), m_header.dataOffset, stored);
            checkSum(*plain);
            plain->resize(m_header.shape.bytes());
            if (m_header.bigEndian != kBigEndianMachine) swapBytes(*plain, element);
            return pixelsIn(plain);
        }
        context.readStored(raw(), m_header.dataOffset, stored);
        checkSum(context.stored);
        const MemoryPool::Buffer pixels = context.take(m_header.shape.bytes());
        codec::decodeByteOffset(context.stored, element, *pixels);
        return pixelsIn(pixels);
    }

    /// A bit that has fallen over makes a sound image of other counts. \throws DataError
    void checkSum(std::span<const std::byte> stored) const {
        if (!m_header.sum || codec::md5(stored) == *m_header.sum) return;
        throw DataError("the image of the CBF file does not fit its checksum (Content-MD5)", raw().path().string(),
                        "the file is damaged: copy it again");
    }

    CbfHeader m_header;
};

} // namespace

std::optional<CbfHeader> parseCbfHeader(std::string_view text) {
    const std::size_t section = text.find(kSection);
    if (section == std::string_view::npos) return std::nullopt;
    const std::size_t start = text.find(kBinaryStart, section);
    if (start == std::string_view::npos) return std::nullopt;
    const std::string_view headers = text.substr(section, start - section);
    CbfHeader header;
    header.text = text.substr(0, section);
    header.dataOffset = start + kBinaryStart.size();
    const std::string_view encoding = field(headers, "Content-Transfer-Encoding");
    if (!encoding.empty() && encoding != "BINARY")
        throw DataError(phrase("the CBF file is encoded as %1", std::string(encoding.substr(0, 40))), {},
                        "save it again as a binary CBF file");
    const std::string_view conversions = field(headers, "conversions");
    header.byteOffset = conversions == "x-CBF_BYTE_OFFSET";
    if (!header.byteOffset && !conversions.empty() && conversions != "x-CBF_NONE")
        throw DataError(phrase("the CBF file is compressed with %1, which Ewald cannot undo",
                               std::string(conversions.substr(0, 40))),
                        {}, "save it again with byte-offset compression");
    const auto cols = wholeNumber(headers, "X-Binary-Size-Fastest-Dimension");
    const auto rows = wholeNumber(headers, "X-Binary-Size-Second-Dimension");
    const auto third = wholeNumber(headers, "X-Binary-Size-Third-Dimension");
    const auto size = wholeNumber(headers, "X-Binary-Size");
    if (!cols || !rows || !size) throw DataError("the CBF header does not give the size of the image", {}, kHint);
    if (*cols == 0 || *rows == 0 || *cols > kMaxSide || *rows > kMaxSide || *rows * *cols > kMaxPixels ||
        third.value_or(1) > 1)
        throw DataError(phrase("the CBF header gives the absurd shape (%1, %2, %3)", third.value_or(1), *rows, *cols),
                        {}, kHint);
    if (const auto elements = wholeNumber(headers, "X-Binary-Number-of-Elements"); elements.value_or(0) > 0)
        if (*elements != *rows * *cols)
            throw DataError(
                phrase("the CBF header announces %1 pixels and an image of %2 × %3", *elements, *rows, *cols), {},
                kHint);
    header.shape = {static_cast<std::size_t>(*rows), static_cast<std::size_t>(*cols), elementType(headers)};
    const bool real = header.shape.type == PixelType::float32 || header.shape.type == PixelType::float64;
    if (header.byteOffset && real) throw DataError("byte-offset compression of real numbers makes no sense", {}, kHint);
    header.bigEndian = field(headers, "X-Binary-Element-Byte-Order").starts_with("BIG");
    header.dataBytes = *size;
    header.sum = statedSum(headers);
    // Every pixel takes at least a byte, at most fifteen.
    const std::uint64_t pixels = *rows * *cols;
    if (header.byteOffset ? *size < pixels || *size > 15 * pixels + 4096 : *size < header.shape.bytes())
        throw DataError(phrase("the CBF header announces %1 bytes for %2 pixels", *size, pixels), {}, kHint);
    if (!header.byteOffset && *size != header.shape.bytes()) {
        header.dataBytes = header.shape.bytes();
        header.sum.reset(); // of more than the pixels
    }
    return header;
}

StackContents openCbfStack(const std::filesystem::path& path, const std::shared_ptr<DescriptorPool>& pool) {
    const auto file = std::make_shared<const RawFile>(path, pool);
    std::vector<std::byte> bytes;
    std::optional<CbfHeader> header;
    for (std::size_t count = 8192; !header; count *= 8) {
        bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>({file->size(), count, kMostHeaderBytes})));
        file->read(0, bytes);
        try {
            header = parseCbfHeader({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        } catch (const DataError& error) {
            throw DataError(error.problem(), path.string(), error.hint());
        }
        if (!header && (bytes.size() == file->size() || bytes.size() == kMostHeaderBytes))
            throw DataError("the CBF file has no binary section", path.string(), kHint);
    }
    StackContents contents;
    contents.format = "CBF";
    readDetectorHeader(header->text, contents);
    if (hasMoreSections(*file, *header))
        contents.note(Severity::warning,
                      phrase("the file holds more images than the first, which alone is used: %1", path.string()));
    contents.frames.append(std::make_shared<const CbfSegment>(std::move(*header), file));
    return contents;
}

} // namespace ewald::io
