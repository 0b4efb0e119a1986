// SPDX-License-Identifier: GPL-3.0-or-later
//
// The choice of a way between devices, and how a module's collective is looked after, with devices and a module that
// are made up: their memory is the host's.
#include "compute/communication/device_communicator.h"

#include "base/error.h"
#include "communicator_conformance.h"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>

namespace ewald::compute {
namespace {

using namespace std::chrono_literals;

/// Host memory that says it is a GPU's.
class MadeUpQueue final : public Queue {
public:
    MadeUpQueue(std::string uuid, bool peers) : m_uuid(std::move(uuid)), m_peers(peers) {}
    [[nodiscard]] DeviceInfo device() const override {
        DeviceInfo info;
        info.id = "cuda:" + m_uuid, info.uuid = m_uuid;
        return info;
    }
    void* allocate(std::size_t bytes) override { return ::operator new(bytes); }
    void release(void* memory) noexcept override { ::operator delete(memory); }
    void upload(void* device, const void* host, std::size_t bytes) override { std::memcpy(device, host, bytes); }
    void download(void* host, const void* device, std::size_t bytes) override { std::memcpy(host, device, bytes); }
    [[nodiscard]] bool sharesHostMemory() const noexcept override { return false; }
    void synchronize() override {
        for (const auto start = std::chrono::steady_clock::now(); pending && pending();)
            if (watch) watch(std::chrono::steady_clock::now() - start);
    }
    void setWatch(Watch changed) override { watch = std::move(changed); }
    [[nodiscard]] bool reaches(const Queue&) const override { return m_peers; }
    void copyTo(Queue&, void* target, const void* source, std::size_t bytes) override {
        std::memcpy(target, source, bytes);
        if (damaging) static_cast<char*>(target)[bytes - 1] ^= 1;
    }
    void sumAcross(std::span<double* const> arrays, std::size_t first, std::size_t count) override {
        ++sums;
        for (std::size_t i = first; i < first + count; ++i) {
            double sum = 0;
            for (const double* array : arrays) sum += array[i];
            for (double* array : arrays) array[i] = sum;
        }
    }
    [[nodiscard]] void* nativeStream() const noexcept override { return const_cast<MadeUpQueue*>(this); }
    [[nodiscard]] PtychoOps& ptycho() override { throw InternalError("not needed here"); }

    int sums = 0;
    bool damaging = false;         ///< copies to other queues
    Watch watch;                   ///< of who waits
    std::function<bool()> pending; ///< whether there is something to wait for

private:
    std::string m_uuid;
    bool m_peers;
};

/// Ranks that have the same id belong together; a sum is through when all have started it.
class MadeUpModule final : public DeviceCollectives {
public:
    [[nodiscard]] std::string name() const override { return "made up"; }
    [[nodiscard]] std::vector<std::byte> makeId() override { return std::vector<std::byte>(128, std::byte{7}); }
    [[nodiscard]] std::unique_ptr<DeviceCollective> connect(std::span<const std::byte> id, int rank, int size,
                                                            Queue& queue, bool peerToPeer) override {
        if (!peerToPeer) throughHost = true;
        EXPECT_EQ(id.size(), 128U);
        EXPECT_EQ(id.back(), std::byte{7});
        auto end = std::make_unique<End>(*this, rank, size);
        dynamic_cast<MadeUpQueue&>(queue).pending = [e = end.get()] { return !e->done(); };
        return end;
    }
    std::atomic<bool> hangs{false};
    std::atomic<bool> throughHost{false}; ///< it was told to
    std::atomic<int> aborted{0};

private:
    struct End final : DeviceCollective {
        End(MadeUpModule& module, int rank, int size) : m_module(module), m_rank(rank), m_size(size) {}
        void startSum(double* device, std::size_t count) override {
            const std::lock_guard lock(m_module.m_mutex);
            auto& round = m_module.m_rounds[++m_round];
            round.resize(static_cast<std::size_t>(m_size));
            round[static_cast<std::size_t>(m_rank)] = {device, device + count};
            m_device = device;
            m_summed = false;
        }
        void startExchange(std::span<const DeviceOutgoing> send, std::span<const DeviceIncoming> receive) override {
            const std::lock_guard lock(m_module.m_mutex);
            for (const DeviceOutgoing& piece : send)
                m_module.m_messages[{m_rank, piece.rank}].emplace_back(piece.data, piece.data + piece.count);
            m_awaited.assign(receive.begin(), receive.end());
        }
        bool queued() override { return true; }
        bool done() override {
            const std::lock_guard lock(m_module.m_mutex);
            if (m_module.hangs) return false;
            std::erase_if(m_awaited, [this](const DeviceIncoming& piece) {
                auto& line = m_module.m_messages[{piece.rank, m_rank}];
                if (line.empty()) return false;
                std::ranges::copy(line.front(), piece.data);
                line.pop_front();
                return true;
            });
            if (!m_awaited.empty()) return false;
            if (m_summed) return true;
            const auto& round = m_module.m_rounds[m_round];
            for (const auto& array : round)
                if (array.empty()) return false;
            for (std::size_t i = 0; i < round.front().size(); ++i) {
                m_device[i] = 0;
                for (const auto& array : round) m_device[i] += array[i];
            }
            m_summed = true;
            return true;
        }
        void abort() noexcept override { ++m_module.aborted; }

