// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/file_kind.h"

#include "base/files/input_file.h"
#include "io/stack/images/ge_file.h"
#include "io/stack/images/mar345_file.h"
#include "io/stack/images/spe_file.h"

#include <array>
#include <string_view>
#include <vector>

namespace ewald::io {
namespace {

constexpr std::string_view kHdf5("\x89HDF\r\n\x1a\n", 8);

/// The signature of HDF5 may stand behind a block of the user's own, at 512, 1024, 2048 … bytes.
bool hasHdf5Signature(std::istream& stream) {
    std::array<char, 8> bytes{};
    for (std::streamoff at = 512; at <= std::streamoff{1} << 24; at *= 2) {
        stream.clear();
        stream.seekg(at);
        if (!stream.read(bytes.data(), bytes.size())) return false;
        if (std::string_view(bytes.data(), bytes.size()) == kHdf5) return true;
    }
    return false;
}

/// As many bytes from the start of the file as there are, at most `count`.
std::vector<std::byte> firstBytes(std::istream& stream, std::size_t count) {
    std::vector<std::byte> bytes(count);
    stream.clear();
    stream.seekg(0);
    stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(count));
    bytes.resize(static_cast<std::size_t>(stream.gcount()));
    return bytes;
}

} // namespace

FileKind fileKind(const std::filesystem::path& file) noexcept {
    try {
        InputStream stream(file);
        std::array<char, 16> bytes{};
        stream.read(bytes.data(), bytes.size());
        const std::string_view start(bytes.data(), static_cast<std::size_t>(stream.gcount()));
        if (start.starts_with(kHdf5)) return FileKind::hdf5;
        if (start.starts_with("\x93NUMPY")) return FileKind::npy;
        if (start.starts_with("PK\x03\x04")) return FileKind::zip;
        if (start == std::string_view("M\0\0\0A\0\0\0S\0\0\0K\0\0\0", 16)) return FileKind::fit2dMask;
        if (start.size() >= 4 && (start.starts_with("II") || start.starts_with("MM"))) {
            const int magic = start.starts_with("II") ? start[2] : start[3];
            if (magic == 42 || magic == 43) return FileKind::tiff;
        }
        if (start.starts_with("###CBF") || start.starts_with("data_")) return FileKind::cbf;
        const std::size_t first = start.find_first_not_of(" \t\r\n");
        if (first != std::string_view::npos && start[first] == '{') return FileKind::edf;
        if (start.starts_with("MQ1,")) return FileKind::mib;
        if (start.starts_with("ADEPT")) return FileKind::ge;
        if (start.starts_with("FORMAT :")) return FileKind::bruker;
        if (start.starts_with("R-AXIS") || start.starts_with("RAXIS") || start.starts_with("RAPID"))
            return FileKind::raxis;
        const std::vector<std::byte> header = firstBytes(stream, kSpeHeaderBytes);
        if (isMar345Header(header)) return FileKind::mar345;
        if (hasHdf5Signature(stream)) return FileKind::hdf5;
        if (isSpeHeader(header)) return FileKind::spe;
        return isBlankGeFile(file, stream.size()) ? FileKind::ge : FileKind::unknown;
    } catch (...) {
        return FileKind::unknown;
    }
}

std::string wholeCompression(const std::filesystem::path& file) noexcept {
    try {
        InputStream stream(file);
        std::array<char, 3> bytes{};
        stream.read(bytes.data(), bytes.size());
        const std::string_view start(bytes.data(), static_cast<std::size_t>(stream.gcount()));
        return start.starts_with("\x1f\x8b") ? "gzip" : start.starts_with("BZh") ? "bzip2" : "";
    } catch (...) {
        return {};
    }
}

} // namespace ewald::io
