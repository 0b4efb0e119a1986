// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/quantity_text.h"

#include <QLocale>

#include <cmath>

namespace ewald::ui {

NumberStyle localNumbers() {
    const QLocale locale;
    return {locale.decimalPoint().toStdString(), locale.groupSeparator().toStdString(), "−"};
}

QString numberText(double value, int digits) {
    return QString::fromStdString(ewald::numberText(value, digits, localNumbers()));
}

QString countText(std::size_t count) { return QString::fromStdString(ewald::countText(count, localNumbers())); }

QString lengthText(double metres, int digits) {
    return QString::fromStdString(ewald::lengthText(metres, digits, localNumbers()));
}

QString bytesText(double bytes) { return QString::fromStdString(ewald::bytesText(bytes, localNumbers())); }

QString durationText(double seconds) {
    // Short ones with a fraction: "0.3 s".
    if (seconds >= 0 && seconds < 9.95) return numberText(std::round(100 * seconds) / 100, 2) + QStringLiteral(" s");
    return QString::fromStdString(ewald::durationText(seconds));
}

QString fixedText(double value, int decimals) {
    QLocale locale;
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    // Nothing is "−0.00".
    if (std::abs(value) < 0.5 * std::pow(10.0, -decimals)) value = 0;
    return locale.toString(value, 'f', decimals).replace(u'-', u'−');
}

QString unitName(const LengthUnit& unit) { return QString::fromUtf8(unit.name); }

QString toQString(const std::filesystem::path& path) { return QString::fromStdString(path.string()); }
std::filesystem::path toPath(const QString& path) { return std::filesystem::path(path.toStdString()); }

} // namespace ewald::ui
