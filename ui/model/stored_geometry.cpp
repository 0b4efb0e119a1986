// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/stored_geometry.h"

#include "base/error.h"
#include "io/atomic_file.h"
#include "model/text.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <cstring>

namespace ewald::ui {

namespace {

/// A remark to readers of PONI files, who pass over it.
constexpr const char* kGuess = "# The pixel size is a guess of Ewald: no file and no detector named it.\n";
constexpr const char* kFrom = "# Changed in Ewald, from ";

/// The file that a geometry was before somebody changed it: for a stored one, the file named in its remark.
QString originOf(const QString& file, const QString& folder) {
    if (file.isEmpty() || QFileInfo(file).absolutePath() != QDir(folder).absolutePath()) return file;
    QFile stored(file);
    if (!stored.open(QIODevice::ReadOnly)) return {};
    for (int i = 0; i < 2; ++i) // the remark on pixels may come first
        if (const QByteArray line = stored.readLine(8192); line.startsWith(kFrom))
            return QString::fromUtf8(line.mid(static_cast<qsizetype>(std::strlen(kFrom)))).trimmed();
    return {};
}

} // namespace

QString geometriesFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/geometries");
}

bool isStoredGeometry(const std::string& file) {
    const QString path = QString::fromStdString(file);
    return !path.isEmpty() && QFileInfo(path).absolutePath() == QDir(geometriesFolder()).absolutePath();
}

QString storePoni(const azint::Poni& poni, const QString& folder, const QString& stem, bool pixelGuessed,
                  const QString& before) {
    if (!QDir().mkpath(folder)) {
        throw DataError("cannot make the folder for geometries", folder.toStdString(), "check its permissions");
    }
    const QString origin = originOf(before, folder).replace(u'\n', u' ').replace(u'\r', u' ');
    const std::string text = (pixelGuessed ? kGuess : "") +
                             (origin.isEmpty() ? std::string() : kFrom + origin.toStdString() + "\n") +
                             azint::poniFileText(poni);
    const QByteArray hash =
        QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha1).toHex().left(8);
    const QString file = QDir(folder).filePath(QStringLiteral("%1_%2.poni").arg(stem, QString::fromLatin1(hash)));
    if (!QFile::exists(file)) io::replaceTextFile(toPath(file), text);
    return file;
}

bool saysPixelGuessed(const std::string& file) {
    QFile poni(QString::fromStdString(file));
    if (file.empty() || !poni.open(QIODevice::ReadOnly)) return false;
    return poni.readLine(4096) == kGuess;
}

} // namespace ewald::ui
