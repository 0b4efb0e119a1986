// SPDX-License-Identifier: GPL-3.0-or-later
// "MQ1,000001,00384,01,0256,0256,U16,   1x1,01,2026-11-28 01:02:03.000000,0.001,0,…": number of the frame, bytes of the
// header, chips, columns, rows, type, layout and choice of chips, time, exposure, which of two counters.
#include "io/stack/images/mib_file.h"

#include "base/ascii_text.h"
#include "base/phrase.h"
#include "io/stack/images/plain_frames.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace ewald::io {
namespace {

constexpr std::size_t kMostHeaderBytes = 1U << 16U;
constexpr std::uint64_t kMostChecked = 256; ///< headers that are read when the file is opened
constexpr const char* kHint = translatable("the file may be damaged: copy it again");

struct MibHeader {
    std::uint64_t number = 0; ///< of the frame, from 1
    std::uint64_t bytes = 0;  ///< the pixels begin here
    std::uint64_t rows = 0, cols = 0;
    std::string_view type;    ///< "U16"
    std::string_view counter; ///< "0" or "1", each with thresholds of its own; empty: the header ends before it
    bool operator==(const MibHeader&) const = default;
};

/// Absent: there is no header at the start of `text`.
std::optional<MibHeader> parseMibHeader(std::string_view text) {
    constexpr std::size_t kNeeded = 7, kCounter = 11;
    std::array<std::string_view, kCounter + 1> fields;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const std::size_t comma = text.find(',');
        const std::string_view field = trimmed(text.substr(0, comma));
        if (comma == std::string_view::npos || !isPrintableAscii(field)) {
            if (i < kNeeded) return std::nullopt;
            break; // a shorter header
        }
        fields[i] = field;
        text.remove_prefix(comma + 1);
    }
    if (fields[0] != "MQ1") return std::nullopt;
    MibHeader header;
    const std::array<std::pair<std::size_t, std::uint64_t*>, 4> numbers{
        {{1, &header.number}, {2, &header.bytes}, {4, &header.cols}, {5, &header.rows}}};
    for (const auto& [at, value] : numbers) {
        const std::string_view field = fields[at];
        const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), *value);
        if (error != std::errc{} || end != field.data() + field.size()) return std::nullopt;
    }
    header.type = fields[6];
    header.counter = fields[kCounter];
    return header;
}

std::optional<PixelType> pixelTypeOf(std::string_view type) {
    if (type == "U08" || type == "U8") return PixelType::uint8;
    if (type == "U16") return PixelType::uint16;
    if (type == "U32") return PixelType::uint32;
    if (type == "U64") return PixelType::uint64;
    return std::nullopt;
}

/// The text of a header at `offset`, as far as the file goes.
std::string textAt(const RawFile& file, std::uint64_t offset) {
    std::string text(static_cast<std::size_t>(std::min<std::uint64_t>(128, file.size() - offset)), '\0');
    file.read(offset, std::as_writable_bytes(std::span(text)));
    return text;
}

/// The headers of the frames between the first and the last, some of them where there are many: they have to be there,
/// and their numbers have to follow each other.
void checkHeaders(const RawFile& file, const MibHeader& first, const PlainRun& run, std::uint64_t frames,
                  StackContents& contents) {
    const std::uint64_t looks = std::min(frames, kMostChecked);
    for (std::uint64_t look = 1; look < looks; ++look) {
        const std::uint64_t frame = look * (frames - 1) / (looks - 1);
        const std::string text = textAt(file, frame * run.distance);
        const std::optional<MibHeader> header = parseMibHeader(text);
        if (!header || header->bytes != first.bytes || header->rows != first.rows || header->cols != first.cols ||
            header->type != first.type)
            throw DataError(phrase("frame %1 has no header like that of the first", frame), file.path().string(),
                            kHint);
        if (header->counter != first.counter) {
            contents.note(Severity::warning,
                          phrase("frame %1 is of counter %2 of the detector, the first one of counter %3, whose "
                                 "thresholds are others: choose those of one counter with first_frame and frame_step",
                                 frame, std::string(header->counter), std::string(first.counter)));
            return;
        }
        if (header->number == first.number + frame) continue;
        contents.note(Severity::warning,
                      phrase("frame %1 is number %2 of its acquisition, the first one number %3: frames may be missing",
                             frame, header->number, first.number));
        return;
    }
}

} // namespace

StackContents openMibStack(const std::filesystem::path& path, const std::shared_ptr<DescriptorPool>& pool) {
    const auto file = std::make_shared<const RawFile>(path, pool);
    const std::string text = textAt(*file, 0);
    const std::optional<MibHeader> header = parseMibHeader(text);
    if (!header || header->bytes < 16 || header->bytes > kMostHeaderBytes)
        throw DataError("the header of the MIB file is damaged", path.string(), kHint);
    const std::optional<PixelType> type = pixelTypeOf(header->type);
    if (!type)
        throw DataError(
            phrase("the MIB file has pixels of the kind %1, expected U08, U16, U32 or U64", std::string(header->type)),
            path.string(), "let the detector write frames that are not raw");
    checkFrameShape(header->rows, header->cols, path);
    StackContents contents;
    contents.format = "MIB";
    PlainRun run;
    run.shape = {static_cast<std::size_t>(header->rows), static_cast<std::size_t>(header->cols), *type};
    run.first = header->bytes;
    run.distance = header->bytes + run.shape.bytes();
    run.bigEndian = true;
    appendPlainRun(run, file, contents);
    checkHeaders(*file, *header, run, contents.frames.size(), contents);
    return contents;
}

} // namespace ewald::io
