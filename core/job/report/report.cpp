// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/report/report.h"

#include "azint/poni.h"
#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/units.h"
#include "base/version.h"
#include "io/result_facts.h"
#include "job/devices/device_line.h"
#include "job/document/job_kind.h"
#include "job/integration/geometry_file.h"
#include "job/ptychography/setup/open_job_scan.h"

#include <algorithm>
#include <ctime>
#include <map>

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

/// The same for what a person has written or named.
void addVerbatim(Section& section, std::string name, std::string value) {
    if (!value.empty()) section.facts.push_back({std::move(name), std::move(value), {}, {}, true});
}

/// "a, b", of which either may be empty.
std::string listed(const std::string& first, const std::string& second) {
    return first.empty() ? second : second.empty() ? first : phrase("%1, %2", first, second);
}

const char* none() { return translatable("(none)"); }

std::string sizeText(std::size_t rows, std::size_t cols) {
    return phrase("%1 × %2 pixels", countText(rows), countText(cols));
}

std::string valueText(const ParameterDef& def, const ParameterValue& value) {
    if (def.isSpecial(value)) return def.special;
    const std::string text = toText(value);
    if (text.empty()) return none();
    return def.unit.empty() ? text : text + " " + def.unit;
}

/// \param stage what stands before the names; may be empty
void addChanged(Section& section, const ParameterMap& values, const std::string& engine, const std::string& stage) {
    for (const auto& [key, value] : values) {
        const ParameterDef* def = findParameter(key);
        if (def == nullptr) continue;
        const ParameterValue& normal = engine.empty() ? def->defaultValue : def->defaultFor(engine);
        if (value == normal) continue;
        section.facts.push_back(
            {def->label, phrase("%1, default %2", valueText(*def, value), valueText(*def, normal)), stage, key});
    }
}

std::string pipelineText(const JobDocument& job) {
    std::string text;
    for (const Stage& stage : job.pipeline) {
        const std::string own = stage.engine + " " + std::to_string(stage.iterations);
        text = text.empty() ? own : phrase("%1, then %2", text, own);
    }
    return text;
}

Section changedFrom(const JobDocument& job) {
    Section section{translatable("Other than the defaults"), {}, {}, {}};
    for (std::size_t stage = 0; stage < job.pipeline.size(); ++stage) {
        const Stage& settings = job.pipeline[stage];
        addChanged(section, settings.parameters, settings.engine,
                   job.pipeline.size() > 1 ? std::to_string(stage + 1) + ". " + settings.engine + ": " : std::string());
    }
    for (const ParameterMap* values : {&job.input, &job.compute, &job.output}) addChanged(section, *values, {}, {});
    if (job.seed != 0)
        section.facts.push_back(
            {translatable("Seed"), phrase("%1, default %2", std::to_string(job.seed), std::string("0"))});
    return section;
}

/// What the reader understood of the input. A file that is gone by now can say nothing.
Section assumed(const JobDocument& job) {
    Section section{translatable("What was assumed"), {}, {}, {}};
    try {
        const auto remark = [&](const std::vector<io::Note>& notes) {
            for (const io::Note& note : notes) section.facts.push_back({translatable("Remark"), note.text});
        };
        if (kindOf(job).has(JobFeature::mapping)) { // it reads a scan
            const io::Scan scan = openJobScan(job);
            add(section, translatable("format"), scan.format);
            for (const auto& [what, source] : scan.origin) add(section, what, source);
            remark(scan.notes);
        } else if (const auto frames = kindOf(job).openFrames(job)) {
            add(section, translatable("format"), frames->format);
            remark(frames->notes);
        }
    } catch (const Error& error) {
        section.text = phrase("The input cannot be read any more: %1", std::string(error.what()));
    }
    return section;
}

