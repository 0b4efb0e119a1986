// SPDX-License-Identifier: GPL-3.0-or-later
#include "monkey_check.h"

#include "model/shown_refinement.h"
#include "model/text.h"
#include "view/elided_label.h"
#include "view/image_view.h"
#include "view/line_profile_view.h"
#include "view/loss_chart.h"
#include "view/pattern_chart.h"
#include "view/scan_view.h"
#include "window/background_panel.h"
#include "window/data_page.h"
#include "window/frame_page.h"
#include "window/intensities_panel.h"
#include "window/live_page.h"
#include "window/positions_panel.h"
#include "window/powder_page.h"
#include "window/report_page.h"
#include "window/scan_card.h"
#include "window/status_panel.h"

#include <QAction>
#include <QFileInfo>
#include <QTabWidget>

#include <cmath>

namespace ewald::ui::test {

namespace {

using Image = std::shared_ptr<const Array<Complex, 2>>;

/// The same object, whatever ramp was taken out of it: the moduli agree.
bool sameModulus(const Image& a, const Image& b) {
    if (a->shape() != b->shape()) return false;
    for (std::size_t i = 0; i < a->size(); i += 1 + a->size() / 97) {
        const double left = std::abs(a->data()[i]);
        const double right = std::abs(b->data()[i]);
        if (std::isfinite(left) && std::isfinite(right) && std::abs(left - right) > 1e-3 * (left + right)) return false;
    }
    return true;
}

/// What the labels of a panel that shorten their text say in full.
QString labelsOf(const QWidget& panel) {
    QStringList texts;
    for (const auto* label : panel.findChildren<view::ElidedLabel*>()) {
        if (label->isVisibleTo(&panel)) texts << label->text();
    }
    return texts.join(u'\n');
}

class Check {
public:
    Check(MainWindow& window, const QStringList& words, const std::optional<job::JobPlan>& plan)
        : m_window(window), m_session(window.session()), m_shown(m_session.shown()), m_words(words), m_plan(plan) {}

    QStringList all() {
        if (const QTabWidget& tabs = m_window.tabs(); !tabs.isTabVisible(tabs.currentIndex()))
            add(QStringLiteral("a page of the other mode is shown"));
        title();
        object();
        loss();
        moves();
        detector();
        status();
        report();
        card();
        buttons();
        patterns();
        return m_found;
    }

private:
    [[nodiscard]] bool integrates() const { return m_session.mode() == Mode::integration; }
    [[nodiscard]] bool running() const { return m_session.controller().running(); }
    [[nodiscard]] bool shows(Shown::What what) const { return m_shown.what == what; }
    /// A file that was opened, as against what the last run made.
    [[nodiscard]] bool showsOpened() const { return shows(Shown::What::result) && !m_shown.ofRun; }
    [[nodiscard]] bool isOn(const QWidget& page) const { return m_window.tabs().currentWidget() == &page; }
    void add(const QString& what) { m_found << what; }

    /// `text` names this file and no other one but `also`; none at all where both are empty. \param whole not shortened
    void names(const char* where, const QString& text, const QString& file, bool whole = true,
               const QString& also = {}) {
        const QString name = QFileInfo(file).fileName();
        const QString second = QFileInfo(also).fileName();
        bool right = text.contains(whole ? name : name.left(3)) && text.contains(second);
        for (const QString& word : m_words)
            right = right && (!text.contains(word) || name.contains(word) || second.contains(word));
        if (!right)
            add(QStringLiteral("%1 is “%2” and belongs to “%3” “%4”").arg(QLatin1String(where), text, name, second));
    }
    /// What is shown in the mode has this name: an opened result its own, else the scan.
    [[nodiscard]] QString shownFile() const {
        const Shown& shown = m_session.shown(m_session.mode());
        const bool opened = shown.what == Shown::What::result && !shown.ofRun;
        return opened || shown.scan.isEmpty() ? shown.result : shown.scan;
    }

