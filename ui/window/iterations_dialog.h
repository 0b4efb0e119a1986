// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLabel;
class QPushButton;

namespace ewald::ui {

class WholeBox;

/// Asks for how many iterations a result is to be continued. What is no such number does not start anything. UI thread.
class IterationsDialog : public QDialog {
    Q_OBJECT

public:
    /// \param most iterations that a pipeline may still get, at least one
    explicit IterationsDialog(int most, QWidget* parent = nullptr);

    [[nodiscard]] int iterations() const;
    void accept() override;

private:
    void showProblem();

    WholeBox* m_box;
    QLabel* m_problem;
    QPushButton* m_continue;
    bool m_goesBack = false; ///< what was confirmed is not what is in the box now
};

} // namespace ewald::ui
