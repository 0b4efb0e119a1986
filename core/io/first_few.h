// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/scan.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace ewald::io {

/// Names the first few of many things that are all alike, and counts them all: a long scan may have thousands.
class FirstFew {
public:
    static constexpr std::size_t kMost = 3;

    void add(std::string line) {
        if (m_count++ < kMost) m_lines.push_back(std::move(line));
    }
    [[nodiscard]] std::size_t count() const noexcept { return m_count; }
    /// Those that are counted but not named.
    [[nodiscard]] std::size_t more() const noexcept { return m_count - m_lines.size(); }
    /// Adds the lines to `notes`, as warnings.
    void giveTo(std::vector<Note>& notes) const {
        for (const std::string& line : m_lines) notes.push_back({Severity::warning, line});
    }

private:
    std::vector<std::string> m_lines;
    std::size_t m_count = 0;
};

} // namespace ewald::io
