// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the emulated GPUs are asked to do, counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace ewald::emulation {

/// The launches of a kernel.
struct KernelCount {
    long launches = 0;
    /// Bytes of device memory read and written, in words of four, each counted once a launch however often it is
    /// accessed: what a launch moves that finds nothing in a cache but loses nothing from it. Only while
    /// countTraffic() is on, and of modules compiled for it.
    std::size_t read = 0;
    std::size_t written = 0;
    std::size_t accessed = 0; ///< bytes of all loads and stores
};

/// What a thread asked devices to do: a rank of a job is a thread.
struct Counts {
    std::map<std::string, KernelCount> kernels; ///< by nameOfKernel()
    long copiesUp = 0, copiesDown = 0, copiesAcross = 0;
    std::size_t bytesUp = 0, bytesDown = 0, bytesAcross = 0;
    long memsets = 0;
    std::size_t bytesSet = 0;
    long transforms = 0;         ///< calls
    std::size_t transformed = 0; ///< complex numbers in them
    long plans = 0;
    long allocations = 0;
    long collectives = 0;
    std::size_t bytesReduced = 0;
    long exchanges = 0;              ///< groups of ncclSend() and ncclRecv()
    std::size_t bytesSentAcross = 0; ///< by these
    /// Waits of the host with little work behind what it waits for, so that the device comes to rest; and those with
    /// much, which keep the host from running ahead.
    long waits = 0;
    long paces = 0;

    [[nodiscard]] long launches() const;
};

/// The counts of this thread since its last call.
[[nodiscard]] Counts takeCounts();
/// Calls `change` with the counts of this thread.
void count(void (*change)(Counts&, std::size_t), std::size_t bytes = 0);
/// The counts of this thread, for work that another thread may do.
struct GuardedCounts {
    std::mutex mutex;
    Counts counts;
};
[[nodiscard]] std::shared_ptr<GuardedCounts> countsOfThread();
void countLaunch(const char* signature);
/// Whether accesses of kernels are recorded, which makes them slow. All threads.
void countTraffic(bool on);

/// Whether the driver, when it was initialised, was told to load all kernels at once.
[[nodiscard]] bool loadedEagerly();

/// The body of a kernel, "ExitWave", out of the signature of a function template that has its parameters.
[[nodiscard]] std::string nameOfKernel(std::string_view signature);

/// While one exists, accesses of this thread are those of a launch that is counted in `counts`.
class Recording {
public:
    /// \param counts outlives this
    Recording(const char* signature, GuardedCounts& counts);
    ~Recording();
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

private:
    const char* m_signature;
    GuardedCounts& m_counts;
};

} // namespace ewald::emulation
