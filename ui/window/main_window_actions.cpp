// SPDX-License-Identifier: GPL-3.0-or-later
// Menus, keys and file dialogs of the main window.
#include "common/elided_path.h"
#include "common/icon.h"
#include "form/parameter_form.h"
#include "form/pipeline_editor.h"
#include "io/stack/file_kind.h"
#include "job/ptychography/run/half_scans.h"
#include "model/device_watch.h"
#include "model/import_source.h"
#include "model/manual.h"
#include "model/output_file.h"
#include "model/text.h"
#include "view/save_dialog.h"
#include "window/about_dialog.h"
#include "window/compare_window.h"
#include "window/data_page.h"
#include "window/device_picker.h"
#include "window/devices_dialog.h"
#include "window/devices_page.h"
#include "window/edit_menu.h"
#include "window/export_dialog.h"
#include "window/frame_page.h"
#include "window/iterations_dialog.h"
#include "window/live_page.h"
#include "window/main_window.h"
#include "window/manual_window.h"
#include "window/message_bar.h"
#include "window/powder_page.h"
#include "window/queue_dock.h"
#include "window/report_page.h"
#include "window/scan_card.h"
#include "window/scan_stepper.h"
#include "window/start_page.h"
#include "window/surface_page.h"

#include <QActionGroup>
#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QStackedWidget>
#include <QTabWidget>

