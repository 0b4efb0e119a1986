// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/queue/store/queue_store.h"

#include <string>

namespace ewald::cli {

/// What the commands of the queue print. Texts end with a line end.
[[nodiscard]] std::string queueTable(job::queue::QueueStore& store);
/// An array of objects: id, name, kind, state, progress (0 … 1 or null), error, hint, result, and more.
[[nodiscard]] std::string queueJson(job::queue::QueueStore& store);
[[nodiscard]] std::string jobText(const job::queue::QueueStore& store, const job::queue::QueueJob& job);
[[nodiscard]] std::string jobJson(const job::queue::QueueStore& store, const job::queue::QueueJob& job);
/// The settings that all programs share.
[[nodiscard]] std::string settingsText(job::queue::QueueStore& store, bool json);
/// "job 3 (scan_0042): failed: …", without a line end.
[[nodiscard]] std::string changeText(const job::queue::QueueJob& job);

} // namespace ewald::cli
