// SPDX-License-Identifier: GPL-3.0-or-later
#include "monkey_files.h"

#include "job/document/job_kind.h"
#include "model/text.h"
#include "sim/powder_simulator.h"
#include "sim/ptycho_simulator.h"

#include <QDir>
#include <QFile>

namespace ewald::ui::test {

namespace {

QString writeScan(const QString& file, std::size_t frames, std::size_t size, unsigned long long seed) {
    sim::PtychoExperiment experiment;
    experiment.size = size;
    experiment.frames = frames;
    experiment.photonsPerFrame = 1e5;
    experiment.seed = seed;
    sim::writeCxi(toPath(file), sim::simulatePtycho(experiment), true);
    return file;
}

QStringList writeStack(const QString& file, std::size_t frames, std::size_t rows) {
    sim::PowderExperiment experiment;
    experiment.poni.dist_m = 0.1;
    experiment.poni.pixel1_m = experiment.poni.pixel2_m = 200e-6;
    experiment.poni.shape = {rows, 140};
    experiment.poni.poni1_m = 55 * 200e-6;
    experiment.poni.poni2_m = 70 * 200e-6;
    experiment.poni.wavelength_m = 0.7e-10;
    experiment.frames = frames;
    experiment.peakWidth_deg = 0.3;
    sim::PowderOutput output;
    output.overwrite = true;
    const sim::PowderFiles files = sim::writePowderStack(toPath(file), experiment, output);
    return {toQString(files.data.front()), toQString(files.poni)};
}

QString reconstruct(const QString& scan, const QString& file, std::size_t iterations, const char* engine) {
    job::JobDocument document;
    document.inputFile = toPath(scan);
    document.outputFile = toPath(file);
    document.pipeline = {job::Stage{engine, iterations, {}}};
    job::JobObserver observer;
    RunControl control;
    static_cast<void>(job::runJob(document, observer, control));
    return file;
}

QString write(const QString& file, const QByteArray& content) {
    QFile target(file);
    if (target.open(QIODevice::WriteOnly)) target.write(content);
    return file;
}

QByteArray contentOf(const QString& file) {
    QFile source(file);
    return source.open(QIODevice::ReadOnly) ? source.readAll() : QByteArray();
}

/// The file cut off in the middle, and with some bytes changed.
QStringList damage(const QString& file, const QString& cut, const QString& changed) {
    QByteArray content = contentOf(file);
    write(cut, content.left(content.size() / 2));
    Draw draw(7, 7);
    for (int i = 0; i < 40; ++i)
        content[static_cast<qsizetype>(draw.below(static_cast<std::size_t>(content.size())))] = static_cast<char>(i);
    write(changed, content);
    return {cut, changed};
}

} // namespace

QString MonkeyFiles::any(Draw& draw) const {
    const std::size_t kind = draw.below(10);
    if (kind < 4) return draw.of(scans);
    if (kind < 6) return draw.of(results);
    if (kind < 8) return draw.of(stacks);
    return draw.of(others);
}

MonkeyFiles makeMonkeyFiles(const QString& folder) {
    MonkeyFiles files;
    files.folder = folder;
    files.words = {"amber", "basalt", "cobalt", "delta", "ember", "fjord", "garnet", "hazel", "indigo", "juniper"};
    const auto at = [&](const QString& name) { return folder + u'/' + name; };
    // Objects of different sizes: a picture of the wrong scan is seen by its shape.
    files.scans = {writeScan(at(QStringLiteral("amber.cxi")), 64, 32, 3),
                   writeScan(at(QStringLiteral("basalt.cxi")), 36, 48, 4),
                   writeScan(at(QStringLiteral("cobalt_%1.cxi").arg(QString(160, u'x'))), 25, 32, 5)};
    files.results = {reconstruct(files.scans[0], at(QStringLiteral("delta.h5")), 3, "rpie"),
                     reconstruct(files.scans[1], at(QStringLiteral("ember.h5")), 2, "epie")};
    files.stacks =
        writeStack(at(QStringLiteral("fjord.h5")), 12, 110) + writeStack(at(QStringLiteral("garnet.h5")), 5, 90);
    files.others = damage(files.scans[0], at(QStringLiteral("hazel_cut.cxi")), at(QStringLiteral("hazel.cxi"))) +
                   damage(files.results[0], at(QStringLiteral("indigo_cut.h5")), at(QStringLiteral("indigo.h5")));
    files.others << write(at(QStringLiteral("juniper_empty.h5")), {})
                 << write(at(QStringLiteral("juniper.txt")), "not data\n")
                 << write(at(QStringLiteral("juniper.tif")), QByteArray("II*\0\x08\0\0\0\xff\xff", 10))
                 << write(at(QStringLiteral("juniper.poni")), "Distance: far\n")
                 << write(at(QStringLiteral("juniper.json")), "{\"kind\": \"ptycho\", \"pipeline\": [{}]}")
                 << write(at(QStringLiteral("juniper_job.json")),
                          R"({"format": "ewald-job", "version": 1, "pipeline": [{"engine": "dm", "iterations": 4}]})")
                 << at(QStringLiteral("juniper_missing.cxi")) << folder;
    return files;
}

} // namespace ewald::ui::test
