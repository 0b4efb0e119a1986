// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/document/undivided.h"

namespace ewald::job {

std::vector<Stage> undivided(const std::vector<Stage>& pipeline, std::size_t iteration) {
    std::vector<Stage> joined;
    std::size_t begin = 0;
    for (const Stage& stage : pipeline) {
        if (begin <= iteration && !joined.empty() && joined.back().engine == stage.engine) {
            joined.back().parameters = stage.parameters;
            joined.back().iterations += stage.iterations;
        } else {
            joined.push_back(stage);
        }
        begin += stage.iterations;
    }
    return joined;
}

} // namespace ewald::job
