// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/example_scan.h"

#include "model/text.h"
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

} // namespace

QString exampleFile() {
    const QDir cache(QStandardPaths::writableLocation(QStandardPaths::CacheLocation));
    return cache.filePath(QStringLiteral("example_%1/example.cxi").arg(kRecipe));
}

QString makeExample(const RunControl& control) {
    const QString file = exampleFile();
    if (QFileInfo(file).size() > 0) return file;
    if (!QDir().mkpath(QFileInfo(file).absolutePath())) {
        throw DataError("cannot make the folder for the example", QFileInfo(file).absolutePath().toStdString(),
                        "check the permissions of the cache folder");
    }
    const sim::PtychoDataset dataset = sim::simulatePtycho(exampleExperiment());
    if (control.stopRequested()) throw StoppedError();
    sim::writeCxi(toPath(file), dataset, true);
    return file;
}

} // namespace ewald::ui
