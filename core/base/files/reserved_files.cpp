// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/reserved_files.h"

#include <algorithm>
#include <mutex>
#include <sys/stat.h>
#include <utility>

namespace ewald {
namespace {

std::mutex g_mutex;

std::vector<const ReservedFiles*>& reservations() {
    static std::vector<const ReservedFiles*> all;
    return all;
}

} // namespace

ReservedFiles::ReservedFiles(std::vector<std::filesystem::path> files) : m_files(std::move(files)) {
    const std::lock_guard lock(g_mutex);
    reservations().push_back(this);
}

ReservedFiles::~ReservedFiles() {
    const std::lock_guard lock(g_mutex);
    std::erase(reservations(), this);
}

bool ReservedFiles::contain(const std::filesystem::path& file) noexcept {
    struct stat asked {};
    if (stat(file.c_str(), &asked) != 0) return false;
    const auto isSame = [&asked](const std::filesystem::path& reserved) {
        struct stat found {};
        return stat(reserved.c_str(), &found) == 0 && found.st_dev == asked.st_dev && found.st_ino == asked.st_ino;
    };
    const std::lock_guard lock(g_mutex);
    return std::ranges::any_of(reservations(),
                               [&](const ReservedFiles* some) { return std::ranges::any_of(some->m_files, isSame); });
}

} // namespace ewald
