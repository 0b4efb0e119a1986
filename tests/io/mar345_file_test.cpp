// SPDX-License-Identifier: GPL-3.0-or-later
// Files of mar345 scanners. The packed image was made by fabio 2026.6.0 (mar345_IO, an implementation of its own).
#include "codec/ccp4_pack.h"
#include "io/frame_stack.h"
#include "io/stack/file_kind.h"
#include "stack_files.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace ewald::io::test {
namespace {

constexpr std::size_t kSide = 12;

/// "CCP4 packed image, X: 0012, Y: 0012" and its data: pixel i has (7 i²) mod 900 counts, but for those of kBright.
constexpr std::string_view kPacked =
    "0a43435034207061636b656420696d6167652c20583a20303031322c20593a20303031320a09fcda3112f3d3b49576771702"
    "4c0274f4e703ec05e807f009e4fd730374056cf9f7feff0074f887010c0704fb8f0008f8170190f89f012807a0feb30728ff"
    "2bfa3703b0fa43073c3e5ced4f06c4fdc7f8d301d0fc53fbe707e002e0fd83ec07eb97f77702f40078fffbfd7ffcfffa83f9"
    "1306940498061c058068e66824042c0620faafffb3013400b4fe3bfd3fff0b68fc5b8861c8fc5702ccf9df02e004e806dcfa"
    "6b006c02e8f9f70270fafbff8705fcfc0f0600fa130388fa9b0310fb23041cff2f08a4ffa7fab303b0feaff94306b8fd3ffc"
    "4b05480044fbcbf95b065801d8ff5ffedffc63fbf307f0027001f4fffb017c00fcfe83fd87ff8f0190031402940018ff1f01"
    "24032805c048fea92a4bdc0af01200235203";
constexpr std::array<std::pair<std::size_t, std::uint32_t>, 4> kBright{
    {{1, 65535}, {3 * kSide + 4, 70000}, {5 * kSide + 5, 40000}, {kSide * kSide - 1, 1234567}}};

std::string fromHex(std::string_view hex) {
    std::string bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2)
        bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
    return bytes;
}

std::uint32_t countsOf(std::size_t pixel) {
    for (const auto& [place, counts] : kBright)
        if (place == pixel) return counts;
    return static_cast<std::uint32_t>(7 * pixel * pixel % 900);
}

class Mar345 : public WithFolder {
protected:
    fs::path write(bool big, std::int32_t twoTheta = 0, const std::string& packed = fromHex(kPacked)) {
        std::string bytes;
        const auto number = [&](std::int32_t value) {
            for (int i = 0; i < 4; ++i)
                bytes += static_cast<char>(static_cast<std::uint32_t>(value) >> 8 * (big ? 3 - i : i) & 0xFF);
        };
        for (const std::int32_t value : {1234, 12, 2, 1, 1, 144, 150, 100, 710690, 200500, 0, 0, 0, 0, 0, twoTheta})
            number(value);
        bytes.resize(128, '\0');
        bytes += "mar research\nCENTER         X 5.500  Y 6.250  \nEND OF HEADER\n";
        bytes.resize(4096, ' ');
        number(3 * kSide + 4 + 1), number(70000), number(kSide * kSide), number(1234567);
        bytes.resize(4096 + 64, '\0'); // the table has room for eight
        std::ofstream(at("a.mar2300"), std::ios::binary) << bytes + packed;
        return at("a.mar2300");
    }
};

TEST_F(Mar345, IsUnpackedWithItsBrightPixelsAndItsGeometry) {
    for (const bool big : {false, true}) {
        const fs::path file = write(big);
        EXPECT_EQ(fileKind(file), FileKind::mar345);
        const auto stack = openOne(file);
        ASSERT_EQ(stack->frameCount(), 1U);
        ASSERT_EQ(stack->pixelType(), PixelType::uint32);
        const std::vector<std::uint32_t> pixels = pixelsOf<std::uint32_t>(*stack->makeReader(), 0);
        ASSERT_EQ(pixels.size(), kSide * kSide);
        for (std::size_t i = 0; i < pixels.size(); ++i) EXPECT_EQ(pixels[i], countsOf(i)) << i;
        const StackGeometry& geometry = stack->geometry;
        EXPECT_DOUBLE_EQ(geometry.pixelWidth_m.value_or(0), 150e-6);
        EXPECT_DOUBLE_EQ(geometry.pixelHeight_m.value_or(0), 100e-6);
        EXPECT_DOUBLE_EQ(geometry.wavelength_m.value_or(0), 0.71069e-10);
        EXPECT_DOUBLE_EQ(geometry.distance_m.value_or(0), 0.2005);
        EXPECT_EQ(geometry.beamCentreCol, 5.5);
        EXPECT_EQ(geometry.beamCentreRow, 6.25);
    }
}

TEST_F(Mar345, ATurnedScannerHasNoPlace) {
    const auto stack = openOne(write(false, 15000));
    EXPECT_FALSE(stack->geometry.distance_m || stack->geometry.beamCentreRow);
}

TEST_F(Mar345, DamageIsNamed) {
    const std::string packed = fromHex(kPacked);
    const auto refusal = [&](const std::string& with) -> std::string {
        try {
            static_cast<void>(openOne(write(false, 0, with))->makeReader()->readPixels(0));
        } catch (const DataError& error) {
            return error.problem();
        }
        return "";
    };
    EXPECT_NE(refusal(packed.substr(0, packed.size() - 20)).find("too early"), std::string::npos);
    EXPECT_NE(refusal("nothing").find("no packed image"), std::string::npos);
    EXPECT_NE(refusal("\nCCP4 packed image V2, X: 0012, Y: 0012\n").find("another version"), std::string::npos);
    EXPECT_NE(refusal("\nCCP4 packed image, X: 0013, Y: 0012\n").find("another size"), std::string::npos);
    const fs::path file = write(false);
    std::fstream(file, std::ios::binary | std::ios::in | std::ios::out).seekp(4096).put('\0'); // bright pixel 0
    EXPECT_THROW(static_cast<void>(openOne(file)->makeReader()->readPixels(0)), DataError);
}

} // namespace
} // namespace ewald::io::test
