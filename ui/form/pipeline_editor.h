// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

class QComboBox;
class QFrame;
class QLabel;
class QSpinBox;
class QToolButton;
class QVBoxLayout;

namespace ewald::ui {

class JobModel;

/// The engines of a job, one row each: which one, how many iterations, up, down, away; and a button that adds one.
/// One row is the current one: its parameters are what a form shows.
class PipelineEditor : public QWidget {
    Q_OBJECT

public:
    PipelineEditor(JobModel& model, QWidget* parent);

    [[nodiscard]] std::size_t currentStage() const noexcept { return m_current; }
    void setCurrentStage(std::size_t stage);
    /// After so many iterations of a run its parameters were changed. Stages that begin there are said to come of that,
    /// and can be made one. Nothing: those of before are kept.
    void setChanges(const std::vector<std::size_t>& iterations);
    /// The widgets of a row, for tests and for the keyboard.
    [[nodiscard]] QComboBox* engineBox(std::size_t stage) const { return m_rows.at(stage).engine; }
    [[nodiscard]] QSpinBox* iterationsBox(std::size_t stage) const { return m_rows.at(stage).iterations; }
    [[nodiscard]] QToolButton* addButton() const noexcept { return m_add; }
    [[nodiscard]] QLabel* changesLine() const noexcept { return m_changesLine; }

signals:
    void currentStageChanged(std::size_t stage);
    /// One sentence on the engine under the mouse or the keyboard, rich text.
    void helpWanted(const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Row {
        QFrame* frame = nullptr;
        QLabel* number = nullptr;
        QComboBox* engine = nullptr;
        QSpinBox* iterations = nullptr;
        QToolButton* up = nullptr;
        QToolButton* down = nullptr;
        QToolButton* remove = nullptr;
    };
    void refresh();
    void makeRow();
    void fillRow(std::size_t index);
    void showTotal();
    void showChanges();
    void makeOneStage();

    JobModel& m_model;
    QVBoxLayout* m_list;
    QToolButton* m_add;
    QLabel* m_total;
    QLabel* m_changesLine;
    std::vector<std::size_t> m_changes;
    std::vector<Row> m_rows;
    std::size_t m_current = 0;
};

} // namespace ewald::ui
