// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document.h"

#include <QElapsedTimer>
#include <QObject>

#include <string>
#include <vector>

namespace ewald::ui {

class JobModel;

/// Takes back and makes again what was changed in a job: parameters, pipeline, seed. UI thread.
///
/// Steps belong to the open file: opening another one forgets them. Files that other parts of the window write (masks,
/// geometry) are not part of a step; they have steps of their own. Typing in one field within a second is one step.
class JobHistory : public QObject {
    Q_OBJECT

public:
    /// \param model outlives the history
    explicit JobHistory(JobModel& model, QObject* parent = nullptr);

    [[nodiscard]] bool canUndo() const noexcept { return !m_undo.empty(); }
    [[nodiscard]] bool canRedo() const noexcept { return !m_redo.empty(); }
    /// What the next step takes back: "Batch size"; empty: nothing to take back.
    [[nodiscard]] QString undoText() const;
    [[nodiscard]] QString redoText() const;

    /// Begins with the job as it is.
    void forget();

public slots:
    void undo();
    void redo();

signals:
    void changed();

private:
    /// What a step restores.
    struct State {
        job::ParameterMap input, compute, output;
        std::vector<job::Stage> pipeline;
        unsigned long long seed = 0;
        bool operator==(const State&) const = default;
    };
    struct Step {
        State state;
        QString text;
    };
    [[nodiscard]] State current() const;
    void record();
    void restore(std::vector<Step>& from, std::vector<Step>& to);

    JobModel& m_model;
    State m_now;
    std::vector<std::filesystem::path> m_files; ///< whose job it is
    std::vector<Step> m_undo;                   ///< the newest last
    std::vector<Step> m_redo;
    QString m_key;     ///< of the parameter that changed last; empty: something else
    QString m_text;    ///< what changed last
    QString m_lastKey; ///< of the newest step
    QElapsedTimer m_sinceLast;
    bool m_restoring = false;
};

} // namespace ewald::ui
