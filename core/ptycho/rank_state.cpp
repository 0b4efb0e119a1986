// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/rank_state.h"

#include "base/error.h"
#include "ptycho/initial_guess.h"

#include <algorithm>
#include <cmath>
#include <string>

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

/// Zero frequency at the corner ↔ in the middle, both sides even or odd.
void rollFrame(std::span<const float> in, std::span<float> out, std::size_t n, std::size_t shift) {
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < n; ++c) out[((r + shift) % n) * n + (c + shift) % n] = in[r * n + c];
}

} // namespace

RankState::RankState(const Problem& problem, const ModelSettings& model, const Estimate& start, compute::Queue& queue,
                     compute::Communicator& communicator)
    : m_problem(problem), m_queue(queue), m_communicator(communicator) {
    const std::size_t n = problem.geometry.size;
    if (start.object.extent(0) != problem.objectRows || start.object.extent(1) != problem.objectCols ||
        start.probe.extent(1) != n || start.probe.extent(2) != n)
        throw InternalError("object or probe of another size than the problem's");
    m_model.size = static_cast<int>(n);
    m_model.modes = static_cast<int>(start.probe.extent(0));
    m_model.objectRows = static_cast<int>(problem.objectRows);
    m_model.objectCols = static_cast<int>(problem.objectCols);
    m_model.interpolation = interpolationOf(model.subpixel);
    const auto mine = problem.order.framesOfRank(communicator.rank(), communicator.size());
    if (problem.amplitudes.size() != mine.size() * n * n) throw InternalError("a rank has not all of its frames");
    for (const std::size_t frame : mine) m_places.push_back(placeOf(problem.positions[frame]));
    const bool nearField = problem.geometry.propagation == Propagation::nearField;
    m_amplitudes = Buffer<float>(queue, problem.amplitudes.size());
    if (nearField) {
        // The detector sees real space: its middle is the window's middle, no zero frequency at the corner.
        std::vector<float> frame(n * n);
        for (std::size_t i = 0; i < mine.size(); ++i) {
            rollFrame(std::span(problem.amplitudes).subspan(i * n * n, n * n), frame, n, n / 2);
            m_amplitudes.upload(frame, i * n * n);
        }
        const Array<Complex, 2> transfer = nearFieldTransfer(problem.geometry);
        m_transfer = Buffer<Cf>(queue, asCf(transfer.span()));
        m_model.transfer = m_transfer.data();
    } else if (!problem.amplitudes.empty()) {
        m_amplitudes.upload(problem.amplitudes);
    }
    object = Buffer<Cf>(queue, asCf(start.object.span()));
    probe = Buffer<Cf>(queue, asCf(start.probe.span()));
    objectSum = Buffer<Cd>(queue, object.size());
    objectWeight = Buffer<double>(queue, object.size());
    probeSum = Buffer<Cd>(queue, probe.size());
    probeWeight = Buffer<double>(queue, n * n);
    chooseGrids(problem.frames);
}

FramePlace RankState::placeOf(const PixelPosition& position) const {
    const bool bilinear = m_model.interpolation == compute::Interpolation::bilinear;
    const double row = bilinear ? std::floor(position.row) : std::round(position.row);
    const double col = bilinear ? std::floor(position.col) : std::round(position.col);
    const bool whole = m_model.interpolation == compute::Interpolation::nearest;
    const FramePlace place{static_cast<int>(row), static_cast<int>(col),
                           whole ? 0.0F : static_cast<float>(position.row - row),
                           whole ? 0.0F : static_cast<float>(position.col - col)};
    if (place.row < 0 || place.col < 0 || place.row + m_model.size + 1 > m_model.objectRows ||
        place.col + m_model.size + 1 > m_model.objectCols)
        throw InternalError("a scan position lies outside the object");
    return place;
}

std::span<const int> RankState::localFramesOf(const Batch& batch) {
    const std::size_t frames = m_problem.frames;
    const auto ranks = static_cast<std::size_t>(m_communicator.size());
    const auto rank = static_cast<std::size_t>(m_communicator.rank());
    m_batchFrames.clear();
    for (std::size_t i = 0; i < batch.count; ++i) {
        const std::size_t entry = (batch.first + i) % frames;
        if (entry % ranks == rank) m_batchFrames.push_back(static_cast<int>(entry / ranks));
    }
    return m_batchFrames;
}

Region RankState::regionOf(const Batch& batch) const {
    int top = m_model.objectRows, left = m_model.objectCols, bottom = 0, right = 0;
    for (std::size_t i = 0; i < batch.count; ++i) {
        const std::size_t frame = m_problem.order.permutation[(batch.first + i) % m_problem.frames];
        const FramePlace place = placeOf(m_problem.positions[frame]);
        top = std::min(top, place.row), left = std::min(left, place.col);
        bottom = std::max(bottom, place.row + m_model.size + 1), right = std::max(right, place.col + m_model.size + 1);
    }
    return {top, left, bottom - top, right - left};
}

