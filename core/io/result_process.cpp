// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/version.h"
#include "io/result_facts.h"
#include "io/result_layout.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <ctime>
#include <utility>

namespace ewald::io {
namespace {

constexpr std::array<std::pair<LogLevel, const char*>, 3> kLevels{
    {{LogLevel::info, "info"}, {LogLevel::warning, "warning"}, {LogLevel::error, "error"}}};

/// One row a line.
void writeLog(h5::File& file, const std::vector<StoredLogLine>& log) {
    if (log.empty()) return;
    const std::string path = layout::kLog;
    createGroup(file, path, "NXcollection");
    std::vector<std::string> time, level, text;
    for (const StoredLogLine& line : log) {
        time.push_back(line.time);
        level.emplace_back(std::ranges::find(kLevels, line.level, &std::pair<LogLevel, const char*>::first)->second);
        text.push_back(line.text);
    }
    file.write(path + "/time", time);
    file.write(path + "/level", level);
    writePhrases(file, path + "/text", text);
}

} // namespace

std::string timeStamp() {
    const std::time_t time = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm parts{};
    gmtime_r(&time, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

std::vector<StoredLogLine> readLog(const h5::File& file) {
    const std::string path = layout::kLog;
    if (!file.hasDataset(path + "/text") || !file.hasDataset(path + "/time") || !file.hasDataset(path + "/level"))
        return {};
    const std::vector<std::string> text = readPhrases(file, path + "/text");
    const std::vector<std::string> time = file.dataset(path + "/time").readText();
    const std::vector<std::string> level = file.dataset(path + "/level").readText();
    std::vector<StoredLogLine> log(std::min({text.size(), time.size(), level.size()}));
    for (std::size_t i = 0; i < log.size(); ++i) {
        const auto* known = std::ranges::find_if(kLevels, [&](const auto& named) { return level[i] == named.second; });
        log[i] = {known == kLevels.end() ? LogLevel::info : known->first, time[i], text[i]};
    }
    return log;
}

ResultStamp readStamp(const std::filesystem::path& file) {
    const h5::File result = h5::File::open(file);
    const std::string path = layout::kProcess;
    return {result.text(path + "/version").value_or(""), result.text(path + "/date").value_or("")};
}

ResultNumbers readNumbers(const std::filesystem::path& file) {
    const h5::File result = h5::File::open(file);
    constexpr std::size_t kMost = 10'000'000;
    const auto last = [&](const std::string& path) -> std::optional<double> {
        if (!result.hasDataset(path)) return std::nullopt;
        const std::vector<double> values = result.dataset(path).readAll<double>(kMost);
        return values.empty() || !std::isfinite(values.back()) ? std::nullopt : std::optional(values.back());
    };
    const auto length = [&](const std::string& path) -> std::optional<double> {
        if (!result.hasDataset(path) || result.dataset(path).shape().empty()) return std::nullopt;
        return static_cast<double>(result.dataset(path).shape().front());
    };
    ResultNumbers numbers;
    numbers.frames = length(std::string(layout::kPositions) + "/x");
    if (!numbers.frames) numbers.frames = length(std::string(layout::kIntegration) + "/intensity");
    numbers.iterations = last(std::string(layout::kLoss) + "/iteration");
    numbers.fourierError = last(std::string(layout::kLoss) + "/fourier_error");
    numbers.noiseFloor = last(std::string(layout::kLoss) + "/noise_floor");
    numbers.resolution_m = last(std::string(layout::kFrc) + "/resolution_m");
    numbers.energy_J = last(std::string(layout::kProcess) + "/energy_J");
    return numbers;
}

void createGroup(h5::File& file, const std::string& path, const char* nexusClass) {
    file.createGroup(path);
    file.setAttribute(path, "NX_class", nexusClass);
}

void writeEntry(h5::File& file, const char* shown, const char* title) {
    file.setAttribute("/", "NX_class", "NXroot");
    file.setAttribute("/", "default", "entry");
    createGroup(file, layout::kEntry, "NXentry");
    file.setAttribute(layout::kEntry, "default", shown);
    file.write(std::string(layout::kEntry) + "/title", title);
}

void beginProcess(h5::File& file) {
    const std::string path = layout::kProcess;
    createGroup(file, path, "NXprocess");
    file.write(path + "/program", layout::kProgram);
    file.write(path + "/version", version());
    file.write(path + "/date", timeStamp());
}

void writeProcess(h5::File& file, const ProcessRecord& record) {
    const std::string path = layout::kProcess;
    beginProcess(file);
    file.write(path + "/job", record.job);
    file.write(path + "/devices", record.devices);
    file.write(path + "/communicator", record.communicator);
    file.write(path + "/complete", static_cast<std::int64_t>(record.complete ? 1 : 0));
    if (!record.warnings.empty()) file.write(path + "/warnings", record.warnings);
    writeLog(file, record.log);
    createGroup(file, path + "/timings", "NXcollection");
    for (const auto& [name, seconds] : record.timings_s) {
        file.write(path + "/timings/" + name, seconds);
        file.setAttribute(path + "/timings/" + name, "units", "s");
    }
    if (record.energy_J) {
        file.write(path + "/energy_J", *record.energy_J);
        file.setAttribute(path + "/energy_J", "units", "J");
    }
}

void writeBeam(h5::File& file, double wavelength_m, Particle particle) {
    createGroup(file, "/entry/instrument", "NXinstrument");
    createGroup(file, "/entry/instrument/beam", "NXbeam");
    file.write(layout::kWavelength, wavelength_m);
    file.setAttribute(layout::kWavelength, "units", "m");
    createGroup(file, "/entry/instrument/source", "NXsource");
    file.write(layout::kBeamProbe, particle == Particle::electron ? "electron" : "x-ray");
}

Particle readParticle(const h5::File& file) {
    return file.text(layout::kBeamProbe) == "electron" ? Particle::electron : Particle::photon;
}

} // namespace ewald::io
