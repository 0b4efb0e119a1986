// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/cpu/cpu_ptycho_ops.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace ewald::compute::cpu {
namespace {

std::size_t pixelsOf(int n) { return static_cast<std::size_t>(n) * static_cast<std::size_t>(n); }

// Exit waves of this many bytes wait for their turn to be added to the sums: a part of the last-level cache.
constexpr std::size_t kWaveBytes = std::size_t{6} << 20;
// Probe sums of at most this size, and exit waves of as much, fit into the cache of a core: each has sums of its own
// then, and adds to them while the waves are there.
constexpr std::size_t kOwnSumBytes = std::size_t{1792} << 10;
// Batches whose windows need more memory than this go through arrays of sums: a pass over these is nothing then.
constexpr std::size_t kMaxWindowBytes = std::size_t{256} << 20;
// Rows in which one task looks for the largest weight.
constexpr int kWeightRows = 16;
// Rows of probe sums that one task moves.
constexpr int kProbeRows = 16;

} // namespace

CpuPtychoOps::CpuPtychoOps(int threads, const FrameLoops& loops)
    : CpuPtychoOps(std::make_shared<CpuTasks>(threads), loops) {}

CpuPtychoOps::CpuPtychoOps(std::shared_ptr<CpuTasks> tasks, const FrameLoops& loops)
    : GenericPtychoOps(CpuLauncher(tasks)), m_loops(&loops), m_tasks(std::move(tasks)),
      m_workers(static_cast<std::size_t>(m_tasks->threads())), m_rowSums(m_workers.size()) {}

bool CpuPtychoOps::hasOwnSums(const FrameStep& step) {
    const std::size_t modes = static_cast<std::size_t>(step.model.modes);
    return step.probeSum && area(step.model) * (modes * sizeof(Cd) + sizeof(double)) <= kOwnSumBytes;
}

bool CpuPtychoOps::touchesRow(const FrameStep& step, int frame, int row) {
    const int top = step.places[frame].row;
    return row >= top && row < top + reachOf(step.model);
}

StepSums CpuPtychoOps::takeSums() {
    StepSums sums = std::exchange(m_sums, {});
    sums += GenericPtychoOps::takeSums();
    for (FrameWorker& worker : m_workers) m_beyond = worker.takeBeyond() || m_beyond;
    if (std::exchange(m_beyond, false)) sums.beyond += 1;
    return sums;
}

std::size_t CpuPtychoOps::storedWaveSize(const PtychoModel& model) const {
    return cpu::storedWaveSize(model, *FftPlans::forSize(model.size));
}

void CpuPtychoOps::makeSpectrum(const PtychoModel& model, const Cf* probe, AlignedArray<Cf>& spectrum) {
    const int n = model.size;
    const auto modes = static_cast<std::size_t>(model.modes);
    const std::size_t panelSize = m_plans->panelSize();
    spectrum.reserve(modes * panelSize * static_cast<std::size_t>(m_plans->panels()));
    AlignedArray<Cf> mode(pixelsOf(n));
    AlignedArray<Cf> scratch(panelSize);
    for (std::size_t k = 0; k < modes; ++k) {
        std::copy_n(probe + k * pixelsOf(n), pixelsOf(n), mode.data());
        m_plans->transform(mode.data(), scratch.data(), Direction::forward);
        for (int p = 0; p < m_plans->panels(); ++p)
            m_plans->loadPanel(mode.data(), p, spectrum.data() + (static_cast<std::size_t>(p) * modes + k) * panelSize);
    }
}

void CpuPtychoOps::makeIntensity(const FrameStep& step) {
    const int n = step.model.size;
    m_intensity.reserve(PaddedWindow::size(n));
    std::memset(m_intensity.data(), 0, PaddedWindow::size(n) * sizeof(float));
    for (int r = 0; r < n; ++r)
        m_loops->intensity(step.probe + static_cast<std::size_t>(r) * static_cast<std::size_t>(n), pixelsOf(n),
                           step.model.modes, static_cast<std::size_t>(n), 1.0F,
                           m_intensity.data() + PaddedWindow::offset(n, r));
    const bool sums = step.objectWeight != nullptr;
    m_beyond = m_beyond ||
               (sums && m_loops->largest(m_intensity.data(), PaddedWindow::size(n)) > step.grids.limits().objectWeight);
}

