// SPDX-License-Identifier: GPL-3.0-or-later
#include "crystal/phase_file.h"
#include "crystal/structure_factor.h"

#include "base/ascii_text.h"
#include "base/error.h"
#include "base/phrase.h"
#include "base/units.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gemmi/cif.hpp>
#include <gemmi/numb.hpp>
#include <limits>
#include <map>

namespace ewald::crystal {
namespace {

namespace cif = gemmi::cif;

constexpr std::size_t kMostAtoms = 20'000;

cif::Document parsed(std::string_view text, const std::string& file) {
    cif::Document document;
    try {
        cif::pegtl::memory_input<> input(text.data(), text.size(), "");
        cif::parse_input(document, input);
        return document;
    } catch (const cif::pegtl::parse_error& error) {
        const auto& where = error.positions();
        throw DataError(phrase("line %1 is no CIF: %2", where.empty() ? 0 : where.front().line, error.message()), file,
                        "check the file with a CIF editor");
    } catch (const std::runtime_error& error) {
        throw DataError(phrase("the file is no CIF: %1", std::string(error.what())), file,
                        "check the file with a CIF editor");
    }
}

/// One block, asked by tags of old and new dictionaries.
class CifBlock {
public:
    CifBlock(cif::Block& block, const std::string& file) : m_block(block), m_file(file) {}

    /// The first of these tags that has a value.
    [[nodiscard]] std::string text(std::initializer_list<const char*> tags) const {
        for (const char* tag : tags)
            if (const std::string* value = m_block.find_value(tag); value != nullptr && !cif::is_null(*value))
                return cif::as_string(*value);
        return {};
    }

    /// All values of the first of these tags that is there, in a loop or alone.
    [[nodiscard]] std::vector<std::string> column(std::initializer_list<const char*> tags) const {
        for (const char* tag : tags) {
            std::vector<std::string> values;
            for (const std::string& value : m_block.find_values(tag)) values.push_back(cif::as_string(value));
            if (!values.empty()) return values;
        }
        return {};
    }

    /// \param otherwise the value where there is none
    [[nodiscard]] double number(const char* tag, double otherwise) const {
        const std::string* value = m_block.find_value(tag);
        if (value == nullptr || cif::is_null(*value)) return otherwise;
        const double read = cif::as_number(*value);
        if (!std::isfinite(read))
            throw DataError(phrase("%1 is no number", std::string(tag)), m_file, "correct the file");
        return read;
    }

