// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/bench/scaling_bench.h"

#include <nlohmann/json_fwd.hpp>

namespace ewald::job {

/// Whether the results agree, as a sentence.
[[nodiscard]] std::string agreementText(const ScalingAgreement& agreement);
/// A table for people, with what its figures mean below.
[[nodiscard]] std::string scalingText(const ScalingReport& report);
/// One line a number of workers, names of the columns on top; a deviation that is not known is empty.
[[nodiscard]] std::string scalingCsv(const ScalingReport& report);
/// Rows, runs with their loss, and the agreement.
[[nodiscard]] nlohmann::ordered_json scalingJson(const ScalingReport& report);
/// The same as HDF5: /entry/scaling with one value a number of workers in each dataset, and /entry/runs/run_0001 …
/// with iteration, time_s and fourier_error. Deviations and differences that are not known are NaN. \throws DataError
void writeScalingHdf5(const std::filesystem::path& file, const ScalingReport& report, bool overwrite);

/// Writes what the extension says: .csv, .json, .h5 or .hdf5. \throws JobError for another one, DataError
void exportScaling(const std::filesystem::path& file, const ScalingReport& report, bool overwrite);

} // namespace ewald::job
