// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/queue_model.h"

namespace ewald::ui {

/// Counts a job where it belongs.
void countState(QueueSums& sums, const job::queue::QueueJob& job);
/// "3 running, 12 waiting, 30 done, 1 failed"; what there is none of is left out.
[[nodiscard]] QString sumsText(const QueueSums& sums);
/// The state of a job with what it does: "Running", "Reading frames", "Stopping".
[[nodiscard]] QString jobStateText(const job::queue::QueueJob& job, const job::queue::JobProgress* progress);
[[nodiscard]] QString devicesText(const job::queue::QueueJob& job);
[[nodiscard]] QString jobToolTip(const job::queue::QueueJob& job);

/// What helps a job that has failed or waits.
struct QueueCure {
    enum class What { none, retry, edit, openScan, showOther, resume };
    What what = What::none;
    QString button; ///< what to press
    QString tip;
};
[[nodiscard]] QueueCure cureOf(const job::queue::QueueJob& job);
/// Why a job failed or waits, and what to do, for a message.
[[nodiscard]] UserMessage failureMessage(const job::queue::QueueJob& job);

} // namespace ewald::ui
