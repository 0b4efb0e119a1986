// SPDX-License-Identifier: GPL-3.0-or-later
#if defined(__AVX512F__)

#include "azint/loops/accumulate_avx2_impl.h"

namespace {

struct SixteenLanes {
    static constexpr std::size_t kLanes = 16;
    using F = __m512;
    using I = __m512i;
    struct D {
        __m512d low;
        __m512d high;
    };
    static F load(const float* p) { return _mm512_loadu_ps(p); }
    static void store(float* p, F x) { _mm512_storeu_ps(p, x); }
    static F zero() { return _mm512_setzero_ps(); }
    static F multiplyAdd(float w, F x, F sum) { return _mm512_fmadd_ps(_mm512_set1_ps(w), x, sum); }
    static F multiply(float w, F x) { return _mm512_mul_ps(_mm512_set1_ps(w), x); }
    static F atLeastOne(F x) { return _mm512_max_ps(x, _mm512_set1_ps(1.0F)); }
    static D zeroSum() { return {_mm512_setzero_pd(), _mm512_setzero_pd()}; }
    static D widen(F x) {
        return {_mm512_cvtps_pd(_mm512_castps512_ps256(x)), _mm512_cvtps_pd(_mm512_extractf32x8_ps(x, 1))};
    }
    static D add(D sum, F x) {
        const D wide = widen(x);
        return {_mm512_add_pd(sum.low, wide.low), _mm512_add_pd(sum.high, wide.high)};
    }
    static void addTo(double* sums, F x) { addSum(sums, widen(x)); }
    static void addSum(double* sums, D x) {
        _mm512_storeu_pd(sums, _mm512_add_pd(_mm512_loadu_pd(sums), x.low));
        _mm512_storeu_pd(sums + 8, _mm512_add_pd(_mm512_loadu_pd(sums + 8), x.high));
    }

    static I widened(const std::uint8_t* p) { return _mm512_cvtepu8_epi32(load128(p)); }
    static I widened(const std::int8_t* p) { return _mm512_cvtepi8_epi32(load128(p)); }
    static I widened(const std::uint16_t* p) { return _mm512_cvtepu16_epi32(load256(p)); }
    static I widened(const std::int16_t* p) { return _mm512_cvtepi16_epi32(load256(p)); }
    static I widened(const std::uint32_t* p) { return _mm512_loadu_si512(p); }
    static F toFloat(I value) { return _mm512_cvtepi32_ps(value); }
    static unsigned outside(I value, std::int32_t low, std::int32_t span) {
        const I above = _mm512_sub_epi32(value, _mm512_set1_epi32(low));
        return _mm512_cmpgt_epu32_mask(above, _mm512_set1_epi32(span));
    }
    static I without(I value, unsigned lanes) { return _mm512_maskz_mov_epi32(static_cast<__mmask16>(~lanes), value); }

private:
    static __m128i load128(const void* p) { return _mm_loadu_si128(static_cast<const __m128i*>(p)); }
    static __m256i load256(const void* p) { return _mm256_loadu_si256(static_cast<const __m256i*>(p)); }
};

} // namespace

const ewald::azint::detail::AccumulateLoops& ewald::azint::detail::avx512Loops() noexcept {
    static constexpr AccumulateLoops kLoops{SixteenLanes::kLanes,
                                            &convertAvx2,
                                            &convertLanesAvx2<SixteenLanes::kLanes>,
                                            &convertInterleaved<SixteenLanes>,
                                            &interleaveAvx2<SixteenLanes::kLanes>,
                                            &addSegmentOf<SixteenLanes>,
                                            &addSegmentOf<OneLane>,
                                            &negativeLanes<SixteenLanes>,
                                            &negativeLanes<OneLane>};
    return kLoops;
}

#endif
