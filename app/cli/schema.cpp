// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"
#include "job/document/document.h"
#include "job/ptychography/results/feature_table.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

namespace ewald::cli {

void addSchemaCommand(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("schema", "Print the JSON schema of job documents, with all parameters");
    auto table = std::make_shared<bool>(false);
    command->add_flag("--table", *table, "instead, which parts of the model go with which engine (Markdown)");
    command->callback([&action, table] {
        action = [table] {
            std::printf("%s", (*table ? job::featureTable() : job::jobSchema()).c_str());
            return 0;
        };
    });
}

} // namespace ewald::cli