namespace ewald::ui {

QAction* MainWindow::action(const QString& iconName, const QString& text, const QString& tip, const QKeySequence& key) {
    auto* made = new QAction(icon(iconName), text, this);
    made->setShortcut(key);
    made->setToolTip(key.isEmpty() ? tip : QStringLiteral("%1 (%2)").arg(tip, key.toString(QKeySequence::NativeText)));
    made->setStatusTip(tip);
    return made;
}

void MainWindow::buildActions() {
    m_run.start =
        action(QStringLiteral("start"), tr("&Start"), tr("Run the open job with these parameters"), Qt::Key_F5);
    m_run.queue =
        action(QStringLiteral("queue"), tr("Add to &queue"),
               tr("Let this job run when its turn comes, while you go on with something else"), Qt::CTRL | Qt::Key_F5);
    m_run.pause = action(QStringLiteral("pause"), tr("&Pause"),
                         tr("Pause after the current batch; press again to resume"), Qt::Key_F6);
    m_run.pause->setCheckable(true);
    m_run.stop = action(QStringLiteral("stop"), tr("S&top"), tr("End now and keep the result so far"), Qt::Key_F7);
    m_run.abort = action(QStringLiteral("abort"), tr("&Abort…"), tr("End at once and save no result; asks first"),
                         Qt::SHIFT | Qt::Key_F7);
    m_run.apply = action(QStringLiteral("again"), tr("Apply c&hanges"),
                         tr("Stop, save, and go on from there with the parameters as they are now: for changes that "
                            "the running job cannot take over by itself"),
                         Qt::CTRL | Qt::Key_Return);
    m_run.resume = action(QStringLiteral("start"), tr("&Continue"),
                          tr("Continue the open result where it ended, into the same file; for more iterations set a "
                             "larger number first"),
                          Qt::SHIFT | Qt::Key_F5);
    connect(m_run.resume, &QAction::triggered, this, &MainWindow::continueRun);
    for (const int more : {50, 100}) {
        QAction* added = action(QStringLiteral("add"), tr("+%1 iterations").arg(more),
                                tr("Continue the open result for %1 iterations, in the same file").arg(more), {});
        added->setIconText(QStringLiteral("+%1").arg(more));
        connect(added, &QAction::triggered, this, [this, more] { continueFor(static_cast<std::size_t>(more)); });
        m_run.more.push_back(added);
    }
    m_run.more.push_back(action(QStringLiteral("add"), tr("More &iterations…"),
                                tr("Continue the open result for as many iterations as you say, in the same file"),
                                {}));
    m_run.more.back()->setIconText(tr("+N…"));
    connect(m_run.more.back(), &QAction::triggered, this, &MainWindow::askForIterations);
    m_run.orient = action(QStringLiteral("scan"), tr("Find &orientation…"),
                          tr("Try the eight ways in which the axes of the positions may lie to those of the frames"),
                          Qt::CTRL | Qt::SHIFT | Qt::Key_F);
    connect(m_run.orient, &QAction::triggered, this, &MainWindow::findOrientation);
    m_export = action(QStringLiteral("export"), tr("Expor&t…"),
                      tr("Write the result in other formats: TIFF, text, HDF5, PNG"), Qt::CTRL | Qt::SHIFT | Qt::Key_E);
    connect(m_run.start, &QAction::triggered, this, &MainWindow::startRun);
    connect(m_run.pause, &QAction::triggered, this, [this](bool on) { m_session.controller().setPaused(on); });
    connect(m_run.stop, &QAction::triggered, &m_session.controller(), &JobController::stop);
    connect(m_run.abort, &QAction::triggered, this, &MainWindow::confirmAbort);
    connect(m_run.apply, &QAction::triggered, &m_session, &Session::restartWithChanges);
    connect(m_export, &QAction::triggered, this, &MainWindow::exportResult);
    m_queue = new QueueDock(this); // whose actions are in the menus
    m_runsDock = new QDockWidget(tr("Runs"), this);
    m_runsDock->setObjectName(QStringLiteral("runs"));
    buildFileMenu();
    buildRunMenu();
    buildViewMenu();
    buildHelpMenu();
}

void MainWindow::buildFileMenu() {
    QMenu* menu = menuBar()->addMenu(tr("&File"));
    menu->setToolTipsVisible(true);
    const auto add = [&](const QString& name, const QString& text, const QString& tip, const QKeySequence& key,
                         auto slot) {
        QAction* made = action(name, text, tip, key);
        connect(made, &QAction::triggered, this, slot);
        menu->addAction(made);
        return made;
    };
    add(QStringLiteral("open"), tr("&Open…"), tr("Open a scan, frames, a geometry, a job document or a result"),
        QKeySequence::Open, [this] { askForScan(); });
    m_recentMenu = menu->addMenu(tr("Open &recent"));
    m_stepper = new ScanStepper(m_session, this);
    connect(m_stepper, &ScanStepper::message, this, &MainWindow::showMessage);
    menu->addActions({m_stepper->previous(), m_stepper->next()});
    add(QStringLiteral("example"), tr("Open &example"), tr("A simulated scan to try everything with"),
        Qt::CTRL | Qt::Key_E, [this] { m_session.openExample(); });
    add(QStringLiteral("example"), tr("Open example with &wrong positions"),
        tr("The same scan with wrong positions and a background, to try their refinement with"), QKeySequence(),
        [this] { m_session.openFaultyExample(); });
    add(QStringLiteral("rings"), tr("Open &powder example"), tr("Simulated frames of a powder to try integration with"),
        Qt::CTRL | Qt::SHIFT | Qt::Key_P, [this] { m_session.openPowderExample(); });
    add(QStringLiteral("dataset"), tr("&Assign datasets…"), tr("Choose the dataset of the open file for each quantity"),
        Qt::CTRL | Qt::Key_I, [this] {
            QString file = toQString(m_session.job().document().inputFile);
            // Frames alone become a scan when they are given positions.
            if (m_session.mode() == Mode::integration && m_session.integration().stack()) {
                QStringList frames;
                for (const auto& each : m_session.integration().document().files()) frames << toQString(each);
                file = patternOf(frames);
            }
            if (file.isEmpty()) {
                askForScan();
            } else {
                askForMapping(file, {});
            }
        });
    menu->addSeparator();
    add(QStringLiteral("sliders"), tr("Open &job…"), tr("Load all parameters from a job document"),
        Qt::CTRL | Qt::SHIFT | Qt::Key_O, [this] { askForJob(); });
    add(QStringLiteral("save"), tr("&Save job…"), tr("Save all parameters as a job document"), QKeySequence::Save,
        [this] { saveJob(); });
    QMenu* examples = menu->addMenu(tr("Job e&xamples"));
    for (const auto& [name, text] : {std::pair{"difference_map_then_rpie", tr("Difference map, then rPIE")},
                                     std::pair{"partially_coherent_beam", tr("Partially coherent beam, three modes")},
                                     std::pair{"careful_epie", tr("Careful ePIE for little overlap")}}) {
        QAction* entry = examples->addAction(text);
        connect(entry, &QAction::triggered, this,
                [this, file = QStringLiteral(":/examples/%1.json").arg(QLatin1String(name))] {
                    QFile source(file);
                    if (!source.open(QIODevice::ReadOnly)) return;
                    m_session.useParameters(job::parseJob(source.readAll().toStdString(), file.toStdString()));
                });
    }
    menu->addSeparator();
    menu->addAction(m_export);
    menu->addSeparator();
    add(QStringLiteral("close"), tr("&Quit"), tr("Close the window"), QKeySequence(Qt::CTRL | Qt::Key_Q),
        [this] { close(); });
    fillRecentMenu();
}

void MainWindow::buildEditMenu() {
    auto* menu = new EditMenu(m_session, this);
    menuBar()->insertMenu(menuBar()->actions().at(1), menu);
    connect(menu, &EditMenu::message, this, &MainWindow::showMessage);
    menu->addSeparator();
    QAction* choose =
        action(QStringLiteral("sliders"), tr("&Settings…"),
               tr("Language, colours, size of texts, and where files are kept"), Qt::CTRL | Qt::Key_Comma);
    connect(choose, &QAction::triggered, this, &MainWindow::showSettings);
    menu->addAction(choose);
    menu->useDefaults();
}

void MainWindow::buildRunMenu() {
    QMenu* menu = menuBar()->addMenu(tr("&Run"));
    menu->setToolTipsVisible(true);
    menu->addActions({m_run.start, m_run.queue, m_run.resume});
    menu->addActions({m_run.more.begin(), m_run.more.end()});
    menu->addActions({m_run.pause, m_run.apply, m_run.stop, m_run.abort});
    QAction* many = action(QStringLiteral("queue"), tr("Queue &many scans…"),
                           tr("Jobs of files, a folder, a pattern or a table, with names and values of parameters"),
                           Qt::CTRL | Qt::SHIFT | Qt::Key_B);
    connect(many, &QAction::triggered, this, [this] { showBatch(); });
    menu->addAction(many);
    menu->addActions({m_queue->panel().watchAction(), m_queue->panel().holdAction()});
    QAction* sweep = action(QStringLiteral("sliders"), tr("&Which setting is better?"),
                            tr("Run the job with several values of a parameter, and see their results side by side"),
                            Qt::CTRL | Qt::SHIFT | Qt::Key_F5);
    connect(sweep, &QAction::triggered, this, &MainWindow::showSweep);
    menu->addAction(sweep);
    menu->addSeparator();
    menu->addAction(m_run.orient);
    QAction* output =
        action(QStringLiteral("folder"), tr("&Result file…"), tr("Choose where the result is written"), {});
    connect(output, &QAction::triggered, this, &MainWindow::chooseOutput);
    menu->addAction(output);
    QAction* devices =
        action(QStringLiteral("device"), tr("&Devices and scaling…"),
               tr("What can compute here, whether it works, and what more workers bring"), Qt::CTRL | Qt::Key_D);
    connect(devices, &QAction::triggered, this, &MainWindow::showDevices);
    menu->addAction(devices);
}

void MainWindow::buildViewMenu() {
    QMenu* menu = menuBar()->addMenu(tr("&View"));
    menu->setToolTipsVisible(true);
    // In the order of the tabs; those of the other mode are hidden, and their keys with them.
    for (const auto& [text, key] :
         {std::pair{tr("&Data"), 1}, std::pair{tr("&Reconstruction"), 2}, std::pair{tr("3-D &phase"), 3},
          std::pair{tr("Pro&be"), 4}, std::pair{tr("&Geometry and mask"), 1}, std::pair{tr("&Integration"), 2},
          std::pair{tr("R&eport"), 5}}) {
        QAction* entry = menu->addAction(text);
        entry->setShortcut(QKeySequence(QStringLiteral("Ctrl+%1").arg(key)));
        m_pages.push_back(entry);
    }
    menu->addSeparator();
    m_compare = action(QStringLiteral("object"), tr("&Compare with…"),
                       tr("Show the open result beside another one: difference, resolution, loss, parameters"),
                       Qt::CTRL | Qt::SHIFT | Qt::Key_C);
    connect(m_compare, &QAction::triggered, this, &MainWindow::askForComparison);
    menu->addAction(m_compare);
    m_halves =
        action(QStringLiteral("object"), tr("&How good is it?"),
               tr("Reconstructs two random halves of the scan of the open result by themselves and shows down to which "
                  "size they agree: the resolution (FRC)"),
               {});
    connect(m_halves, &QAction::triggered, this, &MainWindow::compareHalves);
    menu->addAction(m_halves);
    menu->addSeparator();
    m_showLeft = menu->addAction(tr("Show p&arameters"));
    m_showLeft->setCheckable(true);
    m_showLeft->setChecked(true);
    m_showLeft->setShortcut(Qt::CTRL | Qt::Key_B);
    connect(m_showLeft, &QAction::toggled, this, [this](bool on) { m_left->setVisible(on); });
    menu->addAction(m_queue->showAction());
    QAction* runs = m_runsDock->toggleViewAction();
    connect(runs, &QAction::triggered, m_runsDock, [this](bool shown) {
        if (shown) m_runsDock->raise(); // in front of the queue, which may have the same place
    });
    runs->setText(tr("R&uns"));
    runs->setIcon(icon(QStringLiteral("object")));
    runs->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_J);
    runs->setToolTip(tr("Show or hide the results of all runs as small pictures (Ctrl+Shift+J)"));
    menu->addAction(runs);
    QAction* find = menu->addAction(icon(QStringLiteral("search")), tr("&Find a parameter"));
    find->setShortcut(QKeySequence::Find);
    connect(find, &QAction::triggered, this, [this] {
        m_showLeft->setChecked(true);
        activeForm().focusSearch();
    });
    QAction* full = menu->addAction(tr("Full scree&n"));
    full->setCheckable(true);
    full->setShortcut(Qt::Key_F11);
    connect(full, &QAction::triggered, this, [this](bool on) {
        setWindowState(on ? windowState() | Qt::WindowFullScreen : windowState() & ~Qt::WindowFullScreen);
    });
    menu->addSeparator();
    m_themes = new QActionGroup(this);
    for (const auto& [theme, text] : {std::pair{Theme::system, tr("&System theme")},
                                      std::pair{Theme::light, tr("&Light")}, std::pair{Theme::dark, tr("Dar&k")}}) {
        QAction* entry = menu->addAction(text);
        entry->setCheckable(true);
        entry->setData(themeName(theme));
        m_themes->addAction(entry);
        connect(entry, &QAction::triggered, this, [this, chosen = theme] { setTheme(chosen); });
    }
}

