// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/queue_model.h"

#include "common/counted_text.h"
#include "common/icon.h"
#include "common/quantity_text.h"
#include "model/job_kind_ui.h"
#include "model/queue_text.h"
#include "model/text.h"

#include <QMimeData>
#include <QUrl>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_set>

namespace ewald::ui {

using job::queue::JobProgress;
using job::queue::QueueJob;
using job::queue::QueueState;

QueueModel::QueueModel(QObject* parent) : QAbstractTableModel(parent) {}

// ---- what there is ----

void QueueModel::take(const QueueSnapshotPtr& snapshot) {
    m_jobs = snapshot->jobs;
    m_atOnce = snapshot->atOnce;
    m_places.clear();
    m_places.reserve(m_jobs.size());
    for (std::size_t i = 0; i < m_jobs.size(); ++i) m_places.emplace(m_jobs[i].id, i);
    std::erase_if(m_progress, [this](const auto& entry) {
        const QueueJob* job = find(entry.first);
        return job == nullptr || !job->isActive();
    });
    std::set<std::string> names;
    m_sharedNames.clear();
    for (const QueueJob& job : m_jobs)
        if (!names.insert(job.name).second) m_sharedNames.insert(job.name);
    m_estimate = TimeEstimate(m_jobs);
    rebuild();
    emit sumsChanged();
}

void QueueModel::takeProgress(const QueueProgress& progress) {
    for (const auto& [id, now] : progress) {
        if (find(id) == nullptr) continue;
        JobProgress& kept = m_progress[id];
        const double before_s = kept.secondsLeft;
        kept = now;
        if (now.state == "paused" && now.secondsLeft < 0) kept.secondsLeft = before_s; // no rate while it holds still
        const QModelIndex index = indexOf(id);
        if (index.isValid()) emit dataChanged(index.siblingAtColumn(kState), index.siblingAtColumn(kLeft));
    }
    emit sumsChanged();
}

QueueSums QueueModel::sumsOf(const std::vector<const QueueJob*>& jobs) const {
    QueueSums sums;
    double left = 0, longest = 0, fractions = 0;
    std::size_t counted = 0;
    bool known = true;
    for (const QueueJob* job : jobs) {
        countState(sums, *job);
        if (hasEnded(job->state)) continue;
        if (job->dataPending && !job->isActive()) continue; // nobody knows when it begins
        const double own = secondsLeft(*job);
        known = known && own >= 0;
        left += std::max(0.0, own);
        longest = std::max(longest, own);
        if (const double fraction = fractionOf(*job); job->isActive() && fraction >= 0) {
            fractions += fraction;
            ++counted;
        }
    }
    if (counted > 0) sums.fraction = fractions / static_cast<double>(counted);
    if (known && sums.queued + sums.running > sums.withoutData)
        sums.left_s = std::max( // side by side, and no sooner than the last of them
            longest, left / static_cast<double>(
                                std::clamp<std::size_t>(m_atOnce, 1, sums.queued + sums.running - sums.withoutData)));
    return sums;
}

QueueSums QueueModel::sums() const {
    std::vector<const QueueJob*> jobs;
    for (const QueueJob& job : m_jobs) jobs.push_back(&job);
    return sumsOf(jobs);
}

QueueSums QueueModel::sums(const std::vector<long long>& ids) const {
    std::vector<const QueueJob*> jobs;
    for (const long long id : ids)
        if (const QueueJob* job = find(id)) jobs.push_back(job);
    return sumsOf(jobs);
}

const QueueJob* QueueModel::find(long long id) const {
    const auto place = m_places.find(id);
    return place == m_places.end() ? nullptr : &m_jobs[place->second];
}

const JobProgress* QueueModel::progressOf(long long id) const {
    const auto found = m_progress.find(id);
    return found == m_progress.end() ? nullptr : &found->second;
}

const QueueJob* QueueModel::jobAt(const QModelIndex& index) const {
    return index.isValid() ? find(m_rows[static_cast<std::size_t>(index.row())]) : nullptr;
}

QModelIndex QueueModel::indexOf(long long id) const {
    const auto row = std::ranges::find(m_rows, id);
    return row == m_rows.end() ? QModelIndex() : index(static_cast<int>(row - m_rows.begin()), 0);
}

bool QueueModel::isGroup(const QModelIndex& index) const {
    return index.isValid() && m_rows[static_cast<std::size_t>(index.row())] < 0;
}

double QueueModel::secondsLeft(const QueueJob& job) const {
    const JobProgress* progress = progressOf(job.id);
    // While it reads, the time is that of reading.
    const bool computes = progress != nullptr && (progress->state == "running" || progress->state == "paused");
    if (computes && progress->secondsLeft >= 0) return progress->secondsLeft;
    const bool isPartDone = computes || (progress != nullptr && progress->part.half > 0);
    const double whole = m_estimate.secondsOf(job);
    return whole < 0 ? -1 : whole * (isPartDone ? 1 - std::max(0.0, fractionOf(job)) : 1);
}

double QueueModel::fractionOf(const QueueJob& job) const {
    if (job.state == QueueState::done) return 1;
    const JobProgress* progress = progressOf(job.id);
    return progress == nullptr ? -1 : progress->fraction();
}

// ---- which rows ----

void QueueModel::setFilter(QueueFilter filter) {
    if (m_filter == filter) return;
    m_filter = filter;
    rebuild();
}

void QueueModel::setSearch(const QString& words) {
    const QString simple = words.simplified();
    if (m_search == simple) return;
    m_search = simple;
    rebuild();
}

void QueueModel::setGrouping(QueueGrouping grouping) {
    if (m_grouping == grouping) return;
    m_grouping = grouping;
    rebuild();
}

void QueueModel::toggleGroup(const QModelIndex& index) {
    if (!isGroup(index)) return;
    Group& group = m_groups[m_rows[static_cast<std::size_t>(index.row())]];
    group.folded = !group.folded;
    rebuild();
}

void QueueModel::sort(int column, Qt::SortOrder order) {
    if (m_sortColumn == column && m_sortOrder == order) return;
    m_sortColumn = column;
    m_sortOrder = order;
    rebuild();
}

bool QueueModel::passes(const QueueJob& job) const {
    QueueSums one;
    countState(one, job);
    const bool shown =
        m_filter == QueueFilter::all || (m_filter == QueueFilter::queued && one.queued > 0) ||
        (m_filter == QueueFilter::running && one.running > 0) || (m_filter == QueueFilter::done && one.done > 0) ||
        (m_filter == QueueFilter::failed && one.failed > 0) || (m_filter == QueueFilter::stopped && one.stopped > 0);
    if (!shown || m_search.isEmpty()) return shown;
    const auto holds = [this](const std::string& text) {
        return QString::fromStdString(text).contains(m_search, Qt::CaseInsensitive);
    };
    return holds(job.name) || nameText(job).contains(m_search, Qt::CaseInsensitive) || holds(job.sample) ||
           holds(job.comment) || holds(job.operatorName) || holds(job.result.string()) ||
           (!job.error.what.empty() && shortMessage(job).contains(m_search, Qt::CaseInsensitive));
}

QString QueueModel::groupOf(const QueueJob& job) const {
    if (m_grouping == QueueGrouping::folder) return toQString(job.result.parent_path());
    return job.sample.empty() ? tr("Without a sample") : QString::fromStdString(job.sample);
}

/// Indices of jobs in the order that was chosen.
void QueueModel::sortRows(std::vector<std::size_t>& rows) const {
    if (m_sortColumn < 0) return;
    const auto sorted = [&](const auto& keyOf) {
        using Key = std::decay_t<decltype(keyOf(m_jobs.front()))>;
        std::vector<std::pair<Key, std::size_t>> keys;
        keys.reserve(rows.size());
        for (const std::size_t row : rows) keys.emplace_back(keyOf(m_jobs[row]), row);
        const bool up = m_sortOrder == Qt::AscendingOrder;
        std::ranges::stable_sort(
            keys, [up](const auto& a, const auto& b) { return up ? a.first < b.first : b.first < a.first; });
        for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = keys[i].second;
    };
    // What has no figure comes last, whichever way.
    const auto sortKey = [this](double figure) {
        constexpr double kLast = std::numeric_limits<double>::infinity();
        return figure >= 0 ? figure : m_sortOrder == Qt::AscendingOrder ? kLast : -kLast;
    };
    switch (m_sortColumn) {
    case kName: return sorted([](const QueueJob& job) { return QString::fromStdString(job.name).toLower(); });
    case kState: return sorted([](const QueueJob& job) { return static_cast<int>(job.state); });
    case kProgress: return sorted([this](const QueueJob& job) { return fractionOf(job); });
    case kRate:
        return sorted([this](const QueueJob& job) {
            const JobProgress* progress = progressOf(job.id);
            return progress == nullptr ? 0 : progress->perSecond;
        });
    case kLeft: return sorted([this](const QueueJob& job) { return hasEnded(job.state) ? -2 : secondsLeft(job); });
    case kError: return sorted([&](const QueueJob& job) { return sortKey(job.figures.fourierError); });
    case kResolution: return sorted([&](const QueueJob& job) { return sortKey(job.figures.resolution_m); });
    case kDevices: return sorted([](const QueueJob& job) { return job.devicesUsed(); });
    default: return sorted([](const QueueJob& job) { return shortMessage(job); });
    }
}

std::vector<long long> QueueModel::makeRows() {
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < m_jobs.size(); ++i)
        if (passes(m_jobs[i])) shown.push_back(i);
    sortRows(shown);
    std::vector<long long> rows;
    rows.reserve(shown.size());
    if (m_grouping == QueueGrouping::none) {
        for (const std::size_t i : shown) rows.push_back(m_jobs[i].id);
        return rows;
    }
    for (auto& entry : m_groups) entry.second.sums = {};
    std::vector<std::pair<long long, std::vector<long long>>> groups; // in the order of their first job
    std::unordered_map<long long, std::size_t> places;
    for (const std::size_t i : shown) {
        const QString name = groupOf(m_jobs[i]);
        const auto number = -1 - static_cast<long long>(m_groupIds.size());
        const long long id = m_groupIds.try_emplace(name, number).first->second;
        Group& group = m_groups[id];
        group.name = name;
        countState(group.sums, m_jobs[i]);
        const auto [place, added] = places.try_emplace(id, groups.size());
        if (added) groups.emplace_back(id, std::vector<long long>());
        groups[place->second].second.push_back(m_jobs[i].id);
    }
    for (const auto& [id, members] : groups) {
        rows.push_back(id);
        if (!m_groups[id].folded) rows.insert(rows.end(), members.begin(), members.end());
    }
    return rows;
}

