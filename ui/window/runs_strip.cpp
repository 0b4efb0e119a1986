// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/runs_strip.h"

#include "common/icon.h"
#include "common/quantity_text.h"
#include "io/integration_file.h"
#include "io/result_file.h"
#include "job/document/document.h"
#include "model/text.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QListView>
#include <QLocale>
#include <QMimeData>
#include <QPixmap>
#include <QScrollBar>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ewald::ui {

namespace {

constexpr int kLeastSide = 68; ///< of a picture: the strip fits below a page on a screen of 800 pixels
constexpr int kMostSide = 2 * RunSummary::kPicture;
constexpr int kLines = 3; ///< of text below a picture

/// Results of a folder that are read: the newest ones.
constexpr std::size_t kMostOfFolder = 40;

/// As short as it still tells runs of a night apart.
QString timeText(const QDateTime& time) {
    const bool today = time.date() == QDate::currentDate();
    return QLocale().toString(time, today ? QStringLiteral("HH:mm") : RunList::tr("d MMM HH:mm"));
}

} // namespace

RunList::RunList(QObject* parent) : QAbstractListModel(parent) {}

RunList::~RunList() { *m_ending = true; }

/// The newest results among the files of a folder, the newest first. Checkpoints go when their runs end, and are no
/// results.
std::vector<RunList::Expected> RunList::resultsIn(const QString& folder) {
    std::vector<Expected> found;
    const QFileInfoList files = QDir(folder).entryInfoList({QStringLiteral("*.h5")}, QDir::Files, QDir::Time);
    const QString ofCheckpoints = toQString(job::checkpointFile({}));
    for (const QFileInfo& info : files) {
        if (info.fileName().endsWith(ofCheckpoints)) continue;
        const std::filesystem::path path = toPath(info.filePath());
        if (io::isResultFile(path) || io::isIntegrationFile(path))
            found.push_back({info.filePath(), info.lastModified()});
        if (found.size() == kMostOfFolder) break;
    }
    return found;
}

void RunList::add(const QString& file) {
    m_reader.start<RunSummary>([file, ending = m_ending] { return *ending ? RunSummary() : summariseRun(file); },
                               [this](RunSummary run) { take(std::move(run)); });
}

void RunList::addFolder(const QString& folder) {
    if (m_folders.contains(folder)) return;
    m_folders.insert(folder);
    using Files = std::vector<Expected>;
    m_reader.start<Files>([folder, ending = m_ending] { return *ending ? Files() : resultsIn(folder); },
                          [this](const Files& files) {
                              expect(files);
                              for (const Expected& each : files) add(each.file);
                          });
}

std::vector<RunList::Entry>::iterator RunList::find(const QString& file) {
    return std::ranges::find(m_runs, file, [](const Entry& entry) { return entry.run.file; });
}

/// Gives them their places, all at once.
void RunList::expect(const std::vector<Expected>& files) {
    for (const Expected& each : files) {
        if (find(each.file) != m_runs.end()) continue;
        Entry entry;
        entry.run.file = each.file;
        entry.run.time = each.time;
        entry.read = false;
        insert(std::move(entry));
    }
}

void RunList::take(RunSummary run) {
    const auto old = find(run.file);
    const bool known = old != m_runs.end(), gone = !run.problem.isEmpty();
    if (known && old->read && old->run.time == run.time) return;
    // The window says it where the file is opened; a place that it has got stays.
    if (!known && gone) return;
    const QIcon picture = run.picture.isNull() ? QIcon() : QIcon(QPixmap::fromImage(run.picture));
    if (gone && known) run.time = old->run.time;
    if (known && old->run.time == run.time) {
        const auto row = static_cast<std::size_t>(old - m_runs.begin());
        *old = Entry{std::move(run), picture, {}, {}};
        noteChanges(row);
        noteChanges(row + 1);
        emit dataChanged(index(static_cast<int>(row)), index(std::min(static_cast<int>(row) + 1, rowCount() - 1)));
        return;
    }
    if (known) { // it was written again
        const auto row = static_cast<int>(old - m_runs.begin());
        beginRemoveRows({}, row, row);
        m_runs.erase(old);
        noteChanges(static_cast<std::size_t>(row));
        endRemoveRows();
    }
    insert(Entry{std::move(run), picture, {}, {}});
}

void RunList::insert(Entry entry) {
    const auto place =
        std::ranges::upper_bound(m_runs, entry.run.time, {}, [](const Entry& other) { return other.run.time; });
    const auto row = static_cast<std::size_t>(place - m_runs.begin());
    beginInsertRows({}, static_cast<int>(row), static_cast<int>(row));
    m_runs.insert(place, std::move(entry));
    noteChanges(row);
    endInsertRows();
    if (row + 1 == m_runs.size()) return;
    noteChanges(row + 1);
    emit dataChanged(index(static_cast<int>(row) + 1), index(static_cast<int>(row) + 1));
}

