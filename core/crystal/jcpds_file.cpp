// SPDX-License-Identifier: GPL-3.0-or-later
#include "crystal/phase_file.h"

#include "base/ascii_text.h"
#include "base/error.h"
#include "base/phrase.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>
#include <utility>

namespace ewald::crystal {
namespace {

constexpr std::size_t kMostLines = 100'000;

struct Line {
    std::size_t number = 0; ///< in the file, from 1
    std::string_view text;
};

std::vector<Line> linesOf(std::string_view text) {
    std::vector<Line> lines;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back({number, trimmed(text.substr(0, end))});
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

class JcpdsReader {
public:
    JcpdsReader(std::string_view text, const std::string& file) : m_file(file), m_lines(linesOf(text)) {
        m_phase.source = file;
        m_phase.name = std::filesystem::path(file).stem().string();
    }

    Phase read() {
        if (m_lines.empty()) throw DataError("the file is empty", m_file, "give a JCPDS or CIF file");
        const std::string first = lowerAscii(m_lines.front().text);
        if (first.starts_with("version:"))
            readKeywords();
        else if (first == "2" || first == "3" || first == "4")
            readByLines(first == "4");
        else
            readWithoutVersion();
        check();
        return std::move(m_phase);
    }

private:
    [[noreturn]] void fail(const Line& line, const char* expected) const {
        throw DataError(
            phrase("line %1 of the JCPDS file is not what is expected there: %2", line.number, std::string(expected)),
            m_file, "correct the file, or give a CIF file");
    }

    /// The numbers at the begin of a line.
    static std::vector<double> numbers(const Line& line) {
        std::vector<double> all;
        std::string_view rest = line.text;
        while (!rest.empty()) {
            const std::size_t skipped = rest.find_first_not_of(" \t,\r");
            if (skipped == std::string_view::npos) break;
            rest.remove_prefix(skipped + (rest[skipped] == '+' ? 1 : 0));
            double value = 0;
            const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
            if (error != std::errc() || !std::isfinite(value)) break;
            all.push_back(value);
            rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
        }
        return all;
    }
    /// At least `least` of them.
    std::vector<double> numbers(const Line& line, std::size_t least, const char* expected) const {
        std::vector<double> all = numbers(line);
        if (all.size() < least) fail(line, expected);
        return all;
    }

    /// d, intensity, h, k, l
    void addLine(const Line& line) {
        constexpr double kLargestIndex = 1000;
        const std::vector<double> values = numbers(line, 5, translatable("spacing, intensity, h, k, l"));
        Miller hkl{};
        for (std::size_t i = 0; i < 3; ++i) {
            const double index = values[2 + i];
            if (std::abs(index) > kLargestIndex || index != std::round(index))
                fail(line, translatable("spacing, intensity, h, k, l"));
            hkl[i] = static_cast<int>(index);
        }
        if (hkl == Miller{} || values[1] < 0) fail(line, translatable("spacing, intensity, h, k, l"));
        if (m_phase.lines.size() == kMostLines)
            throw DataError(phrase("the file has more than %1 lines", kMostLines), m_file, "give a JCPDS file");
        m_phase.lines.push_back({hkl, values[1]});
        m_spacings.push_back(values[0]);
    }

    void readLinesFrom(std::size_t first) {
        for (std::size_t i = first; i < m_lines.size(); ++i)
            if (!m_lines[i].text.empty() && m_lines[i].text.front() != '#') addLine(m_lines[i]);
    }

    const Line& line(std::size_t index) const {
        if (index >= m_lines.size())
            throw DataError("the JCPDS file is cut off", m_file, "copy it again, or give a CIF file");
        return m_lines[index];
    }

    void setName(std::string_view title) {
        constexpr std::size_t kLongest = 200;
        if (!title.empty()) m_phase.name = std::string(title.substr(0, kLongest));
    }

    /// Versions 2 to 4 with an entry a line.
    void readByLines(bool withExpansion) {
        setName(line(1).text);
        const std::vector<double> head = numbers(line(2), 3, translatable("crystal system, K0, K0'"));
        const int system = head[0] >= 1 && head[0] <= 6 ? static_cast<int>(head[0]) : 0;
        if (system == 0) fail(line(2), translatable("a crystal system from 1 to 6"));
        constexpr std::array<std::size_t, 7> kLengths{0, 1, 2, 2, 3, 4, 6};
        const auto cell = numbers(line(3), kLengths[static_cast<std::size_t>(system)], translatable("the unit cell"));
        UnitCell& out = m_phase.cell;
        out = {cell[0], cell[0], cell[0]};
        if (system == 2 || system == 3) out.c_A = cell[1];
        if (system == 2) out.gamma_deg = 120;
        if (system >= 4) out.b_A = cell[1], out.c_A = cell[2];
        if (system == 5) out.beta_deg = cell[3];
        if (system == 6) out.alpha_deg = cell[3], out.beta_deg = cell[4], out.gamma_deg = cell[5];
        m_phase.state = EquationOfState{head[1], head[2]};
        if (withExpansion) m_phase.state->expansion_perK = numbers(line(4), 1, translatable("thermal expansion"))[0];
        readLinesFrom(6);
    }

    /// The first form: a title, then system (1 cubic, 2 hexagonal), a, K0, K0', c/a.
    void readWithoutVersion() {
        setName(m_lines.front().text);
        const std::vector<double> head = m_lines.size() > 1 ? numbers(m_lines[1]) : std::vector<double>();
        if (head.size() < 5 || (head[0] != 1 && head[0] != 2))
            throw DataError("the file is neither a CIF nor a JCPDS file", m_file, "give one of them");
        m_phase.cell = {head[1], head[1], head[0] == 1 ? head[1] : head[1] * head[4]};
        if (head[0] == 2) m_phase.cell.gamma_deg = 120;
        m_phase.state = EquationOfState{head[2], head[3]};
        readLinesFrom(3);
    }

    void readKeywords() {
        EquationOfState state;
        UnitCell& cell = m_phase.cell;
        const std::map<std::string, double*, std::less<>> places{
            {"k0", &state.bulkModulus_GPa},
            {"k0p", &state.derivative},
            {"dk0dt", &state.bulkModulusSlope_GPaPerK},
            {"dk0pdt", &state.derivativeSlope_perK},
            {"alphat", &state.expansion_perK},
            {"dalphadt", &state.expansionSlope_perK2},
            {"a", &cell.a_A},
            {"b", &cell.b_A},
            {"c", &cell.c_A},
            {"alpha", &cell.alpha_deg},
            {"beta", &cell.beta_deg},
            {"gamma", &cell.gamma_deg},
        };
        std::string symmetry;
        bool named = false;
        for (const Line& each : m_lines) {
            const std::size_t colon = std::min(each.text.find(':'), each.text.size());
            const std::string key = lowerAscii(trimmed(each.text.substr(0, colon)));
            const Line value{each.number, trimmed(each.text.substr(std::min(colon + 1, each.text.size())))};
            if (const auto place = places.find(key); place != places.end())
                *place->second = numbers(value, 1, translatable("a number"))[0];
            if (key == "dihkl") addLine(value);
            if (key == "symmetry") symmetry = lowerAscii(value.text);
            if (key == "comment" && !std::exchange(named, true)) setName(value.text);
        }
        completeCell(symmetry);
        m_phase.state = state;
    }

    /// What the symmetry says, the file need not.
    void completeCell(const std::string& symmetry) {
        UnitCell& cell = m_phase.cell;
        const double a = cell.a_A;
        if (symmetry == "cubic")
            cell = {a, a, a};
        else if (symmetry == "tetragonal")
            cell = {a, a, cell.c_A};
        else if (symmetry == "hexagonal" || symmetry == "trigonal")
            cell = {a, a, cell.c_A, 90, 90, 120};
        else if (symmetry == "rhombohedral")
            cell = {a, a, a, cell.alpha_deg, cell.alpha_deg, cell.alpha_deg};
        else if (symmetry == "orthorhombic")
            cell = {a, cell.b_A, cell.c_A};
        else if (symmetry == "monoclinic")
            cell = {a, cell.b_A, cell.c_A, 90, cell.beta_deg, 90};
        else if (symmetry != "triclinic")
            throw DataError(phrase("the symmetry of the JCPDS file is not known: %1", symmetry.substr(0, 40)), m_file,
                            "CUBIC, TETRAGONAL, HEXAGONAL, RHOMBOHEDRAL, ORTHORHOMBIC, MONOCLINIC or TRICLINIC");
    }

    void check() {
        if (!isCell(m_phase.cell))
            throw DataError("there is no such cell", m_file, "correct lengths (Å) and angles (degrees) in the file");
        if (m_phase.state->bulkModulus_GPa < 0) m_phase.state->bulkModulus_GPa = 0;
        if (m_phase.lines.empty())
            throw DataError("the JCPDS file lists no lines", m_file, "add them (DIHKL), or give a CIF file");
        // Lists are rounded to three digits after the point.
        constexpr double kTolerance = 0.01;
        const ReciprocalMetric metric(m_phase.cell);
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < m_spacings.size(); ++i) {
            const double d_A = metric.spacing_A(m_phase.lines[i].hkl);
            if (!(std::abs(m_spacings[i] - d_A) <= kTolerance * d_A)) ++wrong;
        }
        if (wrong > 0)
            m_phase.remarks.push_back(
                phrase("%1 {line is|lines are} listed at another spacing than the cell gives; that "
                       "of the cell is taken",
                       wrong));
    }

    const std::string& m_file;
    std::vector<Line> m_lines;
    Phase m_phase;
    std::vector<double> m_spacings; ///< as the file lists them
};

} // namespace

Phase parseJcpds(std::string_view text, const std::string& file) { return JcpdsReader(text, file).read(); }

} // namespace ewald::crystal
