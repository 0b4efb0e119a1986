// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace ewald::azint {

/// The value of a name in a formula; absent: there is no such name.
using NamedValue = std::function<std::optional<double>(std::string_view name)>;

/// The value of a formula as Python and numexpr write them: numbers, names, + - * / **, parentheses, and the functions
/// sin, cos, tan, arcsin, arccos, arctan, arctan2, exp, log, log10, sqrt, abs. ** binds closer than a sign before it
/// and is done from the right: -2**2 is -4, 2**3**2 is 512. Divisions are those of real numbers; angles are in radians.
/// The value may be infinite or no number. Any thread.
/// \param where names the formula in errors \throws DataError with the column of what is wrong
[[nodiscard]] double valueOfFormula(std::string_view formula, const NamedValue& values, const std::string& where);

} // namespace ewald::azint
