// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/queue_panel.h"

#include "base/error.h"
#include "common/counted_text.h"
#include "common/icon.h"
#include "common/quantity_text.h"
#include "common/whole_box.h"
#include "job/queue/watch/watched_folder.h"
#include "model/job_log.h"
#include "model/text.h"
#include "window/queue_delegate.h"
#include "window/queue_details_view.h"
#include "window/queue_table.h"
#include "window/run_summary.h"
#include "window/segment_button.h"

#include <QAction>
#include <QButtonGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QSplitter>
#include <QTableView>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace ewald::ui {

QueuePanel::QueuePanel(QueueFeed& feed, QWidget* parent)
    : QWidget(parent), m_feed(feed), m_model(new QueueModel(this)), m_table(new QueueTable(this)),
      m_details(new QueueDetailsView(this)), m_split(new QSplitter(Qt::Horizontal, this)),
      m_search(new QLineEdit(this)), m_grouping(new QComboBox(this)), m_atOnce(new WholeBox(this)),
      m_sums(new QLabel(this)), m_problem(new QLabel(this)), m_watch(new QToolButton(this)),
      m_watchMore(new QAction(icon(QStringLiteral("watch")), tr("Watch a &folder…"), this)), m_hold(new QAction(this)),
      m_filters(new QButtonGroup(this)) {
    setObjectName(QStringLiteral("queuePanel"));
    buildTable();
    buildActions();
    m_problem->setObjectName(QStringLiteral("queueProblem"));
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->hide();
    m_split->addWidget(m_table);
    auto* scroll = new QScrollArea(m_split); // a long error is read by scrolling, and makes the window no higher
    scroll->setWidget(m_details);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_split->addWidget(scroll);
    m_split->setStretchFactor(0, 2);
    m_split->setStretchFactor(1, 1);
    m_split->setSizes({910, 410}); // all columns are seen in a window of 1360 pixels, also in German
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 4, 8, 4);
    column->setSpacing(4);
    column->addWidget(buildBar());
    column->addWidget(m_problem);
    column->addWidget(m_split, 1);
    connectFeed();
    updateActions();
    showSums();
    showSelected();
}

QWidget* QueuePanel::buildBar() {
    auto* bar = new QToolBar(this); // what does not fit is behind its last button
    bar->setIconSize({16, 16});
    bar->addAction(m_hold);
    if (auto* hold = qobject_cast<QToolButton*>(bar->widgetForAction(m_hold)))
        hold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->addActions({m_do.pause, m_do.stop, m_do.retry, m_do.up, m_do.down, m_do.remove});
    for (QAction* what : bar->actions()) bar->widgetForAction(what)->setFocusPolicy(Qt::TabFocus);
    m_watch->setIcon(icon(QStringLiteral("watch")));
    m_watch->setMenu(new QMenu(m_watch));
    m_watch->setPopupMode(QToolButton::InstantPopup);
    m_watch->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_watch->setAutoRaise(true);
    m_watch->setFocusPolicy(Qt::TabFocus);
    m_watch->setAccessibleName(tr("Watched folders"));
    bar->addWidget(m_watch);
    showWatched({});
    bar->addSeparator();
    bar->addWidget(buildFilters());
    bar->addSeparator();
    m_search->setPlaceholderText(tr("Search"));
    m_search->setToolTip(tr("Only jobs whose name, sample, comment, result or error holds these words"));
    m_search->setAccessibleName(tr("Search the queue"));
    m_search->setClearButtonEnabled(true);
    m_search->setMinimumWidth(90);
    m_search->setMaximumWidth(220);
    // It gives its place to the other tools, which are hidden where the bar is too short for them.
    m_search->setSizePolicy(static_cast<QSizePolicy::Policy>(QSizePolicy::Expanding | QSizePolicy::IgnoreFlag),
                            QSizePolicy::Fixed);
    bar->addWidget(m_search);
    m_grouping->addItems({tr("No groups"), tr("By sample"), tr("By folder")});
    m_grouping->setToolTip(tr("Put jobs of the same sample, or with results in the same folder, together"));
    m_grouping->setAccessibleName(tr("Groups"));
    bar->addWidget(m_grouping);
    m_atOnce->setRange(0, 64);
    m_atOnce->setSpecialValueText(tr("At once: auto"));
    m_atOnce->setPrefix(tr("At once: "));
    m_atOnce->setToolTip(
        tr("How many jobs run side by side; auto: as many as devices allow. Jobs that share a device wait for "
           "each other"));
    m_atOnce->setAccessibleName(tr("Jobs at once"));
    bar->addWidget(m_atOnce);
    m_sums->setMargin(6);
    bar->addWidget(m_sums);
    connect(m_search, &QLineEdit::textChanged, m_model, &QueueModel::setSearch);
    connect(m_grouping, &QComboBox::currentIndexChanged, this, [this](int which) {
        m_model->setGrouping(static_cast<QueueGrouping>(which));
        scrollToRows();
    });
    connect(m_atOnce, &QSpinBox::valueChanged, this,
            [this](int jobs) { m_feed.setAtOnce(static_cast<std::size_t>(jobs)); });
    return bar;
}

