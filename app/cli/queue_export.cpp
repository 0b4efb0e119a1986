// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue_export.h"

#include "base/error.h"
#include "base/json_text.h"
#include "base/quantity_text.h"
#include "io/result_facts.h"
#include "job/document/document_format.h"

#include <ctime>
#include <nlohmann/json.hpp>

namespace ewald::cli {
namespace {

using Json = nlohmann::ordered_json;
using job::queue::QueueJob;
using job::queue::QueueStore;

Json timeOf(double secondsSince1970) {
    if (!(secondsSince1970 > 0)) return nullptr;
    const auto time = static_cast<std::time_t>(secondsSince1970);
    std::tm local{};
    char text[40];
    localtime_r(&time, &local);
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S%z", &local);
    return text;
}

Json numberOf(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

io::ResultNumbers numbersOf(const QueueJob& job) {
    if (job.result.empty() || !std::filesystem::exists(job.result)) return {};
    try {
        return io::readNumbers(job.result);
    } catch (const Error&) { // a result that is damaged by now does not keep the others from the table
        return {};
    }
}

Json rowOf(const QueueJob& job) {
    const io::ResultNumbers numbers = numbersOf(job);
    const bool ran = job.started > 0 && job.ended > job.started;
    return {{"id", job.id},
            {"name", job.name},
            {"kind", job.kind},
            {"state", toString(job.state)},
            {"sample", job.sample},
            {"operator", job.operatorName},
            {"comment", job.comment},
            {"priority", job.priority},
            {"attempts", job.attempts},
            {"added", timeOf(job.added)},
            {"started", timeOf(job.started)},
            {"ended", timeOf(job.ended)},
            {"duration_s", ran ? Json(job.ended - job.started) : Json(nullptr)},
            {"error", job.error.what},
            {"where", job.error.where},
            {"hint", job.error.hint},
            {"result", job::format::textOfPath(job.result)},
            {"frames", numberOf(numbers.frames)},
            {"iterations", numberOf(numbers.iterations)},
            {"fourier_error", numberOf(numbers.fourierError)},
            {"noise_floor", numberOf(numbers.noiseFloor)},
            {"resolution_m", numberOf(numbers.resolution_m)},
            {"energy_J", numberOf(numbers.energy_J)}};
}

/// A field as RFC 4180 has it: in quotes where it needs them.
std::string fieldOf(const Json& value) {
    if (value.is_null()) return {};
    if (value.is_number_float()) return exactText(value.get<double>());
    const std::string text = value.is_string() ? value.get<std::string>() : jsonText(value);
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char letter : text) quoted += letter == '"' ? std::string("\"\"") : std::string(1, letter);
    return quoted + '"';
}

} // namespace

std::string queueCsv(QueueStore& store) {
    std::string text;
    const Json names = rowOf({});
    for (const auto& [name, value] : names.items()) text += (text.empty() ? "" : ",") + name;
    text += "\r\n";
    for (const QueueJob& job : store.jobs()) {
        bool first = true;
        const Json row = rowOf(job);
        for (const auto& [name, value] : row.items()) {
            if (!first) text += ',';
            first = false;
            text += fieldOf(value);
        }
        text += "\r\n";
    }
    return text;
}

std::string queueExportJson(QueueStore& store) {
    Json all = Json::array();
    for (const QueueJob& job : store.jobs()) all.push_back(rowOf(job));
    return jsonText(all, 2) + "\n";
}

} // namespace ewald::cli
