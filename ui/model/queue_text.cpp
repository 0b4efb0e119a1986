// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/queue_text.h"

#include "common/counted_text.h"
#include "common/quantity_text.h"
#include "job/document/job_kind.h"
#include "model/text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <variant>
#include <vector>

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

/// It is done, but hardly as it was meant to be.
bool isDoubtful(const QueueJob& job) { return job.state == QueueState::done && job.figures.errorIsHigh; }

/// There is a result that no halves were compared for.
bool lacksResolution(const QueueJob& job) {
    return job.hasResult() && job.figures.resolution_m < 0 && job::findParameter("halves")->isOfKind(job.kind);
}

/// The error is about a device that the job was to use.
bool isAboutDevice(const QueueJob& job) {
    const std::string& where = job.error.where;
    return !where.empty() && !std::filesystem::path(where).is_absolute() &&
           job.devicesUsed().find(where) != std::string::npos;
}

QStringList notesOf(const QueueJob& job) {
    QStringList notes;
    const auto add = [&](const QString& text, const std::string& value) {
        if (!value.empty()) notes << text.arg(QString::fromStdString(value));
    };
    add(QueueText::tr("Sample: %1"), job.sample);
    add(QueueText::tr("Operator: %1"), job.operatorName);
    add(QueueText::tr("Comment: %1"), job.comment);
    if (job.priority != 0) notes << QueueText::tr("Priority: %1").arg(job.priority);
    if (job.after != 0) notes << QueueText::tr("After job %1").arg(job.after);
    return notes;
}

QString timeText(double seconds) {
    return QLocale().toString(QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(seconds * 1000)),
                              QLocale::ShortFormat);
}

} // namespace

QString queueStateText(QueueState state) { return QueueText::tr(lookOf(state).text); }

const char* jobColour(const QueueJob& job) {
    constexpr const char* kDoubtful = "#d9822b";
    return isDoubtful(job) ? kDoubtful : lookOf(job.state).colour;
}

void countState(QueueSums& sums, const QueueJob& job) {
    switch (job.state) {
    case QueueState::done: ++sums.done; break;
    case QueueState::failed: ++sums.failed; break;
    case QueueState::stopped: ++sums.stopped; break;
    default: ++(job.isActive() ? sums.running : sums.queued);
    }
    if (!job.isActive() && !hasEnded(job.state) && job.dataPending) ++sums.withoutData;
    if (job.isActive() && job.state == QueueState::paused) ++sums.paused;
}

QString sumsText(const QueueSums& sums) {
    QStringList parts;
    const auto add = [&](const QString& text, std::size_t count) {
        if (count > 0) parts << countedText(text, {count});
    };
    add(QueueText::tr("%1 running"), sums.running - sums.paused);
    add(QueueText::tr("%1 paused"), sums.paused);
    if (!parts.isEmpty() && sums.fraction >= 0)
        parts.last() = QueueText::tr("%1 (%2 %)").arg(parts.last(), fixedText(std::floor(100 * sums.fraction), 0));
    add(QueueText::tr("%1 waiting"), sums.queued);
    add(QueueText::tr("%1 done"), sums.done);
    add(QueueText::tr("%1 stopped"), sums.stopped);
    add(QueueText::tr("%1 failed"), sums.failed);
    return parts.join(QStringLiteral(", "));
}

QString timeLeftText(const QueueSums& sums) {
    if (sums.queued + sums.running == 0) return {};
    if (sums.withoutData == sums.queued + sums.running) return QueueText::tr("Waiting for files");
    if (sums.left_s < 0) return QueueText::tr("Time left: not known");
    return QueueText::tr("%1 left in all").arg(durationText(std::ceil(sums.left_s)));
}

QString queueLineText(const QueueSums& sums, std::size_t watchedFolders, bool held) {
    QStringList parts{QueueText::tr("Queue: %1").arg(sums.all() == 0 ? QueueText::tr("empty") : sumsText(sums))};
    if (held) parts << QueueText::tr("held");
    if (sums.queued + sums.running > sums.withoutData && sums.left_s >= 0) parts << timeLeftText(sums);
    if (watchedFolders > 0) parts << countedText(QueueText::tr("watching %1 {folder|folders}"), {watchedFolders});
    return parts.join(QStringLiteral(" · "));
}

QString addedText(const AddedJobs& added) {
    QString text = countedText(QueueText::tr("%1 jobs added"), {added.count});
    if (added.count == 1) text = QueueText::tr("%1 is in the queue").arg(added.name);
    if (added.count > 1 && added.open > added.count)
        text = countedText(QueueText::tr("%1 jobs added (%2 in the queue)"), {added.count, added.open});
    return added.held ? QueueText::tr("%1; the queue is held").arg(text) : text;
}

