// SPDX-License-Identifier: GPL-3.0-or-later
#include "crystal/powder_lines.h"

#include "base/error.h"
#include "base/units.h"
#include "crystal/structure_factor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>

namespace ewald::crystal {
namespace {

constexpr double kMostPoints = 1e6; ///< of the reciprocal lattice, most of them lines where there is no symmetry
constexpr double kMostTerms = 2e8;  ///< of structure factors: some seconds

[[noreturn]] void throwTooMany() {
    throw JobError("there are too many reflections down to this spacing", "", "give a larger smallest spacing");
}

/// The one of equivalent indices that people write is the largest of these.
std::tuple<bool, int, int, int> rankOf(const Miller& hkl) {
    return {hkl[0] >= 0 && hkl[1] >= 0 && hkl[2] >= 0, hkl[0], hkl[1], hkl[2]};
}

/// The rotations of a group as they act on indices, with Friedel's law.
class IndexRotations {
public:
    explicit IndexRotations(const SpaceGroup& group) {
        std::set<std::array<std::array<int, 3>, 3>> different;
        for (const SymmetryOperation& op : group.operations) {
            different.insert(op.rotation);
            auto opposite = op.rotation;
            for (auto& row : opposite)
                for (int& element : row) element = -element;
            different.insert(opposite);
        }
        m_rotations.assign(different.begin(), different.end());
    }

