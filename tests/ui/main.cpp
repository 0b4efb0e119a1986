// SPDX-License-Identifier: GPL-3.0-or-later
// One QApplication for all tests of a program, with the OpenGL format that the views ask for.

#include <QApplication>

#include <gtest/gtest.h>

int main(int argc, char** argv) {
    ::testing::InitGoogleTest(&argc, argv);
    const QApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("ewald-tests"));
    return RUN_ALL_TESTS();
}
