// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/version.h"

namespace ewald {

const char* version() noexcept { return EWALD_VERSION; }

} // namespace ewald
