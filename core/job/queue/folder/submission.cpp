// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/folder/submission.h"

#include "base/json_text.h"
#include "base/phrase.h"
#include "io/atomic_file.h"
#include "job/document/json_value.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

namespace ewald::job::queue {
namespace {

using Json = nlohmann::ordered_json;

std::optional<Json> readObject(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) return std::nullopt;
    Json json = parseJson<Json>(stream);
    if (!json.is_object()) return std::nullopt;
    return json;
}

} // namespace

Submission newSubmission(double turn) {
    std::random_device random;
    char token[48];
    std::snprintf(token, sizeof token, "ewald-%08x%08x%08x%08x", random(), random(), random(), random());
    Submission made;
    made.token = token;
    made.turn = turn;
    return made;
}

void writeSubmission(const JobFolder& folder, const Submission& submission) {
    const Json json{
        {"token", submission.token},           {"external", submission.external},   {"turn", submission.turn},
        {"number", submission.number},         {"attempted", submission.attempted}, {"held", submission.held},
        {"submit_host", submission.submitHost}};
    io::replaceTextFile(folder.path() / "submission.json", jsonText(json, 1) + "\n");
}

std::optional<Submission> readSubmission(const JobFolder& folder) {
    const std::optional<Json> json = readObject(folder.path() / "submission.json");
    if (!json) return std::nullopt;
    try {
        return Submission{json->at("token").get<std::string>(),     json->at("external").get<std::string>(),
                          json->at("turn").get<double>(),           json->value("number", -1),
                          json->at("attempted").get<bool>(),        json->value("held", false),
                          json->value("submit_host", std::string())};
    } catch (const Json::exception&) {
        return std::nullopt;
    }
}

std::filesystem::path submissionLock(const JobFolder& folder) { return folder.path() / "submission.lock"; }

std::optional<BatchEnd> readBatchEnd(const JobFolder& folder) {
    const std::optional<Json> json = readObject(folder.path() / "batch.json");
    if (!json) return std::nullopt;
    try {
        return BatchEnd{json->at("external").get<std::string>(), json->at("exit_code").get<int>()};
    } catch (const Json::exception&) {
        return std::nullopt;
    }
}

JobStatus endedByCluster(const JobFolder& folder, double started) {
    return {QueueState::failed,
            {phrase("the cluster ended the job before it was done"), folder.path().string(),
             phrase("ask for more time; such a job cannot go on from the middle")},
            started,
            now_s()};
}

int countFruitless(const JobFolder& folder) {
    const std::filesystem::path file = folder.turns();
    const Json before = readObject(file).value_or(Json::object());
    const double done = folder.progress().value_or(JobProgress()).done;
    const double reached = valueOr(before, "reached", 0.0);
    const int fruitless = done > reached ? 0 : valueOr(before, "fruitless", 0) + 1;
    const Json json{{"reached", std::max(done, reached)}, {"fruitless", fruitless}};
    io::replaceTextFile(file, jsonText(json, 1) + "\n");
    return fruitless;
}

std::optional<JobStatus> endedByTurns(const JobFolder& folder, double started) {
    const int fruitless = countFruitless(folder);
    if (fruitless < kMostFruitlessTurns) return std::nullopt;
    return JobStatus{QueueState::failed,
                     {phrase("the job has come no further in %1 turns of the cluster", fruitless),
                      folder.path().string(), phrase("ask for more time, and try it again")},
                     started,
                     now_s()};
}

} // namespace ewald::job::queue