    /// The number of equivalents; 0 where `hkl` is not the one of them that is written.
    [[nodiscard]] int countIfWritten(const Miller& hkl) const {
        const auto own = rankOf(hkl);
        int keeping = 0;
        for (const auto& r : m_rotations) {
            Miller same{};
            for (std::size_t j = 0; j < 3; ++j) same[j] = hkl[0] * r[0][j] + hkl[1] * r[1][j] + hkl[2] * r[2][j];
            if (rankOf(same) > own) return 0;
            keeping += same == hkl ? 1 : 0;
        }
        return static_cast<int>(m_rotations.size()) / keeping;
    }

private:
    std::vector<std::array<std::array<int, 3>, 3>> m_rotations;
};

/// Calls `take(hkl)` for all points of the reciprocal lattice with 1/d² ≤ limit, but the origin.
template <class Take>
void forPointsWithin(const ReciprocalMetric& metric, const UnitCell& cell, double limit, Take&& take) {
    // |h| = |a · s| ≤ |a| / d
    const double reach = std::sqrt(limit) * (1 + 1e-9);
    const double mostH = std::floor(cell.a_A * reach), mostK = std::floor(cell.b_A * reach);
    const double points = 4 * kPi / 3 * volume_A3(cell) * limit * reach;
    if (points > kMostPoints || (2 * mostH + 1) * (2 * mostK + 1) > kMostPoints) throwTooMany();
    const auto& g = metric.g;
    const int lastH = static_cast<int>(mostH), lastK = static_cast<int>(mostK);
    for (int h = -lastH; h <= lastH; ++h) {
        for (int k = -lastK; k <= lastK; ++k) {
            // g22 l² + 2 b l + c ≤ limit
            const double b = g[0][2] * h + g[1][2] * k;
            const double c = g[0][0] * h * h + 2 * g[0][1] * h * k + g[1][1] * k * k;
            const double root = b * b - g[2][2] * (c - limit * (1 + 1e-9));
            if (root < 0) continue;
            const int first = static_cast<int>(std::ceil((-b - std::sqrt(root)) / g[2][2]));
            const int last = static_cast<int>(std::floor((-b + std::sqrt(root)) / g[2][2]));
            for (int l = first; l <= last; ++l)
                if (h != 0 || k != 0 || l != 0) take(Miller{h, k, l});
        }
    }
}

std::vector<PowderLine> linesOfGroup(const Phase& phase, const UnitCell& cell, double limit) {
    const SpaceGroup& group = *phase.group;
    const ReciprocalMetric metric = symmetricMetric(group, cell);
    const IndexRotations rotations(group);
    std::vector<PowderLine> lines;
    forPointsWithin(metric, cell, limit, [&](const Miller& hkl) {
        const int count = rotations.countIfWritten(hkl);
        // Spacings that are equal but for rounding are inside together.
        if (count == 0 || metric.inverseSquare(hkl) > limit * (1 + 1e-9) || isExtinct(group, hkl)) return;
        lines.push_back({hkl, metric.spacing_A(hkl), count, {}});
    });
    return lines;
}

std::vector<PowderLine> listedLines(const Phase& phase, const UnitCell& cell, double limit) {
    const ReciprocalMetric metric(cell);
    std::vector<PowderLine> lines;
    for (const ListedLine& line : phase.lines)
        if (metric.inverseSquare(line.hkl) <= limit * (1 + 1e-9))
            lines.push_back({line.hkl, metric.spacing_A(line.hkl), 0, line.intensity});
    return lines;
}

/// (1 + cos² 2θ) / (sin² θ cos θ); towards 2θ = 180° it grows beyond all bounds, and is that of 179° there.
double lorentzPolarisation(double d_A, const std::optional<double>& wavelength_A) {
    if (!wavelength_A) return d_A * d_A;
    constexpr double kSmallestCosine = 0.0087;
    const double sine = std::min(*wavelength_A / (2 * d_A), 1.0);
    const double cosine = std::max(std::sqrt(1 - sine * sine), kSmallestCosine);
    const double cosineOfTwice = 1 - 2 * sine * sine;
    return (1 + cosineOfTwice * cosineOfTwice) / (sine * sine * cosine);
}

/// Gives all lines their intensities, and takes away those that the atoms extinguish.
void addIntensities(const Phase& phase, const std::optional<double>& wavelength_A, std::vector<PowderLine>& lines) {
    const StructureFactors factors(phase);
    if (static_cast<double>(lines.size()) * static_cast<double>(factors.terms()) > kMostTerms) throwTooMany();
    // Waves that cancel leave 1e-16 of their sum each.
    const double nothing = 1e-20 * factors.whole();
    for (PowderLine& line : lines) {
        const double square = factors.squared(line.hkl, 1 / (line.d_A * line.d_A));
        line.intensity =
            square > nothing ? line.multiplicity * square * lorentzPolarisation(line.d_A, wavelength_A) : 0;
    }
    std::erase_if(lines, [](const PowderLine& line) { return *line.intensity <= 0; });
}

void normalise(std::vector<PowderLine>& lines) {
    double most = 0;
    for (const PowderLine& line : lines) most = std::max(most, line.intensity.value_or(0));
    if (most <= 0) return;
    for (PowderLine& line : lines)
        if (line.intensity) *line.intensity *= 100 / most;
}

} // namespace

UnitCell cellUnder(const Phase& phase, const Conditions& conditions) {
    try {
        return scaled(phase.cell, lengthRatio(phase.state.value_or(EquationOfState()), conditions));
    } catch (const JobError& error) {
        throw JobError(error.problem(), phase.source, error.hint());
    }
}

std::vector<PowderLine> powderLines(const Phase& phase, const LineRequest& request) {
    constexpr double kShortest_A = 1e-3;
    double smallest_A = request.smallest_A;
    if (request.wavelength_A) smallest_A = std::max(smallest_A, *request.wavelength_A / 2);
    if (!(smallest_A >= kShortest_A)) throwTooMany();
    const UnitCell cell = cellUnder(phase, request.conditions);
    const double limit = 1 / (smallest_A * smallest_A);
    std::vector<PowderLine> lines = phase.group ? linesOfGroup(phase, cell, limit) : listedLines(phase, cell, limit);
    if (phase.group && !phase.atoms.empty()) {
        Phase now = phase;
        now.cell = cell;
        addIntensities(now, request.wavelength_A, lines);
    }
    normalise(lines);
    // By whole billionths of 1/d², so that rounding does not order what is equal.
    const auto place = [](const PowderLine& line) {
        return std::tuple(std::llround(1e9 / (line.d_A * line.d_A)), line.hkl);
    };
    std::ranges::sort(lines, [&](const PowderLine& x, const PowderLine& y) {
        const auto [dX, hklX] = place(x);
        const auto [dY, hklY] = place(y);
        return dX != dY ? dX < dY : hklX > hklY;
    });
    return lines;
}

Phase makePhase(const UnitCell& cell, const SpaceGroup& group) {
    if (!isCell(cell)) throw JobError("there is no such cell", group.symbol, "give lengths in Å and angles in degrees");
    if (!fits(group, cell))
        throw JobError("the cell does not have the symmetry of the group", group.symbol, "give another cell or group");
    Phase phase;
    phase.name = group.symbol;
    phase.cell = cell;
    phase.group = group;
    return phase;
}

} // namespace ewald::crystal
