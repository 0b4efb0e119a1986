// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/document/document.h"

#include "base/error.h"
#include "base/files/input_file.h"
#include "base/phrase.h"
#include "io/atomic_file.h"
#include "io/file_address.h"
#include "io/output_guard.h"
#include "job/document/document_format.h"
#include "job/document/job_kind.h"
#include "job/document/settings.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ewald::job {
namespace {

namespace fs = std::filesystem;

const std::string& recommendedEngine() {
    const auto& kinds = ptycho::engineKinds();
    const auto found = std::ranges::find_if(kinds, &ptycho::EngineKind::recommended);
    return (found == kinds.end() ? kinds.front() : *found)->name;
}

std::string& defaultEngineName() {
    static std::string name = recommendedEngine();
    return name;
}

[[noreturn]] void throwUnknownKey(std::string_view key, std::string_view kind = {}) {
    std::string hint = "ewald-cli schema lists all parameters";
    if (key == "iterations" || key == "engine" || key == "seed")
        hint = phrase("this is no parameter but a field of the job, on the command line --%1", key);
    else if (const auto near = suggestKey(key, kind))
        hint = phrase("did you mean %1?", *near);
    throw JobError("unknown parameter", std::string(key.substr(0, 80)), hint);
}

const ParameterDef& definition(std::string_view key) {
    const ParameterDef* def = findParameter(key);
    if (!def) throwUnknownKey(key);
    return *def;
}

/// A key that a job of this kind may have.
const ParameterDef& definition(std::string_view key, const JobDocument& job) {
    const std::string& kind = kindOf(job).name();
    const ParameterDef* def = findParameter(key);
    if (!def) throwUnknownKey(key, kind);
    if (!def->isOfKind(kind))
        throw JobError(phrase("parameter belongs to jobs of the kind %1, not %2", def->kind, kind), def->key);
    return *def;
}

const ParameterMap& sectionOf(const JobDocument& job, ParameterSection section) {
    if (section == ParameterSection::compute) return job.compute;
    if (section == ParameterSection::output) return job.output;
    return job.input;
}

ParameterMap& sectionOf(JobDocument& job, ParameterSection section) {
    return const_cast<ParameterMap&>(sectionOf(std::as_const(job), section));
}

void makeAbsolute(fs::path& path, const fs::path& folder) {
    if (!path.empty() && path.is_relative()) path = io::absoluteAddress(path, folder);
}

/// Calls `change` with every file name that a document holds; those of parameters may be addresses of datasets.
template <class Change>
void forEachPath(JobDocument& job, Change&& change) {
    change(job.inputFile);
    for (fs::path& file : job.inputFiles) change(file);
    change(job.outputFile);
    if (job.mapping)
        for (const auto& field : format::mappingFiles()) change(*job.mapping.*field.member);
    const auto inMap = [&](ParameterMap& map) {
        for (auto& [key, value] : map) {
            const ParameterDef* def = findParameter(key);
            if (!def || !namesFile(*def, value)) continue;
            fs::path path = std::get<std::string>(value);
            change(path);
            value = path.string();
        }
    };
    inMap(job.input);
    inMap(job.compute);
    inMap(job.output);
    for (Stage& stage : job.pipeline) inMap(stage.parameters);
}

void validateSection(const JobDocument& job, const ParameterMap& map, ParameterSection section) {
    for (const auto& [key, value] : map) {
        const ParameterDef& def = definition(key, job);
        if (def.section != section) throw JobError("parameter stands in the wrong section", key);
        checkValue(def, value);
    }
}

void validateStage(const JobDocument& job, std::size_t index) {
    const Stage& stage = job.pipeline[index];
    const std::string where = "pipeline[" + std::to_string(index) + "]";
    const ptycho::EngineKind& engine = engineOf(stage.engine, where);
    if (stage.iterations < 1 || stage.iterations > kMostIterations)
        throw JobError("iterations are out of range", where, "allowed: 1 to 1000000");
    validateSection(job, stage.parameters, ParameterSection::stage);
    const double smallest = std::get<double>(job.stageValue(index, "object_amplitude_min"));
    const double largest = std::get<double>(job.stageValue(index, "object_amplitude_max"));
    if (largest > 0 && smallest > largest)
        throw JobError("object_amplitude_min is larger than object_amplitude_max", where);
    const double lowest = std::get<double>(job.stageValue(index, "object_phase_min"));
    const double highest = std::get<double>(job.stageValue(index, "object_phase_max"));
    if (lowest > highest || (lowest == highest && lowest != 0))
        throw JobError("object_phase_min is not below object_phase_max", where, "set both to 0 for no limits");
    const std::string problem = engine.refuses ? engine.refuses(stageSettingsOf(job, index)) : "";
    if (!problem.empty()) throw JobError(problem, where);
}

/// Whether a name stands for all files that fit it.
bool isPattern(const fs::path& file) {
    std::error_code failed;
    return file.string().find_first_of("*?#") != std::string::npos && !fs::exists(file, failed);
}

void validateFiles(const JobDocument& job, std::set<fs::path>* writable) {
    const std::vector<fs::path> files = job.files();
    if (files.empty()) throw JobError("no input file is given", "input.file");
    if (job.outputFile.empty()) throw JobError("no output file is given", "output.file");
    const JobKind& kind = kindOf(job);
    const bool patterns = kind.has(JobFeature::severalFiles) || job.mapping;
    std::error_code failed;
    for (const fs::path& file : files) {
        if (patterns && isPattern(file)) continue; // the reader says when it finds none
        if (!fs::exists(file, failed)) throw DataError("no such file", file.string(), "check the name");
    }
    for (const fs::path& input : inputFilesOf(job)) {
        io::requireOtherFile(job.outputFile, input);
        if (kind.has(JobFeature::continuation)) io::requireOtherFile(checkpointFile(job.outputFile), input);
    }
    if (writable && writable->contains(job.outputFile.parent_path())) {
        static_cast<void>(io::resolveOutput(job.outputFile));
        return;
    }
    io::checkWritable(job.outputFile);
    if (writable) writable->insert(job.outputFile.parent_path());
}

} // namespace

