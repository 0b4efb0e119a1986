// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json_text.h"
#include "job/document/document_format.h"
#include "job/document/job_kind.h"

namespace ewald::job {
namespace {

using Json = nlohmann::ordered_json;

/// Whole numbers are written without a fraction, so that editors show "1" and not "1.0".
Json bound(double value, bool whole) { return whole ? Json(static_cast<long long>(value)) : Json(value); }

void addType(Json& property, const ParameterDef& def) {
    switch (def.type) {
    case ParameterType::boolean: property["type"] = "boolean"; return;
    case ParameterType::integer:
    case ParameterType::real: {
        const bool whole = def.type == ParameterType::integer;
        property["type"] = whole ? "integer" : "number";
        property["minimum"] = bound(def.minimum, whole);
        property["maximum"] = bound(def.maximum, whole);
        if (!def.special.empty()) { // a number, or the word for "not given"
            property["anyOf"] =
                Json::array({Json{{"type", property["type"]}}, Json{{"enum", Json::array({def.special})}}});
            property.erase("type");
        }
        return;
    }
    case ParameterType::choice:
        property["type"] = "string";
        if (def.choiceOrPath)
            property["anyOf"] = Json::array({Json{{"enum", def.choices}}, Json{{"pattern", "[/.]"}}});
        else
            property["enum"] = def.choices;
        return;
    case ParameterType::text:
    case ParameterType::path: property["type"] = "string"; return;
    }
}

Json propertyOf(const ParameterDef& def) {
    Json property;
    property["title"] = def.label;
    std::string description = def.help;
    if (!def.unit.empty()) description += " Unit: " + def.unit + ".";
    property["description"] = description;
    addType(property, def);
    property["default"] = def.isSpecial(def.defaultValue)
                              ? Json(def.special)
                              : std::visit([](const auto& held) { return Json(held); }, def.defaultValue);
    for (const auto& [engine, value] : def.engineDefaults)
        property["x-engine-defaults"][engine] = std::visit([](const auto& held) { return Json(held); }, value);
    if (!def.engines.empty()) property["x-engines"] = def.engines;
    if (def.kind != "*") property["x-kind"] = def.kind;
    property["x-group"] = def.group;
    property["x-level"] = def.level == ParameterLevel::basic ? "basic" : "advanced";
    if (!def.unit.empty()) property["x-unit"] = def.unit;
    return property;
}

Json objectSchema(Json properties) {
    Json schema;
    schema["type"] = "object";
    schema["properties"] = std::move(properties);
    schema["additionalProperties"] = false;
    return schema;
}

void addSection(Json& properties, ParameterSection section) {
    for (const ParameterDef& def : parameterTable())
        if (def.section == section) properties[def.key] = propertyOf(def);
}

Json mappingSchema() {
    Json properties = Json::object();
    for (const auto& field : format::mappingTexts()) {
        properties[field.key]["type"] = "string";
        if (!field.choices.empty()) properties[field.key]["enum"] = field.choices;
    }
    for (const auto& field : format::mappingNumbers())
        properties[field.key] = Json{{"type", "number"}, {"exclusiveMinimum", 0}};
    for (const auto& field : format::mappingFlags()) properties[field.key] = Json{{"type", "boolean"}};
    for (const auto& field : format::mappingFiles()) properties[field.key] = Json{{"type", "string"}};
    Json schema = objectSchema(properties);
    schema["description"] = "Which dataset of a file of unknown layout is what, in which unit.";
    return schema;
}

Json stageSchema() {
    Json properties;
    std::string engines;
    for (const ptycho::EngineKind* kind : ptycho::engineKinds())
        engines += (engines.empty() ? "" : " ") + kind->name + ": " + kind->help + " (" + kind->paper + ".)";
    properties["engine"] = Json{{"enum", engineNames()}, {"default", Stage().engine}, {"description", engines}};
    std::string counts;
    for (const ptycho::EngineKind* kind : ptycho::engineKinds())
        counts += (counts.empty() ? "" : ", ") + kind->name + " " + std::to_string(kind->iterations);
    properties["iterations"] = Json{{"type", "integer"},
                                    {"minimum", 1},
                                    {"maximum", kMostIterations},
                                    {"description", "Where there are none: " + counts + "."}};
    Json parameters = Json::object();
    addSection(parameters, ParameterSection::stage);
    properties["parameters"] = objectSchema(parameters);
    return objectSchema(properties);
}

} // namespace

std::string jobSchema() {
    Json properties;
    properties["format"] = Json{{"const", format::kFormat}};
    properties["version"] = Json{{"const", format::kVersion}};
    Json& kinds = properties["kind"]["enum"] = Json::array();
    for (const JobKind* kind : jobKinds()) kinds.push_back(kind->name());

    Json input = Json::object();
    input["file"] = Json{{"type", "string"}, {"description", "Scan or frames, relative to the document."}};
    input["files"] = Json{{"type", "array"},
                          {"minItems", 1},
                          {"items", Json{{"type", "string"}}},
                          {"description", "Several files of frames of an integration, in their order; names may hold "
                                          "the wildcards * ? #."}};
    input["mapping"] = mappingSchema();
    addSection(input, ParameterSection::input);
    properties["input"] = objectSchema(input);

    Json pipeline;
    pipeline["type"] = "array";
    pipeline["minItems"] = 1;
    pipeline["items"] = stageSchema();
    properties["pipeline"] = pipeline;

    Json compute = Json::object();
    addSection(compute, ParameterSection::compute);
    properties["compute"] = objectSchema(compute);

    Json output = Json::object();
    output["file"] = Json{{"type", "string"}, {"description", "Result file to write, relative to the document."}};
    addSection(output, ParameterSection::output);
    properties["output"] = objectSchema(output);
    properties["seed"] = Json{{"type", "integer"}, {"minimum", 0}};

    Json all;
    all["$schema"] = "https://json-schema.org/draft/2020-12/schema";
    all["title"] = "Ewald job document";
    const Json rest = objectSchema(properties);
    for (const auto& [key, value] : rest.items()) all[key] = value;
    all["required"] = Json::array({"format", "version"});
    return jsonText(all, 2) + "\n";
}

} // namespace ewald::job