const float* CpuPtychoOps::makeBackground(const FrameStep& step) {
    if (step.model.transfer) return step.detector.background;
    const int n = step.model.size;
    const int width = m_plans->panelWidth();
    m_background.reserve(detectorPixels(step.model, *m_plans));
    std::fill_n(m_background.data(), detectorPixels(step.model, *m_plans), 0.0F);
    float* panel = m_background.data();
    for (int p = 0; p < m_plans->panels(); ++p)
        for (int row = 0; row < n; ++row, panel += width)
            std::copy_n(step.detector.background + static_cast<std::size_t>(row) * static_cast<std::size_t>(n) +
                            p * width,
                        std::min(width, n - p * width), panel);
    return m_background.data();
}

CallContext CpuPtychoOps::prepare(const FrameStep& step, const Directions& directions) {
    if (!m_plans || m_plans->size() != step.model.size) {
        m_plans = FftPlans::forSize(step.model.size);
        m_windows.clear(); // their borders of zeros lie elsewhere for another size
    }
    CallContext call{.step = &step,
                     .loops = m_loops,
                     .plans = m_plans.get(),
                     .directions = directions,
                     .limits = step.grids.limits()};
    if (step.model.interpolation == Interpolation::fourierShift) {
        makeSpectrum(step.model, step.probe, m_spectrum);
        call.probeSpectrum = m_spectrum.data();
        if (directions.probe) {
            makeSpectrum(step.model, directions.probe, m_directionSpectrum);
            call.directionSpectrum = m_directionSpectrum.data();
        }
    } else if (step.objectSum || step.positions) {
        makeIntensity(step);
        call.probeIntensity = m_intensity.data();
    }
    if (step.detector.background) call.background = makeBackground(step);
    for (FrameWorker& worker : m_workers) worker.prepare(call);
    return call;
}

void CpuPtychoOps::makeWindows(const FrameStep& step, std::size_t count) {
    const std::size_t size = PaddedWindow::size(step.model.size);
    if (m_windows.size() < count) m_windows.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        m_windows[i].gradient.reserve(size);
        if (step.model.interpolation == Interpolation::fourierShift) m_windows[i].intensity.reserve(size);
    }
}

void CpuPtychoOps::makeWaves(const FrameStep& step, std::size_t count) {
    if (m_waves.size() < count) m_waves.resize(count);
    for (std::size_t i = 0; i < count; ++i)
        m_waves[i].reserve(static_cast<std::size_t>(step.model.modes) * area(step.model));
}

std::size_t CpuPtychoOps::framesAtOnce(const FrameStep& step) const {
    const std::size_t waveBytes = static_cast<std::size_t>(step.model.modes) * area(step.model) * sizeof(Cf);
    const auto threads = static_cast<std::size_t>(m_tasks->threads());
    return std::max(kWaveBytes / waveBytes / threads * threads, threads);
}

std::vector<std::size_t> CpuPtychoOps::topToBottom(const FrameStep& step, std::span<const int> frames) {
    // From the top to the bottom: a thread has the same part of the object in all its tasks, in the tasks that update
    // rows as well, and does not have to fetch from the cache of another core what that has just written.
    std::vector<std::pair<int, std::size_t>> rows;
    for (std::size_t i = 0; i < frames.size(); ++i) rows.emplace_back(step.places[frames[i]].row, i);
    std::sort(rows.begin(), rows.end());
    std::vector<std::size_t> order;
    for (const auto& [row, i] : rows) order.push_back(i);
    return order;
}

std::size_t CpuPtychoOps::framesPerTask(const FrameStep& step, std::size_t count) const {
    if (!hasOwnSums(step)) return 1;
    const std::size_t waveBytes = static_cast<std::size_t>(step.model.modes) * area(step.model) * sizeof(Cf);
    const std::size_t evenly = count / (4 * static_cast<std::size_t>(m_tasks->threads()));
    return std::clamp<std::size_t>(std::min(kOwnSumBytes / waveBytes, evenly), 1, 16);
}

