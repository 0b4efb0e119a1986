// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/mask_proposals.h"

#include <QColor>
#include <QWidget>

#include <array>

class QCheckBox;
class QLabel;
class QProgressBar;
class QPushButton;

namespace ewald::ui {

/// The button that looks for pixels to be masked, and what it has found: kinds with their numbers to choose from, and
/// whether they become part of the mask.
class MaskProposalPanel : public QWidget {
    Q_OBJECT

public:
    explicit MaskProposalPanel(IntegrationSession& session, QWidget* parent = nullptr);

    [[nodiscard]] MaskProposals& proposals() noexcept { return m_proposals; }
    [[nodiscard]] QPushButton* findButton() const noexcept { return m_find; }
    [[nodiscard]] QPushButton* stopButton() const noexcept { return m_stop; }
    [[nodiscard]] QPushButton* applyButton() const noexcept { return m_apply; }
    [[nodiscard]] QPushButton* discardButton() const noexcept { return m_discard; }
    [[nodiscard]] QCheckBox* kindBox(azint::Suspicion why) const;
    [[nodiscard]] QLabel* text() const noexcept { return m_text; }
    /// Of the pixels of a kind over the image.
    [[nodiscard]] static QColor colourOf(azint::Suspicion why);

private:
    void buildKinds();
    void showState();

    MaskProposals m_proposals;
    QPushButton* m_find;
    QPushButton* m_stop;
    QProgressBar* m_progress;
    QLabel* m_text;
    QWidget* m_found; ///< check boxes and buttons
    std::array<QCheckBox*, 4> m_kinds{};
    QPushButton* m_apply;
    QPushButton* m_discard;
};

} // namespace ewald::ui
