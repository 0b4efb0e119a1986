// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/integration_file.h"
#include "job/peaks/peak_file.h"

#include <filesystem>

namespace ewald::job {

/// Checks, before the work, where the peaks of a result shall be written: a format of that ending, a file that can be
/// written, and neither the result itself nor a file that it was made of. Opens the files of the result; any thread.
/// \throws JobError, DataError
void checkPeakOutput(const std::filesystem::path& output, const io::IntegrationResult& result,
                     const std::filesystem::path& source);
/// The part of it that needs no result: ending and writability.
void checkPeakName(const std::filesystem::path& output);

/// Writes a table as its name ends: HDF5 for .h5, .hdf5 and .nxs, else text. \throws JobError, DataError
void writePeaks(const std::filesystem::path& output, const PeakTable& table, bool overwrite);

} // namespace ewald::job
