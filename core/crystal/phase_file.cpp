// SPDX-License-Identifier: GPL-3.0-or-later
#include "crystal/phase_file.h"

#include "base/files/input_file.h"

#include <cctype>

namespace ewald::crystal {
namespace {

/// Whether a line begins with "data_", as every CIF has one.
bool looksLikeCif(std::string_view text) {
    const auto isHere = [&](std::size_t at) {
        constexpr std::string_view kWord = "data_";
        for (std::size_t i = 0; i < kWord.size(); ++i)
            if (at + i >= text.size() || std::tolower(static_cast<unsigned char>(text[at + i])) != kWord[i])
                return false;
        return true;
    };
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
    std::string ending = file.extension().string();
    for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const bool isCif = ending == ".cif" || (ending != ".jcpds" && looksLikeCif(text));
    return isCif ? parseCif(text, file.string()) : parseJcpds(text, file.string());
}

} // namespace ewald::crystal
