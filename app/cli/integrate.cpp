// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "commands.h"
#include "job/integrate_job_kind.h"
#include "run_job.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>

namespace ewald::cli {
namespace {

struct Arguments {
    std::vector<std::string> inputs;
    std::string output;
    std::string poni;
    std::string npt;
    std::string nptAzim;
    std::string unit;
    std::string split;
    std::string devices;
    std::vector<std::string> settings;
    RunArguments run;
};

job::JobDocument documentOf(const Arguments& arguments) {
    job::JobDocument document = job::integrateJobKind().newDocument();
    if (arguments.inputs.size() == 1)
        document.inputFile = arguments.inputs.front();
    else
        document.inputFiles.assign(arguments.inputs.begin(), arguments.inputs.end());
    document.outputFile = arguments.output;
    const auto set = [&](const char* key, const std::string& value) {
        if (!value.empty()) document.set(key, value);
    };
    set("poni_file", arguments.poni);
    set("npt", arguments.npt);
    set("npt_azim", arguments.nptAzim);
    set("unit", arguments.unit);
    set("split", arguments.split);
    set("devices", arguments.devices);
    applySettings(document, arguments.settings);
    job::resolvePaths(document, std::filesystem::current_path());
    return document;
}

} // namespace

void addIntegrateCommand(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("integrate", "Turn detector frames into powder patterns or cakes");
    const auto a = std::make_shared<Arguments>();
    command
        ->add_option("FILE", a->inputs,
                     "frames, in this order: HDF5 (Eiger, BLISS, Lambda, plain), TIFF, EDF, CBF; names may hold * ? #")
        ->required();
    command->add_option("-o,--output", a->output, "result file to write (HDF5)")->required();
    command->add_option("--poni", a->poni, "geometry, as pyFAI and Dioptas write it");
    command->add_option("--npt", a->npt, "radial bins [1000]");
    command->add_option("--npt-azim", a->nptAzim, "sectors of a cake; 0 = a pattern [0]");
    command->add_option("--unit", a->unit, "q_nm^-1, q_A^-1, 2th_deg, 2th_rad, r_mm, d_A, … [q_nm^-1]");
    command->add_option("--split", a->split, "no, bbox or full [full]");
    command->add_option("--devices", a->devices, "auto, cpu, cpu:4 (four workers), cuda:0,cuda:2 [auto]");
    command->add_option("--set", a->settings, "a parameter as key=value; ewald-cli schema lists them")
        ->take_all()
        ->allow_extra_args(false);
    addRunArguments(*command, a->run);
    command->callback([a, &action] { action = [a] { return runJob([&] { return documentOf(*a); }, a->run); }; });
}

} // namespace ewald::cli
