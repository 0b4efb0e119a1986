// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/document.h"

namespace ewald::ui {

/// What a document says of its frames instead of their file (ParameterDef::isByHand): the window names it wherever it
/// goes.
[[nodiscard]] job::ParameterMap byHand(const job::JobDocument& document);

/// Whether a value stays with its scan when parameters are saved for any scan.
[[nodiscard]] bool belongsToScan(const std::string& key, const job::ParameterValue& value);

/// What is taken back of a document, and offered, when another scan is opened, or other frames. How frames were
/// measured is taken back of scans, whose files say it; frames to integrate are mostly measured alike.
[[nodiscard]] job::ParameterMap scanParameters(const job::JobDocument& document);
/// The rest of byHand(): what other scans get as well.
[[nodiscard]] job::ParameterMap keptParameters(const job::JobDocument& document);

/// A document for another scan: without what belongs to the scan of `document`. The same where that has none.
[[nodiscard]] job::JobDocument forOtherScan(const job::JobDocument& document, const std::filesystem::path& file);

} // namespace ewald::ui
