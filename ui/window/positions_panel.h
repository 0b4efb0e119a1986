// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "window/optional_page.h"

class QLabel;
class QTabWidget;

namespace ewald::view {
class LengthHistogram;
} // namespace ewald::view

namespace ewald::ui {

class Session;

/// What refinement did to the positions of what is shown: how far they went as a histogram and in words, and what the
/// moves have in common, in words. UI thread.
class PositionsPanel : public OptionalPage {
    Q_OBJECT

public:
    PositionsPanel(Session& session, QTabWidget& tabs);
    ~PositionsPanel() override;

    [[nodiscard]] view::LengthHistogram& histogram() const noexcept { return *m_histogram; }
    /// Empty where nothing is shown, or the page was not looked at.
    [[nodiscard]] QString text() const;

protected:
    [[nodiscard]] bool hasContent() const override;
    void showContent() override;
    void clearContent() override;

private:
    struct Found;
    void show(const Found& found);

    Session& m_session;
    view::LengthHistogram* m_histogram;
    QLabel* m_text;
    Worker m_worker; ///< last: its thread ends first
};

} // namespace ewald::ui
