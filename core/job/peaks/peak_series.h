// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"
#include "fit/peak_fit.h"
#include "io/integration_file.h"
#include "job/peaks/peak_file.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ewald::job {

struct PeakRequest {
    std::vector<fit::PeakRegion> regions{}; ///< unit of the result's axis; empty: those of the mean pattern are found
    fit::PeakModel model{};
    std::size_t mostPeaks = 12; ///< that are found
    std::size_t threads = 0;    ///< 0: as many as the machine has
};

/// "2.1:2.6" or "2.1:2.6@2.3,2.4": ends of a region and, after @, where its peaks are. \throws JobError
[[nodiscard]] fit::PeakRegion peakRegionOf(std::string_view text);

/// Fits the peaks of all patterns of a result, each by itself, so that no order and no number of threads shows: first
/// in the mean of all patterns, from there in each of them. A region whose highest point lies elsewhere than in the
/// mean is also tried with its peaks moved by the difference, so that peaks may wander. Where the patterns have no
/// errors of their means (hasErrorsOfMeans()), those of the peaks come from the scatter about the fits. Blocks; call it
/// from a worker thread.
///
/// \param source name of the result, for the table and for messages
/// \param progress called by this thread with the number of patterns that are fitted, and of all
/// \throws JobError for regions that are not in the patterns; DataError where no pattern has a peak; StoppedError
[[nodiscard]] PeakTable fitPeaks(const io::IntegrationResult& result, const std::string& source,
                                 const PeakRequest& request, const RunControl& control,
                                 const std::function<void(std::size_t, std::size_t)>& progress = {});

/// The fits of one pattern, a region each, as fitPeaks() makes them. \param pattern on the axis of the table's patterns
[[nodiscard]] std::vector<fit::RegionFit> fitPattern(const fit::Pattern& pattern,
                                                     const std::vector<PeakReference>& references,
                                                     const fit::PeakModel& model);

} // namespace ewald::job
