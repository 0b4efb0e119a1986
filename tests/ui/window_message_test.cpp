// SPDX-License-Identifier: GPL-3.0-or-later
// Messages: they lie over nothing, go away when they may, and reach who has turned away.
#include "buttons.h"
#include "model/text.h"
#include "view/image_view.h"
#include "window/main_window.h"
#include "window/message_bar.h"
#include "window/notifier.h"
#include "window/queue_dock.h"
#include "window_support.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QCursor>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QTabBar>
#include <QTabWidget>
#include <QTextDocumentFragment>
#include <QToolButton>

namespace ewald::ui::test {
namespace {

class MessageTest : public WindowTest {
protected:
    void makeWindow(QSize size) {
        m_window = std::make_unique<MainWindow>();
        m_window->resize(size);
        showNow(*m_window);
    }
    [[nodiscard]] MessageBar& bar() { return m_window->messageBar(); }
    [[nodiscard]] static QRect screen(const QWidget& widget) { return widget.screen()->geometry(); }
    [[nodiscard]] Session& session() { return m_window->session(); }
    void runToEnd() {
        m_window->startRun();
        ASSERT_TRUE(waitFor([this] { return !session().controller().running() && bar().isShown(); }));
        settleAll();
    }
    /// What can be used or read, and is not part of the message itself, may not lie under it.
    void expectNothingCovered(const char* where) {
        settleAll();
        ASSERT_TRUE(bar().isVisible()) << where;
        const QRect message(bar().mapTo(m_window.get(), QPoint()), bar().size());
        EXPECT_TRUE(m_window->rect().contains(message)) << where;
        EXPECT_GE(message.height(), bar().minimumSizeHint().height()) << where;
        int seen = 0;
        for (QWidget* widget : m_window->findChildren<QWidget*>()) {
            const bool counts =
                qobject_cast<QAbstractButton*>(widget) != nullptr ||
                qobject_cast<QAbstractSlider*>(widget) != nullptr ||
                qobject_cast<QAbstractSpinBox*>(widget) != nullptr || qobject_cast<QComboBox*>(widget) != nullptr ||
                qobject_cast<QLineEdit*>(widget) != nullptr || qobject_cast<QLabel*>(widget) != nullptr ||
                qobject_cast<QTabBar*>(widget) != nullptr || qobject_cast<view::ImageView*>(widget) != nullptr;
            const QRegion visible = widget->visibleRegion();
            if (!counts || !widget->isVisible() || visible.isEmpty() || bar().isAncestorOf(widget) ||
                widget->window() != m_window.get())
                continue;
            ++seen;
            const QRect place(widget->mapTo(m_window.get(), visible.boundingRect().topLeft()),
                              visible.boundingRect().size());
            EXPECT_FALSE(place.intersects(message))
                << where << ": " << widget->metaObject()->className() << ' ' << widget->objectName().toStdString();
        }
        EXPECT_GT(seen, 30) << where;
    }
    /// On the pages of the mode, in windows of several sizes.
    void expectNothingCoveredOnAnyPage() {
        for (const QSize& size : {QSize(1360, 860), QSize(1000, 640), QSize(1920, 1000)}) {
            m_window->resize(size);
            for (int tab = 0; tab < m_window->tabs().count(); ++tab) {
                if (!m_window->tabs().isTabVisible(tab)) continue;
                m_window->tabs().setCurrentIndex(tab);
                expectNothingCovered(qPrintable(QStringLiteral("%1 px, page %2").arg(size.width()).arg(tab)));
            }
            EXPECT_EQ(m_window->size(), size);
        }
    }
    std::unique_ptr<MainWindow> m_window;
};

TEST_F(MessageTest, WithoutATextItHasNoNegativeHeight) {
    static int warnings = 0;
    const QtMessageHandler before =
        qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString& text) {
            warnings += text.contains(QStringLiteral("Negative sizes")) ? 1 : 0;
        });
    MessageBar alone;
    alone.setVisible(true);
    for (const int width : {900, 300}) {
        alone.resize(width, 80);
        settle();
    }
    qInstallMessageHandler(before);
    EXPECT_EQ(warnings, 0);
}

TEST_F(MessageTest, TheEndOfAReconstructionCoversNothing) {
    makeWindow({1360, 860});
    m_window->open(writeScan());
    ASSERT_TRUE(waitFor([this] { return session().scan() && session().scan()->complete; }));
    session().job().setIterations(0, 2);
    runToEnd();
    ASSERT_TRUE(waitFor([this] { return session().result() != nullptr; }));
    const std::vector<std::string>& verdict = session().result()->result.verdict;
    ASSERT_GT(verdict.size(), 1U); // after two iterations there is something to be advised
    for (const std::string& line : verdict)
        EXPECT_TRUE(bar().plainText().contains(coreText(line))) << coreText(line).toStdString();
    expectNothingCoveredOnAnyPage();
    m_window->queue().reveal();
    expectNothingCovered("with the queue");
}

