// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>

#include <cstddef>

namespace ewald::view {

/// Colours that tell the substances apart whose lines are drawn over patterns; after six they begin anew.
[[nodiscard]] QColor markColour(std::size_t substance, const QPalette& palette);
/// The same over images, whose colours are dark or covered by a dark edge.
[[nodiscard]] QColor markColourOnImage(std::size_t substance);

} // namespace ewald::view
