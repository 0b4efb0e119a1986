// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/integration/device_integrator.h"

#include "base/error.h"
#include "job/run/run_guard.h"

#include <algorithm>
#include <cmath>

namespace ewald::job {
namespace {

using Clock = std::chrono::steady_clock;

} // namespace

DeviceIntegrator::DeviceIntegrator(const io::FrameStack& stack, const azint::Integrator& integrator,
                                   const RunControl& control, std::unique_ptr<compute::Queue> queue,
                                   const compute::IntegrateModel& model, std::size_t batchFrames)
    : m_stack(stack), m_integrator(integrator), m_control(control), m_queue(std::move(queue)), m_model(model),
      m_batchFrames(batchFrames), m_reader(stack.makeReader()), m_accumulator(integrator),
      m_batches([&]() -> std::array<Batch, 2> {
          const std::size_t frameBytes = stack.rows() * stack.cols() * bytesOf(model.type);
          const auto make = [&](std::size_t slot) {
              return Batch{ChunkBatch(*m_queue->integrate(), slot, model.type, model.table->weights().blockPixels,
                                      frameBytes, batchFrames),
                           {},
                           {}};
          };
          return {make(0), make(1)};
      }()) {}

std::size_t DeviceIntegrator::preferredFrames() const noexcept { return kBatchesAGroup * m_batchFrames; }

WorkerTimes DeviceIntegrator::times() const noexcept {
    WorkerTimes times;
    if (m_onProcessor) times = m_onProcessor->times();
    times.read_s += m_reader->readSeconds();
    times.bytes += m_reader->readBytes();
    times.decode_s += m_wait_s;
    times.integrate_s += m_finish_s;
    times.leftFrames = m_leftFrames;
    return times;
}

void DeviceIntegrator::integrate(std::span<const std::size_t> frames, std::span<azint::FrameResult> results,
                                 std::span<std::string> failures) {
    for (std::string& failure : failures) failure = {};
    m_done.assign(frames.size(), false);
    if (m_problem.empty()) {
        try {
            integrateOnDevice(frames, results);
        } catch (const DeviceError& error) { // the job goes on
            m_problem = std::string(currentError().what());
        }
    }
    integrateRest(frames, results, failures);
}

void DeviceIntegrator::integrateOnDevice(std::span<const std::size_t> frames, std::span<azint::FrameResult> results) {
    Batch* running = nullptr;
    std::size_t turn = 0;
    for (std::size_t next = 0; next < frames.size() || running != nullptr;) {
        if (m_control.stopRequest() == StopRequest::abort) throw StoppedError();
        Batch* started = nullptr;
        if (next < frames.size()) {
            Batch& batch = m_batches[turn];
            fill(batch, frames, next);
            if (batch.chunks.frames() > 0) {
                m_queue->integrate()->start(turn, m_model, batch.chunks.frames(), batch.chunks.bytes());
                started = &batch;
                turn = (turn + 1) % m_batches.size();
            }
        }
        if (running != nullptr) collect(*running, results);
        running = started;
    }
}

void DeviceIntegrator::fill(Batch& batch, std::span<const std::size_t> frames, std::size_t& next) {
    batch.chunks.clear();
    batch.members.clear();
    batch.factors.clear();
    for (; next < frames.size() && !batch.chunks.isFull(); ++next)
        if (!read(batch, frames[next], next)) return;
}

/// False when the frame has to wait for the next batch. A frame that is not for the device joins none.
bool DeviceIntegrator::read(Batch& batch, std::size_t frame, std::size_t member) {
    const double factor = m_stack.monitor.empty() ? 1 : frame < m_stack.monitor.size() ? m_stack.monitor[frame] : 0;
    auto added = ChunkBatch::Added::unsuited;
    try {
        const io::StoredFrame stored = m_reader->readInto(frame, batch.chunks.room());
        if (stored.bitshuffle && factor > 0 && std::isfinite(factor)) {
            added = batch.chunks.add(stored.bytes, *stored.bitshuffle);
            if (added == ChunkBatch::Added::noRoom) {
                if (batch.chunks.frames() > 0) return false;
                // Chunks differ in size, but not by much.
                batch.chunks.reserve(stored.bytes.size() * (m_batchFrames + 1));
                added = batch.chunks.add(stored.bytes, *stored.bitshuffle);
            }
        }
    } catch (const DataError&) { // said by the processor's path
    }
    if (added == ChunkBatch::Added::yes) {
        batch.members.push_back(member);
        batch.factors.push_back(factor);
    }
    return true;
}

void DeviceIntegrator::collect(Batch& batch, std::span<azint::FrameResult> results) {
    const auto start = Clock::now();
    const compute::BatchSums sums = m_queue->integrate()->finish(batch.chunks.slot());
    const auto done = Clock::now();
    m_wait_s += std::chrono::duration<double>(done - start).count();
    std::vector<std::size_t> good;
    for (std::size_t i = 0; i < batch.members.size(); ++i)
        if (sums.complete && sums.damaged[i] == 0) good.push_back(i);
    const std::size_t lanes = m_accumulator.maxFrames();
    for (std::size_t first = 0; first < good.size(); first += lanes)
        finish(batch, sums, std::span(good).subspan(first, std::min(lanes, good.size() - first)), results);
    m_finish_s += secondsSince(done);
}

/// From sums to results, by what makes them on the processor too.
void DeviceIntegrator::finish(const Batch& batch, const compute::BatchSums& sums, std::span<const std::size_t> good,
                              std::span<azint::FrameResult> results) {
    const std::size_t perFrame = m_integrator.bins() * m_model.sums();
    std::vector<azint::WholeFrameSums> frames;
    std::vector<double> factors;
    std::vector<azint::FrameResult> finished(good.size());
    for (std::size_t i = 0; i < good.size(); ++i) {
        const std::size_t frame = good[i];
        const auto outliers = std::ranges::equal_range(sums.outliers, frame, {}, &compute::Outlier::frame);
        frames.push_back({sums.sums.subspan(frame * perFrame, perFrame), {outliers.begin(), outliers.end()}});
        factors.push_back(batch.factors[frame]);
        std::swap(finished[i], results[batch.members[frame]]); // its memory is used again
    }
    m_accumulator.begin(m_model.type, good.size());
    m_accumulator.take(frames);
    m_accumulator.finish(factors, finished);
    for (std::size_t i = 0; i < good.size(); ++i) {
        std::swap(finished[i], results[batch.members[good[i]]]);
        m_done[batch.members[good[i]]] = true;
    }
}

void DeviceIntegrator::integrateRest(std::span<const std::size_t> frames, std::span<azint::FrameResult> results,
                                     std::span<std::string> failures) {
    std::vector<std::size_t> members;
    std::vector<std::size_t> rest;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        if (m_done[i]) continue;
        members.push_back(i);
        rest.push_back(frames[i]);
    }
    if (rest.empty()) return;
    m_leftFrames += rest.size();
    if (!m_onProcessor) m_onProcessor = std::make_unique<GroupIntegrator>(m_stack, m_integrator, m_control);
    std::vector<azint::FrameResult> made(rest.size());
    std::vector<std::string> problems(rest.size());
    m_onProcessor->integrate(rest, made, problems);
    for (std::size_t i = 0; i < rest.size(); ++i) {
        results[members[i]] = std::move(made[i]);
        failures[members[i]] = std::move(problems[i]);
    }
}

} // namespace ewald::job
