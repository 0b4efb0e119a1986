// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/fft.h"

#include "base/error.h"
#include "compute/cpu/aligned_array.h"
#include "compute/cpu/fft_plans.h"

#include <algorithm>

namespace ewald::compute {

void fft2d(Array<Complex, 2>& array, FftDirection direction) {
    if (array.extent(0) != array.extent(1)) throw InternalError("fft2d needs a square array");
    const auto plans = cpu::FftPlans::forSize(static_cast<int>(array.extent(0)));
    cpu::AlignedArray<kernels::Cf> work(array.size());
    cpu::AlignedArray<kernels::Cf> scratch(plans->panelSize());
    auto* values = reinterpret_cast<kernels::Cf*>(array.data());
    std::copy_n(values, array.size(), work.data());
    plans->transform(work.data(), scratch.data(),
                     direction == FftDirection::forward ? cpu::Direction::forward : cpu::Direction::backward);
    const float scale = 1.0F / static_cast<float>(array.extent(0));
    std::transform(work.data(), work.data() + array.size(), values, [scale](kernels::Cf v) { return scale * v; });
}

} // namespace ewald::compute
