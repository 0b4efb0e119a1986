// SPDX-License-Identifier: GPL-3.0-or-later
#include "crystal/phase_file.h"

#include "base/error.h"
#include "crystal/powder_lines.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace ewald::crystal {
namespace {

std::string cube(double a_A) {
    const std::string length = std::to_string(a_A);
    return "_cell_length_a " + length + "(2)\n_cell_length_b " + length + "\n_cell_length_c " + length + "\n";
}

const std::string kSites = "loop_\n_atom_site_label\n_atom_site_type_symbol\n_atom_site_fract_x\n_atom_site_fract_y\n"
                           "_atom_site_fract_z\n";

/// The error of a text, which has to name the file and to be one line.
template <class Parse>
std::string errorOf(Parse&& parse, const std::string& text) {
    try {
        (void)parse(text, "some.file");
    } catch (const DataError& error) {
        EXPECT_EQ(error.where(), "some.file");
        EXPECT_FALSE(error.hint().empty());
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
        return error.problem();
    }
    ADD_FAILURE() << "no error: " << text.substr(0, 200);
    return {};
}

TEST(CifFile, GivesCellGroupAndAtoms) {
    const Phase phase = parseCif("data_ceria\n_chemical_name_mineral 'cerianite'\n" + cube(5.4116) +
                                     "_symmetry_space_group_name_H-M 'F m -3 m'\n" + kSites +
                                     "_atom_site_U_iso_or_equiv\n_atom_site_occupancy\n"
                                     "Ce1 Ce4+ 0 0 0 0.005(1) 0.9\nO1 O2- 0.25 .25 0.25(1) 0.01 1\n",
                                 "ceria.cif");
    EXPECT_EQ(phase.name, "cerianite");
    EXPECT_EQ(phase.source, "ceria.cif");
    EXPECT_NEAR(phase.cell.a_A, 5.4116, 1e-12);
    EXPECT_EQ(phase.group->symbol, "F m -3 m");
    ASSERT_EQ(phase.atoms.size(), 2U);
    EXPECT_EQ(phase.atoms[0].element, "Ce");
    EXPECT_EQ(phase.atoms[0].occupancy, 0.9);
    EXPECT_EQ(phase.atoms[0].uIso_A2, 0.005);
    EXPECT_EQ(phase.atoms[1].element, "O");
    EXPECT_EQ(phase.atoms[1].position[2], 0.25);
    EXPECT_TRUE(phase.remarks.empty());
}

TEST(CifFile, GroupIsThatOfOperationsHallSymbolOrNumber) {
    const std::string cell = "data_x\n" + cube(4);
    const auto symbol = [&](const std::string& text) { return parseCif(cell + text, "x.cif").group->symbol; };
    EXPECT_EQ(symbol("loop_\n_symmetry_equiv_pos_as_xyz\n'x,y,z'\n-x,-y,-z\n_space_group_IT_number 225\n"), "P -1");
    EXPECT_EQ(symbol("_space_group_symop_operation_xyz x,y,z\n"), "P 1");
    EXPECT_EQ(symbol("_space_group_name_Hall '-F 4 2 3'\n_space_group_IT_number 1\n"), "F m -3 m");
    EXPECT_EQ(symbol("_space_group_name_H-M_alt ?\n_symmetry_Int_Tables_number 221\n"), "P m -3 m");
    const std::string rhombohedron =
        "data_x\n" + cube(4) + "_cell_angle_alpha 60\n_cell_angle_beta 60\n_cell_angle_gamma 60\n";
    EXPECT_EQ(parseCif(rhombohedron + "_space_group_IT_number 166\n", "x.cif").group->symbol, "R -3 m:R");
    EXPECT_EQ(parseCif("data_only_a_bibliography\n_journal_year 1999\n" + cell + "_space_group_IT_number 1\n", "x.cif")
                  .group->number,
              1);
}

TEST(CifFile, StructuresThatAreLeftOutAreNamed) {
    const auto block = [](const std::string& name, double a_A) {
        return "data_" + name + "\n" + cube(a_A) + "_space_group_IT_number 225\n" + kSites + "Fe1 Fe 0 0 0\n";
    };
    const Phase first = parseCif(block("copper", 3.615) + block("silver", 4.086) + block("gold", 4.078), "x.cif");
    EXPECT_EQ(first.name, "copper");
    ASSERT_EQ(first.remarks.size(), 1U);
    EXPECT_NE(first.remarks[0].find("2 other structures, among them silver"), std::string::npos) << first.remarks[0];
    // The measurement of one structure says its cell again.
    EXPECT_TRUE(parseCif(block("copper", 3.615) + "data_pattern\n" + cube(3.615), "x.cif").remarks.empty());
    EXPECT_TRUE(parseCif(block("copper", 3.615) + "data_pattern\n_journal_year 1999\n", "x.cif").remarks.empty());
}

TEST(CifFile, OriginIsThatOfWhichAtomsAreOnSpecialPositions) {
    for (const auto& [x, origin] : {std::pair{"0", "F d -3 m:1"}, {"0.125", "F d -3 m:2"}})
        for (const char* group : {"_space_group_name_H-M_alt 'F d -3 m'\n", "_space_group_IT_number 227\n"}) {
            const Phase phase = parseCif(
                "data_Si\n" + cube(5.43) + group + kSites + "Si1 Si " + x + " " + x + " " + x + "\n", "si.cif");
            EXPECT_EQ(phase.group->symbol, origin) << group;
            EXPECT_EQ(phase.remarks.size(), 1U) << group;
        }
}

TEST(CifFile, AtomsWithoutAPlaceOrAnElementGiveNoIntensities) {
    const std::string head = "data_x\n" + cube(4) + "_space_group_IT_number 221\n";
    for (const char* row : {"H1 H ? ? ?\n", "Q1 Qq 0 0 0\n"}) {
        const Phase phase = parseCif(head + kSites + "Fe1 Fe 0 0 0\n" + row, "x.cif");
        EXPECT_TRUE(phase.atoms.empty());
        ASSERT_EQ(phase.remarks.size(), 1U) << row;
        EXPECT_FALSE(powderLines(phase, {1, {}, {}}).front().intensity);
    }
    const Phase dummy = parseCif(head + kSites + "_atom_site_calc_flag\nFe1 Fe 0 0 0 d\nX X 0 0 0.1 dum\n", "x.cif");
    EXPECT_EQ(dummy.atoms.size(), 1U);
    EXPECT_EQ(parseCif(head + "loop_\n_atom_site_label\n_atom_site_fract_x\n_atom_site_fract_y\n_atom_site_fract_z\n"
                              "FE2A 0 0 0\nOw1 .5 .5 .5\n",
                       "x.cif")
                  .atoms[1]
                  .element,
              "O");
}

TEST(CifFile, TensorsBelongToTheirAtoms) {
    const Phase phase =
        parseCif("data_x\n" + cube(4) + "_space_group_IT_number 221\n" + kSites +
                     "Fe1 Fe 0 0 0\nO1 O .5 .5 .5\nloop_\n_atom_site_aniso_label\n_atom_site_aniso_U_11\n"
                     "_atom_site_aniso_U_22\n_atom_site_aniso_U_33\n_atom_site_aniso_U_12\n"
                     "_atom_site_aniso_U_13\n_atom_site_aniso_U_23\nO1 .01 .02 .03 .004 .005 .006\n"
                     "Fe1 . . . . . .\n",
                 "x.cif");
    EXPECT_FALSE(phase.atoms[0].u_A2);
    EXPECT_EQ(phase.atoms[1].u_A2, (std::array{.01, .02, .03, .006, .005, .004}));
}

TEST(CifFile, ErrorsSayWhatIsWrong) {
    const auto error = [](const std::string& text) { return errorOf(parseCif, text); };
    const std::string cell = "data_x\n" + cube(4);
    for (const std::string& none : {std::string(), std::string("nothing"), std::string("data_x\n_a 1\n")})
        EXPECT_NE(error(none).find("CIF"), std::string::npos) << none;
    EXPECT_NE(error("data_x\n_a 'open\n").find("line 2"), std::string::npos);
    EXPECT_NE(error("data_x\nloop_\n_a _b\n1 2 3\n").find("Wrong number"), std::string::npos);
    EXPECT_NE(error("data_x\n_cell_length_a abc\n").find("_cell_length_a"), std::string::npos);
    EXPECT_NE(error("data_x\n_cell_length_a 4\n").find("no such cell"), std::string::npos);
    EXPECT_NE(error("data_x\n_cell_length_a 1e99\n_cell_length_b 4\n_cell_length_c 4\n").find("cell"),
              std::string::npos);
    EXPECT_NE(error(cell).find("no space group"), std::string::npos);
    EXPECT_NE(error(cell + "_space_group_name_H-M_alt 'X y z'\n").find("X y z"), std::string::npos);
    EXPECT_NE(error(cell + "_space_group_IT_number 194\n").find("P 63/m m c"), std::string::npos);
    EXPECT_NE(error(cell + "_symmetry_equiv_pos_as_xyz x,y,2z\n").find("operations"), std::string::npos);
    const std::string group = cell + "_space_group_IT_number 221\n" + kSites;
    EXPECT_NE(error(group + "Fe1 Fe 0 0 1e9\n").find("Fe1"), std::string::npos);
    EXPECT_NE(
        error(cell + "_space_group_IT_number 221\n" + kSites + "_atom_site_occupancy\nFe1 Fe 0 0 0 -3\n").find("Fe1"),
        std::string::npos);
    std::string many = group;
    for (int i = 0; i < 20'002; ++i) many += "C C 0 0 0\n";
    EXPECT_NE(error(many).find("20000"), std::string::npos);
    // What looks nested is a value or an error, and takes no stack.
    EXPECT_FALSE(error("data_x\n_a " + std::string(1 << 20, '[') + "\n").empty());
    std::string loops = "data_x\n";
    for (int i = 0; i < 100'000; ++i) loops += "save_x loop_ ";
    EXPECT_FALSE(error(loops).empty());
}

const std::string kGold = "VERSION: 4\nCOMMENT: Gold\nCOMMENT: (JCPDS 4-0784)\nK0: 166.65\nK0P:  5.48\n"
                          "DK0DT: -0.01\nDK0PDT: 0.0001\nSYMMETRY: cubic\nA: 4.0786\nALPHAT: 4.2e-5\n"
                          "DALPHADT: 1e-9\n\nDIHKL:\t2.3550\t100.0\t1 1 1\nDIHKL: 2.0390 52 2.0 0 0\n";

TEST(JcpdsFile, KeywordsGiveCellAndEquationOfState) {
    const Phase phase = parseJcpds(kGold, "folder/gold.jcpds");
    EXPECT_EQ(phase.name, "Gold");
    EXPECT_EQ(phase.cell.c_A, 4.0786);
    EXPECT_FALSE(phase.group);
    EXPECT_EQ(phase.state->bulkModulus_GPa, 166.65);
    EXPECT_EQ(phase.state->derivative, 5.48);
    EXPECT_EQ(phase.state->bulkModulusSlope_GPaPerK, -0.01);
    EXPECT_EQ(phase.state->derivativeSlope_perK, 1e-4);
    EXPECT_EQ(phase.state->expansion_perK, 4.2e-5);
    EXPECT_EQ(phase.state->expansionSlope_perK2, 1e-9);
    EXPECT_TRUE(phase.remarks.empty());
    const auto lines = powderLines(phase, {1, {}, {}});
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_NEAR(lines[0].d_A, 4.0786 / std::sqrt(3.0), 1e-12);
    EXPECT_EQ(lines[0].multiplicity, 0);
    EXPECT_EQ(lines[1].intensity, 52);
    // V/V0 = 0.9 at 23.432 GPa (equation_of_state_test.cpp).
    const auto pressed = powderLines(phase, {1, {}, {birchMurnaghan_GPa(166.65, 5.48, 0.9), kRoom_K}});
    EXPECT_NEAR(pressed[1].d_A, 4.0786 / 2 * std::cbrt(0.9), 1e-9);
    const auto hot = powderLines(phase, {1, {}, {0, 398}});
    EXPECT_NEAR(hot[1].d_A, 4.0786 / 2 * std::cbrt(1 + (4.2e-5 + 1e-7) * 100), 1e-12);
}

TEST(JcpdsFile, SystemsCompleteTheCell) {
    const auto cell = [](const std::string& symmetry, const std::string& more) {
        return parseJcpds("VERSION: 4\nSYMMETRY: " + symmetry + "\nA: 4\n" + more + "DIHKL: 1 1 0 0 1\n", "x").cell;
    };
    EXPECT_EQ(cell("HEXAGONAL", "C: 6\nB: 99\n").gamma_deg, 120);
    EXPECT_EQ(cell("HEXAGONAL", "C: 6\nB: 99\n").b_A, 4);
    EXPECT_EQ(cell("TETRAGONAL", "C: 6\n").b_A, 4);
    EXPECT_EQ(cell("RHOMBOHEDRAL", "ALPHA: 55\n").gamma_deg, 55);
    EXPECT_EQ(cell("ORTHORHOMBIC", "B: 5\nC: 6\nALPHA: 0\n").alpha_deg, 90);
    EXPECT_EQ(cell("MONOCLINIC", "B: 5\nC: 6\nBETA: 104\n").beta_deg, 104);
    EXPECT_EQ(cell("TRICLINIC", "B: 5\nC: 6\nALPHA: 80\nBETA: 85\nGAMMA: 95\n").gamma_deg, 95);
}

TEST(JcpdsFile, OlderVersionsAreRead) {
    const std::string list =
        "d-spacing    I/I0     h   k   l\n  2.3590    100.    1.00    1.00    1.00\n2.0440,52,2,0,0\r\n";
    const Phase third = parseJcpds("3\nSilver (shock wave)\n       1      120.8      4.84\n      4.0862\n"
                                   "(blank for future use)\n" +
                                       list,
                                   "ag.jcpds");
    EXPECT_EQ(third.name, "Silver (shock wave)");
    EXPECT_EQ(third.cell.b_A, 4.0862);
    EXPECT_EQ(third.state->bulkModulus_GPa, 120.8);
    EXPECT_FALSE(third.state->knowsTemperature());
    EXPECT_EQ(third.lines.size(), 2U);
    const Phase fourth = parseJcpds("4\nPlatinum\n 1 266.\t\t5.81\n 3.92310\n2.61e-5\n" + list, "pt.jcpds");
    EXPECT_EQ(fourth.state->expansion_perK, 2.61e-5);
    EXPECT_EQ(fourth.remarks.size(), 1U) << "the lines are those of silver";
    const auto cell = [&](const std::string& head) { return parseJcpds("3\nx\n" + head + "\n\n" + list, "x").cell; };
    EXPECT_EQ(cell("2 1 4\n3 5").gamma_deg, 120);
    EXPECT_EQ(cell("2 1 4\n3 5").c_A, 5);
    EXPECT_EQ(cell("3 1 4\n3 5").c_A, 5);
    EXPECT_EQ(cell("4 1 4\n3 4 5").b_A, 4);
    EXPECT_EQ(cell("5 1 4\n3 4 5 100").beta_deg, 100);
    EXPECT_EQ(cell("6 1 4\n3 4 5 80 85 95").gamma_deg, 95);
    const Phase first = parseJcpds("Cobalt (EOS from ?)\n2, 2.507, 199, 3.6, 1.623\n" + list, "co.jcpds");
    EXPECT_NEAR(first.cell.c_A, 2.507 * 1.623, 1e-12);
    EXPECT_EQ(first.state->derivative, 3.6);
}

TEST(JcpdsFile, ErrorsSayWhatIsWrong) {
    const auto error = [](const std::string& text) { return errorOf(parseJcpds, text); };
    EXPECT_NE(error("").find("empty"), std::string::npos);
    for (const char* other : {"hello", "a\nb\n", "\n\n", "%PDF-1.4\n1 2\n", "\xff\xfe"})
        EXPECT_NE(error(other).find("neither a CIF nor a JCPDS"), std::string::npos) << other;
    EXPECT_NE(error("3\ntitle\n").find("cut off"), std::string::npos);
    EXPECT_NE(error("3\ntitle\n7 1 4\n4\n").find("line 3"), std::string::npos) << "manual: there is no cell";
    EXPECT_NE(error("3\ntitle\n2 1 4\n4\n").find("line 4"), std::string::npos);
    EXPECT_NE(error("3\ntitle\nnan 1 4\n4\n").find("line 3"), std::string::npos);
    EXPECT_NE(error("3\ntitle\n1 1 4\n4\n\nd\n2 100 1 1\n").find("line 7"), std::string::npos);
    EXPECT_NE(error(kGold + "DIHKL: 2 1 0.5 0 0\n").find("line 15"), std::string::npos);
    EXPECT_NE(error(kGold + "DIHKL: 2 1 0 0 0\n").find("line 15"), std::string::npos);
    EXPECT_NE(error(kGold + "DIHKL: 2 1 1e300 0 0\n").find("line 15"), std::string::npos);
    EXPECT_NE(error(kGold + "A: inf\n").find("line 15"), std::string::npos);
    EXPECT_NE(error(kGold + "A: 0\n").find("cell"), std::string::npos);
    EXPECT_NE(error(kGold + "SYMMETRY: ROUND\n").find("round"), std::string::npos);
    EXPECT_NE(error("VERSION: 4\nSYMMETRY: CUBIC\nA: 4\n").find("no lines"), std::string::npos);
}

TEST(PhaseFile, IsReadByItsEndingOrContent) {
    const auto folder = std::filesystem::temp_directory_path() / ("ewald_phase_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    const auto written = [&](const char* name, const std::string& text) {
        std::ofstream(folder / name) << text;
        return readPhase(folder / name);
    };
    const std::string cif = "# a comment\nDATA_x\n" + cube(4) + "_space_group_IT_number 221\n";
    EXPECT_TRUE(written("x.cif", cif).group);
    EXPECT_TRUE(written("x.txt", cif).group);
    EXPECT_FALSE(written("gold.jcpds", kGold).group);
    EXPECT_FALSE(written("gold", kGold).group);
    EXPECT_THROW((void)written("gold.CIF", kGold), DataError);
    EXPECT_THROW((void)readPhase(folder / "none.cif"), DataError);
    EXPECT_THROW((void)readPhase(folder), DataError);
    EXPECT_THROW((void)written("large.cif", std::string((8 << 20) + 1, ' ')), DataError);
    std::filesystem::remove_all(folder);
}

} // namespace
} // namespace ewald::crystal
