// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/document/parameters.h"

#include "base/ascii_text.h"
#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/translate.h"
#include "job/document/parameter_table.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace ewald::job {

const char* const kOfFile = QT_TRANSLATE_NOOP("Parameters", "from the file");

namespace {

/// Optimal string alignment distance: insertions, deletions, replacements and swaps of neighbours.
std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i)
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replace = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replace});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[a.size()][b.size()];
}

/// Lower case, and the separators that people mix up made one, so that "Probe-Modes" finds "probe_modes".
std::string normalised(std::string_view word) {
    std::string text;
    for (const char c : word) {
        if (c == '-' || c == ' ' || c == '.')
            text += '_';
        else
            text += lowerAscii(c);
    }
    return text;
}

std::string withUnit(const std::string& number, const ParameterDef& def) {
    return def.unit.empty() ? number : number + " " + def.unit;
}

/// As a hint.
std::string allowedRange(const ParameterDef& def) {
    const std::string most = withUnit(exactText(def.maximum), def);
    return def.special.empty() ? phrase("allowed: %1 to %2", exactText(def.minimum), most)
                               : phrase("allowed: %1, or %2 to %3", def.special, exactText(def.minimum), most);
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

/// Long or unprintable values are cut: an error stays one readable line.
std::string inQuotes(std::string_view value) {
    constexpr std::size_t kLongest = 60;
    std::string text = "\"";
    for (const char c : value.substr(0, kLongest)) text += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
    return text + (value.size() > kLongest ? "…\"" : "\"");
}

[[noreturn]] void throwOutOfRange(const ParameterDef& def, double value) {
    throw JobError(phrase("value %1 is out of range", withUnit(exactText(value), def)), def.key, allowedRange(def));
}

[[noreturn]] void throwWrongText(const ParameterDef& def, std::string_view text, const std::string& wanted) {
    throw JobError(phrase("value %1 is not %2", inQuotes(text), wanted), def.key);
}

bool parseBoolean(const ParameterDef& def, std::string_view text) {
    const std::string word = normalised(text);
    if (word == "true" || word == "yes" || word == "on" || word == "1") return true;
    if (word == "false" || word == "no" || word == "off" || word == "0") return false;
    throwWrongText(def, text, "true or false");
}

/// People write "off", "none" or nothing at all.
bool isWordForNothing(const ParameterDef& def, std::string_view text) {
    if (def.special.empty()) return false;
    const std::string word = normalised(text);
    return word.empty() || word == def.special || word == "off" || word == "none" || word == "no";
}

double parseNumber(const ParameterDef& def, std::string_view text) {
    std::string_view digits = text;
    if (digits.starts_with('+')) digits.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool wholeText = end == digits.data() + digits.size();
    if (error == std::errc::result_out_of_range && wholeText)
        throw JobError(phrase("value %1 is out of range", inQuotes(text)), def.key, allowedRange(def));
    if (error != std::errc{} || !wholeText || digits.empty() || !std::isfinite(value))
        throwWrongText(def, text,
                       def.unit.empty() ? phrase("a number") : phrase("a number (in %1, without the unit)", def.unit));
    return value;
}

/// What is no choice is a path only when it looks like one: a mistyped choice must not become a missing file.
bool looksLikePath(std::string_view text) { return text.find_first_of("/.") != std::string_view::npos; }

void checkChoice(const ParameterDef& def, const std::string& text) {
    if (std::find(def.choices.begin(), def.choices.end(), text) != def.choices.end()) return;
    if (def.choiceOrPath && looksLikePath(text)) return;
    std::string hint;
    if (const auto near = suggestWord(text, def.choices))
        hint = phrase("did you mean %1?", *near);
    else if (def.choiceOrPath)
        hint = phrase("a file needs its path, such as ./%1", text.empty() ? std::string("probe.h5") : text);
    throw JobError(
        phrase(def.choiceOrPath ? "value %1 is not one of %2 or the path of a file" : "value %1 is not one of %2",
               inQuotes(text), joined(def.choices)),
        def.key, hint);
}

void checkInteger(const ParameterDef& def, long long value) {
    if (static_cast<double>(value) < def.minimum || static_cast<double>(value) > def.maximum)
        throwOutOfRange(def, static_cast<double>(value));
}

} // namespace

bool ParameterDef::appliesTo(std::string_view engine) const {
    return engines.empty() || std::find(engines.begin(), engines.end(), engine) != engines.end();
}

bool ParameterDef::isSpecial(const ParameterValue& value) const {
    if (special.empty()) return false;
    if (const auto* whole = std::get_if<long long>(&value)) return static_cast<double>(*whole) == minimum;
    const auto* number = std::get_if<double>(&value);
    return number && *number == minimum;
}

bool ParameterDef::isByHand(const ParameterValue& value) const {
    if (scope == ParameterScope::undeclared || scope == ParameterScope::method || value == defaultValue) return false;
    return !choiceOrPath || namesFile(*this, value);
}

const ParameterValue& ParameterDef::defaultFor(std::string_view engine) const {
    const auto found = engineDefaults.find(std::string(engine));
    return found == engineDefaults.end() ? defaultValue : found->second;
}

std::span<const ParameterDef> parameterTable() {
    static const std::vector<ParameterDef> table = [] {
        std::vector<ParameterDef> all;
        for (auto&& part : {inputParameters(), stageParameters(), integrateParameters(), jobParameters()})
            all.insert(all.end(), part.begin(), part.end());
        for (ParameterDef& def : all)
            if (def.section != ParameterSection::input) def.scope = ParameterScope::method;
        return all;
    }();
    return table;
}

