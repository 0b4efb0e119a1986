// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

namespace ewald::job::queue {

/// A time with units, "2h" or "1h30min", as Slurm writes it: "02:00:00". Anything else stays as it is, for Slurm to
/// judge: "04:00:00", "1-12", "90", "UNLIMITED".
[[nodiscard]] std::string slurmTime(const std::string& text);
/// Seconds as Slurm writes them: "02:00:00", "1-12:00:00". Parts of a second count as a whole one.
[[nodiscard]] std::string slurmTime(double seconds);
/// Seconds of a time that Slurm understands: minutes, "minutes:seconds", "hours:minutes:seconds", "days-hours",
/// "days-hours:minutes", "days-hours:minutes:seconds". Absent for "infinite", "UNLIMITED" and what is no time.
[[nodiscard]] std::optional<double> secondsOfSlurmTime(const std::string& text);

} // namespace ewald::job::queue
