// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/iteration/engine_context.h"

#include "base/error.h"
#include "base/units.h"
#include "ptycho/model/initial_guess.h"
#include "ptycho/model/probe_algebra.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

namespace ewald::ptycho {
namespace {

compute::Interpolation interpolationOf(Subpixel subpixel) {
    switch (subpixel) {
    case Subpixel::nearest: return compute::Interpolation::nearest;
    case Subpixel::automatic:
    case Subpixel::bilinear: return compute::Interpolation::bilinear;
    case Subpixel::fourier: return compute::Interpolation::fourierShift;
    }
    throw InternalError("unknown sub-pixel mode");
}

/// Of one complex number a pixel, on the device; nothing where there is none.
Buffer<Cf> onDevice(compute::Queue& queue, bool wanted, const std::function<Array<Complex, 2>()>& make) {
    return wanted ? Buffer<Cf>(queue, asCf(make().span())) : Buffer<Cf>();
}

bool isNearField(const Problem& problem) { return problem.geometry.propagation == Propagation::nearField; }

/// The sums as numbers one after the other …
std::array<double, compute::kStepSums> numbersOf(const StepSums& sums) {
    std::array<double, compute::kStepSums> numbers{};
    auto next = numbers.begin();
    StepSums::forEach([&](double StepSums::*sum) { *next++ = sums.*sum; });
    return numbers;
}

/// … and the sums of the first of these numbers.
StepSums sumsFrom(std::span<const double> numbers) {
    StepSums sums;
    auto next = numbers.begin();
    StepSums::forEach([&](double StepSums::*sum) { sums.*sum = *next++; });
    return sums;
}

} // namespace

EngineContext::EngineContext(const Problem& problem, const ModelSettings& model, const Estimate& start,
                             compute::Queue& queue, compute::Communicator& communicator, bool mixed)
    : m_problem(problem), m_queue(queue), m_communicator(communicator),
      m_transfer(onDevice(queue, isNearField(problem), [&] { return nearFieldTransfer(problem.geometry); })),
      m_sliceTransfer(
          onDevice(queue, problem.slices > 1, [&] { return sliceTransfer(problem.geometry, problem.sliceSpacing_m); })),
      m_fields(problem, m_model, queue, communicator), m_model(makeModel(model, start)),
      m_refinement(firstRefinement(problem)),
      m_feed(problem, m_model, m_fields, m_refinement.positions, queue, communicator.rank()),
      m_choosesShift(model.subpixel == Subpixel::automatic && !isNearField(problem)),
      m_clock(queue.sharesHostMemory() ? std::function<void()>() : [&queue] { queue.synchronize(); }),
      m_sums(problem, m_model, m_fields, queue, communicator, m_clock),
      m_positions({problem, m_model, m_feed, queue, communicator, m_clock}, m_refinement.positions),
      m_background({problem, m_model, m_feed, queue, communicator, m_clock}, m_refinement.detector.background),
      m_beam({problem, m_model, m_feed, queue, communicator, m_clock}, m_refinement.detector.beam),
      m_spread({problem, m_model, m_feed, queue, communicator, m_clock}),
      m_variable({problem, m_model, m_feed, queue, communicator, m_clock}, m_refinement.variable) {
    m_fields.setMixed(mixed);
    object = m_fields.make(Unknown::object);
    m_fields.take(object, start.object.span());
    probe = m_fields.make(Unknown::probe);
    m_fields.take(probe, start.probe.span());
    m_sums.place(object.size(), probe.size());
    m_grids.metrics = compute::anchorFor(usualMetrics());
    setPointSpread(0);
}

compute::PtychoModel EngineContext::makeModel(const ModelSettings& settings, const Estimate& start) const {
    const Problem& p = m_problem;
    const std::size_t n = p.geometry.size;
    if (start.object.extent(0) != p.layers() * p.objectRows || start.object.extent(1) != p.objectCols ||
        start.probe.extent(1) != n || start.probe.extent(2) != n)
        throw InternalError("object or probe of another size than the problem's");
    if (p.partition.framesOf.size() != static_cast<std::size_t>(m_communicator.size()))
        throw InternalError("the frames are partitioned among another number of ranks");
    if (p.slices > 1 && p.objectModes > 1) throw InternalError("several slices of several modes");
    if (p.slices > 1 && isNearField(p)) throw InternalError("several slices in the near field");
    compute::PtychoModel model;
    model.size = static_cast<int>(n);
    model.oversampling = static_cast<int>(p.geometry.oversampling);
    model.flyPoints = static_cast<int>(p.flyPoints);
    model.slices = static_cast<int>(p.slices);
    model.objectModes = static_cast<int>(p.objectModes);
    model.modes = static_cast<int>(start.probe.extent(0));
    model.objectRows = m_fields.tile().rows;
    model.objectCols = m_fields.tile().cols;
    model.interpolation = interpolationOf(settings.subpixel);
    if (!m_transfer.empty()) model.transfer = m_transfer.data();
    if (!m_sliceTransfer.empty()) model.sliceTransfer = m_sliceTransfer.data();
    return model;
}

void EngineContext::useExactShift(bool exact) {
    if (!m_choosesShift) return;
    m_model.interpolation = interpolationOf(exact ? Subpixel::fourier : Subpixel::bilinear);
    m_feed.place();
}

LocalBatch EngineContext::localBatch(const Batch& batch) {
    renewGrids();
    return m_feed.localBatch(batch);
}

compute::FrameStep EngineContext::emptyStep() {
    compute::FrameStep step;
    step.model = m_model;
    step.object = object.data();
    step.probe = probe.data();
    m_variable.addModes(step);
    step.grids = m_grids;
    step.loss = lossInUse(compute::Loss::amplitude);
    step.clock = &m_clock;
    return step;
}

compute::FrameStep EngineContext::makeStep(std::span<const int> frames, bool withObject, bool withProbe,
                                           bool collecting) {
    compute::FrameStep step = emptyStep();
    step.detector.ceiling = static_cast<float>(std::sqrt(m_problem.saturation));
    const auto addFrames = [&] {
        for (RefinedUnknown* const unknown : refined()) unknown->addTo(step, frames, collecting);
        m_feed.put(step, frames);
    };
    if (m_feed.streams()) {
        const PhaseScope transferring(m_clock, Phase::transfer);
        addFrames();
    } else {
        addFrames();
    }
    if (withObject) step.objectSum = m_sums.object(), step.objectWeight = m_sums.objectWeight();
    if (withProbe) step.probeSum = m_sums.probe(), step.probeWeight = m_sums.probeWeight();
    return step;
}

compute::FrameStep EngineContext::makeUnmeasuredStep(std::span<const int> frames) {
    compute::FrameStep step = emptyStep();
    m_feed.putPlaces(step, frames);
    return step;
}

void EngineContext::gatherTerms(const Batch& batch, std::span<const double> mine, std::size_t numbers,
                                std::span<double> all) {
    if (m_communicator.size() == 1) {
        std::ranges::copy(mine, all.begin());
        return;
    }
    // Each frame is one rank's, so that nothing is added to it but zeros.
    std::size_t next = 0;
    for (std::size_t i = 0; i < batch.count; ++i) {
        const std::size_t frame = m_problem.order.permutation[(batch.first + i) % m_problem.frames];
        if (m_problem.partition.rankOf[frame] != m_communicator.rank()) continue;
        std::copy_n(mine.begin() + static_cast<std::ptrdiff_t>(numbers * next++), numbers,
                    all.begin() + static_cast<std::ptrdiff_t>(numbers * i));
    }
    const PhaseScope communicating(m_clock, Phase::communication);
    m_communicator.allReduceSum(all);
}

float EngineContext::windowWeights(double* total) {
    const LocalBatch all = m_feed.everything();
    chooseGrids(m_problem.frames);
    m_sums.clear(all.region, true, false);
    compute::FrameStep step = makeUnmeasuredStep(all.frames);
    step.objectWeight = m_sums.objectWeight();
    ops().windowWeights(step);
    m_sums.reduce(all, true, false);
    const float largest = m_sums.largestObjectWeight(all);
    ops().pack(m_sums.objectWeight(), m_model.objectCols, m_fields.all(Unknown::object), total);
    m_sums.clearObjectWeight(all.region);
    return largest;
}

void EngineContext::startClock(std::size_t iteration) {
    // Waiting for a device at every change of the phase costs time.
    constexpr std::size_t kEvery = 8;
    if (m_queue.sharesHostMemory() || iteration % kEvery == 1)
        m_clock.start();
    else
        m_clock.stop();
}

EngineContext::TimesOfRanks EngineContext::reduceWithTimes(StepSums& sums, double iteration_s) {
    const PhaseScope communicating(m_clock, Phase::communication);
    const PhaseTimes& mine = m_clock.times();
    const std::array<double, compute::kStepSums> metrics = numbersOf(sums);
    std::vector<double> values(metrics.begin(), metrics.end());
    values.push_back(m_communicator.rank() == 0 ? iteration_s : 0);
    const std::size_t first = values.size();
    values.insert(values.end(), mine.seconds.begin(), mine.seconds.end());
    const std::size_t ranks = values.size();
    values.resize(ranks + static_cast<std::size_t>(m_communicator.size()));
    values[ranks + static_cast<std::size_t>(m_communicator.rank())] = mine[Phase::communication];
    m_communicator.allReduceSum(std::span<double>(values));
    sums = sumsFrom(values);
    TimesOfRanks times;
    times.iteration_s = values[first - 1];
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(first), kPhases, times.sum.seconds.begin());
    times.communication.assign(values.begin() + static_cast<std::ptrdiff_t>(ranks), values.end());
    return times;
}

