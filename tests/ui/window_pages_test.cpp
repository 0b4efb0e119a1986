// SPDX-License-Identifier: GPL-3.0-or-later
// Pages: their keys work as soon as they come, and one that goes away for a moment comes back.
#include "mouse.h"
#include "view/image_view.h"
#include "window/data_page.h"
#include "window/frame_page.h"
#include "window/optional_page.h"
#include "window_state.h"

#include <QTabWidget>

namespace ewald::ui::test {
namespace {

class SomePage : public OptionalPage {
public:
    SomePage(QTabWidget& tabs, const QString& title) : OptionalPage(tabs, title, title) {}
    void fill(bool some) {
        m_some = some;
        followContent();
    }

protected:
    [[nodiscard]] bool hasContent() const override { return m_some; }

private:
    bool m_some = false;
};

struct Tabs {
    QTabWidget tabs;
    QWidget first, last;
    SomePage* page = nullptr;

    Tabs() {
        tabs.addTab(&first, QStringLiteral("first"));
        page = new SomePage(tabs, QStringLiteral("some"));
        tabs.addTab(&last, QStringLiteral("last"));
        showNow(tabs);
    }
};

TEST(OptionalPageTest, ComesBackWhereItWasLookedAt) {
    Tabs some;
    some.page->fill(true);
    EXPECT_EQ(some.tabs.currentWidget(), &some.first) << "it does not push itself forward";
    some.page->reveal();
    some.page->fill(false);
    EXPECT_NE(some.tabs.currentWidget(), some.page);
    some.page->fill(false);
    some.page->fill(true);
    EXPECT_EQ(some.tabs.currentWidget(), some.page);
}

TEST(OptionalPageTest, StaysAwayWhereAnotherPageWasChosenMeanwhile) {
    Tabs some;
    some.page->fill(true);
    some.page->reveal();
    some.page->fill(false);
    QWidget* chosen = some.tabs.currentWidget() == &some.first ? &some.last : &some.first;
    some.tabs.setCurrentWidget(chosen);
    some.page->fill(true);
    EXPECT_EQ(some.tabs.currentWidget(), chosen);
}

class KeysTest : public StateTest {};

TEST_F(KeysTest, ToolsOfAPageAreThereWithoutAClickIntoIt) {
    activate(*m_window);
    open(writeScan());
    settleAll();
    ASSERT_NE(QApplication::focusWidget(), nullptr);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_B);
    EXPECT_EQ(m_window->dataPage().tools().tool(), MaskTools::Tool::brush);
    m_window->openAll({writePowder().frames});
    ASSERT_TRUE(waitFor([this] { return session().integration().image() != nullptr && !session().busy(); }));
    settleAll();
    ASSERT_NE(QApplication::focusWidget(), nullptr);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_X);
    EXPECT_EQ(m_window->framePage().tool(), FramePage::Tool::rectangle);
}

} // namespace
} // namespace ewald::ui::test
