// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/phrase.h"
#include "compute/communication/communicator.h"

#include <array>
#include <optional>
#include <string>

namespace ewald::compute {

/// Collective: `take` allocates and does not communicate. Where a rank has no memory left, all ranks learn it, and
/// none has failed.
template <class Take>
[[nodiscard]] std::optional<Error> tryTogether(Communicator& communicator, Take&& take) {
    std::optional<Error> lack;
    try {
        take();
    } catch (...) {
        lack = currentError();
        if (!isOutOfMemory(*lack)) throw;
    }
    // Which rank it was: the last of those that lack it.
    std::array<double, 1> who = {lack ? communicator.rank() + 1.0 : 0.0};
    communicator.allReduceMax(who);
    if (who[0] == 0) return std::nullopt;
    const std::string rank = phrase("rank %1", static_cast<int>(who[0]) - 1);
    if (communicator.size() == 1) return lack;
    return lack ? prefixed(phrase("%1: ", rank), *lack) : DeviceError(phrase("out of memory on %1", rank));
}

} // namespace ewald::compute