void addFiles(Section& section, const JobDocument& job) {
    std::string files;
    constexpr std::size_t kMost = 4;
    const std::vector<std::filesystem::path> all = job.files();
    for (std::size_t i = 0; i < std::min(all.size(), kMost); ++i) files += (i == 0 ? "" : ", ") + all[i].string();
    if (all.size() > kMost) files = phrase("%1, … (%2 files)", files, countText(all.size()));
    add(section, all.size() == 1 ? translatable("Input") : translatable("Inputs"), files);
    addVerbatim(section, translatable("Kind"), job.kind);
    if (kindOf(job).has(JobFeature::pipeline)) add(section, translatable("Engines, iterations"), pipelineText(job));
}

void addBeam(Section& section, double wavelength_m, Particle particle) {
    if (!(wavelength_m > 0)) return;
    add(section, particle == Particle::electron ? translatable("Electron energy") : translatable("Photon energy"),
        numberText(energyOf(particle, wavelength_m), 6) + " keV");
}

void addResolution(Section& section, const io::StoredFrc& frc) {
    if (!frc.resolution.value_m) return;
    const std::string length = lengthText(*frc.resolution.value_m, 3);
    add(section, translatable("Resolution (FRC, half-bit)"),
        frc.resolution.atMost ? phrase("at most %1, of %2", length, frc.of) : phrase("%1, of %2", length, frc.of));
}

void describe(Section& section, const io::PtychoResult& result) {
    add(section, translatable("Frames"), countText(result.positions.size()));
    add(section, translatable("Object"),
        phrase("%1 of %2", sizeText(result.object.extent(1), result.object.extent(2)),
               lengthText(result.objectPixelWidth_m)));
    if (result.object.extent(0) > 1)
        add(section, result.objectModes > 1 ? translatable("Object modes") : translatable("Slices"),
            countText(result.object.extent(0)));
    add(section, translatable("Probe"),
        phrase("%1, %2 {2:mode|modes}", sizeText(result.probe.extent(2), result.probe.extent(3)),
               countText(result.probe.extent(1))));
    addBeam(section, result.wavelength_m, result.particle);
    if (!result.loss.empty()) {
        const io::LossEntry& last = result.loss.back();
        add(section, translatable("Iterations done"), countText(last.iteration));
        const std::string error = numberText(last.fourierError);
        add(section, translatable("Fourier error"),
            last.noiseFloor > 0 ? phrase("%1, noise limit %2", error, numberText(last.noiseFloor)) : error);
        if (last.llk > 0) add(section, translatable("LLK (1 = noise limit)"), numberText(last.llk));
    }
    if (result.frc) addResolution(section, *result.frc);
}

/// Of the geometry that the run had, whatever its file is called: distance, centre and tilt.
void addGeometry(Section& section, const std::string& poni) {
    if (poni.empty()) return;
    try {
        const azint::Poni geometry = azint::parsePoni(poni, "geometry", poniFiles());
        if (!geometry.distortion.isFlat()) { // its plane is only where the numbers of a PONI are counted from
            const double radius_m = geometry.distortion.map().radius_m();
            if (radius_m > 0) add(section, translatable("Radius of the detector"), lengthText(radius_m, 6));
            return;
        }
        const azint::BeamGeometry beam = azint::beamGeometryOf(geometry);
        add(section, translatable("Distance"), lengthText(beam.distance_m, 6));
        add(section, translatable("Beam centre"),
            phrase("row %1, column %2 (pixels)", numberText(beam.centreRow, 6), numberText(beam.centreCol, 6)));
        const std::string tilt = numberText(beam.tilt_deg, 3) + "°";
        const std::string direction = numberText(beam.tiltDirection_deg, 3) + "°";
        add(section, translatable("Tilt"), beam.tilt_deg > 0 ? phrase("%1 towards %2", tilt, direction) : tilt);
    } catch (const Error&) { // a beam that never meets the detector, or a description of it that is gone
    }
}

