// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/document.h"
#include "job/integration/integrate_devices.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ewald::job {

/// A stage of the work on a frame: what it took of a worker, and what moving its bytes alone would take.
struct BenchStage {
    const char* name = "";
    double perFrame_s = 0; ///< time of one worker
    double bytes = 0;      ///< that have to come from main memory for a frame
    double floor_s = 0;    ///< those at the measured bandwidth of one worker
};

struct IntegrateBenchResult {
    std::size_t frames = 0;
    std::size_t rows = 0;
    std::size_t cols = 0;
    std::size_t workers = 0;
    std::string format;           ///< of the frames' file
    double storedFrame_bytes = 0; ///< mean
    double decodedFrame_bytes = 0;
    // Medians over the rounds.
    double preparing_s = 0;     ///< opening, table of pixels
    double preparingKept_s = 0; ///< the same where an earlier run has kept the table
    double frames_s = 0;        ///< reading, integrating and writing all frames
    double total_s = 0;
    double decoding_s = 0;          ///< reading and decompressing all frames, nothing else: a floor of frames_s
    double copy_bytesPerSecond = 0; ///< read plus written, all workers together
    std::vector<BenchStage> stages; ///< read, decode, integrate; of a device: read, device, finish
    std::optional<IntegrateDevices::Alone> device; ///< of the first one

    [[nodiscard]] double framesPerSecond() const { return static_cast<double>(frames) / frames_s; }
};

/// Runs an integration from file to result file `rounds` times and says where the time goes. The result is written
/// beside `job.outputFile` as any other and stays there. \throws Error
[[nodiscard]] IntegrateBenchResult benchIntegrate(const JobDocument& job, std::size_t rounds = 5);

/// Bytes read plus written a second by `threads` threads that copy arrays too large for the caches.
[[nodiscard]] double copyBandwidth(unsigned threads);

} // namespace ewald::job
