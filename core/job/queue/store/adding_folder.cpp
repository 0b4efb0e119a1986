// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/store/adding_folder.h"

#include "base/error.h"
#include "base/files/system_reason.h"
#include "base/host_name.h"
#include "base/phrase.h"

#include <algorithm>
#include <chrono>
#include <random>
#include <string>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace ewald::job::queue {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSign = ".lock";

fs::path folderOf(const fs::path& store) { return store / "adding"; }

fs::path newName() {
    std::string host = hostName();
    std::replace(host.begin(), host.end(), '/', '_');
    std::random_device random;
    return std::to_string(getpid()) + "-" + std::to_string(random()) + "@" + host;
}

} // namespace

AddingFolder::AddingFolder(const fs::path& store) : m_folder(folderOf(store) / newName()), m_sign(m_folder) {
    m_sign += kSign;
    // It may be busy for a moment, with a program that takes the new file for one that was left.
    for (int patience = 0; !(m_lock = io::ProcessLock::tryTake(m_sign)); ++patience) {
        if (patience == 1000) throw InternalError("two programs that add jobs have one name", m_sign.string());
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    std::error_code failed;
    if (fs::create_directory(m_folder, failed)) return;
    const std::string reason = systemReason(failed);
    fs::remove(m_sign, failed);
    throw DataError(phrase("cannot create the folder of a job (%1)", reason), m_folder.string(),
                    "check the permissions and the free space");
}

AddingFolder::~AddingFolder() {
    std::error_code ignored;
    fs::remove_all(m_folder, ignored);
    fs::remove(m_sign, ignored);
}

void AddingFolder::removeAbandoned(const fs::path& store) noexcept {
    std::error_code failed;
    for (fs::directory_iterator entry(folderOf(store), failed), end; !failed && entry != end; entry.increment(failed)) {
        const fs::path& sign = entry->path();
        if (sign.extension() != kSign || io::ProcessLock::isHeld(sign)) continue;
        try {
            const auto lock = io::ProcessLock::tryTake(sign); // so that nobody is about to take it
            if (!lock) continue;
            std::error_code ignored;
            fs::remove_all(fs::path(sign).replace_extension(), ignored);
            if (!ignored) fs::remove(sign, ignored);
        } catch (const std::exception&) { // of another user, say
        }
    }
}

} // namespace ewald::job::queue
