// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/communicator.h"

#include "base/error.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace ewald::compute {
namespace {

/// Copies the piece for `rank` among `sent` into `piece`. False: there is none of that size.
bool deliver(std::span<const Outgoing> sent, int rank, const Incoming& piece) {
    const auto match = std::find_if(sent.begin(), sent.end(), [&](const Outgoing& out) { return out.rank == rank; });
    if (match == sent.end() || match->data.size() != piece.data.size()) return false;
    std::copy(match->data.begin(), match->data.end(), piece.data.begin());
    return true;
}

class SelfCommunicator final : public Communicator {
public:
    [[nodiscard]] int rank() const noexcept override { return 0; }
    [[nodiscard]] int size() const noexcept override { return 1; }
    [[nodiscard]] std::string name() const override { return "self"; }
    void allReduceSum(std::span<float>) override {}
    void allReduceSum(std::span<double>) override {}
    void allReduceMax(std::span<double>) override {}
    void broadcast(std::span<float>, int) override {}
    std::vector<double> allGather(std::span<const double> mine) override { return {mine.begin(), mine.end()}; }
    void exchange(std::span<const Outgoing> send, std::span<const Incoming> receive) override {
        for (const Incoming& piece : receive)
            if (!deliver(send, 0, piece)) throw InternalError("a rank waits for a message that nobody sends");
    }
    void barrier() override {}
    void abort(const std::string&) noexcept override {}
};

/// What the ranks of one process share: a place for each rank's data of the call in hand, and a barrier.
class Team {
public:
    Team(int ranks, std::chrono::milliseconds timeout)
        : m_slots(static_cast<std::size_t>(ranks)), m_arrived(static_cast<std::size_t>(ranks), 0), m_timeout(timeout) {}

    [[nodiscard]] int size() const noexcept { return static_cast<int>(m_slots.size()); }
    struct Slot {
        void* data = nullptr;
        std::size_t size = 0;
    };
    [[nodiscard]] Slot& slot(int rank) noexcept { return m_slots[static_cast<std::size_t>(rank)]; }

    /// Waits until every rank is here. \throws DeviceError when one failed or did not come
    void meet(int rank, const char* call) {
        std::unique_lock lock(m_mutex);
        throwIfFailed();
        const std::size_t round = ++m_arrived[static_cast<std::size_t>(rank)];
        if (complete(round)) {
            m_changed.notify_all();
            return;
        }
        const bool inTime = m_changed.wait_for(lock, m_timeout, [&] { return m_failed || complete(round); });
        throwIfFailed();
        if (inTime) return;
        std::string missing;
        for (std::size_t other = 0; other < m_arrived.size(); ++other)
            if (m_arrived[other] < round) missing += (missing.empty() ? "" : ", ") + std::to_string(other);
        fail("rank " + missing + " did not arrive at '" + call + "' within " +
             std::to_string(std::chrono::duration_cast<std::chrono::seconds>(m_timeout).count()) + " s");
        throwIfFailed();
    }

    void abort(const std::string& reason) noexcept {
        const std::lock_guard lock(m_mutex);
        fail(reason);
    }

private:
    [[nodiscard]] bool complete(std::size_t round) const {
        return std::all_of(m_arrived.begin(), m_arrived.end(), [&](std::size_t count) { return count >= round; });
    }
    void fail(const std::string& reason) {
        if (!m_failed) m_reason = reason;
        m_failed = true;
        m_changed.notify_all();
    }
    void throwIfFailed() const {
        if (m_failed) throw DeviceError(m_reason, "in-process communicator", "see the log for the first failure");
    }

    std::vector<Slot> m_slots;
    std::vector<std::size_t> m_arrived; ///< meetings each rank has come to
    std::chrono::milliseconds m_timeout;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_failed = false;
    std::string m_reason;
};

class InProcessCommunicator final : public Communicator {
public:
    InProcessCommunicator(std::shared_ptr<Team> team, int rank) : m_team(std::move(team)), m_rank(rank) {}

    [[nodiscard]] int rank() const noexcept override { return m_rank; }
    [[nodiscard]] int size() const noexcept override { return m_team->size(); }
    [[nodiscard]] std::string name() const override { return "in-process"; }

    void allReduceSum(std::span<float> values) override {
        reduce(values, [](float a, float b) { return a + b; });
    }
    void allReduceSum(std::span<double> values) override {
        reduce(values, [](double a, double b) { return a + b; });
    }
    void allReduceMax(std::span<double> values) override {
        reduce(values, [](double a, double b) { return std::max(a, b); });
    }

    void broadcast(std::span<float> values, int root) override {
        publish(values.data(), values.size_bytes(), "broadcast");
        if (m_rank != root) {
            const Team::Slot& source = m_team->slot(root);
            std::copy_n(static_cast<const float*>(source.data), values.size(), values.data());
        }
        m_team->meet(m_rank, "broadcast");
    }

