// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench_devices.h"

#include "base/error.h"
#include "bench_check.h"
#include "bench_model.h"
#include "bench_scaling.h"

#include <CLI/CLI.hpp>
#include <memory>

namespace ewald::cli {
namespace {

int predict(const ScalingArguments& a, bool namesScan) {
    if (!a.file.empty())
        throw JobError("predictions are for scans that are made up", a.file, "say --size and --frames instead");
    return predictDevices({.engine = a.engine,
                           .size = namesScan ? a.size : 0,
                           .frames = namesScan ? a.frames : 0,
                           .settings = a.settings,
                           .json = a.json,
                           .overwrite = a.overwrite});
}

} // namespace

void addDevicesBench(CLI::App& bench, Action& action) {
    CLI::App* command =
        bench.add_subcommand("devices", "What more workers bring: a ptychography job on 1 ... N of them, and whether "
                                        "they all give the same; with --check the communication between devices");
    const auto a = std::make_shared<ScalingArguments>();
    const auto check = std::make_shared<CheckArguments>();
    const auto only = std::make_shared<bool>(false);
    const auto model = std::make_shared<bool>(false);
    command->add_flag("--check", *only,
                      "instead: copies of every pair of devices, a sum over all workers, and what is wrong in words");
    command
        ->add_flag("--model", *model,
                   "instead: predictions for 1, 2, 4 and 8 GPUs that need not be there, and a scan by --size and "
                   "--frames")
        ->excludes("--check");
    addCheckArguments(*command, *check);
    command->add_option("--devices", a->devices, "the devices of the workers: cuda:0,cuda:1, cpu, ...")
        ->capture_default_str();
    addScalingArguments(*command, *a);
    command->add_option("--json", a->json, "also write the figures to this file");
    command->add_flag("--overwrite", a->overwrite, "replace existing files");
    command->callback([a, check, only, model, command, &action] {
        const bool namesScan = command->count("--size") + command->count("--frames") > 0;
        action = [a, check, only, model, namesScan] {
            if (*model) return predict(*a, namesScan);
            return *only ? benchCheck(*check, a->devices, a->json, a->overwrite) : benchScaling(*a);
        };
    });
}

} // namespace ewald::cli
