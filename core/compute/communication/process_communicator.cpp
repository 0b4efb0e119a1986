// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/communication/process_communicator.h"

#include "compute/communication/process_calls.h"

#include <algorithm>
#include <cstring>

namespace ewald::compute {
namespace {

/// Arrays up to this length are summed over all ranks in their order by every process; longer ones first within each
/// process and then over the processes.
constexpr std::size_t kShortMessageBytes = std::size_t{4} << 10U;

/// The pieces of a rank, handed to the thread that communicates with the other processes.
struct Pieces {
    std::span<const Outgoing> send;
    std::span<const Incoming> receive;
};

/// State shared by the threads of one process.
struct Shared {
    Shared(ProcessGroup& group_, std::shared_ptr<Rendezvous> rendezvous_, std::vector<int> firstRanks_,
           std::optional<std::chrono::milliseconds> timeout)
        : group(group_), rendezvous(std::move(rendezvous_)), firstRanks(std::move(firstRanks_)), calls(group, timeout) {
    }

    [[nodiscard]] int firstRank() const { return firstRanks[static_cast<std::size_t>(group.process())]; }
    [[nodiscard]] int ranks() const { return firstRanks.back(); }
    [[nodiscard]] int threadsOf(int process) const {
        const auto p = static_cast<std::size_t>(process);
        return firstRanks[p + 1] - firstRanks[p];
    }
    [[nodiscard]] int processOf(int rank) const {
        return static_cast<int>(std::upper_bound(firstRanks.begin(), firstRanks.end(), rank) - firstRanks.begin()) - 1;
    }

    ProcessGroup& group;
    std::shared_ptr<Rendezvous> rendezvous;
    std::vector<int> firstRanks;
    ProcessCalls calls;
};

class ProcessCommunicator final : public Communicator {
public:
    ProcessCommunicator(std::shared_ptr<Shared> shared, int member)
        : m_shared(std::move(shared)), m_rendezvous(*m_shared->rendezvous), m_member(member) {}

    [[nodiscard]] int rank() const noexcept override { return m_shared->firstRank() + m_member; }
    [[nodiscard]] int size() const noexcept override { return m_shared->ranks(); }
    [[nodiscard]] std::string name() const override { return m_shared->group.name(); }

    void allReduce(std::span<float> values, Reduction reduction) override { reduce(values, reduction); }
    void allReduce(std::span<double> values, Reduction reduction) override { reduce(values, reduction); }

    void broadcastBytes(std::span<std::byte> bytes, int root) override {
        open(bytes.data(), bytes.size(), "broadcast");
        const int source = m_shared->processOf(root);
        // The array of the root is sent; in other processes the first thread's array receives it and is copied.
        const int holder = source == m_shared->group.process() ? root - m_shared->firstRank() : 0;
        const Rendezvous::Slot& slot = m_rendezvous.slot(holder);
        const bool fits = slot.size == bytes.size();
        if (!fits) m_shared->group.failAs(DeviceError("ranks broadcast arrays of different length"));
        m_rendezvous.synchronise(m_member); // all have compared the lengths
        communicate([&] { m_shared->calls.broadcast({static_cast<std::byte*>(slot.data), slot.size}, source); });
        if (m_member != holder && fits)
            std::copy_n(static_cast<const std::byte*>(slot.data), bytes.size(), bytes.data());
        m_rendezvous.finish(m_member);
    }

    void exchange(std::span<const Outgoing> send, std::span<const Incoming> receive) override {
        Pieces pieces{send, receive};
        open(&pieces, sizeof pieces, "exchange");
        for (const Incoming& piece : receive) {
            if (m_shared->processOf(piece.rank) != m_shared->group.process()) continue;
            if (!deliver(piecesOf(piece.rank - m_shared->firstRank()).send, rank(), piece))
                m_shared->group.failAs(unsent(rank(), piece.rank));
        }
        communicate([this] { exchangeWithOthers(); });
        m_rendezvous.finish(m_member);
    }

    void barrier() override {
        open(nullptr, 0, "barrier");
        communicate([this] {
            (void)m_shared->calls.swap("barrier", 0, {}, std::vector<std::size_t>(m_shared->firstRanks.size() - 1));
        });
        m_rendezvous.finish(m_member);
    }

    void abort(const Error& cause) noexcept override { m_shared->group.failAs(cause); }
    void throwIfFailed() const override { m_shared->group.throwIfFailed(); }

private:
    /// Publishes this thread's data and waits for the other threads.
    void open(void* data, std::size_t bytes, const char* call) {
        m_rendezvous.slot(m_member) = {data, bytes};
        try {
            m_rendezvous.arrive(m_member, call);
        } catch (const Error& error) {
            m_shared->group.failAs(error); // the other processes wait for this one
            throw;
        }
    }

    /// The first thread does `work`, which communicates with other processes, while the other threads wait.
    template <class Work>
    void communicate(Work&& work) {
        if (m_member == 0 && !m_rendezvous.failure()) {
            try {
                work();
            } catch (...) {
                m_shared->group.failAs(currentError());
            }
        }
        m_rendezvous.synchronise(m_member);
    }

