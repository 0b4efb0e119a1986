// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "job/calibration/calibrate_frames.h"
#include "model/user_message.h"

#include <QObject>

#include <optional>

namespace ewald::ui {

class IntegrationSession;

/// Finds the geometry of the open frames from the rings of a calibrant, away from the UI thread, and takes it over
/// where it is to be believed. Other frames, and another energy, pixel size or orientation, end it: its answer would be
/// of something else.
class RingCalibration : public QObject {
    Q_OBJECT

public:
    explicit RingCalibration(IntegrationSession& session, QObject* parent = nullptr);

    /// One line on what has to be done first; empty = it can begin.
    /// \param calibrant its name or file, empty: none is chosen
    [[nodiscard]] QString missing(const QString& calibrant) const;
    /// Stores what was edited and begins; forgets the answer before.
    void start(const QString& calibrant, const crystal::Conditions& conditions = {});
    /// Ends without an answer. \param why what failure() says then, where one ran
    void stop(const QString& why = {});
    /// Ends, and takes the answer before away: it is of something else.
    void forget();
    [[nodiscard]] bool busy() const noexcept { return m_worker.busy(); }
    /// Of the last search that came to its end.
    [[nodiscard]] const std::optional<job::FrameCalibration>& answer() const noexcept { return m_answer; }
    /// Whether the answer became the geometry and still is it; of one that was refused, whether the geometry is that of
    /// before.
    [[nodiscard]] bool isTaken() const;
    /// Why the last search came to no answer.
    [[nodiscard]] const std::optional<UserMessage>& failure() const noexcept { return m_failure; }
    /// The flips of the frames that the answer is of.
    [[nodiscard]] bool flipRows() const noexcept { return m_flipRows; }
    [[nodiscard]] bool flipCols() const noexcept { return m_flipCols; }

signals:
    /// Busy or not, and what it came to.
    void changed();

private:
    void begin(const QString& calibrant, const crystal::Conditions& conditions);
    void take(job::FrameCalibration found);
    /// Ends a search whose answer would not fit what the form says now.
    void checkInput();

    IntegrationSession& m_session;
    std::optional<job::FrameCalibration> m_answer;
    std::optional<UserMessage> m_failure;
    azint::Poni m_poni; ///< of the session when it began
    bool m_flipRows = false;
    bool m_flipCols = false;
    Worker m_worker;
};

} // namespace ewald::ui
