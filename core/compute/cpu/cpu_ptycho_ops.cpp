// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/cpu/cpu_ptycho_ops.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstring>

namespace ewald::compute::cpu {
namespace {

std::size_t area(int n) { return static_cast<std::size_t>(n) * static_cast<std::size_t>(n); }

// Windows of this many bytes wait for their turn to be added to the object: a part of the last-level cache.
constexpr std::size_t kWindowBytes = std::size_t{6} << 20;
// Below this a loop is done before a second thread has woken up.
constexpr std::size_t kParallelBytes = std::size_t{256} << 10;

} // namespace

struct CpuPtychoOps::Arena {
    explicit Arena(int threads) : arena(threads, 1) {}
    tbb::task_arena arena;
};

CpuPtychoOps::CpuPtychoOps(int threads, const FrameLoops& loops)
    : m_loops(&loops), m_threads(std::max(1, threads)), m_arena(std::make_unique<Arena>(m_threads)),
      m_workers(static_cast<std::size_t>(m_threads)) {}

CpuPtychoOps::~CpuPtychoOps() = default;

void CpuPtychoOps::forTasks(int tasks, const std::function<void(int)>& body) {
    if (tasks <= 1 || m_threads == 1) {
        for (int task = 0; task < tasks; ++task) body(task);
        return;
    }
    m_arena->arena.execute([&] { tbb::parallel_for(0, tasks, body, tbb::simple_partitioner()); });
}

void CpuPtychoOps::forRows(int rows, std::size_t bytesPerRow, const std::function<void(int, int)>& body) {
    const bool small = static_cast<std::size_t>(rows) * bytesPerRow < kParallelBytes;
    const int tasks = small ? 1 : std::min(rows, m_threads);
    forTasks(tasks, [&](int task) {
        body(static_cast<int>(static_cast<long>(rows) * task / tasks),
             static_cast<int>(static_cast<long>(rows) * (task + 1) / tasks));
    });
}

std::size_t CpuPtychoOps::storedWaveSize(const PtychoModel& model) const {
    return cpu::storedWaveSize(model, *FftPlans::forSize(model.size));
}

void CpuPtychoOps::makeSpectrum(const FrameStep& step) {
    const int n = step.model.size;
    const auto modes = static_cast<std::size_t>(step.model.modes);
    const std::size_t panelSize = m_plans->panelSize();
    m_spectrum.reserve(modes * panelSize * static_cast<std::size_t>(m_plans->panels()));
    AlignedArray<Cf> mode(area(n));
    AlignedArray<Cf> scratch(panelSize);
    for (std::size_t k = 0; k < modes; ++k) {
        std::copy_n(step.probe + k * area(n), area(n), mode.data());
        m_plans->transform(mode.data(), scratch.data(), Direction::forward);
        for (int p = 0; p < m_plans->panels(); ++p)
            m_plans->loadPanel(mode.data(), p,
                               m_spectrum.data() + (static_cast<std::size_t>(p) * modes + k) * panelSize);
    }
}

void CpuPtychoOps::makeIntensity(const FrameStep& step) {
    const int n = step.model.size;
    m_intensity.reserve(PaddedWindow::size(n));
    std::memset(m_intensity.data(), 0, PaddedWindow::size(n) * sizeof(float));
    for (int r = 0; r < n; ++r)
        m_loops->intensity(step.probe + static_cast<std::size_t>(r) * static_cast<std::size_t>(n), area(n),
                           step.model.modes, static_cast<std::size_t>(n), 1.0F,
                           m_intensity.data() + PaddedWindow::offset(n, r));
}

CallContext CpuPtychoOps::prepare(const FrameStep& step, int slots) {
    if (!m_plans || m_plans->size() != step.model.size) {
        m_plans = FftPlans::forSize(step.model.size);
        m_windows.clear(); // their borders of zeros lie elsewhere for another size
    }
    CallContext call{&step, m_loops, m_plans.get(), nullptr};
    if (step.model.interpolation == Interpolation::fourierShift) {
        makeSpectrum(step);
        call.probeSpectrum = m_spectrum.data();
    }
    for (int slot = 0; slot < slots; ++slot)
        m_workers[static_cast<std::size_t>(slot)].prepare(call, slot > 0);
    return call;
}

StepSums CpuPtychoOps::frameStep(const FrameStep& step) {
    const int count = static_cast<int>(step.frames.size());
    if (count == 0) return {};
    const int n = step.model.size;
    const int slots = std::min(m_threads, count);
    const CallContext call = prepare(step, slots);
    const bool ownIntensity = step.model.interpolation == Interpolation::fourierShift;
    if (!ownIntensity && step.objectWeight) makeIntensity(step);
    // Frames are taken in chunks whose windows stay in the last-level cache until they are added to the object.
    const int fitting = static_cast<int>(kWindowBytes / (area(n) * sizeof(Cf)));
    const int chunk = slots == 1 ? 1 : std::clamp(fitting, slots, 64) / slots * slots;
    while (m_windows.size() < static_cast<std::size_t>(std::min(chunk, count))) m_windows.emplace_back();
    for (PaddedWindow& window : m_windows) {
        window.gradient.reserve(PaddedWindow::size(n));
        if (ownIntensity) window.intensity.reserve(PaddedWindow::size(n));
    }
    for (int first = 0; first < count; first += chunk) {
        const int length = std::min(chunk, count - first);
        forTasks(std::min(slots, length), [&](int slot) {
            for (int i = slot; i < length; i += slots)
                m_workers[static_cast<std::size_t>(slot)].step(call, step.frames[static_cast<std::size_t>(first + i)],
                                                               m_windows[static_cast<std::size_t>(i)]);
        });
        if (step.objectSum) spread(step, step.frames.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(length)));
    }
    if (step.probeSum) collectProbeSums(step, slots);
    StepSums sums;
    for (int slot = 0; slot < slots; ++slot) {
        const StepSums& part = m_workers[static_cast<std::size_t>(slot)].sums();
        sums.error += part.error;
        sums.intensity += part.intensity;
        sums.deviance += part.deviance;
        sums.valid += part.valid;
        sums.change += part.change;
    }
    return sums;
}

