// SPDX-License-Identifier: GPL-3.0-or-later
//
// nccl-ranks RANK SIZE ID-FILE [DEVICE]: one of several processes that sum over NCCL, without MPI: the first writes the
// common identifier to a file. Exit codes: 0 the sums are right, and a sum that one rank did not join timed out; 1 a
// failure; 77 this machine has no GPU or no NCCL.
#include "base/error.h"
#include "compute/communication/device_communicator.h"
#include "compute/devices/queue.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace ewald;
using Clock = std::chrono::steady_clock;

constexpr int kSkipped = 77;
constexpr std::chrono::seconds kTimeout(40);
constexpr std::chrono::seconds kStayAway(3);

std::vector<std::byte> shareId(compute::DeviceCollectives& module, int rank, const std::filesystem::path& file) {
    if (rank == 0) {
        const std::vector<std::byte> id = module.makeId();
        const std::filesystem::path draft = file.string() + ".part";
        std::ofstream(draft, std::ios::binary)
            .write(reinterpret_cast<const char*>(id.data()), static_cast<std::streamsize>(id.size()));
        std::filesystem::rename(draft, file);
        return id;
    }
    for (const auto start = Clock::now(); !std::filesystem::exists(file);) {
        if (Clock::now() - start > kTimeout) throw DeviceError("the first process did not write", file.string());
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(stream)), {});
    const auto* data = reinterpret_cast<const std::byte*>(bytes.data());
    return {data, data + bytes.size()};
}

/// Whether it is done within `timeout`.
bool wait(compute::DeviceCollective& collective, std::chrono::seconds timeout) {
    for (const auto start = Clock::now(); !collective.done();)
        if (Clock::now() - start > timeout) return false;
    return true;
}

int run(int rank, int size, const std::filesystem::path& file, const std::string& device) {
    std::string refusal;
    compute::DeviceCollectives* module = compute::deviceCollectives(refusal);
    if (!module) {
        std::printf("skipped: %s\n", refusal.c_str());
        return kSkipped;
    }
    std::unique_ptr<compute::Queue> queue;
    try {
        queue = compute::makeQueue(compute::parseDevices(device).front());
    } catch (const DeviceError& error) {
        std::printf("skipped: %s\n", error.what());
        return kSkipped;
    }
    if (!queue->nativeStream()) {
        std::printf("skipped: %s is no GPU\n", device.c_str());
        return kSkipped;
    }
    const auto id = shareId(*module, rank, file);
    const auto collective = module->connect(id, rank, size, *queue, true);
    if (!wait(*collective, kTimeout)) throw DeviceError("the processes do not connect", device);

    constexpr std::size_t kElements = 3'000'000; // 24 MB: object sums of a million pixels
    std::vector<double> values(kElements);
    for (std::size_t i = 0; i < kElements; ++i) values[i] = rank + 1 + static_cast<double>(i % 7);
    compute::Buffer<double> memory(*queue, kElements);
    double best = 1e9;
    for (int round = 0; round < 5; ++round) {
        memory.upload(values);
        queue->synchronize();
        const auto start = Clock::now();
        collective->startSum(memory.data(), kElements);
        if (!wait(*collective, kTimeout)) throw DeviceError("a sum does not end", device);
        best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
    }
    const std::vector<double> sums = memory.toHost();
    for (std::size_t i = 0; i < kElements; ++i)
        if (sums[i] != size * (size + 1) / 2.0 + size * static_cast<double>(i % 7))
            throw DeviceError("element " + std::to_string(i) + " of the sum is wrong", device);
    std::printf("{\"module\": \"%s\", \"rank\": %d, \"bytes\": %zu, \"best_s\": %.6g}\n", module->name().c_str(), rank,
                kElements * sizeof(double), best);
    std::fflush(stdout);

    // The last rank does not join: the others must not wait for ever, and must be able to cancel the sum.
    if (rank == size - 1) {
        std::this_thread::sleep_for(2 * kStayAway);
        return 0;
    }
    collective->startSum(memory.data(), kElements);
    if (wait(*collective, kStayAway)) throw DeviceError("a sum ended without all of its ranks", device);
    const auto start = Clock::now();
    collective->abort();
    queue->synchronize();
    std::printf("given up within %.2f s\n", std::chrono::duration<double>(Clock::now() - start).count());
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        std::fprintf(stderr, "usage: nccl-ranks RANK SIZE ID-FILE [DEVICE]\n");
        return 2;
    }
    try {
        return run(std::atoi(argv[1]), std::atoi(argv[2]), argv[3], argc > 4 ? argv[4] : "cuda:0");
    } catch (const std::exception& error) {
        std::fprintf(stderr, "nccl-ranks: %s\n", error.what());
        return 1;
    }
}
