// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/main_window.h"

#include "common/icon.h"
#include "form/letter_keys.h"
#include "form/parameter_field.h"
#include "form/parameter_form.h"
#include "form/pipeline_editor.h"
#include "form/scrolled_fields.h"
#include "model/crash_report.h"
#include "model/text.h"
#include "model/user_settings.h"
#include "view/image_view.h"
#include "view/save_dialog.h"
#include "window/cluster_picker.h"
#include "window/compare_window.h"
#include "window/data_page.h"
#include "window/device_picker.h"
#include "window/devices_dialog.h"
#include "window/drop_hint.h"
#include "window/frame_page.h"
#include "window/geometry_panel.h"
#include "window/hold_up_line.h"
#include "window/import_dialog.h"
#include "window/live_page.h"
#include "window/measuring.h"
#include "window/message_bar.h"
#include "window/notifier.h"
#include "window/powder_page.h"
#include "window/probe_page.h"
#include "window/queue_dock.h"
#include "window/report_page.h"
#include "window/ring_calibration_panel.h"
#include "window/scan_card.h"
#include "window/scan_stepper.h"
#include "window/start_page.h"
#include "window/status_panel.h"
#include "window/surface_page.h"
#include "window/yielding_area.h"

#include <QButtonGroup>
#include <QCloseEvent>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ewald::ui {

namespace {

constexpr int kLeftWidth = 380;
constexpr int kLeastHeight = 600;

/// A form, whose rows are scrolled: that its help has several lines does not make it higher than it has to be.
class FormItem final : public QWidgetItem {
public:
    using QWidgetItem::QWidgetItem;
    [[nodiscard]] bool hasHeightForWidth() const override { return false; }
};

QFrame* separator(QWidget* parent) {
    auto* line = new QFrame(parent);
    line->setFrameShape(QFrame::HLine);
    line->setFrameShadow(QFrame::Sunken);
    return line;
}

} // namespace

MainWindow::MainWindow(QWidget* parent, JobController::Runner runner)
    : QMainWindow(parent), m_session(nullptr, std::move(runner)), m_notifier(std::make_unique<DesktopNotifier>()) {
    // Before anything is built: tool bars take the icon of their extension from the style once.
    applyTheme(themeFromName(settings::theme()));
    applyTextSize(settings::textPercent());
    setWindowTitle(tr("Ewald"));
    setWindowIcon(icon(QStringLiteral("ewald")));
    setAcceptDrops(true);
    QDesktopServices::setUrlHandler(QStringLiteral("manual"), this, "openManualLink");
    setMenuWidget(buildHead());
    buildActions();
    m_dropHint = new DropHint(this);
    m_split = new QSplitter(Qt::Horizontal, this);
    m_split->setChildrenCollapsible(false);
    m_left = buildLeft();
    m_split->addWidget(m_left);
    m_split->addWidget(buildCentre());
    m_split->setStretchFactor(0, 0);
    m_split->setStretchFactor(1, 1);
    m_split->setSizes({kLeftWidth, 10 * kLeftWidth});
    setCentralWidget(m_split);
    m_status = new StatusPanel(m_session, this);
    statusBar()->addWidget(m_status, 1);
    buildQueue();
    buildRuns();
    connect(&m_status->holdUp(), &HoldUpLine::devicesWanted, this, &MainWindow::showDevices);
    connect(&m_status->holdUp(), &HoldUpLine::message, this, &MainWindow::showMessage);
    connect(m_devices, &DevicePicker::overviewChanged, &m_status->holdUp(), &HoldUpLine::setOverview);
    // The state of the run, and below it the queue and what holds the run back.
    statusBar()->setMinimumHeight(2 * fontMetrics().lineSpacing() + 8);
    auto* escape = new QShortcut(Qt::Key_Escape, this);
    connect(escape, &QShortcut::activated, this, &MainWindow::escape);
    keepTypedLetters(this);
    keepWheelForScrolling(this);
    connectSession();
    watchDevices();
    nameManualPlaces();
    buildEditMenu();
    readSettings();
    showMode();
    updateActions();
}

