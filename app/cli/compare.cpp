// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/json_text.h"
#include "base/quantity_text.h"
#include "base/stop_scope.h"
#include "commands.h"
#include "io/output_guard.h"
#include "job/document/source_files.h"
#include "job/ptychography/run/half_scans.h"
#include "job/queue/batch/job_batch.h"
#include "run_job.h"
#include "stop_signals.h"

#include <CLI/CLI.hpp>
#include <complex>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

namespace ewald::cli {
namespace {

using Json = nlohmann::ordered_json;

struct CompareArguments {
    std::string a;
    std::string b;
    std::string output;
    std::string window = "hann";
    bool halves = false;
    bool gain = false;
    bool json = false;
    bool overwrite = false;
};

ptycho::FrcWindow windowOf(const std::string& name) {
    if (name == "hann") return ptycho::FrcWindow::hann;
    if (name == "tukey") return ptycho::FrcWindow::tukey;
    if (name == "none") return ptycho::FrcWindow::none;
    throw JobError("unknown window \"" + name.substr(0, 40) + "\"", "--window", "hann, tukey or none");
}

constexpr const char* kSameFrames =
    "both results use the same frames: the ring correlation says how far they agree, not how far the sample is "
    "resolved; "
    "for a resolution compare two scans, or the halves of one (--halves)";

// ---- text ----------------------------------------------------------------------------------------------------------

std::string number(double value) { return numberText(value, 3); }

std::string objectText(const job::ResultComparison& found) {
    const ptycho::ImageBox& box = found.box;
    const ptycho::Alignment& by = found.alignment;
    std::string text = "object: " + std::to_string(box.rows) + " × " + std::to_string(box.cols) + " pixels from (" +
                       std::to_string(box.row) + ", " + std::to_string(box.col) + ") are well lit in both, " +
                       lengthText(static_cast<double>(box.rows) * found.pixelHeight_m, 3) + " × " +
                       lengthText(static_cast<double>(box.cols) * found.pixelWidth_m, 3) + "\n";
    text += "  B onto A: shift (" + numberText(by.shiftRow, 4) + ", " + numberText(by.shiftCol, 4) +
            ") pixels (row, column), ramp (" + number(by.rampRow) + ", " + number(by.rampCol) +
            ") rad a pixel, amplitude × " + numberText(std::abs(by.scale), 4) + ", phase " +
            number(std::arg(by.scale)) + " rad" + (by.twin ? ", turned by 180° and conjugated (twin)" : "") + "\n";
    text += "  correlation of the contrast " + numberText(by.correlation, 4) + " (" +
            (by.twin ? "as it is" : "as its twin") + " " + number(by.otherCorrelation) + ")\n";
    text += "  difference: " + number(found.difference.relative) + " of the object, amplitude " +
            number(found.difference.amplitude) + ", phase " + number(found.difference.phase_rad) + " rad (r.m.s.)\n";
    return text;
}

std::string resolutionText(const job::ResultComparison& found, const std::optional<double>& resolution_m) {
    if (!resolution_m) return "a pixel (" + lengthText(1 / (2 * found.frc.nyquist), 3) + ") or better";
    return lengthText(*resolution_m, 3) + " (" + number(1 / (2 * *resolution_m * found.frc.nyquist)) + " of Nyquist)";
}

std::string frcText(const job::ResultComparison& found, ptycho::FrcWindow window) {
    if (!found.noResolution.empty()) return "resolution: none can be given, " + found.noResolution + "\n";
    std::string text = "resolution: half-bit " + resolutionText(found, found.frc.halfBitResolution_m) + ", one-bit " +
                       resolutionText(found, found.frc.oneBitResolution_m) + "\n  " +
                       job::resolutionDefinition(window) + "\n";
    if (found.sameFrames) text += std::string("  ") + kSameFrames + "\n";
    if (!found.division.empty()) text += "  of " + found.division + "\n";
    return text;
}

/// What the model of a result gains beside the plainest one, by the halves of both.
std::string gainText(const job::ResultComparison& plain, const job::ResultComparison& found) {
    const auto resolution = [](const job::ResultComparison& of) {
        return of.noResolution.empty() ? "half-bit " + resolutionText(of, of.frc.halfBitResolution_m)
                                       : "no resolution, " + of.noResolution;
    };
    return "with the plainest model (" + std::string(job::plainModelWords()) + "): " + resolution(plain) +
           "\n  correlation at half of Nyquist " +
           (plain.frc.frc.empty() ? "not known" : numberText(ptycho::correlationAt(plain.frc, 0.5), 3)) +
           ", with the model of the result " + numberText(ptycho::correlationAt(found.frc, 0.5), 3) + "\n";
}

std::string powersText(const ptycho::Coherence& coherence) {
    std::string text;
    for (const double power : coherence.power) text += (text.empty() ? "" : ", ") + number(power);
    return text + " (degree of coherence " + number(coherence.degree) + ")";
}

std::string probeText(const job::ResultComparison& found) {
    if (!found.probe) return "probes: not compared, " + found.noProbe + "\n";
    return "probes: " + numberText(found.probe->overlap, 4) + " in common (1 = the same), power of B " +
           number(found.probe->powerRatio) + " of that of A\n  mode powers of A " + powersText(found.probe->a) +
           "\n  mode powers of B " + powersText(found.probe->b) + "\n";
}

std::string lossText(const job::ResultComparison& found) {
    std::string text;
    if (const auto& at = found.atEqualIteration)
        text += "fourier_error at iteration " + std::to_string(at->iteration) + ": A " + numberText(at->a, 4) + ", B " +
                numberText(at->b, 4) + "\n";
    if (const auto& at = found.atEqualTime)
        text += "fourier_error after " + number(at->time_s) + " s" + ": A " + numberText(at->a, 4) + ", B " +
                numberText(at->b, 4) + "\n";
    return text;
}

std::string parametersText(const job::ResultComparison& found) {
    if (found.parameters.empty()) return "parameters: the same\n";
    std::string text = "parameters that differ:\n";
    for (const job::ParameterDifference& difference : found.parameters) {
        const std::string stage = difference.stage ? " of stage " + std::to_string(*difference.stage + 1) : "";
        const std::string unit = difference.unit.empty() ? "" : " " + difference.unit;
        const auto value = [&](const std::optional<std::string>& last, const std::vector<job::EarlierValue>& earlier) {
            std::string all;
            for (const job::EarlierValue& one : earlier)
                all += one.value + unit + " until iteration " + std::to_string(one.until) + ", then ";
            return last ? all + *last + unit : std::string("–");
        };
        text += "  " + difference.label + stage + " (" + difference.key + "): A " +
                value(difference.a, difference.earlierA) + ", B " + value(difference.b, difference.earlierB) + "\n";
    }
    return text;
}

// ---- JSON ----------------------------------------------------------------------------------------------------------

Json optionalJson(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json objectJson(const job::ResultComparison& found) {
    const ptycho::ImageBox& box = found.box;
    const ptycho::Alignment& by = found.alignment;
    return {{"pixel_m", {found.pixelHeight_m, found.pixelWidth_m}},
            {"area", {{"row", box.row}, {"col", box.col}, {"rows", box.rows}, {"cols", box.cols}}},
            {"twin", by.twin},
            {"shift_px", {by.shiftRow, by.shiftCol}},
            {"ramp_rad_per_px", {by.rampRow, by.rampCol}},
            {"amplitude_factor", std::abs(by.scale)},
            {"phase_rad", std::arg(by.scale)},
            {"correlation", by.correlation},
            {"other_correlation", by.otherCorrelation},
            {"relative_difference", found.difference.relative},
            {"amplitude_difference", found.difference.amplitude},
            {"phase_difference_rad", found.difference.phase_rad}};
}

Json frcJson(const job::ResultComparison& found, ptycho::FrcWindow window) {
    return {{"half_bit_resolution_m", optionalJson(found.frc.halfBitResolution_m)},
            {"one_bit_resolution_m", optionalJson(found.frc.oneBitResolution_m)},
            {"no_resolution", found.noResolution.empty() ? Json(nullptr) : Json(found.noResolution)},
            {"definition", job::resolutionDefinition(window)},
            {"same_frames", found.sameFrames},
            {"division", found.division.empty() ? Json(nullptr) : Json(found.division)},
            {"nyquist_per_m", found.frc.nyquist},
            {"frequency_per_m", found.frc.frequency},
            {"frc", found.frc.frc},
            {"half_bit", found.frc.halfBit},
            {"one_bit", found.frc.oneBit}};
}

Json probeJson(const job::ResultComparison& found) {
    if (!found.probe) return {{"compared", false}, {"reason", found.noProbe}};
    const job::ProbeComparison& probe = *found.probe;
    return {{"compared", true},
            {"overlap", probe.overlap},
            {"power_ratio", probe.powerRatio},
            {"mode_power_a", probe.a.power},
            {"mode_power_b", probe.b.power},
            {"degree_of_coherence_a", probe.a.degree},
            {"degree_of_coherence_b", probe.b.degree}};
}

Json comparisonJson(const CompareArguments& arguments, const job::ResultComparison& found, ptycho::FrcWindow window) {
    Json loss = Json::object();
    if (const auto& at = found.atEqualIteration)
        loss["at_equal_iteration"] = {{"iteration", at->iteration}, {"a", at->a}, {"b", at->b}};
    if (const auto& at = found.atEqualTime)
        loss["at_equal_time"] = {{"time_s", at->time_s}, {"a", at->a}, {"b", at->b}};
    Json parameters = Json::array();
    for (const job::ParameterDifference& difference : found.parameters) {
        Json entry = {{"key", difference.key}, {"label", difference.label}};
        if (difference.stage) entry["stage"] = *difference.stage;
        if (!difference.unit.empty()) entry["unit"] = difference.unit;
        entry["a"] = difference.a ? Json(*difference.a) : Json(nullptr);
        entry["b"] = difference.b ? Json(*difference.b) : Json(nullptr);
        const auto addEarlier = [&](const char* key, const std::vector<job::EarlierValue>& earlier) {
            for (const job::EarlierValue& one : earlier)
                entry[key].push_back({{"value", one.value}, {"until_iteration", one.until}});
        };
        addEarlier("a_earlier", difference.earlierA);
        addEarlier("b_earlier", difference.earlierB);
        parameters.push_back(std::move(entry));
    }
    return {{"a", arguments.a},
            {"b", arguments.b},
            {"object", objectJson(found)},
            {"frc", frcJson(found, window)},
            {"probes", probeJson(found)},
            {"loss", loss},
            {"parameters", parameters}};
}

// ---- the command ---------------------------------------------------------------------------------------------------

void requireWritable(const CompareArguments& arguments) {
    if (arguments.output.empty()) return;
    if (!arguments.b.empty()) io::requireOtherFile(arguments.output, arguments.b);
    if (io::resolveOutput(arguments.output).exists && !arguments.overwrite)
        throw DataError("the file exists already", arguments.output, "choose another name, or use --overwrite");
}

/// What a result was made from is not replaced. A itself may be: it is written again with all that it holds.
void requireNoSource(const CompareArguments& arguments, const io::PtychoResult& result, const std::string& file) {
    std::error_code failed;
    if (arguments.output.empty() || std::filesystem::equivalent(arguments.output, arguments.a, failed)) return;
    for (const std::filesystem::path& source : job::filesReadBy(result.job, file))
        io::requireOtherFile(arguments.output, source);
}

job::ResultComparison compareTwo(const CompareArguments& arguments, const io::PtychoResult& a,
                                 ptycho::FrcWindow window) {
    const io::PtychoResult b = io::readResult(arguments.b);
    requireNoSource(arguments, b, arguments.b);
    job::requireFinite(b, arguments.b);
    try {
        return job::compareResults(a, b, window);
    } catch (const DataError& error) {
        throw DataError(error.problem(), arguments.a + " and " + arguments.b, error.hint());
    }
}

/// Reconstructs halves of the scan that a result was made from, until a signal says to stop.
class HalvesOfScan {
public:
    /// \param gain whether comparePlain() will be asked for \throws JobError where there is none to be had
    HalvesOfScan(const std::string& result, bool gain) : m_job(job::queue::documentFrom(result)) {
        if (gain) m_plain = job::withPlainModel(m_job);
        if (gain && !m_plain)
            throw JobError(std::string("the result has the plainest model itself: ") + job::plainModelWords(), "--gain",
                           "leave the option out");
    }
    /// With the model of the result.
    [[nodiscard]] job::ResultComparison compare(const io::PtychoResult& whole, ptycho::FrcWindow window) {
        return job::compareHalves(job::reconstructHalves(m_job, job::finalError(whole), *m_output, m_control), window);
    }
    /// With the plainest one.
    [[nodiscard]] job::ResultComparison comparePlain(ptycho::FrcWindow window) {
        return job::comparePlainHalves(job::reconstructHalves(*m_plain, {}, *m_output, m_control), window);
    }

private:
    RunControl m_control;
    const StopSignals m_signals{m_control};
    const StopScope m_whileFilesAreOpened{m_control};
    const std::unique_ptr<job::JobObserver> m_output = makeOutput(OutputStyle::quiet);
    job::JobDocument m_job;
    std::optional<job::JobDocument> m_plain;
};

/// What stands for A and B in texts.
CompareArguments named(CompareArguments arguments) {
    if (arguments.halves) {
        arguments.b = "second random half of the scan of " + arguments.a;
        arguments.a = "first random half of the scan of " + arguments.a;
    }
    return arguments;
}

void writeWithFrc(const CompareArguments& arguments, io::PtychoResult& a, const job::ResultComparison& found,
                  ptycho::FrcWindow window) {
    if (arguments.output.empty()) return;
    std::error_code failed; // minutes have passed since it was read
    if (std::filesystem::equivalent(arguments.output, arguments.a, failed))
        a = job::readToAmend(arguments.a, job::finalError(a));
    if (arguments.halves) {
        job::addResolution(a, found, window);
    } else {
        const auto name = [](const std::string& file) { return std::filesystem::path(file).filename().string(); };
        std::string of = name(arguments.a) + " and " + name(arguments.b);
        if (!found.division.empty()) of += ": " + found.division;
        a.frc = job::storedFrc(found, window, of);
    }
    io::writeResult(arguments.output, a, arguments.overwrite);
}

void print(const std::string& text) {
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
}

/// As text, with what the model gains as its last lines; what was found before is said when that fails.
void report(const CompareArguments& arguments, const job::ResultComparison& found, ptycho::FrcWindow window,
            HalvesOfScan* halves) {
    const CompareArguments shown = named(arguments);
    print("A " + shown.a + "\nB " + shown.b + "\n" + objectText(found) + frcText(found, window) + probeText(found) +
          lossText(found) + parametersText(found) +
          (arguments.output.empty() ? "" : "wrote " + arguments.output + "\n"));
    if (arguments.gain) print(gainText(halves->comparePlain(window), found));
}

/// The same as one JSON document.
void reportAsJson(const CompareArguments& arguments, const job::ResultComparison& found, ptycho::FrcWindow window,
                  HalvesOfScan* halves) {
    Json all = comparisonJson(named(arguments), found, window);
    try {
        if (arguments.gain) all["plain_model"] = {{"frc", frcJson(halves->comparePlain(window), window)}};
    } catch (...) {
        print(jsonText(all, 2) + "\n");
        throw;
    }
    print(jsonText(all, 2) + "\n");
}

int compare(const CompareArguments& arguments) {
    const ptycho::FrcWindow window = windowOf(arguments.window);
    if (arguments.halves != arguments.b.empty())
        throw JobError(arguments.halves ? "--halves compares the halves of one result" : "a second result is missing",
                       "compare", "give two results, or one with --halves");
    if (arguments.gain && !arguments.halves) throw JobError("--gain is of halves", "compare", "add --halves");
    requireWritable(arguments);
    io::PtychoResult a = io::readResult(arguments.a, arguments.output.empty() ? io::ResultContent::results
                                                                              : io::ResultContent::withState);
    requireNoSource(arguments, a, arguments.a);
    job::requireFinite(a, arguments.a);
    std::unique_ptr<HalvesOfScan> halves;
    if (arguments.halves) halves = std::make_unique<HalvesOfScan>(arguments.a, arguments.gain);
    const job::ResultComparison found = halves ? halves->compare(a, window) : compareTwo(arguments, a, window);
    writeWithFrc(arguments, a, found, window); // minutes of work, kept whatever becomes of the rest
    (arguments.json ? reportAsJson : report)(arguments, found, window, halves.get());
    return 0;
}

} // namespace

void addCompareCommand(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand(
        "compare", "Align two reconstructions: difference, resolution (FRC), probes, loss, parameters");
    const auto arguments = std::make_shared<CompareArguments>();
    command->add_option("A", arguments->a, "result file (HDF5), the reference")->required();
    command->add_option("B", arguments->b, "result file that is aligned with it");
    command->add_option("-o,--output", arguments->output,
                        "write A with the Fourier ring correlation in /entry/frc to this file, which may be A");
    command->add_option("--window", arguments->window, "of the ring correlation: hann, tukey, none [hann]");
    command->add_flag("--halves", arguments->halves,
                      "instead of B: reconstruct two random halves of the scan of A as A was, and compare these");
    command->add_flag("--gain", arguments->gain,
                      std::string("with --halves: the same with the plainest model (") + job::plainModelWords() +
                          "), to see what that of A gains");
    command->add_flag("--json", arguments->json, "as JSON, with the whole curve");
    command->add_flag("--overwrite", arguments->overwrite, "replace an existing output");
    command->callback([arguments, &action] { action = [arguments] { return compare(*arguments); }; });
}

} // namespace ewald::cli
