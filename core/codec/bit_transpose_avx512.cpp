// SPDX-License-Identifier: GPL-3.0-or-later
#if defined(__AVX512BW__)

#include "codec/bit_transpose_impl.h"

#include <immintrin.h>

namespace {

struct Vec64 {
    static constexpr std::size_t kBytes = 64;
    __m512i v;

    static Vec64 load(const std::uint8_t* p) { return {_mm512_loadu_si512(p)}; }
    static Vec64 fill(int byte) { return {_mm512_set1_epi8(static_cast<char>(byte))}; }
    [[nodiscard]] bool isZero() const { return _mm512_test_epi64_mask(v, v) == 0; }
    template <int N>
    [[nodiscard]] Vec64 shiftRight() const {
        return {_mm512_srli_epi16(v, N)};
    }
    template <int N>
    [[nodiscard]] Vec64 shiftLeft() const {
        return {_mm512_slli_epi16(v, N)};
    }
    static Vec64 unpackLow(Vec64 a, Vec64 b) { return {_mm512_unpacklo_epi8(a.v, b.v)}; }
    static Vec64 unpackHigh(Vec64 a, Vec64 b) { return {_mm512_unpackhi_epi8(a.v, b.v)}; }

    /// Sixteen rows of 64 columns → sixteen bytes a column, 128 bytes from one column to the next.
    static void storeLanes(Vec64* rows, std::uint8_t* out) {
        interleaveLanes<Vec64, 16>(rows);
        for (std::size_t i = 0; i < 16; ++i) {
            // Vector i holds columns i, 16 + i, 32 + i and 48 + i.
            auto* const target = reinterpret_cast<__m128i*>(out + i * 128);
            _mm_storeu_si128(target, _mm512_castsi512_si128(rows[i].v));
            _mm_storeu_si128(target + 128, _mm512_extracti32x4_epi32(rows[i].v, 1));
            _mm_storeu_si128(target + 256, _mm512_extracti32x4_epi32(rows[i].v, 2));
            _mm_storeu_si128(target + 384, _mm512_extracti32x4_epi32(rows[i].v, 3));
        }
    }
};

inline Vec64 operator^(Vec64 a, Vec64 b) { return {_mm512_xor_si512(a.v, b.v)}; }
inline Vec64 operator&(Vec64 a, Vec64 b) { return {_mm512_and_si512(a.v, b.v)}; }
inline Vec64 operator|(Vec64 a, Vec64 b) { return {_mm512_or_si512(a.v, b.v)}; }

} // namespace

unsigned ewald::codec::detail::untransposeLanesAvx512(const std::uint8_t* const* planes, std::size_t stride,
                                                      std::size_t column, std::size_t elementSize, std::uint8_t* out) {
    return untransposeLanesVector<Vec64, 16>(planes, stride, column, elementSize, out);
}

#endif