MainWindow::~MainWindow() {
    hide(); // a field with the focus takes over what was typed while there is a job
    QDesktopServices::unsetUrlHandler(QStringLiteral("manual"));
}

/// Menus, and beside them the place of messages, which is kept for them: no page moves when one comes or goes.
QWidget* MainWindow::buildHead() {
    auto* head = new QWidget(this);
    m_menus = new QMenuBar(head);
    m_messages = new MessageBar(head);
    m_messages->setLines(2);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 4, 0);
    row->setSpacing(8);
    row->addWidget(m_menus, 0, Qt::AlignVCenter);
    row->addWidget(m_messages, 1);
    return head;
}

QWidget* MainWindow::buildLeft() {
    auto* panel = new QWidget(this);
    panel->setMinimumWidth(300);
    m_card = new ScanCard(m_session, panel);
    m_card->addFileActions({m_stepper->previous(), m_stepper->next()});
    m_forms = new QStackedWidget(panel);
    const auto addForms = [&](JobModel& job, ParameterForm*& form, DevicePicker*& devices) {
        auto* page = new QWidget(m_forms);
        form = new ParameterForm(job, {"devices"}, page);
        devices = new DevicePicker(job, page);
        connect(devices, &DevicePicker::detailsWanted, this, &MainWindow::showDevices);
        auto* clusters = new ClusterPicker(m_session, devices);
        connect(clusters, &ClusterPicker::placeChanged, devices, &DevicePicker::setElsewhere);
        devices->addAbove(clusters);
        auto* layout = new QVBoxLayout(page);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(6);
        layout->addItem(new FormItem(form));
        layout->setStretchFactor(form, 1);
        layout->addWidget(separator(page));
        // In a low window the rows of the form come first: the devices are scrolled. Where there is room for them, all
        // devices are seen, and the form, which is scrolled as it is, gets the rest.
        constexpr int kRows = 7, kLeastRows = 3, kLeastDevices = 64;
        const int row = 2 * form->fontMetrics().lineSpacing();
        form->setMinimumHeight(kLeastRows * row);
        auto* below = new YieldingArea(devices, kLeastDevices, page);
        layout->addWidget(below);
        below->yieldTo(kRows * row + 3 * layout->spacing());
        m_forms->addWidget(page);
    };
    addForms(m_session.job(), m_form, m_devices);
    addForms(m_session.integration().job(), m_integrationForm, m_integrationDevices);
    m_form->addGroupAction("swap_positions", m_run.orient);
    connect(m_form, &ParameterForm::typing, &m_session, &Session::holdChanges);
    const auto showEffects = [this] {
        m_form->setRunning(m_session.controller().running() && m_session.formIsOfRun() &&
                           m_session.startedMode() == Mode::ptychography);
    };
    connect(&m_session.controller(), &JobController::runningChanged, m_form, showEffects);
    connect(&m_session, &Session::outputChanged, m_form, showEffects); // also when another file was opened
    m_form->setAcceptDrops(true);
    m_form->installEventFilter(this);
    auto* run = new RunPanel(m_session, m_run, panel);
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(8, 4, 4, 6);
    column->setSpacing(6);
    column->addWidget(buildModeSwitch(panel));
    column->addWidget(m_card);
    column->addWidget(separator(panel));
    column->addWidget(m_forms, 1);
    column->addWidget(run);
    connect(m_card, &ScanCard::openWanted, this, &MainWindow::askForScan);
    connect(m_card, &ScanCard::geometryWanted, this, [this] { m_frames->geometryPanel()->askLoad(); });
    connect(m_card, &ScanCard::remarksWanted, this, [this] {
        if (m_session.mode() == Mode::integration) {
            const StackPtr& stack = m_session.integration().stack();
            m_messages->showAll(tr("Remarks on the frames"), stack->notes);
            return;
        }
        m_tabs->setCurrentWidget(m_data);
        m_data->showRemarks();
    });
    connect(run, &RunPanel::chooseOutputWanted, this, &MainWindow::chooseOutput);
    return panel;
}

