// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/devices/gpu_model.h"

#include "job/devices/ptycho_case.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace ewald::job {
namespace {

// To be calibrated by the first run of tests/gpu/run.
constexpr double kIssued = 0.62;        ///< of the cycles
constexpr double kLaunch_s = 2e-6;      ///< between two kernels
constexpr double kCopy_s = 6e-6;        ///< the stream changes engines and back
constexpr double kWait_s = 20e-6;       ///< the host sees the end of the work and asks for more
constexpr double kOperation_s = 2.5e-6; ///< of the host
constexpr double kBus = 25e9;           ///< bytes a second between host and device
constexpr double kOfCache = 0.7;        ///< that waves may fill and stay
constexpr double kSum_s = 8e-6;         ///< of a sum over GPUs, beside its steps
constexpr double kMeeting_s = 30e-6;    ///< hosts of all GPUs wait for each other
constexpr double kHostCopy = 10e9;      ///< bytes a second between two threads of the host

// Published clocks and widths, with the shares of the bandwidth that copies reach; instructions: multiprocessors × 128
// lanes (A100 and V100: 64 of integers, with as many of floats beside them) × boost clock.
// Links: seven tenths to four fifths of the published speed each way, as libraries for sums reach it.
constexpr ModelledLink kThroughHost{"through the host", 9e9, 6e-6};
constexpr std::array kGpus = {ModelledGpu{"H200", 4.3e12, 5.5e12, 50'000'000, 30.9e12, {"NVLink 4", 360e9, 1.2e-6}},
                              ModelledGpu{"A100", 1.75e12, 3.8e12, 40'000'000, 19.5e12, {"NVLink 3", 230e9, 1.2e-6}},
                              ModelledGpu{"V100", 0.80e12, 2.1e12, 6'000'000, 15.4e12, {"NVLink 2", 115e9, 1.5e-6}},
                              ModelledGpu{"L40S", 0.77e12, 4.2e12, 96'000'000, 42.7e12, {"PCIe 4", 20e9, 3e-6}},
                              ModelledGpu{"RTX 4090", 0.93e12, 4.6e12, 72'000'000, 41.8e12, kThroughHost}};

/// Instructions of a kernel, read off its machine code for compute capability 9.0 along the way that most threads take:
/// for each pixel of each frame, for each mode of that, and for each work item. tests/gpu/paper_table.json holds what
/// is counted by a program; where that changes much, these are to be read anew.
struct Instructions {
    const char* kernel;
    double pixel, pixelMode, item;
};
constexpr Instructions kBilinear[] = {
    {"ExitWave", 78, 18, 0},       {"Project", 170, 20, 0},       {"KeepObjectSums", 66, 42, 45},
    {"AddObjectSums", 66, 42, 65}, {"GatherProbe", 0, 76, 0},     {"ShiftSpectrum", 150, 20, 0},
    {"ConjObject", 78, 18, 0},     {"LineWaves", 120, 30, 0},     {"LineAtDetector", 200, 26, 0},
    {"StepTerms", 170, 40, 0},     {"PositionTerms", 600, 30, 0}, {"FiguresAtDetector", 80, 12, 0},
};
/// Whole pixels: one pixel of the object instead of four.
constexpr Instructions kNearest[] = {
    {"ExitWave", 62, 17, 0},   {"KeepObjectSums", 52, 32, 45}, {"AddObjectSums", 52, 32, 65}, {"GatherProbe", 0, 51, 0},
    {"ConjObject", 62, 17, 0}, {"LineWaves", 80, 30, 0},       {"StepTerms", 130, 40, 0},
};
constexpr double kOfOthers = 60;      ///< an item
constexpr double kTransform256 = 110; ///< a complex number of a transform of 256²; others by the logarithm

/// \param frames of this GPU
double instructionsOf(const std::string& kernel, const compute::LaunchTotal& total, const PtychoBenchCase& c,
                      std::size_t frames) {
    const auto pixels = static_cast<double>(frames * c.size * c.size);
    const auto of = [&](std::span<const Instructions> table) -> const Instructions* {
        const auto found = std::ranges::find_if(table, [&](const Instructions& i) { return kernel == i.kernel; });
        return found == table.end() ? nullptr : &*found;
    };
    using ptycho::Subpixel;
    const bool wholePixels = c.subpixel == Subpixel::nearest || c.subpixel == Subpixel::fourier;
    const Instructions* known = wholePixels ? of(kNearest) : nullptr;
    if (!known) known = of(kBilinear);
    const auto items = static_cast<double>(total.items);
    if (!known) return kOfOthers * items;
    // Kernels whose items are pixels of frames may go over them more than once an iteration.
    const bool gathers = known->item > 0 || kernel == "GatherProbe";
    const double rounds = gathers ? 1 : items / pixels;
    return rounds * pixels * (known->pixel + known->pixelMode * static_cast<double>(c.modes)) + known->item * items;
}

/// Kernels that hand waves to each other piece by piece; see compute::GenericPtychoOps.
bool isOfChain(const std::string& kernel) {
    constexpr const char* kChain[] = {
        "ExitWave",  "Project",       "MultiplyAll", "FiguresAtDetector", "BackgroundAtDetector",
        "LineWaves", "LineAtDetector"};
    return std::ranges::find(kChain, kernel) != std::end(kChain);
}

} // namespace

