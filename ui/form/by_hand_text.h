// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/document.h"

#include <QStringList>

namespace ewald::ui {

/// Parameters that were set by hand as the form calls them, in its order: "Energy 8.8 keV", "Mask file beam_stop.tif";
/// of what is only switched on its name: "Flip y". Translated.
/// \param geometryEdited that of the detector is no longer that of the file that is named
[[nodiscard]] QStringList byHandTexts(const job::ParameterMap& parameters, bool geometryEdited = false);
/// What a geometry is called that is no longer that of a file somebody knows. Translated.
[[nodiscard]] QString changedGeometryText();
/// What a file is that was made of what was done in the window, under a name that says nothing to people; empty: it is
/// none. \param key of the parameter that names it
[[nodiscard]] QString madeHereText(const std::string& key, const std::string& file);
/// What jobs for other scans or frames get of a form in any case (keptParameters()): "As set by hand for all of them:
/// Swap x and y, Flip y"; empty: nothing.
[[nodiscard]] QString keptText(const job::JobDocument& form);

} // namespace ewald::ui
