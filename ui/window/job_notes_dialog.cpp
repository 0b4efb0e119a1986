// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/job_notes_dialog.h"

#include "common/counted_text.h"
#include "common/whole_box.h"
#include "model/queue_text.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace ewald::ui {

using job::queue::QueueJob;
using job::queue::QueueState;

namespace {

constexpr int kMostPriority = 999;
constexpr int kSeveral = -kMostPriority - 1; ///< priorities
constexpr long long kSeveralJobs = -1;       ///< that are waited for

/// What all have; nothing where they differ.
template <typename T>
std::optional<T> common(const std::vector<QueueJob>& jobs, T QueueJob::*member) {
    const T& first = jobs.front().*member;
    const bool same = std::ranges::all_of(jobs, [&](const QueueJob& job) { return job.*member == first; });
    return same ? std::optional<T>(first) : std::nullopt;
}

bool hasNotBegun(const QueueJob& job) { return !job.isActive() && job.state != QueueState::done; }

/// These jobs, and those that wait for them, however far.
std::set<long long> waitingFor(const std::vector<QueueJob>& jobs, const std::vector<QueueJob>& all) {
    std::multimap<long long, long long> next;
    for (const QueueJob& job : all)
        if (job.after != 0) next.emplace(job.after, job.id);
    std::set<long long> found;
    std::vector<long long> open;
    for (const QueueJob& job : jobs) open.push_back(job.id);
    while (!open.empty()) {
        const long long id = open.back();
        open.pop_back();
        if (!found.insert(id).second) continue;
        const auto [begin, end] = next.equal_range(id);
        for (auto it = begin; it != end; ++it) open.push_back(it->second);
    }
    return found;
}

/// What was typed, where it is not what all had. An empty field of several jobs that differ is none.
std::optional<std::string> changed(const QString& typed, const std::optional<std::string>& before) {
    const std::string now = typed.trimmed().toStdString();
    if (before ? now == *before : now.empty()) return {};
    return now;
}

} // namespace

JobNotesDialog::JobNotesDialog(const std::vector<QueueJob>& jobs, const std::vector<QueueJob>& all, QWidget* parent)
    : QDialog(parent), m_jobs(jobs), m_sample(new QLineEdit(this)), m_operator(new QLineEdit(this)),
      m_comment(new QPlainTextEdit(this)), m_priority(new WholeBox(this)), m_after(new QComboBox(this)) {
    setObjectName(QStringLiteral("jobNotes"));
    setWindowTitle(m_jobs.size() == 1 ? tr("Notes of job %1").arg(m_jobs.front().id)
                                      : countedText(tr("Notes of %1 jobs"), {m_jobs.size()}));
    auto* form = new QFormLayout(this);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    if (m_jobs.size() == 1) {
        m_name = new QLineEdit(QString::fromStdString(m_jobs.front().name), this);
        m_name->setToolTip(tr("In the list; the name of the result stays"));
        form->addRow(tr("Name:"), m_name);
    }
    const QString several = tr("they differ");
    const auto show = [&](auto* field, std::string QueueJob::*member) {
        const std::optional<std::string> text = common(m_jobs, member);
        if (!text) field->setPlaceholderText(several);
        return QString::fromStdString(text.value_or(std::string()));
    };
    m_sample->setText(show(m_sample, &QueueJob::sample));
    m_operator->setText(show(m_operator, &QueueJob::operatorName));
    m_comment->setPlainText(show(m_comment, &QueueJob::comment));
    m_comment->setTabChangesFocus(true);
    m_comment->setFixedHeight(4 * fontMetrics().lineSpacing() + 12);
    m_comment->setToolTip(tr("Stands on the page of the job"));
    const std::optional<int> priority = common(m_jobs, &QueueJob::priority);
    m_priority->setRange(priority ? -kMostPriority : kSeveral, kMostPriority);
    if (!priority) m_priority->setSpecialValueText(several);
    m_priority->setValue(priority.value_or(kSeveral));
    m_priority->setToolTip(tr("Jobs of a higher priority run before all others"));
    form->addRow(tr("Sample:"), m_sample);
    form->addRow(tr("Operator:"), m_operator);
    form->addRow(tr("Comment:"), m_comment);
    form->addRow(tr("Priority:"), m_priority);
    buildAfter(*form, all);
    auto* buttons = new QDialogButtonBox(this);
    QPushButton* take = buttons->addButton(tr("Apply"), QDialogButtonBox::AcceptRole);
    take->setDefault(true);
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    if (m_name != nullptr) { // a job has a name
        connect(m_name, &QLineEdit::textChanged, take,
                [take](const QString& text) { take->setEnabled(!text.trimmed().isEmpty()); });
    }
    form->addRow(buttons);
    resize(420, sizeHint().height());
}

void JobNotesDialog::buildAfter(QFormLayout& form, const std::vector<QueueJob>& all) {
    const std::optional<long long> after = common(m_jobs, &QueueJob::after);
    if (!after) m_after->addItem(tr("they differ"), kSeveralJobs);
    m_after->addItem(tr("no other job"), 0LL);
    const std::set<long long> never = waitingFor(m_jobs, all);
    for (const QueueJob& job : all) {
        const bool isIt = after && *after == job.id;
        if (never.contains(job.id) || (hasEnded(job.state) && !isIt)) continue;
        m_after->addItem(tr("Job %1: %2").arg(job.id).arg(QString::fromStdString(job.name)), job.id);
    }
    if (after && m_after->findData(*after) < 0) m_after->addItem(tr("Job %1").arg(*after), *after); // was removed
    m_after->setCurrentIndex(m_after->findData(after.value_or(kSeveralJobs)));
    m_after->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon); // names may be long
    m_after->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_after->setEnabled(std::ranges::all_of(m_jobs, hasNotBegun));
    m_after->setToolTip(tr("Has to be done before; can be chosen until a job begins"));
    form.addRow(tr("Waits for:"), m_after);
}

job::queue::JobChange JobNotesDialog::change() const {
    job::queue::JobChange change;
    if (m_name != nullptr) change.name = changed(m_name->text(), m_jobs.front().name);
    change.sample = changed(m_sample->text(), common(m_jobs, &QueueJob::sample));
    change.operatorName = changed(m_operator->text(), common(m_jobs, &QueueJob::operatorName));
    change.comment = changed(m_comment->toPlainText(), common(m_jobs, &QueueJob::comment));
    if (const int now = m_priority->value(); now != common(m_jobs, &QueueJob::priority).value_or(kSeveral))
        change.priority = now;
    const long long after = m_after->currentData().toLongLong();
    if (after != common(m_jobs, &QueueJob::after).value_or(kSeveralJobs)) change.after = after;
    return change;
}

std::vector<long long> JobNotesDialog::ids() const {
    std::vector<long long> ids;
    for (const QueueJob& job : m_jobs) ids.push_back(job.id);
    return ids;
}

} // namespace ewald::ui
