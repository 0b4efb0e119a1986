// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/queue_model.h"

namespace ewald::ui {

/// Counts a job where it belongs.
void countState(QueueSums& sums, const job::queue::QueueJob& job);
/// "3 running (34 %), 12 waiting, 30 done, 1 failed"; what there is none of is left out.
[[nodiscard]] QString sumsText(const QueueSums& sums);
/// "12 min left in all"; of jobs that say nothing of it: that it is not known, or that all wait for their files. Empty
/// where none is to be done.
[[nodiscard]] QString timeLeftText(const QueueSums& sums);
/// The state of a job with what it does: "Running", "Reading frames", "Stopping".
[[nodiscard]] QString jobStateText(const job::queue::QueueJob& job, const job::queue::JobProgress* progress);
/// Everything that jobStateText() can say, for the width of its column.
[[nodiscard]] QStringList jobStateTexts();
/// Of its state, and of what is doubtful about its result (#rrggbb).
[[nodiscard]] const char* jobColour(const job::queue::QueueJob& job);
[[nodiscard]] QString devicesText(const job::queue::QueueJob& job);
[[nodiscard]] QString jobToolTip(const job::queue::QueueJob& job);
/// The name of a job of a sweep without what was changed in it; of another one its name.
[[nodiscard]] QString sweptName(const job::queue::QueueJob& job);
/// The name of a job, in which the parameters of a sweep are named as in the form: "scan · Step size 0.5".
[[nodiscard]] QString jobNameText(const job::queue::QueueJob& job);
/// What people have said of a job: sample, operator, comment, and its place among others. One line; may be empty.
[[nodiscard]] QString notesText(const job::queue::QueueJob& job);
/// The resolution of a result; where it has none, "none" or "not measured". Empty for what has or can have no result
/// with one.
[[nodiscard]] QString resolutionText(const job::queue::QueueJob& job);
/// What resolutionText() says where it gives no number, and a long number, for the width of its column.
[[nodiscard]] QStringList resolutionTexts();
/// Why there is no resolution, a sentence; else empty.
[[nodiscard]] QString noResolutionText(const job::queue::QueueJob& job);

/// The line about the queue that is always there: "Queue: 1 running (34 %), 4 waiting · watching 1 folder".
/// \param held no job is started
[[nodiscard]] QString queueLineText(const QueueSums& sums, std::size_t watchedFolders, bool held);

/// Jobs that were just added.
struct AddedJobs {
    std::size_t count = 0;
    QString name;         ///< of the first one
    std::size_t open = 0; ///< jobs that have not ended, with these
    bool held = false;    ///< none of them is started
};
/// "18 jobs added (28 in the queue); the queue is held"
[[nodiscard]] QString addedText(const AddedJobs& added);

/// The parameter that names a file, with which a job has failed; empty: none does.
/// \param where as errors say it: the file, and perhaps a place in it
[[nodiscard]] std::string parameterOfFile(const job::JobDocument& document, const std::string& where);

/// What helps a job that has failed or waits, or whose result is doubtful.
struct QueueCure {
    enum class What { none, retry, edit, openScan, showOther, resume, automaticDevices, findOrientation };
    What what = What::none;
    std::string parameter{}; ///< of What::edit
    QString button;          ///< what to press
    QString tip;
};
/// Whether there is a reconstruction of it, which can be laid beside another one.
[[nodiscard]] bool canBeCompared(const job::queue::QueueJob& job);

/// \param parameter of the file that the error is about (parameterOfFile()); may be empty
[[nodiscard]] QueueCure cureOf(const job::queue::QueueJob& job, const std::string& parameter = {});
/// Why a job failed or waits, or what is doubtful about its result, and what to do, for a message.
[[nodiscard]] UserMessage failureMessage(const job::queue::QueueJob& job);

} // namespace ewald::ui
