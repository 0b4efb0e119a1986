// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/text_table.h"

#include "base/ascii_text.h"
#include "base/error.h"
#include "base/files/input_file.h"
#include "base/phrase.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace ewald::io {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 30U;

/// Whether commas are a part of numbers, between which there are tabs.
bool hasDecimalCommas(std::string_view line) {
    if (line.find('\t') == std::string_view::npos) return false;
    const auto isDigit = [&](std::size_t at) { return at < line.size() && line[at] >= '0' && line[at] <= '9'; };
    for (std::size_t at = line.find(','); at != std::string_view::npos; at = line.find(',', at + 1))
        if (at == 0 || !isDigit(at - 1) || !isDigit(at + 1)) return false;
    return true;
}

/// Fields between single separators; those between spaces and tabs are never empty.
std::vector<std::string_view> splitLine(std::string_view line) {
    const char separator = line.find(';') != std::string_view::npos                              ? ';'
                           : line.find(',') != std::string_view::npos && !hasDecimalCommas(line) ? ','
                                                                                                 : ' ';
    std::vector<std::string_view> fields;
    if (separator != ' ') {
        for (std::size_t at = 0; at <= line.size();) {
            const std::size_t end = std::min(line.find(separator, at), line.size());
            fields.push_back(trimmed(line.substr(at, end - at)));
            at = end + 1;
        }
        if (fields.back().empty()) fields.pop_back(); // a separator at the end of the line
        return fields;
    }
    for (std::size_t at = line.find_first_not_of(" \t"); at != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
        fields.push_back(line.substr(at, end - at));
        at = line.find_first_not_of(" \t", end);
    }
    return fields;
}

/// Names of SPEC: they hold single spaces, two separate them.
std::vector<std::string> specNames(std::string_view line) {
    std::vector<std::string> names;
    line = trimmed(line);
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t end = std::min(line.find("  ", at), line.size());
        names.emplace_back(trimmed(line.substr(at, end - at)));
        at = std::min(line.find_first_not_of(' ', end), line.size());
    }
    return names;
}

std::string_view unquoted(std::string_view text) {
    if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front())
        return text.substr(1, text.size() - 2);
    return text;
}

