// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/iteration/engine_context.h"

#include "base/error.h"
#include "base/units.h"
#include "ptycho/model/initial_guess.h"
#include "ptycho/model/probe_algebra.h"

#include <algorithm>
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

} // namespace

EngineContext::EngineContext(const Problem& problem, const ModelSettings& model, const Estimate& start,
                             compute::Queue& queue, compute::Communicator& communicator)
    : m_problem(problem), m_queue(queue), m_communicator(communicator), m_fields(problem, m_model, queue, communicator),
      m_clock(queue.sharesHostMemory() ? std::function<void()>() : [&queue] { queue.synchronize(); }) {
    const std::size_t n = problem.geometry.size;
    if (start.object.extent(0) != problem.layers() * problem.objectRows ||
        start.object.extent(1) != problem.objectCols || start.probe.extent(1) != n || start.probe.extent(2) != n)
        throw InternalError("object or probe of another size than the problem's");
    m_model.size = static_cast<int>(n);
    m_model.oversampling = static_cast<int>(problem.geometry.oversampling);
    m_model.flyPoints = static_cast<int>(problem.flyPoints);
    m_model.slices = static_cast<int>(problem.slices);
    m_model.objectModes = static_cast<int>(problem.objectModes);
    m_model.modes = static_cast<int>(start.probe.extent(0));
    if (problem.partition.framesOf.size() != static_cast<std::size_t>(communicator.size()))
        throw InternalError("the frames are partitioned among another number of ranks");
    m_model.objectRows = m_fields.tile().rows;
    m_model.objectCols = m_fields.tile().cols;
    m_model.interpolation = interpolationOf(model.subpixel);
    m_choosesShift = model.subpixel == Subpixel::automatic && problem.geometry.propagation == Propagation::farField;
    const auto& mine = problem.partition.framesOf[static_cast<std::size_t>(communicator.rank())];
    if (!problem.measured || problem.measured->frames() != mine.size() ||
        problem.measured->pixels() != problem.geometry.framePixels())
        throw InternalError("a rank has not all of its frames");
    if (problem.flyPoints > 1 && problem.paths.size() != problem.frames)
        throw InternalError("a fly scan without the paths of its frames");
    if (problem.slices > 1 && problem.objectModes > 1) throw InternalError("several slices of several modes");
    m_positions.start = m_positions.now = problem.positions;
    if (!problem.propagations_m.empty()) beginPropagation();
    makePlaces();
    const bool nearField = problem.geometry.propagation == Propagation::nearField;
    if (nearField) {
        const Array<Complex, 2> transfer = nearFieldTransfer(problem.geometry);
        m_transfer = Buffer<Cf>(queue, asCf(transfer.span()));
        m_model.transfer = m_transfer.data();
    }
    if (problem.slices > 1) {
        if (nearField) throw InternalError("several slices in the near field");
        const Array<Complex, 2> transfer = sliceTransfer(problem.geometry, problem.sliceSpacing_m);
        m_sliceTransfer = Buffer<Cf>(queue, asCf(transfer.span()));
        m_model.sliceTransfer = m_sliceTransfer.data();
    }
    if (queue.sharesHostMemory() && !nearField) {
        m_frames = problem.measured->view();
    } else {
        const std::size_t held = m_problem.streamed ? std::min(framesAtOnce(), mine.size()) : mine.size();
        m_measured = Buffer<std::byte>(queue, held * problem.measured->frameBytes());
        m_frames = {m_measured.data(), problem.measured->type()};
        for (std::size_t i = 0; !m_problem.streamed && i < mine.size(); ++i) uploadFrame(static_cast<int>(i), i);
    }
    object = m_fields.make(Unknown::object);
    m_fields.take(object, start.object.span());
    probe = m_fields.make(Unknown::probe);
    m_fields.take(probe, start.probe.span());
    placeSums();
    m_grids.metrics = compute::anchorFor(usualMetrics());
}

void EngineContext::placeSums() {
    const auto pixels = static_cast<std::size_t>(m_model.size) * static_cast<std::size_t>(m_model.size);
    m_objectNumbers = 3 * object.size() + object.size() % 2; // complex numbers lie at even places
    m_sumNumbers = m_objectNumbers + 2 * probe.size() + pixels;
    const std::size_t largest = tiled() ? m_problem.layers() * m_problem.tiles.size() : 0; // see reduceWithLargest()
    if (m_sums.size() < m_sumNumbers + largest) m_sums = Buffer<double>(m_queue, m_sumNumbers + largest);
    if (tiled()) (void)packedMemory(mostShared()); // a rank that found no room later would leave the others waiting
    double* const first = m_sums.data();
    objectSum.values = reinterpret_cast<Cd*>(first);
    objectWeight.values = first + 2 * object.size();
    probeSum.values = reinterpret_cast<Cd*>(first + m_objectNumbers);
    probeWeight.values = first + m_objectNumbers + 2 * probe.size();
}