QString jobStateText(const QueueJob& job, const JobProgress* progress) {
    if (job.isActive() && job.wish == Wish::stop) return QueueText::tr("Stopping");
    if (job.isActive() && job.wish == Wish::abort) return QueueText::tr("Aborting");
    if (job.isActive() && job.wish == Wish::pause && job.state != QueueState::paused) return QueueText::tr("Pausing");
    if (job.state == QueueState::running && progress != nullptr && progress->state == "reading")
        return QueueText::tr("Reading frames");
    if (isDoubtful(job)) return QueueText::tr("Done, high error");
    return queueStateText(job.state);
}

QStringList jobStateTexts() {
    QStringList texts;
    QueueJob job;
    for (const StateLook& look : kStates) {
        job.state = look.state;
        texts << jobStateText(job, nullptr);
    }
    job.state = QueueState::done;
    job.figures.errorIsHigh = true;
    texts << jobStateText(job, nullptr);
    job.state = QueueState::running;
    JobProgress reading;
    reading.state = "reading";
    texts << jobStateText(job, &reading);
    job.owner = "a process";
    for (const Wish wish : {Wish::stop, Wish::abort, Wish::pause}) {
        job.wish = wish;
        texts << jobStateText(job, nullptr);
    }
    return texts;
}

QString devicesText(const QueueJob& job) {
    QString devices = QString::fromStdString(job.devicesUsed());
    if (job.backend.empty()) return devices;
    // "slurm:SITE key=value …"; the sites that come with the program are all plain Slurm to people.
    const QString site = QString::fromStdString(job.backend).section(u' ', 0, 0).section(u':', 1);
    constexpr std::array kShipped{"", "plain", "module", "apptainer"};
    const bool shipped = std::ranges::any_of(kShipped, [&](const char* one) { return site == QLatin1String(one); });
    const QString cluster = shipped ? QStringLiteral("Slurm") : site;
    return job.external.empty() ? cluster
                                : QueueText::tr("%1, job %2").arg(cluster, QString::fromStdString(job.external));
}

QString jobToolTip(const QueueJob& job) {
    QStringList lines{QueueText::tr("Job %1: %2").arg(job.id).arg(QString::fromStdString(job.name))};
    lines << notesOf(job);
    if (!job.result.empty()) lines << QueueText::tr("Result: %1").arg(QDir::toNativeSeparators(toQString(job.result)));
    if (job.added > 0) lines << QueueText::tr("Added: %1").arg(timeText(job.added));
    if (job.started > 0) lines << QueueText::tr("Started: %1").arg(timeText(job.started));
    if (job.ended > 0) lines << QueueText::tr("Ended: %1").arg(timeText(job.ended));
    if (job.attempts > 1) lines << QueueText::tr("Attempts: %1").arg(job.attempts);
    const UserMessage said = failureMessage(job);
    for (const QString& part : {said.what, said.where, said.hint})
        if (!part.isEmpty()) lines << part;
    return lines.join(u'\n');
}

QString sweptName(const QueueJob& job) {
    QString name = QString::fromStdString(job.name);
    // Values that the pattern of names has are not at its end.
    for (std::size_t i = job.varied.size(); i-- > 0;)
        if (const QString mark = u' ' + QString::fromStdString(job.varied[i]); name.endsWith(mark))
            name.chop(mark.size());
    return name;
}

QString jobNameText(const QueueJob& job) {
    QStringList varied;
    for (const std::string& setting : job.varied) {
        const std::string key = setting.substr(0, setting.find('='));
        const job::ParameterDef* def = job::findParameter(key);
        if (def == nullptr || key.size() == setting.size()) return QString::fromStdString(job.name);
        varied << tableText(def->label) + u' ' + QString::fromStdString(setting.substr(key.size() + 1));
    }
    const QString name = sweptName(job);
    return varied.isEmpty() ? name : name + QStringLiteral(" · ") + varied.join(QStringLiteral(", "));
}

QString notesText(const QueueJob& job) { return notesOf(job).join(QStringLiteral(" · ")); }

QString resolutionText(const QueueJob& job) {
    if (job.figures.resolution_m >= 0) return lengthText(job.figures.resolution_m, 3);
    if (!job.figures.noResolution.empty()) return QueueText::tr("none", "resolution");
    return lacksResolution(job) ? QueueText::tr("not measured", "resolution") : QString();
}

