// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the texts of the core for translators: those of phrase(), of errors and of remarks (core/base/phrase.h). Writes
// them as a source that lupdate reads, or fails and lists the places where a text is put together with +, which nothing
// could translate.
//
//     extract-phrases OUTPUT FOLDER…
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Token {
    enum class Kind { name, text, sign };
    Kind kind = Kind::sign;
    std::string text; ///< of a literal: as it stands between the quotes
    std::size_t line = 0;
};

/// The source without comments, numbers, characters and preprocessor lines; neighbouring literals are one.
class Lexer {
public:
    explicit Lexer(std::string source) : m_source(std::move(source)) {}

    std::vector<Token> tokens() {
        std::vector<Token> found;
        while (m_at < m_source.size()) take(found);
        return found;
    }

private:
    [[nodiscard]] bool startsWith(std::string_view text) const {
        return std::string_view(m_source).substr(m_at, text.size()) == text;
    }
    void skipTo(std::size_t end) {
        end = std::min(end, m_source.size());
        m_line += static_cast<std::size_t>(std::count(m_source.begin() + static_cast<std::ptrdiff_t>(m_at),
                                                      m_source.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
        m_at = end;
    }
    void skipPast(std::string_view text) {
        const std::size_t found = m_source.find(text, m_at);
        skipTo(found == std::string::npos ? found : found + text.size());
    }

    void take(std::vector<Token>& found) {
        const char c = m_source[m_at];
        const auto isWord = [](char k) { return std::isalnum(static_cast<unsigned char>(k)) != 0 || k == '_'; };
        if (startsWith("//") || c == '#') return skipPast("\n");
        if (startsWith("/*")) return skipPast("*/");
        if (startsWith("R\"")) {
            const std::size_t open = m_source.find('(', m_at);
            return skipPast(")" + m_source.substr(m_at + 2, open - m_at - 2) + "\"");
        }
        if (c == '"' || c == '\'') return takeQuoted(found, c);
        if (isWord(c)) {
            std::size_t end = m_at;
            // A quote after a digit separates digits.
            while (
                end < m_source.size() &&
                (isWord(m_source[end]) || (m_source[end] == '\'' && std::isdigit(static_cast<unsigned char>(c)) != 0)))
                ++end;
            found.push_back({Token::Kind::name, m_source.substr(m_at, end - m_at), m_line});
            return skipTo(end);
        }
        if (std::isspace(static_cast<unsigned char>(c)) == 0)
            found.push_back({Token::Kind::sign, std::string(1, c), m_line});
        skipTo(m_at + 1);
    }

    void takeQuoted(std::vector<Token>& found, char quote) {
        std::size_t end = m_at + 1;
        while (end < m_source.size() && m_source[end] != quote) end += m_source[end] == '\\' ? 2 : 1;
        const std::string text = m_source.substr(m_at + 1, end - m_at - 1);
        if (quote == '"') {
            if (!found.empty() && found.back().kind == Token::Kind::text)
                found.back().text += text;
            else
                found.push_back({Token::Kind::text, text, m_line});
        } else {
            found.push_back({Token::Kind::sign, "'", m_line});
        }
        skipTo(end + 1);
    }

    std::string m_source;
    std::size_t m_at = 0;
    std::size_t m_line = 1;
};

/// Which arguments of a call are texts for the user; none named: all of them.
/// InternalError is not here: a fault of the program is described to its authors.
const std::map<std::string, std::set<int>> kCalls{
    {"phrase", {}},          {"translatable", {}},   {"DataError", {1, 3}}, {"JobError", {1, 3}},
    {"DeviceError", {1, 3}}, {"StoppedError", {1}},  {"Error", {2, 4}},     {"prefixed", {1}},
    {"addNote", {3}},        {"note", {2}},          {"Note", {2}},         {"log", {2}},
    {"fail", {1, 3}},        {"failWrite", {1}},     {"failRead", {1}},     {"throwDamaged", {2}},
    {"throwWrongText", {3}}, {"throwUnsuited", {1}}, {"refuse", {1}},
};

class Extractor {
public:
    void read(const fs::path& file) {
        std::ifstream stream(file);
        m_tokens = Lexer({std::istreambuf_iterator<char>(stream), {}}).tokens();
        m_file = file.string();
        for (std::size_t i = 0; i + 1 < m_tokens.size(); ++i) {
            if (m_tokens[i].kind != Token::Kind::name || !(isSign(i + 1, '(') || isSign(i + 1, '{'))) continue;
            const auto call = kCalls.find(m_tokens[i].text);
            if (call != kCalls.end()) readCall(i + 1, call->second);
        }
        // push_back({Severity::warning, "…"}) and the like
        for (std::size_t i = 0; i + 1 < m_tokens.size(); ++i)
            if (isSign(i, '{') && isSeverity(i + 1)) readCall(i, {2});
    }

    [[nodiscard]] const std::set<std::string>& texts() const { return m_texts; }
    [[nodiscard]] const std::vector<std::string>& problems() const { return m_problems; }

private:
    [[nodiscard]] bool isSign(std::size_t i, char c) const {
        return i < m_tokens.size() && m_tokens[i].kind == Token::Kind::sign && m_tokens[i].text[0] == c;
    }
    [[nodiscard]] bool isSeverity(std::size_t i) const {
        if (i + 2 < m_tokens.size() && m_tokens[i].text == "io") i += 3;
        return i < m_tokens.size() && m_tokens[i].text == "Severity";
    }

    /// From the opening bracket of a call: its literals outside calls within.
    void readCall(std::size_t open, const std::set<int>& wanted) {
        int argument = 1;
        std::vector<bool> isCall; // of the brackets that are open
        for (std::size_t i = open + 1; i < m_tokens.size(); ++i) {
            const bool within = std::find(isCall.begin(), isCall.end(), true) != isCall.end();
            if (isSign(i, ';')) return;
            if (isSign(i, '(') || isSign(i, '{') || isSign(i, '[')) {
                isCall.push_back(!isSign(i, '(') || m_tokens[i - 1].kind == Token::Kind::name);
            } else if (isSign(i, ')') || isSign(i, '}') || isSign(i, ']')) {
                if (isCall.empty()) return;
                isCall.pop_back();
            } else if (isSign(i, ',') && isCall.empty()) {
                ++argument;
            } else if (m_tokens[i].kind == Token::Kind::text && !within &&
                       (wanted.empty() || wanted.contains(argument))) {
                takeText(i);
            }
        }
    }

    void takeText(std::size_t i) {
        const Token& token = m_tokens[i];
        // A comparison is no text, nor is the key of a parameter that stands where a text may stand.
        if (isSign(i - 1, '=') || isSign(i - 1, '<')) return;
        if (isSign(i - 1, '+') || isSign(i + 1, '+'))
            m_problems.push_back(m_file + ":" + std::to_string(token.line) + ": a text put together with +: \"" +
                                 token.text + "\"");
        else if (hasWords(token.text))
            m_texts.insert(token.text);
    }

    static bool hasWords(const std::string& text) {
        std::size_t letters = 0;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] == '%' && i + 1 < text.size())
                ++i;
            else if (std::isalpha(static_cast<unsigned char>(text[i])) != 0)
                ++letters;
        }
        return letters > 1;
    }

    std::vector<Token> m_tokens;
    std::string m_file;
    std::set<std::string> m_texts;
    std::vector<std::string> m_problems;
};

} // namespace

int main(int argc, char** argv) {
    if (argc < 3) return std::fputs("extract-phrases OUTPUT FOLDER…\n", stderr), 2;
    std::vector<fs::path> files;
    for (int i = 2; i < argc; ++i)
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(argv[i]))
            if (entry.path().extension() == ".cpp" || entry.path().extension() == ".h") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    Extractor extractor;
    for (const fs::path& file : files) extractor.read(file);
    for (const std::string& problem : extractor.problems()) std::fprintf(stderr, "%s\n", problem.c_str());
    std::ofstream out(argv[1]);
    out << "// Made by extract-phrases.\n";
    for (const std::string& text : extractor.texts()) out << "QT_TRANSLATE_NOOP(\"Core\", \"" << text << "\");\n";
    out.flush();
    return extractor.problems().empty() && out ? 0 : 1;
}
