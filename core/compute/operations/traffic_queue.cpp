// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/operations/traffic_queue.h"

#include "compute/operations/generic_ptycho_ops.h"

#include <array>
#include <cstdlib>
#include <cstring>
#include <new>
#include <set>
#include <span>

namespace ewald::compute {
namespace {

/// The launcher of operations that are counted only; see gpu/cuda/cuda_launcher.h for what a GPU does in its place.
class TrafficLauncher {
public:
    static constexpr std::size_t kWorkItems = kWorkItemsOfGpus;

    TrafficLauncher(TrafficLedger& ledger, std::size_t cacheBytes) : m_ledger(ledger), m_cacheBytes(cacheBytes) {}

    [[nodiscard]] std::size_t cacheBytes() const { return m_cacheBytes; }

    template <class Body>
    void forEach(int depth, int rows, int cols, const Body& body) {
        if (depth > 0 && rows > 0 && cols > 0) add(shapeOf(depth, rows, cols), body, {});
    }
    template <class Body>
    void addMetrics(int depth, int rows, int cols, double, const Body& body) {
        constexpr std::size_t kItemsPerBlock = 2048, kMostBlocks = 1024, kNumbers = 5;
        const LaunchShape shape = shapeOf(depth, rows, cols);
        const std::size_t pieces = (shape.rows * shape.cols + kItemsPerBlock - 1) / kItemsPerBlock * shape.depth;
        const std::size_t sums = std::min(pieces, kMostBlocks) * kNumbers * sizeof(double);
        add(shape, body, {sums, sums});
    }
    unsigned* beyond() { return &m_beyond; }
    StepSums takeMetrics() {
        constexpr std::size_t kBytes = std::size_t{1024} * 5 * sizeof(double);
        fetched(kBytes);
        clear(kBytes);
        return {.error = 1, .intensity = 100, .deviance = 1, .valid = 1, .change = 1};
    }
    template <class Body>
    const float* maximum(int rows, int cols, const Body& body) {
        // Every block changes the one number.
        if (rows > 0 && cols > 0) add(shapeOf(1, rows, cols), body, {sizeof(float), sizeof(float)});
        return &m_maximum;
    }
    template <class Body>
    void forStrips(int rows, int cols, const Body& body) {
        forEach(1, rows, cols, body);
    }
    template <class Body>
    const float* maximumOfStrips(int rows, int cols, const Body& body) {
        return maximum(rows, cols, body);
    }
    template <class Body>
    void sumFrames(double* out, const int*, int frames, int rows, int cols, double, const Body& body) {
        constexpr std::size_t kPieces = 8; // blocks of a frame
        constexpr std::size_t kBytes = sizeof(body(0, 0, 0)) / sizeof(float) * sizeof(double);
        if (frames <= 0 || rows <= 0 || cols <= 0) return;
        const LaunchShape shape = shapeOf(frames, rows, cols);
        add(shape, body, {0, shape.depth * kPieces * kBytes});
        LaunchTotal& join = m_ledger.kernels["JoinFrameSums"];
        ++join.launches;
        join.items += shape.depth * kBytes / sizeof(double);
        join.traffic += {shape.depth * kPieces * kBytes, shape.depth * kBytes};
        std::fill_n(out, shape.depth * kBytes / sizeof(double), 1.0);
    }
    float fetch(const float* value) {
        fetched(sizeof(float));
        return *value;
    }
    /// Ever smaller sums: conjugate gradients go on along their directions.
    void fetch(const double*, std::span<double> host) {
        fetched(host.size_bytes());
        std::ranges::fill(host, 1.0 / static_cast<double>(++m_fetches));
    }
    void fft(Cf*, int count, int n, bool) {
        ++m_ledger.transforms;
        m_ledger.transformed +=
            static_cast<std::size_t>(count) * static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
    }
    static float fftScale(int n) { return 1.0F / static_cast<float>(n); }
    template <class T>
    T* scratch(GenericScratch slot, std::size_t count) {
        // What the host itself writes or reads is one number; the rest is only an address.
        auto& memory = m_scratch[static_cast<std::size_t>(slot)];
        memory.resize(std::max(memory.size(), slot == GenericScratch::rowSums ? count : 1));
        return reinterpret_cast<T*>(memory.data());
    }
    CallFrames frames(const FramePlace* all, std::span<const int> frames) {
        m_places.clear();
        for (const int frame : frames) m_places.push_back(all[frame]);
        // They stay on the device; a run whose positions do not move sends each once.
        std::size_t sent = 0;
        for (const int frame : frames) sent += m_sent.insert(frame).second ? 1 : 0;
        if (sent > 0) m_ledger.copiesUp += 2;
        m_ledger.bytesUp += sent * (sizeof(FramePlace) + sizeof(int));
        return {m_places.data(), frames.data()};
    }

private:
    static LaunchShape shapeOf(int depth, int rows, int cols) {
        return {static_cast<std::size_t>(depth), static_cast<std::size_t>(rows), static_cast<std::size_t>(cols)};
    }
    template <class Body>
    void add(const LaunchShape& shape, const Body& body, const Traffic& more) {
        LaunchTotal& total = m_ledger.kernels[std::string(nameOfBody<Body>())];
        ++total.launches;
        total.items += shape.items();
        if constexpr (requires { trafficOf(body, shape, m_places.data(), std::size_t{}); })
            total.traffic += trafficOf(body, shape, m_places.data(), m_places.size()) + more;
        else
            total.traffic += trafficOf(body, shape) + more;
    }
    void fetched(std::size_t bytes) {
        ++m_ledger.copiesDown, ++m_ledger.waits;
        m_ledger.bytesDown += bytes;
    }
    void clear(std::size_t bytes) {
        ++m_ledger.memsets;
        m_ledger.bytesSet += bytes;
    }

