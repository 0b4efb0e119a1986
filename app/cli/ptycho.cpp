// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "commands.h"
#include "run_job.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

namespace ewald::cli {
namespace {

struct Arguments {
    std::string input;
    std::string output;
    std::vector<std::string> engines;
    std::vector<std::size_t> iterations;
    std::string devices;
    unsigned long long seed = 0;
    std::vector<std::string> settings;
    RunArguments run;
};

std::vector<job::Stage> pipelineOf(const Arguments& arguments) {
    std::vector<std::string> engines = arguments.engines;
    if (engines.empty()) engines.emplace_back("rpie");
    if (arguments.iterations.size() > engines.size() ||
        (arguments.iterations.size() > 1 && arguments.iterations.size() < engines.size()))
        throw JobError(std::to_string(engines.size()) + " engines but " + std::to_string(arguments.iterations.size()) +
                           " numbers of iterations",
                       "--iterations", "give one number, or one for each engine: --engine dm,rpie --iterations 50,200");
    std::vector<job::Stage> pipeline;
    for (std::size_t i = 0; i < engines.size(); ++i) {
        job::Stage stage;
        stage.engine = engines[i];
        if (!arguments.iterations.empty())
            stage.iterations = arguments.iterations[std::min(i, arguments.iterations.size() - 1)];
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
        ->delimiter(',')
        ->allow_extra_args(false)
        ->option_text("NAME[,NAME,...]");
    command->add_option("--iterations", arguments->iterations, "iterations, one number or one for each engine [100]")
        ->delimiter(',')
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