void MainWindow::buildHelpMenu() {
    QMenu* menu = menuBar()->addMenu(tr("&Help"));
    QAction* manual = action(QStringLiteral("report"), tr("&Manual"),
                             tr("The manual, at the page of the control with the focus"), QKeySequence::HelpContents);
    connect(manual, &QAction::triggered, this, [this] { showManual(manualPlaceOf(QApplication::focusWidget())); });
    menu->addAction(manual);
    QAction* first = menu->addAction(tr("&First steps"));
    connect(first, &QAction::triggered, this, [this] { showManual(QStringLiteral("first_object")); });
    QAction* keys = menu->addAction(tr("&Keyboard and mouse"));
    keys->setShortcut(Qt::CTRL | Qt::Key_F1);
    connect(keys, &QAction::triggered, this, [this] { showManual(QStringLiteral("keys")); });
    QAction* about = menu->addAction(icon(QStringLiteral("info")), tr("&About Ewald"));
    connect(about, &QAction::triggered, this, &MainWindow::showAbout);
}

void MainWindow::fillRecentMenu() {
    m_recentMenu->clear();
    const QStringList files = m_session.recentFiles().files();
    for (const QString& file : files) {
        const QString name = elidedAtFolders(shortPath(file, 60), fontMetrics(), 480);
        QAction* entry = m_recentMenu->addAction(name);
        entry->setToolTip(QDir::toNativeSeparators(file));
        connect(entry, &QAction::triggered, this, [this, file] { open(file); });
    }
    m_recentMenu->setEnabled(!files.isEmpty());
    if (files.isEmpty()) return;
    m_recentMenu->addSeparator();
    connect(m_recentMenu->addAction(tr("&Clear this list")), &QAction::triggered, &m_session.recentFiles(),
            &RecentFiles::clear);
}

