// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/document/document_difference.h"

#include "base/error.h"
#include "base/json_text.h"
#include "job/document/document_format.h"
#include "job/document/undivided.h"

#include <algorithm>
#include <utility>

namespace ewald::job {
namespace {

using Json = nlohmann::ordered_json;

/// One value of a document and what leads to it, without the names of the sections.
struct Leaf {
    std::string key;
    std::optional<std::size_t> stage;
    std::string value;
    std::vector<EarlierValue> earlier{}; ///< of stages that were joined
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

/// The same engines, each from the same iteration on.
bool areDividedAlike(const std::vector<Stage>& a, const std::vector<Stage>& b) {
    if (!std::ranges::equal(a, b, {}, &Stage::engine, &Stage::engine)) return false;
    for (std::size_t stage = 0; stage + 1 < a.size(); ++stage)
        if (a[stage].iterations != b[stage].iterations) return false;
    return true;
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

const Leaf* findLeaf(const std::vector<Leaf>& leaves, const std::string& key, std::optional<std::size_t> stage) {
    const auto found =
        std::ranges::find_if(leaves, [&](const Leaf& leaf) { return leaf.key == key && leaf.stage == stage; });
    return found == leaves.end() ? nullptr : &*found;
}

/// Adds to the leaves of joined stages what they were before. \param divided the leaves of these stages
void addEarlier(std::vector<Leaf>& joined, const std::vector<Leaf>& divided, const std::vector<Stage>& stages) {
    std::size_t joinedStage = 0, begin = 0;
    for (std::size_t stage = 0; stage < stages.size(); begin += stages[stage++].iterations) {
        if (stage == 0) continue;
        if (stages[stage].engine != stages[stage - 1].engine) {
            ++joinedStage;
            continue;
        }
        for (Leaf& leaf : joined) {
            if (leaf.stage != joinedStage || leaf.key == "iterations") continue;
            const Leaf* before = findLeaf(divided, leaf.key, stage - 1);
            const Leaf* now = findLeaf(divided, leaf.key, stage);
            if (before && now && before->value != now->value) leaf.earlier.push_back({before->value, begin});
        }
    }
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
    std::vector<Leaf> left = leavesOf(jobA, a, "first job"), right = leavesOf(jobB, b, "second job");
    if (jobA && jobB && !areDividedAlike(jobA->pipeline, jobB->pipeline)) {
        const auto join = [](std::vector<Leaf>& leaves, JobDocument& job) {
            const std::vector<Stage> stages = std::exchange(job.pipeline, undivided(job.pipeline));
            const std::vector<Leaf> divided = std::exchange(leaves, leavesOf(job, {}, "job"));
            addEarlier(leaves, divided, stages);
        };
        join(left, *jobA);
        join(right, *jobB);
    }
    // Where the engine is another one, or there is no such stage, this is the difference, and not what only one has.
    const auto isOfEngine = [&](const std::vector<Leaf>& others, const Leaf& leaf) {
        if (!leaf.stage || leaf.key == "engine" || leaf.key == "iterations") return false;
        const auto engine = [&](const std::vector<Leaf>& leaves) {
            const Leaf* found = findLeaf(leaves, "engine", leaf.stage);
            return found ? found->value : std::string();
        };
        return engine(left) != engine(right) && !findLeaf(others, leaf.key, leaf.stage);
    };
    std::vector<ParameterDifference> differences;
    for (const Leaf& leaf : left) {
        const Leaf* other = findLeaf(right, leaf.key, leaf.stage);
        if (other && other->value == leaf.value && other->earlier == leaf.earlier) continue;
        if (isOfEngine(right, leaf)) continue;
        ParameterDifference difference = described(leaf);
        difference.a = leaf.value;
        difference.earlierA = leaf.earlier;
        if (other) {
            difference.b = other->value;
            difference.earlierB = other->earlier;
        }
        differences.push_back(std::move(difference));
    }
    for (const Leaf& leaf : right)
        if (!findLeaf(left, leaf.key, leaf.stage) && !isOfEngine(left, leaf)) {
            ParameterDifference difference = described(leaf);
            difference.b = leaf.value;
            difference.earlierB = leaf.earlier;
            differences.push_back(std::move(difference));
        }
    std::size_t stages = 0;
    for (const auto* leaves : {&left, &right})
        for (const Leaf& leaf : *leaves) stages = std::max(stages, leaf.stage ? *leaf.stage + 1 : 0);
    for (ParameterDifference& difference : differences) difference.stages = stages;
    return differences;
}

} // namespace ewald::job
