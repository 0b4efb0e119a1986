// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commands.h"

namespace ewald::cli {

/// Adds "devices" to the bench command.
void addDevicesBench(CLI::App& bench, Action& action);

} // namespace ewald::cli
