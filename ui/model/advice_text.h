// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/run/run_advice.h"

#include <QString>

namespace ewald::ui {

/// What the window says about the speed of a job, translated.

/// "Reading takes 71 % of the time"; one line. \param queueRuns jobs of the queue run on this computer, too
[[nodiscard]] QString adviceText(const job::RunAdvice& advice, bool queueRuns = false);
/// What can be done about it, beyond the button; one or two sentences, may be empty.
[[nodiscard]] QString adviceDetails(const job::RunAdvice& advice);
/// The button of a cure: "Read with 4 workers".
[[nodiscard]] QString cureText(const job::Cure& cure);
/// All shares, the largest first: "FFT and frames 83 %, updates 12 %, other 5 %".
[[nodiscard]] QString sharesText(const job::TimeShares& shares);

} // namespace ewald::ui
