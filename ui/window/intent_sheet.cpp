// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/intent_sheet.h"

#include "common/counted_text.h"
#include "common/icon.h"
#include "form/by_hand_text.h"
#include "model/job_kind_ui.h"
#include "model/output_file.h"
#include "model/scan_parameters.h"
#include "model/text.h"

#include <QCheckBox>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ewald::ui {

namespace {

using job::queue::BatchRequest;
using job::queue::PlannedJob;

constexpr int kFile = Qt::UserRole;
constexpr int kRefused = Qt::UserRole + 1; ///< unticked, since it could not be queued

} // namespace

IntentSheet::IntentSheet(const SeveralFiles& files, const job::JobDocument& form, QueueFeed& feed, QWidget* parent)
    : QDialog(parent), m_files(files), m_form(form), m_feed(feed), m_list(new QListWidget(this)),
      m_problem(new QLabel(this)), m_sample(new QLineEdit(this)) {
    setObjectName(QStringLiteral("intent"));
    setWindowTitle(files.folder.isEmpty() ? tr("What are these files for?") : tr("What is this folder for?"));
    resize(680, 460);
    auto* text = new QLabel(this);
    text->setWordWrap(true);
    QStringList parts;
    if (!files.scans.isEmpty()) parts << countedText(tr("%1 {scan|scans}"), {std::size_t(files.scans.size())});
    if (!files.frames.isEmpty())
        parts << countedText(tr("%1 {file|files} of frames"), {std::size_t(files.frames.size())});
    if (!files.results.isEmpty()) parts << countedText(tr("%1 {result|results}"), {std::size_t(files.results.size())});
    if (!files.documents.isEmpty())
        parts << countedText(tr("%1 job {document|documents}"), {std::size_t(files.documents.size())});
    text->setText(files.folder.isEmpty() ? parts.join(QStringLiteral(", "))
                                         : tr("%1: %2").arg(shortPath(files.folder), parts.join(QStringLiteral(", "))));
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setAccessibleName(tr("Files"));
    m_list->setUniformItemSizes(true);
    if (files.results.size() >= 2) m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    fillList();
    m_problem->setWordWrap(true);
    m_problem->hide();
    auto* lines = new QVBoxLayout;
    lines->setSpacing(4);
    // Single images are mostly parts of one measurement; scans are not.
    if (files.scans.isEmpty()) addStackLine(*lines);
    addQueueLines(*lines);
    if (!files.scans.isEmpty()) addStackLine(*lines);
    addOtherLines(*lines);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false); // Return chooses nothing
    auto* bottom = new QHBoxLayout;
    bottom->addStretch();
    bottom->addWidget(cancel);
    auto* column = new QVBoxLayout(this);
    column->addWidget(text);
    column->addWidget(m_list, 1);
    column->addWidget(m_problem);
    column->addLayout(lines);
    column->addLayout(bottom);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_list, &QListWidget::itemChanged, this, &IntentSheet::updateTexts);
    connect(m_list, &QListWidget::itemSelectionChanged, this, &IntentSheet::updateTexts);
    updateTexts();
    if (m_queue != nullptr) preview();
}

bool IntentSheet::integrates() const { return uiOf(m_form) != nullptr && uiOf(m_form)->mode == Mode::integration; }

/// Frames without positions are for integration only.
bool IntentSheet::becomesJob(const QString& file) const {
    return m_files.scans.contains(file) || m_files.documents.contains(file) ||
           (integrates() && m_files.frames.contains(file));
}

const char* IntentSheet::iconOf(const SeveralFiles& files, const QString& file) {
    return files.results.contains(file)     ? "object"
           : files.documents.contains(file) ? "report"
           : files.frames.contains(file)    ? "rings"
                                            : "pattern";
}

void IntentSheet::fillList() {
    for (const QString& file : m_files.files) {
        auto* item =
            new QListWidgetItem(icon(QLatin1String(iconOf(m_files, file))), QFileInfo(file).fileName(), m_list);
        item->setToolTip(QDir::toNativeSeparators(file));
        item->setData(kFile, file);
        if (becomesJob(file)) item->setCheckState(Qt::Checked);
        const bool known = m_files.scans.contains(file) || m_files.results.contains(file) ||
                           m_files.documents.contains(file) || m_files.frames.contains(file);
        if (known) continue;
        item->setIcon(icon(QStringLiteral("error")));
        item->setText(tr("%1: no scan, frames, result or job that can be read").arg(QFileInfo(file).fileName()));
    }
    m_list->setCurrentRow(0);
}

