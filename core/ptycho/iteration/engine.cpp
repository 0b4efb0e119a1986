// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/iteration/engine.h"

#include <algorithm>
#include <iterator>

namespace ewald::ptycho {

std::vector<Field*> Engine::keptOverObject() {
    std::vector<Field*> all;
    for (const auto& kept : m_kept) std::ranges::copy(kept->overObject(), std::back_inserter(all));
    return all;
}

void Engine::save(EngineContext& state, SavedState& saved, bool waves) const {
    for (const auto& kept : m_kept) kept->save(state, saved, waves);
}

bool Engine::restore(EngineContext& state, const SavedState& saved) {
    bool whole = true;
    for (const auto& kept : m_kept) whole = kept->restore(state, saved) && whole;
    return whole;
}

} // namespace ewald::ptycho
