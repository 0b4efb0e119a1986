// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/iteration/object_band.h"

#include "base/error.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ewald::ptycho {

ObjectBand::ObjectBand(EngineContext& state, double band) : m_band(band) {
    if (state.problem().frames != 1 || state.model().slices != 1)
        throw InternalError("a band limit of an object of several frames or slices");
    const int n = state.model().size;
    const int m = std::clamp(static_cast<int>(std::lround(band * n)), 1, n);
    const auto passes = [&](int i) {
        const int frequency = i < n - n / 2 ? i : i - n;
        return frequency >= -(m / 2) && frequency < m - m / 2;
    };
    std::vector<Cf> pass;
    for (int row = 0; row < n; ++row)
        for (int col = 0; col < n; ++col) pass.push_back({passes(row) && passes(col) ? 1.0F : 0.0F, 0});
    m_pass = Buffer<Cf>(state.queue(), pass);
}

void ObjectBand::limit(EngineContext& state, Field& field) const {
    const Region window = state.everything().region;
    if (areaOf(window) == 0) return;
    state.ops().filterWindow(field.data(), state.model().objectCols, window.row, window.col, state.model().size,
                             m_pass.data());
}

} // namespace ewald::ptycho
