// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/loops/table_loops_impl.h"
#include "base/processor.h"

namespace ewald::azint {

const detail::TableLoops& detail::baselineTableLoops() noexcept { return kLoops; }

const detail::TableLoops& detail::tableLoops() noexcept {
#if defined(__x86_64__)
    if (usableInstructions() >= Instructions::avx512) return avx512TableLoops();
    if (usableInstructions() >= Instructions::avx2) return avx2TableLoops();
#endif
    return baselineTableLoops();
}

} // namespace ewald::azint
