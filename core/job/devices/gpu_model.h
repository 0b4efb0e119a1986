// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/devices/ptycho_traffic.h"

#include <span>
#include <string>
#include <vector>

namespace ewald::job {

/// What connects several GPUs of a computer.
struct ModelledLink {
    const char* name;
    double speed;  ///< bytes a second that a GPU sends in a sum over all, and receives at the same time
    double step_s; ///< from one GPU to the next, however little it is
};

/// A GPU as far as the model knows it.
struct ModelledGpu {
    const char* name;
    double memory;          ///< bytes a second that kernels reach
    double cache;           ///< likewise, of data in its second-level cache
    std::size_t cacheBytes; ///< size of that
    double instructions;    ///< of single lanes, a second, when every cycle issues one
    ModelledLink link;      ///< of computers that are made for several of them

    /// That waves are cut for: none where the memory is fast, as in gpu/cuda/cuda_context.cu.
    [[nodiscard]] std::size_t cacheOfPieces() const { return memory < 2.5e12 ? cacheBytes : 0; }
};
[[nodiscard]] std::span<const ModelledGpu> modelledGpus();
/// The GPU with that name among the words of a device's ("NVIDIA H200"); null: none.
[[nodiscard]] const ModelledGpu* modelledGpu(const std::string& deviceName);
/// By way of the host's memory, where devices do not reach each other's.
[[nodiscard]] const ModelledLink& linkThroughHost();

/// How long an iteration might take: not measured.
struct Prediction {
    double kernels_s = 0;      ///< kernels and transforms
    double launches_s = 0;     ///< between them
    double waits_s = 0;        ///< copies and waits of the host
    double host_s = 0;         ///< that the host needs to ask for all of it, at the same time
    double sums_s = 0;         ///< over all GPUs, and what the hosts send each other
    double byBytes = 0;        ///< share of kernels_s in kernels that wait for memory; the others wait for instructions
    bool chainInCache = false; ///< waves from the exit wave to the inverse transform
    bool wavesInCache = false; ///< and until the sums are made
    [[nodiscard]] double seconds() const;
};

/// Of the sum over `devices` of an array of so many bytes.
[[nodiscard]] double predictSum_s(const ModelledLink& link, std::size_t devices, double bytes);
/// From the counts of an iteration (ptychoTraffic) and the constants that modelAssumptions() names.
[[nodiscard]] Prediction predict(const ModelledGpu& gpu, const PtychoBenchCase& benchCase,
                                 const PtychoTraffic& traffic);

/// One line each.
[[nodiscard]] std::vector<std::string> modelAssumptions();

} // namespace ewald::job
