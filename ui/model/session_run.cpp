// SPDX-License-Identifier: GPL-3.0-or-later
// The life of a run: start, change, continue, go back, end.
#include "base/phrase.h"
#include "common/counted_text.h"
#include "io/growing/unfinished.h"
#include "job/document/settings.h"
#include "job/document/undivided.h"
#include "job/ptychography/run/ptycho_runner.h"
#include "job/run/live_changes.h"
#include "model/output_file.h"
#include "model/session.h"
#include "model/text.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace ewald::ui {

namespace {

/// Takes the first `done` iterations out of a pipeline; what is left does at least one.
void leaveRest(std::vector<job::Stage>& pipeline, std::size_t done) {
    while (pipeline.size() > 1 && done >= pipeline.front().iterations) {
        done -= pipeline.front().iterations;
        pipeline.erase(pipeline.begin());
    }
    job::Stage& first = pipeline.front();
    first.iterations = std::max<std::size_t>(1, first.iterations - std::min(done, first.iterations));
}

/// What a document says that another does not: the strongest effect of its parameters.
std::optional<job::ChangeEffect> differenceOf(const job::JobDocument& a, const job::JobDocument& b) {
    std::optional<job::ChangeEffect> effect;
    const auto needs = [&](job::ChangeEffect other) { effect = effect ? std::min(*effect, other) : other; };
    for (const job::ParameterDef& def : job::parameterTable())
        if (def.section != job::ParameterSection::stage && def.isOfKind(a.kind) && a.value(def.key) != b.value(def.key))
            needs(def.effect);
    if (a.pipeline != b.pipeline)
        needs(job::changedInNewRun(a.pipeline, b.pipeline) ? job::ChangeEffect::newRun : job::ChangeEffect::continued);
    if (a.seed != b.seed) needs(job::ChangeEffect::newRun);
    return effect;
}

} // namespace

bool Session::canStart() const { return !inputFile().isEmpty() && startProblem().isEmpty(); }

bool Session::start() {
    if (m_controller.running() || !canStart()) return false;
    if (m_mode == Mode::ptychography) {
        run(m_job.document(), GoesOn::no);
        return true;
    }
    // What was painted or nudged a moment ago belongs to the job.
    m_integration.storeThen([this] {
        if (!m_controller.running()) run(m_integration.document(), GoesOn::no);
    });
    return true;
}

