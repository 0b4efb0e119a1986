// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/text.h"
#include "sim/powder_simulator.h"
#include "sim/ptycho_simulator.h"
#include "waiting.h"
#include "window/message_bar.h"

#include <QApplication>
#include <QDir>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTranslator>

#include <gtest/gtest.h>

namespace ewald::ui::test {

/// As long as a file system allows, nearly.
inline const QString kLongName =
    QStringLiteral("beamline_proposal_20260042_") + QString(130, u'x') + QStringLiteral("_0001.cxi");

/// Takes back every installLanguage().
inline void removeTranslators() { qDeleteAll(QCoreApplication::instance()->findChildren<QTranslator*>()); }

/// A scan that reconstructs in seconds: frames of 32 × 32 pixels.
inline sim::PtychoExperiment smallExperiment(std::size_t frames = 64) {
    sim::PtychoExperiment experiment;
    experiment.size = 32;
    experiment.frames = frames;
    experiment.photonsPerFrame = 1e5;
    experiment.seed = 3;
    return experiment;
}

/// Frames of 200 × 240 pixels with a few rings, which integrate in well under a second.
inline sim::PowderExperiment smallPowder(std::size_t frames = 12) {
    sim::PowderExperiment experiment;
    experiment.poni.dist_m = 0.1;
    experiment.poni.pixel1_m = experiment.poni.pixel2_m = 200e-6;
    experiment.poni.shape = {200, 240};
    experiment.poni.poni1_m = 95 * 200e-6;
    experiment.poni.poni2_m = 130 * 200e-6;
    experiment.poni.wavelength_m = 0.7e-10;
    experiment.frames = frames;
    experiment.peakCounts = 200;
    experiment.peakWidth_deg = 0.25;
    experiment.expansion = 0.004;
    return experiment;
}

/// Names of a stack and of its geometry.
struct PowderNames {
    QString frames;
    QString poni;
};

/// Each test has a folder, a home and settings of its own, so that none sees what another, or a person, left behind.
class WindowTest : public ::testing::Test {
protected:
    ~WindowTest() override {
        qputenv("HOME", m_home);
        qunsetenv("EWALD_QUEUE");
    }
    void SetUp() override {
        ASSERT_TRUE(m_folder.isValid());
        MessageBar::setPatience(0); // what a test looks for stays, however slow the machine is
        ASSERT_TRUE(QDir().mkpath(path(QStringLiteral("home"))));
        qputenv("HOME", path(QStringLiteral("home")).toUtf8());
        QStandardPaths::setTestModeEnabled(true);
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.filePath("settings"));
        qputenv("EWALD_QUEUE", m_folder.filePath("queue").toUtf8());
    }
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }
    /// Writes the geometry of a detector of 100 µm pixels without known shape and returns the name of its file.
    [[nodiscard]] QString writePoni() const {
        QFile file(path(QStringLiteral("scan.poni")));
        if (!file.open(QIODevice::WriteOnly)) ADD_FAILURE() << file.errorString().toStdString();
        file.write("poni_version: 2\nDetector: Detector\nDetector_config: {\"pixel1\": 1e-4, \"pixel2\": 1e-4}\n"
                   "Distance: 0.1\nPoni1: 0.003\nPoni2: 0.003\nRot1: 0\nRot2: 0\nRot3: 0\nWavelength: 1e-10\n");
        return file.fileName();
    }
    /// Writes a simulated scan and returns its name.
    [[nodiscard]] QString writeScan(const sim::PtychoExperiment& experiment = smallExperiment(),
                                    const QString& name = QStringLiteral("scan.cxi")) const {
        sim::writeCxi(toPath(path(name)), sim::simulatePtycho(experiment), true);
        return path(name);
    }
    /// Writes simulated frames with their geometry, in place of those written before.
    [[nodiscard]] PowderNames writePowder(const sim::PowderExperiment& experiment = smallPowder()) const {
        sim::PowderOutput output;
        output.overwrite = true;
        const sim::PowderFiles files =
            sim::writePowderStack(toPath(path(QStringLiteral("powder.h5"))), experiment, output);
        return {toQString(files.data.front()), toQString(files.poni)};
    }

    QTemporaryDir m_folder;

private:
    const QByteArray m_home = qgetenv("HOME");
};

} // namespace ewald::ui::test
