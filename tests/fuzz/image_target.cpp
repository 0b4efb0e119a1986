// SPDX-License-Identifier: GPL-3.0-or-later
// Headers of EDF and CBF files, the byte-offset compression and the packing of CCP4: what strangers write.
#include "base/error.h"
#include "codec/byte_offset.h"
#include "codec/ccp4_pack.h"
#include "fuzz_target.h"
#include "io/stack/images/cbf_file.h"
#include "io/stack/images/detector_header.h"
#include "io/stack/images/edf_file.h"

#include <array>
#include <string>
#include <string_view>

namespace ewald::fuzz {
namespace {

constexpr std::size_t kMaxDecoded = std::size_t{1} << 20U;

template <class F>
void ignoringDataErrors(F&& action) {
    try {
        action();
    } catch (const DataError&) { // what damaged data are supposed to end in
    }
}

void decodePixels(std::string_view packed, std::size_t elementSize, std::size_t bytes) {
    // Allocations of their own, so that the sanitizer sees the first byte too far.
    const std::vector<std::byte> stored(reinterpret_cast<const std::byte*>(packed.data()),
                                        reinterpret_cast<const std::byte*>(packed.data()) + packed.size());
    std::vector<std::byte> out(bytes / elementSize * elementSize);
    codec::decodeByteOffset(stored, elementSize, out);
}

Input toInput(const std::string& text) { return {text.begin(), text.end()}; }

} // namespace

void decodeInput(const std::uint8_t* data, std::size_t size) {
    const std::vector<char> copy(data, data + size);
    const std::string_view text(copy.data(), copy.size());
    ignoringDataErrors([&] {
        if (const auto header = io::parseEdfHeader(text); header && header->headerBytes > text.size()) __builtin_trap();
    });
    ignoringDataErrors([&] {
        const auto header = io::parseCbfHeader(text);
        if (!header) return;
        if (header->dataOffset > text.size()) __builtin_trap();
        if (header->byteOffset && header->shape.bytes() <= kMaxDecoded)
            decodePixels(text.substr(static_cast<std::size_t>(header->dataOffset)), bytesOf(header->shape.type),
                         header->shape.bytes());
    });
    io::StackContents contents;
    io::readDetectorHeader(text, contents);
    for (const std::size_t elementSize : {1U, 2U, 4U, 8U})
        ignoringDataErrors([&] { decodePixels(text, elementSize, 4 * size); });
    ignoringDataErrors([&] {
        constexpr std::size_t kCols = 5;
        std::vector<std::uint16_t> out(2 * size / kCols * kCols);
        codec::decodeCcp4Pack(std::as_bytes(std::span(copy)), kCols, out);
    });
}

std::vector<Input> fuzzSeeds() {
    std::vector<Input> seeds;
    const std::string edf = "{\nHeaderID = EH:000001:000000:000000 ;\nByteOrder = LowByteFirst ;\nDataType = "
                            "UnsignedShort ;\nDim_1 = 3 ;\nDim_2 = 2 ;\nSize = 12 ;\nPSize_1 = 1e-4 ;\n}\n";
    seeds.push_back(toInput(edf + "0123456789ab"));
    seeds.push_back(toInput("{ Dim_1 = 1 ; Dim_2 = 1 ; Dim_3 = 4 ; DataType = FloatValue ; Compression = None ; }\n"));
    const std::array<std::int32_t, 6> pixels{0, 1, -200, 70'000, -2'000'000'000, 2'000'000'000};
    const std::vector<std::byte> packed = codec::encodeByteOffset(pixels);
    const std::string data(reinterpret_cast<const char*>(packed.data()), packed.size());
    seeds.push_back(toInput(data));
    seeds.push_back(toInput(
        "###CBF: VERSION 1.5\r\n# Detector: PILATUS\r\n# Pixel_size 172e-6 m x 172e-6 m\r\n# Wavelength 1.0 A\r\n"
        "# Detector_distance 0.2 m\r\n# Beam_xy (1.5, 2.5) pixels\r\n--CIF-BINARY-FORMAT-SECTION--\r\n"
        "Content-Type: application/octet-stream;\r\n  conversions=\"x-CBF_BYTE_OFFSET\"\r\n"
        "Content-Transfer-Encoding: BINARY\r\nX-Binary-Size: " +
        std::to_string(data.size()) +
        "\r\nX-Binary-Element-Type: \"signed 32-bit integer\"\r\nX-Binary-Size-Fastest-Dimension: 3\r\n"
        "X-Binary-Size-Second-Dimension: 2\r\n\r\n\x0c\x1a\x04\xd5" +
        data));
    return seeds;
}

} // namespace ewald::fuzz
