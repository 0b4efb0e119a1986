// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/files/system_reason.h"
#include "commands.h"
#include "io/integration_file.h"
#include "io/output_guard.h"
#include "io/result_file.h"
#include "job/queue/batch/job_batch.h"
#include "run_job.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;

struct RunFileArguments {
    std::string document;
    std::string folder;
    std::string devices;
    RunArguments run;
};

/// The document's own output, moved into `folder` when one is given; next to the document when it names none.
fs::path outputOf(const job::JobDocument& document, const RunFileArguments& arguments) {
    fs::path name = document.outputFile;
    if (name.empty()) {
        name = fs::absolute(arguments.document);
        name.replace_extension(".h5");
    }
    if (arguments.folder.empty()) return name;
    const fs::path folder = fs::absolute(arguments.folder);
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed) throw DataError("cannot create the folder (" + systemReason(failed) + ")", folder.string());
    return folder / name.filename();
}

job::JobDocument documentOf(const RunFileArguments& arguments) {
    job::JobDocument document = job::queue::documentFrom(arguments.document);
    document.outputFile = outputOf(document, arguments);
    // A result may be replaced by that of its own job, a job document may not.
    if (!io::isIntegrationFile(arguments.document) && !io::isResultFile(arguments.document))
        io::requireOtherFile(document.outputFile, arguments.document);
    if (!arguments.devices.empty()) document.set("devices", arguments.devices);
    return document;
}

} // namespace

void addRunCommand(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("run", "Run a job document, or the job of a result again");
    const auto arguments = std::make_shared<RunFileArguments>();
    command
        ->add_option("JOB", arguments->document,
                     "job document (JSON) of kind " + job::jobKindNames() + ", or result file (HDF5)")
        ->required();
    command->add_option("-o,--output", arguments->folder, "folder for the result instead of the document's");
    command->add_option("--devices", arguments->devices, "devices instead of the document's");
    addRunArguments(*command, arguments->run);
    addResumeArguments(*command, arguments->run);
    command->callback([arguments, &action] {
        action = [arguments] { return runJob([&] { return documentOf(*arguments); }, arguments->run); };
    });
}

} // namespace ewald::cli
