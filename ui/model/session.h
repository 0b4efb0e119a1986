// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/ordered_tasks.h"
#include "job/queue/stored_run.h"
#include "model/file_opener.h"
#include "model/integration_session.h"
#include "model/job_controller.h"
#include "model/job_kind_ui.h"
#include "model/job_model.h"
#include "model/kept_states.h"
#include "model/recent_files.h"
#include "model/user_message.h"

#include <QDateTime>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <array>
#include <memory>
#include <optional>

namespace ewald::ui {

/// What the pages of a mode show: a run (that goes on, or ended without a result), a result, or nothing. Titles,
/// pictures, report, log, card and status follow it, whatever scan is open beside it.
struct Shown {
    enum class What { nothing, run, result };
    What what = What::nothing;
    QString scan;       ///< file of the scan, the first of several; empty where a result does not hold it
    QString result;     ///< file of the result, or where the run writes it
    bool ofRun = false; ///< the result is that of the last run, and not opened from a file
    QDateTime date;     ///< writtenDate() of the result
    bool operator==(const Shown&) const = default;
    /// A result that was opened from a file.
    [[nodiscard]] bool opened() const noexcept { return what == What::result && !ofRun; }
    /// The file that it is called after: an opened result is called after itself, a run after its scan.
    [[nodiscard]] const QString& file() const noexcept { return opened() || scan.isEmpty() ? result : scan; }
};

class ShownRefinement;

/// What the window works on: the open scan, the job, the run, the result. Independent of widgets; lives in the UI
/// thread and never blocks it.
class Session : public QObject {
    Q_OBJECT

public:
    /// \param runner runs the jobs; empty: they become jobs of the queue, as the settings say
    explicit Session(QObject* parent = nullptr, JobController::Runner runner = {});

    /// Jobs of windows that ended before them, unexpectedly or on purpose, once they were looked for; see
    /// interruptedChanged().
    [[nodiscard]] const std::vector<job::queue::UnseenRun>& interrupted() const noexcept { return m_interrupted; }
    /// Looks for them, away from the UI thread.
    void findInterrupted();
    /// Opens the scan of such a run with its parameters, or its result where it is done; shows a run that still goes
    /// on. `start`: one that does not goes on at once, from its checkpoint where it has one.
    void openInterrupted(qlonglong id, bool start);
    /// Does not offer it any more, and removes the checkpoint of a run that does not go on.
    void forgetInterrupted(qlonglong id);
    /// Waits until the files of what was opened or forgotten are gone.
    void finishForgetting() { m_forgetting.finish(); }