void EngineContext::reduce(StepSums& sums) {
    const PhaseScope communicating(m_clock, Phase::communication);
    std::array<double, compute::kStepSums> values = numbersOf(sums);
    m_communicator.allReduceSum(std::span<double>(values));
    sums = sumsFrom(values);
}

Array<Complex, 2> EngineContext::wholeObject(const Field& field) const {
    std::vector<Complex> whole = m_fields.gather(field);
    if (whole.empty()) return {};
    return Array<Complex, 2>({m_problem.layers() * m_problem.objectRows, m_problem.objectCols}, std::move(whole));
}

void EngineContext::keep(KeptEstimate& kept) const {
    const auto copy = [this](const Field& from, Field& to) {
        if (to.like != from.like || to.size() != from.size()) {
            to = {}; // first, so that both are never there at the same time
            to = m_fields.make(from.like);
        }
        m_fields.copy(from, to);
    };
    copy(object, kept.object);
    copy(probe, kept.probe);
    kept.refinement = m_refinement;
}

void EngineContext::putBack(const KeptEstimate& kept) {
    m_fields.copy(kept.object, object);
    const auto size = static_cast<std::size_t>(m_model.size);
    if (kept.probe.size() != probe.size()) makeRoomForModes(kept.probe.size() / (size * size));
    m_fields.copy(kept.probe, probe);
    setRefinement(kept.refinement);
}