        MadeUpModule& m_module;
        int m_rank, m_size;
        int m_round = 0;
        double* m_device = nullptr;
        bool m_summed = true; ///< nothing is left to do
        std::vector<DeviceIncoming> m_awaited;
    };
    std::mutex m_mutex;
    std::map<int, std::vector<std::vector<double>>> m_rounds;
    std::map<std::pair<int, int>, std::deque<std::vector<double>>> m_messages; ///< from one rank to another
};

/// What `ranks` workers choose; each rank's device memory holds rank + 1, and is summed twice.
struct Outcome {
    std::string name, reason;
    int ownSums = 0;
};
Outcome tryOut(int ranks, const std::function<std::string(int)>& uuid, bool peers, DeviceCollectives* module,
               CollectiveOptions options = {}, int damaging = -1) {
    Outcome outcome;
    runRanks(ranks, [&](Communicator& base) {
        MadeUpQueue queue(uuid(base.rank()), peers);
        queue.damaging = base.rank() == damaging;
        const ChosenCommunicator chosen = chooseCommunicator(base, queue, options, module);
        std::vector<double> values(5, base.rank() + 1);
        chosen.communicator->allReduceSum(queue, values.data(), values.size());
        queue.synchronize();
        const double once = ranks * (ranks + 1) / 2.0;
        EXPECT_EQ(values, std::vector<double>(5, once));
        chosen.communicator->allReduceSum(queue, values.data(), values.size());
        queue.synchronize();
        EXPECT_EQ(values, std::vector<double>(5, ranks * once));
        conformance::exchangesOnDevice(*chosen.communicator, queue);
        double largest = base.rank(); // everything else goes on by the host
        chosen.communicator->allReduceMax(std::span<double>(&largest, 1));
        EXPECT_EQ(largest, ranks - 1);
        if (base.rank() == 0) outcome = {chosen.communicator->name(), chosen.reason, queue.sums};
    });
    return outcome;
}

std::string own(int rank) { return "GPU-" + std::to_string(rank); }
std::string shared(int) { return "GPU-0"; }

TEST(DeviceCommunicator, RanksWithGpusOfTheirOwnUseTheModule) {
    MadeUpModule module;
    const Outcome outcome = tryOut(3, own, true, &module);
    EXPECT_EQ(outcome.name, "made up + in-process");
    EXPECT_EQ(module.aborted, 0);
}

TEST(DeviceCommunicator, RanksThatShareAGpuSumInItsMemory) {
    MadeUpModule module;
    const Outcome outcome = tryOut(3, shared, true, &module);
    EXPECT_EQ(outcome.name, "peer access + in-process");
    EXPECT_EQ(outcome.ownSums, 2);
    EXPECT_NE(outcome.reason.find("share a GPU"), std::string::npos) << outcome.reason;
}

/// One pair of devices is enough: no rank may use direct access then, and the log says so.
TEST(DeviceCommunicator, DirectCopiesThatArriveDamagedAreNotUsed) {
    MadeUpModule module;
    Outcome outcome = tryOut(3, own, true, &module);
    EXPECT_FALSE(module.throughHost);
    outcome = tryOut(3, own, true, &module, {}, 1);
    EXPECT_EQ(outcome.name, "made up + in-process");
    EXPECT_TRUE(module.throughHost);
    EXPECT_NE(outcome.reason.find("arrive damaged, cuda:GPU-1 → cuda:GPU-"), std::string::npos) << outcome.reason;
    // Without the module the host sums.
    const auto twoShare = [](int rank) { return own(rank == 3 ? 0 : rank); };
    EXPECT_EQ(tryOut(4, twoShare, true, &module).name, "peer access + in-process");
    outcome = tryOut(4, twoShare, true, &module, {}, 2);
    EXPECT_EQ(outcome.name, "in-process");
    EXPECT_NE(outcome.reason.find("arrive damaged, cuda:GPU-2 → "), std::string::npos) << outcome.reason;
}

TEST(DeviceCommunicator, WithoutPeerAccessTheHostSums) {
    MadeUpModule module;
    EXPECT_EQ(tryOut(2, shared, false, &module).name, "in-process");
    EXPECT_EQ(tryOut(2, shared, true, &module, {.peerToPeer = false}).name, "in-process") << "it is not to be used";
    EXPECT_EQ(tryOut(2, own, true, &module, {.kind = CollectiveKind::host}).name, "in-process");
    EXPECT_EQ(tryOut(1, own, true, &module).name, "self");
}

TEST(DeviceCommunicator, WhoAsksForNcclGetsItOrAnError) {
    MadeUpModule module;
    const CollectiveOptions options{.kind = CollectiveKind::nccl};
    EXPECT_EQ(tryOut(2, own, false, &module, options).name, "made up + in-process");
    try {
        (void)tryOut(2, shared, true, &module, options);
        FAIL() << "two ranks on one GPU";
    } catch (const DeviceError& error) {
        EXPECT_NE(std::string(error.what()).find("share a GPU"), std::string::npos) << error.what();
    }
    // On the processor, whatever this machine has besides.
    const auto queue = makeQueue({"cpu", 1});
    EXPECT_THROW((void)chooseCommunicator(*makeSelfCommunicator(), *queue, options), DeviceError);
}

TEST(DeviceCommunicator, TheProcessorSumsAsEver) {
    runRanks(3, [](Communicator& base) {
        const auto queue = makeQueue({"cpu", 3});
        const ChosenCommunicator chosen = chooseCommunicator(base, *queue, {});
        EXPECT_EQ(chosen.communicator, &base);
        EXPECT_NE(chosen.reason.find("rank 0 computes on cpu"), std::string::npos) << chosen.reason;
        Buffer<double> values(*queue, std::vector<double>{1, 2});
        chosen.communicator->allReduceSum(*queue, values.data(), values.size());
        EXPECT_EQ(values.toHost(), (std::vector<double>{3, 6}));
    });
}

TEST(DeviceCommunicator, ASumThatHangsEndsWithWhatToDo) {
    MadeUpModule module;
    std::string message;
    try {
        runRanks(2, [&](Communicator& base) {
            MadeUpQueue queue(own(base.rank()), true);
            const auto chosen = chooseCommunicator(base, queue, {.timeout = 200ms}, &module);
            module.hangs = true;
            double value = 1;
            chosen.communicator->allReduceSum(queue, &value, 1);
            queue.synchronize();
        });
    } catch (const DeviceError& error) {
        message = error.what();
    }
    EXPECT_NE(message.find("peer_to_peer=false"), std::string::npos) << message;
    EXPECT_NE(message.find("rank "), std::string::npos) << message;
    EXPECT_EQ(module.aborted, 2);
}

TEST(DeviceCommunicator, AnotherRanksFailureEndsTheWaitForASum) {
    MadeUpModule module;
    const auto start = std::chrono::steady_clock::now();
    try {
        runRanks(3, [&](Communicator& base) {
            MadeUpQueue queue(own(base.rank()), true);
            const auto chosen = chooseCommunicator(base, queue, {.timeout = 60s}, &module);
            if (base.rank() == 2) throw DataError("frame 7 is broken", "scan.h5");
            double value = 1;
            chosen.communicator->allReduceSum(queue, &value, 1);
            queue.synchronize();
        });
        FAIL() << "the failure was not detected";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("frame 7 is broken"), std::string::npos) << error.what();
    }
    EXPECT_LT(std::chrono::steady_clock::now() - start, 30s) << "long before the time-out";
    EXPECT_EQ(module.aborted, 2);
}

} // namespace
} // namespace ewald::compute
