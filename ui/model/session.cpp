// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/session.h"

#include "common/counted_text.h"
#include "io/images/mask_file.h"
#include "model/example_scan.h"
#include "model/output_file.h"
#include "model/scan_parameters.h"
#include "model/shown_refinement.h"
#include "model/text.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <span>
#include <utility>

namespace ewald::ui {

namespace {

/// After the last key stroke in a pre-processing field until the frames are read again.
constexpr int kPrepareDelay_ms = 400;

/// The parts of two documents that decide how frames and scan look before anything is reconstructed.
bool samePreparation(const job::JobDocument& a, const job::JobDocument& b) {
    const auto preparing = [](job::ParameterMap input) {
        for (const char* later : {"probe_modes", "initial_probe", "initial_probe_size", "extra_mode_power",
                                  "oversampling", "fly_points", "point_spread_px", "fit_point_spread", "initial_object",
                                  "slices", "slice_spacing_m", "object_modes", "known_region", "known_transmission"})
            input.erase(later);
        return input;
    };
    return a.inputFile == b.inputFile && a.mapping == b.mapping && preparing(a.input) == preparing(b.input);
}

} // namespace

Session::Session(QObject* parent, JobController::Runner runner) : QObject(parent), m_runner(std::move(runner)) {
    connectOpener();
    m_refinement = new ShownRefinement(*this);
    connect(this, &Session::outputChanged, this,
            [this] { m_proposed = outputOf(m_mode).chosen.isEmpty() ? outputFile() : QString(); });
    connect(&m_example, &Worker::busyChanged, this, [this] { emit busyChanged(busy()); });
    connect(&m_controller, &JobController::finished, this, &Session::runEnded);
    connect(&m_controller, &JobController::changesMade, this, &Session::takeHistory);
    connect(&m_controller, &JobController::integrationReady, this, [this] { m_patternsBefore.reset(); });
    connect(&m_controller, &JobController::progressed, this,
            [this](const job::Progress& progress) { m_done = progress.done; });
    connect(&m_integration, &IntegrationSession::message, this, &Session::message);
    connect(&m_integration, &IntegrationSession::framesWanted, this, &Session::reopenStack);
    connect(&m_integration, &IntegrationSession::framesAreOpen, this, [this] {
        if (std::exchange(m_reopens, false)) m_opener.cancel(); // those that a change asked for that was taken back
    });
    m_prepareTimer.setSingleShot(true);
    m_prepareTimer.setInterval(kPrepareDelay_ms);
    connect(&m_prepareTimer, &QTimer::timeout, this, &Session::prepareAgain);
    connect(&m_job, &JobModel::changed, this, [this] {
        prepareSoon();
        tryCure();
        applyLive();
    });
    for (const Mode mode : {Mode::ptychography, Mode::integration})
        connect(&jobOf(mode), &JobModel::changed, this, [this, mode] {
            if (!m_takesForm) keptForm(mode).reset();
        });
}

void Session::connectOpener() {
    connect(&m_opener, &FileOpener::busyChanged, this, [this] { emit busyChanged(busy()); });
    connect(&m_opener, &FileOpener::progressed, this, &Session::progressed);
    connect(&m_opener, &FileOpener::scanUnderstood, this, &Session::takeScan);
    connect(&m_opener, &FileOpener::scanLoaded, this, &Session::takeScan);
    connect(&m_opener, &FileOpener::jobOpened, this, &Session::takeJob);
    connect(&m_opener, &FileOpener::mappingNeeded, this, &Session::mappingNeeded);
    connect(&m_opener, &FileOpener::severalFound, this, &Session::severalFound);
    connect(&m_opener, &FileOpener::resultOpened, this, [this](const LoadedResultPtr& result) {
        m_recent.add(result->file);
        emit messageOutdated();
        enter(Mode::ptychography);
        m_resultLoader.cancel();
        takeJobOf(Mode::ptychography, result->job);
        takeResult(result, false);
        sayMoved(result->movedFrom);
    });
    connect(&m_opener, &FileOpener::stackOpened, this, &Session::takeStack);
    connect(&m_opener, &FileOpener::geometryOpened, this, [this](const QString& file) {
        enter(Mode::integration);
        m_integration.loadPoni(file);
        emit messageOutdated();
    });
    connect(&m_opener, &FileOpener::phasesOpened, this, [this](const QStringList& files, bool alone) {
        if (alone) {
            enter(Mode::integration);
            emit messageOutdated();
        }
        m_integration.substance().open(files);
    });
    connect(&m_opener, &FileOpener::geometriesLeftOut, this, [this](const QStringList& files) {
        QStringList names;
        for (const QString& file : files) names << QFileInfo(file).fileName();
        emit message(
            {io::Severity::warning,
             countedText(tr("%1 PONI {file is|files are} there: none of them is used"), {std::size_t(files.size())}),
             names.join(QStringLiteral(", ")),
             tr("load the one that belongs to the frames"),
             {}});
    });
    connect(&m_opener, &FileOpener::integrationOpened, this, [this](const LoadedIntegrationPtr& result) {
        m_recent.add(result->file);
        emit messageOutdated();
        enter(Mode::integration);
        m_resultLoader.cancel();
        takeJobOf(Mode::integration, result->job);
        takePatterns(result, false);
        sayMoved(result->movedFrom);
    });
    connect(&m_opener, &FileOpener::failed, this, [this](const QString& file, const Error& error, bool mappable) {
        UserMessage text = toMessage(error);
        if (mappable) text.file = file;
        if (!QFileInfo::exists(file)) m_recent.remove(file);
        m_openingFailed = true;
        m_refused.reset();
        if (!m_job.document().inputFile.empty() && m_job.document().inputFile == toPath(file))
            m_refused = m_reading && m_reading->inputFile == m_job.document().inputFile ? *m_reading : m_job.document();
        m_reopens = false;
        emit message(text);
        // Something was changed while it was read.
        prepareSoon();
        tryCure();
    });
}

/// \param from where the input of the opened result was; empty: it is there
void Session::sayMoved(const QString& from) {
    if (from.isEmpty()) return;
    const QString name = QFileInfo(from).fileName();
    emit message({io::Severity::info,
                  m_mode == Mode::integration
                      ? tr("The frames were moved: %1 in the folder of the result is used").arg(name)
                      : tr("The scan was moved: %1 in the folder of the result is used").arg(name),
                  tr("Before: %1").arg(from),
                  {},
                  {}});
}

void Session::open(const QStringList& files) { startOpening(files, OpenRequest::As::whatItIs, false); }

void Session::openAs(const QStringList& files, Mode mode) {
    startOpening(files, mode == Mode::integration ? OpenRequest::As::frames : OpenRequest::As::whatItIs, false);
}

void Session::openTogether(const QStringList& files) { startOpening(files, OpenRequest::As::frames, true); }

void Session::startOpening(const QStringList& files, OpenRequest::As as, bool together) {
    if (files.isEmpty()) return;
    m_asksForScan = false;
    m_example.cancel();
    m_prepareTimer.stop();
    m_busyText = tr("Opening %1").arg(QFileInfo(files.first()).fileName());
    job::JobDocument frames = ownForm(Mode::integration);
    for (const auto& entry : scanParameters(frames)) frames.input.erase(entry.first);
    const job::JobDocument scan =
        forOtherScan(ownForm(Mode::ptychography), toPath(QFileInfo(files.first()).absoluteFilePath()));
    m_scanWanted = true;
    m_opener.open({files, scan, frames, as, m_mode == Mode::integration, together});
    emit messageOutdated();
    emit busyChanged(true);
}

void Session::enter(Mode mode) {
    if (m_mode == mode) return;
    m_mode = mode;
    emit modeChanged(mode);
    emit outputChanged();
}

void Session::setMode(Mode mode) {
    if (m_mode == mode) return;
    // What the change to this mode began to open, the file of the other one, would bring it back.
    const std::vector<std::filesystem::path> files = documentOf(mode).files();
    if (m_opener.busy() && inputFile().isEmpty() && !files.empty() && m_opener.file() == toQString(files.front())) {
        m_asksForScan = false;
        m_opener.cancel();
    }
    enter(mode);
    // The file of the other mode, where this one has none: what it is for is now clear.
    if (mode == Mode::integration && inputFile().isEmpty() && m_scan) {
        openAs({toQString(m_scan->job.inputFile)}, mode);
    } else if (mode == Mode::ptychography && inputFile().isEmpty() && m_integration.stack()) {
        const std::vector<std::filesystem::path> files = m_integration.document().files();
        if (files.size() == 1) {
            openAs({toQString(files.front())}, mode);
            m_asksForScan = true;
        }
    }
}

/// A mask that is opened while frames of its size are open is theirs, and does not take their place.
bool Session::takeAsMask(const job::JobDocument& document, const io::FrameStack& image) {
    const std::vector<std::filesystem::path> files = document.files();
    if (files.size() != 1 || image.frameCount() != 1 || !io::isNamedAsMask(files.front())) return false;
    const bool integrates = m_mode == Mode::integration;
    const io::FrameStack* frames = integrates ? m_integration.stack().get()
                                   : m_scan   ? m_scan->scan.frames.get()
                                              : nullptr;
    if (frames == nullptr || documentOf(m_mode).files() == files) return false;
    if (frames->rows() != image.rows() || frames->cols() != image.cols()) return false;
    JobModel& job = jobOf(m_mode);
    using Mask = std::pair<std::string, std::string>; // file, and dataset in it
    const auto put = [&job](const Mask& mask) {
        job.setValue(*job::findParameter("mask_path"), job::ParameterValue(mask.second));
        job.setValue(*job::findParameter("mask_file"), job::ParameterValue(mask.first));
    };
    const Mask before{job.document().text("mask_file"), job.document().text("mask_path")};
    const Mask now{files.front().string(), {}};
    put(now);
    activeHistory().add({tr("Mask"), {}, [put, before] { put(before); }, [put, now] { put(now); }});
    emit messageOutdated();
    emit message({io::Severity::info,
                  tr("%1 is the mask of the open frames now").arg(toQString(files.front().filename())),
                  {},
                  tr("Ctrl+Z takes it back."),
                  {}});
    return true;
}

void Session::takeStack(const job::JobDocument& document, const StackPtr& stack, bool fromJob) {
    m_reopens = false;
    m_resultLoader.cancel(); // what a run has ended with would take their place
    // The other mode was asked for, and its frames are no scan: that is said, instead of going back without a word.
    if (std::exchange(m_asksForScan, false) && document.files() == m_integration.document().files()) {
        if (m_mode == Mode::integration) return; // gone back meanwhile: they are open
        const QString file = toQString(document.inputFile);
        emit message({io::Severity::warning,
                      tr("%1 has no scan positions: it is no scan for ptychography").arg(QFileInfo(file).fileName()),
                      {},
                      tr("Open a scan, or assign positions to these frames."),
                      file});
        return;
    }
    if (!fromJob && takeAsMask(document, *stack)) return;
    const bool other = document.files() != m_integration.document().files();
    if (other) {
        outputOf(Mode::integration) = {};
        m_patternsBefore.reset(); // they are of the frames before
    }
    const bool runs = m_controller.running() && startedMode() == Mode::integration;
    // A result that was opened goes where frames are asked for by themselves.
    const bool putsAway = !fromJob && m_shownPatterns.opened();
    if ((other && !m_controller.running()) || (putsAway && !runs)) {
        const auto isOfFrames = [&](const std::optional<job::JobDocument>& job) {
            return job && job->files() == document.files();
        };
        const bool otherRun = startedMode() == Mode::integration && !isOfFrames(m_started);
        if (otherRun) m_started.reset();
        if (m_integrationResult ? putsAway || !isOfFrames(m_integrationResult->job) : otherRun) {
            m_integrationResult.reset();
            m_shownPatterns = {};
            emit integrationResultChanged();
        }
    }
    std::optional<job::JobDocument>& own = keptForm(Mode::integration);
    if (own && !fromJob) m_integration.putForm(*std::exchange(own, std::nullopt));
    job::ParameterMap left;
    QString before;
    if (other && !fromJob && m_integration.stack()) {
        left = scanParameters(m_integration.document());
        before = toQString(m_integration.document().files().front().filename());
    }
    m_integration.takeStack(document, stack, fromJob);
    if (document.files().size() == 1) m_recent.add(toQString(document.files().front()));
    emit messageOutdated();
    enter(Mode::integration);
    emit outputChanged();
    if (!left.empty()) emit parametersLeft(before, left);
}

void Session::reopenStack() {
    if (!m_integration.framesOutdated()) return;
    m_asksForScan = false;
    m_busyText = tr("Opening %1").arg(QFileInfo(toQString(m_integration.document().files().front())).fileName());
    m_reopens = true;
    m_opener.openStack(m_integration.document());
    emit busyChanged(true);
}

void Session::openMapped(const QString& file, const io::ImportMapping& mapping) {
    const std::filesystem::path path = toPath(QFileInfo(file).absoluteFilePath());
    job::JobDocument document = forOtherScan(ownForm(Mode::ptychography), path);
    document.inputFile = path;
    document.mapping = mapping;
    m_busyText = tr("Opening %1").arg(QFileInfo(file).fileName());
    emit messageOutdated();
    m_scanWanted = true;
    m_opener.openScan(document);
    emit busyChanged(true);
}

void Session::openExample() { openMade(makeExample); }

void Session::openFaultyExample() { openMade(makeFaultyExample); }

void Session::openMade(QString (*make)(const RunControl&)) {
    m_opener.cancel();
    m_busyText = tr("Simulating the example scan");
    m_example.start<QString>([make](TaskContext& context) { return make(context.control); },
                             [this](const QString& file) { openAs({file}, Mode::ptychography); },
                             [this](const Error& error) { emit message(toMessage(error)); });
    emit busyChanged(true);
}

void Session::openPowderExample() {
    m_opener.cancel();
    m_busyText = tr("Simulating powder rings");
    m_example.start<PowderExample>([](TaskContext& context) { return makePowderExample(context.control); },
                                   [this](const PowderExample& example) {
                                       openAs({example.frames, example.geometry}, Mode::integration);
                                   },
                                   [this](const Error& error) { emit message(toMessage(error)); });
    emit busyChanged(true);
}

void Session::cancelOpening() {
    m_example.cancel();
    m_opener.cancel();
}

void Session::takeScan(const ScanDataPtr& data) {
    const bool again = m_scan && m_scan->job.inputFile == data->job.inputFile;
    // A scan that was opened, maybe that which is open already; not its second half, nor its frames prepared again.
    const bool wanted = std::exchange(m_scanWanted, false);
    const bool opened = wanted || !again;
    const bool failedBefore = std::exchange(m_openingFailed, false);
    m_refused.reset();
    m_scan = data;
    if (wanted) takeBackForm();
    job::ParameterMap left;
    const QString before = toQString(m_job.document().inputFile.filename());
    if (m_job.document().inputFile != data->job.inputFile) {
        outputOf(Mode::ptychography) = {};
        m_resume = true;
        if (!before.isEmpty()) left = scanParameters(m_job.document());
        m_job.setInputFile(data->job.inputFile);
        const JobHistory::Quiet quiet(m_history); // it would come back as that of this scan
        for (const auto& entry : left) m_job.reset(*job::findParameter(entry.first));
        takeBackAdded();
    }
    if (opened) forgetResult(wanted);
    if (m_job.document().mapping != data->job.mapping) m_job.setMapping(data->job.mapping);
    if (opened) m_recent.add(toQString(data->job.inputFile));
    if (opened || failedBefore) emit messageOutdated();
    if (opened) enter(Mode::ptychography);
    emit scanChanged(again);
    emit outputChanged();
    if (!left.empty()) emit parametersLeft(before, left);
    prepareSoon();
}

std::optional<Mode> Session::startedMode() const {
    const JobKindUi* kind = m_started ? uiOf(*m_started) : nullptr;
    return kind ? std::optional(kind->mode) : std::nullopt;
}

bool Session::startedHas(job::JobFeature feature) const { return m_started && job::kindOf(*m_started).has(feature); }

bool Session::reconstructs() const { return m_controller.running() && startedMode() == Mode::ptychography; }

void Session::takeOver(Mode mode, const job::ParameterMap& parameters) { jobOf(mode).setValues(parameters); }

job::ParameterMap Session::notFromFile(Mode mode) const {
    job::ParameterMap found = byHand(documentOf(mode));
    const auto detector = found.find("detector");
    if (detector != found.end() && job::toText(detector->second) == m_integration.recognisedDetector())
        found.erase(detector);
    return found;
}

void Session::useFileOnly() {
    const auto takeBack = [this, mode = m_mode] {
        job::ParameterMap defaults;
        for (const auto& entry : notFromFile(mode))
            defaults.emplace(entry.first, job::findParameter(entry.first)->defaultValue);
        jobOf(mode).setValues(defaults);
    };
    // What was painted or nudged a moment ago can be brought back only from its file.
    if (m_mode == Mode::integration)
        m_integration.storeThen(takeBack);
    else
        takeBack();
}

void Session::takeJob(const QString& file, const job::JobDocument& document) {
    m_recent.add(file);
    useParameters(document);
}

/// \returns false for a job of a kind that the window does not know, and says so
bool Session::knowsKind(const job::JobDocument& document) {
    try {
        static_cast<void>(job::kindOf(document));
    } catch (const Error& error) {
        emit message(toMessage(error));
        return false;
    }
    if (uiOf(document)) return true;
    emit message({io::Severity::error,
                  tr("The window has no pages for jobs of the kind %1").arg(QString::fromStdString(document.kind)),
                  {},
                  tr("ewald-cli run runs them."),
                  {}});
    return false;
}

bool Session::changesRun(const job::JobDocument& document) const {
    if (!m_controller.running() || startedMode() != Mode::ptychography || !formIsOfRun()) return false;
    return uiOf(document) != nullptr && uiOf(document)->mode == Mode::ptychography &&
           (document.inputFile.empty() || document.inputFile == m_job.document().inputFile);
}

void Session::useParameters(const job::JobDocument& document) {
    if (changesRun(document))
        emit wouldChangeRun(document);
    else
        putParameters(document);
}

void Session::putParameters(const job::JobDocument& document) {
    if (!knowsKind(document)) return;
    if (uiOf(document)->mode == Mode::integration) {
        enter(Mode::integration);
        job::JobDocument taken = document;
        if (taken.files().empty()) {
            taken.inputFile = m_integration.document().inputFile;
            taken.inputFiles = m_integration.document().inputFiles;
        }
        outputOf(m_mode) = {toQString(taken.outputFile), false};
        emit messageOutdated();
        m_integration.takeJob(taken, true);
        emit outputChanged();
        return;
    }
    enter(Mode::ptychography);
    job::JobDocument taken = document;
    // A document without a file is a set of parameters: it is put upon the scan that is open.
    if (taken.inputFile.empty()) {
        taken.inputFile = m_job.document().inputFile;
        taken.mapping = m_job.document().mapping;
    }
    outputOf(m_mode) = {toQString(taken.outputFile), false};
    m_job.setDocument(taken);
    emit messageOutdated();
    emit outputChanged();
    // Until it is open, and where it cannot be opened, none is: Start does not run what another card says.
    if (m_scan && m_scan->job.inputFile != taken.inputFile) closeScan();
    if (!taken.inputFile.empty() && !(m_scan && samePreparation(m_scan->job, m_job.document()))) openScanOfForm();
}

void Session::openScanOfForm() {
    m_scanWanted = false;
    m_reading = m_job.document();
    m_busyText = tr("Opening %1").arg(QFileInfo(toQString(m_job.document().inputFile)).fileName());
    m_opener.openScan(m_job.document());
}

QString Session::startProblem() const {
    const StackPtr& stack = m_integration.stack();
    if (m_mode == Mode::integration && stack && !m_integration.readsSetup() &&
        !m_integration.geometryProblem().isEmpty())
        return tr("There is no geometry yet (%1).").arg(m_integration.geometryProblem());
    if (m_mode == Mode::integration && stack && !m_integration.readsSetup())
        if (QString problem = m_integration.energyProblem(); !problem.isEmpty()) return problem;
    std::span<const io::Note> notes;
    if (m_mode == Mode::integration && stack)
        notes = stack->notes;
    else if (m_mode == Mode::ptychography && m_scan && samePreparation(m_scan->job, m_job.document()))
        notes = m_scan->notes;
    const auto isProblem = [](const io::Note& note) { return note.severity == io::Severity::error; };
    const auto first = std::ranges::find_if(notes, isProblem);
    return first == notes.end() ? QString() : asSentence(coreText(first->text));
}

/// What was said of a value is over once there is another one, with which the scan is tried again.
void Session::tryCure() {
    if (!m_refused || samePreparation(*m_refused, m_job.document())) return;
    const bool ofForm = m_refused->inputFile == m_job.document().inputFile;
    m_refused.reset();
    if (!ofForm) return; // another file is being opened
    emit messageOutdated();
    if (!m_scan) m_prepareTimer.start();
}

/// What was changed while frames were read is not lost.
void Session::prepareSoon() {
    const bool isRefused = m_refused && samePreparation(*m_refused, m_job.document());
    if (m_scan && !isRefused && !samePreparation(m_scan->job, m_job.document())) m_prepareTimer.start();
}

void Session::prepareAgain() {
    if (!m_scan && !m_opener.busy() && !m_job.document().inputFile.empty()) openScanOfForm();
    if (!m_scan || m_opener.busy() || samePreparation(m_scan->job, m_job.document())) return;
    m_scanWanted = false;
    m_busyText = tr("Preparing the frames");
    m_reading = m_job.document();
    m_opener.openScan(m_job.document(), m_scan);
}

QString Session::outputFile() const { return resultFile(outputOf(m_mode), inputFile()); }

/// As chosen, or proposed beside the input.
QString Session::resultFile(const Output& output, const QString& input) const {
    if (!output.chosen.isEmpty()) {
        const bool isFree = !QFileInfo::exists(output.chosen) && !m_plannedResults.contains(output.chosen);
        return output.replace || isFree ? output.chosen : freeName(output.chosen, m_plannedResults);
    }
    if (input.isEmpty()) return {};
    // The examples lie in the cache, which is no place for results.
    return proposedOutput(input, !isExample(input), m_plannedResults);
}

void Session::setPlannedResults(const QSet<QString>& files) {
    if (files == m_plannedResults) return;
    m_plannedResults = files;
    emit outputChanged();
}

void Session::setOutputFile(const QString& file, bool replace) {
    outputOf(m_mode) = {file, replace};
    emit outputChanged();
}

void Session::takeDropped(const QString& file) {
    m_sniffer.start<bool>([file](TaskContext&) { return io::isResultFile(toPath(file)); },
                          [this, file](bool isResult) {
                              if (!isResult) {
                                  open({file});
                                  return;
                              }
                              startFrom(file);
                              emit message({io::Severity::info,
                                            tr("The next run starts from this result's probe and object"),
                                            toQString(toPath(file)),
                                            {},
                                            {}});
                          },
                          [this, file](const Error&) { open({file}); });
}

void Session::startFrom(const QString& resultFile) {
    // The next run is that of the scan before the result was opened, where there is one.
    const std::optional<job::JobDocument> own = keptForm(Mode::ptychography);
    if (own && !own->inputFile.empty()) putParameters(*own);
    const job::ParameterValue file(resultFile.toStdString());
    for (const char* key : {"initial_probe", "initial_object"}) m_job.setValue(*job::findParameter(key), file);
}

void Session::repeatResult() {
    std::optional<job::JobDocument> made;
    if (m_mode == Mode::integration && m_integrationResult) made = m_integrationResult->job;
    if (m_mode == Mode::ptychography && m_result) made = m_result->job;
    if (!made) return;
    made->outputFile.clear();
    useParameters(*made);
}

} // namespace ewald::ui
