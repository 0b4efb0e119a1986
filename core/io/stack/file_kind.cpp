// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/file_kind.h"

#include "base/ascii_text.h"
#include "base/files/input_file.h"
#include "io/stack/images/ge_file.h"
#include "io/stack/images/mar345_file.h"
#include "io/stack/images/smv_file.h"
#include "io/stack/images/spe_file.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace ewald::io {
namespace {

/// The last is a pattern of its own.
constexpr auto kFrameFiles =
    std::to_array<const char*>({"*.cxi", "*.h5",  "*.hdf5", "*.hdf",  "*.nxs",  "*.nx5", "*.ptyd", "*.tif", "*.tiff",
                                "*.edf", "*.cbf", "*.npy",  "*.mib",  "*.spe",  "*.ge",  "*.ge1",  "*.ge2", "*.ge3",
                                "*.ge4", "*.ge5", "*.mccd", "*.gfrm", "*.sfrm", "*.osc", "*.img",  "*.mar*"});

/// So many zeros at the beginning are room for what is written last.
constexpr std::size_t kReserved = 512;

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

/// Whether a text in CIF holds an image near its beginning: crystal structures begin in the same way.
bool hasBinarySection(std::istream& stream) {
    constexpr std::size_t kLongHeader = std::size_t{1} << 20U;
    const std::vector<std::byte> bytes = firstBytes(stream, kLongHeader);
    return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size())
               .find("--CIF-BINARY-FORMAT-SECTION--") != std::string_view::npos;
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
        if (start.starts_with("###CBF") || (start.starts_with("data_") && hasBinarySection(stream)))
            return FileKind::cbf;
        const std::size_t first = start.find_first_not_of(" \t\r\n");
        if (first != std::string_view::npos && start[first] == '{') {
            const std::vector<std::byte> bytes = firstBytes(stream, kReserved);
            const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            const std::size_t next = text.find_first_not_of(" \t\r\n", text.find('{') + 1);
            if (next != std::string_view::npos && text[next] == '"') return FileKind::other; // JSON
            return isSmvHeader(text) ? FileKind::smv : FileKind::edf;
        }
        if (start.starts_with("MQ1,")) return FileKind::mib;
        if (start.starts_with("ADEPT")) return FileKind::ge;
        if (start.starts_with("FORMAT :")) return FileKind::bruker;
        if (start.starts_with("R-AXIS") || start.starts_with("RAXIS") || start.starts_with("RAPID"))
            return FileKind::raxis;
        const std::vector<std::byte> header = firstBytes(stream, kSpeHeaderBytes);
        if (isMar345Header(header)) return FileKind::mar345;
        if (hasHdf5Signature(stream)) return FileKind::hdf5;
        if (isSpeHeader(header)) return FileKind::spe;
        if (isBlankGeFile(file, stream.size())) return FileKind::ge;
        const auto begin = std::span(header).first(std::min(header.size(), kReserved));
        return std::ranges::any_of(begin, [](std::byte byte) { return byte != std::byte{}; }) ? FileKind::other
                                                                                              : FileKind::unknown;
    } catch (...) {
        return FileKind::unknown;
    }
}

std::span<const char* const> frameFilePatterns() noexcept { return kFrameFiles; }

bool isNamedLikeFrames(const std::filesystem::path& file) {
    const std::string ending = lowerAscii(file.extension().string());
    // Of an image plate of mar, the number behind it is that of its pixels: .mar1200 to .mar3450.
    if (ending.starts_with(".mar")) return ending.find_first_not_of("0123456789", 4) == std::string::npos;
    return ending.size() > 1 &&
           std::ranges::any_of(kFrameFiles, [&](const char* known) { return ending == known + 1; });
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