FramePlace EngineContext::placeOf(const PixelPosition& position) const {
    const bool bilinear = m_model.interpolation == compute::Interpolation::bilinear;
    const double row = bilinear ? std::floor(position.row) : std::round(position.row);
    const double col = bilinear ? std::floor(position.col) : std::round(position.col);
    const bool whole = m_model.interpolation == compute::Interpolation::nearest;
    const FramePlace place{static_cast<int>(row), static_cast<int>(col),
                           whole ? 0.0F : static_cast<float>(position.row - row),
                           whole ? 0.0F : static_cast<float>(position.col - col)};
    if (place.row < 0 || place.col < 0 || place.row + m_model.size + 1 > static_cast<int>(m_problem.objectRows) ||
        place.col + m_model.size + 1 > static_cast<int>(m_problem.objectCols))
        throw InternalError("a scan position lies outside the object");
    return place;
}

FramePlace EngineContext::placeHere(const PixelPosition& position) const {
    FramePlace place = placeOf(position);
    place.row -= m_fields.tile().row, place.col -= m_fields.tile().col;
    return place;
}

void EngineContext::useExactShift(bool exact) {
    if (!m_choosesShift) return;
    m_model.interpolation = interpolationOf(exact ? Subpixel::fourier : Subpixel::bilinear);
    makePlaces();
}

PixelPosition EngineContext::positionOf(std::size_t frame, std::size_t point) const {
    const PixelPosition& position = m_positions.now[frame];
    return m_problem.flyPoints > 1 ? flyPosition(position, m_problem.paths[frame], point, m_problem.flyPoints)
                                   : position;
}

LocalBatch EngineContext::localBatch(const Batch& batch) {
    renewGrids();
    const auto me = static_cast<std::size_t>(m_communicator.rank());
    LocalBatch part;
    if (tiled()) part.touched.resize(m_problem.tiles.size());
    m_batchFrames.clear();
    const bool shared = m_communicator.size() > 1 && !tiled();
    std::vector<Region> windows;
    Region touched;
    for (std::size_t i = 0; i < batch.count; ++i) {
        const std::size_t frame = m_problem.order.permutation[(batch.first + i) % m_problem.frames];
        const auto owner = static_cast<std::size_t>(m_problem.partition.rankOf[frame]);
        if (owner == me) m_batchFrames.push_back(static_cast<int>(m_problem.partition.placeOf[frame]));
        for (std::size_t point = 0; point < m_problem.flyPoints; ++point) {
            const FramePlace place = placeOf(positionOf(frame, point));
            const Region window{place.row, place.col, m_model.size + 1, m_model.size + 1};
            touched = boxAround(touched, window);
            if (tiled()) part.touched[owner] = boxAround(part.touched[owner], window);
            if (shared) windows.push_back(window);
        }
    }
    part.frames = m_batchFrames;
    part.region = m_fields.local(touched);
    if (shared) findTiles(windows, part);
    return part;
}

void EngineContext::findTiles(const std::vector<Region>& windows, LocalBatch& part) {
    // A list of tiles has to be sent to the device: it has to save something.
    constexpr double kCovering = 1.5; // windows of so many times the region's area touch more than kMost of it
    constexpr double kMost = 0.75;
    const Region& r = part.region;
    const auto area = static_cast<double>(areaOf(r));
    const auto ofWindow = static_cast<double>(areaOf(windows.empty() ? Region{} : windows.front()));
    if (ofWindow * static_cast<double>(windows.size()) > kCovering * area) return;
    const int rows = SumTiles::tilesOf(r.rows, SumTiles::kRows), cols = SumTiles::tilesOf(r.cols, SumTiles::kCols);
    m_touched.assign(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols), false);
    const auto at = [&](int row, int col) {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(cols) + static_cast<std::size_t>(col);
    };
    for (const Region& window : windows) {
        const int top = window.row - r.row, left = window.col - r.col;
        for (int row = top / SumTiles::kRows; row <= (top + window.rows - 1) / SumTiles::kRows; ++row)
            std::fill_n(m_touched.begin() + static_cast<std::ptrdiff_t>(at(row, left / SumTiles::kCols)),
                        (left + window.cols - 1) / SumTiles::kCols - left / SumTiles::kCols + 1, true);
    }
    m_batchTiles.clear();
    for (int row = 0; row < rows; ++row)
        for (int col = 0; col < cols; ++col)
            if (m_touched[at(row, col)]) m_batchTiles.push_back(SumTiles::numberOf(row, col));
    if (static_cast<double>(m_batchTiles.size() * SumTiles::kPixels) < kMost * area) part.tiles = m_batchTiles;
}

