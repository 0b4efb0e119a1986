// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/module.h"

#include "base/version.h"

#include <dlfcn.h>

#include <cstdlib>

namespace ewald::compute {
namespace {

constexpr int kModuleAbi = 2;

std::string lastLoaderError() {
    const char* text = dlerror();
    return text ? text : "unknown error of the loader";
}

} // namespace

std::string moduleId() {
    return std::string("ewald ") + version() + " modules " + std::to_string(kModuleAbi) + " compiler " + __VERSION__;
}

void* openModule(const std::filesystem::path& file, const char* factory, std::string& refusal) {
    void* module = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!module) {
        refusal = "cannot be loaded: " + lastLoaderError();
        return nullptr;
    }
    const auto id = reinterpret_cast<const char* (*)()>(dlsym(module, "ewaldModuleId"));
    void* make = dlsym(module, factory);
    if (!id || !make) {
        refusal = "is no module of Ewald";
        return nullptr;
    }
    if (id() != moduleId()) {
        refusal = std::string("belongs to another build (") + id() + "), this is " + moduleId();
        return nullptr;
    }
    refusal.clear();
    return make;
}

std::unique_ptr<Backend> loadModule(const std::filesystem::path& file, std::string& refusal) {
    const auto make = reinterpret_cast<Backend* (*)(std::string&)>(openModule(file, "ewaldMakeBackend", refusal));
    if (!make) return nullptr;
    std::unique_ptr<Backend> backend(make(refusal));
    if (!backend && refusal.empty()) refusal = "gave no reason";
    return backend;
}

std::vector<std::filesystem::path> moduleFolders() {
    std::vector<std::filesystem::path> folders;
    if (const char* own = std::getenv("EWALD_MODULE_PATH")) folders.emplace_back(own);
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (error) return folders;
    const std::filesystem::path folder = program.parent_path();
    folders.push_back(folder);
    for (const std::filesystem::path& up : {folder.parent_path(), folder.parent_path().parent_path()}) {
        folders.push_back(up / "gpu");
        folders.push_back(up / "lib" / "ewald");
    }
    return folders;
}

} // namespace ewald::compute
