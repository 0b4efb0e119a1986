// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/devices/module.h"

#include "base/files/system_reason.h"
#include "base/phrase.h"
#include "compute/devices/module_note.h"

#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <string_view>

namespace ewald::compute {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFolderVariable = "EWALD_MODULE_PATH";

/// Why code from this file or folder must not run with the rights of the user; empty if it may.
std::string whyNotTrusted(const fs::path& path) {
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) return phrase("cannot be read: %1", systemReason(errno));
    struct stat program {};
    const bool known = stat("/proc/self/exe", &program) == 0;
    const auto owner = status.st_uid;
    if (owner != 0 && owner != geteuid() && !(known && owner == program.st_uid))
        return phrase("is not loaded: %1 belongs to another user (%2); chown it to root or to you", path.string(),
                      owner);
    if ((status.st_mode & S_IWOTH) != 0)
        return phrase("is not loaded: %1 is writable by everyone; chmod o-w", path.string());
    return {};
}

/// The folder in the environment, empty if unset.
fs::path folderOfEnvironment() {
    const char* folder = secure_getenv(kFolderVariable);
    return folder ? folder : "";
}

} // namespace

std::string explainLoaderError(const std::string& message) {
    // "libcufft.so.12: cannot open shared object file: …"; a file that exists is named with its whole path.
    const std::string library = message.substr(0, message.find(':'));
    if (library.find(".so") == std::string::npos || library.find('/') != std::string::npos)
        return phrase("cannot be loaded: %1", message);
    struct Source {
        std::string_view library;
        const char* package;
    };
    static constexpr std::array<Source, 3> kSources{
        {{"libcufft.so", "ewald-cuda"}, {"libnccl.so", "ewald-cuda"}, {"libmpi.so", "libopenmpi3"}}};
    for (const Source& source : kSources)
        if (library.starts_with(source.library))
            return phrase("needs %1, which is missing; install the package %2", library, source.package);
    return phrase("needs %1, which is missing; install the package that has it", library);
}

std::string noDriver() { return translatable("driver not found"); }

std::string driverTooOld(const std::string& driverFor, const std::string& needed) {
    const std::string own = "CUDA " + driverFor, wanted = "CUDA " + needed; // no numbers, which have a decimal comma
    return withParts(phrase("the driver is for %1, this program needs one for %2", own, wanted));
}

std::string noDevice() { return translatable("no CUDA device"); }

void* openModule(const fs::path& file, const char* factory, std::string& refusal) {
    std::error_code error;
    const fs::path real = fs::canonical(file, error);
    if (error) {
        refusal = phrase("cannot be read: %1", systemReason(error));
        return nullptr;
    }
    for (const fs::path& path : {file.parent_path(), real.parent_path(), real})
        if (refusal = whyNotTrusted(path); !refusal.empty()) return nullptr;
    const std::string id = readModuleNote(real, refusal);
    if (id.empty()) return nullptr;
    if (id != moduleId()) {
        refusal = phrase("belongs to another build (%1), this is %2", id, moduleId());
        return nullptr;
    }
    void* module = dlopen(real.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!module) {
        const char* text = dlerror();
        refusal = explainLoaderError(text ? text : translatable("unknown error of the loader"));
        return nullptr;
    }
    void* make = dlsym(module, factory);
    refusal = make ? std::string() : phrase("is no module of Ewald (no function %1)", factory);
    return make;
}

std::vector<fs::path> moduleFolders() {
    std::vector<fs::path> folders;
    if (fs::path own = folderOfEnvironment(); !own.empty()) folders.push_back(std::move(own));
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    if (!error) folders.push_back(program.parent_path().parent_path() / "lib" / "ewald");
    return folders;
}

FoundModule findModule(const ModuleKind& kind) {
    FoundModule found;
    for (const fs::path& folder : moduleFolders()) {
        std::error_code ignored;
        const fs::path path = folder / kind.file;
        if (folder.is_relative()) {
            found = {nullptr, path, phrase("is not loaded: %1 must be an absolute path", kFolderVariable)};
            return found;
        }
        if (!fs::is_regular_file(path, ignored)) continue;
        found.path = path;
        found.factory = openModule(path, kind.factory, found.refusal);
        return found;
    }
    found.refusal = phrase("this installation has no %1 module (package %2)", kind.name, kind.package);
    return found;
}

} // namespace ewald::compute