QStringList resolutionTexts() {
    constexpr double kLong_m = 123e-9; // three digits
    return {QueueText::tr("none", "resolution"), QueueText::tr("not measured", "resolution"), lengthText(kLong_m, 3)};
}

QString noResolutionText(const QueueJob& job) {
    if (!job.figures.noResolution.empty())
        return QueueText::tr("No resolution: %1").arg(coreText(job.figures.noResolution));
    if (!lacksResolution(job)) return {};
    return QueueText::tr("The resolution was not measured: the job has reconstructed no halves of its scan (%1).")
        .arg(tableText(job::findParameter("halves")->label));
}

UserMessage failureMessage(const QueueJob& job) {
    if (isDoubtful(job) && job.error.what.empty())
        return {io::Severity::warning,
                QueueText::tr("Done, but the error stayed high: orientation, or positions?"),
                {},
                QueueText::tr("The axes of the positions may be swapped or flipped, or the positions off: let them be "
                              "refined (%1). Else check energy and distance.")
                    .arg(tableText(job::findParameter("refine_positions")->label)),
                {}};
    const bool failed = !job.error.what.empty();
    const JobFailure& said = failed ? job.error : job.waitsFor;
    QString hint = toMessage(JobError(said.what, said.where, said.hint)).hint;
    // The button says it.
    if (job.state == QueueState::stopped) hint.clear();
    if (job.state == QueueState::failed && isAboutDevice(job))
        hint = QueueText::tr("Choose other devices, or leave the choice to the program.");
    return {failed ? io::Severity::error : io::Severity::info,
            coreText(said.what),
            QString::fromStdString(said.where),
            hint,
            {}};
}

std::string parameterOfFile(const job::JobDocument& document, const std::string& where) {
    const auto names = [&where](const job::ParameterValue& value) {
        const auto* file = std::get_if<std::string>(&value);
        if (file == nullptr || file->empty() || !where.starts_with(*file)) return false;
        return where.size() == file->size() || where[file->size()] == ':' || where[file->size()] == '/';
    };
    std::vector<const job::ParameterMap*> parts{&document.input, &document.compute, &document.output};
    for (const job::Stage& stage : document.pipeline) parts.push_back(&stage.parameters);
    for (const job::ParameterMap* part : parts)
        for (const auto& [key, value] : *part)
            if (names(value)) return key;
    return {};
}

bool canBeCompared(const job::queue::QueueJob& job) {
    const job::JobKind* const kind = job::findJobKind(job.kind);
    return job.hasResult() && kind != nullptr && kind->has(job::JobFeature::continuation);
}

QueueCure cureOf(const QueueJob& job, const std::string& parameter) {
    using What = QueueCure::What;
    switch (job.state) {
    case QueueState::paused: return {What::resume, {}, QueueText::tr("Resume"), QueueText::tr("Goes on where it was")};
    case QueueState::done:
        if (!isDoubtful(job)) return {};
        return {What::findOrientation,
                {},
                QueueText::tr("Find orientation…"),
                QueueText::tr("Opens the scan of the job and tries all orientations of its positions")};
    case QueueState::stopped:
        return {
            What::retry, {}, QueueText::tr("Continue"), QueueText::tr("Goes on from what was saved, if anything was")};
    case QueueState::waiting:
        if (job.after == 0) return {};
        return {What::showOther,
                {},
                QueueText::tr("Show job %1").arg(job.after),
                QueueText::tr("The job that it waits for")};
    case QueueState::failed: break;
    default: return {};
    }
    const std::filesystem::path where(job.error.where);
    const std::string changed = job::findParameter(job.error.where) != nullptr ? job.error.where : parameter;
    if (!changed.empty())
        return {What::edit, changed, QueueText::tr("Change it…"),
                QueueText::tr("Puts the job into the form, at this parameter")};
    if (job.after != 0)
        return {
            What::showOther, {}, QueueText::tr("Show job %1").arg(job.after), QueueText::tr("The job that it needed")};
    // What the job reads: to be looked at, with the card that says what is wrong with it.
    const bool aboutInput =
        where.is_absolute() && where.extension() != ".txt" && where != job.result && where != job.result.parent_path();
    if (aboutInput)
        return {What::openScan,
                {},
                QueueText::tr("Open the scan"),
                QueueText::tr("Opens what the job reads, to look at it")};
    if (isAboutDevice(job))
        return {What::automaticDevices,
                {},
                QueueText::tr("Use automatic devices"),
                QueueText::tr("Gives the job another turn on the devices that the program chooses")};
    return {What::retry, {}, QueueText::tr("Try again"), QueueText::tr("Gives the job another turn")};
}

} // namespace ewald::ui