KeptEstimate EngineContext::keptOf(std::span<const Complex> wholeObject, std::span<const Complex> wholeProbe,
                                   Refinement refinement) const {
    KeptEstimate kept{m_fields.make(Unknown::object), m_fields.make(Unknown::probe), std::move(refinement)};
    m_fields.take(kept.object, wholeObject);
    m_fields.take(kept.probe, wholeProbe);
    return kept;
}

std::vector<Complex> EngineContext::gatherFrames(std::size_t size,
                                                 const std::function<void(int, std::span<Complex>)>& read) {
    const bool first = m_communicator.rank() == 0;
    const std::size_t frames = m_feed.count();
    std::vector<Complex> mine(first ? 0 : frames * size);
    std::vector<Complex> all(first ? m_problem.frames * size : 0);
    for (std::size_t i = 0; i < frames; ++i) {
        const std::span<Complex> target =
            first ? std::span(all).subspan(m_feed.numberOf(static_cast<int>(i)) * size, size)
                  : std::span(mine).subspan(i * size, size);
        read(static_cast<int>(i), target);
    }
    if (m_communicator.size() == 1) return all;
    const std::vector<std::vector<Complex>> parts = m_communicator.gather(mine, 0);
    for (std::size_t rank = 1; rank < parts.size(); ++rank)
        for (std::size_t i = 0; i < m_problem.partition.framesOf[rank].size(); ++i)
            std::copy_n(parts[rank].data() + i * size, size, all.data() + m_problem.partition.framesOf[rank][i] * size);
    return all;
}