std::span<const ModelledGpu> modelledGpus() { return kGpus; }

const ModelledGpu* modelledGpu(const std::string& deviceName) {
    const auto found = std::ranges::find_if(
        kGpus, [&](const ModelledGpu& gpu) { return deviceName.find(gpu.name) != std::string::npos; });
    return found == kGpus.end() ? nullptr : &*found;
}

const ModelledLink& linkThroughHost() { return kThroughHost; }

double Prediction::seconds() const { return std::max(host_s, kernels_s + launches_s) + waits_s + sums_s; }

double predictSum_s(const ModelledLink& link, std::size_t devices, double bytes) {
    if (devices < 2) return 0;
    // Around the ring and once more: each GPU sends 2 (N − 1)/N of the array, in 2 (N − 1) steps.
    const auto n = static_cast<double>(devices);
    return kSum_s + 2 * (n - 1) * (link.step_s + bytes / n / link.speed);
}

Prediction predict(const ModelledGpu& gpu, const PtychoBenchCase& c, const PtychoTraffic& traffic) {
    const compute::TrafficLedger& ledger = traffic.iteration;
    Prediction p;
    const std::size_t frames = traffic.frames > 0 ? traffic.frames : c.frames;
    const std::size_t devices = traffic.share.devices;
    const std::size_t atOnce = (std::min(framesAtOnce(c), c.frames) + devices - 1) / devices;
    const std::size_t ofFrame = c.modes * c.size * c.size * compute::kSingle;
    const auto stays = [&](std::size_t some) {
        return static_cast<double>(some * ofFrame) <= kOfCache * static_cast<double>(gpu.cacheBytes);
    };
    // How many frames the launches of a kernel have on average.
    const auto launchesOf = [&](const char* kernel) {
        const auto found = ledger.kernels.find(kernel);
        return found == ledger.kernels.end() ? std::size_t{0} : found->second.launches;
    };
    const auto made = ledger.kernels.find("ExitWave");
    const std::size_t passed = made == ledger.kernels.end() ? 0 : made->second.items / (c.size * c.size);
    const std::size_t ofChain = launchesOf("ExitWave"), ofSums = launchesOf("GatherProbe");
    p.chainInCache = stays(ofChain > 0 ? passed / ofChain : atOnce);
    p.wavesInCache = stays(ofChain > 0 && ofSums > 0 ? passed / ofSums : atOnce);
    double waiting = 0;
    const auto add = [&](double bytes, double instructions, bool cached) {
        const double speed = cached ? gpu.cache : gpu.memory;
        const double moving = bytes / speed, computing = instructions / (kIssued * gpu.instructions);
        p.kernels_s += std::max(moving, computing);
        if (moving > computing) waiting += moving;
    };
    for (const auto& [name, total] : ledger.kernels)
        add(static_cast<double>(total.traffic.sum()), instructionsOf(name, total, c, frames),
            isOfChain(name) ? p.chainInCache : p.wavesInCache);
    const auto transformed = static_cast<double>(ledger.transformed);
    constexpr double kLog256 = 8;
    add(transformed * 2 * static_cast<double>(compute::kTransformPasses * compute::kSingle),
        transformed * kTransform256 * std::log2(static_cast<double>(c.size)) / kLog256, p.chainInCache);
    if (p.chainInCache && !p.wavesInCache) { // each wave that a piece leaves behind goes to memory once
        add(static_cast<double>(passed * ofFrame), 0, false);
    }
    const auto kernels = static_cast<double>(ledger.launches() + compute::kTransformPasses * ledger.transforms);
    const auto sets = static_cast<double>(ledger.memsets);
    const auto copies = static_cast<double>(ledger.copiesUp + ledger.copiesDown);
    p.launches_s = (kernels + sets) * kLaunch_s + static_cast<double>(ledger.copiesUp) * kCopy_s;
    p.waits_s =
        static_cast<double>(ledger.waits) * kWait_s + static_cast<double>(ledger.bytesUp + ledger.bytesDown) / kBus;
    p.host_s = (kernels + sets + copies) * kOperation_s;
    if (const auto sums = static_cast<double>(ledger.collectives); sums > 0)
        p.sums_s = sums * predictSum_s(gpu.link, devices, static_cast<double>(ledger.bytesReduced) / sums);
    p.sums_s += static_cast<double>(ledger.deviceExchanges) * kSum_s +
                static_cast<double>(ledger.exchangePartners) * gpu.link.step_s +
                static_cast<double>(ledger.bytesAcross) / gpu.link.speed;
    p.sums_s +=
        static_cast<double>(ledger.meetings) * kMeeting_s + static_cast<double>(ledger.bytesExchanged) / kHostCopy;
    p.byBytes = p.kernels_s > 0 ? waiting / p.kernels_s : 0;
    return p;
}