void MainWindow::askForInput(const job::JobDocument& job) {
    auto* dialog = new QFileDialog(this, tr("Where is %1?").arg(toQString(job.inputFile.filename())), lastFolder());
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setObjectName(QStringLiteral("inputDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, [this, job](const QString& file) {
        job::JobDocument there = job;
        there.inputFile = toPath(file);
        m_session.useParameters(there);
    });
    dialog->open();
}

void MainWindow::askForScan() {
    auto* dialog = new QFileDialog(this, tr("Open a scan, frames, a job or a result"), lastFolder());
    dialog->setFileMode(QFileDialog::ExistingFiles);
    QStringList patterns;
    for (const char* pattern : io::frameFilePatterns()) patterns << QLatin1String(pattern);
    for (const char* pattern : {"*.poni", "*.json", "*.cif", "*.jcpds"}) patterns << QLatin1String(pattern);
    //: %1 is a list of endings
    dialog->setNameFilters({tr("Scans, frames and results (%1)").arg(patterns.join(u' ')), tr("All files (*)")});
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::filesSelected, this, &MainWindow::openAll);
    dialog->open();
}

void MainWindow::askForJob() {
    auto* dialog = new QFileDialog(this, tr("Open a job document"), lastFolder());
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Job documents (*.json)"), tr("All files (*)")});
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::open);
    dialog->open();
}

