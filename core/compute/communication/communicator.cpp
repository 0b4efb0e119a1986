// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/communication/communicator.h"

#include "base/phrase.h"
#include "compute/communication/rendezvous.h"
#include "compute/devices/queue.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace ewald::compute {
namespace {

class SelfCommunicator final : public Communicator {
public:
    [[nodiscard]] int rank() const noexcept override { return 0; }
    [[nodiscard]] int size() const noexcept override { return 1; }
    [[nodiscard]] std::string name() const override { return "self"; }
    void allReduce(std::span<float>, Reduction) override {}
    void allReduce(std::span<double>, Reduction) override {}
    void broadcastBytes(std::span<std::byte>, int) override {}
    void exchange(std::span<const Outgoing> send, std::span<const Incoming> receive) override {
        for (const Incoming& piece : receive)
            if (!deliver(send, 0, piece)) raise(unsent(0, piece.rank));
    }
    void barrier() override {}
    void abort(const Error&) noexcept override {}
};

class InProcessCommunicator final : public Communicator {
public:
    InProcessCommunicator(std::shared_ptr<Rendezvous> rendezvous, int rank)
        : m_rendezvous(std::move(rendezvous)), m_rank(rank) {}

    [[nodiscard]] int rank() const noexcept override { return m_rank; }
    [[nodiscard]] int size() const noexcept override { return m_rendezvous->size(); }
    [[nodiscard]] std::string name() const override { return "in-process"; }

    void allReduce(std::span<float> values, Reduction reduction) override { reduce(values, reduction); }
    void allReduce(std::span<double> values, Reduction reduction) override { reduce(values, reduction); }

    void broadcastBytes(std::span<std::byte> bytes, int root) override {
        publish(bytes.data(), bytes.size(), "broadcast");
        const Rendezvous::Slot& source = m_rendezvous->slot(root);
        if (source.size != bytes.size())
            m_rendezvous->abort(DeviceError("ranks broadcast arrays of different length"));
        else if (m_rank != root)
            std::copy_n(static_cast<const std::byte*>(source.data), bytes.size(), bytes.data());
        m_rendezvous->finish(m_rank);
    }

    void exchange(std::span<const Outgoing> send, std::span<const Incoming> receive) override {
        publish(const_cast<Outgoing*>(send.data()), send.size(), "exchange"); // only read by the others
        for (const Incoming& piece : receive) {
            const Rendezvous::Slot& slot = m_rendezvous->slot(piece.rank);
            const std::span sent(static_cast<const Outgoing*>(slot.data), slot.size);
            if (!deliver(sent, m_rank, piece)) m_rendezvous->abort(unsent(m_rank, piece.rank));
        }
        m_rendezvous->finish(m_rank);
    }

    void barrier() override { m_rendezvous->arrive(m_rank, "barrier"); }

    void abort(const Error& cause) noexcept override { m_rendezvous->abort(cause); }
    void throwIfFailed() const override { m_rendezvous->throwIfFailed(); }

private:
    void publish(void* data, std::size_t bytes, const char* call) {
        m_rendezvous->slot(m_rank) = {data, bytes};
        m_rendezvous->arrive(m_rank, call);
    }

    template <class T>
    void reduce(std::span<T> values, Reduction reduction) {
        publish(values.data(), values.size_bytes(), "allReduce");
        reducePart<T>(*m_rendezvous, m_rank, size(), reduction);
        m_rendezvous->finish(m_rank);
    }

    std::shared_ptr<Rendezvous> m_rendezvous;
    int m_rank;
};

/// move(data, count) of pieces of device memory; of those that lie one after the other at once.
template <class Piece, class Move>
void forStretches(std::span<const Piece> pieces, Move&& move) {
    for (std::size_t i = 0; i < pieces.size();) {
        auto* const data = pieces[i].data;
        std::size_t count = pieces[i++].count;
        while (i < pieces.size() && pieces[i].data == data + count) count += pieces[i++].count;
        move(data, count);
    }
}

} // namespace

void Communicator::exchangeOnDevice(Queue& queue, std::span<const DeviceOutgoing> send,
                                    std::span<const DeviceIncoming> receive) {
    const bool direct = queue.sharesHostMemory();
    std::size_t staged = 0;
    for (const DeviceOutgoing& piece : send) staged += piece.count;
    for (const DeviceIncoming& piece : receive) staged += piece.count;
    if (!direct) m_staging.resize(staged);
    double* cursor = m_staging.data();
    if (!direct)
        forStretches(send, [&](const double* data, std::size_t count) {
            queue.download(cursor, data, count * sizeof(double));
            cursor += count;
        });
    double* next = m_staging.data();
    const auto placeOf = [&](auto* data, std::size_t count) {
        return direct ? data : std::exchange(next, next + count);
    };
    std::vector<Outgoing> outgoing;
    std::vector<Incoming> incoming;
    for (const DeviceOutgoing& piece : send)
        outgoing.push_back(
            {piece.rank, std::as_bytes(std::span<const double>(placeOf(piece.data, piece.count), piece.count))});
    for (const DeviceIncoming& piece : receive)
        incoming.push_back(
            {piece.rank, std::as_writable_bytes(std::span(placeOf(piece.data, piece.count), piece.count))});
    exchange(outgoing, incoming);
    if (direct) return;
    forStretches(receive, [&](double* data, std::size_t count) {
        queue.upload(data, cursor, count * sizeof(double));
        cursor += count;
    });
}

