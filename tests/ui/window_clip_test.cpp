// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing is cut off: on every page, with the longest names, in the longer language, in the dark theme.
#include "clip_check.h"
#include "form/collapsible_section.h"
#include "form/parameter_form.h"
#include "model/user_settings.h"
#include "view/loss_chart.h"
#include "window/background_panel.h"
#include "window/data_page.h"
#include "window/decisions_panel.h"
#include "window/device_picker.h"
#include "window/frame_chooser.h"
#include "window/frame_page.h"
#include "window/geometry_panel.h"
#include "window/intensities_panel.h"
#include "window/language.h"
#include "window/positions_panel.h"
#include "window/queue_dock.h"
#include "window_state.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QPushButton>
#include <QScrollArea>
#include <QSlider>
#include <QTabWidget>
#include <QToolBar>

#include <set>

namespace ewald::ui::test {
namespace {

class ClipTest : public StateTest, public ::testing::WithParamInterface<const char*> {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        QStringList recent;
        for (int i = 0; i < 50; ++i) recent << path(QStringLiteral("%1_").arg(i) + kLongName);
        QSettings().setValue(QStringLiteral("files/recent"), recent);
        installLanguage(QString::fromLatin1(GetParam()));
        m_window = std::make_unique<MainWindow>();
        m_window->setTheme(Theme::dark);
        m_window->resize(1280, 800);
        showNow(*m_window);
    }
    void TearDown() override {
        m_window.reset();
        applyTextSize(100);
        installLanguage(QStringLiteral("en"));
    }
    void everyPage(QSize size) {
        m_window->resize(size);
        onEveryPage([&](const std::string& page) {
            EXPECT_EQ(clipped(*m_window), "") << page << " at " << size.width();
            EXPECT_LE(m_window->minimumSizeHint().width(), 1000) << page;
            EXPECT_LE(m_window->minimumSizeHint().height(), 640) << page;
            EXPECT_EQ(m_window->size(), size) << page;
        });
    }
};

TEST_P(ClipTest, NoTextIsCutOffOnAnyPage) {
    settleAll();
    EXPECT_EQ(clipped(*m_window), "") << "start page";
    open(writeScan(smallExperiment(), kLongName));
    everyPage({1280, 800});
    run(2);
    everyPage({1280, 800});
    everyPage({1000, 640});
    session().setMode(Mode::integration);
    ASSERT_TRUE(waitFor([this] { return session().integration().stack() != nullptr; }));
    everyPage({1280, 800});
    everyPage({1000, 640});
}

TEST_P(ClipTest, LargeTextsFit) {
    m_window.reset();
    settings::setTextPercent(150);
    m_window = std::make_unique<MainWindow>();
    m_window->resize(1366, 768);
    showNow(*m_window);
    settleAll();
    EXPECT_EQ(clipped(*m_window), "") << "start page";
    open(writeScan(smallExperiment(), kLongName));
    run(2);
    onEveryPageOfBothModes([this](const std::string& page) {
        EXPECT_EQ(clipped(*m_window), "") << page;
        EXPECT_EQ(m_window->size(), QSize(1366, 768)) << page;
    });
}

TEST_P(ClipTest, PagesBesideTheLossAreAllThere) {
    open(writeScan());
    session().job().setEngine(0, "auto");
    set("background", true);
    set("frame_intensities", true);
    run(30);
    m_window->tabs().setCurrentWidget(&live());
    settleAll();
    ASSERT_TRUE(live().positions().isShown());
    ASSERT_TRUE(live().background().isShown());
    ASSERT_TRUE(live().intensities().isShown());
    ASSERT_TRUE(live().decisions().isShown());
    for (const QToolButton* button : live().findChildren<QToolButton*>())
        EXPECT_FALSE(button->objectName().startsWith(QStringLiteral("Scroll")) && button->isVisible())
            << "tabs are cut off";
    for (OptionalPage* page : std::initializer_list<OptionalPage*>{&live().background(), &live().intensities()}) {
        page->reveal();
        settleAll();
        EXPECT_EQ(clipped(*m_window), "");
    }
}

TEST_P(ClipTest, ToolsOfTheLossAreAllThere) {
    open(writeScan());
    run(2);
    m_window->tabs().setCurrentWidget(&live());
    settleAll();
    const auto* tools = live().loss()->findChild<QToolBar*>();
    ASSERT_NE(tools, nullptr);
    EXPECT_GE(tools->width(), tools->sizeHint().width());
}

TEST_P(ClipTest, ToolsOfTheMaskAreAllThere) {
    open(writeScan());
    for (const int width : {1280, 1600, 1280}) {
        m_window->resize(width, 800);
        for (const Mode mode : {Mode::ptychography, Mode::integration}) {
            session().setMode(mode);
            QWidget* page = mode == Mode::ptychography ? static_cast<QWidget*>(&m_window->dataPage())
                                                       : static_cast<QWidget*>(&m_window->framePage());
            m_window->tabs().setCurrentWidget(page);
            settleAll();
            auto* tools = page->findChild<MaskTools*>();
            ASSERT_NE(tools, nullptr);
            for (QAction* action : tools->actions())
                EXPECT_TRUE(tools->widgetForAction(action)->isVisible())
                    << action->text().toStdString() << " at " << width << " of " << tools->width() << " px";
        }
    }
}

TEST_P(ClipTest, ASliderIsUsableOrNotThere) {
    session().setMode(Mode::integration);
    m_window->open(writeScan());
    m_window->resize(1000, 640);
    m_window->tabs().setCurrentWidget(&m_window->framePage());
    settleAll();
    for (const QSlider* slider : m_window->framePage().findChildren<QSlider*>()) {
        EXPECT_TRUE(!slider->isVisible() || slider->width() >= 60) << slider->width();
    }
}

TEST_P(ClipTest, TheGeometryIsAsWideAsItsPane) {
    session().setMode(Mode::integration);
    const PowderNames names = writePowder();
    m_window->openAll({names.frames, names.poni});
    ASSERT_TRUE(waitFor([this] { return session().integration().image() != nullptr; }));
    m_window->resize(1360, 860);
    m_window->tabs().setCurrentWidget(&m_window->framePage());
    settleAll();
    GeometryPanel* geometry = m_window->framePage().geometryPanel();
    const auto* scroll = geometry->findChild<QScrollArea*>();
    ASSERT_NE(scroll, nullptr);
    QWidget& pane = *scroll->viewport();
    std::set<int> lefts; // of the fields: both blocks begin at the same place
    for (QWidget* widget : geometry->findChildren<QWidget*>()) {
        const bool field = qobject_cast<const QAbstractSpinBox*>(widget) != nullptr;
        if (!widget->isVisible() || !(field || qobject_cast<const QAbstractButton*>(widget) != nullptr)) continue;
        const int left = widget->mapTo(&pane, QPoint()).x();
        EXPECT_LE(left + widget->width(), pane.width()) << widget->metaObject()->className();
        if (field && left < pane.width() / 2) lefts.insert(left);
    }
    EXPECT_EQ(lefts.size(), 1U);
}

TEST_P(ClipTest, TheFormKeepsItsRowsBesideQueueAndDevices) {
    open(writeScan());
    m_window->resize(1360, 860);
    QueueDock& queue = m_window->queue();
    queue.show();
    for (DevicePicker* devices : m_window->findChildren<DevicePicker*>())
        for (CollapsibleSection* section : devices->findChildren<CollapsibleSection*>()) section->setOpen(true);
    settleAll();
    m_window->resizeDocks({&queue}, {420}, Qt::Vertical); // by its edge
    settleAll();
    EXPECT_EQ(m_window->size(), QSize(1360, 860));
    EXPECT_GE(queue.height(), 270);
    const ParameterForm& form = m_window->form();
    EXPECT_GE(form.height(), 14 * form.fontMetrics().lineSpacing()) << "seven rows at least";
    auto* start = m_window->findChild<QPushButton*>(QStringLiteral("start"));
    ASSERT_NE(start, nullptr);
    EXPECT_LE(start->mapTo(m_window.get(), QPoint(0, start->height())).y(), queue.mapTo(m_window.get(), QPoint()).y());
}

TEST_P(ClipTest, AMessageLiesOverNoPage) {
    open(writeScan());
    m_window->messageBar().show({io::Severity::info, QStringLiteral("Done."), QStringLiteral("/data/a.h5"), {}, {}});
    settleAll();
    const QWidget& tabs = m_window->tabs();
    const int pageBegins = tabs.mapTo(m_window.get(), QPoint()).y();
    const QPoint place = m_window->messageBar().mapTo(m_window.get(), QPoint());
    EXPECT_LE(place.y() + m_window->messageBar().height(), pageBegins);
    EXPECT_LE(place.x() + m_window->messageBar().width(), m_window->width());
}

INSTANTIATE_TEST_SUITE_P(Languages, ClipTest, ::testing::Values("en", "de"));

} // namespace
} // namespace ewald::ui::test
