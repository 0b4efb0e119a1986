// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/operations/generic_integrate_ops.h"
#include "compute/operations/plain_loops.h"

#include <cstring>
#include <map>

namespace ewald::compute {

/// The launcher of the integration in plain loops on the processor, with one thread per block: tests the source of the
/// kernel bodies.
class PlainIntegrateLauncher : public PlainLoops {
public:
    /// A cooperative block of one thread.
    class Block {
    public:
        explicit Block(std::uint8_t* shared) : m_shared(shared) {}
        static int thread() { return 0; }
        static int threads() { return 1; }
        static int group() { return 0; }
        static int groups() { return 1; }
        static int lane() { return 0; }
        static int lanes() { return 1; }
        static void sync() {}
        static void syncGroup() {}
        [[nodiscard]] std::uint8_t* shared() const { return m_shared; }
        static std::uint32_t increment(std::uint32_t* counter) { return (*counter)++; }

    private:
        std::uint8_t* m_shared;
    };

    template <class Body>
    void forBlocks(std::uint32_t blocks, std::size_t sharedBytes, Body body) {
        // Exactly as large as requested, so that a sanitizer reports an access beyond the end.
        std::vector<Aligned> shared((sharedBytes + sizeof(Aligned) - 1) / sizeof(Aligned));
        const Block block(shared.data()->bytes);
        for (std::uint32_t index = 0; index < blocks; ++index) body(block, index);
    }
    [[nodiscard]] static std::size_t maxSharedBytes() { return std::size_t{48} << 10U; }
    template <class T>
    T* scratch(int purpose, std::size_t count) {
        return reinterpret_cast<T*>(grown(m_scratch[purpose], count * sizeof(T)));
    }
    std::byte* host(int purpose, std::size_t bytes) { return grown(m_host[purpose], bytes); }
    void send(void* device, const void* host, std::size_t bytes) { copy(device, host, bytes); }
    void fetch(void* host, const void* device, std::size_t bytes) { copy(host, device, bytes); }
    void mark(std::size_t) {}
    void wait(std::size_t) {}
    void waitAll() {}

private:
    struct alignas(16) Aligned {
        std::uint8_t bytes[16];
    };
    using Memory = std::vector<Aligned>;
    static std::byte* grown(Memory& memory, std::size_t bytes) {
        if (memory.size() * sizeof(Aligned) < bytes || memory.empty()) memory.resize(bytes / sizeof(Aligned) + 1);
        return reinterpret_cast<std::byte*>(memory.data());
    }
    static void copy(void* to, const void* from, std::size_t bytes) {
        if (bytes > 0) std::memcpy(to, from, bytes);
    }

    std::map<int, Memory> m_scratch;
    std::map<int, Memory> m_host;
};

using PlainIntegrateOps = GenericIntegrateOps<PlainIntegrateLauncher>;

} // namespace ewald::compute
