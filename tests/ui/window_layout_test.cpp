// SPDX-License-Identifier: GPL-3.0-or-later
// Real names and small screens: nothing is cut off without a sign of it, nothing moves under the mouse.
#include "form/parameter_form.h"
#include "form/pipeline_editor.h"
#include "view/elided_label.h"
#include "view/image_view.h"
#include "view/pattern_view.h"
#include "window/data_page.h"
#include "window/frame_page.h"
#include "window/live_page.h"
#include "window/main_window.h"
#include "window/message_bar.h"
#include "window/scan_card.h"
#include "window_support.h"

#include <QAction>
#include <QLineEdit>
#include <QScreen>
#include <QShortcut>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <set>

namespace ewald::ui::test {
namespace {

class LayoutTest : public WindowTest {
protected:
    void makeWindow(QSize size = {1280, 800}) {
        m_window = std::make_unique<MainWindow>();
        m_window->resize(size);
        showNow(*m_window);
    }
    std::unique_ptr<MainWindow> m_window;
};

TEST_F(LayoutTest, TheFirstStartFitsTheScreen) {
    const MainWindow window; // without settings of an earlier start
    const QSize screen = window.screen()->availableSize();
    EXPECT_LE(window.width(), screen.width());
    EXPECT_LE(window.height(), screen.height());
}

TEST_F(LayoutTest, LongNamesDoNotWidenTheWindow) {
    QStringList recent;
    for (int i = 0; i < 10; ++i) recent << path(QStringLiteral("%1_").arg(i) + kLongName);
    QSettings().setValue(QStringLiteral("files/recent"), recent);
    makeWindow();
    EXPECT_LE(m_window->minimumSizeHint().width(), 1000);
    EXPECT_LE(m_window->minimumSizeHint().height(), 640);
    m_window->open(writeScan(smallExperiment(), kLongName));
    ASSERT_TRUE(waitFor([this] { return m_window->session().scan() && m_window->session().scan()->complete; }));
    m_window->session().job().setIterations(0, 1);
    m_window->startRun();
    ASSERT_TRUE(
        waitFor([this] { return !m_window->session().controller().running() && m_window->session().result(); }));
    for (int tab = 0; tab < m_window->tabs().count(); ++tab) {
        if (!m_window->tabs().isTabVisible(tab)) continue;
        m_window->tabs().setCurrentIndex(tab);
        settleAll();
        EXPECT_LE(m_window->minimumSizeHint().width(), 1000) << "page " << tab;
        EXPECT_LE(m_window->minimumSizeHint().height(), 640) << "page " << tab;
        EXPECT_EQ(m_window->size(), QSize(1280, 800)) << "page " << tab;
    }
    // What does not fit is shortened with a sign of it.
    auto* name = m_window->findChild<ScanCard*>()->findChild<view::ElidedLabel*>();
    ASSERT_NE(name, nullptr);
    EXPECT_TRUE(name->shownText().contains(u'…')) << name->shownText().toStdString();
    EXPECT_EQ(name->text(), kLongName);
}

TEST_F(LayoutTest, AMessageMovesOnlyTheLowerEdgeOfThePage) {
    makeWindow();
    m_window->open(writeScan());
    ASSERT_TRUE(waitFor([this] { return m_window->session().scan() && m_window->session().scan()->complete; }));
    const auto places = [this] {
        std::vector<QPoint> all;
        for (QWidget* widget : {static_cast<QWidget*>(&m_window->tabs()), static_cast<QWidget*>(&m_window->form()),
                                static_cast<QWidget*>(m_window->dataPage().pattern())}) {
            all.push_back(widget->mapTo(m_window.get(), QPoint()));
        }
        return all;
    };
    settleAll();
    const std::vector<QPoint> before = places();
    const QSize form = m_window->form().size();
    const int width = m_window->tabs().width();
    m_window->messageBar().show({io::Severity::info,
                                 QStringLiteral("Saved"),
                                 QStringLiteral("/data/") + kLongName + QStringLiteral("/") + kLongName,
                                 QStringLiteral("a hint"),
                                 {}});
    m_window->messageBar().addButton(QStringLiteral("Export…"), [] {});
    settleAll();
    EXPECT_TRUE(m_window->messageBar().isVisible());
    EXPECT_EQ(places(), before);
    EXPECT_EQ(m_window->form().size(), form);
    EXPECT_EQ(m_window->tabs().width(), width);
    EXPECT_TRUE(m_window->messageBar().parentWidget()->rect().contains(m_window->messageBar().geometry()));
}

TEST_F(LayoutTest, EveryEngineOfAPipelineCanBeRemoved) {
    makeWindow();
    JobModel& job = m_window->session().job();
    job.setEngine(0, "dm");
    job.addStage(0, "rpie");
    job.addStage(1, "epie");
    settleAll();
    PipelineEditor* editor = m_window->form().pipeline();
    int buttons = 0;
    for (const QToolButton* button : editor->findChildren<QToolButton*>()) {
        if (!button->isVisible()) continue;
        ++buttons;
        // All of it inside of what is to be seen.
        EXPECT_EQ(button->visibleRegion().boundingRect(), button->rect()) << button->toolTip().toStdString();
    }
    EXPECT_GE(buttons, 3 * 3 + 1);
}

TEST_F(LayoutTest, TitlesOfSmallViewsAreWhole) {
    makeWindow({1280, 800});
    m_window->open(writeScan());
    ASSERT_TRUE(waitFor([this] { return m_window->session().scan() && m_window->session().scan()->complete; }));
    m_window->session().job().setIterations(0, 3);
    m_window->startRun();
    ASSERT_TRUE(
        waitFor([this] { return !m_window->session().controller().running() && m_window->session().result(); }));
    settleAll();
    for (const view::ImageView* view :
         {m_window->livePage().pattern()->measuredView(), m_window->livePage().pattern()->modelledView()}) {
        if (!view->isVisible()) continue;
        const auto* label = view->findChild<view::ElidedLabel*>();
        ASSERT_NE(label, nullptr);
        EXPECT_EQ(label->shownText(), label->text());
    }
}

TEST_F(LayoutTest, TheWheelDoesNotReachPagesOfTheOtherMode) {
    makeWindow();
    for (const Mode mode : {Mode::integration, Mode::ptychography}) {
        m_window->session().setMode(mode);
        QTabWidget& tabs = m_window->tabs();
        int shown = 0;
        for (int tab = 0; tab < tabs.count(); ++tab) shown += tabs.isTabVisible(tab) ? 1 : 0;
        for (const int turn : {-120, 120}) {
            std::set<int> seen;
            for (int i = 0; i < tabs.count(); ++i) {
                QWheelEvent event(QPointF(5, 5), tabs.tabBar()->mapToGlobal(QPointF(5, 5)), {}, {0, turn}, Qt::NoButton,
                                  Qt::NoModifier, Qt::NoScrollPhase, false);
                QApplication::sendEvent(tabs.tabBar(), &event);
                seen.insert(tabs.currentIndex());
                EXPECT_TRUE(tabs.isTabVisible(tabs.currentIndex())) << tabs.tabText(tabs.currentIndex()).toStdString();
            }
            EXPECT_GE(static_cast<int>(seen.size()) + 1, shown); // the first page may have been left at once
        }
    }
}

TEST_F(LayoutTest, EscapeEmptiesTheSearch) {
    makeWindow();
    activate(*m_window);
    m_window->form().focusSearch();
    auto* search = qobject_cast<QLineEdit*>(m_window->focusWidget());
    ASSERT_NE(search, nullptr);
    QTest::keyClicks(search, QStringLiteral("modes"));
    EXPECT_EQ(search->text(), QStringLiteral("modes"));
    QTest::keyClick(search, Qt::Key_Escape);
    EXPECT_TRUE(search->text().isEmpty());
}

TEST_F(LayoutTest, EscapeClosesTheMessageAndPutsTheToolAway) {
    makeWindow();
    m_window->session().setMode(Mode::integration);
    m_window->tabs().setCurrentWidget(&m_window->framePage());
    m_window->framePage().setTool(FramePage::Tool::brush);
    m_window->messageBar().show({io::Severity::info, QStringLiteral("Done"), {}, {}, {}});
    activate(*m_window);
    m_window->framePage().image()->canvas()->setFocus();
    // One key has one meaning: two shortcuts on the same key would both be dead.
    QTest::keyClick(m_window->framePage().image()->canvas(), Qt::Key_Escape);
    EXPECT_FALSE(m_window->messageBar().isShown());
    EXPECT_EQ(m_window->framePage().tool(), FramePage::Tool::brush);
    QTest::keyClick(m_window->framePage().image()->canvas(), Qt::Key_Escape);
    EXPECT_EQ(m_window->framePage().tool(), FramePage::Tool::none);
    m_window->session().setMode(Mode::ptychography);
    m_window->tabs().setCurrentWidget(&m_window->livePage());
    view::ImageView* object = m_window->livePage().object();
    const QList<QAction*> actions = object->actions();
    const auto measure =
        std::ranges::find_if(actions, [](const QAction* action) { return action->shortcut() == Qt::Key_M; });
    ASSERT_NE(measure, actions.end());
    object->setMeasuring(true);
    ASSERT_TRUE((*measure)->isChecked());
    QTest::keyClick(object->canvas(), Qt::Key_Escape);
    EXPECT_FALSE((*measure)->isChecked());
}

TEST_F(LayoutTest, WhatIsCheckedStandsOutInEveryTheme) {
    makeWindow();
    for (const Theme theme : {Theme::light, Theme::dark}) {
        m_window->setTheme(theme);
        QToolButton checked;
        QToolButton open;
        for (QToolButton* button : {&checked, &open}) {
            button->setCheckable(true);
            button->resize(60, 30);
        }
        checked.setChecked(true);
        const QColor on = checked.grab().toImage().pixelColor(30, 15);
        const QColor off = open.grab().toImage().pixelColor(30, 15);
        const int difference =
            std::abs(on.red() - off.red()) + std::abs(on.green() - off.green()) + std::abs(on.blue() - off.blue());
        EXPECT_GT(difference, 60) << themeName(theme).toStdString();
    }
}

} // namespace
} // namespace ewald::ui::test
