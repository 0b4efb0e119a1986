// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/queue_feed.h"

#include <QStringList>

#include <optional>

namespace ewald::ui {

/// What is shown of one job beside the table.
struct QueueDetails {
    long long id = 0;
    QString folder;
    QStringList log;                          ///< the last lines of what its process said, newest last
    std::optional<job::JobDocument> document; ///< absent where it cannot be read
};

/// Reads the folder of a job: its document, and the end of its log. On the thread of the store.
[[nodiscard]] QueueDetails readQueueDetails(const QueueFeed::Store& store, long long id);

} // namespace ewald::ui
