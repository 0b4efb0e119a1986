// SPDX-License-Identifier: GPL-3.0-or-later
#if defined(__AVX2__)

#include "codec/bit_transpose_impl.h"

#include <immintrin.h>

namespace {

struct Vec32 {
    static constexpr std::size_t kBytes = 32;
    __m256i v;

    static Vec32 load(const std::uint8_t* p) { return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p))}; }
    static Vec32 fill(int byte) { return {_mm256_set1_epi8(static_cast<char>(byte))}; }
    [[nodiscard]] bool isZero() const { return _mm256_testz_si256(v, v) != 0; }
    template <int N>
    [[nodiscard]] Vec32 shiftRight() const {
        return {_mm256_srli_epi16(v, N)};
    }
    template <int N>
    [[nodiscard]] Vec32 shiftLeft() const {
        return {_mm256_slli_epi16(v, N)};
    }
    static void transposeBits(Vec32* r) { transposeBitsAcross(r); }
    static Vec32 unpackLow(Vec32 a, Vec32 b) { return {_mm256_unpacklo_epi8(a.v, b.v)}; }
    static Vec32 unpackHigh(Vec32 a, Vec32 b) { return {_mm256_unpackhi_epi8(a.v, b.v)}; }

    /// Eight rows of 32 columns → eight bytes a column, 64 bytes from one column to the next.
    static void storeLanes(Vec32* rows, std::uint8_t* out) {
        interleaveLanes<Vec32, 8>(rows);
        for (std::size_t i = 0; i < 8; ++i) {
            // Vector i holds columns 2i and 2i + 1 in its lower half and those 16 further in its upper one.
            const __m128i halves[2] = {_mm256_castsi256_si128(rows[i].v), _mm256_extracti128_si256(rows[i].v, 1)};
            for (std::size_t half = 0; half < 2; ++half) {
                std::uint8_t* const target = out + (16 * half + 2 * i) * 64;
                _mm_storel_epi64(reinterpret_cast<__m128i*>(target), halves[half]);
                _mm_storeh_pd(reinterpret_cast<double*>(target + 64), _mm_castsi128_pd(halves[half]));
            }
        }
    }

    /// Byte j of rows 0..7 become bytes 8j..8j+7. Unpacking works within 128-bit lanes, so the low lanes hold columns
    /// 0..15 and the high lanes columns 16..31: each store gathers two low or two high lanes.
    static void storeInterleaved(const Vec32* r, std::uint8_t* out) {
        __m256i pairs[8];
        for (int i = 0; i < 4; ++i) {
            pairs[i] = _mm256_unpacklo_epi8(r[2 * i].v, r[2 * i + 1].v);
            pairs[4 + i] = _mm256_unpackhi_epi8(r[2 * i].v, r[2 * i + 1].v);
        }
        auto* target = reinterpret_cast<__m256i*>(out);
        for (int half = 0; half < 2; ++half) {
            const __m256i* p = pairs + 4 * half;
            const __m256i q0 = _mm256_unpacklo_epi16(p[0], p[1]);
            const __m256i q1 = _mm256_unpackhi_epi16(p[0], p[1]);
            const __m256i q2 = _mm256_unpacklo_epi16(p[2], p[3]);
            const __m256i q3 = _mm256_unpackhi_epi16(p[2], p[3]);
            const __m256i w0 = _mm256_unpacklo_epi32(q0, q2);
            const __m256i w1 = _mm256_unpackhi_epi32(q0, q2);
            const __m256i w2 = _mm256_unpacklo_epi32(q1, q3);
            const __m256i w3 = _mm256_unpackhi_epi32(q1, q3);
            _mm256_storeu_si256(target + 2 * half, _mm256_permute2x128_si256(w0, w1, 0x20));
            _mm256_storeu_si256(target + 2 * half + 1, _mm256_permute2x128_si256(w2, w3, 0x20));
            _mm256_storeu_si256(target + 4 + 2 * half, _mm256_permute2x128_si256(w0, w1, 0x31));
            _mm256_storeu_si256(target + 4 + 2 * half + 1, _mm256_permute2x128_si256(w2, w3, 0x31));
        }
    }
};

inline Vec32 operator^(Vec32 a, Vec32 b) { return {_mm256_xor_si256(a.v, b.v)}; }
inline Vec32 operator&(Vec32 a, Vec32 b) { return {_mm256_and_si256(a.v, b.v)}; }
inline Vec32 operator|(Vec32 a, Vec32 b) { return {_mm256_or_si256(a.v, b.v)}; }

} // namespace

std::size_t ewald::codec::detail::untransposeAvx2(const std::uint8_t* planes, std::size_t stride,
                                                  std::size_t firstColumn, std::size_t elementSize, std::uint8_t* out) {
    return untransposeVector<Vec32>(planes, stride, firstColumn, elementSize, out);
}

unsigned ewald::codec::detail::untransposeLanesAvx2(const std::uint8_t* const* planes, std::size_t stride,
                                                    std::size_t column, std::size_t elementSize, std::uint8_t* out) {
    return untransposeLanesVector<Vec32, 8>(planes, stride, column, elementSize, out);
}

#endif
