// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "commands.h"
#include "job/ptychography/ptycho_job_kind.h"
#include "job_command.h"
#include "pipeline_options.h"
#include "run_job.h"

#include <CLI/CLI.hpp>
#include <memory>

namespace ewald::cli {
namespace {

struct PtychoArguments {
    std::string input;
    std::string output;
    PipelineArguments pipeline;
    std::string devices;
    unsigned long long seed = 0;
    bool halves = false;
    std::vector<std::string> settings;
};

job::JobDocument documentOf(const PtychoArguments& arguments) {
    job::JobDocument document = job::ptychoJobKind().newDocument();
    document.inputFile = arguments.input;
    document.outputFile = arguments.output;
    document.seed = arguments.seed;
    applyPipeline(document, arguments.pipeline);
    if (!arguments.devices.empty()) document.set("devices", arguments.devices);
    if (arguments.halves) document.set("halves", "true");
    applySettings(document, arguments.settings);
    return document;
}

std::string engineLines() {
    std::string text = "Engines:\n";
    for (const ptycho::EngineKind* kind : ptycho::engineKinds())
        text += "  " + kind->name + ": " + kind->help + "\n    " + kind->paper + "\n";
    return text;
}

std::function<job::JobDocument()> addOptions(CLI::App& command, const job::JobKind&) {
    const auto arguments = std::make_shared<PtychoArguments>();
    command.add_option("FILE", arguments->input, "scan: CXI, NeXus, ptyd or other HDF5 file")->required();
    command.add_option("-o,--output", arguments->output, "result file to write (HDF5)")->required();
    addPipelineOptions(command, arguments->pipeline);
    command.add_option("--devices", arguments->devices, "auto, cpu, cpu:4, cuda:0,cuda:2, cuda:0x3 [auto]");
    addSeedOption(command, arguments->seed, "seed of the frame order [0]");
    command.add_flag("--halves", arguments->halves,
                     "afterwards reconstruct two random halves of the scan (of each two consecutive frames one) and "
                     "store the resolution (FRC) in /entry/frc");
    command.add_option("--set", arguments->settings, "a parameter as key=value; ewald-cli schema lists them")
        ->take_all()
        ->allow_extra_args(false);
    command.footer(engineLines());
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

} // namespace

const JobCommand& ptychoCommand() {
    static const JobCommand command{&job::ptychoJobKind(), addOptions, planText};
    return command;
}

} // namespace ewald::cli
