// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of 512 bytes with lines of 80, "NROWS  :1024"; the pixels; the tables.
#include "io/stack/images/bruker_file.h"

#include "base/ascii_text.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/units.h"
#include "io/stack/images/byte_order.h"
#include "io/stack/images/detector_header.h"
#include "io/stack/images/one_frame.h"
#include "io/stack/images/plain_frames.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ewald::io {
namespace {

constexpr std::size_t kBlock = 512;
constexpr std::size_t kFirstBlocks = 5; ///< which hold the number of all
constexpr std::size_t kMostBlocks = 1000;
constexpr std::size_t kLine = 80;
constexpr std::size_t kEntry =
    16; ///< characters of a count and its place in format 86; tables of 100 end at such bytes
constexpr const char* kHint = translatable("the file may be damaged: copy it again");

/// Values of a header by their keys; those of a key that is there more than once follow each other.
using Header = std::map<std::string, std::string, std::less<>>;

Header parseHeader(std::string_view text) {
    Header header;
    for (std::size_t at = 0; at + kLine <= text.size(); at += kLine) {
        const std::string_view line = text.substr(at, kLine);
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos || colon > 8 || !isPrintableAscii(line)) continue;
        std::string& value = header[std::string(trimmed(line.substr(0, colon)))];
        value += (value.empty() ? "" : " ") + std::string(trimmed(line.substr(colon + 1)));
    }
    return header;
}

/// A word of a value as a number; absent: there is none.
std::optional<double> numberOf(const Header& header, std::string_view key, std::size_t word = 0) {
    const auto found = header.find(key);
    if (found == header.end()) return std::nullopt;
    std::string_view text = found->second;
    for (; word > 0; --word) {
        const std::size_t end = std::min(text.find(' '), text.size());
        text = trimmed(text.substr(end));
    }
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() ? std::optional(value) : std::nullopt;
}

std::size_t countOf(const Header& header, std::string_view key, std::size_t word = 0) {
    constexpr double kMost = 1e9;
    return static_cast<std::size_t>(std::clamp(numberOf(header, key, word).value_or(0), 0.0, kMost));
}

/// What a frame consists of.
struct Layout {
    FrameShape shape;
    std::uint64_t first = 0; ///< byte of the first pixel
    std::size_t pixelBytes = 1;
    bool isNew = false; ///< format 100
    /// Entries of the tables: of 86 the first alone; of 100 counts below the baseline, those above one byte, and those
    /// above two.
    std::array<std::size_t, 3> entries{};
    std::size_t lowBytes = 1; ///< of an entry of the first table of 100
    std::int32_t baseline = 0;
};

/// Bytes of a table of format 100.
std::size_t tableBytes(std::size_t entries, std::size_t each) {
    return (entries * each + kEntry - 1) / kEntry * kEntry;
}

std::uint64_t bytesOfTables(const Layout& layout) {
    if (!layout.isNew) return kEntry * layout.entries[0];
    return tableBytes(layout.entries[0], layout.lowBytes) + tableBytes(layout.entries[1], 2) +
           tableBytes(layout.entries[2], 4);
}

std::int32_t signedAt(std::span<const std::byte> bytes, std::size_t at, std::size_t width) {
    if (width == 1) return littleEndianAt<std::int8_t>(bytes, at);
    if (width == 2) return littleEndianAt<std::int16_t>(bytes, at);
    return littleEndianAt<std::int32_t>(bytes, at);
}

class BrukerSegment final : public OneFrameSegment {
public:
    BrukerSegment(Layout layout, std::shared_ptr<const RawFile> file)
        : OneFrameSegment(layout.shape, std::move(file)), m_layout(layout) {}

    std::uint64_t storedBytes() const noexcept override { return pixelBytes() + bytesOfTables(m_layout); }
    std::string compression() const override { return "Bruker overflow tables"; }

private:
    StoredFrame decode(ReadContext& context) const override {
        context.readStored(raw(), m_layout.first, static_cast<std::size_t>(storedBytes()));
        const std::span<const std::byte> stored(context.stored);
        std::vector<std::int32_t> counts(m_layout.shape.pixels());
        for (std::size_t i = 0; i < counts.size(); ++i)
            counts[i] = m_layout.pixelBytes == 1   ? std::to_integer<std::int32_t>(stored[i])
                        : m_layout.pixelBytes == 2 ? littleEndianAt<std::uint16_t>(stored, 2 * i)
                                                   : littleEndianAt<std::int32_t>(stored, 4 * i);
        const std::span<const std::byte> tables = stored.subspan(static_cast<std::size_t>(pixelBytes()));
        if (m_layout.isNew)
            applyNew(tables, counts);
        else
            applyOld(tables, counts);
        return frameOf<std::int32_t>(counts, context);
    }

