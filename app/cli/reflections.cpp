// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/json_text.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/units.h"
#include "commands.h"
#include "conditions_options.h"
#include "crystal/phase_file.h"
#include "crystal/powder_lines.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

namespace ewald::cli {
namespace {

using Json = nlohmann::ordered_json;

struct ReflectionsArguments {
    std::string file;
    std::vector<double> cell;
    std::string group;
    double smallest_A = 1;
    double energy_keV = 0;
    double wavelength_A = 0;
    crystal::Conditions conditions;
    bool json = false;
};

crystal::Phase phaseOf(const ReflectionsArguments& arguments) {
    if (!arguments.file.empty()) {
        if (!arguments.cell.empty() || !arguments.group.empty())
            throw JobError("a file has a cell and a group already", arguments.file, "leave --cell and --group out");
        return crystal::readPhase(arguments.file);
    }
    if (arguments.cell.empty() || arguments.group.empty())
        throw JobError("there is no phase", "", "give a CIF or JCPDS file, or --cell and --group");
    const std::vector<double>& numbers = arguments.cell;
    const auto group = numbers.size() == 6
                           ? crystal::findSpaceGroup(arguments.group, {numbers[0], numbers[1], numbers[2], numbers[3],
                                                                       numbers[4], numbers[5]})
                           : crystal::findSpaceGroup(arguments.group);
    if (!group)
        throw JobError(phrase("the space group is not known: %1", arguments.group.substr(0, 60)), "--group",
                       "give a number from 1 to 230 or a symbol such as Fm-3m");
    const auto cell = crystal::cellOf(*group, numbers);
    if (!cell)
        throw JobError(phrase("%1 {number is|numbers are} no cell of %2", numbers.size(), group->symbol), "--cell",
                       "give a; a,c; a,b,c; or a,b,c,alpha,beta,gamma");
    return crystal::makePhase(*cell, *group);
}

std::string hklText(const crystal::Miller& hkl) {
    return std::to_string(hkl[0]) + " " + std::to_string(hkl[1]) + " " + std::to_string(hkl[2]);
}

/// 2θ in degrees.
double twoTheta_deg(double d_A, double wavelength_A) {
    return 2 * std::asin(std::min(1.0, wavelength_A / (2 * d_A))) * 180 / kPi;
}

Json toJson(const crystal::Phase& phase, const crystal::LineRequest& request,
            const std::vector<crystal::PowderLine>& lines) {
    const crystal::UnitCell cell = crystal::cellUnder(phase, request.conditions);
    Json all{{"name", phase.name}, {"file", phase.source}};
    all["space_group"] = phase.group ? Json(phase.group->symbol) : Json();
    all["space_group_number"] = phase.group ? Json(phase.group->number) : Json();
    all["cell"] = {{"a_A", cell.a_A},
                   {"b_A", cell.b_A},
                   {"c_A", cell.c_A},
                   {"alpha_deg", cell.alpha_deg},
                   {"beta_deg", cell.beta_deg},
                   {"gamma_deg", cell.gamma_deg},
                   {"volume_A3", crystal::volume_A3(cell)}};
    all["pressure_GPa"] = request.conditions.pressure_GPa;
    all["temperature_K"] = request.conditions.temperature_K;
    all["cell_scale_percent"] = 100 * request.conditions.cellScale;
    all["wavelength_A"] = request.wavelength_A ? Json(*request.wavelength_A) : Json();
    all["smallest_d_A"] = request.smallest_A;
    all["remarks"] = phase.remarks;
    all["reflections"] = Json::array();
    for (const crystal::PowderLine& line : lines) {
        Json one{{"hkl", line.hkl}, {"d_A", line.d_A}, {"q_nm^-1", 20 * kPi / line.d_A}};
        one["two_theta_deg"] = request.wavelength_A ? Json(twoTheta_deg(line.d_A, *request.wavelength_A)) : Json();
        one["multiplicity"] = line.multiplicity > 0 ? Json(line.multiplicity) : Json();
        one["intensity"] = line.intensity ? Json(*line.intensity) : Json();
        all["reflections"].push_back(std::move(one));
    }
    return all;
}

void printTable(const crystal::Phase& phase, const crystal::LineRequest& request,
                const std::vector<crystal::PowderLine>& lines) {
    const crystal::UnitCell cell = crystal::cellUnder(phase, request.conditions);
    const std::string group = phase.group ? phase.group->symbol : "";
    std::printf("# %s%s\n", phase.name.c_str(), group.empty() || group == phase.name ? "" : (", " + group).c_str());
    std::printf("# cell %.6g %.6g %.6g A, %.5g %.5g %.5g deg, %.6g A^3\n", cell.a_A, cell.b_A, cell.c_A, cell.alpha_deg,
                cell.beta_deg, cell.gamma_deg, crystal::volume_A3(cell));
    std::printf("# %.6g GPa, %.6g K", request.conditions.pressure_GPa, request.conditions.temperature_K);
    const double scale = request.conditions.cellScale;
    if (scale != 1) std::printf(", lengths of the cell at %.8g %%", 100 * scale);
    std::printf("\n");
    if (request.wavelength_A) std::printf("# wavelength %.6g A\n", *request.wavelength_A);
    std::printf("#%9s %12s %12s %12s %6s %9s\n", "h k l", "d_A", "q_nm^-1", "2theta_deg", "mult", "intensity");
    for (const crystal::PowderLine& line : lines) {
        std::printf("%10s %12.6f %12.5f", hklText(line.hkl).c_str(), line.d_A, 20 * kPi / line.d_A);
        if (request.wavelength_A)
            std::printf(" %12.5f", twoTheta_deg(line.d_A, *request.wavelength_A));
        else
            std::printf(" %12s", "-");
        std::printf(" %6s", line.multiplicity > 0 ? std::to_string(line.multiplicity).c_str() : "-");
        if (line.intensity)
            std::printf(" %9.3f\n", *line.intensity);
        else
            std::printf(" %9s\n", "-");
    }
}

int reflections(const ReflectionsArguments& arguments) {
    const crystal::Phase phase = phaseOf(arguments);
    crystal::LineRequest request{arguments.smallest_A, {}, arguments.conditions};
    if (arguments.energy_keV > 0) request.wavelength_A = wavelengthFromEnergy(arguments.energy_keV) * 1e10;
    if (arguments.wavelength_A > 0) request.wavelength_A = arguments.wavelength_A;
    const std::vector<crystal::PowderLine> lines = crystal::powderLines(phase, request);
    if (arguments.json) {
        std::fputs((jsonText(toJson(phase, request, lines), 2) + "\n").c_str(), stdout);
        return 0;
    }
    for (const std::string& remark : phase.remarks) printWarning(remark);
    printTable(phase, request, lines);
    return 0;
}

} // namespace

void addReflectionsCommand(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand(
        "reflections", "List the powder lines of a phase: indices, spacing, multiplicity, intensity");
    const auto a = std::make_shared<ReflectionsArguments>();
    command->add_option("PHASE", a->file, "CIF or JCPDS file; instead of it --cell and --group");
    command->add_option("--cell", a->cell, "a[,c] or a,b,c[,alpha,beta,gamma] in Å and degrees")->delimiter(',');
    command->add_option("--group", a->group, "space group: number, or symbol such as Fm-3m or \"P 63/m m c\"");
    command->add_option("--d-min", a->smallest_A, "smallest spacing in Å")
        ->check(numberIn(0.05, 1e4))
        ->capture_default_str();
    CLI::Option* energy =
        command->add_option("--energy", a->energy_keV, "photon energy in keV: gives 2θ and ends the list at 180°")
            ->check(numberIn(0.1, 1e4));
    command->add_option("--wavelength", a->wavelength_A, "wavelength in Å, instead of the energy")
        ->check(numberIn(1e-3, 1e3))
        ->excludes(energy);
    addConditionsOptions(*command, a->conditions);
    command->add_flag("--json", a->json, "as JSON");
    command->callback([a, &action] { action = [a] { return reflections(*a); }; });
}

} // namespace ewald::cli
