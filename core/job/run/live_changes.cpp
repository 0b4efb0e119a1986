// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/run/live_changes.h"

#include "base/error.h"
#include "base/phrase.h"
#include "job/document/document_format.h"
#include "job/document/job_kind.h"
#include "job/document/settings.h"

#include <algorithm>
#include <utility>

namespace ewald::job {
namespace {

using io::ParameterChange;

ParameterValue valueOf(const Stage& stage, const ParameterDef& def) {
    const auto found = stage.parameters.find(def.key);
    return found == stage.parameters.end() ? def.defaultFor(stage.engine) : found->second;
}

bool isOfStage(const ParameterDef& def, const Stage& stage) {
    return def.section == ParameterSection::stage && def.appliesTo(stage.engine);
}

/// A parameter of both stages whose changes need a new run.
bool isOfNewRun(const ParameterDef& def, const Stage& running, const Stage& wanted) {
    return def.effect == ChangeEffect::newRun && isOfStage(def, running) && isOfStage(def, wanted);
}

/// Whether both do the same in an iteration.
bool sameSettings(const Stage& a, const Stage& b) {
    return a.engine == b.engine && std::ranges::all_of(parameterTable(), [&](const ParameterDef& def) {
               return !isOfStage(def, a) || valueOf(a, def) == valueOf(b, def);
           });
}

std::size_t lengthOf(const std::vector<Stage>& pipeline) {
    std::size_t total = 0;
    for (const Stage& stage : pipeline) total += stage.iterations;
    return total;
}

std::vector<Stage> firstIterations(const std::vector<Stage>& pipeline, std::size_t count) {
    std::vector<Stage> part;
    for (const Stage& stage : pipeline) {
        if (count == 0) break;
        part.push_back(stage);
        part.back().iterations = std::min(stage.iterations, count);
        count -= part.back().iterations;
    }
    return part;
}

std::vector<Stage> iterationsAfter(const std::vector<Stage>& pipeline, std::size_t count) {
    std::vector<Stage> part;
    for (const Stage& stage : pipeline) {
        const std::size_t skipped = std::min(stage.iterations, count);
        count -= skipped;
        if (skipped == stage.iterations) continue;
        part.push_back(stage);
        part.back().iterations -= skipped;
    }
    return part;
}

bool sameStages(const std::vector<Stage>& a, const std::vector<Stage>& b) {
    return std::ranges::equal(
        a, b, [](const Stage& x, const Stage& y) { return x.iterations == y.iterations && sameSettings(x, y); });
}

/// How many iterations of the stage are done that `count` iterations end in.
std::size_t doneOfStageAfter(const std::vector<Stage>& pipeline, std::size_t count) {
    for (const Stage& stage : pipeline) {
        if (count < stage.iterations) return count;
        count -= stage.iterations;
    }
    return 0;
}

/// \param begun iterations of the stage before those
std::string nameOf(const Stage& stage, std::size_t begun = 0) {
    return stage.engine + " " + std::to_string(begun + stage.iterations);
}

void compareStages(const JobDocument& before, const JobDocument& after, std::size_t done,
                   std::vector<ParameterChange>& changes) {
    std::vector<Stage> old = iterationsAfter(before.pipeline, done);
    const bool through = old.empty();
    if (through) old.push_back(before.pipeline.back()); // what comes goes on from it
    const std::size_t doneOfFirst = through ? 0 : doneOfStageAfter(before.pipeline, done);
    const std::vector<Stage> now = iterationsAfter(after.pipeline, done);
    const auto add = [&](std::string key, std::string from, std::string to, const std::string& engine) {
        changes.push_back({done, std::move(key), std::move(from), std::move(to), engine});
    };
    const std::size_t stages = std::max(old.size(), now.size());
    for (std::size_t i = 0; i < stages; ++i) {
        // The end of the last one is that of the run.
        if (!through && i + 1 < stages && i < std::min(old.size(), now.size()) &&
            old[i].iterations != now[i].iterations) {
            const std::size_t begun = i == 0 ? doneOfFirst : 0;
            add("stage", nameOf(old[i], begun), nameOf(now[i], begun), now[i].engine);
        }
        if (i >= now.size()) {
            if (!now.empty()) add("stage", nameOf(old[i]), "", old[i].engine);
        } else if (i >= old.size()) {
            add("stage", "", nameOf(now[i]), now[i].engine);
        } else if (old[i].engine != now[i].engine) {
            add("engine", old[i].engine, now[i].engine, now[i].engine);
        } else {
            for (const ParameterDef& def : parameterTable()) {
                if (!isOfStage(def, now[i])) continue;
                const ParameterValue from = valueOf(old[i], def), to = valueOf(now[i], def);
                if (from != to) add(def.key, toText(from), toText(to), now[i].engine);
            }
        }
    }
    const std::size_t from = lengthOf(before.pipeline), to = lengthOf(after.pipeline);
    if (from != to) add("iterations", std::to_string(from), std::to_string(to), "");
}

[[noreturn]] void refuse(const std::string& key) {
    throw JobError("this cannot change while the job runs", key, "stop the job and go on with the change");
}

double wavesOf(const Stage& stage) {
    const ptycho::EngineKind* kind = ptycho::findEngineKind(stage.engine);
    return kind ? kind->wavesPerFrame : 0;
}

/// The stage of `wanted` whose engine keeps more waves than memory is planned for; null: there is none.
const Stage* stageOfMoreWaves(const JobDocument& running, const JobDocument& wanted) {
    double planned = 0;
    for (const Stage& stage : running.pipeline) planned = std::max(planned, wavesOf(stage));
    for (const Stage& stage : wanted.pipeline)
        if (wavesOf(stage) > planned) return &stage;
    return nullptr;
}

} // namespace

std::vector<Stage> splicedPipeline(const std::vector<Stage>& past, const std::vector<Stage>& wanted, std::size_t done) {
    const std::vector<Stage> rest = iterationsAfter(wanted, done);
    if (sameStages(rest, iterationsAfter(past, done))) return past;
    std::vector<Stage> spliced = firstIterations(past, done);
    for (const Stage& stage : rest) {
        const bool atCut = lengthOf(spliced) == done;
        if (atCut && !spliced.empty() && sameSettings(spliced.back(), stage))
            spliced.back().iterations += stage.iterations;
        else
            spliced.push_back(stage);
    }
    return spliced;
}

std::vector<Stage> withLength(const std::vector<Stage>& pipeline, std::size_t iterations) {
    std::vector<Stage> changed = firstIterations(pipeline, iterations);
    if (!changed.empty()) changed.back().iterations += iterations - lengthOf(changed);
    return changed;
}

std::vector<ParameterChange> changesBetween(const JobDocument& before, const JobDocument& after, std::size_t done) {
    std::vector<ParameterChange> changes;
    compareStages(before, after, done, changes);
    for (const ParameterDef& def : parameterTable()) {
        if (!def.isOfKind(before.kind)) continue;
        if (def.section == ParameterSection::stage || def.section == ParameterSection::compute) continue;
        if (def.section == ParameterSection::output && def.effect != ChangeEffect::live) continue;
        const ParameterValue from = before.value(def.key), to = after.value(def.key);
        if (from != to) changes.push_back({done, def.key, toText(from), toText(to), ""});
    }
    if (before.seed != after.seed)
        changes.push_back({done, "seed", std::to_string(before.seed), std::to_string(after.seed), ""});
    return changes;
}

std::string describe(const ParameterChange& change) {
    const ParameterDef* def = findParameter(change.key);
    const std::string name = def ? def->label : change.key;
    if (change.key == "stage" && change.from.empty()) return change.to + " added";
    if (change.key == "stage" && change.to.empty()) return change.from + " left out";
    return name + " " + change.from + " → " + change.to + (def && !def->unit.empty() ? " " + def->unit : "");
}

const ParameterDef* changedInNewRun(const std::vector<Stage>& running, const std::vector<Stage>& wanted) {
    for (std::size_t stage = 0; stage < std::min(wanted.size(), running.size()); ++stage)
        for (const ParameterDef& def : parameterTable())
            if (isOfNewRun(def, running[stage], wanted[stage]) &&
                valueOf(wanted[stage], def) != valueOf(running[stage], def))
                return &def;
    return nullptr;
}

JobDocument withLiveParts(const JobDocument& running, const JobDocument& wanted) {
    JobDocument document = running;
    if (!stageOfMoreWaves(running, wanted)) document.pipeline = wanted.pipeline;
    for (std::size_t stage = 0; stage < std::min(document.pipeline.size(), running.pipeline.size()); ++stage)
        for (const ParameterDef& def : parameterTable()) {
            if (!isOfNewRun(def, running.pipeline[stage], document.pipeline[stage]) ||
                valueOf(document.pipeline[stage], def) == valueOf(running.pipeline[stage], def))
                continue;
            document.pipeline[stage].parameters.erase(def.key);
            const ParameterMap& before = running.pipeline[stage].parameters;
            if (const auto found = before.find(def.key); found != before.end())
                document.pipeline[stage].parameters.insert(*found);
        }
    for (const ParameterDef& def : parameterTable()) {
        if (def.section != ParameterSection::output || def.effect != ChangeEffect::live) continue;
        document.output.erase(def.key);
        if (const auto found = wanted.output.find(def.key); found != wanted.output.end())
            document.output.insert(*found);
    }
    return document;
}

LiveChanges::LiveChanges(JobDocument running) : m_running(std::move(running)) {}

std::string LiveChanges::setFrames(std::size_t frames) {
    const std::lock_guard lock(m_mutex);
    m_frames = frames;
    if (!m_wanted) return {};
    try {
        requireFramesOfVariableProbe(stageSettingsOf(*m_wanted), frames);
    } catch (const JobError& error) {
        m_wanted.reset();
        return phrase("the job cannot go on as it was asked to: %1", std::string(error.what()));
    }
    return {};
}

void LiveChanges::ask(const JobDocument& wanted) {
    const std::lock_guard lock(m_mutex);
    if (const Stage* stage = stageOfMoreWaves(m_running, wanted)) refuse(stage->engine);
    JobDocument rest = withLiveParts(m_running, wanted);
    rest.outputFile = wanted.outputFile;
    if (rest.inputFile != wanted.inputFile || rest.inputFiles != wanted.inputFiles || rest.mapping != wanted.mapping)
        refuse("input.file");
    for (const ParameterDef& def : parameterTable())
        if (def.section != ParameterSection::stage && def.isOfKind(rest.kind) &&
            rest.value(def.key) != wanted.value(def.key))
            refuse(def.key);
    if (rest.seed != wanted.seed) refuse("seed");
    if (const ParameterDef* fixed = changedInNewRun(m_running.pipeline, wanted.pipeline)) refuse(fixed->key);
    kindOf(wanted).validate(wanted); // as before a run: operations rely on it
    if (m_frames) requireFramesOfVariableProbe(stageSettingsOf(wanted), *m_frames);
    m_wanted = wanted;
}

std::optional<JobDocument> LiveChanges::take() {
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_wanted, std::nullopt);
}

} // namespace ewald::job
