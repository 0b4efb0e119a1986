// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>

namespace ewald::azint {

/// Calls body(0) … body(count − 1) from several threads, in any order; returns when all are done. The first exception
/// of a body is thrown again here. \param threads 0 = all that the machine has, 1 = the calling thread only
void parallelFor(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& body);

} // namespace ewald::azint
