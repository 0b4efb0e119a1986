// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "crystal/equation_of_state.h"

namespace CLI {
class App;
} // namespace CLI

namespace ewald::cli {

/// --pressure, --temperature and --cell-scale of a command.
/// \param conditions what they set; lives as long as the command
void addConditionsOptions(CLI::App& command, crystal::Conditions& conditions);

} // namespace ewald::cli
