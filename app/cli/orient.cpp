// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/json_text.h"
#include "base/quantity_text.h"
#include "base/stop_scope.h"
#include "commands.h"
#include "job/ptychography/results/find_orientation.h"
#include "run_job.h"
#include "stop_signals.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

namespace ewald::cli {
namespace {

using Json = nlohmann::ordered_json;

struct OrientArguments {
    std::string input;
    std::string devices;
    std::vector<std::string> settings;
    job::OrientationSearch search;
    bool json = false;
};

job::JobDocument documentOf(const OrientArguments& arguments) {
    job::JobDocument document;
    document.inputFile = arguments.input;
    if (!arguments.devices.empty()) document.set("devices", arguments.devices);
    applySettings(document, arguments.settings);
    job::resolvePaths(document, std::filesystem::current_path());
    return document;
}

std::string setText(ptycho::Orientation orientation) {
    std::string text;
    for (const auto& [key, value] : job::settingsOf(orientation))
        text += (text.empty() ? "--set " : " --set ") + key + "=" + value;
    return text;
}

double errorOf(const ptycho::OrientationAnswer& answer, ptycho::Orientation orientation) {
    return std::find_if(answer.trials.begin(), answer.trials.end(),
                        [&](const auto& trial) { return trial.orientation == orientation; })
        ->error;
}

/// One line below the table: what to set, or why nothing can be said.
std::string verdict(const ptycho::OrientationAnswer& answer) {
    const ptycho::OrientationTrial& best = answer.trials.front();
    if (!answer.clear)
        return "not clear: the next best error is only " + numberText(answer.margin, 3) +
               " times the best; check energy, distance and the unit of the positions, or try more frames and "
               "iterations\n";
    std::string text = "set: " + setText(best.orientation) + "\n";
    if (const auto& twin = answer.twin ? answer.twin : answer.ruledOut)
        text += "or its twin: " + setText(*twin) +
                "\n  The frames cannot tell the two apart: their errors are within " +
                numberText(100 * std::abs(errorOf(answer, *twin) / best.error - 1), 2) +
                " % of each other, and the object of one is that of the other turned by 180° and conjugated.\n";
    if (answer.ruledOut)
        text += "  Only the probe in the file speaks for the first: with it, the twin has " +
                numberText(answer.probeMargin, 3) +
                " times the error. If that probe may be wrong, choose the one in "
                "which phases have the expected sign.\n";
    else if (answer.twin)
        text += "  Choose the one in which phases have the expected sign.\n";
    return text + "The next other way has " + numberText(answer.margin, 3) + " times the error.\n";
}

std::string table(const ptycho::OrientationAnswer& answer) {
    std::string text = "swap_positions  flip_position_y  flip_position_x  fourier_error\n";
    for (const ptycho::OrientationTrial& trial : answer.trials) {
        const auto word = [](bool value) { return value ? "true" : "false"; };
        char line[160];
        std::snprintf(line, sizeof line, "%-14s  %-15s  %-15s  %s%s\n", word(trial.orientation.swap),
                      word(trial.orientation.flipRow), word(trial.orientation.flipCol),
                      numberText(trial.error, 4).c_str(),
                      !answer.clear                                            ? ""
                      : trial.orientation == answer.trials.front().orientation ? "  best"
                      : answer.twin == trial.orientation                       ? "  twin of the best"
                      : answer.ruledOut == trial.orientation ? "  twin of the best, ruled out by the probe only"
                                                             : "");
        text += line;
    }
    return text;
}

Json orientationJson(ptycho::Orientation orientation) {
    return {{"swap_positions", orientation.swap},
            {"flip_position_y", orientation.flipRow},
            {"flip_position_x", orientation.flipCol}};
}

Json answerJson(const ptycho::OrientationAnswer& answer) {
    Json trials = Json::array();
    for (const ptycho::OrientationTrial& trial : answer.trials) {
        Json entry = orientationJson(trial.orientation);
        entry["fourier_error"] = trial.error;
        trials.push_back(std::move(entry));
    }
    return {{"clear", answer.clear},
            {"margin", answer.margin},
            {"best", orientationJson(answer.trials.front().orientation)},
            {"twin", answer.twin ? orientationJson(*answer.twin) : Json(nullptr)},
            {"ruled_out_by_probe", answer.ruledOut ? orientationJson(*answer.ruledOut) : Json(nullptr)},
            {"probe_margin", answer.ruledOut ? Json(answer.probeMargin) : Json(nullptr)},
            {"trials", trials}};
}

int orient(const OrientArguments& arguments) {
    RunControl control;
    const StopSignals signals(control);
    const StopScope whileFilesAreOpened(control);
    const auto progress = [](std::span<const ptycho::OrientationTrial> trials, std::size_t count) {
        std::fprintf(stderr, "tried %zu of %zu\n", trials.size(), count);
    };
    const ptycho::OrientationAnswer answer =
        job::findOrientation(documentOf(arguments), arguments.search, control, progress, printWarningOf);
    const std::string text = arguments.json ? jsonText(answerJson(answer), 2) + "\n" : table(answer) + verdict(answer);
    std::fputs(text.c_str(), stdout);
    return 0;
}

} // namespace

void addOrientCommand(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand(
        "orient",
        "Find how the axes of the positions lie to those of the frames: which of them are swapped or flipped");
    const auto arguments = std::make_shared<OrientArguments>();
    command->add_option("FILE", arguments->input, "scan: CXI, NeXus, ptyd or other HDF5 file")->required();
    command->add_option("--frames", arguments->search.frames, "frames from the middle of the scan, at most [96]")
        ->check(CLI::Range(8, 100000));
    command->add_option("--iterations", arguments->search.iterations, "of each trial [20]")->check(CLI::Range(1, 1000));
    command->add_option("--devices", arguments->devices, "as of ptycho; the first one is used [auto]");
    command->add_option("--set", arguments->settings, "a parameter as key=value; ewald-cli schema lists them")
        ->take_all()
        ->allow_extra_args(false);
    command->add_flag("--json", arguments->json, "as JSON");
    command->callback([arguments, &action] { action = [arguments] { return orient(*arguments); }; });
}

} // namespace ewald::cli
