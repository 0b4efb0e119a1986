// SPDX-License-Identifier: GPL-3.0-or-later
#include "crystal/space_group.h"

#include "base/error.h"
#include "base/units.h"
#include "crystal/powder_lines.h"

#include <cmath>
#include <complex>
#include <gemmi/symmetry.hpp>
#include <gtest/gtest.h>
#include <set>

namespace ewald::crystal {
namespace {

/// A cell of about 190 Å³ without more symmetry than the group asks for.
UnitCell cellOfNumber(int number) {
    if (number <= 2) return {4.6, 5.7, 7.9, 83, 97, 109};
    if (number <= 15) return {4.6, 5.7, 7.9, 90, 104, 90};
    if (number <= 74) return {4.6, 5.7, 7.9};
    if (number <= 142) return {5.1, 5.1, 7.3};
    if (number <= 194) return {5.3, 5.3, 8.1, 90, 90, 120};
    return {5.8, 5.8, 5.8};
}

/// 1/d² from the lattice vectors in Cartesian coordinates: |Σ h_i a_i*|² with a* = b × c / V.
double inverseSquare(const UnitCell& cell, int h, int k, int l) {
    using Vector = std::array<double, 3>;
    const auto cosine = [](double angle_deg) { return std::cos(angle_deg * kPi / 180); };
    const double sine = std::sin(cell.gamma_deg * kPi / 180);
    const double ca = cosine(cell.alpha_deg), cb = cosine(cell.beta_deg), cg = cosine(cell.gamma_deg);
    const double y = (ca - cb * cg) / sine;
    const Vector a{cell.a_A, 0, 0}, b{cell.b_A * cg, cell.b_A * sine, 0};
    const Vector c{cell.c_A * cb, cell.c_A * y, cell.c_A * std::sqrt(1 - cb * cb - y * y)};
    const auto cross = [](const Vector& u, const Vector& v) {
        return Vector{u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    };
    const Vector bc = cross(b, c), ca2 = cross(c, a), ab = cross(a, b);
    const double volume = a[0] * bc[0] + a[1] * bc[1] + a[2] * bc[2];
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) sum += std::pow((h * bc[i] + k * ca2[i] + l * ab[i]) / volume, 2);
    return sum;
}

/// Whether atoms at a few positions without symmetry, repeated by the operations, scatter nothing.
bool cancels(const std::vector<gemmi::Op>& operations, const Miller& hkl) {
    for (const std::array<double, 3>& x : {std::array{.137, .241, .419}, std::array{.071, .389, .173}}) {
        std::complex<double> sum;
        for (const gemmi::Op& op : operations) {
            const auto image = op.apply_to_xyz(x);
            sum += std::polar(1.0, 2 * kPi * (hkl[0] * image[0] + hkl[1] * image[1] + hkl[2] * image[2]));
        }
        // Up to 192 waves that cancel leave rounding; other sums of these positions are far from it.
        if (std::abs(sum) > 1e-6) return false;
    }
    return true;
}

TEST(SpaceGroupLines, OfAll230GroupsAreThePointsThatOperationsLeave) {
    constexpr double kSmallest_A = 1.2;
    for (int number = 1; number <= 230; ++number) {
        const UnitCell cell = cellOfNumber(number);
        const std::optional<SpaceGroup> group = findSpaceGroup(std::to_string(number));
        ASSERT_TRUE(group) << number;
        const gemmi::GroupOps ops = gemmi::get_spacegroup_reference_setting(number).operations();
        ASSERT_EQ(group->operations.size(), static_cast<std::size_t>(ops.order())) << number;
        const std::vector<gemmi::Op> all = ops.all_ops_sorted();
        std::set<Miller> expected;
        for (int h = -7; h <= 7; ++h)
            for (int k = -7; k <= 7; ++k)
                for (int l = -7; l <= 7; ++l) {
                    const Miller hkl{h, k, l};
                    if (hkl == Miller{} || inverseSquare(cell, h, k, l) > 1 / (kSmallest_A * kSmallest_A)) continue;
                    EXPECT_EQ(isExtinct(*group, hkl), cancels(all, hkl)) << number << ": " << h << ' ' << k << ' ' << l;
                    if (!ops.is_systematically_absent(hkl)) expected.insert(hkl);
                }
        std::set<Miller> found;
        std::size_t sum = 0;
        for (const PowderLine& line : powderLines(makePhase(cell, *group), {kSmallest_A, {}, {}})) {
            const std::vector<Miller> same = equivalents(*group, line.hkl);
            EXPECT_EQ(static_cast<std::size_t>(line.multiplicity), same.size());
            EXPECT_NEAR(1 / (line.d_A * line.d_A), inverseSquare(cell, line.hkl[0], line.hkl[1], line.hkl[2]), 1e-12);
            EXPECT_FALSE(line.intensity);
            found.insert(same.begin(), same.end());
            sum += same.size();
        }
        EXPECT_EQ(found, expected) << number;
        EXPECT_EQ(sum, expected.size()) << number << ": a reflection is in two lines";
    }
}

TEST(SpaceGroup, IsFoundUnderItsNames) {
    const std::vector<std::pair<const char*, const char*>> names{
        {"Fm-3m", "F m -3 m"},         {"F m -3 m", "F m -3 m"},      {"fm-3m", "F m -3 m"},
        {"Fm3m", "F m -3 m"},          {"225", "F m -3 m"},           {"P6_3/mmc", "P 63/m m c"},
        {"P63/mmc", "P 63/m m c"},     {"P6(3)/mmc", "P 63/m m c"},   {"R -3 c:H", "R -3 c:H"},
        {"R-3c", "R -3 c:H"},          {"167", "R -3 c:H"},           {"Pa3", "P a -3"},
        {"F d -3 m :2", "F d -3 m:2"}, {"227", "F d -3 m:2"},         {"P21/c", "P 1 21/c 1"},
        {"C2/m", "C 1 2/m 1"},         {"I4_1/amd:2", "I 41/a m d:2"}};
    for (const auto& [name, symbol] : names) {
        const auto group = findSpaceGroup(name);
        ASSERT_TRUE(group) << name;
        EXPECT_EQ(group->symbol, symbol) << name;
    }
    EXPECT_EQ(findSpaceGroup("R-3m", {4, 4, 4, 60, 60, 60})->symbol, "R -3 m:R");
    for (const char* wrong : {"", " ", "0", "231", "99999999999999999999", "Fm-4m", "Q", "F", "-1", "P\xff", "1.5"})
        EXPECT_FALSE(findSpaceGroup(wrong)) << wrong;
    EXPECT_FALSE(findSpaceGroup(std::string(100'000, 'P')));
    EXPECT_EQ(findHallGroup("-F  4 2 3")->symbol, "F m -3 m");
    EXPECT_FALSE(findHallGroup("-F 4 2 9"));
    EXPECT_EQ(otherOrigin(*findSpaceGroup("227"))->symbol, "F d -3 m:1");
    EXPECT_FALSE(otherOrigin(*findSpaceGroup("225")));
}

TEST(SpaceGroup, OfOperationsIsThatOfTheList) {
    const std::vector<std::string> p21c{"x,y,z", "-x,y+1/2,-z+1/2", "-x, -y, -z", "x, 1/2-y, 1/2+z"};
    EXPECT_EQ(groupOfOperations(p21c)->symbol, "P 1 21/c 1");
    // A face-centred monoclinic cell, which is in no list of settings.
    std::vector<std::string> unusual;
    for (const char* shift : {"x,y,z", "x,y+1/2,z+1/2", "x+1/2,y,z+1/2", "x+1/2,y+1/2,z"}) unusual.emplace_back(shift);
    const auto group = groupOfOperations(unusual);
    ASSERT_TRUE(group);
    EXPECT_TRUE(isExtinct(*group, {1, 0, 0}));
    EXPECT_FALSE(isExtinct(*group, {1, 1, 1}));
    for (const std::vector<std::string>& wrong : {std::vector<std::string>{},
                                                  {"-x,-y,-z"},
                                                  {"x,y,z", "-x,y+1/3,z"},
                                                  {"x,y,z", "y,z,x"},
                                                  {"x,y"},
                                                  {"x,y,z", "2*x,y,z"},
                                                  {"x,y,z", "99999999999x,y,z"},
                                                  {"x,y,z", "x+y,x-y,z"},
                                                  {"x,y,z", "\xff"},
                                                  std::vector<std::string>(1000, "x,y,z")})
        EXPECT_FALSE(groupOfOperations(wrong)) << (wrong.empty() ? "none" : wrong.back());
}

TEST(SpaceGroup, CellsAreThoseOfTheSystem) {
    const auto cubic = *findSpaceGroup("Fm-3m"), hexagonal = *findSpaceGroup("P63/mmc"), p1 = *findSpaceGroup("1");
    const std::vector<double> one{4}, two{3, 5}, three{3, 4, 5}, four{3, 4, 5, 90};
    EXPECT_EQ(cellOf(cubic, one)->c_A, 4);
    EXPECT_FALSE(cellOf(hexagonal, one));
    EXPECT_EQ(cellOf(hexagonal, two)->gamma_deg, 120);
    EXPECT_EQ(cellOf(hexagonal, two)->c_A, 5);
    EXPECT_EQ(cellOf(*findSpaceGroup("R-3m:R"), std::vector<double>{4, 60})->beta_deg, 60);
    EXPECT_FALSE(cellOf(p1, four));
    EXPECT_TRUE(fits(p1, *cellOf(p1, three)));
    EXPECT_FALSE(fits(cubic, *cellOf(cubic, three)));
    EXPECT_TRUE(fits(hexagonal, {3, 3.001, 5, 90, 90, 120})) << "rounded";
    EXPECT_FALSE(fits(hexagonal, {3, 3, 5}));
    EXPECT_THROW((void)makePhase({3, 3, 5}, hexagonal), JobError);
    EXPECT_THROW((void)makePhase({3, 3, 5, 10, 20, 170}, p1), JobError);
    for (const UnitCell& wrong : {UnitCell{0, 1, 1}, UnitCell{1, 1, NAN}, UnitCell{1, 1, INFINITY}, UnitCell{1, -1, 1},
                                  UnitCell{1, 1, 1, 60, 60, 120}, UnitCell{1, 1, 1, 0, 90, 90}})
        EXPECT_FALSE(isCell(wrong));
}

} // namespace
} // namespace ewald::crystal