void QueueModel::rebuild() {
    reconcile(makeRows());
    if (!m_rows.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
    emit rebuilt();
}

/// Takes rows out, puts others in and moves the rest, so that selection and scroll position stay; where that would be
/// very many steps, all at once.
void QueueModel::reconcile(const std::vector<long long>& next) {
    constexpr int kMostSteps = 64;
    if (next == m_rows) return;
    const std::unordered_set<long long> wanted(next.begin(), next.end());
    const std::unordered_set<long long> had(m_rows.begin(), m_rows.end());
    const auto runs = [](const std::vector<long long>& rows, const std::unordered_set<long long>& others) {
        int count = 0;
        for (std::size_t i = 0; i < rows.size(); ++i)
            count += !others.contains(rows[i]) && (i == 0 || others.contains(rows[i - 1])) ? 1 : 0;
        return count;
    };
    if (runs(m_rows, wanted) + runs(next, had) > kMostSteps) {
        beginResetModel();
        m_rows = next;
        endResetModel();
        return;
    }
    for (auto end = m_rows.size(); end > 0;) {
        if (wanted.contains(m_rows[end - 1])) {
            --end;
            continue;
        }
        std::size_t begin = end - 1;
        while (begin > 0 && !wanted.contains(m_rows[begin - 1])) --begin;
        beginRemoveRows({}, static_cast<int>(begin), static_cast<int>(end) - 1);
        m_rows.erase(m_rows.begin() + static_cast<std::ptrdiff_t>(begin),
                     m_rows.begin() + static_cast<std::ptrdiff_t>(end));
        endRemoveRows();
        end = begin;
    }
    std::vector<long long> kept;
    std::ranges::copy_if(next, std::back_inserter(kept), [&](long long id) { return had.contains(id); });
    if (kept != m_rows) {
        emit layoutAboutToBeChanged();
        std::unordered_map<long long, int> places;
        for (std::size_t i = 0; i < kept.size(); ++i) places.emplace(kept[i], static_cast<int>(i));
        QModelIndexList after;
        const QModelIndexList before = persistentIndexList();
        for (const QModelIndex& old : before)
            after << index(places.at(m_rows[static_cast<std::size_t>(old.row())]), old.column());
        m_rows = kept;
        changePersistentIndexList(before, after);
        emit layoutChanged();
    }
    for (std::size_t begin = 0; begin < next.size();) {
        std::size_t end = begin;
        while (end < next.size() && !had.contains(next[end])) ++end;
        if (end > begin) {
            beginInsertRows({}, static_cast<int>(begin), static_cast<int>(end) - 1);
            m_rows.insert(m_rows.begin() + static_cast<std::ptrdiff_t>(begin),
                          next.begin() + static_cast<std::ptrdiff_t>(begin),
                          next.begin() + static_cast<std::ptrdiff_t>(end));
            endInsertRows();
        }
        begin = end + 1;
    }
}

// ---- as a table ----

int QueueModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int QueueModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant QueueModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const long long id = m_rows[static_cast<std::size_t>(index.row())];
    if (role == kId) return id;
    if (id < 0) {
        const auto group = m_groups.find(id);
        return group == m_groups.end() ? QVariant() : groupData(group->second, index.column(), role);
    }
    const QueueJob* job = find(id);
    return job == nullptr ? QVariant() : jobData(*job, index.column(), role);
}

