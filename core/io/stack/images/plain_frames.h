// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/segment.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

namespace ewald::io {

/// Where a frame lies in a file, pixel by pixel as it is.
struct PlainFrame {
    std::uint64_t offset = 0;
    bool bigEndian = false;
};

/// Frames of one file that are not compressed. \param halfFloats pixels are stored as floats of 16 bits, and handed out
/// as the float32 of `shape`
[[nodiscard]] std::shared_ptr<const StackSegment> plainSegment(FrameShape shape, std::vector<PlainFrame> frames,
                                                               std::shared_ptr<const RawFile> file,
                                                               bool halfFloats = false);

/// Frames that lie in a file at equal distances.
struct PlainRun {
    FrameShape shape;
    std::uint64_t first = 0;    ///< byte of the first pixel
    std::uint64_t distance = 0; ///< bytes from one frame to the next; 0: those of a frame
    std::uint64_t count = 0;    ///< frames that the file announces; 0: it does not say how many
    std::uint64_t end = 0;      ///< what lies from here on is known to be something else; 0: the end of the file
    bool bigEndian = false;
    bool halfFloats = false; ///< see plainSegment()
};

/// Appends the frames of a run that are there; what is announced and missing, and bytes that are left over, are notes.
/// \throws DataError: not a single frame is complete
void appendPlainRun(const PlainRun& run, const std::shared_ptr<const RawFile>& file, StackContents& contents);

/// Whether all of a text of a header can be quoted: letters, digits, signs and spaces of ASCII.
[[nodiscard]] bool isPrintableAscii(std::string_view text) noexcept;

/// Whether rows × cols pixels of a frame can be meant. \throws DataError if not, naming the file
void checkFrameShape(std::uint64_t rows, std::uint64_t cols, const std::filesystem::path& file);

} // namespace ewald::io