    TrafficLedger& m_ledger;
    std::size_t m_cacheBytes;
    std::vector<FramePlace> m_places; ///< of the call
    std::set<int> m_sent;             ///< frames whose places are on the device
    float m_maximum = 1;
    unsigned m_beyond = 0;
    std::array<std::vector<double>, static_cast<std::size_t>(GenericScratch::slots)> m_scratch;
    std::size_t m_fetches = 0;
};

class TrafficQueue final : public Queue {
public:
    TrafficQueue(TrafficLedger& ledger, std::size_t cacheBytes)
        : m_ledger(ledger), m_ops(TrafficLauncher(ledger, cacheBytes)) {}

    [[nodiscard]] DeviceInfo device() const override {
        DeviceInfo info;
        info.id = info.backend = "count";
        return info;
    }
    [[nodiscard]] void* allocate(std::size_t bytes) override {
        void* const memory = std::calloc(bytes, 1); // pages that nothing writes take no memory
        if (!memory) throw std::bad_alloc();
        return memory;
    }
    void release(void* memory) noexcept override { std::free(memory); }
    void upload(void* device, const void* host, std::size_t bytes) override {
        ++m_ledger.copiesUp;
        m_ledger.bytesUp += bytes;
        if (std::memcmp(device, host, bytes) != 0) std::memcpy(device, host, bytes); // frames of zeros take no memory
    }
    void download(void* host, const void* device, std::size_t bytes) override {
        ++m_ledger.copiesDown, ++m_ledger.waits;
        m_ledger.bytesDown += bytes;
        std::memcpy(host, device, bytes);
    }
    [[nodiscard]] bool sharesHostMemory() const noexcept override { return false; }
    /// Of clocks that measure what the time goes into, in one of some iterations: not counted.
    void synchronize() override {}
    [[nodiscard]] PtychoOps& ptycho() override { return m_ops; }

private:
    TrafficLedger& m_ledger;
    GenericPtychoOps<TrafficLauncher> m_ops;
};

class TrafficCommunicator final : public Communicator {
public:
    TrafficCommunicator(TrafficLedger& ledger, int ranks) : m_ledger(ledger), m_ranks(ranks) {}

    [[nodiscard]] int rank() const noexcept override { return 0; }
    [[nodiscard]] int size() const noexcept override { return m_ranks; }
    [[nodiscard]] std::string name() const override { return "count"; }
    void allReduce(std::span<float>, Reduction) override { meet(); }
    void allReduce(std::span<double> values, Reduction reduction) override {
        const bool agreement = reduction == Reduction::max && values.size() == 2; // the wish to stop, and to pause
        if (!agreement) meet();
    }
    void broadcastBytes(std::span<std::byte>, int) override { meet(); }
    void exchange(std::span<const Outgoing> send, std::span<const Incoming> receive) override {
        std::size_t sent = 0, received = 0;
        for (const Outgoing& piece : send) sent += piece.data.size();
        for (const Incoming& piece : receive) received += piece.data.size();
        m_ledger.bytesExchanged += std::max(sent, received);
        meet();
    }
    void barrier() override { meet(); }
    void abort(const Error&) noexcept override {}
    using Communicator::allReduceSum;
    void allReduceSum(Queue&, double*, std::size_t count) override {
        ++m_ledger.collectives; // the host does not wait for it
        m_ledger.bytesReduced += count * sizeof(double);
    }
    void exchangeOnDevice(Queue&, std::span<const DeviceOutgoing> send,
                          std::span<const DeviceIncoming> receive) override {
        std::size_t sent = 0, received = 0;
        std::set<int> partners;
        for (const DeviceOutgoing& piece : send) sent += piece.count, partners.insert(piece.rank);
        for (const DeviceIncoming& piece : receive) received += piece.count, partners.insert(piece.rank);
        if (partners.empty()) return;
        ++m_ledger.deviceExchanges;
        m_ledger.exchangePartners += partners.size();
        m_ledger.bytesAcross += std::max(sent, received) * sizeof(double);
    }

private:
    void meet() { ++m_ledger.meetings; }
    TrafficLedger& m_ledger;
    int m_ranks;
};

} // namespace

std::size_t TrafficLedger::launches() const {
    std::size_t all = 0;
    for (const auto& [name, total] : kernels) all += total.launches;
    return all;
}

Traffic TrafficLedger::traffic() const {
    const std::size_t passes = kTransformPasses * transformed * kSingle;
    Traffic all{passes, passes};
    for (const auto& [name, total] : kernels) all += total.traffic;
    return all;
}

std::unique_ptr<Queue> makeTrafficQueue(TrafficLedger& ledger, std::size_t cacheBytes) {
    return std::make_unique<TrafficQueue>(ledger, cacheBytes);
}

std::unique_ptr<Communicator> makeTrafficCommunicator(TrafficLedger& ledger, int ranks) {
    if (ranks < 2) return makeSelfCommunicator();
    return std::make_unique<TrafficCommunicator>(ledger, ranks);
}

} // namespace ewald::compute
