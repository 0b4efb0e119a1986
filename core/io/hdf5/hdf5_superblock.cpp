// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/hdf5_superblock.h"

#include "io/hdf5/hdf5_newer_format.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <span>
#include <thread>

namespace ewald::io::h5 {
namespace {

constexpr std::array<unsigned char, 8> kSignature{0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};

std::uint64_t littleEndian(std::span<const unsigned char> bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8U | bytes[i];
    return value;
}

/// Fills in what the bytes from the signature on say ("HDF5 File Format Specification", section II.A).
void parse(std::span<const unsigned char> bytes, Superblock& found) {
    if (bytes.size() < 12) return;
    found.version = bytes[8];
    if (found.version > 3) return;
    const bool old = found.version < 2;
    const std::size_t width = bytes[old ? 13 : 9]; // of an address
    found.damaged = width != 2 && width != 4 && width != 8;
    if (found.damaged) return;
    // Version 0: base address, free space, end of file from byte 24 on; version 1 has four bytes more before them;
    // versions 2 and 3: base address, extension, end of file from byte 12 on.
    const std::size_t base = old ? (found.version == 0 ? 24U : 28U) : 12U;
    if (bytes.size() < base + 3 * width) return;
    const unsigned marks = bytes[old ? 20 : 11];
    found.complete = true;
    found.writerOpen = (marks & 1U) != 0;
    found.readersAllowed = (marks & 4U) != 0;
    found.endOfFile = littleEndian(bytes.subspan(base + 2 * width, width));
    // After them in versions 2 and 3: the root group, and the checksum of all before it.
    const std::size_t all = base + 4 * width;
    if (!old && bytes.size() >= all + 4)
        found.damaged = detail::metadataChecksum(bytes.first(all)) != littleEndian(bytes.subspan(all, 4));
}

std::optional<Superblock> readOnce(const InputFile& file) {
    std::optional<Superblock> found;
    // Something else may come before it: then it begins at a power of two.
    for (std::uint64_t offset = 0; offset < file.size() && !found; offset = offset == 0 ? 512 : 2 * offset) {
        std::array<unsigned char, 64> bytes{};
        const std::size_t count = file.readAt(offset, std::as_writable_bytes(std::span(bytes)));
        if (count < kSignature.size() || std::memcmp(bytes.data(), kSignature.data(), kSignature.size()) != 0) continue;
        found.emplace();
        found->offset = offset;
        found->fileBytes = file.size();
        found->device = file.device();
        found->inode = file.inode();
        parse(std::span(bytes).first(count), *found);
    }
    return found;
}

} // namespace

std::optional<Superblock> readSuperblock(const InputFile& file) {
    std::optional<Superblock> found = readOnce(file);
    // A writer may be at it; it writes these bytes in one call.
    for (int again = 0; found && found->damaged && again < 3; ++again) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        found = readOnce(file);
    }
    return found;
}

} // namespace ewald::io::h5
