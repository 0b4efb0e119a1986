// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "commands.h"
#include "run_job.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <memory>

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
    RunArguments run;
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
    job::JobDocument document;
    document.inputFile = arguments.input;
    document.outputFile = arguments.output;
    document.seed = arguments.seed;
    document.pipeline = pipelineOf(arguments);
    if (!arguments.devices.empty()) document.set("devices", arguments.devices);
    applySettings(document, arguments.settings);
    job::resolvePaths(document, std::filesystem::current_path());
    return document;
}

} // namespace

void addPtychoCommand(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("ptycho", "Reconstruct a ptychographic scan");
    const auto arguments = std::make_shared<Arguments>();
    command->add_option("FILE", arguments->input, "scan: CXI, NeXus, ptyd or other HDF5 file")->required();
    command->add_option("-o,--output", arguments->output, "result file to write (HDF5)")->required();
    command->add_option("--engine", arguments->engines, "engines in order: rpie, epie, dm; several as dm,rpie")
        ->allow_extra_args(false)
        ->option_text("NAME[,NAME,...]");
    command->add_option("--iterations", arguments->iterations, "iterations, one number or one for each engine [100]")
        ->allow_extra_args(false)
        ->option_text("N[,N,...]");
    command->add_option("--devices", arguments->devices, "auto, cpu, cpu:4, cuda:0,cuda:2, cuda:0x3 [auto]");
    command->add_option("--seed", arguments->seed, "seed of the frame order [0]");
    command->add_option("--set", arguments->settings, "a parameter as key=value; ewald-cli schema lists them")
        ->take_all()
        ->allow_extra_args(false);
    addRunArguments(*command, arguments->run);
    addResumeArguments(*command, arguments->run);
    command->callback([arguments, &action] {
        action = [arguments] { return runJob([&] { return documentOf(*arguments); }, arguments->run); };
    });
}

} // namespace ewald::cli
