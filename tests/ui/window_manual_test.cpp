// SPDX-License-Identifier: GPL-3.0-or-later
// The manual: every link leads somewhere, the search finds sections, F1 opens what belongs to the focus.
#include "form/field_editors.h"
#include "form/parameter_field.h"
#include "form/parameter_form.h"
#include "german.h"
#include "model/manual.h"
#include "window/main_window.h"
#include "window/manual_browser.h"
#include "window/manual_window.h"
#include "window_support.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QTest>
#include <QTextBlock>

namespace ewald::ui::test {
namespace {

class ManualTest : public WindowTest {};

QSet<QString> anchorsOf(const ManualPage& page) {
    QSet<QString> anchors(page.anchors.begin(), page.anchors.end());
    static const QRegularExpression kHeading(QStringLiteral("^#{1,4} (.*)$"), QRegularExpression::MultilineOption);
    for (const auto& match : kHeading.globalMatch(page.text)) anchors.insert(manualAnchor(match.captured(1)));
    return anchors;
}

TEST(Manual, AnchorsOfHeadings) {
    EXPECT_EQ(manualAnchor(QStringLiteral("Probe modes")), QStringLiteral("probe-modes"));
    EXPECT_EQ(manualAnchor(QStringLiteral("Batch size (batch_size)")), QStringLiteral("batch_size"));
    EXPECT_EQ(manualAnchor(QStringLiteral("Data (Ctrl+1)")), QStringLiteral("data-ctrl1"));
    EXPECT_EQ(manualAnchor(QStringLiteral("\"Needs a filter\"")), QStringLiteral("needs-a-filter"));
}

TEST(Manual, EveryLinkLeadsToAPageAndASection) {
    static const QRegularExpression kLink(QStringLiteral("\\]\\(([^)#]*)(?:#([^)]*))?\\)"));
    for (const QString& language : {QStringLiteral("en"), QStringLiteral("de")}) {
        const Manual manual(language);
        ASSERT_GT(manual.pages().size(), 10U);
        int links = 0;
        for (const ManualPage& page : manual.pages()) {
            EXPECT_TRUE(page.text.startsWith(QStringLiteral("# "))) << page.id.toStdString();
            for (const auto& match : kLink.globalMatch(page.text)) {
                ++links;
                const ManualPage* target = match.captured(1).isEmpty() ? &page : manual.page(match.captured(1));
                ASSERT_NE(target, nullptr) << page.id.toStdString() << ": " << match.captured(1).toStdString();
                if (match.captured(2).isEmpty()) continue;
                EXPECT_TRUE(anchorsOf(*target).contains(match.captured(2)))
                    << page.id.toStdString() << ": " << match.captured(0).toStdString();
            }
        }
        EXPECT_GT(links, 20);
    }
}

TEST(Manual, EveryParameterHasASection) {
    const Manual manual(QStringLiteral("en"));
    const QSet<QString> anchors = anchorsOf(*manual.page(QStringLiteral("parameters")));
    for (const job::ParameterDef& def : job::parameterTable()) {
        EXPECT_TRUE(anchors.contains(QString::fromStdString(def.key))) << def.key;
    }
}

TEST(Manual, GermanPagesReplaceEnglishOnes) {
    const Manual manual(QStringLiteral("de"));
    EXPECT_EQ(manual.page(QStringLiteral("first_object"))->title(), QStringLiteral("Das erste Objekt in fünf Minuten"));
    EXPECT_EQ(manual.page(QStringLiteral("engines"))->title(), QStringLiteral("Verfahren: welches, und wann"));
    // Links of English pages and of the window lead to the sections of the German ones.
    const Manual english(QStringLiteral("en"));
    for (const char* page :
         {"calibrate", "commands", "compare", "continue", "devices", "engines", "first_object", "formats", "loss",
          "masks", "opening", "phases", "positions", "queue", "settings", "trouble", "window"}) {
        const QString name = QString::fromLatin1(page);
        EXPECT_NE(manual.page(name)->text, english.page(name)->text) << name.toStdString();
        EXPECT_TRUE(anchorsOf(*manual.page(name)).contains(anchorsOf(*english.page(name)))) << name.toStdString();
    }
}

TEST_F(ManualTest, AnEnglishAnchorLeadsToTheGermanSection) {
    const German german;
    ManualWindow window(nullptr);
    window.resize(800, 400);
    showNow(window);
    window.showPlace(QStringLiteral("loss#the-verdict"));
    const auto topLine = [&window] { return window.browser().cursorForPosition(QPoint(30, 20)).block().text(); };
    EXPECT_TRUE(waitFor([&] { return topLine() == QStringLiteral("Das Urteil"); })) << topLine().toStdString();
}

TEST(Manual, SearchFindsSectionsWithAllWords) {
    const Manual manual(QStringLiteral("en"));
    const auto hits = manual.search(QStringLiteral("  PROBE modes "));
    ASSERT_FALSE(hits.empty());
    EXPECT_EQ(hits.front().place, QStringLiteral("engines.md#probe-modes"));
    const bool excerpts = std::ranges::all_of(
        hits, [](const ManualHit& hit) { return hit.excerpt.size() < 160 && !hit.title.isEmpty(); });
    EXPECT_TRUE(excerpts);
    EXPECT_TRUE(manual.search(QStringLiteral("probe xyzzy")).empty());
    EXPECT_TRUE(manual.search(QStringLiteral(" ")).empty());
}

TEST_F(ManualTest, ALinkScrollsToItsSection) {
    ManualWindow window(nullptr);
    window.resize(800, 400);
    showNow(window);
    EXPECT_EQ(window.pageTitle(), QStringLiteral("Ewald"));
    window.showPlace(QStringLiteral("parameters#object_margin"));
    const auto topLine = [&window] { return window.browser().cursorForPosition(QPoint(30, 8)).block().text(); };
    EXPECT_TRUE(waitFor([&] { return topLine().contains(QStringLiteral("object_margin")); }))
        << topLine().toStdString();
    EXPECT_EQ(window.pageTitle(), QStringLiteral("All parameters"));
    window.searchField().setText(QStringLiteral("diverging"));
    ASSERT_GT(window.list().count(), 0);
    QTest::keyClick(&window.searchField(), Qt::Key_Return);
    EXPECT_NE(window.pageTitle(), QStringLiteral("All parameters"));
    window.searchField().setText(QStringLiteral("xyzzy"));
    ASSERT_EQ(window.list().count(), 1);
    EXPECT_FALSE(window.list().item(0)->flags().testFlag(Qt::ItemIsEnabled));
}

TEST_F(ManualTest, TheListMarksThePageThatIsRead) {
    ManualWindow window(nullptr);
    window.show();
    const auto marked = [&] {
        const QListWidgetItem* item = window.list().currentItem();
        return item == nullptr ? QString() : item->text();
    };
    EXPECT_EQ(marked(), window.pageTitle());
    window.showPlace(QStringLiteral("masks"));
    EXPECT_EQ(marked(), window.pageTitle());
    window.showPlace(QStringLiteral("parameters#object_margin"));
    EXPECT_EQ(marked(), QStringLiteral("All parameters"));
    window.browser().backward();
    EXPECT_EQ(window.pageTitle(), Manual(QStringLiteral("en")).page(QStringLiteral("masks"))->title());
    EXPECT_EQ(marked(), window.pageTitle());
    window.searchField().setText(QStringLiteral("diverging"));
    ASSERT_GT(window.list().count(), 0);
    EXPECT_EQ(marked(), QString()) << "no section that was found is read";
    QTest::keyClick(&window.searchField(), Qt::Key_Return);
    EXPECT_EQ(window.list().currentRow(), 0);
    window.searchField().clear();
    EXPECT_EQ(marked(), window.pageTitle());
}

TEST_F(ManualTest, F1OpensThePageOfTheFocus) {
    MainWindow window;
    showNow(window);
    ParameterField* field = window.form().field("batch_size");
    ASSERT_NE(field, nullptr);
    EXPECT_EQ(manualPlaceOf(field->editor()->inner()), QStringLiteral("parameters#batch_size"));
    window.showManual(manualPlaceOf(field->editor()->inner()));
    ASSERT_NE(window.manual(), nullptr);
    EXPECT_EQ(window.manual()->pageTitle(), QStringLiteral("All parameters"));
    // Every place that a part of the window names exists.
    const Manual manual(QStringLiteral("en"));
    const auto children = window.findChildren<QWidget*>();
    int places = 0;
    for (const QWidget* child : children) {
        const QString place = child->property("manualPlace").toString();
        if (place.isEmpty()) continue;
        ++places;
        const ManualPage* page = manual.page(place.section(u'#', 0, 0));
        ASSERT_NE(page, nullptr) << place.toStdString();
        const QString anchor = place.section(u'#', 1);
        EXPECT_TRUE(anchor.isEmpty() || anchorsOf(*page).contains(anchor)) << place.toStdString();
    }
    EXPECT_GT(places, 40);
}

} // namespace
} // namespace ewald::ui::test
