// SPDX-License-Identifier: GPL-3.0-or-later
//
// Processes that are threads of the test, with messages in memory: what several processes do without starting any.
#pragma once

#include "base/error.h"
#include "compute/communication/process_group.h"

#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <tuple>

namespace ewald::compute {

/// Where the messages of all "processes" lie.
struct MemoryNetwork {
    struct Letter {
        std::vector<std::byte> bytes;
        std::shared_ptr<bool> taken = std::make_shared<bool>(false);
    };
    std::mutex mutex;
    std::map<std::tuple<int, int, Channel>, std::deque<Letter>> letters; ///< from, to
    std::size_t longest = 0;                                             ///< of all that came through here
    std::map<int, int> killedBy;                                         ///< process → exit code of kill()
    int closed = 0;

    /// Whether a message waits to be received.
    [[nodiscard]] bool hasLetter(int from, int to, Channel channel) {
        const std::lock_guard lock(mutex);
        return !letters[{from, to, channel}].empty();
    }
};

class MemoryLink final : public ProcessLink {
public:
    MemoryLink(std::shared_ptr<MemoryNetwork> network, int process, int processes)
        : m_network(std::move(network)), m_process(process), m_processes(processes) {}
    int process() const noexcept override { return m_process; }
    int processes() const noexcept override { return m_processes; }
    std::string name() const override { return "memory"; }

    std::unique_ptr<Transfer> send(int to, Channel channel, std::vector<std::byte> message,
                                   Completion completion) override {
        const std::lock_guard lock(m_network->mutex);
        m_network->longest = std::max(m_network->longest, message.size());
        auto& box = m_network->letters[{m_process, to, channel}];
        box.push_back({std::move(message)});
        return std::make_unique<Sent>(m_network, completion == Completion::received ? box.back().taken : nullptr);
    }
    std::unique_ptr<Transfer> receive(int from, Channel channel, std::size_t capacity) override {
        return std::make_unique<Received>(m_network, std::tuple(from, m_process, channel), capacity);
    }
    std::optional<int> waiting(Channel channel) override {
        for (int from = 0; from < m_processes; ++from)
            if (m_network->hasLetter(from, m_process, channel)) return from;
        return std::nullopt;
    }
    void close() noexcept override {
        const std::lock_guard lock(m_network->mutex);
        ++m_network->closed;
    }
    void kill(int exitCode) noexcept override {
        const std::lock_guard lock(m_network->mutex);
        m_network->killedBy[m_process] = exitCode;
    }

private:
    struct Sent final : Transfer {
        Sent(std::shared_ptr<MemoryNetwork> network, std::shared_ptr<bool> taken_)
            : m_network(std::move(network)), m_taken(std::move(taken_)) {}
        bool done() override {
            const std::lock_guard lock(m_network->mutex);
            return !m_taken || *m_taken;
        }
        std::span<const std::byte> data() const noexcept override { return {}; }
        std::shared_ptr<MemoryNetwork> m_network;
        std::shared_ptr<bool> m_taken;
    };
    // Messages are given out in the order in which they are asked for, as long as receives are asked in order: the
    // streams do.
    struct Received final : Transfer {
        Received(std::shared_ptr<MemoryNetwork> network, std::tuple<int, int, Channel> key, std::size_t capacity)
            : m_network(std::move(network)), m_key(key), m_capacity(capacity) {}
        bool done() override {
            const std::lock_guard lock(m_network->mutex);
            if (m_done) return true;
            auto& box = m_network->letters[m_key];
            if (box.empty()) return false;
            m_bytes = std::move(box.front().bytes);
            *box.front().taken = true;
            box.pop_front();
            m_done = true;
            if (m_bytes.size() > m_capacity) throw DeviceError("message truncated");
            return true;
        }
        std::span<const std::byte> data() const noexcept override { return m_bytes; }
        std::shared_ptr<MemoryNetwork> m_network;
        std::tuple<int, int, Channel> m_key;
        std::size_t m_capacity;
        std::vector<std::byte> m_bytes;
        bool m_done = false;
    };

    std::shared_ptr<MemoryNetwork> m_network;
    int m_process;
    int m_processes;
};

/// Runs `body` as each of `processes`, in threads; returns when all are through. What a body throws is a test failure.
inline std::shared_ptr<MemoryNetwork> runProcesses(
    int processes, const std::function<void(ProcessGroup&)>& body,
    std::shared_ptr<MemoryNetwork> network = std::make_shared<MemoryNetwork>()) {
    std::vector<std::jthread> threads;
    for (int p = 0; p < processes; ++p)
        threads.emplace_back([&, p] {
            ProcessGroup group(std::make_unique<MemoryLink>(network, p, processes));
            body(group);
        });
    threads.clear();
    return network;
}

} // namespace ewald::compute