void Session::run(job::JobDocument document, GoesOn goesOn, long long followed) {
    emit messageOutdated(); // such as how the run before ended
    const bool sameFile = goesOn == GoesOn::sameFile;
    // Of the job's kind: what goes on with changes may do so while the other mode is looked at.
    const JobKindUi& kind = *uiOf(document);
    const Output& output = outputOf(kind.mode);
    const std::vector<std::filesystem::path> inputs = document.files();
    const QString input = inputs.empty() ? QString() : toQString(inputs.front());
    const bool hasFile = sameFile || goesOn == GoesOn::followed;
    const QString file = hasFile ? toQString(document.outputFile) : resultFile(output, input);
    const bool ofMode = kind.mode == m_mode;
    const bool taken = goesOn == GoesOn::no && ofMode && !m_proposed.isEmpty() && file != m_proposed;
    if (taken)
        emit message({io::Severity::info,
                      tr("%1 was taken meanwhile: the result is written to %2")
                          .arg(QFileInfo(m_proposed).fileName(), QFileInfo(file).fileName()),
                      file,
                      {},
                      {}});
    document.outputFile = toPath(file);
    m_goesOn = goesOn;
    m_iterationsBefore = sameFile ? m_done : 0;
    m_done = 0;
    keptForm(kind.mode).reset(); // what is started is worked with
    if (goesOn == GoesOn::no || goesOn == GoesOn::back || goesOn == GoesOn::followed) m_earlierIterations = 0;
    // A folder that was proposed (Documents/ewald) may not exist yet.
    QDir().mkpath(QFileInfo(file).absolutePath());
    const bool patternsOfRun = startedMode() == Mode::integration && !m_integrationResult;
    m_started = m_confirmed = document;
    m_startedForm = formIsOfRun() ? documentOf(kind.mode) : document;
    m_resultLoader.cancel();
    m_patternsBefore.reset();
    if (kind.mode == Mode::integration) {
        m_patternsBefore = std::exchange(m_integrationResult, {});
        m_patternsBeforeOfRun = m_shownPatterns.ofRun;
        m_shownPatterns = {Shown::What::run, input, file, true, {}};
        // A run without a result has nothing left that says how it ended.
        if (m_shown.what == Shown::What::run) {
            m_shown = {};
            emit resultChanged();
        }
    } else {
        m_result.reset(); // what is shown from now on is the run
        m_shown = {Shown::What::run, input, file, true, {}};
        if (patternsOfRun) { // likewise
            m_shownPatterns = {};
            emit integrationResultChanged();
        }
    }
    m_controller.setPreviewInterval(document.real("preview_interval_s"));
    m_asked = false;
    const QString startFrom = m_startedFrom = std::exchange(m_startFrom, {});
    // Another computer may not see the folder of the states.
    const bool keepsStates =
        kind.kind->has(job::JobFeature::continuation) && goesOn != GoesOn::followed && m_backend.empty();
    if (!keepsStates || goesOn == GoesOn::no || goesOn == GoesOn::newFile) forgetStates();
    if (keepsStates && !m_states) m_states = std::make_unique<KeptStates>();
    m_controller.start(document,
                       {.overwrite = output.replace,
                        .resume = m_resume || sameFile,
                        .continueResult = sameFile,
                        .keptStates = keepsStates ? toPath(m_states->path()) : "",
                        .startFrom = toPath(startFrom)},
                       runnerOf(document, followed));
    emit shownChanged();
    emit outputChanged();
}

/// They may be large: their folder is removed by another thread.
void Session::forgetStates() {
    m_forgetting.start([states = std::shared_ptr<KeptStates>(std::move(m_states))]() mutable { states.reset(); });
}

bool Session::formIsOfRun() const { return m_started && otherFile().isEmpty(); }

bool Session::changedSinceStart() const {
    if (!m_controller.running() || !formIsOfRun()) return false;
    const job::JobDocument& then = m_startedForm;
    if (startedHas(job::JobFeature::liveChanges))
        return differenceOf(job::withLiveParts(then, m_job.document()), m_job.document()).has_value();
    const job::JobDocument& now = m_integration.document();
    return now.input != then.input || now.compute != then.compute || now.output != then.output;
}

job::ChangeEffect Session::changeNeeds() const {
    const auto needs = differenceOf(job::withLiveParts(m_startedForm, m_job.document()), m_job.document());
    return needs.value_or(job::ChangeEffect::live);
}

void Session::holdChanges(bool hold) {
    m_held = hold;
    if (!hold) applyLive();
}

/// The running job takes over what is live of the form.
void Session::applyLive() {
    if (m_held || m_restart || m_back || !m_controller.running() || !formIsOfRun() ||
        !startedHas(job::JobFeature::liveChanges))
        return;
    if (m_controller.stopRequest() != StopRequest::none) return;
    job::JobDocument form = job::withLiveParts(m_startedForm, m_job.document());
    if (form.pipeline == m_startedForm.pipeline && form.output == m_startedForm.output) return;
    job::JobDocument wanted = job::withLiveParts(*m_started, form);
    if (m_earlierIterations > 0) leaveRest(wanted.pipeline, m_earlierIterations);
    try {
        m_controller.change(wanted);
    } catch (const Error& error) {
        emit message(toMessage(error));
        return;
    }
    m_controller.setPreviewInterval(wanted.real("preview_interval_s"));
    m_asked = true;
    m_startedForm = std::move(form);
    m_started = std::move(wanted);
    emit changesAsked(m_confirmed && differenceOf(*m_confirmed, *m_started).has_value());
}

