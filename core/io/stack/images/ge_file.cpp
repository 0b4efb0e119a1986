// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/images/ge_file.h"

#include "base/ascii_text.h"
#include "base/phrase.h"
#include "io/stack/images/byte_order.h"
#include "io/stack/images/plain_frames.h"

#include <array>
#include <string>
#include <string_view>

namespace ewald::io {
namespace {

constexpr std::uint64_t kHeaderBytes = 8192;
constexpr std::size_t kSide = 2048;
constexpr std::uint64_t kFrameBytes = std::uint64_t{2} * kSide * kSide;

// Places in the header.
constexpr std::size_t kStandardBytes = 12; // uint32
constexpr std::size_t kUserBytes = 18;     // uint32
constexpr std::size_t kFrames = 22;        // uint16, as the next three
constexpr std::size_t kRows = 24;
constexpr std::size_t kCols = 26;
constexpr std::size_t kBits = 28;

} // namespace

bool isBlankGeFile(const std::filesystem::path& file, std::uint64_t bytes) noexcept {
    try {
        const std::string ending = lowerAscii(file.extension().string());
        const bool named = ending == ".ge" ||
                           (ending.size() == 4 && ending.starts_with(".ge") && ending[3] >= '1' && ending[3] <= '5');
        return named && bytes > kHeaderBytes && (bytes - kHeaderBytes) % kFrameBytes == 0;
    } catch (...) {
        return false;
    }
}

StackContents openGeStack(const std::filesystem::path& path, const std::shared_ptr<DescriptorPool>& pool) {
    const auto file = std::make_shared<const RawFile>(path, pool);
    std::array<std::byte, 32> header{};
    file->read(0, header);
    StackContents contents;
    contents.format = "GE";
    PlainRun run;
    run.first = kHeaderBytes;
    run.shape = {kSide, kSide, PixelType::uint16};
    if (std::string_view(reinterpret_cast<const char*>(header.data()), 5) == "ADEPT") {
        run.first = std::uint64_t{littleEndianAt<std::uint32_t>(header, kStandardBytes)} +
                    littleEndianAt<std::uint32_t>(header, kUserBytes);
        run.count = littleEndianAt<std::uint16_t>(header, kFrames);
        const std::uint64_t rows = littleEndianAt<std::uint16_t>(header, kRows);
        const std::uint64_t cols = littleEndianAt<std::uint16_t>(header, kCols);
        checkFrameShape(rows, cols, path);
        if (const int bits = littleEndianAt<std::uint16_t>(header, kBits); bits != 16)
            throw DataError(phrase("the GE file has pixels of %1 bits, expected 16", bits), path.string(),
                            "the file may be damaged: copy it again");
        run.shape = {static_cast<std::size_t>(rows), static_cast<std::size_t>(cols), PixelType::uint16};
    }
    appendPlainRun(run, file, contents);
    return contents;
}

} // namespace ewald::io