void describe(Section& section, const io::IntegrationResult& result) {
    const io::IntegrationAxes& axes = result.axes();
    add(section, translatable("Frames"), countText(axes.frames));
    const std::string bins = phrase("%1 of %2 in %3", countText(axes.radial.size()), axes.radialName, axes.radialUnit);
    add(section, translatable("Bins"),
        axes.azimuthal_deg.empty() ? bins : phrase("%1, %2 sectors", bins, countText(axes.azimuthal_deg.size())));
    if (axes.wavelength_m) addBeam(section, *axes.wavelength_m, axes.particle);
    addGeometry(section, axes.poni);
    if (const auto& failed = result.end().failedFrames; !failed.empty())
        add(section, translatable("Frames that failed"),
            phrase("%1, the first: %2 (%3)", countText(failed.size()), countText(failed.front().first),
                   failed.front().second));
}

struct Record {
    std::vector<std::string> devices;
    std::string communicator;
    std::map<std::string, double> timings_s;
    std::optional<double> energy_J;
};

/// The parts of a run as the result file names them.
std::string timedText(const std::string& part) {
    static const std::map<std::string, const char*> kParts{
        {"preparing", translatable("preparing")},
        {"reading", translatable("reading")},
        {"initial_guess", translatable("initial guess")},
        {"iterations", translatable("iterations")},
        {"halves", translatable("halves")},
        {"frames", translatable("frames")},
        {"workers_reading", translatable("workers reading")},
        {"workers_decoding", translatable("workers decoding")},
        {"workers_integrating", translatable("workers integrating")},
        {"total", translatable("total")},
    };
    const auto known = kParts.find(part);
    if (known != kParts.end()) return known->second;
    std::string words = part;
    std::ranges::replace(words, '_', ' ');
    return words;
}

Section howItRan(const ReportSource& source, const Record& record, const io::ResultStamp& stamp) {
    Section section{translatable("How it ran"), {}, {}, {}};
    for (const std::string& device : record.devices) add(section, translatable("Device"), deviceLine(device));
    if (record.communicator != "self") add(section, translatable("Communicator"), record.communicator);
    std::string timings;
    for (const auto& [name, seconds] : record.timings_s) {
        const std::string shown =
            seconds < 60 ? numberText(std::max(seconds, kShortestTime_s), 3) + " s" : durationText(seconds);
        const std::string took = seconds < kShortestTime_s ? phrase("< %1", shown) : shown;
        timings = listed(timings, phrase("%1 %2", timedText(name), took));
    }
    add(section, translatable("Timings"), timings);
    if (record.energy_J) add(section, translatable("Energy"), numberText(*record.energy_J) + " J");
    addVerbatim(section, translatable("Host"), source.host);
    add(section, translatable("Started"), timeText(source.started));
    add(section, translatable("Ended"), timeText(source.ended));
    add(section, translatable("Result written"), stamp.date);
    add(section, translatable("Program"), "Ewald " + (stamp.version.empty() ? std::string(version()) : stamp.version));
    return section;
}

Section noteOf(const ReportSource& source) {
    Section section{translatable("Note"), {}, {}, {}};
    addVerbatim(section, translatable("Sample"), source.sample);
    addVerbatim(section, translatable("Operator"), source.operatorName);
    addVerbatim(section, translatable("Comment"), source.comment);
    return section;
}

Section warningsOf(const ReportSource& source) {
    constexpr std::size_t kMost = 12;
    Section section{translatable("Warnings"), {}, {}, {}};
    for (std::size_t i = 0; i < std::min(source.warnings.size(), kMost); ++i)
        section.facts.push_back({std::to_string(i + 1), source.warnings[i]});
    if (source.warnings.size() > kMost)
        section.text = phrase("%1 warnings, the first %2:", countText(source.warnings.size()), countText(kMost));
    return section;
}