QWidget* MainWindow::buildModeSwitch(QWidget* parent) {
    auto* panel = new QWidget(parent);
    auto* group = new QButtonGroup(panel);
    auto* row = new QHBoxLayout(panel);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    for (const JobKindUi& kind : jobKindUis()) {
        const Mode mode = kind.mode;
        auto* button = new QToolButton(panel);
        button->setIcon(icon(QLatin1String(kind.icon)));
        button->setText(jobKindText(kind.title));
        button->setToolTip(jobKindText(kind.tip));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setCheckable(true);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        group->addButton(button);
        row->addWidget(button);
        m_modes[static_cast<std::size_t>(mode)] = button;
        connect(button, &QToolButton::clicked, this, [this, mode] {
            m_centre->setCurrentWidget(m_tabs);
            m_session.setMode(mode);
        });
    }
    return panel;
}

void MainWindow::showMode() {
    const Mode mode = m_session.mode();
    const bool integrates = mode == Mode::integration;
    m_modes[static_cast<std::size_t>(mode)]->setChecked(true);
    m_forms->setCurrentIndex(integrates ? 1 : 0);
    const auto last = m_lastPages; // showing and hiding tabs changes the current one on the way
    // First shown, then hidden: a tab bar never has nothing.
    for (const bool show : {true, false}) {
        for (int tab = 0; tab < m_tabs->count(); ++tab) {
            const QWidget* page = m_tabs->widget(tab);
            const bool common = page == m_report;
            const bool ours = common || (page == m_frames || page == m_powder) == integrates;
            if (ours != show) continue;
            m_tabs->setTabVisible(tab, ours);
            // Wheel and arrow keys pass over disabled tabs, but not over hidden ones.
            m_tabs->tabBar()->setTabEnabled(tab, ours);
            m_pages[static_cast<std::size_t>(tab)]->setVisible(ours);
        }
    }
    m_lastPages = last;
    QWidget* page = last[static_cast<std::size_t>(mode)];
    m_tabs->setCurrentWidget(page != nullptr ? page : integrates ? static_cast<QWidget*>(m_frames) : m_data);
    showTitle();
    updateActions();
}

void MainWindow::showStack(bool again) {
    m_centre->setCurrentWidget(m_tabs);
    const IntegrationSession& frames = m_session.integration();
    if (!again && frames.stack() && !showsRunOf(frames.document())) {
        m_tabs->setCurrentWidget(m_frames);
        m_frames->image()->canvas()->setFocus(); // keys of the page work at once
    }
    showTitle();
    showPowderPlaceholders();
    updateActions();
}

/// The title names the file of what is on the page that is shown.
void MainWindow::showTitle() {
    const Shown& shown = m_session.shown(m_session.mode());
    const QWidget* page = m_tabs->currentWidget();
    const bool ofJob = (page != m_data && page != m_frames) || !m_session.inputIsOpen();
    const bool namesShown = ofJob && shown.what != Shown::What::nothing;
    const QString name = QFileInfo(namesShown ? shown.file() : m_session.inputFile()).fileName();
    setWindowTitle(name.isEmpty() ? tr("Ewald") : tr("%1 – Ewald").arg(name));
    setFileForCrashReport(name);
    view::setSavePlace(*this, savePlace());
}

/// The result that is shown; before there is one, where it goes, named after the scan.
QString MainWindow::savePlace() const {
    if (const Shown& shown = m_session.shown(m_session.mode()); shown.what == Shown::What::result) return shown.result;
    const QString output = m_session.outputFile();
    if (output.isEmpty()) return {};
    static const QRegularExpression kOurs(QStringLiteral("_ewald(_\\d+)?$"));
    const QFileInfo info(output);
    return info.dir().filePath(info.completeBaseName().remove(kOurs) + QStringLiteral(".h5"));
}

