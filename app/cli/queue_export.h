// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/queue/store/queue_store.h"

#include <string>

namespace ewald::cli {

/// All jobs with their errors, notes and the figures of their results, a line or an object each. Times are ISO 8601 of
/// this computer's clock. What a result cannot say is empty (null).
[[nodiscard]] std::string queueCsv(job::queue::QueueStore& store);
[[nodiscard]] std::string queueExportJson(job::queue::QueueStore& store);

} // namespace ewald::cli
