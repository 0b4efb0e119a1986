// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/latest_task.h"

#include <QThread>

#include <algorithm>

namespace ewald::view {

QThreadPool& workerPool() {
    static QThreadPool pool;
    static const bool kOnce = [] {
        // Two pictures at a time are enough for the eye; the other cores belong to the reconstruction.
        pool.setMaxThreadCount(std::clamp(QThread::idealThreadCount() / 2, 1, 2));
        return true;
    }();
    static_cast<void>(kOnce);
    return pool;
}

} // namespace ewald::view
