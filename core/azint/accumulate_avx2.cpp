// SPDX-License-Identifier: GPL-3.0-or-later
#if defined(__AVX2__)

#include "azint/accumulate_impl.h"

#include <immintrin.h>

namespace {

struct EightLanes {
    static constexpr std::size_t kLanes = kFrameLanes;
    using F = __m256;
    struct D {
        __m256d low;
        __m256d high;
    };
    static F load(const float* p) { return _mm256_loadu_ps(p); }
    static F zero() { return _mm256_setzero_ps(); }
    static F multiplyAdd(float w, F x, F sum) { return _mm256_fmadd_ps(_mm256_set1_ps(w), x, sum); }
    static F multiply(float w, F x) { return _mm256_mul_ps(_mm256_set1_ps(w), x); }
    static F atLeastOne(F x) { return _mm256_max_ps(x, _mm256_set1_ps(1.0F)); }
    static D zeroSum() { return {_mm256_setzero_pd(), _mm256_setzero_pd()}; }
    static D widen(F x) {
        return {_mm256_cvtps_pd(_mm256_castps256_ps128(x)), _mm256_cvtps_pd(_mm256_extractf128_ps(x, 1))};
    }
    static D add(D sum, F x) {
        const D wide = widen(x);
        return {_mm256_add_pd(sum.low, wide.low), _mm256_add_pd(sum.high, wide.high)};
    }
    static void addTo(double* sums, F x) { addSum(sums, widen(x)); }
    static void addSum(double* sums, D x) {
        _mm256_storeu_pd(sums, _mm256_add_pd(_mm256_loadu_pd(sums), x.low));
        _mm256_storeu_pd(sums + 4, _mm256_add_pd(_mm256_loadu_pd(sums + 4), x.high));
    }
};

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

/// Eight pixels of eight frames, a register a frame → a register a pixel, stored one behind the other.
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
        _mm256_storeu_ps(out + 8 * i, _mm256_permute2f128_ps(q[i], q[i + 4], 0x20));
        _mm256_storeu_ps(out + 8 * (i + 4), _mm256_permute2f128_ps(q[i], q[i + 4], 0x31));
    }
}

void interleaveAvx2(const float* lanes, float* interleaved) {
    for (std::size_t pixel = 0; pixel < kSegmentPixels; pixel += 8) {
        __m256 r[8];
        for (std::size_t lane = 0; lane < 8; ++lane) r[lane] = _mm256_loadu_ps(lanes + lane * kSegmentPixels + pixel);
        storeTransposed(r, interleaved + pixel * 8);
    }
}

template <class T>
unsigned convertLanesWide(PixelType type, const void* const* lanes, const FastRange& range, float* interleaved) {
    const T* in[kFrameLanes];
    for (std::size_t lane = 0; lane < kFrameLanes; ++lane) in[lane] = static_cast<const T*>(lanes[lane]);
    const __m256i low = _mm256_set1_epi32(static_cast<int>(range.low));
    const __m256i span = _mm256_set1_epi32(static_cast<int>(range.high - range.low));
    __m256i good = _mm256_set1_epi32(-1);
    for (std::size_t pixel = 0; pixel < kSegmentPixels; pixel += 8) {
        __m256 r[kFrameLanes];
        for (std::size_t lane = 0; lane < kFrameLanes; ++lane) {
            const __m256i value = loadWide(in[lane] + pixel);
            const __m256i inside = _mm256_cmpeq_epi32(_mm256_max_epu32(_mm256_sub_epi32(value, low), span), span);
            good = _mm256_and_si256(good, inside);
            r[lane] = _mm256_cvtepi32_ps(_mm256_and_si256(value, inside));
        }
        storeTransposed(r, interleaved + pixel * kFrameLanes);
    }
    if (_mm256_movemask_epi8(good) == -1) return 0;
    // Gaps and dummies: rare enough to look a second time for whose they are.
    unsigned outside = 0;
    float unused[kSegmentPixels];
    for (unsigned lane = 0; lane < kFrameLanes; ++lane) {
        outside |= (convertAvx2(type, lanes[lane], kSegmentPixels, range, unused) ? 0U : 1U) << lane;
    }
    return outside;
}

unsigned convertLanesAvx2(PixelType type, const void* const* lanes, const FastRange& range, float* interleaved) {
    switch (type) {
    case PixelType::uint8: return convertLanesWide<std::uint8_t>(type, lanes, range, interleaved);
    case PixelType::uint16: return convertLanesWide<std::uint16_t>(type, lanes, range, interleaved);
    case PixelType::uint32: return convertLanesWide<std::uint32_t>(type, lanes, range, interleaved);
    case PixelType::int8: return convertLanesWide<std::int8_t>(type, lanes, range, interleaved);
    case PixelType::int16: return convertLanesWide<std::int16_t>(type, lanes, range, interleaved);
    case PixelType::int32: return convertLanesWide<std::int32_t>(type, lanes, range, interleaved);
    default: return convertEachLane(type, lanes, range, &convertAvx2, &interleaveAvx2, interleaved);
    }
}

} // namespace

const ewald::azint::detail::AccumulateLoops& ewald::azint::detail::avx2Loops() noexcept {
    static constexpr AccumulateLoops kLoops{&convertAvx2, &convertLanesAvx2, &interleaveAvx2, &addSegmentOf<EightLanes>,
                                            &addSegmentOf<OneLane>};
    return kLoops;
}

#endif
