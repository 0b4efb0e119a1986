// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/job_kind.h"

namespace ewald::job {

/// Reconstruction of a ptychographic scan: "ptycho".
[[nodiscard]] const JobKind& ptychoJobKind() noexcept;

} // namespace ewald::job
