// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue_text.h"

#include "base/json_text.h"
#include "base/quantity_text.h"
#include "job/document/document_format.h"
#include "job/queue/folder/runner_lock.h"
#include "job/queue/watch/watched_folder.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace ewald::cli {
namespace {

using Json = nlohmann::ordered_json;
using job::format::textOfPath;
using job::queue::JobProgress;
using job::queue::QueueJob;
using job::queue::QueueState;
using job::queue::QueueStore;

std::optional<JobProgress> progressOf(const QueueStore& store, const QueueJob& job) {
    if (!job.isActive()) return std::nullopt;
    return store.folderOf(job.id).progress();
}

struct ShownState {
    const char* word; ///< as a list shows it: a job that no program works on does not run
    /// Of a job that is noted as running while the program that ran it is gone (killed, or the computer went down):
    /// what became of it and how it goes on; else empty.
    std::string leftAlone;
};

ShownState shownState(const QueueStore& store, const QueueJob& job) {
    const char* const word = toString(job.state);
    if (!job.isActive() || job::queue::RunnerLock::isAlive(store.folder(), job.owner)) return {word, {}};
    if (!job.backend.empty())
        return {word, "nobody looks after it on the cluster; ewald-cli queue run goes on with it"};
    const auto folder = store.folderOf(job.id);
    if (folder.isBusy())
        return {word, "the program that started it is gone, it still runs; ewald-cli queue run takes it over"};
    if (folder.readStatus())
        return {"cut off", "it has ended and the program that started it is gone; ewald-cli queue run notes it"};
    return {"cut off", "the program that ran it is gone; ewald-cli queue run goes on with it"};
}

/// "what: where; hint", as an Error says it.
std::string sentence(const job::queue::JobFailure& error) {
    std::string text = error.what;
    if (!error.where.empty()) text += ": " + error.where;
    if (!error.hint.empty()) text += "; " + error.hint;
    return text;
}

/// As it is shown in a terminal, which takes control characters for commands.
std::string shown(std::string text) {
    for (char& letter : text)
        if (static_cast<unsigned char>(letter) < ' ' || letter == '\x7f') letter = '?';
    return text;
}

/// The result of a job that is done may have been deleted or moved since.
bool isResultGone(const QueueJob& job) {
    std::error_code failed;
    return job.state == QueueState::done && !std::filesystem::exists(job.result, failed);
}

std::string percent(const JobProgress& progress) {
    if (progress.fraction() < 0) return {};
    char text[16];
    std::snprintf(text, sizeof text, "%.0f %%", 100 * progress.fraction());
    return text;
}

std::string dateText(double seconds) {
    if (!(seconds > 0)) return "-";
    const auto time = static_cast<std::time_t>(seconds);
    std::tm local{};
    char text[32];
    localtime_r(&time, &local);
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &local);
    return text;
}

Json figureOf(double value) { return value < 0 ? Json() : Json(value); }

/// "fourier_error 0.00809, resolution 54.2 nm"; what is not known is left out.
std::string figuresText(const QueueJob& job) {
    std::string text;
    if (job.figures.fourierError >= 0) text = "fourier_error " + numberText(job.figures.fourierError, 3);
    if (job.figures.resolution_m >= 0)
        text += (text.empty() ? "" : ", ") + ("resolution " + lengthText(job.figures.resolution_m, 3));
    if (!job.figures.noResolution.empty())
        text += (text.empty() ? "" : ", ") + ("no resolution: " + job.figures.noResolution);
    return text;
}

Json objectOf(const QueueStore& store, const QueueJob& job) {
    Json object{{"id", job.id},
                {"name", job.name},
                {"kind", job.kind},
                {"state", toString(job.state)},
                {"progress", nullptr},
                {"error", sentence({job.error.what, job.error.where, ""})},
                {"hint", job.error.hint},
                {"result", textOfPath(job.result)},
                {"result_gone", isResultGone(job)},
                {"priority", job.priority},
                {"position", job.position},
                {"after", job.after == 0 ? Json() : Json(job.after)},
                {"wish", toString(job.wish)},
                {"waits_for", sentence(job.waitsFor)},
                {"left_alone", shownState(store, job).leftAlone},
                {"sample", job.sample},
                {"comment", job.comment},
                {"operator", job.operatorName},
                {"devices", job.devicesUsed()},
                {"backend", job.backend.empty() ? "local" : job.backend},
                {"external", job.external},
                {"sweep", job.sweep},
                {"varied", job.varied},
                {"source", textOfPath(job.source)},
                {"attempts", job.attempts},
                {"added", job.added},
                {"started", job.started},
                {"ended", job.ended},
                {"fourier_error", figureOf(job.figures.fourierError)},
                {"resolution_m", figureOf(job.figures.resolution_m)},
                {"no_resolution", job.figures.noResolution.empty() ? Json() : Json(job.figures.noResolution)},
                {"folder", textOfPath(store.folderOf(job.id).path())}};
    if (job.state == QueueState::done) object["progress"] = 1;
    if (const std::optional<JobProgress> progress = progressOf(store, job)) {
        if (progress->fraction() >= 0) object["progress"] = progress->fraction();
        object["run_state"] = progress->state;
        if (progress->part.half > 0) object["half"] = progress->part.half;
        object["per_second"] = progress->perSecond;
        object["seconds_left"] = progress->secondsLeft < 0 ? Json() : Json(progress->secondsLeft);
        if (progress->atMost) object["at_most"] = true;
    }
    return object;
}

