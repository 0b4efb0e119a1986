// SPDX-License-Identifier: GPL-3.0-or-later
#include "crystal/powder_lines.h"

#include "base/error.h"
#include "base/units.h"
#include "crystal/phase_file.h"
#include "crystal/structure_factor.h"
#include "test_paths.h"

#include <cmath>
#include <complex>
#include <filesystem>
#include <fstream>
#include <gemmi/cif.hpp>
#include <gemmi/it92.hpp>
#include <gemmi/numb.hpp>
#include <gemmi/sfcalc.hpp>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>

namespace ewald::crystal {
namespace {

Phase phaseOf(const char* group, const UnitCell& cell, std::vector<Atom> atoms) {
    Phase phase = makePhase(cell, findSpaceGroup(group).value());
    phase.atoms = std::move(atoms);
    return phase;
}

Atom atomOf(const char* element, double x, double y, double z) { return {element, element, {x, y, z}, 1, 0, {}}; }

const PowderLine* find(const std::vector<PowderLine>& lines, const Miller& hkl) {
    const auto found = std::ranges::find(lines, hkl, &PowderLine::hkl);
    return found == lines.end() ? nullptr : &*found;
}

double formFactor(const char* element, double d_A) {
    return gemmi::IT92<double>::get(gemmi::find_element(element)).calculate_sf(1 / (4 * d_A * d_A));
}

TEST(PowderLines, OfLanthanumHexaborideAreThoseOfAPrimitiveCube) {
    const auto lines = powderLines(makePhase({4.156826, 4.156826, 4.156826}, *findSpaceGroup("Pm-3m")), {1.3, {}, {}});
    // h² + k² + l² = 1, 2, 3, 4, 5, 6, 8, 9 (two), 10; 7 is no sum of three squares.
    const std::vector<std::pair<Miller, int>> expected{
        {{1, 0, 0}, 6},  {{1, 1, 0}, 12}, {{1, 1, 1}, 8}, {{2, 0, 0}, 6},  {{2, 1, 0}, 24},
        {{2, 1, 1}, 24}, {{2, 2, 0}, 12}, {{3, 0, 0}, 6}, {{2, 2, 1}, 24}, {{3, 1, 0}, 24}};
    ASSERT_EQ(lines.size(), expected.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto& [h, k, l] = expected[i].first;
        EXPECT_EQ(lines[i].hkl, expected[i].first) << i;
        EXPECT_EQ(lines[i].multiplicity, expected[i].second) << i;
        EXPECT_NEAR(lines[i].d_A, 4.156826 / std::sqrt(h * h + k * k + l * l), 1e-12);
    }
}

TEST(PowderLines, OfSiliconHaveTheIntensitiesOfDiamond) {
    const Phase silicon = phaseOf("F d -3 m:2", {5.431144, 5.431144, 5.431144}, {atomOf("Si", .125, .125, .125)});
    const auto lines = powderLines(silicon, {1, {}, {}});
    EXPECT_EQ(find(lines, {2, 2, 2}), nullptr) << "the two atoms of the basis cancel";
    EXPECT_EQ(find(lines, {2, 0, 0}), nullptr);
    // |F|² = 32 f² where all indices are odd, 64 f² where they are even with a sum of 4n; multiplicities 8, 12, 24.
    const auto amount = [&](const Miller& hkl, int multiplicity, double factor) {
        const PowderLine* line = find(lines, hkl);
        EXPECT_NE(line, nullptr);
        EXPECT_EQ(line->multiplicity, multiplicity);
        return multiplicity * factor * std::pow(formFactor("Si", line->d_A) * line->d_A, 2);
    };
    const double first = amount({1, 1, 1}, 8, 32);
    EXPECT_NEAR(find(lines, {2, 2, 0})->intensity.value(), 100 * amount({2, 2, 0}, 12, 64) / first, 1e-9);
    EXPECT_NEAR(find(lines, {3, 1, 1})->intensity.value(), 100 * amount({3, 1, 1}, 24, 32) / first, 1e-9);
    EXPECT_NEAR(find(lines, {4, 0, 0})->intensity.value(), 100 * amount({4, 0, 0}, 6, 64) / first, 1e-9);
    EXPECT_NEAR(find(lines, {3, 3, 3})->intensity.value(), 100 * amount({3, 3, 3}, 8, 32) / first, 1e-9);
    EXPECT_NEAR(lines.front().intensity.value(), 100, 1e-12);
    EXPECT_EQ(atomsInCell(silicon), 8U);
}

TEST(PowderLines, OfSiliconWithCopperRadiationAreThoseOfThePowderFile) {
    const Phase silicon = phaseOf("227", {5.4309, 5.4309, 5.4309}, {atomOf("Si", .125, .125, .125)});
    const auto lines = powderLines(silicon, {1, 1.540598, {}});
    // PDF 27-1402. Its cell is rounded to 5e-5 Å, which is 0.001° at the largest angle; its angles to 0.001°.
    const std::vector<std::pair<Miller, double>> expected{{{1, 1, 1}, 28.443}, {{2, 2, 0}, 47.304},
                                                          {{3, 1, 1}, 56.122}, {{4, 0, 0}, 69.132},
                                                          {{3, 3, 1}, 76.378}, {{4, 2, 2}, 88.029}};
    for (const auto& [hkl, twoTheta_deg] : expected) {
        const PowderLine* line = find(lines, hkl);
        ASSERT_NE(line, nullptr);
        EXPECT_NEAR(2 * std::asin(1.540598 / (2 * line->d_A)) * 180 / kPi, twoTheta_deg, 0.0025);
    }
    // (1 + cos² 2θ) / (sin² θ cos θ) by hand: 2θ = 28.443°: 1.77315 / (0.060354 · 0.969353) = 30.308;
    // 47.304°: 1.45983 / (0.160946 · 0.915999) = 9.902.
    const double first = 8 * 32 * std::pow(formFactor("Si", find(lines, {1, 1, 1})->d_A), 2) * 30.308;
    const double second = 12 * 64 * std::pow(formFactor("Si", find(lines, {2, 2, 0})->d_A), 2) * 9.902;
    EXPECT_NEAR(find(lines, {2, 2, 0})->intensity.value(), 100 * second / first, 0.02);
    EXPECT_GE(powderLines(silicon, {0.1, 1.540598, {}}).back().d_A, 1.540598 / 2) << "no ring beyond 180°";
}

TEST(PowderLines, OfRockSaltAlternate) {
    const Phase salt = phaseOf("Fm-3m", {5.6402, 5.6402, 5.6402}, {atomOf("Na", 0, 0, 0), atomOf("Cl", .5, .5, .5)});
    const auto lines = powderLines(salt, {1, {}, {}});
    const PowderLine& odd = *find(lines, {1, 1, 1});
    const PowderLine& even = *find(lines, {2, 0, 0});
    EXPECT_NEAR(even.intensity.value(), 100, 1e-12);
    const double difference = formFactor("Cl", odd.d_A) - formFactor("Na", odd.d_A);
    const double sum = formFactor("Cl", even.d_A) + formFactor("Na", even.d_A);
    EXPECT_NEAR(odd.intensity.value(), 100 * 8 * std::pow(difference * odd.d_A, 2) / (6 * std::pow(sum * even.d_A, 2)),
                1e-9);
}

TEST(PowderLines, OfAHexagonalClosePackingMissOddOrders) {
    // h + 2k = 3n with l odd cancels: by the group 00l and hhl, by the atoms on 2c also 301, …
    const Phase magnesium =
        phaseOf("P63/mmc", {3.2094, 3.2094, 5.2108, 90, 90, 120}, {atomOf("Mg", .3333, .6667, .25)});
    const auto lines = powderLines(magnesium, {0.7, {}, {}});
    for (const PowderLine& line : lines) {
        const auto [h, k, l] = line.hkl;
        EXPECT_FALSE((h + 2 * k) % 3 == 0 && l % 2 != 0) << h << ' ' << k << ' ' << l;
    }
    EXPECT_NEAR(find(lines, {1, 0, 0})->d_A, 3.2094 * std::sqrt(3.0) / 2, 1e-12);
    EXPECT_NEAR(find(lines, {1, 0, 1})->intensity.value(), 100, 1e-12);
    // |F|² = 4 f² cos²(π (h + 2k)/3 + π l/2): f² of 100, 4 f² of 002, 3 f² of 101; 6, 2 and 12 of each.
    const auto ratio = [&](const Miller& hkl, double amount) {
        const double d_A = find(lines, hkl)->d_A, first_A = find(lines, {1, 0, 1})->d_A;
        return 100 * amount * std::pow(formFactor("Mg", d_A) * d_A, 2) /
               (36 * std::pow(formFactor("Mg", first_A) * first_A, 2));
    };
    EXPECT_NEAR(find(lines, {1, 0, 0})->intensity.value(), ratio({1, 0, 0}, 6), 1e-9);
    EXPECT_NEAR(find(lines, {0, 0, 2})->intensity.value(), ratio({0, 0, 2}, 8), 1e-9);
    const auto ofTheGroup = powderLines(makePhase(magnesium.cell, *magnesium.group), {0.7, {}, {}});
    EXPECT_NE(find(ofTheGroup, {3, 0, 1}), nullptr);
    EXPECT_EQ(find(ofTheGroup, {1, 1, 1}), nullptr);
    EXPECT_EQ(find(ofTheGroup, {0, 0, 3}), nullptr);
}

TEST(PowderLines, OfQuartzAreThoseOfItsAtoms) {
    constexpr double u = .4697, x = .4135, y = .2669, z = .1191;
    const Phase quartz = phaseOf("P 32 2 1", {4.91344, 4.91344, 5.40524, 90, 90, 120},
                                 {atomOf("Si", u, 0, 2. / 3), atomOf("O", x, y, z)});
    ASSERT_EQ(atomsInCell(quartz), 9U);
    const std::vector<Atom> all{
        atomOf("Si", u, 0, 2. / 3), atomOf("Si", 0, u, 1. / 3),         atomOf("Si", -u, -u, 0),
        atomOf("O", x, y, z),       atomOf("O", -y, x - y, z + 2. / 3), atomOf("O", y - x, -x, z + 1. / 3),
        atomOf("O", y, x, -z),      atomOf("O", x - y, -y, 1. / 3 - z), atomOf("O", -x, y - x, 2. / 3 - z)};
    const auto lines = powderLines(quartz, {1, {}, {}});
    EXPECT_NEAR(find(lines, {1, 0, 1})->intensity.value(), 100, 1e-12);
    EXPECT_EQ(find(lines, {0, 0, 1}), nullptr);
    double factor = 0; // of the first line, the same for all
    for (const PowderLine& line : lines) {
        std::complex<double> sum;
        for (const Atom& atom : all)
            sum += std::polar(
                formFactor(atom.element.c_str(), line.d_A),
                2 * kPi *
                    (line.hkl[0] * atom.position[0] + line.hkl[1] * atom.position[1] + line.hkl[2] * atom.position[2]));
        const double amount = line.multiplicity * std::norm(sum) * line.d_A * line.d_A;
        if (factor == 0) factor = *line.intensity / amount;
        EXPECT_NEAR(*line.intensity, factor * amount, 1e-9) << line.hkl[0] << line.hkl[1] << line.hkl[2];
    }
}

TEST(PowderLines, DisplacementsOfAllDirectionsAreThoseOfTheirTensor) {
    Phase one = phaseOf("P 4/m m m", {4, 4, 6}, {atomOf("Fe", 0, 0, 0)});
    one.atoms[0].u_A2 = {.01, .01, .03, 0, 0, 0};
    const StructureFactors along(one);
    one.atoms[0].u_A2.reset();
    const StructureFactors still(one);
    // exp(−2 · 2π² ⟨u²⟩ / d²) of |F|², with the displacement along the normal of the planes.
    EXPECT_NEAR(along.squared({0, 0, 3}, .25) / still.squared({0, 0, 3}, .25), std::exp(-kPi * kPi * .03), 1e-12);
    EXPECT_NEAR(along.squared({2, 0, 0}, .25) / still.squared({2, 0, 0}, .25), std::exp(-kPi * kPi * .01), 1e-12);
    one.atoms[0].uIso_A2 = .02;
    EXPECT_NEAR(StructureFactors(one).squared({2, 0, 0}, .25) / still.squared({2, 0, 0}, .25),
                std::exp(-kPi * kPi * .02), 1e-12);
}

TEST(PowderLines, WorkIsBounded) {
    const Phase large = makePhase({200, 210, 220, 80, 85, 95}, *findSpaceGroup("P1"));
    EXPECT_THROW((void)powderLines(large, {0.5, {}, {}}), JobError);
    EXPECT_THROW((void)powderLines(large, {0, {}, {}}), JobError);
    EXPECT_THROW((void)powderLines(large, {NAN, {}, {}}), JobError);
    EXPECT_THROW((void)powderLines(makePhase({1e4, 1e4, .5}, *findSpaceGroup("P1")), {3, {}, {}}), JobError);
    EXPECT_TRUE(powderLines(large, {1000, {}, {}}).empty());
    Phase many = makePhase({20, 20, 20}, *findSpaceGroup("Fm-3m"));
    many.atoms.assign(20'000, atomOf("C", .1, .2, .3));
    EXPECT_THROW((void)powderLines(many, {0.5, {}, {}}), JobError);
}

std::filesystem::path crystalData() { return std::filesystem::path(EWALD_SHARED_DIR) / "data" / "crystal"; }

TEST(PowderLines, OfFourteenLatticesAreThoseOfCctbx) {
    const auto file = crystalData() / "reflection_lists.json";
    if (!std::filesystem::exists(file)) GTEST_SKIP() << file << " is not there";
    std::ifstream stream(file);
    const auto data = nlohmann::json::parse(stream);
    ASSERT_EQ(data.at("lists").size(), 14U);
    for (const auto& [symbol, list] : data.at("lists").items()) {
        // The file has six digits of the lengths; cctbx made the cells of ratios with a digit after the point and a
        // volume of 1000 Å³.
        const std::vector<double> given = list.at("cell");
        UnitCell cell{1,
                      std::round(10 * given[1] / given[0]) / 10,
                      std::round(10 * given[2] / given[0]) / 10,
                      given[3],
                      given[4],
                      given[5]};
        cell = scaled(cell, std::cbrt(1000 / volume_A3(cell)));
        EXPECT_NEAR(cell.a_A, given[0], 6e-6 * given[0]) << symbol;
        const SpaceGroup group = findSpaceGroup(symbol, cell).value();
        const auto lines = powderLines(makePhase(cell, group), {data.at("d_min").get<double>(), {}, {}});
        EXPECT_EQ(lines.size(), list.at("reflections").size()) << symbol;
        for (const auto& reflection : list.at("reflections")) {
            const Miller hkl = reflection.at(0).at(0);
            const auto same = equivalents(group, hkl);
            const auto line = std::ranges::find_if(
                lines, [&](const PowderLine& one) { return std::ranges::find(same, one.hkl) != same.end(); });
            ASSERT_NE(line, lines.end()) << symbol << ' ' << reflection.dump();
            EXPECT_NEAR(line->d_A, reflection.at(1).get<double>(), 1e-9) << symbol << ' ' << reflection.dump();
        }
    }
}

/// The structure of a file as gemmi alone has it: occupancies of special positions divided.
gemmi::SmallStructure structureOf(const std::filesystem::path& file, const gemmi::SpaceGroup*& group) {
    gemmi::cif::Document document = gemmi::cif::read_file(file.string());
    gemmi::cif::Block& block = document.blocks.at(0);
    const auto number = [&](const char* tag) { return gemmi::cif::as_number(*block.find_value(tag)); };
    gemmi::SmallStructure structure;
    structure.cell.set(number("_cell_length_a"), number("_cell_length_b"), number("_cell_length_c"),
                       number("_cell_angle_alpha"), number("_cell_angle_beta"), number("_cell_angle_gamma"));
    structure.spacegroup_hm = gemmi::cif::as_string(*block.find_value("_space_group_name_H-M_alt"));
    for (auto row :
         block.find("_atom_site_", {"type_symbol", "fract_x", "fract_y", "fract_z", "occupancy", "B_iso_or_equiv"})) {
        gemmi::SmallStructure::Site site;
        site.element = gemmi::Element(row.str(0));
        site.fract = gemmi::Fractional(gemmi::cif::as_number(row[1]), gemmi::cif::as_number(row[2]),
                                       gemmi::cif::as_number(row[3]));
        site.occ = gemmi::cif::as_number(row[4]);
        site.u_iso = gemmi::cif::as_number(row[5]) / gemmi::u_to_b();
        structure.sites.push_back(site);
    }
    structure.setup_cell_images();
    structure.change_occupancies_to_crystallographic();
    group = structure.find_spacegroup();
    return structure;
}

TEST(PowderLines, OfFiveStructuresAreThoseOfGemmi) {
    constexpr double kSmallest_A = 0.7, kWavelength_A = 0.5;
    for (const char* name : {"alpha_fe", "calcite", "ceo2", "lab6", "si"}) {
        const auto file = crystalData() / (std::string(name) + ".cif");
        if (!std::filesystem::exists(file)) GTEST_SKIP() << file << " is not there";
        const gemmi::SpaceGroup* group = nullptr;
        const gemmi::SmallStructure structure = structureOf(file, group);
        ASSERT_NE(group, nullptr);
        const gemmi::GroupOps ops = group->operations();
        const gemmi::ReciprocalAsu unit(group);
        gemmi::StructureFactorCalculator<gemmi::IT92<double>> calculator(structure.cell);
        // Points of the reciprocal lattice by the one in the asymmetric unit: how many, and what one of them has.
        std::map<Miller, std::pair<int, double>> expected;
        for (int h = -25; h <= 25; ++h)
            for (int k = -25; k <= 25; ++k)
                for (int l = -25; l <= 25; ++l) {
                    const Miller hkl{h, k, l};
                    if (hkl == Miller{} || structure.cell.calculate_d(hkl) < kSmallest_A) continue;
                    if (ops.is_systematically_absent(hkl)) continue;
                    auto& [count, intensity] = expected[unit.to_asu(hkl, ops).first];
                    ++count;
                    const double theta = std::asin(kWavelength_A / (2 * structure.cell.calculate_d(hkl)));
                    intensity += std::norm(calculator.calculate_sf_from_small_structure(structure, hkl)) *
                                 (1 + std::pow(std::cos(2 * theta), 2)) /
                                 (std::pow(std::sin(theta), 2) * std::cos(theta));
                }
        double most = 0;
        for (const auto& [hkl, value] : expected) most = std::max(most, value.second);
        // What atoms on special positions extinguish is rounding there.
        std::erase_if(expected, [&](const auto& one) { return one.second.second < 1e-20 * most; });
        const auto lines = powderLines(readPhase(file), {kSmallest_A, kWavelength_A, {}});
        EXPECT_EQ(lines.size(), expected.size()) << name;
        for (const PowderLine& line : lines) {
            const auto found = expected.find(unit.to_asu(line.hkl, ops).first);
            ASSERT_NE(found, expected.end()) << name << line.hkl[0] << line.hkl[1] << line.hkl[2];
            EXPECT_EQ(line.multiplicity, found->second.first) << name;
            EXPECT_NEAR(line.d_A, structure.cell.calculate_d(line.hkl), 1e-12);
            EXPECT_NEAR(line.intensity.value(), 100 * found->second.second / most, 1e-9) << name;
        }
    }
}

} // namespace
} // namespace ewald::crystal