TEST_F(MessageTest, TheEndOfAnIntegrationCoversNothing) {
    makeWindow({1360, 860});
    const PowderNames names = writePowder();
    m_window->openAll({names.frames, names.poni});
    ASSERT_TRUE(waitFor([this] { return session().integration().image() != nullptr; }));
    runToEnd();
    expectNothingCoveredOnAnyPage();
}

// What happened, and where it is written; the whole of the verdict is opened from there, and closed by the keyboard.
TEST_F(MessageTest, TheWholeOfALongMessageIsOpened) {
    makeWindow({1360, 860});
    m_window->open(writeScan());
    ASSERT_TRUE(waitFor([this] { return session().scan() && session().scan()->complete; }));
    session().job().setIterations(0, 2);
    m_window->queue().reveal();
    runToEnd();
    ASSERT_NE(bar().moreButton(), nullptr) << bar().plainText().toStdString();
    EXPECT_GE(bar().findChild<QScrollArea*>()->height(), 2 * bar().fontMetrics().lineSpacing());
    bar().moreButton()->setFocus(Qt::TabFocusReason);
    QTest::keyClick(bar().moreButton(), Qt::Key_Space);
    ASSERT_NE(bar().whole(), nullptr);
    settleAll();
    const auto* text = bar().whole()->findChild<QLabel*>();
    EXPECT_EQ(QTextDocumentFragment::fromHtml(text->text()).toPlainText().remove(QChar(0x200b)), bar().plainText());
    EXPECT_EQ(text->visibleRegion().boundingRect(), text->rect()) << "all of it is seen";
    EXPECT_TRUE(screen(*bar().whole()).contains(bar().whole()->geometry()));
    QTest::keyClick(bar().whole(), Qt::Key_Escape);
    ASSERT_TRUE(waitFor([this] { return bar().whole() == nullptr; }));
    EXPECT_TRUE(bar().isShown());
    // It goes with the message, which stays as long as it is read.
    bar().moreButton()->click();
    QPointer<QWidget> whole = bar().whole();
    bar().dismiss();
    EXPECT_TRUE(waitFor([&] { return whole == nullptr; }));
    bar().show({io::Severity::info, QStringLiteral("The figure is on the clipboard"), {}, {}, {}});
    EXPECT_EQ(bar().moreButton(), nullptr) << "two short lines";
}

// A line that is cut has pixels of its letters in the last row of what is seen: they reach from the top to the base
// line.
TEST_F(MessageTest, NoLineOfALongMessageIsCut) {
    makeWindow({1360, 860});
    m_window->open(writeScan());
    ASSERT_TRUE(waitFor([this] { return session().scan() && session().scan()->complete; }));
    QStringList lines;
    for (int line = 0; line < 12; ++line) lines << QStringLiteral("Hbdhkl ").repeated(line + 1);
    bar().show({io::Severity::warning,
                QStringLiteral("A long message"),
                QStringLiteral("/data/scan.h5"),
                lines.join(u'\n'),
                {}});
    bar().addButton(QStringLiteral("Show the folder"), [] {});
    const QWidget* const seen = bar().findChild<QScrollArea*>()->viewport();
    for (const bool withQueue : {false, true}) {
        m_window->queue().setVisible(withQueue);
        for (const QSize& size : {QSize(1360, 860), QSize(1000, 640), QSize(1100, 700), QSize(1920, 1000)}) {
            m_window->resize(size);
            settleAll();
            const QImage image = m_window->grab(QRect(seen->mapTo(m_window.get(), QPoint()), seen->size())).toImage();
            ASSERT_GT(image.height(), bar().fontMetrics().lineSpacing());
            const auto differ = [&](int row) {
                int count = 0;
                for (int x = 0; x < image.width(); ++x) count += image.pixel(x, row) != image.pixel(0, row) ? 1 : 0;
                return count;
            };
            EXPECT_EQ(differ(image.height() - 1), 0) << size.width() << " x " << size.height() << ' ' << withQueue;
            EXPECT_GT(differ(image.height() / 2) + differ(image.height() / 2 + 3), 0) << "letters are seen";
        }
    }
}

TEST_F(MessageTest, AllOfALongMessageCanBeReadInANarrowWindow) {
    makeWindow({1000, 720});
    m_window->open(writeScan());
    ASSERT_TRUE(waitFor([this] { return session().scan() && session().scan()->complete; }));
    bar().show({io::Severity::error,
                QStringLiteral("The frames cannot be read"),
                QStringLiteral("/data/visitor/ma1234/id16a/scan_0042.h5"),
                QStringLiteral("The file is still being written by another program, which holds a lock on it."),
                {}});
    bar().addButton(QStringLiteral("Assign datasets…"), [] {});
    bar().addButton(QStringLiteral("Show the folder"), [] {});
    settleAll();
    EXPECT_GE(bar().height(), bar().sizeHint().height());
    for (const QPushButton* button : bar().findChildren<QPushButton*>())
        EXPECT_EQ(button->visibleRegion().boundingRect(), button->rect());
    expectNothingCovered("long");
    bar().dismiss();
    settleAll();
    EXPECT_FALSE(bar().isVisible());
}

