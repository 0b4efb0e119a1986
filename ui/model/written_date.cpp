// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/written_date.h"

#include "base/error.h"
#include "common/quantity_text.h"
#include "io/result_facts.h"

#include <QFileInfo>

namespace ewald::ui {

QDateTime writtenDate(const QString& file) {
    try {
        const std::string date = io::readStamp(toPath(file)).date;
        const QDateTime recorded = QDateTime::fromString(QString::fromStdString(date), Qt::ISODate);
        if (recorded.isValid()) return recorded.toLocalTime();
    } catch (const Error&) { // who reads the rest of it says why
    }
    return QFileInfo(file).lastModified();
}

} // namespace ewald::ui
