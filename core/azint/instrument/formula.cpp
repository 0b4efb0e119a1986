// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/instrument/formula.h"

#include "base/ascii_text.h"
#include "base/error.h"
#include "base/phrase.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>

namespace ewald::azint {
namespace {

struct Function {
    std::string_view name;
    double (*of)(double);
};
constexpr std::array kFunctions{
    Function{"sin", [](double x) { return std::sin(x); }},
    Function{"cos", [](double x) { return std::cos(x); }},
    Function{"tan", [](double x) { return std::tan(x); }},
    Function{"arcsin", [](double x) { return std::asin(x); }},
    Function{"arccos", [](double x) { return std::acos(x); }},
    Function{"arctan", [](double x) { return std::atan(x); }},
    Function{"exp", [](double x) { return std::exp(x); }},
    Function{"log", [](double x) { return std::log(x); }},
    Function{"log10", [](double x) { return std::log10(x); }},
    Function{"sqrt", [](double x) { return std::sqrt(x); }},
    Function{"abs", [](double x) { return std::abs(x); }},
};

constexpr bool isDigit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool beginsName(char c) noexcept { return isLetterAscii(c) || c == '_'; }

/// sum := product {("+" | "-") product}, product := signed {("*" | "/") signed}, signed := {"+" | "-"} power,
/// power := atom ["**" signed].
class Reader {
public:
    Reader(std::string_view formula, const NamedValue& values, const std::string& where)
        : m_formula(formula), m_values(values), m_where(where) {}

    double read() {
        const double value = sum();
        if (m_at < m_formula.size()) fail(phrase("\"%1\" is not understood", rest()));
        return value;
    }

private:
    [[noreturn]] void fail(const std::string& problem) const { failAt(m_at, problem); }
    [[noreturn]] void failAt(std::size_t place, const std::string& problem) const {
        throw DataError(phrase("%1 in column %2 of the formula \"%3\"", problem, place + 1, std::string(m_formula)),
                        m_where, "known are numbers, names of the file, + - * / ** ( ) and functions such as sin");
    }
    [[nodiscard]] std::string rest() const { return std::string(m_formula.substr(m_at, 20)); }

    void skipBlanks() {
        while (m_at < m_formula.size() && kWhiteSpace.find(m_formula[m_at]) != std::string_view::npos) ++m_at;
    }
    /// Takes a sign, and the blanks before it.
    bool takes(std::string_view sign) {
        skipBlanks();
        if (!m_formula.substr(m_at).starts_with(sign)) return false;
        m_at += sign.size();
        return true;
    }
    bool takesFactorSign() {
        skipBlanks();
        return !m_formula.substr(m_at).starts_with("**") && takes("*");
    }
    void expect(std::string_view sign) {
        if (!takes(sign)) fail(phrase("\"%1\" is missing", std::string(sign)));
    }

    double sum() {
        double value = product();
        for (;;) {
            if (takes("+"))
                value += product();
            else if (takes("-"))
                value -= product();
            else
                return value;
        }
    }
    double product() {
        double value = withSign();
        for (;;) {
            if (takesFactorSign())
                value *= withSign();
            else if (takes("/"))
                value /= withSign();
            else
                return value;
        }
    }
    double withSign() {
        bool negative = false;
        for (;;) {
            if (takes("-"))
                negative = !negative;
            else if (!takes("+"))
                break;
        }
        const double value = power();
        return negative ? -value : value;
    }
    double power() {
        // Each level of a formula passes here, and takes a part of the stack.
        constexpr int kMostLevels = 200;
        if (++m_level > kMostLevels) fail(phrase("there are too many levels"));
        double value = atom();
        if (takes("**")) value = std::pow(value, withSign());
        --m_level;
        return value;
    }
    double atom() {
        skipBlanks();
        if (m_at == m_formula.size()) fail(phrase("a number or a name is missing"));
        if (takes("(")) {
            const double value = sum();
            expect(")");
            return value;
        }
        if (beginsName(m_formula[m_at])) return nameOrCall();
        return number();
    }
    double number() {
        double value = 0;
        const char* const first = m_formula.data() + m_at;
        const auto [end, error] = std::from_chars(first, m_formula.data() + m_formula.size(), value);
        const bool begins = isDigit(*first) || *first == '.';
        if (!begins || error == std::errc::invalid_argument) fail(phrase("\"%1\" is not understood", rest()));
        if (error != std::errc()) fail(phrase("the number is too large or too small"));
        m_at += static_cast<std::size_t>(end - first);
        return value;
    }
    double nameOrCall() {
        const std::size_t first = m_at;
        while (m_at < m_formula.size() && (beginsName(m_formula[m_at]) || isDigit(m_formula[m_at]))) ++m_at;
        const std::string_view name = m_formula.substr(first, m_at - first);
        if (takes("(")) return call(name, first);
        if (const std::optional<double> value = m_values(name)) return *value;
        failAt(first, phrase("unknown name \"%1\"", std::string(name)));
    }
    double call(std::string_view name, std::size_t first) {
        const auto function = std::ranges::find(kFunctions, name, &Function::name);
        const bool isOfTwo = name == "arctan2";
        if (function == kFunctions.end() && !isOfTwo)
            failAt(first, phrase("unknown function \"%1\"", std::string(name)));
        const double value = sum();
        if (!isOfTwo) {
            expect(")");
            return function->of(value);
        }
        expect(",");
        const double other = sum();
        expect(")");
        return std::atan2(value, other);
    }

    std::string_view m_formula;
    const NamedValue& m_values;
    const std::string& m_where;
    std::size_t m_at = 0;
    int m_level = 0;
};

} // namespace

double valueOfFormula(std::string_view formula, const NamedValue& values, const std::string& where) {
    return Reader(formula, values, where).read();
}

} // namespace ewald::azint