QPushButton* IntentSheet::addLine(QVBoxLayout& lines, const char* iconName, const QString& tip) {
    auto* button = new QPushButton(icon(QLatin1String(iconName)), {}, this);
    button->setToolTip(tip);
    button->setStyleSheet(QStringLiteral("text-align: left; padding: 5px 8px;"));
    button->setAutoDefault(false);
    lines.addWidget(button);
    return button;
}

void IntentSheet::addQueueLines(QVBoxLayout& lines) {
    m_sample->setVisible(!ticked().isEmpty());
    if (ticked().isEmpty()) return;
    const QStringList ofScan = byHandTexts(scanParameters(m_form));
    if (!ofScan.isEmpty() && !m_files.scans.isEmpty()) {
        m_ofScan =
            new QCheckBox(tr("Also what was set for the open scan: %1").arg(ofScan.join(QStringLiteral(", "))), this);
        m_ofScan->setObjectName(QStringLiteral("ofScan"));
        m_ofScan->setToolTip(tr("Geometry, masks, crop and frames belong to a scan: are they the same for these?"));
        // What was set before any scan was open is meant for those that come.
        m_ofScan->setChecked(m_form.files().empty());
        lines.addWidget(m_ofScan);
        connect(m_ofScan, &QCheckBox::toggled, this, &IntentSheet::preview);
    }
    if (const QString kept = keptText(m_form); !kept.isEmpty()) {
        auto* line = new QLabel(kept, this);
        line->setObjectName(QStringLiteral("kept"));
        line->setWordWrap(true);
        lines.addWidget(line);
    }
    if (integrates() && !m_files.geometry.isEmpty()) {
        m_withGeometry = new QCheckBox(tr("With the geometry of %1").arg(QFileInfo(m_files.geometry).fileName()), this);
        m_withGeometry->setObjectName(QStringLiteral("withGeometry"));
        m_withGeometry->setToolTip(QDir::toNativeSeparators(m_files.geometry));
        m_withGeometry->setChecked(true);
        lines.addWidget(m_withGeometry);
        connect(m_withGeometry, &QCheckBox::toggled, this, &IntentSheet::preview);
    }
    auto* row = new QHBoxLayout;
    row->addWidget(new QLabel(tr("Sample:"), this));
    m_sample->setPlaceholderText(tr("of these jobs; may be empty"));
    m_sample->setAccessibleName(tr("Sample"));
    row->addWidget(m_sample, 1);
    lines.addLayout(row);
    m_queue =
        addLine(lines, "queue", tr("They run one after the other, with the names of results that stand beside them"));
    connect(m_queue, &QPushButton::clicked, this, [this] {
        accept();
        emit queueChosen(request(), formUse());
    });
    m_more = addLine(lines, "sliders",
                     tr("Names of the results and of the jobs, values from a table, several values of a "
                        "parameter"));
    m_more->setText(tr("Queue them with names, a table of values or a sweep…"));
    connect(m_more, &QPushButton::clicked, this, [this] {
        const QStringList files = ticked();
        accept();
        emit moreWanted(files);
    });
    if (m_files.documents.size() != 1 || ticked().size() < 2) return;
    m_queueByDocument =
        addLine(lines, "queue", tr("The scans get the parameters of the job document; it is no job itself"));
    connect(m_queueByDocument, &QPushButton::clicked, this, &IntentSheet::queueByDocument);
}

void IntentSheet::addStackLine(QVBoxLayout& lines) {
    if (!m_files.stackable) return;
    m_stack = addLine(lines, "rings", tr("Reads all files as one stack of frames and makes powder patterns of them"));
    m_stack->setText(tr("Integrate the frames of all as one stack"));
    connect(m_stack, &QPushButton::clicked, this, [this] {
        accept();
        QStringList files = m_files.files;
        if (!m_files.geometry.isEmpty()) files << m_files.geometry;
        emit stackChosen(files);
    });
}