QWidget* QueuePanel::buildFilters() {
    auto* box = new QWidget(this);
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    const QStringList tips{tr("Show all jobs"),
                           tr("Show those that wait for their turn, for data or another job"),
                           tr("Show those that a process works on"),
                           tr("Show those that are done"),
                           tr("Show those that have failed"),
                           tr("Show those that were stopped")};
    for (int i = 0; i < tips.size(); ++i) {
        QToolButton* button = segmentButton({}, tips[i], m_filters, box);
        button->setFocusPolicy(Qt::TabFocus);
        m_filters->setId(button, i);
        row->addWidget(button);
    }
    m_filters->button(0)->setChecked(true);
    connect(m_filters, &QButtonGroup::idClicked, this, [this](int which) {
        m_model->setFilter(static_cast<QueueFilter>(which));
        scrollToRows();
    });
    return box;
}

QToolButton* QueuePanel::filterButton(QueueFilter filter) const {
    return qobject_cast<QToolButton*>(m_filters->button(static_cast<int>(filter)));
}

void QueuePanel::buildTable() {
    m_table->setModel(m_model);
    m_table->setItemDelegate(new QueueDelegate(m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTextElideMode(Qt::ElideMiddle);
    m_table->setDragDropMode(QAbstractItemView::DragDrop);
    m_table->setDragDropOverwriteMode(false);
    m_table->setDefaultDropAction(Qt::CopyAction); // nothing that they are dropped on may take the files away
    m_table->setDropIndicatorShown(true);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_table->setAccessibleName(tr("Jobs of the queue"));
    m_table->setTabKeyNavigation(false);
    m_table->setMinimumHeight(54);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().lineSpacing() + 8);
    QHeaderView* header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setStretchLastSection(true);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    // Sorting up, down, and back to the order in which they run.
    header->setSectionsClickable(true);
    header->setSortIndicatorClearable(true);
    header->setSortIndicator(-1, Qt::AscendingOrder);
    header->setSortIndicatorShown(true);
    for (int column = 0; column < QueueModel::kColumns; ++column) m_table->setColumnWidth(column, widthOf(column));
    // Why a job has failed stands beside that it has; what is out of sight in a narrow window is of least use.
    header->moveSection(header->visualIndex(QueueModel::kMessage), QueueModel::kState + 1);
    header->moveSection(header->visualIndex(QueueModel::kRate), header->visualIndex(QueueModel::kResolution));
    const int last = header->logicalIndex(QueueModel::kColumns - 1); // is stretched
    connect(qobject_cast<QueueTable*>(m_table), &QueueTable::widthChanged, this, &QueuePanel::fitColumns);
    connect(header, &QHeaderView::sectionResized, this, [this, last](int column) {
        if (column != last && !m_fits) m_fitsColumns = false; // somebody took hold of it
    });
    connect(header, &QHeaderView::sortIndicatorChanged, m_model, &QueueModel::sort);
    connect(m_table, &QTableView::clicked, m_model, &QueueModel::toggleGroup);
    connect(m_table, &QTableView::doubleClicked, this, &QueuePanel::openSelected);
    connect(m_table, &QWidget::customContextMenuRequested, this, &QueuePanel::showMenu);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        updateActions();
        showSelected();
    });
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, [this] { m_kept = selection(); });
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] { select(m_kept); });
    connect(m_model, &QueueModel::rebuilt, this, &QueuePanel::spanGroups);
    connect(m_model, &QueueModel::moveWanted, this, [this](const std::vector<long long>& ids, long long before) {
        m_feed.changeEach(ids, [before](QueueFeed::Store& store, long long id) { store.move(id, before); });
    });
}

