// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/user_message.h"

#include "model/text.h"

#include <QRegularExpression>

namespace ewald::ui {

namespace {

/// What has a button or a menu in the window is not said as a command.
QString hintText(const std::string& hint) {
    static const QRegularExpression kCommand(QStringLiteral("\\s*\\(ewald-cli [^()]*\\)"));
    return coreText(hint).remove(kCommand);
}

} // namespace

UserMessage toMessage(const Error& error) {
    return {io::Severity::error,
            coreText(error.problem()),
            QString::fromStdString(error.where()),
            hintText(error.hint()),
            {}};
}

} // namespace ewald::ui
