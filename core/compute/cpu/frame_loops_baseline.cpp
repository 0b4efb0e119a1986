// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inner loops for any processor of the build's architecture.
#include "compute/cpu/frame_loops.h"

#include "base/processor.h"

namespace ewald::compute::cpu {
namespace {
#include "compute/cpu/frame_loops_impl.h"
constexpr FrameLoops kLoops = makeLoops("baseline");
} // namespace

std::vector<const FrameLoops*> usableFrameLoops() {
    std::vector<const FrameLoops*> usable = {&kLoops};
#if defined(__x86_64__)
    const auto offer = [&](const FrameLoops* loops, bool supported) {
        if (loops && supported) usable.push_back(loops);
    };
    offer(frameLoopsAvx2(), usableInstructions() >= Instructions::avx2);
    offer(frameLoopsAvx512(), usableInstructions() >= Instructions::avx512);
#endif
    return usable;
}

const FrameLoops& frameLoops() {
    static const FrameLoops* const best = usableFrameLoops().back();
    return *best;
}

} // namespace ewald::compute::cpu
