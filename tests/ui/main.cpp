// SPDX-License-Identifier: GPL-3.0-or-later
// One QApplication for all tests of a program, in surroundings of its own: other runs at the same time, and the person
// at the machine, keep theirs, and nothing that is set there changes what is measured here.

#include <QApplication>
#include <QFont>
#include <QTemporaryDir>

#include <gtest/gtest.h>

int main(int argc, char** argv) {
    ::testing::InitGoogleTest(&argc, argv);
    const QTemporaryDir home;
    qputenv("HOME", home.path().toUtf8());
    for (const char* name : {"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "EWALD_QUEUE", "EWALD_CLI"})
        qunsetenv(name);
    for (const char* name : {"XDG_CURRENT_DESKTOP", "DESKTOP_SESSION", "KDE_FULL_SESSION"}) qunsetenv(name);
    // QT_SCALE_FACTOR is left alone: a run on a screen of twice the pixels sets it.
    for (const char* name : {"QT_QPA_PLATFORMTHEME", "QT_STYLE_OVERRIDE"}) qputenv(name, "");
    qputenv("QT_FONT_DPI", "96");
    QApplication::setStyle(QStringLiteral("Fusion"));
    const QApplication application(argc, argv);
    QApplication::setFont(QFont(QStringLiteral("DejaVu Sans"), 9));
    QApplication::setOrganizationName(QStringLiteral("ewald-tests"));
    return RUN_ALL_TESTS();
}
