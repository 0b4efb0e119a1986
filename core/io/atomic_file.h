// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace ewald::io {

/// A file that appears under its name only when it is complete: it is written to a temporary name in the same folder,
/// flushed to disk and renamed. Not shared between threads.
///
/// Only regular files are replaced; a symbolic link stays one, its target is written, unless it is Links::replaced. The
/// null device keeps nothing. A temporary file that was not committed is removed, also one that a killed process of
/// this computer left behind: it is locked for as long as it is being written.
class AtomicFile {
public:
    /// Whether a file has reached the disk when commit() returns, or only what all programs see.
    enum class Durability { flushed, none };

    /// What becomes of a symbolic link: followed for names that a person gave, replaced for those that the program
    /// derived.
    enum class Links { followed, replaced };

    /// Whether a regular file may be replaced: asked of what is there at the beginning, and again of what has appeared
    /// by the time of commit().
    using MayReplace = std::function<bool(const std::filesystem::path&)>;

    /// Measured frames are never replaced where links are followed: whoever names them as an output has chosen the
    /// wrong line of a dialog (mayBeMeasured()).
    /// \throws DataError when the target exists and may not be replaced, is no regular file, or its folder is missing
    /// or not writable
    AtomicFile(const std::filesystem::path& target, bool overwrite, Links links = Links::followed);
    /// The same for a target that is replaced only where it is of a certain kind.
    AtomicFile(const std::filesystem::path& target, MayReplace mayReplace, Links links = Links::followed);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    /// Where to write. The file exists (empty) from the start.
    [[nodiscard]] const std::filesystem::path& temporary() const noexcept { return m_temporary; }
    [[nodiscard]] bool discards() const noexcept { return m_discards; }
    /// Flushes and renames. The temporary file has to be closed. \throws DataError; then nothing is left behind
    void commit(Durability durability = Durability::flushed);

private:
    [[nodiscard]] bool create();
    void finish(Durability durability);

    std::filesystem::path m_target;
    std::filesystem::path m_temporary;
    MayReplace m_mayReplace; ///< empty: any file
    Links m_links;
    bool m_discards = false;
    int m_lock = -1; ///< descriptor that holds the lock of the temporary file
};

/// Checks that `target` could be created in its folder now, without leaving anything there. It may exist already.
/// \throws DataError naming the folder, or `target` when it is no regular file
void checkWritable(const std::filesystem::path& target);

/// Removes what killed processes of this computer left of attempts to write `target`. AtomicFile does it, too.
void removeLeftovers(const std::filesystem::path& target);
/// The same for a target whose name the program has derived (AtomicFile::Links::replaced).
void removeDerivedLeftovers(const std::filesystem::path& target);
/// The same for every target in `folder`.
void removeLeftoversIn(const std::filesystem::path& folder);

/// Writes a whole text file atomically. \throws DataError
void writeTextFile(const std::filesystem::path& file, std::string_view text, bool overwrite);
/// The same for a file that is replaced only where it is of a certain kind. Several may write it at once, from any
/// thread or process: each succeeds, and one of the texts is there as a whole.
void writeTextFile(const std::filesystem::path& file, std::string_view text, AtomicFile::MayReplace mayReplace);

/// The same for a file whose name the program has derived: it replaces the one before, and a symbolic link as well.
/// \throws DataError
void replaceTextFile(const std::filesystem::path& file, std::string_view text);

} // namespace ewald::io