    void title() {
        const bool ofScan = isOn(m_window.dataPage()) || isOn(m_window.framePage());
        const bool open = integrates() ? m_session.integration().stack() != nullptr : m_session.scan() != nullptr;
        const QString shown = ofScan && open ? QString() : shownFile();
        names("the title of the window", m_window.windowTitle(), shown.isEmpty() ? m_session.inputFile() : shown);
    }

    void object() {
        LivePage& live = m_window.livePage();
        const Image& image = live.objectImage();
        QString file;
        if (showsOpened())
            file = m_shown.result;
        else if (m_session.showsOtherScan())
            file = m_shown.scan;
        names("the title of the object", live.object()->title(), file);
        if (image && !live.object()->emptyText().isEmpty())
            add(QStringLiteral("there is an object and it is not shown"));
        if (!image && live.object()->emptyText().isEmpty()) add(QStringLiteral("an object is shown and there is none"));
        if (!image && !live.profile()->summary().trimmed().isEmpty())
            add(QStringLiteral("there is a profile of no object"));
        if (!image) return;
        if (shows(Shown::What::nothing)) add(QStringLiteral("an object is shown where nothing belongs"));
        if (showsOpened() && !sameModulus(image, m_session.result()->object))
            add(QStringLiteral("the object shown is not that of the open result"));
        if (shows(Shown::What::run) && m_plan &&
            (image->extent(0) != m_plan->objectRows || image->extent(1) != m_plan->objectCols))
            add(QStringLiteral("the object shown is not that of the run"));
    }

    void loss() {
        const view::LossChart* chart = m_window.livePage().loss();
        std::size_t points = 0;
        for (int curve = 0; curve < chart->curveCount(); ++curve) points += chart->points(curve).size();
        if (showsOpened() && points != m_session.result()->result.loss.size())
            add(QStringLiteral("the loss has %1 points and the open result %2")
                    .arg(points)
                    .arg(m_session.result()->result.loss.size()));
        if (const auto& result = m_session.result(); shows(Shown::What::result) && !result->result.loss.empty()) {
            const QString error = numberText(result->result.loss.back().fourierError);
            if (!m_window.livePage().summary().contains(error))
                add(QStringLiteral("“%1” beside a result with %2").arg(m_window.livePage().summary(), error));
        }
        if (shows(Shown::What::nothing) && points > 0) add(QStringLiteral("a loss is shown where nothing belongs"));
        if (points == 0 && !m_window.livePage().summary().isEmpty())
            add(QStringLiteral("errors without a loss: %1").arg(m_window.livePage().summary()));
    }

    void moves() {
        const PositionMovesPtr& moves = m_session.refinement().moves();
        if (shows(Shown::What::nothing) && moves) add(QStringLiteral("positions have moved where nothing is shown"));
        if (const auto& result = m_session.result();
            shows(Shown::What::result) && moves && moves->moves.size() != result->result.positions.size())
            add(QStringLiteral("the moves are not those of the result"));
        const bool ofScan = !m_session.scan() || m_shown.scan == toQString(m_session.scan()->job.inputFile);
        if (m_window.dataPage().positions()->movesAction()->isEnabled() != (moves && ofScan))
            add(QStringLiteral("the scan map shows the moves of something else"));
        if (m_window.livePage().positions().isShown() != (moves != nullptr))
            add(QStringLiteral("the page of the positions is there without moves, or not there with them"));
    }

    void detector() {
        const ShownRefinement& found = m_session.refinement();
        const LivePage& live = m_window.livePage();
        if (shows(Shown::What::nothing) && (found.background() || found.intensities()))
            add(QStringLiteral("there is a background or a beam where nothing is shown"));
        if (const auto& result = m_session.result(); shows(Shown::What::result) && result) {
            if ((found.background() != nullptr) == result->result.background.empty())
                add(QStringLiteral("the background is not that of the result"));
            if ((found.intensities() != nullptr) == result->result.frameIntensities.empty())
                add(QStringLiteral("the intensities are not those of the result"));
        }
        if (live.background().isShown() != (found.background() != nullptr))
            add(QStringLiteral("the page of the background is there without one, or not there with one"));
        if (live.intensities().isShown() != (found.intensities() != nullptr))
            add(QStringLiteral("the page of the intensities is there without them, or not there with them"));
    }