void CpuPtychoOps::runFrames(const CallContext& call, std::size_t first, std::size_t count, std::size_t window,
                             const ExtraTasks& extra) {
    const FrameStep& step = *call.step;
    const auto frames = step.frames.subspan(first, count);
    const std::size_t group = framesPerTask(step, count);
    const std::size_t groups = (count + group - 1) / group;
    // With sums of its own a worker needs the waves of a task no longer than the task: they never leave its cache.
    const bool own = hasOwnSums(step);
    makeWaves(step, own ? group * m_workers.size() : count);
    const std::vector<std::size_t> order = topToBottom(step, frames);
    std::vector<StepSums> parts(count); // summed in the order of the frames, whichever thread had them
    const auto work = [&](std::size_t task, std::size_t slot) {
        if (task >= groups) {
            extra.body(task - groups, slot);
            return;
        }
        std::vector<int> together;
        std::vector<const Cf*> waves;
        for (std::size_t at = task * group; at < std::min(count, (task + 1) * group); ++at) {
            const std::size_t i = order[at];
            Cf* wave = m_waves[own ? slot * group + waves.size() : i].data();
            Cf* kept = step.exitWaves ? step.exitWaves + (first + i) * waveSize(step.model) : nullptr;
            parts[i] = m_workers[slot].step(call, frames[i], wave, kept, m_windows[window + i]);
            together.push_back(frames[i]);
            waves.push_back(wave);
        }
        if (!own) return;
        const ProbeSums sum = m_workers[slot].ownProbeSums(step.model);
        for (int row = 0; row < step.model.size; ++row) m_workers[slot].addProbeRow(call, together, waves, row, sum);
    };
    m_tasks->forTasks(groups, work, extra.count);
    for (const StepSums& part : parts) m_sums += onGrid(part, step.grids.metrics);
    if (!step.probeSum || own) return;
    std::vector<const Cf*> waves;
    for (std::size_t i = 0; i < count; ++i) waves.push_back(m_waves[i].data());
    addProbeRows(call, frames, waves);
}

void CpuPtychoOps::frameStep(const FrameStep& step) {
    if (isBeyondOwnLoops(step)) return GenericPtychoOps::frameStep(step);
    const CallContext call = prepare(step);
    const std::size_t count = step.frames.size();
    const std::size_t chunk = std::min(framesAtOnce(step), count);
    makeWindows(step, chunk);
    for (std::size_t first = 0; first < count; first += chunk) {
        const std::size_t length = std::min(chunk, count - first);
        runFrames(call, first, length, 0, {});
        if (step.objectSum) spread(step, step.frames.subspan(first, length));
    }
    collectProbeSums(step);
    collectBackgroundSums(step);
}

void CpuPtychoOps::frameStepAndUpdate(const FrameStep& step, Cf* object, Region region, UpdateRule rule) {
    const std::size_t count = step.frames.size();
    // The separate operations, of which pieUpdate() is the CPU's own: the bits of several ranks.
    if (isBeyondOwnLoops(step) || count == 0 ||
        count * PaddedWindow::size(step.model.size) * sizeof(Cf) > kMaxWindowBytes)
        return PtychoOps::frameStepAndUpdate(step, object, region, rule);
    const CallContext call = prepare(step);
    const std::size_t chunk = std::min(framesAtOnce(step), count);
    makeWindows(step, count);
    const auto cols = static_cast<std::size_t>(step.model.objectCols);
    for (RowSums& row : m_rowSums) row.sum.reserve(cols), row.weight.reserve(cols);
    const std::vector<std::size_t> byColumn = framesByColumn(step);

    // The weights come first, because the update needs the largest. Unless the probe is shifted for each frame they
    // do not need the frames.
    std::vector<double> largest(m_rowSums.size());
    ExtraTasks weights{static_cast<std::size_t>((region.rows + kWeightRows - 1) / kWeightRows), {}};
    weights.body = [&](std::size_t task, std::size_t slot) {
        const int first = region.row + kWeightRows * static_cast<int>(task);
        for (int row = first; row < std::min(first + kWeightRows, region.row + region.rows); ++row)
            largest[slot] = std::max(largest[slot], largestWeight(step, byColumn, row, slot));
    };
    const bool shifted = step.model.interpolation == Interpolation::fourierShift;
    for (std::size_t first = 0; first < count; first += chunk)
        runFrames(call, first, std::min(chunk, count - first), first, first == 0 && !shifted ? weights : ExtraTasks{});
    if (shifted) m_tasks->forTasks(weights.count, weights.body);
    collectShiftedSums(step);
    collectBackgroundSums(step);

    if (step.clock) step.clock->enter(Phase::update);
    const auto maxWeight = static_cast<float>(*std::max_element(largest.begin(), largest.end()));
    const std::size_t bytesPerRow =
        count * PaddedWindow::size(step.model.size) * sizeof(Cf) / static_cast<std::size_t>(std::max(1, region.rows));
    const CpuTasks::RowsBody update = [&](std::size_t slot, int first, int last) {
        for (int row = region.row + first; row < region.row + last; ++row)
            updateObjectRow(step, byColumn, row, slot, object, maxWeight, rule);
    };
    // The workers' probe sums are moved in the same breath: every meeting of all threads costs some microseconds.
    const int probeRows = hasOwnSums(step) ? step.model.size * step.model.modes : 0;
    const auto moves = static_cast<std::size_t>((probeRows + kProbeRows - 1) / kProbeRows);
    const std::size_t updates = m_tasks->rowTasks(region.rows, bytesPerRow);
    const auto work = [&](std::size_t task, std::size_t slot) {
        if (task < updates) {
            CpuTasks::runRows(region.rows, updates, task, slot, update);
            return;
        }
        const int row = static_cast<int>(task - updates) * kProbeRows;
        collectOwnSums(step, row, std::min(probeRows, row + kProbeRows));
    };
    m_tasks->forTasks(updates, work, moves);
}

