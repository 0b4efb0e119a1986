// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json_text.h"
#include "job/document/document_format.h"
#include "job/document/job_kind.h"

namespace ewald::job {
namespace {

using Json = nlohmann::ordered_json;

Json valueJson(const ParameterDef& def, const ParameterValue& value) {
    if (def.isSpecial(value)) return def.special;
    if (namesFile(def, value)) return format::textOfPath(std::get<std::string>(value));
    return std::visit([](const auto& held) { return Json(held); }, value);
}

/// Parameters in the order of the table; with `resolved` also those that have their default.
void addParameters(Json& target, const JobDocument& job, const ParameterMap& map, ParameterSection section,
                   bool resolved, const std::string& engine = {}) {
    for (const ParameterDef& def : parameterTable()) {
        if (def.section != section) continue;
        if (const auto found = map.find(def.key); found != map.end())
            target[def.key] = valueJson(def, found->second);
        else if (resolved && def.isOfKind(job.kind) && (engine.empty() || def.appliesTo(engine)))
            target[def.key] = valueJson(def, def.defaultFor(engine));
    }
}

Json mappingJson(const io::ImportMapping& mapping) {
    const io::ImportMapping defaults;
    Json target = Json::object();
    for (const auto& field : format::mappingTexts()) {
        const bool stated = field.unstated != nullptr && !(mapping.unstatedUnits.*field.unstated);
        if (stated || mapping.*field.member != defaults.*field.member) target[field.key] = mapping.*field.member;
    }
    for (const auto& field : format::mappingNumbers())
        if (mapping.*field.member) target[field.key] = *(mapping.*field.member);
    for (const auto& field : format::mappingFlags())
        if (mapping.*field.member) target[field.key] = true;
    for (const auto& field : format::mappingFiles())
        if (!(mapping.*field.member).empty()) target[field.key] = format::textOfPath(mapping.*field.member);
    return target;
}

} // namespace

std::string toJson(const JobDocument& job, bool resolved) {
    if (!job.unknown.empty()) return job.unknown;
    const JobKind* kind = findJobKind(job.kind);
    const bool hasPipeline = !kind || kind->has(JobFeature::pipeline);
    Json document;
    document["format"] = format::kFormat;
    document["version"] = format::kVersion;
    document["kind"] = job.kind;

    Json input = Json::object();
    if (!job.inputFile.empty()) input["file"] = format::textOfPath(job.inputFile);
    for (const std::filesystem::path& file : job.inputFiles) input["files"].push_back(format::textOfPath(file));
    if (job.mapping) input["mapping"] = mappingJson(*job.mapping);
    addParameters(input, job, job.input, ParameterSection::input, resolved);
    document["input"] = input;

    if (hasPipeline) document["pipeline"] = Json::array();
    for (const Stage& stage : job.pipeline) {
        Json entry;
        entry["engine"] = stage.engine;
        entry["iterations"] = stage.iterations;
        Json parameters = Json::object();
        addParameters(parameters, job, stage.parameters, ParameterSection::stage, resolved, stage.engine);
        if (!parameters.empty()) entry["parameters"] = parameters;
        document["pipeline"].push_back(entry);
    }

    Json compute = Json::object();
    addParameters(compute, job, job.compute, ParameterSection::compute, resolved);
    if (!compute.empty()) document["compute"] = compute;

    Json output = Json::object();
    if (!job.outputFile.empty()) output["file"] = format::textOfPath(job.outputFile);
    addParameters(output, job, job.output, ParameterSection::output, resolved);
    if (!output.empty()) document["output"] = output;
    // Without a pipeline nothing is random.
    if (hasPipeline || job.seed != 0) document["seed"] = job.seed;
    // No text that is not UTF-8 may stop a job from being written down.
    return jsonText(document, 2) + "\n";
}

} // namespace ewald::job