const std::string& defaultEngine() { return defaultEngineName(); }

std::size_t defaultIterations(std::string_view engine) {
    const ptycho::EngineKind* kind = ptycho::findEngineKind(engine);
    return kind == nullptr ? ptycho::EngineKind{}.iterations : kind->iterations;
}

OtherDefaultEngine::OtherDefaultEngine(std::string name) {
    if (!ptycho::findEngineKind(name)) throw InternalError("no engine of that name", name);
    m_before = std::exchange(defaultEngineName(), std::move(name));
}

OtherDefaultEngine::~OtherDefaultEngine() { defaultEngineName() = m_before; }

void changeEngine(Stage& stage, const std::string& engine) {
    if (stage.iterations == defaultIterations(stage.engine)) stage.iterations = defaultIterations(engine);
    stage.engine = engine;
}

std::vector<fs::path> JobDocument::files() const {
    if (!inputFiles.empty()) return inputFiles;
    return inputFile.empty() ? std::vector<fs::path>{} : std::vector<fs::path>{inputFile};
}

std::optional<double> JobDocument::optionalReal(std::string_view key) const {
    const ParameterValue held = value(key);
    return definition(key).isSpecial(held) ? std::nullopt : std::optional<double>(std::get<double>(held));
}

void JobDocument::setText(std::string_view key, std::string_view text) {
    set(key, parseValue(definition(key, *this), text));
}

void JobDocument::set(std::string_view key, const ParameterValue& value, std::optional<std::size_t> stage) {
    const ParameterDef& def = definition(key, *this);
    ParameterValue checked = value;
    if (def.type == ParameterType::real)
        if (const auto* whole = std::get_if<long long>(&value)) checked = static_cast<double>(*whole);
    checkValue(def, checked);
    if (def.section != ParameterSection::stage) {
        sectionOf(*this, def.section)[def.key] = checked;
        return;
    }
    if (stage) {
        pipeline.at(*stage).parameters[def.key] = checked;
        return;
    }
    const bool anywhere = std::any_of(pipeline.begin(), pipeline.end(),
                                      [&](const Stage& candidate) { return def.appliesTo(candidate.engine); });
    for (Stage& candidate : pipeline)
        if (!anywhere || def.appliesTo(candidate.engine)) candidate.parameters[def.key] = checked;
}

ParameterValue JobDocument::value(std::string_view key) const {
    const ParameterDef& def = definition(key);
    if (def.section == ParameterSection::stage) throw InternalError("parameter belongs to a stage", def.key);
    const ParameterMap& map = sectionOf(*this, def.section);
    const auto found = map.find(def.key);
    return found == map.end() ? def.defaultValue : found->second;
}

ParameterValue JobDocument::stageValue(std::size_t stage, std::string_view key) const {
    const ParameterDef& def = definition(key);
    const Stage& settings = pipeline.at(stage);
    const auto found = settings.parameters.find(def.key);
    return found == settings.parameters.end() ? def.defaultFor(settings.engine) : found->second;
}

void validateJob(const JobDocument& job, std::set<fs::path>* writable) {
    const JobKind& kind = kindOf(job);
    validateSection(job, job.input, ParameterSection::input);
    validateSection(job, job.compute, ParameterSection::compute);
    validateSection(job, job.output, ParameterSection::output);
    kind.validate(job);
    validateFiles(job, writable);
}

void validatePipeline(const JobDocument& job) {
    validateSection(job, job.output, ParameterSection::output);
    if (job.pipeline.empty()) throw JobError("the pipeline has no stage", "pipeline");
    for (std::size_t stage = 0; stage < job.pipeline.size(); ++stage) validateStage(job, stage);
}

