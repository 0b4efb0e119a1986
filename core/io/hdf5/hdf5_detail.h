// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

// Shared by the files of the HDF5 wrapper; included by no other file.
namespace ewald::io::h5::detail {

/// Makes the library ready for this thread: its own error printing off (the stack is harvested instead), Ewald's chunk
/// decoders registered. Cheap after the first call of a thread.
void prepare();

/// The innermost message of the library's error stack of this thread, on one line; then clears the stack.
[[nodiscard]] std::string lastMessage();
/// All messages of the stack, innermost first, joined; leaves the stack as it is.
[[nodiscard]] std::string allMessages();

/// Type, shape, chunking and filters of an open dataset.
[[nodiscard]] DatasetInfo describe(std::int64_t dataset);
[[nodiscard]] ElementType describeType(std::int64_t type);
/// The type of numbers in memory; complex numbers take the member names that `fileType` has ("r" and "i" when < 0).
[[nodiscard]] Handle memoryType(Number number, std::int64_t fileType = -1);
/// A UTF-8 string of variable length.
[[nodiscard]] Handle textType();
/// All strings of a text dataset or attribute, trailing blanks and zeros removed. Empty when it cannot be read.
[[nodiscard]] std::vector<std::string> readStrings(std::int64_t object, bool isAttribute);

/// Called from time to time during long work that is sure to come to an end, so that it is not taken for a loop. Set by
/// the process that has a limit, before any other thread; empty elsewhere.
[[nodiscard]] std::function<void()>& progressHook();

/// Bytes of one number in memory.
[[nodiscard]] constexpr std::size_t bytesOf(Number number) noexcept {
    switch (number) {
    case Number::int8:
    case Number::uint8: return 1;
    case Number::int16:
    case Number::uint16: return 2;
    case Number::int32:
    case Number::uint32:
    case Number::float32: return 4;
    case Number::complex128: return 16;
    default: return 8;
    }
}

/// Where an external raw file is looked for: beside the HDF5 file, which may have been moved together with it, or where
/// the library looks, which is the working folder.
[[nodiscard]] std::filesystem::path externalFile(const std::filesystem::path& hdf5File, const std::string& name);
/// Whether an open dataset lies in external raw files beside its HDF5 file, where the library finds them only if told.
[[nodiscard]] bool hasRawFilesBeside(std::int64_t dataset, const std::filesystem::path& hdf5File);

} // namespace ewald::io::h5::detail
