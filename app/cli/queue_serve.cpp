// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "job/document/job_kind.h"
#include "job/queue/watch/job_trigger.h"
#include "queue_commands.h"
#include "stop_signals.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <memory>

namespace ewald::cli {
namespace {

using job::queue::HttpRequest;
using job::queue::QueueStore;

struct QueueServeArguments {
    std::string folder; ///< of the queue
    std::string address = "127.0.0.1";
    unsigned short port = 0;
    std::filesystem::path tokenFile;
    std::string pattern; ///< job document or result
    std::string kind = "ptycho";
};

int serve(const QueueServeArguments& arguments) {
    RunControl control;
    const StopSignals signals(control);
    QueueStore store = openQueue(arguments.folder);
    job::queue::JobTrigger trigger(store, job::queue::tokenOf(arguments.tokenFile),
                                   commonDocument(arguments.pattern, arguments.kind));
    job::queue::HttpServer server(
        arguments.address, arguments.port, [&](const HttpRequest& request) { return trigger.answer(request); }, {},
        [&](const HttpRequest& request) { return trigger.refusal(request); });
    if (!arguments.address.starts_with("127."))
        printWarning("requests, with the token in them, are not encrypted: " + arguments.address +
                     " should be reached from trusted computers only");
    std::printf("listening on http://%s:%u/jobs\n", arguments.address.c_str(), static_cast<unsigned>(server.port()));
    std::fflush(stdout);
    job::queue::FolderWatcher watcher(store, printChange); // files that are named here may still be written
    Attempts attempts;
    while (!control.stopRequested()) {
        server.serve(std::chrono::milliseconds(500));
        attempts([&] { look(watcher); });
        attempts.endRound();
    }
    throw StoppedError();
}

} // namespace

void addQueueServeCommand(CLI::App& queue, Action& action) {
    const auto arguments = std::make_shared<QueueServeArguments>();
    CLI::App* serving = addQueueSubcommand(queue, "serve", "Take jobs by HTTP, from a control system",
                                           arguments->folder, action, [arguments] { return serve(*arguments); });
    serving->add_option("--port", arguments->port, "port; 0: any that is free, which is printed")->required();
    serving
        ->add_option("--token-file", arguments->tokenFile, "file with the secret that requests have to hold; is made")
        ->required();
    serving->add_option("--address", arguments->address, "address of this computer to listen on")
        ->capture_default_str();
    serving->add_option("--template", arguments->pattern, "job document or result whose parameters scans get");
    serving->add_option("--kind", arguments->kind, "kind of the jobs without a template: " + job::jobKindNames())
        ->capture_default_str();
}

} // namespace ewald::cli
