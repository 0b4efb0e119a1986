// SPDX-License-Identifier: GPL-3.0-or-later
#if defined(__AVX512F__)

#include "azint/loops/table_loops_impl.h"

const ewald::azint::detail::TableLoops& ewald::azint::detail::avx512TableLoops() noexcept { return kLoops; }

#endif
