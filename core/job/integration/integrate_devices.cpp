// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/integration/integrate_devices.h"

#include "azint/block_table.h"
#include "azint/pixel_value.h"
#include "base/error.h"
#include "base/phrase.h"
#include "job/integration/device_integrator.h"
#include "job/run/run_guard.h"

#include <algorithm>
#include <map>
#include <thread>

namespace ewald::job {
namespace {

/// Threads that keep one device busy: each reads, and waits, in turn.
constexpr std::size_t kMostReaders = 8;
/// Decoded pixels of a batch: enough blocks for the largest device, not so many that the pipeline starts late.
constexpr std::size_t kBatchPixels = std::size_t{32} << 20U;
constexpr std::size_t kMostBatchFrames = 64;
/// Of the free device memory; the rest is for others, and for chunks larger than the usual ones.
constexpr double kMemoryFraction = 0.7;

[[noreturn]] void throwUnsuited(const std::string& problem, const std::string& where = {}) {
    throw DataError(problem, where, "nothing has to be done, the result is the same");
}

/// Elements of a block by the header of a chunk; 0 = not bitshuffle-LZ4.
std::size_t blockElementsOf(const io::StoredFrame& stored) {
    if (!stored.bitshuffle || stored.bitshuffle->compression != codec::BitshuffleCompression::lz4) return 0;
    codec::ByteReader header(stored.bytes, "bitshuffle-LZ4");
    header.takeU64();
    return header.takeU32() / stored.bitshuffle->elementSize;
}

/// What the blocks of the stack look like. The first frame may be damaged or missing, so a few are asked.
std::size_t blockElementsOf(const io::FrameStack& stack, std::size_t first) {
    constexpr std::size_t kAsked = 8;
    const std::unique_ptr<io::FrameReader> reader = stack.makeReader();
    for (std::size_t frame = first; frame < std::min(first + kAsked, stack.frameCount()); ++frame) {
        try {
            if (const std::size_t elements = blockElementsOf(reader->read(frame)); elements > 0) return elements;
        } catch (const DataError&) { // this frame will be reported when its turn comes
        }
    }
    throwUnsuited(
        phrase("devices take frames that are one bitshuffle-LZ4 chunk each, these are %1", stack.compression));
}

} // namespace

struct IntegrateDevices::Device {
    Device(std::string name, const compute::BlockTable& host)
        : id(std::move(name)), queue(compute::makeQueue({id, 1})), table(*queue, host) {}