Section changesOf(const std::vector<io::ParameterChange>& changes) {
    Section section{translatable("Changed while it ran"), {}, {}, {}};
    for (const io::ParameterChange& change : changes) {
        const ParameterDef* def = findParameter(change.key);
        section.facts.push_back(
            {phrase("After iteration %1", countText(change.iteration)),
             phrase("%1: %2 → %3", def == nullptr ? change.key : def->label, change.from.empty() ? none() : change.from,
                    change.to.empty() ? none() : change.to)});
    }
    return section;
}

Section decisionsOf(const std::vector<io::Decision>& decisions) {
    Section section{translatable("Decided while it ran"), {}, {}, {}};
    for (const io::Decision& decision : decisions)
        section.facts.push_back({decision.iteration > 0 ? phrase("After iteration %1", countText(decision.iteration))
                                                        : translatable("Before the first iteration"),
                                 decision.text});
    return section;
}

Section verdictOf(const std::vector<std::string>& verdict) {
    Section section{translatable("Verdict"), {}, {}, {}};
    for (std::size_t i = 0; i < verdict.size(); ++i) section.facts.push_back({std::to_string(i + 1), verdict[i]});
    return section;
}

/// What of a result goes into a report.
struct Content {
    std::vector<Picture> pictures;
    Section facts{translatable("Result"), {}, {}, {}};
    Record record;
    std::vector<io::ParameterChange> changes;
    std::vector<io::Decision> decisions;
    std::vector<std::string> verdict;
    std::string job;
    bool complete = true;
};

Content readContent(const std::filesystem::path& file, const Language& language) {
    Content content;
    if (io::isIntegrationFile(file)) {
        const io::IntegrationResult result(file);
        content.pictures = picturesOf(result, language.translate);
        describe(content.facts, result);
        const io::IntegrationEnd& end = result.end();
        content.record = {end.devices, end.communicator, end.timings_s, end.energy_J};
        content.job = end.job;
        content.complete = end.complete;
        return content;
    }
    io::PtychoResult result = io::readResult(file);
    content.pictures = picturesOf(result, language.translate);
    describe(content.facts, result);
    content.record = {result.devices, result.communicator, result.timings_s, result.energy_J};
    content.changes = std::move(result.changes);
    content.decisions = std::move(result.decisions);
    content.verdict = std::move(result.verdict);
    content.job = std::move(result.job);
    content.complete = result.complete;
    return content;
}

/// \param state of the job; empty: that of its result
std::string stateText(const std::string& state, bool complete) {
    if (state.empty()) return complete ? translatable("done") : translatable("stopped early");
    return state == "stopped" ? translatable("stopped") : state == "failed" ? translatable("failed") : state;
}

} // namespace

Report makeReport(const ReportSource& source, const Language& language) {
    const bool some = !source.result.empty() && std::filesystem::exists(source.result);
    std::optional<JobDocument> job = source.document;
    Content content;
    io::ResultStamp stamp;
    if (some) {
        content = readContent(source.result, language);
        stamp = io::readStamp(source.result);
        job = parseJob(content.job, source.result.string());
    }
    if (!job && source.result.empty()) throw JobError("there is neither a result nor a job to report on");
    if (!job) throw DataError("no such file", source.result.string(), "check the name");
    Section facts{translatable("Result"), {}, {}, {}};
    add(facts, translatable("State"), stateText(source.state, content.complete));
    if (some) addVerbatim(facts, translatable("File"), source.result.string());
    addFiles(facts, *job);
    facts.facts.insert(facts.facts.end(), content.facts.facts.begin(), content.facts.facts.end());
    Report report;
    const std::vector<std::filesystem::path> files = job->files();
    const std::string input = files.empty() ? std::string("job") : files.front().filename().string();
    report.title = source.name.empty() || source.name == input ? input : source.name + " – " + input;
    Section failure{kFailure, {}, {}, source.failed};
    Section pictures{translatable("Pictures"), {}, std::move(content.pictures), {}};
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