std::optional<double> numberIn(std::string_view field, bool decimalComma) {
    std::string text(unquoted(field));
    if (decimalComma) std::ranges::replace(text, ',', '.');
    const char* first = text.data() + (text.starts_with('+') ? 1 : 0);
    double value = 0;
    const auto [end, error] = std::from_chars(first, text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// Whether a line begins a scan of a SPEC file.
bool beginsScan(std::string_view line) { return line.starts_with("#S ") || line == "#S"; }

std::size_t scanNumber(std::string_view line) {
    const std::string_view rest = trimmed(line.substr(2));
    std::size_t number = 0;
    std::from_chars(rest.data(), rest.data() + rest.size(), number);
    return number;
}

/// How many points a scan of SPEC has by its command: those of a line have one more than intervals, whose number stands
/// in front of the time of a point; those of a mesh are the products. 0: another command, or no number where one is.
std::size_t pointsOf(std::string_view command) {
    const std::vector<std::string_view> words = splitLine(command);
    const auto intervals = [&](std::size_t at) {
        std::size_t number = 0;
        const auto [end, error] = std::from_chars(words[at].data(), words[at].data() + words[at].size(), number);
        const bool isNumber = error == std::errc() && end == words[at].data() + words[at].size();
        return isNumber && number > 0 && number < 100'000'000 ? number : 0;
    };
    constexpr std::size_t kWordsOfMotor = 3; // name, start, end
    const std::string name = words.empty() ? std::string() : lowerAscii(words.front());
    std::size_t motors = name == "ascan" || name == "dscan" || name == "lup" ? 1 : 0;
    if (name.size() == 6 && (name[0] == 'a' || name[0] == 'd') && name.ends_with("scan") && name[1] >= '2' &&
        name[1] <= '9')
        motors = static_cast<std::size_t>(name[1] - '0');
    if (motors > 0 && words.size() >= 1 + kWordsOfMotor * motors + 1) {
        const std::size_t count = intervals(1 + kWordsOfMotor * motors);
        return count > 0 ? count + 1 : 0;
    }
    if ((name != "mesh" && name != "dmesh") || words.size() < 2 * (kWordsOfMotor + 1) + 1) return 0;
    const std::size_t fast = intervals(4), slow = intervals(8);
    return fast > 0 && slow > 0 && fast < 100'000 && slow < 100'000 ? (fast + 1) * (slow + 1) : 0;
}

class TableReader {
public:
    TableReader(const std::filesystem::path& file, std::optional<std::size_t> scan) : m_wanted(scan) {
        m_table.file = file;
    }

    TextTable read() {
        InputStream stream(m_table.file, "choose a table: CSV, columns or SPEC");
        if (stream.size() > kMostBytes)
            fail(translatable("the table is larger than 1 GiB"), translatable("choose the file of the positions"));
        for (std::string line; std::getline(stream, line);) {
            if (++m_line == 1) line = std::string(withoutByteOrderMark(line));
            if (line.find('\0') != std::string::npos)
                fail(translatable("is neither an HDF5 file nor a table in text"),
                     translatable("choose an HDF5 file, CSV, columns or SPEC"));
            take(trimmed(line));
        }
        finish();
        return std::move(m_table);
    }

private:
    [[noreturn]] void fail(const std::string& problem, const std::string& hint) const {
        throw DataError(problem, m_table.file.string() + (m_line > 0 ? " line " + std::to_string(m_line) : ""), hint);
    }

    void take(std::string_view line) {
        if (line.empty()) return;
        if (beginsScan(line)) return beginScan(line);
        if (!isWanted()) return;
        // Spectra of a multichannel analyser in SPEC files: a backslash says that the next line belongs to them, too.
        if (line.starts_with('@') || m_inSpectrum) {
            m_inSpectrum = line.ends_with('\\');
        } else if (line.starts_with("#L ")) {
            std::vector<std::string> names = specNames(line.substr(3));
            if (m_table.rows() > 0 && names != m_table.names)
                fail(translatable("the columns have other names from here on"),
                     translatable("keep the rows of one order of columns"));
            m_table.names = std::move(names);
        } else if (line.starts_with('#')) {
            if (m_table.rows() == 0) m_comment = std::string(trimmed(line.substr(1))); // later ones are remarks
        } else {
            takeRow(line);
        }
    }

    void beginScan(std::string_view line) {
        const std::size_t number = scanNumber(line);
        m_scans.push_back(number);
        if (!isWanted()) return;
        if (m_found) fail(phrase("holds the scan %1 twice", number), translatable("keep one of them"));
        m_found = m_wanted.has_value();
        m_table.names.clear();
        m_inSpectrum = false;
        const std::string_view rest = trimmed(line.substr(2));
        m_table.command = trimmed(rest.substr(std::min(rest.find_first_of(" \t"), rest.size())));
        m_table.announced = pointsOf(m_table.command);
    }

    [[nodiscard]] bool isWanted() const {
        if (m_scans.empty()) return true;
        return m_wanted ? m_scans.back() == *m_wanted : m_scans.size() == 1;
    }

    [[noreturn]] void failOfCommas(std::string_view line) const {
        fail(phrase("a row holds \"%1\": its commas separate numbers and their decimals",
                    std::string(line.substr(0, 40))),
             translatable("write the numbers with points, or separate them by ; or tabs"));
    }

    /// "1,25, 3,5": commas with a blank behind separate numbers, and the others are a part of these. \throws DataError
    void refuseCommaPairs(std::string_view line) const {
        if (line.find_first_not_of("0123456789+-eE, ") != std::string_view::npos) return;
        std::size_t separating = 0, within = 0;
        for (std::size_t at = line.find(','); at != std::string_view::npos; at = line.find(',', at + 1)) {
            if (at + 1 < line.size()) ++(line[at + 1] == ' ' ? separating : within);
        }
        if (separating > 0 && within == separating + 1) failOfCommas(line);
    }

    /// "0,553200,0,554948": commas that separate numbers and their decimals. Told by half as many names, or by second
    /// halves that all have as many digits, some of them zeros at the front. \throws DataError
    void refuseHalves(std::string_view line, const std::vector<std::string_view>& fields) {
        constexpr std::size_t kFewest = 5; // rows
        if (!m_maybeHalves) return;
        const bool areHalves = fields.size() % 2 == 0 && !fields.empty() &&
                               line.find_first_not_of("0123456789+-,") == std::string_view::npos;
        if (!areHalves) {
            m_maybeHalves = m_table.rows() == 0; // it may be the row of the names
            return;
        }
        bool areDigits = true, areAlike = true;
        for (std::size_t i = 1; i < fields.size(); i += 2) {
            areDigits = areDigits && fields[i].find_first_not_of("0123456789") == std::string_view::npos;
            if (m_digits == 0) m_digits = fields[i].size();
            areAlike = areAlike && m_digits > 1 && fields[i].size() == m_digits;
            m_zeros += fields[i].starts_with('0') ? 1U : 0U;
        }
        const bool isNamed = 2 * m_table.names.size() == fields.size();
        m_maybeHalves = areDigits && (areAlike || isNamed);
        if (m_maybeHalves && (isNamed || (m_table.rows() + 1 >= kFewest && m_zeros > 0))) failOfCommas(line);
    }

    void takeRow(std::string_view line) {
        const std::vector<std::string_view> fields = splitLine(line);
        refuseCommaPairs(line);
        refuseHalves(line, fields);
        const bool decimalComma = line.find(';') != std::string_view::npos || hasDecimalCommas(line);
        std::vector<double> values;
        std::optional<std::size_t> odd; // the first field that is no number
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (const auto value = numberIn(fields[i], decimalComma))
                values.push_back(*value);
            else if (!odd)
                odd = i;
        }
        if (odd) {
            if (m_table.rows() > 0 || !m_table.names.empty())
                fail(phrase("a row holds \"%1\" in column %2 instead of a number",
                            std::string(fields[*odd].substr(0, 40)), *odd + 1),
                     translatable(
                         "write nan where a number is missing, so that no row moves, and leave columns of text out"));
            for (const std::string_view field : fields) m_table.names.emplace_back(unquoted(field));
            return;
        }
        if (m_table.columns.empty()) m_table.columns.resize(values.size());
        if (values.size() != m_table.columns.size())
            fail(phrase("a row of %1 numbers in a table of %2 columns", values.size(), m_table.columns.size()),
                 translatable("repair or remove it"));
        for (std::size_t i = 0; i < values.size(); ++i) m_table.columns[i].push_back(values[i]);
    }

    void finish() {
        m_line = 0;
        if (m_scans.size() > 1 && !m_wanted)
            fail(phrase("holds %1 scans, %2 to %3", m_scans.size(), m_scans.front(), m_scans.back()),
                 translatable("name one with positions_scan"));
        if (m_wanted && !m_found)
            fail(phrase("holds no scan %1", *m_wanted),
                 m_scans.empty() ? phrase("it is no SPEC file: leave positions_scan out")
                                 : phrase("name one of %1 to %2", m_scans.front(), m_scans.back()));
        if (m_table.rows() == 0) fail(translatable("the table holds no numbers"), translatable("choose another file"));
        const std::size_t columns = m_table.columns.size();
        // numpy.savetxt writes the names into a comment.
        if (m_table.names.empty())
            if (const auto names = splitLine(m_comment); names.size() == columns)
                m_table.names.assign(names.begin(), names.end());
        if (m_table.names.size() != columns) m_table.names.clear();
    }

    std::optional<std::size_t> m_wanted;
    TextTable m_table;
    std::string m_comment; ///< the last one
    std::vector<std::size_t> m_scans;
    bool m_found = false;
    bool m_inSpectrum = false;
    bool m_maybeHalves = true; ///< see refuseHalves()
    std::size_t m_digits = 0, m_zeros = 0;
    std::size_t m_line = 0;
};

} // namespace