double CpuPtychoOps::largestWeight(const FrameStep& step, std::span<const std::size_t> byColumn, int row,
                                   std::size_t slot) {
    double* const weight = m_rowSums[slot].weight.data();
    double largest = 0;
    walkRow(
        step, byColumn, row, [&](std::size_t i) { spreadWeightRow(step, i, step.frames[i], row, weight); },
        [&](int from, int to) { largest = std::max(largest, m_loops->takeMaximum(weight + from, to - from)); });
    return largest;
}

void CpuPtychoOps::updateObjectRow(const FrameStep& step, std::span<const std::size_t> byColumn, int row,
                                   std::size_t slot, Cf* object, float maxWeight, UpdateRule rule) {
    // The weights are made a second time: to keep them from the search for the largest would cost more, in memory
    // traffic, than these few operations in the first-level cache.
    Cd* const sum = m_rowSums[slot].sum.data();
    double* const weight = m_rowSums[slot].weight.data();
    const auto cols = static_cast<std::size_t>(step.model.objectCols);
    walkRow(
        step, byColumn, row,
        [&](std::size_t i) {
            spreadGradientRow(step, i, step.frames[i], row, sum);
            spreadWeightRow(step, i, step.frames[i], row, weight);
        },
        [&](int from, int to) {
            const std::size_t at = static_cast<std::size_t>(row) * cols + static_cast<std::size_t>(from);
            if (row + 1 < step.model.objectRows) prefetch(object + at + cols, static_cast<std::size_t>(to - from));
            m_loops->pieUpdate(object + at, sum + from, weight + from, to - from, maxWeight, rule.alpha, rule.step,
                               true);
        });
}

std::vector<std::size_t> CpuPtychoOps::framesByColumn(const FrameStep& step) const {
    std::vector<std::size_t> order(step.frames.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return step.places[step.frames[a]].col < step.places[step.frames[b]].col;
    });
    return order;
}

template <class Add, class Done>
void CpuPtychoOps::walkRow(const FrameStep& step, std::span<const std::size_t> byColumn, int row, Add&& add,
                           Done&& done) const {
    // Windows by their first column: when one begins beyond the end of those before it, their stretch of the row is
    // complete.
    const int reach = reachOf(step.model);
    int from = 0;
    int to = 0;
    for (const std::size_t i : byColumn) {
        if (!touchesRow(step, step.frames[i], row)) continue;
        const int col = step.places[step.frames[i]].col;
        if (col > to) {
            if (to > from) done(from, to);
            from = col;
        }
        add(i);
        to = std::max(to, col + reach);
    }
    if (to > from) done(from, to);
}

