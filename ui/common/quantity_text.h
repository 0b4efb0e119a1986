// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/quantity_text.h"

#include <QString>

#include <filesystem>

namespace ewald::ui {

/// Numbers and quantities as base/quantity_text.h writes them, with the signs of the window's locale and a true minus
/// sign. UI thread.

[[nodiscard]] NumberStyle localNumbers();
[[nodiscard]] QString numberText(double value, int digits = 3);
[[nodiscard]] QString countText(std::size_t count);
[[nodiscard]] QString lengthText(double metres, int digits = 3);
[[nodiscard]] QString bytesText(double bytes);
[[nodiscard]] QString durationText(double seconds);
/// A number with that many decimals, for values that stand below each other or change under the cursor.
[[nodiscard]] QString fixedText(double value, int decimals);
/// "µm", for a unit of lengthUnit().
[[nodiscard]] QString unitName(const LengthUnit& unit);

[[nodiscard]] QString toQString(const std::filesystem::path& path);
[[nodiscard]] std::filesystem::path toPath(const QString& path);

} // namespace ewald::ui
