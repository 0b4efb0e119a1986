// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/optional_page.h"

namespace ewald::view {
class PatternChart;
} // namespace ewald::view

namespace ewald::ui {

class Session;

/// How bright the beam was in each frame of what is shown, as a curve over the numbers of the frames. UI thread.
class IntensitiesPanel : public OptionalPage {
    Q_OBJECT

public:
    IntensitiesPanel(Session& session, QTabWidget& tabs);

    [[nodiscard]] view::PatternChart* chart() const noexcept { return m_chart; }

protected:
    [[nodiscard]] bool hasContent() const override;
    void showContent() override;
    void clearContent() override;

private:
    Session& m_session;
    view::PatternChart* m_chart;
};

} // namespace ewald::ui