void MainWindow::saveJob() {
    const view::SaveQuestion question{tr("Save the job"), QStringLiteral("job.json"), {tr("Job documents (*.json)")}};
    view::askWhereToSave(this, question, [this](const QString& file) {
        rememberFolder(file);
        // The dialog has asked before it gives the name of an existing file.
        m_writer.start<bool>(
            [file, document = m_session.activeJob().document()](TaskContext&) {
                job::writeJob(toPath(file), document, true);
                return true;
            },
            [this, file](bool) {
                showMessage({io::Severity::info, tr("The job is saved"), file, {}, {}});
            },
            [this](const Error& error) { showMessage(toMessage(error)); });
    });
}

void MainWindow::chooseOutput() {
    auto* dialog =
        new QFileDialog(this, tr("Where the result is written"), QFileInfo(m_session.outputFile()).absolutePath());
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("Results (*.h5)")});
    dialog->setDefaultSuffix(QStringLiteral("h5"));
    dialog->selectFile(QFileInfo(m_session.outputFile()).fileName());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString& file) { m_session.setOutputFile(file, QFileInfo::exists(file)); });
    dialog->open();
}

void MainWindow::exportResult() {
    if (m_session.mode() == Mode::integration) {
        exportPatterns();
        return;
    }
    if (!m_session.result()) return;
    showExport(new ExportDialog(m_session.result(), *m_live, this));
}

void MainWindow::exportPatterns() {
    if (!m_session.integrationResult()) return;
    showExport(new ExportDialog(m_session.integrationResult(), *m_powder, this));
}

void MainWindow::showExport(ExportDialog* dialog) {
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ExportDialog::done, this, [this](const QStringList& files) {
        showMessage({io::Severity::info, tr("Exported"), files.join(QStringLiteral(", ")), {}, {}});
        if (!files.isEmpty()) m_messages->addButton(tr("Show folder"), [this, files] { showFolderOf(files.front()); });
        m_messages->leaveLater();
    });
    connect(dialog, &ExportDialog::failed, this, &MainWindow::showMessage);
    dialog->open();
}

void MainWindow::openInterrupted(qlonglong id, bool start) {
    m_session.openInterrupted(id, start);
    if (start && m_session.controller().running()) showRunPage();
}

QWidget* MainWindow::pageOfRuns(Mode mode) const {
    return mode == Mode::integration ? static_cast<QWidget*>(m_powder) : m_live;
}

void MainWindow::showRunPage() {
    m_centre->setCurrentWidget(m_tabs);
    m_tabs->setCurrentWidget(pageOfRuns(m_session.mode()));
}

/// Whether the run that goes on or ended last is of these files, and its page is what is looked at.
bool MainWindow::showsRunOf(const job::JobDocument& job) {
    const JobKindUi* kind = uiOf(job);
    return kind && m_session.startedMode() == kind->mode && m_tabs->currentWidget() == pageOfRuns(kind->mode) &&
           m_session.startedJob()->files() == job.files();
}

/// The devices are asked how busy they are while a run goes on, or while they are looked at.
void MainWindow::watchDevices() {
    m_watch = new DeviceWatch(this);
    for (DevicePicker* picker : {m_devices, m_integrationDevices})
        connect(m_watch, &DeviceWatch::seen, picker, &DevicePicker::setOverview);
    connect(&m_session.controller(), &JobController::runningChanged, m_watch,
            [this](bool running) { m_watch->setWanted(QStringLiteral("run"), running); });
}

