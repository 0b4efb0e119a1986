// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/segment.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ewald::io {

/// Places among all files of a series, counted by the numbers in their names, of those that are not there; with a
/// warning. Where no two numbers follow each other it is not known whether others belong between them: a warning, and
/// no places. Of a list of several series each is looked at by itself, and there are no places. Warns where two files
/// have the same number.
[[nodiscard]] std::vector<std::size_t> findGaps(std::span<const std::filesystem::path> files, std::vector<Note>& notes);

/// Places among all frames of those of files that are not there. Where the files do not hold equally many, it is not
/// known how many these are: a warning, and no places. \param places of the files, of findGaps() \param frames of each
/// file
[[nodiscard]] std::vector<std::size_t> framesOfGaps(std::vector<std::size_t> places,
                                                    std::span<const std::size_t> frames, std::vector<Note>& notes);

/// Warns where the files are not in the order of their numbers, as a shell lists 1, 10, 2.
void noteOrder(std::span<const std::filesystem::path> files, std::vector<Note>& notes);

/// Warns where a file between others holds fewer frames than most of them, which hold equally many: some may be lost.
/// \param frames of each file
void noteShortFiles(std::span<const std::filesystem::path> files, std::span<const std::size_t> frames,
                    std::vector<Note>& notes);

/// Warns which files are there more than once, by whatever name.
void noteRepeated(std::span<const std::filesystem::path> files, std::vector<Note>& notes);

/// What the files of a list say of the acquisitions that their frames are of, one file after the other.
class Acquisitions {
public:
    /// \param file its name: files whose names differ in their number alone are of the same acquisitions
    void add(const std::filesystem::path& file, const std::optional<Acquisition>& acquisition, std::size_t frames);
    /// Warns where the frames are not whole acquisitions.
    void giveTo(std::vector<Note>& notes) const;

private:
    struct Group {
        std::string series; ///< name without its number
        Acquisition acquisition;
        std::size_t frames = 0; ///< that are there
        std::size_t files = 0;
    };
    std::vector<Group> m_groups;
};

} // namespace ewald::io
