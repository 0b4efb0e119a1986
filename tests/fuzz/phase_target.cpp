// SPDX-License-Identifier: GPL-3.0-or-later
// CIF and JCPDS files, and the lines of what they hold: what strangers write.
#include "base/error.h"
#include "crystal/phase_file.h"
#include "crystal/powder_lines.h"
#include "fuzz_target.h"

#include <cmath>
#include <string>
#include <string_view>

namespace ewald::fuzz {
namespace {

template <class Parse>
void decode(Parse&& parse, std::string_view text) {
    try {
        const crystal::Phase phase = parse(text, "file");
        crystal::LineRequest request{2, 1.0, {}};
        request.conditions.pressure_GPa = phase.state && phase.state->knowsPressure() ? 10 : 0;
        for (const crystal::PowderLine& line : crystal::powderLines(phase, request))
            if (!(line.d_A > 0) || !(line.intensity.value_or(0) <= 100.001) || line.multiplicity > 48) __builtin_trap();
    } catch (const DataError&) { // what damaged data are supposed to end in
    } catch (const JobError&) {  // too many lines, or no volume at the pressure
    }
}

Input toInput(const std::string& text) { return {text.begin(), text.end()}; }

} // namespace

void decodeInput(const std::uint8_t* data, std::size_t size) {
    const std::vector<char> copy(data, data + size);
    const std::string_view text(copy.data(), copy.size());
    decode(crystal::parseCif, text);
    decode(crystal::parseJcpds, text);
}

std::vector<Input> fuzzSeeds() {
    const std::string cell = "data_x\n_cell_length_a 5.4(1)\n_cell_length_b 5.4\n_cell_length_c 5.4\n"
                             "_cell_angle_alpha 90\n_cell_angle_beta 90\n_cell_angle_gamma 90\n";
    const std::string sites =
        "loop_\n_atom_site_label\n_atom_site_type_symbol\n_atom_site_fract_x\n_atom_site_fract_y\n"
        "_atom_site_fract_z\n_atom_site_B_iso_or_equiv\nCe1 Ce4+ 0 0 0 .5\nO1 O .25 .25 .25 ?\n"
        "loop_ _atom_site_aniso_label _atom_site_aniso_U_11 _atom_site_aniso_U_22 "
        "_atom_site_aniso_U_33 _atom_site_aniso_U_12 _atom_site_aniso_U_13 _atom_site_aniso_U_23\n"
        "O1 .01 .02 .03 0 .001 0\n";
    return {toInput(cell + "_symmetry_space_group_name_H-M 'F m -3 m'\n" + sites),
            toInput(cell + "_space_group_name_Hall '-F 4 2 3'\n" + sites),
            toInput(cell + "_space_group_IT_number 227\n" + sites),
            toInput(cell + "loop_\n_symmetry_equiv_pos_as_xyz\nx,y,z\n'-x,y+1/2,1/2 - z'\n-x,-y,-z\nx,1/2-y,1/2+z\n" +
                    sites + ";text\n;\n"),
            toInput("VERSION: 4\nCOMMENT: Gold\nK0: 166.65\nK0P: 5.48\nSYMMETRY: CUBIC\nA: 4.0786\nALPHAT: 4e-5\n"
                    "DIHKL: 2.355 100 1 1 1\nDIHKL: 2.039 52 2 0 0\n"),
            toInput("3\nSilver\n 6 120.8 4.84\n 4.0862 5 6 80 90 100\n\nd I h k l\n 2.359 100. 1. 1. 1.\n"),
            toInput("Cobalt\n2, 2.507, 199, 3.6, 1.623\nd I h k l\n2.17 20 1 0 0\n")};
}

} // namespace ewald::fuzz