    [[nodiscard]] std::uint64_t pixelBytes() const noexcept { return m_layout.shape.pixels() * m_layout.pixelBytes; }
    [[noreturn]] void failTable() const {
        throw DataError("a table of counts of the Bruker file is damaged", raw().path().string(), kHint);
    }

    /// "000070000   1234": counts in nine characters, the place from 0 in seven.
    void applyOld(std::span<const std::byte> tables, std::vector<std::int32_t>& counts) const {
        const auto number = [&](std::size_t at, std::size_t width) {
            const std::string_view text =
                trimmed(std::string_view(reinterpret_cast<const char*>(tables.data()) + at, width));
            std::int32_t value = 0;
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
            if (error != std::errc() || end != text.data() + text.size() || value < 0) failTable();
            return value;
        };
        constexpr std::size_t kCountWidth = 9;
        for (std::size_t i = 0; i < m_layout.entries[0]; ++i) {
            const auto place = static_cast<std::size_t>(number(kEntry * i + kCountWidth, kEntry - kCountWidth));
            if (place >= counts.size()) failTable();
            counts[place] = number(kEntry * i, kCountWidth);
        }
    }

    /// Entries replace, in their order, the pixels that hold the largest number of their type; then 0 stands for
    /// entries of the first table, and all others are counted from the baseline.
    void applyNew(std::span<const std::byte> tables, std::vector<std::int32_t>& counts) const {
        const auto [low, above1, above2] = m_layout.entries;
        const std::span<const std::byte> first = tables;
        const std::span<const std::byte> second = first.subspan(tableBytes(low, m_layout.lowBytes));
        const std::span<const std::byte> third = second.subspan(tableBytes(above1, 2));
        const auto replace = [&](std::int32_t mark, std::size_t entries, auto&& entry) {
            std::size_t next = 0;
            for (std::int32_t& count : counts)
                if (count == mark && entries > 0) {
                    if (next == entries) failTable();
                    count = entry(next++);
                }
            if (next != entries) failTable();
        };
        if (m_layout.pixelBytes == 1)
            replace(0xFF, above1,
                    [&](std::size_t i) -> std::int32_t { return littleEndianAt<std::uint16_t>(second, 2 * i); });
        if (m_layout.pixelBytes < 4)
            replace(0xFFFF, above2, [&](std::size_t i) { return littleEndianAt<std::int32_t>(third, 4 * i); });
        std::size_t next = 0;
        for (std::int32_t& count : counts)
            if (count == 0 && low > 0) {
                if (next == low) failTable();
                count = signedAt(first, m_layout.lowBytes * next++, m_layout.lowBytes);
            } else {
                count += m_layout.baseline;
            }
        if (next != low) failTable();
    }

    Layout m_layout;
};

/// Numbers of several bytes with that of most weight first, which no detector is known to write. \throws DataError
void refuseOtherOrder(const Header& header, const std::filesystem::path& path) {
    for (const char* key : {"WORDORD", "LONGORD"})
        if (const double order = numberOf(header, key).value_or(0); order != 0)
            throw DataError(phrase("the Bruker header says %1 = %2: the order of bytes is another, which is not undone",
                                   std::string(key), numberText(order)),
                            path.string(), "write it in the usual order (0)");
}

Layout layoutOf(const Header& header, std::uint64_t first, const RawFile& file) {
    const std::filesystem::path& path = file.path();
    Layout layout;
    layout.first = first;
    const std::size_t format = countOf(header, "FORMAT");
    if (format != 86 && format != 100)
        throw DataError(phrase("the Bruker file has the format %1, expected 86 or 100", format), path.string(),
                        "write it in one of these");
    layout.isNew = format == 100;
    refuseOtherOrder(header, path);
    const std::size_t rows = countOf(header, "NROWS"), cols = countOf(header, "NCOLS");
    checkFrameShape(rows, cols, path);
    // Format 86 holds no negative counts; those of a pixel of four bytes may be larger than a signed number.
    layout.shape = {rows, cols, layout.isNew ? PixelType::int32 : PixelType::uint32};
    layout.pixelBytes = countOf(header, "NPIXELB");
    if (layout.pixelBytes != 1 && layout.pixelBytes != 2 && layout.pixelBytes != 4)
        throw DataError(phrase("the Bruker file has pixels of %1 bytes, expected 1, 2 or 4", layout.pixelBytes),
                        path.string(), kHint);
    for (std::size_t i = 0; i < (layout.isNew ? 3U : 1U); ++i) layout.entries[i] = countOf(header, "NOVERFL", i);
    if (layout.isNew) {
        layout.lowBytes = std::max<std::size_t>(1, countOf(header, "NPIXELB", 1));
        if (layout.entries[0] > 0 && layout.lowBytes != 1 && layout.lowBytes != 2 && layout.lowBytes != 4)
            throw DataError("the header of the Bruker file is damaged", path.string(), kHint);
        // −1: neither baseline nor counts below it
        if (numberOf(header, "NOVERFL").value_or(0) >= 0)
            layout.baseline = static_cast<std::int32_t>(numberOf(header, "NEXP", 2).value_or(0));
    }
    const std::uint64_t needed = first + layout.shape.pixels() * layout.pixelBytes + bytesOfTables(layout);
    if (needed > file.size())
        throw DataError(phrase("the file ends %1 bytes too early", needed - file.size()), path.string(),
                        "copy it again, or wait until its writer has finished");
    return layout;
}