/// With room for the heading and for each of its words in the language of the window; of names for some letters.
int QueuePanel::widthOf(int column) const {
    const QStringList words = QueueModel::wordsOf(column);
    if (words.isEmpty()) {
        const bool devices = column == QueueModel::kDevices;
        return std::max((devices ? 8 : 30) * fontMetrics().averageCharWidth(),
                        devices ? m_table->horizontalHeader()->sectionSizeHint(column) : 0);
    }
    int widest = 0;
    for (const QString& word : words) widest = std::max(widest, m_table->fontMetrics().horizontalAdvance(word));
    const int margin = style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, m_table) + 1; // on either side
    if (column == QueueModel::kState) widest += QueueDelegate::kDot + 2 * margin;
    return std::max(widest + 2 * margin + 2, m_table->horizontalHeader()->sectionSizeHint(column));
}

/// Names and messages share what the other columns leave, until somebody changes widths.
void QueuePanel::fitColumns() {
    if (!m_fitsColumns) return;
    const int least = 20 * fontMetrics().averageCharWidth(), most = widthOf(QueueModel::kName);
    int room = m_table->viewport()->width();
    for (int column = 0; column < QueueModel::kColumns; ++column)
        if (column != QueueModel::kName && column != QueueModel::kMessage) room -= widthOf(column);
    const int message = std::max(least, room - most);
    m_fits = true;
    m_table->setColumnWidth(QueueModel::kMessage, message);
    m_table->setColumnWidth(QueueModel::kName, std::clamp(room - message, least, most));
    m_fits = false;
}

void QueuePanel::connectFeed() {
    connect(&m_feed, &QueueFeed::loaded, this, [this](const QueueSnapshotPtr& snapshot) {
        m_model->take(snapshot);
        const QSignalBlocker block(m_atOnce);
        if (!m_atOnce->hasFocus()) m_atOnce->setValue(static_cast<int>(snapshot->atOnce)); // else it is being typed
        showHeld(snapshot->held);
        showWatched(snapshot->watched);
        updateActions();
        showSelected();
        followRunning();
    });
    connect(&m_feed, &QueueFeed::progressed, this, [this](const QueueProgress& progress) {
        m_model->takeProgress(progress);
        constexpr std::size_t kFew = 200; // the sums of many follow when one of them ends
        const job::queue::QueueJob* job = m_selected == 1 ? only() : nullptr;
        const bool sums = m_selected > 1 && m_selected <= kFew && !progress.empty();
        if (sums || (job != nullptr && progress.contains(job->id))) showSelected();
    });
    connect(&m_feed, &QueueFeed::problemChanged, this, &QueuePanel::showProblem);
    connect(m_model, &QueueModel::sumsChanged, this, &QueuePanel::showSums);
    if (m_feed.snapshot()) m_model->take(m_feed.snapshot());
    showProblem();
}

void QueuePanel::showProblem() {
    const UserMessage& problem = m_feed.problem();
    QStringList parts;
    for (const QString& part : {problem.what, problem.where, problem.hint})
        if (!part.isEmpty()) parts << part;
    m_problem->setText(parts.join(QStringLiteral(" – ")));
    m_problem->setVisible(!parts.isEmpty());
}

void QueuePanel::showWatched(const std::vector<std::filesystem::path>& folders) {
    if (m_watched == folders) return; // the menu may be open
    m_watched = folders;
    QMenu* menu = m_watch->menu();
    menu->clear();
    menu->addAction(m_watchMore);
    if (!folders.empty()) menu->addSeparator();
    for (const std::filesystem::path& folder : folders) {
        QAction* end =
            menu->addAction(icon(QStringLiteral("close")), tr("End watching %1").arg(shortPath(toQString(folder))));
        connect(end, &QAction::triggered, this, [this, folder] {
            m_feed.change([folder](QueueFeed::Store& store) { job::queue::unwatchFolder(store, folder); });
        });
    }
    m_watch->setText(folders.empty() ? QString() : countText(folders.size()));
    m_watch->setToolTip(folders.empty() ? tr("Make jobs of the scans that appear in a folder")
                                        : countedText(tr("%1 {folder is|folders are} watched: new scans become jobs"),
                                                      {folders.size()}));
}

