// SPDX-License-Identifier: GPL-3.0-or-later
// 16 numbers, from byte 64 on text, from 4096 on places and counts of bright pixels, then the packed image.
#include "io/stack/images/mar345_file.h"

#include "base/phrase.h"
#include "base/units.h"
#include "codec/ccp4_pack.h"
#include "io/stack/images/byte_order.h"
#include "io/stack/images/detector_header.h"
#include "io/stack/images/one_frame.h"
#include "io/stack/images/plain_frames.h"

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

namespace ewald::io {
namespace {

constexpr std::size_t kHeaderBytes = 4096;
constexpr std::size_t kBrightBytes = 8;    // place and count
constexpr std::size_t kBrightTogether = 8; // the table is filled up to a multiple of this
constexpr const char* kHint = translatable("the file may be damaged: copy it again");

// Numbers of the header, by their places among the first 16.
enum Entry : std::size_t {
    kMagic = 0, // 1234
    kCols = 1,
    kBright = 2, // pixels above 65535
    kPixels = 5,
    kPixelLength = 6, // µm
    kPixelHeight = 7,
    kWavelength = 8, // 10⁻⁶ Å
    kDistance = 9,   // µm
    kTwoTheta = 15,  // thousandths of a degree
};

struct Header {
    bool bigEndian = false;
    std::array<std::int32_t, 16> numbers{};
    std::string text;
    [[nodiscard]] std::uint64_t count(Entry entry) const {
        return static_cast<std::uint64_t>(std::max(0, numbers[entry]));
    }
};

Header parseHeader(std::span<const std::byte> bytes) {
    Header header;
    header.bigEndian = bytes[0] == std::byte{0};
    for (std::size_t i = 0; i < header.numbers.size(); ++i)
        header.numbers[i] = numberAt<std::int32_t>(bytes, 4 * i, header.bigEndian);
    header.text.assign(reinterpret_cast<const char*>(bytes.data()) + 64, bytes.size() - 64);
    return header;
}

class Mar345Segment final : public OneFrameSegment {
public:
    Mar345Segment(FrameShape shape, std::size_t bright, bool bigEndian, std::shared_ptr<const RawFile> file)
        : OneFrameSegment(shape, std::move(file)), m_bright(bright), m_bigEndian(bigEndian) {}

    std::uint64_t storedBytes() const noexcept override { return raw().size() - kHeaderBytes; }
    std::string compression() const override { return "CCP4 packing"; }

private:
    StoredFrame decode(ReadContext& context) const override {
        context.readStored(raw(), kHeaderBytes, static_cast<std::size_t>(raw().size() - kHeaderBytes));
        const std::span<const std::byte> stored(context.stored);
        std::vector<std::uint16_t> low(shape().pixels());
        codec::decodeCcp4Pack(stored.subspan(startOfPixels(stored)), shape().cols, low);
        std::vector<std::uint32_t> all(low.begin(), low.end());
        for (std::size_t i = 0; i < m_bright; ++i) {
            const std::int32_t place = numberAt<std::int32_t>(stored, kBrightBytes * i, m_bigEndian); // from 1
            const std::int32_t count = numberAt<std::int32_t>(stored, kBrightBytes * i + 4, m_bigEndian);
            if (place < 1 || static_cast<std::size_t>(place) > all.size() || count < 0)
                throw DataError("the table of bright pixels is damaged", raw().path().string(), kHint);
            all[static_cast<std::size_t>(place) - 1] = static_cast<std::uint32_t>(count);
        }
        return frameOf<std::uint32_t>(all, context);
    }

