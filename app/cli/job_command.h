// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commands.h"
#include "job/document/job_kind.h"

#include <functional>
#include <string>

namespace ewald::cli {

/// What the commands do with one kind of job, beside what the kind says of itself (job::JobKind).
struct JobCommand {
    const job::JobKind* kind = nullptr; ///< null in the entry for kinds that have none of their own
    /// Adds the options of its command; the function makes the document of what they were given, whose paths may be
    /// relative to the current folder.
    std::function<job::JobDocument()> (*addOptions)(CLI::App& command, const job::JobKind& kind) = nullptr;
    /// The plan as lines for people.
    std::string (*planText)(const job::JobPlan& plan) = nullptr;
};
[[nodiscard]] const JobCommand& ptychoCommand();
[[nodiscard]] const JobCommand& integrateCommand();

/// The entry of a kind, or one that serves any kind.
[[nodiscard]] const JobCommand& jobCommandOf(const std::string& kind);
/// Adds a command for each of job::jobKinds().
void addJobCommands(CLI::App& app, Action& action);

/// The lines on devices at the end of planText().
[[nodiscard]] std::string deviceLines(const job::JobPlan& plan);
/// As printf() writes it.
[[nodiscard]] std::string formatted(double value, const char* format);

} // namespace ewald::cli
