// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/images/marccd_header.h"

#include "base/units.h"
#include "io/stack/images/byte_order.h"
#include "io/stack/images/detector_header.h"

#include <array>
#include <span>
#include <string_view>

namespace ewald::io {
namespace {

constexpr std::uint64_t kHeaderAt = 1024;
constexpr std::size_t kHeaderBytes = 1024; // of 3072

// Places of 32-bit numbers in the header.
constexpr std::size_t kName = 4; // 16 characters
constexpr std::size_t kByteOrder = 28;
constexpr std::size_t kCols = 80;
constexpr std::size_t kRows = 84;
constexpr std::size_t kSaturated = 104; // counts
constexpr std::size_t kDistance = 640;  // µm
constexpr std::size_t kBeamX = 644;     // thousandths of a pixel
constexpr std::size_t kBeamY = 648;
constexpr std::size_t kTwoTheta = 668;  // thousandths of a degree, as the rotations
constexpr std::size_t kRotationX = 740; // of the detector
constexpr std::size_t kRotationY = 744;
constexpr std::size_t kPixelX = 772; // nm
constexpr std::size_t kPixelY = 776;
constexpr std::size_t kWavelength = 908; // fm

class Header {
public:
    explicit Header(std::span<const std::byte> bytes)
        : m_bytes(bytes), m_bigEndian(littleEndianAt<std::uint32_t>(bytes, kByteOrder) != 1234) {} // else 4321
    [[nodiscard]] double at(std::size_t place) const { return numberAt<std::int32_t>(m_bytes, place, m_bigEndian); }

private:
    std::span<const std::byte> m_bytes;
    bool m_bigEndian;
};

} // namespace

void readMarCcdHeader(const RawFile& file, StackContents& contents) {
    std::array<std::byte, kHeaderBytes> bytes{};
    if (file.size() < kHeaderAt + bytes.size()) return;
    file.read(kHeaderAt, bytes);
    const std::string_view name(reinterpret_cast<const char*>(bytes.data()) + kName, 3);
    const Header header(bytes);
    const FrameShape shape = contents.frames.shape();
    if (name != "MMX" || header.at(kCols) != static_cast<double>(shape.cols) ||
        header.at(kRows) != static_cast<double>(shape.rows))
        return;
    StackGeometry& geometry = contents.geometry;
    geometry.detector = "MarCCD";
    const auto length = [&](std::size_t place, const char* called, double unit_m, double least_m, double most_m) {
        return lengthOf(header.at(place), called, unit_m, least_m, most_m, contents);
    };
    geometry.wavelength_m = length(kWavelength, "source_wavelength", 1e-15, kShortestWave_m, kLongestWave_m);
    geometry.pixelWidth_m = length(kPixelX, "pixelsize_x", 1e-9, kSmallestPixel_m, kLargestPixel_m);
    geometry.pixelHeight_m = length(kPixelY, "pixelsize_y", 1e-9, kSmallestPixel_m, kLargestPixel_m);
    geometry.distance_m = length(kDistance, "xtal_to_detector", 1e-6, kNearestDetector_m, kFarthestDetector_m);
    if (geometry.distance_m) warnOfFarDistance(*geometry.distance_m, "xtal_to_detector", contents);
    if (header.at(kSaturated) > 0) contents.saturation = header.at(kSaturated);
    geometry.beamCentreCol = 1e-3 * header.at(kBeamX);
    geometry.beamCentreRow = 1e-3 * header.at(kBeamY);
    const std::array<std::pair<std::size_t, const char*>, 3> turns{
        {{kTwoTheta, "start_twotheta"}, {kRotationX, "detector_rotx"}, {kRotationY, "detector_roty"}}};
    for (const auto& [place, by] : turns)
        if (header.at(place) != 0) return leaveOutTurnedGeometry(contents, by, 1e-3 * header.at(place));
}

} // namespace ewald::io
