// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/loss_chart.h"
#include "window/main_window.h"
#include "window/scaling_dialog.h"
#include "window_support.h"

#include <QAction>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTreeWidget>

namespace ewald::ui::test {
namespace {

class ScalingTest : public WindowTest {
protected:
    static ScalingDialog* openFrom(MainWindow& window) {
        for (QAction* action : window.findChildren<QAction*>())
            if (action->shortcut() == QKeySequence(Qt::CTRL | Qt::Key_D)) action->trigger();
        return window.scalingDialog();
    }
};

TEST_F(ScalingTest, MeasuresTheOpenScanAndExportsTheTable) {
    MainWindow window;
    window.resize(1200, 800);
    window.show();
    window.open(writeScan());
    ASSERT_TRUE(waitFor([&] { return window.session().scan() && window.session().scan()->complete; }));
    ScalingDialog* dialog = openFrom(window);
    ASSERT_NE(dialog, nullptr);
    EXPECT_TRUE(dialog->isVisible());
    ASSERT_TRUE(waitFor([&] { return dialog->devices().topLevelItemCount() > 0; }));
    EXPECT_EQ(dialog->devices().topLevelItem(0)->text(0), QStringLiteral("cpu"));

    dialog->workers().setText(QStringLiteral("none"));
    EXPECT_FALSE(dialog->startButton().isEnabled());
    dialog->workers().setText(QStringLiteral("1, 2"));
    dialog->repeats().setValue(2);
    dialog->iterations().setValue(3);
    ASSERT_TRUE(dialog->startButton().isEnabled());
    dialog->startButton().click();
    EXPECT_TRUE(dialog->stopButton().isEnabled());
    ASSERT_TRUE(waitFor([&] { return !dialog->busy() && dialog->report().runs.size() == 4; }));
    ASSERT_EQ(dialog->table().topLevelItemCount(), 2);
    EXPECT_EQ(dialog->table().topLevelItem(1)->text(0), QStringLiteral("2"));
    EXPECT_EQ(dialog->table().topLevelItem(1)->text(1), QStringLiteral("cpu:2"));
    EXPECT_EQ(dialog->lossChart().curveCount(), 2); // one a number of workers
    EXPECT_EQ(dialog->report().agreement().verdict, job::ScalingAgreement::Verdict::agree);

    if (const QString folder = qEnvironmentVariable("EWALD_TEST_PICTURES"); !folder.isEmpty())
        for (const Theme theme : {Theme::light, Theme::dark}) {
            window.setTheme(theme);
            QTest::qWait(300);
            dialog->grab().save(QStringLiteral("%1/scaling_%2.png").arg(folder, themeName(theme)));
        }

    const QString file = path(QStringLiteral("scaling.csv"));
    dialog->exportTo(file);
    ASSERT_TRUE(waitFor([&] { return QFile::exists(file); }));
}

TEST_F(ScalingTest, AWindowThatClosesEndsTheMeasurement) {
    const auto window = std::make_unique<MainWindow>();
    ScalingDialog* dialog = openFrom(*window); // without a scan: one is simulated
    ASSERT_NE(dialog, nullptr);
    dialog->iterations().setValue(100000);
    dialog->startButton().click();
    QTest::qWait(100);
    EXPECT_TRUE(dialog->busy());
} // minutes, if it waited for the end of the run; and the session is gone before the dialog

TEST_F(ScalingTest, StopsInTheMiddleAndStartsAgain) {
    MainWindow window;
    window.show();
    window.open(writeScan());
    ASSERT_TRUE(waitFor([&] { return window.session().scan() && window.session().scan()->complete; }));
    ScalingDialog* dialog = openFrom(window);
    ASSERT_NE(dialog, nullptr);
    dialog->workers().setText(QStringLiteral("1"));
    dialog->repeats().setValue(1);
    dialog->iterations().setValue(100000); // minutes, if it were not stopped
    dialog->startButton().click();
    QTest::qWait(200);
    dialog->stopButton().click();
    EXPECT_FALSE(dialog->busy());
    EXPECT_TRUE(dialog->report().stopped);
    EXPECT_TRUE(dialog->report().runs.empty());
    dialog->iterations().setValue(2);
    dialog->startButton().click();
    ASSERT_TRUE(waitFor([&] { return !dialog->busy() && dialog->report().runs.size() == 1; }));
    EXPECT_FALSE(dialog->report().stopped);
}

} // namespace
} // namespace ewald::ui::test