    /// Behind "\nCCP4 packed image, X: 2300, Y: 2300\n". \throws DataError
    [[nodiscard]] std::size_t startOfPixels(std::span<const std::byte> stored) const {
        const auto fail = [&](std::string what) { return DataError(std::move(what), raw().path().string(), kHint); };
        const std::size_t table = (m_bright + kBrightTogether - 1) / kBrightTogether * kBrightTogether * kBrightBytes;
        const std::string_view text(reinterpret_cast<const char*>(stored.data()), stored.size());
        constexpr std::string_view kName = "CCP4 packed image";
        const std::size_t name = table < text.size() ? text.find(kName, table) : std::string_view::npos;
        const std::size_t end = text.find('\n', std::min(name, text.size()));
        if (end == std::string_view::npos) throw fail("the mar345 file holds no packed image");
        const std::string line(text.substr(name, std::min<std::size_t>(end - name, 100)));
        if (line.starts_with(std::string(kName) + " V")) throw fail("the mar345 file is packed in another version");
        const std::string expected = ", X: " + padded(shape().cols) + ", Y: " + padded(shape().rows);
        if (line.substr(kName.size()) != expected)
            throw fail("the packed image has another size than the header of the mar345 file says");
        return end + 1;
    }
    static std::string padded(std::size_t number) {
        const std::string text = std::to_string(number);
        return std::string(text.size() < 4 ? 4 - text.size() : 0, '0') + text;
    }

    std::size_t m_bright;
    bool m_bigEndian;
    std::shared_ptr<const RawFile> m_file;
};

/// "CENTER         X 1150.000  Y 1150.000" of the text.
void readCentre(const std::string& text, StackGeometry& geometry) {
    const std::size_t at = text.find("\nCENTER");
    if (at == std::string::npos) return;
    std::istringstream words(text.substr(at + 7, 64));
    std::string x, y;
    double col = 0, row = 0;
    if (words >> x >> col >> y >> row && x == "X" && y == "Y")
        geometry.beamCentreCol = col, geometry.beamCentreRow = row;
}

void readGeometry(const Header& header, StackContents& contents) {
    StackGeometry& geometry = contents.geometry;
    const auto length = [&](Entry entry, const char* called, double unit_m, double least_m, double most_m) {
        return lengthOf(header.numbers[entry], called, unit_m, least_m, most_m, contents);
    };
    geometry.detector = "mar345";
    geometry.pixelWidth_m = length(kPixelLength, "PIXEL LENGTH", 1e-6, kSmallestPixel_m, kLargestPixel_m);
    geometry.pixelHeight_m = length(kPixelHeight, "PIXEL HEIGHT", 1e-6, kSmallestPixel_m, kLargestPixel_m);
    geometry.wavelength_m = length(kWavelength, "WAVELENGTH", 1e-16, kShortestWave_m, kLongestWave_m);
    geometry.distance_m = length(kDistance, "DISTANCE", 1e-6, kNearestDetector_m, kFarthestDetector_m);
    readCentre(header.text, geometry);
    if (const std::int32_t turn = header.numbers[kTwoTheta]; turn != 0)
        leaveOutTurnedGeometry(contents, "TWOTHETA", 1e-3 * turn);
}

} // namespace

bool isMar345Header(std::span<const std::byte> bytes) noexcept {
    constexpr std::size_t kTextEnds = 192;
    constexpr std::string_view kName = "mar research";
    if (bytes.size() < kTextEnds) return false;
    const bool magic = numberAt<std::int32_t>(bytes, 4 * kMagic, false) == 1234 ||
                       numberAt<std::int32_t>(bytes, 4 * kMagic, true) == 1234;
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), kTextEnds);
    return magic && text.find(kName) != std::string_view::npos;
}

StackContents openMar345Stack(const std::filesystem::path& path, const std::shared_ptr<DescriptorPool>& pool) {
    const auto file = std::make_shared<const RawFile>(path, pool);
    std::array<std::byte, kHeaderBytes> bytes{};
    file->read(0, bytes);
    const Header header = parseHeader(bytes);
    const std::uint64_t cols = header.count(kCols), pixels = header.count(kPixels), bright = header.count(kBright);
    const std::uint64_t rows = cols > 0 ? pixels / cols : 0;
    checkFrameShape(rows, cols, path);
    if (rows * cols != pixels || bright > pixels || kBrightBytes * bright > file->size() - kHeaderBytes)
        throw DataError("the header of the mar345 file is damaged", path.string(), kHint);
    StackContents contents;
    contents.format = "mar345";
    const FrameShape shape{static_cast<std::size_t>(rows), static_cast<std::size_t>(cols), PixelType::uint32};
    contents.frames.append(
        std::make_shared<const Mar345Segment>(shape, static_cast<std::size_t>(bright), header.bigEndian, file));
    readGeometry(header, contents);
    return contents;
}

} // namespace ewald::io
