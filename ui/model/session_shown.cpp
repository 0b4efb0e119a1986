// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown, of which scan it is, and whose parameters are in the form.
#include "model/session.h"
#include "model/text.h"

#include <utility>

namespace ewald::ui {

namespace {

QString firstFile(const std::optional<job::JobDocument>& job) {
    const auto files = job ? job->files() : std::vector<std::filesystem::path>();
    return files.empty() ? QString() : toQString(files.front());
}

} // namespace

void Session::show(const Shown& shown) {
    if (m_shown == shown) return;
    m_shown = shown;
    emit shownChanged();
}

QString Session::otherFile() const {
    if (!m_started || m_started->files().empty()) return {};
    return m_started->files() == documentOf(*startedMode()).files() ? QString() : firstFile(m_started);
}

bool Session::showsOtherScan(Mode mode) const {
    const QString scan = shown(mode).scan;
    const QString ofForm = firstFile(documentOf(mode));
    return !scan.isEmpty() && !ofForm.isEmpty() && scan != ofForm;
}

bool Session::hidesRun() const { return reconstructs() && m_shown.what != Shown::What::run; }

void Session::showRun() {
    if (!hidesRun()) return;
    m_result.reset();
    const std::optional<job::JobDocument> own = std::exchange(keptForm(Mode::ptychography), std::nullopt);
    if (own && own->inputFile == m_started->inputFile) putParameters(*own);
    show({Shown::What::run, toQString(m_started->inputFile), toQString(m_started->outputFile), true, {}});
}

void Session::takeResult(const LoadedResultPtr& result, bool ofRun) {
    m_result = result;
    m_shown = {Shown::What::result, firstFile(result->job), result->file, ofRun, result->date};
    emit resultChanged();
    emit shownChanged();
}

void Session::amendResult(const LoadedResultPtr& result) {
    if (!m_result || m_result->file != result->file) return;
    m_result = result;
    emit resultAmended();
}

void Session::takePatterns(const LoadedIntegrationPtr& result, bool ofRun) {
    m_integrationResult = result;
    m_shownPatterns = {Shown::What::result, firstFile(result->job), result->file, ofRun, result->date};
    emit integrationResultChanged();
    emit shownChanged();
}

/// A result of another scan, or how its run ended, would stand beside the open one as if it were its own.
/// \param opened the scan was asked for by itself: a result of it that was opened goes as well
void Session::forgetResult(bool opened) {
    const QString scan = toQString(m_scan->job.inputFile);
    const bool fromFile = m_shown.opened();
    const bool otherShown = m_shown.what != Shown::What::nothing && (m_shown.scan != scan || (opened && fromFile));
    if (reconstructs()) {
        if (otherShown && fromFile) showRun();
        return;
    }
    const bool otherRun = startedMode() == Mode::ptychography && m_started->inputFile != m_scan->job.inputFile;
    if (otherRun) m_resultLoader.cancel(); // its result would take the place of the open scan
    if (otherRun) m_started.reset();
    if (otherShown) m_result.reset();
    if (!otherRun && !otherShown) return;
    if (otherShown) show({});
    emit resultChanged();
}

/// Puts the job of a result that is opened into the form, so that form, card and status speak of what is shown, and
/// Start and Continue do what is seen. A running reconstruction keeps its form, edits of which are edits of the run.
void Session::takeJobOf(Mode mode, const std::optional<job::JobDocument>& made) {
    const bool running = m_controller.running();
    if (running && startedMode() == mode && (!made || made->files() == m_started->files())) return;
    if (!running && startedMode() == mode) m_started.reset();
    std::optional<job::JobDocument>& own = keptForm(mode);
    if (!own) own = documentOf(mode);
    job::JobDocument form = made.value_or(*own);
    form.outputFile.clear();
    if (!made) { // nobody knows what it was made of
        form.inputFile.clear();
        form.inputFiles.clear();
        form.mapping.reset();
    }
    outputOf(mode) = {};
    m_scanWanted = false;
    m_takesForm = true;
    if (mode == Mode::integration) {
        m_integration.takeJob(form, false);
    } else {
        m_job.setDocument(form);
        if (m_scan && m_scan->job.inputFile != form.inputFile) closeScan();
    }
    m_takesForm = false;
    emit outputChanged();
}

/// A scan that is opened after a result is not treated with the parameters of the result.
void Session::takeBackForm() {
    const std::optional<job::JobDocument> own = std::exchange(keptForm(Mode::ptychography), std::nullopt);
    if (own) m_job.setDocument(*own);
}

const job::JobDocument& Session::ownForm(Mode mode) const noexcept {
    const std::optional<job::JobDocument>& own = m_keptForms[static_cast<std::size_t>(mode)];
    return own ? *own : documentOf(mode);
}

void Session::closeScan() {
    m_prepareTimer.stop();
    m_scan.reset();
    emit scanChanged(false);
}

QString Session::inputFile() const { return firstFile(documentOf(m_mode)); }

bool Session::inputIsOpen() const {
    return m_mode == Mode::integration ? m_integration.stack() != nullptr : m_scan != nullptr;
}

void Session::openInput() {
    if (inputFile().isEmpty() || inputIsOpen()) return;
    keptForm(m_mode).reset(); // what is opened is worked with
    if (m_mode == Mode::integration)
        m_integration.openFrames();
    else
        openScanOfForm();
}

} // namespace ewald::ui
