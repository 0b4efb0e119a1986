// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_expectations.h"
#include "folder_fixture.h"

#include <cmath>
#include <fstream>

namespace ewald::cli {
namespace {

using Json = nlohmann::json;

class ReflectionsCli : public WithFolder<> {
protected:
    std::string written(const std::string& name, const std::string& text) const {
        std::ofstream(file(name)) << text;
        return file(name);
    }
    std::string gold() const {
        return written("gold.jcpds", "VERSION: 4\nCOMMENT: Gold\nK0: 166.65\nK0P: 5.48\nSYMMETRY: CUBIC\nA: 4.0786\n"
                                     "DIHKL: 2.355 100 1 1 1\nDIHKL: 2.039 52 2 0 0\n");
    }
};

TEST_F(ReflectionsCli, ListsTheLinesOfACellAndAGroup) {
    const Finished done = runCli({"reflections", "--cell", "5.431144", "--group", "Fd-3m", "--d-min", "1.5"});
    ASSERT_EQ(done.code, 0) << done.errors;
    EXPECT_EQ(done.errors, "");
    // d = a/√3, q = 2π √3/a in nm⁻¹
    EXPECT_NE(done.output.find("     1 1 1     3.135672     20.03776            -      8         -\n"),
              std::string::npos)
        << done.output;
    EXPECT_NE(done.output.find("F d -3 m"), std::string::npos);
    const Finished corundum = runCli({"reflections", "--cell", "4.759,12.992", "--group", "R-3c"});
    EXPECT_NE(corundum.output.find("# cell 4.759 4.759 12.992 A, 90 90 120 deg"), std::string::npos) << corundum.output;
    EXPECT_EQ(std::count(done.output.begin(), done.output.end(), '\n'), 8) << "111, 220, 311, 222 and four of the head";
}

TEST_F(ReflectionsCli, GivesAnglesAndIntensitiesAsJson) {
    const std::string cif =
        written("si.cif", "data_Si\n_cell_length_a 5.431144\n_cell_length_b 5.431144\n_cell_length_c 5.431144\n"
                          "_space_group_name_H-M_alt 'F d -3 m'\nloop_\n_atom_site_label\n_atom_site_fract_x\n"
                          "_atom_site_fract_y\n_atom_site_fract_z\nSi 0 0 0\n");
    const Finished done = runCli({"reflections", cif, "--energy", "8.04778", "--d-min", "1.1", "--json"});
    ASSERT_EQ(done.code, 0) << done.errors;
    const Json answer = Json::parse(done.output);
    EXPECT_EQ(answer["space_group"], "F d -3 m:1");
    EXPECT_EQ(answer["space_group_number"], 227);
    EXPECT_EQ(answer["remarks"].size(), 1U);
    ASSERT_EQ(answer["reflections"].size(), 6U) << "222 scatters nothing";
    const Json& first = answer["reflections"][0];
    EXPECT_EQ(first["hkl"], Json({1, 1, 1}));
    EXPECT_EQ(first["multiplicity"], 8);
    EXPECT_NEAR(first["intensity"].get<double>(), 100, 1e-9);
    // sin θ = λ √3 / 2a, λ = 12.39841984 keV Å / 8.04778 keV
    EXPECT_NEAR(first["two_theta_deg"].get<double>(), 28.4422, 1e-3);
    const Finished text = runCli({"reflections", cif, "--energy", "8.04778"});
    EXPECT_NE(text.errors.find("warning: the file leaves the origin open"), std::string::npos) << text.errors;
}

TEST_F(ReflectionsCli, FollowsPressure) {
    // V/V0 = 0.9 at 23.432 GPa (equation_of_state_test.cpp)
    const Finished done = runCli({"reflections", gold(), "--pressure", "23.4318", "--json"});
    ASSERT_EQ(done.code, 0) << done.errors;
    const Json answer = Json::parse(done.output);
    EXPECT_NEAR(answer["reflections"][1]["d_A"].get<double>(), 4.0786 / 2 * std::cbrt(0.9), 2e-5);
    EXPECT_NEAR(answer["cell"]["volume_A3"].get<double>(), 0.9 * std::pow(4.0786, 3), 1e-3);
    EXPECT_TRUE(answer["reflections"][1]["multiplicity"].is_null());
}

TEST_F(ReflectionsCli, ScalesACellWithoutAnEquation) {
    const Finished done = runCli({"reflections", "--cell", "4", "--group", "Fm-3m", "--cell-scale", "99.5"});
    ASSERT_EQ(done.code, 0) << done.errors;
    EXPECT_NE(done.output.find("# cell 3.98 3.98 3.98 A"), std::string::npos) << done.output;
    EXPECT_NE(done.output.find("# 0 GPa, 298 K, lengths of the cell at 99.5 %\n"), std::string::npos) << done.output;
    EXPECT_NE(done.output.find("     2 0 0     1.990000 "), std::string::npos) << done.output;
    expectError(runCli({"reflections", "--cell", "4", "--group", "Fm-3m", "--cell-scale", "0.995"}), 2, "--cell-scale");
    expectError(runCli({"reflections", "--cell", "4", "--group", "Fm-3m", "--pressure", "1"}), 2, "no bulk modulus");
}

TEST_F(ReflectionsCli, ErrorsAreOneLine) {
    expectError(runCli({"reflections", file("none.cif")}), 3, "none.cif");
    expectError(runCli({"reflections", written("x.cif", "data_x\n_a 'open\n")}), 3, "line 2 is no CIF");
    expectError(runCli({"reflections", written("x", "text\n")}), 3, "neither a CIF nor a JCPDS file");
    expectError(runCli({"reflections", gold(), "--temperature", "400"}), 2, "gold.jcpds");
    expectError(runCli({"reflections", gold(), "--pressure", "1e5"}), 2, "no volume");
    expectError(runCli({"reflections", gold(), "--cell", "4"}), 2, "--cell");
    expectError(runCli({"reflections"}), 2, "there is no phase");
    expectError(runCli({"reflections", "--cell", "4", "--group", "Fm-9m"}), 2, "Fm-9m");
    expectError(runCli({"reflections", "--cell", "4", "--group", "P63/mmc"}), 2, "a,c");
    expectError(runCli({"reflections", "--cell", "4,5,6", "--group", "Fm-3m"}), 2, "symmetry");
    expectError(runCli({"reflections", "--cell", "nan", "--group", "Fm-3m"}), 2, "cell");
    expectError(runCli({"reflections", "--cell", "200,210,220,80,85,95", "--group", "P1", "--d-min", "0.5"}), 2,
                "too many");
    expectError(runCli({"reflections", "--cell", "4", "--group", "1", "--energy", "-3"}), 2, "--energy");
}

} // namespace
} // namespace ewald::cli