    /// The ptychography job, whatever the mode.
    [[nodiscard]] JobModel& job() noexcept { return m_job; }
    [[nodiscard]] IntegrationSession& integration() noexcept { return m_integration; }
    [[nodiscard]] Mode mode() const noexcept { return m_mode; }
    /// Where the other kind of job has nothing open yet, the open file is opened for it as well.
    void setMode(Mode mode);
    /// The job that Start runs.
    [[nodiscard]] JobModel& activeJob() noexcept { return jobOf(m_mode); }
    /// A document of the form, as it is meant for other scans than the open one: without iterations that were added to
    /// a result (continueFor()).
    [[nodiscard]] job::JobDocument withoutAdded(job::JobDocument document) const;
    /// activeJob(), withoutAdded().
    [[nodiscard]] job::JobDocument formForOthers() { return withoutAdded(activeJob().document()); }
    [[nodiscard]] JobModel& jobOf(Mode mode) noexcept {
        return mode == Mode::integration ? m_integration.job() : m_job;
    }
    /// What was done to the ptychography job and its masks.
    [[nodiscard]] JobHistory& history() noexcept { return m_history; }
    /// … to the job of the mode.
    [[nodiscard]] JobHistory& activeHistory() noexcept {
        return m_mode == Mode::integration ? m_integration.history() : m_history;
    }
    [[nodiscard]] JobController& controller() noexcept { return m_controller; }
    [[nodiscard]] FileOpener& opener() noexcept { return m_opener; }
    [[nodiscard]] RecentFiles& recentFiles() noexcept { return m_recent; }
    /// Null before a scan is open; else it is that of the form.
    [[nodiscard]] const ScanDataPtr& scan() const noexcept { return m_scan; }
    /// Null before there is a result.
    [[nodiscard]] const LoadedResultPtr& result() const noexcept { return m_result; }
    /// The result that is shown, as its file holds it now: nothing else is shown instead. Another one is left alone.
    void amendResult(const LoadedResultPtr& result);
    [[nodiscard]] const LoadedIntegrationPtr& integrationResult() const noexcept { return m_integrationResult; }
    /// Of the reconstruction, whatever the mode.
    [[nodiscard]] const Shown& shown() const noexcept { return m_shown; }
    [[nodiscard]] const Shown& shown(Mode mode) const noexcept {
        return mode == Mode::integration ? m_shownPatterns : m_shown;
    }
    /// What refinement has found for what is shown.
    [[nodiscard]] ShownRefinement& refinement() const noexcept { return *m_refinement; }
    /// The file of the job that runs or ran last, where it is not that of the form of its mode; else empty.
    [[nodiscard]] QString otherFile() const;
    /// The form is that of the file of the job that runs or ran last.
    [[nodiscard]] bool formIsOfRun() const;
    /// What is shown in a mode is of another scan than the form.
    [[nodiscard]] bool showsOtherScan(Mode mode = Mode::ptychography) const;
    /// A reconstruction runs, and a result that was opened meanwhile is shown.
    [[nodiscard]] bool hidesRun() const;
    /// Shows the running reconstruction again, with its form.
    void showRun();
    /// A scan is being opened or the example is being made.
    [[nodiscard]] bool busy() const noexcept { return m_opener.busy() || m_example.busy(); }
    /// Changed parameters wait for a moment of quiet, after which the scan is prepared anew.
    [[nodiscard]] bool preparesSoon() const noexcept { return m_prepareTimer.isActive(); }
    [[nodiscard]] QString busyText() const { return m_busyText; }

    /// A scan, frames, a folder, a geometry, a job document or a result file, as what it is; forgets what was still
    /// being opened. Of several scans or results one has to be chosen: see severalFound().
    void open(const QStringList& files);
    /// The same, for a file that is a scan as well as frames: as the one that this mode needs.
    void openAs(const QStringList& files, Mode mode);
    /// Several files as one stack of frames, also where each is a scan of its own.
    void openTogether(const QStringList& files);
    /// A file of unknown layout, by a mapping made by hand.
    void openMapped(const QString& file, const io::ImportMapping& mapping);
    void openExample();
    /// The same with wrong positions and a background.
    void openFaultyExample();
    /// Simulated powder rings.
    void openPowderExample();
    void cancelOpening();

    /// The file of the form of the active mode, the first of several: what Start runs, and what the card names. Empty
    /// before there is one.
    [[nodiscard]] QString inputFile() const;
    /// … and it is open: its frames can be looked at.
    [[nodiscard]] bool inputIsOpen() const;
    /// Opens it, with the parameters of the form.
    void openInput();
    /// Where the next result goes: as chosen, or proposed; numbered so that nothing is overwritten.
    [[nodiscard]] QString outputFile() const;
    /// Results of jobs that wait: no run from the form takes their names.
    void setPlannedResults(const QSet<QString>& files);
    /// \param replace an existing file of this name is replaced, as was agreed to in the file dialog
    void setOutputFile(const QString& file, bool replace);
    /// A file dropped on the parameters: a result becomes the start of the next run, anything else is opened.
    void takeDropped(const QString& file);
    /// Takes the result as the initial probe and object of the next run.
    void startFrom(const QString& resultFile);
    /// putParameters(), unless that changesRun(): then wouldChangeRun().
    void useParameters(const job::JobDocument& document);
    /// Puts a job into the form and opens its scan; one without a file is put upon the open scan.
    void putParameters(const job::JobDocument& document);
    /// Whether these parameters would be taken over by the reconstruction that runs.
    [[nodiscard]] bool changesRun(const job::JobDocument& document) const;
    /// Loads the job that made the open result, and its scan.
    void repeatResult();

