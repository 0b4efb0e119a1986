// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/communication/device_communicator.h"

#include "base/phrase.h"
#include "compute/devices/module.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <thread>
#include <utility>

namespace ewald::compute {
namespace {

/// Forwards all calls except the sums of device memory.
class DeviceCommunicator : public Communicator {
public:
    DeviceCommunicator(Communicator& base, std::string name) : m_base(base), m_name(std::move(name)) {}

    [[nodiscard]] int rank() const noexcept override { return m_base.rank(); }
    [[nodiscard]] int size() const noexcept override { return m_base.size(); }
    [[nodiscard]] std::string name() const override { return m_name + " + " + m_base.name(); }
    void allReduce(std::span<float> values, Reduction reduction) override { m_base.allReduce(values, reduction); }
    void allReduce(std::span<double> values, Reduction reduction) override { m_base.allReduce(values, reduction); }
    void broadcastBytes(std::span<std::byte> bytes, int root) override { m_base.broadcastBytes(bytes, root); }
    void exchange(std::span<const Outgoing> send, std::span<const Incoming> receive) override {
        m_base.exchange(send, receive);
    }
    void barrier() override { m_base.barrier(); }
    void abort(const Error& cause) noexcept override { m_base.abort(cause); }
    void throwIfFailed() const override { m_base.throwIfFailed(); }

protected:
    Communicator& m_base;

private:
    std::string m_name;
};

/// Sums by the collective of a module, ended by a failure of another rank or by the time-out.
class ModuleCommunicator final : public DeviceCommunicator {
public:
    ModuleCommunicator(Communicator& base, const std::string& name, std::unique_ptr<DeviceCollective> collective,
                       Queue& queue, std::chrono::milliseconds timeout)
        : DeviceCommunicator(base, name), m_collective(std::move(collective)), m_queue(queue),
          m_device(queue.device().id), m_timeout(timeout) {
        waitUntil([this] { return m_collective->done(); }, "connect the devices of all ranks");
        m_queue.setWatch([this](std::chrono::nanoseconds waited) { lookAfter(waited); });
    }
    ~ModuleCommunicator() override { m_queue.setWatch({}); }
    ModuleCommunicator(const ModuleCommunicator&) = delete;
    ModuleCommunicator& operator=(const ModuleCommunicator&) = delete;

    using Communicator::allReduceSum;
    void allReduceSum(Queue&, double* device, std::size_t count) override {
        m_collective->startSum(device, count);
        waitUntil([this] { return m_collective->queued(); }, "sum over the devices of all ranks");
    }
    void exchangeOnDevice(Queue&, std::span<const DeviceOutgoing> send,
                          std::span<const DeviceIncoming> receive) override {
        if (send.empty() && receive.empty()) return;
        m_collective->startExchange(send, receive);
        waitUntil([this] { return m_collective->queued(); }, "exchange data with the devices of other ranks");
    }

private:
    template <class Ask>
    void waitUntil(Ask ask, const char* what) {
        using Clock = std::chrono::steady_clock;
        m_last = what;
        const auto start = Clock::now();
        try {
            while (!ask()) {
                throwIfFailed();
                const auto waited = Clock::now() - start;
                requireInTime(waited);
                // It takes some microseconds: sleep only in a longer wait.
                if (waited > std::chrono::milliseconds(2)) std::this_thread::sleep_for(std::chrono::microseconds(100));
            }
        } catch (...) {
            m_collective->abort();
            throw;
        }
    }
    /// While the host waits for the queue, in which a collective may wait for ranks that no longer come.
    void lookAfter(std::chrono::nanoseconds waited) {
        try {
            throwIfFailed();
            (void)m_collective->queued(); // throws what has failed meanwhile
            requireInTime(waited);
        } catch (...) {
            m_collective->abort();
            throw;
        }
    }
    void requireInTime(std::chrono::nanoseconds waited) const {
        if (waited <= m_timeout) return;
        throw DeviceError(phrase("rank %1 could not %2 within %3 s", rank(), m_last,
                                 std::chrono::duration_cast<std::chrono::seconds>(m_timeout).count()),
                          m_device,
                          "ewald-cli bench devices --check finds the cause; --set peer_to_peer=false avoids direct "
                          "access between devices");
    }