/// A run that goes on from a checkpoint goes on with what had changed in it: the form says the same.
void Session::takeHistory(const std::vector<io::ParameterChange>& changes) {
    m_confirmed = m_started;
    if (m_asked || m_goesOn != GoesOn::no || !formIsOfRun()) return;
    const bool held = std::exchange(m_held, true);
    for (const io::ParameterChange& change : changes) {
        const job::ParameterDef* def = job::findParameter(change.key);
        if (def == nullptr || def->section != job::ParameterSection::stage) continue;
        for (std::size_t stage = 0; stage < m_job.stageCount(); ++stage) {
            if (m_job.document().pipeline[stage].engine != change.engine) continue;
            if (job::toText(m_job.value(*def, stage)) == change.from)
                m_job.setValue(*def, job::parseValue(*def, change.to), stage);
        }
    }
    m_startedForm.pipeline = m_started->pipeline = m_confirmed->pipeline = m_job.document().pipeline;
    m_held = held;
}

bool Session::canGoBack(std::size_t iteration) const {
    if (!m_states || !formIsOfRun() || !startedHas(job::JobFeature::continuation) || iteration < m_earlierIterations)
        return false;
    const bool ofRun = m_shown.what == Shown::What::run || m_shown.ofRun;
    const std::size_t inFile = iteration - m_earlierIterations;
    return ofRun && !m_back && QFileInfo::exists(toQString(job::keptStateFile(toPath(m_states->path()), inFile)));
}

void Session::goBack(std::size_t iteration) {
    if (!canGoBack(iteration)) return;
    if (!m_controller.running()) {
        beginBack(iteration);
        return;
    }
    m_back = iteration;
    m_controller.setPaused(false);
    m_controller.stop();
}

void Session::beginBack(std::size_t iteration) {
    const std::size_t inFile = iteration - m_earlierIterations;
    const QString file = toQString(job::keptStateFile(toPath(m_states->path()), inFile));
    m_stateReader.start<job::JobDocument>(
        [file](TaskContext&) {
            std::string why;
            const auto state = io::readCheckpoint(toPath(file), &why);
            if (!state) throw DataError(phrase("the state cannot be read: %1", why), file.toStdString());
            return job::parseJob(state->result.job, file.toStdString());
        },
        [this, file, inFile](const job::JobDocument& then) {
            if (m_controller.running()) return;
            job::JobDocument form = m_job.document();
            form.inputFile = then.inputFile;
            form.mapping = then.mapping;
            form.input = then.input;
            form.output = then.output;
            form.pipeline = job::undivided(then.pipeline, inFile);
            form.seed = then.seed;
            if (formIsOfRun()) { // else another scan was opened meanwhile, and keeps its form
                enter(Mode::ptychography);
                m_job.setDocument(form);
                outputOf(Mode::ptychography) = {toQString(then.outputFile), false};
            }
            m_startFrom = file;
            form.outputFile = then.outputFile;
            run(form, GoesOn::back);
        },
        [this](const Error& error) { emit message(toMessage(error)); });
}

bool Session::canContinueResult() const {
    return m_mode == Mode::ptychography && !m_controller.running() && m_result && m_result->job &&
           m_result->job->inputFile == m_job.document().inputFile && QFileInfo::exists(m_result->file);
}

std::size_t Session::iterationsDone() const {
    if (!m_result) return 0;
    // A result that goes on from another file counts from there.
    const std::size_t inFile = m_result->result.loss.empty() ? 0 : m_result->result.loss.back().iteration;
    return (m_shown.ofRun ? m_earlierIterations : 0) + inFile;
}

bool Session::hasIterationsLeft() const {
    if (!canContinueResult() || iterationsDone() >= m_job.totalIterations()) return false;
    const std::size_t asked = (m_shown.ofRun ? m_earlierIterations : 0) + job::totalIterations(*m_result->job);
    return !m_result->result.complete || m_job.totalIterations() > asked;
}

