// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace ewald::job {

/// The name of a device ("AMD EPYC, 2 cores, AVX2") or a line of JobPlan::devices, as it is: its counts of cores and
/// workers, and its process, are phrases from then on, of which the window can say the words in its language. Results
/// keep such lines, so that names are taken apart where they are shown. Any thread.
[[nodiscard]] std::string deviceLine(const std::string& line);

} // namespace ewald::job