void MainWindow::escape() {
    if (m_messages->isShown()) {
        m_messages->dismiss();
    } else if (activeForm().clearSearch()) {
        return;
    } else if (m_tabs->currentWidget() == m_frames) {
        m_frames->setTool(MaskTools::Tool::none);
    } else if (m_tabs->currentWidget() == m_data) {
        m_data->setTool(MaskTools::Tool::none);
    } else if (m_tabs->currentWidget() == m_live) {
        m_live->measuring().leaveTools();
    }
}

void MainWindow::addPages() {
    m_tabs->addTab(m_data, icon(QStringLiteral("pattern")), tr("Data"));
    m_tabs->addTab(m_live, icon(QStringLiteral("object")), tr("Reconstruction"));
    m_tabs->addTab(m_surface, icon(QStringLiteral("surface")), tr("3-D phase"));
    m_tabs->addTab(m_probe, icon(QStringLiteral("target")), tr("Probe"));
    m_tabs->addTab(m_frames, icon(QStringLiteral("rings")), tr("Geometry and mask"));
    m_tabs->addTab(m_powder, icon(QStringLiteral("curve")), tr("Integration"));
    m_tabs->addTab(m_report, icon(QStringLiteral("report")), tr("Report"));
    const QStringList tips{tr("Patterns, positions and checks of the open scan (Ctrl+1)"),
                           tr("Object, probe, loss and patterns (Ctrl+2)"),
                           tr("The phase as a surface (Ctrl+3)"),
                           tr("Modes, focus and wavefront of the beam (Ctrl+4)"),
                           tr("The frames with rings and mask, and where the detector is (Ctrl+1)"),
                           tr("Patterns, heat map, cakes and maps (Ctrl+2)"),
                           tr("What was done, and the log (Ctrl+5)")};
    for (int tab = 0; tab < m_tabs->count(); ++tab) {
        m_tabs->setTabToolTip(tab, tips[tab]);
        connect(m_pages[static_cast<std::size_t>(tab)], &QAction::triggered, this,
                [this, tab] { m_tabs->setCurrentIndex(tab); });
    }
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
        QWidget* page = m_tabs->currentWidget();
        if (page != m_report) {
            const bool integrates = page == m_frames || page == m_powder;
            m_lastPages[integrates ? 1 : 0] = page;
        }
        showTitle();
    });
}

