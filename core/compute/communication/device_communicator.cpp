// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/device_communicator.h"

#include "base/phrase.h"
#include "compute/module.h"

#include <unistd.h>

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
                       std::string device, std::chrono::milliseconds timeout)
        : DeviceCommunicator(base, name), m_collective(std::move(collective)), m_device(std::move(device)),
          m_timeout(timeout) {
        waitFor("connect the devices of all ranks");
    }
    using Communicator::allReduceSum;
    void allReduceSum(Queue&, double* device, std::size_t count) override {
        m_collective->startSum(device, count);
        waitFor("sum over the devices of all ranks");
    }

private:
    void waitFor(const char* what) {
        using Clock = std::chrono::steady_clock;
        const auto start = Clock::now();
        try {
            while (!m_collective->done()) {
                throwIfFailed();
                const auto waited = Clock::now() - start;
                if (waited > m_timeout)
                    throw DeviceError(
                        phrase("rank %1 could not %2 within %3 s", rank(), what,
                               std::chrono::duration_cast<std::chrono::seconds>(m_timeout).count()),
                        m_device,
                        "ewald-cli bench devices --check finds the cause; --set peer_to_peer=false avoids direct "
                        "access between devices");
                // A sum takes some ten microseconds: sleep only in a longer wait.
                if (waited > std::chrono::milliseconds(2)) std::this_thread::sleep_for(std::chrono::microseconds(100));
            }
        } catch (...) {
            m_collective->abort();
            throw;
        }
    }

    std::unique_ptr<DeviceCollective> m_collective;
    std::string m_device;
    std::chrono::milliseconds m_timeout;
};

/// Sums between devices of one process that can access each other's memory: each rank sums its part into all arrays.
class PeerCommunicator final : public DeviceCommunicator {
public:
    explicit PeerCommunicator(Communicator& base) : DeviceCommunicator(base, "peer access") {}
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

/// Whether the queues of all ranks are in this process and reach each other.
bool allReachEachOther(Communicator& base, Queue& queue) {
    const std::uintptr_t mine[] = {static_cast<std::uintptr_t>(getpid()), reinterpret_cast<std::uintptr_t>(&queue)};
    const auto hosts = gatherText(base, [] {
        char name[256] = {};
        return gethostname(name, sizeof name - 1) == 0 ? std::string(name) : std::string();
    }());
    const std::vector<std::uintptr_t> all = base.allGather(mine);
    bool reached = !queue.sharesHostMemory(); // host memory needs no peer access
    for (std::size_t i = 0; i < all.size() && reached; i += 2)
        reached = all[i] == mine[0] && hosts[i / 2] == hosts.front() &&
                  (all[i + 1] == mine[1] || queue.reaches(*reinterpret_cast<const Queue*>(all[i + 1])));
    double worst = reached ? 0 : 1;
    base.allReduceMax(std::span<double>(&worst, 1)); // also keeps every queue alive until all have examined it
    return worst == 0;
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
        std::make_unique<ModuleCommunicator>(base, module.name(), std::move(end), queue.device().id, options.timeout);
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
    if (why.empty()) {
        auto owned = connect(base, queue, options, *module);
        Communicator* chosen = owned.get();
        return {std::move(owned), chosen, translatable("every worker has its own GPU")};
    }
    if (options.kind == CollectiveKind::nccl)
        throw DeviceError(phrase("NCCL cannot be used: %1", why), "communicator", "use auto");
    if (options.peerToPeer && allReachEachOther(base, queue)) {
        auto owned = std::make_unique<PeerCommunicator>(base);
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
        }
    };
    static Loaded loaded;
    if (!loaded.module) refusal = loaded.found.refusal;
    return loaded.module.get();
}

} // namespace ewald::compute
