// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace ewald::cli {

/// Files to write, collected first: nothing is written when one of them may not be.
class ExportPlan {
public:
    explicit ExportPlan(bool overwrite) : m_overwrite(overwrite) {}

    void add(const std::filesystem::path& file, std::function<void(const std::filesystem::path&)> write) {
        std::error_code failed;
        if (!m_overwrite && std::filesystem::exists(file, failed))
            throw DataError("the file exists already", file.string(), "choose another folder, or use --overwrite");
        m_files.emplace_back(file, std::move(write));
    }
    void folder(const std::filesystem::path& folder) { m_folders.push_back(folder); }
    void run() const {
        for (const std::filesystem::path& folder : m_folders) {
            std::error_code failed;
            std::filesystem::create_directories(folder, failed);
            if (failed) throw DataError("cannot create the folder (" + failed.message() + ")", folder.string());
        }
        constexpr std::size_t kMostNames = 20;
        for (std::size_t i = 0; i < m_files.size(); ++i) {
            m_files[i].second(m_files[i].first);
            if (i < kMostNames || i + 1 == m_files.size()) std::printf("wrote %s\n", m_files[i].first.c_str());
            if (i == kMostNames && m_files.size() > kMostNames + 1) std::printf("…\n");
        }
    }

private:
    bool m_overwrite;
    std::vector<std::filesystem::path> m_folders;
    std::vector<std::pair<std::filesystem::path, std::function<void(const std::filesystem::path&)>>> m_files;
};

} // namespace ewald::cli
