// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/scaling_page.h"

#include "common/icon.h"
#include "common/whole_box.h"
#include "io/temporary_folder.h"
#include "job/bench/scaling_export.h"
#include "model/session.h"
#include "model/text.h"
#include "view/loss_chart.h"
#include "view/pattern_chart.h"
#include "view/save_dialog.h"
#include "window/message_bar.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace ewald::ui {

namespace {

constexpr std::size_t kExampleSize = 128; ///< of the scan that is simulated when none is open
constexpr std::size_t kExampleFrames = 400;

QString spreadText(const job::Spread& spread, double factor = 1) {
    const QString mean = numberText(spread.mean * factor, 4);
    return spread.deviation ? mean + QStringLiteral(" ± ") + numberText(*spread.deviation * factor, 2) : mean;
}

std::vector<std::size_t> countsIn(const QString& text) {
    std::vector<std::size_t> counts;
    for (const QString& part : text.split(u',', Qt::SkipEmptyParts)) counts.push_back(part.trimmed().toULongLong());
    return counts;
}

} // namespace

ScalingPage::ScalingPage(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_table(new QTreeWidget(this)),
      m_workers(new QLineEdit(QStringLiteral("1, 2, 4"), this)), m_repeats(new WholeBox(this)),
      m_iterations(new WholeBox(this)), m_start(new QPushButton(icon(QStringLiteral("start")), tr("&Measure"), this)),
      m_stop(new QPushButton(icon(QStringLiteral("stop")), tr("&Stop"), this)),
      m_export(new QPushButton(icon(QStringLiteral("export")), tr("&Export…"), this)),
      m_progress(new QProgressBar(this)), m_what(new QLabel(this)), m_saved(new QLabel(this)),
      m_verdict(new MessageBar(this)), m_speedup(new view::PatternChart(this)), m_loss(new view::LossChart(this)) {
    auto* column = new QVBoxLayout(this);
    column->addWidget(buildControls());
    column->addWidget(buildResults(), 1);
    connect(m_start, &QPushButton::clicked, this, &ScalingPage::start);
    connect(m_stop, &QPushButton::clicked, this, &ScalingPage::stop);
    connect(m_export, &QPushButton::clicked, this, &ScalingPage::askForFile);
    connect(m_workers, &QLineEdit::textChanged, this, &ScalingPage::updateButtons);
    connect(&m_bench, &Worker::busyChanged, this, [this](bool busy) {
        updateButtons();
        emit busyChanged(busy);
    });
    connect(&m_bench, &Worker::progressed, this, [this](qulonglong done, qulonglong total) {
        m_progress->setMaximum(static_cast<int>(total));
        m_progress->setValue(static_cast<int>(done));
    });
    connect(&m_session.controller(), &JobController::runningChanged, this, [this](bool running) {
        // Neither the run nor the times would be worth anything.
        if (running && busy()) stop();
        updateButtons();
    });
    connect(&m_session, &Session::scanChanged, this, &ScalingPage::updateButtons);
    showCharts();
    updateButtons();
}

QWidget* ScalingPage::buildControls() {
    auto* panel = new QWidget(this);
    m_workers->setValidator(new QRegularExpressionValidator(
        QRegularExpression(QStringLiteral("\\s*[1-9]\\d{0,2}(\\s*,\\s*[1-9]\\d{0,2})*\\s*")), m_workers));
    m_workers->setToolTip(tr("Numbers of workers, dealt out to the devices of the job; 1 is always among them"));
    m_repeats->setRange(1, 100);
    m_repeats->setValue(3);
    m_repeats->setToolTip(tr("Runs with each number of workers. Each repeat has another seed; two or more give "
                             "deviations"));
    m_iterations->setRange(1, 100000);
    m_iterations->setValue(20);
    m_iterations->setToolTip(tr("Iterations of each engine"));
    m_start->setToolTip(tr("Run the job with every number of workers, and compare times and results"));
    m_stop->setToolTip(tr("Stop and keep the runs that have ended"));
    m_export->setToolTip(tr("Save the table and the loss of every run"));
    auto* row = new QHBoxLayout;
    const auto add = [&](const QString& text, QWidget* field) {
        auto* label = new QLabel(text, this);
        label->setBuddy(field);
        row->addWidget(label);
        row->addWidget(field);
    };
    add(tr("&Workers"), m_workers);
    add(tr("&Repeats"), m_repeats);
    add(tr("&Iterations"), m_iterations);
    row->addWidget(m_start);
    row->addWidget(m_stop);
    row->addWidget(m_export);
    m_progress->setRange(0, 1);
    m_progress->setValue(0);
    m_what->setWordWrap(true);
    m_saved->setWordWrap(true);
    m_saved->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_saved->hide();
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_what);
    column->addLayout(row);
    column->addWidget(m_progress);
    column->addWidget(m_saved);
    return panel;
}

