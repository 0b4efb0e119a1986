// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/batch/name_expression.h"

#include "base/error.h"
#include "base/phrase.h"
#include "io/hdf5/hdf5.h"
#include "io/readers/reader_tools.h"
#include "job/queue/store/sweep.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <optional>

namespace ewald::job::queue {
namespace {

constexpr std::array kWords{"folder", "name", "file", "scan", "number", "sample", "operator", "date", "time", "kind"};

std::string nowAs(const char* format) {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), format, &local)};
}

std::string lastNumberIn(const std::string& text) {
    const auto isDigit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
    const auto last = std::find_if(text.rbegin(), text.rend(), isDigit);
    const auto before = std::find_if_not(last, text.rend(), isDigit);
    return {before.base(), last.base()};
}

std::string padded(std::size_t number, std::size_t count) {
    std::string digits = std::to_string(number);
    const std::size_t width = std::to_string(count).size();
    return digits.size() < width ? std::string(width - digits.size(), '0') + digits : digits;
}

std::string valueOf(const std::string& key, const NameParts& parts, const std::string& expression,
                    const std::string& where) {
    const std::string stem = fileNamePart(parts.input.stem().string());
    if (key == "name") return parts.name.empty() ? stem : fileNamePart(parts.name);
    if (key == "file") return fileNamePart(parts.input.filename().string());
    if (key == "scan") return lastNumberIn(stem);
    if (key == "number") return padded(parts.number, parts.count);
    if (key == "sample") return fileNamePart(parts.sample);
    if (key == "operator") return fileNamePart(parts.operatorName);
    if (key == "date") return nowAs("%Y-%m-%d");
    if (key == "time") return nowAs("%H%M%S");
    if (key.starts_with("/")) return fileNamePart(valueInFile(parts.input, key));
    if (parts.document && key == "kind") return parts.document->kind;
    if (parts.document && isSettingKey(key)) return fileNamePart(settingOf(*parts.document, key));
    std::string known;
    for (const char* word : kWords) known += "{" + std::string(word) + "} ";
    throw JobError(phrase("\"%1\" holds the unknown expression {%2}", expression, key.substr(0, 40)), where,
                   phrase("known are %1{engine} {iterations} and every parameter", known));
}

std::string exactNumber(double number) {
    std::array<char, 32> digits{};
    std::snprintf(digits.data(), digits.size(), "%.15g", number);
    return digits.data();
}

/// Of a unit of a parameter, how many there are in a unit of a file. \returns nothing for another quantity
std::optional<double> unitsPer(const std::string& of, const std::string& parameter) {
    using Factor = std::optional<double> (*)(const std::string&);
    for (const Factor factor :
         {Factor{io::metresPer}, Factor{io::joulesPer}, Factor{io::degreesPer}, Factor{io::secondsPer}})
        if (const auto own = factor(parameter)) {
            const auto other = factor(of);
            return other ? std::optional(*other / *own) : std::nullopt;
        }
    return of == parameter ? std::optional(1.0) : std::nullopt;
}

/// The one number of a dataset. \throws DataError where it holds several that differ
std::optional<double> oneNumber(const io::h5::File& file, const std::string& dataset) {
    constexpr double kAlike = 1e-6; // what is read off an instrument for each frame differs by less
    constexpr std::size_t kMost = 10'000'000;
    const std::optional<double> first = file.number(dataset);
    if (!first) return first;
    const io::h5::Dataset numbers = file.dataset(dataset);
    const std::size_t count = numbers.info().elements();
    if (numbers.info().type.isReal() && count > 1 && count <= kMost)
        for (const double other : numbers.readAll<double>())
            if (!(std::abs(other - *first) <= kAlike * std::abs(*first)))
                throw DataError(phrase("holds different numbers: %1, %2", exactNumber(*first), exactNumber(other)),
                                file.where(dataset), "give the number itself");
    return first;
}

} // namespace

std::string valueInFile(const std::filesystem::path& file, const std::string& dataset, const ParameterDef& parameter) {
    if (parameter.unit.empty()) return valueInFile(file, dataset);
    const io::h5::File opened = io::h5::File::open(file);
    const std::optional<double> number = oneNumber(opened, dataset);
    if (!number) throw DataError("there is no number", opened.where(dataset), opened.whyMissing(dataset));
    const std::string unit = io::unitOfNumber(opened, dataset);
    const bool counts = parameter.unit == "px" || parameter.unit == "counts"; // called pixels, photons, …
    const std::optional<double> factor = unit.empty() || counts ? std::optional(1.0) : unitsPer(unit, parameter.unit);
    if (!factor)
        throw DataError(
            phrase("the unit \"%1\" is not a unit of %2, which is given in %3", unit, parameter.key, parameter.unit),
            opened.where(dataset), "give the number itself");
    return exactNumber(*number * *factor);
}

std::string valueInFile(const std::filesystem::path& file, const std::string& dataset) {
    const io::h5::File opened = io::h5::File::open(file);
    if (const std::optional<std::string> text = opened.text(dataset)) return *text;
    const std::optional<double> number = opened.number(dataset);
    if (!number) throw DataError("there is no text or number", opened.where(dataset), opened.whyMissing(dataset));
    return exactNumber(*number);
}

std::string fileNamePart(std::string text) {
    for (char& c : text)
        if (c == '/' || c == '*' || c == '?' || c == '#' || static_cast<unsigned char>(c) < ' ') c = '_';
    return text;
}

bool usesKey(const std::string& expression, const std::string& key) {
    return expression.find("{" + key + "}") != std::string::npos;
}

std::string expandName(const std::string& expression, const NameParts& parts, const std::string& where) {
    std::string text;
    for (std::size_t at = 0; at < expression.size();) {
        const std::size_t open = expression.find('{', at);
        text += expression.substr(at, open - at);
        if (open == std::string::npos) break;
        const std::size_t close = expression.find('}', open);
        if (close == std::string::npos)
            throw JobError(phrase("\"%1\" holds a brace that is not closed", expression), where, "write {name}");
        const std::string key = expression.substr(open + 1, close - open - 1);
        text += key == "folder" ? parts.input.parent_path().string() : valueOf(key, parts, expression, where);
        at = close + 1;
    }
    return text;
}

} // namespace ewald::job::queue
