// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/document_difference.h"

#include <QString>

namespace ewald::ui {

/// What differs between two jobs, as the form calls it, translated.
[[nodiscard]] QString differenceLabel(const job::ParameterDifference& difference);
/// Which of the two jobs.
enum class DifferenceSide { a, b };
/// One of both values as the form shows it, after those that it had before: "1 until iteration 40, then 0.5"; a dash
/// where a job has no such key.
[[nodiscard]] QString differenceValue(const job::ParameterDifference& difference, DifferenceSide side);

} // namespace ewald::ui
