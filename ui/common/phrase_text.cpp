// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/phrase_text.h"

#include "base/phrase.h"
#include "base/plural.h"
#include "common/quantity_text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace ewald::ui {

QString withLocalNumbers(QString value) {
    static const QRegularExpression kQuantity(
        QStringLiteral("^(?:[(]?[-+]?\\d+(?:,\\d{3})*(?:\\.\\d+)?(?:e[-+]?\\d+)?[);,%°]?|[×±–/%°]|"
                       "[GMk]?B|[GMk]?B/s|bytes|[mµnp]?m|m?s|min|h|[km]?eV|[JWK]|px|rad|deg|mrad)$"));
    const QStringList words = value.split(u' ');
    const bool isQuantity =
        std::ranges::all_of(words, [](const QString& word) { return kQuantity.match(word).hasMatch(); });
    if (!isQuantity) return value;
    const NumberStyle style = localNumbers();
    QString shown;
    for (qsizetype i = 0; i < value.size(); ++i) {
        const bool inNumber = i + 1 < value.size() && value[i + 1].isDigit();
        if (inNumber && value[i] == u'.')
            shown += QString::fromStdString(style.decimalPoint);
        else if (inNumber && value[i] == u',')
            shown += QString::fromStdString(style.group);
        else if (inNumber && value[i] == u'-')
            shown += QString::fromStdString(style.minus);
        else
            shown += value[i];
    }
    return shown;
}

namespace {

/// A text of the program in the language of the window. What stands in a phrase may be the title of an engine or the
/// label of a parameter, whose translations belong to their tables; names and paths have none.
QString translated(const char* text) {
    const QString same = QString::fromUtf8(text);
    for (const char* context : {"Core", "Engines", "Parameters"})
        if (QString said = QCoreApplication::translate(context, text); said != same) return said;
    return same;
}

} // namespace

QString phraseText(const std::string& text, const std::function<QString(const QString&)>& finished) {
    if (text.empty()) return {};
    const std::optional<PhraseParts> parts = partsOf(text);
    QString pattern = translated(parts ? parts->text.c_str() : text.c_str());
    if (parts) pattern = QString::fromStdString(withPlurals(pattern.toStdString(), parts->values));
    if (finished) pattern = finished(pattern);
    if (!parts) return pattern;
    QString said;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const bool isPlace = pattern[i] == u'%' && i + 1 < pattern.size();
        const auto value = isPlace ? static_cast<std::size_t>(pattern[i + 1].unicode() - u'1') : parts->values.size();
        if (value < parts->values.size()) {
            said += withLocalNumbers(phraseText(parts->values[value], finished));
            ++i;
        } else {
            said += pattern[i];
        }
    }
    return said;
}

} // namespace ewald::ui