void MainWindow::showDevices() {
    if (!m_devicesDialog) {
        m_devicesDialog = new DevicesDialog(m_session, this);
        for (DevicePicker* picker : {m_devices, m_integrationDevices})
            connect(&m_devicesDialog->devices(), &DevicesPage::surveyed, picker, &DevicePicker::setOverview);
        connect(m_watch, &DeviceWatch::seen, &m_devicesDialog->devices(), &DevicesPage::setOverview);
        connect(m_devicesDialog, &QDialog::finished, m_watch,
                [this] { m_watch->setWanted(QStringLiteral("dialog"), false); });
    }
    m_watch->setWanted(QStringLiteral("dialog"), true);
    m_devicesDialog->show();
    m_devicesDialog->raise();
    m_devicesDialog->activateWindow();
}

void MainWindow::askForIterations() {
    const std::size_t done = m_session.iterationsDone();
    if (done >= job::kMostIterations) return;
    auto* dialog = new IterationsDialog(static_cast<int>(job::kMostIterations - done), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
            [this, dialog] { continueFor(static_cast<std::size_t>(dialog->iterations())); });
    dialog->open();
}

void MainWindow::askForComparison() {
    if (!m_session.result()) return;
    auto* dialog =
        new QFileDialog(this, tr("Result to compare with"), QFileInfo(m_session.result()->file).absolutePath());
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Results (*.h5)"), tr("All files (*)")});
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, [this, open = m_session.result()->file](const QString& file) {
        rememberFolder(file);
        compare(open, file);
    });
    dialog->open();
}

CompareWindow& MainWindow::needCompareWindow() {
    if (!m_compareWindow) {
        m_compareWindow = new CompareWindow(this);
        connect(m_compareWindow, &CompareWindow::manualWanted, this, &MainWindow::showManual);
        connect(m_compareWindow, &CompareWindow::resolutionKept, this, &MainWindow::takeResolution);
        connect(&m_session.controller(), &JobController::runningChanged, m_compareWindow, [this](bool running) {
            if (running && m_compareWindow->reconstructs())
                m_compareWindow->stop(tr("Stopped: a run was started, which needs the devices."));
        });
    }
    m_compareWindow->show();
    m_compareWindow->raise();
    m_compareWindow->activateWindow();
    return *m_compareWindow;
}

void MainWindow::compare(const QString& fileA, const QString& fileB) { needCompareWindow().compare(fileA, fileB); }

void MainWindow::compareHalves() {
    const LoadedResultPtr& result = m_session.result();
    if (!result || !result->job) return;
    if (m_session.controller().running()) {
        showMessage({io::Severity::info,
                     tr("A job is running and uses the devices"),
                     {},
                     tr("The halves can be reconstructed when it has ended."),
                     {}});
        return;
    }
    needCompareWindow().compareHalves(*result->job, job::finalError(result->result), result->file);
}

void MainWindow::nameManualPlaces() {
    const std::pair<QWidget*, const char*> places[] = {
        {m_start, "first_object"},
        {m_card, "opening#the-card"},
        {m_form->pipeline(), "engines"},
        {m_data, "masks"},
        {m_live, "loss"},
        {m_surface, "window#3-d-phase-ctrl3"},
        {m_report, "continue"},
        {m_frames, "powder"},
        {m_powder, "powder#maps"},
        {m_devices, "devices"},
        {m_queue, "queue"},
        {m_runsDock, "queue#which-run-was-best"},
        {m_integrationDevices, "devices"},
    };
    for (const auto& [widget, place] : places) setManualPlace(*widget, QString::fromLatin1(place));
}

void MainWindow::showManual(const QString& place) {
    if (m_manual == nullptr) m_manual = new ManualWindow(this);
    m_manual->showPlace(place);
    m_manual->show();
    m_manual->raise();
    m_manual->activateWindow();
}

void MainWindow::openManualLink(const QUrl& link) {
    showManual(link.path() + (link.hasFragment() ? u'#' + link.fragment() : QString()));
}

void MainWindow::showAbout() {
    auto* dialog = new AboutDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

} // namespace ewald::ui
