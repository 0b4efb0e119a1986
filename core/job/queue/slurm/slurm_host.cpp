// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/slurm/slurm_host.h"

#include "job/queue/slurm/slurm_site.h"

#include <chrono>
#include <pwd.h>
#include <unistd.h>

namespace ewald::job::queue {
namespace {

constexpr const char* kUserWord = "$USER";

std::string userName() {
    const passwd* found = getpwuid(getuid());
    return found == nullptr ? std::to_string(getuid()) : std::string(found->pw_name);
}

} // namespace

SlurmHost::~SlurmHost() {
    m_abandon = true; // the future waits for its thread, which then ends soon
}

Command SlurmHost::commandOf(const Call& call) const {
    Command command{call.words, call.input, call.patience_s, {}};
    for (const io::ProcessLock& lock : call.locks) command.inherited.push_back(lock.descriptor());
    if (m_name.empty()) {
        for (std::string& word : command.words)
            if (word == kUserWord) word = userName();
        return command;
    }
    std::string script;
    if (!call.mustSee.empty())
        script = "test -r " + shellQuoted(call.mustSee) + " || exit " + std::to_string(kNoFolderExitCode) + "; ";
    for (const std::string& word : call.words)
        script += (word == kUserWord ? "\"$(id -un)\"" : shellQuoted(word)) + " ";
    // The login shell there may be any.
    command.words = {"ssh", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10", m_name, "sh -c " + shellQuoted(script)};
    return command;
}

void SlurmHost::step() {
    if (m_current) {
        if (m_answer.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
        const CommandResult result = m_answer.get();
        Call ended = *std::exchange(m_current, std::nullopt);
        ended.locks.clear();
        ended.done(result);
    }
    if (m_calls.empty()) return;
    m_current = std::move(m_calls.front());
    m_calls.pop_front();
    m_answer = std::async(std::launch::async,
                          [command = commandOf(*m_current), this] { return runCommand(command, m_abandon); });
}

} // namespace ewald::job::queue