const std::vector<double>& TextTable::column(const std::string& nameOrNumber) const {
    if (const auto found = std::ranges::find(names, nameOrNumber); found != names.end()) {
        if (std::count(found, names.end(), nameOrNumber) > 1)
            throw DataError(phrase("has several columns \"%1\"", nameOrNumber), file.string(),
                            "give the number of the one that is meant, from 1 on");
        return columns[static_cast<std::size_t>(found - names.begin())];
    }
    std::size_t number = 0;
    const char* end = nameOrNumber.data() + nameOrNumber.size();
    const auto [stop, error] = std::from_chars(nameOrNumber.data(), end, number);
    if (error == std::errc() && stop == end && number >= 1 && number <= columns.size()) return columns[number - 1];
    std::string known;
    for (const std::string& name : names) known += (known.empty() ? "" : ", ") + name;
    throw DataError(phrase("has no column \"%1\"", nameOrNumber), file.string(),
                    known.empty() ? phrase("its columns have no names: give a number from 1 to %1", columns.size())
                                  : phrase("name one of %1, or give its number from 1 on", known));
}

TextTable readTextTable(const std::filesystem::path& file, std::optional<std::size_t> scan) {
    return TableReader(file, scan).read();
}

std::vector<std::size_t> scanNumbers(const std::filesystem::path& file) {
    InputStream stream(file, "choose a table: CSV, columns or SPEC");
    std::vector<std::size_t> numbers;
    for (std::string line; std::getline(stream, line);)
        if (const std::string_view text = trimmed(line); beginsScan(text)) numbers.push_back(scanNumber(text));
    return numbers;
}

} // namespace ewald::io
