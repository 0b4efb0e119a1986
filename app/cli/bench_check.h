// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

namespace CLI {
class App;
} // namespace CLI

namespace ewald::cli {

/// What "bench devices --check" needs.
struct CheckArguments {
    double timeout_s = 30;
    std::size_t bytes = std::size_t{64} << 20; ///< of a large copy
    bool noPeerToPeer = false;
};
void addCheckArguments(CLI::App& command, CheckArguments& arguments);

/// Measures the devices, prints the figures and what they mean, writes them to `json` unless it is empty.
/// \throws Error, also when something is broken
int benchCheck(const CheckArguments& arguments, const std::string& devices, const std::string& json, bool overwrite);

} // namespace ewald::cli
