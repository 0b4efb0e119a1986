// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"
#include "job/queue/folder/job_folder.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace ewald::job::queue {

/// In the process of a job: hands on what is wished of it (JobFolder::writeWish()) to its control while this lives. A
/// thread of its own looks twice a second, since nothing else reaches every computer that sees the folder.
class WishWatch {
public:
    WishWatch(JobFolder folder, RunControl& control);
    ~WishWatch();
    WishWatch(const WishWatch&) = delete;
    WishWatch& operator=(const WishWatch&) = delete;

private:
    void watch();

    JobFolder m_folder;
    RunControl& m_control;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_ending = false;
    std::thread m_thread;
};

} // namespace ewald::job::queue
