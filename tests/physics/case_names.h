// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/model/settings.h"

#include <string>
#include <tuple>

namespace ewald::physics {

/// The name of a case whose parameters are an engine and a way to shift: "rpie_bilinear".
inline constexpr auto nameOfEngine = [](const auto& info) {
    const auto& [engine, subpixel] = info.param;
    const bool whole = subpixel == ptycho::Subpixel::nearest, linear = subpixel == ptycho::Subpixel::bilinear;
    return std::string(engine) + (whole ? "_nearest" : linear ? "_bilinear" : "_fourier");
};

} // namespace ewald::physics