void CpuPtychoOps::spread(const FrameStep& step, std::span<const int> frames) {
    int first = step.model.objectRows;
    int last = 0;
    for (const int frame : frames) {
        first = std::min(first, step.places[frame].row);
        last = std::max(last, step.places[frame].row + reachOf(step.model));
    }
    const auto cols = static_cast<std::size_t>(step.model.objectCols);
    m_tasks->forRows(last - first, frames.size() * static_cast<std::size_t>(step.model.size) * sizeof(Cf),
                     [&](std::size_t, int from, int to) {
                         // Rows outside, frames inside: a row of the sums is fetched once for all frames that touch it.
                         for (int row = first + from; row < first + to; ++row)
                             for (std::size_t i = 0; i < frames.size(); ++i) {
                                 if (!touchesRow(step, frames[i], row)) continue;
                                 const std::size_t start = static_cast<std::size_t>(row) * cols;
                                 spreadGradientRow(step, i, frames[i], row, step.objectSum + start);
                                 spreadWeightRow(step, i, frames[i], row, step.objectWeight + start);
                             }
                     });
}

void CpuPtychoOps::spreadGradientRow(const FrameStep& step, std::size_t window, int frame, int row, Cd* sum) const {
    const int n = step.model.size;
    const FramePlace& place = step.places[frame];
    const auto count = static_cast<std::size_t>(n);
    const auto stride = static_cast<std::ptrdiff_t>(PaddedWindow::stride(n));
    const Cf* here = m_windows[window].gradient.data() + PaddedWindow::offset(n, 0) + (row - place.row) * stride;
    prefetch(here + stride, count);
    if (step.model.interpolation == Interpolation::bilinear)
        m_loops->spreadRow(here - stride, here, kernels::BilinearWeights::of(place), n, step.grids.objectSum,
                           sum + place.col);
    else
        m_loops->addOnGrid(reinterpret_cast<const float*>(here), 2 * count, step.grids.objectSum,
                           reinterpret_cast<double*>(sum + place.col));
}

void CpuPtychoOps::spreadWeightRow(const FrameStep& step, std::size_t window, int frame, int row,
                                   double* weight) const {
    const int n = step.model.size;
    const FramePlace& place = step.places[frame];
    const auto stride = static_cast<std::ptrdiff_t>(PaddedWindow::stride(n));
    const bool own = step.model.interpolation == Interpolation::fourierShift;
    const float* here = (own ? m_windows[window].intensity.data() : m_intensity.data()) + PaddedWindow::offset(n, 0) +
                        (row - place.row) * stride;
    if (step.model.interpolation == Interpolation::bilinear)
        m_loops->spreadWeightRow(here - stride, here, kernels::BilinearWeights::of(place), n, step.grids.objectWeight,
                                 weight + place.col);
    else
        m_loops->addOnGrid(here, static_cast<std::size_t>(n), step.grids.objectWeight, weight + place.col);
}

void CpuPtychoOps::addProbeRows(const CallContext& call, std::span<const int> frames,
                                std::span<const Cf* const> waves) {
    const int n = call.step->model.size;
    m_tasks->forRows(
        n, frames.size() * static_cast<std::size_t>(n) * sizeof(Cf), [&](std::size_t slot, int first, int last) {
            for (int row = first; row < last; ++row)
                m_workers[slot].addProbeRow(call, frames, waves, row, {call.step->probeSum, call.step->probeWeight});
        });
}

void CpuPtychoOps::collectProbeSums(const FrameStep& step) {
    collectShiftedSums(step);
    if (!hasOwnSums(step)) return;
    const std::size_t bytesPerRow = m_workers.size() * static_cast<std::size_t>(step.model.size) * sizeof(Cd);
    m_tasks->forRows(step.model.size * step.model.modes, bytesPerRow,
                     [&](std::size_t, int first, int last) { collectOwnSums(step, first, last); });
}

void CpuPtychoOps::collectOwnSums(const FrameStep& step, int firstRow, int lastRow) {
    const auto move = [&](double* from, std::size_t count, double* to) {
        m_loops->addSums(from, count, to);
        std::fill_n(from, count, 0.0);
    };
    const auto n = static_cast<std::size_t>(step.model.size);
    const std::size_t from = static_cast<std::size_t>(firstRow) * n;
    const std::size_t to = static_cast<std::size_t>(lastRow) * n;
    for (FrameWorker& worker : m_workers) {
        // Several threads run this at once: no sums may be allocated here.
        if (!worker.hasProbeSums(step.model)) continue;
        const ProbeSums own = worker.ownProbeSums(step.model);
        move(reinterpret_cast<double*>(own.sum + from), 2 * (to - from),
             reinterpret_cast<double*>(step.probeSum + from));
        if (from < n * n) move(own.weight + from, std::min(to, n * n) - from, step.probeWeight + from);
    }
}