namespace {

/// A parameter that matters only beside another one. \param value of the other; null: any but its default
struct Beside {
    const char* key;
    const char* other;
    const char* value = nullptr;
};

constexpr std::array kBeside{Beside{"mask_path", "mask_file"},
                             Beside{"variance_file", "error_model", "variance"},
                             Beside{"delta_dummy", "dummy"},
                             Beside{"tilt_direction_deg", "tilt_deg"},
                             Beside{"polarization_axis_deg", "polarization_factor"},
                             Beside{"empty_scale", "empty_file"},
                             Beside{"empty_transmission", "empty_file"},
                             Beside{"absolute_factor_sigma", "absolute_factor"},
                             Beside{"known_transmission", "known_region"},
                             Beside{"rejection_threshold", "rejection", "sigma_clip"},
                             Beside{"rejection_iterations", "rejection", "sigma_clip"},
                             Beside{"quantile_low", "rejection", "quantile"},
                             Beside{"quantile_high", "rejection", "quantile"}};

void addUnaccompanied(const JobDocument& job, std::vector<std::string>& lines) {
    const auto isGiven = [&](const char* key) { return job.value(key) != definition(key).defaultValue; };
    for (const Beside& pair : kBeside) {
        if (!isGiven(pair.key) || (pair.value ? job.text(pair.other) == pair.value : isGiven(pair.other))) continue;
        const std::string other = std::string(pair.other) + (pair.value ? std::string("=") + pair.value : "");
        lines.push_back(phrase("%1 has no effect without %2", std::string(pair.key), other));
    }
}

} // namespace

std::vector<std::string> ineffectiveParameters(const JobDocument& job) {
    std::vector<std::string> lines;
    addUnaccompanied(job, lines);
    for (const Stage& stage : job.pipeline)
        for (const auto& [key, value] : stage.parameters) {
            const ParameterDef* def = findParameter(key);
            if (def && !def->appliesTo(stage.engine))
                lines.push_back(phrase("%1 has no effect on %2", key, stage.engine));
        }
    if (const ParameterDef* def = findParameter("rejection");
        def->isOfKind(job.kind) && job.text("rejection") == "median" && job.text("error_model") != "none")
        lines.push_back(
            phrase("errors of error_model=%1 are those of the one or two pixels that rejection=median leaves "
                   "of a bin, and not of the median: take sigma_clip where they matter",
                   job.text("error_model")));
    for (std::size_t i = 0; i < job.pipeline.size(); ++i) {
        const Stage& stage = job.pipeline[i];
        const auto given = stage.parameters.find("refine_positions");
        const ptycho::EngineKind* kind = ptycho::findEngineKind(stage.engine);
        if (kind && kind->plansModel && given != stage.parameters.end() && given->second == ParameterValue(false) &&
            job.stageValue(i, "auto_positions") == ParameterValue(true))
            lines.push_back(phrase("refine_positions=false has no effect on %1: auto_positions=false keeps positions "
                                   "where they are",
                                   stage.engine));
    }
    const long long modes = job.pipeline.empty() ? 0 : job.integer("probe_modes");
    if (modes <= 1) return lines;
    for (const ptycho::StageSettings& stage : stageSettingsOf(job)) {
        const ptycho::EngineKind& engine = stage.engine();
        const std::size_t own = engine.probeModes == nullptr ? 0 : engine.probeModes(stage);
        if (static_cast<std::size_t>(modes) > own) continue;
        lines.push_back(phrase("probe_modes=%1 has no effect on %2, which tries %3 and finds out how many there are",
                               modes, engine.name, own));
        break;
    }
    return lines;
}

void resolvePaths(JobDocument& job, const fs::path& folder) {
    const fs::path base = fs::absolute(folder);
    forEachPath(job, [&](fs::path& path) { makeAbsolute(path, base); });
}

std::vector<fs::path> inputFilesOf(const JobDocument& job) {
    std::vector<fs::path> files;
    JobDocument walked = job;
    forEachPath(walked, [&](const fs::path& file) {
        if (&file != &walked.outputFile && !file.empty()) files.push_back(io::splitAddress(file).file);
    });
    return files;
}

fs::path checkpointFile(const fs::path& output) {
    fs::path file = output;
    file += ".checkpoint.h5";
    return file;
}

JobDocument readJob(const fs::path& file) {
    constexpr std::size_t kLargest = 16U << 20U;
    std::string text;
    try {
        text = readSmallFile(file, kLargest, "give a job document (JSON)");
    } catch (const DataError& error) {
        throw JobError(error.problem(), error.where(), error.hint());
    }
    JobDocument job = parseJob(text, file.string());
    resolvePaths(job, fs::absolute(file).parent_path());
    return job;
}

void writeJob(const fs::path& file, const JobDocument& job, bool overwrite) {
    // Files beside or below the document are named from there, so that the folder can be moved as a whole.
    const fs::path folder = fs::absolute(file).parent_path();
    JobDocument portable = job;
    forEachPath(portable, [&](fs::path& path) {
        if (path.empty() || path.is_relative()) return;
        const fs::path inside = path.lexically_relative(folder);
        if (inside.empty() || *inside.begin() == "..") return;
        if (format::textOfPath(path) != path.string()) return; // written as a URL, which is absolute
        // A bare name could be taken for a choice of a choice-or-path parameter.
        path = inside.has_parent_path() || inside.has_extension() ? inside : fs::path("./" + inside.string());
    });
    io::writeTextFile(file, toJson(portable), overwrite);
}

} // namespace ewald::job
