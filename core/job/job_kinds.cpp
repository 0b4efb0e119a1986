// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/document/job_kind.h"
#include "job/integration/integrate_job_kind.h"
#include "job/ptychography/ptycho_job_kind.h"

namespace ewald::job {

/// The table. What is listed here, commands, schema, documents and window offer.
std::vector<const JobKind*>& jobKindTable() noexcept {
    static std::vector<const JobKind*> kinds{&ptychoJobKind(), &integrateJobKind()};
    return kinds;
}

} // namespace ewald::job
