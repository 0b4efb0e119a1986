// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <string>
#include <vector>

// Commands of other programs, such as those of Slurm: not for use outside core/job/queue.
namespace ewald::job::queue {

struct Command {
    std::vector<std::string> words; ///< the program, found in PATH, and its arguments
    std::string input{};            ///< what it reads from stdin
    double patience_s = 30;         ///< it is killed after that
    std::vector<int> inherited{};   ///< descriptors that stay open in it, whatever becomes of this program
};

struct CommandResult {
    int code = -1;         ///< exit code; 128 + the signal that has ended it
    bool started = true;   ///< false: there is no such program, `errors` says so
    bool timedOut = false; ///< it took too long and was killed
    bool abandoned = false;
    std::string output; ///< its stdout, at most some megabytes
    std::string errors; ///< its stderr

    [[nodiscard]] bool succeeded() const noexcept { return started && !timedOut && !abandoned && code == 0; }
    /// The last line that says something, without "sbatch: error: " and the like before it.
    [[nodiscard]] std::string complaint() const;
};

/// Runs a command to its end. Blocks; any thread. When `abandon` becomes true it returns soon; the command goes on.
[[nodiscard]] CommandResult runCommand(const Command& command, const std::atomic<bool>& abandon);

/// A word as a shell has to be given it.
[[nodiscard]] std::string shellQuoted(const std::string& word);

} // namespace ewald::job::queue
