// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/files/system_reason.h"
#include "io/output_guard.h"

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
    /// \param inputs what is exported and what it was made from, which no output may replace
    ExportPlan(bool overwrite, std::vector<std::filesystem::path> inputs)
        : m_overwrite(overwrite), m_inputs(std::move(inputs)) {}

    void add(const std::filesystem::path& file, std::function<void(const std::filesystem::path&)> write) {
        for (const std::filesystem::path& input : m_inputs) io::requireOtherFile(file, input);
        if (io::resolveOutput(file).exists && !m_overwrite)
            throw DataError("the file exists already", file.string(), "choose another folder, or use --overwrite");
        m_files.emplace_back(file, std::move(write));
    }
    void folder(const std::filesystem::path& folder) { m_folders.push_back(folder); }
    /// Keeps the files for this run until it ends, so that another one that begins now is refused before its work.
    /// Those of folders that are still to be made are kept by nothing but their being there.
    /// \throws DataError for a file that another run writes
    void claim() {
        for (const auto& [file, write] : m_files) {
            std::error_code failed;
            if (std::filesystem::is_directory(std::filesystem::absolute(file).parent_path(), failed))
                m_locks.emplace_back(file);
        }
    }
    void run() const {
        for (const std::filesystem::path& folder : m_folders) {
            std::error_code failed;
            std::filesystem::create_directories(folder, failed);
            if (failed) throw DataError("cannot create the folder (" + systemReason(failed) + ")", folder.string());
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
    std::vector<std::filesystem::path> m_inputs;
    std::vector<std::filesystem::path> m_folders;
    std::vector<io::OutputLock> m_locks;
    std::vector<std::pair<std::filesystem::path, std::function<void(const std::filesystem::path&)>>> m_files;
};

} // namespace ewald::cli
