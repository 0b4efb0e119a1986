// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/shown_refinement.h"

#include "job/ptychography/results/position_moves.h"
#include "job/ptychography/results/verdict.h"
#include "model/session.h"

#include <cmath>
#include <numeric>

namespace ewald::ui {

namespace {

PositionMovesPtr movesOf(std::vector<PositionMove> moves, double pixelHeight_m, double pixelWidth_m,
                         double timesLimit = 0, const std::array<double, 4>& left = {}) {
    if (moves.empty()) return nullptr;
    return std::make_shared<const PositionMoves>(
        PositionMoves{std::move(moves), std::sqrt(std::abs(pixelHeight_m * pixelWidth_m)), timesLimit, left});
}

FrameIntensitiesPtr intensitiesOf(const std::vector<double>& relative, std::vector<std::size_t> frames) {
    if (relative.empty()) return nullptr;
    if (frames.size() != relative.size()) { // of a program that does not say
        frames.resize(relative.size());
        std::iota(frames.begin(), frames.end(), std::size_t{0});
    }
    return std::make_shared<const FrameIntensities>(FrameIntensities{std::move(frames), relative});
}

/// Null where there is none, else a part of what is shared already.
template <class Owner>
BackgroundPtr backgroundOf(const std::shared_ptr<Owner>& owner, const Array<float, 2>& background) {
    return background.empty() ? BackgroundPtr() : BackgroundPtr(owner, &background);
}

Refinement refinementOf(const std::shared_ptr<const job::Preview>& preview) {
    return {movesOf(preview->moves, preview->objectPixelHeight_m, preview->objectPixelWidth_m),
            backgroundOf(preview, preview->background), intensitiesOf(preview->intensities, preview->frames)};
}

Refinement refinementOf(const LoadedResultPtr& loaded) {
    const io::PtychoResult& result = loaded->result;
    return {movesOf(job::positionMoves(result.initialPositions, result.positions, result.frameIndex,
                                       result.objectPixelWidth_m),
                    result.objectPixelHeight_m, result.objectPixelWidth_m, job::timesTheLimit(result),
                    result.leftInCommon),
            backgroundOf(loaded, result.background), intensitiesOf(result.frameIntensities, result.frameIndex)};
}

} // namespace

ShownRefinement::ShownRefinement(Session& session) : QObject(&session), m_session(session) {
    JobController& controller = session.controller();
    connect(&controller, &JobController::runningChanged, this, [this](bool running) {
        if (!running || m_session.startedMode() != Mode::ptychography) return;
        m_ofRun = {};
        follow();
    });
    connect(&controller, &JobController::previewReady, this,
            [this](const std::shared_ptr<const job::Preview>& preview) {
                m_ofRun = refinementOf(preview);
                follow();
            });
    connect(&session, &Session::resultChanged, this, &ShownRefinement::follow);
    connect(&session, &Session::shownChanged, this, &ShownRefinement::follow);
}

void ShownRefinement::follow() {
    Refinement now;
    const LoadedResultPtr result =
        m_session.shown().what == Shown::What::result ? m_session.result() : LoadedResultPtr();
    if (result)
        now = m_of == result ? m_now : refinementOf(result);
    else if (m_session.shown().what == Shown::What::run)
        now = m_ofRun;
    m_of = result;
    if (now == m_now) return;
    m_now = now;
    emit changed();
}

} // namespace ewald::ui
