// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace ewald {

/// Instructions that inner loops are compiled for; a processor that has one has those before it. The bits of an
/// integration are the same with AVX2 and AVX-512, those of a reconstruction depend on them.
enum class Instructions {
    baseline, ///< of any processor of the build's architecture
    avx2,     ///< AVX2 and FMA
    avx512    ///< AVX-512 F, DQ, BW and VL
};

/// The most that this processor has and EWALD_INSTRUCTIONS allows. The variable ("baseline", "avx2" or "avx512", read
/// once) makes a processor do what an older one would, for measurements; other values allow everything.
[[nodiscard]] Instructions usableInstructions() noexcept;

/// \param wanted value of the variable; empty: it is not set \param has what the processor has
[[nodiscard]] Instructions allowedInstructions(std::string_view wanted, Instructions has) noexcept;

} // namespace ewald
