// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Conversions with AVX2, for the sources that are compiled for AVX2 and for AVX-512; as accumulate_impl.h all in the
// unnamed namespace of these.

#include "azint/loops/accumulate_impl.h"

#include <immintrin.h>

namespace {

/// Eight integers of up to 32 bits as they are in memory, widened to 32 bits.
template <class T>
__m256i loadWide(const T* p) {
    if constexpr (sizeof(T) == 4) {
        return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
    } else if constexpr (sizeof(T) == 2) {
        const __m128i narrow = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
        return std::is_signed_v<T> ? _mm256_cvtepi16_epi32(narrow) : _mm256_cvtepu16_epi32(narrow);
    } else {
        const __m128i narrow = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p));
        return std::is_signed_v<T> ? _mm256_cvtepi8_epi32(narrow) : _mm256_cvtepu8_epi32(narrow);
    }
}

template <class T>
bool convertWide(const void* pixels, std::size_t count, const FastRange& range, float* out) {
    const T* const in = static_cast<const T*>(pixels);
    const __m256i low = _mm256_set1_epi32(static_cast<int>(range.low));
    const __m256i span = _mm256_set1_epi32(static_cast<int>(range.high - range.low));
    __m256i good = _mm256_set1_epi32(-1);
    std::size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        const __m256i value = loadWide(in + i);
        const __m256i inside = _mm256_cmpeq_epi32(_mm256_max_epu32(_mm256_sub_epi32(value, low), span), span);
        good = _mm256_and_si256(good, inside);
        _mm256_storeu_ps(out + i, _mm256_cvtepi32_ps(_mm256_and_si256(value, inside)));
    }
    const bool rest = convertIntegers<T>(in + i, count - i, range, out + i);
    return rest && _mm256_movemask_epi8(good) == -1;
}

bool convertAvx2(PixelType type, const void* pixels, std::size_t count, const FastRange& range, float* out) {
    switch (type) {
    case PixelType::uint8: return convertWide<std::uint8_t>(pixels, count, range, out);
    case PixelType::uint16: return convertWide<std::uint16_t>(pixels, count, range, out);
    case PixelType::uint32: return convertWide<std::uint32_t>(pixels, count, range, out);
    case PixelType::int8: return convertWide<std::int8_t>(pixels, count, range, out);
    case PixelType::int16: return convertWide<std::int16_t>(pixels, count, range, out);
    case PixelType::int32: return convertWide<std::int32_t>(pixels, count, range, out);
    default: return convertPixels(type, pixels, count, range, out);
    }
}

/// Eight pixels of eight frames, a register a frame → a register a pixel, stored `stride` numbers apart.
template <std::size_t stride>
void storeTransposed(const __m256* r, float* out) {
    __m256 p[8];
    for (std::size_t i = 0; i < 8; i += 2) {
        p[i] = _mm256_unpacklo_ps(r[i], r[i + 1]);
        p[i + 1] = _mm256_unpackhi_ps(r[i], r[i + 1]);
    }
    __m256 q[8];
    for (std::size_t i = 0; i < 8; i += 4) {
        q[i] = _mm256_shuffle_ps(p[i], p[i + 2], 0x44);
        q[i + 1] = _mm256_shuffle_ps(p[i], p[i + 2], 0xEE);
        q[i + 2] = _mm256_shuffle_ps(p[i + 1], p[i + 3], 0x44);
        q[i + 3] = _mm256_shuffle_ps(p[i + 1], p[i + 3], 0xEE);
    }
    for (std::size_t i = 0; i < 4; ++i) {
        _mm256_storeu_ps(out + stride * i, _mm256_permute2f128_ps(q[i], q[i + 4], 0x20));
        _mm256_storeu_ps(out + stride * (i + 4), _mm256_permute2f128_ps(q[i], q[i + 4], 0x31));
    }
}

template <std::size_t kLanes>
void interleaveAvx2(const float* frames, float* interleaved) {
    for (std::size_t pixel = 0; pixel < kSegmentPixels; pixel += 8) {
        for (std::size_t first = 0; first < kLanes; first += 8) {
            __m256 r[8];
            for (std::size_t i = 0; i < 8; ++i) r[i] = _mm256_loadu_ps(frames + (first + i) * kSegmentPixels + pixel);
            storeTransposed<kLanes>(r, interleaved + pixel * kLanes + first);
        }
    }
}

template <class T, std::size_t kLanes>
unsigned convertLanesWide(PixelType type, const void* const* frames, const FastRange& range, float* interleaved) {
    const T* in[kLanes];
    for (std::size_t lane = 0; lane < kLanes; ++lane) in[lane] = static_cast<const T*>(frames[lane]);
    const __m256i low = _mm256_set1_epi32(static_cast<int>(range.low));
    const __m256i span = _mm256_set1_epi32(static_cast<int>(range.high - range.low));
    __m256i good = _mm256_set1_epi32(-1);
    for (std::size_t pixel = 0; pixel < kSegmentPixels; pixel += 8) {
        for (std::size_t first = 0; first < kLanes; first += 8) {
            __m256 r[8];
            for (std::size_t i = 0; i < 8; ++i) {
                const __m256i value = loadWide(in[first + i] + pixel);
                const __m256i inside = _mm256_cmpeq_epi32(_mm256_max_epu32(_mm256_sub_epi32(value, low), span), span);
                good = _mm256_and_si256(good, inside);
                r[i] = _mm256_cvtepi32_ps(_mm256_and_si256(value, inside));
            }
            storeTransposed<kLanes>(r, interleaved + pixel * kLanes + first);
        }
    }
    if (_mm256_movemask_epi8(good) == -1) return 0;
    // Gaps and dummies: rare enough to look a second time for whose they are.
    unsigned outside = 0;
    float unused[kSegmentPixels];
    for (unsigned lane = 0; lane < kLanes; ++lane) {
        outside |= (convertAvx2(type, frames[lane], kSegmentPixels, range, unused) ? 0U : 1U) << lane;
    }
    return outside;
}

template <std::size_t kLanes>
unsigned convertLanesAvx2(PixelType type, const void* const* frames, const FastRange& range, float* interleaved) {
    switch (type) {
    case PixelType::uint8: return convertLanesWide<std::uint8_t, kLanes>(type, frames, range, interleaved);
    case PixelType::uint16: return convertLanesWide<std::uint16_t, kLanes>(type, frames, range, interleaved);
    case PixelType::uint32: return convertLanesWide<std::uint32_t, kLanes>(type, frames, range, interleaved);
    case PixelType::int8: return convertLanesWide<std::int8_t, kLanes>(type, frames, range, interleaved);
    case PixelType::int16: return convertLanesWide<std::int16_t, kLanes>(type, frames, range, interleaved);
    case PixelType::int32: return convertLanesWide<std::int32_t, kLanes>(type, frames, range, interleaved);
    default: return convertEachLane<kLanes>(type, frames, range, &convertAvx2, &interleaveAvx2<kLanes>, interleaved);
    }
}

} // namespace
