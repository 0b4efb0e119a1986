// SPDX-License-Identifier: GPL-3.0-or-later
// Boxes of whole numbers: what is typed is the number, or it is said why not.
#include "common/whole_box.h"

#include "window_support.h"

#include <QLocale>
#include <QToolTip>

#include <utility>

namespace ewald::ui::test {
namespace {

/// "1.5" in a box of Qt is 15, and of "5000" the keys that fit are taken: other numbers than were typed.
TEST(WholeBoxTest, TakesANumberAsItIsTypedOrNotAtAll) {
    for (const QLocale& locale : {QLocale(QLocale::English, QLocale::UnitedStates), QLocale(QLocale::German)}) {
        WholeBox box;
        box.setLocale(locale);
        box.setRange(1, 1000);
        box.setSuffix(QStringLiteral(" frames"));
        int refusals = 0, beyond = 0;
        QObject::connect(&box, &WholeBox::refused, &box, [&](bool whole) {
            ++refusals;
            beyond += whole ? 1 : 0;
        });
        const auto typed = [&](const char* text) {
            box.setValue(7);
            refusals = beyond = 0;
            box.selectAll();
            QTest::keyClicks(&box, QString::fromLatin1(text));
            QTest::keyClick(&box, Qt::Key_Return);
            return box.value();
        };
        for (const auto& [text, value] :
             {std::pair{"12", 12}, {"1000", 1000}, {"1e2", 100}, {"+5", 5}, {"8 frames", 8}}) {
            EXPECT_EQ(typed(text), value) << text;
            EXPECT_EQ(refusals, 0) << text;
        }
        for (const char* text : {"1.5", "1,5", "1.000", "1,000", "12 34", "-3.5"}) {
            EXPECT_EQ(typed(text), 7) << text;
            EXPECT_GT(refusals, 0) << text;
            EXPECT_EQ(beyond, 0) << text;
        }
        for (const char* text : {"5000", "-3", "0", "1e9", "99999999999999999999"}) {
            EXPECT_EQ(typed(text), 7) << text;
            EXPECT_GT(beyond, 0) << text;
        }
        box.setSpecialValueText(QStringLiteral("all"));
        EXPECT_EQ(typed("1"), 1);
        EXPECT_EQ(box.text(), QStringLiteral("all"));
        EXPECT_EQ(typed("20"), 20);
    }
}

TEST(WholeBoxTest, SaysWhyItGoesBack) {
    WholeBox box;
    box.setRange(1, 1000);
    box.setValue(7);
    box.show();
    const auto typed = [&](const char* text) {
        box.selectAll();
        QTest::keyClicks(&box, QString::fromLatin1(text));
        return box.problem();
    };
    const auto said = [&] {
        QTest::keyClick(&box, Qt::Key_Return);
        return QToolTip::text();
    };
    EXPECT_EQ(typed("12"), QString());
    EXPECT_EQ(typed("1.5"), QStringLiteral("Not a whole number"));
    EXPECT_EQ(said(), QStringLiteral("Not a whole number. 7 stays"));
    EXPECT_EQ(typed("5000"), QStringLiteral("Allowed: 1 to 1000"));
    EXPECT_EQ(said(), QStringLiteral("Allowed: 1 to 1000. 7 stays"));
    EXPECT_EQ(typed("20"), QString());
    QTest::keyClick(&box, Qt::Key_Return);
    EXPECT_EQ(box.value(), 20);
    box.setTellsWhy(false);
    EXPECT_FALSE(typed("1.5").isEmpty());
    EXPECT_FALSE(said().contains(QStringLiteral("20 stays"))) << "the owner says it";
}

} // namespace
} // namespace ewald::ui::test