QWidget* MainWindow::buildCentre() {
    auto* panel = new QWidget(this);
    m_start = new StartPage(m_session.recentFiles(), panel);
    m_data = new DataPage(m_session, panel);
    m_live = new LivePage(m_session, panel);
    m_frames = new FramePage(m_session.integration(), panel);
    connect(&m_session.integration(), &IntegrationSession::otherOrientationFits, this, &MainWindow::offerToTurnImage);
    connect(m_frames, &FramePage::imageTurned, this, [this](const QString& how) {
        showMessage({io::Severity::info, tr("The image is taken %1").arg(how), {}, {}, {}});
    });
    m_powder = new PowderPage(m_session, panel);
    m_surface = new SurfacePage(*m_live, panel);
    m_probe = new ProbePage(m_session, *m_live, panel);
    m_report = new ReportPage(m_session, panel);
    m_tabs = new QTabWidget(panel);
    m_tabs->setDocumentMode(true);
    addPages();
    auto* exportButton = new QToolButton(m_tabs);
    exportButton->setDefaultAction(m_export);
    exportButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    exportButton->setAutoRaise(true);
    m_tabs->setCornerWidget(exportButton);
    m_centre = new QStackedWidget(panel);
    m_centre->addWidget(m_start);
    m_centre->addWidget(m_tabs);
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(0, 0, 4, 0);
    column->setSpacing(4);
    // The window never grows by itself: a page that is higher than the place that the queue leaves is scrolled.
    setMinimumHeight(kLeastHeight);
    auto* pages = new YieldingArea(m_centre, YieldingArea::kAsContent, panel);
    pages->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    pages->setFocusPolicy(Qt::NoFocus);
    column->addWidget(pages, 1);
    connect(m_start, &StartPage::openWanted, this, &MainWindow::askForScan);
    connect(m_start, &StartPage::exampleWanted, &m_session, &Session::openExample);
    connect(m_start, &StartPage::powderExampleWanted, &m_session, &Session::openPowderExample);
    connect(m_start, &StartPage::fileWanted, this, &MainWindow::open);
    connect(m_start, &StartPage::interruptedWanted, this, &MainWindow::openInterrupted);
    connect(m_start, &StartPage::forgetWanted, &m_session, &Session::forgetInterrupted);
    connect(&m_session, &Session::interruptedChanged, m_start,
            [this] { m_start->showInterrupted(m_session.interrupted()); });
    m_session.findInterrupted();
    connect(m_report, &ReportPage::repeatWanted, &m_session, &Session::repeatResult);
    connect(m_report, &ReportPage::halvesWanted, this, &MainWindow::compareHalves);
    connect(m_report, &ReportPage::startFromWanted, this, [this] { m_session.takeDropped(m_session.result()->file); });
    connect(m_report, &ReportPage::showFolderWanted, this, &MainWindow::showFolderOf);
    const auto inform = [this](const QString& what, const QString& hint) {
        showMessage({io::Severity::info, what, {}, hint, {}});
    };
    connect(m_data, &DataPage::message, this, inform);
    connect(m_live, &LivePage::message, this, inform);
    connect(m_probe, &ProbePage::message, this, inform);
    return panel;
}

void MainWindow::connectSession() {
    connect(&m_session, &Session::scanChanged, this, &MainWindow::showScan);
    connect(&m_session, &Session::modeChanged, this, &MainWindow::showMode);
    // Nobody waits any more for the geometry of frames that are left.
    const auto leaveRings = [this](bool leaves) {
        if (leaves)
            m_frames->geometryPanel()->ringPanel().calibration().stop(tr("Stopped, as the frames were left meanwhile"));
    };
    connect(&m_session, &Session::modeChanged, this, [leaveRings] { leaveRings(true); });
    connect(&m_session, &Session::busyChanged, this, leaveRings);
    connect(&m_session.integration(), &IntegrationSession::stackChanged, this, &MainWindow::showStack);
    connect(&m_session.integration(), &IntegrationSession::geometryChanged, this, &MainWindow::showPowderPlaceholders);
    connect(&m_session.integration(), &IntegrationSession::geometryChanged, this, &MainWindow::updateActions);
    connect(&m_session.integration().job(), &JobModel::changed, this, &MainWindow::showPowderPlaceholders);
    connect(&m_session, &Session::integrationResultChanged, this, [this] {
        updateActions();
        showTitle();
        if (!m_session.integrationResult()) return;
        m_centre->setCurrentWidget(m_tabs);
        const bool looked = m_session.mode() == Mode::integration;
        if (looked && !m_session.controller().running()) m_tabs->setCurrentWidget(m_powder);
    });
    connect(&m_session, &Session::message, this, &MainWindow::showMessage);
    connect(&m_session, &Session::messageOutdated, m_messages, &MessageBar::dismiss);
    for (JobModel* job : {&m_session.job(), &m_session.integration().job()})
        connect(job, &JobModel::valueChanged, this, &MainWindow::outdateMessageOf);
    connect(&m_session.integration(), &IntegrationSession::problemOver, this, [this](const UserMessage& said) {
        const UserMessage& now = m_messages->message();
        if (now.what == said.what && now.where == said.where) m_messages->dismiss();
    });
    connect(&m_session, &Session::mappingNeeded, this, &MainWindow::askForMapping);
    connect(&m_session, &Session::severalFound, this, &MainWindow::askWhatFor);
    connect(&m_session, &Session::parametersLeft, this, &MainWindow::offerParameters);
    connect(&m_session, &Session::wouldChangeRun, this, &MainWindow::askToChangeRun);
    connect(&m_session, &Session::outputChanged, this,
            &MainWindow::showTitle); // when the form has another file as well
    connect(&m_session, &Session::resultChanged, this, [this] {
        updateActions();
        showTitle();
        if (!m_session.result()) return;
        std::vector<std::size_t> changes;
        for (const io::ParameterChange& change : m_session.result()->result.changes)
            changes.push_back(change.iteration);
        m_form->pipeline()->setChanges(changes);
        m_centre->setCurrentWidget(m_tabs);
        if (!m_session.shown().ofRun || (!m_session.showsOtherScan() && m_tabs->currentWidget() == m_data))
            m_tabs->setCurrentWidget(m_live);
    });
    connect(&m_session, &Session::shownChanged, this, [this] {
        showTitle();
        updateActions();
    });
    connect(&m_session.recentFiles(), &RecentFiles::changed, this, &MainWindow::fillRecentMenu);
    connect(&m_session.job(), &JobModel::changed, this, &MainWindow::updateActions);
    connect(&m_session.integration().job(), &JobModel::changed, this, &MainWindow::updateActions);
    JobController& controller = m_session.controller();
    connect(&controller, &JobController::runningChanged, this, &MainWindow::updateActions);
    connect(&controller, &JobController::stateChanged, this, &MainWindow::updateActions);
    connect(&controller, &JobController::finished, this, &MainWindow::runFinished);
    watchForStall();
}

