// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/whole_box.h"

#include <QLineEdit>
#include <QRegularExpression>
#include <QToolTip>

#include <cmath>

namespace ewald::ui {

WholeBox::WholeBox(QWidget* parent) : QSpinBox(parent) {
    setKeyboardTracking(false); // of "1.5", 1 is no value that anybody wanted
    connect(this, &WholeBox::refused, this, [this](bool whole) {
        if (m_tellsWhy && isVisible())
            QToolTip::showText(mapToGlobal(rect().bottomLeft()), tr("%1. %2 stays").arg(reason(whole), valueText()),
                               this);
    });
}

QString WholeBox::reason(bool whole) const {
    if (!whole) return tr("Not a whole number");
    return tr("Allowed: %1 to %2").arg(textFromValue(minimum()), textFromValue(maximum()));
}

QString WholeBox::problem() const {
    QString text = lineEdit()->text();
    int position = 0;
    return validate(text, position) == QValidator::Acceptable ? QString() : reason(numberOf(text).has_value());
}

QString WholeBox::valueText() const {
    const bool isSpecial = value() == minimum() && !specialValueText().isEmpty();
    return isSpecial ? specialValueText() : textFromValue(value());
}

/// Without prefix and suffix. Who replaces the number leaves the suffix where it was: "8 frames frames".
QString WholeBox::bare(const QString& text) const {
    QString plain = text;
    if (!prefix().isEmpty() && plain.startsWith(prefix())) plain = plain.mid(prefix().size());
    const QString unit = suffix().trimmed();
    for (int times = 0; times < 2; ++times)
        if (plain = plain.trimmed(); !unit.isEmpty() && plain.endsWith(unit)) plain.chop(unit.size());
    return plain.trimmed().replace(QChar(0x2212), u'-');
}

std::optional<double> WholeBox::numberOf(const QString& text) const {
    static const QRegularExpression kWhole(QStringLiteral("^[-+]?\\d+(?:[eE]\\+?\\d{1,2})?$"));
    const QString plain = bare(text);
    if (!kWhole.match(plain).hasMatch()) return {};
    return plain.toDouble();
}

QValidator::State WholeBox::validate(QString& text, int& /*position*/) const {
    if (!specialValueText().isEmpty() && text == specialValueText()) return QValidator::Acceptable;
    if (const std::optional<double> number = numberOf(text))
        return isInRange(*number) ? QValidator::Acceptable : QValidator::Intermediate;
    QString begun = bare(text);
    qsizetype letters = 0;
    while (letters < begun.size() && begun[begun.size() - 1 - letters].isLetter()) ++letters;
    if (letters > 0 && suffix().trimmed().startsWith(begun.last(letters))) begun.chop(letters); // of the unit
    static const QRegularExpression kBegun(QStringLiteral("^[-+\\d.,'eE \u00a0\u202f]*$"));
    return kBegun.match(begun).hasMatch() ? QValidator::Intermediate : QValidator::Invalid;
}

int WholeBox::valueFromText(const QString& text) const {
    if (!specialValueText().isEmpty() && text == specialValueText()) return minimum();
    const std::optional<double> number = numberOf(text);
    return number && isInRange(*number) ? static_cast<int>(std::lround(*number)) : value();
}

/// Is called with a text that cannot be taken when the box is left or confirmed.
void WholeBox::fixup(QString& text) const {
    if (!bare(text).isEmpty()) emit refused(numberOf(text).has_value());
}

} // namespace ewald::ui
