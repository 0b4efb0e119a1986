// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "io/scan.h"

#include <QString>

namespace ewald::ui {

/// A message in the window: what happened, where, what to do.
struct UserMessage {
    io::Severity severity = io::Severity::info;
    QString what;
    QString where;
    QString hint;
    QString file; ///< a file whose datasets could be assigned by hand; may be empty
};
[[nodiscard]] UserMessage toMessage(const Error& error);

} // namespace ewald::ui
