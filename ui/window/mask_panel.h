// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;

namespace ewald::ui {

class IntegrationSession;
class MaskProposalPanel;

/// The mask beside what is drawn with the mouse: thresholds, rings, all at once, files, proposals.
class MaskPanel : public QWidget {
    Q_OBJECT

public:
    explicit MaskPanel(IntegrationSession& session, QWidget* parent = nullptr);

    [[nodiscard]] QLineEdit* lowBox() const noexcept { return m_low; }
    [[nodiscard]] QLineEdit* highBox() const noexcept { return m_high; }
    [[nodiscard]] QComboBox* ringUnitBox() const noexcept { return m_unit; }
    [[nodiscard]] QLineEdit* ringLowBox() const noexcept { return m_ringLow; }
    [[nodiscard]] QLineEdit* ringHighBox() const noexcept { return m_ringHigh; }
    [[nodiscard]] MaskProposalPanel& proposals() const noexcept { return *m_proposals; }
    void maskThresholds();
    void maskRing(bool bad);

private:
    QWidget* buildThresholds();
    QWidget* buildRing();
    void askLoad();
    void askSave();
    void showCount();

    IntegrationSession& m_session;
    QLineEdit* m_low = nullptr;
    QLineEdit* m_high = nullptr;
    QComboBox* m_unit = nullptr;
    QLineEdit* m_ringLow = nullptr;
    QLineEdit* m_ringHigh = nullptr;
    MaskProposalPanel* m_proposals = nullptr;
    QLabel* m_count = nullptr;
    QLabel* m_problem = nullptr;
};

} // namespace ewald::ui