Array<float, 2> EngineContext::modelPattern(std::size_t frame) {
    if (!tiled()) return localPattern(frame);
    const int owner = m_problem.partition.rankOf[frame];
    const std::size_t n = m_problem.geometry.frameSize();
    Array<float, 2> pattern({n, n});
    if (m_communicator.rank() == owner) pattern = localPattern(frame);
    if (owner == 0) return pattern;
    const compute::Outgoing out{0, std::as_bytes(std::span<const float>(pattern.span()))};
    const compute::Incoming in{owner, std::as_writable_bytes(pattern.span())};
    if (m_communicator.rank() == owner)
        m_communicator.exchange(std::span(&out, 1), {});
    else
        m_communicator.exchange({}, std::span(&in, m_communicator.rank() == 0 ? 1 : 0));
    return pattern;
}

StepSums EngineContext::evaluate() {
    constexpr std::size_t kAtOnce = 64;
    std::vector<int> frames(m_feed.count());
    std::iota(frames.begin(), frames.end(), 0);
    (void)ops().takeSums();
    for (const FramePiece& piece : m_feed.pieces(frames, kAtOnce))
        ops().frameStep(makeStep(piece.frames, false, false));
    return ops().takeSums();
}

Array<float, 2> EngineContext::localPattern(std::size_t frame) {
    const std::size_t n = m_problem.geometry.frameSize();
    std::vector<FramePlace> places;
    std::vector<float> distances;
    m_feed.addPlaces(frame, places, distances);
    const int index = 0;
    compute::FrameStep step = makeUnmeasuredStep(std::span<const int>(&index, 1));
    step.places = places.data();
    Buffer<float> weights;
    if (m_refinement.variable.count() > 0) {
        weights = Buffer<float>(m_queue, std::span<const float>(m_variable.weightsOf(frame)));
        step.variable.weights = weights.data();
    }
    Buffer<float> deviceDistances;
    if (!distances.empty()) {
        deviceDistances = Buffer<float>(m_queue, std::span<const float>(distances));
        step.propagation.distances = deviceDistances.data();
    }
    Buffer<float> intensity(m_queue, n * n);
    ops().modelIntensity(step, intensity.data());
    std::vector<float> host = intensity.toHost();
    const double beam = m_refinement.detector.beam.empty() ? 1 : m_refinement.detector.beam[frame];
    for (std::size_t i = 0; i < host.size(); ++i) {
        if (!m_refinement.detector.background.empty()) host[i] += m_refinement.detector.background[i];
        host[i] *= static_cast<float>(beam * beam);
    }
    Array<float, 2> pattern({n, n});
    rollFrame(std::as_bytes(std::span(host)), std::as_writable_bytes(pattern.span()), n, m_model.transfer ? 0 : n / 2,
              sizeof(float));
    return pattern;
}

} // namespace ewald::ptycho