QVariant QueueModel::groupData(const Group& group, int column, int role) const {
    if (column != kName) return {};
    if (role == Qt::DisplayRole) return tr("%1: %2").arg(group.name, sumsText(group.sums));
    if (role == Qt::DecorationRole)
        return icon(group.folded ? QStringLiteral("chevron-right") : QStringLiteral("chevron-down"));
    if (role == Qt::ToolTipRole) return tr("Click to fold or unfold");
    return {};
}

/// With the name of the file.
QString QueueModel::shortMessage(const QueueJob& job) {
    const UserMessage said = failureMessage(job);
    const std::filesystem::path file = toPath(said.where.section(QStringLiteral(":/"), 0, 0)); // without the dataset
    const QString what = asSentence(said.what);
    return file.is_absolute() ? tr("%1: %2").arg(what, toQString(file.filename())) : what;
}

QString QueueModel::progressText(const QueueJob& job) const {
    const double fraction = fractionOf(job);
    if (fraction < 0) return {};
    return tr("%1 %").arg(fixedText(std::floor(100 * fraction), 0));
}

/// What is left of a job that runs, and how long one took that is done.
QString QueueModel::timeText(const QueueJob& job) const {
    if (job.state == QueueState::done && job.started > 0 && job.ended > job.started)
        return durationText(job.ended - job.started);
    if (!job.isActive()) return {};
    const double left = secondsLeft(job);
    if (left < 0) return tr("not known");
    const JobProgress* progress = progressOf(job.id);
    const bool atMost = progress != nullptr && progress->atMost;
    return (atMost ? tr("≤ %1 left") : tr("%1 left")).arg(durationText(std::ceil(left)));
}