void IntentSheet::addOtherLines(QVBoxLayout& lines) {
    if (!m_files.folder.isEmpty() && m_queue != nullptr) {
        m_watch = addLine(lines, "live", tr("These scans become jobs, and each new one as soon as it is complete"));
        m_watch->setText(tr("Watch the folder: queue these scans and each new one, with the parameters of the form"));
        connect(m_watch, &QPushButton::clicked, this, [this] {
            job::queue::WatchedFolder watched;
            watched.folder = toPath(m_files.folder);
            watched.common = common();
            watched.sample = m_sample->text().simplified().toStdString();
            const QStringList wanted = ticked();
            for (const QString& file : m_files.files)
                if (becomesJob(file) && !wanted.contains(file))
                    watched.ignored.push_back(toPath(file).filename().string());
            accept();
            emit watchChosen(watched, formUse());
        });
    }
    if (m_files.results.size() >= 2) {
        m_compare = addLine(lines, "object", {});
        m_compare->setText(tr("Compare the two results"));
        connect(m_compare, &QPushButton::clicked, this, [this] {
            const QStringList chosen = pair();
            accept();
            emit compareChosen(chosen[0], chosen[1]);
        });
    }
    m_open = addLine(lines, "open", tr("One scan or result can be open at a time"));
    const auto open = [this] {
        if (m_list->currentItem() == nullptr) return;
        const QString file = m_list->currentItem()->data(kFile).toString();
        accept();
        emit fileChosen(file);
    };
    connect(m_open, &QPushButton::clicked, this, open);
    connect(m_list, &QListWidget::itemDoubleClicked, this, open);
}

QStringList IntentSheet::ticked() const {
    QStringList files;
    for (int row = 0; row < m_list->count(); ++row) {
        const QListWidgetItem* item = m_list->item(row);
        const QString file = item->data(kFile).toString();
        if (becomesJob(file) && item->checkState() == Qt::Checked) files << file;
    }
    return files;
}

IntentSheet::FormUse IntentSheet::formUse() const {
    return m_ofScan != nullptr && m_ofScan->isChecked() ? FormUse::all : FormUse::withoutScan;
}

job::JobDocument IntentSheet::commonOf(job::JobDocument form, FormUse use) {
    if (use != FormUse::withoutScan) return form;
    for (const auto& entry : scanParameters(form)) form.input.erase(entry.first);
    return form;
}

/// The form, and the geometry that lies beside the files.
job::JobDocument IntentSheet::common() const {
    job::JobDocument form = commonOf(m_form, formUse());
    if (const std::string geometry = geometryOfFiles(); !geometry.empty())
        form.input.insert_or_assign("poni_file", geometry);
    return form;
}

std::string IntentSheet::geometryOfFiles() const {
    return m_withGeometry != nullptr && m_withGeometry->isChecked() ? m_files.geometry.toStdString() : std::string();
}

BatchRequest IntentSheet::request() const {
    BatchRequest request;
    for (const QString& file : ticked()) request.inputs.push_back(toPath(file));
    request.patternsAreStacks = true; // such as the parts of one scan
    request.common = common();
    request.output = proposedOutputs(request.inputs);
    request.sample = m_sample->text().simplified().toStdString();
    return request;
}

void IntentSheet::queueByDocument() {
    const QString document = m_files.documents.front();
    BatchRequest request = this->request();
    std::erase(request.inputs, toPath(document));
    m_feed.ask<job::JobDocument>([document](QueueFeed::Store&) { return job::queue::documentFrom(toPath(document)); },
                                 [sheet = QPointer(this), request](const job::JobDocument& common) mutable {
                                     if (!sheet) return;
                                     request.common = common;
                                     sheet->accept();
                                     emit sheet->queueChosen(request, FormUse::none);
                                 });
}

