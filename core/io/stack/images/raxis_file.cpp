// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/images/raxis_file.h"

#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/units.h"
#include "io/stack/images/byte_order.h"
#include "io/stack/images/detector_header.h"
#include "io/stack/images/one_frame.h"
#include "io/stack/images/plain_frames.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ewald::io {
namespace {

constexpr std::size_t kHeaderBytes = 1400;

// Places in the header: 32-bit floating-point numbers, or whole ones.
constexpr std::size_t kWavelength = 292; // Å
constexpr std::size_t kDistance = 344;   // mm
constexpr std::size_t kShape = 448;      // whole: 0 flat, 1 a cylinder
constexpr std::size_t kBeamX = 540;      // pixels
constexpr std::size_t kBeamY = 544;
constexpr std::size_t kTwoTheta = 556; // degrees
constexpr std::size_t kCols = 768;     // whole
constexpr std::size_t kRows = 772;     // whole
constexpr std::size_t kPixelX = 776;   // mm
constexpr std::size_t kPixelY = 780;
constexpr std::size_t kRecordBytes = 784; // whole: bytes of a record, the first of which is the header
constexpr std::size_t kRatio = 800;       // of the two ranges of counts

class Header {
public:
    explicit Header(std::span<const std::byte> bytes) : m_bytes(bytes) {
        // Machines of both orders have written them: a number of columns above 65535 is one in the other order.
        m_bigEndian = whole(kCols) > 0xFFFF || whole(kCols) == 0;
    }
    [[nodiscard]] bool bigEndian() const noexcept { return m_bigEndian; }
    [[nodiscard]] std::uint32_t whole(std::size_t place) const { return at<std::uint32_t>(place); }
    /// 0 for what is no number.
    [[nodiscard]] double number(std::size_t place) const {
        const double value = at<float>(place);
        return std::isfinite(value) ? value : 0;
    }

private:
    template <class T>
    [[nodiscard]] T at(std::size_t place) const {
        return numberAt<T>(m_bytes, place, m_bigEndian);
    }
    std::span<const std::byte> m_bytes;
    bool m_bigEndian = false;
};

/// Where the rows of pixels lie.
struct Rows {
    std::uint64_t first = 0;    ///< byte of the first pixel
    std::uint64_t distance = 0; ///< bytes from one row to the next, which may be filled up
    /// From the first pixel to the last one.
    [[nodiscard]] std::uint64_t bytes(FrameShape shape) const {
        return (shape.rows - 1) * distance + 2 * std::uint64_t{shape.cols};
    }
};

class RaxisSegment final : public OneFrameSegment {
public:
    RaxisSegment(FrameShape shape, Rows rows, bool bigEndian, double ratio, std::shared_ptr<const RawFile> file)
        : OneFrameSegment(shape, std::move(file)), m_rows(rows), m_bigEndian(bigEndian), m_ratio(ratio) {}

    std::uint64_t storedBytes() const noexcept override { return m_rows.bytes(shape()); }
    std::string compression() const override { return "none"; }

private:
    StoredFrame decode(ReadContext& context) const override {
        context.readStored(raw(), m_rows.first, static_cast<std::size_t>(storedBytes()));
        std::vector<std::uint32_t> counts(shape().pixels());
        for (std::size_t i = 0; i < counts.size(); ++i) {
            const std::size_t row = i / shape().cols, col = i % shape().cols;
            const auto at = static_cast<std::size_t>(row * m_rows.distance + 2 * col);
            const auto stored = numberAt<std::uint16_t>(context.stored, at, m_bigEndian);
            constexpr std::uint16_t kMultiple = 0x8000;
            counts[i] = (stored & kMultiple) == 0
                            ? stored
                            : static_cast<std::uint32_t>(m_ratio * static_cast<double>(stored & (kMultiple - 1)));
        }
        return frameOf<std::uint32_t>(counts, context);
    }

