// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/report_page.h"

#include "base/phrase.h"
#include "base/units.h"
#include "common/icon.h"
#include "form/number_text.h"
#include "job/devices/device_line.h"
#include "job/report/report.h"
#include "model/crash_report.h"
#include "model/session.h"
#include "model/text.h"
#include "view/elided_label.h"
#include "window/log_view.h"
#include "window/report_view.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QFontDatabase>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTabWidget>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace ewald::ui {

namespace {

QPlainTextEdit* readOnlyText(const QString& name, QWidget* parent) {
    auto* text = new QPlainTextEdit(parent);
    text->setReadOnly(true);
    text->setLineWrapMode(QPlainTextEdit::NoWrap);
    text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    text->setAccessibleName(name);
    return text;
}

/// The parts of a run as the result file names them, in the order of the run.
const std::array kTimings{
    std::pair{"preparing", QT_TRANSLATE_NOOP("ewald::ui::ReportPage", "Preparing")},
    std::pair{"reading", QT_TRANSLATE_NOOP("ewald::ui::ReportPage", "Reading frames")},
    std::pair{"initial_guess", QT_TRANSLATE_NOOP("ewald::ui::ReportPage", "Initial guess")},
    std::pair{"iterations", QT_TRANSLATE_NOOP("ewald::ui::ReportPage", "Iterations")},
    std::pair{"halves", QT_TRANSLATE_NOOP("ewald::ui::ReportPage", "Resolution by halves")},
    std::pair{"frames", QT_TRANSLATE_NOOP("ewald::ui::ReportPage", "All frames")},
    std::pair{"workers_reading", QT_TRANSLATE_NOOP("ewald::ui::ReportPage", "Workers: reading")},
    std::pair{"workers_decoding", QT_TRANSLATE_NOOP("ewald::ui::ReportPage", "Workers: decoding")},
    std::pair{"workers_integrating", QT_TRANSLATE_NOOP("ewald::ui::ReportPage", "Workers: integrating")},
    std::pair{"total", QT_TRANSLATE_NOOP("ewald::ui::ReportPage", "Total")},
};

QString sizeText(std::size_t rows, std::size_t cols) { return ReportPage::tr("%1 × %2 pixels").arg(rows).arg(cols); }

/// Of a run that ended early: how many of a stage were done.
QString iterationsText(std::size_t done, std::size_t planned) {
    return done == planned ? countText(planned) : ReportPage::tr("%1 of %2").arg(countText(done), countText(planned));
}

} // namespace