bool Session::continueFor(std::size_t iterations) {
    if (!resultIsThere() || !canContinueResult()) return false;
    const std::vector<job::Stage>& pipeline = m_job.document().pipeline;
    if (!m_added || m_added->now != pipeline) m_added = {pipeline, {}};
    m_job.setTotalIterations(iterationsDone() + iterations);
    m_added->now = pipeline;
    return continueResult();
}

job::JobDocument Session::withoutAdded(job::JobDocument document) const {
    if (m_added && m_added->now == document.pipeline) document.pipeline = m_added->before;
    return document;
}

/// Another scan is treated as this one would be from its start.
void Session::takeBackAdded() {
    const std::optional<AddedIterations> added = std::exchange(m_added, std::nullopt);
    if (added && added->now == m_job.document().pipeline) m_job.setPipeline(added->before);
}

/// Says so where the file of the open result was moved or deleted.
bool Session::resultIsThere() {
    if (!m_result || QFileInfo::exists(m_result->file)) return true;
    emit message({io::Severity::error,
                  tr("The result is not there any more"),
                  m_result->file,
                  tr("Open it where it is now, or press Start to reconstruct the scan again."),
                  {}});
    return false;
}

bool Session::continueResult() {
    if (!resultIsThere() || !canContinueResult()) return false;
    const std::size_t earlier = m_shown.ofRun ? m_earlierIterations : 0;
    const std::size_t done = iterationsDone();
    if (done >= m_job.totalIterations()) {
        emit message({io::Severity::info,
                      countedText(tr("{1:The iteration is|All %1 iterations are} done"), {done}),
                      m_result->file,
                      tr("Press +50, +100 or +N, or set a larger number of iterations and press Continue."),
                      {}});
        return false;
    }
    job::JobDocument document = m_job.document();
    document.outputFile = toPath(m_result->file);
    m_earlierIterations = earlier;
    m_done = done - earlier;
    if (earlier > 0) leaveRest(document.pipeline, earlier);
    run(std::move(document), GoesOn::sameFile);
    return true;
}

bool Session::canContinueWithChanges() const {
    return changedSinceStart() && startedHas(job::JobFeature::continuation);
}

void Session::restartWithChanges() {
    if (!m_controller.running() || !canContinueWithChanges()) return;
    m_restart = true;
    m_controller.setPaused(false);
    m_controller.stop();
}

/// Goes on from the result of the run that was stopped for it: in the same file where nothing but how it is
/// reconstructed has changed, else in a new one. Only the iterations that are left are done.
/// \returns false when none is
bool Session::goOnWithChanges(const QString& ended) {
    if (!formIsOfRun()) return false;
    job::JobDocument document = m_job.document();
    if (ended.isEmpty() && m_goesOn != GoesOn::sameFile) { // stopped before its first iteration
        if (m_goesOn == GoesOn::newFile) {
            for (const char* key : {"initial_probe", "initial_object"}) document.set(key, m_started->value(key));
            leaveRest(document.pipeline, m_earlierIterations);
        }
        if (m_goesOn == GoesOn::back) m_startFrom = m_startedFrom;
        run(std::move(document), m_goesOn == GoesOn::newFile || m_goesOn == GoesOn::back ? m_goesOn : GoesOn::no);
        return true;
    }
    // One that was to go on in the same file has left that as it was.
    const QString file = ended.isEmpty() ? toQString(m_started->outputFile) : ended;
    if (ended.isEmpty()) m_done = m_iterationsBefore;
    const std::size_t done = m_earlierIterations + m_done;
    if (done >= m_job.totalIterations()) return false;
    if (changeNeeds() != job::ChangeEffect::newRun) {
        document.outputFile = toPath(file);
        if (m_earlierIterations > 0) leaveRest(document.pipeline, m_earlierIterations);
        run(std::move(document), GoesOn::sameFile);
        return true;
    }
    document.input["initial_probe"] = file.toStdString();
    document.input["initial_object"] = file.toStdString();
    leaveRest(document.pipeline, done);
    m_earlierIterations = done;
    run(std::move(document), GoesOn::newFile);
    return true;
}

