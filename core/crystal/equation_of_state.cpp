// SPDX-License-Identifier: GPL-3.0-or-later
#include "crystal/equation_of_state.h"

#include "base/error.h"

#include <cmath>

namespace ewald::crystal {
namespace {

[[noreturn]] void throwBeyond() {
    throw JobError("at this pressure and temperature the equation of state has no volume", "",
                   "give conditions nearer to those for which its constants were measured");
}

/// The root between the volume V0 and the first extremum of the pressure in the direction of the root.
double ratioAt(double pressure_GPa, double bulkModulus_GPa, double derivative) {
    constexpr double kStep = 0.01, kSmallest = 0.2, kLargest = 3;
    const auto pressureAt = [&](double ratio) { return birchMurnaghan_GPa(bulkModulus_GPa, derivative, ratio); };
    const double step = pressure_GPa > 0 ? -kStep : kStep;
    double near = 1, far = 1;
    for (double before = 0; std::abs(before) < std::abs(pressure_GPa);) {
        near = far;
        far += step;
        const double reached = pressureAt(far);
        if (far < kSmallest || far > kLargest || std::abs(reached) <= std::abs(before)) throwBeyond();
        before = reached;
    }
    // 0.01 halved 60 times is below the resolution of a double.
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (near + far);
        (std::abs(pressureAt(middle)) < std::abs(pressure_GPa) ? near : far) = middle;
    }
    return 0.5 * (near + far);
}

} // namespace

double birchMurnaghan_GPa(double bulkModulus_GPa, double derivative, double ratio) {
    const double x = std::cbrt(1 / ratio), square = x * x;
    return 1.5 * bulkModulus_GPa * std::pow(x, 5) * (square - 1) * (1 + 0.75 * (derivative - 4) * (square - 1));
}

double volumeRatio(const EquationOfState& state, const Conditions& conditions) {
    const double warming_K = conditions.temperature_K - kRoom_K;
    if (!(conditions.pressure_GPa >= 0) || !(conditions.temperature_K >= 0) || !std::isfinite(warming_K) ||
        !std::isfinite(conditions.pressure_GPa))
        throw JobError("a pressure or temperature is negative", "", "give GPa and K");
    if (warming_K != 0 && !state.knowsTemperature())
        throw JobError("the phase has no thermal expansion", "",
                       "leave the temperature out, or give a JCPDS file with ALPHAT");
    if (conditions.pressure_GPa != 0 && !state.knowsPressure())
        throw JobError("the phase has no bulk modulus", "", "leave the pressure out, or give a JCPDS file with K0");
    const double expansion = (state.expansion_perK + state.expansionSlope_perK2 * warming_K) * warming_K;
    if (conditions.pressure_GPa == 0) {
        if (!(1 + expansion > 0.1 && 1 + expansion < 3)) throwBeyond();
        return 1 + expansion;
    }
    const double bulkModulus_GPa = state.bulkModulus_GPa + state.bulkModulusSlope_GPaPerK * warming_K;
    const double derivative = state.derivative + state.derivativeSlope_perK * warming_K;
    if (!(bulkModulus_GPa > 0) || !std::isfinite(derivative) || !std::isfinite(expansion)) throwBeyond();
    return ratioAt(conditions.pressure_GPa - expansion * bulkModulus_GPa, bulkModulus_GPa, derivative);
}

double lengthRatio(const EquationOfState& state, const Conditions& conditions) {
    // Beyond these no solid keeps its structure: a percentage that was given as a fraction, or the reverse.
    if (!(conditions.cellScale >= 0.5 && conditions.cellScale <= 2))
        throw JobError("the scale of the cell is not within 50 % and 200 %", "", "100 % is the cell as it is given");
    return conditions.cellScale * std::cbrt(volumeRatio(state, conditions));
}

namespace {

/// The temperature at which the phase has this volume without pressure: the root of 1 + (α + β ΔT) ΔT = V/V0 that goes
/// over into ΔT = (V/V0 − 1)/α as β vanishes. Not a number: there is none.
double temperatureOf(const EquationOfState& state, double ratio) {
    const double alpha = state.expansion_perK, beta = state.expansionSlope_perK2;
    const double root = std::sqrt(alpha * alpha + 4 * beta * (ratio - 1));
    return kRoom_K + 2 * (ratio - 1) / (alpha + std::copysign(root, alpha));
}

/// The pressure at which the phase has this volume, by the equation that volumeRatio() solves.
double pressureOf(const EquationOfState& state, double temperature_K, double ratio) {
    const double warming_K = temperature_K - kRoom_K;
    const double expansion = (state.expansion_perK + state.expansionSlope_perK2 * warming_K) * warming_K;
    const double bulkModulus_GPa = state.bulkModulus_GPa + state.bulkModulusSlope_GPaPerK * warming_K;
    const double derivative = state.derivative + state.derivativeSlope_perK * warming_K;
    return birchMurnaghan_GPa(bulkModulus_GPa, derivative, ratio) + expansion * bulkModulus_GPa;
}

} // namespace

std::optional<Conditions> conditionsOf(const EquationOfState& state, const Conditions& now, double ratio) {
    const double volume = std::pow(ratio / now.cellScale, 3);
    Conditions conditions = now;
    try {
        if (state.knowsPressure()) {
            conditions.pressure_GPa = 0;
            if (ratio >= lengthRatio(state, conditions)) return conditions;
            conditions.pressure_GPa = pressureOf(state, now.temperature_K, volume);
        } else if (state.knowsTemperature()) {
            conditions.temperature_K = temperatureOf(state, volume);
            if (conditions.temperature_K < 0) {
                conditions.temperature_K = 0;
                return conditions;
            }
        } else {
            conditions.cellScale = ratio / std::cbrt(volumeRatio(state, now));
        }
        // Beyond the largest pressure of an equation its volumes belong to pressures below that one. (The two equations
        // of volumeRatio() differ by less than this where the pressure vanishes.)
        constexpr double kNearly = 1e-3;
        if (std::abs(lengthRatio(state, conditions) / ratio - 1) < kNearly) return conditions;
    } catch (const JobError&) { // no conditions at all, or none that can be
    }
    return {};
}

} // namespace ewald::crystal
