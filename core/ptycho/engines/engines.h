// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/engine_kind.h"

namespace ewald::ptycho {

// The engines, one file each.
[[nodiscard]] const EngineKind& rpieKind();
[[nodiscard]] const EngineKind& epieKind();
[[nodiscard]] const EngineKind& differenceMapKind();

} // namespace ewald::ptycho
