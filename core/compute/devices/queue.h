// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/devices/device.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace ewald::compute {

class IntegrateOps;
class PtychoOps;

/// The work queue of one rank on one device: memory, copies and the operations. Used by one thread at a time.
class Queue {
public:
    virtual ~Queue() = default;

    [[nodiscard]] virtual DeviceInfo device() const = 0;
    /// Device memory, zeroed, aligned to 64 bytes. \throws DeviceError (out of memory, with the number of bytes)
    [[nodiscard]] virtual void* allocate(std::size_t bytes) = 0;
    virtual void release(void* memory) noexcept = 0;
    /// Copies between host and device. The host memory can be used when they return; work queued later runs after them.
    virtual void upload(void* device, const void* host, std::size_t bytes) = 0;
    virtual void download(void* host, const void* device, std::size_t bytes) = 0;
    /// True when device memory is ordinary host memory, so that copies can be avoided.
    [[nodiscard]] virtual bool sharesHostMemory() const noexcept = 0;
    /// Waits for all work of this queue. \throws DeviceError also when the device does not respond
    virtual void synchronize() = 0;
    /// The longest wait for the device, after which it counts as lost. No effect for a queue that never waits.
    virtual void setTimeout(std::chrono::milliseconds) {}
    /// Looked after while the host waits for this queue: called now and then with how long it has waited, it ends the
    /// wait by an exception. Empty: nothing is. No effect for a queue that never waits.
    using Watch = std::function<void(std::chrono::nanoseconds waited)>;
    virtual void setWatch(Watch) {}

    /// The queue that does the work, where this one only forwards calls.
    [[nodiscard]] virtual const Queue& actual() const noexcept { return *this; }
    /// Whether copyTo() and sumAcross() access the memory of `other`, a queue of this process, directly.
    [[nodiscard]] virtual bool reaches(const Queue& other) const;
    /// Copies memory of this queue to that of `other`, directly if this queue reaches it, else through the host.
    /// Complete when it returns; the target must not be in use.
    virtual void copyTo(Queue& other, void* target, const void* source, std::size_t bytes);
    /// arrays[a][i] = Σ_b arrays[b][i] for `count` elements from `first` on, summed in the order of the arrays, for
    /// every array a: memory of queues that this one reaches. Complete when it returns.
    virtual void sumAcross(std::span<double* const> arrays, std::size_t first, std::size_t count);
    /// The driver's stream of this queue, for modules that use the same driver; null if there is none.
    [[nodiscard]] virtual void* nativeStream() const noexcept { return nullptr; }

    [[nodiscard]] virtual PtychoOps& ptycho() = 0;
    /// Integration of compressed frames; null where frames are integrated on the processor in another way.
    [[nodiscard]] virtual IntegrateOps* integrate() { return nullptr; }
};

/// Queue::copyTo() without a direct path.
void copyThroughHost(Queue& from, Queue& to, void* target, const void* source, std::size_t bytes);

/// Device memory of a queue. Move-only; freed with the object, which must not outlive its queue.
template <class T>
class Buffer {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    Buffer() = default;
    Buffer(Queue& queue, std::size_t size)
        : m_queue(&queue), m_data(size > 0 ? static_cast<T*>(queue.allocate(size * sizeof(T))) : nullptr),
          m_size(size) {}
    Buffer(Queue& queue, std::span<const T> host) : Buffer(queue, host.size()) { upload(host); }
    Buffer(Buffer&& other) noexcept
        : m_queue(other.m_queue), m_data(std::exchange(other.m_data, nullptr)), m_size(std::exchange(other.m_size, 0)) {
    }
    Buffer& operator=(Buffer&& other) noexcept {
        std::swap(m_queue, other.m_queue);
        std::swap(m_data, other.m_data);
        std::swap(m_size, other.m_size);
        return *this;
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() {
        if (m_data) m_queue->release(m_data);
    }

    [[nodiscard]] T* data() noexcept { return m_data; }
    [[nodiscard]] const T* data() const noexcept { return m_data; }
    [[nodiscard]] std::size_t size() const noexcept { return m_size; }
    [[nodiscard]] bool empty() const noexcept { return m_size == 0; }

    /// Copies from / to host memory of at most the buffer's size, starting at element `offset`.
    void upload(std::span<const T> host, std::size_t offset = 0) {
        m_queue->upload(m_data + offset, host.data(), host.size_bytes());
    }
    void download(std::span<T> host, std::size_t offset = 0) const {
        m_queue->download(host.data(), m_data + offset, host.size_bytes());
    }
    [[nodiscard]] std::vector<T> toHost() const {
        std::vector<T> host(m_size);
        if (m_size > 0) download(host);
        return host;
    }

private:
    Queue* m_queue = nullptr;
    T* m_data = nullptr;
    std::size_t m_size = 0;
};

} // namespace ewald::compute
