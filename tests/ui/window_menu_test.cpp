// SPDX-License-Identifier: GPL-3.0-or-later
// The letters by which the entries of menus are chosen.
#include "german.h"
#include "window/main_window.h"
#include "window_support.h"

#include <QKeySequence>
#include <QMenu>
#include <QMenuBar>

#include <map>
#include <memory>

namespace ewald::ui::test {
namespace {

class MenuTest : public WindowTest {
protected:
    /// Every entry that has a letter has one of its own among those that are shown beside it.
    static void expectLetters(const QList<QAction*>& entries, const QString& menu) {
        std::map<QString, QString> known;
        for (const QAction* entry : entries) {
            if (!entry->isVisible() || entry->isSeparator()) continue;
            const QString letter = QKeySequence::mnemonic(entry->text()).toString();
            if (!letter.isEmpty()) {
                const auto [same, isNew] = known.emplace(letter, entry->text());
                EXPECT_TRUE(isNew) << menu.toStdString() << ": " << same->second.toStdString() << " and "
                                   << entry->text().toStdString();
            }
            if (entry->menu() == nullptr) continue;
            emit entry->menu()->aboutToShow();
            expectLetters(entry->menu()->actions(), entry->text());
        }
    }
    static void expectLettersOf(MainWindow& window) { expectLetters(window.menuBar()->actions(), "menu bar"); }
};

TEST_F(MenuTest, EveryEntryHasALetterOfItsOwn) {
    MainWindow window;
    expectLettersOf(window);
    window.open(writeScan(smallExperiment()));
    ASSERT_TRUE(waitFor([&] { return window.session().scan() && window.session().scan()->complete; }));
    expectLettersOf(window);
}

TEST_F(MenuTest, EveryEntryHasALetterOfItsOwnInGerman) {
    const German german;
    MainWindow window;
    expectLettersOf(window);
    window.open(writeScan(smallExperiment()));
    ASSERT_TRUE(waitFor([&] { return window.session().scan() && window.session().scan()->complete; }));
    expectLettersOf(window);
}

} // namespace
} // namespace ewald::ui::test
