// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"
#include "compute/communication/communicator.h"
#include "compute/devices/device.h"

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

// Whether the devices of a run can talk to each other, and how fast: what to look at first when a run on several of
// them hangs or is slow.

namespace ewald::job {

/// Copies between two devices, or a device and the host's memory.
struct LinkFigure {
    std::string from; ///< device id, or "host"
    std::string to;
    bool direct = true;       ///< without the host's memory in between
    double bandwidth_Bps = 0; ///< bytes a second of a large copy
    double latency_s = 0;     ///< of a copy of a few bytes
    std::string problem;      ///< why there are no figures, or what was copied wrongly
};

/// One sum over all workers, as a run makes them after every mini-batch.
struct AllReduceFigure {
    std::string communicator;
    std::size_t workers = 0;
    std::size_t bytes = 0;
    std::optional<double> seconds; ///< absent: it did not end in time, or failed
    bool hung = false;             ///< it did not end in time
    std::string problem;           ///< what it failed with, or which sum came out wrong
    std::vector<double> loads;     ///< of the GPUs when it hung, 0 … 1
};

/// A text with values in it, kept apart so that the window can say it in another language (context "DeviceCheck").
struct Phrase {
    std::string text; ///< %1, %2 … stand for the values
    std::vector<std::string> values;
    [[nodiscard]] std::string filled() const; ///< the text with its values
};

/// What the figures mean, in words.
struct Finding {
    enum class Severity { fine, slow, broken };
    Severity severity = Severity::fine;
    Phrase what;
    Phrase advice;            ///< what to do; empty where there is nothing to do
    bool withoutPeer = false; ///< a run without direct access between GPUs is worth trying
};

struct DeviceCheckReport {
    std::vector<LinkFigure> links;
    AllReduceFigure allReduce;
    std::vector<Finding> findings;      ///< the worst first
    [[nodiscard]] bool healthy() const; ///< nothing is broken
};

struct DeviceCheckOptions {
    std::string devices = "auto";
    bool peerToPeer = true; ///< use direct access between devices
    std::chrono::milliseconds timeout = std::chrono::seconds(30);
    std::size_t bytes = std::size_t{64} << 20; ///< of a large copy
    /// How far it is (0 … 1) and what comes next. Called on the calling thread.
    std::function<void(double fraction, const Phrase& step)> progress;
    RunControl* control = nullptr; ///< a stop request ends it at once, even while a device hangs
};

/// Measures the devices of `options.devices`. Takes some seconds, and the time-out when they hang.
/// \throws JobError, DeviceError for devices that are not there, StoppedError
[[nodiscard]] DeviceCheckReport checkDevices(const DeviceCheckOptions& options);

/// The workers of an all-reduce, with all that they use: it outlives the call when one of them hangs.
struct AllReduceTrial {
    std::vector<std::unique_ptr<compute::Communicator>> communicators;
    /// One worker's part: sums `elements` numbers in the memory of its device, twice, and returns the seconds of the
    /// second sum. \throws Error, also for a wrong sum
    std::function<double(AllReduceTrial& trial, std::size_t worker, std::size_t elements)> body;

    /// What the workers turn out to talk by. Any thread.
    void setName(const std::string& name);
    [[nodiscard]] std::string name() const;

private:
    mutable std::mutex m_mutex;
    std::string m_name;
};
/// Runs the trial, each worker in a thread of its own, for at most `timeout`, and a little longer after telling them to
/// give up. Threads that do not come back even then are left behind.
/// \param loads of the GPUs right now
/// \param control may be null \throws StoppedError
[[nodiscard]] AllReduceFigure tryAllReduce(const std::shared_ptr<AllReduceTrial>& trial, std::size_t elements,
                                           std::chrono::milliseconds timeout,
                                           const std::function<std::vector<double>()>& loads,
                                           const RunControl* control = nullptr);

/// The findings that follow from the figures. \param peerToPeer whether direct access was used
[[nodiscard]] std::vector<Finding> diagnose(const std::vector<LinkFigure>& links, const AllReduceFigure& allReduce,
                                            bool peerToPeer);

[[nodiscard]] std::string checkText(const DeviceCheckReport& report);
[[nodiscard]] nlohmann::ordered_json checkJson(const DeviceCheckReport& report);

} // namespace ewald::job
