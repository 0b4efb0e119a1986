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
    for (int slot = 0; slot < slots; ++slot) m_workers[static_cast<std::size_t>(slot)].prepare(call, slot > 0);
    return call;
}

StepSums CpuPtychoOps::frameStep(const FrameStep& step) {
    const int count = static_cast<int>(step.frames.size());
    if (count == 0) return {};
    const int n = step.model.size;
    const int slots = std::min(m_threads, count);
    const CallContext call = prepare(step, slots);
    const bool ownIntensity = step.model.interpolation == Interpolation::fourierShift;
    if (!ownIntensity && step.objectSum) makeIntensity(step);
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
        if (step.objectSum)
            spread(step, step.frames.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(length)));
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
    // Rows outside, frames inside: a row of the (double precision) sums is fetched once for all frames that touch it.
    const int n = step.model.size;
    const bool bilinear = step.model.interpolation == Interpolation::bilinear;
    const bool ownIntensity = step.model.interpolation == Interpolation::fourierShift;
    const auto count = static_cast<std::size_t>(n);
    const auto stride = static_cast<std::ptrdiff_t>(PaddedWindow::stride(n));
    for (int row = firstRow; row < lastRow; ++row)
        for (std::size_t i = 0; i < frames.size(); ++i) {
            const FramePlace& place = step.places[frames[i]];
            if (row < place.row || row >= place.row + n + (bilinear ? 1 : 0)) continue;
            const std::ptrdiff_t here =
                static_cast<std::ptrdiff_t>(PaddedWindow::offset(n, 0)) + (row - place.row) * stride;
            const Cf* gradient = m_windows[i].gradient.data() + here;
            const float* intensity = (ownIntensity ? m_windows[i].intensity.data() : m_intensity.data()) + here;
            const std::size_t target = static_cast<std::size_t>(row) * static_cast<std::size_t>(step.model.objectCols) +
                                       static_cast<std::size_t>(place.col);
            if (bilinear) {
                const auto weights = kernels::BilinearWeights::of(place);
                m_loops->spreadRow(gradient - stride, gradient, weights, n, step.grids.objectSum,
                                   step.objectSum + target);
                m_loops->spreadWeightRow(intensity - stride, intensity, weights, n, step.grids.objectWeight,
                                         step.objectWeight + target);
            } else {
                m_loops->addOnGrid(reinterpret_cast<const float*>(gradient), 2 * count, step.grids.objectSum,
                                   reinterpret_cast<double*>(step.objectSum + target));
                m_loops->addOnGrid(intensity, count, step.grids.objectWeight, step.objectWeight + target);
            }
        }
}

void CpuPtychoOps::collectShiftedSums(const FrameStep& step, int slots) {
    const int n = step.model.size;
    const int width = m_plans->panelWidth();
    const auto modes = static_cast<std::size_t>(step.model.modes);
    for (int slot = 0; slot < slots; ++slot) {
        const Cd* spectrum = m_workers[static_cast<std::size_t>(slot)].spectrumSum();
        for (int p = 0; p < m_plans->panels(); ++p)
            for (std::size_t k = 0; k < modes; ++k)
                for (int r = 0; r < n; ++r, spectrum += width) {
                    const std::size_t target = k * area(n) + static_cast<std::size_t>(r) * static_cast<std::size_t>(n) +
                                               static_cast<std::size_t>(p) * static_cast<std::size_t>(width);
                    m_loops->addSums(reinterpret_cast<const double*>(spectrum),
                                     2 * static_cast<std::size_t>(std::min(width, n - p * width)),
                                     reinterpret_cast<double*>(step.probeSum + target));
                }
    }
}

void CpuPtychoOps::finishProbeSum(const PtychoModel& model, Cd* probeSum) {
    if (model.interpolation != Interpolation::fourierShift) return;
    const auto plans = FftPlans::forSize(model.size);
    AlignedArray<Cf> mode(area(model.size));
    AlignedArray<Cf> scratch(plans->panelSize());
    const float scale = 1.0F / static_cast<float>(model.size);
    for (int k = 0; k < model.modes; ++k, probeSum += area(model.size)) {
        for (std::size_t i = 0; i < area(model.size); ++i)
            mode.data()[i] = {static_cast<float>(probeSum[i].re), static_cast<float>(probeSum[i].im)};
        plans->transform(mode.data(), scratch.data(), Direction::backward);
        for (std::size_t i = 0; i < area(model.size); ++i) {
            const Cf value = scale * mode.data()[i];
            probeSum[i] = {static_cast<double>(value.re), static_cast<double>(value.im)};
        }
    }
}

