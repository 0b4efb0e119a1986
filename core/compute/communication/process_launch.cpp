// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/communication/process_launch.h"

#include "base/phrase.h"
#include "compute/devices/module.h"

#include <array>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace ewald::compute {
namespace {

std::optional<int> numberOf(const char* variable) {
    const char* text = std::getenv(variable);
    if (!text) return std::nullopt;
    const std::string_view digits(text);
    int value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return value;
}

} // namespace

std::optional<Launch> launchOfThisProcess() {
    struct Launcher {
        const char* name;
        const char* process;
        const char* processes;
    };
    // Open MPI's mpirun; MPICH's and Intel's (and srun with PMI-1/2); srun, whatever carries its messages.
    static constexpr std::array<Launcher, 3> kLaunchers{{{"mpirun", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                                         {"mpiexec", "PMI_RANK", "PMI_SIZE"},
                                                         {"srun", "SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}}};
    for (const Launcher& launcher : kLaunchers) {
        const auto process = numberOf(launcher.process);
        const auto processes = numberOf(launcher.processes);
        if (process && processes && *processes > 1 && *process >= 0 && *process < *processes)
            return Launch{launcher.name, *process, *processes};
    }
    return std::nullopt;
}

std::unique_ptr<ProcessGroup> joinProcessGroup() {
    const std::optional<Launch> launch = launchOfThisProcess();
    if (!launch) return std::make_unique<ProcessGroup>();
    const std::string what = phrase("%1 started %2 processes", launch->launcher, launch->processes);
    FoundModule found = findModule(kMpiModule);
    const std::string path = found.path.string();
    if (!found.factory)
        throw DeviceError(phrase("%1, but MPI cannot be used: %2", what, found.refusal), path,
                          "install Open MPI and Ewald's MPI module, or start one process");
    const auto make = reinterpret_cast<ProcessLink* (*)(std::string&)>(found.factory);
    std::unique_ptr<ProcessLink> link(make(found.refusal));
    if (!link) throw DeviceError(phrase("%1, but MPI cannot be used: %2", what, found.refusal), path);
    if (link->processes() != launch->processes)
        throw DeviceError(phrase("%1, but %2 has %3", what, link->name(), link->processes()), path,
                          "use the mpirun of that MPI, or srun --mpi=pmix");
    return std::make_unique<ProcessGroup>(std::move(link));
}

MpiModule mpiModule() {
    const FoundModule found = findModule(kMpiModule);
    const std::string at = found.path.empty() ? "" : " (" + found.path.string() + ")";
    if (!found.factory) return {false, found.refusal + at};
    return {true, "used when mpirun or srun starts several processes" + at};
}

} // namespace ewald::compute
