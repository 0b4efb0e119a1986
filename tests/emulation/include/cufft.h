// SPDX-License-Identifier: GPL-3.0-or-later
//
// The part of cuFFT that Ewald uses, by FFTW. As in cuda_runtime.h: names and meaning as in NVIDIA's reference.
#pragma once

#include <cuda_runtime.h>

struct cufftComplex {
    float x, y;
};
using cufftHandle = int;
enum cufftResult {
    CUFFT_SUCCESS = 0,
    CUFFT_INVALID_PLAN = 1,
    CUFFT_ALLOC_FAILED = 2,
    CUFFT_INVALID_VALUE = 4,
    CUFFT_EXEC_FAILED = 6
};
enum cufftType { CUFFT_C2C = 0x29 };
constexpr int CUFFT_FORWARD = -1;
constexpr int CUFFT_INVERSE = 1;

cufftResult cufftCreate(cufftHandle* plan);
cufftResult cufftDestroy(cufftHandle plan);
cufftResult cufftSetAutoAllocation(cufftHandle plan, int allocate);
cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream);
cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int* sizes, int* inEmbed, int inStride, int inDistance,
                              int* outEmbed, int outStride, int outDistance, cufftType type, int batch,
                              std::size_t* workBytes);
cufftResult cufftSetWorkArea(cufftHandle plan, void* area);
cufftResult cufftExecC2C(cufftHandle plan, cufftComplex* from, cufftComplex* to, int direction);
