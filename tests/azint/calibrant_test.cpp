// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/calibrant.h"

#include "base/error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <filesystem>
#include <fstream>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ewald::azint {
namespace {

/// An atom of the cell with a scattering factor of no element in particular.
struct Atom {
    double f, x, y, z;
};

/// The same atoms at every point of a centred lattice.
std::vector<Atom> centred(const std::vector<Atom>& atoms, const std::vector<std::array<double, 3>>& points) {
    std::vector<Atom> all;
    for (const Atom& a : atoms)
        for (const auto& [x, y, z] : points) all.push_back({a.f, a.x + x, a.y + y, a.z + z});
    return all;
}

const std::vector<std::array<double, 3>> kFaces{{0, 0, 0}, {0, .5, .5}, {.5, 0, .5}, {.5, .5, 0}};
const std::vector<std::array<double, 3>> kRhombohedral{{0, 0, 0}, {2. / 3, 1. / 3, 1. / 3}, {1. / 3, 2. / 3, 2. / 3}};

/// Corundum and its kin: metal in 12c, oxygen in 18e of R-3c (International Tables A, no. 167).
std::vector<Atom> corundum(double z, double x) {
    return centred({{13, 0, 0, z},
                    {13, 0, 0, .5 - z},
                    {13, 0, 0, -z},
                    {13, 0, 0, .5 + z},
                    {8, x, 0, .25},
                    {8, 0, x, .25},
                    {8, -x, -x, .25},
                    {8, -x, 0, .75},
                    {8, 0, -x, .75},
                    {8, x, x, .75}},
                   kRhombohedral);
}

/// α-quartz: silicon in 3a, oxygen in 6c of P3_2 21 (no. 154).
std::vector<Atom> quartz() {
    constexpr double u = .4697, x = .4135, y = .2669, z = .1191;
    return {{14, u, 0, 2. / 3}, {14, 0, u, 1. / 3},         {14, -u, -u, 0},
            {8, x, y, z},       {8, -y, x - y, z + 2. / 3}, {8, y - x, -x, z + 1. / 3},
            {8, y, x, -z},      {8, x - y, -y, 1. / 3 - z}, {8, -x, y - x, 2. / 3 - z}};
}

struct Substance {
    const char* name;
    double a_A, c_A;
    bool hexagonal;
    std::vector<Atom> atoms;
};

std::vector<Substance> substances() {
    constexpr double b = .1993, o = .3053;
    return {
        {"LaB6_SRM660c",
         4.156826,
         4.156826,
         false,
         {{57, 0, 0, 0},
          {5, b, .5, .5},
          {5, -b, .5, .5},
          {5, .5, b, .5},
          {5, .5, -b, .5},
          {5, .5, .5, b},
          {5, .5, .5, -b}}},
        {"CeO2_SRM674b", 5.411651, 5.411651, false,
         centred({{58, 0, 0, 0}, {8, .25, .25, .25}, {8, .75, .75, .75}}, kFaces)},
        {"Si_SRM640f", 5.431144, 5.431144, false, centred({{14, 0, 0, 0}, {14, .25, .25, .25}}, kFaces)},
        {"Al2O3_SRM676a", 4.759091, 12.991779, true, corundum(.35216, .30624)},
        {"Cr2O3_SRM674b", 4.9590, 13.5959, true, corundum(.34751, .3056)},
        {"ZnO_SRM674b",
         3.2499,
         5.2065,
         true,
         {{30, 1. / 3, 2. / 3, 0}, {30, 2. / 3, 1. / 3, .5}, {8, 1. / 3, 2. / 3, .3819}, {8, 2. / 3, 1. / 3, .8819}}},
        {"TiO2_SRM674b",
         4.5939,
         2.9589,
         false,
         {{22, 0, 0, 0},
          {22, .5, .5, .5},
          {8, o, o, 0},
          {8, -o, -o, 0},
          {8, .5 - o, .5 + o, .5},
          {8, .5 + o, .5 - o, .5}}},
        {"quartz", 4.91344, 5.40524, true, quartz()},
        {"Au", 4.0786, 4.0786, false, centred({{79, 0, 0, 0}}, kFaces)},
        {"W", 3.1648, 3.1648, false, {{74, 0, 0, 0}, {74, .5, .5, .5}}},
    };
}

/// Spacings of all planes down to `smallest_A` that the atoms scatter from, and how many planes have each of them.
std::vector<std::pair<double, int>> ringsByStructureFactors(const Substance& s, double smallest_A) {
    constexpr double kTurn = 6.283185307179586;
    std::vector<double> all;
    const int most = static_cast<int>(s.a_A * 1.2 / smallest_A) + 1, mostL = static_cast<int>(s.c_A / smallest_A) + 1;
    for (int h = -most; h <= most; ++h)
        for (int k = -most; k <= most; ++k)
            for (int l = -mostL; l <= mostL; ++l) {
                if (h == 0 && k == 0 && l == 0) continue;
                const double plane = s.hexagonal ? 4 * (h * h + h * k + k * k) / 3. : h * h + k * k;
                const double d = 1 / std::sqrt(plane / (s.a_A * s.a_A) + l * l / (s.c_A * s.c_A));
                if (d < smallest_A) continue;
                std::complex<double> sum;
                for (const Atom& atom : s.atoms)
                    sum += atom.f * std::exp(std::complex<double>(0, kTurn * (h * atom.x + k * atom.y + l * atom.z)));
                if (std::abs(sum) > 1e-6) all.push_back(d);
            }
    std::ranges::sort(all, std::greater{});
    std::vector<std::pair<double, int>> rings;
    for (const double d : all) {
        if (rings.empty() || rings.back().first - d > 1e-9 * d) rings.emplace_back(d, 0);
        ++rings.back().second;
    }
    return rings;
}

TEST(CalibrantRings, AreThosePlanesThatTheAtomsScatterFrom) {
    constexpr double kSmallest_A = 0.5;
    for (const Substance& substance : substances()) {
        SCOPED_TRACE(substance.name);
        const Calibrant* const calibrant = findCalibrant(substance.name);
        ASSERT_NE(calibrant, nullptr);
        EXPECT_EQ(calibrant->name, substance.name);
        EXPECT_FALSE(calibrant->source.empty());
        const auto expected = ringsByStructureFactors(substance, kSmallest_A);
        ASSERT_GT(expected.size(), 10U);
        ASSERT_GE(calibrant->reflections.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            ASSERT_NEAR(calibrant->reflections[i].d_A, expected[i].first, 1e-9) << "ring " << i;
            EXPECT_EQ(calibrant->reflections[i].multiplicity, expected[i].second) << "ring " << i;
        }
        if (calibrant->reflections.size() > expected.size()) {
            EXPECT_LT(calibrant->reflections[expected.size()].d_A, kSmallest_A);
        }
    }
}

/// Rings are calculated when they are asked for: each entry of the list has to be one that they can be calculated of.
TEST(CalibrantRings, AreThereForEachNameThatIsBuiltIn) {
    ASSERT_GT(calibrantNames().size(), 10U);
    for (const CalibrantName& name : calibrantNames()) {
        const Calibrant* const calibrant = findCalibrant(name.name);
        ASSERT_NE(calibrant, nullptr) << name.name;
        EXPECT_EQ(calibrant->name, name.name);
        EXPECT_EQ(findCalibrant(name.label), calibrant) << name.label;
        EXPECT_FALSE(calibrant->source.empty()) << name.name;
        EXPECT_FALSE(calibrant->reflections.empty()) << name.name;
        EXPECT_TRUE(std::ranges::is_sorted(calibrant->reflections, std::greater{}, &Reflection::d_A)) << name.name;
    }
}

TEST(CalibrantRings, NistCellsAreThoseOfTheirCertificates) {
    // The first ring of a primitive cube is its edge; that of silicon is a/√3.
    const auto first = [](const char* name) { return findCalibrant(name)->reflections[0].d_A; };
    EXPECT_NEAR(first("LaB6_SRM660"), 4.15695, 1e-9);
    EXPECT_NEAR(first("LaB6_SRM660a"), 4.1569162, 1e-9);
    EXPECT_NEAR(first("LaB6_SRM660b"), 4.15689, 1e-9);
    for (const auto& [name, a] : {std::pair{"Si_SRM640", 5.430880},
                                  {"Si_SRM640a", 5.430825},
                                  {"Si_SRM640b", 5.430940},
                                  {"Si_SRM640c", 5.4311946},
                                  {"Si_SRM640d", 5.43123},
                                  {"Si_SRM640e", 5.431179}})
        EXPECT_NEAR(first(name), a / std::sqrt(3), 1e-9) << name;
    EXPECT_NEAR(findCalibrant("C14H30O")->reflections[2].d_A, 39.681 / 3, 1e-9);
    EXPECT_EQ(findCalibrant("silver behenate"), findCalibrant("AgBh"));
    EXPECT_EQ(findCalibrant("Si")->name, "Si_SRM640e");
    EXPECT_EQ(findCalibrant("LaB6")->name, "LaB6_SRM660c");
}

TEST(CalibrantRings, OfACifFileAreThoseOfItsPhase) {
    const auto file =
        std::filesystem::temp_directory_path() / ("ewald_calibrant_" + std::to_string(::getpid()) + ".CIF");
    std::ofstream(file) << "data_Si\n_cell_length_a 5.431179\n_cell_length_b 5.431179\n_cell_length_c 5.431179\n"
                           "_space_group_name_H-M_alt 'F d -3 m:2'\nloop_\n_atom_site_label\n_atom_site_fract_x\n"
                           "_atom_site_fract_y\n_atom_site_fract_z\nSi .125 .125 .125\n";
    const Calibrant calibrant = readCalibrant(file);
    std::filesystem::remove(file);
    const std::vector<Reflection>& own = findCalibrant("Si_SRM640e")->reflections;
    ASSERT_EQ(calibrant.reflections.size(), own.size());
    for (std::size_t i = 0; i < own.size(); ++i) {
        EXPECT_NEAR(calibrant.reflections[i].d_A, own[i].d_A, 1e-12);
        EXPECT_EQ(calibrant.reflections[i].hkl, own[i].hkl);
        EXPECT_EQ(own[i].intensity, 0) << "of a calibrant that is built in it is not known";
    }
    EXPECT_TRUE(calibrant.remarks.empty());
}

/// Listed intensities are those of the file; two lines of one spacing are one ring with the sum of both.
TEST(CalibrantRings, OfAJcpdsFileHaveItsIntensities) {
    const auto file =
        std::filesystem::temp_directory_path() / ("ewald_calibrant_" + std::to_string(::getpid()) + ".jcpds");
    std::ofstream(file) << "VERSION: 4\nCOMMENT: cubes\nSYMMETRY: CUBIC\nA: 6\nDIHKL: 6 30 1 0 0\n"
                           "DIHKL: 2 40 3 0 0\nDIHKL: 2 20 2 2 1\nDIHKL: 2.9 8 2 0 0\n";
    const Calibrant calibrant = readCalibrant(file);
    std::filesystem::remove(file);
    ASSERT_EQ(calibrant.reflections.size(), 3U);
    EXPECT_DOUBLE_EQ(calibrant.reflections[0].intensity, 50); // of 40 + 20
    EXPECT_DOUBLE_EQ(calibrant.reflections[1].intensity, 100.0 * 8 / 60);
    EXPECT_DOUBLE_EQ(calibrant.reflections[2].intensity, 100);
    EXPECT_EQ(calibrant.remarks.size(), 1U) << "2.9 Å is not 6/2 Å";
}

/// V/V0 = 0.9 at 23.4318 GPa (tests/crystal/equation_of_state_test.cpp).
TEST(CalibrantRings, FollowTheEquationOfStateOfTheirFile) {
    const auto file =
        std::filesystem::temp_directory_path() / ("ewald_calibrant_" + std::to_string(::getpid()) + ".jcpds");
    std::ofstream(file) << "VERSION: 4\nK0: 166.65\nK0P: 5.48\nSYMMETRY: CUBIC\nA: 4\nDIHKL: 2.3094 100 1 1 1\n"
                           "DIHKL: 2 40 2 0 0\n";
    const Calibrant calibrant = readCalibrant(file);
    std::filesystem::remove(file);
    const Calibrant pressed = underConditions(calibrant, {23.4318, crystal::kRoom_K});
    ASSERT_EQ(pressed.reflections.size(), 2U);
    EXPECT_NEAR(pressed.reflections[1].d_A, 2 * std::cbrt(0.9), 2e-5);
    EXPECT_EQ(pressed.reflections[1].hkl, "2 0 0");
    EXPECT_EQ(pressed.reflections[1].intensity, calibrant.reflections[1].intensity);
    EXPECT_THROW((void)underConditions(calibrant, {0, 400}), JobError) << "no thermal expansion";
    const Calibrant& ceria = *findCalibrant("CeO2");
    EXPECT_THROW((void)underConditions(ceria, {1, crystal::kRoom_K}), JobError) << "no bulk modulus";
    EXPECT_DOUBLE_EQ(underConditions(ceria, {0, crystal::kRoom_K, 1.01}).reflections[0].d_A,
                     1.01 * ceria.reflections[0].d_A);
}

} // namespace
} // namespace ewald::azint
