// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/document.h"
#include "job/peaks/peak_series.h"

#include <span>
#include <string_view>

namespace ewald::job {

/// What a fit of peaks is told besides its regions, in the order of forms and help: the only declaration, of which
/// command and window are made. They belong to no job document. Immutable, any thread.
[[nodiscard]] std::span<const ParameterDef> peakParameters();
/// \param key of the table
[[nodiscard]] const ParameterDef& peakParameter(std::string_view key);
/// A request without regions. \param values by key; what is left out has its default
[[nodiscard]] PeakRequest peakRequestOf(const ParameterMap& values);

} // namespace ewald::job
