// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/operations/field_ops.h"

namespace ewald::compute {

void FieldOps::pieUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region region,
                         UpdateRule rule) {
    pieUpdate(target, sum, weight, layers, rows, cols, region, static_cast<float>(maximum(weight, cols, region)), rule);
}

} // namespace ewald::compute
