// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/engines/plan/plan_words.h"

#include <cstdio>

namespace ewald::ptycho {

std::string rounded(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2g", value);
    return text;
}

} // namespace ewald::ptycho
