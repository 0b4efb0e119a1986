// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/document/document_format.h"

#include "base/error.h"
#include "base/phrase.h"

#include <array>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string_view>

namespace ewald::job::format {

using Mapping = io::ImportMapping;

// Version 1 is the first: a change of the format adds its step here and a test with a document of the old version.
std::span<const Migration> migrations() { return {}; }

void migrate(nlohmann::ordered_json& document, std::span<const Migration> steps, const std::string& where) {
    const auto newest = static_cast<long long>(steps.size()) + 1;
    const auto version = document.find("version");
    if (version == document.end() || !version->is_number_integer() || version->get<long long>() < 1)
        throw JobError("version is missing or no version number", where + ": version",
                       phrase("this program writes \"version\": %1", newest));
    const auto found = version->get<long long>();
    if (found > newest)
        throw JobError(phrase("made by a newer Ewald (version %1 of the format, this program knows %2)", found, newest),
                       where + ": version", "update Ewald");
    for (auto step = static_cast<std::size_t>(found - 1); step < steps.size(); ++step) steps[step](document);
    document["version"] = newest;
}

std::span<const MappingText> mappingTexts() {
    static const std::vector<std::string> kLengths{"m", "mm", "um", "nm", "A"};
    static const std::vector<MappingText> fields{
        {"frames", &Mapping::frames, {}},
        {"positions", &Mapping::positions, {}},
        {"position_x", &Mapping::positionX, {}},
        {"position_y", &Mapping::positionY, {}},
        {"frame_index", &Mapping::frameIndex, {}},
        {"monitor", &Mapping::monitor, {}},
        {"position_unit", &Mapping::positionUnit, {"m", "mm", "um", "nm", "A", "px"}, &io::UnstatedUnits::position},
        {"position_order", &Mapping::positionOrder, {"xy", "yx"}},
        {"mask", &Mapping::mask, {}},
        {"probe", &Mapping::probe, {}},
        {"energy", &Mapping::energy, {}},
        {"energy_unit", &Mapping::energyUnit, {"keV", "eV", "J", "m", "nm", "A"}, &io::UnstatedUnits::energy},
        {"distance", &Mapping::distance, {}},
        {"distance_unit", &Mapping::distanceUnit, kLengths, &io::UnstatedUnits::distance},
        {"pixel_size", &Mapping::pixelSize, {}},
        {"pixel_size_unit", &Mapping::pixelSizeUnit, kLengths, &io::UnstatedUnits::pixelSize},
    };
    return fields;
}

std::span<const MappingNumber> mappingNumbers() {
    static const std::vector<MappingNumber> fields{
        {"energy_value", &Mapping::energyValue},
        {"distance_value", &Mapping::distanceValue},
        {"pixel_size_value", &Mapping::pixelSizeValue},
        {"positions_scan", &Mapping::positionsScan},
    };
    return fields;
}

std::span<const MappingFile> mappingFiles() {
    static const std::vector<MappingFile> fields{
        {"frames_file", &Mapping::framesFile},
        {"positions_file", &Mapping::positionsFile},
    };
    return fields;
}

std::span<const MappingFlag> mappingFlags() {
    static const std::vector<MappingFlag> fields{
        {"amplitudes", &Mapping::amplitudes},
        {"corner_centred", &Mapping::cornerCentred},
    };
    return fields;
}

namespace {

constexpr std::string_view kFileUrl = "file://";

bool isUtf8(const std::string& text) {
    try {
        static_cast<void>(nlohmann::json(text).dump());
        return true;
    } catch (const nlohmann::json::exception&) {
        return false;
    }
}

} // namespace

std::string textOfPath(const std::filesystem::path& path) {
    if (isUtf8(path.string())) return path.string();
    constexpr std::string_view kPlain = "/-._~";
    std::string text(kFileUrl);
    for (const char c : std::filesystem::absolute(path).string()) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (byte < 0x80 && std::isalnum(byte) != 0) || kPlain.find(c) != std::string_view::npos;
        std::array<char, 4> code{};
        std::snprintf(code.data(), code.size(), plain ? "%c" : "%%%02X", byte);
        text += code.data();
    }
    return text;
}

std::string validText(const std::string& text) {
    std::string valid;
    for (std::size_t at = 0; at < text.size();) {
        // A sequence of UTF-8 has four bytes at most.
        std::size_t length = 1;
        while (length <= 4 && !isUtf8(text.substr(at, length))) ++length;
        if (length <= 4) {
            valid += text.substr(at, length);
            at += length;
            continue;
        }
        std::array<char, 4> code{};
        std::snprintf(code.data(), code.size(), "%%%02X", static_cast<unsigned char>(text[at++]));
        valid += code.data();
    }
    return valid;
}

std::filesystem::path pathOfText(const std::string& text) {
    if (!text.starts_with(kFileUrl)) return text;
    std::string path;
    for (std::size_t i = kFileUrl.size(); i < text.size(); ++i) {
        unsigned byte = 0;
        const char* first = text.data() + i + 1;
        if (text[i] == '%' && i + 2 < text.size() && std::from_chars(first, first + 2, byte, 16).ptr == first + 2) {
            path += static_cast<char>(byte);
            i += 2;
        } else {
            path += text[i];
        }
    }
    return path;
}

const char* sectionName(ParameterSection section) {
    switch (section) {
    case ParameterSection::input: return "input";
    case ParameterSection::stage: return "pipeline";
    case ParameterSection::compute: return "compute";
    case ParameterSection::output: break;
    }
    return "output";
}

} // namespace ewald::job::format
