// SPDX-License-Identifier: GPL-3.0-or-later
#include "crystal/phase_file.h"

#include "base/ascii_text.h"
#include "base/files/input_file.h"

namespace ewald::crystal {
namespace {

/// Whether a line begins with "data_", as every CIF has one.
bool looksLikeCif(std::string_view text) {
    const auto isHere = [&](std::size_t at) { return startsWithNoCase(text.substr(at), "data_"); };
    if (isHere(0)) return true;
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', end + 1))
        if (isHere(end + 1)) return true;
    return false;
}

} // namespace

Phase readPhase(const std::filesystem::path& file) {
    // What a parser keeps of it is twenty times as much.
    constexpr std::size_t kMostBytes = std::size_t{8} << 20U;
    const std::string text = readSmallFile(file, kMostBytes, "give a CIF or JCPDS file");
    const std::string ending = lowerAscii(file.extension().string());
    const bool isCif = ending == ".cif" || (ending != ".jcpds" && looksLikeCif(text));
    return isCif ? parseCif(text, file.string()) : parseJcpds(text, file.string());
}

} // namespace ewald::crystal