void QueuePanel::showSums() {
    const QueueSums sums = m_model->sums();
    const std::array<std::pair<QString, std::size_t>, 6> texts{{{tr("All %1"), sums.all()},
                                                                {tr("Waiting %1"), sums.queued},
                                                                {tr("Running %1"), sums.running},
                                                                {tr("Done %1"), sums.done},
                                                                {tr("Failed %1"), sums.failed},
                                                                {tr("Stopped %1"), sums.stopped}}};
    for (std::size_t i = 0; i < texts.size(); ++i)
        m_filters->button(static_cast<int>(i))->setText(texts[i].first.arg(countText(texts[i].second)));
    // As rarely as there are any: a place less in a narrow row.
    QToolButton* stopped = filterButton(QueueFilter::stopped);
    stopped->setVisible(sums.stopped > 0 || stopped->isChecked());
    m_sums->setText(timeLeftText(sums));
    m_sums->setToolTip(sumsText(sums));
}

// ---- selection ----

std::vector<long long> QueuePanel::selection() const {
    QModelIndexList rows = m_table->selectionModel()->selectedRows();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    std::vector<long long> ids;
    for (const QModelIndex& index : rows)
        if (const job::queue::QueueJob* job = m_model->jobAt(index)) ids.push_back(job->id);
    return ids;
}

