// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/hdf5_resolver.h"
#include "io/stack/segment.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

// The data files that a master links to by numbered names (data_000001, data_000002 …), of which some may not be there.
namespace ewald::io {

/// Names that end with numbers, with those that are left out between them, or before the first one: they have been
/// lost. Names without a number stay where they are. \param names sorted by their numbers
/// \param mostLost in one place: more are no gap, but another kind of number
[[nodiscard]] std::vector<std::string> withLostNumbers(const std::vector<std::string>& names,
                                                       unsigned long mostLost = 100'000);

/// Which images a data file of an Eiger says it holds, counted from 1.
struct ImageNumbers {
    std::optional<std::size_t> low;
    std::optional<std::size_t> high;
};
[[nodiscard]] ImageNumbers imageNumbersOf(Hdf5Resolver& resolver, const std::shared_ptr<const h5::File>& file,
                                          const std::string& path);

/// Compares the numbers that data files say with what is there, and keeps the places of frames that are not: each file
/// between others held as many as its neighbours' numbers say, or else as many as the largest before it.
class LinkedFiles {
public:
    /// \param frames that what is appended between begin() and end() goes to \param notes of what is not there
    LinkedFiles(FrameList& frames, std::vector<Note>& notes) : m_frames(frames), m_notes(notes) {}

    /// A file is not there. \param problem one line
    void lose(const std::string& problem);
    /// Before the frames of a file are appended.
    void begin(const ImageNumbers& numbers, const std::string& where);
    /// As above, of frames that must not take the places of others: those before the first file have places, too.
    void beginInPlace(const ImageNumbers& numbers, const std::string& where, const FrameList& next);
    /// Afterwards. \param announced frames of its dataset
    void end(const ImageNumbers& numbers, std::size_t announced, const std::string& where);
    /// Files that are not there since the last one that is.
    [[nodiscard]] std::size_t lostAtEnd() const noexcept { return m_gap; }

private:
    void warn(std::string text) { m_notes.push_back({Severity::warning, std::move(text)}); }

    FrameList& m_frames;
    std::vector<Note>& m_notes;
    std::size_t m_gap = 0;
    std::string m_problem;     ///< of the first file of the gap
    std::size_t m_first = 1;   ///< number of the first image that has a place
    std::size_t m_perFile = 0; ///< frames of the largest file so far
};

} // namespace ewald::io
