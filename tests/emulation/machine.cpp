// SPDX-License-Identifier: GPL-3.0-or-later
#include "machine.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

namespace ewald::emulation {
namespace {

constexpr std::size_t kAlignment = 256;    // of cudaMalloc
constexpr unsigned char kUnwritten = 0xFF; // NaN, as float and as double
constexpr unsigned char kFringe = 0xA5;

std::size_t pageBytes() {
    static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return bytes;
}
std::size_t roundUp(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

long number(const char* name, long otherwise) {
    const char* text = std::getenv(name);
    return text && *text ? std::strtol(text, nullptr, 10) : otherwise;
}

std::byte* dataOf(const Allocation& a) {
    return static_cast<std::byte*>(a.pages) + a.mapped - roundUp(std::max<std::size_t>(a.bytes, 1), kAlignment);
}
/// The bytes before and behind an allocation in its pages.
std::pair<std::span<std::byte>, std::span<std::byte>> fringesOf(const Allocation& a) {
    auto* const pages = static_cast<std::byte*>(a.pages);
    std::byte* const data = dataOf(a);
    return {std::span(pages, data), std::span(data + a.bytes, pages + a.mapped)};
}

} // namespace

Settings Settings::fromEnvironment() {
    Settings s;
    s.devices = static_cast<int>(number("EWALD_EMULATED_GPUS", s.devices));
    s.memoryBytes =
        static_cast<std::size_t>(number("EWALD_EMULATED_MEMORY_KB", static_cast<long>(s.memoryBytes >> 10U))) << 10U;
    const char* const peers = std::getenv("EWALD_EMULATED_PEERS");
    s.wrongPeers = peers && std::strcmp(peers, "wrong") == 0;
    s.peers = s.wrongPeers || number("EWALD_EMULATED_PEERS", 1) != 0;
    if (const char* name = std::getenv("EWALD_EMULATED_NAME")) s.name = name;
    s.pools = number("EWALD_EMULATED_POOLS", 1) != 0;
    s.busy = number("EWALD_EMULATED_BUSY", 0) != 0;
    s.order = static_cast<unsigned>(number("EWALD_EMULATED_ORDER", 0));
    if (const char* fault = std::getenv("EWALD_EMULATED_FAULT")) {
        const std::string text = fault;
        const auto space = text.find(' ');
        s.fault = text.substr(0, space);
        if (space != std::string::npos) s.faultAt = std::strtol(text.c_str() + space, nullptr, 10);
    }
    return s;
}

Machine& Machine::instance() {
    static auto* const machine = new Machine; // never destroyed: streams may be destroyed late
    return *machine;
}

Machine::Machine()
    : m_settings(Settings::fromEnvironment()), m_memory(static_cast<std::size_t>(std::max(m_settings.devices, 0))),
      m_states(m_memory.size(), cudaSuccess) {}

bool Machine::faulty(const char* kind) {
    const std::lock_guard lock(m_mutex);
    return m_settings.fault == kind && ++m_counts[kind] == m_settings.faultAt;
}

cudaError_t Machine::allocate(int device, std::size_t bytes, void*& memory, bool ofPool) {
    const std::lock_guard lock(m_mutex);
    DeviceMemory& taken = m_memory.at(static_cast<std::size_t>(device));
    // A pool's own memory comes first; cudaMalloc does not get what a pool keeps.
    const std::size_t others = taken.plain + (ofPool ? taken.pool.used : taken.pool.reserved);
    if (bytes > m_settings.memoryBytes - others) return cudaErrorMemoryAllocation;
    auto allocation = std::make_shared<Allocation>();
    allocation->device = device;
    allocation->bytes = bytes;
    allocation->ofPool = ofPool;
    allocation->mapped = roundUp(roundUp(std::max<std::size_t>(bytes, 1), kAlignment), pageBytes());
    // One page more on either side, which must not be accessed.
    const std::size_t all = allocation->mapped + 2 * pageBytes();
    void* const pages = mmap(nullptr, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED) return cudaErrorMemoryAllocation;
    allocation->pages = static_cast<std::byte*>(pages) + pageBytes();
    mprotect(allocation->pages, allocation->mapped, PROT_READ | PROT_WRITE);
    const auto [front, back] = fringesOf(*allocation);
    std::memset(front.data(), kFringe, front.size());
    std::memset(dataOf(*allocation), kUnwritten, bytes);
    std::memset(back.data(), kFringe, back.size());
#if defined(__SANITIZE_ADDRESS__)
    ASAN_POISON_MEMORY_REGION(front.data(), front.size());
    ASAN_POISON_MEMORY_REGION(back.data(), back.size());
#endif
    if (m_accesses == 0) mprotect(allocation->pages, allocation->mapped, PROT_NONE);
    if (ofPool) {
        taken.pool.used += bytes;
        taken.pool.reserved = std::max(taken.pool.reserved, taken.pool.used);
    } else {
        taken.plain += bytes;
    }
    memory = dataOf(*allocation);
    m_allocations.emplace(reinterpret_cast<std::uintptr_t>(allocation->pages) + allocation->mapped, allocation);
    return cudaSuccess;
}

void Machine::free(void* memory) {
    const Access access;
    const std::lock_guard lock(m_mutex);
    const auto found = find(memory);
    if (!found || dataOf(*found) != memory) {
        std::fprintf(stderr, "emulated CUDA: memory is freed that is none: %p\n", memory);
        std::abort();
    }
    const auto [front, back] = fringesOf(*found);
#if defined(__SANITIZE_ADDRESS__)
    ASAN_UNPOISON_MEMORY_REGION(found->pages, found->mapped);
#endif
    const auto intact = [](std::byte b) { return b == std::byte{kFringe}; };
    if (!std::ranges::all_of(front, intact) || !std::ranges::all_of(back, intact)) {
        std::fprintf(stderr, "emulated CUDA: something wrote beyond %zu bytes of device memory\n", found->bytes);
        std::abort();
    }
    DeviceMemory& taken = m_memory.at(static_cast<std::size_t>(found->device));
    (found->ofPool ? taken.pool.used : taken.plain) -= found->bytes;
    taken.pool.reserved = std::max(taken.pool.used, std::min(taken.pool.reserved, taken.threshold));
    m_allocations.erase(reinterpret_cast<std::uintptr_t>(found->pages) + found->mapped);
    // These addresses must not be accessed, and are not allocated again for a while.
    constexpr std::size_t kKept = 2000;
    mprotect(found->pages, found->mapped, PROT_NONE);
    madvise(found->pages, found->mapped, MADV_DONTNEED);
    m_freed.emplace_back(static_cast<std::byte*>(found->pages) - pageBytes(), found->mapped + 2 * pageBytes());
    if (m_freed.size() <= kKept) return;
    munmap(m_freed.front().first, m_freed.front().second);
    m_freed.pop_front();
}

std::size_t Machine::freeBytes(int device) {
    const std::lock_guard lock(m_mutex);
    const DeviceMemory& taken = m_memory.at(static_cast<std::size_t>(device));
    return m_settings.memoryBytes - taken.plain - taken.pool.reserved;
}

Machine::Pool Machine::pool(int device) {
    const std::lock_guard lock(m_mutex);
    return m_memory.at(static_cast<std::size_t>(device)).pool;
}

void Machine::setPoolThreshold(int device, std::size_t bytes) {
    const std::lock_guard lock(m_mutex);
    m_memory.at(static_cast<std::size_t>(device)).threshold = bytes;
}

void Machine::trimPool(int device, std::size_t bytes) {
    const std::lock_guard lock(m_mutex);
    Pool& pool = m_memory.at(static_cast<std::size_t>(device)).pool;
    pool.reserved = std::max(pool.used, std::min(pool.reserved, bytes));
}

std::shared_ptr<const Allocation> Machine::find(const void* address) {
    const std::lock_guard lock(m_mutex);
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    const auto behind = m_allocations.upper_bound(at);
    if (behind == m_allocations.end() || at < reinterpret_cast<std::uintptr_t>(behind->second->pages)) return nullptr;
    return behind->second;
}

void* Machine::allocatePinned(std::size_t bytes) {
    void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return nullptr;
    std::memset(memory, kUnwritten, bytes);
    const std::lock_guard lock(m_mutex);
    m_pinned[reinterpret_cast<std::uintptr_t>(memory)] = bytes;
    return memory;
}

void Machine::freePinned(void* memory) {
    const std::lock_guard lock(m_mutex);
    const auto found = m_pinned.find(reinterpret_cast<std::uintptr_t>(memory));
    if (found == m_pinned.end()) {
        std::fputs("emulated CUDA: page-locked memory is freed that is none\n", stderr);
        std::abort();
    }
    munmap(memory, found->second);
    m_pinned.erase(found);
}

bool Machine::isPinned(const void* address, std::size_t bytes) {
    const std::lock_guard lock(m_mutex);
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    auto found = m_pinned.upper_bound(at);
    if (found == m_pinned.begin()) return false;
    --found;
    return at + bytes <= found->first + found->second;
}

void Machine::openTo(int owner, int reader) {
    const std::lock_guard lock(m_mutex);
    m_opened.emplace(owner, reader);
}

bool Machine::reaches(int device, int owner) {
    const std::lock_guard lock(m_mutex);
    return device == owner || m_opened.contains({owner, device});
}

cudaError_t Machine::state(int device) {
    const std::lock_guard lock(m_mutex);
    return m_states.at(static_cast<std::size_t>(device));
}

void Machine::breakDevice(int device, cudaError_t error) {
    const std::lock_guard lock(m_mutex);
    m_states.at(static_cast<std::size_t>(device)) = error;
}

void Machine::protect(bool open) {
    for (const auto& [end, allocation] : m_allocations)
        mprotect(allocation->pages, allocation->mapped, open ? PROT_READ | PROT_WRITE : PROT_NONE);
}

Machine::Access::Access() {
    Machine& machine = instance();
    const std::lock_guard lock(machine.m_mutex);
    if (machine.m_accesses++ == 0) machine.protect(true);
}

Machine::Access::~Access() {
    Machine& machine = instance();
    const std::lock_guard lock(machine.m_mutex);
    if (--machine.m_accesses == 0) machine.protect(false);
}

} // namespace ewald::emulation
