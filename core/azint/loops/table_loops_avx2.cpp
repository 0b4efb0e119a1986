// SPDX-License-Identifier: GPL-3.0-or-later
#if defined(__AVX2__)

#include "azint/loops/table_loops_impl.h"

const ewald::azint::detail::TableLoops& ewald::azint::detail::avx2TableLoops() noexcept { return kLoops; }

#endif
