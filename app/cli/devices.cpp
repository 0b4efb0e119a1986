// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json_text.h"
#include "commands.h"
#include "compute/communication/device_communicator.h"
#include "compute/communication/process_launch.h"
#include "compute/devices/device.h"
#include "job/devices/device_report.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

namespace ewald::cli {
void addDevicesCommand(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("devices", "List what can compute, and why something cannot");
    const auto json = std::make_shared<bool>(false);
    command->add_flag("--json", *json, "as JSON");
    command->callback([json, &action] {
        action = [json] {
            const auto devices = compute::listDevices();
            const compute::MpiModule mpi = compute::mpiModule();
            auto refused = compute::refusedModules();
            std::string reason;
            if (!compute::deviceCollectives(reason)) refused.push_back({"NCCL", "", reason});
            using Json = nlohmann::ordered_json;
            std::string text;
            if (*json) {
                Json all = job::devicesJson(devices, refused);
                all["mpi"] = {{"usable", mpi.usable}, {"text", mpi.text}};
                text = jsonText(all, 2) + "\n";
            } else {
                text = job::devicesText(devices, refused) + (mpi.usable ? "MPI " : "MPI not available: ") + mpi.text +
                       "\n";
            }
            std::fputs(text.c_str(), stdout);
            return 0;
        };
    });
}

} // namespace ewald::cli
