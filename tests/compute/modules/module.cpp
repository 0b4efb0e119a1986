// SPDX-License-Identifier: GPL-3.0-or-later
//
// Modules that are wrong in one way each, by a definition (tests/CMakeLists.txt).
#include "compute/devices/module.h"
#include "compute/devices/device.h"
#include "compute/devices/module_note.h"

#include <cstdlib>
#include <fstream>

#ifdef EWALD_OTHER_BUILD
EWALD_MODULE_NOTE("ewald 0.0.1 modules 0");
#endif
#ifdef EWALD_MISSING_LIBRARY
extern "C" int ewaldTestMissing();
#endif

namespace {

/// Leaves a file behind when the constructors of this module run.
struct Witness {
    Witness() {
        if (const char* file = std::getenv("EWALD_TEST_WITNESS")) std::ofstream(file) << "constructed";
    }
} witness;

} // namespace

#ifndef EWALD_NO_FACTORY
EWALD_MODULE_FUNCTION ewald::compute::Backend* ewaldMakeBackend(std::string& refusal) {
#if defined(EWALD_NO_DEVICE)
    refusal = "no device of this kind";
#elif defined(EWALD_MISSING_LIBRARY)
    refusal = std::to_string(ewaldTestMissing());
#else
    (void)refusal;
#endif
    return nullptr;
}
#endif
