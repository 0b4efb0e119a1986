// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/log.h"
#include "io/preprocess/preprocess.h"
#include "job/document/document.h"
#include "ptycho/model/problem.h"

#include <vector>

namespace ewald::job {

/// The scan of a job as far as it is known before any frame is read: for what looks at frames without a run.
struct PreparedScan {
    io::Scan scan;
    io::Preprocessing preprocessing;
    io::PreparedLayout layout;
    ptycho::Geometry geometry;
    ptycho::PositionOptions options;
    std::vector<ScanPosition> positions; ///< of the used frames, as in the file, metres; not empty
};
/// \param log gets the remarks of the reader and of the preparation, as those of a run
/// \throws DataError, JobError for what no run could use either
[[nodiscard]] PreparedScan prepareScan(const JobDocument& job, const LogSink& log = {});
/// Hands remarks to `log`, if there is one.
void logNotes(const std::vector<io::Note>& notes, const LogSink& log);

} // namespace ewald::job
