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

struct Arguments {
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
    return "with the plainest model (one probe mode, positions of the file, no background, even intensities): " +
           resolution(plain) + "\n  correlation at half of Nyquist " +
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
        const auto value = [&](const std::optional<std::string>& v) { return v ? *v + unit : std::string("–"); };
        text += "  " + difference.label + stage + " (" + difference.key + "): A " + value(difference.a) + ", B " +
                value(difference.b) + "\n";
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

Json comparisonJson(const Arguments& arguments, const job::ResultComparison& found, ptycho::FrcWindow window) {
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

void requireWritable(const Arguments& arguments) {
    if (arguments.output.empty()) return;
    if (!arguments.b.empty()) io::requireOtherFile(arguments.output, arguments.b);
    if (io::resolveOutput(arguments.output).exists && !arguments.overwrite)
        throw DataError("the file exists already", arguments.output, "choose another name, or use --overwrite");
}

/// What a result was made from is not replaced. A itself may be: it is written again with all that it holds.
void requireNoSource(const Arguments& arguments, const io::PtychoResult& result, const std::string& file) {
    std::error_code failed;
    if (arguments.output.empty() || std::filesystem::equivalent(arguments.output, arguments.a, failed)) return;
    for (const std::filesystem::path& source : job::filesReadBy(result.job, file))
        io::requireOtherFile(arguments.output, source);
}

job::ResultComparison compareTwo(const Arguments& arguments, const io::PtychoResult& a, ptycho::FrcWindow window) {
    const io::PtychoResult b = io::readResult(arguments.b);
    requireNoSource(arguments, b, arguments.b);
    job::requireFinite(b, arguments.b);
    try {
        return job::compareResults(a, b, window);
    } catch (const DataError& error) {
        throw DataError(error.problem(), arguments.a + " and " + arguments.b, error.hint());
    }
}

struct ComparedHalves {
    job::ResultComparison found;
    std::optional<job::ResultComparison> plain; ///< with the plainest model, where it was asked for
};

/// Both halves of the scan that a result was made from, as it was made.
ComparedHalves compareHalves(const Arguments& arguments, const io::PtychoResult& whole, ptycho::FrcWindow window) {
    RunControl control;
    const StopSignals signals(control);
    const StopScope whileFilesAreOpened(control);
    const std::unique_ptr<job::JobObserver> output = makeOutput(OutputStyle::quiet);
    const job::JobDocument document = job::queue::documentFrom(arguments.a);
    const std::optional<job::JobDocument> plain =
        arguments.gain ? job::withPlainModel(document) : std::optional<job::JobDocument>();
    if (arguments.gain && !plain)
        throw JobError("the result has the plainest model itself: one probe mode, positions of the file, no background",
                       "--gain", "leave the option out");
    ComparedHalves halves{
        job::compareHalves(job::reconstructHalves(document, job::finalError(whole), *output, control), window), {}};
    if (plain) halves.plain = job::comparePlainHalves(job::reconstructHalves(*plain, {}, *output, control), window);
    return halves;
}

/// What stands for A and B in texts.
Arguments named(Arguments arguments) {
    if (arguments.halves) {
        arguments.b = "second random half of the scan of " + arguments.a;
        arguments.a = "first random half of the scan of " + arguments.a;
    }
    return arguments;
}

int compare(const Arguments& arguments) {
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
    const auto [found, plain] =
        arguments.halves ? compareHalves(arguments, a, window) : ComparedHalves{compareTwo(arguments, a, window), {}};
    if (!arguments.output.empty()) {
        const auto name = [](const std::string& file) { return std::filesystem::path(file).filename().string(); };
        std::string of = arguments.halves ? job::randomHalves() : name(arguments.a) + " and " + name(arguments.b);
        if (!arguments.halves && !found.division.empty()) of += ": " + found.division;
        a.frc = job::storedFrc(found, window, of);
        io::writeResult(arguments.output, a, arguments.overwrite);
    }
    const Arguments shown = named(arguments);
    std::string text;
    if (arguments.json) {
        Json all = comparisonJson(shown, found, window);
        if (plain) all["plain_model"] = {{"frc", frcJson(*plain, window)}};
        text = jsonText(all, 2) + "\n";
    } else {
        text = "A " + shown.a + "\nB " + shown.b + "\n" + objectText(found) + frcText(found, window) +
               (plain ? gainText(*plain, found) : "") + probeText(found) + lossText(found) + parametersText(found);
        if (!arguments.output.empty()) text += "wrote " + arguments.output + "\n";
    }
    std::fputs(text.c_str(), stdout);
    return 0;
}

} // namespace

void addCompareCommand(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand(
        "compare", "Align two reconstructions: difference, resolution (FRC), probes, loss, parameters");
    const auto arguments = std::make_shared<Arguments>();
    command->add_option("A", arguments->a, "result file (HDF5), the reference")->required();
    command->add_option("B", arguments->b, "result file that is aligned with it");
    command->add_option("-o,--output", arguments->output,
                        "write A with the Fourier ring correlation in /entry/frc to this file, which may be A");
    command->add_option("--window", arguments->window, "of the ring correlation: hann, tukey, none [hann]");
    command->add_flag("--halves", arguments->halves,
                      "instead of B: reconstruct two random halves of the scan of A as A was, and compare these");
    command->add_flag("--gain", arguments->gain,
                      "with --halves: the same with the plainest model (one probe mode, positions of the file, no "
                      "background, even intensities), to see what that of A gains");
    command->add_flag("--json", arguments->json, "as JSON, with the whole curve");
    command->add_flag("--overwrite", arguments->overwrite, "replace an existing output");
    command->callback([arguments, &action] { action = [arguments] { return compare(*arguments); }; });
}

} // namespace ewald::cli
