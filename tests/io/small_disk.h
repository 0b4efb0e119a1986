// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <sched.h>
#include <string>
#include <sys/mount.h>

namespace ewald::io::test {

/// A file system of its own for an empty folder, to fill it: root only, and not in every container. Only this thread
/// and the processes that it starts from now on see it, so that nothing of it stays when they are killed.
class SmallDisk {
public:
    /// \param size as tmpfs takes it: "64k"
    SmallDisk(const std::filesystem::path& folder, const std::string& size) : m_folder(folder) {
        m_mounted = unshare(CLONE_NEWNS) == 0 && mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
                    mount("tmpfs", folder.c_str(), "tmpfs", 0, ("size=" + size).c_str()) == 0;
        if (!m_mounted) m_reason = std::strerror(errno);
    }
    ~SmallDisk() {
        if (m_mounted) umount2(m_folder.c_str(), MNT_DETACH);
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;

    /// Why there is none; empty when there is one.
    [[nodiscard]] const std::string& refusal() const noexcept { return m_reason; }

private:
    std::filesystem::path m_folder;
    bool m_mounted = false;
    std::string m_reason;
};

} // namespace ewald::io::test
