// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/model/engine_kind.h"

namespace ewald::ptycho {

// The engines, one file each.
[[nodiscard]] const EngineKind& rpieKind();
[[nodiscard]] const EngineKind& epieKind();
[[nodiscard]] const EngineKind& differenceMapKind();
[[nodiscard]] const EngineKind& raarKind();
[[nodiscard]] const EngineKind& alternatingProjectionsKind();
[[nodiscard]] const EngineKind& automaticKind();
[[nodiscard]] const EngineKind& lsqmlKind();
[[nodiscard]] const EngineKind& mlKind();
[[nodiscard]] const EngineKind& lbfgsKind();
[[nodiscard]] const EngineKind& rpiKind();
[[nodiscard]] const EngineKind& adamKind();
[[nodiscard]] const EngineKind& sgdKind();

} // namespace ewald::ptycho
