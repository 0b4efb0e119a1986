// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/scan.h"
#include "job/document/document.h"

namespace ewald::job {

/// Opens the scan of a document and applies what the document overrides (energy, distance, pixel size). \throws
/// DataError
[[nodiscard]] io::Scan openJobScan(const JobDocument& job);

} // namespace ewald::job
