// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/quantity_text.h"
#include "job/events/events.h"

#include <QString>

namespace ewald::ui {

/// "Reconstructing", "Paused", … for the status bar.
[[nodiscard]] QString stateText(job::JobState state);

/// Text of the parameter table (labels, groups, help, choices) in the language of the window.
[[nodiscard]] QString tableText(const std::string& source);

/// A text of the core as the window shows it: in its language, where it is a phrase (core/base/phrase.h), without the
/// commands in brackets that do the same elsewhere ("(ewald-cli orient)"), and parameters by the label of their field
/// ("Photon energy"), which can be found in the form, instead of the key that documents and commands use.
[[nodiscard]] QString coreText(const std::string& text);

/// A text of the core as a sentence of its own: begins with a capital letter, unless with a name or a symbol.
[[nodiscard]] QString asSentence(QString text);

/// Text whose long words (names of files, paths) are shortened in their middle, so that each fits on a line of a
/// message.
[[nodiscard]] QString withShortNames(const QString& text);

/// Text for a rich-text label, with places to break a line after the separators of long names.
[[nodiscard]] QString breakableHtml(const QString& text);

/// A path short enough for a label: the file name and its folder's end ("…/scan12/data.cxi").
[[nodiscard]] QString shortPath(const QString& path, int characters = 48);

} // namespace ewald::ui
