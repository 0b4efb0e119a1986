// SPDX-License-Identifier: GPL-3.0-or-later
// The header that MarCCD and Rayonix detectors write into their TIFF files, byte by byte as their program has it: the
// directory at byte 8, the header from 1024 to 4095, the pixels from 4096 on.
#include "io/frame_stack.h"
#include "stack_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <string>

namespace ewald::io::test {
namespace {

constexpr std::size_t kMarccdSide = 4;

class MarCcd : public WithFolder {
protected:
    /// \param header 32-bit numbers by their places \param big whether the header is big-endian
    std::shared_ptr<const FrameStack> open(const std::map<std::size_t, std::int32_t>& header, bool big = false) {
        std::string bytes("II*\0\x08\0\0\0", 8);
        const std::vector<std::array<std::uint32_t, 3>> tags = {
            // tag, type (3: 16 bits, 4: 32), value
            {256, 4, kMarccdSide}, {257, 4, kMarccdSide}, {258, 3, 16},
            {259, 3, 1},           {262, 3, 1},           {273, 4, 4096},
            {277, 3, 1},           {278, 4, kMarccdSide}, {279, 4, 2 * kMarccdSide * kMarccdSide}};
        const auto number = [&](std::uint32_t value, int width) {
            for (int i = 0; i < width; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xFF);
        };
        number(static_cast<std::uint32_t>(tags.size()), 2);
        for (const auto& [tag, type, value] : tags) number(tag, 2), number(type, 2), number(1, 4), number(value, 4);
        number(0, 4);
        bytes.resize(4096 + 2 * kMarccdSide * kMarccdSide, '\0');
        bytes.replace(1024 + 4, 3, "MMX");
        std::map<std::size_t, std::int32_t> all{{28, 1234}, {80, kMarccdSide}, {84, kMarccdSide}};
        for (const auto& [place, value] : header) all[place] = value;
        for (const auto& [place, value] : all)
            for (std::size_t i = 0; i < 4; ++i)
                bytes[1024 + place + (big ? 3 - i : i)] = static_cast<char>(value >> (8 * i) & 0xFF);
        std::ofstream(at("a.mccd"), std::ios::binary) << bytes;
        return openOne(at("a.mccd"));
    }
};

const std::map<std::size_t, std::int32_t> kUsual{{640, 250125},                // µm
                                                 {644, 1023500},               // thousandths of a pixel, x first
                                                 {648, 1030250}, {772, 79346}, // nm
                                                 {776, 79000},   {908, 97946}, // fm
                                                 {104, 65535}};

TEST_F(MarCcd, SaysItsGeometryInEitherOrderOfBytes) {
    for (const bool big : {false, true}) {
        const auto stack = open(kUsual, big);
        const StackGeometry& geometry = stack->geometry;
        EXPECT_DOUBLE_EQ(geometry.distance_m.value_or(0), 0.250125);
        EXPECT_DOUBLE_EQ(geometry.beamCentreCol.value_or(0), 1023.5);
        EXPECT_DOUBLE_EQ(geometry.beamCentreRow.value_or(0), 1030.25);
        EXPECT_DOUBLE_EQ(geometry.pixelWidth_m.value_or(0), 79.346e-6);
        EXPECT_DOUBLE_EQ(geometry.pixelHeight_m.value_or(0), 79e-6);
        EXPECT_DOUBLE_EQ(geometry.wavelength_m.value_or(0), 0.97946e-10);
        EXPECT_EQ(stack->saturation, 65535);
        EXPECT_EQ(geometry.detector, "MarCCD");
    }
}

TEST_F(MarCcd, WhatIsZeroIsNotKnown) {
    const auto stack = open({});
    EXPECT_FALSE(stack->geometry.distance_m || stack->geometry.beamCentreRow || stack->geometry.wavelength_m ||
                 stack->geometry.pixelWidth_m || stack->saturation);
}

TEST_F(MarCcd, ATurnedDetectorHasNoPlace) {
    for (const std::size_t turn : {668U, 740U, 744U}) {
        std::map<std::size_t, std::int32_t> header = kUsual;
        header[turn] = 20000; // 20 degrees
        const auto stack = open(header);
        EXPECT_FALSE(stack->geometry.distance_m) << turn;
        EXPECT_TRUE(std::ranges::any_of(stack->notes, [](const Note& note) {
            return note.severity == Severity::warning && note.text.find("by 20 degrees") != std::string::npos;
        })) << turn;
    }
}

TEST_F(MarCcd, ANumberThatCannotBeIsLeftOutWithAWarning) {
    std::map<std::size_t, std::int32_t> header = kUsual;
    header[908] = -5;
    const auto stack = open(header);
    EXPECT_FALSE(stack->geometry.wavelength_m);
    EXPECT_TRUE(std::ranges::any_of(
        stack->notes, [](const Note& note) { return note.text.find("source_wavelength = -5") != std::string::npos; }));
}

TEST_F(MarCcd, AHeaderOfAnotherSizeIsNoHeader) {
    std::map<std::size_t, std::int32_t> header = kUsual;
    header[80] = 2048;
    EXPECT_FALSE(open(header)->geometry.distance_m);
}

} // namespace
} // namespace ewald::io::test
