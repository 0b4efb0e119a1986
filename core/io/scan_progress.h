// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace ewald::io {

/// How complete a file of frames is, with the files that it leads to.
struct ScanProgress {
    enum class State {
        complete, ///< its writer says so: it has closed the file, or has written its end time; all parts are there
        unmarked, ///< nothing says that something is missing: complete when it does not change for a while
        writing,  ///< `reason` says what is missing
    };
    State state = State::writing;
    std::size_t frames = 0;   ///< that are there
    std::size_t promised = 0; ///< more than `frames`, or 0: not known
    std::string reason{};     ///< of `writing`, one line
    std::string where{};      ///< file that it is about
    bool isOther = false;     ///< of `writing`: it holds something else than its name says
    /// Changes whenever the file or one of those that it leads to does.
    std::string version{};
};

/// Looks at a file that may still be written, or copied, in any format. Begins with its first bytes, read with pread,
/// without the HDF5 library and without a lock, so that it is right on every file system and for every writer; opens it
/// only where these do not settle it, or to count its frames. Never throws: what cannot be read counts as being
/// written. Any thread.
[[nodiscard]] ScanProgress lookAtProgress(const std::filesystem::path& file);

/// Size, time and place of a file, as a text that changes with them; empty when it is not there.
[[nodiscard]] std::string fileVersion(const std::filesystem::path& file);

} // namespace ewald::io
