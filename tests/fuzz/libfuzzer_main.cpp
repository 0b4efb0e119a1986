// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    ewald::fuzz::decodeInput(data, size);
    return 0;
}
