// SPDX-License-Identifier: GPL-3.0-or-later
#include "conditions_options.h"

#include "commands.h"

#include <CLI/CLI.hpp>

namespace ewald::cli {

void addConditionsOptions(CLI::App& command, crystal::Conditions& conditions) {
    command.add_option("--pressure", conditions.pressure_GPa, "in GPa, of a JCPDS file with a bulk modulus")
        ->check(numberIn(0, 1e5))
        ->capture_default_str();
    command.add_option("--temperature", conditions.temperature_K, "in K, of a JCPDS file with thermal expansion")
        ->check(numberIn(0, 1e5))
        ->capture_default_str();
    command
        .add_option_function<double>(
            "--cell-scale", [&conditions](double percent) { conditions.cellScale = percent / 100; },
            "lengths of the cell in percent of those that are given, where no equation of state says them [100]")
        ->check(numberIn(50, 200));
}

} // namespace ewald::cli