void IntentSheet::updateTexts() {
    const QListWidgetItem* current = m_list->currentItem();
    m_open->setText(current == nullptr ? tr("Open one of them")
                                       : tr("Open %1").arg(QFileInfo(current->data(kFile).toString()).fileName()));
    m_open->setEnabled(current != nullptr);
    if (m_compare != nullptr) {
        m_compare->setEnabled(!pair().isEmpty());
        m_compare->setToolTip(pair().isEmpty() ? tr("Select two results first: Ctrl and click")
                                               : tr("Shows both beside each other, with their difference"));
    }
    if (m_queue == nullptr) return;
    const QStringList files = ticked();
    std::size_t documents = 0;
    for (const QString& file : files) documents += m_files.documents.contains(file) ? 1 : 0;
    const std::size_t scans = static_cast<std::size_t>(files.size()) - documents;
    QString text = integrates()
                       ? tr("Queue {1:this file|these %1 files}: integrate each with the parameters of the form")
                       : tr("Queue {1:this scan|these %1 scans} with the parameters of the form");
    if (scans == 0) text = tr("Queue {1:this job document|these %1 job documents}");
    if (scans > 0 && documents > 0)
        text = tr("Queue {1:1 scan|%1 scans} with the parameters of the form, job documents as they are");
    m_queue->setText(countedText(text, {scans == 0 ? documents : scans}));
    m_queue->setEnabled(!files.isEmpty());
    m_more->setEnabled(!files.isEmpty());
    if (m_queueByDocument == nullptr) return;
    m_queueByDocument->setText(countedText(tr("Queue {1:this scan|these %1 scans} with the parameters of %2"), {scans})
                                   .arg(QFileInfo(m_files.documents.front()).fileName()));
    m_queueByDocument->setEnabled(scans > 0);
}

void IntentSheet::preview() {
    BatchRequest request = this->request();
    request.inputs.clear();
    for (const QString& file : m_files.files)
        if (becomesJob(file)) request.inputs.push_back(toPath(file));
    // The files are looked at beside the queue, which goes on meanwhile.
    using Paths = std::vector<std::filesystem::path>;
    m_feed.ask<Paths>([](QueueFeed::Store& store) { return store.plannedResults(); },
                      [sheet = QPointer(this), request](const Paths& taken) {
                          if (!sheet) return;
                          sheet->m_planner.start<std::vector<PlannedJob>>(
                              [request, taken](TaskContext&) { return job::queue::planJobs(request, taken); },
                              [sheet](const std::vector<PlannedJob>& planned) {
                                  if (sheet) sheet->showPreview(planned);
                              },
                              [sheet](const Error& error) {
                                  if (!sheet) return;
                                  sheet->m_problem->setText(toMessage(error).what);
                                  sheet->m_problem->show();
                              });
                      });
}

void IntentSheet::showPreview(const std::vector<PlannedJob>& planned) {
    const QSignalBlocker block(m_list);
    std::size_t next = 0;
    QString first;
    std::size_t problems = 0;
    for (int row = 0; row < m_list->count(); ++row) {
        QListWidgetItem* item = m_list->item(row);
        const QString file = item->data(kFile).toString();
        if (!becomesJob(file) || next == planned.size()) continue;
        const PlannedJob& plan = planned[next++];
        const QString name = QFileInfo(file).fileName();
        if (plan.problem) {
            const UserMessage said = toMessage(*plan.problem);
            item->setText(tr("%1: %2").arg(name, said.what));
            item->setIcon(icon(QStringLiteral("error")));
            item->setToolTip(QStringList{file, said.what, said.where, said.hint}.join(u'\n').trimmed());
            item->setData(kRefused, true);
            item->setCheckState(Qt::Unchecked);
            if (++problems == 1) first = said.what;
            continue;
        }
        const QString result = toQString(plan.job.document.outputFile);
        if (item->data(kRefused).toBool()) { // and is sound now
            item->setData(kRefused, false);
            item->setIcon(icon(QLatin1String(iconOf(m_files, file))));
            item->setCheckState(Qt::Checked);
        }
        item->setText(tr("%1 → %2").arg(name, QFileInfo(result).fileName()));
        item->setToolTip(tr("%1\nResult: %2").arg(QDir::toNativeSeparators(file), QDir::toNativeSeparators(result)));
    }
    m_problem->setVisible(problems > 0);
    m_problem->setText(countedText(tr("%1 {file|files} cannot be queued: %2"), {problems}).arg(first));
    updateTexts();
}

QStringList IntentSheet::pair() const {
    QStringList chosen;
    for (int row = 0; row < m_list->count(); ++row) {
        const QListWidgetItem* item = m_list->item(row);
        const QString file = item->data(kFile).toString();
        if (item->isSelected() && m_files.results.contains(file)) chosen << file;
    }
    if (chosen.size() < 2 && m_files.results.size() == 2) chosen = m_files.results;
    return chosen.size() < 2 ? QStringList() : chosen.first(2);
}

} // namespace ewald::ui
