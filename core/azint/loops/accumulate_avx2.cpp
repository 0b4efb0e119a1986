// SPDX-License-Identifier: GPL-3.0-or-later
#if defined(__AVX2__)

#include "azint/loops/accumulate_avx2_impl.h"

namespace {

struct EightLanes {
    static constexpr std::size_t kLanes = 8;
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
    static void store(float* p, F x) { _mm256_storeu_ps(p, x); }
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

    using I = __m256i;
    template <class T>
    static I widened(const T* p) {
        return loadWide(p);
    }
    static F toFloat(I value) { return _mm256_cvtepi32_ps(value); }
    static unsigned outside(I value, std::int32_t low, std::int32_t span) {
        const I most = _mm256_set1_epi32(span);
        const I above = _mm256_sub_epi32(value, _mm256_set1_epi32(low));
        const I inside = _mm256_cmpeq_epi32(_mm256_max_epu32(above, most), most);
        return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(inside))) ^ 0xFFU;
    }
    static I without(I value, unsigned lanes) {
        if (lanes == 0) return value;
        const I bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
        const I chosen = _mm256_and_si256(_mm256_set1_epi32(static_cast<int>(lanes)), bits);
        return _mm256_andnot_si256(_mm256_cmpeq_epi32(chosen, bits), value);
    }
};

} // namespace

const ewald::azint::detail::AccumulateLoops& ewald::azint::detail::avx2Loops() noexcept {
    static constexpr AccumulateLoops kLoops{EightLanes::kLanes,
                                            &convertAvx2,
                                            &convertLanesAvx2<EightLanes::kLanes>,
                                            &convertInterleaved<EightLanes>,
                                            &interleaveAvx2<EightLanes::kLanes>,
                                            &addSegmentOf<EightLanes>,
                                            &addSegmentOf<OneLane>,
                                            &negativeLanes<EightLanes>,
                                            &negativeLanes<OneLane>};
    return kLoops;
}

#endif
