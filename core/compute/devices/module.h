// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

// How a module is found, checked and loaded. A module is a shared object with a note that names the build it belongs to
// (module_note.h) and one exported C function, its factory:
//
//   EWALD_MODULE_FUNCTION ewald::compute::Backend* ewaldMakeBackend(std::string& refusal);
//
// C++ objects cross this border, so that the ids must be equal. The factory makes the backend, or returns null and says
// why ("driver not found"). Modules of other kinds have factories with other names and results. A module has a memory
// of phrases of its own (base/phrase.h): its texts come withParts(), and takeParts() of the program makes them its own.

/// Before the factory of a module.
#define EWALD_MODULE_FUNCTION extern "C" __attribute__((visibility("default")))

namespace ewald::compute {

/// A kind of module.
struct ModuleKind {
    const char* name;    ///< for messages: "CUDA"
    const char* file;    ///< "ewald-cuda.so"
    const char* factory; ///< "ewaldMakeBackend"
    const char* package; ///< the Debian package that has it
};
inline constexpr ModuleKind kCudaModule{"CUDA", "ewald-cuda.so", "ewaldMakeBackend", "ewald-cuda"};
inline constexpr ModuleKind kNcclModule{"NCCL", "ewald-nccl.so", "ewaldMakeDeviceCollectives", "ewald-cuda"};
inline constexpr ModuleKind kMpiModule{"MPI", "ewald-mpi.so", "ewaldMakeProcessLink", "ewald-mpi"};

/// The id of this build, as in the notes of its modules.
[[nodiscard]] std::string moduleId();

/// Checks a module and opens it: the file and its folder must belong to root, the user or the owner of the program and
/// must not be writable by everyone; the id is compared before any code of the module runs. A module is never closed:
/// its threads and the driver's may outlive its objects.
/// \returns its function `factory`, or null with `refusal` one line
[[nodiscard]] void* openModule(const std::filesystem::path& file, const char* factory, std::string& refusal);

/// Where modules are looked for: the folder in EWALD_MODULE_PATH, if set and not empty, then lib/ewald beside the
/// folder of the program, in a build tree as in an installation.
[[nodiscard]] std::vector<std::filesystem::path> moduleFolders();

/// A module, or the reason why there is none.
struct FoundModule {
    void* factory = nullptr;    ///< null: refused
    std::filesystem::path path; ///< empty: there is no such file
    std::string refusal;        ///< one line
};
/// Opens the module of the first folder that has one of this kind.
[[nodiscard]] FoundModule findModule(const ModuleKind& kind);

/// Why the factory of the CUDA module makes nothing, as it says it: there is no driver, the driver is for an older CUDA
/// than the module needs ("11.4", "13.0"), or there is no device.
[[nodiscard]] std::string noDriver();
[[nodiscard]] std::string driverTooOld(const std::string& driverFor, const std::string& needed);
[[nodiscard]] std::string noDevice();

/// What the loader's message means for the user: a library that is missing is named with the package that has it.
[[nodiscard]] std::string explainLoaderError(const std::string& message);

} // namespace ewald::compute
