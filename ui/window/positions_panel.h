// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "model/shown_moves.h"

#include <QWidget>

#include <vector>

class QLabel;
class QTabWidget;

namespace ewald::view {
class LengthHistogram;
} // namespace ewald::view

namespace ewald::ui {

class Session;

/// What refinement did to the positions of what is shown: how far they went as a histogram and in words, and what the
/// moves have in common, in words. A page of a QTabWidget that is there only while there are moves. UI thread.
class PositionsPanel : public QWidget {
    Q_OBJECT

public:
    /// Adds itself to `tabs`.
    PositionsPanel(Session& session, QTabWidget& tabs);
    ~PositionsPanel() override;

    [[nodiscard]] view::LengthHistogram& histogram() const noexcept { return *m_histogram; }
    /// The page is there.
    [[nodiscard]] bool isShown() const;
    /// Makes it the current page.
    void reveal();
    /// Empty where nothing is shown, or the page was not looked at.
    [[nodiscard]] QString text() const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Found;
    void follow();
    void find();
    void show(const Found& found);

    Session& m_session;
    QTabWidget& m_tabs;
    view::LengthHistogram* m_histogram;
    QLabel* m_text;
    bool m_outdated = false; ///< the moves have changed while the page was not to be seen
    Worker m_worker;         ///< last: its thread ends first
};

} // namespace ewald::ui
