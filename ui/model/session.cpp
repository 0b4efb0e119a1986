// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/session.h"

#include "model/example_scan.h"
#include "model/output_file.h"
#include "model/text.h"

#include <QDir>
#include <QFileInfo>

namespace ewald::ui {

namespace {

/// After the last key stroke in a pre-processing field until the frames are read again.
constexpr int kPrepareDelay_ms = 400;

/// The parts of two documents that decide how frames and scan look before anything is reconstructed.
bool samePreparation(const job::JobDocument& a, const job::JobDocument& b) {
    return a.inputFile == b.inputFile && a.mapping == b.mapping && a.input == b.input;
}

} // namespace

UserMessage toMessage(const Error& error) {
    return {io::Severity::error,
            QString::fromStdString(error.problem()),
            QString::fromStdString(error.where()),
            QString::fromStdString(error.hint()),
            {}};
}

Session::Session(QObject* parent, JobController::Runner runner)
    : QObject(parent), m_controller(nullptr, std::move(runner)) {
    connectOpener();
    connect(&m_example, &Worker::busyChanged, this, [this] { emit busyChanged(busy()); });
    connect(&m_controller, &JobController::finished, this, &Session::runEnded);
    m_prepareTimer.setSingleShot(true);
    m_prepareTimer.setInterval(kPrepareDelay_ms);
    connect(&m_prepareTimer, &QTimer::timeout, this, &Session::prepareAgain);
    connect(&m_job, &JobModel::changed, this, [this] {
        if (m_scan && !samePreparation(m_scan->job, m_job.document())) m_prepareTimer.start();
    });
}

void Session::connectOpener() {
    connect(&m_opener, &FileOpener::busyChanged, this, [this] { emit busyChanged(busy()); });
    connect(&m_opener, &FileOpener::progressed, this, &Session::progressed);
    connect(&m_opener, &FileOpener::scanUnderstood, this, &Session::takeScan);
    connect(&m_opener, &FileOpener::scanLoaded, this, &Session::takeScan);
    connect(&m_opener, &FileOpener::jobOpened, this, &Session::takeJob);
    connect(&m_opener, &FileOpener::mappingNeeded, this, &Session::mappingNeeded);
    connect(&m_opener, &FileOpener::resultOpened, this, [this](const LoadedResultPtr& result) {
        m_recent.add(result->file);
        m_result = result;
        emit messageOutdated();
        emit resultChanged();
    });
    connect(&m_opener, &FileOpener::failed, this, [this](const QString& file, const Error& error) {
        UserMessage text = toMessage(error);
        text.file = file;
        if (!QFileInfo::exists(file)) m_recent.remove(file);
        emit message(text);
    });
}

void Session::open(const QString& file) {
    m_example.cancel();
    m_prepareTimer.stop();
    m_busyText = tr("Opening %1").arg(QFileInfo(file).fileName());
    m_opener.open(file, m_job.document());
    emit busyChanged(true);
}

void Session::openMapped(const QString& file, const io::ImportMapping& mapping) {
    job::JobDocument document = m_job.document();
    document.inputFile = toPath(QFileInfo(file).absoluteFilePath());
    document.mapping = mapping;
    m_busyText = tr("Opening %1").arg(QFileInfo(file).fileName());
    m_opener.openScan(document);
    emit busyChanged(true);
}

void Session::openExample() {
    m_opener.cancel();
    m_busyText = tr("Simulating the example scan");
    m_example.start<QString>([](TaskContext& context) { return makeExample(context.control); },
                             [this](const QString& file) { open(file); },
                             [this](const Error& error) { emit message(toMessage(error)); });
    emit busyChanged(true);
}

void Session::cancelOpening() {
    m_example.cancel();
    m_opener.cancel();
}

void Session::takeScan(const ScanDataPtr& data) {
    const bool again = m_scan && m_scan->job.inputFile == data->job.inputFile;
    m_scan = data;
    if (m_job.document().inputFile != data->job.inputFile) {
        m_chosenOutput.clear();
        m_resume = true;
        m_job.setInputFile(data->job.inputFile);
    }
    if (m_job.document().mapping != data->job.mapping) m_job.setMapping(data->job.mapping);
    if (!again) m_recent.add(toQString(data->job.inputFile));
    emit messageOutdated();
    emit scanChanged(again);
    emit outputChanged();
}

void Session::takeJob(const QString& file, const job::JobDocument& document) {
    m_recent.add(file);
    useParameters(document);
}

void Session::useParameters(const job::JobDocument& document) {
    job::JobDocument taken = document;
    // A document without a file is a set of parameters: it is put upon the scan that is open.
    if (taken.inputFile.empty()) {
        taken.inputFile = m_job.document().inputFile;
        taken.mapping = m_job.document().mapping;
    }
    m_chosenOutput = toQString(taken.outputFile);
    m_replaceOutput = false;
    m_job.setDocument(taken);
    emit messageOutdated();
    emit outputChanged();
    const job::JobDocument& now = m_job.document();
    if (!now.inputFile.empty() && !(m_scan && samePreparation(m_scan->job, now))) {
        m_busyText = tr("Opening %1").arg(QFileInfo(toQString(now.inputFile)).fileName());
        m_opener.openScan(now);
    }
}

void Session::prepareAgain() {
    if (!m_scan || m_opener.busy() || samePreparation(m_scan->job, m_job.document())) return;
    m_busyText = tr("Preparing the frames");
    m_opener.openScan(m_job.document(), m_scan);
}

QString Session::outputFile() const {
    if (!m_chosenOutput.isEmpty()) return m_replaceOutput ? m_chosenOutput : freeName(m_chosenOutput);
    const QString input = toQString(m_job.document().inputFile);
    if (input.isEmpty()) return {};
    // The example lies in the cache, which is no place for results.
    return proposedOutput(input, input != exampleFile());
}

void Session::setOutputFile(const QString& file, bool replace) {
    m_chosenOutput = file;
    m_replaceOutput = replace;
    emit outputChanged();
}

void Session::takeDropped(const QString& file) {
    m_sniffer.start<bool>([file](TaskContext&) { return io::isResultFile(toPath(file)); },
                          [this, file](bool isResult) {
                              if (!isResult) {
                                  open(file);
                                  return;
                              }
                              startFrom(file);
                              emit message({io::Severity::info,
                                            tr("The next run starts from this result's probe and object"),
                                            toQString(toPath(file)),
                                            {},
                                            {}});
                          },
                          [this, file](const Error&) { open(file); });
}

void Session::startFrom(const QString& resultFile) {
    const job::ParameterValue file(resultFile.toStdString());
    for (const char* key : {"initial_probe", "initial_object"}) m_job.setValue(*job::findParameter(key), file);
}

void Session::repeatResult() {
    if (m_result && m_result->job) {
        job::JobDocument document = *m_result->job;
        document.outputFile.clear();
        useParameters(document);
    }
}

bool Session::start() {
    if (m_controller.running() || m_job.document().inputFile.empty()) return false;
    run(m_job.document());
    return true;
}

void Session::run(job::JobDocument document) {
    const QString output = outputFile();
    document.outputFile = toPath(output);
    // The folder is ours to make only where nobody chose one (Documents/ewald).
    QDir().mkpath(QFileInfo(output).absolutePath());
    m_started = document;
    m_controller.setPreviewInterval(document.real("preview_interval_s"));
    m_controller.start(document, {.overwrite = m_replaceOutput, .resume = m_resume});
    emit outputChanged();
}

bool Session::changedSinceStart() const {
    if (!m_controller.running() || !m_started) return false;
    const job::JobDocument& now = m_job.document();
    return now.input != m_started->input || now.pipeline != m_started->pipeline || now.compute != m_started->compute ||
           now.output != m_started->output || now.seed != m_started->seed;
}

void Session::restartWithChanges() {
    if (!m_controller.running()) return;
    m_restart = true;
    m_controller.setPaused(false);
    m_controller.stop();
}

void Session::runEnded(const job::JobOutcome& outcome) {
    const bool restart = std::exchange(m_restart, false);
    m_resume = outcome.state != job::JobState::stopped;
    m_replaceOutput = false;
    const QString file = QString::fromStdString(outcome.resultFile);
    if (outcome.error && outcome.error->kind() != ErrorKind::stopped) emit message(toMessage(*outcome.error));
    emit outputChanged();
    if (file.isEmpty()) return;
    if (restart && outcome.state == job::JobState::stopped) {
        job::JobDocument document = m_job.document();
        document.input["initial_probe"] = file.toStdString();
        document.input["initial_object"] = file.toStdString();
        run(std::move(document));
        return;
    }
    m_resultLoader.start<LoadedResultPtr>([file](TaskContext&) { return loadResult(file); },
                                          [this](const LoadedResultPtr& result) {
                                              m_result = result;
                                              emit resultChanged();
                                          },
                                          [this](const Error& error) { emit message(toMessage(error)); });
}

} // namespace ewald::ui
