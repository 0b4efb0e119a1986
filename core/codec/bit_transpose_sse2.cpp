// SPDX-License-Identifier: GPL-3.0-or-later
#if defined(__x86_64__)

#include "codec/bit_transpose_impl.h"

#include <emmintrin.h>

namespace {

struct Vec16 {
    static constexpr std::size_t kBytes = 16;
    __m128i v;

    static Vec16 load(const std::uint8_t* p) { return {_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))}; }
    static Vec16 fill(int byte) { return {_mm_set1_epi8(static_cast<char>(byte))}; }
    [[nodiscard]] bool isZero() const { return _mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_setzero_si128())) == 0xFFFF; }
    template <int N>
    [[nodiscard]] Vec16 shiftRight() const {
        return {_mm_srli_epi16(v, N)};
    }
    template <int N>
    [[nodiscard]] Vec16 shiftLeft() const {
        return {_mm_slli_epi16(v, N)};
    }
    static void transposeBits(Vec16* r) { transposeBitsAcross(r); }

    /// Byte j of rows 0..7 become bytes 8j..8j+7.
    static void storeInterleaved(const Vec16* r, std::uint8_t* out) {
        __m128i pairs[8]; // [lo/hi half][rows 01, 23, 45, 67]
        for (int i = 0; i < 4; ++i) {
            pairs[i] = _mm_unpacklo_epi8(r[2 * i].v, r[2 * i + 1].v);
            pairs[4 + i] = _mm_unpackhi_epi8(r[2 * i].v, r[2 * i + 1].v);
        }
        auto* target = reinterpret_cast<__m128i*>(out);
        for (int half = 0; half < 2; ++half) {
            const __m128i* p = pairs + 4 * half;
            const __m128i q0 = _mm_unpacklo_epi16(p[0], p[1]);
            const __m128i q1 = _mm_unpackhi_epi16(p[0], p[1]);
            const __m128i q2 = _mm_unpacklo_epi16(p[2], p[3]);
            const __m128i q3 = _mm_unpackhi_epi16(p[2], p[3]);
            _mm_storeu_si128(target++, _mm_unpacklo_epi32(q0, q2));
            _mm_storeu_si128(target++, _mm_unpackhi_epi32(q0, q2));
            _mm_storeu_si128(target++, _mm_unpacklo_epi32(q1, q3));
            _mm_storeu_si128(target++, _mm_unpackhi_epi32(q1, q3));
        }
    }
};

inline Vec16 operator^(Vec16 a, Vec16 b) { return {_mm_xor_si128(a.v, b.v)}; }
inline Vec16 operator&(Vec16 a, Vec16 b) { return {_mm_and_si128(a.v, b.v)}; }
inline Vec16 operator|(Vec16 a, Vec16 b) { return {_mm_or_si128(a.v, b.v)}; }

} // namespace

std::size_t ewald::codec::detail::untransposeSse2(const std::uint8_t* planes, std::size_t stride,
                                                  std::size_t firstColumn, std::size_t elementSize, std::uint8_t* out) {
    return untransposeVector<Vec16>(planes, stride, firstColumn, elementSize, out);
}

#endif
