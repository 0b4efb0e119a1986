// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/example_scan.h"

#include "model/text.h"
#include "sim/powder_simulator.h"
#include "sim/ptycho_simulator.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace ewald::ui {

namespace {

/// Part of the folder's name: another recipe must not be taken for this one's cached file.
constexpr int kRecipe = 1;

sim::PtychoExperiment exampleExperiment() {
    sim::PtychoExperiment experiment;
    experiment.size = 128;
    experiment.frames = 324;
    experiment.modes = 2;
    experiment.energy_keV = 8.8;
    experiment.distance_m = 2.0;
    experiment.detectorPixel_m = 75e-6;
    experiment.photonsPerFrame = 2e6;
    experiment.overlap = 0.72;
    experiment.deadPixels = 12;
    experiment.seed = 7;
    return experiment;
}

/// Makes a scan where it is not there yet.
QString keptScan(const QString& file, const sim::PtychoExperiment& experiment, const RunControl& control) {
    if (QFileInfo(file).size() > 0) return file;
    if (!QDir().mkpath(QFileInfo(file).absolutePath())) {
        throw DataError("cannot make the folder for the example", QFileInfo(file).absolutePath().toStdString(),
                        "check the permissions of the cache folder");
    }
    const sim::PtychoDataset dataset = sim::simulatePtycho(experiment);
    if (control.stopRequested()) throw StoppedError();
    sim::writeCxi(toPath(file), dataset, true);
    return file;
}

/// A raster of 12 × 16 points on a sample whose lattice grows by half a per cent along the scan.
sim::PowderExperiment powderExperiment() {
    sim::PowderExperiment experiment;
    experiment.poni.dist_m = 0.16;
    experiment.poni.pixel1_m = 172e-6;
    experiment.poni.pixel2_m = 172e-6;
    experiment.poni.shape = {619, 487};
    experiment.poni.poni1_m = 330 * 172e-6;
    experiment.poni.poni2_m = 236 * 172e-6;
    experiment.poni.rot1 = 0.02;
    experiment.poni.rot2 = -0.012;
    experiment.poni.wavelength_m = 0.7e-10;
    experiment.calibrant = "LaB6_SRM660c";
    experiment.frames = 192;
    experiment.expansion = 0.005;
    experiment.peakCounts = 90;
    experiment.peakWidth_deg = 0.14;
    experiment.deadPixels = 40;
    experiment.seed = 5;
    return experiment;
}

} // namespace

QString exampleFile() {
    const QDir cache(QStandardPaths::writableLocation(QStandardPaths::CacheLocation));
    return cache.filePath(QStringLiteral("example_%1/example.cxi").arg(kRecipe));
}

PowderExample makePowderExample(const RunControl& control) {
    const QDir cache(QStandardPaths::writableLocation(QStandardPaths::CacheLocation));
    const QString folder = cache.filePath(QStringLiteral("powder_%1").arg(kRecipe));
    const QString file = QDir(folder).filePath(QStringLiteral("powder_rings.h5"));
    const QString geometry = QDir(folder).filePath(QStringLiteral("powder_rings.poni"));
    if (QFileInfo(file).size() > 0 && QFileInfo(geometry).size() > 0) return {file, geometry};
    if (!QDir().mkpath(folder)) {
        throw DataError("cannot make the folder for the example", folder.toStdString(),
                        "check the permissions of the cache folder");
    }
    sim::PowderOutput output;
    output.overwrite = true;
    output.progress = [&control](std::size_t) {
        if (control.stopRequested()) throw StoppedError();
    };
    const sim::PowderFiles files = sim::writePowderStack(toPath(file), powderExperiment(), output);
    return {toQString(files.data.front()), toQString(files.poni)};
}

bool isExample(const QString& file) {
    const QString cache = QDir::cleanPath(QStandardPaths::writableLocation(QStandardPaths::CacheLocation));
    return QDir::cleanPath(file).startsWith(cache + u'/');
}

QString makeExample(const RunControl& control) { return keptScan(exampleFile(), exampleExperiment(), control); }

QString makeFaultyExample(const RunControl& control) {
    sim::PtychoExperiment experiment = exampleExperiment();
    experiment.positionError_px = 1;
    experiment.background = 3;
    const QDir folder = QFileInfo(exampleFile()).dir();
    return keptScan(folder.filePath(QStringLiteral("wrong_positions.cxi")), experiment, control);
}

} // namespace ewald::ui
