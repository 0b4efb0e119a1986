// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/sweep_window.h"

#include "common/counted_text.h"
#include "common/icon.h"
#include "common/quantity_text.h"
#include "form/number_text.h"
#include "model/output_file.h"
#include "model/presets.h"
#include "model/queue_text.h"
#include "model/scan_parameters.h"
#include "model/text.h"
#include "window/single_click.h"
#include "window/sweep_editor.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace ewald::ui {

using job::queue::QueueJob;
using job::queue::QueueState;

namespace {

enum Column { kPicture, kValues, kState, kError, kResolution, kTime, kColumns };
constexpr int kIdRole = Qt::UserRole;
constexpr int kSortRole = Qt::UserRole + 1;

const job::ParameterDef& halvesOfScan() { return *job::findParameter("halves"); }

/// Sorted by its number, whatever its text.
class NumberItem : public QTableWidgetItem {
public:
    using QTableWidgetItem::QTableWidgetItem;
    bool operator<(const QTableWidgetItem& other) const override {
        return data(kSortRole).toDouble() < other.data(kSortRole).toDouble();
    }
};

} // namespace

SweepWindow::SweepWindow(QueueFeed& feed, QWidget* parent)
    : QDialog(parent), m_feed(feed), m_varied(new SweepEditor(false, this)), m_halves(new QCheckBox(this)),
      m_note(new QLabel(this)), m_queue(new QPushButton(icon(QStringLiteral("queue")), {}, this)),
      m_sweeps(new QComboBox(this)), m_table(new QTableWidget(0, kColumns, this)),
      m_use(new QPushButton(icon(QStringLiteral("sliders")), tr("Use these parameters"), this)),
      m_show(new QPushButton(icon(QStringLiteral("open")), tr("Show the result"), this)),
      m_compare(new QPushButton(icon(QStringLiteral("object")), tr("Compare two"), this)) {
    setObjectName(QStringLiteral("sweep"));
    setWindowTitle(tr("Which setting is better?"));
    resize(760, 560);
    buildQuestion();
    buildTable();
    connect(&m_feed, &QueueFeed::loaded, this, &SweepWindow::take);
    if (m_feed.snapshot()) take(m_feed.snapshot());
    m_feed.start();
    updateQuestion();
    updateButtons();
}

SweepWindow::~SweepWindow() { *m_ending = true; }

void SweepWindow::buildQuestion() {
    m_note->setWordWrap(true);
    m_halves->setText(tableText(halvesOfScan().label));
    m_halves->setToolTip(parameterHelp(halvesOfScan()));
    auto* row = new QHBoxLayout;
    row->addWidget(m_note, 1);
    row->addWidget(m_queue, 0, Qt::AlignBottom);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_varied);
    column->addWidget(m_halves);
    column->addLayout(row);
    connect(m_varied, &SweepEditor::edited, this, &SweepWindow::updateQuestion);
    connect(m_varied, &SweepEditor::returnPressed, m_queue, &QPushButton::click);
    connect(m_queue, &QPushButton::clicked, this, &SweepWindow::queue);
    m_queue->setAutoDefault(false);
    new SingleClick(m_queue); // a sweep each
}