    /// Where Start runs jobs (QueueJob::backend); empty: on this computer.
    [[nodiscard]] const std::string& backend() const noexcept { return m_backend; }
    void setBackend(const std::string& backend);
    /// Number in the queue of the job that runs or ran last; 0: it has none, or not yet.
    [[nodiscard]] long long runNumber() const noexcept { return m_link->id; }

    /// The form of the active mode has a file, so that Start makes sense, and no problem of it is known.
    [[nodiscard]] bool canStart() const;
    /// The problem of what is open with which a run would fail at once, a sentence; empty: none is known. What was
    /// edited since counts only when the scan is prepared with it.
    [[nodiscard]] QString startProblem() const;
    /// Starts the job as the form says. \returns false when it cannot (no scan, already running)
    bool start();
    /// The running job has a process of its own, which leaveRun() does not end.
    [[nodiscard]] bool canLeaveRun() const noexcept { return m_controller.running() && m_link->separate; }
    /// The window is about to close, and the job goes on without it: the controller is not running any more soon.
    void leaveRun() noexcept { m_link->leave = true; }
    /// Ends the running job gracefully and goes on from its result with the parameters of the form.
    void restartWithChanges();
    [[nodiscard]] bool restarting() const noexcept { return m_restart; }
    /// The shown result is of the scan of the form and can be continued where it ended, into the same file.
    [[nodiscard]] bool canContinueResult() const;
    /// Iterations of the shown result, those before it in other files included.
    [[nodiscard]] std::size_t iterationsDone() const;
    /// … are fewer than those of the form: the run was stopped, or their number was raised. Not where it ended by
    /// itself, as automatic plans do.
    [[nodiscard]] bool hasIterationsLeft() const;
    /// Continues the shown result with the parameters of the form. \returns false when it cannot
    bool continueResult();
    /// The same for so many more iterations, which become those of the form.
    bool continueFor(std::size_t iterations);
    /// The job that runs or ran last goes on from a result of the job before it …
    [[nodiscard]] bool goesOn() const noexcept { return m_goesOn == GoesOn::newFile || m_goesOn == GoesOn::sameFile; }
    /// … and into the same file, counting its iterations on.
    [[nodiscard]] bool continuesResult() const noexcept { return m_goesOn == GoesOn::sameFile; }
    /// Iterations that were done before the first one of the job that runs or ran last, in other files.
    [[nodiscard]] std::size_t earlierIterations() const noexcept { return m_earlierIterations; }
    /// … and in its own file: what was changed before them is no news.
    [[nodiscard]] std::size_t iterationsBefore() const noexcept { return m_iterationsBefore; }
    /// Sets parameters that belonged to another scan for this one, too, or to the frames before.
    void takeOver(Mode mode, const job::ParameterMap& parameters);
    /// What the job of a mode says of its frames instead of their file.
    [[nodiscard]] job::ParameterMap notFromFile(Mode mode) const;
    /// Takes that back in the active job: one step for undo.
    void useFileOnly();
    /// The job that runs or ran last, as it was started.
    [[nodiscard]] const std::optional<job::JobDocument>& startedJob() const noexcept { return m_started; }
    /// … and the mode it belongs to.
    [[nodiscard]] std::optional<Mode> startedMode() const;
    /// A job runs, and the form says something that it has not taken over. What is live is taken over at once.
    [[nodiscard]] bool changedSinceStart() const;
    /// What that needs: the run to go on in the same file, or a new one.
    [[nodiscard]] job::ChangeEffect changeNeeds() const;
    /// While something is being typed nothing is taken over.
    void holdChanges(bool hold);
    /// The state after this iteration, with which a change of the shown run began, can be gone back to.
    [[nodiscard]] bool canGoBack(std::size_t iteration) const;
    /// Sets the parameters as they were before that change, and goes on from its state in a new file; a running
    /// reconstruction is stopped and saved before. Does nothing where it cannot.
    void goBack(std::size_t iteration);
    /// It is on its way there.
    [[nodiscard]] bool goesBack() const noexcept { return m_back.has_value() || m_stateReader.busy(); }
    /// … and it is of a kind that can go on from its result with other parameters.
    [[nodiscard]] bool canContinueWithChanges() const;

signals:
    void busyChanged(bool busy);
    void progressed(qulonglong done, qulonglong total);
    /// Another scan, or the same one prepared in another way (`again`).
    void scanChanged(bool again);
    void resultChanged();
    /// Parameters that were asked for would change the run that goes on: putParameters() does it.
    void wouldChangeRun(const ewald::job::JobDocument& document);
    /// The result that is shown has got something that it did not have: what was shown of it stays.
    void resultAmended();
    /// Follows resultChanged() and the start of a run.
    void shownChanged();
    void integrationResultChanged();
    void modeChanged(ewald::ui::Mode mode);
    void outputChanged();
    void backendChanged();
    void interruptedChanged();
    void mappingNeeded(const QString& file, const QString& reason);
    void message(const ewald::ui::UserMessage& message);
    /// Several scans or results were given; one of them can be opened, or frames together.
    void severalFound(const ewald::ui::SeveralFiles& files);
    /// Another scan is open, or other frames; what was set for those before (see scanParameters()) was taken back.
    void parametersLeft(const QString& scan, const ewald::job::ParameterMap& parameters);
    /// The running job was asked for live changes. \param pending it takes them over before its next iteration, and has
    /// not yet; false where what was asked for is what it does
    void changesAsked(bool pending);
    /// What was said about a file that could not be opened, or about the end of the last run, no longer matters.
    void messageOutdated();

private:
    void connectOpener();
    /// Opens a scan that is made first, where it is not there yet.
    void openMade(QString (*make)(const RunControl&));
    void openScanOfForm();
    void closeScan();
    void takeJobOf(Mode mode, const std::optional<job::JobDocument>& made);
    void takeBackForm();
    /// The parameters of the user, where those of an opened result stand in the form.
    [[nodiscard]] const job::JobDocument& ownForm(Mode mode) const noexcept;
    [[nodiscard]] std::optional<job::JobDocument>& keptForm(Mode mode) noexcept {
        return m_keptForms[static_cast<std::size_t>(mode)];
    }
    void sayMoved(const QString& from);
    void startOpening(const QStringList& files, OpenRequest::As as, bool together);
    void takeScan(const ScanDataPtr& data);
    void takeStack(const job::JobDocument& document, const StackPtr& stack, bool fromJob);
    void reopenStack();
    void enter(Mode mode);
    void takeJob(const QString& file, const job::JobDocument& document);
    bool knowsKind(const job::JobDocument& document);
    void runEnded(const job::JobOutcome& outcome);
    void sayNotApplied(const job::JobOutcome& outcome);
    void prepareSoon();
    void prepareAgain();
    void tryCure();
    [[nodiscard]] bool takeAsMask(const job::JobDocument& document, const io::FrameStack& image);
    enum class GoesOn {
        no,
        newFile,
        sameFile,
        back,    ///< from a kept state, into a new file
        followed ///< it runs already, as a job of the queue
    };
    void run(job::JobDocument document, GoesOn goesOn, long long followed = 0);
    [[nodiscard]] JobController::Runner runnerOf(const job::JobDocument& document, long long followed);
    void forgetResult(bool opened);
    void takeResult(const LoadedResultPtr& result, bool ofRun);
    void takePatterns(const LoadedIntegrationPtr& result, bool ofRun);
    void show(const Shown& shown);
    [[nodiscard]] bool reconstructs() const;
    bool goOnWithChanges(const QString& ended);
    void applyLive();
    void takeHistory(const std::vector<io::ParameterChange>& changes);
    void beginBack(std::size_t iteration);
    void takeBackAdded();
    [[nodiscard]] bool resultIsThere();
    void forgetStates();

