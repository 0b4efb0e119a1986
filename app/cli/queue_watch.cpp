// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "commands.h"
#include "job/document/job_kind.h"
#include "job/queue/batch/job_batch.h"
#include "job/queue/store/sweep.h"
#include "pipeline_options.h"
#include "queue_commands.h"
#include "queue_text.h"
#include "stop_signals.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <memory>
#include <thread>

namespace ewald::cli {
namespace {

using job::queue::FolderWatcher;
using job::queue::QueueStore;

struct QueueWatchArguments {
    std::string folder; ///< of the queue
    job::queue::WatchedFolder watched;
    std::string pattern; ///< job document or result
    std::string kind = "ptycho";
    PipelineArguments pipeline;
    std::vector<std::string> settings;
    bool existing = false;
    bool end = false;
    bool leave = false;
};

int watch(const QueueWatchArguments& arguments) {
    QueueStore store = openQueue(arguments.folder);
    if (arguments.end) {
        unwatchFolder(store, arguments.watched.folder);
        return 0;
    }
    job::queue::WatchedFolder watched = arguments.watched;
    watched.common = commonDocument(arguments.pattern, arguments.kind);
    applyPipeline(watched.common, arguments.pipeline);
    for (const std::string& setting : arguments.settings) job::queue::applySetting(watched.common, setting);
    watchFolder(store, std::move(watched), arguments.existing);
    if (arguments.leave) return 0;
    RunControl control;
    const StopSignals signals(control);
    FolderWatcher watcher(store, printChange);
    Attempts attempts;
    while (!control.stopRequested()) {
        attempts([&] { look(watcher); });
        attempts.endRound();
        for (int i = 0; i < 5 && !control.stopRequested(); ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    throw StoppedError("stopped by request; queue run and the window go on watching, --end ends it");
}

} // namespace

void addQueueWatchCommand(CLI::App& queue, Action& action) {
    const auto arguments = std::make_shared<QueueWatchArguments>();
    CLI::App* watching = addQueueSubcommand(queue, "watch", "Make jobs of the files that appear in a folder",
                                            arguments->folder, action, [arguments] { return watch(*arguments); });
    job::queue::WatchedFolder& watched = arguments->watched;
    watching->add_option("FOLDER", watched.folder, "folder of new scans")->required();
    watching->add_option("--template", arguments->pattern, "job document or result whose parameters the scans get");
    watching->add_option("--kind", arguments->kind, "kind of the jobs without a template: " + job::jobKindNames())
        ->capture_default_str();
    watching->add_option("--pattern", watched.pattern, "which files, such as \"*_master.h5\"");
    watching->add_option("-o,--output", watched.output, "name of each result, as of queue add")->capture_default_str();
    watching->add_option("--name", watched.name, "name of each job")->capture_default_str();
    addPipelineOptions(*watching, arguments->pipeline);
    watching->add_option("--set", arguments->settings, "a parameter, key=value; ewald-cli schema lists all");
    watching->add_option("--priority", watched.priority, "jobs with a higher one run first")->capture_default_str();
    watching->add_option("--sample", watched.sample, "sample that is measured");
    watching->add_option("--comment", watched.comment, "note for the report");
    watching->add_option("--operator", watched.operatorName, "person who answers for the jobs");
    watching->add_option("--devices", watched.devices, "devices instead of those of the template");
    watching->add_option("--backend", watched.backend, "where they run: slurm, slurm:SITE");
    watching
        ->add_option("--quiet-time", watched.quiet_s,
                     "seconds without a change until a file that nothing marks as complete is taken for complete")
        ->check(numberIn(0.1, 1e6))
        ->capture_default_str();
    watching
        ->add_option("--patience", watched.patience_s,
                     "seconds without a change until a file that is not complete is given up")
        ->check(numberIn(1, 1e7))
        ->capture_default_str();
    watching->add_flag("--existing", arguments->existing, "files that are there already, too");
    CLI::Option* leave =
        watching->add_flag("--leave", arguments->leave, "note it and end: queue run and the window watch the folder");
    watching->add_flag("--end", arguments->end, "do not watch the folder any more")->excludes(leave);
}

} // namespace ewald::cli