void RunList::noteChanges(std::size_t row) {
    if (row >= m_runs.size()) return;
    Entry& entry = m_runs[row];
    entry.changes.clear();
    entry.caption = QFileInfo(entry.run.file).completeBaseName();
    if (row == 0 || !entry.read || !m_runs[row - 1].read) return;
    const RunSummary& before = m_runs[row - 1].run;
    entry.changes = changesBetween(before, entry.run);
    // Of another scan: its name says more than from which to which.
    const auto scanOf = [](const RunSummary& run) {
        return run.job && !run.job->files().empty() ? toQString(run.job->files().front().filename()) : QString();
    };
    const QString scan = scanOf(entry.run);
    if (!scan.isEmpty() && scan != scanOf(before))
        entry.caption = scan;
    else if (!entry.changes.isEmpty())
        entry.caption = entry.changes.first();
}

const RunSummary* RunList::runAt(const QModelIndex& index) const {
    return index.isValid() ? &m_runs[static_cast<std::size_t>(index.row())].run : nullptr;
}

QStringList RunList::changesOf(const QModelIndex& index) const {
    return index.isValid() ? m_runs[static_cast<std::size_t>(index.row())].changes : QStringList();
}

int RunList::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_runs.size());
}

QVariant RunList::data(const QModelIndex& index, int role) const {
    const RunSummary* run = runAt(index);
    if (run == nullptr) return {};
    const Entry& entry = m_runs[static_cast<std::size_t>(index.row())];
    QStringList lines;
    switch (role) {
    case Qt::DecorationRole: return entry.picture.isNull() ? icon(QStringLiteral("object")) : entry.picture;
    case Qt::DisplayRole:
        if (!entry.read)
            lines << tr("Reading…");
        else if (!run->problem.isEmpty())
            lines << tr("Cannot be read");
        else
            lines << (run->error >= 0 ? tr("Error %1").arg(numberText(run->error)) : run->what);
        lines << entry.caption << timeText(run->written.isValid() ? run->written : run->time);
        return lines.join(u'\n');
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        lines << QDir::toNativeSeparators(run->file);
        for (const QString& line : {run->what, run->problem})
            if (!line.isEmpty()) lines << line;
        if (run->error >= 0) lines << tr("Fourier error %1").arg(numberText(run->error));
        lines << QLocale().toString(run->written.isValid() ? run->written : run->time, QLocale::ShortFormat);
        if (!entry.changes.isEmpty()) lines << tr("Changed against the run before:") << entry.changes;
        return lines.join(u'\n');
    default: return {};
    }
}

Qt::ItemFlags RunList::flags(const QModelIndex& index) const {
    return index.isValid() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled : Qt::NoItemFlags;
}

QStringList RunList::mimeTypes() const { return {QStringLiteral("text/uri-list")}; }

QMimeData* RunList::mimeData(const QModelIndexList& indexes) const {
    QList<QUrl> files;
    for (const QModelIndex& index : indexes) files << QUrl::fromLocalFile(runAt(index)->file);
    auto* data = new QMimeData;
    data->setUrls(files);
    return data;
}

// ---- the strip ----

RunsStrip::RunsStrip(QWidget* parent)
    : QWidget(parent), m_list(new QListView(this)), m_empty(new QLabel(tr("Results of runs appear here."), this)) {
    setObjectName(QStringLiteral("runsStrip"));
    m_list->setModel(&m_runs);
    m_list->setViewMode(QListView::IconMode);
    m_list->setFlow(QListView::LeftToRight);
    m_list->setWrapping(false);
    m_list->setMovement(QListView::Static);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setUniformItemSizes(true);
    m_list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setWordWrap(false);
    m_list->setTextElideMode(Qt::ElideMiddle); // names and values differ at their ends
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setDragEnabled(true);
    m_list->setDragDropMode(QAbstractItemView::DragOnly);
    m_list->setMinimumHeight(kLeastSide + kLines * fontMetrics().lineSpacing() + 30);
    m_list->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_list->setAccessibleName(tr("Runs"));
    m_list->setToolTip(tr("Click: show. Drag on the parameters: start from it. Two selected: compare."));
    buildActions();
    auto* buttons = new QVBoxLayout;
    for (QAction* what : {m_compare, m_startFrom, m_use}) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(what);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        buttons->addWidget(button);
    }
    buttons->addStretch();
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 8, 4);
    row->addWidget(m_empty);
    row->addWidget(m_list, 1);
    row->addLayout(buttons);
    connect(m_list, &QListView::clicked, this, [this](const QModelIndex& index) {
        if (selected().size() == 1) emit shown(m_runs.runAt(index)->file);
    });
    connect(m_list, &QListView::activated, this,
            [this](const QModelIndex& index) { emit shown(m_runs.runAt(index)->file); });
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsStrip::updateActions);
    connect(&m_runs, &QAbstractItemModel::dataChanged, this, &RunsStrip::updateActions); // one that is read now
    keepPlaces();
    fitPictures();
    updateActions();
}

