// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"
#include "compute/device.h"
#include "compute/process_launch.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

namespace ewald::cli {
namespace {

using Json = nlohmann::ordered_json;

void printJson() {
    Json all{{"devices", Json::array()}, {"refused", Json::array()}};
    for (const compute::DeviceInfo& device : compute::listDevices())
        all["devices"].push_back({{"id", device.id},
                                  {"name", device.name},
                                  {"backend", device.backend},
                                  {"memory_total", device.memoryTotal},
                                  {"memory_free", device.memoryFree},
                                  {"units", device.units},
                                  {"usable", device.usable},
                                  {"reason", device.reason}});
    for (const compute::RefusedModule& module : compute::refusedModules())
        all["refused"].push_back({{"name", module.name}, {"path", module.path}, {"reason", module.reason}});
    const compute::MpiModule mpi = compute::mpiModule();
    all["mpi"] = {{"usable", mpi.usable}, {"text", mpi.text}};
    std::printf("%s\n", all.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
}

void printText() {
    for (const compute::DeviceInfo& device : compute::listDevices()) {
        std::printf("%-8s %s", device.id.c_str(), device.name.c_str());
        if (device.memoryTotal > 0)
            std::printf(", %.1f of %.1f GB free", static_cast<double>(device.memoryFree) / 1e9,
                        static_cast<double>(device.memoryTotal) / 1e9);
        if (!device.usable) std::printf(" (not usable: %s)", device.reason.c_str());
        std::printf("\n");
    }
    for (const compute::RefusedModule& module : compute::refusedModules())
        std::printf("%-8s not available: %s\n", module.name.c_str(), module.reason.c_str());
    const compute::MpiModule mpi = compute::mpiModule();
    std::printf("%-8s %s%s\n", "MPI", mpi.usable ? "" : "not available: ", mpi.text.c_str());
}

} // namespace

void addDevicesCommand(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("devices", "List what can compute, and why something cannot");
    const auto json = std::make_shared<bool>(false);
    command->add_flag("--json", *json, "as JSON");
    command->callback([json, &action] {
        action = [json] {
            if (*json)
                printJson();
            else
                printText();
            return 0;
        };
    });
}

} // namespace ewald::cli