compute::FrameStep RankState::makeStep(std::span<const int> frames, bool withObject, bool withProbe) {
    compute::FrameStep step;
    step.model = m_model;
    step.object = object.data();
    step.probe = probe.data();
    step.amplitudes = m_amplitudes.data();
    step.places = m_places.data();
    step.frames = frames;
    step.grids = m_grids;
    if (withObject) step.objectSum = objectSum.data(), step.objectWeight = objectWeight.data();
    if (withProbe) step.probeSum = probeSum.data(), step.probeWeight = probeWeight.data();
    return step;
}

void RankState::chooseGrids(std::size_t frames) {
    const auto count = static_cast<double>(frames);
    const double object2 = std::max(1e-12, static_cast<double>(ops().peak(object.data(), object.size())));
    const double probe2 = std::max(1e-12, static_cast<double>(ops().peak(probe.data(), probe.size())));
    const double modes = m_model.modes;
    m_grids.objectSum = compute::anchorFor(count * modes * probe2 * std::sqrt(object2));
    m_grids.objectWeight = compute::anchorFor(count * modes * probe2);
    m_grids.probeSum = compute::anchorFor(count * std::sqrt(probe2) * object2);
    m_grids.probeWeight = compute::anchorFor(count * object2);
}

void RankState::clearSums(Region region, bool withObject, bool withProbe) {
    if (withObject) {
        ops().clear(objectSum.data(), m_model.objectCols, region);
        ops().clear(objectWeight.data(), m_model.objectCols, region);
    }
    if (withProbe) {
        ops().clear(probeSum.data(), m_model.size, {0, 0, m_model.size * m_model.modes, m_model.size});
        ops().clear(probeWeight.data(), m_model.size, wholeProbe());
    }
}

void RankState::reduce(Region region, bool withObject, bool withProbe) {
    if (m_communicator.size() > 1) reduceOverRanks(region, withObject, withProbe);
    if (withProbe) ops().finishProbeSum(m_model, probeSum.data());
}

void RankState::reduceOverRanks(Region region, bool withObject, bool withProbe) {
    const auto cells = static_cast<std::size_t>(region.rows) * static_cast<std::size_t>(region.cols);
    m_staging.resize((withObject ? 3 * cells : 0) + (withProbe ? 2 * probeSum.size() + probeWeight.size() : 0));
    // Packs (or unpacks) everything that is summed, so that one collective does it all.
    const auto walk = [&](auto&& move) {
        double* cursor = m_staging.data();
        const auto rows = [&](double* array, std::size_t width) {
            const auto cols = static_cast<std::size_t>(m_model.objectCols) * width;
            for (int row = region.row; row < region.row + region.rows; ++row) {
                const std::size_t length = static_cast<std::size_t>(region.cols) * width;
                move(array + static_cast<std::size_t>(row) * cols + static_cast<std::size_t>(region.col) * width,
                     cursor, length);
                cursor += length;
            }
        };
        if (withObject) {
            rows(reinterpret_cast<double*>(objectSum.data()), 2);
            rows(objectWeight.data(), 1);
        }
        if (withProbe) {
            move(reinterpret_cast<double*>(probeSum.data()), cursor, 2 * probeSum.size());
            cursor += 2 * probeSum.size();
            move(probeWeight.data(), cursor, probeWeight.size());
        }
    };
    walk([&](const double* device, double* host, std::size_t count) {
        m_queue.download(host, device, count * sizeof(double));
    });
    m_communicator.allReduceSum(std::span<double>(m_staging));
    walk([&](double* device, const double* host, std::size_t count) {
        m_queue.upload(device, host, count * sizeof(double));
    });
}

void RankState::reduce(StepSums& sums) {
    double values[] = {sums.error, sums.intensity, sums.deviance, sums.valid, sums.change};
    m_communicator.allReduceSum(std::span<double>(values));
    sums = {values[0], values[1], values[2], values[3], values[4]};
}

Estimate RankState::download() const { return {downloadObject(), downloadProbe()}; }

Array<Complex, 2> RankState::downloadObject() const {
    Array<Complex, 2> host({m_problem.objectRows, m_problem.objectCols});
    object.download(asCf(host.span()));
    return host;
}

Array<Complex, 3> RankState::downloadProbe() const {
    const auto n = static_cast<std::size_t>(m_model.size);
    Array<Complex, 3> host({static_cast<std::size_t>(m_model.modes), n, n});
    probe.download(asCf(host.span()));
    return host;
}

void RankState::uploadProbe(const Array<Complex, 3>& host) { probe.upload(asCf(host.span())); }
void RankState::uploadObject(const Array<Complex, 2>& host) { object.upload(asCf(host.span())); }

Array<float, 2> RankState::modelPattern(std::size_t frame) {
    const auto n = static_cast<std::size_t>(m_model.size);
    const FramePlace place = placeOf(m_problem.positions[frame]);
    const int index = 0;
    compute::FrameStep step = makeStep(std::span<const int>(&index, 1), false, false);
    step.places = &place;
    Buffer<float> intensity(m_queue, n * n);
    ops().modelIntensity(step, intensity.data());
    const std::vector<float> host = intensity.toHost();
    Array<float, 2> pattern({n, n});
    rollFrame(host, pattern.span(), n, m_model.transfer ? 0 : n / 2);
    return pattern;
}

} // namespace ewald::ptycho
