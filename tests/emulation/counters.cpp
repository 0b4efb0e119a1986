// SPDX-License-Identifier: GPL-3.0-or-later
#include "counters.h"

#include "machine.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <utility>

namespace ewald::emulation {
namespace {

std::atomic<bool> trafficIsCounted = false;

/// An allocation and which of its words a launch has accessed, a bit for each.
struct Touched {
    std::shared_ptr<const Allocation> memory;
    std::vector<std::uint64_t> read, written;

    [[nodiscard]] std::uintptr_t begin() const { return reinterpret_cast<std::uintptr_t>(memory->pages); }
    [[nodiscard]] bool holds(std::uintptr_t at) const { return at >= begin() && at < begin() + memory->mapped; }
};

struct Recorder {
    bool on = false;
    std::vector<Touched> touched;
    Touched* last = nullptr;
    std::size_t accessed = 0;
};
thread_local Recorder recorder;

constexpr std::size_t kWord = 4;
constexpr std::size_t kBits = 64;

Touched* find(std::uintptr_t at) {
    for (Touched& t : recorder.touched)
        if (t.holds(at)) return &t;
    const auto memory = Machine::instance().find(reinterpret_cast<const void*>(at));
    if (!memory) return nullptr; // the host's, or shared
    const std::size_t words = memory->mapped / kWord / kBits + 1;
    recorder.touched.push_back({memory, std::vector<std::uint64_t>(words), std::vector<std::uint64_t>(words)});
    return &recorder.touched.back();
}

void note(const void* address, std::size_t bytes, bool write) {
    if (!recorder.on) return;
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    if (!recorder.last || !recorder.last->holds(at)) recorder.last = find(at);
    if (!recorder.last) return;
    recorder.accessed += bytes;
    auto& bits = write ? recorder.last->written : recorder.last->read;
    const std::size_t first = (at - recorder.last->begin()) / kWord;
    const std::size_t end = (at + bytes - 1 - recorder.last->begin()) / kWord;
    for (std::size_t word = first; word <= end; ++word) bits[word / kBits] |= std::uint64_t{1} << word % kBits;
}

std::size_t bytesOf(const std::vector<std::uint64_t>& bits) {
    std::size_t words = 0;
    for (const std::uint64_t group : bits) words += static_cast<std::size_t>(std::popcount(group));
    return kWord * words;
}

template <class T>
T atomicLoad(const volatile T* at) {
    note(const_cast<const T*>(at), sizeof(T), false);
    return __atomic_load_n(at, __ATOMIC_SEQ_CST);
}
template <class T>
int compareExchange(volatile T* at, T* expected, T desired) {
    note(const_cast<const T*>(at), sizeof(T), true);
    return __atomic_compare_exchange_n(at, expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) ? 1 : 0;
}

} // namespace

long Counts::launches() const {
    long all = 0;
    for (const auto& [name, kernel] : kernels) all += kernel.launches;
    return all;
}

std::shared_ptr<GuardedCounts> countsOfThread() {
    static thread_local const auto counts = std::make_shared<GuardedCounts>();
    return counts;
}

Counts takeCounts() {
    const auto mine = countsOfThread();
    const std::lock_guard lock(mine->mutex);
    return std::exchange(mine->counts, {});
}

void count(void (*change)(Counts&, std::size_t), std::size_t bytes) {
    const auto mine = countsOfThread();
    const std::lock_guard lock(mine->mutex);
    change(mine->counts, bytes);
}

void countLaunch(const char* signature) {
    const auto mine = countsOfThread();
    const std::lock_guard lock(mine->mutex);
    ++mine->counts.kernels[nameOfKernel(signature)].launches;
}

void countTraffic(bool on) { trafficIsCounted = on; }

std::string nameOfKernel(std::string_view signature) {
    // "cudaError_t f(…) [with Parameters = {ewald::cuda::Grid, ewald::kernels::ExitWave}; Arguments = …]"
    constexpr std::string_view kBegin = "Parameters = {", kBodies = "ewald::kernels::";
    const auto begin = signature.find(kBegin);
    std::string_view list = begin == std::string_view::npos ? signature : signature.substr(begin + kBegin.size());
    list = list.substr(0, list.find("}; "));
    std::size_t from = 0;
    for (; (from = list.find(kBodies, from)) != std::string_view::npos; ++from) {
        const auto name =
            list.substr(from + kBodies.size(), list.find_first_of("<,;>}&* ", from) - from - kBodies.size());
        if (name != "FastDivider") return std::string(name);
    }
    if (const auto last = list.find("ewald::cuda::JoinFrameSums"); last != std::string_view::npos)
        return "JoinFrameSums";
    return std::string(list);
}

Recording::Recording(const char* signature, GuardedCounts& counts) : m_signature(signature), m_counts(counts) {
    recorder.on = trafficIsCounted;
    recorder.last = nullptr;
    recorder.accessed = 0;
}

Recording::~Recording() {
    if (!std::exchange(recorder.on, false)) return;
    const std::lock_guard lock(m_counts.mutex);
    KernelCount& kernel = m_counts.counts.kernels[nameOfKernel(m_signature)];
    for (const Touched& t : recorder.touched) {
        kernel.read += bytesOf(t.read);
        kernel.written += bytesOf(t.written);
    }
    kernel.accessed += recorder.accessed;
    recorder.touched.clear();
}

} // namespace ewald::emulation

