// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/devices/ptycho_bench.h"

#include "compute/communication/communicator.h"
#include "compute/communication/device_communicator.h"
#include "compute/devices/queue.h"
#include "compute/operations/ptycho_ops.h"
#include "job/devices/ptycho_case.h"
#include "ptycho/model/partition.h"
#include "ptycho/model/random.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace ewald::job {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kTimeout(600);

double secondsOf(const auto& body) {
    const auto start = Clock::now();
    body();
    return std::chrono::duration<double>(Clock::now() - start).count();
}

std::shared_ptr<ptycho::FrameStore> randomFrames(std::size_t frames, std::size_t pixels, kernels::FrameType type) {
    ptycho::Random random(1);
    auto store = std::make_shared<ptycho::FrameStore>(frames, pixels);
    std::vector<float> counts(pixels);
    for (std::size_t frame = 0; frame < frames; ++frame) {
        for (float& value : counts) value = static_cast<float>(std::floor(3 * random.uniform()));
        // One pixel that needs the type.
        counts[0] = type == kernels::FrameType::counts8 ? 1.0F : type == kernels::FrameType::counts16 ? 255.0F : 0.5F;
        store->put(frame, counts);
    }
    return store;
}

/// Seconds that reading `bytes` takes at the speed of a copy between two arrays of the device too large for its caches.
double copyTime(compute::Queue& queue, double bytes) {
    constexpr std::size_t kSize = std::size_t{96} << 20;
    const compute::Buffer<std::byte> from(queue, kSize);
    compute::Buffer<std::byte> to(queue, kSize);
    double best = 1e9;
    for (int i = 0; i < 5; ++i)
        best = std::min(best, secondsOf([&] { queue.copyTo(queue, to.data(), from.data(), kSize); }));
    return best * bytes / (2.0 * static_cast<double>(kSize)); // a copy reads and writes
}

double fftFloor(compute::Queue& queue, const PtychoBenchCase& c, std::size_t localFrames) {
    // The waves of one batch, again and again: they stay where an iteration would have them.
    const std::size_t waves = std::min(framesAtOnce(c), localFrames) * c.modes;
    compute::Buffer<compute::Cf> memory(queue, waves * c.size * c.size);
    const auto once = [&] {
        queue.ptycho().transformAll(memory.data(), static_cast<int>(c.size), static_cast<int>(waves));
        queue.synchronize();
    };
    once();
    const double rounds = static_cast<double>(localFrames * c.modes) / static_cast<double>(waves);
    std::array<double, 5> times{};
    for (double& time : times)
        time = secondsOf([&] {
                   for (int round = 0; round < static_cast<int>(std::ceil(rounds)); ++round) once();
               }) /
               std::ceil(rounds);
    std::ranges::sort(times);
    return times[times.size() / 2] * rounds;
}

} // namespace

PtychoBenchResult benchPtycho(const PtychoBenchCase& c) {
    const auto devices = compute::parseDevices(c.devices);
    const ptycho::Problem problem = benchProblem(c);
    PtychoBenchResult result;
    std::vector<double> times;
    const auto rank = [&](compute::Communicator& communicator) {
        ptycho::Problem mine = problem;
        ptycho::partitionProblem(mine, communicator.size(), ptycho::Partition::interleaved, false);
        const std::size_t local = mine.partition.framesOf[static_cast<std::size_t>(communicator.rank())].size();
        mine.measured = randomFrames(local, c.size * c.size, c.frameType);
        const auto queue = compute::makeQueue(devices[static_cast<std::size_t>(communicator.rank())]);
        const auto chosen = compute::chooseCommunicator(communicator, *queue, {.timeout = kTimeout});
        ptycho::SolverHooks hooks;
        double last = 0;
        hooks.iterationDone = [&](const ptycho::IterationReport& report) {
            if (report.iteration > 1) times.push_back(report.time_s - last);
            last = report.time_s;
        };
        (void)runBenchCase(c, c.iterations + 1, mine, *queue, *chosen.communicator, hooks);
        const double floor = fftFloor(*queue, c, local);
        std::vector<double> slowest = {floor};
        communicator.allReduceMax(slowest);
        communicator.barrier(); // the others are idle while the first measures
        if (communicator.rank() == 0) {
            result.fftFloor_s = slowest[0];
            result.ownFloor_s = (c.subpixel == ptycho::Subpixel::fourier ? 2 : 1) * slowest[0];
            result.bytesFloor_s =
                copyTime(*queue, static_cast<double>(c.frames * c.size * c.size * kernels::bytesOf(c.frameType)));
        }
        communicator.barrier();
    };
    compute::runRanks(static_cast<int>(devices.size()), rank, kTimeout);
    std::sort(times.begin(), times.end());
    result.iteration_s = times.front();
    result.medianIteration_s = times[times.size() / 2];
    return result;
}

} // namespace ewald::job
