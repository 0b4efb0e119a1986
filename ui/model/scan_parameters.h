// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/document.h"

namespace ewald::ui {

/// What was set for one scan and must not slip into the next: its geometry, masks, crop and choice of frames. All other
/// parameters belong to the user and stay.
[[nodiscard]] bool belongsToScan(const std::string& key);

/// The parameters of a document that belong to its scan, where they differ from their defaults.
[[nodiscard]] job::ParameterMap scanParameters(const job::JobDocument& document);

/// A document for another scan: without what belongs to the scan of `document`. The same where that has none.
[[nodiscard]] job::JobDocument forOtherScan(const job::JobDocument& document, const std::filesystem::path& file);

} // namespace ewald::ui