void CpuPtychoOps::collectProbeSums(const FrameStep& step, int slots) {
    const int n = step.model.size;
    const auto rowLength = static_cast<std::size_t>(n);
    const bool shifted = step.model.interpolation == Interpolation::fourierShift;
    if (shifted) collectShiftedSums(step, slots);
    if (slots == 1) return;
    forRows(n * step.model.modes, rowLength * sizeof(Cd) * static_cast<std::size_t>(slots), [&](int from, int to) {
        for (int row = from; row < to; ++row) {
            const std::size_t offset = static_cast<std::size_t>(row) * rowLength;
            for (int slot = 1; slot < slots; ++slot) {
                const FrameWorker& worker = m_workers[static_cast<std::size_t>(slot)];
                if (!shifted)
                    m_loops->addSums(reinterpret_cast<const double*>(worker.probeSum() + offset), 2 * rowLength,
                                     reinterpret_cast<double*>(step.probeSum + offset));
                if (row < n) m_loops->addSums(worker.probeWeight() + offset, rowLength, step.probeWeight + offset);
            }
        }
    });
}

int CpuPtychoOps::eachFrame(const FrameStep& step,
                            const std::function<void(const CallContext&, FrameWorker&, int frame)>& body) {
    const int count = static_cast<int>(step.frames.size());
    const int slots = std::min(m_threads, count);
    const CallContext call = prepare(step, slots);
    forTasks(slots, [&](int slot) {
        for (int i = slot; i < count; i += slots)
            body(call, m_workers[static_cast<std::size_t>(slot)], step.frames[static_cast<std::size_t>(i)]);
    });
    return slots;
}

void CpuPtychoOps::probeSums(const FrameStep& step) {
    const int slots = eachFrame(
        step, [](const CallContext& call, FrameWorker& worker, int frame) { worker.addProbeSums(call, frame); });
    collectProbeSums(step, slots);
}

void CpuPtychoOps::detectorWaves(const FrameStep& step) {
    eachFrame(step, [](const CallContext& call, FrameWorker& worker, int frame) { worker.storeWaves(call, frame); });
}

void CpuPtychoOps::modelIntensity(const FrameStep& step, float* intensity) {
    const CallContext call = prepare(step, 1);
    m_workers.front().storeIntensity(call, step.frames.front(), intensity);
}

void CpuPtychoOps::transformAll(Cf* waves, int n, int count) {
    const auto transform = MeasuredTransform::forSize(n);
    const int slots = std::min(m_threads, count);
    forTasks(slots, [&](int slot) {
        for (int i = slot; i < count; i += slots) {
            Cf* wave = waves + static_cast<std::size_t>(i) * area(n);
            transform->run(wave, Direction::forward);
            transform->run(wave, Direction::backward);
        }
    });
}

void CpuPtychoOps::clear(double* array, int cols, Region region) {
    for (int row = region.row; row < region.row + region.rows; ++row)
        std::fill_n(array + static_cast<std::ptrdiff_t>(row) * cols + region.col, region.cols, 0.0);
}

double CpuPtychoOps::maximum(const double* array, int cols, Region region) {
    double largest = 0;
    for (int row = region.row; row < region.row + region.rows; ++row)
        largest = std::max(largest,
                           m_loops->maximum(array + static_cast<std::ptrdiff_t>(row) * cols + region.col, region.cols));
    return largest;
}

float CpuPtychoOps::peak(const Cf* array, std::size_t count) { return m_loops->peak(array, count); }

void CpuPtychoOps::pieUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region region,
                             float maxWeight, float alpha, float step) {
    forRows(region.rows, static_cast<std::size_t>(region.cols) * sizeof(Cd) * 3, [&](int from, int to) {
        for (int layer = 0; layer < layers; ++layer)
            for (int row = region.row + from; row < region.row + to; ++row) {
                const std::ptrdiff_t within = static_cast<std::ptrdiff_t>(row) * cols + region.col;
                const std::ptrdiff_t offset = static_cast<std::ptrdiff_t>(layer) * rows * cols + within;
                m_loops->pieUpdate(target + offset, sum + offset, weight + within, region.cols, maxWeight, alpha, step,
                                   layer == layers - 1);
            }
    });
}

void CpuPtychoOps::overlapUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region region,
                                 float inertia) {
    forRows(region.rows, static_cast<std::size_t>(region.cols) * sizeof(Cd) * 3, [&](int from, int to) {
        for (int layer = 0; layer < layers; ++layer)
            for (int row = region.row + from; row < region.row + to; ++row) {
                const std::ptrdiff_t within = static_cast<std::ptrdiff_t>(row) * cols + region.col;
                const std::ptrdiff_t offset = static_cast<std::ptrdiff_t>(layer) * rows * cols + within;
                m_loops->overlapUpdate(target + offset, sum + offset, weight + within, region.cols, inertia,
                                       layer == layers - 1);
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