void CpuPtychoOps::collectShiftedSums(const FrameStep& step) {
    if (!step.probeSum || step.model.interpolation != Interpolation::fourierShift) return;
    const int n = step.model.size;
    const int width = m_plans->panelWidth();
    const auto modes = static_cast<std::size_t>(step.model.modes);
    for (const FrameWorker& worker : m_workers) {
        const Cd* spectrum = worker.spectrumSum();
        for (int p = 0; p < m_plans->panels(); ++p)
            for (std::size_t k = 0; k < modes; ++k)
                for (int r = 0; r < n; ++r, spectrum += width) {
                    const std::size_t target = k * pixelsOf(n) +
                                               static_cast<std::size_t>(r) * static_cast<std::size_t>(n) +
                                               static_cast<std::size_t>(p) * static_cast<std::size_t>(width);
                    m_loops->addSums(reinterpret_cast<const double*>(spectrum),
                                     2 * static_cast<std::size_t>(std::min(width, n - p * width)),
                                     reinterpret_cast<double*>(step.probeSum + target));
                }
    }
}

void CpuPtychoOps::collectBackgroundSums(const FrameStep& step) {
    if (!step.backgroundSums) return;
    const int n = step.model.size;
    const int width = step.model.transfer ? n : m_plans->panelWidth();
    const int panels = step.model.transfer ? 1 : m_plans->panels();
    for (const FrameWorker& worker : m_workers) {
        const double* from = worker.backgroundSums();
        for (int term = 0; term < kernels::kBackgroundTerms; ++term)
            for (int p = 0; p < panels; ++p)
                for (int row = 0; row < n; ++row, from += width)
                    m_loops->addSums(from, static_cast<std::size_t>(std::min(width, n - p * width)),
                                     step.backgroundSums + static_cast<std::size_t>(term) * pixelsOf(n) +
                                         static_cast<std::size_t>(row) * static_cast<std::size_t>(n) + p * width);
    }
}

void CpuPtychoOps::finishProbeSum(const PtychoModel& model, Cd* probeSum) {
    if (model.interpolation != Interpolation::fourierShift) return;
    const auto plans = FftPlans::forSize(model.size);
    AlignedArray<Cf> mode(area(model));
    AlignedArray<Cf> scratch(plans->panelSize());
    const float scale = 1.0F / static_cast<float>(model.size);
    for (int k = 0; k < model.modes; ++k, probeSum += area(model)) {
        for (std::size_t i = 0; i < area(model); ++i)
            mode.data()[i] = {static_cast<float>(probeSum[i].re), static_cast<float>(probeSum[i].im)};
        plans->transform(mode.data(), scratch.data(), Direction::backward);
        for (std::size_t i = 0; i < area(model); ++i) {
            const Cf value = scale * mode.data()[i];
            probeSum[i] = {static_cast<double>(value.re), static_cast<double>(value.im)};
        }
    }
}

void CpuPtychoOps::probeSums(const FrameStep& step) {
    if (isBeyondOwnLoops(step)) return GenericPtychoOps::probeSums(step);
    const CallContext call = prepare(step);
    const std::size_t count = step.frames.size();
    std::vector<const Cf*> waves;
    for (std::size_t i = 0; i < count; ++i) waves.push_back(step.exitWaves + i * waveSize(step.model));
    if (step.model.interpolation == Interpolation::fourierShift) {
        m_tasks->forTasks(count, [&](std::size_t i, std::size_t slot) {
            m_workers[slot].addShiftedRest(call, step.frames[i], waves[i]);
        });
        collectShiftedSums(step);
    }
    const std::size_t chunk = framesAtOnce(step);
    for (std::size_t first = 0; first < count; first += chunk) {
        const std::size_t length = std::min(chunk, count - first);
        addProbeRows(call, step.frames.subspan(first, length),
                     std::span<const Cf* const>(waves).subspan(first, length));
    }
}

