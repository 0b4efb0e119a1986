// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"
#include "io/growing/growing_stack.h"

#include <chrono>
#include <string>

namespace ewald::io {

/// Finds out, look by look, when a growing stack has all its frames. One thread.
class FileFollower {
public:
    using Clock = std::chrono::steady_clock;
    enum class Step {
        grew,   ///< there are more frames
        wait,   ///< there are not: look again a little later
        closed, ///< the writer has closed the files, or has written their end: all frames are there
        quiet,  ///< the files have not changed for as long as the patience lasts
    };

    /// \param patience how long files may stay as they are that nothing marks as complete
    FileFollower(GrowingStack& stack, std::chrono::duration<double> patience, Clock::time_point now = Clock::now());

    /// Looks once.
    [[nodiscard]] Step step(Clock::time_point now = Clock::now());
    /// Half a second, unless a stop is requested.
    static void waitToLookAgain(const RunControl& control);
    /// Why the files were not complete at the last look, one line; empty: nothing says so.
    [[nodiscard]] const std::string& reason() const noexcept { return m_reason; }

private:
    GrowingStack& m_stack;
    std::chrono::duration<double> m_patience;
    Clock::time_point m_changed; ///< when something about the files did
    std::string m_reason;
};

} // namespace ewald::io
