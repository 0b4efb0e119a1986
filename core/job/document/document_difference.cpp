// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/document/document_difference.h"

#include "base/error.h"
#include "base/json_text.h"
#include "job/document/document_format.h"
#include "job/document/undivided.h"

#include <algorithm>

namespace ewald::job {
namespace {

using Json = nlohmann::ordered_json;

/// One value of a document and what leads to it, without the names of the sections.
struct Leaf {
    std::string key;
    std::optional<std::size_t> stage;
    std::string value;
};

std::string textOf(const Json& value) { return value.is_string() ? value.get<std::string>() : jsonText(value); }

void addLeaves(const Json& object, const std::string& prefix, std::optional<std::size_t> stage,
               std::vector<Leaf>& leaves) {
    for (const auto& [key, value] : object.items()) {
        if (key == "parameters" && value.is_object())
            addLeaves(value, prefix, stage, leaves);
        else if (value.is_object())
            addLeaves(value, prefix + key + ".", stage, leaves);
        else
            leaves.push_back({prefix + key, stage, textOf(value)});
    }
}

/// What there is of a text; absent: of another version, or written by hand, to be compared as it is.
std::optional<JobDocument> parsed(const std::string& text, const char* which) {
    try {
        return parseJob(text, which);
    } catch (const JobError&) {
        return std::nullopt;
    }
}

bool haveTheSameStages(const JobDocument& a, const JobDocument& b) {
    return std::ranges::equal(a.pipeline, b.pipeline, {}, &Stage::engine, &Stage::engine);
}

std::vector<Leaf> leavesOf(const std::optional<JobDocument>& job, const std::string& text, const char* which) {
    const Json document = parseJson<Json>(job ? toJson(*job, true) : text);
    if (!document.is_object()) throw JobError("the job of the result is not JSON", which);
    std::vector<Leaf> leaves;
    for (const auto& [key, value] : document.items()) {
        if (key == "format" || key == "version" || key == "output") continue;
        if (key == "pipeline" && value.is_array()) {
            for (std::size_t stage = 0; stage < value.size(); ++stage)
                if (value[stage].is_object()) addLeaves(value[stage], "", stage, leaves);
        } else if (value.is_object()) {
            addLeaves(value, "", std::nullopt, leaves);
        } else {
            leaves.push_back({key, std::nullopt, textOf(value)});
        }
    }
    return leaves;
}

ParameterDifference described(const Leaf& leaf) {
    ParameterDifference difference;
    difference.key = leaf.key;
    difference.stage = leaf.stage;
    if (const ParameterDef* def = findParameter(leaf.key)) {
        difference.label = def->label;
        difference.unit = def->unit;
    } else {
        difference.label = leaf.key;
    }
    return difference;
}

} // namespace

std::vector<ParameterDifference> jobDifferences(const std::string& a, const std::string& b) {
    std::optional<JobDocument> jobA = parsed(a, "first job"), jobB = parsed(b, "second job");
    if (jobA && jobB && !haveTheSameStages(*jobA, *jobB)) {
        jobA->pipeline = undivided(jobA->pipeline);
        jobB->pipeline = undivided(jobB->pipeline);
    }
    const std::vector<Leaf> left = leavesOf(jobA, a, "first job"), right = leavesOf(jobB, b, "second job");
    const auto find = [](const std::vector<Leaf>& leaves, const Leaf& wanted) {
        return std::find_if(leaves.begin(), leaves.end(),
                            [&](const Leaf& leaf) { return leaf.key == wanted.key && leaf.stage == wanted.stage; });
    };
    // Where the engine is another one, or there is no such stage, this is the difference, and not what only one has.
    const auto isOfEngine = [&](const std::vector<Leaf>& others, const Leaf& leaf) {
        if (!leaf.stage || leaf.key == "engine" || leaf.key == "iterations") return false;
        const auto engine = [&](const std::vector<Leaf>& leaves) {
            const auto found = find(leaves, {"engine", leaf.stage, {}});
            return found == leaves.end() ? std::string() : found->value;
        };
        return engine(left) != engine(right) && find(others, leaf) == others.end();
    };
    std::vector<ParameterDifference> differences;
    for (const Leaf& leaf : left) {
        const auto other = find(right, leaf);
        if (other != right.end() && other->value == leaf.value) continue;
        if (isOfEngine(right, leaf)) continue;
        ParameterDifference difference = described(leaf);
        difference.a = leaf.value;
        if (other != right.end()) difference.b = other->value;
        differences.push_back(std::move(difference));
    }
    for (const Leaf& leaf : right)
        if (find(left, leaf) == left.end() && !isOfEngine(left, leaf)) {
            ParameterDifference difference = described(leaf);
            difference.b = leaf.value;
            differences.push_back(std::move(difference));
        }
    std::size_t stages = 0;
    for (const auto* leaves : {&left, &right})
        for (const Leaf& leaf : *leaves) stages = std::max(stages, leaf.stage ? *leaf.stage + 1 : 0);
    for (ParameterDifference& difference : differences) difference.stages = stages;
    return differences;
}

} // namespace ewald::job