    std::unique_ptr<DeviceCollective> m_collective;
    Queue& m_queue;
    const char* m_last = ""; ///< what was asked for last
    std::string m_device;
    std::chrono::milliseconds m_timeout;
};

/// Sums between devices of one process that can access each other's memory: each rank sums its part into all arrays,
/// and writes what it sends where it belongs.
class PeerCommunicator final : public DeviceCommunicator {
public:
    /// \param queues by rank; that of this rank is not used
    PeerCommunicator(Communicator& base, std::vector<Queue*> queues)
        : DeviceCommunicator(base, "peer access"), m_queues(std::move(queues)) {}
    void exchangeOnDevice(Queue& queue, std::span<const DeviceOutgoing> send,
                          std::span<const DeviceIncoming> receive) override {
        queue.synchronize(); // others write into its memory
        std::vector<std::uintptr_t> mine, theirs(send.size());
        for (const DeviceIncoming& piece : receive) mine.push_back(reinterpret_cast<std::uintptr_t>(piece.data));
        std::vector<Outgoing> outgoing;
        std::vector<Incoming> incoming;
        for (std::size_t i = 0; i < receive.size(); ++i)
            outgoing.push_back({receive[i].rank, std::as_bytes(std::span(&mine[i], 1))});
        for (std::size_t i = 0; i < send.size(); ++i)
            incoming.push_back({send[i].rank, std::as_writable_bytes(std::span(&theirs[i], 1))});
        m_base.exchange(outgoing, incoming);
        for (std::size_t i = 0; i < send.size(); ++i)
            queue.copyTo(*m_queues[static_cast<std::size_t>(send[i].rank)], reinterpret_cast<double*>(theirs[i]),
                         send[i].data, send[i].count * sizeof(double));
        m_base.barrier();
    }
    using Communicator::allReduceSum;
    void allReduceSum(Queue& queue, double* device, std::size_t count) override {
        queue.synchronize();
        const std::uintptr_t mine[] = {reinterpret_cast<std::uintptr_t>(device), count};
        const std::vector<std::uintptr_t> all = m_base.allGather(mine);
        std::vector<double*> arrays;
        bool sameLength = true;
        for (std::size_t i = 0; i < all.size(); i += 2) {
            arrays.push_back(reinterpret_cast<double*>(all[i]));
            sameLength = sameLength && all[i + 1] == count;
        }
        if (!sameLength) throw DeviceError("ranks reduce arrays of different length");
        const auto ranks = static_cast<std::size_t>(size());
        const auto firstOf = [&](std::size_t r) { return count * r / ranks; };
        const auto me = static_cast<std::size_t>(rank());
        queue.sumAcross(arrays, firstOf(me), firstOf(me + 1) - firstOf(me));
        m_base.barrier();
    }

private:
    std::vector<Queue*> m_queues;
};

/// The lines of text of all ranks, on all ranks.
std::vector<std::string> gatherText(Communicator& base, const std::string& mine) {
    std::string text = mine + '\n';
    const std::vector<char> all = base.allGather(text);
    std::vector<std::string> lines(1);
    for (const char c : all) {
        if (c == '\n')
            lines.emplace_back();
        else
            lines.back() += c;
    }
    lines.pop_back();
    return lines;
}

/// Why a module cannot be used; empty when it can. The same on every rank.
std::string whyNoModule(Communicator& base, Queue& queue, const DeviceCollectives* module, const std::string& refusal) {
    // Each rank sends its device, or "!" and why it cannot use NCCL. NCCL regards ranks with different NCCL_HOSTID as
    // ranks of different machines, and accepts two of them on one GPU.
    const DeviceInfo device = queue.device();
    const char* host = std::getenv("NCCL_HOSTID");
    std::string mine = device.uuid + "@" + (host ? host : "");
    if (!queue.nativeStream())
        mine = "!rank " + std::to_string(base.rank()) + " computes on " + device.id;
    else if (!module)
        mine = "!" + refusal;
    std::set<std::string> seen;
    std::string reason;
    for (const std::string& line : gatherText(base, mine)) {
        if (!reason.empty()) continue;
        if (line.starts_with('!'))
            reason = line.substr(1);
        else if (!seen.insert(line).second)
            reason = "several ranks share a GPU";
    }
    return reason;
}

/// What one rank's device can do with the memories of the others.
struct Peers {
    bool all = false;           ///< every queue is in this process, and they reach each other; the same on every rank
    std::vector<Queue*> queues; ///< by rank; null: of another process, not reached, or this rank's own
    std::vector<Queue*> tested; ///< those of them that lie in another memory
    std::string problem;        ///< access that the driver offers, but that gives wrong data; the same on every rank
};

Peers findPeers(Communicator& base, Queue& queue) {
    Peers found;
    const std::uintptr_t mine[] = {static_cast<std::uintptr_t>(getpid()), reinterpret_cast<std::uintptr_t>(&queue)};
    const auto hosts = gatherText(base, [] {
        char name[256] = {};
        return gethostname(name, sizeof name - 1) == 0 ? std::string(name) : std::string();
    }());
    const std::vector<std::uintptr_t> all = base.allGather(mine);
    const std::string host = hosts[static_cast<std::size_t>(base.rank())];
    double unreached = queue.sharesHostMemory() ? 1 : 0; // host memory needs no peer access
    for (std::size_t i = 0; i < all.size(); i += 2) {
        auto* const other = reinterpret_cast<Queue*>(all[i + 1]);
        const bool own = all[i] == mine[0] && hosts[i / 2] == host && other == &queue;
        const bool reached =
            unreached == 0 && !own && all[i] == mine[0] && hosts[i / 2] == host && queue.reaches(*other);
        found.queues.push_back(reached ? other : nullptr);
        if (!own && !reached) unreached = 1;
    }
    base.allReduceMax(std::span<double>(&unreached, 1)); // also keeps every queue alive until all have examined it
    found.all = unreached == 0;
    return found;
}

/// Sends a pattern of 1 MB from each rank's device to each other that it reaches, twice, has the second doubled where
/// it lies by the sum across memories, and looks at both ends. Drivers say that there is access also where what stands
/// between the devices (an IOMMU, switches with access control) does not let data through. \param ids the devices of
/// all ranks
std::string testPeers(Communicator& base, Queue& queue, std::span<Queue* const> peers,
                      std::span<const std::string> ids) {
    constexpr std::size_t kCount = (std::size_t{1} << 20U) / sizeof(double);
    const auto ranks = static_cast<std::size_t>(base.size()), me = static_cast<std::size_t>(base.rank());
    const auto pattern = [&](std::size_t rank) {
        std::vector<double> values(kCount);
        for (std::size_t i = 0; i < kCount; ++i) values[i] = static_cast<double>(i * 2654435761U % 1000003U + rank + 1);
        return values;
    };
    const auto doubled = [&](std::size_t rank) {
        std::vector<double> values = pattern(rank);
        for (double& value : values) value *= 2;
        return values;
    };
    std::vector<double> reached;
    for (const Queue* peer : peers) reached.push_back(peer ? 1 : 0);
    const std::vector<double> matrix = base.allGather(reached);              // [from][to]
    Buffer<double> source(queue, kCount), target(queue, ranks * 2 * kCount); // a part for each rank that writes here
    queue.synchronize();
    const std::uintptr_t mine[] = {reinterpret_cast<std::uintptr_t>(target.data())};
    const std::vector<std::uintptr_t> targets = base.allGather(mine);
    std::vector<std::string> wrong;
    const auto pair = [&](std::size_t from, std::size_t to) { return ids[from] + " → " + ids[to]; };
    for (std::size_t step = 1; step < ranks; ++step) { // each has another partner
        const std::size_t to = (me + step) % ranks;
        if (!peers[to]) continue;
        double* const there = reinterpret_cast<double*>(targets[to]) + me * 2 * kCount;
        source.upload(pattern(me));
        for (double* const part : {there, there + kCount})
            queue.copyTo(*peers[to], part, source.data(), kCount * sizeof(double));
        double* const both[] = {source.data(), there + kCount}; // the sum would round a small change away
        queue.sumAcross(both, 0, kCount);
        if (source.toHost() != doubled(me)) wrong.push_back(pair(me, to));
    }
    base.barrier();
    const std::vector<double> arrived = target.toHost();
    const auto holds = [&](std::size_t part, const std::vector<double>& values) {
        return std::ranges::equal(std::span(arrived).subspan(part * kCount, kCount), values);
    };
    for (std::size_t from = 0; from < ranks; ++from)
        if (matrix[from * ranks + me] > 0 && !(holds(2 * from, pattern(from)) && holds(2 * from + 1, doubled(from))))
            wrong.push_back(pair(from, me));
    std::string problem;
    for (const std::string& line : gatherText(base, wrong.empty() ? "" : wrong.front())) // also keeps the targets
        if (problem.empty()) problem = line;
    return problem;
}

/// Collective.
Peers examinePeers(Communicator& base, Queue& queue) {
    Peers found = findPeers(base, queue);
    const std::vector<std::string> ids = gatherText(base, queue.device().id);
    found.tested = found.queues;
    for (std::size_t rank = 0; rank < ids.size(); ++rank) // in one memory there is nothing to test
        if (ids[rank] == ids[static_cast<std::size_t>(base.rank())]) found.tested[rank] = nullptr;
    double any = std::ranges::any_of(found.tested, [](const Queue* q) { return q != nullptr; }) ? 1 : 0;
    base.allReduceMax(std::span<double>(&any, 1));
    if (any > 0) found.problem = testPeers(base, queue, found.tested, ids);
    if (!found.problem.empty()) found.all = false;
    return found;
}

std::unique_ptr<Communicator> connect(Communicator& base, Queue& queue, const CollectiveOptions& options,
                                      DeviceCollectives& module) {
    std::vector<std::byte> id;
    if (base.rank() == 0) id = module.makeId();
    double length = static_cast<double>(id.size());
    base.broadcast(std::span<double>(&length, 1), 0);
    id.resize(static_cast<std::size_t>(length));
    base.broadcast(id, 0);
    auto end = module.connect(id, base.rank(), base.size(), queue, options.peerToPeer);
    auto communicator =
        std::make_unique<ModuleCommunicator>(base, module.name(), std::move(end), queue, options.timeout);
    base.barrier();
    return communicator;
}

} // namespace

ChosenCommunicator chooseCommunicator(Communicator& base, Queue& queue, const CollectiveOptions& options,
                                      DeviceCollectives* module) {
    if (base.size() == 1 && options.kind != CollectiveKind::nccl) return {nullptr, &base, translatable("one worker")};
    if (options.kind == CollectiveKind::host) return {nullptr, &base, translatable("asked for")};
    std::string refusal;
    if (!module && queue.nativeStream()) module = deviceCollectives(refusal);
    const std::string why = whyNoModule(base, queue, module, refusal);
    const Peers peers = options.peerToPeer && base.size() > 1 ? examinePeers(base, queue) : Peers{};
    const std::string damaged = phrase("direct copies between devices arrive damaged, %1", peers.problem);
    if (why.empty()) {
        CollectiveOptions possible = options;
        possible.peerToPeer = options.peerToPeer && peers.problem.empty();
        auto owned = connect(base, queue, possible, *module);
        Communicator* chosen = owned.get();
        if (!peers.problem.empty()) return {std::move(owned), chosen, phrase("through the host: %1", damaged)};
        return {std::move(owned), chosen, translatable("every worker has its own GPU")};
    }
    if (options.kind == CollectiveKind::nccl)
        throw DeviceError(phrase("NCCL cannot be used: %1", why), "communicator", "use auto");
    if (!peers.problem.empty()) return {nullptr, &base, phrase("through the host: %1", damaged)};
    if (peers.all) {
        auto owned = std::make_unique<PeerCommunicator>(base, peers.queues);
        Communicator* chosen = owned.get();
        return {std::move(owned), chosen, phrase("the devices reach each other's memory; no NCCL: %1", why)};
    }
    return {nullptr, &base, phrase("no NCCL: %1", why)};
}

DeviceCollectives* deviceCollectives(std::string& refusal) {
    struct Loaded {
        FoundModule found = findModule(kNcclModule);
        std::unique_ptr<DeviceCollectives> module;
        Loaded() {
            const auto make = reinterpret_cast<DeviceCollectives* (*)(std::string&)>(found.factory);
            if (make) module.reset(make(found.refusal));
            found.refusal = withParts(found.refusal);
        }
    };
    static Loaded loaded;
    if (!loaded.module) refusal = takeParts(loaded.found.refusal);
    return loaded.module.get();
}

} // namespace ewald::compute
