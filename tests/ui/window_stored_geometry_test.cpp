// SPDX-License-Identifier: GPL-3.0-or-later
// Geometries that were changed by hand say what they were before.
#include "common/quantity_text.h"
#include "model/stored_geometry.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QTemporaryDir>

namespace ewald::ui::test {
namespace {

QByteArray contentOf(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

TEST(StoredGeometry, NamesTheFileThatItWasBefore) {
    const QTemporaryDir folder;
    azint::Poni poni;
    poni.pixel1_m = poni.pixel2_m = 1e-4;
    const QString first =
        storePoni(poni, folder.path(), QStringLiteral("map"), false, QStringLiteral("/data/LaB6.poni"));
    EXPECT_TRUE(contentOf(first).startsWith("# Changed in Ewald, from /data/LaB6.poni\n"))
        << contentOf(first).toStdString();
    poni.poni1_m += 1e-4;
    // Changed once more; and its pixels, which that file did not name, are a guess.
    const QString second = storePoni(poni, folder.path(), QStringLiteral("map"), true, first);
    EXPECT_NE(second, first);
    EXPECT_TRUE(contentOf(second).contains("\n# Changed in Ewald, from /data/LaB6.poni\n"));
    EXPECT_TRUE(saysPixelGuessed(second.toStdString()));
    poni.poni1_m += 1e-4;
    const QString third = storePoni(poni, folder.path(), QStringLiteral("map"), false, second);
    EXPECT_TRUE(contentOf(third).contains("from /data/LaB6.poni\n"));
    EXPECT_FALSE(saysPixelGuessed(third.toStdString()));
    EXPECT_EQ(azint::readPoni(toPath(third)).poni1_m, poni.poni1_m) << "readers pass over it";
    EXPECT_FALSE(contentOf(storePoni(poni, folder.path(), QStringLiteral("new"))).contains("from"));
}

} // namespace
} // namespace ewald::ui::test
