// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/devices/limited_queue.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"

#include <map>
#include <string>

namespace ewald::compute {
namespace {

class LimitedQueue final : public Queue {
public:
    LimitedQueue(std::unique_ptr<Queue> queue, std::size_t limit) : m_queue(std::move(queue)), m_limit(limit) {}

    [[nodiscard]] DeviceInfo device() const override { return m_queue->device(); }
    [[nodiscard]] void* allocate(std::size_t bytes) override {
        if (bytes > m_limit - m_used)
            throw DeviceError(
                phrase("out of memory: %1 asked for, %2 are left of the limit", bytesText(static_cast<double>(bytes)),
                       bytesText(static_cast<double>(m_limit - m_used))),
                m_queue->device().id, "raise memory_limit_gb, or use fewer frames, a smaller crop, or binning");
        void* const memory = m_queue->allocate(bytes);
        m_sizes.emplace(memory, bytes);
        m_used += bytes;
        return memory;
    }
    void release(void* memory) noexcept override {
        if (const auto known = m_sizes.find(memory); known != m_sizes.end()) {
            m_used -= known->second;
            m_sizes.erase(known);
        }
        m_queue->release(memory);
    }
    void upload(void* device, const void* host, std::size_t bytes) override { m_queue->upload(device, host, bytes); }
    void download(void* host, const void* device, std::size_t bytes) override {
        m_queue->download(host, device, bytes);
    }
    [[nodiscard]] bool sharesHostMemory() const noexcept override { return m_queue->sharesHostMemory(); }
    void synchronize() override { m_queue->synchronize(); }
    void setTimeout(std::chrono::milliseconds timeout) override { m_queue->setTimeout(timeout); }
    void setWatch(Watch watch) override { m_queue->setWatch(std::move(watch)); }
    [[nodiscard]] bool reaches(const Queue& other) const override { return m_queue->reaches(other); }
    void copyTo(Queue& other, void* target, const void* source, std::size_t bytes) override {
        m_queue->copyTo(other, target, source, bytes);
    }
    void sumAcross(std::span<double* const> arrays, std::size_t first, std::size_t count) override {
        m_queue->sumAcross(arrays, first, count);
    }
    [[nodiscard]] void* nativeStream() const noexcept override { return m_queue->nativeStream(); }
    [[nodiscard]] const Queue& actual() const noexcept override { return m_queue->actual(); }
    [[nodiscard]] PtychoOps& ptycho() override { return m_queue->ptycho(); }
    [[nodiscard]] IntegrateOps* integrate() override { return m_queue->integrate(); }

private:
    std::unique_ptr<Queue> m_queue;
    std::size_t m_limit;
    std::size_t m_used = 0;
    std::map<void*, std::size_t> m_sizes;
};

} // namespace

std::unique_ptr<Queue> limitQueue(std::unique_ptr<Queue> queue, std::size_t bytes) {
    return std::make_unique<LimitedQueue>(std::move(queue), bytes);
}

} // namespace ewald::compute
