// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>

namespace ewald::ui {

/// When a result was written: as it says itself, which a copy says as well; the time of the file where it does not say.
/// Local time. Any thread, throws nothing.
[[nodiscard]] QDateTime writtenDate(const QString& file);

} // namespace ewald::ui