void CpuPtychoOps::spread(const FrameStep& step, std::span<const int> frames) {
    int first = step.model.objectRows;
    int last = 0;
    for (const int frame : frames) {
        first = std::min(first, step.places[frame].row);
        last = std::max(last, step.places[frame].row + step.model.size + 1);
    }
    forRows(last - first, frames.size() * static_cast<std::size_t>(step.model.size) * sizeof(Cf),
            [&](int from, int to) { spreadRows(step, frames, first + from, first + to); });
}

void CpuPtychoOps::spreadRows(const FrameStep& step, std::span<const int> frames, int firstRow, int lastRow) {
    const int n = step.model.size;
    const bool bilinear = step.model.interpolation == Interpolation::bilinear;
    const bool ownIntensity = step.model.interpolation == Interpolation::fourierShift;
    const auto stride = static_cast<std::ptrdiff_t>(PaddedWindow::stride(n));
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const FramePlace& place = step.places[frames[i]];
        const auto weights = kernels::BilinearWeights::of(place);
        const Cf* gradient = m_windows[i].gradient.data() + PaddedWindow::offset(n, 0);
        const float* intensity = (ownIntensity ? m_windows[i].intensity.data() : m_intensity.data()) +
                                 (step.objectWeight ? PaddedWindow::offset(n, 0) : 0);
        const int end = std::min(lastRow, place.row + n + (bilinear ? 1 : 0));
        for (int row = std::max(firstRow, place.row); row < end; ++row) {
            const std::ptrdiff_t here = (row - place.row) * stride;
            const std::size_t target = static_cast<std::size_t>(row) * static_cast<std::size_t>(step.model.objectCols) +
                                       static_cast<std::size_t>(place.col);
            if (bilinear) {
                m_loops->spreadRow(gradient + here - stride, gradient + here, weights, n, step.objectSum + target);
                if (step.objectWeight)
                    m_loops->spreadWeightRow(intensity + here - stride, intensity + here, weights, n,
                                             step.objectWeight + target);
            } else {
                m_loops->addRow(gradient + here, n, step.objectSum + target);
                if (step.objectWeight) m_loops->addWeightRow(intensity + here, n, step.objectWeight + target);
            }
        }
    }
}

