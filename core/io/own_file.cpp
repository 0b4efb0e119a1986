// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/own_file.h"

#include "base/ascii_text.h"
#include "base/files/input_file.h"
#include "io/frame_stack.h"
#include "io/integration_file.h"
#include "io/result_file.h"
#include "io/result_layout.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>

namespace ewald::io {
namespace {

/// The first bytes, and the last ones: where HDF5 and TIFF have short texts.
std::string ends(const std::filesystem::path& file) {
    constexpr std::streamoff kPart = 64 << 10;
    InputStream stream(file);
    const auto size = static_cast<std::streamoff>(stream.size());
    std::string text;
    const auto read = [&](std::streamoff first, std::streamoff count) {
        const std::size_t before = text.size();
        text.resize(before + static_cast<std::size_t>(count));
        stream.seekg(first);
        stream.read(text.data() + before, count);
        text.resize(before + static_cast<std::size_t>(stream.gcount()));
    };
    read(0, std::min(size, kPart));
    if (size > kPart) read(std::max(kPart, size - kPart), std::min(kPart, size - kPart));
    return text;
}

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

} // namespace

bool isOwnFile(const std::filesystem::path& file) noexcept try {
    const std::string text = ends(file);
    constexpr std::array<std::string_view, 2> kTiff{std::string_view("II*\0", 4), std::string_view("MM\0*", 4)};
    if (std::any_of(kTiff.begin(), kTiff.end(), [&](std::string_view mark) { return text.starts_with(mark); }))
        return holds(text, "Ewald ");
    if (!holds(text, "ewald") && !holds(text, "job_fingerprint")) return false;
    return isResultFile(file) || isIntegrationFile(file) || checkpointIteration(file).has_value();
} catch (const std::exception&) {
    return false;
}

namespace {

/// Whether HDF5 begins in a text, at its start or behind a block of another program (512 bytes, or twice that, and so
/// on): also in a file that is damaged.
bool hasSignature(std::string_view text) {
    constexpr std::string_view kSignature = "\x89HDF\r\n";
    if (text.starts_with(kSignature)) return true;
    for (std::size_t at = 512; at < text.size(); at *= 2)
        if (text.substr(at).starts_with(kSignature)) return true;
    return false;
}

/// By the creator that it names. What cannot be opened is by nobody knows whom.
bool isByThisProgram(const std::filesystem::path& file) noexcept try {
    return h5::File::open(file).attributeText("/", "creator").value_or("").starts_with(layout::kProgram);
} catch (const std::exception&) {
    return false;
}

} // namespace

bool mayBeMeasured(const std::filesystem::path& file) noexcept try {
    if (isOwnFile(file)) return false;
    if (isHdf5File(file) || hasSignature(ends(file))) return !isByThisProgram(file);
    const std::shared_ptr<const FrameStack> stack = openStack(std::array{file});
    // Masks in these formats, as this program writes them, have no room for its name.
    constexpr std::array<std::string_view, 3> kWithoutName{".npy", ".edf", ".msk"};
    const bool mayBeMask = std::ranges::find(kWithoutName, lowerAscii(file.extension().string())) != kWithoutName.end();
    if (!mayBeMask || stack->frameCount() != 1 || bytesOf(stack->pixelType()) != 1) return stack->frameCount() > 0;
    const std::unique_ptr<FrameReader> reader = stack->makeReader();
    return std::ranges::any_of(reader->readPixels(0), [](std::byte value) { return value > std::byte{1}; });
} catch (const std::exception&) {
    return false; // damaged, or something else
}

} // namespace ewald::io
