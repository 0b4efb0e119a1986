// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/iteration/frame_feed.h"

#include "base/error.h"

#include <algorithm>
#include <cmath>

namespace ewald::ptycho {

FrameFeed::FrameFeed(const Problem& problem, const compute::PtychoModel& model, const FieldSpace& fields,
                     const PositionState& positions, compute::Queue& queue, int rank)
    : m_problem(problem), m_model(model), m_fields(fields), m_positions(positions), m_queue(queue), m_rank(rank),
      m_numbers(problem.partition.framesOf[static_cast<std::size_t>(rank)]) {
    if (!problem.measured || problem.measured->frames() != count() ||
        problem.measured->pixels() != problem.geometry.framePixels())
        throw InternalError("a rank has not all of its frames");
    if (problem.flyPoints > 1 && problem.paths.size() != problem.frames)
        throw InternalError("a fly scan without the paths of its frames");
    if (!problem.propagations_m.empty()) makeTurns();
    place();
    if (queue.sharesHostMemory() && !model.transfer) {
        m_frames = problem.measured->view();
        return;
    }
    const std::size_t room = problem.streamed ? std::min(atOnce(), count()) : count();
    m_measured = Buffer<std::byte>(queue, room * problem.measured->frameBytes());
    m_frames = {m_measured.data(), problem.measured->type()};
    for (std::size_t i = 0; !problem.streamed && i < count(); ++i) upload(static_cast<int>(i), i);
}

void FrameFeed::makeTurns() {
    const Problem& p = m_problem;
    if (!p.geometry.tilt || p.propagations_m.size() != p.frames || p.slices > 1 ||
        p.geometry.propagation == Propagation::nearField)
        throw InternalError("probes that go to a sample that is not tilted");
    if (m_model.interpolation != compute::Interpolation::fourierShift)
        throw InternalError("probes go to a tilted sample with exact shifts only");
    m_turns = Buffer<float>(
        m_queue, std::span<const float>(turnsPerMetre(*p.geometry.tilt, p.geometry.wavelength_m, p.geometry.size)));
}

std::size_t FrameFeed::atOnce() const {
    return m_problem.framesAtOnce > 0 ? m_problem.framesAtOnce : std::max<std::size_t>(1, count());
}

std::vector<FramePiece> FrameFeed::pieces(std::span<const int> frames, std::size_t most) const {
    const std::size_t size = std::min(atOnce(), most);
    std::vector<FramePiece> pieces;
    for (std::size_t first = 0; first < frames.size(); first += size)
        pieces.push_back({first, frames.subspan(first, std::min(size, frames.size() - first))});
    return pieces;
}

FramePlace FrameFeed::placeOf(const PixelPosition& position) const {
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

PixelPosition FrameFeed::positionOf(std::size_t frame, std::size_t point) const {
    const PixelPosition& position = m_positions.now[frame];
    return m_problem.flyPoints > 1 ? flyPosition(position, m_problem.paths[frame], point, m_problem.flyPoints)
                                   : position;
}

void FrameFeed::addPlaces(std::size_t frame, std::vector<FramePlace>& places, std::vector<float>& distances) const {
    const Region& tile = m_fields.tile();
    for (int mode = 0; mode < m_model.objectModes; ++mode)
        for (std::size_t point = 0; point < m_problem.flyPoints; ++point) {
            const PixelPosition position = positionOf(frame, point);
            places.push_back(placeOf(position));
            places.back().row += mode * m_model.objectRows - tile.row;
            places.back().col -= tile.col;
            if (tilted()) distances.push_back(static_cast<float>(m_problem.propagation_m(frame, position)));
        }
}

void FrameFeed::place() {
    m_places.clear();
    m_distances.clear();
    for (const std::size_t frame : m_numbers) addPlaces(frame, m_places, m_distances);
    if (m_distances.empty()) return;
    if (m_deviceDistances.empty()) m_deviceDistances = Buffer<float>(m_queue, m_distances.size());
    m_deviceDistances.upload(m_distances);
    if (m_problem.streamed && m_stepDistances.empty())
        m_stepDistances = Buffer<float>(m_queue, m_problem.placesOfFrame() * atOnce());
}

LocalBatch FrameFeed::localBatch(const Batch& batch) {
    LocalBatch part;
    const bool tiled = m_fields.tiled();
    if (tiled) part.touched.resize(m_problem.tiles.size());
    m_batchFrames.clear();
    const bool shared = m_problem.partition.framesOf.size() > 1 && !tiled;
    std::vector<Region> windows;
    Region touched;
    for (std::size_t i = 0; i < batch.count; ++i) {
        const std::size_t frame = m_problem.order.permutation[(batch.first + i) % m_problem.frames];
        const int owner = m_problem.partition.rankOf[frame];
        if (owner == m_rank) m_batchFrames.push_back(static_cast<int>(m_problem.partition.placeOf[frame]));
        for (std::size_t point = 0; point < m_problem.flyPoints; ++point) {
            const FramePlace place = placeOf(positionOf(frame, point));
            const Region window{place.row, place.col, m_model.size + 1, m_model.size + 1};
            touched = boxAround(touched, window);
            if (tiled) {
                Region& ofOwner = part.touched[static_cast<std::size_t>(owner)];
                ofOwner = boxAround(ofOwner, window);
            }
            if (shared) windows.push_back(window);
        }
    }
    part.frames = m_batchFrames;
    part.region = m_fields.local(touched);
    if (shared) findTiles(windows, part);
    return part;
}

void FrameFeed::findTiles(const std::vector<Region>& windows, LocalBatch& part) {
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

void FrameFeed::upload(int localFrame, std::size_t slot) {
    const FrameStore& measured = *m_problem.measured;
    const auto frame = measured.frame(static_cast<std::size_t>(localFrame));
    if (!m_model.transfer) return m_measured.upload(frame, slot * measured.frameBytes());
    // In the near field the detector sees real space: its middle is the window's, no zero frequency at the corner.
    std::vector<std::byte> rolled(frame.size());
    const auto n = static_cast<std::size_t>(m_model.size);
    rollFrame(frame, rolled, n, n / 2, kernels::bytesOf(measured.type()));
    m_measured.upload(rolled, slot * measured.frameBytes());
}

void FrameFeed::putPlaces(compute::FrameStep& step, std::span<const int> frames) const {
    step.places = m_places.data();
    step.frames = frames;
    if (tilted()) step.propagation = {m_turns.data(), m_deviceDistances.data()};
}

void FrameFeed::put(compute::FrameStep& step, std::span<const int> frames) {
    step.measured = m_frames;
    putPlaces(step, frames);
    if (!streams()) return;
    m_streamedPlaces.clear();
    m_streamedFrames.clear();
    std::vector<float> distances;
    for (std::size_t slot = 0; slot < frames.size(); ++slot) {
        upload(frames[slot], slot);
        const std::size_t first = static_cast<std::size_t>(frames[slot]) * m_problem.placesOfFrame();
        for (std::size_t place = first; place < first + m_problem.placesOfFrame(); ++place) {
            m_streamedPlaces.push_back(m_places[place]);
            if (tilted()) distances.push_back(m_distances[place]);
        }
        m_streamedFrames.push_back(static_cast<int>(slot));
    }
    step.places = m_streamedPlaces.data();
    step.frames = m_streamedFrames;
    if (!tilted()) return;
    m_stepDistances.upload(distances);
    step.propagation.distances = m_stepDistances.data();
}

} // namespace ewald::ptycho
