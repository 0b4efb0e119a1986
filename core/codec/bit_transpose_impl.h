// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The bit transposition for one vector width. Included by one source file a width, each compiled with its own
// processor flags, so nothing here may be an inline function that another source file could pick up: everything is
// a template on the vector type of that file or in its unnamed namespace, on plain pointers.

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ewald::codec::detail {

/// Function of one variant: consumes columns [firstColumn, return value) of a block (a column = 8 elements, one byte of
/// every plane) and leaves the rest to a narrower variant.
using UntransposeFunction = std::size_t (*)(const std::uint8_t* planes, std::size_t stride, std::size_t firstColumn,
                                            std::size_t elementSize, std::uint8_t* out);

std::size_t untransposeSse2(const std::uint8_t* planes, std::size_t stride, std::size_t firstColumn,
                            std::size_t elementSize, std::uint8_t* out);
std::size_t untransposeAvx2(const std::uint8_t* planes, std::size_t stride, std::size_t firstColumn,
                            std::size_t elementSize, std::uint8_t* out);

/// Columns of a block (8 elements each) that one call of a function for several frames takes.
inline constexpr std::size_t kLaneColumns = 64;

/// The same for kLaneColumns columns of 8 (AVX2) or 16 (AVX-512) blocks at once: see bitUntransposeLanes().
unsigned untransposeLanesAvx2(const std::uint8_t* const* planes, std::size_t stride, std::size_t column,
                              std::size_t elementSize, std::uint8_t* out);
unsigned untransposeLanesAvx512(const std::uint8_t* const* planes, std::size_t stride, std::size_t column,
                                std::size_t elementSize, std::uint8_t* out);

} // namespace ewald::codec::detail

namespace {

/// Elements of `Size` bytes from `Used` byte arrays of `count` bytes each (the higher bytes are zero).
template <class Element, int Used, std::size_t Count>
void interleave(const std::uint8_t* bytes, std::uint8_t* out) {
    for (std::size_t e = 0; e < Count; ++e) {
        Element value = 0;
        for (std::size_t k = 0; k < Used; ++k) {
            const auto byte = static_cast<Element>(bytes[Count * k + e]);
            value = static_cast<Element>(value | static_cast<Element>(byte << (8 * k)));
        }
        std::memcpy(out + e * sizeof(Element), &value, sizeof(Element));
    }
}

/// Transposes 8 planes x V::kBytes columns into 8·V::kBytes consecutive bytes. False (nothing written) when all are
/// zero.
template <class V>
bool transposeByte(const std::uint8_t* planes, std::size_t stride, std::uint8_t* out) {
    V r[8];
    V any = V::load(planes);
    r[0] = any;
    for (std::size_t b = 1; b < 8; ++b) {
        r[b] = V::load(planes + b * stride);
        any = any | r[b];
    }
    // Counts of a photon-counting detector leave most planes empty: that test pays for itself many times.
    if (any.isZero()) return false;
    V::transposeBits(r);
    V::storeInterleaved(r, out);
    return true;
}

template <class V, class Element, int Used>
void interleaveUsed(int used, const std::uint8_t* bytes, std::uint8_t* out) {
    if constexpr (Used == 0) {
        std::memset(out, 0, 8 * V::kBytes * sizeof(Element));
    } else {
        if (used == Used) {
            interleave<Element, Used, 8 * V::kBytes>(bytes, out);
        } else {
            interleaveUsed<V, Element, Used - 1>(used, bytes, out);
        }
    }
}

template <class V, class Element>
std::size_t untransposeFixed(const std::uint8_t* planes, std::size_t stride, std::size_t column, std::uint8_t* out) {
    constexpr std::size_t kCount = 8 * V::kBytes;
    constexpr int kSize = static_cast<int>(sizeof(Element));
    alignas(64) std::uint8_t bytes[kCount * sizeof(Element)];
    for (; column + V::kBytes <= stride; column += V::kBytes) {
        std::uint8_t* const target = out + column * 8 * sizeof(Element);
        int used = 0;
        for (int k = 0; k < kSize; ++k) {
            const std::size_t byteIndex = static_cast<std::size_t>(k);
            if (transposeByte<V>(planes + 8 * byteIndex * stride + column, stride, bytes + byteIndex * kCount)) {
                const auto first = static_cast<std::size_t>(used); // empty bytes below a filled one
                std::memset(bytes + first * kCount, 0, (byteIndex - first) * kCount);
                used = k + 1;
            }
        }
        interleaveUsed<V, Element, kSize>(used, bytes, target);
    }
    return column;
}

/// Any element size: one byte position after the other, spread over the elements.
template <class V>
std::size_t untransposeAny(const std::uint8_t* planes, std::size_t stride, std::size_t column, std::size_t elementSize,
                           std::uint8_t* out) {
    constexpr std::size_t kCount = 8 * V::kBytes;
    alignas(64) std::uint8_t bytes[kCount];
    for (; column + V::kBytes <= stride; column += V::kBytes) {
        std::uint8_t* const target = out + column * 8 * elementSize;
        for (std::size_t k = 0; k < elementSize; ++k) {
            if (!transposeByte<V>(planes + 8 * k * stride + column, stride, bytes)) std::memset(bytes, 0, kCount);
            for (std::size_t e = 0; e < kCount; ++e) target[e * elementSize + k] = bytes[e];
        }
    }
    return column;
}

template <class V>
std::size_t untransposeVector(const std::uint8_t* planes, std::size_t stride, std::size_t column,
                              std::size_t elementSize, std::uint8_t* out) {
    switch (elementSize) {
    case 2: return untransposeFixed<V, std::uint16_t>(planes, stride, column, out);
    case 4: return untransposeFixed<V, std::uint32_t>(planes, stride, column, out);
    case 8: return untransposeFixed<V, std::uint64_t>(planes, stride, column, out);
    default: return untransposeAny<V>(planes, stride, column, elementSize, out);
    }
}

/// One level of the 8x8 bit transposition across two rows: exchanges the bits selected by `mask` in `low` (shifted up
/// by Shift) and `high`. 16-bit shifts do, because the mask keeps bits within their bytes.
template <class V, int Shift>
void swapBits(V& low, V& high, V mask) {
    const V t = (low.template shiftRight<Shift>() ^ high) & mask;
    high = high ^ t;
    low = low ^ t.template shiftLeft<Shift>();
}

/// Eight rows of bytes: bit i of row b, byte j → bit b of row i, byte j.
template <class V>
void transposeBitsAcross(V* r) {
    const V m4 = V::fill(0x0F);
    const V m2 = V::fill(0x33);
    const V m1 = V::fill(0x55);
    for (int i = 0; i < 4; ++i) swapBits<V, 4>(r[i], r[i + 4], m4);
    for (int i = 0; i < 8; i += 4) {
        swapBits<V, 2>(r[i], r[i + 2], m2);
        swapBits<V, 2>(r[i + 1], r[i + 3], m2);
    }
    for (int i = 0; i < 8; i += 2) swapBits<V, 1>(r[i], r[i + 1], m1);
}

/// Whether the eight planes of a byte position are empty in the columns of one call.
template <class V>
bool isEmptyByte(const std::uint8_t* planes, std::size_t stride) {
    V any = V::load(planes);
    for (std::size_t b = 0; b < 8; ++b) {
        for (std::size_t c = b == 0 ? V::kBytes : 0; c < ewald::codec::detail::kLaneColumns; c += V::kBytes)
            any = any | V::load(planes + b * stride + c);
    }
    return any.isZero();
}

/// One byte position of the elements of kLanes blocks → bytes [element][lane].
/// \param offset  of the first column of the byte's lowest plane
template <class V, std::size_t kLanes>
void untransposeLanesByte(const std::uint8_t* const* planes, std::size_t stride, std::size_t offset,
                          std::uint8_t* out) {
    V rows[8][kLanes]; // bit i of the columns' elements, by lane
    for (std::size_t first = 0; first < ewald::codec::detail::kLaneColumns; first += V::kBytes) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            V r[8];
            for (std::size_t b = 0; b < 8; ++b) r[b] = V::load(planes[lane] + offset + first + b * stride);
            transposeBitsAcross(r);
            for (std::size_t i = 0; i < 8; ++i) rows[i][lane] = r[i];
        }
        for (std::size_t i = 0; i < 8; ++i) V::storeLanes(rows[i], out + (8 * first + i) * kLanes);
    }
}