// Calls that the compiler puts before every access of modules compiled with -fsanitize=thread; the library of that
// sanitizer is not used.
// NOLINTBEGIN(bugprone-reserved-identifier): the compiler's names
using ewald::emulation::atomicLoad;
using ewald::emulation::compareExchange;
using ewald::emulation::note;

extern "C" {
void __tsan_init() {}
#define EWALD_ACCESS(bytes)                                                                                            \
    void __tsan_read##bytes(void* at) { note(at, bytes, false); }                                                      \
    void __tsan_write##bytes(void* at) { note(at, bytes, true); }                                                      \
    void __tsan_unaligned_read##bytes(void* at) { note(at, bytes, false); }                                            \
    void __tsan_unaligned_write##bytes(void* at) { note(at, bytes, true); }
EWALD_ACCESS(1)
EWALD_ACCESS(2)
EWALD_ACCESS(4)
EWALD_ACCESS(8)
EWALD_ACCESS(16)
#undef EWALD_ACCESS
void __tsan_read_range(void* at, std::size_t bytes) { note(at, bytes, false); }
void __tsan_write_range(void* at, std::size_t bytes) { note(at, bytes, true); }
void __tsan_vptr_update(void** at, void*) { note(at, sizeof(void*), true); }
#define EWALD_ATOMIC(bits, type)                                                                                       \
    type __tsan_atomic##bits##_load(const volatile type* at, int) { return atomicLoad(at); }                           \
    void __tsan_atomic##bits##_store(volatile type* at, type value, int) {                                             \
        __atomic_store_n(at, value, __ATOMIC_SEQ_CST);                                                                 \
    }                                                                                                                  \
    type __tsan_atomic##bits##_fetch_add(volatile type* at, type value, int) {                                         \
        return __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST);                                                        \
    }                                                                                                                  \
    type __tsan_atomic##bits##_fetch_sub(volatile type* at, type value, int) {                                         \
        return __atomic_fetch_sub(at, value, __ATOMIC_SEQ_CST);                                                        \
    }                                                                                                                  \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile type* at, type* expected, type value, int, int) {       \
        return compareExchange(at, expected, value);                                                                   \
    }
EWALD_ATOMIC(8, unsigned char)
EWALD_ATOMIC(32, unsigned)
EWALD_ATOMIC(64, unsigned long)
#undef EWALD_ATOMIC
}
// NOLINTEND(bugprone-reserved-identifier)