void CpuPtychoOps::collectProbeSums(const FrameStep& step, int slots) {
    const int n = step.model.size;
    const auto modes = static_cast<std::size_t>(step.model.modes);
    const auto rowLength = static_cast<std::size_t>(n);
    if (step.model.interpolation == Interpolation::fourierShift) {
        AlignedArray<Cf> mode(area(n));
        AlignedArray<Cf> panel(m_plans->panelSize());
        const float scale = 1.0F / static_cast<float>(area(n));
        for (std::size_t k = 0; k < modes; ++k) {
            for (int p = 0; p < m_plans->panels(); ++p) {
                const std::size_t offset = (static_cast<std::size_t>(p) * modes + k) * m_plans->panelSize();
                std::fill_n(panel.data(), m_plans->panelSize(), Cf{0, 0});
                for (int slot = 0; slot < slots; ++slot)
                    m_loops->addRow(m_workers[static_cast<std::size_t>(slot)].spectrumSum() + offset,
                                    static_cast<int>(m_plans->panelSize()), panel.data());
                m_plans->storePanel(panel.data(), p, mode.data());
            }
            m_plans->transform(mode.data(), panel.data(), Direction::backward);
            for (std::size_t i = 0; i < area(n); ++i)
                step.probeSum[k * area(n) + i] = step.probeSum[k * area(n) + i] + scale * mode.data()[i];
        }
    }
    if (slots == 1) return;
    const bool sumsApart = step.model.interpolation != Interpolation::fourierShift;
    forRows(n * static_cast<int>(modes), rowLength * sizeof(Cf) * static_cast<std::size_t>(slots), [&](int from, int to) {
        for (int row = from; row < to; ++row) {
            const std::size_t offset = static_cast<std::size_t>(row) * rowLength;
            for (int slot = 1; slot < slots; ++slot) {
                const FrameWorker& worker = m_workers[static_cast<std::size_t>(slot)];
                if (sumsApart) m_loops->addRow(worker.probeSum() + offset, n, step.probeSum + offset);
                if (row < n && step.probeWeight)
                    m_loops->addWeightRow(worker.probeWeight() + offset, n, step.probeWeight + offset);
            }
        }
    });
}

void CpuPtychoOps::exitWaves(const FrameStep& step) {
    const int count = static_cast<int>(step.frames.size());
    const int slots = std::min(m_threads, count);
    const CallContext call = prepare(step, slots);
    forTasks(slots, [&](int slot) {
        for (int i = slot; i < count; i += slots)
            m_workers[static_cast<std::size_t>(slot)].storeWaves(call, step.frames[static_cast<std::size_t>(i)]);
    });
}

void CpuPtychoOps::modelIntensity(const FrameStep& step, float* intensity) {
    const CallContext call = prepare(step, 1);
    m_workers.front().storeIntensity(call, step.frames.front(), intensity);
}

void CpuPtychoOps::clear(Cf* array, int cols, Region region) {
    clear(reinterpret_cast<float*>(array), 2 * cols, {region.row, 2 * region.col, region.rows, 2 * region.cols});
}

void CpuPtychoOps::clear(float* array, int cols, Region region) {
    for (int row = region.row; row < region.row + region.rows; ++row)
        std::fill_n(array + static_cast<std::ptrdiff_t>(row) * cols + region.col, region.cols, 0.0F);
}

float CpuPtychoOps::maximum(const float* array, int cols, Region region) {
    float largest = 0;
    for (int row = region.row; row < region.row + region.rows; ++row)
        largest = std::max(largest,
                           m_loops->maximum(array + static_cast<std::ptrdiff_t>(row) * cols + region.col, region.cols));
    return largest;
}

void CpuPtychoOps::pieUpdate(Cf* target, const Cf* sum, const float* weight, int layers, int rows, int cols,
                             Region region, float maxWeight, float alpha, float step) {
    forRows(region.rows, static_cast<std::size_t>(region.cols) * sizeof(Cf) * 3, [&](int from, int to) {
        for (int layer = 0; layer < layers; ++layer)
            for (int row = region.row + from; row < region.row + to; ++row) {
                const std::ptrdiff_t within = static_cast<std::ptrdiff_t>(row) * cols + region.col;
                const std::ptrdiff_t offset = static_cast<std::ptrdiff_t>(layer) * rows * cols + within;
                m_loops->pieUpdate(target + offset, sum + offset, weight + within, region.cols, maxWeight, alpha, step);
            }
    });
}

void CpuPtychoOps::overlapUpdate(Cf* target, const Cf* sum, const float* weight, int layers, int rows, int cols,
                                 Region region, float inertia) {
    forRows(region.rows, static_cast<std::size_t>(region.cols) * sizeof(Cf) * 3, [&](int from, int to) {
        for (int layer = 0; layer < layers; ++layer)
            for (int row = region.row + from; row < region.row + to; ++row) {
                const std::ptrdiff_t within = static_cast<std::ptrdiff_t>(row) * cols + region.col;
                const std::ptrdiff_t offset = static_cast<std::ptrdiff_t>(layer) * rows * cols + within;
                m_loops->overlapUpdate(target + offset, sum + offset, weight + within, region.cols, inertia);
            }
    });
}

void CpuPtychoOps::limitAmplitude(Cf* array, std::size_t count, float low, float high) {
    for (std::size_t i = 0; i < count; ++i) array[i] = kernels::limitAmplitude(array[i], low, high);
}

void CpuPtychoOps::accelerate(Cf* value, Cf* reference, Cf* velocity, std::size_t count, float friction) {
    for (std::size_t i = 0; i < count; ++i) {
        velocity[i] = friction * velocity[i] + (value[i] - reference[i]);
        value[i] = reference[i] + velocity[i];
        reference[i] = value[i];
    }
}

} // namespace ewald::compute::cpu
