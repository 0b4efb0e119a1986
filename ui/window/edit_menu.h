// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/ordered_tasks.h"
#include "model/presets.h"

#include <QMenu>

#include <functional>

namespace ewald::ui {

class Session;
struct UserMessage;

/// Undo and redo, and the sets of parameters that were saved under a name.
class EditMenu : public QMenu {
    Q_OBJECT

public:
    EditMenu(Session& session, QWidget* parent);

    [[nodiscard]] QAction* undoAction() const noexcept { return m_undo; }
    [[nodiscard]] QAction* redoAction() const noexcept { return m_redo; }
    /// Applies a saved set to the open job.
    void usePreset(const QString& name);
    void removePreset(const QString& name);
    void savePreset(const QString& name);
    void saveDefaults();
    void forgetDefaults();
    /// Starts with the user's own defaults, where there are some. Reads their files at once: it is for a window that
    /// is being made, before anything can be opened.
    void useDefaults();
    /// Waits for the files of what was saved or removed.
    void finish() { m_files.finish(); }

signals:
    void message(const ewald::ui::UserMessage& message);

private:
    void showSteps();
    void fillPresets();
    void askForName();
    /// Does `work` with the files of the presets, away from this thread, then `done` here; errors become messages.
    void withFiles(std::function<void()> work, std::function<void()> done = {});
    /// Looks which presets there are.
    void survey();

    Session& m_session;
    Presets m_presets;
    OrderedTasks m_files;
    QStringList m_names; ///< of the presets of this kind of job, as far as it is known
    QAction* m_undo;
    QAction* m_redo;
    QMenu* m_list;
    QAction* m_forget;
};

} // namespace ewald::ui
