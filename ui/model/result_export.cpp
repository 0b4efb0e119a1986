// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/result_export.h"

#include "model/job_model.h"
#include "model/shown_object.h"
#include "model/text.h"

#include "io/atomic_file.h"
#include "io/images/image_export.h"
#include "io/result_file.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <algorithm>
#include <complex>
#include <limits>
#include <string>

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

Provenance provenanceOf(const LoadedResult& result) {
    Provenance of;
    of.result = QFileInfo(result.file).fileName();
    of.date = result.date;
    of.pixelHeight_m = result.result.objectPixelHeight_m;
    of.pixelWidth_m = result.result.objectPixelWidth_m;
    if (result.job) of.scan = toQString(result.job->inputFile.filename());
    if (!result.result.loss.empty()) {
        const io::LossEntry& last = result.result.loss.back();
        of.engine = engineTitle(last.engine);
        of.iterations = last.iteration;
        of.fourierError = last.fourierError;
    }
    return of;
}

QStringList tiffNames(const QString& base) {
    return {base + QStringLiteral("_amplitude.tif"), base + QStringLiteral("_phase.tif")};
}

QStringList exportTiff(const LoadedResult& result, const QString& base, bool withoutRamp, bool litOnly,
                       bool overwrite) {
    const QStringList files = tiffNames(base);
    // Both are checked before either is written: no half export.
    refuseExisting(files, overwrite);
    Array<Complex, 2> object = *result.object;
    const Array<float, 2> light = io::illumination(result.result);
    if (withoutRamp) io::removePhaseRamp(object, light.span());
    if (litOnly) {
        constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();
        object = withinMask(object, io::litArea(light), Complex{kNothing, kNothing});
    }
    Array<float, 2> amplitude(object.shape());
    Array<float, 2> phase(object.shape());
    for (std::size_t i = 0; i < object.size(); ++i) {
        amplitude.data()[i] = std::abs(object.data()[i]);
        phase.data()[i] = std::arg(object.data()[i]);
    }
    const auto tags = [&](const QString& quantity) {
        QStringList lines = provenanceOf(result).lines();
        lines << quantity;
        if (withoutRamp) lines << QStringLiteral("phase_ramp: removed");
        return io::ImageTags{result.result.objectPixelHeight_m, result.result.objectPixelWidth_m,
                             lines.join(u'\n').toStdString()};
    };
    io::writeTiff(toPath(files[0]), amplitude, overwrite, tags(QStringLiteral("quantity: amplitude")));
    io::writeTiff(toPath(files[1]), phase, overwrite, tags(QStringLiteral("quantity: phase\nunit: rad")));
    return files;
}

void exportHdf5(const LoadedResult& result, const QString& file, bool overwrite) {
    if (QFileInfo(file).absoluteFilePath() == QFileInfo(result.file).absoluteFilePath()) {
        throw DataError("this is the result file itself", file.toStdString(), "choose another name for the copy");
    }
    io::writeResult(toPath(file), result.result, overwrite);
}

void exportPattern(const LoadedIntegration& result, std::size_t row, job::PatternFormat format, const QString& file,
                   bool overwrite) {
    io::writeTextFile(toPath(file), job::patternText(*result.result, row, format), overwrite);
}

QStringList exportPatterns(const LoadedIntegration& result, job::PatternFormat format, const QString& file,
                           bool overwrite, const RunControl& control) {
    const QFileInfo base(file);
    const io::IntegrationAxes& axes = result.result->axes();
    // As the command names them: by the numbers of the frames in the stack, as many digits as the largest has.
    const auto numberOf = [&axes](std::size_t row) { return axes.firstFrame + row * axes.frameStep; };
    const auto digits = static_cast<int>(std::max<std::size_t>(5, std::to_string(numberOf(axes.frames)).size()));
    QStringList files;
    for (std::size_t row = 0; row < axes.frames; ++row) {
        if (control.stopRequested()) throw StoppedError();
        if (job::isFailedRow(*result.result, row)) continue;
        const QString name = QStringLiteral("%1_%2.%3")
                                 .arg(base.completeBaseName())
                                 .arg(numberOf(row), digits, 10, QLatin1Char('0'))
                                 .arg(QLatin1String(job::extensionOf(format)));
        files << base.dir().filePath(name);
        exportPattern(result, row, format, files.back(), overwrite);
    }
    if (files.isEmpty()) throw DataError("no frame of the result has a pattern", result.file.toStdString());
    return files;
}

