// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstddef>
#include <initializer_list>

namespace ewald::ui {

/// A translated text with counts in its places and the words that go with them: countedText(tr("%1 of %2
/// {frame|frames}"), {1, 12}); see ewald::withPlurals(). Other places stay, numbered from %1 again.
[[nodiscard]] QString countedText(const QString& text, std::initializer_list<std::size_t> counts);

/// Behind a number that counts from 0, of `count` there are: " (0–515)", which "0 of 516" would not say, as it has no
/// last one; with `more` " (0–515; more)". Empty where there is nothing to choose.
[[nodiscard]] QString rangeSuffix(std::size_t count, const QString& more = {});

} // namespace ewald::ui
