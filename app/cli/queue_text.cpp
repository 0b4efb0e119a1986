// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue_text.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>

namespace ewald::cli {
namespace {

using Json = nlohmann::ordered_json;
using job::queue::isActive;
using job::queue::JobProgress;
using job::queue::QueueJob;
using job::queue::QueueState;
using job::queue::QueueStore;

std::optional<JobProgress> progressOf(const QueueStore& store, const QueueJob& job) {
    if (!isActive(job.state)) return std::nullopt;
    return store.folderOf(job.id).progress();
}

/// "what: where; hint", as an Error says it.
std::string sentence(const job::queue::JobFailure& error) {
    std::string text = error.what;
    if (!error.where.empty()) text += ": " + error.where;
    if (!error.hint.empty()) text += "; " + error.hint;
    return text;
}

std::string percent(const JobProgress& progress) {
    if (!(progress.total > 0)) return {};
    char text[16];
    std::snprintf(text, sizeof text, "%.0f %%", 100 * progress.done / progress.total);
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

Json objectOf(const QueueStore& store, const QueueJob& job) {
    Json object{{"id", job.id},
                {"name", job.name},
                {"kind", job.kind},
                {"state", toString(job.state)},
                {"progress", nullptr},
                {"error", sentence({job.error.what, job.error.where, ""})},
                {"hint", job.error.hint},
                {"result", job.result.string()},
                {"priority", job.priority},
                {"after", job.after == 0 ? Json() : Json(job.after)},
                {"attempts", job.attempts},
                {"added", job.added},
                {"started", job.started},
                {"ended", job.ended},
                {"folder", store.folderOf(job.id).path().string()}};
    if (job.state == QueueState::done) object["progress"] = 1;
    if (const std::optional<JobProgress> progress = progressOf(store, job)) {
        if (progress->total > 0) object["progress"] = std::clamp(progress->done / progress->total, 0.0, 1.0);
        object["run_state"] = progress->state;
        object["per_second"] = progress->perSecond;
        object["seconds_left"] = progress->secondsLeft < 0 ? Json() : Json(progress->secondsLeft);
    }
    return object;
}

std::string textOf(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

} // namespace

std::string queueTable(QueueStore& store) {
    const std::vector<QueueJob> jobs = store.jobs();
    if (jobs.empty()) return "no jobs\n";
    std::size_t width = 4;
    for (const QueueJob& job : jobs) width = std::min<std::size_t>(40, std::max(width, job.name.size()));
    std::string table;
    for (const QueueJob& job : jobs) {
        char start[48];
        std::snprintf(start, sizeof start, "%6lld  %-9s %5s  ", job.id, toString(job.state),
                      percent(progressOf(store, job).value_or(JobProgress())).c_str());
        std::string name = job.name;
        name.resize(std::max(name.size(), width), ' ');
        table += start + name + "  " + (job.error.what.empty() ? job.result.string() : sentence(job.error)) + "\n";
    }
    return table;
}

std::string queueJson(QueueStore& store) {
    Json all = Json::array();
    for (const QueueJob& job : store.jobs()) all.push_back(objectOf(store, job));
    return textOf(all);
}

std::string jobText(const QueueStore& store, const QueueJob& job) {
    std::string text = "job:      " + std::to_string(job.id) + " " + job.name + " (" + job.kind + ")\n";
    text += "state:    " + std::string(toString(job.state)) + "\n";
    if (!job.error.what.empty()) text += "error:    " + sentence(job.error) + "\n";
    text += "result:   " + job.result.string() + "\n";
    text += "folder:   " + store.folderOf(job.id).path().string() + "\n";
    text += "priority: " + std::to_string(job.priority) + "\n";
    if (job.after != 0) text += "after:    job " + std::to_string(job.after) + "\n";
    text += "attempts: " + std::to_string(job.attempts) + "\n";
    text += "added:    " + dateText(job.added) + "\n";
    text += "started:  " + dateText(job.started) + "\n";
    text += "ended:    " + dateText(job.ended) + "\n";
    if (const std::optional<JobProgress> progress = progressOf(store, job))
        text += "progress: " + progress->state + " " + percent(*progress) + "\n";
    return text;
}

std::string jobJson(const QueueStore& store, const QueueJob& job) { return textOf(objectOf(store, job)); }

std::string changeText(const QueueJob& job) {
    std::string text = "job " + std::to_string(job.id) + " (" + job.name + "): " + toString(job.state);
    if (!job.error.what.empty()) text += ": " + sentence(job.error);
    return text;
}

} // namespace ewald::cli