void exportPatternTable(const LoadedIntegration& result, job::PatternFormat format, const QString& file,
                        bool overwrite) {
    io::writeTextFile(toPath(file), job::patternTable(*result.result, format), overwrite);
}

namespace {

[[noreturn]] void refuseNothing(const QString& file) {
    throw DataError("there is nothing to write", file.toStdString(), "show it on the page first");
}

const job::MapSet& mapsIn(const std::shared_ptr<const job::MapSet>& set, const QString& file) {
    if (!set || set->maps.empty()) refuseNothing(file);
    return *set;
}

} // namespace

QStringList mapTiffNames(const std::shared_ptr<const job::MapSet>& set, const QString& file) {
    if (!set || !set->colours) return {file};
    const QFileInfo info(file);
    QStringList names;
    for (const std::size_t map : *set->colours)
        names << info.dir().filePath(QStringLiteral("%1_%2.%3")
                                         .arg(info.completeBaseName(), QString::fromStdString(set->maps.at(map).name),
                                              info.suffix().isEmpty() ? QStringLiteral("tif") : info.suffix()));
    return names;
}

void exportMapTiff(const std::shared_ptr<const job::MapSet>& set, const QString& file, bool overwrite) {
    const job::MapSet& maps = mapsIn(set, file);
    const double unit = maps.grid.hasPlaces() ? 1 : 0;
    const ptycho::ScanGrid& grid = maps.grid.grid();
    const QStringList names = mapTiffNames(set, file);
    for (qsizetype i = 0; i < names.size(); ++i) {
        const job::FrameValues& map =
            maps.colours ? maps.maps.at((*maps.colours)[static_cast<std::size_t>(i)]) : maps.maps.back();
        io::writeTiff(toPath(names[i]), maps.grid.imageOf(map.values), overwrite,
                      {grid.stepY_m * unit, grid.stepX_m * unit, map.title});
    }
}

void exportMapPng(const std::shared_ptr<const job::MapSet>& set, const QString& file, bool overwrite) {
    const job::MapSet& maps = mapsIn(set, file);
    const Array<float, 2> last = maps.grid.imageOf(maps.maps.back().values);
    io::writePng(toPath(file), last.extent(1), last.extent(0),
                 maps.colours ? job::coloursOf(maps) : job::coloursOf(last, last, last), overwrite);
}

void exportMapHdf5(const std::shared_ptr<const job::MapSet>& set, const QString& file, bool overwrite) {
    job::writeMapFile(toPath(file), mapsIn(set, file), overwrite);
}

void exportMapTable(const std::shared_ptr<const job::MapSet>& set, const QString& file, bool overwrite) {
    io::writeTextFile(toPath(file), job::mapText(mapsIn(set, file)), overwrite);
}

void exportImage(const Array<float, 2>& image, const QString& file, bool overwrite) {
    if (image.empty()) refuseNothing(file);
    io::writeTiff(toPath(file), image, overwrite);
}

void copyResult(const QString& from, const QString& to, bool overwrite) {
    if (QFileInfo(from).absoluteFilePath() == QFileInfo(to).absoluteFilePath()) {
        throw DataError("this is the result file itself", to.toStdString(), "choose another name for the copy");
    }
    refuseExisting({to}, overwrite);
    QFile in(from);
    QSaveFile out(to);
    bool good = in.open(QIODevice::ReadOnly) && out.open(QIODevice::WriteOnly);
    while (good && !in.atEnd()) {
        const QByteArray part = in.read(1 << 22);
        good = !part.isEmpty() && out.write(part) == part.size();
    }
    if (!good || !out.commit()) {
        throw DataError("cannot copy the result", to.toStdString(),
                        (in.error() != QFile::NoError ? in.errorString() : out.errorString()).toStdString());
    }
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
