// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/host_name.h"

#include <array>
#include <unistd.h>

namespace ewald {

std::string hostName() {
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "?";
}

} // namespace ewald
