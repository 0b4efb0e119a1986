// SPDX-License-Identifier: GPL-3.0-or-later
// A long message on every page, in windows of several sizes, languages and colours: it lies over nothing.
#include "clip_check.h"
#include "cover_check.h"
#include "form/collapsible_section.h"
#include "window/device_picker.h"
#include "window/language.h"
#include "window/queue_dock.h"
#include "window_state.h"

#include <QTabWidget>

#include <map>
#include <tuple>

namespace ewald::ui::test {
namespace {

using Look = std::tuple<const char*, Theme>;

class MessagePlaceTest : public StateTest, public ::testing::WithParamInterface<Look> {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        installLanguage(QString::fromLatin1(std::get<0>(GetParam())));
        m_window = std::make_unique<MainWindow>();
        m_window->setTheme(std::get<1>(GetParam()));
        m_window->resize(1360, 860);
        showNow(*m_window);
    }
    void TearDown() override {
        m_window.reset();
        removeTranslators();
        QLocale::setDefault(QLocale(QStringLiteral("en")));
    }
    void showLongMessage() {
        const QString folder = QStringLiteral("/data/visitor/ma1234/id16a/");
        m_window->messageBar().show({io::Severity::error,
                                     QStringLiteral("The frames cannot be read: the file is damaged, or another "
                                                    "program writes it, and some of what it announces is not there"),
                                     folder + kLongName,
                                     QStringLiteral("Wait until the other program has ended, or copy the file again "
                                                    "from its source; then open it once more, with all that belongs "
                                                    "to it, and look at what the card says of it"),
                                     {}});
        m_window->messageBar().addButton(QStringLiteral("Assign datasets…"), [] {});
        m_window->messageBar().addButton(QStringLiteral("Choose the scan…"), [] {});
        settleAll();
    }
    void expectNothingCovered(const std::string& page) {
        showLongMessage();
        const MessageBar& bar = m_window->messageBar();
        ASSERT_TRUE(bar.isVisible()) << page;
        EXPECT_EQ(placeInWindow(bar).size(), bar.size()) << page << ": the message itself is cut";
        EXPECT_GE(bar.height(), bar.minimumSizeHint().height()) << page;
        EXPECT_EQ(coveredBy(bar), "") << page;
        EXPECT_EQ(clipped(*m_window), "") << page;
    }
    /// Of what can be used or read on the page, in the queue and to start a run.
    [[nodiscard]] std::map<const QWidget*, QRect> places() {
        std::map<const QWidget*, QRect> all;
        for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
            const bool counts = m_window->tabs().isAncestorOf(widget) || m_window->queue().isAncestorOf(widget) ||
                                widget->objectName() == QStringLiteral("start");
            if (counts && widget->isVisible() && widget->window() == m_window.get() && isOfUse(*widget))
                all.emplace(widget, QRect(widget->mapTo(m_window.get(), QPoint()), widget->size()));
        }
        return all;
    }
    [[nodiscard]] std::string moved(const std::map<const QWidget*, QRect>& before) {
        std::string found;
        for (const auto& [widget, place] : places()) {
            const auto was = before.find(widget);
            if (was == before.end() || was->second != place)
                found +=
                    std::string(widget->metaObject()->className()) + ' ' + widget->objectName().toStdString() + '\n';
        }
        return found;
    }
    void everyPage(int lowest) {
        for (const QSize& size : {QSize(1360, 860), QSize(1000, lowest)}) {
            m_window->resize(size);
            onEveryPage([&](const std::string& page) {
                const std::string where = page + ", " + std::to_string(size.width()) + " pixels";
                expectNothingCovered(where);
                EXPECT_EQ(m_window->size(), size) << where;
            });
        }
    }
    /// Lower than page and queue: the page is scrolled, and the window stays as it is.
    void inALowWindow() {
        m_window->resize(1000, 640);
        onEveryPage([&](const std::string& page) {
            showLongMessage();
            const MessageBar& bar = m_window->messageBar();
            EXPECT_EQ(m_window->size(), QSize(1000, 640)) << page;
            EXPECT_EQ(placeInWindow(bar).size(), bar.size()) << page << ": the message itself is cut";
            EXPECT_GE(bar.height(), bar.minimumSizeHint().height()) << page;
            const auto* start = m_window->findChild<QWidget*>(QStringLiteral("start"));
            EXPECT_EQ(placeInWindow(*start).size(), start->size()) << page;
        });
    }
    void withAndWithoutQueue() {
        m_window->queue().hide();
        everyPage(640);
        m_window->queue().reveal();
        everyPage(800); // the least that page and queue fit into
        inALowWindow();
    }
};

TEST_P(MessagePlaceTest, OnEveryPageOfAReconstructionItLiesOverNothing) {
    open(writeScan(smallExperiment(), kLongName));
    run(2);
    withAndWithoutQueue();
}

TEST_P(MessagePlaceTest, OnEveryPageOfAnIntegrationItLiesOverNothing) {
    const PowderNames names = writePowder();
    m_window->openAll({names.frames, names.poni});
    ASSERT_TRUE(waitFor([this] { return session().integration().image() != nullptr; }));
    m_window->startRun();
    ASSERT_TRUE(waitFor([this] { return ended() && m_window->messageBar().isShown(); }));
    withAndWithoutQueue();
}

TEST_P(MessagePlaceTest, NothingMovesWhenItComesAndGoes) {
    settleAll();
    const auto top = [this] { return m_window->centralWidget()->geometry().top(); };
    const int first = top(); // before there ever was one
    const PowderNames names = writePowder();
    m_window->openAll({names.frames, names.poni});
    ASSERT_TRUE(waitFor([this] { return session().integration().image() != nullptr; }));
    open(writeScan());
    run(2);
    EXPECT_EQ(top(), first);
    m_window->messageBar().dismiss();
    m_window->queue().reveal();
    for (DevicePicker* devices : m_window->findChildren<DevicePicker*>())
        for (CollapsibleSection* section : devices->findChildren<CollapsibleSection*>()) section->setOpen(true);
    onEveryPageOfBothModes([this](const std::string& page) {
        m_window->messageBar().dismiss();
        settleAll();
        const auto before = places();
        EXPECT_GT(before.size(), 30U) << page;
        showLongMessage();
        EXPECT_EQ(moved(before), "") << page << ", a long one";
        m_window->messageBar().show({io::Severity::info, QStringLiteral("Done"), {}, {}, {}});
        settleAll();
        EXPECT_EQ(moved(before), "") << page << ", a short one";
        m_window->messageBar().dismiss();
        settleAll();
        EXPECT_EQ(moved(before), "") << page << ", none";
    });
}

TEST_P(MessagePlaceTest, WhatLiesOverAPageIsFound) {
    open(writeScan());
    m_window->tabs().setCurrentIndex(0);
    QLabel over(QStringLiteral("over the page"), m_window.get());
    over.setGeometry(QRect(m_window->tabs().mapTo(m_window.get(), QPoint(0, m_window->tabs().height() - 60)),
                           QSize(m_window->tabs().width(), 60)));
    over.setAutoFillBackground(true); // hides what it lies over from Qt's own visible regions
    over.show();
    settleAll();
    EXPECT_NE(coveredBy(over), "");
}

INSTANTIATE_TEST_SUITE_P(Looks, MessagePlaceTest, ::testing::Values(Look("en", Theme::light), Look("de", Theme::dark)));

} // namespace
} // namespace ewald::ui::test