    std::vector<double> allGather(std::span<const double> mine) override {
        publish(const_cast<double*>(mine.data()), mine.size_bytes(), "allGather"); // only read by the others
        std::vector<double> all;
        for (int rank = 0; rank < size(); ++rank) {
            const Team::Slot& slot = m_team->slot(rank);
            const auto* values = static_cast<const double*>(slot.data);
            all.insert(all.end(), values, values + slot.size / sizeof(double));
        }
        m_team->meet(m_rank, "allGather");
        return all;
    }

    void exchange(std::span<const Outgoing> send, std::span<const Incoming> receive) override {
        publish(const_cast<Outgoing*>(send.data()), send.size(), "exchange"); // only read by the others
        for (const Incoming& piece : receive) {
            const Team::Slot& slot = m_team->slot(piece.rank);
            const std::span sent(static_cast<const Outgoing*>(slot.data), slot.size);
            if (!deliver(sent, m_rank, piece))
                m_team->abort("rank " + std::to_string(m_rank) + " waits for a message that rank " +
                              std::to_string(piece.rank) + " does not send");
        }
        m_team->meet(m_rank, "exchange");
    }

    void barrier() override { m_team->meet(m_rank, "barrier"); }

    void abort(const std::string& reason) noexcept override { m_team->abort(reason); }

private:
    void publish(void* data, std::size_t bytes, const char* call) {
        m_team->slot(m_rank) = {data, bytes};
        m_team->meet(m_rank, call);
    }

    /// Each rank reduces its share of the elements over all ranks, in rank order, into everybody's array.
    template <class T, class Operation>
    void reduce(std::span<T> values, Operation operation) {
        publish(values.data(), values.size_bytes(), "allReduce");
        for (int other = 0; other < size(); ++other)
            if (m_team->slot(other).size != values.size_bytes()) {
                m_team->abort("rank " + std::to_string(other) + " reduces another number of elements");
                m_team->meet(m_rank, "allReduce"); // throws
            }
        const auto ranks = static_cast<std::size_t>(size());
        const std::size_t first = values.size() * static_cast<std::size_t>(m_rank) / ranks;
        const std::size_t last = values.size() * (static_cast<std::size_t>(m_rank) + 1) / ranks;
        constexpr std::size_t kBlock = 1024; // elements that stay in L1 over all ranks
        std::array<T, kBlock> sum;
        for (std::size_t start = first; start < last; start += kBlock) {
            const std::size_t count = std::min(kBlock, last - start);
            std::copy_n(static_cast<const T*>(m_team->slot(0).data) + start, count, sum.begin());
            for (int other = 1; other < size(); ++other) {
                const T* source = static_cast<const T*>(m_team->slot(other).data) + start;
                for (std::size_t i = 0; i < count; ++i) sum[i] = operation(sum[i], source[i]);
            }
            for (int other = 0; other < size(); ++other)
                std::copy_n(sum.begin(), count, static_cast<T*>(m_team->slot(other).data) + start);
        }
        m_team->meet(m_rank, "allReduce");
    }

    std::shared_ptr<Team> m_team;
    int m_rank;
};

} // namespace

StopRequest Communicator::agreeStop(StopRequest mine) {
    double value = static_cast<double>(static_cast<int>(mine));
    allReduceMax(std::span<double>(&value, 1));
    return static_cast<StopRequest>(static_cast<int>(value));
}

std::unique_ptr<Communicator> makeSelfCommunicator() { return std::make_unique<SelfCommunicator>(); }

std::vector<std::unique_ptr<Communicator>> makeInProcessCommunicators(int ranks, std::chrono::milliseconds timeout) {
    auto team = std::make_shared<Team>(ranks, timeout);
    std::vector<std::unique_ptr<Communicator>> all;
    for (int rank = 0; rank < ranks; ++rank) all.push_back(std::make_unique<InProcessCommunicator>(team, rank));
    return all;
}

void runRanks(int ranks, const std::function<void(Communicator&)>& body, std::chrono::milliseconds timeout) {
    if (ranks < 1) throw InternalError("a run needs at least one rank");
    if (ranks == 1) {
        body(*makeSelfCommunicator());
        return;
    }
    auto communicators = makeInProcessCommunicators(ranks, timeout);
    std::mutex mutex;
    std::exception_ptr first;
    const auto run = [&](int rank) {
        Communicator& communicator = *communicators[static_cast<std::size_t>(rank)];
        try {
            body(communicator);
        } catch (...) {
            std::string reason = "unknown cause";
            {
                // The first to fail is the cause; the others only report that they were left alone.
                const std::lock_guard lock(mutex);
                if (!first) first = std::current_exception();
            }
            try {
                throw;
            } catch (const std::exception& error) {
                reason = error.what();
            } catch (...) {}
            communicator.abort("rank " + std::to_string(rank) + " failed: " + reason);
        }
    };
    std::vector<std::thread> threads;
    for (int rank = 1; rank < ranks; ++rank) threads.emplace_back(run, rank);
    run(0);
    for (std::thread& thread : threads) thread.join();
    if (first) std::rethrow_exception(first);
}

} // namespace ewald::compute