void CpuPtychoOps::detectorWaves(const FrameStep& step) {
    if (isBeyondOwnLoops(step)) return GenericPtychoOps::detectorWaves(step);
    const CallContext call = prepare(step);
    makeWaves(step, static_cast<std::size_t>(m_tasks->threads()));
    m_tasks->forTasks(step.frames.size(), [&](std::size_t i, std::size_t slot) {
        m_workers[slot].storeWaves(call, step.frames[i], m_waves[slot].data());
    });
}

void CpuPtychoOps::packWaves(const PtychoModel& model, const Cf* stored, Cf* plain) {
    const auto modes = static_cast<std::size_t>(model.modes);
    if (model.transfer) {
        std::copy_n(stored, modes * area(model), plain);
        return;
    }
    const auto plans = FftPlans::forSize(model.size);
    for (int p = 0; p < plans->panels(); ++p)
        for (std::size_t k = 0; k < modes; ++k, stored += plans->panelSize())
            plans->storePanel(stored, p, plain + k * area(model));
}

void CpuPtychoOps::unpackWaves(const PtychoModel& model, const Cf* plain, Cf* stored) {
    const auto modes = static_cast<std::size_t>(model.modes);
    if (model.transfer) {
        std::copy_n(plain, modes * area(model), stored);
        return;
    }
    const auto plans = FftPlans::forSize(model.size);
    for (int p = 0; p < plans->panels(); ++p)
        for (std::size_t k = 0; k < modes; ++k, stored += plans->panelSize())
            plans->loadPanel(plain + k * area(model), p, stored);
}

void CpuPtychoOps::stepNormals(const FrameStep& step, const Directions& directions, StepNormals* out) {
    if (isBeyondOwnLoops(step)) return GenericPtychoOps::stepNormals(step, directions, out);
    const CallContext call = prepare(step, directions);
    m_tasks->forTasks(step.frames.size(), [&](std::size_t i, std::size_t slot) {
        out[i] = m_workers[slot].stepNormals(call, step.frames[i], step.exitWaves + i * waveSize(step.model));
    });
}

void CpuPtychoOps::lineTerms(const FrameStep& step, const Directions& directions, LineTerms* out) {
    if (isBeyondOwnLoops(step)) return GenericPtychoOps::lineTerms(step, directions, out);
    const CallContext call = prepare(step, directions);
    m_tasks->forTasks(step.frames.size(), [&](std::size_t i, std::size_t slot) {
        out[i] = m_workers[slot].lineTerms(call, step.frames[i]);
    });
}

void CpuPtychoOps::windowWeights(const FrameStep& step) {
    if (isBeyondOwnLoops(step)) return GenericPtychoOps::windowWeights(step);
    if (step.frames.empty()) return;
    makeIntensity(step);
    const int n = step.model.size;
    const Region bounds = boundsOf(step);
    m_tasks->forRows(bounds.rows, step.frames.size() * static_cast<std::size_t>(n) * sizeof(float),
                     [&](std::size_t, int from, int to) {
                         for (int row = bounds.row + from; row < bounds.row + to; ++row)
                             for (const int frame : step.frames) {
                                 const FramePlace& place = step.places[frame];
                                 if (row < place.row || row >= place.row + n) continue;
                                 m_loops->addOnGrid(m_intensity.data() + PaddedWindow::offset(n, row - place.row),
                                                    static_cast<std::size_t>(n), step.grids.objectWeight,
                                                    step.objectWeight +
                                                        static_cast<std::ptrdiff_t>(row) * step.model.objectCols +
                                                        place.col);
                             }
                     });
}

void CpuPtychoOps::modelIntensity(const FrameStep& step, float* intensity) {
    if (isBeyondOwnLoops(step)) return GenericPtychoOps::modelIntensity(step, intensity);
    const CallContext call = prepare(step);
    makeWaves(step, 1);
    m_workers.front().storeIntensity(call, step.frames.front(), m_waves.front().data(), intensity);
}

void CpuPtychoOps::transformAll(Cf* waves, int n, int count) {
    const auto transform = MeasuredTransform::forSize(n);
    m_tasks->forTasks(static_cast<std::size_t>(count), [&](std::size_t i, std::size_t) {
        transform->run(waves + i * pixelsOf(n), Direction::forward);
        transform->run(waves + i * pixelsOf(n), Direction::backward);
    });
}

} // namespace ewald::compute::cpu