void readGeometry(const Header& header, StackContents& contents) {
    StackGeometry& geometry = contents.geometry;
    const auto length = [&](double value_m, const char* key, double least_m, double most_m) -> std::optional<double> {
        if (value_m == 0) return std::nullopt;
        return lengthWithin(value_m, least_m, most_m, key + (": " + header.find(key)->second.substr(0, 40)), contents);
    };
    geometry.detector = "Bruker";
    geometry.wavelength_m =
        length(1e-10 * numberOf(header, "WAVELEN").value_or(0), "WAVELEN", kShortestWave_m, kLongestWave_m);
    geometry.distance_m =
        length(1e-2 * numberOf(header, "DISTANC").value_or(0), "DISTANC", kNearestDetector_m, kFarthestDetector_m);
    // "MULTIWIRE PIXPERCM: 138.5 …": the pixels of the frame.
    constexpr std::string_view kPixels = "PIXPERCM:";
    if (const auto type = header.find("DETTYPE"); type != header.end())
        if (const std::size_t at = type->second.find(kPixels); at != std::string::npos) {
            const Header rest{{"", std::string(trimmed(std::string_view(type->second).substr(at + kPixels.size())))}};
            if (const double perCm = numberOf(rest, "").value_or(0); perCm > 0)
                geometry.pixelWidth_m = geometry.pixelHeight_m =
                    length(1e-2 / perCm, "DETTYPE", kSmallestPixel_m, kLargestPixel_m);
        }
    // Noise, electrons a count, electrons a photon, offset, full scale: saturated pixels hold the last one.
    if (const double most = numberOf(header, "CCDPARM", 4).value_or(0); most > 0) contents.saturation = most;
    if (const double turn = numberOf(header, "ANGLES").value_or(0); turn != 0)
        leaveOutTurnedGeometry(contents, "ANGLES", turn);
    const double slope = numberOf(header, "LINEAR").value_or(1), offset = numberOf(header, "LINEAR", 1).value_or(0);
    if (slope != 1 || offset != 0)
        contents.note(Severity::warning,
                      phrase("the Bruker header says LINEAR = %1, %2: the numbers of the frame stand for others, which "
                             "is not applied",
                             numberText(slope), numberText(offset)));
}

} // namespace

StackContents openBrukerStack(const std::filesystem::path& path, const std::shared_ptr<DescriptorPool>& pool) {
    const auto file = std::make_shared<const RawFile>(path, pool);
    std::string text(kFirstBlocks * kBlock, '\0');
    file->read(0, std::as_writable_bytes(std::span(text)));
    const std::size_t blocks = std::max(kFirstBlocks, countOf(parseHeader(text), "HDRBLKS"));
    if (blocks > kMostBlocks) throw DataError("the header of the Bruker file is damaged", path.string(), kHint);
    text.resize(blocks * kBlock);
    file->read(0, std::as_writable_bytes(std::span(text)));
    const Header header = parseHeader(text);
    StackContents contents;
    contents.format = "Bruker";
    const Layout layout = layoutOf(header, blocks * kBlock, *file);
    const auto frame = std::make_shared<const BrukerSegment>(layout, file);
    const std::uint64_t rest = file->size() - layout.first - frame->storedBytes();
    if (rest >= std::max<std::uint64_t>(layout.shape.cols * layout.pixelBytes, kBlock)) // blocks may be filled up
        contents.note(Severity::warning, phrase("%1 bytes behind the last frame are not understood and left out: %2",
                                                rest, path.string()));
    contents.frames.append(frame);
    readGeometry(header, contents);
    return contents;
}

} // namespace ewald::io
