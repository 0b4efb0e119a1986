// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/batch/value_table.h"

#include "base/ascii_text.h"
#include "base/error.h"
#include "base/files/input_file.h"
#include "base/phrase.h"

#include <algorithm>
#include <set>

namespace ewald::job::queue {
namespace {

/// Walks through the text, cell by cell.
class Reader {
public:
    Reader(const std::string& text, std::string where) : m_text(text), m_where(std::move(where)) {
        if (m_text.compare(0, 3, "\xef\xbb\xbf") == 0) m_at = 3;
        // The separator of the first line that counts is that of the table.
        std::size_t first = m_at;
        while (first < m_text.size() && (m_text[first] == '#' || m_text[first] == '\n' || m_text[first] == '\r'))
            first = std::min(m_text.find('\n', first), m_text.size() - 1) + 1;
        const std::string line = m_text.substr(first, m_text.find('\n', first) - first);
        for (const char separator : {'\t', ';', ','})
            if (line.find(separator) != std::string::npos) {
                m_separator = separator;
                break;
            }
    }

    /// The next line with something in it; false at the end.
    bool next(ValueTable::Row& row) {
        while (m_at < m_text.size()) {
            row = {m_line, {}};
            if (m_text[m_at] == '#') {
                m_at = std::min(m_text.find('\n', m_at), m_text.size() - 1) + 1;
                ++m_line;
                continue;
            }
            readLine(row);
            const bool isEmpty =
                std::all_of(row.cells.begin(), row.cells.end(), [](const auto& cell) { return cell.empty(); });
            if (!isEmpty) return true;
        }
        return false;
    }

private:
    void readLine(ValueTable::Row& row) {
        while (true) {
            row.cells.push_back(cell());
            const char end = m_at < m_text.size() ? m_text[m_at++] : '\n';
            if (end == m_separator) continue;
            ++m_line;
            return;
        }
    }

    std::string cell() {
        while (m_at < m_text.size() && m_text[m_at] == ' ') ++m_at;
        if (m_at < m_text.size() && m_text[m_at] == '"') return quoted();
        std::size_t end = m_at;
        while (end < m_text.size() && m_text[end] != m_separator && m_text[end] != '\n') ++end;
        std::string text(trimmed(std::string_view(m_text).substr(m_at, end - m_at)));
        m_at = end;
        return text;
    }

    std::string quoted() {
        const std::size_t line = m_line;
        std::string text;
        for (++m_at;; ++m_at) {
            if (m_at >= m_text.size())
                throw DataError("a quote is not closed", phrase("%1, line %2", m_where, line), "close it");
            if (m_text[m_at] == '\n') ++m_line;
            if (m_text[m_at] == '"') {
                if (m_at + 1 >= m_text.size() || m_text[m_at + 1] != '"') break;
                ++m_at;
            }
            text += m_text[m_at];
        }
        for (++m_at; m_at < m_text.size() && m_text[m_at] != m_separator && m_text[m_at] != '\n'; ++m_at)
            if (m_text[m_at] != ' ' && m_text[m_at] != '\r')
                throw DataError("text follows a closing quote", phrase("%1, line %2", m_where, m_line),
                                "write a quote within quotes twice");
        return text;
    }

    const std::string& m_text;
    std::string m_where;
    std::size_t m_at = 0;
    std::size_t m_line = 1;
    char m_separator = ',';
};

} // namespace

std::string ValueTable::where(const Row& row, const std::string& column) const {
    return phrase("%1, line %2, column %3", file.string(), row.line, column);
}

ValueTable parseValueTable(const std::string& text, const std::filesystem::path& file) {
    ValueTable table;
    table.file = file;
    Reader reader(text, file.string());
    ValueTable::Row row;
    if (!reader.next(row)) throw DataError("the table is empty", file.string(), "its first line names the columns");
    std::set<std::string> names;
    for (const std::string& name : row.cells) {
        if (name.empty())
            throw DataError("a column has no name", phrase("%1, line %2", file.string(), row.line), "name it");
        if (!names.insert(name).second)
            throw DataError(phrase("two columns are named %1", name), phrase("%1, line %2", file.string(), row.line),
                            "remove one of them");
    }
    table.columns = row.cells;
    while (reader.next(row)) {
        if (row.cells.size() != table.columns.size())
            throw DataError(phrase("%1 {cell|cells} instead of %2", row.cells.size(), table.columns.size()),
                            phrase("%1, line %2", file.string(), row.line), "each line has a cell for every column");
        table.rows.push_back(row);
    }
    if (table.rows.empty()) throw DataError("the table has no row of values", file.string(), "one row makes one job");
    return table;
}

ValueTable readValueTable(const std::filesystem::path& file) {
    constexpr std::size_t kLargest = 64U << 20U;
    return parseValueTable(readSmallFile(file, kLargest, "give a table (CSV)"), file);
}

} // namespace ewald::job::queue
