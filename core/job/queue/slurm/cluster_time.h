// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace ewald::job::queue {

/// A time with units, "2h" or "1h30min", as Slurm writes it: "02:00:00". Anything else stays as it is, for Slurm to
/// judge: "04:00:00", "1-12", "90", "UNLIMITED".
[[nodiscard]] std::string slurmTime(const std::string& text);

} // namespace ewald::job::queue
