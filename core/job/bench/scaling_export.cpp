// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/bench/scaling_export.h"

#include "base/error.h"
#include "base/json_text.h"
#include "base/version.h"
#include "io/hdf5/hdf5_atomic.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <nlohmann/json.hpp>

namespace ewald::job {
namespace {

using Json = nlohmann::ordered_json;

template <class... Values>
std::string formatted(const char* format, Values... values) {
    char line[400];
    const int length = std::snprintf(line, sizeof line, format, values...);
    return {line, static_cast<std::size_t>(std::max(0, std::min(length, static_cast<int>(sizeof line) - 1)))};
}

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

std::string number(const std::optional<double>& value) { return value ? formatted("%.9g", *value) : std::string(); }

Json orNull(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

/// "12.3 ± 0.4" in columns.
std::string withDeviation(const Spread& spread, double factor, const char* format) {
    std::string text = formatted(format, spread.mean * factor);
    return text + (spread.deviation ? " ± " + formatted(format, *spread.deviation * factor) : std::string(11, ' '));
}

template <class Value, class Of>
void writeColumn(io::h5::File& file, const std::string& path, const std::vector<Value>& rows, const char* units,
                 const Of& of) {
    std::vector<double> values;
    for (const Value& row : rows) values.push_back(of(row));
    file.write<double>(path, values, {values.size()});
    if (units) file.setAttribute(path, "units", units);
}

void writeRows(io::h5::File& file, const std::vector<ScalingRow>& rows) {
    const std::string group = "/entry/scaling";
    file.createGroup(group);
    file.setAttribute(group, "NX_class", "NXdata");
    file.setAttribute(group, "signal", "speedup");
    file.setAttribute(group, "axes", std::vector<std::string>{"workers"});
    std::vector<std::int64_t> workers;
    std::vector<std::int64_t> runs;
    std::vector<std::string> devices;
    for (const ScalingRow& row : rows) {
        workers.push_back(static_cast<std::int64_t>(row.workers));
        runs.push_back(static_cast<std::int64_t>(row.runs));
        devices.push_back(row.devices);
    }
    file.write<std::int64_t>(group + "/workers", workers, {workers.size()});
    file.write<std::int64_t>(group + "/runs", runs, {runs.size()});
    file.write(group + "/devices", devices);
    const auto spread = [&](const std::string& name, const char* units, Spread ScalingRow::*member) {
        writeColumn(file, group + "/" + name, rows, units, [&](const ScalingRow& row) { return (row.*member).mean; });
        writeColumn(file, group + "/" + name + "_errors", rows, units,
                    [&](const ScalingRow& row) { return (row.*member).deviation.value_or(kUnknown); });
    };
    spread("iteration_s", "s", &ScalingRow::iteration_s);
    spread("speedup", nullptr, &ScalingRow::speedup);
    spread("fourier_error", nullptr, &ScalingRow::fourierError);
    writeColumn(file, group + "/ideal", rows, nullptr, [](const ScalingRow& row) { return row.ideal; });
    writeColumn(file, group + "/largest_difference", rows, nullptr,
                [](const ScalingRow& row) { return row.largestDifference.value_or(kUnknown); });
}

void writeRun(io::h5::File& file, const std::string& group, const ScalingRun& run) {
    file.createGroup(group);
    file.setAttribute(group, "NX_class", "NXcollection");
    file.write(group + "/workers", static_cast<std::int64_t>(run.workers));
    file.write(group + "/seed", static_cast<std::int64_t>(run.seed));
    file.write(group + "/devices", run.devices);
    file.write(group + "/iteration_s", run.iteration_s);
    file.setAttribute(group + "/iteration_s", "units", "s");
    file.write(group + "/object_difference", run.objectDifference.value_or(kUnknown));
    file.write(group + "/probe_difference", run.probeDifference.value_or(kUnknown));
    writeColumn(file, group + "/iteration", run.loss, nullptr,
                [](const io::LossEntry& entry) { return static_cast<double>(entry.iteration); });
    writeColumn(file, group + "/time_s", run.loss, "s", [](const io::LossEntry& entry) { return entry.time_s; });
    writeColumn(file, group + "/fourier_error", run.loss, nullptr,
                [](const io::LossEntry& entry) { return entry.fourierError; });
}

Json rowJson(const ScalingRow& row) {
    return {{"workers", row.workers},
            {"devices", row.devices},
            {"runs", row.runs},
            {"iteration_s", row.iteration_s.mean},
            {"iteration_s_deviation", orNull(row.iteration_s.deviation)},
            {"speedup", row.speedup.mean},
            {"speedup_deviation", orNull(row.speedup.deviation)},
            {"ideal", row.ideal},
            {"fourier_error", row.fourierError.mean},
            {"fourier_error_deviation", orNull(row.fourierError.deviation)},
            {"largest_difference", orNull(row.largestDifference)}};
}

Json runJson(const ScalingRun& run) {
    Json time_s = Json::array();
    Json fourierError = Json::array();
    for (const io::LossEntry& entry : run.loss) {
        time_s.push_back(entry.time_s);
        fourierError.push_back(entry.fourierError);
    }
    return {{"workers", run.workers},
            {"seed", run.seed},
            {"devices", run.devices},
            {"iteration_s", run.iteration_s},
            {"fourier_error", run.fourierError},
            {"object_difference", orNull(run.objectDifference)},
            {"probe_difference", orNull(run.probeDifference)},
            {"loss", {{"time_s", time_s}, {"fourier_error", fourierError}}}};
}

const char* nameOf(ScalingAgreement::Verdict verdict) {
    switch (verdict) {
    case ScalingAgreement::Verdict::agree: return "agree";
    case ScalingAgreement::Verdict::differ: return "differ";
    case ScalingAgreement::Verdict::notCompared: break;
    }
    return "not compared";
}

} // namespace

std::string agreementText(const ScalingAgreement& a) {
    const auto worst = [&] {
        return formatted("the largest relative difference from one worker is %.2g (%s, %zu workers, seed %llu; "
                         "limit %.0e)",
                         a.largest, a.what.c_str(), a.workers, a.seed, ScalingReport::kAgreement);
    };
    switch (a.verdict) {
    case ScalingAgreement::Verdict::agree: return "The results agree: " + worst() + ".";
    case ScalingAgreement::Verdict::differ: return "The results DO NOT AGREE: " + worst() + ".";
    case ScalingAgreement::Verdict::notCompared: break;
    }
    return "Whether the results agree is not known: no two numbers of workers have run with the same seed.";
}

std::string scalingText(const ScalingReport& report) {
    std::string text = report.input + ", " + report.engines + "\n";
    text += "workers  runs  iteration (ms)             speed-up             ideal  fourier_error              "
            "difference  devices\n";
    for (const ScalingRow& row : report.rows()) {
        text += formatted("%7zu  %4zu  ", row.workers, row.runs) + withDeviation(row.iteration_s, 1e3, "%8.2f") +
                "   " + withDeviation(row.speedup, 1, "%7.3f") + "    " + formatted("%5.0f  ", row.ideal) +
                withDeviation(row.fourierError, 1, "%10.4e") + "  " +
                (row.largestDifference ? formatted("%10.2e", *row.largestDifference) : std::string("         –")) +
                "  " + row.devices + "\n";
    }
    text += "iteration: median of a run, mean and standard deviation of the runs; speed-up: against one worker, "
            "deviations propagated; ideal: devices used, which workers on one device share; fourier_error: last "
            "iteration, over the seeds; difference: relative L2 of object and probe from one worker, same seed.\n";
    if (report.stopped) text += "Stopped by request: these are the runs that had ended.\n";
    return text + agreementText(report.agreement()) + "\n";
}

std::string scalingCsv(const ScalingReport& report) {
    std::string text = "workers,devices,runs,iteration_s,iteration_s_deviation,speedup,speedup_deviation,ideal,"
                       "fourier_error,fourier_error_deviation,largest_difference\n";
    for (const ScalingRow& row : report.rows())
        text += std::to_string(row.workers) + ",\"" + row.devices + "\"," + std::to_string(row.runs) + "," +
                number(row.iteration_s.mean) + "," + number(row.iteration_s.deviation) + "," +
                number(row.speedup.mean) + "," + number(row.speedup.deviation) + "," + number(row.ideal) + "," +
                number(row.fourierError.mean) + "," + number(row.fourierError.deviation) + "," +
                number(row.largestDifference) + "\n";
    return text;
}

Json scalingJson(const ScalingReport& report) {
    const ScalingAgreement agreement = report.agreement();
    Json rows = Json::array();
    for (const ScalingRow& row : report.rows()) rows.push_back(rowJson(row));
    Json runs = Json::array();
    for (const ScalingRun& run : report.runs) runs.push_back(runJson(run));
    return {{"input", report.input},
            {"engines", report.engines},
            {"iterations", report.iterations},
            {"repeats", report.repeats},
            {"stopped", report.stopped},
            {"agreement",
             {{"verdict", nameOf(agreement.verdict)},
              {"largest_difference", agreement.largest},
              {"limit", ScalingReport::kAgreement},
              {"text", agreementText(agreement)}}},
            {"rows", rows},
            {"runs", runs}};
}

void writeScalingHdf5(const std::filesystem::path& file, const ScalingReport& report, bool overwrite) {
    io::writeHdf5Atomically(file, overwrite, [&](io::h5::File& h5) {
        h5.setAttribute("/", "default", "entry");
        h5.createGroup("/entry");
        h5.setAttribute("/entry", "NX_class", "NXentry");
        h5.setAttribute("/entry", "default", "scaling");
        h5.write("/entry/program_name", "ewald");
        h5.setAttribute("/entry/program_name", "version", version());
        h5.write("/entry/input", report.input);
        h5.write("/entry/engines", report.engines);
        h5.write("/entry/agreement", agreementText(report.agreement()));
        writeRows(h5, report.rows());
        h5.createGroup("/entry/runs");
        h5.setAttribute("/entry/runs", "NX_class", "NXcollection");
        for (std::size_t i = 0; i < report.runs.size(); ++i)
            writeRun(h5, formatted("/entry/runs/run_%04zu", i + 1), report.runs[i]);
    });
}

void exportScaling(const std::filesystem::path& file, const ScalingReport& report, bool overwrite) {
    const std::string extension = file.extension().string();
    if (extension == ".h5" || extension == ".hdf5")
        writeScalingHdf5(file, report, overwrite);
    else if (extension == ".csv")
        io::writeTextFile(file, scalingCsv(report), overwrite);
    else if (extension == ".json")
        io::writeTextFile(file, jsonText(scalingJson(report), 2) + "\n", overwrite);
    else
        throw JobError("unknown kind of file", file.string(), "use .csv, .h5 or .json");
}

} // namespace ewald::job