/// Jobs of one name are told apart by what they write.
QString QueueModel::nameText(const QueueJob& job) const {
    const QString name = jobNameText(job);
    return m_sharedNames.contains(job.name) && !job.result.empty()
               ? name + QStringLiteral(" · ") + toQString(job.result.filename())
               : name;
}

QVariant QueueModel::jobData(const QueueJob& job, int column, int role) const {
    const JobProgress* progress = progressOf(job.id);
    if (role == kFraction) return fractionOf(job);
    if (role == kColour) return QLatin1String(jobColour(job));
    if (role == Qt::DecorationRole && column == kName) {
        const auto kind =
            std::ranges::find(jobKindUis(), job.kind, [](const JobKindUi& ui) { return ui.kind->name(); });
        return icon(QLatin1String(kind == jobKindUis().end() ? "report" : kind->icon));
    }
    if (role == Qt::ToolTipRole) {
        const QString why = column == kResolution ? noResolutionText(job) : QString();
        return why.isEmpty() ? jobToolTip(job) : why + QStringLiteral("\n\n") + jobToolTip(job);
    }
    if (role == Qt::TextAlignmentRole &&
        (column == kRate || column == kLeft || column == kError || column == kResolution))
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (column) {
    case kName: return nameText(job);
    case kState: return jobStateText(job, progress);
    case kProgress: return progressText(job);
    case kRate:
        if (progress == nullptr || !(progress->perSecond > 0)) return {};
        return tr("%1/s").arg(numberText(progress->perSecond));
    case kLeft: return timeText(job);
    case kError: return job.figures.fourierError < 0 ? QString() : numberText(job.figures.fourierError, 3);
    case kResolution: return resolutionText(job);
    case kDevices: return devicesText(job);
    case kMessage: return shortMessage(job);
    default: return {};
    }
}