std::vector<std::string> modelAssumptions() {
    std::vector<std::string> lines;
    for (const ModelledGpu& gpu : kGpus) {
        std::array<char, 200> line{};
        std::snprintf(
            line.data(), line.size(),
            "%-9s memory %.2f TB/s, second-level cache %.1f TB/s and %.0f MB, %.1f T instructions/s; several: "
            "%s, %.0f GB/s each way",
            gpu.name, gpu.memory / 1e12, gpu.cache / 1e12, static_cast<double>(gpu.cacheBytes) / 1e6,
            gpu.instructions / 1e12, gpu.link.name, gpu.link.speed / 1e9);
        lines.emplace_back(line.data());
    }
    lines.emplace_back(
        "a kernel takes the longer of bytes / speed and instructions / (0.62 of that rate); bytes come "
        "from the cache where the waves that are worked on fill at most 0.7 of it, else from memory: for "
        "sums those of a mini-batch, before them those of a piece of it, which go to memory once");
    lines.emplace_back("bytes are counted; instructions are read off the machine code; a transform: two kernels, 32 "
                       "bytes and 110 instructions a number at 256 x 256 (a guess about cuFFT)");
    lines.emplace_back("2 us between kernels, 6 us a copy to the device, 20 us a wait of the host, 25 GB/s between "
                       "host and device; the host needs 2.5 us for each call, and everything else happens meanwhile");
    lines.emplace_back("a sum over N GPUs goes around a ring: 8 us, and 2 (N - 1) steps of 1.2 us (NVLink) to 6 us, in "
                       "each of which a GPU sends an N-th of the array; nothing else happens meanwhile; 30 us where "
                       "the hosts of all GPUs wait for each other, 10 GB/s from one to another");
    lines.emplace_back(
        "tiles: what a GPU sends to others, or receives, goes at the speed of its link; 8 us, and a step "
        "for each of these; counted for the GPU that shares most");
    lines.emplace_back("the V100 is for comparison: this program needs compute capability 7.5");
    lines.emplace_back(
        "one GPU has been measured (H100, docs/gpu.md): its iterations took 1.3 to 1.8 times as long as is "
        "said here of an H200");
    return lines;
}

} // namespace ewald::job
