// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/communication/process_streams.h"

#include "base/error.h"
#include "base/phrase.h"

#include <algorithm>
#include <cstring>
#include <thread>

namespace ewald::compute {
namespace {

constexpr std::size_t kBlocksUnderWay = 4;

std::size_t blocksOf(std::size_t bytes) { return std::max<std::size_t>(1, (bytes + kBlockBytes - 1) / kBlockBytes); }

} // namespace

void Backoff::pause() {
    constexpr unsigned kYields = 200;
    if (m_rounds++ < kYields) return std::this_thread::yield();
    const auto sleep = std::chrono::microseconds(20) * (1 + (m_rounds - kYields) / 8);
    std::this_thread::sleep_for(std::min<std::chrono::microseconds>(sleep, std::chrono::milliseconds(1)));
}

SendStream::SendStream(ProcessLink& link, int process, CallId call, std::span<const std::byte> bytes)
    : m_link(&link), m_process(process), m_call(call), m_rest(bytes) {}

bool SendStream::pump() {
    while (!m_underWay.empty() && m_underWay.front()->done()) m_underWay.erase(m_underWay.begin());
    while (m_underWay.size() < kBlocksUnderWay && (!m_rest.empty() || !m_started)) {
        const auto block = m_rest.first(std::min(kBlockBytes, m_rest.size()));
        std::vector<std::byte> message(kHeaderBytes + block.size());
        std::memcpy(message.data(), &m_call, kHeaderBytes);
        std::copy(block.begin(), block.end(), message.begin() + kHeaderBytes);
        m_underWay.push_back(
            m_link->send(m_process, Channel::collective, std::move(message), ProcessLink::Completion::buffered));
        m_rest = m_rest.subspan(block.size());
        m_started = true;
    }
    return m_rest.empty() && m_underWay.empty();
}

ReceiveStream::ReceiveStream(ProcessLink& link, int process, CallId call, std::size_t bytes)
    : m_link(&link), m_process(process), m_call(call), m_bytes(bytes), m_blocks(blocksOf(bytes)), m_unposted(m_blocks) {
}

std::size_t ReceiveStream::nextLength(std::size_t at) const noexcept { return std::min(kBlockBytes, m_bytes - at); }

std::optional<std::span<const std::byte>> ReceiveStream::front() {
    while (m_unposted > 0 && m_underWay.size() < kBlocksUnderWay) {
        const std::size_t length = nextLength(m_asked);
        m_underWay.push_back(m_link->receive(m_process, Channel::collective, kHeaderBytes + length));
        m_asked += length;
        --m_unposted;
    }
    if (m_underWay.empty() || !m_underWay.front()->done()) return std::nullopt;
    const auto message = m_underWay.front()->data();
    CallId call;
    if (message.size() >= kHeaderBytes) std::memcpy(&call, message.data(), kHeaderBytes);
    if (message.size() != kHeaderBytes + nextLength(m_taken) || call != m_call)
        throw DeviceError(phrase("process %1 makes another call or has arrays of other length", m_process));
    return message.subspan(kHeaderBytes);
}

void ReceiveStream::pop() {
    m_taken += nextLength(m_taken);
    --m_blocks;
    m_underWay.erase(m_underWay.begin());
}

} // namespace ewald::compute
