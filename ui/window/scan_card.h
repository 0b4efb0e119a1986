// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scan_data.h"

#include <QFrame>
#include <QList>

class QAction;
class QCheckBox;
class QHBoxLayout;
class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace ewald::view {
class ElidedLabel;
} // namespace ewald::view

namespace ewald::ui {

class Session;

/// The scan that Start runs in a few lines: file, frames, geometry, what did not come from the file, what to worry
/// about; what is shown where that is an opened result or of another scan; and how far opening is.
class ScanCard : public QFrame {
    Q_OBJECT

public:
    explicit ScanCard(Session& session, QWidget* parent = nullptr);
    /// Adds buttons before that for opening.
    void addFileActions(const QList<QAction*>& actions);

signals:
    void openWanted();
    void remarksWanted();
    /// Another geometry is to be loaded.
    void geometryWanted();

private:
    void connectSession();
    void refresh();
    void showScan();
    void showStack();
    void showByHand();
    void showContradiction();
    void showProblem();
    void showFollow();
    void showNotOpen(const QString& nothing, const QString& invitation);
    void showShown();
    void showBusy();

    Session& m_session;
    QHBoxLayout* m_top = nullptr;
    view::ElidedLabel* m_name;
    QLabel* m_facts;
    QLabel* m_byHand;
    QLabel* m_contradiction;
    QLabel* m_problem; ///< that holds Start back
    view::ElidedLabel* m_shown;
    QPushButton* m_openInput;
    QToolButton* m_remarks;
    QCheckBox* m_follow; ///< of frames that are still being written
    QPushButton* m_open;
    QWidget* m_busyRow;
    view::ElidedLabel* m_busyText;
    QProgressBar* m_progress;
};

/// "516 frames of 128 × 128, uint16", "8.8 keV, 2 m, 75 µm → 28.2 nm object pixels", …: one line each.
[[nodiscard]] QStringList scanFacts(const ScanData& data);
/// "3 remarks, 1 warning": one line on the notes; empty without notes that matter.
[[nodiscard]] QString remarksSummary(const ScanData& data);

} // namespace ewald::ui
