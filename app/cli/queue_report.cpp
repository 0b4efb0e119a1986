// SPDX-License-Identifier: GPL-3.0-or-later
// What is left of jobs when they have ended: a page about each, a table of all.
#include "base/error.h"
#include "base/phrase.h"
#include "io/atomic_file.h"
#include "job/queue/folder/report_job.h"
#include "queue_commands.h"
#include "queue_export.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <vector>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;
using job::queue::QueueJob;
using job::queue::QueueStore;

struct QueueReportArguments {
    std::string folder; ///< of the queue
    std::vector<long long> ids;
    std::string output;
    bool json = false;
    bool overwrite = false;
};

int report(const QueueReportArguments& arguments) {
    QueueStore store = openQueue(arguments.folder);
    for (const long long id : arguments.ids) {
        const std::optional<QueueJob> job = store.find(id);
        if (!job)
            throw JobError(phrase("the queue has no job %1", id), {}, "ewald-cli queue list shows which there are");
        if (!job::queue::hasEnded(job->state))
            throw JobError(phrase("job %1 has not ended yet", id), {}, "wait for it, or cancel it");
        std::printf("%s\n", job::queue::writeReport(store.folderOf(id), *job, {}).c_str());
    }
    return 0;
}

/// A table never replaces what a job reads or has written, nor anything of the queue. \throws JobError
void requireNoFileOfJobs(QueueStore& store, const fs::path& output) {
    std::error_code failed;
    const fs::path file = fs::weakly_canonical(output, failed);
    if (!fs::is_regular_file(file, failed)) return;
    const auto refuse = [&](const std::string& what) {
        throw JobError(phrase("the table would replace %1", what), output.string(), "choose another output name");
    };
    const fs::path folder = fs::weakly_canonical(store.folder(), failed);
    if (std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first == folder.end())
        refuse("a file of the queue");
    const std::string ending = file.extension().string();
    if (ending != ".csv" && ending != ".json" && ending != ".txt" && ending != ".tsv")
        refuse("a file that is no table");
    for (const QueueJob& job : store.jobs()) {
        if (fs::equivalent(file, job.result, failed)) refuse(phrase("the result of job %1", job.id));
        std::vector<fs::path> inputs;
        try {
            inputs = store.documentOf(job.id).files();
        } catch (const Error&) { // of a damaged folder
        }
        for (const fs::path& input : inputs)
            if (fs::equivalent(file, input, failed)) refuse(phrase("an input of job %1", job.id));
    }
}

int exportTable(const QueueReportArguments& arguments) {
    QueueStore store = openQueueToLookAt(arguments.folder);
    const std::string text = arguments.json ? queueExportJson(store) : queueCsv(store);
    if (arguments.output.empty()) {
        std::printf("%s", text.c_str());
        return 0;
    }
    requireNoFileOfJobs(store, arguments.output);
    io::writeTextFile(arguments.output, text, arguments.overwrite);
    std::printf("wrote %s\n", arguments.output.c_str());
    return 0;
}

} // namespace

void addQueueReportCommands(CLI::App& queue, Action& action) {
    const auto arguments = std::make_shared<QueueReportArguments>();
    CLI::App* reporting =
        addQueueSubcommand(queue, "report", "Write the pages (HTML) about jobs anew, print their names",
                           arguments->folder, action, [arguments] { return report(*arguments); });
    addJobNumbers(*reporting, arguments->ids);
    CLI::App* exporting =
        addQueueSubcommand(queue, "export", "Write a table (CSV) of all jobs: errors, notes, figures of their results",
                           arguments->folder, action, [arguments] { return exportTable(*arguments); });
    exporting->add_flag("--json", arguments->json, "an array of objects instead");
    exporting->add_option("-o,--output", arguments->output, "file to write; without it the table is printed");
    exporting->add_flag("--overwrite", arguments->overwrite, "replace the file");
}

} // namespace ewald::cli