TEST_F(MessageTest, ConfirmationsGoAwayByThemselves) {
    makeWindow({1000, 640});
    QCursor::setPos(m_window->mapToGlobal(QPoint(3, 3))); // not over the message
    activate(*m_window);
    MessageBar::setPatience(20);
    bar().show({io::Severity::info, QStringLiteral("The figure is on the clipboard"), {}, {}, {}});
    EXPECT_TRUE(bar().leaves());
    EXPECT_TRUE(waitFor([this] { return !bar().isShown(); }));
    // What asks, warns or is a list waits.
    bar().show({io::Severity::info, QStringLiteral("Turn it?"), {}, {}, {}});
    bar().addButton(QStringLiteral("Turn"), [] {});
    EXPECT_FALSE(bar().leaves());
    bar().show({io::Severity::warning, QStringLiteral("The queue is held"), {}, {}, {}});
    EXPECT_FALSE(bar().leaves());
    bar().showAll(QStringLiteral("Remarks"), {{io::Severity::info, "the first remark"}});
    EXPECT_FALSE(bar().leaves());
    bar().show({io::Severity::info, QStringLiteral("Done"), {}, {}, {}});
    bar().addButton(QStringLiteral("Show folder"), [] {});
    bar().leaveLater();
    EXPECT_TRUE(waitFor([this] { return !bar().isShown(); }));
}

TEST_F(MessageTest, WhoHasTurnedAwayFindsTheConfirmation) {
    makeWindow({1000, 640});
    QCursor::setPos(m_window->mapToGlobal(QPoint(3, 3)));
    MessageBar::setPatience(1);
    QWidget other;
    other.show();
    activate(other);
    ASSERT_FALSE(m_window->isActiveWindow());
    bar().show({io::Severity::info, QStringLiteral("Done"), {}, {}, {}});
    int ticks = 0;
    QTimer clock;
    QObject::connect(&clock, &QTimer::timeout, [&ticks] { ++ticks; });
    clock.start(1);
    ASSERT_TRUE(waitFor([&ticks] { return ticks > 50; }));
    EXPECT_TRUE(bar().isShown());
    activate(*m_window);
    EXPECT_TRUE(waitFor([this] { return !bar().isShown(); }));
}

// ---- who does not look at the window ----

class Told : public Notifier {
public:
    explicit Told(std::vector<UserMessage>& messages) : m_messages(messages) {}
    void tell(QWidget&, const UserMessage& message) override { m_messages.push_back(message); }

private:
    std::vector<UserMessage>& m_messages;
};

class AbsentTest : public MessageTest {
protected:
    void SetUp() override {
        MessageTest::SetUp();
        makeWindow({1000, 640});
        m_window->setNotifier(std::make_unique<Told>(m_told));
        m_window->open(writeScan());
        ASSERT_TRUE(waitFor([this] { return session().scan() && session().scan()->complete; }));
        session().job().setIterations(0, 1);
    }
    QWidget m_other;
    std::vector<UserMessage> m_told;
};

TEST_F(AbsentTest, TheEndOfARunIsToldOnce) {
    m_other.show();
    activate(m_other);
    runToEnd();
    ASSERT_EQ(m_told.size(), 1U);
    EXPECT_TRUE(m_told.front().what.startsWith(QStringLiteral("Done."))) << m_told.front().what.toStdString();
    EXPECT_EQ(m_told.front().severity, io::Severity::info);
}

TEST_F(AbsentTest, WhoLooksIsToldNothing) {
    activate(*m_window);
    runToEnd();
    EXPECT_TRUE(m_told.empty());
}

TEST_F(AbsentTest, JobsOfTheQueueAreTold) {
    m_other.show();
    activate(m_other);
    job::queue::QueueJob failed;
    failed.id = 7;
    failed.name = "scan_0007";
    failed.state = job::queue::QueueState::failed;
    failed.error.what = "no such file";
    emit m_window->queue().feed().jobEnded(failed);
    ASSERT_EQ(m_told.size(), 1U);
    EXPECT_NE(m_told[0].severity, io::Severity::info);
    EXPECT_TRUE(m_told[0].what.contains(QStringLiteral("scan_0007"))) << m_told[0].what.toStdString();
    job::queue::QueueJob done = failed;
    done.state = job::queue::QueueState::done;
    emit m_window->queue().feed().jobEnded(done);
    EXPECT_EQ(m_told.size(), 1U) << "one of several that are done is no news";
    emit m_window->queue().feed().allDone();
    ASSERT_EQ(m_told.size(), 2U);
    EXPECT_EQ(m_told[1].severity, io::Severity::warning);
}

} // namespace
} // namespace ewald::ui::test