    bool m_asksForScan = false; ///< the frames of the integration are opened as a scan
    JobModel m_job;
    JobHistory m_history{m_job};
    IntegrationSession m_integration;
    Mode m_mode = Mode::ptychography;
    FileOpener m_opener;
    JobController::Runner m_runner;                                                        ///< empty: the queue
    std::shared_ptr<job::queue::RunLink> m_link = std::make_shared<job::queue::RunLink>(); ///< of the last run
    std::string m_backend;
    JobController m_controller;
    RecentFiles m_recent;
    Worker m_example;
    Worker m_resultLoader;
    Worker m_sniffer;
    Worker m_unseenReader;
    OrderedTasks m_forgetting;
    std::vector<job::queue::UnseenRun> m_interrupted;
    QTimer m_prepareTimer;
    ScanDataPtr m_scan;
    LoadedResultPtr m_result;
    LoadedIntegrationPtr m_integrationResult;
    LoadedIntegrationPtr m_patternsBefore; ///< that was shown when the run began, until it has patterns
    bool m_patternsBeforeOfRun = false;    ///< Shown::ofRun of these
    QString m_busyText;
    bool m_scanWanted = false;    ///< a file was asked for, and no scan has come of it yet
    bool m_openingFailed = false; ///< and a message says so
    /// With which the scan of the form could be neither opened nor prepared: another value may be the cure.
    std::optional<job::JobDocument> m_refused;
    std::optional<job::JobDocument> m_reading; ///< with what the scan was read last
    bool m_reopens = false;                    ///< frames, for a change of the form
    /// Where the result goes, a mode.
    struct Output {
        QString chosen;
        bool replace = false;
    };
    std::array<Output, 2> m_outputs;
    QSet<QString> m_plannedResults;
    [[nodiscard]] QString resultFile(const Output& output, const QString& input) const;
    [[nodiscard]] Output& outputOf(Mode mode) noexcept { return m_outputs[static_cast<std::size_t>(mode)]; }
    [[nodiscard]] const Output& outputOf(Mode mode) const noexcept { return m_outputs[static_cast<std::size_t>(mode)]; }
    [[nodiscard]] const job::JobDocument& documentOf(Mode mode) const noexcept {
        return mode == Mode::integration ? m_integration.document() : m_job.document();
    }
    [[nodiscard]] bool startedHas(job::JobFeature feature) const;
    QString m_proposed; ///< where the result of the mode would go, as it was last shown; empty where it was chosen
    Shown m_shown;
    Shown m_shownPatterns;
    /// The form before an opened result was put into it, a mode; until it is edited, started or opened.
    std::array<std::optional<job::JobDocument>, 2> m_keptForms;
    bool m_takesForm = false; ///< a form is being replaced, by nobody's hand
    ShownRefinement* m_refinement = nullptr;
    std::size_t m_done = 0; ///< iterations or frames of the job that runs or ran last
    std::size_t m_earlierIterations = 0;
    /// Of the form, before iterations were added to a result and as it is since; until another scan is opened.
    struct AddedIterations {
        std::vector<job::Stage> before, now;
    };
    std::optional<AddedIterations> m_added;
    std::size_t m_iterationsBefore = 0;
    bool m_restart = false;
    bool m_resume = true;
    std::optional<job::JobDocument> m_started;   ///< with the changes that it was asked for …
    std::optional<job::JobDocument> m_confirmed; ///< … and with those that it has taken over
    job::JobDocument m_startedForm; ///< the form as the running job has taken it over: what changes are compared with
    bool m_held = false;            ///< something is being typed
    bool m_asked = false;           ///< the running job was asked for changes
    std::unique_ptr<KeptStates> m_states; ///< what can be gone back to; of a run and what goes on from it
    std::optional<std::size_t> m_back;    ///< the iteration to go back to, once the run has stopped
    QString m_startFrom;                  ///< the kept state that the next run begins with
    QString m_startedFrom;                ///< … and the last one has
    Worker m_stateReader;
    GoesOn m_goesOn = GoesOn::no;
};

} // namespace ewald::ui
