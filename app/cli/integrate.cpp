// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "job/integration/integrate_job_kind.h"
#include "job_command.h"
#include "run_job.h"

#include <CLI/CLI.hpp>
#include <memory>

namespace ewald::cli {
namespace {

struct IntegrateArguments {
    std::vector<std::string> inputs;
    std::string output;
    std::string poni;
    std::string npt;
    std::string nptAzim;
    std::string unit;
    std::string split;
    std::string devices;
    std::vector<std::string> settings;
};

job::JobDocument documentOf(const IntegrateArguments& arguments) {
    job::JobDocument document = job::integrateJobKind().newDocument();
    setInputs(document, arguments.inputs);
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
    applySettings(document, arguments.settings, arguments.inputs);
    return document;
}

std::function<job::JobDocument()> addOptions(CLI::App& command, const job::JobKind&) {
    const auto a = std::make_shared<IntegrateArguments>();
    command
        .add_option(
            "FILE", a->inputs,
            "frames, in this order: HDF5 (Eiger, BLISS, Lambda, plain), TIFF, EDF, CBF, NPY, MIB, SPE, GE, mar345, "
            "Bruker, SMV, R-AXIS; names may hold * ? #; file.h5::/path names a dataset")
        ->required();
    command.add_option("-o,--output", a->output, "result file to write (HDF5)")->required();
    command.add_option(
        "--poni", a->poni,
        "geometry, as pyFAI and Dioptas write it: a PONI file, or a goniometer file with --set arm_position=…");
    command.add_option("--npt", a->npt, "radial bins [1000]");
    command.add_option("--npt-azim", a->nptAzim, "sectors of a cake; 0 = a pattern [0]");
    command.add_option("--unit", a->unit, "q_nm^-1, q_A^-1, 2th_deg, 2th_rad, r_mm, d_A, … [q_nm^-1]");
    command.add_option("--split", a->split, "no, bbox or full [full]");
    command.add_option("--devices", a->devices, "auto, cpu, cpu:4 (four workers), cuda:0,cuda:2 [auto]");
    command.add_option("--set", a->settings, "a parameter as key=value; ewald-cli schema lists them")
        ->take_all()
        ->allow_extra_args(false);
    return [a] { return documentOf(*a); };
}

std::string planText(const job::JobPlan& plan) {
    return "plan: " + std::to_string(plan.frames) + (plan.frames == 1 ? " frame of " : " frames of ") +
           std::to_string(plan.frameRows) + " x " + std::to_string(plan.frameCols) + " (" + plan.format + "), " +
           plan.engineSummary + formatted(plan.memory_bytes / 1e6, ", table of %.0f MB") + deviceLines(plan);
}

} // namespace

const JobCommand& integrateCommand() {
    static const JobCommand command{&job::integrateJobKind(), addOptions, planText};
    return command;
}

} // namespace ewald::cli