ReportPage::ReportPage(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_title(new view::ElidedLabel(this)), m_path(new view::ElidedLabel(this)),
      m_facts(new QTreeWidget(this)), m_job(readOnlyText(tr("Job document"), this)), m_log(new LogView(this)),
      m_page(new ReportView(this)), m_tabs(new QTabWidget(this)),
      m_again(new QPushButton(icon(QStringLiteral("again")), tr("Repeat this job"), this)),
      m_from(new QPushButton(icon(QStringLiteral("start")), tr("Start from this result"), this)),
      m_halves(new QPushButton(icon(QStringLiteral("object")), tr("How good is it?"), this)),
      m_folder(new QPushButton(icon(QStringLiteral("folder")), tr("Show folder"), this)) {
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_again->setToolTip(
        tr("Opens the scan of this result and sets all parameters as they were; change what you like and "
           "press Start"));
    m_from->setToolTip(tr("Takes the probe and the object of this result as the start of the next run"));
    m_halves->setToolTip(
        tr("Reconstructs two random halves of the scan by themselves and shows down to which size they agree: "
           "the resolution (FRC)"));
    m_folder->setToolTip(tr("Opens the folder of the result file"));
    m_facts->setAccessibleName(tr("What was done"));
    m_facts->setHeaderLabels({tr("Quantity"), tr("Value")});
    m_facts->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_facts->setAlternatingRowColors(true);
    m_facts->setRootIsDecorated(false);
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_log, tr("Log"));
    m_tabs->addTab(m_page, tr("Page"));
    m_tabs->addTab(m_job, tr("Job document"));
    auto* top = new QHBoxLayout;
    auto* titles = new QVBoxLayout;
    titles->setSpacing(2);
    titles->addWidget(m_title);
    titles->addWidget(m_path);
    top->addLayout(titles, 1);
    auto* buttons = new QGridLayout; // in one row, they would be wider than a small window
    buttons->setSpacing(4);
    buttons->addWidget(m_again, 0, 0); // of an integration there are these two
    buttons->addWidget(m_folder, 0, 1);
    buttons->addWidget(m_from, 1, 0);
    buttons->addWidget(m_halves, 1, 1);
    top->addLayout(buttons);
    auto* split = new QSplitter(Qt::Horizontal, this);
    split->addWidget(m_facts);
    split->addWidget(m_tabs);
    split->setSizes({500, 500});
    split->setChildrenCollapsible(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->addLayout(top);
    column->addWidget(split, 1);

    JobController& controller = m_session.controller();
    connect(&controller, &JobController::runningChanged, this, [this](bool running) {
        if (running) startRun();
    });
    connect(&controller, &JobController::planned, this, [this](const job::JobPlan& plan) {
        m_plan = plan;
        if (showsRun()) showPlan(plan);
    });
    connect(&controller, &JobController::logged, this, &ReportPage::addLog);
    connect(&controller, &JobController::finished, this, [this](const job::JobOutcome& outcome) {
        // That it was stopped is no error; most errors are the last line of the log already.
        const bool failed = outcome.error && outcome.error->kind() != ErrorKind::stopped;
        if (outcome.error && !failed && !outcome.resultFile.empty())
            addLog(LogLevel::info, coreText(outcome.error->problem()));
        if (failed && !m_log->endsWith(coreText(outcome.error->what())))
            addLog(LogLevel::error, coreText(outcome.error->what()));
        if (outcome.resultFile.empty() && !m_session.controller().running()) showResult();
    });
    connect(&m_session, &Session::shownChanged, this, &ReportPage::showResult);
    connect(&m_session, &Session::resultChanged, this, &ReportPage::showResult);
    connect(&m_session, &Session::resultAmended, this, &ReportPage::showResult);
    connect(&m_session, &Session::integrationResultChanged, this, &ReportPage::showResult);
    connect(&m_session, &Session::modeChanged, this, &ReportPage::showResult);
    connect(m_again, &QPushButton::clicked, this, &ReportPage::repeatWanted);
    connect(m_from, &QPushButton::clicked, this, &ReportPage::startFromWanted);
    connect(m_halves, &QPushButton::clicked, this, &ReportPage::halvesWanted);
    connect(m_folder, &QPushButton::clicked, this, [this] { emit showFolderWanted(resultFile()); });
    showResult();
}

QString ReportPage::logText() const { return m_log->text(); }

/// The log of the last run does not stand beside a result that another run made: that has its own.
void ReportPage::showLogOf(const QString& file, const std::vector<io::StoredLogLine>& stored,
                           const std::vector<std::string>& verdict) {
    if (m_session.startedJob() && toQString(m_session.startedJob()->outputFile) == file) {
        m_log->showOwn();
        return;
    }
    std::deque<LogView::Line> lines;
    for (const io::StoredLogLine& line : stored) {
        const QDateTime time = QDateTime::fromString(QString::fromStdString(line.time), Qt::ISODate).toLocalTime();
        lines.push_back(LogView::lineOf(line.level, time.time(), coreText(line.text)));
    }
    // It was reached when the file was there already; a result that was continued has that of then among its lines.
    const QTime last =
        stored.empty()
            ? QTime()
            : QDateTime::fromString(QString::fromStdString(stored.back().time), Qt::ISODate).toLocalTime().time();
    for (const std::string& line : verdict)
        lines.push_back(LogView::lineOf(LogLevel::info, last, coreText(phrase("verdict: %1", line))));
    m_log->showInstead(std::move(lines));
}

void ReportPage::startRun() {
    m_log->clear(m_session.goesOn()); // what goes on from a result goes on with its log
    m_plan.reset();
    showResult();
}

bool ReportPage::showsRun() const {
    if (m_session.startedMode() != m_session.mode()) return false;
    if (m_session.mode() == Mode::integration)
        return m_session.controller().running() || !m_session.integrationResult();
    return m_session.shown().what == Shown::What::run;
}

/// The run that goes on, or ended without a result.
void ReportPage::showRun() {
    const bool running = m_session.controller().running();
    const job::JobDocument& job = *m_session.startedJob();
    setTitle(running ? tr("Running") : tr("The last run made no result. The log says why."),
             job.files().empty() ? QString() : toQString(job.files().front()));
    for (QPushButton* button : {m_again, m_from, m_halves, m_folder}) button->setEnabled(false);
    m_facts->clear();
    if (m_plan) showPlan(*m_plan);
    m_job->setPlainText(QString::fromStdString(job::toJson(job, true)));
    m_log->showOwn();
}

void ReportPage::setTitle(const QString& title, const QString& file) {
    m_title->setText(title);
    m_path->setText(QDir::toNativeSeparators(file));
    m_path->setVisible(!file.isEmpty());
}

QTreeWidgetItem* ReportPage::addGroup(const QString& title) {
    auto* group = new QTreeWidgetItem({title});
    QFont font = m_facts->font();
    font.setBold(true);
    group->setFont(0, font);
    m_facts->addTopLevelItem(group);
    group->setFirstColumnSpanned(true);
    group->setExpanded(true);
    return group;
}

void ReportPage::add(QTreeWidgetItem* group, const QString& what, const QString& value, const QString& details) {
    auto* item = new QTreeWidgetItem(group, {what, value});
    item->setToolTip(1, details.isEmpty() ? value : details);
}

void ReportPage::addEnergy(QTreeWidgetItem* group, Particle particle, double wavelength_m) {
    add(group, particle == Particle::electron ? tr("Electron energy") : tr("Photon energy"),
        tr("%1 keV").arg(numberText(energyOf(particle, wavelength_m), 5)));
}

void ReportPage::showPlan(const job::JobPlan& plan) {
    m_facts->clear();
    QTreeWidgetItem* group = addGroup(tr("This run"));
    if (plan.bins > 0) add(group, tr("Bins"), countText(plan.bins));
    for (const std::string& device : plan.devices) add(group, tr("Device"), coreText(job::deviceLine(device)));
    if (!plan.communicator.empty() && plan.communicator != "self")
        add(group, tr("Communicator"), QString::fromStdString(plan.communicator));
    add(group, tr("Frames"), countText(plan.frames));
    if (plan.windowPixels > 0) {
        add(group, tr("Probe window"), sizeText(plan.windowPixels, plan.windowPixels));
        add(group, tr("Object"), sizeText(plan.objectRows, plan.objectCols));
        add(group, tr("Object pixel"), lengthText(plan.objectPixel_m));
        add(group, tr("Probe modes"), QString::number(plan.probeModes));
    }
    add(group, tr("Memory (estimate)"), bytesText(plan.memory_bytes));
    if (!plan.memorySummary.empty()) add(group, tr("Memory plan"), coreText(plan.memorySummary));
    if (m_session.startedJob()) addJob(*m_session.startedJob());
}

void ReportPage::addOrigin(QTreeWidgetItem* group, const std::optional<job::JobDocument>& job, const QDateTime& date,
                           const std::string& version) {
    const std::vector<std::filesystem::path> files = job ? job->files() : std::vector<std::filesystem::path>();
    if (!files.empty()) {
        const QString first = toQString(files.front());
        add(group, tr("Input"),
            files.size() == 1 ? QFileInfo(first).fileName()
                              : tr("%1 and %2 more").arg(QFileInfo(first).fileName(), countText(files.size() - 1)),
            QDir::toNativeSeparators(first));
    }
    if (date.isValid()) add(group, tr("Written"), QLocale().toString(date, QLocale::ShortFormat));
    if (!version.empty()) add(group, tr("Program"), QStringLiteral("Ewald %1").arg(QString::fromStdString(version)));
}

void ReportPage::addJob(const job::JobDocument& job, std::optional<std::size_t> done) {
    for (std::size_t stage = 0; stage < job.pipeline.size(); ++stage) {
        const job::Stage& settings = job.pipeline[stage];
        const std::size_t ofStage = std::min(done.value_or(settings.iterations), settings.iterations);
        if (done) *done -= ofStage;
        QTreeWidgetItem* group = addGroup(tr("Engine %1: %2, iterations: %3")
                                              .arg(stage + 1)
                                              .arg(engineTitle(settings.engine))
                                              .arg(iterationsText(ofStage, settings.iterations)));
        for (const auto& [key, value] : settings.parameters) {
            const job::ParameterDef* def = job::findParameter(key);
            if (def == nullptr || value == def->defaultFor(settings.engine)) continue;
            add(group, tableText(def->label), valueText(*def, value));
        }
    }
    QTreeWidgetItem* changed = nullptr;
    for (const auto* map : {&job.input, &job.compute, &job.output}) {
        for (const auto& [key, value] : *map) {
            const job::ParameterDef* def = job::findParameter(key);
            if (def == nullptr || value == def->defaultValue) continue;
            if (changed == nullptr) changed = addGroup(tr("Parameters other than the defaults"));
            add(changed, tableText(def->label), valueText(*def, value));
        }
    }
}

QString ReportPage::resultFile() const {
    if (m_session.mode() == Mode::integration) {
        return m_session.integrationResult() ? m_session.integrationResult()->file : QString();
    }
    return m_session.result() ? m_session.result()->file : QString();
}

void ReportPage::addTimings(const std::map<std::string, double>& timings_s) {
    if (timings_s.empty()) return;
    QTreeWidgetItem* times = addGroup(tr("Timing"));
    const auto put = [&](const QString& name, double seconds) {
        using job::report::kShortestTime_s;
        add(times, name,
            seconds < kShortestTime_s ? tr("< %1 s").arg(numberText(kShortestTime_s))
                                      : tr("%1 s").arg(numberText(seconds)));
    };
    const auto known = [](const std::string& part) {
        return std::ranges::any_of(kTimings, [&](const auto& timing) { return timing.first == part; });
    };
    for (const auto& [part, seconds] : timings_s) {
        if (!known(part)) put(QString::fromStdString(part).replace(u'_', u' '), seconds);
    }
    for (const auto& [part, name] : kTimings) {
        if (const auto found = timings_s.find(part); found != timings_s.end()) put(tr(name), found->second);
    }
}

void ReportPage::showIntegration() {
    const LoadedIntegrationPtr& loaded = m_session.integrationResult();
    m_again->setEnabled(loaded->job.has_value());
    m_halves->setEnabled(loaded->job.has_value());
    showLogOf(loaded->file, loaded->result->end().log, {});
    setTitle(QFileInfo(loaded->file).fileName(), loaded->file);
    m_facts->clear();
    const io::IntegrationAxes& axes = loaded->result->axes();
    const io::IntegrationEnd& end = loaded->result->end();
    QTreeWidgetItem* group = addGroup(end.complete ? tr("Result") : tr("Result, stopped early"));
    addOrigin(group, loaded->job, loaded->date, end.version);
    add(group, tr("Frames"), countText(axes.frames));
    add(group, tr("Frames that failed"), countText(end.failedFrames.size()));
    add(group, tr("Radial bins"), countText(axes.radial.size()));
    if (!axes.azimuthal_deg.empty()) add(group, tr("Azimuthal bins"), countText(axes.azimuthal_deg.size()));
    if (!axes.radial.empty()) {
        add(group, choiceTitle(axes.unit),
            tr("%1 to %2").arg(numberText(axes.radial.front(), 5), numberText(axes.radial.back(), 5)));
    }
    if (axes.wavelength_m.value_or(0) > 0) {
        addEnergy(group, axes.particle, *axes.wavelength_m);
    }
    for (const std::string& device : end.devices) add(group, tr("Device"), coreText(job::deviceLine(device)));
    if (end.energy_J) add(group, tr("Electrical energy"), tr("%1 J").arg(numberText(*end.energy_J)));
    addTimings(end.timings_s);
    if (loaded->job) addJob(*loaded->job);
    m_job->setPlainText(QString::fromStdString(end.job));
}

void ReportPage::showResult() {
    const bool integration = m_session.mode() == Mode::integration;
    m_from->setVisible(!integration);
    m_halves->setVisible(!integration);
    if (showsRun()) {
        m_page->setResult({}, nullptr);
        showRun();
        return;
    }
    if (integration)
        m_page->setResult(resultFile(), m_session.integrationResult());
    else
        m_page->setResult(resultFile(), m_session.result());
    if (integration && m_session.integrationResult()) {
        for (QPushButton* button : {m_again, m_from, m_halves, m_folder}) button->setEnabled(true);
        showIntegration();
        return;
    }
    const LoadedResultPtr loaded = integration ? nullptr : m_session.result();
    for (QPushButton* button : {m_again, m_from, m_halves, m_folder}) button->setEnabled(loaded != nullptr);
    if (!loaded) {
        m_facts->clear();
        m_job->clear();
        setTitle(tr("No result yet"), {});
        m_log->showInstead({});
        return;
    }
    m_again->setEnabled(loaded->job.has_value());
    m_halves->setEnabled(loaded->job.has_value());
    showLogOf(loaded->file, loaded->result.log, loaded->result.verdict);
    const io::PtychoResult& result = loaded->result;
    setTitle(QFileInfo(loaded->file).fileName(), loaded->file);
    m_facts->clear();
    QTreeWidgetItem* group = addGroup(result.complete ? tr("Result") : tr("Result, stopped early"));
    addOrigin(group, loaded->job, loaded->date, result.version);
    if (!result.loss.empty()) {
        const io::LossEntry& last = result.loss.back();
        add(group, tr("Iterations"), countText(last.iteration));
        add(group, tr("Fourier error"), numberText(last.fourierError, 4));
        if (last.noiseFloor > 0)
            add(group, tr("Fourier error ÷ noise limit"), numberText(last.fourierError / last.noiseFloor));
        add(group, tr("LLK (1 = noise limit)"), numberText(last.llk, 4));
        add(group, tr("Time of the iterations"), durationText(last.time_s));
    }
    add(group, tr("Object"), sizeText(result.object.extent(1), result.object.extent(2)));
    add(group, tr("Object pixel"), lengthText(result.objectPixelHeight_m));
    for (std::size_t mode = 0; mode < loaded->modePower.size(); ++mode) {
        add(group, tr("Probe mode %1").arg(mode + 1), tr("%1 %").arg(numberText(100 * loaded->modePower[mode])));
    }
    if (result.wavelength_m > 0) addEnergy(group, result.particle, result.wavelength_m);
    for (const std::string& device : result.devices) add(group, tr("Device"), coreText(job::deviceLine(device)));
    if (result.energy_J) add(group, tr("Electrical energy"), tr("%1 J").arg(numberText(*result.energy_J)));
    addTimings(result.timings_s);
    const std::size_t done = result.loss.empty() ? 0 : result.loss.back().iteration;
    if (loaded->job) addJob(*loaded->job, done);
    m_job->setPlainText(QString::fromStdString(result.job));
}

void ReportPage::addLog(LogLevel level, const QString& text) {
    m_log->append(level, text);
    noteForCrashReport(text);
}

} // namespace ewald::ui