    [[nodiscard]] cif::Table table(const char* prefix, const std::vector<std::string>& tags) const {
        return m_block.find(prefix, tags);
    }
    [[nodiscard]] const std::string& file() const { return m_file; }

private:
    cif::Block& m_block;
    const std::string& m_file;
};

UnitCell cellOfBlock(const CifBlock& block) {
    const UnitCell cell{block.number("_cell_length_a", 0),    block.number("_cell_length_b", 0),
                        block.number("_cell_length_c", 0),    block.number("_cell_angle_alpha", 90),
                        block.number("_cell_angle_beta", 90), block.number("_cell_angle_gamma", 90)};
    if (!isCell(cell))
        throw DataError("there is no such cell", block.file(), "correct lengths (Å) and angles (degrees) in the file");
    return cell;
}

/// The group, and whether its symbol leaves the origin open.
struct FoundGroup {
    SpaceGroup group;
    bool originOpen = false;
};

FoundGroup groupOfBlock(const CifBlock& block, const UnitCell& cell) {
    const std::vector<std::string> operations =
        block.column({"_space_group_symop_operation_xyz", "_space_group_symop.operation_xyz",
                      "_symmetry_equiv_pos_as_xyz", "_symmetry_equiv.pos_as_xyz"});
    if (!operations.empty()) {
        if (auto group = groupOfOperations(operations)) return {std::move(*group)};
        throw DataError("the symmetry operations are no space group", block.file(),
                        "correct them, or remove them if the file names its space group");
    }
    if (auto group = findHallGroup(
            block.text({"_space_group_name_Hall", "_space_group.name_Hall", "_symmetry_space_group_name_Hall"})))
        return {std::move(*group)};
    const std::string symbol =
        block.text({"_space_group_name_H-M_alt", "_space_group.name_H-M_alt", "_symmetry_space_group_name_H-M"});
    if (auto group = findSpaceGroup(symbol, cell)) return {std::move(*group), symbol.find(':') == std::string::npos};
    const std::string number =
        block.text({"_space_group_IT_number", "_space_group.IT_number", "_symmetry_Int_Tables_number"});
    if (auto group = findSpaceGroup(number, cell)) {
        const bool rhombohedral = group->symbol.ends_with(":H") && cell.gamma_deg < 1.125 * cell.alpha_deg;
        if (rhombohedral) group = findSpaceGroup(group->symbol.substr(0, group->symbol.size() - 1) + "R");
        return {std::move(group.value()), true};
    }
    if (symbol.empty() && number.empty())
        throw DataError("the file has no space group", block.file(), "add _space_group_name_H-M_alt to it");
    throw DataError(phrase("the space group is not known: %1", (symbol.empty() ? number : symbol).substr(0, 60)),
                    block.file(), "write it as in International Tables, such as F m -3 m");
}

/// "Fe" of "Fe3+", "FE", "Fe1A"; empty where it begins with no element.
std::string elementOf(const std::string& symbol) {
    std::string two;
    for (const char c : symbol.substr(0, 2)) {
        if (!isLetterAscii(c)) break;
        two += two.empty() ? upperAscii(c) : lowerAscii(c);
    }
    for (const std::string& name : {two, two.substr(0, 1)})
        if (!name.empty() && isElement(name)) return name;
    return {};
}

double valueOf(const cif::Table::Row& row, std::size_t column, double otherwise) {
    const int index = static_cast<int>(column);
    return row.has2(index) ? cif::as_number(row[index], otherwise) : otherwise;
}

/// Displacements of atoms by their labels: U11, U22, U33, U23, U13, U12.
std::map<std::string, std::array<double, 6>> tensorsOf(const CifBlock& block) {
    std::map<std::string, std::array<double, 6>> tensors;
    const std::vector<std::string> tags{"label", "U_11", "U_22", "U_33", "U_23", "U_13", "U_12"};
    for (auto row : block.table("_atom_site_aniso_", tags)) {
        std::array<double, 6> u{};
        for (std::size_t i = 0; i < u.size(); ++i) u[i] = valueOf(row, i + 1, std::numeric_limits<double>::quiet_NaN());
        // "." stands for an atom without them.
        if (std::ranges::all_of(u, [](double element) { return std::isfinite(element) && std::abs(element) < 10; }))
            tensors.emplace(row.str(0), u);
    }
    return tensors;
}

void checkAtom(const Atom& atom, const std::string& file) {
    const bool placed = std::ranges::all_of(atom.position, [](double x) { return std::abs(x) < 1000; });
    if (placed && atom.occupancy >= 0 && atom.occupancy <= 2 && atom.uIso_A2 > -1 && atom.uIso_A2 < 10) return;
    throw DataError(
        phrase("the atom %1 has an impossible position, occupancy or displacement", atom.label.substr(0, 40)), file,
        "correct the file");
}

/// Atoms of the block; none, and a remark, where those that are there would give wrong intensities.
std::vector<Atom> atomsOfBlock(const CifBlock& block, std::vector<std::string>& remarks) {
    constexpr double kBOfU = 8 * kPi * kPi;
    enum : std::size_t { label, symbol, x, y, z, occupancy, uIso, bIso, flag };
    std::vector<Atom> atoms;
    const auto tensors = tensorsOf(block);
    for (auto row : block.table("_atom_site_", {"label", "?type_symbol", "?fract_x", "?fract_y", "?fract_z",
                                                "?occupancy", "?U_iso_or_equiv", "?B_iso_or_equiv", "?calc_flag"})) {
        if (row.has2(flag) && row.str(flag) == "dum") continue;
        Atom atom;
        atom.label = row.str(label);
        atom.element = elementOf(row.has2(symbol) ? row.str(symbol) : atom.label);
        for (std::size_t i = 0; i < 3; ++i)
            atom.position[i] = valueOf(row, x + i, std::numeric_limits<double>::quiet_NaN());
        const bool placed = std::ranges::all_of(atom.position, [](double one) { return std::isfinite(one); });
        if (!placed || atom.element.empty()) {
            remarks.push_back(
                placed ? phrase("no intensities: the atom %1 is of no known element", atom.label.substr(0, 40))
                       : phrase("no intensities: the atom %1 has no coordinates", atom.label.substr(0, 40)));
            return {};
        }
        atom.occupancy = valueOf(row, occupancy, 1);
        atom.uIso_A2 = row.has2(uIso) ? valueOf(row, uIso, 0) : valueOf(row, bIso, 0) / kBOfU;
        if (const auto tensor = tensors.find(atom.label); tensor != tensors.end()) atom.u_A2 = tensor->second;
        checkAtom(atom, block.file());
        atoms.push_back(std::move(atom));
        if (atoms.size() > kMostAtoms)
            throw DataError(phrase("the file has more than %1 atoms", kMostAtoms), block.file(),
                            "give one of a crystal structure");
    }
    if (atoms.empty()) remarks.push_back(phrase("no intensities: the file has no atoms"));
    return atoms;
}

/// Atoms are mostly on special positions of the origin that is meant: the cell has fewer of them then.
void chooseOrigin(Phase& phase) {
    const std::optional<SpaceGroup> other = otherOrigin(*phase.group);
    if (!other || phase.atoms.empty()) return;
    Phase second = phase;
    second.group = other;
    if (atomsInCell(second) < atomsInCell(phase)) phase.group = other;
    phase.remarks.push_back(phrase("the file leaves the origin open: %1 is taken", phase.group->symbol));
}

/// Names what is left out of a file of several structures. Blocks of one structure repeat its cell.
void noteOtherBlocks(const std::vector<cif::Block>& blocks, const cif::Block& taken, Phase& phase) {
    constexpr std::array kTags{"_cell_length_a",    "_cell_length_b",   "_cell_length_c",
                               "_cell_angle_alpha", "_cell_angle_beta", "_cell_angle_gamma"};
    const auto isOther = [&](const cif::Block& block) {
        return block.find_value(kTags[0]) != nullptr && std::ranges::any_of(kTags, [&](const char* tag) {
                   const std::string *one = taken.find_value(tag), *other = block.find_value(tag);
                   return one != nullptr && other != nullptr && cif::as_number(*one) != cif::as_number(*other);
               });
    };
    const auto others = std::ranges::count_if(blocks, isOther);
    if (others == 0) return;
    phase.remarks.push_back(
        phrase("the file holds %1 other {structure|structures}, among them %2, which {1:is|are} not "
               "used: write each into a file of its own",
               others, std::ranges::find_if(blocks, isOther)->name));
}

} // namespace

Phase parseCif(std::string_view text, const std::string& file) {
    cif::Document document = parsed(text, file);
    const auto found = std::ranges::find_if(
        document.blocks, [](const cif::Block& block) { return block.find_value("_cell_length_a") != nullptr; });
    if (found == document.blocks.end())
        throw DataError("the CIF has no unit cell", file, "give one of a crystal structure (_cell_length_a …)");
    const CifBlock block(*found, file);
    Phase phase;
    phase.name = block.text({"_chemical_name_mineral", "_chemical_name_common", "_chemical_formula_sum"});
    if (phase.name.empty()) phase.name = found->name;
    phase.source = file;
    phase.cell = cellOfBlock(block);
    FoundGroup group = groupOfBlock(block, phase.cell);
    phase.group = std::move(group.group);
    if (!fits(*phase.group, phase.cell))
        throw DataError(phrase("the cell does not have the symmetry of the space group %1", phase.group->symbol), file,
                        "correct the cell or the group in the file");
    phase.atoms = atomsOfBlock(block, phase.remarks);
    noteOtherBlocks(document.blocks, *found, phase);
    if (group.originOpen) chooseOrigin(phase);
    return phase;
}

} // namespace ewald::crystal
