// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/process_lock.h"
#include "job/queue/slurm/command.h"

#include <atomic>
#include <deque>
#include <functional>
#include <future>
#include <optional>
#include <string>
#include <vector>

namespace ewald::job::queue {

/// Exit code of ssh where it is ssh that failed, and not the command.
inline constexpr int kSshFailed = 255;

/// Calls the commands of Slurm on this computer, or by ssh on one that may submit: one at a time, in a thread of its
/// own, each with a time-out. The functions return at once; answers come during step(). One thread.
class SlurmHost {
public:
    using Done = std::function<void(const CommandResult&)>;
    struct Call {
        /// The program and its arguments. "$USER" stands for the name of the person there.
        std::vector<std::string> words;
        std::string input{};
        double patience_s = 30;
        std::string mustSee{};                ///< a file that has to be readable there (by ssh), else code 66
        std::vector<io::ProcessLock> locks{}; ///< are held until the command has ended, also without this program
        Done done;
    };

    /// \param name empty: this computer
    explicit SlurmHost(std::string name) : m_name(std::move(name)) {}
    /// What is under way goes on without this program.
    ~SlurmHost();
    SlurmHost(const SlurmHost&) = delete;
    SlurmHost& operator=(const SlurmHost&) = delete;

    void call(Call call) { m_calls.push_back(std::move(call)); }
    void callFirst(Call call) { m_calls.push_front(std::move(call)); }
    /// Hands on the answer of the command that has ended, and starts the next one.
    void step();
    [[nodiscard]] const std::string& name() const noexcept { return m_name; }
    /// As this program calls it.
    [[nodiscard]] Command commandOf(const Call& call) const;

private:
    std::string m_name;
    std::deque<Call> m_calls;
    std::optional<Call> m_current;
    std::atomic<bool> m_abandon{false};
    std::future<CommandResult> m_answer;
};

} // namespace ewald::job::queue
