// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ewald::compute {

/// What the plain launchers have in common: body(z, y, x) for every work item, one after the other.
struct PlainLoops {
    template <class Body>
    void forEach(int depth, int rows, int cols, Body body) {
        for (int z = 0; z < depth; ++z)
            for (int y = 0; y < rows; ++y)
                for (int x = 0; x < cols; ++x) body(z, y, x);
    }
};

} // namespace ewald::compute
