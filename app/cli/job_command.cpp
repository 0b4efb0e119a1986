// SPDX-License-Identifier: GPL-3.0-or-later
#include "job_command.h"

#include "run_job.h"

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace ewald::cli {
namespace {

struct JobCommandArguments {
    std::vector<std::string> inputs;
    std::string output;
    std::string devices;
    std::vector<std::string> settings;
};

std::function<job::JobDocument()> addCommonOptions(CLI::App& command, const job::JobKind& kind) {
    const auto arguments = std::make_shared<JobCommandArguments>();
    CLI::Option* files = command.add_option("FILE", arguments->inputs, "what it reads")->required();
    if (!kind.has(job::JobFeature::severalFiles)) files->expected(1);
    command.add_option("-o,--output", arguments->output, "result file to write")->required();
    command.add_option("--devices", arguments->devices, "auto, cpu, cpu:4, cuda:0,cuda:2 [auto]");
    command.add_option("--set", arguments->settings, "a parameter as key=value; ewald-cli schema lists them")
        ->take_all()
        ->allow_extra_args(false);
    return [arguments, &kind] {
        job::JobDocument document = kind.newDocument();
        setInputs(document, arguments->inputs);
        document.outputFile = arguments->output;
        if (!arguments->devices.empty()) document.set("devices", arguments->devices);
        applySettings(document, arguments->settings, arguments->inputs);
        return document;
    };
}

std::string commonText(const job::JobPlan& plan) { return "plan: " + plan.engineSummary + deviceLines(plan); }

} // namespace

const JobCommand& jobCommandOf(const std::string& kind) {
    static const std::array<const JobCommand*, 2> table{&ptychoCommand(), &integrateCommand()};
    static const JobCommand common{nullptr, addCommonOptions, commonText};
    for (const JobCommand* command : table)
        if (command->kind->name() == kind) return *command;
    return common;
}

void addJobCommands(CLI::App& app, Action& action) {
    for (const job::JobKind* kind : job::jobKinds()) {
        CLI::App* command = app.add_subcommand(kind->name(), kind->summary());
        const auto documentOf = jobCommandOf(kind->name()).addOptions(*command, *kind);
        const auto run = std::make_shared<RunArguments>();
        addRunArguments(*command, *run);
        if (kind->has(job::JobFeature::continuation)) addResumeArguments(*command, *run);
        const auto document = [documentOf] {
            job::JobDocument made = documentOf();
            job::resolvePaths(made, std::filesystem::current_path());
            return made;
        };
        command->callback([document, run, &action] { action = [document, run] { return runJob(document, *run); }; });
    }
}

std::string deviceLines(const job::JobPlan& plan) {
    std::string text;
    for (const std::string& device : plan.devices) text += "\ndevice: " + device;
    if (plan.devices.size() > 1) text += "\ncommunication: " + plan.communicator;
    return text;
}

std::string formatted(double value, const char* format) {
    char text[48];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

} // namespace ewald::cli