/// Interleaves the lower and the upper half of kLanes vectors byte by byte, log2(kLanes) times. Of the address of a
/// byte (vector, place in its 16 bytes) every round moves the highest bit to the end: at last the place is the lane.
template <class V, std::size_t kLanes>
void interleaveLanes(V* x) {
    for (std::size_t round = 1; round < kLanes; round *= 2) {
        V y[kLanes];
        for (std::size_t i = 0; i < kLanes / 2; ++i) {
            y[2 * i] = V::unpackLow(x[i], x[i + kLanes / 2]);
            y[2 * i + 1] = V::unpackHigh(x[i], x[i + kLanes / 2]);
        }
        for (std::size_t i = 0; i < kLanes; ++i) x[i] = y[i];
    }
}

template <class V, std::size_t kLanes>
unsigned untransposeLanesVector(const std::uint8_t* const* planes, std::size_t stride, std::size_t column,
                                std::size_t elementSize, std::uint8_t* out) {
    constexpr std::size_t kCount = 8 * ewald::codec::detail::kLaneColumns * kLanes;
    constexpr std::size_t kMaxBytes = 4;
    // Counts leave the upper bytes of nearly all elements empty.
    std::size_t used = elementSize;
    const auto isEmpty = [&](std::size_t k) {
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            if (!isEmptyByte<V>(planes[lane] + 8 * k * stride + column, stride)) return false;
        return true;
    };
    while (used > 1 && isEmpty(used - 1)) --used;
    if (used == 1) {
        untransposeLanesByte<V, kLanes>(planes, stride, column, out);
        return 1;
    }
    alignas(64) std::uint8_t bytes[kMaxBytes * kCount];
    for (std::size_t k = 0; k < used; ++k)
        untransposeLanesByte<V, kLanes>(planes, stride, 8 * k * stride + column, bytes + k * kCount);
    if (used == 2) {
        interleave<std::uint16_t, 2, kCount>(bytes, out);
        return 2;
    }
    if (used == 3) {
        interleave<std::uint32_t, 3, kCount>(bytes, out);
    } else {
        interleave<std::uint32_t, 4, kCount>(bytes, out);
    }
    return 4;
}

} // namespace