// ---- files ----

void MainWindow::open(const QString& file) { openAll({file}); }

void MainWindow::openAll(const QStringList& files) {
    if (files.isEmpty()) return;
    rememberFolder(files.first());
    m_session.open(files);
}

void MainWindow::showScan(bool again) {
    const ScanDataPtr& data = m_session.scan();
    m_centre->setCurrentWidget(m_tabs);
    if (!again && data && !showsRunOf(data->job)) {
        m_tabs->setCurrentWidget(m_data);
        m_data->pattern()->canvas()->setFocus(); // keys of the page work at once
    }
    showTitle();
    showPlaceholders();
    updateActions();
}

void MainWindow::showMessage(const UserMessage& message) {
    m_messages->show(message);
    if (job::findParameter(message.where.toStdString()) != nullptr) {
        m_messages->addButton(tr("Show"), [this, key = message.where.toStdString()] {
            m_showLeft->setChecked(true);
            activeForm().showField(key);
        });
    }
    if (!message.file.isEmpty() && m_session.mode() == Mode::ptychography) {
        m_messages->addButton(tr("Assign datasets…"), [this, file = message.file] { askForMapping(file, {}); });
    }
    const job::JobDocument& job = m_session.activeJob().document();
    if (message.severity == io::Severity::error && !message.where.isEmpty() &&
        message.where == toQString(job.inputFile)) {
        const QString choose =
            m_session.mode() == Mode::integration ? tr("Choose the frames…") : tr("Choose the scan…");
        // With what has been typed meanwhile.
        m_messages->addButton(choose, [this, job] {
            const job::JobDocument& now = m_session.activeJob().document();
            askForInput(now.inputFile == job.inputFile ? now : job);
        });
    }
}

/// What was said of a value is over once there is another one.
void MainWindow::outdateMessageOf(const QString& key) {
    const UserMessage& said = m_messages->message();
    if (!m_messages->isShown() || said.severity == io::Severity::info) return;
    const job::ParameterDef* def = job::findParameter(key.toStdString());
    // Of fields that cannot be read, the first one is named by its label.
    if (said.where == key || (def != nullptr && said.where == tableText(def->label))) m_messages->dismiss();
}

