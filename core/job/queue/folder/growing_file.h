// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

namespace ewald::job::queue {

/// The lines of a file that grows. One thread.
class GrowingFile {
public:
    explicit GrowingFile(std::filesystem::path file) : m_file(std::move(file)) {}

    /// What has come since the last call, up to the end of the last complete line; at the first call, all that is
    /// there.
    [[nodiscard]] std::string read() {
        std::ifstream stream(m_file, std::ios::binary);
        if (!stream.seekg(m_read)) return {};
        std::string text{std::istreambuf_iterator<char>(stream), {}};
        text.resize(text.rfind('\n') + 1); // npos + 1 is 0
        m_read += static_cast<std::streamoff>(text.size());
        return text;
    }

private:
    std::filesystem::path m_file;
    std::streamoff m_read = 0;
};

} // namespace ewald::job::queue
