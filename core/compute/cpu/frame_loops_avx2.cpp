// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inner loops for processors with AVX2 and FMA; built with these enabled.
#include "compute/cpu/frame_loops.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace ewald::compute::cpu {

#if defined(__AVX2__) && defined(__FMA__)
namespace {
#include "compute/cpu/frame_loops_impl.h"
constexpr FrameLoops kLoops = makeLoops("AVX2");
} // namespace

const FrameLoops* frameLoopsAvx2() { return &kLoops; }
#else
const FrameLoops* frameLoopsAvx2() { return nullptr; }
#endif

} // namespace ewald::compute::cpu
