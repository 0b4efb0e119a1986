// SPDX-License-Identifier: GPL-3.0-or-later
// "{\nHEADER_BYTES=  512;\nSIZE1=2048;\n…}\n", filled up to its size; the pixels.
#include "io/stack/images/smv_file.h"

#include "base/ascii_text.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/units.h"
#include "io/stack/images/detector_header.h"
#include "io/stack/images/keyed_header.h"
#include "io/stack/images/plain_frames.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

namespace ewald::io {
namespace {

constexpr std::size_t kFirstBytes = 512; ///< of the smallest header, which says how long it is
constexpr std::size_t kMostHeaderBytes = std::size_t{1} << 20U;
constexpr const char* kHint = translatable("the file may be damaged: copy it again");

using Header = KeyedHeader;

/// Of what is there of the file.
Header parseHeader(std::string_view text) {
    text.remove_prefix(std::min(text.find('{') + 1, text.size()));
    return parseKeyedHeader(text.substr(0, text.find('}')));
}

/// A number without a unit.
double numberOf(const Header& header, std::string_view key, double otherwise = 0) {
    const auto found = quantity(header, key);
    return found && found->unit.empty() ? found->value : otherwise;
}

std::uint64_t countOf(const Header& header, std::string_view key) {
    constexpr double kMost = 1e9;
    return static_cast<std::uint64_t>(std::clamp(numberOf(header, key), 0.0, kMost));
}

PixelType pixelTypeOf(const Header& header, const std::string& where) {
    // Of ADSC and of d*TREK; "long" has 32 bits, the names are older than machines of 64.
    constexpr auto kTypes =
        std::to_array<std::pair<std::string_view, PixelType>>({{"unsigned_short", PixelType::uint16},
                                                               {"unsigned short int", PixelType::uint16},
                                                               {"short", PixelType::int16},
                                                               {"short int", PixelType::int16},
                                                               {"signed_short", PixelType::int16},
                                                               {"unsigned_long", PixelType::uint32},
                                                               {"unsigned long int", PixelType::uint32},
                                                               {"unsigned_int", PixelType::uint32},
                                                               {"long", PixelType::int32},
                                                               {"long int", PixelType::int32},
                                                               {"signed_long", PixelType::int32},
                                                               {"float", PixelType::float32},
                                                               {"float ieee", PixelType::float32},
                                                               {"unsigned_char", PixelType::uint8},
                                                               {"unsigned char", PixelType::uint8}});
    std::string name = lowerAscii(textOf(header, "type"));
    if (name.empty() || name == "mad") name = lowerAscii(textOf(header, "data_type")); // d*TREK
    for (const auto& [known, type] : kTypes)
        if (name == known) return type;
    throw DataError(phrase("the SMV file holds pixels of the type \"%1\", which Ewald does not know", name), where,
                    "convert it to CBF or TIFF");
}

/// What of the numbers stands for others. \throws DataError
void refusePacked(const Header& header, const std::string& where) {
    const std::string compression = lowerAscii(textOf(header, "compression"));
    const double ratio = numberOf(header, "raxis_compression_ratio", 1);
    if ((compression.empty() || compression == "none") && ratio == 1) return;
    const bool isPacked = ratio == 1;
    throw DataError(phrase("the numbers of the SMV file stand for others (%1 = %2), which is not applied",
                           std::string(isPacked ? "COMPRESSION" : "RAXIS_COMPRESSION_RATIO"),
                           isPacked ? compression : numberText(ratio)),
                    where, "convert it to CBF or TIFF");
}

void readGeometry(const Header& header, StackContents& contents) {
    StackGeometry& geometry = contents.geometry;
    const auto length = [&](std::string_view key, const char* called, double unit_m, double least_m, double most_m) {
        return lengthOf(numberOf(header, key), called, unit_m, least_m, most_m, contents);
    };
    geometry.pixelWidth_m = length("pixel_size", "PIXEL_SIZE", 1e-3, kSmallestPixel_m, kLargestPixel_m);
    geometry.pixelHeight_m = geometry.pixelWidth_m;
    geometry.distance_m = length("distance", "DISTANCE", 1e-3, kNearestDetector_m, kFarthestDetector_m);
    geometry.wavelength_m = length("wavelength", "WAVELENGTH", 1e-10, kShortestWave_m, kLongestWave_m);
    if (const double time_s = numberOf(header, "time"); time_s > 0) contents.exposure_s = time_s;
    for (const char* key : {"ccd_image_saturation", "saturated_value"}) // of ADSC, and of d*TREK
        if (const double most = numberOf(header, key); most > 0 && !contents.saturation) contents.saturation = most;
    if (const double pedestal = numberOf(header, "image_pedestal"); pedestal != 0)
        contents.note(Severity::warning,
                      phrase("the SMV header says that %1 was added to each count (IMAGE_PEDESTAL), which is not taken "
                             "off: a dark of this number in all pixels does that",
                             numberText(pedestal)));
    if (header.contains("beam_center_x"))
        contents.note(Severity::info, "the beam centre of the SMV header is not used: programs count it from different "
                                      "corners");
    if (const double turn = numberOf(header, "twotheta"); turn != 0) leaveOutTurnedGeometry(contents, "TWOTHETA", turn);
}

} // namespace

bool isSmvHeader(std::string_view text) noexcept {
    text = text.substr(0, kFirstBytes);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '{' && text.find("HEADER_BYTES") != std::string_view::npos;
}

StackContents openSmvStack(const std::filesystem::path& path, const std::shared_ptr<DescriptorPool>& pool) {
    const auto file = std::make_shared<const RawFile>(path, pool);
    const std::string where = path.string();
    std::string text(static_cast<std::size_t>(std::min<std::uint64_t>(kFirstBytes, file->size())), '\0');
    file->read(0, std::as_writable_bytes(std::span(text)));
    const std::uint64_t bytes = countOf(parseHeader(text), "header_bytes");
    if (bytes < text.size() / 2 || bytes > kMostHeaderBytes)
        throw DataError("the header of the SMV file is damaged", where, kHint);
    text.resize(static_cast<std::size_t>(std::min(bytes, file->size())));
    file->read(0, std::as_writable_bytes(std::span(text)));
    const Header header = parseHeader(text);
    const std::uint64_t cols = countOf(header, "size1"), rows = countOf(header, "size2");
    checkFrameShape(rows, cols, path);
    refusePacked(header, where);
    StackContents contents;
    contents.format = "SMV";
    PlainRun run;
    run.shape = {static_cast<std::size_t>(rows), static_cast<std::size_t>(cols), pixelTypeOf(header, where)};
    run.first = bytes;
    run.count = 1;
    run.bigEndian = bigEndianBy(header, "byte_order", where);
    appendPlainRun(run, file, contents);
    readGeometry(header, contents);
    return contents;
}

} // namespace ewald::io
