// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/run/half_scans.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "io/result_file.h"
#include "io/temporary_folder.h"
#include "job/document/document_difference.h"
#include "job/document/settings.h"
#include "job/events/relay_observer.h"
#include "job/events/share_parts.h"
#include "job/ptychography/results/verdict.h"
#include "job/ptychography/run/ptycho_runner.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>

namespace ewald::job {
namespace {

/// A half has fewer counts and more freedom a count: it fits about as well as the whole, unless it did not converge.
/// With few frames the whole can end below the noise limit, where it fits noise, and no half has to follow it there.
constexpr double kMostError = 1.3;

constexpr std::size_t kHalves = 2;

constexpr bool isEnd(JobState state) {
    return state == JobState::done || state == JobState::stopped || state == JobState::failed;
}

/// Time since the run of all frames began.
class Elapsed {
public:
    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

/// How long so many halves take, by the rate of a run. \param frames of the run, in frames of a half
double secondsOfHalves(const Progress& progress, double halves, double frames) {
    return halves / frames * static_cast<double>(progress.total) / progress.perSecond;
}

bool isComputing(const Progress& progress) {
    return (progress.state == JobState::running || progress.state == JobState::paused) && progress.perSecond > 0 &&
           progress.secondsLeft >= 0;
}

/// Keeps the end of a run back: there is more to do, also in the time that is left.
class WithoutEnd final : public RelayObserver {
public:
    using RelayObserver::RelayObserver;
    /// How far the run was, at the end of all.
    [[nodiscard]] Progress atEnd() const {
        const std::scoped_lock lock(m_mutex);
        return m_last;
    }
    void onState(JobState state) noexcept override {
        if (!isEnd(state)) to().onState(state);
    }
    void onProgress(const Progress& progress) noexcept override {
        if (progress.state != JobState::preparing && progress.state != JobState::reading &&
            progress.state != JobState::initialising) {
            const std::scoped_lock lock(m_mutex);
            m_last = progress;
        }
        if (isEnd(progress.state)) return;
        Progress all = progress;
        all.part = {0, kHalves};
        if (isComputing(progress)) all.secondsLeft += secondsOfHalves(progress, 2, 2);
        to().onProgress(all);
    }
    void onOutcome(const JobOutcome&) noexcept override {}

private:
    mutable std::mutex m_mutex;
    Progress m_last;
};

/// Says of which half the progress is.
class NamedHalf final : public RelayObserver {
public:
    NamedHalf(JobObserver& to, std::size_t half) : RelayObserver(to), m_part{half, kHalves} {}
    void onProgress(const Progress& progress) noexcept override {
        Progress named = progress;
        named.part = m_part;
        to().onProgress(named);
    }

private:
    RunPart m_part;
};

/// What the log says when a half begins. \param half 1 or 2
const char* beginOfHalf(std::size_t half) {
    return half == 1 ? translatable("resolution: reconstructing the first half of the frames, chosen at random")
                     : translatable("resolution: reconstructing the second half of the frames, chosen at random");
}

/// How far a half is, and what went wrong with it. Curves and images stay those of the whole scan.
class OfHalf final : public JobObserver {
public:
    OfHalf(JobObserver& to, const Elapsed& elapsed) : m_to(to), m_elapsed(elapsed) {}
    void onState(JobState state) noexcept override {
        if (state == JobState::preparing) { // nothing of the run before is left when the log says that this one begins
            Progress begin;
            begin.part = {++m_begun, kHalves};
            begin.elapsed_s = m_elapsed.seconds();
            begin.secondsLeft = -1;
            m_to.onProgress(begin);
        }
        if (!isEnd(state)) m_to.onState(state);
        if (state == JobState::preparing) m_to.onLog(LogLevel::info, beginOfHalf(m_begun));
    }
    void onProgress(const Progress& progress) noexcept override {
        if (isEnd(progress.state)) return;
        Progress all = progress;
        all.elapsed_s = m_elapsed.seconds();
        if (isComputing(progress) && progress.part.half < kHalves) all.secondsLeft += secondsOfHalves(progress, 1, 1);
        m_to.onProgress(all);
    }
    void onLog(LogLevel level, const std::string& text) noexcept override {
        if (level != LogLevel::info) m_to.onLog(level, text);
    }
    [[nodiscard]] bool watchesMachine() const noexcept override { return m_to.watchesMachine(); }

private:
    JobObserver& m_to;
    const Elapsed& m_elapsed;
    std::atomic<std::size_t> m_begun = 0;
};

/// The job as the result has it, after all changes; the same on all processes. Empty where the run made no result.
std::string jobAsDone(const JobOutcome& outcome, compute::ProcessGroup* processes) {
    std::vector<char> text;
    const bool first = !processes || processes->isFirst();
    if (first && outcome.state == JobState::done && !outcome.resultFile.empty()) {
        const std::string job = io::readResult(outcome.resultFile).job;
        text.assign(job.begin(), job.end());
    }
    if (processes) broadcastAll(text, processes->everyProcess());
    return {text.begin(), text.end()};
}

/// Into the result, and what it says into the outcome.
void measureResolution(JobOutcome& whole, JobObserver& observer, RunControl& control, compute::ProcessGroup* processes,
                       const Elapsed& elapsed) {
    const std::string text = jobAsDone(whole, processes);
    if (text.empty()) return;
    std::optional<double> error;
    if (!whole.resultFile.empty()) error = finalError(io::readResult(whole.resultFile));
    const double before_s = elapsed.seconds();
    OfHalf ofHalf(observer, elapsed);
    const HalfResults halves = reconstructHalves(parseJob(text, whole.resultFile), error, ofHalf, control, processes);
    if (processes && !processes->isFirst()) return;
    const ResultComparison found = compareHalves(halves);
    io::PtychoResult result = readToAmend(whole.resultFile, error);
    addResolution(result, found);
    whole.verdict = result.verdict;
    whole.figures = figuresOf(result);
    whole.figures.noResolution = found.noResolution;
    const double halves_s = elapsed.seconds() - before_s;
    result.timings_s["halves"] = halves_s;
    result.timings_s["total"] += halves_s;
    io::writeResult(whole.resultFile, result, true);
    if (!found.noResolution.empty())
        observer.onLog(LogLevel::warning, phrase("no resolution can be given: %1", found.noResolution));
}

} // namespace

JobDocument halfOf(const JobDocument& job, std::size_t half) {
    if (job.text("scan_half") != "all")
        throw JobError("the job is one of a half of its scan already", "scan_half", "compare the halves of all frames");
    JobDocument part = job;
    part.setText("scan_half", half == 0 ? "first" : "second");
    part.setText("halves", "false");
    // An object that all frames have made would be what the halves have in common.
    part.setText("initial_object", "ones");
    return part;
}

const char* plainModelWords() {
    return translatable("one mode of the probe, one slice, positions of the file, no background, even intensities");
}

std::optional<JobDocument> withPlainModel(const JobDocument& job) {
    JobDocument plain = job;
    for (const ParameterDef& def : parameterTable()) {
        if (!def.plain) continue;
        if (def.section != ParameterSection::stage) plain.set(def.key, *def.plain);
        for (std::size_t stage = 0; stage < plain.pipeline.size() && def.section == ParameterSection::stage; ++stage)
            if (def.appliesTo(plain.pipeline[stage].engine)) plain.set(def.key, *def.plain, stage);
    }
    if (jobDifferences(toJson(job, true), toJson(plain, true)).empty()) return std::nullopt;
    return plain;
}

bool wantsHalves(const JobDocument& job) { return job.flag("halves") && job.text("scan_half") == "all"; }

bool lacksOnlyResolution(const JobDocument& job) {
    try {
        const io::PtychoResult result = io::readResult(job.outputFile);
        return result.complete && !result.frc &&
               totalIterations(parseJob(result.job, job.outputFile.string())) >= totalIterations(job);
    } catch (const Error&) { // the run itself says what is wrong with it
        return false;
    }
}

std::optional<double> finalError(const io::PtychoResult& result) {
    if (result.loss.empty()) return std::nullopt;
    return result.loss.back().fourierError;
}

std::string whyNotConverged(const io::PtychoResult& half, double wholeError) {
    const std::optional<double> error = finalError(half);
    if (!error || *error <= kMostError * std::max(wholeError, half.loss.back().noiseFloor)) return {};
    if (stillFalls(half))
        return phrase("a half of the frames did not converge: it ends at a Fourier error of %1, all frames at %2",
                      numberText(*error, 3), numberText(wholeError, 3));
    return phrase("a half of the frames ends in a worse solution: at a Fourier error of %1, which falls no more, all "
                  "frames at %2",
                  numberText(*error, 3), numberText(wholeError, 3));
}

HalfResults reconstructHalves(const JobDocument& job, std::optional<double> wholeError, JobObserver& observer,
                              RunControl& control, compute::ProcessGroup* processes) {
    const io::TemporaryFolder folder;
    HalfResults results;
    for (std::size_t half = 0; half < results.halves.size(); ++half) {
        JobDocument part = halfOf(job, half);
        part.outputFile = folder.path() / ("half" + std::to_string(half) + ".h5");
        NamedHalf named(observer, half + 1);
        const JobOutcome outcome = runPtycho(part, named, control, {.processes = processes});
        // A half that was saved when it was stopped is gone with the folder.
        if (control.stopRequested() || (outcome.error && outcome.error->kind() == ErrorKind::stopped))
            throw StoppedError("stopped before both halves were reconstructed, nothing is saved");
        if (outcome.error) raise(*outcome.error);
        if (processes && !processes->isFirst()) continue;
        results.halves[half] = io::readResult(part.outputFile);
        if (!wholeError) continue;
        if (const std::string why = whyNotConverged(results.halves[half], *wholeError); !why.empty())
            results.notConverged = why;
    }
    return results;
}

ResultComparison compareHalves(const HalfResults& results, ptycho::FrcWindow window) {
    ResultComparison found = compareResults(results.halves[0], results.halves[1], window);
    if (found.noResolution.empty()) withoutResolution(found, results.notConverged);
    return found;
}

ResultComparison comparePlainHalves(const HalfResults& results, ptycho::FrcWindow window) {
    try {
        return compareHalves(results, window);
    } catch (const DataError& error) {
        ResultComparison nothing;
        nothing.noResolution = error.problem();
        return nothing;
    }
}

io::PtychoResult readToAmend(const std::filesystem::path& file, std::optional<double> wholeError) {
    io::PtychoResult result = io::readResult(file, io::ResultContent::withState);
    if (finalError(result) != wholeError)
        throw DataError("the file holds another reconstruction by now", file.string(),
                        "measure the resolution of that one");
    return result;
}

void addResolution(io::PtychoResult& result, const ResultComparison& found, ptycho::FrcWindow window) {
    result.frc = storedFrc(found, window, randomHalves());
    result.verdict = verdictOn(result);
}

void keepResolution(const std::filesystem::path& file, const ResultComparison& found,
                    std::optional<double> wholeError) {
    io::PtychoResult result = readToAmend(file, wholeError);
    addResolution(result, found);
    io::writeResult(file, result, true);
}

JobOutcome runWithHalves(JobObserver& observer, RunControl& control, compute::ProcessGroup* processes,
                         const std::function<JobOutcome(JobObserver&)>& runWhole) {
    const Elapsed elapsed;
    WithoutEnd withoutEnd(observer);
    JobOutcome outcome = runWhole(withoutEnd);
    try {
        if (outcome.state == JobState::done) measureResolution(outcome, observer, control, processes, elapsed);
    } catch (const StoppedError&) {
        outcome.figures.noResolution = translatable("the halves were stopped");
        observer.onLog(
            LogLevel::warning,
            translatable("stopped during the halves: the result is saved, without a resolution; --resume adds it"));
    } catch (...) {
        const Error error = currentError();
        outcome.figures.noResolution = error.problem();
        observer.onLog(LogLevel::warning,
                       phrase("the result is saved without a resolution by halves: %1", std::string(error.what())));
    }
    logVerdict(outcome.verdict, observer);
    Progress end = withoutEnd.atEnd();
    end.state = outcome.state;
    end.part = {0, kHalves};
    end.elapsed_s = elapsed.seconds();
    end.secondsLeft = 0;
    if (end.total > 0 || outcome.state == JobState::done) observer.onProgress(end);
    observer.onState(outcome.state);
    observer.onOutcome(outcome);
    return outcome;
}

} // namespace ewald::job
