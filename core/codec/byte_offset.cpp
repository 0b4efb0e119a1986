// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/byte_offset.h"

namespace ewald::codec {
namespace {

template <class Element>
void decode(ConstBytes stored, MutableBytes out) {
    std::size_t at = 0;
    const auto take = [&](std::size_t width) {
        if (stored.size() - at < width) throwDamaged("CBF byte-offset", "the data end too early");
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < width; ++i) value |= std::to_integer<std::uint64_t>(stored[at + i]) << (8 * i);
        at += width;
        return value;
    };
    std::uint64_t value = 0; // unsigned: sums may wrap
    for (std::size_t i = 0; i < out.size(); i += sizeof(Element)) {
        auto delta = static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int8_t>(take(1))));
        if (delta == static_cast<std::uint64_t>(std::int64_t{-128})) {
            delta = static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int16_t>(take(2))));
            if (delta == static_cast<std::uint64_t>(std::int64_t{-32768})) {
                delta = static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(take(4))));
                if (delta == static_cast<std::uint64_t>(std::int64_t{-2147483648LL})) delta = take(8);
            }
        }
        value += delta;
        const auto element = static_cast<Element>(value);
        std::memcpy(out.data() + i, &element, sizeof(Element));
    }
    // Writers may fill the end with zeros, each of which would be another pixel like the last.
    for (; at < stored.size(); ++at)
        if (stored[at] != std::byte{0}) throwDamaged("CBF byte-offset", "there are more pixels than announced");
}

void append(std::vector<std::byte>& out, std::uint64_t value, std::size_t width) {
    for (std::size_t i = 0; i < width; ++i) out.push_back(static_cast<std::byte>(value >> (8 * i)));
}

} // namespace

void decodeByteOffset(ConstBytes stored, std::size_t elementSize, MutableBytes out) {
    if (elementSize == 0 || out.size() % elementSize != 0)
        throw InternalError("the buffer for CBF data holds no whole number of elements");
    switch (elementSize) {
    case 1: return decode<std::uint8_t>(stored, out);
    case 2: return decode<std::uint16_t>(stored, out);
    case 4: return decode<std::uint32_t>(stored, out);
    case 8: return decode<std::uint64_t>(stored, out);
    default: throw InternalError("CBF elements of " + std::to_string(elementSize) + " bytes");
    }
}

std::vector<std::byte> encodeByteOffset(std::span<const std::int32_t> pixels) {
    std::vector<std::byte> out;
    out.reserve(pixels.size() + 16);
    std::int64_t before = 0;
    for (const std::int32_t pixel : pixels) {
        const std::int64_t delta = pixel - before;
        const auto bits = static_cast<std::uint64_t>(delta);
        before = pixel;
        if (delta > -128 && delta < 128) {
            append(out, bits, 1);
            continue;
        }
        append(out, 0x80, 1);
        if (delta > -32768 && delta < 32768) {
            append(out, bits, 2);
            continue;
        }
        append(out, 0x8000, 2);
        if (delta > -2147483648LL && delta < 2147483648LL) {
            append(out, bits, 4);
            continue;
        }
        append(out, 0x80000000U, 4);
        append(out, bits, 8);
    }
    return out;
}

} // namespace ewald::codec
