// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/iteration/engine_context.h"
#include "ptycho/model/engine_kind.h"

#include <vector>

namespace ewald::ptycho {

/// The parameter "loss" of engines that minimise one, and its value.
[[nodiscard]] EngineParameter lossParameter();
[[nodiscard]] compute::Loss lossOf(const StageSettings& settings);

/// How far to go along a line: one Newton step −L′/L″ from the terms of all frames, 0 … longest; 1 where the loss does
/// not curve upwards.
[[nodiscard]] double newtonStep(const std::vector<compute::LineTerms>& terms, double longest);

} // namespace ewald::ptycho
