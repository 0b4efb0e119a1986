// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/stored_geometry.h"

#include "base/error.h"
#include "io/atomic_file.h"
#include "model/text.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QStandardPaths>

namespace ewald::ui {

QString geometriesFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/geometries");
}

QString storePoni(const azint::Poni& poni, const QString& folder, const QString& stem) {
    if (!QDir().mkpath(folder)) {
        throw DataError("cannot make the folder for geometries", folder.toStdString(), "check its permissions");
    }
    const std::string text = azint::poniFileText(poni);
    const QByteArray hash =
        QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha1).toHex().left(8);
    const QString file = QDir(folder).filePath(QStringLiteral("%1_%2.poni").arg(stem, QString::fromLatin1(hash)));
    if (!QFile::exists(file)) io::replaceTextFile(toPath(file), text);
    return file;
}

} // namespace ewald::ui