void QueuePanel::select(const std::vector<long long>& ids) {
    const std::unordered_set<long long> wanted(ids.begin(), ids.end());
    QItemSelection rows;
    QModelIndex first;
    for (int row = 0; row < m_model->rowCount() && !wanted.empty(); ++row) {
        const int begin = row; // of rows beside each other, which are one range
        while (row < m_model->rowCount() && wanted.contains(m_model->index(row, 0).data(QueueModel::kId).toLongLong()))
            ++row;
        if (row == begin) continue;
        rows.select(m_model->index(begin, 0), m_model->index(row - 1, 0));
        if (!first.isValid()) first = m_model->index(begin, 0);
    }
    QItemSelectionModel* selected = m_table->selectionModel();
    if (first.isValid()) selected->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
    selected->select(rows, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    if (first.isValid()) m_table->scrollTo(first);
}

std::vector<const job::queue::QueueJob*> QueuePanel::selectedJobs() const {
    std::vector<const job::queue::QueueJob*> jobs;
    for (const long long id : selection()) jobs.push_back(m_model->find(id));
    return jobs;
}

std::vector<long long> QueuePanel::selectedWhere(const std::function<bool(const job::queue::QueueJob&)>& is) const {
    std::vector<long long> ids;
    for (const job::queue::QueueJob* job : selectedJobs())
        if (is(*job)) ids.push_back(job->id);
    return ids;
}

const job::queue::QueueJob* QueuePanel::only() const {
    const auto jobs = selectedJobs();
    return jobs.size() == 1 ? jobs.front() : nullptr;
}

/// A row of a group is one cell.
void QueuePanel::spanGroups() {
    m_table->clearSpans();
    if (m_grouping->currentIndex() == 0) return;
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (m_model->isGroup(m_model->index(row, 0))) m_table->setSpan(row, 0, 1, QueueModel::kColumns);
}

void QueuePanel::scrollToRows() {
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (rows.isEmpty())
        m_table->scrollToTop();
    else
        m_table->scrollTo(rows.first());
}

/// The job whose turn it is stays in sight, unless somebody looks at another one.
void QueuePanel::followRunning() {
    const auto running = std::ranges::find_if(m_model->jobs(), &job::queue::QueueJob::isActive);
    const long long id = running == m_model->jobs().end() ? 0 : running->id;
    if (id == m_followed || !isVisible()) return;
    m_followed = id;
    if (id == 0 || m_selected != 0) return;
    // The range of the scroll bar knows a row that has just come when the table has been laid out, and not before.
    QTimer::singleShot(0, this, [this, id] {
        if (id == m_followed && m_selected == 0) m_table->scrollTo(m_model->indexOf(id));
    });
}

void QueuePanel::showSelected() {
    const std::vector<const job::queue::QueueJob*> jobs = selectedJobs();
    const job::queue::QueueJob* job = jobs.size() == 1 ? jobs.front() : nullptr;
    if (jobs.size() > 1) {
        std::vector<long long> ids;
        for (const job::queue::QueueJob* one : jobs) ids.push_back(one->id);
        m_details->showJobs(jobs.size(), m_model->sums(ids));
    } else {
        m_details->showJob(job, job == nullptr ? nullptr : m_model->progressOf(job->id),
                           job == nullptr ? std::string() : blamedParameter(*job));
    }
    m_selected = jobs.size();
    if (job == nullptr || job->id != m_shown) {
        m_pictured.clear();
        m_log = job == nullptr ? nullptr : std::make_shared<JobLog>(job->id);
        m_folder.clear();
        m_preview.reset();
        if (auto* const scrolled = qobject_cast<QScrollArea*>(m_split->widget(1)))
            scrolled->verticalScrollBar()->setValue(0);
    }
    m_shown = job == nullptr ? 0 : job->id;
    if (job == nullptr) m_described = 0;
    if (job == nullptr || !isVisible()) return;
    askForLog();
    if (m_described != job->id || m_describedState != job->state) askForDocument(*job);
    showPicture(*job);
}

/// What its process leaves in its folder, as long as somebody looks.
void QueuePanel::showLivePicture() {
    if (m_folder.isEmpty() || m_pictures.busy()) return;
    const job::queue::LiveFiles files{job::queue::JobFolder(toPath(m_folder))};
    if (!m_preview) m_preview = std::make_shared<job::queue::FileWatch>(files.preview());
    m_pictures.start<QImage>(
        [files, preview = m_preview](TaskContext&) {
            files.watchToo({.previewInterval_s = 1, .previewFrame = 0, .machine = false});
            return preview->changed() ? livePicture(preview->file()) : QImage();
        },
        [this, preview = m_preview](const QImage& picture) {
            if (preview == m_preview && !picture.isNull()) m_details->showPicture(picture);
        },
        [](const Error&) {}); // a folder that cannot be written: no picture
}

void QueuePanel::showPicture(const job::queue::QueueJob& job) {
    if (job.isActive() && job.state != job::queue::QueueState::waiting) return showLivePicture();
    const QString file = job.hasResult() ? toQString(job.result) : QString();
    if (file == m_pictured) return;
    m_pictured = file;
    if (file.isEmpty()) return;
    m_pictures.start<RunSummary>([file](TaskContext&) { return summariseRun(file); },
                                 [this](const RunSummary& run) {
                                     if (run.file == m_pictured) m_details->showPicture(run.picture);
                                 });
}

void QueuePanel::askForDocument(const job::queue::QueueJob& job) {
    const long long id = job.id;
    m_described = id;
    m_describedState = job.state; // it may have been edited while it waited
    m_document.reset();
    m_feed.ask<std::optional<job::JobDocument>>(
        [id](QueueFeed::Store& store) -> std::optional<job::JobDocument> {
            try {
                return store.documentOf(id);
            } catch (const Error&) { // the job has failed by it, and says so
                return std::nullopt;
            }
        },
        [panel = QPointer(this), id](const std::optional<job::JobDocument>& document) {
            if (!panel || !document || panel->m_described != id) return;
            panel->m_document = document;
            panel->m_details->showDocument(*document);
            panel->showSelected(); // its error may be about a file that the document names
        });
}

/// Which parameter names the file that the error of a job is about; empty: none does, or it is not known yet.
std::string QueuePanel::blamedParameter(const job::queue::QueueJob& job) const {
    const bool named =
        job.state == job::queue::QueueState::failed && std::filesystem::path(job.error.where).is_absolute();
    if (!named || m_described != job.id || !m_document) return {};
    return parameterOfFile(*m_document, job.error.where);
}

void QueuePanel::askForLog() {
    m_feed.ask<JobLogPart>([log = m_log](QueueFeed::Store& store) { return log->next(store); },
                           [panel = QPointer(this), log = m_log](const JobLogPart& part) {
                               if (!panel || panel->m_log != log) return; // another job was selected meanwhile
                               panel->m_folder = part.folder;
                               panel->m_details->addToLog(part.lines);
                               if (part.more) panel->askForLog();
                           });
}

void QueuePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    showSelected();
    followRunning();
}

QByteArray QueuePanel::saveLayout() const { return m_split->saveState(); }

void QueuePanel::restoreLayout(const QByteArray& state) { m_split->restoreState(state); }

} // namespace ewald::ui
