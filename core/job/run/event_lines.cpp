// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/run/event_lines.h"

#include "base/json_text.h"
#include "base/phrase.h"
#include "job/document/document_format.h"
#include "job/document/json_value.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

namespace ewald::job {
namespace {

using Json = nlohmann::ordered_json;

// ---- names --------------------------------------------------------------------------------------------------------

constexpr std::array<std::pair<LogLevel, const char*>, 3> kLevels{
    {{LogLevel::info, "info"}, {LogLevel::warning, "warning"}, {LogLevel::error, "error"}}};

constexpr std::array<std::pair<ErrorKind, const char*>, 5> kKinds{{{ErrorKind::job, "job"},
                                                                   {ErrorKind::data, "data"},
                                                                   {ErrorKind::device, "device"},
                                                                   {ErrorKind::stopped, "stopped"},
                                                                   {ErrorKind::bug, "bug"}}};

template <class Value, std::size_t n>
const char* nameOf(const std::array<std::pair<Value, const char*>, n>& names, Value value) {
    const auto found = std::ranges::find(names, value, [](const auto& entry) { return entry.first; });
    return found == names.end() ? names.back().second : found->second;
}

template <class Value, std::size_t n>
Value valueOf(const std::array<std::pair<Value, const char*>, n>& names, const std::string& name) {
    const auto found = std::ranges::find_if(names, [&](const auto& entry) { return name == entry.second; });
    return found == names.end() ? names.back().first : found->first;
}

// ---- fields, the same in both directions ----------------------------------------------------------------------------

/// Puts members into an object.
class Writing {
public:
    explicit Writing(Json& json) : m_json(json) {}
    template <class Value>
    void operator()(const char* key, const Value& value) {
        m_json[key] = value;
    }
    /// Only where it says something: an object without it stands for `usual`.
    template <class Value>
    void unless(const char* key, const Value& value, const Value& usual) {
        if (value != usual) m_json[key] = value;
    }

private:
    Json& m_json;
};

/// Takes them out again.
class Reading {
public:
    explicit Reading(const Json& json) : m_json(json) {}
    template <class Value>
    void operator()(const char* key, Value& value) {
        value = valueOr(m_json, key, std::move(value));
    }
    void operator()(const char* key, double& value) {
        const auto found = m_json.find(key);
        if (found == m_json.end()) return;
        value = found->is_number() ? found->get<double>() : std::numeric_limits<double>::quiet_NaN();
    }
    template <class Value>
    void unless(const char* key, Value& value, const Value& usual) {
        value = usual;
        (*this)(key, value);
    }

private:
    const Json& m_json;
};

template <class Direction, class Progress>
void progressFields(Direction& field, Progress& p) {
    field("done", p.done);
    field("total", p.total);
    field("per_second", p.perSecond);
    field("seconds_left", p.secondsLeft);
    field("elapsed_s", p.elapsed_s);
    field("memory_bytes", p.memory_bytes);
    field.unless("half", p.part.half, std::size_t{0});
    field.unless("halves", p.part.halves, std::size_t{0});
    field.unless("at_most", p.atMost, false);
    field.unless("best_defocus_m", p.bestDefocus_m, 0.0);
    field.unless("disk_free_bytes", p.diskFree_bytes, -1.0);
}

template <class Direction, class Machine>
void machineFields(Direction& field, Machine& m) {
    field("cores", m.cores);
    field("own", m.own);
    field("others", m.others);
    field("idle", m.idle);
    field("program", m.program);
    field("program_cores", m.programCores);
    field("memory_free", m.memoryFree);
    field("memory_total", m.memoryTotal);
    field("swapping_Bps", m.swapping_Bps);
}

template <class Direction, class Plan>
void planFields(Direction& field, Plan& p) {
    field("kind", p.kind);
    field("summary", p.engineSummary);
    field("devices", p.devices);
    field("frames", p.frames);
    const std::size_t none = 0;
    field.unless("iterations", p.iterations, none);
    field.unless("communicator", p.communicator, std::string());
    field.unless("window_pixels", p.windowPixels, none);
    field.unless("object_rows", p.objectRows, none);
    field.unless("object_cols", p.objectCols, none);
    field.unless("probe_modes", p.probeModes, none);
    field.unless("object_pixel_m", p.objectPixel_m, 0.0);
    field.unless("memory_bytes", p.memory_bytes, 0.0);
    field.unless("memory", p.memorySummary, std::string());
    field.unless("streams_frames", p.streamsFrames, false);
    field.unless("frame_rows", p.frameRows, none);
    field.unless("frame_cols", p.frameCols, none);
    field.unless("bins", p.bins, none);
    field.unless("workers", p.workers, none);
    field.unless("format", p.format, std::string());
}

template <class Direction, class Statistics>
void statisticsFields(Direction& field, Statistics& s) {
    field("frames", s.frames);
    field("mean_counts", s.meanCounts);
    field("max_count", s.maxCount);
    field("empty_frames", s.emptyFrames);
    field("frames_with_saturation", s.framesWithSaturation);
    field("not_finite_pixels", s.notFinitePixels);
    field("negative_pixels", s.negativePixels);
}

template <class Direction, class Loss>
void lossFields(Direction& field, Loss& e) {
    field("iteration", e.iteration);
    field("engine", e.engine);
    field("fourier_error", e.fourierError);
    field("value", e.value);
    field("llk", e.llk);
    field("noise_floor", e.noiseFloor);
    field("step", e.step);
    field("time_s", e.time_s);
    field.unless("running", e.running, 0.0);
}

template <class Direction, class Change>
void changeFields(Direction& field, Change& c) {
    field("after_iteration", c.iteration);
    field("key", c.key);
    field("from", c.from);
    field("to", c.to);
    field("engine", c.engine);
}

// ---- texts: beside the English one what it was made of, for another language
// ------------------------------------------

void putText(Json& json, const char* key, const std::string& text) {
    json[key] = text;
    const std::string parts = withParts(text);
    if (parts != text) json[std::string(key) + "_parts"] = parts;
}

std::string takeText(const Json& json, const char* key) {
    const std::string text = valueOr(json, key, std::string());
    static_cast<void>(takeParts(valueOr(json, (std::string(key) + "_parts").c_str(), std::string())));
    return text;
}

// ---- what is not a plain list of members
// ------------------------------------------------------------------------------

constexpr std::array<std::pair<io::FrameFault, const char*>, 4> kFaults{
    {{io::FrameFault::empty, "left_out_empty"},
     {io::FrameFault::saturated, "left_out_saturated"},
     {io::FrameFault::unreadable, "left_out_unreadable"},
     {io::FrameFault::faint, "left_out_faint"}}};

void putUnusable(Json& json, const std::vector<io::UnusableFrame>& frames) {
    json["left_out"] = frames.size();
    for (const auto& [fault, key] : kFaults)
        for (const io::UnusableFrame& frame : frames)
            if (frame.fault == fault) json[key].push_back(frame.frame);
}

std::vector<io::UnusableFrame> takeUnusable(const Json& json) {
    std::vector<io::UnusableFrame> frames;
    for (const auto& [fault, key] : kFaults)
        for (const std::size_t frame : valueOr(json, key, std::vector<std::size_t>())) frames.push_back({frame, fault});
    std::ranges::sort(frames, {}, &io::UnusableFrame::frame);
    return frames;
}

void putShares(Json& json, const TimeShares& shares) {
    Json& times = json["time_shares"] = Json::object();
    for (std::size_t i = 0; i < kPhases; ++i)
        if (shares.fraction.seconds[i] > 0) times[toString(static_cast<Phase>(i))] = shares.fraction.seconds[i];
    if (shares.slowest < 0) return;
    json["slowest_worker"] = shares.slowest;
    json["waiting_for_slowest"] = shares.waitingForSlowest;
}

std::optional<TimeShares> takeShares(const Json& json) {
    const auto times = json.find("time_shares");
    if (times == json.end()) return std::nullopt;
    TimeShares shares;
    for (std::size_t i = 0; i < kPhases; ++i)
        shares.fraction.seconds[i] = valueOr(*times, toString(static_cast<Phase>(i)), 0.0);
    shares.slowest = valueOr(json, "slowest_worker", -1);
    shares.waitingForSlowest = valueOr(json, "waiting_for_slowest", 0.0);
    return shares;
}

Json summaryOf(const IntegrationPreview& p) {
    double sum = 0, largest = 0;
    std::size_t bins = 0;
    for (const float value : p.intensity) {
        if (std::isnan(value)) continue;
        sum += static_cast<double>(value);
        largest = std::max(largest, static_cast<double>(value));
        ++bins;
    }
    return {{"frame", p.firstFrame + p.row * p.frameStep},
            {"frames_done", p.framesDone},
            {"frames", p.frames},
            {"bins_filled", bins},
            {"mean_intensity", bins > 0 ? sum / static_cast<double>(bins) : 0.0},
            {"max_intensity", largest},
            {"bytes_per_second", p.bytesPerSecond}};
}

Json fieldsOf(const JobOutcome& outcome) {
    Json fields{{"state", toString(outcome.state)}, {"result", format::textOfPath(outcome.resultFile)}};
    const auto put = [&](const char* key, const std::optional<Error>& said) {
        if (!said) return;
        Json& error = fields[key] = {{"kind", nameOf(kKinds, said->kind())}};
        putText(error, "what", said->problem());
        error["where"] = said->where();
        putText(error, "hint", said->hint());
    };
    put("error", outcome.error);
    put("lacking", outcome.lacking);
    for (const std::string& line : outcome.verdict)
        putText(fields["verdict"].emplace_back(Json::object()), "text", line);
    return fields;
}

// ---- reading
// ----------------------------------------------------------------------------------------------------------

void readState(const Json& json, JobObserver& observer) {
    if (const auto state = jobStateOf(valueOr(json, "state", std::string()))) observer.onState(*state);
}

void readProgress(const Json& json, JobObserver& observer) {
    Progress progress;
    Reading reading(json);
    progressFields(reading, progress);
    progress.state = jobStateOf(valueOr(json, "state", std::string())).value_or(JobState::preparing);
    progress.shares = takeShares(json);
    if (const auto machine = json.find("machine"); machine != json.end()) {
        Reading ofMachine(*machine);
        machineFields(ofMachine, progress.machine);
        progress.machine.known = true;
    }
    observer.onProgress(progress);
}

void readPlan(const Json& json, JobObserver& observer) {
    JobPlan plan;
    Reading reading(json);
    planFields(reading, plan);
    observer.onPlan(plan);
}

void readStatistics(const Json& json, JobObserver& observer) {
    io::FrameStatistics statistics;
    Reading reading(json);
    statisticsFields(reading, statistics);
    statistics.unusable = takeUnusable(json);
    observer.onStatistics(statistics);
}

void readLoss(const Json& json, JobObserver& observer) {
    io::LossEntry entry;
    Reading reading(json);
    lossFields(reading, entry);
    observer.onLoss(entry);
}

void readChange(const Json& json, JobObserver& observer) {
    io::ParameterChange change;
    Reading reading(json);
    changeFields(reading, change);
    observer.onChanges({change});
}

void readDecision(const Json& json, JobObserver& observer) {
    observer.onDecision({valueOr(json, "after_iteration", std::size_t{0}), takeText(json, "text")});
}

void readFrameFailed(const Json& json, JobObserver& observer) {
    observer.onFrameFailed(valueOr(json, "frame", std::size_t{0}), takeText(json, "reason"));
}

void readLog(const Json& json, JobObserver& observer) {
    observer.onLog(valueOf(kLevels, valueOr(json, "level", std::string("info"))), takeText(json, "text"));
}

void readOutcome(const Json& json, JobObserver& observer) {
    JobOutcome outcome;
    outcome.state = jobStateOf(valueOr(json, "state", std::string())).value_or(JobState::failed);
    outcome.resultFile = format::pathOfText(valueOr(json, "result", std::string())).string();
    const auto take = [&](const char* key, std::optional<Error>& said) {
        if (const auto error = json.find(key); error != json.end() && error->is_object())
            said = Error(valueOf(kKinds, valueOr(*error, "kind", std::string())), takeText(*error, "what"),
                         valueOr(*error, "where", std::string()), takeText(*error, "hint"));
    };
    take("error", outcome.error);
    take("lacking", outcome.lacking);
    if (const auto verdict = json.find("verdict"); verdict != json.end() && verdict->is_array())
        for (const Json& line : *verdict)
            if (line.is_object()) outcome.verdict.push_back(takeText(line, "text"));
    observer.onOutcome(outcome);
}

using Reader = void (*)(const Json&, JobObserver&);
constexpr std::array<std::pair<std::string_view, Reader>, 10> kReaders{{{"state", readState},
                                                                        {"progress", readProgress},
                                                                        {"plan", readPlan},
                                                                        {"statistics", readStatistics},
                                                                        {"loss", readLoss},
                                                                        {"change", readChange},
                                                                        {"decision", readDecision},
                                                                        {"frame_failed", readFrameFailed},
                                                                        {"log", readLog},
                                                                        {"outcome", readOutcome}}};

} // namespace

// ---- writing
// ----------------------------------------------------------------------------------------------------------

template <class MakeFields>
void EventWriter::write(const char* event, const MakeFields& makeFields) noexcept {
    try {
        Json object{{"event", event}};
        makeFields(object);
        const std::string line = jsonText(object) + "\n";
        const std::lock_guard lock(m_mutex);
        m_write(line);
    } catch (...) { // without memory there is no event
        return;
    }
}

void EventWriter::onState(JobState state) noexcept {
    write("state", [&](Json& json) { json["state"] = toString(state); });
}

void EventWriter::onProgress(const Progress& progress) noexcept {
    write("progress", [&](Json& json) {
        json["state"] = toString(progress.state);
        Writing writing(json);
        progressFields(writing, progress);
        if (progress.shares) putShares(json, *progress.shares);
        if (!progress.machine.known) return;
        Writing ofMachine(json["machine"]);
        machineFields(ofMachine, progress.machine);
    });
}

void EventWriter::onPlan(const JobPlan& plan) noexcept {
    write("plan", [&](Json& json) {
        Writing writing(json);
        planFields(writing, plan);
    });
}

void EventWriter::onStatistics(const io::FrameStatistics& statistics) noexcept {
    write("statistics", [&](Json& json) {
        Writing writing(json);
        statisticsFields(writing, statistics);
        putUnusable(json, statistics.unusable);
    });
}

void EventWriter::onLoss(const io::LossEntry& entry) noexcept {
    write("loss", [&](Json& json) {
        Writing writing(json);
        lossFields(writing, entry);
    });
}

void EventWriter::onChanges(const std::vector<io::ParameterChange>& changes) noexcept {
    for (const io::ParameterChange& change : changes)
        write("change", [&](Json& json) {
            Writing writing(json);
            changeFields(writing, change);
        });
}

void EventWriter::onDecision(const io::Decision& decision) noexcept {
    write("decision", [&](Json& json) {
        json["after_iteration"] = decision.iteration;
        putText(json, "text", decision.text);
    });
}

void EventWriter::onIntegration(std::shared_ptr<const IntegrationPreview> preview) noexcept {
    write("preview", [&](Json& json) { json.update(summaryOf(*preview)); });
}

void EventWriter::onFrameFailed(std::size_t frame, const std::string& reason) noexcept {
    write("frame_failed", [&](Json& json) {
        json["frame"] = frame;
        putText(json, "reason", reason);
    });
}

void EventWriter::onLog(LogLevel level, const std::string& text) noexcept {
    write("log", [&](Json& json) {
        json["level"] = nameOf(kLevels, level);
        putText(json, "text", text);
    });
}

void EventWriter::onOutcome(const JobOutcome& outcome) noexcept {
    write("outcome", [&](Json& json) { json.update(fieldsOf(outcome)); });
}

std::string readEvent(std::string_view line, JobObserver& observer) {
    const Json json = parseJson<Json>(line);
    if (!json.is_object()) return {};
    std::string name = valueOr(json, "event", std::string());
    const auto reader = std::ranges::find(kReaders, name, [](const auto& entry) { return entry.first; });
    if (reader != kReaders.end()) reader->second(json, observer);
    return name;
}

} // namespace ewald::job
