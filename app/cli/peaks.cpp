// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/json_text.h"
#include "base/median.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/stop_scope.h"
#include "commands.h"
#include "io/output_guard.h"
#include "job/peaks/peak_output.h"
#include "job/peaks/peak_parameters.h"
#include "stop_signals.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace ewald::cli {
namespace {

using Json = nlohmann::ordered_json;

struct PeaksArguments {
    std::string result;
    std::string output;
    std::vector<std::string> regions;
    std::map<std::string, std::string> values; ///< of peakParameters()
    bool overwrite = false;
    bool json = false;
};

/// One peak along the series: medians, and extremes, over the patterns in which it was fitted.
struct Summary {
    std::size_t fitted = 0, weak = 0, notConverged = 0, noPoints = 0;
    double position = 0, lowest = 0, highest = 0, fwhm = 0, area = 0, reducedChi2 = 0;
};

Summary summaryOf(const job::PeakColumn& peak) {
    Summary summary;
    std::vector<double> positions, widths, areas, chi2;
    for (std::size_t row = 0; row < peak.state.size(); ++row) {
        const auto state = static_cast<fit::PeakState>(peak.state[row]);
        summary.weak += state == fit::PeakState::weak ? 1 : 0;
        summary.notConverged += state == fit::PeakState::notConverged ? 1 : 0;
        summary.noPoints += state == fit::PeakState::noPoints ? 1 : 0;
        if (state != fit::PeakState::fitted) continue;
        positions.push_back(peak.position.values[row]);
        widths.push_back(peak.fwhm.values[row]);
        areas.push_back(peak.area.values[row]);
        chi2.push_back(peak.reducedChi2[row]);
    }
    summary.fitted = positions.size();
    if (positions.empty()) return summary;
    summary.lowest = *std::ranges::min_element(positions);
    summary.highest = *std::ranges::max_element(positions);
    summary.position = medianOf(std::move(positions));
    summary.fwhm = medianOf(std::move(widths));
    summary.area = medianOf(std::move(areas));
    summary.reducedChi2 = medianOf(std::move(chi2));
    return summary;
}

void print(const job::PeakTable& table) {
    std::printf("# %zu patterns, %s, unit %s, errors %s\n", table.patterns(), table.shape.c_str(), table.unit.c_str(),
                table.errorsOfPatterns ? "of the patterns" : "of the scatter about the fits");
    std::printf("#%4s %12s %25s %12s %12s %9s %8s\n", "peak", "position", "from ... to", "fwhm", "area", "chi2",
                "fitted");
    for (std::size_t i = 0; i < table.peaks.size(); ++i) {
        const Summary s = summaryOf(table.peaks[i]);
        std::printf("%5zu %12.6g %12.6g %12.6g %12.5g %12.5g %9.3g %8zu\n", i + 1, s.position, s.lowest, s.highest,
                    s.fwhm, s.area, s.reducedChi2, s.fitted);
    }
}

Json toJson(const job::PeakTable& table) {
    Json all{{"patterns", table.patterns()},
             {"unit", table.unit},
             {"shape", table.shape},
             {"background_degree", table.backgroundDegree},
             {"errors_of_patterns", table.errorsOfPatterns},
             {"peaks", Json::array()}};
    for (const job::PeakColumn& peak : table.peaks) {
        const Summary s = summaryOf(peak);
        const auto number = [&](double value) { return s.fitted > 0 ? Json(value) : Json(); };
        all["peaks"].push_back({{"low", peak.low},
                                {"high", peak.high},
                                {"position", number(s.position)},
                                {"lowest_position", number(s.lowest)},
                                {"highest_position", number(s.highest)},
                                {"fwhm", number(s.fwhm)},
                                {"area", number(s.area)},
                                {"reduced_chi2", number(s.reducedChi2)},
                                {"fitted", s.fitted},
                                {"weak", s.weak},
                                {"not_converged", s.notConverged},
                                {"no_points", s.noPoints}});
    }
    return all;
}

void warnOf(const job::PeakTable& table) {
    for (std::size_t i = 0; i < table.peaks.size(); ++i) {
        const Summary s = summaryOf(table.peaks[i]);
        const std::size_t other = s.weak + s.notConverged + s.noPoints;
        if (other > 0)
            printWarning(phrase("peak %1 was not fitted in %2 of %3 patterns: weak in %4, not converged in %5, without "
                                "points in %6",
                                i + 1, other, table.patterns(), s.weak, s.notConverged, s.noPoints));
    }
}

/// "4000 of 100000 patterns, 450 patterns/s, 213 s left", where somebody looks.
class Progress {
public:
    void operator()(std::size_t done, std::size_t all) const {
        if (!m_terminal) return;
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
        const double rate = static_cast<double>(done) / std::max(seconds, 1e-3);
        std::fprintf(stderr, "\r%zu of %zu patterns, %.3g patterns/s, %.0f s left   %s", done, all, rate,
                     static_cast<double>(all - done) / rate, done == all ? "\n" : "");
    }

private:
    bool m_terminal = isatty(STDERR_FILENO) != 0;
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

int fitPeaksOf(const PeaksArguments& arguments) {
    const std::filesystem::path output = arguments.output;
    job::checkPeakName(output);
    if (!arguments.overwrite && std::filesystem::is_regular_file(output))
        throw JobError("the file exists already", output.string(), "give another name, or --overwrite");
    io::requireOtherFile(output, arguments.result);
    job::ParameterMap values;
    for (const auto& [key, text] : arguments.values) values[key] = job::parseValue(job::peakParameter(key), text);
    job::PeakRequest request = job::peakRequestOf(values);
    for (const std::string& region : arguments.regions) request.regions.push_back(job::peakRegionOf(region));
    RunControl control;
    const StopSignals signals(control);
    const StopScope whileFilesAreOpened(control);
    const io::IntegrationResult result(arguments.result);
    job::checkPeakOutput(output, result, arguments.result);
    const job::PeakTable table = job::fitPeaks(result, arguments.result, request, control, Progress());
    job::writePeaks(output, table, arguments.overwrite);
    warnOf(table);
    if (arguments.json)
        std::fputs((jsonText(toJson(table), 2) + "\n").c_str(), stdout);
    else
        print(table);
    return 0;
}

/// An option of an entry of the table: "--most-peaks" for most_peaks.
void addParameter(CLI::App& command, const job::ParameterDef& def, std::string& value) {
    value = job::toText(def.defaultValue);
    std::string name = "--" + def.key;
    std::ranges::replace(name, '_', '-');
    CLI::Option* option = command.add_option(name, value, def.help)->capture_default_str();
    if (def.type == job::ParameterType::choice)
        option->check(CLI::IsMember(def.choices));
    else
        option->check(CLI::Range(static_cast<long long>(def.minimum), static_cast<long long>(def.maximum)));
}

} // namespace

void addPeaksCommand(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand(
        "peaks", "Fit peaks of all patterns of an integration: positions, widths, areas with errors");
    const auto a = std::make_shared<PeaksArguments>();
    command->add_option("RESULT", a->result, "result of an integration")->required();
    command->add_option("-o,--output", a->output, "HDF5 file (.h5, .nxs), or text with commas (.csv)")->required();
    command->add_option(
        "--region", a->regions,
        "LOW:HIGH or LOW:HIGH@P1,P2 in the unit of the result: a region and where its peaks are; may be "
        "repeated; without it the peaks of the mean pattern are found");
    for (const job::ParameterDef& def : job::peakParameters()) addParameter(*command, def, a->values[def.key]);
    command->add_flag("--overwrite", a->overwrite, "replace an existing output");
    command->add_flag("--json", a->json, "print the summary as JSON");
    command->callback([a, &action] { action = [a] { return fitPeaksOf(*a); }; });
}

} // namespace ewald::cli
