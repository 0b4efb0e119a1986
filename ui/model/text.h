// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "job/events.h"

#include <QString>

#include <filesystem>

namespace ewald::ui {

/// Texts that a person reads: numbers with the unit that fits their size, in the current locale. UI thread.

/// "2.31 µm", "28.2 nm"; "–" for a value that is not finite.
[[nodiscard]] QString lengthText(double metres, int digits = 3);
/// "240 MB" (decimal units, as disks and `ls -h --si` say).
[[nodiscard]] QString bytesText(double bytes);
/// "12 s", "3:05 min", "1:02 h"; "–" when negative.
[[nodiscard]] QString durationText(double seconds);
/// Three significant digits, with an exponent only where it is shorter.
[[nodiscard]] QString numberText(double value, int digits = 3);
/// An integer with the locale's group separators.
[[nodiscard]] QString countText(std::size_t count);

/// "Reconstructing", "Paused", … for the status bar.
[[nodiscard]] QString stateText(job::JobState state);

/// Text of the parameter table (labels, groups, help, choices) in the language of the window.
[[nodiscard]] QString tableText(const std::string& source);

[[nodiscard]] QString toQString(const std::filesystem::path& path);
[[nodiscard]] std::filesystem::path toPath(const QString& path);

/// A path short enough for a label: the file name and its folder's end ("…/scan12/data.cxi").
[[nodiscard]] QString shortPath(const QString& path, int characters = 48);

} // namespace ewald::ui