QStringList QueueModel::wordsOf(int column) {
    constexpr double kLong_s = 23 * 3600 + 59 * 60;
    constexpr double kMinutes_s = 59 * 60 + 59; // "min" is wider than "h"
    switch (column) {
    case kState: return jobStateTexts();
    case kProgress: return {tr("%1 %").arg(fixedText(100, 0))};
    case kRate: return {tr("%1/s").arg(numberText(123.4))};
    case kLeft:
        return {tr("not known"), tr("≤ %1 left").arg(durationText(kLong_s)),
                tr("≤ %1 left").arg(durationText(kMinutes_s))};
    case kError: return {numberText(0.001234, 3)};
    case kResolution: return resolutionTexts();
    default: return {};
    }
}

QVariant QueueModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::ToolTipRole) {
        const QString sorts = tr("Sort by this column; a third click shows the order in which the jobs run");
        return section == kError ? tr("Fourier error") + u'\n' + sorts : sorts;
    }
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case kName: return tr("Job");
    case kState: return tr("State");
    case kProgress: return tr("Progress");
    case kRate: return tr("Rate");
    case kLeft: return tr("Time");
    case kError: return tr("Error");
    case kResolution: return tr("Resolution");
    case kDevices: return tr("Devices");
    case kMessage: return tr("Message");
    default: return {};
    }
}

Qt::ItemFlags QueueModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::ItemIsDropEnabled; // between the rows
    if (isGroup(index)) return Qt::ItemIsEnabled;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled | Qt::ItemNeverHasChildren;
}

// ---- drag and drop ----

QStringList QueueModel::mimeTypes() const { return {QLatin1String(kMimeType)}; }

QMimeData* QueueModel::mimeData(const QModelIndexList& indexes) const {
    QStringList ids;
    QList<QUrl> results;
    QModelIndexList rows = indexes;
    std::ranges::stable_sort(rows, {}, &QModelIndex::row);
    for (const QModelIndex& index : rows) {
        const QueueJob* job = jobAt(index);
        if (index.column() != kName || job == nullptr) continue;
        ids << QString::number(job->id);
        if (job->hasResult()) results << QUrl::fromLocalFile(toQString(job->result));
    }
    if (ids.isEmpty()) return nullptr;
    auto* data = new QMimeData;
    data->setData(QLatin1String(kMimeType), ids.join(u' ').toLatin1());
    if (!results.isEmpty()) data->setUrls(results); // for the form, and for other programs
    return data;
}

bool QueueModel::canDropMimeData(const QMimeData* data, Qt::DropAction, int, int, const QModelIndex&) const {
    return inQueueOrder() && data->hasFormat(QLatin1String(kMimeType));
}

bool QueueModel::dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                              const QModelIndex& parent) {
    if (!canDropMimeData(data, action, row, column, parent)) return false;
    if (row < 0) row = parent.isValid() ? parent.row() : rowCount();
    std::vector<long long> ids;
    for (const QByteArray& word : data->data(QLatin1String(kMimeType)).split(' ')) ids.push_back(word.toLongLong());
    // Before the first one below that is not being moved itself.
    while (row < rowCount() && std::ranges::find(ids, m_rows[static_cast<std::size_t>(row)]) != ids.end()) ++row;
    emit moveWanted(ids, row < rowCount() ? m_rows[static_cast<std::size_t>(row)] : 0);
    return false; // the rows move when the store says so; the view takes none out
}

} // namespace ewald::ui
