// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/unit_box.h"

#include "base/units.h"

#include <QRegularExpression>

#include <array>
#include <cmath>

namespace ewald::ui {

namespace {

enum class Quantity { length, energy, angle, pressure, temperature };

struct Unit {
    const char16_t* name;
    Quantity quantity;
    double factor;   ///< metres, eV, degrees, Pa, K
    double zero = 0; ///< where it begins to count, in the same
};

constexpr std::array kUnits{
    Unit{u"m", Quantity::length, 1},
    Unit{u"cm", Quantity::length, 1e-2},
    Unit{u"mm", Quantity::length, 1e-3},
    Unit{u"µm", Quantity::length, 1e-6},
    Unit{u"nm", Quantity::length, 1e-9},
    Unit{u"Å", Quantity::length, 1e-10},
    Unit{u"A", Quantity::length, 1e-10},
    Unit{u"pm", Quantity::length, 1e-12},
    Unit{u"eV", Quantity::energy, 1},
    Unit{u"keV", Quantity::energy, 1e3},
    Unit{u"MeV", Quantity::energy, 1e6},
    Unit{u"°", Quantity::angle, 1},
    Unit{u"deg", Quantity::angle, 1},
    Unit{u"rad", Quantity::angle, 1 / kDegree},
    Unit{u"mrad", Quantity::angle, 1e-3 / kDegree},
    Unit{u"Pa", Quantity::pressure, 1},
    Unit{u"kPa", Quantity::pressure, 1e3},
    Unit{u"MPa", Quantity::pressure, 1e6},
    Unit{u"GPa", Quantity::pressure, 1e9},
    Unit{u"TPa", Quantity::pressure, 1e12},
    Unit{u"bar", Quantity::pressure, 1e5},
    Unit{u"kbar", Quantity::pressure, 1e8},
    Unit{u"Mbar", Quantity::pressure, 1e11},
    Unit{u"K", Quantity::temperature, 1},
    Unit{u"°C", Quantity::temperature, 1, 273.15},
};

const Unit* unitOf(const QString& name) {
    for (const Unit& unit : kUnits)
        if (name == QStringView(unit.name)) return &unit;
    return nullptr;
}

} // namespace

UnitBox::UnitBox(const QString& unit, QWidget* parent) : QDoubleSpinBox(parent), m_unit(unit) {
    if (!unit.isEmpty()) setSuffix(QStringLiteral(" ") + unit);
    setKeyboardTracking(false); // the number before a unit is none yet
}

std::optional<double> UnitBox::numberOf(const QString& text) const {
    static const QRegularExpression kNumber(
        QStringLiteral("^([-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d{1,3})?)\\s*(\\D*)$"));
    QString plain = text.trimmed();
    plain.replace(u',', u'.').replace(QChar(0x2212), u'-');
    const auto match = kNumber.match(plain);
    if (!match.hasMatch()) return {};
    QString name = match.captured(2).trimmed();
    // Micro typed as u, or as the Greek letter.
    name.replace(QStringLiteral("um"), QStringLiteral("µm")).replace(QChar(0x03bc), QChar(0x00b5));
    // Who replaces the number leaves the suffix where it was: "0.2 m mm".
    if (name.endsWith(u' ' + m_unit)) name = name.chopped(m_unit.size()).trimmed();
    const double number = match.captured(1).toDouble();
    if (name.isEmpty() || name == m_unit) return number;
    const Unit *typed = unitOf(name), *own = unitOf(m_unit);
    if (typed == nullptr || own == nullptr || typed->quantity != own->quantity) return {};
    return number * (typed->factor / own->factor) + (typed->zero - own->zero) / own->factor;
}

double UnitBox::valueFromText(const QString& text) const { return numberOf(text).value_or(value()); }

void UnitBox::focusInEvent(QFocusEvent* event) {
    QDoubleSpinBox::focusInEvent(event);
    const bool isWord = !specialValueText().isEmpty() && value() <= minimum();
    // The press of the mouse places the cursor after this.
    if (isWord) QMetaObject::invokeMethod(this, &UnitBox::selectAll, Qt::QueuedConnection);
}

QValidator::State UnitBox::validate(QString& text, int& /*position*/) const {
    const std::optional<double> number = numberOf(text);
    const bool fits = number && std::isfinite(*number) && *number >= minimum() && *number <= maximum();
    return fits ? QValidator::Acceptable : QValidator::Intermediate;
}

} // namespace ewald::ui
