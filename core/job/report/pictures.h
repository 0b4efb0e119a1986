// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/saved_state.h"
#include "io/integration_file.h"
#include "io/result_file.h"
#include "job/report/canvas.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ewald::job::report {

/// A picture of a report.
struct Picture {
    std::string title;
    std::string caption; ///< what it shows, with its ranges and units; may be empty
    std::vector<std::uint8_t> png;
    int width = 0; ///< pixels of the file
    int height = 0;
    int shown = 0; ///< width on the page
};

/// Amplitude and phase of the object where it was lit, the probe, the loss and the positions. Pictures of what the
/// result does not have are left out. Any thread. \param translate Chart::translate
[[nodiscard]] std::vector<Picture> picturesOf(const io::PtychoResult& result,
                                              const std::function<std::string(const std::string&)>& translate);
/// Rows of intensities with at most as many columns as a chart has pixels: black to white by the logarithm, white where
/// there is no number. Any thread.
[[nodiscard]] Canvas heatMap(const Array<float, 2>& map);
/// The mean pattern, all patterns as a heat map, and the first of them. Reads all rows, a few hundred at a time.
/// \param translate Chart::translate \throws DataError
[[nodiscard]] std::vector<Picture> picturesOf(const io::IntegrationResult& result,
                                              const std::function<std::string(const std::string&)>& translate);

} // namespace ewald::job::report
