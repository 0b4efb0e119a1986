// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/queue/watch/watched_folder.h"
#include "model/session.h"
#include "model/stall_watch.h"
#include "window/run_panel.h"
#include "window/theme.h"

#include <QMainWindow>
#include <QPointer>

#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

class QActionGroup;
class QDockWidget;
class QMenuBar;
class QSplitter;
class QStackedWidget;
class QTabWidget;
class QToolButton;

namespace ewald::job::queue {
struct BatchRequest;
} // namespace ewald::job::queue

namespace ewald::ui {

class CompareWindow;
class DataPage;
class DevicePicker;
class DeviceWatch;
class DevicesDialog;
class DropHint;
class ExportDialog;
class FramePage;
class ImportDialog;
class BatchDialog;
class IntentSheet;
class LivePage;
class ManualWindow;
class MessageBar;
class Notifier;
class OrientationDialog;
class ParameterForm;
class PowderPage;
class ProbePage;
class QueueDock;
class ReportPage;
class RunsStrip;
class ScanCard;
class ScanStepper;
class StartPage;
class StatusPanel;
class SurfacePage;
class SweepWindow;

/// The window: on the left the scan, the parameters, the devices and Start; in the middle what there is to see.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(QWidget* parent = nullptr, JobController::Runner runner = {});
    ~MainWindow() override;

    [[nodiscard]] Session& session() noexcept { return m_session; }
    /// The form of the ptychography job, and that of the integration.
    [[nodiscard]] ParameterForm& form() const noexcept { return *m_form; }
    [[nodiscard]] ParameterForm& integrationForm() const noexcept { return *m_integrationForm; }
    [[nodiscard]] DevicePicker& devices() const noexcept { return *m_devices; }
    [[nodiscard]] DataPage& dataPage() const noexcept { return *m_data; }
    [[nodiscard]] FramePage& framePage() const noexcept { return *m_frames; }
    [[nodiscard]] PowderPage& powderPage() const noexcept { return *m_powder; }
    [[nodiscard]] LivePage& livePage() const noexcept { return *m_live; }
    [[nodiscard]] ProbePage& probePage() const noexcept { return *m_probe; }
    [[nodiscard]] SurfacePage& surfacePage() const noexcept { return *m_surface; }
    [[nodiscard]] ReportPage& reportPage() const noexcept { return *m_report; }
    [[nodiscard]] MessageBar& messageBar() const noexcept { return *m_messages; }
    [[nodiscard]] QMenuBar* menuBar() const noexcept { return m_menus; }
    [[nodiscard]] QTabWidget& tabs() const noexcept { return *m_tabs; }
    /// The devices and the scaling report, once they have been asked for.
    [[nodiscard]] DevicesDialog* devicesDialog() const noexcept { return m_devicesDialog; }
    [[nodiscard]] DeviceWatch& deviceWatch() const noexcept { return *m_watch; }
    [[nodiscard]] const RunActions& runActions() const noexcept { return m_run; }
    /// Null until two results were compared.
    [[nodiscard]] CompareWindow* compareWindow() const noexcept { return m_compareWindow; }
    /// The search for the orientation of the positions, while it is open.
    [[nodiscard]] OrientationDialog* orientationDialog() const;
    /// The dialog that asks for a mapping, while it is open.
    [[nodiscard]] ImportDialog* importDialog() const noexcept { return m_import; }
    /// Null until it was opened.
    [[nodiscard]] ManualWindow* manual() const noexcept { return m_manual; }
    [[nodiscard]] StatusPanel& statusPanel() const noexcept { return *m_status; }
    [[nodiscard]] QueueDock& queue() const noexcept { return *m_queue; }
    /// Null until it was asked for.
    [[nodiscard]] SweepWindow* sweepWindow() const noexcept { return m_sweep; }
    [[nodiscard]] RunsStrip& runs() const noexcept { return *m_runs; }
    [[nodiscard]] QDockWidget& runsDock() const noexcept { return *m_runsDock; }
    /// Asks what several files are for, while it is open.
    [[nodiscard]] IntentSheet* intentSheet() const;
    /// Many jobs at once; null while it is not shown.
    [[nodiscard]] BatchDialog* batchDialog() const;

