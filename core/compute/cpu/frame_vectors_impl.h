// SPDX-License-Identifier: GPL-3.0-or-later
//
// The vectors of frame_loops_impl.h, which includes this and says under which conditions.

#if defined(__AVX512F__)
using Vector = float __attribute__((vector_size(64)));
using HalfVector = float __attribute__((vector_size(32)));
using DoubleVector = double __attribute__((vector_size(64)));
static constexpr int kComplex = 8; // complex numbers of a vector
static inline Vector realParts(Vector a) {
    return __builtin_shufflevector(a, a, 0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, 12, 12, 14, 14);
}
static inline Vector imagParts(Vector a) {
    return __builtin_shufflevector(a, a, 1, 1, 3, 3, 5, 5, 7, 7, 9, 9, 11, 11, 13, 13, 15, 15);
}
static inline Vector swapped(Vector a) {
    return __builtin_shufflevector(a, a, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
}
static constexpr Vector kMulSign = {-1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1};
static inline HalfVector lowHalf(Vector a) { return __builtin_shufflevector(a, a, 0, 1, 2, 3, 4, 5, 6, 7); }
static inline HalfVector highHalf(Vector a) { return __builtin_shufflevector(a, a, 8, 9, 10, 11, 12, 13, 14, 15); }
static inline HalfVector pairSums(Vector a) {
    return __builtin_shufflevector(a, a, 0, 2, 4, 6, 8, 10, 12, 14) +
           __builtin_shufflevector(a, a, 1, 3, 5, 7, 9, 11, 13, 15);
}
static inline Vector repeated(Cf v) {
    return Vector{v.re, v.im, v.re, v.im, v.re, v.im, v.re, v.im, v.re, v.im, v.re, v.im, v.re, v.im, v.re, v.im};
}
#else
using Vector = float __attribute__((vector_size(32)));
using HalfVector = float __attribute__((vector_size(16)));
using DoubleVector = double __attribute__((vector_size(32)));
static constexpr int kComplex = 4; // complex numbers of a vector
static inline Vector realParts(Vector a) { return __builtin_shufflevector(a, a, 0, 0, 2, 2, 4, 4, 6, 6); }
static inline Vector imagParts(Vector a) { return __builtin_shufflevector(a, a, 1, 1, 3, 3, 5, 5, 7, 7); }
static inline Vector swapped(Vector a) { return __builtin_shufflevector(a, a, 1, 0, 3, 2, 5, 4, 7, 6); }
static constexpr Vector kMulSign = {-1, 1, -1, 1, -1, 1, -1, 1};
static inline HalfVector lowHalf(Vector a) { return __builtin_shufflevector(a, a, 0, 1, 2, 3); }
static inline HalfVector highHalf(Vector a) { return __builtin_shufflevector(a, a, 4, 5, 6, 7); }
static inline HalfVector pairSums(Vector a) {
    return __builtin_shufflevector(a, a, 0, 2, 4, 6) + __builtin_shufflevector(a, a, 1, 3, 5, 7);
}
static inline Vector repeated(Cf v) { return Vector{v.re, v.im, v.re, v.im, v.re, v.im, v.re, v.im}; }
#endif

static inline Vector load(const Cf* p) {
    Vector v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
}
static inline void store(Cf* p, Vector v) { __builtin_memcpy(p, &v, sizeof v); }
/// The first where the second is no number; of vectors, the second where the first is none.
static inline float largerOf(float a, float b) { return b > a ? b : a; }
static inline Vector larger(Vector a, Vector b) {
#if defined(__AVX512F__)
    return (Vector)_mm512_maskz_max_ps(0xFFFF, (__m512)a, (__m512)b); // GCC 12 warns of the one without a mask
#elif defined(__AVX2__)
    return (Vector)_mm256_max_ps((__m256)a, (__m256)b);
#else
    return a > b ? a : b;
#endif
}
static inline HalfVector larger(HalfVector a, HalfVector b) {
#if defined(__AVX512F__)
    return (HalfVector)_mm256_max_ps((__m256)a, (__m256)b);
#elif defined(__AVX2__)
    return (HalfVector)_mm_max_ps((__m128)a, (__m128)b);
#else
    return a > b ? a : b;
#endif
}
static inline DoubleVector larger(DoubleVector a, DoubleVector b) {
#if defined(__AVX512F__)
    return (DoubleVector)_mm512_maskz_max_pd(0xFF, (__m512d)a, (__m512d)b);
#elif defined(__AVX2__)
    return (DoubleVector)_mm256_max_pd((__m256d)a, (__m256d)b);
#else
    return a > b ? a : b;
#endif
}
static inline Vector magnitudes(Vector a) {
    using Bits = int __attribute__((vector_size(sizeof(Vector))));
    return (Vector)((Bits)a & 0x7fffffff);
}
/// a·b and conj(a)·b
static inline Vector mul(Vector a, Vector b) { return realParts(a) * b + imagParts(a) * (kMulSign * swapped(b)); }
static inline Vector conjMulV(Vector a, Vector b) { return realParts(a) * b + imagParts(a) * (-kMulSign * swapped(b)); }

// Compilers do not make vectors of a search for the largest number, so these are written with them. What is no number
// is passed over.
static double maximum(const double* values, int count) {
    constexpr int kLanes = sizeof(DoubleVector) / sizeof(double);
    DoubleVector lanes[2] = {};
    int i = 0;
    for (; i + 2 * kLanes <= count; i += 2 * kLanes) {
        DoubleVector value[2];
        __builtin_memcpy(value, values + i, sizeof value);
        for (int part = 0; part < 2; ++part) lanes[part] = larger(value[part], lanes[part]);
    }
    double most = 0;
    for (; i < count; ++i) most = values[i] > most ? values[i] : most;
    lanes[0] = larger(lanes[0], lanes[1]);
    for (int lane = 0; lane < kLanes; ++lane) most = lanes[0][lane] > most ? lanes[0][lane] : most;
    return most;
}

static float largest(const float* values, std::size_t count) {
    constexpr std::size_t kLanes = sizeof(Vector) / sizeof(float);
    Vector lanes[2] = {};
    std::size_t i = 0;
    for (; i + 2 * kLanes <= count; i += 2 * kLanes) {
        Vector value[2];
        __builtin_memcpy(value, values + i, sizeof value);
        for (int part = 0; part < 2; ++part) lanes[part] = larger(magnitudes(value[part]), lanes[part]);
    }
    float most = 0;
    for (; i < count; ++i) most = largerOf(most, __builtin_fabsf(values[i]));
    lanes[0] = larger(lanes[0], lanes[1]);
    for (std::size_t lane = 0; lane < kLanes; ++lane) most = largerOf(most, lanes[0][lane]);
    return most;
}
