// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/optional_page.h"

class QListWidget;
class QTabWidget;

namespace ewald::view {
class LossChart;
} // namespace ewald::view

namespace ewald::ui {

/// What the run of the loss chart decided by itself, as a list with the numbers of the flags: for those who read it
/// without a mouse. The chart points to the flag of the chosen line. UI thread.
class DecisionsPanel : public OptionalPage {
    Q_OBJECT

public:
    DecisionsPanel(view::LossChart& chart, QTabWidget& tabs);

    /// Takes over what is decided in the flags of the chart.
    void follow();
    [[nodiscard]] QListWidget& list() const noexcept { return *m_list; }

protected:
    [[nodiscard]] bool hasContent() const override;

private:
    view::LossChart& m_chart;
    QListWidget* m_list;
};

} // namespace ewald::ui
