// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <string>

namespace ewald {

/// Called by what may take long: reading or writing a file, a request to another process, a wait for another thread,
/// work on every pixel of an image. Counted by LongCalls; without one it costs a comparison. Any thread.
/// \param what a few words
void longCall(const char* what) noexcept;

/// Counts the long calls of the thread that made it while it lives. The thread of a window must answer at once and so
/// makes none; a test can show that without a clock. One at a time in a thread.
class LongCalls {
public:
    LongCalls() noexcept;
    ~LongCalls();
    LongCalls(const LongCalls&) = delete;
    LongCalls& operator=(const LongCalls&) = delete;

    /// Number of calls by their words.
    [[nodiscard]] const std::map<std::string, std::size_t>& seen() const noexcept { return m_seen; }

private:
    friend void longCall(const char* what) noexcept;
    std::map<std::string, std::size_t> m_seen;
};

} // namespace ewald
