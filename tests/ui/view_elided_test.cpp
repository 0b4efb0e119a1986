// SPDX-License-Identifier: GPL-3.0-or-later
// Paths that are too long for their place lose whole folders.
#include "common/elided_path.h"
#include "view/elided_label.h"

#include <gtest/gtest.h>

#include <QFontMetrics>
#include <QStringList>

namespace ewald::ui {
namespace {

const QString kPath = QStringLiteral("/data/visitor/ma1234/id16a/20261129/scan_0042.h5");

TEST(ElidedPath, LosesFoldersOfTheMiddle) {
    EXPECT_EQ(elidedAtFolders(kPath, kPath.size()), kPath);
    // From 48 characters on: each step takes one folder more.
    EXPECT_EQ(elidedAtFolders(kPath, 47), QStringLiteral("/data/…/ma1234/id16a/20261129/scan_0042.h5"));
    EXPECT_EQ(elidedAtFolders(kPath, 40), QStringLiteral("/data/…/id16a/20261129/scan_0042.h5"));
    EXPECT_EQ(elidedAtFolders(kPath, 30), QStringLiteral("/data/…/20261129/scan_0042.h5"));
    EXPECT_EQ(elidedAtFolders(kPath, 20), QStringLiteral("/data/…/scan_0042.h5"));
    EXPECT_EQ(elidedAtFolders(kPath, 14), QStringLiteral("…/scan_0042.h5"));
    EXPECT_EQ(elidedAtFolders(QStringLiteral("~/a/bc/def/scan.h5"), 12), QStringLiteral("~/…/scan.h5"));
    EXPECT_EQ(elidedAtFolders(QStringLiteral("…/a/bc/def/scan.h5"), 12), QStringLiteral("…/scan.h5"));
}

TEST(ElidedPath, KeepsTheWordsBeforeThePath) {
    EXPECT_EQ(elidedAtFolders(QStringLiteral("Result: scan.h5 in /data/visitor/ma1234/id16a"), 38),
              QStringLiteral("Result: scan.h5 in /data/…/id16a"));
    // What is no path is cut in the middle, as is a name that is too long by itself.
    EXPECT_EQ(elidedAtFolders(QStringLiteral("Shown: scan.h5, 11/29/26 3:35 AM"), 16).size(), 16);
    EXPECT_FALSE(
        elidedAtFolders(QStringLiteral("Shown: scan.h5, 11/29/26 3:35 AM"), 31).contains(QStringLiteral("/…/")));
    const QString name = elidedAtFolders(QStringLiteral("/data/a_very_long_name_of_a_scan_0042.h5"), 20);
    EXPECT_EQ(name.size(), 20);
    EXPECT_TRUE(name.endsWith(QStringLiteral("0042.h5"))) << name.toStdString();
}

/// A label shows as many folders as there is room for, each of them whole.
TEST(ElidedPath, ALabelShowsWholeFolders) {
    view::ElidedLabel label(kPath);
    const QStringList folders = kPath.split(u'/');
    QString before;
    for (int width = label.fontMetrics().horizontalAdvance(kPath) + 10; width > 10; width -= 7) {
        label.resize(width, label.height());
        const QString shown = label.shownText();
        EXPECT_LE(label.fontMetrics().horizontalAdvance(shown), width);
        if (!shown.endsWith(QStringLiteral("/scan_0042.h5"))) break; // not even the name
        for (const QString& part : shown.split(u'/'))
            EXPECT_TRUE(part == QStringLiteral("…") || folders.contains(part)) << shown.toStdString();
        if (!before.isEmpty()) {
            EXPECT_LE(shown.count(u'/'), before.count(u'/'));
        }
        before = shown;
    }
    EXPECT_TRUE(before.contains(QStringLiteral("scan_0042.h5"))) << before.toStdString();
}

} // namespace
} // namespace ewald::ui
