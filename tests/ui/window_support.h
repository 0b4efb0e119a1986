// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/text.h"
#include "sim/ptycho_simulator.h"

#include <QApplication>
#include <QDir>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <functional>

namespace ewald::ui::test {

/// Runs the event loop until `done` or for so long; true when done. Generous: test machines are shared.
inline bool waitFor(const std::function<bool()>& done, int milliseconds = 60000) {
    return QTest::qWaitFor(done, milliseconds);
}

/// A scan that reconstructs in seconds: frames of 32 × 32 pixels.
inline sim::PtychoExperiment smallExperiment(std::size_t frames = 64) {
    sim::PtychoExperiment experiment;
    experiment.size = 32;
    experiment.frames = frames;
    experiment.photonsPerFrame = 1e5;
    experiment.seed = 3;
    return experiment;
}

/// Each test has a folder and settings of its own, so that none sees what another, or a person, left behind.
class WindowTest : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(m_folder.isValid());
        QStandardPaths::setTestModeEnabled(true);
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.filePath("settings"));
        QDir(QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation)).removeRecursively();
    }
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }
    /// Writes a simulated scan and returns its name.
    [[nodiscard]] QString writeScan(const sim::PtychoExperiment& experiment = smallExperiment(),
                                    const QString& name = QStringLiteral("scan.cxi")) const {
        sim::writeCxi(toPath(path(name)), sim::simulatePtycho(experiment), true);
        return path(name);
    }

    QTemporaryDir m_folder;
};

} // namespace ewald::ui::test