void EngineContext::uploadFrame(int localFrame, std::size_t slot) {
    const FrameStore& measured = *m_problem.measured;
    const auto frame = measured.frame(static_cast<std::size_t>(localFrame));
    if (!m_model.transfer) return m_measured.upload(frame, slot * measured.frameBytes());
    // In the near field the detector sees real space: its middle is the window's, no zero frequency at the corner.
    std::vector<std::byte> rolled(frame.size());
    const auto n = static_cast<std::size_t>(m_model.size);
    rollFrame(frame, rolled, n, n / 2, kernels::bytesOf(measured.type()));
    m_measured.upload(rolled, slot * measured.frameBytes());
}

compute::FrameStep EngineContext::emptyStep() {
    compute::FrameStep step;
    step.model = m_model;
    step.object = object.data();
    step.probe = probe.data();
    if (m_variable.count() > 0)
        step.variable = {m_variableModes.data(), m_deviceWeights.data(), static_cast<int>(m_variable.count())};
    if (!m_turns.empty()) step.propagation = {m_turns.data(), m_deviceDistances.data()};
    step.grids = m_grids;
    step.loss = lossInUse(compute::Loss::amplitude);
    step.clock = &m_clock;
    return step;
}

compute::FrameStep EngineContext::makeStep(std::span<const int> frames, bool withObject, bool withProbe,
                                           bool collecting) {
    compute::FrameStep step = emptyStep();
    step.measured = m_frames;
    step.places = m_places.data();
    step.frames = frames;
    const Collected wanted = collecting ? m_collected : Collected{};
    if (wanted.positions) step.positions = m_normals.device();
    if (wanted.beam) step.figures = m_figures.device();
    if (wanted.background) step.backgroundSums = m_backgroundSums.data();
    step.detector.ceiling = static_cast<float>(std::sqrt(m_problem.saturation));
    if (!m_background.empty()) step.detector.background = m_background.data();
    if (!m_localGains.empty()) step.detector.gains = m_gains.data();
    if (streams()) {
        const PhaseScope transferring(m_clock, Phase::transfer);
        if (wanted.positions) m_normals.next(frames);
        if (wanted.beam) m_figures.next(frames);
        if (!m_localGains.empty()) {
            std::vector<float> gains;
            for (const int frame : frames) gains.push_back(m_localGains[static_cast<std::size_t>(frame)]);
            m_gains.upload(gains);
        }
        m_streamedPlaces.clear();
        m_streamedFrames.clear();
        std::vector<float> distances;
        for (std::size_t slot = 0; slot < frames.size(); ++slot) {
            uploadFrame(frames[slot], slot);
            const std::size_t first = static_cast<std::size_t>(frames[slot]) * m_problem.placesOfFrame();
            for (std::size_t place = 0; place < m_problem.placesOfFrame(); ++place) {
                m_streamedPlaces.push_back(m_places[first + place]);
                if (!m_turns.empty()) distances.push_back(m_distances[first + place]);
            }
            m_streamedFrames.push_back(static_cast<int>(slot));
        }
        step.places = m_streamedPlaces.data();
        step.frames = m_streamedFrames;
        if (!m_turns.empty()) {
            m_stepDistances.upload(distances);
            step.propagation.distances = m_stepDistances.data();
        }
    }
    if (m_variable.count() > 0) addVariableProbe(step, frames, wanted.variable);
    if (withObject) step.objectSum = objectSum.data(), step.objectWeight = objectWeight.data();
    if (withProbe) step.probeSum = probeSum.data(), step.probeWeight = probeWeight.data();
    return step;
}

