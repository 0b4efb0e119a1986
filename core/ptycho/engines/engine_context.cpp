// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/engine_context.h"

#include "base/error.h"
#include "ptycho/initial_guess.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

namespace ewald::ptycho {
namespace {

std::span<const Cf> asCf(std::span<const Complex> values) {
    return {reinterpret_cast<const Cf*>(values.data()), values.size()};
}
std::span<Cf> asCf(std::span<Complex> values) { return {reinterpret_cast<Cf*>(values.data()), values.size()}; }

compute::Interpolation interpolationOf(Subpixel subpixel) {
    switch (subpixel) {
    case Subpixel::nearest: return compute::Interpolation::nearest;
    case Subpixel::bilinear: return compute::Interpolation::bilinear;
    case Subpixel::fourier: return compute::Interpolation::fourierShift;
    }
    throw InternalError("unknown sub-pixel mode");
}

/// The pixels of `region` out of rows of `cols` pixels.
std::vector<Complex> cutOut(std::span<const Complex> whole, std::size_t cols, const Region& region) {
    std::vector<Complex> piece;
    piece.reserve(areaOf(region));
    for (int row = region.row; row < region.row + region.rows; ++row) {
        const auto from = whole.subspan(static_cast<std::size_t>(row) * cols + static_cast<std::size_t>(region.col),
                                        static_cast<std::size_t>(region.cols));
        piece.insert(piece.end(), from.begin(), from.end());
    }
    return piece;
}

/// Moves the pixels of a frame by `shift` rows and columns, around its edges. \param bytes of a pixel
void rollFrame(std::span<const std::byte> in, std::span<std::byte> out, std::size_t n, std::size_t shift,
               std::size_t bytes) {
    for (std::size_t r = 0; r < n; ++r) {
        const auto row = in.subspan(r * n * bytes, n * bytes);
        std::rotate_copy(row.begin(), row.end() - static_cast<std::ptrdiff_t>(shift * bytes), row.end(),
                         out.begin() + static_cast<std::ptrdiff_t>((r + shift) % n * n * bytes));
    }
}

} // namespace

EngineContext::EngineContext(const Problem& problem, const ModelSettings& model, const Estimate& start,
                             compute::Queue& queue, compute::Communicator& communicator)
    : m_problem(problem), m_queue(queue), m_communicator(communicator),
      m_clock(queue.sharesHostMemory() ? std::function<void()>() : [&queue] { queue.synchronize(); }) {
    const std::size_t n = problem.geometry.size;
    if (start.object.extent(0) != problem.objectRows || start.object.extent(1) != problem.objectCols ||
        start.probe.extent(1) != n || start.probe.extent(2) != n)
        throw InternalError("object or probe of another size than the problem's");
    m_model.size = static_cast<int>(n);
    m_model.modes = static_cast<int>(start.probe.extent(0));
    if (problem.partition.framesOf.size() != static_cast<std::size_t>(communicator.size()))
        throw InternalError("the frames are partitioned among another number of ranks");
    m_tile = tileOf(communicator.rank());
    m_model.objectRows = m_tile.rows;
    m_model.objectCols = m_tile.cols;
    m_model.interpolation = interpolationOf(model.subpixel);
    const auto& mine = problem.partition.framesOf[static_cast<std::size_t>(communicator.rank())];
    if (!problem.measured || problem.measured->frames() != mine.size() || problem.measured->pixels() != n * n)
        throw InternalError("a rank has not all of its frames");
    m_positions.start = m_positions.now = problem.positions;
    makePlaces();
    const bool nearField = problem.geometry.propagation == Propagation::nearField;
    if (nearField) {
        const Array<Complex, 2> transfer = nearFieldTransfer(problem.geometry);
        m_transfer = Buffer<Cf>(queue, asCf(transfer.span()));
        m_model.transfer = m_transfer.data();
    }
    if (queue.sharesHostMemory() && !nearField) {
        m_frames = problem.measured->view();
    } else {
        const std::size_t held = m_problem.streamed ? std::min(framesAtOnce(), mine.size()) : mine.size();
        m_measured = Buffer<std::byte>(queue, held * problem.measured->frameBytes());
        m_frames = {m_measured.data(), problem.measured->type()};
        for (std::size_t i = 0; !m_problem.streamed && i < mine.size(); ++i) uploadFrame(static_cast<int>(i), i);
    }
    object = Buffer<Cf>(queue, areaOf(m_tile));
    takePart(object, start.object.span());
    if (tiled() && communicator.rank() == 0) {
        m_outside = start.object;
        findPeakOutside();
    }
    probe = Buffer<Cf>(queue, asCf(start.probe.span()));
    objectSum = Buffer<Cd>(queue, object.size());
    objectWeight = Buffer<double>(queue, object.size());
    probeSum = Buffer<Cd>(queue, probe.size());
    probeWeight = Buffer<double>(queue, n * n);
    // A frame's metrics are of the order of its counts or, where there are few, of its pixels; anchorFor() leaves room
    // for 2¹² of the given magnitude, this for 16 times what all frames have.
    const auto frame = std::max(m_problem.meanPhotons, static_cast<double>(m_model.size) * m_model.size);
    m_grids.metrics = compute::anchorFor(frame * static_cast<double>(m_problem.frames) * 0x1p-8);
}

Region EngineContext::tileOf(int rank) const {
    return tiled() ? m_problem.tiles[static_cast<std::size_t>(rank)]
                   : Region{0, 0, static_cast<int>(m_problem.objectRows), static_cast<int>(m_problem.objectCols)};
}

Region EngineContext::local(const Region& global) const {
    const Region mine = intersection(global, m_tile);
    return isEmpty(mine) ? Region{} : Region{mine.row - m_tile.row, mine.col - m_tile.col, mine.rows, mine.cols};
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
    place.row -= m_tile.row, place.col -= m_tile.col;
    return place;
}

void EngineContext::makePlaces() {
    m_places.clear();
    for (const std::size_t frame : m_problem.partition.framesOf[static_cast<std::size_t>(m_communicator.rank())])
        m_places.push_back(placeHere(m_positions.now[frame]));
}

LocalBatch EngineContext::localBatch(const Batch& batch) {
    const auto me = static_cast<std::size_t>(m_communicator.rank());
    LocalBatch part;
    if (tiled()) part.touched.resize(m_problem.tiles.size());
    m_batchFrames.clear();
    Region touched;
    for (std::size_t i = 0; i < batch.count; ++i) {
        const std::size_t frame = m_problem.order.permutation[(batch.first + i) % m_problem.frames];
        const auto owner = static_cast<std::size_t>(m_problem.partition.rankOf[frame]);
        if (owner == me) m_batchFrames.push_back(static_cast<int>(m_problem.partition.placeOf[frame]));
        const FramePlace place = placeOf(m_positions.now[frame]);
        const Region window{place.row, place.col, m_model.size + 1, m_model.size + 1};
        touched = boxAround(touched, window);
        if (tiled()) part.touched[owner] = boxAround(part.touched[owner], window);
    }
    part.frames = m_batchFrames;
    part.region = local(touched);
    return part;
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
    step.grids = m_grids;
    step.clock = &m_clock;
    return step;
}

compute::FrameStep EngineContext::makeStep(std::span<const int> frames, bool withObject, bool withProbe) {
    compute::FrameStep step = emptyStep();
    step.measured = m_frames;
    step.places = m_places.data();
    step.frames = frames;
    if (m_collecting) step.positions = m_normals.data();
    if (streams()) {
        const PhaseScope transferring(m_clock, Phase::transfer);
        if (m_collecting) {
            takeStreamedNormals();
            m_normalsOf.assign(frames.begin(), frames.end());
        }
        m_streamedPlaces.clear();
        m_streamedFrames.clear();
        for (std::size_t slot = 0; slot < frames.size(); ++slot) {
            uploadFrame(frames[slot], slot);
            m_streamedPlaces.push_back(m_places[static_cast<std::size_t>(frames[slot])]);
            m_streamedFrames.push_back(static_cast<int>(slot));
        }
        step.places = m_streamedPlaces.data();
        step.frames = m_streamedFrames;
    }
    if (withObject) step.objectSum = objectSum.data(), step.objectWeight = objectWeight.data();
    if (withProbe) step.probeSum = probeSum.data(), step.probeWeight = probeWeight.data();
    return step;
}

void EngineContext::chooseGrids(std::size_t frames) {
    const auto count = static_cast<double>(frames);
    double peak = std::max(m_peakOutside, ops().peak(object.data(), object.size()));
    if (tiled()) m_communicator.allReduceMax(std::span<double>(&peak, 1));
    const double object2 = std::max(1e-12, peak);
    const double probe2 = std::max(1e-12, static_cast<double>(ops().peak(probe.data(), probe.size())));
    const double modes = m_model.modes;
    m_grids.objectSum = compute::anchorFor(count * modes * probe2 * std::sqrt(object2));
    m_grids.objectWeight = compute::anchorFor(count * modes * probe2);
    m_grids.probeSum = compute::anchorFor(count * std::sqrt(probe2) * object2);
    m_grids.probeWeight = compute::anchorFor(count * object2);
}

void EngineContext::clearSums(Region region, bool withObject, bool withProbe) {
    if (withObject) {
        ops().clear(objectSum.data(), m_model.objectCols, region);
        ops().clear(objectWeight.data(), m_model.objectCols, region);
    }
    if (withProbe) {
        ops().clear(probeSum.data(), m_model.size, {0, 0, m_model.size * m_model.modes, m_model.size});
        ops().clear(probeWeight.data(), m_model.size, wholeProbe());
    }
}

void EngineContext::reduce(const LocalBatch& part, bool withObject, bool withProbe) {
    if (m_communicator.size() > 1) {
        const PhaseScope communicating(m_clock, Phase::communication);
        if (tiled() && withObject) exchangeHalos(part);
        reduceOverRanks(part.region, withObject && !tiled(), withProbe);
    }
    if (withProbe) ops().finishProbeSum(m_model, probeSum.data());
}

float EngineContext::largestObjectWeight(const LocalBatch& part) {
    double largest = ops().maximum(objectWeight.data(), m_model.objectCols, part.region);
    if (tiled()) m_communicator.allReduceMax(std::span<double>(&largest, 1));
    return static_cast<float>(largest);
}

float EngineContext::largestProbeWeight() {
    return static_cast<float>(ops().maximum(probeWeight.data(), m_model.size, wholeProbe()));
}

std::vector<EngineContext::SumPart> EngineContext::objectParts(const Region& r) {
    return {
        {reinterpret_cast<double*>(objectSum.data()), 2 * m_model.objectCols, {r.row, 2 * r.col, r.rows, 2 * r.cols}},
        {objectWeight.data(), m_model.objectCols, r}};
}

double* EngineContext::packedMemory(std::size_t size) {
    if (m_packed.size() < size) {
        m_packed = {}; // first, so that both are never there at the same time
        m_packed = Buffer<double>(m_queue, size);
    }
    return m_packed.data();
}

void EngineContext::reduceOverRanks(const Region& region, bool withObject, bool withProbe) {
    std::vector<SumPart> parts;
    if (withObject) parts = objectParts(region);
    if (withProbe) {
        const int n = m_model.size;
        parts.push_back({reinterpret_cast<double*>(probeSum.data()), 2 * n, {0, 0, n * m_model.modes, 2 * n}});
        parts.push_back({probeWeight.data(), n, wholeProbe()});
    }
    std::size_t size = 0;
    for (const SumPart& part : parts) size += areaOf(part.region);
    if (size == 0) return;
    // Everything that is summed lies together, so that one collective does it all.
    double* const packed = packedMemory(size);
    double* cursor = packed;
    for (const SumPart& part : parts) {
        ops().pack(part.array, part.cols, part.region, cursor);
        cursor += areaOf(part.region);
    }
    m_communicator.allReduceSum(m_queue, packed, size);
    cursor = packed;
    for (const SumPart& part : parts) {
        ops().unpack(part.array, part.cols, part.region, cursor);
        cursor += areaOf(part.region);
    }
}

void EngineContext::exchangeHalos(const LocalBatch& part) {
    struct Message {
        int rank;
        std::size_t first, size;
    };
    struct Direction {
        std::vector<SumPart> parts;
        std::vector<Message> messages;
        std::size_t size = 0;
    } out, in;
    const auto plan = [this](Direction& direction, int rank, const Region& r) {
        const std::size_t size = 3 * areaOf(r); // sums, then weights
        if (size == 0) return;
        direction.messages.push_back({rank, direction.size, size});
        for (const SumPart& part : objectParts(r)) direction.parts.push_back(part);
        direction.size += size;
    };
    const int me = m_communicator.rank();
    for (int other = 0; other < m_communicator.size(); ++other) {
        if (other == me) continue;
        plan(out, other, local(intersection(part.touched[static_cast<std::size_t>(me)], tileOf(other))));
        plan(in, other, local(part.touched[static_cast<std::size_t>(other)]));
    }
    // All pieces lie together: one copy each way between the device and the host.
    double* cursor = packedMemory(std::max(out.size, in.size));
    for (const SumPart& part : out.parts) {
        ops().pack(part.array, part.cols, part.region, cursor);
        cursor += areaOf(part.region);
    }
    m_outgoing.resize(out.size);
    m_incoming.resize(in.size);
    if (out.size > 0) m_packed.download(m_outgoing);
    std::vector<compute::Outgoing> send;
    std::vector<compute::Incoming> receive;
    for (const Message& m : out.messages)
        send.push_back({m.rank, std::as_bytes(std::span<const double>(m_outgoing).subspan(m.first, m.size))});
    for (const Message& m : in.messages)
        receive.push_back({m.rank, std::as_writable_bytes(std::span<double>(m_incoming).subspan(m.first, m.size))});
    m_communicator.exchange(send, receive);
    if (in.size > 0) m_packed.upload(m_incoming);
    const double* received = m_packed.data();
    for (const SumPart& part : in.parts) {
        ops().add(part.array, part.cols, part.region, received);
        received += areaOf(part.region);
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

EngineContext::TimesOfRanks EngineContext::reduceWithTimes(StepSums& sums) {
    const PhaseScope communicating(m_clock, Phase::communication);
    const PhaseTimes& mine = m_clock.times();
    std::vector<double> values = {sums.error, sums.intensity, sums.deviance, sums.valid, sums.change};
    const std::size_t first = values.size();
    values.insert(values.end(), mine.seconds.begin(), mine.seconds.end());
    const std::size_t ranks = values.size();
    values.resize(ranks + static_cast<std::size_t>(m_communicator.size()));
    values[ranks + static_cast<std::size_t>(m_communicator.rank())] = mine[Phase::communication];
    m_communicator.allReduceSum(std::span<double>(values));
    sums = {values[0], values[1], values[2], values[3], values[4]};
    TimesOfRanks times;
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(first), kPhases, times.sum.seconds.begin());
    times.communication.assign(values.begin() + static_cast<std::ptrdiff_t>(ranks), values.end());
    return times;
}

void EngineContext::reduce(StepSums& sums) {
    const PhaseScope communicating(m_clock, Phase::communication);
    double values[] = {sums.error, sums.intensity, sums.deviance, sums.valid, sums.change};
    m_communicator.allReduceSum(std::span<double>(values));
    sums = {values[0], values[1], values[2], values[3], values[4]};
}

Array<Complex, 3> EngineContext::downloadProbe() const {
    const auto n = static_cast<std::size_t>(m_model.size);
    Array<Complex, 3> host({static_cast<std::size_t>(m_model.modes), n, n});
    probe.download(asCf(host.span()));
    return host;
}

void EngineContext::uploadProbe(const Array<Complex, 3>& host) { probe.upload(asCf(host.span())); }

void EngineContext::takePart(Buffer<Cf>& part, std::span<const Complex> whole) {
    const auto cols = m_problem.objectCols;
    if (whole.size() != m_problem.objectRows * cols) throw InternalError("an array of another size than the object");
    if (!tiled())
        part.upload(asCf(whole));
    else if (!part.empty())
        part.upload(asCf(std::span<const Complex>(cutOut(whole, cols, m_tile))));
}

Array<Complex, 2> EngineContext::gather(const Buffer<Cf>& part) {
    // What no rank holds of an array other than the object has never been touched.
    if (tiled())
        return gatherTiles(part.toHost(), &part == &object
                                              ? m_outside
                                              : Array<Complex, 2>({m_problem.objectRows, m_problem.objectCols}));
    if (m_communicator.rank() != 0) return {};
    Array<Complex, 2> whole({m_problem.objectRows, m_problem.objectCols});
    part.download(asCf(whole.span()));
    return whole;
}

Array<Complex, 2> EngineContext::gather(const KeptEstimate& kept) {
    if (tiled()) return gatherTiles(kept.object, kept.outside);
    if (m_communicator.rank() != 0) return {};
    Array<Complex, 2> whole({m_problem.objectRows, m_problem.objectCols});
    std::ranges::copy(kept.object, asCf(whole.span()).begin());
    return whole;
}

Array<Complex, 2> EngineContext::gatherTiles(std::span<const Cf> mine, const Array<Complex, 2>& outside) {
    const std::vector<std::vector<Cf>> tiles = m_communicator.gather(mine, 0);
    if (m_communicator.rank() != 0) return {};
    Array<Complex, 2> whole = outside;
    for (std::size_t rank = 0; rank < tiles.size(); ++rank) {
        const Region& r = m_problem.tiles[rank];
        const auto width = static_cast<std::size_t>(r.cols);
        for (std::size_t row = 0; row < static_cast<std::size_t>(r.rows); ++row)
            std::copy_n(tiles[rank].data() + row * width, width,
                        asCf(whole.span()).data() + (static_cast<std::size_t>(r.row) + row) * m_problem.objectCols +
                            static_cast<std::size_t>(r.col));
    }
    return whole;
}

void EngineContext::keep(KeptEstimate& kept) const {
    kept.object.resize(object.size());
    if (!object.empty()) object.download(kept.object);
    kept.probe.resize(probe.size());
    probe.download(kept.probe);
    kept.outside = m_outside;
    kept.positions = m_positions;
}

void EngineContext::putBack(const KeptEstimate& kept) {
    if (!object.empty()) object.upload(kept.object);
    probe.upload(kept.probe);
    setPositions(kept.positions);
    m_outside = kept.outside;
    if (!m_outside.empty()) findPeakOutside();
}

KeptEstimate EngineContext::keptOf(std::span<const Complex> wholeObject, std::span<const Complex> wholeProbe) const {
    KeptEstimate kept;
    kept.positions = m_positions;
    const std::vector<Complex> tile = cutOut(wholeObject, m_problem.objectCols, m_tile);
    kept.object.assign(asCf(std::span<const Complex>(tile)).begin(), asCf(std::span<const Complex>(tile)).end());
    kept.probe.assign(asCf(wholeProbe).begin(), asCf(wholeProbe).end());
    if (!m_outside.empty())
        kept.outside = Array<Complex, 2>({m_problem.objectRows, m_problem.objectCols},
                                         std::vector<Complex>(wholeObject.begin(), wholeObject.end()));
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

void EngineContext::scatterObject(const Array<Complex, 2>& whole) {
    if (!tiled()) {
        Array<Complex, 2> all({m_problem.objectRows, m_problem.objectCols});
        if (m_communicator.rank() == 0) all = whole;
        if (m_communicator.size() > 1) m_communicator.broadcast(all.span(), 0);
        takePart(object, all.span());
        return;
    }
    std::vector<std::vector<Complex>> pieces;
    if (m_communicator.rank() == 0) {
        for (const Region& r : m_problem.tiles) pieces.push_back(cutOut(whole.span(), m_problem.objectCols, r));
        m_outside = whole;
        findPeakOutside();
    }
    const std::vector<Complex> mine = m_communicator.scatter(pieces, 0);
    if (!mine.empty()) object.upload(asCf(std::span<const Complex>(mine)));
}

void EngineContext::findPeakOutside() {
    m_peakOutside = 0;
    std::vector<unsigned char> held(m_problem.objectCols);
    for (std::size_t row = 0; row < m_problem.objectRows; ++row) {
        std::fill(held.begin(), held.end(), static_cast<unsigned char>(0));
        for (const Region& r : m_problem.tiles)
            if (static_cast<int>(row) >= r.row && static_cast<int>(row) < r.row + r.rows)
                std::fill_n(held.begin() + r.col, r.cols, static_cast<unsigned char>(1));
        for (std::size_t col = 0; col < held.size(); ++col)
            if (held[col] == 0) {
                const Complex value = m_outside(row, col);
                m_peakOutside = std::max(m_peakOutside, kernels::norm2({value.real(), value.imag()}));
            }
    }
}

void EngineContext::scaleObject(float factor) {
    ops().scale(object.data(), object.size(), factor);
    if (m_outside.empty()) return;
    for (Cf& value : asCf(m_outside.span())) value = factor * value;
    findPeakOutside();
}

void EngineContext::limitObjectAmplitude(float low, float high) {
    ops().limitAmplitude(object.data(), object.size(), low, high);
    if (m_outside.empty()) return;
    for (Cf& value : asCf(m_outside.span())) value = kernels::limitAmplitude(value, low, high);
    findPeakOutside();
}

Array<float, 2> EngineContext::modelPattern(std::size_t frame) {
    if (!tiled()) return localPattern(frame);
    const int owner = m_problem.partition.rankOf[frame];
    const auto n = static_cast<std::size_t>(m_model.size);
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

double EngineContext::positionRoom() const {
    // The window reaches one pixel beyond a position that is cut off, the derivative two more.
    constexpr double kReach = 1 + kernels::kDerivativeReach;
    return std::max(0.0, static_cast<double>(tiled() ? m_problem.tileRoom : m_problem.objectRoom) - kReach);
}

void EngineContext::collectPositions(bool wanted) {
    m_collecting = wanted;
    if (!wanted) return;
    const std::size_t held = streams() ? std::min(framesAtOnce(), localFrames()) : localFrames();
    if (m_normals.size() < held) m_normals = Buffer<compute::PositionNormals>(m_queue, held);
    m_keptNormals.assign(localFrames(), {});
    m_normalsOf.clear();
}

void EngineContext::takeStreamedNormals() {
    if (m_normalsOf.empty()) return;
    std::vector<compute::PositionNormals> host(m_normalsOf.size());
    m_normals.download(host);
    for (std::size_t i = 0; i < host.size(); ++i) m_keptNormals[static_cast<std::size_t>(m_normalsOf[i])] = host[i];
    m_normalsOf.clear();
}

void EngineContext::passForPositions() {
    collectPositions(true);
    (void)evaluate();
}

void EngineContext::movePositions(const PositionRule& rule) {
    m_collecting = false;
    if (streams())
        takeStreamedNormals();
    else if (localFrames() > 0)
        m_normals.download(m_keptNormals);
    // By frame number; each frame is one rank's, so that nothing is added to it but zeros.
    constexpr std::size_t kNumbers = kernels::kPositionNormals;
    std::vector<compute::PositionNormals> all(m_problem.frames);
    for (std::size_t i = 0; i < m_keptNormals.size(); ++i) all[frameOf(static_cast<int>(i))] = m_keptNormals[i];
    if (m_communicator.size() > 1) {
        const PhaseScope communicating(m_clock, Phase::communication);
        static_assert(sizeof(compute::PositionNormals) == kNumbers * sizeof(double));
        m_communicator.allReduceSum(std::span<double>(&all.front().row, kNumbers * all.size()));
    }
    PositionRule within = rule;
    within.limit_px = std::min(positionRoom(), rule.limit_px);
    refinePositions(m_positions, all, within);
    makePlaces();
}

void EngineContext::setPositions(PositionState positions) {
    if (positions.now.size() != m_problem.frames || positions.start.size() != m_problem.frames)
        throw InternalError("positions of another number of frames");
    m_positions = std::move(positions);
    makePlaces();
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
    const auto n = static_cast<std::size_t>(m_model.size);
    const FramePlace place = placeHere(m_positions.now[frame]);
    const int index = 0;
    compute::FrameStep step = emptyStep();
    step.frames = std::span<const int>(&index, 1);
    step.places = &place;
    Buffer<float> intensity(m_queue, n * n);
    ops().modelIntensity(step, intensity.data());
    const std::vector<float> host = intensity.toHost();
    Array<float, 2> pattern({n, n});
    rollFrame(std::as_bytes(std::span(host)), std::as_writable_bytes(pattern.span()), n, m_model.transfer ? 0 : n / 2,
              sizeof(float));
    return pattern;
}

} // namespace ewald::ptycho