    Rows m_rows;
    bool m_bigEndian;
    double m_ratio;
};

/// By the length of the records: the header is the first of them, each row of pixels one of the others. Where it is no
/// length of a header, the pixels are the last ones of the file. \throws DataError: they are not all there
Rows rowsOf(const Header& header, FrameShape shape, const RawFile& file, StackContents& contents) {
    const std::string where = file.path().string();
    const std::uint64_t record = header.whole(kRecordBytes), bytesOfRow = 2 * std::uint64_t{shape.cols};
    const bool isStated = record >= bytesOfRow && record >= kHeaderBytes;
    Rows rows{isStated ? record : kHeaderBytes, isStated ? record : bytesOfRow};
    const std::uint64_t needed = rows.first + rows.bytes(shape);
    if (needed > file.size())
        throw DataError(phrase("the file ends %1 bytes too early", needed - file.size()), where,
                        "copy it again, or wait until its writer has finished");
    if (isStated) {
        // The last row may be filled up like the others.
        const std::uint64_t end = rows.first + shape.rows * record;
        if (end < file.size())
            contents.note(
                Severity::warning,
                phrase("%1 bytes behind the last frame are not understood and left out: %2", file.size() - end, where));
        return rows;
    }
    rows.first = file.size() - rows.bytes(shape);
    contents.note(Severity::warning,
                  phrase("the header of the R-AXIS file gives records of %1 bytes, which cannot be: the pixels are "
                         "taken from the end of the file, where they are shifted if it is cut off: %2",
                         record, where));
    return rows;
}

void readGeometry(const Header& header, StackContents& contents) {
    StackGeometry& geometry = contents.geometry;
    const auto length = [&](std::size_t place, const char* called, double unit_m, double least_m, double most_m) {
        return lengthOf(header.number(place), called, unit_m, least_m, most_m, contents);
    };
    geometry.detector = "R-AXIS";
    geometry.pixelWidth_m = length(kPixelX, "X Pixel Length", 1e-3, kSmallestPixel_m, kLargestPixel_m);
    geometry.pixelHeight_m = length(kPixelY, "Y Pixel Length", 1e-3, kSmallestPixel_m, kLargestPixel_m);
    geometry.wavelength_m = length(kWavelength, "Wavelength", 1e-10, kShortestWave_m, kLongestWave_m);
    geometry.distance_m =
        length(kDistance, "Crystal-to-detector Distance", 1e-3, kNearestDetector_m, kFarthestDetector_m);
    geometry.beamCentreCol = header.number(kBeamX);
    geometry.beamCentreRow = header.number(kBeamY);
    if (header.whole(kShape) == 1)
        leaveOutPlace(contents, phrase("the image plate is a cylinder: distance and beam centre of a flat detector are "
                                       "not used"));
    else if (const double turn = header.number(kTwoTheta); turn != 0)
        leaveOutTurnedGeometry(contents, "2Theta Angle", turn);
}

} // namespace

StackContents openRaxisStack(const std::filesystem::path& path, const std::shared_ptr<DescriptorPool>& pool) {
    const auto file = std::make_shared<const RawFile>(path, pool);
    std::array<std::byte, kHeaderBytes> bytes{};
    file->read(0, bytes);
    const Header header(bytes);
    const std::uint64_t rows = header.whole(kRows), cols = header.whole(kCols);
    checkFrameShape(rows, cols, path);
    StackContents contents;
    contents.format = "R-AXIS";
    const FrameShape shape{static_cast<std::size_t>(rows), static_cast<std::size_t>(cols), PixelType::uint32};
    const Rows places = rowsOf(header, shape, *file, contents);
    const double ratio = header.number(kRatio);
    constexpr double kLargestRatio = 1e4;
    if (!(ratio >= 1 && ratio <= kLargestRatio))
        throw DataError(phrase("the ratio of the two ranges of counts is %1", numberText(ratio)), path.string(),
                        "the file may be damaged: copy it again");
    contents.frames.append(std::make_shared<const RaxisSegment>(shape, places, header.bigEndian(), ratio, file));
    readGeometry(header, contents);
    return contents;
}

} // namespace ewald::io
