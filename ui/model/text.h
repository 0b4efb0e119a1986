// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/quantity_text.h"
#include "job/events.h"

#include <QString>

namespace ewald::ui {

/// "Reconstructing", "Paused", … for the status bar.
[[nodiscard]] QString stateText(job::JobState state);

/// Text of the parameter table (labels, groups, help, choices) in the language of the window.
[[nodiscard]] QString tableText(const std::string& source);

/// A path short enough for a label: the file name and its folder's end ("…/scan12/data.cxi").
[[nodiscard]] QString shortPath(const QString& path, int characters = 48);

} // namespace ewald::ui
