// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "io/result_file.h"
#include "job/events/events.h"

#include <filesystem>

namespace ewald::job {

/// Saves a result that could not be written where it was meant to go (a full disk, a folder that is gone): beside it
/// as `NAME.rescued.h5`, else in the home folder, else in that for temporary files; never over another file.
/// \param why what the writing of `meant` failed with
/// \return failed, with the file that there is now, and an error that says why and where it is
/// \throws Error `why`, where no folder takes it
[[nodiscard]] JobOutcome rescuedResult(const Error& why, const std::filesystem::path& meant,
                                       const io::PtychoResult& result);

} // namespace ewald::job