/// The run was to go on with the changes of the form, and does not.
void Session::sayNotApplied(const job::JobOutcome& outcome) {
    if (outcome.state == job::JobState::failed || !m_started) return; // why is said
    const QString scan = toQString(m_started->inputFile);
    const QString name = QFileInfo(scan).fileName();
    const bool otherScan = !formIsOfRun();
    const UserMessage text{
        io::Severity::warning,
        otherScan ? tr("The changes were not applied to %1: another scan was opened meanwhile").arg(name)
                  : tr("The changes were not applied: %1 had done all its iterations").arg(name),
        scan,
        otherScan ? tr("What it had is saved: open it again to go on with it.")
                  : tr("Press +50, +100 or +N, or set a larger number of iterations and press Continue."),
        {}};
    // After what the window says of the end itself.
    QMetaObject::invokeMethod(
        this, [this, text] { emit message(text); }, Qt::QueuedConnection);
}

void Session::runEnded(const job::JobOutcome& outcome) {
    const bool restart = std::exchange(m_restart, false);
    const std::optional<std::size_t> back = std::exchange(m_back, std::nullopt);
    // A checkpoint that was not gone on from is still good; that of an aborted run is not wanted.
    const bool nothingDone = outcome.resultFile.empty() && m_controller.endedBy() == StopRequest::graceful;
    m_resume = outcome.state != job::JobState::stopped || nothingDone;
    const Mode mode = startedMode().value_or(Mode::ptychography);
    outputOf(mode).replace = false;
    QString file = QString::fromStdString(outcome.resultFile);
    if (outcome.error && outcome.error->kind() != ErrorKind::stopped) emit message(toMessage(*outcome.error));
    emit outputChanged();
    if (restart && outcome.state == job::JobState::stopped && goOnWithChanges(file)) return;
    if (restart) sayNotApplied(outcome);
    if (back && !m_controller.running()) {
        beginBack(*back);
        return;
    }
    // Nothing was added to the result that was to be continued: it is as it was.
    if (file.isEmpty() && m_goesOn == GoesOn::sameFile && QFileInfo::exists(toQString(m_started->outputFile)))
        file = toQString(m_started->outputFile);
    if (outcome.resultFile.empty() && outcome.state == job::JobState::failed && m_goesOn == GoesOn::sameFile)
        takeBackAdded();
    if (mode == Mode::ptychography && m_shown.opened()) { // it stays; that of the run is in its file
        if (formIsOfRun()) takeJobOf(mode, m_result->job);
        m_started.reset();
        emit shownChanged();
        return;
    }
    // A run that ends before its first pattern takes nothing off the screen.
    if (const LoadedIntegrationPtr before = std::exchange(m_patternsBefore, {}); before && file.isEmpty())
        takePatterns(before, m_patternsBeforeOfRun);
    if (file.isEmpty()) return;
    if (mode == Mode::integration) {
        m_resultLoader.start<LoadedIntegrationPtr>(
            [file](TaskContext& context) { return loadIntegration(file, context.control); },
            [this](const LoadedIntegrationPtr& result) {
                takePatterns(result, true);
                // Frames have come to a file since it was opened, when the job has followed it.
                const StackPtr& stack = m_integration.stack();
                const bool isOpen = m_mode == Mode::integration && stack && !m_opener.busy();
                if (isOpen && formIsOfRun() && m_started->flag("follow") && io::isUnfinished(*stack))
                    m_opener.openStack(m_integration.document());
            },
            [this](const Error& error) { emit message(toMessage(error)); });
        return;
    }
    if (m_shown.what != Shown::What::run) return;
    m_resultLoader.start<LoadedResultPtr>([file](TaskContext&) { return loadResult(file); },
                                          [this](const LoadedResultPtr& result) { takeResult(result, true); },
                                          [this](const Error& error) { emit message(toMessage(error)); });
}

} // namespace ewald::ui
