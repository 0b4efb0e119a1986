// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/job_history.h"
#include "model/presets.h"

#include <QMenu>

#include <array>
#include <functional>

namespace ewald::ui {

class Session;
struct UserMessage;

/// Undo and redo of parameters, and the sets of parameters that were saved under a name.
class EditMenu : public QMenu {
    Q_OBJECT

public:
    /// \param keys the part of the window where the keys of undo and redo mean parameters
    EditMenu(Session& session, QWidget* keys, QWidget* parent);

    [[nodiscard]] QAction* undoAction() const noexcept { return m_undo; }
    [[nodiscard]] QAction* redoAction() const noexcept { return m_redo; }
    /// Applies a saved set to the open job.
    void usePreset(const QString& name);
    void savePreset(const QString& name);
    void saveDefaults();
    void forgetDefaults();
    /// Starts with the user's own defaults, where there are some.
    void useDefaults();

signals:
    void message(const ewald::ui::UserMessage& message);

private:
    [[nodiscard]] JobHistory& history() const;
    void showSteps();
    void fillPresets();
    void askForName();
    void attempt(const std::function<void()>& work);

    Session& m_session;
    Presets m_presets;
    std::array<JobHistory*, 2> m_histories;
    QAction* m_undo;
    QAction* m_redo;
    QMenu* m_list;
    QAction* m_forget;
};

} // namespace ewald::ui