void ScalingPage::buildTable() {
    constexpr int kRows = 5; // 1, 2, 4, 8, 16 workers; more scroll
    m_table->setHeaderLabels(
        {tr("Workers"), tr("Devices"), tr("Iteration (ms)"), tr("Speed-up"), tr("Fourier error"), tr("Difference")});
    const QStringList tips{tr("Workers that shared the job"),
                           tr("What they ran on, as --devices names it"),
                           tr("Median time of an iteration; mean and deviation over the repeats"),
                           tr("Against one worker; the relative deviations of both added in quadrature"),
                           tr("After the last iteration; mean and deviation over the seeds"),
                           tr("Largest relative difference of object and probe from the run with one worker")};
    for (int column = 0; column < tips.size(); ++column) m_table->headerItem()->setToolTip(column, tips[column]);
    m_table->setRootIsDecorated(false);
    m_table->setAlternatingRowColors(true);
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->setAccessibleName(tr("Scaling"));
    m_table->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->setFixedHeight(m_table->header()->sizeHint().height() + kRows * (m_table->fontMetrics().height() + 3));
}

QWidget* ScalingPage::buildResults() {
    auto* panel = new QWidget(this);
    buildTable();
    m_speedup->setStyle(view::PatternChart::Style::measurements);
    m_speedup->setTitles(tr("Workers"), tr("Speed-up"));
    m_loss->setTimeAxis(true); // against iterations equal results cover each other
    auto* charts = new QHBoxLayout;
    charts->addWidget(m_speedup, 1);
    charts->addWidget(m_loss, 1);
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_verdict);
    column->addWidget(m_table);
    column->addLayout(charts, 1);
    return panel;
}

void ScalingPage::start() {
    if (m_bench.busy()) return;
    showReport({});
    m_saved->hide();
    m_progress->setValue(0);
    job::ScalingOptions options;
    options.workers = countsIn(m_workers->text());
    options.repeats = static_cast<std::size_t>(m_repeats->value());
    job::JobDocument document = m_session.job().document();
    options.devices = document.text("devices");
    for (job::Stage& stage : document.pipeline) stage.iterations = static_cast<std::size_t>(m_iterations->value());
    const bool simulate = !m_session.scan();
    m_bench.start<job::ScalingReport>(
        [this, options, document, simulate](TaskContext& context) mutable {
            const io::TemporaryFolder folder;
            if (simulate)
                document.inputFile = job::simulatedScalingJob(folder.path(), kExampleSize, kExampleFrames).inputFile;
            options.progress = [&](const job::ScalingProgress& progress) {
                context.progress(progress.run * progress.iterations +
                                     (progress.run < progress.runs ? progress.iteration : 0),
                                 progress.runs * progress.iterations);
            };
            options.runEnded = [&](const job::ScalingReport& report) {
                context.post([this, report] { showReport(report); });
            };
            return job::benchScaling(document, options, context.control);
        },
        [this](const job::ScalingReport& report) { showReport(report); },
        [this](const Error& error) { m_verdict->show(toMessage(error)); });
}

void ScalingPage::stop() {
    m_bench.cancel();
    m_report.stopped = true;
    showVerdict();
    m_progress->setValue(0);
}

void ScalingPage::showReport(const job::ScalingReport& report) {
    m_report = report;
    showTable();
    showVerdict();
    showCharts();
    updateButtons();
}

void ScalingPage::showTable() {
    m_table->clear();
    for (const job::ScalingRow& row : m_report.rows())
        new QTreeWidgetItem(m_table,
                            {countText(row.workers), QString::fromStdString(row.devices),
                             spreadText(row.iteration_s, 1e3), spreadText(row.speedup), spreadText(row.fourierError),
                             row.largestDifference ? numberText(*row.largestDifference, 2) : QStringLiteral("–")});
}