/// What is inserted moves no tile that is under the mouse, or will be.
void RunsStrip::keepPlaces() {
    connect(&m_runs, &QAbstractItemModel::rowsAboutToBeInserted, this, [this] {
        int row = 0;
        while (row + 1 < m_runs.rowCount() && m_list->visualRect(m_runs.index(row)).left() < 0) ++row;
        m_anchor = m_runs.index(row);
        m_anchorLeft = m_list->visualRect(m_anchor).left();
    });
    connect(&m_runs, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex&, int, int last) {
        m_empty->hide();
        const bool newest = last + 1 == m_runs.rowCount();
        if (newest && !m_list->viewport()->underMouse()) {
            m_list->scrollTo(m_runs.index(last));
        } else if (m_anchor.isValid()) {
            m_list->doItemsLayout();
            QScrollBar* bar = m_list->horizontalScrollBar();
            bar->setValue(bar->value() + m_list->visualRect(m_anchor).left() - m_anchorLeft);
        }
    });
}

/// As large as the strip is high.
void RunsStrip::fitPictures() {
    const int text = kLines * fontMetrics().lineSpacing();
    const int side = std::clamp(m_list->height() - text - 30, kLeastSide, kMostSide);
    if (m_list->iconSize().height() == side) return;
    m_list->setIconSize({side, side});
    const int caption = fontMetrics().horizontalAdvance(QString(22, u'n'));
    m_list->setGridSize({std::max(side + 16, caption), side + text + 14});
}

void RunsStrip::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitPictures();
}

void RunsStrip::add(const QString& file) {
    if (!isVisible()) {
        m_waiting << file;
        return;
    }
    m_runs.add(file);
    m_runs.addFolder(QFileInfo(file).absolutePath());
}

void RunsStrip::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    for (const QString& file : std::exchange(m_waiting, {})) add(file);
}

void RunsStrip::buildActions() {
    const auto add = [this](const char* iconName, const QString& text, const QString& tip) {
        auto* made = new QAction(icon(QLatin1String(iconName)), text, this);
        made->setToolTip(tip);
        m_list->addAction(made);
        return made;
    };
    m_compare = add("object", tr("Compare"), tr("Shows two selected results beside each other"));
    m_startFrom =
        add("start", tr("Start from it"), tr("The next run begins with probe and object of the selected one"));
    m_use = add("sliders", tr("Use its parameters"), tr("Puts the parameters of the selected run into the form"));
    connect(m_compare, &QAction::triggered, this, [this] {
        const QStringList files = selected();
        if (files.size() == 2) emit compareWanted(files[0], files[1]);
    });
    connect(m_startFrom, &QAction::triggered, this, [this] {
        if (const RunSummary* run = only()) emit startFromWanted(run->file);
    });
    connect(m_use, &QAction::triggered, this, [this] {
        if (const RunSummary* run = only(); run != nullptr && run->job) emit useWanted(*run->job);
    });
}

QStringList RunsStrip::selected() const {
    QModelIndexList indexes = m_list->selectionModel()->selectedIndexes();
    std::ranges::sort(indexes, {}, &QModelIndex::row);
    QStringList files;
    for (const QModelIndex& index : indexes) files << m_runs.runAt(index)->file;
    return files;
}

const RunSummary* RunsStrip::only() const {
    const QModelIndexList indexes = m_list->selectionModel()->selectedIndexes();
    return indexes.size() == 1 ? m_runs.runAt(indexes.first()) : nullptr;
}

void RunsStrip::updateActions() {
    const RunSummary* run = only();
    const QModelIndexList chosen = m_list->selectionModel()->selectedIndexes();
    m_compare->setEnabled(chosen.size() == 2 && std::ranges::all_of(chosen, [this](const QModelIndex& index) {
                              return m_runs.runAt(index)->isReconstruction;
                          }));
    m_startFrom->setEnabled(run != nullptr && run->error >= 0);
    m_use->setEnabled(run != nullptr && run->job.has_value());
}

} // namespace ewald::ui
