// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/job_kind.h"

namespace ewald::job {

/// Azimuthal integration of detector frames: "integrate".
[[nodiscard]] const JobKind& integrateJobKind() noexcept;

} // namespace ewald::job
