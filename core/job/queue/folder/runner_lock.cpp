// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/folder/runner_lock.h"

#include "base/error.h"

#include <algorithm>
#include <chrono>
#include <random>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace ewald::job::queue {
namespace {

namespace fs = std::filesystem;

constexpr char kAt = '@';

std::string newOwner(std::string host) {
    std::replace(host.begin(), host.end(), '/', '_');
    std::random_device random;
    return std::to_string(getpid()) + "-" + std::to_string(random()) + std::to_string(random()) + kAt + host;
}

/// Who removes a sign holds its lock: so none is removed that another runner is about to take.
void removeGone(const fs::path& folder, const std::string& except) {
    std::error_code failed;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed)) {
        if (entry.path().filename() == except || io::ProcessLock::isHeld(entry.path())) continue;
        try {
            if (const auto lock = io::ProcessLock::tryTake(entry.path())) fs::remove(entry.path(), failed);
        } catch (const DataError&) { // of another user, say
        }
    }
}

} // namespace

RunnerLock::RunnerLock(const fs::path& store, const std::string& host)
    : m_folder(store / "runners"), m_owner(newOwner(host)) {
    std::error_code failed;
    fs::create_directories(m_folder, failed);
    // It may be busy for a moment: with another runner that takes the new file for one that was left.
    for (int patience = 0; !(m_lock = io::ProcessLock::tryTake(m_folder / m_owner)); ++patience) {
        if (patience == 1000) throw InternalError("two runners of the queue have one name", m_owner);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    removeGone(m_folder, m_owner);
}

RunnerLock::~RunnerLock() {
    std::error_code ignored;
    fs::remove(m_folder / m_owner, ignored);
}

bool RunnerLock::isDeleted() const noexcept {
    struct stat file {};
    return fstat(m_lock->descriptor(), &file) == 0 && file.st_nlink == 0;
}

bool RunnerLock::isAlive(const fs::path& store, const std::string& owner) noexcept {
    return io::ProcessLock::isHeld(store / "runners" / owner);
}

std::string RunnerLock::hostOf(const std::string& owner) {
    const std::size_t at = owner.find(kAt);
    return at == std::string::npos ? std::string() : owner.substr(at + 1);
}

} // namespace ewald::job::queue
