// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/loops/table_loops_impl.h"

namespace ewald::azint {

const detail::TableLoops& detail::baselineTableLoops() noexcept { return kLoops; }

const detail::TableLoops& detail::tableLoops() noexcept {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return avx512TableLoops();
    if (__builtin_cpu_supports("avx2")) return avx2TableLoops();
#endif
    return baselineTableLoops();
}

} // namespace ewald::azint