std::string textOf(const Json& json) { return jsonText(json, 2) + "\n"; }

} // namespace

std::string queueTable(QueueStore& store) {
    const std::vector<QueueJob> jobs = store.jobs();
    if (jobs.empty()) return "no jobs\n";
    std::size_t width = 4;
    for (const QueueJob& job : jobs) width = std::min<std::size_t>(40, std::max(width, job.name.size()));
    std::string table;
    for (const QueueJob& job : jobs) {
        const ShownState state = shownState(store, job);
        char start[48];
        std::snprintf(start, sizeof start, "%6lld  %-9s %5s  ", job.id, state.word,
                      percent(progressOf(store, job).value_or(JobProgress())).c_str());
        std::string name = shown(job.name);
        name.resize(std::max(name.size(), width), ' ');
        const job::queue::JobFailure& reason = job.error.what.empty() ? job.waitsFor : job.error;
        const std::string figures = figuresText(job);
        const std::string result = (isResultGone(job) ? "the result is gone: " : "") + textOfPath(job.result) +
                                   (figures.empty() ? "" : " (" + figures + ")");
        table += start + name + "  ";
        table += (!state.leftAlone.empty() ? state.leftAlone : shown(reason.what.empty() ? result : sentence(reason))) +
                 "\n";
    }
    return table;
}

std::string queueJson(QueueStore& store) {
    Json all = Json::array();
    for (const QueueJob& job : store.jobs()) all.push_back(objectOf(store, job));
    return textOf(all);
}

std::string jobText(const QueueStore& store, const QueueJob& job) {
    std::string text = "job:      " + std::to_string(job.id) + " " + shown(job.name) + " (" + job.kind + ")\n";
    const ShownState state = shownState(store, job);
    text += "state:    " + std::string(state.word) + "\n";
    if (!state.leftAlone.empty()) text += "runner:   " + state.leftAlone + "\n";
    if (!job.error.what.empty()) text += "error:    " + shown(sentence(job.error)) + "\n";
    if (!job.waitsFor.what.empty()) text += "waits:    " + shown(sentence(job.waitsFor)) + "\n";
    if (job.wish != job::queue::Wish::none) text += "wish:     " + std::string(toString(job.wish)) + "\n";
    text += "result:   " + shown(textOfPath(job.result)) + (isResultGone(job) ? " (it is gone)" : "") + "\n";
    text += "folder:   " + textOfPath(store.folderOf(job.id).path()) + "\n";
    text += "priority: " + std::to_string(job.priority) + "\n";
    if (job.after != 0) text += "after:    job " + std::to_string(job.after) + "\n";
    text += "devices:  " + job.devicesUsed() + "\n";
    if (!job.backend.empty()) text += "runs on:  " + job.backend + " " + job.external + "\n";
    if (!job.sample.empty()) text += "sample:   " + shown(job.sample) + "\n";
    if (!job.comment.empty()) text += "comment:  " + shown(job.comment) + "\n";
    if (!job.operatorName.empty()) text += "operator: " + shown(job.operatorName) + "\n";
    for (const std::string& value : job.varied) text += "varied:   " + shown(value) + "\n";
    text += "attempts: " + std::to_string(job.attempts) + "\n";
    text += "added:    " + dateText(job.added) + "\n";
    text += "started:  " + dateText(job.started) + "\n";
    text += "ended:    " + dateText(job.ended) + "\n";
    if (const std::string figures = figuresText(job); !figures.empty()) text += "figures:  " + figures + "\n";
    if (const std::optional<JobProgress> progress = progressOf(store, job))
        text += "progress: " + progress->state + " " + percent(*progress) +
                (progress->part.half == 0 ? "" : ", half " + std::to_string(progress->part.half) + " of the frames") +
                "\n";
    return text;
}

std::string jobJson(const QueueStore& store, const QueueJob& job) { return textOf(objectOf(store, job)); }

std::string settingsText(QueueStore& store, bool json) {
    const std::string atOnce = store.setting(job::queue::kAtOnceSetting);
    const int most = std::atoi(atOnce.c_str());
    const bool share = store.setting(job::queue::kSharingSetting) == "1";
    const std::string pool = store.setting(job::queue::kPoolSetting);
    std::vector<std::string> folders;
    for (const job::queue::WatchedFolder& watched : watchedFolders(store))
        folders.push_back(textOfPath(watched.folder));
    if (json)
        return textOf({{"folder", textOfPath(store.folder())},
                       {"at_once", most == 0 ? Json() : Json(most)},
                       {"held", store.isHeld()},
                       {"share_devices", share},
                       {"devices", pool},
                       {"watched", folders}});
    std::string text = "folder:   " + textOfPath(store.folder()) + "\n";
    text += "at once:  " + (most == 0 ? "as devices allow" : std::to_string(most)) + "\n";
    text += "held:     " + std::string(store.isHeld() ? "yes, no further job is started" : "no") + "\n";
    text += "sharing:  " + std::string(share ? "several jobs may use one device at a time" : "no") + "\n";
    if (!pool.empty()) text += "devices:  " + pool + "\n";
    for (const std::string& folder : folders) text += "watched:  " + folder + "\n";
    return text;
}

std::string changeText(const QueueJob& job) {
    std::string text = "job " + std::to_string(job.id) + " (" + shown(job.name) + "): " + toString(job.state);
    if (!job.error.what.empty()) text += ": " + shown(sentence(job.error));
    return text;
}

} // namespace ewald::cli
