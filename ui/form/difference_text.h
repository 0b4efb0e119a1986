// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/document_difference.h"

#include <QString>

namespace ewald::ui {

/// What differs between two jobs, as the form calls it, translated.
[[nodiscard]] QString differenceLabel(const job::ParameterDifference& difference);
/// One of both values as the form shows it; a dash where a job has no such key.
[[nodiscard]] QString differenceValue(const job::ParameterDifference& difference,
                                      const std::optional<std::string>& value);

} // namespace ewald::ui
