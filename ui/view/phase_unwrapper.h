// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <functional>

namespace ewald::view {

/// The phase of an image (row, column) in radians without jumps of 2π; NaN or infinite where there is none. Called on
/// threads of the views, several at once.
using PhaseUnwrapper = std::function<Array<float, 2>(const Array<Complex, 2>&)>;

} // namespace ewald::view
