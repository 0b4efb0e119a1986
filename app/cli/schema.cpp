// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"
#include "job/document.h"

#include <CLI/CLI.hpp>
#include <cstdio>

namespace ewald::cli {

void addSchemaCommand(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("schema", "Print the JSON schema of job documents, with all parameters");
    command->callback([&action] {
        action = [] {
            std::printf("%s", job::jobSchema().c_str());
            return 0;
        };
    });
}

} // namespace ewald::cli
