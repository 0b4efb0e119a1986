// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/result_export.h"

#include "model/text.h"

#include <QFileInfo>
#include <QSaveFile>

#include <complex>

namespace ewald::ui {

namespace {

void refuseExisting(const QStringList& files, bool overwrite) {
    if (overwrite) return;
    for (const QString& file : files) {
        if (QFileInfo::exists(file)) {
            throw DataError("the file exists", file.toStdString(), "choose another name or allow replacing it");
        }
    }
}

} // namespace

QStringList tiffNames(const QString& base) {
    return {base + QStringLiteral("_amplitude.tif"), base + QStringLiteral("_phase.tif")};
}

QStringList exportTiff(const LoadedResult& result, const QString& base, bool withoutRamp, bool overwrite) {
    const QStringList files = tiffNames(base);
    // Both are checked before either is written: no half export.
    refuseExisting(files, overwrite);
    Array<Complex, 2> object = *result.object;
    if (withoutRamp) io::removePhaseRamp(object, io::illumination(result.result).span());
    Array<float, 2> amplitude(object.shape());
    Array<float, 2> phase(object.shape());
    for (std::size_t i = 0; i < object.size(); ++i) {
        amplitude.data()[i] = std::abs(object.data()[i]);
        phase.data()[i] = std::arg(object.data()[i]);
    }
    io::writeTiff(toPath(files[0]), amplitude, overwrite);
    io::writeTiff(toPath(files[1]), phase, overwrite);
    return files;
}

void exportHdf5(const LoadedResult& result, const QString& file, bool overwrite) {
    if (QFileInfo(file).absoluteFilePath() == QFileInfo(result.file).absoluteFilePath()) {
        throw DataError("this is the result file itself", file.toStdString(), "choose another name for the copy");
    }
    io::writeResult(toPath(file), result.result, overwrite);
}

void exportPng(const QImage& picture, const QString& file, bool overwrite) {
    refuseExisting({file}, overwrite);
    if (picture.isNull()) throw DataError("there is no picture to save", file.toStdString(), "open a scan or a result");
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly) || !picture.save(&out, "PNG") || !out.commit()) {
        throw DataError("cannot write the picture", file.toStdString(), out.errorString().toStdString());
    }
}

} // namespace ewald::ui
