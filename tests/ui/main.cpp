// SPDX-License-Identifier: GPL-3.0-or-later
// One QApplication for all tests of a program, whose settings and files are its own: other runs at the same time, and
// the person at the machine, keep theirs.

#include <QApplication>
#include <QTemporaryDir>

#include <gtest/gtest.h>

int main(int argc, char** argv) {
    ::testing::InitGoogleTest(&argc, argv);
    const QTemporaryDir home;
    qputenv("HOME", home.path().toUtf8());
    const QApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("ewald-tests"));
    return RUN_ALL_TESTS();
}