    /// A scan, frames, a folder, a geometry, a job document or a result.
    void open(const QString& file);
    void openAll(const QStringList& files);
    void setTheme(Theme theme);
    /// Without keeping it for the next start.
    void showTheme(Theme theme);
    /// Offers the report of a fault of an earlier start, where there is one in the folder.
    void offerCrashReport(const QString& folder);
    /// What tells somebody who does not look at the window that a run or a job has ended.
    void setNotifier(std::unique_ptr<Notifier> notifier);

public slots:
    void askForScan();
    /// For a job whose input is not where it was.
    void askForInput(const job::JobDocument& job);
    void askForJob();
    void saveJob();
    void startRun();
    /// Puts the job of the form at the end of the queue.
    void addToQueue();
    /// Which values of a parameter are better: a job for each.
    void showSweep();
    /// Jobs of these files, folders and patterns, which may be none yet.
    void showBatch(const QStringList& files = {});
    void exportResult();
    void exportPatterns();
    void showDevices();
    void showSettings();
    /// Two result files beside each other, in a window of their own.
    void compare(const QString& fileA, const QString& fileB);
    /// Reconstructs two halves of the scan of the open result and compares them.
    void compareHalves();
    /// A resolution was measured of a result: report, runs and queue have it from now on.
    void takeResolution(const LoadedResultPtr& result, const std::string& noResolution);
    /// Asks for the result to compare the open one with.
    void askForComparison();
    void findOrientation();
    /// Opens the manual. \param place see ManualWindow::showPlace()
    void showManual(const QString& place);
    /// A link of a text of the window into the manual ("manual:loss#llk").
    void openManualLink(const QUrl& link);

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildHead();
    QWidget* buildLeft();
    void openInterrupted(qlonglong id, bool start);
    void showRunPage();
    void watchDevices();
    [[nodiscard]] bool showsRunOf(const job::JobDocument& job);
    QWidget* buildModeSwitch(QWidget* parent);
    /// Where a run of this mode is seen.
    [[nodiscard]] QWidget* pageOfRuns(Mode mode) const;
    void addPages();
    void showMode();
    [[nodiscard]] ParameterForm& activeForm() const;
    void showStack(bool again);
    QWidget* buildCentre();
    void buildQueue();
    void connectQueuePanel();
    void buildRuns();
    void showQueueLine();
    /// Once the scan is open whose job it is wanted for (m_orientScan).
    void findOrientationOfJob();
    void askForWatchedFolder();
    /// Asks what becomes of jobs that wait for their turn. \returns whether the window stays open for that
    bool asksAboutQueue();
    /// Calls `act` with the job that Start would run, where the form is sound.
    void withJobOfForm(const std::function<void(const job::JobDocument&)>& act);
    /// Asks whether the run of the open scan may be changed by these parameters, which the form takes then.
    void askToChangeRun(const job::JobDocument& document);
    void askForScanParameters(const job::queue::WatchedFolder& watched);
    /// Whether all fields of the form hold what they may; else says which does not.
    [[nodiscard]] bool checkFields();
    void buildActions();
    void buildFileMenu();
    void buildRunMenu();
    void buildViewMenu();
    void buildHelpMenu();
    /// After the parameters, which its keys belong to.
    void buildEditMenu();
    /// Which page of the manual belongs to which part of the window.
    void nameManualPlaces();
    QAction* action(const QString& iconName, const QString& text, const QString& tip, const QKeySequence& key);
    void connectSession();
    void fillRecentMenu();
    void updateActions();
    void showMessage(const UserMessage& message);
    void outdateMessageOf(const QString& key);
    /// Through the notifier, where nobody looks at the window.
    void tellAbsent(const UserMessage& message);
    void showScan(bool again);
    [[nodiscard]] CompareWindow& needCompareWindow();
    void showPlaceholders();
    void showPowderPlaceholders();
    void runFinished(const job::JobOutcome& outcome);
    void confirmAbort();
    /// A file that is not open and not there, as of a result whose scan has moved: a run would fail at once, and what
    /// is shown would be gone. Empty: none.
    [[nodiscard]] QString missingInput();
    void stopAndFindOrientation();
    /// A geometry fits the image mirrored or turned.
    void offerToTurnImage(const azint::ImageOrientationAnswer& answer);
    void watchForStall();
    void continueRun();
    void continueFor(std::size_t iterations);
    void askForIterations();
    void showExport(ExportDialog* dialog);
    void chooseOutput();
    void askForMapping(const QString& file, const QString& reason);
    void askWhatFor(const SeveralFiles& files);
    void withCommon(const job::JobDocument& asked, bool ofForm, bool ofScan, const std::string& geometry,
                    const std::function<void(const job::JobDocument&)>& act);
    void queueBatch(const job::queue::BatchRequest& asked, bool ofForm, bool ofScan, const std::string& geometry);
    void offerParameters(const QString& scan, const job::ParameterMap& parameters);
    /// Escape: closes the message, else puts the tool of the page away.
    void escape();
    void showTitle();
    [[nodiscard]] QString savePlace() const;
    void showFolderOf(const QString& file);
    void showAbout();
    void readSettings();
    void writeSettings() const;
    [[nodiscard]] QString lastFolder() const;
    void rememberFolder(const QString& file) const;

