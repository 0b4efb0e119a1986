// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/model/engine_kind.h"

#include <string>
#include <vector>

namespace ewald::physics {

/// The engines that reconstruct scans, not single frames.
inline std::vector<std::string> scanEngines() {
    std::vector<std::string> names;
    for (const ptycho::EngineKind* kind : ptycho::engineKinds())
        if (!kind->singleFrame) names.push_back(kind->name);
    return names;
}

} // namespace ewald::physics