    std::string id;
    std::unique_ptr<compute::Queue> queue; ///< of the table; workers have their own
    compute::DeviceTable table;
    compute::IntegrateModel model;
    std::size_t workers = 0;
    std::size_t batchFrames = 0;
    double memoryBytes = 0;
};

IntegrateDevices::~IntegrateDevices() = default;

IntegrateDevices::IntegrateDevices(const std::vector<compute::RankDevice>& devices, std::size_t workers,
                                   std::size_t processes, std::size_t first, const io::FrameStack& stack,
                                   const azint::Integrator& integrator)
    : m_stack(stack), m_integrator(integrator) {
    if (integrator.needsWholeFrames())
        throwUnsuited("clipping, quantiles and azimuthal errors need all pixels of a bin at once");
    if (integrator.corrections().hasThresholds() && azint::isFloating(stack.pixelType()))
        throwUnsuited("thresholds of floating-point frames are the processor's");
    std::map<std::string, std::size_t> named;
    for (const compute::RankDevice& device : devices)
        if (!device.id.starts_with("cpu")) ++named[device.id];
    if (named.empty()) throw InternalError("no devices to integrate on");
    const std::size_t elements = blockElementsOf(stack, first);
    for (const auto& [id, count] : named) {
        const auto queue = compute::makeQueue({id, 1});
        if (!queue->integrate() || !queue->integrate()->supports(stack.pixelType(), elements))
            throwUnsuited(phrase("this device does not take %1 in blocks of %2 pixels",
                                 std::string(nameOf(stack.pixelType())), elements),
                          id);
    }
    const compute::BlockTable table = azint::makeBlockTable(integrator.table(), elements);
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    for (const auto& [id, count] : named) {
        std::size_t readers = count > 1 ? count : workers;
        if (readers == 0) readers = std::clamp<std::size_t>(cores / processes / named.size(), 2, kMostReaders);
        add(id, readers, processes, table);
    }
    // One worker a device, then the second one: few groups reach all devices.
    for (std::size_t round = 0, before = 0; round == 0 || m_workers.size() > before; ++round) {
        before = m_workers.size();
        for (std::size_t d = 0; d < m_devices.size(); ++d)
            if (round < m_devices[d]->workers) m_workers.push_back(d);
    }
}

std::size_t IntegrateDevices::wantedFrames() const noexcept {
    constexpr std::size_t kGroup = kernels::kFramesPerBlock; // these share a pass over the table
    const std::size_t pixels = std::max<std::size_t>(1, m_stack.rows() * m_stack.cols());
    const std::size_t frames = kBatchPixels / pixels / kGroup * kGroup;
    return std::clamp<std::size_t>(frames, kGroup, kMostBatchFrames);
}

/// Puts the table on a device and divides its memory: rather smaller batches than fewer workers.
void IntegrateDevices::add(const std::string& id, std::size_t workers, std::size_t processes,
                           const compute::BlockTable& table) {
    auto device = std::make_unique<Device>(id, table);
    const bool variance = m_integrator.settings().errorModel == azint::ErrorModel::poisson;
    const PixelType type = m_stack.pixelType();
    device->model = {&device->table, type, azint::valueRangeOf(m_integrator.fastRange(type)), variance};
    const double decoded = static_cast<double>(m_stack.rows() * m_stack.cols() * bytesOf(type));
    const double chunk = m_stack.storedBytes > 0
                             ? static_cast<double>(m_stack.storedBytes) / static_cast<double>(m_stack.frameCount())
                             : decoded;
    const double frame = static_cast<double>(compute::IntegrateOps::bytesOfFrame(table, variance)) + 1.5 * chunk;
    const double free =
        kMemoryFraction * static_cast<double>(device->queue->device().memoryFree) / static_cast<double>(processes);
    const auto inAll = static_cast<std::size_t>(free / frame);
    if (inAll == 0)
        throw DeviceError(
            phrase("not enough memory for one frame: %1 MiB are needed", static_cast<std::size_t>(frame) >> 20U), id,
            "use fewer bins");
    device->workers = std::min(workers, inAll);
    device->batchFrames = std::min(wantedFrames(), inAll / device->workers);
    // The table is read once for a few frames; the sums of its runs are written and read again.
    device->memoryBytes = static_cast<double>(table.bytes()) / kernels::kFramesPerBlock +
                          2.0 * sizeof(float) * static_cast<double>(table.runs() * device->model.sums());
    m_devices.push_back(std::move(device));
}

std::unique_ptr<GroupWorker> IntegrateDevices::makeWorker(std::size_t worker, const RunControl& control,
                                                          std::chrono::milliseconds timeout) const {
    const Device& device = *m_devices.at(m_workers.at(worker));
    auto queue = compute::makeQueue({device.id, device.workers});
    queue->setTimeout(timeout);
    return std::make_unique<DeviceIntegrator>(m_stack, m_integrator, control, std::move(queue), device.model,
                                              device.batchFrames);
}

std::vector<std::string> IntegrateDevices::describe() const {
    std::vector<std::string> lines;
    for (const auto& device : m_devices)
        lines.push_back(device->id + ": " + device->queue->device().name + ", " + std::to_string(device->workers) +
                        (device->workers == 1 ? " worker" : " workers") + ", batches of " +
                        std::to_string(device->batchFrames));
    return lines;
}

std::size_t IntegrateDevices::preferredFrames() const noexcept {
    std::size_t frames = 0;
    for (const auto& device : m_devices)
        frames = std::max(frames, DeviceIntegrator::kBatchesAGroup * device->batchFrames);
    return frames;
}

IntegrateDevices::Alone IntegrateDevices::measure(std::size_t first) const {
    const Device& device = *m_devices.front();
    const auto queue = compute::makeQueue({device.id, 1});
    compute::IntegrateOps& ops = *queue->integrate();
    Alone alone;
    alone.speed = ops.measureSpeed();
    const std::size_t frameBytes = m_stack.rows() * m_stack.cols() * bytesOf(m_stack.pixelType());
    ChunkBatch batch(ops, 0, m_stack.pixelType(), device.table.weights().blockPixels, frameBytes, device.batchFrames);
    batch.reserve(2 * frameBytes * device.batchFrames);
    const std::unique_ptr<io::FrameReader> reader = m_stack.makeReader();
    for (std::size_t frame = first; frame < m_stack.frameCount() && !batch.isFull(); ++frame) {
        const io::StoredFrame stored = reader->readInto(frame, batch.room());
        if (!stored.bitshuffle || batch.add(stored.bytes, *stored.bitshuffle) != ChunkBatch::Added::yes) continue;
        alone.chunkBytes += static_cast<double>(stored.bytes.size());
    }
    if (batch.frames() == 0) throw DataError("no frame that a device takes", m_stack.where(first));
    alone.frames = batch.frames();
    alone.chunkBytes /= static_cast<double>(batch.frames());
    alone.memoryBytes = device.memoryBytes + 2 * alone.chunkBytes;
    constexpr int kRounds = 6; // the first one is slow: memory is taken, kernels are loaded
    alone.perFrame_s = 1e9;
    for (int round = 0; round < kRounds; ++round) {
        const auto start = std::chrono::steady_clock::now();
        ops.start(0, device.model, batch.frames(), batch.bytes());
        static_cast<void>(ops.finish(0));
        alone.perFrame_s = std::min(alone.perFrame_s, secondsSince(start) / static_cast<double>(batch.frames()));
    }
    return alone;
}

} // namespace ewald::job
