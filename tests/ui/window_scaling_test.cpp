// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/loss_chart.h"
#include "view/pattern_chart.h"
#include "window/devices_dialog.h"
#include "window/main_window.h"
#include "window/message_bar.h"
#include "window/scaling_page.h"
#include "window_support.h"

#include <QFile>
#include <QFileInfo>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTreeWidget>

namespace ewald::ui::test {
namespace {

class ScalingTest : public WindowTest {
protected:
    static ScalingPage* openFrom(MainWindow& window) {
        window.showDevices();
        window.devicesDialog()->tabs().setCurrentWidget(&window.devicesDialog()->scaling());
        return &window.devicesDialog()->scaling();
    }
};

TEST_F(ScalingTest, MeasuresTheOpenScanAndExportsTheTable) {
    MainWindow window;
    window.resize(1200, 800);
    window.show();
    window.open(writeScan());
    ASSERT_TRUE(waitFor([&] { return window.session().scan() && window.session().scan()->complete; }));
    ScalingPage* page = openFrom(window);
    ASSERT_NE(page, nullptr);
    EXPECT_TRUE(page->isVisible());
    page->workers().setText(QStringLiteral("none"));
    EXPECT_FALSE(page->startButton().isEnabled());
    page->workers().setText(QStringLiteral("1, 2"));
    page->repeats().setValue(2);
    page->iterations().setValue(3);
    ASSERT_TRUE(page->startButton().isEnabled());
    page->startButton().click();
    EXPECT_TRUE(page->stopButton().isEnabled());
    ASSERT_TRUE(waitFor([&] { return !page->busy() && page->report().runs.size() == 4; }));
    ASSERT_EQ(page->table().topLevelItemCount(), 2);
    EXPECT_EQ(page->table().topLevelItem(1)->text(0), QStringLiteral("2"));
    EXPECT_EQ(page->table().topLevelItem(1)->text(1), QStringLiteral("cpu:2"));
    EXPECT_EQ(page->lossChart().curveCount(), 2); // one a number of workers
    EXPECT_EQ(page->report().agreement().verdict, job::ScalingAgreement::Verdict::agree);
    EXPECT_EQ(page->verdict().message().what, QStringLiteral("The results agree"));

    if (const QString folder = qEnvironmentVariable("EWALD_TEST_PICTURES"); !folder.isEmpty())
        for (const Theme theme : {Theme::light, Theme::dark}) {
            window.setTheme(theme);
            settleAll();
            window.devicesDialog()->grab().save(QStringLiteral("%1/scaling_%2.png").arg(folder, themeName(theme)));
        }

    ASSERT_TRUE(page->exportButton().isEnabled());
    for (const char* name : {"scaling.csv", "scaling.json", "scaling.h5"}) {
        const QString file = path(QString::fromLatin1(name));
        page->exportTo(file);
        ASSERT_TRUE(waitFor([&] { return QFile::exists(file); })) << name;
        EXPECT_GT(QFileInfo(file).size(), 100) << name;
    }
    page->exportTo(path(QStringLiteral("scaling.txt")));
    ASSERT_TRUE(waitFor([&] { return page->verdict().message().severity == io::Severity::error; }));
    EXPECT_TRUE(page->verdict().message().where.endsWith(QStringLiteral("scaling.txt")));
}

/// Points at 1, 2 and 4 workers, one with a deviation as large as itself.
TEST_F(ScalingTest, ErrorBarsAndZeroAreOnTheAxes) {
    MainWindow window;
    ScalingPage* page = openFrom(window);
    job::ScalingReport report;
    for (const auto& [workers, seed, time] : {std::tuple{1U, 0ULL, 1.0},
                                              {2U, 0ULL, 0.2},
                                              {4U, 0ULL, 0.3},
                                              {1U, 1ULL, 1.0},
                                              {2U, 1ULL, 0.6},
                                              {4U, 1ULL, 0.3}}) {
        job::ScalingRun run;
        run.workers = workers, run.seed = seed, run.iteration_s = time, run.devices = "cpu";
        if (workers > 1) run.objectDifference = workers == 4 ? 0.5 : 0.0;
        report.runs.push_back(run);
    }
    page->showReport(report);
    const view::PatternChart& chart = page->speedupChart();
    ASSERT_EQ(chart.curves().size(), 2U);
    const view::PatternCurve& measured = chart.curves().front();
    ASSERT_EQ(measured.x, (std::vector{1.0, 2.0, 4.0}));
    page->speedupChart().refreshNow();
    const auto [low, high] = chart.yRange();
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_LE(low, std::max(0.0F, measured.y[i] - measured.error[i])) << i;
        EXPECT_GT(high, measured.y[i] + measured.error[i]) << i;
    }
    EXPECT_GT(measured.error[1], 1) << "1 / (0.4 ± 0.28)";
    EXPECT_LE(low, 0);
    EXPECT_LT(chart.xRange().first, 1);
    EXPECT_GT(chart.xRange().second, 4);
    EXPECT_EQ(page->verdict().message().what, QStringLiteral("The results do not agree"));
    EXPECT_EQ(page->verdict().message().severity, io::Severity::error);
}

TEST_F(ScalingTest, AWindowThatClosesEndsTheMeasurement) {
    const auto window = std::make_unique<MainWindow>();
    ScalingPage* page = openFrom(*window); // without a scan: one is simulated
    ASSERT_NE(page, nullptr);
    page->iterations().setValue(100000);
    page->startButton().click();
    settle();
    EXPECT_TRUE(page->busy());
} // minutes, if it waited for the end of the run; and the session is gone before the dialog

TEST_F(ScalingTest, StopsInTheMiddleAndStartsAgain) {
    MainWindow window;
    window.show();
    window.open(writeScan());
    ASSERT_TRUE(waitFor([&] { return window.session().scan() && window.session().scan()->complete; }));
    ScalingPage* page = openFrom(window);
    ASSERT_NE(page, nullptr);
    page->workers().setText(QStringLiteral("1"));
    page->repeats().setValue(1);
    page->iterations().setValue(100000); // minutes, if it were not stopped
    page->startButton().click();
    settle();
    page->stopButton().click();
    EXPECT_FALSE(page->busy());
    EXPECT_TRUE(page->report().stopped);
    EXPECT_TRUE(page->report().runs.empty());
    page->iterations().setValue(2);
    page->startButton().click();
    ASSERT_TRUE(waitFor([&] { return !page->busy() && page->report().runs.size() == 1; }));
    EXPECT_FALSE(page->report().stopped);
}

} // namespace
} // namespace ewald::ui::test
