// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/document.h"
#include "job/queue/folder/job_folder.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

namespace ewald::job::queue {

/// What a window that looks at a job wants to see.
struct Watch {
    double previewInterval_s = 0; ///< ≤ 0: no previews
    std::size_t previewFrame = 0; ///< whose pattern they hold
    bool machine = false;         ///< the load of the machine, too
    bool operator==(const Watch&) const = default;
};

/// The files in a job's folder through which its process and the windows that look at it talk, beside events and wish:
///
///     preview.bin   newest preview (job/run/preview_file.h)             process → windows
///     watched.json  a Watch; written again while somebody looks     window → process
///     wanted.json   document that the job shall go on as            window → process
///
/// Each is replaced as a whole. Any thread.
class LiveFiles {
public:
    explicit LiveFiles(const JobFolder& folder) : m_folder(folder.path()) {}

    [[nodiscard]] std::filesystem::path preview() const { return m_folder / "preview.bin"; }
    [[nodiscard]] std::filesystem::path watched() const { return m_folder / "watched.json"; }
    [[nodiscard]] std::filesystem::path wanted() const { return m_folder / "wanted.json"; }

    /// \throws DataError
    void writeWatch(const Watch& watch) const;
    [[nodiscard]] std::optional<Watch> readWatch() const;
    /// The same, of a window that takes the previews as they come: writes nothing while another one looks at the job.
    /// \throws DataError
    void watchToo(const Watch& watch) const;
    /// \throws DataError
    void writeWanted(const JobDocument& document) const;

    /// What a job leaves that has ended is of no use any more.
    void remove() const;

private:
    std::filesystem::path m_folder;
};

/// Sees when a file has become another one.
class FileWatch {
public:
    explicit FileWatch(std::filesystem::path file) : m_file(std::move(file)) {}
    [[nodiscard]] const std::filesystem::path& file() const noexcept { return m_file; }
    /// Whether it is there and not as it was at the last call (at the first one: whether it is there).
    [[nodiscard]] bool changed();

private:
    std::filesystem::path m_file;
    std::string m_version;
};

/// A window that has not written its Watch again for so long has gone.
inline constexpr std::chrono::seconds kWatchLasts{5};
/// It writes it this often.
inline constexpr std::chrono::milliseconds kWatchAgain{1500};

} // namespace ewald::job::queue
