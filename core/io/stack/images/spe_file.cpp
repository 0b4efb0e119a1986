// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/images/spe_file.h"

#include "base/phrase.h"
#include "io/stack/images/byte_order.h"
#include "io/stack/images/plain_frames.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace ewald::io {
namespace {

// Places in the header.
constexpr std::size_t kCols = 42;        // uint16
constexpr std::size_t kType = 108;       // int16
constexpr std::size_t kRows = 656;       // uint16
constexpr std::size_t kXmlOffset = 678;  // uint64; 0 in version 2
constexpr std::size_t kFrames = 1446;    // int32
constexpr std::size_t kRegions = 1510;   // int16; 0 stands for 1
constexpr std::size_t kLastValue = 4098; // int16

std::optional<PixelType> pixelTypeOf(int type) {
    switch (type) {
    case 0: return PixelType::float32;
    case 1: return PixelType::int32;
    case 2: return PixelType::int16;
    case 3: return PixelType::uint16;
    case 5: return PixelType::float64;
    case 6: return PixelType::uint8;
    case 8: return PixelType::uint32;
    default: return std::nullopt;
    }
}

/// What version 3 says in the XML behind its frames, each of which may be followed by data of its own (times).
struct FrameBlock {
    std::uint64_t size = 0;   ///< bytes of the pixels
    std::uint64_t stride = 0; ///< bytes from one frame to the next
};

/// <DataBlock type="Frame" count="5" pixelFormat="MonochromeUnsigned16" size="2000" stride="2016">; absent: it is not
/// there. SPE 3.0 File Format Specification (Princeton Instruments), DataFormat.
std::optional<FrameBlock> frameBlockOf(const RawFile& file, std::uint64_t xmlOffset) {
    constexpr std::uint64_t kMostXmlBytes = std::uint64_t{1} << 24U;
    if (xmlOffset < kSpeHeaderBytes || xmlOffset >= file.size()) return std::nullopt;
    std::string xml(static_cast<std::size_t>(std::min(file.size() - xmlOffset, kMostXmlBytes)), '\0');
    file.read(xmlOffset, std::as_writable_bytes(std::span(xml)));
    for (std::size_t at = xml.find("<DataBlock "); at != std::string::npos; at = xml.find("<DataBlock ", at + 1)) {
        const std::string_view block = std::string_view(xml).substr(at, xml.find('>', at) - at);
        const auto number = [&](std::string_view key) {
            std::uint64_t value = 0;
            if (const std::size_t begin = block.find(key); begin != std::string_view::npos)
                std::from_chars(block.data() + begin + key.size(), block.data() + block.size(), value);
            return value;
        };
        if (block.find(" type=\"Frame\"") == std::string_view::npos) continue;
        const FrameBlock found{number(" size=\""), number(" stride=\"")};
        return found.size > 0 && found.stride >= found.size ? std::optional(found) : std::nullopt;
    }
    return std::nullopt;
}

} // namespace

bool isSpeHeader(std::span<const std::byte> bytes) noexcept {
    constexpr int kLast = 0x5555;
    return bytes.size() >= kSpeHeaderBytes && littleEndianAt<std::int16_t>(bytes, kLastValue) == kLast &&
           littleEndianAt<std::uint16_t>(bytes, kCols) > 0 && littleEndianAt<std::uint16_t>(bytes, kRows) > 0;
}

StackContents openSpeStack(const std::filesystem::path& path, const std::shared_ptr<DescriptorPool>& pool) {
    const auto file = std::make_shared<const RawFile>(path, pool);
    std::array<std::byte, kSpeHeaderBytes> header{};
    file->read(0, header);
    const int typeNumber = littleEndianAt<std::int16_t>(header, kType);
    const std::optional<PixelType> type = pixelTypeOf(typeNumber);
    if (!type)
        throw DataError(phrase("the SPE file has pixels of the unknown type %1", typeNumber), path.string(),
                        "the file may be damaged: copy it again");
    if (const int regions = littleEndianAt<std::int16_t>(header, kRegions); regions > 1)
        throw DataError(phrase("a frame of the SPE file has %1 regions of the sensor", regions), path.string(),
                        "record one region");
    const std::uint64_t rows = littleEndianAt<std::uint16_t>(header, kRows);
    const std::uint64_t cols = littleEndianAt<std::uint16_t>(header, kCols);
    checkFrameShape(rows, cols, path);
    StackContents contents;
    contents.format = "SPE";
    PlainRun run;
    run.shape = {static_cast<std::size_t>(rows), static_cast<std::size_t>(cols), *type};
    run.first = kSpeHeaderBytes;
    const int frames = littleEndianAt<std::int32_t>(header, kFrames);
    run.count = frames > 0 ? static_cast<std::uint64_t>(frames) : 0;
    run.end = littleEndianAt<std::uint64_t>(header, kXmlOffset);
    if (const auto block = frameBlockOf(*file, run.end)) {
        if (block->size != run.shape.bytes())
            throw DataError(phrase("the header of the SPE file gives frames of %1 bytes, its XML of %2",
                                   run.shape.bytes(), block->size),
                            path.string(), "record one region, and frames of one size");
        run.distance = block->stride;
        if (run.end == run.first + run.count * block->stride)
            run.end -= block->stride - block->size; // of the last frame
    }
    appendPlainRun(run, file, contents);
    return contents;
}

} // namespace ewald::io
