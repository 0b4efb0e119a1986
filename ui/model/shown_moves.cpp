// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/shown_moves.h"

#include "job/position_moves.h"
#include "model/session.h"

#include <cmath>

namespace ewald::ui {

namespace {

PositionMovesPtr movesOf(std::vector<PositionMove> moves, double pixelHeight_m, double pixelWidth_m) {
    if (moves.empty()) return nullptr;
    return std::make_shared<const PositionMoves>(
        PositionMoves{std::move(moves), std::sqrt(std::abs(pixelHeight_m * pixelWidth_m))});
}

PositionMovesPtr movesOf(const io::PtychoResult& result) {
    return movesOf(
        job::positionMoves(result.initialPositions, result.positions, result.frameIndex, result.objectPixelWidth_m),
        result.objectPixelHeight_m, result.objectPixelWidth_m);
}

} // namespace

ShownMoves::ShownMoves(Session& session) : QObject(&session), m_session(session) {
    JobController& controller = session.controller();
    connect(&controller, &JobController::runningChanged, this, [this](bool running) {
        if (!running || m_session.startedMode() != Mode::ptychography) return;
        m_ofRun.reset();
        follow();
    });
    connect(&controller, &JobController::previewReady, this,
            [this](const std::shared_ptr<const job::Preview>& preview) {
                m_ofRun = movesOf(preview->moves, preview->objectPixelHeight_m, preview->objectPixelWidth_m);
                follow();
            });
    connect(&session, &Session::resultChanged, this, &ShownMoves::follow);
    connect(&session, &Session::shownChanged, this, &ShownMoves::follow);
}

void ShownMoves::follow() {
    PositionMovesPtr now;
    const LoadedResultPtr result =
        m_session.shown().what == Shown::What::result ? m_session.result() : LoadedResultPtr();
    if (result)
        now = m_of == result ? m_moves : movesOf(result->result);
    else if (m_session.shown().what == Shown::What::run)
        now = m_ofRun;
    m_of = result;
    if (now == m_moves) return;
    m_moves = now;
    emit changed();
}

} // namespace ewald::ui
