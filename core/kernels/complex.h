// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#if defined(__CUDACC__)
#define EWALD_HD __host__ __device__ __forceinline__
/// Before a loop over modes or layers, of which there are one to three: unrolled by four they would run in remainders.
#define EWALD_FEW _Pragma("unroll 1")
#else
// Always inlined, so that no translation unit keeps a copy: the CPU backend compiles some for other instruction sets.
#define EWALD_HD __attribute__((always_inline)) inline
#define EWALD_FEW
#endif

namespace ewald::kernels {

/// A complex number for kernels: plain data with the layout of std::complex<float>, arithmetic without handling of NaN.
struct alignas(8) Cf {
    float re;
    float im;
};

/// A complex sum in double precision.
struct alignas(16) Cd {
    double re;
    double im;
};

/// a·b + c·d. nvcc may fuse the sum with either product, and takes another one in another kernel: here it is the first,
/// so that kernels which compute the same thing in different surroundings give the same bits.
EWALD_HD float sumOfProducts(float a, float b, float c, float d) {
#if defined(__CUDA_ARCH__)
    return __fmaf_rn(a, b, __fmul_rn(c, d));
#else
    return a * b + c * d;
#endif
}
/// a·b − c·d, fused in the same way.
EWALD_HD float differenceOfProducts(float a, float b, float c, float d) {
#if defined(__CUDA_ARCH__)
    return __fmaf_rn(a, b, -__fmul_rn(c, d));
#else
    return a * b - c * d;
#endif
}

EWALD_HD Cf operator+(Cf a, Cf b) { return {a.re + b.re, a.im + b.im}; }
EWALD_HD Cf operator-(Cf a, Cf b) { return {a.re - b.re, a.im - b.im}; }
EWALD_HD Cf operator*(Cf a, Cf b) {
    return {differenceOfProducts(a.re, b.re, a.im, b.im), sumOfProducts(a.re, b.im, a.im, b.re)};
}
EWALD_HD Cf operator*(float s, Cf a) { return {s * a.re, s * a.im}; }
/// conj(a)·b
EWALD_HD Cf conjMul(Cf a, Cf b) {
    return {sumOfProducts(a.re, b.re, a.im, b.im), differenceOfProducts(a.re, b.im, a.im, b.re)};
}
/// |a|²
EWALD_HD float norm2(Cf a) { return sumOfProducts(a.re, a.re, a.im, a.im); }

} // namespace ewald::kernels
