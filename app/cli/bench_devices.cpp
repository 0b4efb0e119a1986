// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench_devices.h"

#include "bench_scaling.h"

#include <CLI/CLI.hpp>
#include <memory>

namespace ewald::cli {

void addDevicesBench(CLI::App& bench, Action& action) {
    CLI::App* command =
        bench.add_subcommand("devices", "What more workers bring: a ptychography job on 1 ... N of them, and whether "
                                        "they all give the same");
    const auto a = std::make_shared<ScalingArguments>();
    command->add_option("--devices", a->devices, "what the workers are dealt out to: cuda:0,cuda:1, cpu, ...")
        ->capture_default_str();
    addScalingArguments(*command, *a);
    command->add_option("--json", a->json, "also write the figures to this file");
    command->add_flag("--overwrite", a->overwrite, "replace existing files");
    command->callback([a, &action] { action = [a] { return benchScaling(*a); }; });
}

} // namespace ewald::cli
