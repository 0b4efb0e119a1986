// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/document.h"

#include <QObject>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ewald::ui {

class JobModel;

/// Takes back and makes again what was changed in a job: parameters, pipeline, seed, and what other parts of the window
/// add (geometry, masks), in the order in which it was done. UI thread.
///
/// Steps belong to the open file: opening another one forgets them. The files in which geometry and masks are kept are
/// not part of a step of parameters. Typing in one field, or dragging, is one step while no second passes between two
/// changes and nothing closes it (JobModel::closeStep(): the focus goes elsewhere, a value is reset, a preset is
/// taken).
class JobHistory : public QObject {
    Q_OBJECT

public:
    /// \param model outlives the history
    explicit JobHistory(JobModel& model, QObject* parent = nullptr);

    /// What says how much time lies between two changes.
    using Clock = std::function<std::chrono::steady_clock::time_point()>;
    void setClock(Clock clock) { m_clock = std::move(clock); }

    [[nodiscard]] bool canUndo() const noexcept { return !m_undo.empty(); }
    [[nodiscard]] bool canRedo() const noexcept { return !m_redo.empty(); }
    /// What the next step takes back: "Batch size"; empty: nothing to take back.
    [[nodiscard]] QString undoText() const;
    [[nodiscard]] QString redoText() const;

    /// Begins with the job as it is.
    void forget();

    /// A change of something that is not a parameter, which was just made.
    struct Outside {
        QString text; ///< what is taken back: "Geometry"
        QString key;  ///< steps of the same key within a second are one; empty: never
        std::function<void()> undo;
        std::function<void()> redo;
        QString group{}; ///< of steps that are forgotten together
    };
    void add(Outside step);
    /// The next change is a step of its own, whatever it changes.
    void closeStep();
    /// Forgets the added steps of a group: what they changed is gone.
    void forget(const QString& group);
    /// Forgets the oldest of them: no more than so many can be taken back.
    void keepNewest(const QString& group, std::size_t steps);
    /// While one exists, changes of the job follow from steps that were added, and are none by themselves.
    class Quiet {
    public:
        explicit Quiet(JobHistory& history) : m_history(history) { ++m_history.m_quiet; }
        ~Quiet() { --m_history.m_quiet; }
        Quiet(const Quiet&) = delete;
        Quiet& operator=(const Quiet&) = delete;

    private:
        JobHistory& m_history;
    };

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
        State state; ///< before it, or (taken back) after it
        QString text;
        std::optional<Outside> outside{};
    };
    [[nodiscard]] State current() const;
    void record();
    void restore(std::vector<Step>& from, std::vector<Step>& to);
    void restore(const State& state);
    /// Whether a change of `key` belongs to the newest step.
    [[nodiscard]] bool continues(const QString& key) const;
    void push(Step step);

    JobModel& m_model;
    State m_now;
    std::vector<std::filesystem::path> m_files; ///< whose job it is
    std::vector<Step> m_undo;                   ///< the newest last
    std::vector<Step> m_redo;
    QString m_key;     ///< of the parameter that changed last; empty: something else
    QString m_text;    ///< what changed last
    QString m_lastKey; ///< of the newest step
    Clock m_clock = std::chrono::steady_clock::now;
    std::chrono::steady_clock::time_point m_last; ///< change of the newest step
    int m_quiet = 0;
};

} // namespace ewald::ui
