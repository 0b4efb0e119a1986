// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/report/report.h"
#include "base/error.h"
#include "commands.h"
#include "io/output_guard.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;

struct ReportArguments {
    std::string result;
    std::string output;
    bool overwrite = false;
};

int report(const ReportArguments& arguments) {
    job::report::ReportSource source;
    source.result = fs::absolute(arguments.result);
    const fs::path file =
        arguments.output.empty() ? job::report::reportBeside(source.result) : fs::path(arguments.output);
    io::requireOtherFile(file, source.result);
    job::report::write(file, job::report::makeReport(source), {}, arguments.overwrite);
    std::printf("wrote %s\n", file.c_str());
    return 0;
}

} // namespace

void addReportCommand(CLI::App& app, Action& action) {
    CLI::App* command =
        app.add_subcommand("report", "Write a page (HTML) about a result: pictures, parameters, figures");
    const auto arguments = std::make_shared<ReportArguments>();
    command->add_option("RESULT", arguments->result, "result file of Ewald")->required();
    command->add_option("-o,--output", arguments->output, "file to write instead of RESULT_report.html");
    command->add_flag("--overwrite", arguments->overwrite, "replace a file that is no report of Ewald");
    command->callback([arguments, &action] { action = [arguments] { return report(*arguments); }; });
}

} // namespace ewald::cli
