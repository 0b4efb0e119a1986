// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/run/resume.h"

#include "base/error.h"
#include "base/phrase.h"
#include "io/atomic_file.h"
#include "job/document/document_format.h"
#include "job/document/job_kind.h"
#include "job/document/settings.h"
#include "job/ptychography/run/ptycho_runner.h"
#include "job/ptychography/setup/automatic_batch.h"
#include "job/run/live_changes.h"

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>
#include <system_error>

namespace ewald::job {
namespace {

namespace fs = std::filesystem;

/// FNV-1a, 64 bits (Fowler, Noll & Vo): not against forgery, only to distinguish jobs.
class Hash {
public:
    void add(const std::string& text) {
        for (const char c : text) m_value = (m_value ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
        m_value = (m_value ^ 0xffU) * 1099511628211ULL; // the end of a text counts too
    }
    [[nodiscard]] std::string text() const {
        char digits[20];
        std::snprintf(digits, sizeof digits, "%016" PRIx64, m_value);
        return digits;
    }

private:
    std::uint64_t m_value = 14695981039346656037ULL;
};

void addFile(Hash& hash, const fs::path& file) {
    std::error_code failed;
    const auto size = fs::file_size(file, failed);
    if (failed) return;
    hash.add(std::to_string(size));
    const auto time = fs::last_write_time(file, failed);
    if (!failed) hash.add(std::to_string(time.time_since_epoch().count()));
}

std::optional<Continuation> fromCheckpoint(const JobDocument& job, RunReporter& reporter) {
    const fs::path file = checkpointFile(job.outputFile);
    std::string why;
    auto checkpoint = io::readCheckpoint(file, &why);
    // It may hold hours of a run: the next checkpoint must not replace it.
    const auto keep = [&] {
        fs::path kept;
        std::error_code failed;
        for (int number = 1; number == 1 || fs::exists(fs::symlink_status(kept, failed)); ++number) {
            kept = job.outputFile;
            kept += number == 1 ? ".checkpoint-old.h5" : ".checkpoint-old-" + std::to_string(number) + ".h5";
        }
        fs::rename(file, kept, failed);
        return failed ? file.string() : kept.filename().string();
    };
    if (!why.empty())
        reporter.log(LogLevel::warning, phrase("the checkpoint is not usable, and kept as %1: %2", keep(), why));
    if (!checkpoint) return std::nullopt;
    if (checkpoint->jobFingerprint != jobFingerprint(job)) {
        reporter.log(LogLevel::warning,
                     phrase("the checkpoint %1 belongs to a job with other parameters or data: it is "
                            "not used, and kept as %2",
                            file.string(), keep()));
        return std::nullopt;
    }
    return Continuation{checkpoint->iteration, std::move(checkpoint->result), file.string(), true,
                        checkpoint->iterationsAskedFor};
}

Continuation fromKeptState(const fs::path& file) {
    std::string why;
    auto kept = io::readCheckpoint(file, &why);
    if (!kept)
        throw DataError(why.empty() ? phrase("the kept state cannot be read")
                                    : phrase("the kept state cannot be read: %1", why),
                        file.string(), "go back to another iteration, or run the job anew");
    return {kept->iteration, std::move(kept->result), file.string(), false, 0};
}

/// Whether two names mean the same file, which may have been moved with its folder.
bool sameFile(const fs::path& earlier, const fs::path& now) {
    std::error_code failed;
    if (earlier.empty() || now.empty() || fs::equivalent(earlier, now, failed)) return true;
    if (earlier.filename() != now.filename()) return false;
    const auto size = fs::file_size(earlier, failed);
    if (failed) return true; // it is no longer there
    return size == fs::file_size(now, failed) && !failed;
}

/// What a parameter was and is now.
std::string differently(const ParameterDef& def, const ParameterValue& then, const ParameterValue& now) {
    const auto text = [&](const ParameterValue& value) {
        return def.unit.empty() ? toText(value) : phrase("%1 %2", toText(value), def.unit);
    };
    const bool isOfFile = def.minimumMeans == kOfFile;
    if (isOfFile && then == def.defaultValue)
        return phrase("the result was made with %1 of the file, and the run cannot go on with %2", def.key, text(now));
    if (isOfFile && now == def.defaultValue)
        return phrase("the result was made with %1 = %2, and the run cannot go on with that of the file", def.key,
                      text(then));
    return phrase("the result was made with %1 = %2, and the run cannot go on with %3", def.key, text(then), text(now));
}

/// The iterations of a result go on with its own scan, in its own geometry only: the object lies on their grid.
void requireSameScan(const io::PtychoResult& result, const JobDocument& job) {
    constexpr const char* kHint = translatable("give the new result another name, and take this one as initial_probe "
                                               "and initial_object if that is meant");
    std::optional<JobDocument> earlier;
    try {
        earlier = parseJob(result.job, job.outputFile.string());
    } catch (const JobError&) { // of a later version
        return;
    }
    if (!sameFile(earlier->inputFile, job.inputFile))
        throw JobError(phrase("the result is one of another scan, %1", earlier->inputFile.string()),
                       job.outputFile.string(), kHint);
    for (const ParameterDef& def : parameterTable()) {
        static constexpr std::array kOthers = {"crop_size",  "binning",   "centre_row",     "centre_col",
                                               "flip_rows",  "flip_cols", "transpose",      "oversampling",
                                               "fly_points", "slices",    "slice_spacing_m"};
        if (def.section != ParameterSection::input || def.effect != ChangeEffect::newRun || !def.isOfKind(job.kind))
            continue;
        if (def.group != "Geometry" && def.group != "Positions" && std::ranges::find(kOthers, def.key) == kOthers.end())
            continue;
        if (earlier->value(def.key) != job.value(def.key))
            throw JobError(differently(def, earlier->value(def.key), job.value(def.key)), job.outputFile.string(),
                           kHint);
    }
}

Continuation fromResult(const JobDocument& job) {
    Continuation start;
    start.result = io::readResult(job.outputFile, io::ResultContent::withState);
    requireSameScan(start.result, job);
    start.iteration = start.result.loss.size();
    start.source = job.outputFile.string();
    return start;
}

/// True when the checkpoint was written after the result, so it belongs to a later run that did not end.
bool newerThanResult(const fs::path& checkpoint, const fs::path& result) {
    std::error_code failed;
    const auto resultTime = fs::last_write_time(result, failed);
    if (failed) return true; // there is no result
    const auto checkpointTime = fs::last_write_time(checkpoint, failed);
    return !failed && checkpointTime > resultTime;
}

} // namespace

fs::path keptStateFile(const fs::path& folder, std::size_t iteration) {
    return folder / ("state-" + std::to_string(iteration) + ".h5");
}

void keepState(const fs::path& folder, const io::Checkpoint& state, RunReporter& reporter) {
    if (folder.empty()) return;
    try {
        io::writeCheckpoint(keptStateFile(folder, state.iteration), state);
        std::vector<fs::path> files;
        for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
        std::ranges::sort(files, {}, [](const fs::path& file) { return fs::last_write_time(file); });
        for (std::size_t i = 0; i + kMostKeptStates < files.size(); ++i) fs::remove(files[i]);
    } catch (...) {
        reporter.log(LogLevel::warning,
                     phrase("the state before the change was not kept: %1", std::string(currentError().what())));
    }
}

std::string jobFingerprint(const JobDocument& job) {
    JobDocument relevant = job;
    relevant.outputFile.clear();
    relevant.output.clear();
    relevant.compute.clear();
    if (!relevant.pipeline.empty()) relevant.pipeline.back().iterations = 1;
    for (Stage& stage : relevant.pipeline)
        std::erase_if(stage.parameters, [&](const auto& entry) {
            const ParameterDef* def = findParameter(entry.first);
            return def && !def->appliesTo(stage.engine);
        });
    Hash hash;
    hash.add(toJson(relevant, true));
    addFile(hash, job.inputFile);
    if (job.mapping)
        for (const auto& field : format::mappingFiles())
            if (const fs::path& file = *job.mapping.*field.member; !file.empty()) addFile(hash, file);
    for (const auto& [key, value] : job.input)
        if (const ParameterDef* def = findParameter(key); def && namesFile(*def, value))
            addFile(hash, std::get<std::string>(value));
    return hash.text();
}

ContinuedJob continuedJob(const JobDocument& asked, const Continuation& start) {
    ContinuedJob continued{asked, start.result.changes, start.result.changes.size()};
    std::optional<JobDocument> earlier;
    try {
        earlier = parseJob(start.result.job, start.source);
    } catch (const JobError&) { // of a later version: the job is taken as it is asked for
        return continued;
    }
    if (earlier->pipeline.empty()) return continued;
    takeBatchesOf(*earlier, continued.job);
    const std::size_t total = totalIterations(*earlier);
    if (start.fromCheckpoint) {
        const std::size_t before = start.iterationsAskedFor > 0 ? start.iterationsAskedFor : total;
        const std::size_t more = total + totalIterations(asked);
        continued.job.pipeline =
            withLength(earlier->pipeline, std::max(start.iteration, more - std::min(more, before)));
        // What had changed while it ran; all else of the output is as it is asked for now.
        for (const ParameterDef& def : parameterTable())
            if (def.section == ParameterSection::output && def.effect == ChangeEffect::live &&
                std::ranges::count(start.result.changes, def.key, &io::ParameterChange::key) > 0)
                continued.job.output.insert_or_assign(def.key, earlier->value(def.key));
    } else {
        continued.job.pipeline = splicedPipeline(earlier->pipeline, continued.job.pipeline, start.iteration);
    }
    const auto changes = changesBetween(*earlier, continued.job, start.iteration);
    continued.changes.insert(continued.changes.end(), changes.begin(), changes.end());
    return continued;
}

std::optional<std::vector<std::size_t>> framesLeftOutBefore(const io::PreparedLayout& layout, const JobDocument& job,
                                                            const Continuation& start) {
    std::vector<std::size_t> used = start.result.frameIndex;
    if (used.empty()) return std::nullopt;
    try {
        const JobDocument earlier = parseJob(start.result.job, start.source);
        for (const char* key :
             {"first_frame", "frame_step", "max_frames", "scan_half", "excluded_frames", "included_frames"})
            if (earlier.value(key) != job.value(key)) return std::nullopt;
    } catch (const JobError&) { // of a later version
        return std::nullopt;
    }
    std::ranges::sort(used);
    std::vector<std::size_t> others;
    std::ranges::set_difference(layout.frameIndex, used, std::back_inserter(others));
    return others;
}

std::optional<Continuation> findContinuation(const JobDocument& job, const RunOptions& options, RunReporter& reporter) {
    std::error_code failed;
    const bool resultExists = fs::exists(job.outputFile, failed);
    std::optional<Continuation> best;
    if (!options.startFrom.empty()) {
        best = fromKeptState(options.startFrom);
        reporter.log(LogLevel::info, phrase("goes back to iteration %1", best->iteration));
        return best;
    }
    if (options.continueResult && resultExists) best = fromResult(job);
    const bool checkpointCounts =
        options.resume && (options.continueResult || newerThanResult(checkpointFile(job.outputFile), job.outputFile));
    if (checkpointCounts) {
        auto checkpoint = fromCheckpoint(job, reporter);
        if (checkpoint && (!best || checkpoint->iteration >= best->iteration)) best = std::move(checkpoint);
    }
    if (!best) {
        if (options.continueResult)
            reporter.log(LogLevel::warning, "there is nothing to continue from: the job starts from the beginning");
        return std::nullopt;
    }
    if (!best->fromCheckpoint && best->iteration >= totalIterations(job))
        throw JobError(
            phrase("nothing is left to do: the result has %1 of %2 iterations", best->iteration, totalIterations(job)),
            job.outputFile.string(), "ask for more iterations");
    reporter.log(LogLevel::info, phrase("continues after iteration %1 from %2", best->iteration, best->source));
    return best;
}

} // namespace ewald::job
