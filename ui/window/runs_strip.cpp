// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/runs_strip.h"

#include "common/icon.h"
#include "common/quantity_text.h"
#include "io/integration_file.h"
#include "io/result_file.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QListView>
#include <QLocale>
#include <QMimeData>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ewald::ui {

namespace {

constexpr int kSide = 68; ///< of a picture: the strip fits below a page on a screen of 800 pixels

/// Results of a folder that are read: the newest ones.
constexpr qsizetype kMostOfFolder = 40;

/// Reads the newest results among the files of a folder, as their names are.
QStringList resultsIn(const QString& folder) {
    QStringList found;
    const QStringList names = QDir(folder).entryList({QStringLiteral("*.h5")}, QDir::Files, QDir::Time);
    for (const QString& name : names) {
        const QString file = QDir(folder).filePath(name);
        const std::filesystem::path path = toPath(file);
        if (io::isResultFile(path) || io::isIntegrationFile(path)) found << file;
        if (found.size() == kMostOfFolder) break;
    }
    return found;
}

} // namespace

RunList::RunList(QObject* parent) : QAbstractListModel(parent) {}

RunList::~RunList() { *m_ending = true; }

void RunList::add(const QString& file) {
    m_reader.start<RunSummary>([file, ending = m_ending] { return *ending ? RunSummary() : summariseRun(file); },
                               [this](RunSummary run) { take(std::move(run)); });
}

void RunList::addFolder(const QString& folder) {
    if (m_folders.contains(folder)) return;
    m_folders.insert(folder);
    m_reader.start<QStringList>([folder, ending = m_ending] { return *ending ? QStringList() : resultsIn(folder); },
                                [this](const QStringList& files) {
                                    for (const QString& file : files) add(file);
                                });
}

void RunList::take(RunSummary run) {
    const auto old = std::ranges::find(m_runs, run.file, [](const Entry& entry) { return entry.run.file; });
    if (old != m_runs.end()) {
        if (old->run.time == run.time) return;
        const auto row = static_cast<int>(old - m_runs.begin());
        beginRemoveRows({}, row, row);
        m_runs.erase(old);
        noteChanges(static_cast<std::size_t>(row));
        endRemoveRows();
    }
    if (!run.problem.isEmpty()) return; // the window says it where the file is opened
    const auto place =
        std::ranges::upper_bound(m_runs, run.time, {}, [](const Entry& entry) { return entry.run.time; });
    const auto row = static_cast<std::size_t>(place - m_runs.begin());
    beginInsertRows({}, static_cast<int>(row), static_cast<int>(row));
    const QImage picture = run.picture.isNull()
                               ? QImage()
                               : run.picture.scaled(kSide, kSide, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    m_runs.insert(place, Entry{std::move(run), QPixmap::fromImage(picture), {}});
    noteChanges(row);
    endInsertRows();
    if (row + 1 == m_runs.size()) return;
    noteChanges(row + 1);
    emit dataChanged(index(static_cast<int>(row) + 1), index(static_cast<int>(row) + 1));
}

void RunList::noteChanges(std::size_t row) {
    if (row >= m_runs.size()) return;
    m_runs[row].changes = row > 0 ? changesBetween(m_runs[row - 1].run, m_runs[row].run) : QStringList();
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
    case Qt::DecorationRole:
        return entry.picture.isNull() ? QVariant(icon(QStringLiteral("object"))) : QVariant(entry.picture);
    case Qt::DisplayRole:
        lines << (run->error >= 0 ? tr("Error %1").arg(numberText(run->error)) : run->what)
              << (entry.changes.isEmpty() ? QFileInfo(run->file).completeBaseName() : entry.changes.first())
              << QLocale().toString(run->time, QLocale::ShortFormat);
        return lines.join(u'\n');
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        lines << QDir::toNativeSeparators(run->file) << run->what;
        if (run->error >= 0) lines << tr("Fourier error %1").arg(numberText(run->error));
        lines << QLocale().toString(run->time, QLocale::ShortFormat);
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
    m_list->setIconSize({kSide, kSide});
    m_list->setGridSize({kSide + 56, kSide + 3 * fontMetrics().lineSpacing() + 14});
    m_list->setWordWrap(false);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setDragEnabled(true);
    m_list->setDragDropMode(QAbstractItemView::DragOnly);
    m_list->setMinimumHeight(kSide + 3 * fontMetrics().lineSpacing() + 30);
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
    connect(&m_runs, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex&, int, int last) {
        m_empty->hide();
        if (last + 1 == m_runs.rowCount()) m_list->scrollTo(m_runs.index(last)); // the newest one
    });
    updateActions();
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
    m_compare->setEnabled(selected().size() == 2);
    m_startFrom->setEnabled(run != nullptr && run->error >= 0);
    m_use->setEnabled(run != nullptr && run->job.has_value());
}

} // namespace ewald::ui
