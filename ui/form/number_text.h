// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/parameters.h"

#include <QString>

#include <optional>

namespace ewald::ui {

/// A number as a field shows it, exact (it reads back as the same bits), in the current locale, with its unit.
/// Lengths ("m") come with the prefix that suits them: 7.5e-05 is "75 µm".
[[nodiscard]] QString fieldText(double value, const std::string& unit);

/// The text typed into a number field, made ready for job::parseValue: decimal comma, the unit or (for "m" and "GB")
/// another prefix of it, for "keV" eV and MeV, blanks. Nothing when it is no number. "75 um", "75µm", "7,5e-5" and
/// "7.5e-05 m" all give 7.5e-05.
[[nodiscard]] std::optional<std::string> plainNumber(const QString& typed, const std::string& unit);

/// "1 to 64", "0 to 10 mm": the range of a number parameter.
[[nodiscard]] QString rangeText(const job::ParameterDef& def);
/// A value as the window writes it: choices by their title, booleans as on and off, special values by their meaning.
[[nodiscard]] QString valueText(const job::ParameterDef& def, const job::ParameterValue& value);

/// ParameterDef::minimumMeans in the language of the window.
[[nodiscard]] QString specialText(const job::ParameterDef& def);
/// How a choice is called in the window.
[[nodiscard]] QString choiceTitle(const std::string& choice);
/// What a parameter is for, its choices called as in the window.
[[nodiscard]] QString parameterHelp(const job::ParameterDef& def);
/// How a unit of the table is written: "°" for deg. \param of as many: "1 frame", "2 frames"
[[nodiscard]] QString unitText(const std::string& unit, double of = 2);

} // namespace ewald::ui
