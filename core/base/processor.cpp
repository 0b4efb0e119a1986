// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/processor.h"

#include <algorithm>
#include <cstdlib>

namespace ewald {
namespace {

Instructions instructionsOfProcessor() noexcept {
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return Instructions::baseline;
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                   __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")
               ? Instructions::avx512
               : Instructions::avx2;
#else
    return Instructions::baseline;
#endif
}

} // namespace

Instructions allowedInstructions(std::string_view wanted, Instructions has) noexcept {
    if (wanted == "baseline") return Instructions::baseline;
    return wanted == "avx2" ? std::min(has, Instructions::avx2) : has;
}

Instructions usableInstructions() noexcept {
    static const Instructions usable = [] {
        const char* const wanted = std::getenv("EWALD_INSTRUCTIONS");
        return allowedInstructions(wanted ? wanted : "", instructionsOfProcessor());
    }();
    return usable;
}

} // namespace ewald
