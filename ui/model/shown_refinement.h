// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "base/position_move.h"
#include "model/file_opener.h"

#include <QObject>
#include <QString>

#include <array>
#include <memory>
#include <vector>

namespace ewald::ui {

class Session;

/// Where refinement has moved the positions of what is shown. Immutable once it is shared.
struct PositionMoves {
    std::vector<PositionMove> moves; ///< of all frames; not empty
    double pixel_m = 0;              ///< of the object, the mean of both sides
    double timesLimit = 0;           ///< the error over the noise limit; 0: not known, as while a run goes on
    std::array<double, 4> left{};    ///< io::PtychoResult::leftInCommon
};
using PositionMovesPtr = std::shared_ptr<const PositionMoves>;

/// Counts of a frame beside the waves, [n][n], zero frequency in the middle. Immutable once it is shared.
using BackgroundPtr = std::shared_ptr<const Array<float, 2>>;

/// How bright the beam was in each frame. Immutable once it is shared.
struct FrameIntensities {
    std::vector<std::size_t> frames; ///< numbers in the file
    std::vector<double> relative;    ///< as many; mean 1
};
using FrameIntensitiesPtr = std::shared_ptr<const FrameIntensities>;

/// What refinement has found beside object and probe; null where it was not asked for, or has found nothing yet.
struct Refinement {
    PositionMovesPtr moves;
    BackgroundPtr background;
    FrameIntensitiesPtr intensities;
    bool operator==(const Refinement&) const = default; ///< the same, and not only equal
};

/// The refinement of the run or the result that is shown: of a run that of its latest preview, while no result stands
/// in its place. UI thread.
class ShownRefinement : public QObject {
    Q_OBJECT

public:
    explicit ShownRefinement(Session& session);

    [[nodiscard]] const PositionMovesPtr& moves() const noexcept { return m_now.moves; }
    [[nodiscard]] const BackgroundPtr& background() const noexcept { return m_now.background; }
    [[nodiscard]] const FrameIntensitiesPtr& intensities() const noexcept { return m_now.intensities; }

signals:
    void changed();

private:
    void follow();

    Session& m_session;
    Refinement m_ofRun;
    Refinement m_now;
    LoadedResultPtr m_of; ///< the result that m_now is of
};

} // namespace ewald::ui
