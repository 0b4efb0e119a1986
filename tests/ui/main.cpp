// SPDX-License-Identifier: GPL-3.0-or-later
// One QApplication for all tests of a program, with the OpenGL format that the views ask for.
#include "view/vtk_widget.h"

#include <QApplication>
#include <QSurfaceFormat>

#include <gtest/gtest.h>

int main(int argc, char** argv) {
    ::testing::InitGoogleTest(&argc, argv);
    QSurfaceFormat::setDefaultFormat(ewald::view::requestedFormat());
    const QApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("ewald-tests"));
    return RUN_ALL_TESTS();
}
