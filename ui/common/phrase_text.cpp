// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/phrase_text.h"

#include "base/phrase.h"

#include <QCoreApplication>

namespace ewald::ui {

QString phraseText(const std::string& text, const std::function<QString(const QString&)>& finished) {
    if (text.empty()) return {};
    const std::optional<PhraseParts> parts = partsOf(text);
    QString translated = QCoreApplication::translate("Core", parts ? parts->text.c_str() : text.c_str());
    if (finished) translated = finished(translated);
    if (!parts) return translated;
    QString said;
    for (qsizetype i = 0; i < translated.size(); ++i) {
        const bool isPlace = translated[i] == u'%' && i + 1 < translated.size();
        const auto value =
            isPlace ? static_cast<std::size_t>(translated[i + 1].unicode() - u'1') : parts->values.size();
        if (value < parts->values.size()) {
            said += phraseText(parts->values[value], finished);
            ++i;
        } else {
            said += translated[i];
        }
    }
    return said;
}

} // namespace ewald::ui