    Session m_session;
    Worker m_writer;
    std::unique_ptr<Notifier> m_notifier;
    QSplitter* m_split = nullptr;
    QWidget* m_left = nullptr;
    QStackedWidget* m_centre = nullptr;
    StartPage* m_start = nullptr;
    QTabWidget* m_tabs = nullptr;
    QMenuBar* m_menus = nullptr;
    MessageBar* m_messages = nullptr;
    DropHint* m_dropHint = nullptr;
    ScanCard* m_card = nullptr;
    ScanStepper* m_stepper = nullptr;
    ParameterForm* m_form = nullptr;
    ParameterForm* m_integrationForm = nullptr;
    DevicePicker* m_devices = nullptr;
    DevicePicker* m_integrationDevices = nullptr;
    QStackedWidget* m_forms = nullptr;
    std::array<QToolButton*, 2> m_modes{};
    /// Each page's entry in the View menu, in the order of the tabs.
    std::vector<QAction*> m_pages;
    /// The page that was open last, a mode.
    std::array<QWidget*, 2> m_lastPages{};
    DataPage* m_data = nullptr;
    FramePage* m_frames = nullptr;
    PowderPage* m_powder = nullptr;
    LivePage* m_live = nullptr;
    SurfacePage* m_surface = nullptr;
    ProbePage* m_probe = nullptr;
    ReportPage* m_report = nullptr;
    DevicesDialog* m_devicesDialog = nullptr;
    DeviceWatch* m_watch = nullptr;
    CompareWindow* m_compareWindow = nullptr;
    ManualWindow* m_manual = nullptr;
    StatusPanel* m_status = nullptr;
    QueueDock* m_queue = nullptr;
    QDockWidget* m_runsDock = nullptr;
    RunsStrip* m_runs = nullptr;
    SweepWindow* m_sweep = nullptr;
    ImportDialog* m_import = nullptr;
    QPointer<OrientationDialog> m_orientation;
    QPointer<IntentSheet> m_sheet;
    QPointer<BatchDialog> m_batch;
    StallWatch m_stall;
    QMenu* m_recentMenu = nullptr;
    QAction* m_export = nullptr;
    QAction* m_compare = nullptr;
    QAction* m_halves = nullptr;
    QAction* m_showLeft = nullptr;
    QActionGroup* m_themes = nullptr;
    RunActions m_run;
    /// The job of the queue whose parameters were put into the form, and its files.
    std::optional<std::pair<std::vector<std::filesystem::path>, job::queue::QueueJob>> m_edited;
    std::filesystem::path m_orientScan; ///< of the job whose orientation is to be looked for; empty: none
    bool m_aborted = false;             ///< the running job was asked to keep nothing
    bool m_orientNext = false;          ///< the orientation is looked for when the running job has ended
    bool m_leavesQueue = false;         ///< the question what becomes of the queue was answered
    bool m_closing = false;             ///< the window closes when the running job has ended
};

} // namespace ewald::ui
