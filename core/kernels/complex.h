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

EWALD_HD Cf operator+(Cf a, Cf b) { return {a.re + b.re, a.im + b.im}; }
EWALD_HD Cf operator-(Cf a, Cf b) { return {a.re - b.re, a.im - b.im}; }
EWALD_HD Cf operator*(Cf a, Cf b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
EWALD_HD Cf operator*(float s, Cf a) { return {s * a.re, s * a.im}; }
/// conj(a)·b
EWALD_HD Cf conjMul(Cf a, Cf b) { return {a.re * b.re + a.im * b.im, a.re * b.im - a.im * b.re}; }
/// |a|²
EWALD_HD float norm2(Cf a) { return a.re * a.re + a.im * a.im; }

} // namespace ewald::kernels