const ParameterDef* findParameter(std::string_view key) {
    for (const ParameterDef& def : parameterTable())
        if (def.key == key) return &def;
    return nullptr;
}

std::vector<std::string> engineNames() {
    std::vector<std::string> names;
    for (const ptycho::EngineKind* kind : ptycho::engineKinds()) names.push_back(kind->name);
    return names;
}

std::string engineList() { return joined(engineNames()); }

ParameterValue valueOf(const ptycho::EngineParameter& parameter, double number) {
    using Type = ptycho::EngineParameter::Type;
    switch (parameter.type) {
    case Type::real: return number;
    case Type::whole: return static_cast<long long>(number);
    case Type::flag: return number != 0;
    case Type::choice: break;
    }
    return parameter.choices.at(static_cast<std::size_t>(number));
}

double numberOf(const ptycho::EngineParameter& parameter, const ParameterValue& value) {
    if (const auto* flag = std::get_if<bool>(&value)) return *flag ? 1 : 0;
    if (const auto* whole = std::get_if<long long>(&value)) return static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(&value)) return *real;
    return static_cast<double>(std::ranges::find(parameter.choices, std::get<std::string>(value)) -
                               parameter.choices.begin());
}

const ptycho::EngineKind& engineOf(const std::string& name, const std::string& where) {
    if (const ptycho::EngineKind* kind = ptycho::findEngineKind(name)) return *kind;
    const auto near = suggestWord(name, engineNames());
    throw JobError(phrase("unknown engine \"%1\"", name.substr(0, 40)), where,
                   near ? phrase("did you mean %1?", *near) : phrase("known: %1", engineList()));
}

std::optional<std::string> suggestWord(std::string_view word, std::span<const std::string> known) {
    const std::string wanted = normalised(word.substr(0, 64));
    // A third of the letters may be wrong, but never so many that unrelated short words match.
    const std::size_t limit = std::max<std::size_t>(1, std::min<std::size_t>(4, wanted.size() / 3));
    std::optional<std::string> best;
    std::size_t bestDistance = limit + 1;
    for (const std::string& candidate : known) {
        std::size_t distance = editDistance(wanted, normalised(candidate));
        // "modes" for "probe_modes": part of a key is nearer than its distance says.
        if (wanted.size() >= 4 && normalised(candidate).find(wanted) != std::string::npos)
            distance = std::min(distance, limit);
        if (distance >= bestDistance) continue;
        best = candidate;
        bestDistance = distance;
    }
    return best;
}

std::optional<std::string> suggestKey(std::string_view key, std::string_view jobKind) {
    std::vector<std::string> keys;
    for (const ParameterDef& def : parameterTable())
        if (jobKind.empty() || def.isOfKind(jobKind)) keys.push_back(def.key);
    return suggestWord(key, keys);
}

bool namesFile(const ParameterDef& def, const ParameterValue& value) {
    const auto* text = std::get_if<std::string>(&value);
    if (!text || text->empty()) return false;
    if (def.type == ParameterType::path) return true;
    return def.choiceOrPath && std::find(def.choices.begin(), def.choices.end(), *text) == def.choices.end();
}

ParameterValue parseValue(const ParameterDef& def, std::string_view text) {
    const std::string_view word = trimmed(text);
    ParameterValue value;
    switch (def.type) {
    case ParameterType::boolean: value = parseBoolean(def, word); break;
    case ParameterType::integer: {
        const bool open = !def.special.empty() && normalised(word) == def.special;
        const double number = open ? def.minimum : parseNumber(def, word);
        if (number != std::floor(number)) throwWrongText(def, word, "a whole number");
        // Bounds of every integer parameter fit a double exactly, so this order never loses a valid value.
        if (number < def.minimum || number > def.maximum) throwOutOfRange(def, number);
        value = static_cast<long long>(number);
        break;
    }
    case ParameterType::real: value = isWordForNothing(def, word) ? def.minimum : parseNumber(def, word); break;
    case ParameterType::choice:
    case ParameterType::text:
    case ParameterType::path: value = std::string(word); break;
    }
    checkValue(def, value);
    return value;
}

void checkValue(const ParameterDef& def, const ParameterValue& value) {
    const bool isText = std::holds_alternative<std::string>(value);
    switch (def.type) {
    case ParameterType::boolean:
        if (!std::holds_alternative<bool>(value)) throw JobError("value is not true or false", def.key);
        return;
    case ParameterType::integer:
        if (!std::holds_alternative<long long>(value)) throw JobError("value is not a whole number", def.key);
        checkInteger(def, std::get<long long>(value));
        return;
    case ParameterType::real: {
        const auto* number = std::get_if<double>(&value);
        if (!number || !std::isfinite(*number)) throw JobError("value is not a finite number", def.key);
        if (*number < def.minimum || *number > def.maximum) throwOutOfRange(def, *number);
        return;
    }
    case ParameterType::choice:
    case ParameterType::text:
    case ParameterType::path:
        if (!isText) throw JobError("value is not a text", def.key);
        if (std::get<std::string>(value).find('\0') != std::string::npos)
            throw JobError("value contains a zero byte", def.key);
        if (def.type == ParameterType::choice) checkChoice(def, std::get<std::string>(value));
        return;
    }
}

std::string toText(const ParameterValue& value) {
    if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
    if (const auto* integer = std::get_if<long long>(&value)) return std::to_string(*integer);
    if (const auto* real = std::get_if<double>(&value)) return exactText(*real);
    return std::get<std::string>(value);
}

} // namespace ewald::job
