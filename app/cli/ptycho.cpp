// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "job/ptycho_job_kind.h"
#include "job_command.h"
#include "run_job.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <memory>
#include <nlohmann/json.hpp>

namespace ewald::cli {
namespace {

struct Arguments {
    std::string input;
    std::string output;
    std::vector<std::string> engines;
    std::vector<std::string> iterations;
    std::string devices;
    unsigned long long seed = 0;
    std::vector<std::string> settings;
};

/// The items between commas, of all occurrences of an option. A comma too many is an error.
std::vector<std::string> itemsOf(const std::vector<std::string>& lists, const char* option) {
    std::vector<std::string> items;
    for (const std::string& list : lists)
        for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
            end = list.find(',', begin);
            items.push_back(list.substr(begin, end == std::string::npos ? end : end - begin));
            if (items.back().empty())
                throw JobError("an item of the list \"" + list.substr(0, 60) + "\" is empty", option,
                               "remove the comma that has nothing beside it");
        }
    return items;
}

std::size_t iterationsOf(const std::string& text) {
    std::size_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, number);
    if (problem != std::errc() || stop != end)
        throw JobError("\"" + text.substr(0, 40) + "\" is no number of iterations", "--iterations",
                       "allowed: 1 to 1000000");
    return number;
}

std::vector<job::Stage> pipelineOf(const Arguments& arguments) {
    std::vector<std::string> engines = itemsOf(arguments.engines, "--engine");
    const std::vector<std::string> iterations = itemsOf(arguments.iterations, "--iterations");
    if (engines.empty()) engines.emplace_back("rpie");
    if (iterations.size() > engines.size() || (iterations.size() > 1 && iterations.size() < engines.size()))
        throw JobError(std::to_string(engines.size()) + " engines but " + std::to_string(iterations.size()) +
                           " numbers of iterations",
                       "--iterations", "give one number, or one for each engine: --engine dm,rpie --iterations 50,200");
    std::vector<job::Stage> pipeline;
    for (std::size_t i = 0; i < engines.size(); ++i) {
        job::Stage stage;
        stage.engine = engines[i];
        if (!iterations.empty()) stage.iterations = iterationsOf(iterations[std::min(i, iterations.size() - 1)]);
        pipeline.push_back(stage);
    }
    return pipeline;
}

job::JobDocument documentOf(const Arguments& arguments) {
    job::JobDocument document = job::ptychoJobKind().newDocument();
    document.inputFile = arguments.input;
    document.outputFile = arguments.output;
    document.seed = arguments.seed;
    document.pipeline = pipelineOf(arguments);
    if (!arguments.devices.empty()) document.set("devices", arguments.devices);
    applySettings(document, arguments.settings);
    return document;
}

std::function<job::JobDocument()> addOptions(CLI::App& command, const job::JobKind&) {
    const auto arguments = std::make_shared<Arguments>();
    command.add_option("FILE", arguments->input, "scan: CXI, NeXus, ptyd or other HDF5 file")->required();
    command.add_option("-o,--output", arguments->output, "result file to write (HDF5)")->required();
    command.add_option("--engine", arguments->engines, "engines in order: rpie, epie, dm; several as dm,rpie")
        ->allow_extra_args(false)
        ->option_text("NAME[,NAME,...]");
    command.add_option("--iterations", arguments->iterations, "iterations, one number or one for each engine [100]")
        ->allow_extra_args(false)
        ->option_text("N[,N,...]");
    command.add_option("--devices", arguments->devices, "auto, cpu, cpu:4, cuda:0,cuda:2, cuda:0x3 [auto]");
    command.add_option("--seed", arguments->seed, "seed of the frame order [0]");
    command.add_option("--set", arguments->settings, "a parameter as key=value; ewald-cli schema lists them")
        ->take_all()
        ->allow_extra_args(false);
    return [arguments] { return documentOf(*arguments); };
}

std::string planText(const job::JobPlan& plan) {
    return "plan: " + plan.engineSummary + ", " + std::to_string(plan.frames) + " frames of " +
           std::to_string(plan.windowPixels) + " x " + std::to_string(plan.windowPixels) + ", object " +
           std::to_string(plan.objectRows) + " x " + std::to_string(plan.objectCols) + " pixels of " +
           formatted(plan.objectPixel_m * 1e9, "%.4g nm") + ", " + std::to_string(plan.probeModes) +
           (plan.probeModes == 1 ? " probe mode, " : " probe modes, ") +
           formatted(plan.memory_bytes / 1e6, "about %.0f MB") + deviceLines(plan);
}

nlohmann::ordered_json planFields(const job::JobPlan& p) {
    return {{"engines", p.engineSummary},
            {"iterations", p.iterations},
            {"devices", p.devices},
            {"communicator", p.communicator},
            {"frames", p.frames},
            {"window_pixels", p.windowPixels},
            {"object_rows", p.objectRows},
            {"object_cols", p.objectCols},
            {"probe_modes", p.probeModes},
            {"object_pixel_m", p.objectPixel_m},
            {"memory_bytes", p.memory_bytes}};
}

} // namespace

const JobCommand& ptychoCommand() {
    static const JobCommand command{&job::ptychoJobKind(), addOptions, planText, planFields};
    return command;
}

} // namespace ewald::cli
