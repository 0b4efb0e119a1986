// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/position_move.h"
#include "model/file_opener.h"

#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace ewald::ui {

class Session;

/// Where refinement has moved the positions of what is shown. Immutable once it is shared.
struct PositionMoves {
    std::vector<PositionMove> moves; ///< of all frames; not empty
    double pixel_m = 0;              ///< of the object, the mean of both sides
};
using PositionMovesPtr = std::shared_ptr<const PositionMoves>;

/// The moves of the run or the result that is shown: of a run those of its latest preview, while no result stands in
/// its place. UI thread.
class ShownMoves : public QObject {
    Q_OBJECT

public:
    explicit ShownMoves(Session& session);

    /// Null where nothing is shown or no position has moved.
    [[nodiscard]] const PositionMovesPtr& moves() const noexcept { return m_moves; }

signals:
    void changed();

private:
    void follow();

    Session& m_session;
    PositionMovesPtr m_ofRun;
    PositionMovesPtr m_moves;
    LoadedResultPtr m_of; ///< the result that m_moves is of
};

} // namespace ewald::ui
