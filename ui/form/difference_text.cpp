// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/difference_text.h"

#include "base/error.h"
#include "form/number_text.h"
#include "job/document/parameters.h"
#include "model/job_model.h"
#include "model/text.h"

#include <QCoreApplication>

namespace ewald::ui {

namespace {

/// Texts of this file.
struct DifferenceText {
    Q_DECLARE_TR_FUNCTIONS(ewald::ui::DifferenceText)
};

QString textOf(const std::string& key, const std::string& value) {
    if (key == "engine") return engineTitle(value);
    const QString plain = QString::fromStdString(value);
    const job::ParameterDef* def = job::findParameter(key);
    if (def == nullptr) return plain;
    try {
        return valueText(*def, job::parseValue(*def, value));
    } catch (const Error&) {
        return plain; // written by another version, whose values this one does not have
    }
}

} // namespace

QString differenceLabel(const job::ParameterDifference& difference) {
    if (difference.key == "file") return DifferenceText::tr("Scan file");
    if (difference.key == "engine") return DifferenceText::tr("Engine");
    if (difference.key == "iterations") return DifferenceText::tr("Iterations");
    if (difference.key == "seed") return DifferenceText::tr("Seed");
    return tableText(difference.label);
}

QString differenceValue(const job::ParameterDifference& difference, DifferenceSide side) {
    const bool isA = side == DifferenceSide::a;
    const std::optional<std::string>& last = isA ? difference.a : difference.b;
    if (!last) return QStringLiteral("–");
    QString text = textOf(difference.key, *last);
    const std::vector<job::EarlierValue>& earlier = isA ? difference.earlierA : difference.earlierB;
    for (auto one = earlier.rbegin(); one != earlier.rend(); ++one)
        text = DifferenceText::tr("%1 until iteration %2, then %3")
                   .arg(textOf(difference.key, one->value), countText(one->until), text);
    return text;
}

} // namespace ewald::ui
