// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/report/report.h"

#include "azint/poni.h"
#include "base/error.h"
#include "base/quantity_text.h"
#include "base/units.h"
#include "base/version.h"
#include "io/result_facts.h"
#include "job/document/job_kind.h"
#include "job/ptychography/setup/open_job_scan.h"

#include <algorithm>
#include <ctime>

namespace ewald::job::report {

namespace {

/// "2026-11-23 14:05:09" of this computer's clock; empty for 0.
std::string timeText(double secondsSince1970) {
    if (!(secondsSince1970 > 0)) return {};
    const auto time = static_cast<std::time_t>(secondsSince1970);
    std::tm parts{};
    localtime_r(&time, &parts);
    char text[40];
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %Z", &parts);
    return text;
}

/// Adds where there is something to say.
void add(Section& section, std::string name, std::string value) {
    if (!value.empty()) section.facts.push_back({std::move(name), std::move(value)});
}

std::string sizeText(std::size_t rows, std::size_t cols) {
    return countText(rows) + " × " + countText(cols) + " pixels";
}

std::string valueText(const ParameterDef& def, const ParameterValue& value) {
    if (def.isSpecial(value)) return def.special;
    const std::string text = toText(value);
    if (text.empty()) return "(none)";
    return def.unit.empty() ? text : text + " " + def.unit;
}

void addChanged(Section& section, const ParameterMap& values, const std::string& engine, const std::string& prefix) {
    for (const auto& [key, value] : values) {
        const ParameterDef* def = findParameter(key);
        if (def == nullptr) continue;
        const ParameterValue& normal = engine.empty() ? def->defaultValue : def->defaultFor(engine);
        if (value == normal) continue;
        section.facts.push_back(
            {prefix + def->label + " (" + key + ")", valueText(*def, value) + ", default " + valueText(*def, normal)});
    }
}

std::string pipelineText(const JobDocument& job) {
    std::string text;
    for (const Stage& stage : job.pipeline)
        text += (text.empty() ? "" : ", then ") + stage.engine + " " + std::to_string(stage.iterations);
    return text;
}

Section changedFrom(const JobDocument& job) {
    Section section{"Other than the defaults", {}, {}, {}};
    for (std::size_t stage = 0; stage < job.pipeline.size(); ++stage) {
        const Stage& settings = job.pipeline[stage];
        addChanged(section, settings.parameters, settings.engine,
                   job.pipeline.size() > 1 ? std::to_string(stage + 1) + ". " + settings.engine + ": " : std::string());
    }
    for (const ParameterMap* values : {&job.input, &job.compute, &job.output}) addChanged(section, *values, {}, {});
    if (job.seed != 0) section.facts.push_back({"Seed", std::to_string(job.seed) + ", default 0"});
    return section;
}

/// What the reader understood of the input. A file that is gone by now can say nothing.
Section assumed(const JobDocument& job) {
    Section section{"What was assumed", {}, {}, {}};
    try {
        const auto remark = [&](const std::vector<io::Note>& notes) {
            for (const io::Note& note : notes) section.facts.push_back({"Remark", note.text});
        };
        if (kindOf(job).has(JobFeature::mapping)) { // it reads a scan
            const io::Scan scan = openJobScan(job);
            add(section, "format", scan.format);
            for (const auto& [what, source] : scan.origin) add(section, what, source);
            remark(scan.notes);
        } else if (const auto frames = kindOf(job).openFrames(job)) {
            add(section, "format", frames->format);
            remark(frames->notes);
        }
    } catch (const Error& error) {
        section.text = std::string("The input cannot be read any more: ") + error.what();
    }
    return section;
}

void addFiles(Section& section, const JobDocument& job) {
    std::string files;
    constexpr std::size_t kMost = 4;
    const std::vector<std::filesystem::path> all = job.files();
    for (std::size_t i = 0; i < std::min(all.size(), kMost); ++i) files += (i == 0 ? "" : ", ") + all[i].string();
    if (all.size() > kMost) files += ", … (" + countText(all.size()) + " files)";
    add(section, all.size() == 1 ? "Input" : "Inputs", files);
    add(section, "Kind", job.kind);
    if (kindOf(job).has(JobFeature::pipeline)) add(section, "Engines, iterations", pipelineText(job));
}

void addBeam(Section& section, double wavelength_m, Particle particle) {
    if (!(wavelength_m > 0)) return;
    add(section, particle == Particle::electron ? "Electron energy" : "Photon energy",
        numberText(energyOf(particle, wavelength_m), 6) + " keV");
}

void addResolution(Section& section, const io::StoredFrc& frc) {
    if (!frc.resolution.value_m) return;
    add(section, "Resolution (FRC, half-bit)",
        (frc.resolution.atMost ? "at most " : "") + lengthText(*frc.resolution.value_m, 3) + ", of " + frc.of);
}

void describe(Section& section, const io::PtychoResult& result) {
    add(section, "Frames", countText(result.positions.size()));
    add(section, "Object",
        sizeText(result.object.extent(1), result.object.extent(2)) + " of " + lengthText(result.objectPixelWidth_m));
    if (result.object.extent(0) > 1)
        add(section, result.objectModes > 1 ? "Object modes" : "Slices", countText(result.object.extent(0)));
    add(section, "Probe",
        sizeText(result.probe.extent(2), result.probe.extent(3)) + ", " + countText(result.probe.extent(1)) +
            (result.probe.extent(1) == 1 ? " mode" : " modes"));
    addBeam(section, result.wavelength_m, result.particle);
    if (!result.loss.empty()) {
        const io::LossEntry& last = result.loss.back();
        add(section, "Iterations done", countText(last.iteration));
        add(section, "Fourier error",
            numberText(last.fourierError) +
                (last.noiseFloor > 0 ? ", noise limit " + numberText(last.noiseFloor) : std::string()));
        if (last.llk > 0) add(section, "LLK (1 = noise limit)", numberText(last.llk));
    }
    if (result.frc) addResolution(section, *result.frc);
}

/// Of the geometry that the run had, whatever its file is called: distance, centre and tilt.
void addGeometry(Section& section, const std::string& poni) {
    if (poni.empty()) return;
    try {
        const azint::BeamGeometry beam = azint::beamGeometryOf(azint::parsePoni(poni, "geometry"));
        add(section, "Distance", lengthText(beam.distance_m, 6));
        add(section, "Beam centre",
            "row " + numberText(beam.centreRow, 6) + ", column " + numberText(beam.centreCol, 6) + " (pixels)");
        add(section, "Tilt",
            numberText(beam.tilt_deg, 3) + "°" +
                (beam.tilt_deg > 0 ? " towards " + numberText(beam.tiltDirection_deg, 3) + "°" : std::string()));
    } catch (const Error&) { // a beam that never meets the detector has neither
    }
}

void describe(Section& section, const io::IntegrationResult& result) {
    const io::IntegrationAxes& axes = result.axes();
    add(section, "Frames", countText(axes.frames));
    add(section, "Bins",
        countText(axes.radial.size()) + " of " + axes.radialName + " in " + axes.radialUnit +
            (axes.azimuthal_deg.empty() ? std::string() : ", " + countText(axes.azimuthal_deg.size()) + " sectors"));
    if (axes.wavelength_m) addBeam(section, *axes.wavelength_m, axes.particle);
    addGeometry(section, axes.poni);
    if (const auto& failed = result.end().failedFrames; !failed.empty())
        add(section, "Frames that failed",
            countText(failed.size()) + ", the first: " + countText(failed.front().first) + " (" +
                failed.front().second + ")");
}

struct Record {
    std::vector<std::string> devices;
    std::string communicator;
    std::map<std::string, double> timings_s;
    std::optional<double> energy_J;
};

Section howItRan(const ReportSource& source, const Record& record, const io::ResultStamp& stamp) {
    Section section{"How it ran", {}, {}, {}};
    for (const std::string& device : record.devices) add(section, "Device", device);
    if (record.communicator != "self") add(section, "Communicator", record.communicator);
    std::string timings;
    for (const auto& [name, seconds] : record.timings_s) {
        std::string words = name;
        std::ranges::replace(words, '_', ' ');
        timings += (timings.empty() ? "" : ", ") + words + " " +
                   (seconds < kShortestTime_s ? "< " + numberText(kShortestTime_s) + " s"
                    : seconds < 60            ? numberText(seconds, 3) + " s"
                                              : durationText(seconds));
    }
    add(section, "Timings", timings);
    if (record.energy_J) add(section, "Energy", numberText(*record.energy_J) + " J");
    add(section, "Host", source.host);
    add(section, "Started", timeText(source.started));
    add(section, "Ended", timeText(source.ended));
    add(section, "Result written", stamp.date);
    add(section, "Program", "Ewald " + (stamp.version.empty() ? std::string(version()) : stamp.version));
    return section;
}

Section noteOf(const ReportSource& source) {
    Section section{"Note", {}, {}, {}};
    add(section, "Sample", source.sample);
    add(section, "Operator", source.operatorName);
    add(section, "Comment", source.comment);
    return section;
}

Section warningsOf(const ReportSource& source) {
    constexpr std::size_t kMost = 12;
    Section section{"Warnings", {}, {}, {}};
    for (std::size_t i = 0; i < std::min(source.warnings.size(), kMost); ++i)
        section.facts.push_back({std::to_string(i + 1), source.warnings[i]});
    if (source.warnings.size() > kMost)
        section.text = countText(source.warnings.size()) + " warnings, the first " + countText(kMost) + ":";
    return section;
}

Section changesOf(const std::vector<io::ParameterChange>& changes) {
    Section section{"Changed while it ran", {}, {}, {}};
    for (const io::ParameterChange& change : changes) {
        const ParameterDef* def = findParameter(change.key);
        section.facts.push_back(
            {"After iteration " + countText(change.iteration), (def == nullptr ? change.key : def->label) + ": " +
                                                                   (change.from.empty() ? "(none)" : change.from) +
                                                                   " → " + (change.to.empty() ? "(none)" : change.to)});
    }
    return section;
}

Section decisionsOf(const std::vector<io::Decision>& decisions) {
    Section section{"Decided while it ran", {}, {}, {}};
    for (const io::Decision& decision : decisions)
        section.facts.push_back({decision.iteration > 0 ? "After iteration " + countText(decision.iteration)
                                                        : std::string("Before the first iteration"),
                                 decision.text});
    return section;
}

Section verdictOf(const std::vector<std::string>& verdict) {
    Section section{"Verdict", {}, {}, {}};
    for (std::size_t i = 0; i < verdict.size(); ++i) section.facts.push_back({std::to_string(i + 1), verdict[i]});
    return section;
}

/// What of a result goes into a report.
struct Content {
    std::vector<Picture> pictures;
    Section facts{"Result", {}, {}, {}};
    Record record;
    std::vector<io::ParameterChange> changes;
    std::vector<io::Decision> decisions;
    std::vector<std::string> verdict;
    std::string job;
    bool complete = true;
};

Content readContent(const std::filesystem::path& file) {
    Content content;
    if (io::isIntegrationFile(file)) {
        const io::IntegrationResult result(file);
        content.pictures = picturesOf(result);
        describe(content.facts, result);
        const io::IntegrationEnd& end = result.end();
        content.record = {end.devices, end.communicator, end.timings_s, end.energy_J};
        content.job = end.job;
        content.complete = end.complete;
        return content;
    }
    io::PtychoResult result = io::readResult(file);
    content.pictures = picturesOf(result);
    describe(content.facts, result);
    content.record = {result.devices, result.communicator, result.timings_s, result.energy_J};
    content.changes = std::move(result.changes);
    content.decisions = std::move(result.decisions);
    content.verdict = std::move(result.verdict);
    content.job = std::move(result.job);
    content.complete = result.complete;
    return content;
}

} // namespace

Report makeReport(const ReportSource& source) {
    const bool some = !source.result.empty() && std::filesystem::exists(source.result);
    std::optional<JobDocument> job = source.document;
    Content content;
    io::ResultStamp stamp;
    if (some) {
        content = readContent(source.result);
        stamp = io::readStamp(source.result);
        job = parseJob(content.job, source.result.string());
    }
    if (!job && source.result.empty()) throw JobError("there is neither a result nor a job to report on");
    if (!job) throw DataError("no such file", source.result.string(), "check the name");
    Section facts{"Result", {}, {}, {}};
    add(facts, "State", !source.state.empty() ? source.state : content.complete ? "done" : "stopped early");
    if (some) add(facts, "File", source.result.string());
    addFiles(facts, *job);
    facts.facts.insert(facts.facts.end(), content.facts.facts.begin(), content.facts.facts.end());
    Report report;
    const std::vector<std::filesystem::path> files = job->files();
    const std::string input = files.empty() ? std::string("job") : files.front().filename().string();
    report.title = source.name.empty() || source.name == input ? input : source.name + " – " + input;
    Section failure{"Failure", {}, {}, source.failed};
    Section pictures{"Pictures", {}, std::move(content.pictures), {}};
    const auto keep = [&](Section section) {
        if (!section.facts.empty() || !section.pictures.empty() || !section.text.empty())
            report.sections.push_back(std::move(section));
    };
    keep(std::move(failure));
    keep(noteOf(source));
    keep(std::move(pictures));
    keep(verdictOf(content.verdict));
    keep(std::move(facts));
    keep(changedFrom(*job));
    keep(changesOf(content.changes));
    keep(decisionsOf(content.decisions));
    keep(assumed(*job));
    keep(warningsOf(source));
    keep(howItRan(source, content.record, stamp));
    return report;
}

std::filesystem::path reportBeside(const std::filesystem::path& result) {
    return result.parent_path() / (result.stem().string() + "_report.html");
}

} // namespace ewald::job::report
