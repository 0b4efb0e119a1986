// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/queue_text.h"

#include "common/counted_text.h"
#include "common/quantity_text.h"
#include "model/text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QLocale>

#include <array>

namespace ewald::ui {

namespace {

using job::queue::JobFailure;
using job::queue::JobProgress;
using job::queue::QueueJob;
using job::queue::QueueState;
using job::queue::Wish;

/// Texts of this file.
struct QueueText {
    Q_DECLARE_TR_FUNCTIONS(ewald::ui::QueueText)
};

struct StateLook {
    QueueState state;
    const char* text;
    const char* colour;
};

/// The colours of the status bar; each beside its word, which is there for those who do not tell them apart.
constexpr std::array<StateLook, 9> kStates{{
    {QueueState::queued, QT_TRANSLATE_NOOP("ewald::ui::QueueText", "In the queue"), "#8a95a1"},
    {QueueState::waiting, QT_TRANSLATE_NOOP("ewald::ui::QueueText", "Waiting"), "#8e6fc0"},
    {QueueState::starting, QT_TRANSLATE_NOOP("ewald::ui::QueueText", "Starting"), "#2b78c5"},
    {QueueState::running, QT_TRANSLATE_NOOP("ewald::ui::QueueText", "Running"), "#2b78c5"},
    {QueueState::paused, QT_TRANSLATE_NOOP("ewald::ui::QueueText", "Paused"), "#d9822b"},
    {QueueState::finishing, QT_TRANSLATE_NOOP("ewald::ui::QueueText", "Saving"), "#2b78c5"},
    {QueueState::done, QT_TRANSLATE_NOOP("ewald::ui::QueueText", "Done"), "#2e9e5b"},
    {QueueState::stopped, QT_TRANSLATE_NOOP("ewald::ui::QueueText", "Stopped"), "#d9822b"},
    {QueueState::failed, QT_TRANSLATE_NOOP("ewald::ui::QueueText", "Failed"), "#d64545"},
}};

const StateLook& lookOf(QueueState state) {
    for (const StateLook& look : kStates)
        if (look.state == state) return look;
    return kStates.back();
}

QString timeText(double seconds) {
    return QLocale().toString(QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(seconds * 1000)),
                              QLocale::ShortFormat);
}

} // namespace

QString queueStateText(QueueState state) { return QueueText::tr(lookOf(state).text); }

const char* queueStateColour(QueueState state) { return lookOf(state).colour; }

void countState(QueueSums& sums, const QueueJob& job) {
    switch (job.state) {
    case QueueState::done: ++sums.done; break;
    case QueueState::failed: ++sums.failed; break;
    case QueueState::stopped: ++sums.stopped; break;
    default: ++(job.isActive() ? sums.running : sums.queued);
    }
}

QString sumsText(const QueueSums& sums) {
    QStringList parts;
    const auto add = [&](const QString& text, std::size_t count) {
        if (count > 0) parts << countedText(text, {count});
    };
    add(QueueText::tr("%1 running"), sums.running);
    add(QueueText::tr("%1 waiting"), sums.queued);
    add(QueueText::tr("%1 done"), sums.done);
    add(QueueText::tr("%1 stopped"), sums.stopped);
    add(QueueText::tr("%1 failed"), sums.failed);
    return parts.join(QStringLiteral(", "));
}

QString jobStateText(const QueueJob& job, const JobProgress* progress) {
    if (job.isActive() && job.wish == Wish::stop) return QueueText::tr("Stopping");
    if (job.isActive() && job.wish == Wish::abort) return QueueText::tr("Aborting");
    if (job.isActive() && job.wish == Wish::pause && job.state != QueueState::paused) return QueueText::tr("Pausing");
    if (job.state == QueueState::running && progress != nullptr && progress->state == "reading")
        return QueueText::tr("Reading frames");
    return queueStateText(job.state);
}

QString devicesText(const QueueJob& job) {
    const QString devices = QString::fromStdString(job.devicesUsed());
    if (job.backend.empty()) return devices;
    const QString cluster = QString::fromStdString(job.backend);
    return job.external.empty() ? cluster
                                : QueueText::tr("%1, job %2").arg(cluster, QString::fromStdString(job.external));
}

QString jobToolTip(const QueueJob& job) {
    QStringList lines{QueueText::tr("Job %1: %2").arg(job.id).arg(QString::fromStdString(job.name))};
    const auto add = [&](const QString& text, const QString& value) {
        if (!value.isEmpty()) lines << text.arg(value);
    };
    add(QueueText::tr("Sample: %1"), QString::fromStdString(job.sample));
    add(QueueText::tr("Operator: %1"), QString::fromStdString(job.operatorName));
    add(QueueText::tr("Comment: %1"), QString::fromStdString(job.comment));
    add(QueueText::tr("Result: %1"), QDir::toNativeSeparators(toQString(job.result)));
    if (job.priority != 0) lines << QueueText::tr("Priority: %1").arg(job.priority);
    if (job.after != 0) lines << QueueText::tr("After job %1").arg(job.after);
    if (job.added > 0) lines << QueueText::tr("Added: %1").arg(timeText(job.added));
    if (job.started > 0) lines << QueueText::tr("Started: %1").arg(timeText(job.started));
    if (job.ended > 0) lines << QueueText::tr("Ended: %1").arg(timeText(job.ended));
    if (job.attempts > 1) lines << QueueText::tr("Attempts: %1").arg(job.attempts);
    const UserMessage said = failureMessage(job);
    for (const QString& part : {said.what, said.where, said.hint})
        if (!part.isEmpty()) lines << part;
    return lines.join(u'\n');
}

UserMessage failureMessage(const QueueJob& job) {
    const bool failed = !job.error.what.empty();
    const JobFailure& said = failed ? job.error : job.waitsFor;
    return {failed ? io::Severity::error : io::Severity::info,
            coreText(said.what),
            QString::fromStdString(said.where),
            coreText(said.hint),
            {}};
}

QueueCure cureOf(const QueueJob& job) {
    using What = QueueCure::What;
    switch (job.state) {
    case QueueState::paused: return {What::resume, QueueText::tr("Resume"), QueueText::tr("Goes on where it was")};
    case QueueState::stopped:
        return {What::retry, QueueText::tr("Continue"), QueueText::tr("Goes on from what was saved, if anything was")};
    case QueueState::waiting:
        if (job.after == 0) return {};
        return {What::showOther, QueueText::tr("Show job %1").arg(job.after),
                QueueText::tr("The job that it waits for")};
    case QueueState::failed: break;
    default: return {};
    }
    const std::filesystem::path where(job.error.where);
    const bool aboutParameter = job::findParameter(job.error.where) != nullptr;
    if (aboutParameter)
        return {What::edit, QueueText::tr("Change it…"),
                QueueText::tr("Puts the job into the form, at this parameter")};
    if (job.after != 0)
        return {What::showOther, QueueText::tr("Show job %1").arg(job.after), QueueText::tr("The job that it needed")};
    // What the job reads: to be looked at, with the card that says what is wrong with it.
    const bool aboutInput =
        where.is_absolute() && where.extension() != ".txt" && where != job.result && where != job.result.parent_path();
    if (aboutInput)
        return {What::openScan, QueueText::tr("Open the scan"),
                QueueText::tr("Opens what the job reads, to look at it")};
    return {What::retry, QueueText::tr("Try again"), QueueText::tr("Gives the job another turn")};
}

} // namespace ewald::ui