void MainWindow::setNotifier(std::unique_ptr<Notifier> notifier) { m_notifier = std::move(notifier); }

void MainWindow::tellAbsent(const UserMessage& message) {
    if (!isActiveWindow()) m_notifier->tell(*this, message);
}

void MainWindow::askForMapping(const QString& file, const QString& reason) {
    if (m_import != nullptr) m_import->close();
    const job::JobDocument& job = m_session.job().document();
    const bool ofJob = toPath(QFileInfo(file).absoluteFilePath()) == job.inputFile;
    m_import = new ImportDialog(file, reason, ofJob ? job.mapping : std::nullopt, this);
    m_import->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_import, &QObject::destroyed, this, [this, dialog = m_import] {
        if (m_import == dialog) m_import = nullptr;
    });
    const QString open = m_session.inputFile();
    if (open != file && QFileInfo::exists(open)) m_import->proposeFrames(open); // for positions that come alone
    connect(m_import, &ImportDialog::chosen, this, [this, dialog = m_import](const io::ImportMapping& mapping) {
        m_session.openMapped(dialog->scanFile(), mapping);
    });
    connect(m_import, &ImportDialog::integrateWanted, this,
            [this, file] { m_session.openAs({file}, Mode::integration); });
    connect(m_import, &ImportDialog::failed, this, &MainWindow::showMessage);
    m_import->open();
}

void MainWindow::showFolderOf(const QString& file) {
    QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(file).absolutePath()));
}

// ---- window ----

void MainWindow::closeEvent(QCloseEvent* event) {
    writeSettings();
    if (!m_session.controller().running()) {
        const bool asks = asksAboutQueue();
        m_closing = m_closing && !asks; // "Stay open" is an answer, too
        event->setAccepted(!asks);
        return;
    }
    event->ignore();
    if (m_closing) return; // waiting for the job already
    const JobKindUi& kind = uiOf(m_session.startedMode().value_or(Mode::ptychography));
    auto* box = new QMessageBox(QMessageBox::Question, jobKindText(kind.isRunning),
                                m_session.canLeaveRun() ? tr("Quit, and let it go on or stop it?")
                                                        : tr("Save its result so far and quit?"),
                                QMessageBox::NoButton, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setObjectName(QStringLiteral("closeQuestion"));
    QPushButton* stop = box->addButton(tr("Save and quit"), QMessageBox::AcceptRole);
    box->setDefaultButton(stop);
    QAbstractButton* abort = box->addButton(tr("Abort and quit"), QMessageBox::DestructiveRole);
    if (m_session.canLeaveRun()) {
        QPushButton* leave = box->addButton(tr("Quit, the run goes on"), QMessageBox::YesRole);
        box->setDefaultButton(leave);
        connect(leave, &QAbstractButton::clicked, this, [this] {
            m_closing = true;
            m_session.leaveRun();
            if (!m_session.controller().running()) close();
        });
    }
    box->addButton(tr("Do not quit"), QMessageBox::RejectRole);
    const auto quit = [this](void (JobController::*request)()) {
        m_closing = true;
        m_session.controller().setPaused(false);
        (m_session.controller().*request)();
        showMessage({io::Severity::info, tr("Quitting as soon as the run has stopped"), {}, {}, {}});
        if (!m_session.controller().running()) close();
    };
    connect(stop, &QAbstractButton::clicked, this, [quit] { quit(&JobController::stop); });
    connect(abort, &QAbstractButton::clicked, this, [quit] { quit(&JobController::abort); });
    box->open();
}

QString MainWindow::lastFolder() const { return QSettings().value(QStringLiteral("files/folder")).toString(); }

void MainWindow::rememberFolder(const QString& file) const {
    QSettings().setValue(QStringLiteral("files/folder"), QFileInfo(file).absolutePath());
}

} // namespace ewald::ui
