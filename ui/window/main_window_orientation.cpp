// SPDX-License-Identifier: GPL-3.0-or-later
// The searches for the orientation of positions and of images: where they are asked for, and when they are offered.
#include "job/ptychography/results/find_orientation.h"
#include "model/image_orientation.h"
#include "window/data_page.h"
#include "window/frame_page.h"
#include "window/main_window.h"
#include "window/message_bar.h"
#include "window/orientation_dialog.h"

#include <algorithm>
#include <cmath>

namespace ewald::ui {

OrientationDialog* MainWindow::orientationDialog() const { return m_orientation; }

void MainWindow::findOrientation() {
    if (m_session.mode() != Mode::ptychography || !m_session.scan()) return;
    if (m_session.controller().running()) {
        showMessage({io::Severity::info,
                     tr("A job is running and uses the devices"),
                     {},
                     tr("The orientation can be looked for when it has ended."),
                     {}});
        m_messages->addButton(tr("Stop and find orientation"), [this] { stopAndFindOrientation(); });
        return;
    }
    // What was painted a moment ago masks the frames here, too.
    m_data->storeThen([this] {
        if (!m_orientation) {
            m_orientation = new OrientationDialog(m_session, this);
            m_orientation->setAttribute(Qt::WA_DeleteOnClose);
            connect(m_orientation, &OrientationDialog::applied, this, [this](const QString& text) {
                showMessage({io::Severity::info, tr("Orientation of the positions: %1").arg(text), {}, {}, {}});
                m_messages->addButton(tr("Start"), [this] { startRun(); });
                m_messages->leaveLater();
            });
            m_orientation->show();
            m_orientation->find();
        }
        m_orientation->raise();
        m_orientation->activateWindow();
    });
}

void MainWindow::findOrientationOfJob() {
    const ScanDataPtr& scan = m_session.scan();
    if (m_orientScan.empty() || !scan || !scan->complete) return; // the page of the data still takes it over
    const bool ofJob = scan->job.inputFile == m_orientScan;
    if (!ofJob && m_session.busy()) return;
    m_orientScan.clear(); // also where another scan was opened instead
    if (ofJob) findOrientation();
}

void MainWindow::stopAndFindOrientation() {
    m_session.setMode(Mode::ptychography); // what it is asked of, whichever side is shown by now
    JobController& controller = m_session.controller();
    if (!controller.running()) {
        findOrientation();
        return;
    }
    m_orientNext = true;
    controller.setPaused(false);
    controller.stop();
    updateActions();
}

void MainWindow::watchForStall() {
    JobController& controller = m_session.controller();
    connect(&controller, &JobController::runningChanged, this, [this](bool running) {
        if (!running) return;
        m_stall = {};
        m_orientNext = false;
    });
    connect(&controller, &JobController::lossesAdded, this, [this](const std::vector<io::LossEntry>& entries) {
        const bool reconstructs = m_session.startedMode() == Mode::ptychography;
        if (!reconstructs || m_session.goesOn()) return;
        const StallWatch::Notice notice = m_stall.add(entries);
        const QString text = tr("The Fourier error stays high");
        if (notice == StallWatch::Notice::over && m_messages->message().what == text) m_messages->dismiss();
        if (notice != StallWatch::Notice::stalls) return;
        // Of another scan than the open one: the search would look at the wrong file.
        if (m_session.startedJob()->inputFile != m_session.job().document().inputFile) return;
        if (!job::orientationMayExplainError(*m_session.startedJob())) return;
        showMessage({io::Severity::info, text, {}, tr("The axes of the positions may be swapped or flipped."), {}});
        m_messages->addButton(tr("Stop and find orientation"), [this] { stopAndFindOrientation(); });
    });
    connect(&controller, &JobController::finished, this, [this] {
        if (std::exchange(m_orientNext, false) && !m_closing) findOrientation();
    });
}

void MainWindow::offerToTurnImage(const azint::ImageOrientationAnswer& answer) {
    if (m_session.mode() != Mode::integration) return;
    const azint::ImageOrientationTrial& best = answer.trials.front();
    const azint::ImageOrientation now = currentImageOrientation(m_session.integration());
    const auto set = std::ranges::find(answer.trials, now, &azint::ImageOrientationTrial::orientation);
    const QString worse = set == answer.trials.end() ? QString() : QString::number(std::lround(100 * set->score));
    showMessage({io::Severity::warning,
                 tr("This geometry fits the image %1").arg(imageOrientationText(best.orientation)),
                 {},
                 tr("Then rings explain %1 % of it; as it is set, %2 %.").arg(std::lround(100 * best.score)).arg(worse),
                 {}});
    m_messages->addButton(tr("Turn it"), [this, best] { turnImage(m_session.integration(), best); });
    m_messages->addButton(tr("Show all"), [this] {
        m_session.setMode(Mode::integration);
        m_frames->findOrientation();
    });
    // Over with another geometry, or when the image was turned: what would be done was found for this one.
    auto* until = new QObject(m_messages);
    const IntegrationSession& frames = m_session.integration();
    connect(&frames, &IntegrationSession::geometryChanged, until,
            [this, until, &frames, now, poni = frames.poni(), what = m_messages->message().what] {
                if (frames.poni() == poni && currentImageOrientation(frames) == now) return;
                if (m_messages->message().what == what) m_messages->dismiss();
                until->deleteLater();
            });
}

} // namespace ewald::ui
