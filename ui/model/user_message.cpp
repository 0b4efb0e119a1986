// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/user_message.h"

namespace ewald::ui {

UserMessage toMessage(const Error& error) {
    return {io::Severity::error,
            QString::fromStdString(error.problem()),
            QString::fromStdString(error.where()),
            QString::fromStdString(error.hint()),
            {}};
}

} // namespace ewald::ui
