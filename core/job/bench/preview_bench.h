// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ewald::job {

/// What live previews cost an engine: the same job with and without an observer that requests them, in turn.
struct PreviewBenchCase {
    std::size_t size = 128;
    std::size_t frames = 400;
    std::size_t iterations = 60; ///< of each run
    std::size_t pairs = 5;
    double interval_s = 0.5; ///< between two previews, as the window asks for them
    std::string devices = "cpu";
};

struct PreviewBenchResult {
    std::vector<double> with_s; ///< time of the iterations of each run
    std::vector<double> without_s;
    std::size_t previews = 0; ///< delivered in all runs with previews
    /// The median over the pairs of with / without − 1.
    [[nodiscard]] double cost() const;
};

/// Simulates a scan, keeps it in a temporary file while it runs the jobs. \throws Error
[[nodiscard]] PreviewBenchResult benchPreviews(const PreviewBenchCase& benchCase);

} // namespace ewald::job