    template <class T>
    void reduce(std::span<T> values, Reduction reduction) {
        open(values.data(), values.size_bytes(), "allReduce");
        const bool isShort = m_rendezvous.slot(0).size <= kShortMessageBytes; // the same for all threads
        if (!isShort) {
            reducePart<T>(m_rendezvous, m_member, 1, reduction);
            if (const auto failed = m_rendezvous.failure()) m_shared->group.failAs(*failed);
            m_rendezvous.synchronise(m_member);
        }
        communicate([&] {
            if (isShort)
                reduceShort<T>(reduction);
            else
                m_shared->calls.reduce(values, reduction);
        });
        const Rendezvous::Slot& result = m_rendezvous.slot(0);
        if (m_member != 0 && result.size == values.size_bytes())
            std::copy_n(static_cast<const T*>(result.data), values.size(), values.data());
        m_rendezvous.finish(m_member);
    }

    /// Sends the arrays of all ranks to every process; the result is in the first thread's array.
    template <class T>
    void reduceShort(Reduction reduction) {
        const std::size_t bytes = m_rendezvous.slot(0).size;
        Bytes mine;
        for (int member = 0; member < m_rendezvous.size(); ++member) {
            const Rendezvous::Slot& slot = m_rendezvous.slot(member);
            if (slot.size != bytes) throw DeviceError("ranks reduce arrays of different length");
            const auto* data = static_cast<const std::byte*>(slot.data);
            mine.insert(mine.end(), data, data + bytes);
        }
        std::vector<std::size_t> lengths;
        for (int p = 0; p < m_shared->calls.processes(); ++p)
            lengths.push_back(bytes * static_cast<std::size_t>(m_shared->threadsOf(p)));
        const std::vector<Bytes> all =
            m_shared->calls.swap("allReduce", bytes * 2 + (reduction == Reduction::sum ? 1 : 0), mine, lengths);
        std::vector<T> sum(bytes / sizeof(T));
        std::vector<T> part(sum.size());
        bool first = true;
        for (const Bytes& ofProcess : all)
            for (std::size_t at = 0; at < ofProcess.size(); at += bytes) {
                std::memcpy(first ? sum.data() : part.data(), ofProcess.data() + at, bytes);
                if (!first) combine<T>(sum, part.data(), reduction);
                first = false;
            }
        std::ranges::copy(sum, static_cast<T*>(m_rendezvous.slot(0).data));
    }

    [[nodiscard]] const Pieces& piecesOf(int member) const {
        return *static_cast<const Pieces*>(m_rendezvous.slot(member).data);
    }

    /// All pieces of this process's ranks from and to ranks of others, in the same order on both sides.
    void exchangeWithOthers() {
        const auto processes = static_cast<std::size_t>(m_shared->calls.processes());
        struct Send {
            Piece piece;
            std::span<const std::byte> data;
        };
        struct Receive {
            Piece piece;
            std::span<std::byte> data;
        };
        std::vector<std::vector<Send>> sends(processes);
        std::vector<std::vector<Receive>> receives(processes);
        for (int member = 0; member < m_rendezvous.size(); ++member) {
            const int me = m_shared->firstRank() + member;
            for (const Outgoing& out : piecesOf(member).send)
                sends[static_cast<std::size_t>(m_shared->processOf(out.rank))].push_back(
                    {{me, out.rank, out.data.size()}, out.data});
            for (const Incoming& in : piecesOf(member).receive)
                receives[static_cast<std::size_t>(m_shared->processOf(in.rank))].push_back(
                    {{in.rank, me, in.data.size()}, in.data});
        }
        const auto byRanks = [](const auto& a, const auto& b) {
            return std::pair(a.piece.from, a.piece.to) < std::pair(b.piece.from, b.piece.to);
        };
        std::vector<Bytes> outgoing(processes);
        std::vector<std::vector<Piece>> outgoingPieces(processes);
        std::vector<std::vector<Piece>> incomingPieces(processes);
        for (std::size_t p = 0; p < processes; ++p) {
            if (static_cast<int>(p) == m_shared->calls.process()) continue;
            std::ranges::sort(sends[p], byRanks);
            std::ranges::sort(receives[p], byRanks);
            for (const Send& send : sends[p]) {
                outgoing[p].insert(outgoing[p].end(), send.data.begin(), send.data.end());
                outgoingPieces[p].push_back(send.piece);
            }
            for (const Receive& receive : receives[p]) incomingPieces[p].push_back(receive.piece);
        }
        const std::vector<Bytes> come = m_shared->calls.exchange(outgoing, outgoingPieces, incomingPieces);
        for (std::size_t p = 0; p < processes; ++p) {
            if (static_cast<int>(p) == m_shared->calls.process()) continue;
            const std::byte* cursor = come[p].data();
            for (const Receive& receive : receives[p]) {
                std::copy_n(cursor, receive.data.size(), receive.data.data());
                cursor += receive.data.size();
            }
        }
    }

    std::shared_ptr<Shared> m_shared;
    Rendezvous& m_rendezvous;
    int m_member;
};

} // namespace

std::vector<std::unique_ptr<Communicator>> makeProcessCommunicators(ProcessGroup& group,
                                                                    std::shared_ptr<Rendezvous> rendezvous,
                                                                    std::vector<int> firstRanks,
                                                                    std::optional<std::chrono::milliseconds> timeout) {
    const int members = rendezvous->size();
    const auto shared = std::make_shared<Shared>(group, std::move(rendezvous), std::move(firstRanks), timeout);
    std::vector<std::unique_ptr<Communicator>> all;
    for (int member = 0; member < members; ++member)
        all.push_back(std::make_unique<ProcessCommunicator>(shared, member));
    return all;
}

} // namespace ewald::compute
