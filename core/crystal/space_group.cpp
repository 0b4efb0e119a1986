// SPDX-License-Identifier: GPL-3.0-or-later
#include "crystal/space_group.h"

#include "base/ascii_text.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <gemmi/symmetry.hpp>
#include <set>

namespace ewald::crystal {
namespace {

constexpr std::size_t kMostOperations = 192; // of a face-centred cubic group
constexpr std::size_t kLongestSymbol = 40;

SymmetryOperation fromGemmi(const gemmi::Op& op) {
    SymmetryOperation out;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) out.rotation[i][j] = op.rot[i][j] / gemmi::Op::DEN;
        out.shift[i] = ((op.tran[i] % kShiftParts) + kShiftParts) % kShiftParts;
    }
    return out;
}

SpaceGroup fromGemmi(const gemmi::SpaceGroup& group) {
    static_assert(gemmi::Op::DEN == kShiftParts);
    SpaceGroup out{group.number, group.xhm(), {}};
    for (const gemmi::Op op : group.operations()) out.operations.push_back(fromGemmi(op));
    return out;
}

/// All settings of all groups: made once, because every symbol is read anew.
const std::vector<SpaceGroup>& settings() {
    static const std::vector<SpaceGroup> all = [] {
        std::vector<SpaceGroup> made;
        for (const gemmi::SpaceGroup& group : gemmi::spacegroup_tables::main) made.push_back(fromGemmi(group));
        return made;
    }();
    return all;
}

std::string withoutBlanks(std::string_view text) {
    std::string out;
    for (const char c : text)
        if (c != ' ' && c != '\t' && c != '_' && c != '(' && c != ')') out += c;
    return out;
}

/// "Fm3m" as it was written until 1983: "Fm-3m". The 3 of a cubic symbol follows a plane.
std::string withInversion(const std::string& symbol) {
    std::string out = symbol;
    for (std::size_t i = 2; i < out.size(); ++i)
        if (out[i] == '3' && std::string_view("mnad").find(out[i - 1]) != std::string_view::npos)
            return out.insert(i, "-");
    return out;
}

SymmetryOperation product(const SymmetryOperation& x, const SymmetryOperation& y) {
    SymmetryOperation out;
    for (std::size_t i = 0; i < 3; ++i) {
        int shift = x.shift[i];
        for (std::size_t j = 0; j < 3; ++j) {
            shift += x.rotation[i][j] * y.shift[j];
            for (std::size_t k = 0; k < 3; ++k) out.rotation[i][k] += x.rotation[i][j] * y.rotation[j][k];
        }
        out.shift[i] = ((shift % kShiftParts) + kShiftParts) % kShiftParts;
    }
    return out;
}

/// Whether gemmi may have it: long runs of digits and other letters are no operation.
bool isTriplet(std::string_view text) {
    std::size_t digits = 0;
    for (const char c : text) {
        const bool digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
        digits = digit ? digits + 1 : 0;
        // Such as 0.333333
        if (digits > 6 || !(digit || std::string_view("xyzXYZ+-*/., \t").find(c) != std::string_view::npos))
            return false;
    }
    return text.size() < 64;
}

/// Finite groups of integer matrices have no other elements.
bool isRotation(const SymmetryOperation& op) {
    for (const auto& row : op.rotation)
        for (const int element : row)
            if (std::abs(element) > 1) return false;
    return true;
}

std::optional<SymmetryOperation> parsed(const std::string& triplet) {
    if (!isTriplet(triplet)) return std::nullopt;
    try {
        const gemmi::Op op = gemmi::parse_triplet(triplet);
        SymmetryOperation out = fromGemmi(op);
        const bool whole = std::ranges::all_of(op.rot, [](const auto& row) {
            return std::ranges::all_of(row, [](int element) { return element % gemmi::Op::DEN == 0; });
        });
        return whole && isRotation(out) ? std::optional(out) : std::nullopt;
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

Miller times(const Miller& hkl, const SymmetryOperation& op) {
    Miller out{};
    for (std::size_t j = 0; j < 3; ++j)
        for (std::size_t i = 0; i < 3; ++i) out[j] += hkl[i] * op.rotation[i][j];
    return out;
}

} // namespace

std::optional<SpaceGroup> findSpaceGroup(std::string_view symbol, const UnitCell& cell) {
    std::string name = withoutBlanks(symbol);
    if (name.empty() || name.size() > kLongestSymbol) return std::nullopt;
    if (std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; })) {
        const int number = name.size() > 3 ? 0 : std::stoi(name);
        if (number < 1 || number > 230) return std::nullopt;
        return fromGemmi(gemmi::get_spacegroup_reference_setting(number));
    }
    const gemmi::SpaceGroup* found = gemmi::find_spacegroup_by_name(name, cell.alpha_deg, cell.gamma_deg);
    if (found == nullptr) found = gemmi::find_spacegroup_by_name(withInversion(name), cell.alpha_deg, cell.gamma_deg);
    return found != nullptr ? std::optional(fromGemmi(*found)) : std::nullopt;
}

