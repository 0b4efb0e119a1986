// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commands.h"

namespace ewald::cli {

/// Adds "integrate" to the bench command.
void addIntegrateBench(CLI::App& bench, Action& action);

} // namespace ewald::cli
