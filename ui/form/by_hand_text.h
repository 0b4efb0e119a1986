// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/document.h"

#include <QStringList>

namespace ewald::ui {

/// Parameters that were set by hand as the form calls them, in its order: "Energy 8.8 keV", "Mask file beam_stop.tif";
/// of what is only switched on its name: "Flip y". Translated.
[[nodiscard]] QStringList byHandTexts(const job::ParameterMap& parameters);
/// What jobs for other scans or frames get of a form in any case (keptParameters()): "As set by hand for all of them:
/// Swap x and y, Flip y"; empty: nothing.
[[nodiscard]] QString keptText(const job::JobDocument& form);

} // namespace ewald::ui
