// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench_check.h"

#include "base/error.h"
#include "base/json_text.h"
#include "commands.h"
#include "io/atomic_file.h"
#include "job/devices/device_check.h"
#include "stop_signals.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace ewald::cli {

void addCheckArguments(CLI::App& command, CheckArguments& arguments) {
    command.add_option("--timeout", arguments.timeout_s, "of the check: time-out of each step in seconds")
        ->check(numberIn(0.1, 3600))
        ->capture_default_str();
    command.add_option("--bytes", arguments.bytes, "of the check: size of a large copy and of a sum in bytes")
        ->check(CLI::Range(std::size_t{4096}, std::size_t{1} << 36))
        ->capture_default_str();
    command.add_flag("--no-peer-to-peer", arguments.noPeerToPeer,
                     "of the check: without direct access between devices");
}

int benchCheck(const CheckArguments& arguments, const std::string& devices, const std::string& json, bool overwrite) {
    if (!json.empty()) io::checkWritable(json);
    RunControl control;
    const StopSignals signals(control);
    job::DeviceCheckOptions options;
    options.devices = devices;
    options.control = &control;
    options.peerToPeer = !arguments.noPeerToPeer;
    options.timeout = std::chrono::milliseconds(static_cast<long>(arguments.timeout_s * 1e3));
    options.bytes = arguments.bytes;
    options.progress = [](double fraction, const job::Phrase& step) {
        if (fraction >= 1) return;
        std::printf("measuring %s\n", step.filled().c_str());
        std::fflush(stdout);
    };
    const job::DeviceCheckReport report = job::checkDevices(options);
    std::fputs(job::checkText(report).c_str(), stdout);
    if (!json.empty())
        io::writeTextFile(json, jsonText(nlohmann::ordered_json{{"check", job::checkJson(report)}}, 2) + "\n",
                          overwrite);
    std::fflush(stdout);
    if (report.healthy()) return 0;
    const job::Finding& worst = report.findings.front();
    throw DeviceError(worst.what.filled(), "--devices " + devices, worst.advice.filled());
}

} // namespace ewald::cli
