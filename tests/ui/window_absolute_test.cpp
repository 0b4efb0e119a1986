// SPDX-License-Identifier: GPL-3.0-or-later
#include "powder_window.h"
#include "view/pattern_chart.h"
#include "window/powder_page.h"

#include <QChartView>

namespace ewald::ui::test {
namespace {

/// A pattern in 1/cm says so, in a run and as a result.
TEST_F(PowderWindowTest, AbsolutePatternsSayTheirUnit) {
    openPowder();
    const auto run = [&] {
        m_window->startRun();
        ASSERT_TRUE(waitFor([this] {
            return !m_window->session().controller().running() && m_window->session().integrationResult() &&
                   m_window->powderPage().isIdle() && !m_window->powderPage().pattern()->curves().empty();
        })) << m_window->messageBar().message().what.toStdString();
    };
    const auto title = [&] {
        view::PatternChart& chart = *m_window->powderPage().pattern();
        chart.refreshNow();
        return chart.findChild<QChartView*>()->chart()->axes(Qt::Vertical).first()->titleText();
    };
    run();
    EXPECT_EQ(title(), QStringLiteral("Intensity"));
    set("sample_thickness_m", job::ParameterValue(0.001));
    set("absolute_factor", job::ParameterValue(2.0));
    m_window->session().setOutputFile(path(QStringLiteral("absolute.h5")), true);
    run();
    EXPECT_TRUE(waitFor([&] { return title() == QStringLiteral("Cross section (cm⁻¹)"); })) << title().toStdString();
}

} // namespace
} // namespace ewald::ui::test
