// SPDX-License-Identifier: GPL-3.0-or-later
//
// The id of this build, for the program and, compiled into each of them, for the modules.
#include "compute/devices/module.h"
#include "compute/devices/module_note.h"

// Raise the number with every change of the headers that a module shares with the program.
#define EWALD_MODULE_ID "ewald " EWALD_VERSION " modules 3 compiler " __VERSION__

EWALD_MODULE_NOTE(EWALD_MODULE_ID);

namespace ewald::compute {

std::string moduleId() { return EWALD_MODULE_ID; }

} // namespace ewald::compute
