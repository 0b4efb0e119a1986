// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/run/run_advice.h"
#include "model/device_selection.h"

#include <QElapsedTimer>
#include <QWidget>

#include <optional>

class QToolButton;

namespace ewald::view {
class ElidedLabel;
} // namespace ewald::view

namespace ewald::ui {

class Session;
struct UserMessage;

/// What holds the running job back, in one line, with a button where something can be done about it at once.
class HoldUpLine : public QWidget {
    Q_OBJECT

public:
    explicit HoldUpLine(Session& session, QWidget* parent = nullptr);

    /// What the machine has to compute with.
    void setOverview(const DeviceOverview& overview);
    /// Whether jobs of the queue run on this computer beside the run.
    void setQueueRuns(bool runs) { m_queueRuns = runs; }
    /// What is shown; absent while there is nothing to say.
    [[nodiscard]] const std::optional<job::RunAdvice>& advice() const noexcept { return m_advice; }
    [[nodiscard]] QString text() const;
    [[nodiscard]] QToolButton* button() const noexcept { return m_button; }

signals:
    void devicesWanted();
    void message(const ewald::ui::UserMessage& message);

private:
    void take(const job::Progress& progress);
    void show(const std::optional<job::RunAdvice>& advice, const job::Progress& progress);
    void clear();
    void cure();
    [[nodiscard]] job::AdviceFacts facts() const;
    /// The form has what the cure would set.
    [[nodiscard]] bool isCured(const job::Cure& cure) const;

    Session& m_session;
    view::ElidedLabel* m_text;
    QToolButton* m_button;
    job::JobPlan m_plan;
    std::string m_engine; ///< that runs
    bool m_hasGpu = false;
    bool m_queueRuns = false;
    std::optional<job::RunAdvice> m_advice;
    QElapsedTimer m_shownFor;
};

} // namespace ewald::ui
