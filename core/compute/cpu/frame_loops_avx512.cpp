// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inner loops for processors with AVX-512; built with these enabled.
#include "compute/cpu/frame_loops.h"

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace ewald::compute::cpu {

#if defined(__AVX512F__)
namespace {
#include "compute/cpu/frame_loops_impl.h"
constexpr FrameLoops kLoops = makeLoops("AVX-512");
} // namespace

const FrameLoops* frameLoopsAvx512() { return &kLoops; }
#else
const FrameLoops* frameLoopsAvx512() { return nullptr; }
#endif

} // namespace ewald::compute::cpu
