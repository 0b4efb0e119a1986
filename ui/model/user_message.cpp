// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/user_message.h"

#include "model/text.h"

namespace ewald::ui {

UserMessage toMessage(const Error& error) {
    return {io::Severity::error,
            coreText(error.problem()),
            QString::fromStdString(error.where()),
            coreText(error.hint()),
            {}};
}

} // namespace ewald::ui