compute::FrameStep EngineContext::makeUnmeasuredStep(std::span<const int> frames) {
    compute::FrameStep step = emptyStep();
    step.places = m_places.data();
    step.frames = frames;
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

void EngineContext::reduce(const LocalBatch& part, bool withObject, bool withProbe) {
    if (m_communicator.size() > 1) {
        const PhaseScope communicating(m_clock, Phase::communication);
        if (tiled() && withObject) exchangeHalos(part);
        reduceOverRanks(part, withObject && !tiled(), withProbe);
    }
    if (withProbe) ops().finishProbeSum(m_model, probeSum.data());
}

float EngineContext::largestProbeWeight() {
    return static_cast<float>(ops().maximum(probeWeight.data(), m_model.size, wholeProbe()));
}

std::vector<EngineContext::SumPart> EngineContext::objectParts(const Region& r) {
    std::vector<SumPart> parts;
    const int cols = m_model.objectCols;
    for (int layer = 0; layer < m_model.layers(); ++layer) {
        parts.push_back({reinterpret_cast<double*>(objectSum.data() + beginOf(layer)),
                         2 * cols,
                         {r.row, 2 * r.col, r.rows, 2 * r.cols}});
        parts.push_back({objectWeight.data() + beginOf(layer), cols, r});
    }
    return parts;
}

void EngineContext::reduceOverRanks(const LocalBatch& part, bool withObject, bool withProbe) {
    // Where they are as good as all there is, or none of the object, the arrays are summed where they lie.
    constexpr double kAll = 0.9;
    const bool dense = part.tiles.empty() &&
                       static_cast<double>(areaOf(part.region)) >= kAll * static_cast<double>(areaOf(wholeObject()));
    if (!withObject || dense) {
        const std::size_t first = withObject ? 0 : m_objectNumbers, end = withProbe ? m_sumNumbers : m_objectNumbers;
        if (end > first) m_communicator.allReduceSum(m_queue, m_sums.data() + first, end - first);
        return;
    }
    std::vector<SumPart> parts;
    SumTiles tiles;
    if (part.tiles.empty()) {
        parts = objectParts(part.region);
    } else {
        if (m_sumTiles.size() < part.tiles.size()) m_sumTiles = Buffer<unsigned>(m_queue, 2 * part.tiles.size());
        m_sumTiles.upload(part.tiles);
        const Region& r = part.region;
        tiles = {r.row, r.col, r.rows, r.cols, m_sumTiles.data(), static_cast<int>(part.tiles.size())};
    }
    if (withProbe) {
        const int n = m_model.size;
        parts.push_back({reinterpret_cast<double*>(probeSum.data()), 2 * n, {0, 0, n * m_model.modes, 2 * n}});
        parts.push_back({probeWeight.data(), n, wholeProbe()});
    }
    const std::size_t inTiles = static_cast<std::size_t>(tiles.count) * SumTiles::kNumbers; // of a layer
    const std::size_t inLayers = inTiles * static_cast<std::size_t>(m_model.layers());
    std::size_t size = inLayers;
    for (const SumPart& sums : parts) size += areaOf(sums.region);
    if (size == 0) return;
    // Everything that is summed lies together, so that one collective does it all. Batches touch more or fewer tiles.
    double* const packed = packedMemory(m_packed.size() < size && inTiles > 0 ? size + inLayers / 8 : size);
    for (int layer = 0; inTiles > 0 && layer < m_model.layers(); ++layer)
        ops().packSums(objectSum.data() + beginOf(layer), objectWeight.data() + beginOf(layer), m_model.objectCols,
                       tiles, packed + static_cast<std::size_t>(layer) * inTiles);
    double* cursor = packed + inLayers;
    for (const SumPart& sums : parts) {
        ops().pack(sums.array, sums.cols, sums.region, cursor);
        cursor += areaOf(sums.region);
    }
    m_communicator.allReduceSum(m_queue, packed, size);
    for (int layer = 0; inTiles > 0 && layer < m_model.layers(); ++layer)
        ops().unpackSums(objectSum.data() + beginOf(layer), objectWeight.data() + beginOf(layer), m_model.objectCols,
                         tiles, packed + static_cast<std::size_t>(layer) * inTiles);
    cursor = packed + inLayers;
    for (const SumPart& sums : parts) {
        ops().unpack(sums.array, sums.cols, sums.region, cursor);
        cursor += areaOf(sums.region);
    }
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
    std::vector<double> values = {sums.error,
                                  sums.intensity,
                                  sums.deviance,
                                  sums.valid,
                                  sums.change,
                                  sums.beyond,
                                  m_communicator.rank() == 0 ? iteration_s : 0};
    const std::size_t first = values.size();
    values.insert(values.end(), mine.seconds.begin(), mine.seconds.end());
    const std::size_t ranks = values.size();
    values.resize(ranks + static_cast<std::size_t>(m_communicator.size()));
    values[ranks + static_cast<std::size_t>(m_communicator.rank())] = mine[Phase::communication];
    m_communicator.allReduceSum(std::span<double>(values));
    sums = {values[0], values[1], values[2], values[3], values[4], values[5]};
    TimesOfRanks times;
    times.iteration_s = values[first - 1];
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(first), kPhases, times.sum.seconds.begin());
    times.communication.assign(values.begin() + static_cast<std::ptrdiff_t>(ranks), values.end());
    return times;
}

