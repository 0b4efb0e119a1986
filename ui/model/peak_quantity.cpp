// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/peak_quantity.h"

#include "azint/unit.h"
#include "base/median.h"

#include <QCoreApplication>

#include <limits>

namespace ewald::ui {

namespace {

constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();

/// The numbers of a quantity, and their errors where it has some.
std::pair<const std::vector<double>*, const std::vector<double>*> numbersOf(const job::PeakColumn& peak,
                                                                            PeakQuantity quantity) {
    switch (quantity) {
    case PeakQuantity::position: return {&peak.position.values, &peak.position.errors};
    case PeakQuantity::width: return {&peak.fwhm.values, &peak.fwhm.errors};
    case PeakQuantity::area: return {&peak.area.values, &peak.area.errors};
    case PeakQuantity::chi2: break;
    }
    return {&peak.reducedChi2, nullptr};
}

} // namespace

QString quantityName(PeakQuantity quantity) {
    switch (quantity) {
    case PeakQuantity::position: return QCoreApplication::translate("Peaks", "Position");
    case PeakQuantity::width: return QCoreApplication::translate("Peaks", "Width");
    case PeakQuantity::area: return QCoreApplication::translate("Peaks", "Area");
    case PeakQuantity::chi2: break;
    }
    return QCoreApplication::translate("Peaks", "Reduced χ²");
}

QString quantityUnit(PeakQuantity quantity, const std::string& unit) {
    const bool onAxis = quantity == PeakQuantity::position || quantity == PeakQuantity::width;
    return onAxis ? QString::fromUtf8(azint::info(azint::unitFromName(unit)).label) : QString();
}

QString quantityTitle(PeakQuantity quantity, const std::string& unit) {
    const QString of = quantityUnit(quantity, unit);
    return of.isEmpty() ? quantityName(quantity) : QStringLiteral("%1 (%2)").arg(quantityName(quantity), of);
}

QuantityCurve curveOf(const job::PeakTable& table, std::size_t peak, std::size_t sector, PeakQuantity quantity) {
    QuantityCurve curve;
    const job::PeakColumn& column = table.peaks.at(peak);
    const auto [values, errors] = numbersOf(column, quantity);
    const bool hasErrors = errors != nullptr && !errors->empty();
    for (std::size_t row = 0; row < table.frames.size(); ++row) {
        const std::size_t at = row * table.sectors() + sector;
        const auto state = static_cast<fit::PeakState>(column.state.at(at));
        const bool fitted = state == fit::PeakState::fitted;
        curve.fitted += fitted ? 1 : 0;
        curve.weak += state == fit::PeakState::weak ? 1 : 0;
        curve.notConverged += state == fit::PeakState::notConverged ? 1 : 0;
        curve.noPoints += state == fit::PeakState::noPoints ? 1 : 0;
        curve.frames.push_back(static_cast<double>(table.frames[row]));
        curve.values.push_back(fitted ? static_cast<float>((*values)[at]) : kNothing);
        if (hasErrors) curve.errors.push_back(fitted ? static_cast<float>((*errors)[at]) : kNothing);
    }
    return curve;
}

double usualPosition(const job::PeakTable& table, std::size_t peak) {
    const job::PeakColumn& column = table.peaks.at(peak);
    std::vector<double> positions;
    for (std::size_t i = 0; i < column.state.size(); ++i)
        if (static_cast<fit::PeakState>(column.state[i]) == fit::PeakState::fitted)
            positions.push_back(column.position.values[i]);
    return positions.empty() ? (column.low + column.high) / 2 : medianOf(std::move(positions));
}

QString stateName(fit::PeakState state) {
    switch (state) {
    case fit::PeakState::fitted: return QCoreApplication::translate("Peaks", "fitted");
    case fit::PeakState::weak: return QCoreApplication::translate("Peaks", "weak");
    case fit::PeakState::notConverged: return QCoreApplication::translate("Peaks", "not converged");
    case fit::PeakState::noPoints: break;
    }
    return QCoreApplication::translate("Peaks", "no points");
}

QString stateTip(fit::PeakState state) {
    switch (state) {
    case fit::PeakState::fitted: return {};
    case fit::PeakState::weak:
        return QCoreApplication::translate("Peaks",
                                           "The area is below three standard deviations: there may be no peak");
    case fit::PeakState::notConverged:
        return QCoreApplication::translate("Peaks", "The fit did not come to rest: these values mean little");
    case fit::PeakState::noPoints: break;
    }
    return QCoreApplication::translate("Peaks", "The region has fewer points than the fit has parameters");
}

} // namespace ewald::ui
