// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commands.h"

namespace ewald::cli {

// Commands about frames and results of integrations, as those of commands.h.
void addMapsCommand(CLI::App& app, Action& action);
void addMaskCommand(CLI::App& app, Action& action);

} // namespace ewald::cli