    void status() {
        const bool ofRun = running() || m_session.startedMode() == m_session.mode();
        const Shown& shown = m_session.shown(m_session.mode());
        const bool ofFile = !ofRun && shown.what == Shown::What::result;
        names("the status", m_window.statusPanel().text(),
              ofRun    ? m_session.otherFile()
              : ofFile ? shown.result
                       : QString(),
              false);
    }

    void report() {
        const ReportPage& page = m_window.reportPage();
        if (integrates()) return;
        if (shows(Shown::What::result)) names("the report", labelsOf(page), m_shown.result);
        if (shows(Shown::What::run)) names("the report", labelsOf(page), m_shown.scan);
        if (shows(Shown::What::nothing)) names("the report", labelsOf(page), {});
        const auto& started = m_session.startedJob();
        if (showsOpened() && started && toQString(started->outputFile) != m_shown.result && !page.logText().isEmpty())
            add(QStringLiteral("the log of a run stands beside another result"));
        if (shows(Shown::What::nothing) && !page.logText().isEmpty()) add(QStringLiteral("a log without a run"));
    }

    void card() {
        if (m_session.busy()) return;
        // What Start runs, and what is shown where that is something else.
        const Shown& shown = m_session.shown(m_session.mode());
        const bool opened = shown.what == Shown::What::result && !shown.ofRun;
        const QString also =
            opened || (!shown.scan.isEmpty() && shown.scan != m_session.inputFile() && !m_session.inputFile().isEmpty())
                ? shownFile()
                : QString();
        names("the card", labelsOf(*m_window.findChild<ScanCard*>()), m_session.inputFile(), true, also);
        const ScanDataPtr& scan = m_session.scan();
        if (scan && scan->job.inputFile != m_session.job().document().inputFile)
            add(QStringLiteral("the open scan is not that of the form"));
    }

    void buttons() {
        const RunActions& run = m_window.runActions();
        JobController& controller = m_session.controller();
        const bool stopping = running() && controller.stopRequest() != StopRequest::none;
        const auto agree = [&](const char* name, const QAction* action, bool possible) {
            if (action->isEnabled() == possible) return;
            add(QStringLiteral("“%1” is %2 (running %3, stop requested %4)")
                    .arg(QLatin1String(name),
                         possible ? QStringLiteral("not offered") : QStringLiteral("offered in vain"))
                    .arg(running())
                    .arg(stopping));
        };
        agree("Start", run.start, !running() && m_session.canStart());
        agree("Stop", run.stop, running() && !stopping);
        agree("Pause", run.pause, running() && !stopping);
        agree("Continue", run.resume, m_session.canContinueResult());
        for (const QAction* more : run.more) agree("more iterations", more, m_session.canContinueResult());
        agree("Apply", run.apply, m_session.canContinueWithChanges() && !stopping);
        if (run.pause->isChecked() != (running() && controller.paused())) add(QStringLiteral("“Pause” is wrong"));
    }

    void patterns() {
        const bool none = !m_session.integrationResult() && m_session.startedMode() != Mode::integration;
        if (none && !m_window.powderPage().pattern()->curves().empty())
            add(QStringLiteral("a pattern is shown where nothing was integrated"));
    }

    MainWindow& m_window;
    Session& m_session;
    const Shown m_shown;
    const QStringList& m_words;
    const std::optional<job::JobPlan>& m_plan;
    QStringList m_found;
};

} // namespace

QStringList contradictions(MainWindow& window, const QStringList& words, const std::optional<job::JobPlan>& plan) {
    return Check(window, words, plan).all();
}

bool isSettled(MainWindow& window) {
    Session& session = window.session();
    if (session.busy() || session.controller().running()) return false;
    const bool resultShown = session.shown().what == Shown::What::result;
    const Image& image = window.livePage().objectImage();
    if (resultShown && !(image && sameModulus(image, session.result()->object))) return false;
    if (session.scan() && !session.scan()->complete) return false;
    return window.powderPage().isIdle();
}

} // namespace ewald::ui::test
