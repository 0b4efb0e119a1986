// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cuda_runtime.h>

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace ewald::emulation {

/// Properties of the emulated machine, from environment variables.
struct Settings {
    int devices = 1;                                 ///< EWALD_EMULATED_GPUS; 0: a machine without any
    std::size_t memoryBytes = std::size_t{4} << 30U; ///< EWALD_EMULATED_MEMORY_KB, of each
    bool peers = true;                               ///< EWALD_EMULATED_PEERS=0: no access to each other's memory
    bool wrongPeers = false; ///< EWALD_EMULATED_PEERS=wrong: they say that they have it, but copies arrive damaged
    std::string name = "Emulated GPU"; ///< EWALD_EMULATED_NAME, instead of "Emulated GPU" (0, 1, …)
    bool pools = true;                 ///< EWALD_EMULATED_POOLS=0: devices without memory pools
    bool busy = false;                 ///< EWALD_EMULATED_BUSY=1: exclusive-process mode, and another process has them
    /// EWALD_EMULATED_ORDER: 0: everything as late as the rules allow; 1: at once; larger: random, this is the seed
    unsigned order = 0;
    /// EWALD_EMULATED_FAULT: "alloc N", "launch N": the Nth allocation fails, the Nth launch breaks its device; "hang
    /// N": the Nth launch never ends
    std::string fault;
    long faultAt = 0;

    static Settings fromEnvironment();
};

/// An operation of a stream. Returns false when it cannot be done yet (a sum that waits for other ranks).
using Work = std::function<bool()>;

/// Memory of a device, in separate pages followed by a page that must not be accessed.
struct Allocation {
    int device = 0;
    std::size_t bytes = 0;  ///< as requested
    std::size_t mapped = 0; ///< of all its pages
    bool ofPool = true;
    void* pages = nullptr;
};

/// The state of the machine. Functions are thread-safe.
class Machine {
public:
    static Machine& instance();

    [[nodiscard]] const Settings& settings() const noexcept { return m_settings; }
    [[nodiscard]] bool isDevice(int device) const noexcept { return device >= 0 && device < m_settings.devices; }
    /// Whether this event, counted from 1, has to fail according to the settings.
    [[nodiscard]] bool faulty(const char* kind);

    [[nodiscard]] cudaError_t allocate(int device, std::size_t bytes, void*& memory, bool ofPool);
    void free(void* memory);
    [[nodiscard]] std::size_t freeBytes(int device);
    /// Bytes of a device's pool: those that are allocated, and all that it has taken from the device.
    struct Pool {
        std::size_t used = 0, reserved = 0;
    };
    [[nodiscard]] Pool pool(int device);
    void setPoolThreshold(int device, std::size_t bytes);
    void trimPool(int device, std::size_t bytes);
    /// The allocation that holds this address; null: none.
    [[nodiscard]] std::shared_ptr<const Allocation> find(const void* address);
    /// Pages that the host and all devices can access.
    [[nodiscard]] void* allocatePinned(std::size_t bytes);
    void freePinned(void* memory);
    [[nodiscard]] bool isPinned(const void* address, std::size_t bytes);

    void openTo(int owner, int reader);
    [[nodiscard]] bool reaches(int device, int owner);
    [[nodiscard]] cudaError_t state(int device);
    void breakDevice(int device, cudaError_t error);

    /// While one exists, device memory can be read and written by this process.
    class Access {
    public:
        Access();
        ~Access();
        Access(const Access&) = delete;
        Access& operator=(const Access&) = delete;
    };

private:
    Machine();
    void protect(bool open);

    Settings m_settings;
    std::recursive_mutex m_mutex;
    std::map<std::string, long> m_counts;
    std::map<std::uintptr_t, std::shared_ptr<const Allocation>> m_allocations; ///< by the end of their pages
    std::map<std::uintptr_t, std::size_t> m_pinned;                            ///< bytes by address
    std::deque<std::pair<void*, std::size_t>> m_freed;
    struct DeviceMemory {
        std::size_t plain = 0; ///< bytes of cudaMalloc
        Pool pool;
        std::size_t threshold = 0; ///< what the pool keeps when memory is freed
    };
    std::vector<DeviceMemory> m_memory;
    std::vector<cudaError_t> m_states;
    std::set<std::pair<int, int>> m_opened; ///< {owner, reader}
    int m_accesses = 0;
};

} // namespace ewald::emulation

/// A stream: work in order, done by the thread that waits for it or, where another rank waits for a collective in it,
/// by a thread of that (nccl.cpp): a device needs no host to go on.
struct CUstream_st {
    explicit CUstream_st(int device_) : device(device_) {}

    const int device;

    void add(ewald::emulation::Work work);
    /// Does the work up to number `last`. \return false: it cannot continue now
    bool advance(std::size_t last);
    /// Does one operation. \return false: none can be done now
    bool step();
    [[nodiscard]] std::size_t last();
    /// The host learns that the work up to number `last` is done. \return whether it did not know
    bool learn(std::size_t last);

private:
    std::mutex m_mutex; ///< of the queue
    std::mutex m_doing; ///< one piece at a time
    std::deque<ewald::emulation::Work> m_work;
    std::size_t m_done = 0;
    std::size_t m_known = 0; ///< by the host
    unsigned m_drawn = 0;
};

/// A position in a stream; without a stream it counts as reached.
struct CUevent_st {
    int device = 0;
    std::shared_ptr<CUstream_st> stream;
    std::size_t number = 0;
};

namespace ewald::emulation {

/// The one that this thread has set.
[[nodiscard]] int deviceOfThread();
/// Null: no such stream.
[[nodiscard]] std::shared_ptr<CUstream_st> streamOf(cudaStream_t handle);
/// Puts work into a stream of the current device, if both are in order.
cudaError_t enqueue(cudaStream_t handle, Work work);
/// Waits until it is done.
cudaError_t finish(CUstream_st& stream, std::size_t last);

} // namespace ewald::emulation