void EngineContext::reduce(StepSums& sums) {
    const PhaseScope communicating(m_clock, Phase::communication);
    double values[] = {sums.error, sums.intensity, sums.deviance, sums.valid, sums.change, sums.beyond};
    m_communicator.allReduceSum(std::span<double>(values));
    sums = {values[0], values[1], values[2], values[3], values[4], values[5]};
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
    kept.positions = m_positions;
    kept.detector = m_detector;
    kept.variable = m_variable;
}

void EngineContext::putBack(const KeptEstimate& kept) {
    m_fields.copy(kept.object, object);
    m_fields.copy(kept.probe, probe);
    setPositions(kept.positions);
    setDetector(kept.detector);
    setVariableProbe(kept.variable);
}

KeptEstimate EngineContext::keptOf(std::span<const Complex> wholeObject, std::span<const Complex> wholeProbe) const {
    KeptEstimate kept{m_fields.make(Unknown::object), m_fields.make(Unknown::probe), m_positions, m_detector,
                      m_variable};
    m_fields.take(kept.object, wholeObject);
    m_fields.take(kept.probe, wholeProbe);
    return kept;
}

std::vector<Complex> EngineContext::gatherFrames(std::size_t size,
                                                 const std::function<void(int, std::span<Complex>)>& read) {
    const bool first = m_communicator.rank() == 0;
    const std::size_t frames = localFrames();
    std::vector<Complex> mine(first ? 0 : frames * size);
    std::vector<Complex> all(first ? m_problem.frames * size : 0);
    for (std::size_t i = 0; i < frames; ++i) {
        const std::span<Complex> target = first ? std::span(all).subspan(frameOf(static_cast<int>(i)) * size, size)
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
    const std::size_t atOnce = std::min(kAtOnce, framesAtOnce());
    std::vector<int> frames(localFrames());
    std::iota(frames.begin(), frames.end(), 0);
    (void)ops().takeSums();
    for (std::size_t first = 0; first < frames.size(); first += atOnce)
        ops().frameStep(
            makeStep(std::span(frames).subspan(first, std::min(atOnce, frames.size() - first)), false, false));
    return ops().takeSums();
}

Array<float, 2> EngineContext::localPattern(std::size_t frame) {
    const std::size_t n = m_problem.geometry.frameSize();
    std::vector<FramePlace> places;
    std::vector<float> distances;
    addPlaces(frame, places, distances);
    const int index = 0;
    compute::FrameStep step = emptyStep();
    step.frames = std::span<const int>(&index, 1);
    step.places = places.data();
    Buffer<float> weights;
    if (m_variable.count() > 0) {
        weights = Buffer<float>(m_queue, std::span<const float>(weightsOf(frame)));
        step.variable.weights = weights.data();
    }
    Buffer<float> onDevice;
    if (!distances.empty()) {
        onDevice = Buffer<float>(m_queue, std::span<const float>(distances));
        step.propagation.distances = onDevice.data();
    }
    Buffer<float> intensity(m_queue, n * n);
    ops().modelIntensity(step, intensity.data());
    std::vector<float> host = intensity.toHost();
    const double beam = m_detector.beam.empty() ? 1 : m_detector.beam[frame];
    for (std::size_t i = 0; i < host.size(); ++i) {
        if (!m_detector.background.empty()) host[i] += m_detector.background[i];
        host[i] *= static_cast<float>(beam * beam);
    }
    Array<float, 2> pattern({n, n});
    rollFrame(std::as_bytes(std::span(host)), std::as_writable_bytes(pattern.span()), n, m_model.transfer ? 0 : n / 2,
              sizeof(float));
    return pattern;
}

} // namespace ewald::ptycho
