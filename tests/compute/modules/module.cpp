// SPDX-License-Identifier: GPL-3.0-or-later
//
// Modules that are wrong in one way each, by MODULE_KIND: 0 exports nothing, 1 belongs to another build, 2 has no
// device and says so, 3 refuses without a word.
#include "compute/module.h"

#if MODULE_KIND > 0
extern "C" const char* ewaldModuleId() {
#if MODULE_KIND == 1
    return "ewald 0.0.1 modules 0";
#else
    static const std::string id = ewald::compute::moduleId();
    return id.c_str();
#endif
}
extern "C" ewald::compute::Backend* ewaldMakeBackend(std::string& refusal) {
#if MODULE_KIND == 2
    refusal = "no device of this kind";
#else
    (void)refusal;
#endif
    return nullptr;
}
#endif
