// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/document_format.h"

#include "base/error.h"

namespace ewald::job::format {

using Mapping = io::ImportMapping;

// Version 1 is the first: a change of the format adds its step here and a test with a document of the old version.
std::span<const Migration> migrations() { return {}; }

void migrate(nlohmann::ordered_json& document, std::span<const Migration> steps, const std::string& where) {
    const auto newest = static_cast<long long>(steps.size()) + 1;
    const auto version = document.find("version");
    if (version == document.end() || !version->is_number_integer() || version->get<long long>() < 1)
        throw JobError("version is missing or no version number", where + ": version",
                       "this program writes \"version\": " + std::to_string(newest));
    const auto found = version->get<long long>();
    if (found > newest)
        throw JobError("made by a newer Ewald (version " + std::to_string(found) +
                           " of the format, this program knows " + std::to_string(newest) + ")",
                       where + ": version", "update Ewald");
    for (auto step = static_cast<std::size_t>(found - 1); step < steps.size(); ++step) steps[step](document);
    document["version"] = newest;
}

std::span<const MappingText> mappingTexts() {
    static const std::vector<std::string> kLengths{"m", "mm", "um", "nm"};
    static const std::vector<MappingText> fields{
        {"frames", &Mapping::frames, {}},
        {"positions", &Mapping::positions, {}},
        {"position_x", &Mapping::positionX, {}},
        {"position_y", &Mapping::positionY, {}},
        {"position_unit", &Mapping::positionUnit, kLengths},
        {"position_order", &Mapping::positionOrder, {"xy", "yx"}},
        {"mask", &Mapping::mask, {}},
        {"probe", &Mapping::probe, {}},
        {"energy", &Mapping::energy, {}},
        {"energy_unit", &Mapping::energyUnit, {"keV", "eV", "J", "m", "nm", "A"}},
        {"distance", &Mapping::distance, {}},
        {"distance_unit", &Mapping::distanceUnit, kLengths},
        {"pixel_size", &Mapping::pixelSize, {}},
        {"pixel_size_unit", &Mapping::pixelSizeUnit, kLengths},
    };
    return fields;
}

std::span<const MappingNumber> mappingNumbers() {
    static const std::vector<MappingNumber> fields{
        {"energy_value", &Mapping::energyValue},
        {"distance_value", &Mapping::distanceValue},
        {"pixel_size_value", &Mapping::pixelSizeValue},
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