void Communicator::allReduceSum(Queue& queue, double* device, std::size_t count) {
    if (queue.sharesHostMemory()) return allReduceSum(std::span<double>(device, count));
    m_staging.resize(count);
    queue.download(m_staging.data(), device, count * sizeof(double));
    allReduceSum(std::span<double>(m_staging));
    queue.upload(device, m_staging.data(), count * sizeof(double));
}

void Communicator::allReduceMean(std::span<double> values) {
    allReduceSum(values);
    for (double& value : values) value /= static_cast<double>(size());
}

void Communicator::reduceSum(std::span<double> values, int root) {
    if (rank() == root) return allReduceSum(values);
    std::vector<double> copy(values.begin(), values.end());
    allReduceSum(std::span<double>(copy));
}

std::vector<Communicator::Bytes> Communicator::collect(std::span<const std::byte> mine, int to) {
    const auto ranks = static_cast<std::size_t>(size());
    std::vector<double> sizes(ranks); // exact up to 2⁵³
    sizes[static_cast<std::size_t>(rank())] = static_cast<double>(mine.size());
    allReduceSum(std::span<double>(sizes));
    std::vector<Outgoing> send;
    std::vector<Incoming> receive;
    std::vector<Bytes> all;
    for (int other = 0; other < size(); ++other)
        if (to == kAllRanks || to == other) send.push_back({other, mine});
    if (to == kAllRanks || to == rank()) {
        all.resize(ranks);
        for (std::size_t other = 0; other < ranks; ++other) {
            all[other].resize(static_cast<std::size_t>(sizes[other]));
            receive.push_back({static_cast<int>(other), all[other]});
        }
    }
    exchange(send, receive);
    return all;
}

Communicator::Bytes Communicator::distribute(std::span<const std::span<const std::byte>> pieces, int root) {
    const auto ranks = static_cast<std::size_t>(size());
    std::vector<double> sizes(ranks);
    std::vector<Outgoing> send;
    if (rank() == root) {
        if (pieces.size() != ranks) throw InternalError("scatter needs one piece for each rank");
        for (std::size_t other = 0; other < ranks; ++other) {
            sizes[other] = static_cast<double>(pieces[other].size());
            send.push_back({static_cast<int>(other), pieces[other]});
        }
    }
    broadcast(sizes, root);
    Bytes mine(static_cast<std::size_t>(sizes[static_cast<std::size_t>(rank())]));
    const Incoming piece{root, mine};
    exchange(send, std::span(&piece, 1));
    return mine;
}

StopRequest Communicator::agreeStop(StopRequest mine) {
    double value = static_cast<double>(static_cast<int>(mine));
    allReduceMax(std::span<double>(&value, 1));
    return static_cast<StopRequest>(static_cast<int>(value));
}

std::unique_ptr<Communicator> makeSelfCommunicator() { return std::make_unique<SelfCommunicator>(); }

std::vector<std::unique_ptr<Communicator>> makeInProcessCommunicators(int ranks, std::chrono::milliseconds timeout) {
    auto rendezvous = std::make_shared<Rendezvous>(ranks, timeout);
    std::vector<std::unique_ptr<Communicator>> all;
    for (int rank = 0; rank < ranks; ++rank) all.push_back(std::make_unique<InProcessCommunicator>(rendezvous, rank));
    return all;
}

void runRanks(std::span<const std::unique_ptr<Communicator>> communicators,
              const std::function<void(Communicator&)>& body) {
    std::mutex mutex;
    std::exception_ptr first;
    bool ofDevice = false;
    std::optional<Error> lost; // of the device that a rank waits for, by which it does not arrive
    const auto run = [&](Communicator& communicator) {
        try {
            body(communicator);
        } catch (...) {
            const Error error = currentError();
            const Error named = prefixed(phrase("rank %1 failed: ", communicator.rank()), error);
            {
                // The first failure is the cause; the others follow from it. Only a rank that waits for a device knows
                // why it does not arrive, and may give up later than the one that waits for it.
                const std::lock_guard lock(mutex);
                if (!first) ofDevice = error.kind() == ErrorKind::device;
                if (!first) first = std::current_exception();
                if (!lost && error.kind() == ErrorKind::device && !error.where().empty()) lost = named;
            }
            communicator.abort(error.kind() == ErrorKind::stopped ? error : named); // stopped: no failure of this rank
        }
    };
    {
        std::vector<std::jthread> threads;
        try {
            for (const auto& communicator : communicators.subspan(1))
                threads.emplace_back(run, std::ref(*communicator));
        } catch (...) { // no further thread can be started: those running must not wait for it
            communicators.front()->abort(currentError());
            throw;
        }
        run(*communicators.front());
    }
    if (!first) return;
    // An error of a device names the rank; for other errors the rank does not matter.
    try {
        if (ofDevice) communicators.front()->throwIfFailed();
    } catch (const Error& shared) {
        if (shared.where().empty() && lost) raise(*lost);
        throw;
    }
    std::rethrow_exception(first);
}

void runRanks(int ranks, const std::function<void(Communicator&)>& body, std::chrono::milliseconds timeout) {
    if (ranks < 1) throw InternalError("a run needs at least one rank");
    if (ranks == 1) return body(*makeSelfCommunicator());
    const auto communicators = makeInProcessCommunicators(ranks, timeout);
    runRanks(communicators, body);
}

} // namespace ewald::compute