void SweepWindow::buildTable() {
    m_sweeps->setToolTip(tr("The sweeps of the queue, newest first"));
    m_sweeps->setAccessibleName(tr("Sweep"));
    m_sweeps->setObjectName(QStringLiteral("sweeps"));
    m_table->setHorizontalHeaderLabels(
        {tr("Picture"), tr("Values"), tr("State"), tr("Fourier error"), tr("Resolution"), tr("Time")});
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setIconSize({RunSummary::kPicture, RunSummary::kPicture});
    m_table->setTabKeyNavigation(false);
    m_table->setAccessibleName(tr("Results of the sweep"));
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(RunSummary::kPicture + 4);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setColumnWidth(kPicture, RunSummary::kPicture + 12);
    m_table->setColumnWidth(kValues, 190);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(kError, Qt::AscendingOrder);
    // Whole in every language, also where a row is chosen and beside the arrow of the order.
    m_table->horizontalHeader()->setHighlightSections(false);
    for (int column = kState; column < kColumns; ++column)
        m_table->setColumnWidth(
            column, std::max(m_table->columnWidth(column), m_table->horizontalHeader()->sectionSizeHint(column)));
    m_use->setToolTip(tr("Puts the parameters of the selected job into the form"));
    m_show->setToolTip(tr("Shows the result of the selected job in the window"));
    m_compare->setToolTip(tr("Shows the results of two selected jobs beside each other"));
    auto* buttons = new QHBoxLayout;
    for (QPushButton* button : {m_use, m_show, m_compare}) {
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    buttons->addStretch();
    auto* close = new QPushButton(tr("Close"), this);
    close->setAutoDefault(false);
    buttons->addWidget(close);
    auto* column = qobject_cast<QVBoxLayout*>(layout());
    column->addWidget(m_sweeps);
    column->addWidget(m_table, 1);
    column->addLayout(buttons);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    connect(m_sweeps, &QComboBox::currentIndexChanged, this, &SweepWindow::fillTable);
    connect(m_sweeps, &QComboBox::activated, this, [this](int index) { m_newest = index == 0; });
    connect(m_table, &QTableWidget::itemSelectionChanged, this, &SweepWindow::updateButtons);
    connect(m_table, &QTableWidget::itemDoubleClicked, m_show, &QPushButton::click);
    connect(m_use, &QPushButton::clicked, this, [this] {
        if (selected().size() != 1) return;
        m_feed.ask<job::JobDocument>(
            [id = selected().front()](QueueFeed::Store& store) { return store.documentOf(id); },
            [window = QPointer(this)](job::JobDocument document) {
                document.outputFile.clear();
                if (window) emit window->useWanted(window->forForm(std::move(document)));
            });
    });
    connect(m_show, &QPushButton::clicked, this, [this] {
        if (m_show->isEnabled()) emit resultWanted(toQString(find(selected().front())->result));
    });
    connect(m_compare, &QPushButton::clicked, this, [this] {
        const std::vector<long long> ids = selected();
        emit compareWanted(toQString(find(ids[0])->result), toQString(find(ids[1])->result));
    });
}

// ---- what to vary ----

void SweepWindow::setForm(const job::JobDocument& form) {
    const bool has = halvesOfScan().isOfKind(form.kind);
    m_halves->setVisible(has);
    // What was chosen here stays, unless the form says something new.
    const bool before = halvesOfScan().isOfKind(m_form.kind) && m_form.flag("halves");
    if (const bool now = has && form.flag("halves"); now != before) m_halves->setChecked(now);
    const auto files = form.files();
    const bool isOther = files != m_form.files();
    m_form = form;
    if (isOther && m_snapshot) {
        m_newest = true; // of the other scan
        fillSweeps();
        fillTable();
    }
    setWindowTitle(files.empty() ? tr("Which setting is better?")
                                 : tr("Which setting is better for %1?").arg(toQString(files.front().filename())));
    m_varied->setForm(form);
}

void SweepWindow::updateQuestion() {
    m_queue->setEnabled(false);
    m_queue->setText(tr("Queue the jobs"));
    if (m_form.files().empty()) {
        m_note->setText(tr("Open a scan first: its job is varied."));
        return;
    }
    if (m_form.files().size() > 1) {
        m_note->setText(tr("The frames come from several files; only the job of one file can be varied."));
        return;
    }
    std::size_t jobs = 0;
    m_note->setText(m_varied->remark(jobs));
    if (jobs == 0 || m_varied->sweeps().empty()) return;
    m_queue->setText(countedText(tr("Queue %1 {job|jobs}"), {jobs}));
    m_queue->setEnabled(true);
}

job::JobDocument SweepWindow::forForm(job::JobDocument winner) const {
    // Both halves were reconstructed to tell which is better.
    if (halvesOfScan().isOfKind(winner.kind) && winner.kind == m_form.kind)
        winner.set("halves", m_form.flag("halves") ? "true" : "false");
    const bool isOfOther = !m_form.files().empty() && winner.kind == m_form.kind && winner.files() != m_form.files();
    if (!isOfOther) return winner;
    winner = withPreset(m_form, forOtherScan(winner, m_form.files().front()));
    winner.outputFile.clear();
    return winner;
}

void SweepWindow::queue() {
    if (!m_queue->isEnabled()) return;
    m_newest = true;
    emit queueWanted();
}

job::queue::BatchRequest SweepWindow::request(job::JobDocument form) const {
    job::queue::BatchRequest request;
    request.inputs = form.files();
    request.output = proposedOutputs(request.inputs);
    request.sweeps = m_varied->sweeps();
    if (halvesOfScan().isOfKind(form.kind)) form.set("halves", m_halves->isChecked() ? "true" : "false");
    request.common = std::move(form);
    return request;
}

// ---- what came of it ----

void SweepWindow::take(const QueueSnapshotPtr& snapshot) {
    m_snapshot = snapshot;
    fillSweeps();
    fillTable();
}

const QueueJob* SweepWindow::find(long long id) const {
    if (!m_snapshot) return nullptr;
    const auto job = std::ranges::find(m_snapshot->jobs, id, &QueueJob::id);
    return job == m_snapshot->jobs.end() ? nullptr : &*job;
}

QString SweepWindow::variedText(const QueueJob& job) {
    QStringList parts;
    for (const std::string& varied : job.varied) {
        const std::size_t equals = varied.find('=');
        const std::string key = varied.substr(0, equals);
        parts << tr("%1: %2").arg(sweptLabel(key),
                                  sweptValue(key, equals == std::string::npos ? "" : varied.substr(equals + 1)));
    }
    return parts.join(u'\n');
}

void SweepWindow::fillSweeps() {
    struct Found {
        QString sweep;
        QString text;
        std::size_t jobs = 0;
        double added = 0;
        bool isOfForm = false;
    };
    const auto files = m_form.files();
    const QString scan = files.empty() ? QString() : toQString(files.front().stem());
    std::vector<Found> found;
    for (const QueueJob& job : m_snapshot->jobs) {
        if (job.sweep.empty()) continue;
        const QString sweep = QString::fromStdString(job.sweep);
        auto known = std::ranges::find(found, sweep, &Found::sweep);
        if (known == found.end()) {
            QStringList keys;
            for (const std::string& varied : job.varied) keys << sweptLabel(varied.substr(0, varied.find('=')));
            keys.prepend(sweptName(job)); // another scan may be open
            known = found.insert(found.end(),
                                 {sweep, keys.join(QStringLiteral(", ")), 0, job.added, sweptName(job) == scan});
        }
        ++known->jobs;
    }
    std::ranges::stable_sort(found, std::greater(), &Found::added);
    // Those of the scan that the title names come first.
    std::stable_partition(found.begin(), found.end(), [](const Found& each) { return each.isOfForm; });
    QStringList before;
    for (int i = 0; i < m_sweeps->count(); ++i) before << m_sweeps->itemData(i).toString();
    QStringList now;
    for (const Found& each : found) now << each.sweep;
    m_sweeps->setVisible(!found.empty());
    const auto textOf = [](const Found& each) {
        return countedText(tr("%2: %1 {job|jobs}"), {each.jobs}).arg(each.text);
    };
    if (before == now) {
        for (std::size_t i = 0; i < found.size(); ++i) m_sweeps->setItemText(static_cast<int>(i), textOf(found[i]));
        return;
    }
    const QString chosen = m_newest ? QString() : m_sweeps->currentData().toString();
    const QSignalBlocker block(m_sweeps);
    m_sweeps->clear();
    for (const Found& each : found) m_sweeps->addItem(textOf(each), each.sweep);
    m_sweeps->setCurrentIndex(std::max(0, m_sweeps->findData(chosen)));
}

void SweepWindow::showSweep(const QString& sweep) {
    m_newest = sweep.isEmpty();
    const int index = m_sweeps->findData(sweep);
    m_sweeps->setCurrentIndex(std::max(0, index));
    fillTable();
}

void SweepWindow::fillTable() {
    if (!m_snapshot) return;
    const std::string sweep = m_sweeps->currentData().toString().toStdString();
    std::vector<const QueueJob*> jobs;
    for (const QueueJob& job : m_snapshot->jobs)
        if (!sweep.empty() && job.sweep == sweep) jobs.push_back(&job);
    const std::vector<long long> kept = selected();
    m_table->setSortingEnabled(false);
    m_table->setRowCount(static_cast<int>(jobs.size()));
    for (std::size_t row = 0; row < jobs.size(); ++row) showRow(static_cast<int>(row), *jobs[row]);
    m_table->setSortingEnabled(true);
    m_table->clearSelection();
    for (int row = 0; row < m_table->rowCount(); ++row)
        if (std::ranges::find(kept, m_table->item(row, kPicture)->data(kIdRole).toLongLong()) != kept.end())
            for (int column = 0; column < kColumns; ++column) m_table->item(row, column)->setSelected(true);
    updateButtons();
}

void SweepWindow::showRow(int row, const QueueJob& job) {
    const bool hasResult = job.hasResult();
    const auto known = m_known.find(keyOf(job));
    if (hasResult && known == m_known.end()) read(job);
    const RunSummary* run = hasResult && known != m_known.end() ? &known->second : nullptr;
    constexpr double kLast = std::numeric_limits<double>::max();
    const auto set = [&](int column, const QString& text, double order) {
        auto* item = new NumberItem(text);
        item->setData(kIdRole, static_cast<qlonglong>(job.id));
        item->setData(kSortRole, order);
        item->setToolTip(jobToolTip(job));
        m_table->setItem(row, column, item);
        return item;
    };
    QTableWidgetItem* picture = set(kPicture, {}, static_cast<double>(job.id));
    if (run != nullptr && !run->picture.isNull())
        picture->setData(Qt::DecorationRole,
                         QPixmap::fromImage(run->picture.scaled(RunSummary::kPicture, RunSummary::kPicture,
                                                                Qt::KeepAspectRatio, Qt::SmoothTransformation)));
    set(kValues, variedText(job), static_cast<double>(job.id));
    const bool waits = job.state == QueueState::queued && m_snapshot->held;
    set(kState, waits ? tr("The queue is held") : jobStateText(job, nullptr), static_cast<double>(job.state));
    const double error = run != nullptr ? run->error : -1;
    set(kError, error < 0 ? QString() : numberText(error), error < 0 ? kLast : error);
    const double resolution = run != nullptr ? run->resolution_m : -1;
    QTableWidgetItem* found = set(kResolution, resolution < 0 ? resolutionText(job) : lengthText(resolution),
                                  resolution < 0 ? kLast : resolution);
    if (const QString why = noResolutionText(job); resolution < 0 && !why.isEmpty()) found->setToolTip(why);
    const double time = hasResult && job.started > 0 ? job.ended - job.started : -1;
    set(kTime, time < 0 ? QString() : durationText(time), time < 0 ? kLast : time);
}

void SweepWindow::read(const QueueJob& job) {
    const QString file = toQString(job.result);
    const RunKey key = keyOf(job);
    m_known[key] = {}; // asked for
    ++m_reading;
    m_reader.start<RunSummary>([file, ending = m_ending] { return *ending ? RunSummary() : summariseRun(file); },
                               [this, key](const RunSummary& run) {
                                   --m_reading;
                                   m_known[key] = run;
                                   fillTable();
                               });
}

std::vector<long long> SweepWindow::selected() const {
    std::vector<long long> ids;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows(kPicture))
        ids.push_back(index.data(kIdRole).toLongLong());
    return ids;
}

void SweepWindow::updateButtons() {
    const std::vector<long long> ids = selected();
    const auto hasResult = [this](long long id) {
        const QueueJob* job = find(id);
        return job != nullptr && job->hasResult();
    };
    m_use->setEnabled(ids.size() == 1);
    m_show->setEnabled(ids.size() == 1 && hasResult(ids[0]));
    m_compare->setEnabled(ids.size() == 2 && std::ranges::all_of(ids, [this](long long id) {
                              const QueueJob* job = find(id);
                              return job != nullptr && canBeCompared(*job);
                          }));
}

} // namespace ewald::ui
