// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/screenshot_tour.h"

#include "view/image_view.h"
#include "view/pattern_chart.h"
#include "view/pattern_view.h"
#include "view/surface_view.h"
#include "window/background_panel.h"
#include "window/data_page.h"
#include "window/devices_dialog.h"
#include "window/devices_page.h"
#include "window/frame_page.h"
#include "window/geometry_panel.h"
#include "window/intensities_panel.h"
#include "window/live_page.h"
#include "window/main_window.h"
#include "window/mask_panel.h"
#include "window/message_bar.h"
#include "window/peak_region_table.h"
#include "window/peak_series_view.h"
#include "window/peaks_panel.h"
#include "window/positions_panel.h"
#include "window/powder_map_panel.h"
#include "window/powder_page.h"
#include "window/queue_dock.h"
#include "window/report_page.h"
#include "window/runs_strip.h"
#include "window/scaling_page.h"
#include "window/surface_page.h"
#include "window/sweep_editor.h"
#include "window/sweep_window.h"

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QLineEdit>
#include <QPixmap>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QToolButton>

namespace ewald::ui {

namespace {

constexpr int kPoll_ms = 100;
/// Polls in a row with nothing left to draw before a picture is taken.
constexpr int kSettled = 4;
constexpr int kTimeout = 3000; ///< polls for one step: five minutes
constexpr std::size_t kIterations = 40;
constexpr std::size_t kDuring = 12; ///< iteration of the picture taken during the run

} // namespace

ScreenshotTour::ScreenshotTour(MainWindow& window, const QString& folder, std::vector<Theme> themes, QObject* parent)
    : QObject(parent), m_window(window), m_folder(folder), m_themes(std::move(themes)) {
    m_timer.setInterval(kPoll_ms);
    connect(&m_timer, &QTimer::timeout, this, &ScreenshotTour::poll);
    connect(&m_window.session().controller(), &JobController::previewReady, this,
            [this](const std::shared_ptr<const job::Preview>& preview) { m_iteration = preview->iteration; });
}

void ScreenshotTour::start() {
    if (!QDir().mkpath(m_folder)) {
        fail(tr("cannot make the folder %1").arg(m_folder));
        return;
    }
    plan();
    m_timer.start();
}

void ScreenshotTour::addStep(std::function<bool()> ready, std::function<void()> act) {
    m_steps.push_back({std::move(ready), std::move(act)});
}

void ScreenshotTour::addPicture(std::function<bool()> ready, const QString& name, std::function<QWidget*()> of) {
    for (const Theme theme : m_themes) {
        addStep(ready, [this, theme] { m_window.setTheme(theme); });
        addStep([this] { return viewsIdle(); },
                [this, theme, name, of] { grab(of ? *of() : m_window, themeName(theme) + u'_' + name); });
    }
}

void ScreenshotTour::plan() {
    Session& session = m_window.session();
    const auto idle = [this] { return viewsIdle(); };
    addPicture(idle, QStringLiteral("start"));
    addStep(idle, [&session] { session.openExample(); });
    addPicture([this, &session] { return session.scan() && session.scan()->complete && viewsIdle(); },
               QStringLiteral("data"));
    addStep(idle, [this, &session] {
        // The result lies beside the pictures, not in the user's documents.
        session.setOutputFile(QDir(m_folder).absoluteFilePath(QStringLiteral("example_result.h5")), true);
        session.job().setIterations(0, kIterations);
        session.job().setValue(*job::findParameter("probe_modes"), job::ParameterValue(2LL));
        for (const char* refined : {"refine_positions", "background", "frame_intensities"})
            session.job().setValue(*job::findParameter(refined), job::ParameterValue(true));
        session.job().setValue(*job::findParameter("preview_interval_s"), job::ParameterValue(0.2));
    });
    addStep(idle, [this] { m_window.startRun(); });
    addPicture([this, &session] { return m_iteration >= kDuring || !session.controller().running(); },
               QStringLiteral("running"));
    addPicture([this, &session] { return !session.controller().running() && session.result() && viewsIdle(); },
               QStringLiteral("done"));
    addStep(idle, [this] {
        m_window.livePage().positions().reveal();
        m_window.tabs().setCurrentWidget(&m_window.dataPage());
    });
    addPicture(idle, QStringLiteral("moves"));
    addStep(idle, [this] { m_window.tabs().setCurrentWidget(&m_window.livePage()); });
    addPicture(idle, QStringLiteral("positions"));
    addStep(idle, [this] { m_window.livePage().background().reveal(); });
    addPicture(idle, QStringLiteral("background"));
    addStep(idle, [this] { m_window.livePage().intensities().reveal(); });
    addPicture(idle, QStringLiteral("intensities"));
    addStep(idle, [this] { m_window.tabs().setCurrentWidget(&m_window.surfacePage()); });
    addPicture(idle, QStringLiteral("surface"));
    addStep(idle, [this] { m_window.tabs().setCurrentWidget(&m_window.reportPage()); });
    addPicture(idle, QStringLiteral("report"));
    planQueue();
    planDevices();
    planIntegration();
}

void ScreenshotTour::planQueue() {
    Session& session = m_window.session();
    const auto idle = [this] { return viewsIdle(); };
    // Beside the runs of the tour itself, which are jobs of the queue as well.
    const auto before = std::make_shared<std::size_t>(0);
    const auto ended = [this, before](std::size_t jobs) {
        const QueueSums sums = m_window.queue().panel().model().sums();
        return sums.all() == *before + jobs && sums.queued + sums.running == 0 && viewsIdle();
    };
    addStep(idle, [this, &session, before] {
        *before = m_window.queue().panel().model().sums().all();
        session.job().setIterations(0, kIterations / 2);
        m_window.addToQueue();
        m_window.showSweep();
        SweepWindow& sweep = *m_window.sweepWindow();
        sweep.varied().parameter().setCurrentIndex(sweep.varied().parameter().findData(QStringLiteral("auto_modes")));
        sweep.varied().values().setText(QStringLiteral("1, 2, 3"));
        sweep.queueButton().click();
    });
    addStep([ended] { return ended(4); }, [this] { m_window.queue().reveal(); });
    const auto sweep = [this] { return m_window.sweepWindow(); };
    addPicture([this, sweep] { return sweep()->isIdle() && viewsIdle(); }, QStringLiteral("sweep"), sweep);
    addStep(idle, [this, sweep] {
        sweep()->close();
        QueuePanel& panel = m_window.queue().panel();
        panel.holdAction()->trigger();
        m_window.addToQueue();
        panel.select({panel.model().jobs().front().id});
    });
    addPicture([this, before] { return m_window.queue().panel().model().jobs().size() == *before + 5 && viewsIdle(); },
               QStringLiteral("queue"));
    addStep(idle, [this] {
        m_window.runsDock().show();
        m_window.runsDock().raise();
    });
    addPicture([this] { return m_window.runs().runs().rowCount() >= 5 && viewsIdle(); }, QStringLiteral("runs"));
    addStep(idle, [this] {
        m_window.runsDock().close();
        m_window.queue().close();
    });
}

void ScreenshotTour::planDevices() {
    const auto idle = [this] { return viewsIdle(); };
    const auto dialog = [this] { return m_window.devicesDialog(); };
    addStep(idle, [this] { m_window.showDevices(); });
    addStep([dialog] { return dialog()->devices().checkButton().isEnabled(); },
            [dialog] { dialog()->devices().checkButton().click(); });
    const auto checked = [dialog] { return !dialog()->devices().busy() && dialog()->devices().report(); };
    addPicture(checked, QStringLiteral("devices"), dialog);
    addStep(idle, [dialog] {
        ScalingPage& page = dialog()->scaling();
        dialog()->tabs().setCurrentWidget(&page);
        page.workers().setText(QStringLiteral("1, 2"));
        page.repeats().setValue(3);
        page.iterations().setValue(5);
        page.startButton().click();
    });
    addPicture([dialog] { return !dialog()->scaling().busy(); }, QStringLiteral("scaling"), dialog);
    addStep(idle, [dialog] { dialog()->close(); });
}

void ScreenshotTour::planIntegration() {
    Session& session = m_window.session();
    const auto idle = [this] { return viewsIdle(); };
    const auto set = [&session](const char* key, const job::ParameterValue& value) {
        session.integration().job().setValue(*job::findParameter(key), value);
    };
    addStep(idle, [this, &session] {
        QComboBox* calibrant = m_window.framePage().geometryPanel()->calibrantBox();
        calibrant->setCurrentIndex(calibrant->findData(QStringLiteral("LaB6_SRM660c")));
        session.openPowderExample();
    });
    addPicture([this, &session] { return session.integration().image() && viewsIdle(); },
               QStringLiteral("integration_geometry"));
    planPhases();
    addStep(idle, [this, &session] {
        session.integration().editMask([](FrameMask& mask) {
            mask.begin();
            mask.rectangle(QRectF(0, 315, 245, 26), true);
        });
        m_window.framePage().panels()->setCurrentWidget(m_window.framePage().maskPanel());
    });
    addPicture(idle, QStringLiteral("integration_mask"));
    addStep(idle, [this, &session, set] {
        session.setOutputFile(QDir(m_folder).absoluteFilePath(QStringLiteral("powder_result.h5")), true);
        set("npt", job::ParameterValue(800LL));
        set("error_model", job::ParameterValue(std::string("poisson")));
    });
    addStep(idle, [this] { m_window.startRun(); });
    const auto done = [this, &session] {
        return !session.controller().running() && session.integrationResult() && viewsIdle();
    };
    addPicture(done, QStringLiteral("integration_patterns"));
    addStep(idle, [this] {
        PowderPage& page = m_window.powderPage();
        page.views()->setCurrentWidget(page.mapPanel());
        const std::vector<RingPath>& rings = m_window.framePage().preview().rings;
        if (rings.empty()) return;
        // The outer flank of the first ring: brighter where the lattice is smaller.
        page.pattern()->setRange(std::pair(rings.front().value, rings.front().value + 0.4));
        emit page.pattern()->rangeChosen(rings.front().value, rings.front().value + 0.4);
    });
    addPicture(idle, QStringLiteral("integration_map"));
    planPeaks();
    addStep(idle, [this, &session, set] {
        session.setOutputFile(QDir(m_folder).absoluteFilePath(QStringLiteral("powder_cakes.h5")), true);
        set("npt", job::ParameterValue(400LL));
        set("npt_azim", job::ParameterValue(90LL));
        m_window.startRun();
        m_window.powderPage().views()->setCurrentWidget(m_window.powderPage().cake());
    });
    addPicture(done, QStringLiteral("integration_cake"));
}

void ScreenshotTour::planPhases() {
    Session& session = m_window.session();
    const auto idle = [this] { return viewsIdle(); };
    addStep(idle, [&session] {
        session.integration().drawnSubstances().keepChosen();
        session.integration().substance().choose(QStringLiteral("CeO2"));
    });
    addPicture(idle, QStringLiteral("integration_phases"));
    addStep(idle, [&session] {
        session.integration().drawnSubstances().remove(QStringLiteral("CeO2"));
        session.integration().drawnSubstances().remove(QStringLiteral("LaB6_SRM660c"));
        session.integration().substance().choose(QStringLiteral("LaB6_SRM660c"));
    });
}

void ScreenshotTour::planPeaks() {
    const auto idle = [this] { return viewsIdle(); };
    const auto peaks = [this]() -> PeaksPanel& { return m_window.powderPage().peaks(); };
    addStep(idle, [this, peaks] {
        m_window.powderPage().fitPeaksButton()->click();
        peaks().regions().findButton()->click();
    });
    addPicture(idle, QStringLiteral("integration_peaks"));
    addStep(idle, [peaks] {
        peaks().fitAllButton()->click();
        peaks().tabs()->setCurrentWidget(&peaks().series());
    });
    addPicture(idle, QStringLiteral("integration_peak_series"));
    addStep(idle, [peaks] { peaks().series().mapButton()->click(); });
    addPicture(idle, QStringLiteral("integration_peak_map"));
}

bool ScreenshotTour::viewsIdle() const {
    const LivePage& live = m_window.livePage();
    return !m_window.session().busy() && m_window.dataPage().pattern()->isIdle() && live.object()->isIdle() &&
           live.probe()->isIdle() && live.pattern()->measuredView()->isIdle() &&
           live.pattern()->modelledView()->isIdle() && live.background().image()->isIdle() &&
           m_window.surfacePage().surface()->isIdle() && m_window.framePage().isIdle() &&
           m_window.powderPage().isIdle();
}

void ScreenshotTour::poll() {
    if (m_next == m_steps.size()) {
        m_timer.stop();
        emit finished({});
        return;
    }
    const UserMessage& said = m_window.messageBar().message();
    if (m_window.messageBar().isShown() && said.severity == io::Severity::error) {
        fail(said.what + u' ' + said.where);
        return;
    }
    if (++m_waited > kTimeout) {
        fail(tr("step %1 took too long").arg(m_next));
        return;
    }
    m_settled = m_steps[m_next].ready() ? m_settled + 1 : 0;
    if (m_settled < kSettled) return;
    m_settled = 0;
    m_waited = 0;
    m_steps[m_next++].act();
}

void ScreenshotTour::grab(QWidget& widget, const QString& name) {
    const QString file = QDir(m_folder).filePath(name + QStringLiteral(".png"));
    if (!widget.grab().save(file, "PNG")) {
        fail(tr("cannot write %1").arg(file));
        return;
    }
    m_files << file;
}

void ScreenshotTour::fail(const QString& why) {
    m_timer.stop();
    m_next = m_steps.size();
    emit finished(why);
}

} // namespace ewald::ui