void ScalingPage::showVerdict() {
    const job::ScalingAgreement a = m_report.agreement();
    using enum job::ScalingAgreement::Verdict;
    UserMessage message;
    if (a.verdict == notCompared) {
        message.what = tr("Whether the results agree is not known yet");
        message.hint = tr("it takes two numbers of workers with the same seed");
    } else {
        message.what = a.verdict == agree ? tr("The results agree") : tr("The results do not agree");
        if (a.verdict == differ) message.severity = io::Severity::error;
        message.hint =
            tr("the largest relative difference from one worker is %1, with %2 workers (limit %3)")
                .arg(numberText(a.largest, 2), countText(a.workers), numberText(job::ScalingReport::kAgreement, 1));
    }
    if (m_report.stopped) message.where = tr("Stopped: these are the runs that had ended.");
    if (m_report.runs.empty())
        m_verdict->dismiss();
    else
        m_verdict->show(message);
}

void ScalingPage::showCharts() {
    view::PatternCurve measured{tr("Measured"), {}, {}, {}};
    view::PatternCurve ideal{tr("Ideal: number of devices"), {}, {}, {}};
    for (const job::ScalingRow& row : m_report.rows()) {
        measured.x.push_back(static_cast<double>(row.workers));
        measured.y.push_back(static_cast<float>(row.speedup.mean));
        measured.error.push_back(static_cast<float>(row.speedup.deviation.value_or(0)));
        ideal.x.push_back(static_cast<double>(row.workers));
        ideal.y.push_back(static_cast<float>(row.ideal));
    }
    if (measured.x.size() < 2)
        m_speedup->clear(tr("Speed-up against the number of workers"));
    else
        m_speedup->setCurves({measured, ideal});
    m_loss->clear();
    for (const job::ScalingRun& run : m_report.runs) {
        if (run.seed != m_report.runs.front().seed) continue; // one curve a number of workers; a file has them all
        const int curve = m_loss->addCurve(tr("Workers: %1").arg(run.workers));
        for (const io::LossEntry& entry : run.loss)
            m_loss->append(curve, {static_cast<double>(entry.iteration), entry.time_s, entry.fourierError, entry.value,
                                   entry.llk});
    }
}

void ScalingPage::setHeld(bool held) {
    m_held = held;
    updateButtons();
}

void ScalingPage::followTheme() { m_verdict->followTheme(); }

void ScalingPage::updateButtons() {
    const bool running = m_session.controller().running();
    m_start->setEnabled(!busy() && !running && !m_held && m_workers->hasAcceptableInput());
    m_stop->setEnabled(busy());
    m_export->setEnabled(!busy() && !m_report.runs.empty());
    m_progress->setVisible(busy());
    for (QWidget* field :
         {static_cast<QWidget*>(m_workers), static_cast<QWidget*>(m_repeats), static_cast<QWidget*>(m_iterations)})
        field->setEnabled(!busy());
    QString text = m_session.scan()
                       ? tr("Measures the open scan with the parameters and devices of the window.")
                       : tr("No scan is open: measures a simulated one (%1 frames of %2 × %2 pixels) with the "
                            "parameters and devices of the window.")
                             .arg(kExampleFrames)
                             .arg(kExampleSize);
    if (running) text = tr("A run is going on: the measurement waits until it has ended.");
    if (m_held) text = tr("The devices are being checked: the measurement waits until that has ended.");
    m_what->setText(text);
}

void ScalingPage::askForFile() {
    view::askWhereToSave(
        this,
        {tr("Export the scaling report"),
         QStringLiteral("scaling.csv"),
         {tr("Table (*.csv)"), tr("Table and loss of every run (*.h5)"), QStringLiteral("JSON (*.json)")}},
        [this](const QString& file) { exportTo(file); });
}

void ScalingPage::exportTo(const QString& file) {
    m_writer.start<bool>(
        [file, report = m_report](TaskContext&) {
            job::exportScaling(toPath(file), report, true); // the dialog has asked before it replaces a file
            return true;
        },
        [this, file](bool) {
            m_saved->setText(tr("Exported to %1").arg(file));
            m_saved->show();
        },
        [this](const Error& error) { m_verdict->show(toMessage(error)); });
}

} // namespace ewald::ui
