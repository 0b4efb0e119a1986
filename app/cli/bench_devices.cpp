// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench_devices.h"

#include "bench_check.h"
#include "bench_scaling.h"

#include <CLI/CLI.hpp>
#include <memory>

namespace ewald::cli {

void addDevicesBench(CLI::App& bench, Action& action) {
    CLI::App* command =
        bench.add_subcommand("devices", "What more workers bring: a ptychography job on 1 ... N of them, and whether "
                                        "they all give the same; with --check the communication between devices");
    const auto a = std::make_shared<ScalingArguments>();
    const auto check = std::make_shared<CheckArguments>();
    const auto only = std::make_shared<bool>(false);
    command->add_flag("--check", *only,
                      "instead: copies of every pair of devices, a sum over all workers, and what is wrong in words");
    addCheckArguments(*command, *check);
    command->add_option("--devices", a->devices, "the devices of the workers: cuda:0,cuda:1, cpu, ...")
        ->capture_default_str();
    addScalingArguments(*command, *a);
    command->add_option("--json", a->json, "also write the figures to this file");
    command->add_flag("--overwrite", a->overwrite, "replace existing files");
    command->callback([a, check, only, &action] {
        action = [a, check, only] {
            return *only ? benchCheck(*check, a->devices, a->json, a->overwrite) : benchScaling(*a);
        };
    });
}

} // namespace ewald::cli