std::optional<SpaceGroup> findHallGroup(std::string_view hall) {
    // Blanks count: "P 2 2" is not "P 22". Only their number and the case do not.
    const auto plain = [](std::string_view text) {
        std::string out;
        for (const char c : text) {
            const char one = c == '_' ? ' ' : lowerAscii(c);
            if (one != ' ' || (!out.empty() && out.back() != ' ')) out += one;
        }
        while (out.ends_with(' ')) out.pop_back();
        return out;
    };
    const std::string wanted = plain(hall.substr(0, 2 * kLongestSymbol));
    for (const gemmi::SpaceGroup& group : gemmi::spacegroup_tables::main)
        if (plain(group.hall) == wanted) return fromGemmi(group);
    return std::nullopt;
}

std::optional<SpaceGroup> groupOfOperations(std::span<const std::string> triplets) {
    if (triplets.empty() || triplets.size() > kMostOperations) return std::nullopt;
    std::set<SymmetryOperation> all;
    for (const std::string& triplet : triplets) {
        const std::optional<SymmetryOperation> op = parsed(triplet);
        if (!op) return std::nullopt;
        all.insert(*op);
    }
    for (const SymmetryOperation& x : all)
        for (const SymmetryOperation& y : all)
            if (!all.contains(product(x, y))) return std::nullopt;
    SpaceGroup out;
    const SymmetryOperation identity{{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, {}};
    if (all.erase(identity) == 0) return std::nullopt;
    out.operations.push_back(identity);
    out.operations.insert(out.operations.end(), all.begin(), all.end());
    for (const SpaceGroup& known : settings()) {
        if (known.operations.size() != out.operations.size()) continue;
        if (std::ranges::all_of(known.operations, [&](const auto& op) { return op == identity || all.contains(op); }))
            return known;
    }
    return out;
}

std::optional<SpaceGroup> otherOrigin(const SpaceGroup& group) {
    const std::size_t colon = group.symbol.find(':');
    if (colon == std::string::npos || (group.symbol.back() != '1' && group.symbol.back() != '2')) return std::nullopt;
    return findSpaceGroup(group.symbol.substr(0, colon + 1) + (group.symbol.back() == '1' ? "2" : "1"));
}

std::optional<UnitCell> cellOf(const SpaceGroup& group, std::span<const double> numbers) {
    if (numbers.size() == 6) return UnitCell{numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]};
    const bool hexagonal = group.number >= 143 && group.number < 195 && !group.symbol.ends_with(":R");
    const double gamma = hexagonal ? 120 : 90;
    if (numbers.size() == 3) return UnitCell{numbers[0], numbers[1], numbers[2], 90, 90, gamma};
    if (numbers.size() == 2 && group.symbol.ends_with(":R"))
        return UnitCell{numbers[0], numbers[0], numbers[0], numbers[1], numbers[1], numbers[1]};
    if (numbers.size() == 2) return UnitCell{numbers[0], numbers[0], numbers[1], 90, 90, gamma};
    if (numbers.size() == 1 && group.number >= 195) return UnitCell{numbers[0], numbers[0], numbers[0]};
    return std::nullopt;
}

ReciprocalMetric symmetricMetric(const SpaceGroup& group, const UnitCell& cell) {
    const ReciprocalMetric metric(cell);
    ReciprocalMetric mean;
    for (const SymmetryOperation& op : group.operations) {
        // The metric of h R as a form in h: R g Rᵀ.
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j)
                for (std::size_t m = 0; m < 3; ++m)
                    for (std::size_t n = 0; n < 3; ++n)
                        mean.g[i][j] += op.rotation[i][m] * metric.g[m][n] * op.rotation[j][n];
    }
    for (auto& row : mean.g)
        for (double& element : row) element /= static_cast<double>(group.operations.size());
    return mean;
}

bool fits(const SpaceGroup& group, const UnitCell& cell) {
    constexpr double kTolerance = 4e-3; // of squares
    const ReciprocalMetric own(cell), mean = symmetricMetric(group, cell);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            if (std::abs(own.g[i][j] - mean.g[i][j]) > kTolerance * std::sqrt(own.g[i][i] * own.g[j][j])) return false;
    return true;
}

// International Tables A, 2.1.3.13: extinct where an operation keeps h and shifts its phase.
bool isExtinct(const SpaceGroup& group, const Miller& hkl) {
    return std::ranges::any_of(group.operations, [&](const SymmetryOperation& op) {
        const int phase = hkl[0] * op.shift[0] + hkl[1] * op.shift[1] + hkl[2] * op.shift[2];
        return phase % kShiftParts != 0 && times(hkl, op) == hkl;
    });
}

std::vector<Miller> equivalents(const SpaceGroup& group, const Miller& hkl) {
    std::vector<Miller> all;
    all.reserve(2 * group.operations.size());
    for (const SymmetryOperation& op : group.operations) {
        const Miller same = times(hkl, op);
        all.push_back(same);
        all.push_back({-same[0], -same[1], -same[2]});
    }
    std::ranges::sort(all);
    const auto rest = std::ranges::unique(all);
    all.erase(rest.begin(), rest.end());
    return all;
}

} // namespace ewald::crystal
