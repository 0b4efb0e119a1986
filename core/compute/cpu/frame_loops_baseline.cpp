// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inner loops for any processor of the build's architecture.
#include "compute/cpu/frame_loops.h"

namespace ewald::compute::cpu {
namespace {
#include "compute/cpu/frame_loops_impl.h"
constexpr FrameLoops kLoops = makeLoops("baseline");
} // namespace

const FrameLoops& frameLoopsBaseline() { return kLoops; }

const FrameLoops& frameLoops() {
#if defined(__x86_64__)
    static const bool fast = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (fast && frameLoopsAvx2()) return *frameLoopsAvx2();
#endif
    return kLoops;
}

} // namespace ewald::compute::cpu
