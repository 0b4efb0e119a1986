// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/counted_text.h"

#include "base/plural.h"
#include "common/quantity_text.h"

#include <string>
#include <vector>

namespace ewald::ui {

QString countedText(const QString& text, std::initializer_list<std::size_t> counts) {
    std::vector<std::string> values;
    for (const std::size_t count : counts) values.push_back(std::to_string(count));
    const QString chosen = QString::fromStdString(withPlurals(text.toStdString(), values));
    QString said;
    for (qsizetype i = 0; i < chosen.size(); ++i) {
        const int place = chosen[i] == u'%' && i + 1 < chosen.size() ? chosen[i + 1].digitValue() : -1;
        if (place < 1) {
            said += chosen[i];
            continue;
        }
        const auto which = static_cast<std::size_t>(place);
        said += which <= counts.size() ? countText(counts.begin()[which - 1])
                                       : u'%' + QString::number(which - counts.size());
        ++i;
    }
    return said;
}

QString rangeSuffix(std::size_t count, const QString& more) {
    if (count < 2) return {};
    const QString range = QStringLiteral("0–%1").arg(count - 1);
    return more.isEmpty() ? QStringLiteral(" (%1)").arg(range) : QStringLiteral(" (%1; %2)").arg(range, more);
}

} // namespace ewald::ui
