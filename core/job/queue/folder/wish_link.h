// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"
#include "job/queue/folder/job_folder.h"

namespace ewald::job::queue {

/// In a window that steers a job: keeps its control and the wish in the folder of the job the same, each of which takes
/// over what has changed in the other. So the window, other programs and the process of the job (WishWatch) agree. One
/// thread; the control may be used by others.
class WishLink {
public:
    WishLink(JobFolder folder, RunControl& control);
    /// Looks at both; to be called several times a second. \throws DataError when the wish cannot be written
    void step();

private:
    JobFolder m_folder;
    RunControl& m_control;
    Wish m_known; ///< what both said at the last look
};

} // namespace ewald::job::queue
