// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/process_launch.h"

#include "compute/module.h"

#include <array>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace ewald::compute {
namespace {

constexpr const char* kFactory = "ewaldMakeProcessLink";

std::optional<int> numberOf(const char* variable) {
    const char* text = std::getenv(variable);
    if (!text) return std::nullopt;
    const std::string_view digits(text);
    int value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return value;
}

struct Found {
    ProcessLink* (*make)(std::string&) = nullptr;
    std::string path;
    std::string refusal = "this installation has no MPI module";
};

Found findModule() {
    Found found;
    for (const std::filesystem::path& folder : moduleFolders()) {
        const std::filesystem::path file = folder / "ewald-mpi.so";
        std::error_code ignored;
        if (!std::filesystem::is_regular_file(file, ignored)) continue;
        found.path = file.string();
        found.make = reinterpret_cast<ProcessLink* (*)(std::string&)>(openModule(file, kFactory, found.refusal));
        if (found.make) break;
    }
    return found;
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
    const std::string what = launch->launcher + " started " + std::to_string(launch->processes) + " processes, but ";
    Found found = findModule();
    if (!found.make)
        throw DeviceError(what + "MPI cannot be used: " + found.refusal, found.path,
                          "install Open MPI and Ewald's MPI module, or start one process");
    std::unique_ptr<ProcessLink> link(found.make(found.refusal));
    if (!link) throw DeviceError(what + "MPI cannot be used: " + found.refusal, found.path);
    if (link->processes() != launch->processes)
        throw DeviceError(what + link->name() + " sees " + std::to_string(link->processes()), found.path,
                          "use the mpirun of that MPI, or srun --mpi=pmix");
    return std::make_unique<ProcessGroup>(std::move(link));
}

MpiModule mpiModule() {
    const Found found = findModule();
    const std::string at = found.path.empty() ? "" : " (" + found.path + ")";
    if (!found.make) return {false, found.refusal + at};
    return {true, "used when mpirun or srun starts several processes" + at};
}

} // namespace ewald::compute
