// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/device.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

// How a module is found, checked and loaded. A module is a shared object that exports two C functions:
//
//   extern "C" const char* ewaldModuleId();
//   extern "C" ewald::compute::Backend* ewaldMakeBackend(std::string& refusal);
//
// The first names the build it belongs to: C++ objects cross this border, so that nothing but an exact match will do.
// The second makes the backend, or says why there is none ("driver not found"). A module that supplies something else
// has another second function (ewaldMakeProcessLink, process_launch.cpp).

namespace ewald::compute {

/// What ewaldModuleId() of a module of this build returns. Raise the number with every change of the headers that a
/// module shares with the program.
[[nodiscard]] std::string moduleId();

/// Opens a module and checks whose it is. \returns its function `factory`, or null with `refusal` one line for people
[[nodiscard]] void* openModule(const std::filesystem::path& file, const char* factory, std::string& refusal);

/// Loads one module. It is never unloaded: its threads and the driver's may outlive any owner.
/// \returns the backend, or null with `refusal` one line for people
[[nodiscard]] std::unique_ptr<Backend> loadModule(const std::filesystem::path& file, std::string& refusal);

/// Where modules are looked for, in this order: the folder in EWALD_MODULE_PATH, beside the program, in the build tree,
/// in the installation.
[[nodiscard]] std::vector<std::filesystem::path> moduleFolders();

} // namespace ewald::compute
