// SPDX-License-Identifier: GPL-3.0-or-later
#include "counters.h"
#include "machine.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace {

thread_local int currentDevice = 0;

std::mutex handlesMutex;
std::map<cudaStream_t, std::shared_ptr<CUstream_st>>& handles() {
    static auto* const all = new std::map<cudaStream_t, std::shared_ptr<CUstream_st>>;
    return *all;
}

} // namespace

void CUstream_st::add(ewald::emulation::Work work) {
    const unsigned order = ewald::emulation::Machine::instance().settings().order;
    {
        const std::lock_guard lock(m_mutex);
        m_work.push_back(std::move(work));
    }
    if (order == 0) return;
    // Linear congruential generator with the constants of Numerical Recipes.
    m_drawn = m_drawn * 1664525U + 1013904223U + order;
    if (order == 1) {
        static_cast<void>(advance(last()));
    } else {
        const ewald::emulation::Machine::Access access;
        for (unsigned n = m_drawn >> 30U; n > 0 && step(); --n) {}
    }
}

bool CUstream_st::step() {
    const std::lock_guard one(m_doing);
    ewald::emulation::Work* next = nullptr;
    {
        const std::lock_guard lock(m_mutex);
        if (m_work.empty()) return false;
        next = &m_work.front(); // stays valid while others are added
    }
    if (!(*next)()) return false;
    const std::lock_guard lock(m_mutex);
    m_work.pop_front();
    ++m_done;
    return true;
}

bool CUstream_st::learn(std::size_t last) {
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_known, std::max(m_known, last)) < last;
}

std::size_t CUstream_st::last() {
    const std::lock_guard lock(m_mutex);
    return m_done + m_work.size();
}

bool CUstream_st::advance(std::size_t last) {
    const ewald::emulation::Machine::Access access; // once for all of them
    for (;;) {
        {
            const std::lock_guard lock(m_mutex);
            if (m_done >= last) return true;
        }
        if (!step()) return false;
    }
}

namespace ewald::emulation {

/// CUstream_st::advance() for a host that asks for the result: a wait where it did not know that this is done.
bool advanceForHost(CUstream_st& stream, std::size_t last) {
    constexpr std::size_t kMuch = 8; // operations: more time than the host needs to queue the next
    const bool much = stream.last() - last >= kMuch;
    if (!stream.advance(last)) return false;
    if (!stream.learn(last)) return true;
    if (much)
        count([](Counts& c, std::size_t) { ++c.paces; });
    else
        count([](Counts& c, std::size_t) { ++c.waits; });
    return true;
}

int deviceOfThread() { return currentDevice; }

std::shared_ptr<CUstream_st> streamOf(cudaStream_t handle) {
    const std::lock_guard lock(handlesMutex);
    const auto found = handles().find(handle);
    return found == handles().end() ? nullptr : found->second;
}

cudaError_t enqueue(cudaStream_t handle, Work work) {
    const auto stream = streamOf(handle);
    if (!stream || stream->device != currentDevice) return cudaErrorInvalidResourceHandle;
    if (const cudaError_t state = Machine::instance().state(stream->device); state != cudaSuccess) return state;
    stream->add(std::move(work));
    return cudaSuccess;
}

cudaError_t finish(CUstream_st& stream, std::size_t last) {
    while (!stream.advance(last)) std::this_thread::sleep_for(std::chrono::microseconds(50));
    stream.learn(last);
    return Machine::instance().state(stream.device);
}

} // namespace ewald::emulation

using ewald::emulation::Machine;

cudaError_t cudaSetDevice(int device) {
    if (!Machine::instance().isDevice(device)) return cudaErrorInvalidDevice;
    if (Machine::instance().settings().busy) return cudaErrorDevicesUnavailable; // no context is made
    currentDevice = device;
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
    *free = Machine::instance().freeBytes(currentDevice);
    *total = Machine::instance().settings().memoryBytes;
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
    auto made = std::make_shared<CUstream_st>(currentDevice);
    *stream = made.get();
    const std::lock_guard lock(handlesMutex);
    handles()[*stream] = std::move(made);
    return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t handle) {
    const auto stream = ewald::emulation::streamOf(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    const cudaError_t state = ewald::emulation::finish(*stream, stream->last());
    const std::lock_guard lock(handlesMutex);
    handles().erase(handle);
    return state;
}

cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
    const auto stream = ewald::emulation::streamOf(handle);
    return stream ? ewald::emulation::finish(*stream, stream->last()) : cudaErrorInvalidResourceHandle;
}

cudaError_t cudaStreamQuery(cudaStream_t handle) {
    const auto stream = ewald::emulation::streamOf(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    const bool empty = ewald::emulation::advanceForHost(*stream, stream->last());
    const cudaError_t state = Machine::instance().state(stream->device);
    return state != cudaSuccess ? state : empty ? cudaSuccess : cudaErrorNotReady;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
    *event = new CUevent_st{currentDevice, nullptr, 0};
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    delete event;
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t handle) {
    const auto stream = ewald::emulation::streamOf(handle);
    if (!stream || event->device != stream->device) return cudaErrorInvalidResourceHandle;
    event->stream = stream;
    event->number = stream->last();
    return Machine::instance().state(stream->device);
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    if (!event->stream) return cudaSuccess; // nothing was recorded
    const bool passed = ewald::emulation::advanceForHost(*event->stream, event->number);
    const cudaError_t state = Machine::instance().state(event->stream->device);
    return state != cudaSuccess ? state : passed ? cudaSuccess : cudaErrorNotReady;
}
